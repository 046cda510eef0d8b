package box

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/hw"
)

// pullThePlug cuts the power, maybe during a write, or only ends the program, and starts it again.
// All acknowledged inputs must be there, but for presses of the last moment. An interrupted game
// goes on, without a question if only the program ended, unless it was over.
func (e *evening) pullThePlug() error {
	e.wait(60 * time.Millisecond)
	synced, told := files(e.disk), len(e.log.facts[e.log.on])
	if e.dice.IntN(2) == 0 {
		e.move(hw.Button(1+e.dice.IntN(seats)), true)
		e.wait(5 * time.Millisecond)
	}
	disk, note := files(e.disk), files(e.runtime)
	if len(e.log.facts[e.log.on]) > told {
		clear(synced) // the press has had an effect, so nothing before it may be lost
	}
	open, whole := e.tear(disk, synced)
	if open == "" && e.dice.IntN(2) == 0 {
		open, whole = e.losesTheLastName(disk)
		note = nil
	}
	unasked := len(note["playing"]) > 0 && e.dice.IntN(2) == 0
	if !unasked {
		note = one(e.dice, nil, map[string][]byte{"playing": []byte("/nowhere")})
	}
	e.stop()
	e.note("%q is left of %s", disk[open][max(0, len(disk[open])-100):], open)
	if err := errors.Join(restore(e.disk, disk), restore(e.runtime, note)); err != nil {
		return err
	}
	e.wait(time.Second)
	if err := e.start(); err != nil {
		return err
	}
	putAway := !unasked && isOver(whole)
	if _, asks, err := e.find("resume"); err != nil || asks != (open != "" && !unasked && !putAway) {
		return errors.Join(err, fmt.Errorf("asked is %t whether %q goes on", asks, open))
	}
	if open == "" || putAway {
		return nil // every evening ends with a look at the results
	}
	if err := e.take("resume", "resume"); err != nil {
		return err
	}
	after, err := os.ReadFile(filepath.Join(e.disk, open))
	more, ok := bytes.CutPrefix(after, whole)
	if err != nil || !ok || e.log.on != stem(open) {
		return errors.Join(err, fmt.Errorf("%s goes on, and not %s:\n%s\n%s", e.log.on, open, whole, after))
	}
	for line := range strings.Lines(string(more)) {
		if !strings.Contains(line, `"release":`) && !strings.Contains(line, `"lost":1`) {
			return fmt.Errorf("%s goes on with %s", open, more)
		}
	}
	return nil
}

// isOver reports whether the game of a journal was played to its end.
func isOver(text []byte) bool {
	table, _, err := journal.Play(text, all.Games(), math.MaxInt64, func(journal.Line) {})
	return err == nil && table != nil && table.View(games.Public).Over
}

// tear cuts the open journal of a disk somewhere after the part that was synced, or not at all if
// synced does not have it. Rubbish may follow, and a copy that was being written lies beside it. It
// returns the journal's name and its complete lines.
func (e *evening) tear(disk, synced map[string][]byte) (open string, whole []byte) {
	for name, text := range disk {
		if !strings.HasSuffix(name, journal.OpenEnd) {
			continue
		}
		least := len(text)
		if before := len(synced[name]); before > 0 {
			least = before
		}
		open, text = name, text[:least+e.dice.IntN(len(text)-least+1)]
		whole = text[:bytes.LastIndexByte(text, '\n')+1]
		torn := one(e.dice, "", `{"t":12345`, "\x00", strings.Repeat("\x00", 512),
			strings.Repeat("\x00", 40)+`{"t":12345,"press":1}`+"\n")
		if rest := text[len(whole):]; json.Valid(rest) { // all of the line is there but the newline
			whole = append(slices.Clone(text), '\n')
		}
		if len(whole) != len(text) {
			torn = ""
		}
		disk[name] = append(slices.Clone(text), torn...)
		disk[name+".new"] = text[:e.dice.IntN(len(text))]
	}
	return open, whole
}

// losesTheLastName turns the disk back to the moment before the journal of a finished last game was
// put away.
func (e *evening) losesTheLastName(disk map[string][]byte) (open string, whole []byte) {
	names := slices.Sorted(maps.Keys(disk))
	last := slices.IndexFunc(names, func(name string) bool { return stem(name) == e.log.on && e.over[e.log.on] })
	if last < 0 {
		return "", nil
	}
	open, whole = journal.WithEnd(names[last], journal.OpenEnd), disk[names[last]]
	disk[open] = whole
	delete(disk, names[last])
	delete(disk, "results.jsonl")
	delete(e.over, e.log.on)
	clear(e.held) // so that it is checked again once it is put away
	return open, whole
}
