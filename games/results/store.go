package results

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"syscall"

	"arbitre/games"
	"arbitre/games/journal"
)

// storeFile has a line for each journal that was put away, appended when that happened. [Rebuild] makes it anew; so does
// a [Book] where it is missing.
const storeFile = "results.jsonl"

// mostStored is the size up to which a store is read, of some hundred thousand games.
const mostStored = 64 << 20

// format is the version of a line. It is raised when rules judge a journal differently than before: lines of another
// version count for nothing, and their journals are played again.
const format = 1

// A line is one game as it stands in the store.
type line struct {
	Version int `json:"v"`
	Game
}

// encode writes a line.
func encode(g Game) []byte {
	text, err := json.Marshal(line{format, g})
	if err != nil {
		panic(err) // there is nothing in a line that JSON lacks
	}
	return append(text, '\n')
}

// decode reads what encode wrote. What is not a whole line of this version is not ok.
func decode(text []byte) (g Game, ok bool) {
	var l line
	err := json.Unmarshal(text, &l)
	return l.Game, err == nil && l.Version == format && l.Journal != ""
}

// beganOf tells when the game of a journal began, by its name. Other files, and games that go on, are none.
func beganOf(name string) (Moment, bool) {
	began, end, ok := journal.ParseName(name)
	return Moment{began}, ok && end == journal.OverEnd
}

// finished are the names of a folder's journals that were put away, in their order. A folder that is not there has none.
func finished(folder string) (names []string, err error) {
	files, err := os.ReadDir(folder)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	for _, file := range files {
		kind := file.Type()
		if _, ok := beganOf(file.Name()); ok && (kind.IsRegular() || kind == fs.ModeSymlink) {
			names = append(names, file.Name())
		}
	}
	return names, err
}

// play plays a journal of a folder to its end.
func play(folder, name string, rules games.Rulebook) (Game, error) {
	file, err := journal.Open(filepath.Join(folder, name))
	if err != nil {
		return Game{}, err
	}
	defer file.Close()
	var winners []games.Seat
	see := func(facts []games.Fact) {
		for _, f := range facts {
			if over, ok := f.What.(games.GameOver); ok {
				winners = over.Winners
			}
		}
	}
	table, _, err := journal.PlayFrom(file, rules, math.MaxInt64, func(l journal.Line) { see(l.Facts) })
	if err == nil && table == nil {
		err = errors.New("it has no whole start line")
	}
	if err != nil {
		return Game{}, fmt.Errorf("%s: %w", file.Name(), err)
	}
	began, _ := beganOf(name)
	g := Game{
		Journal: name, Began: began, Lasted: table.Clock(),
		Game: table.Start().Game, Options: thatMatter(table.Rules(), table.Start().Options),
	}
	see(table.RunOut())
	v := table.View(games.Public)
	g.Over = v.Over
	for _, p := range v.Seats {
		g.Places = append(g.Places, Place{Seat: p.Seat, Total: p.Total, Won: g.Over && slices.Contains(winners, p.Seat)})
	}
	return g, nil
}

// eachLine hands on the lines of a file without their newlines; the last may lack its own. A file that is not there has none.
func eachLine(path string, most int64, take func(text []byte, ended bool)) error {
	file, err := journal.OpenFile(path, os.O_RDONLY)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	} else if err != nil {
		return err
	}
	defer file.Close()
	if info, err := file.Stat(); err == nil && info.Size() > most {
		return &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("it is larger than %d bytes", most)}
	}
	lines := bufio.NewReader(file)
	for {
		text, err := lines.ReadBytes('\n')
		if whole, ended := bytes.CutSuffix(text, []byte{'\n'}); len(text) > 0 {
			take(whole, ended)
		}
		if err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// lastLine is the size up to which a last line is looked for what a power cut left in pieces.
const lastLine = 64 << 10

// appendLines writes whole lines behind the last whole one of a file of a folder, durably.
func appendLines(folder, name string, lines []byte) (err error) {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	file, err := journal.OpenFile(filepath.Join(folder, name), os.O_RDWR|os.O_CREATE)
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
	switch last := tail[bytes.LastIndexByte(tail, '\n')+1:]; {
	case len(last) == 0:
	case json.Valid(last) || len(last) == lastLine:
		lines = append([]byte{'\n'}, lines...)
	default:
		end -= int64(len(last))
		err = file.Truncate(end)
	}
	if err == nil {
		_, err = file.WriteAt(lines, end)
	}
	if err = errors.Join(err, file.Sync()); info.Size() == 0 { // the name is new
		err = errors.Join(err, giveTo(folder, file), journal.SyncFolder(folder))
	}
	return err
}

// giveTo gives a file to the owner of its folder: root, too, makes the store anew for a service that goes on with it.
func giveTo(folder string, file *os.File) error {
	info, err := os.Stat(folder)
	if err != nil {
		return err
	}
	if owner, ok := info.Sys().(*syscall.Stat_t); ok && os.Geteuid() == 0 {
		return file.Chown(int(owner.Uid), int(owner.Gid))
	}
	return nil
}

// errBusy is returned while another program writes the store.
var errBusy = errors.New("another program writes the results")

// lock keeps other programs from writing the store of a folder until it is let go.
func lock(folder string, how int) (unlock func(), err error) {
	dir, err := os.Open(folder)
	if err != nil {
		return nil, err
	}
	for {
		switch err := syscall.Flock(int(dir.Fd()), syscall.LOCK_EX|how); {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			dir.Close()
			return nil, errBusy
		default: // where a file system has no locks it goes without
			return func() { dir.Close() }, nil
		}
	}
}

// together is about how many bytes of lines are written at once.
const together = 16 << 10

// collect tells what came of the journals of a folder that were put away, in the order of their names. What the store
// does not have is played, until the context ends, and written by store. Warnings tell which journals can't be played.
// Of a store that can't be read or written everything is told all the same.
func collect(ctx context.Context, folder string, rules games.Rulebook, store func([]byte) error) (list []Game, warnings []error, err error) {
	stored := map[string]Game{} // the last line of a journal counts
	err = eachLine(filepath.Join(folder, storeFile), mostStored, func(text []byte, _ bool) {
		if g, ok := decode(text); ok {
			stored[g.Journal] = g
		}
	})
	names, unlisted := finished(folder)
	var lines []byte
	for _, name := range names {
		g, ok := stored[name]
		if !ok {
			if ctx.Err() != nil {
				break
			}
			var wrong error
			if g, wrong = play(folder, name, rules); wrong != nil {
				warnings = append(warnings, wrong)
				continue
			}
			lines = append(lines, encode(g)...)
		}
		list = append(list, g)
		if len(lines) >= together && err == nil {
			err, lines = store(lines), lines[:0]
		}
	}
	if len(lines) > 0 && err == nil {
		err = store(lines)
	}
	return list, warnings, errors.Join(unlisted, err)
}

// Rebuild makes the store of a folder anew from its journals. A service that runs there goes on with what was made.
func Rebuild(folder string, rules games.Rulebook) error {
	unlock, err := lock(folder, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // nothing was played here
	} else if err != nil {
		return err
	}
	defer unlock()
	if err := os.Remove(filepath.Join(folder, storeFile)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	_, _, err = collect(context.Background(), folder, rules, func(lines []byte) error {
		return appendLines(folder, storeFile, lines)
	})
	return err // [Read] tells of the journals that can't be played
}

// Read tells what came of all games of a folder, by evenings, and changes nothing there. No evening is without a game.
// Warnings tell which journals and names can't be read, and are left out.
func Read(folder string, rules games.Rulebook, clock Clock) (all [][]Game, warnings []error, err error) {
	if _, err := finished(folder); err != nil {
		return nil, nil, err
	}
	// Without the store the journals tell everything.
	list, warnings, _ := collect(context.Background(), folder, rules, func([]byte) error { return nil })
	diary, wrong, unread := readNames(folder)
	if wrong = errors.Join(wrong, unread); wrong != nil {
		warnings = append(warnings, wrong)
	}
	parted, _ := evenings(list, spellingsOf(diary).of(diary), clock.read())
	for _, e := range parted {
		if len(e.games) > 0 {
			all = append(all, e.games)
		}
	}
	return all, warnings, nil
}
