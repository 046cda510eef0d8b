package results

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"

	"arbitre/games"
	"arbitre/games/disk"
	"arbitre/games/journal"
)

// storeFile has one line for each journal, in the order of their names. It can be deleted at any time.
const storeFile = "results.jsonl"

// mostStored is the size up to which a store is read, of some hundred thousand games.
const mostStored = 64 << 20

// format is the version of a line. It is raised when rules judge a journal differently than before: all are played again.
const format = 1

// A line says what came of a journal, and of which: one that has another size or time by now is played again.
type line struct {
	Version int   `json:"v"`
	Size    int64 `json:"size"`
	Changed int64 `json:"changed"` // in nanoseconds since 1970
	Game
}

// A record is a line with its text, or what is wrong with its journal. That is in no store: it may be right tomorrow.
type record struct {
	line
	text  []byte
	wrong error
}

// encode writes a line and its checksum: a byte that an old card has lost is no other result.
func encode(l line) []byte {
	l.Version = format
	text, err := json.Marshal(l)
	if err != nil {
		panic(err) // there is nothing in a line that JSON lacks
	}
	return fmt.Appendf(nil, `%s,"sum":"%08x"}`+"\n", text[:len(text)-1], crc32.ChecksumIEEE(text))
}

const sumLength = len(`,"sum":"01234567"}`)

// decode reads what encode wrote, without its newline, and nothing else.
func decode(text []byte) (l line, ok bool) {
	body := max(0, len(text)-sumLength)
	if err := json.Unmarshal(text, &l); err != nil || l.Version != format {
		return line{}, false
	}
	whole := append(slices.Clone(text[:body]), '}')
	if string(text[body:]) != fmt.Sprintf(`,"sum":"%08x"}`, crc32.ChecksumIEEE(whole)) {
		return line{}, false
	}
	l.Began, ok = beganOf(l.Journal)
	return l, ok
}

// parseStore takes the lines that are whole.
func parseStore(text []byte) map[string]record {
	records := map[string]record{}
	for one := range bytes.Lines(text) {
		if l, ok := decode(bytes.TrimSuffix(one, []byte{'\n'})); ok && one[len(one)-1] == '\n' {
			records[l.Journal] = record{line: l, text: one}
		}
	}
	return records
}

// formatStore writes it.
func formatStore(records map[string]record) []byte {
	var text []byte
	for _, name := range slices.Sorted(maps.Keys(records)) {
		text = append(text, records[name].text...)
	}
	return text
}

// beganOf tells when the game of a journal began, by its name. Other files, and games that go on, are none.
func beganOf(name string) (Moment, bool) {
	began, end, ok := journal.ParseName(name)
	return Moment{began}, ok && end == journal.OverEnd
}

// catchUp brings records up to what the folder's journals are now. It plays what
// is new or has changed, until it is told to stop.
func catchUp(folder string, rules games.Rulebook, known map[string]record, stop func() bool) (map[string]record, error) {
	files, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return known, err
	}
	records := map[string]record{}
	for _, file := range files {
		began, ok := beganOf(file.Name())
		path := filepath.Join(folder, file.Name())
		info, err := os.Stat(path)
		if !ok || err != nil || !info.Mode().IsRegular() {
			continue
		}
		now := line{Size: info.Size(), Changed: info.ModTime().UnixNano()}
		if old, ok := known[file.Name()]; ok && old.Size == now.Size && old.Changed == now.Changed {
			records[file.Name()] = old
			continue
		}
		if stop() {
			continue
		}
		if now.Game, err = play(path, rules); err != nil {
			records[file.Name()] = record{line: now, wrong: fmt.Errorf("%s: %w", path, err)}
			continue
		}
		now.Journal, now.Began = file.Name(), began
		text := encode(now)
		if again, ok := decode(text[:len(text)-1]); ok {
			records[file.Name()] = record{line: again, text: text}
		}
	}
	return records, nil
}

// play plays a journal to its end.
func play(path string, rules games.Rulebook) (Game, error) {
	file, err := journal.Open(path)
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
	if err != nil {
		return Game{}, err
	}
	if table == nil {
		return Game{}, errors.New("it has no whole start line")
	}
	g := Game{Game: table.Start().Game, Options: thatMatter(table.Rules(), table.Start().Options), Lasted: table.Clock()}
	see(table.RunOut())
	v := table.View(games.Public)
	g.Over = v.Over
	for _, p := range v.Seats {
		g.Places = append(g.Places, Place{Seat: p.Seat, Total: p.Total, Won: g.Over && slices.Contains(winners, p.Seat)})
	}
	return g, nil
}

// past lists the games in the order of their time.
func past(records map[string]record) []Game {
	var list []Game
	for _, name := range slices.Sorted(maps.Keys(records)) {
		if r := records[name]; r.wrong == nil {
			list = append(list, r.Game)
		}
	}
	return list
}

// Read tells what came of all games of a folder, by evenings, and changes nothing there. No evening is without a game.
// Warnings tell which journals and names can't be read, and are left out.
func Read(folder string, rules games.Rulebook, clock Clock) (all [][]Game, warnings []error, err error) {
	stored, _ := disk.Read(filepath.Join(folder, storeFile), mostStored) // without it the journals tell everything
	records, err := catchUp(folder, rules, parseStore(stored), func() bool { return false })
	if err != nil {
		return nil, nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(records)) {
		if wrong := records[name].wrong; wrong != nil {
			warnings = append(warnings, wrong)
		}
	}
	diary, wrong := readNames(folder)
	if wrong != nil {
		warnings = append(warnings, wrong)
	}
	parted, _ := evenings(past(records), diary, clock.read())
	for _, e := range parted {
		if len(e.games) > 0 {
			all = append(all, e.games)
		}
	}
	return all, warnings, nil
}
