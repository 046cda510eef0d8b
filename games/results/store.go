package results

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"syscall"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/textfile"
)

// The files beside the journals. A line is appended for each event.
const (
	storeFile   = "results.jsonl" // the result of each journal that was put away; can be made anew
	nameLogFile = "names.jsonl"   // when a game began, and who sits where; stands nowhere else
)

// largest is the size in bytes up to which these files are read: some fifty thousand games.
const largest = 16 << 20

// format is the version of a line of the store. Raise it when rules judge a journal differently
// than before: lines of another version are ignored, and their journals played again.
const format = 2

// A line is one game as it stands in the store.
type line struct {
	Version int `json:"v"`
	Game
}

// encode writes a line of either file, with its newline.
func encode(l any) []byte {
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // every field of a line can be written as JSON
	}
	return append(text, '\n')
}

// readLines reads a file of a folder. A missing file is empty.
func readLines(folder, name string) ([]byte, error) {
	text, err := textfile.ReadBytes(filepath.Join(folder, name), largest)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return textfile.Decode(text), err
}

// lastLine is the length in bytes of the end of a file in which a torn last line is looked for.
const lastLine = 64 << 10

// appendLines writes lines behind the last whole line of a file, and syncs. A torn last line is
// overwritten. A file that another system has left in its own form is written anew first.
func appendLines(folder, name string, lines []byte) (err error) {
	if len(lines) == 0 {
		return nil
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	path := filepath.Join(folder, name)
	if raw, err := textfile.ReadBytes(path, largest); err == nil {
		if text := textfile.Decode(raw); !bytes.Equal(text, raw) { // what is appended would be in another form
			if err := textfile.Replace(path, text); err != nil {
				return err
			}
		}
	}
	file, err := textfile.Open(path, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	info, err := file.Stat()
	if err != nil {
		return err
	}
	end := info.Size()
	tail := make([]byte, min(end, lastLine))
	if _, err := file.ReadAt(tail, end-int64(len(tail))); err != nil {
		return err
	}
	last := tail[bytes.LastIndexByte(tail, '\n')+1:]
	if json.Valid(last) || len(last) == lastLine { // whole but for its newline, or too long to be cut whole
		lines = append([]byte{'\n'}, lines...)
	} else {
		end -= int64(len(last))
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.WriteAt(lines, end)
	}
	if err = errors.Join(err, file.Sync()); info.Size() == 0 { // the name is new
		err = errors.Join(err, textfile.SyncFolder(folder))
	}
	return err
}

// finished lists the names of the journals that were put away, in order. A missing folder has none.
func finished(folder string) (names []string, err error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, file := range files {
		_, end, ok := journal.ParseName(file.Name())
		if ok && end == journal.OverEnd && (file.Type().IsRegular() || file.Type() == fs.ModeSymlink) {
			names = append(names, file.Name())
		}
	}
	return names, err
}

// play returns the result of a journal, which it plays to its end, and its story.
func play(folder, name string, rules games.Rulebook) (Game, Story, error) {
	file, err := textfile.Open(filepath.Join(folder, name), os.O_RDONLY)
	if err != nil {
		return Game{}, Story{}, err
	}
	defer file.Close()
	table, _, err := journal.PlayFrom(file, rules, math.MaxInt64, func(journal.Line) {})
	if err == nil && table == nil {
		err = errors.New("it has no whole start line")
	}
	if err != nil {
		return Game{}, Story{}, fmt.Errorf("%s: %w", file.Name(), err)
	}
	lasted := table.Clock()
	table.FireRest()
	g, s := Of(table.View(games.Public), table.History(), rules)
	began, _, _ := journal.ParseName(name)
	g.ID, g.Journal, g.Began, g.Lasted = ID(name, table.Start().Seed), name, Moment{began}, lasted
	g.Options = table.Start().Options.Without(games.RaceOption)
	for _, o := range table.Rules().Options {
		if o.Seats || o.Teams || o.Preset.Form == games.Names {
			g.Options = g.Options.Without(o.Key)
		}
	}
	return g, s, nil
}

// Replay tells the story of a game of a folder.
func Replay(folder string, g Game, rules games.Rulebook) (Story, error) {
	_, story, err := play(folder, g.Journal, rules)
	return story, err
}

// readStore returns the results in the store of a folder by the names of their journals. The last
// line of each counts.
func readStore(folder string) (map[string]Game, error) {
	stored := map[string]Game{}
	text, err := readLines(folder, storeFile)
	for one := range bytes.Lines(text) {
		var l line // a torn line, or one of another version, is skipped
		if json.Unmarshal(one, &l) == nil && l.Version == format {
			stored[l.Journal] = l.Game
		}
	}
	return stored, err
}

// collect returns the results of the journals of a folder with these names, in their order. Those
// that are not stored are played, until the context is done; lines are what the store lacks of
// them. Warnings name the journals that can't be played.
func collect(ctx context.Context, folder string, names []string, rules games.Rulebook, stored map[string]Game) (
	list []Game, lines []byte, warnings []error,
) {
	for _, name := range names {
		g, ok := stored[name]
		if !ok {
			if ctx.Err() != nil {
				break
			}
			var wrong error
			if g, _, wrong = play(folder, name, rules); wrong != nil {
				warnings = append(warnings, wrong)
				continue
			}
			lines = append(lines, encode(line{format, g})...)
		}
		list = append(list, g)
	}
	return list, lines, warnings
}

// Rebuild writes the store of a folder anew from its journals. A line that a service appends
// meanwhile may be lost; the service makes it again at its next start.
func Rebuild(folder string, rules games.Rulebook) error {
	owner, err := os.Stat(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was played here
	} else if err != nil {
		return err
	}
	names, err := finished(folder)
	if err != nil {
		return err
	}
	_, lines, _ := collect(context.Background(), folder, names, rules, nil) // [Read] tells of what can't be played
	path := filepath.Join(folder, storeFile)
	if err := textfile.Replace(path, lines); err != nil {
		return err
	}
	if stat, ok := owner.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 { // the service must be able to append to it
		return os.Chown(path, int(stat.Uid), int(stat.Gid))
	}
	return nil
}

// Read returns the games of a folder by evenings, and changes nothing there. Evenings without a
// game are left out. Warnings name journals and lines of the name log that can't be read, which are left out,
// too.
func Read(folder string, rules games.Rulebook, clock Clock) (all [][]Game, warnings []error, err error) {
	names, err := finished(folder)
	if err != nil {
		return nil, nil, err
	}
	stored, _ := readStore(folder) // without it every journal is played
	list, _, warnings := collect(context.Background(), folder, names, rules, stored)
	nameLog, wrong, unread := readNameLog(folder)
	if wrong = errors.Join(wrong, unread); wrong != nil {
		warnings = append(warnings, wrong)
	}
	p := newStanding(nameLog, uncounted(folder))
	p.add(list...)
	parted, _ := p.evenings(clock.read())
	for _, v := range parted {
		if played := v.games(); len(played) > 0 {
			all = append(all, played)
		}
	}
	return all, warnings, nil
}
