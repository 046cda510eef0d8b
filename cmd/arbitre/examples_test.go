package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/games/all"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// The worked examples of the rules, as the command prints them.
func TestExamples(t *testing.T) {
	paths, err := filepath.Glob("../../games/journal/testdata/*.facts.jsonl")
	if err != nil || len(paths) < 9 {
		t.Fatalf("%d examples, %v; want at least 9", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".facts.jsonl"), func(t *testing.T) {
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			var out, stderr bytes.Buffer
			journal := strings.Replace(path, ".facts", "", 1)
			w := world{out: &out, err: &stderr, env: os.Getenv}
			if status := execute([]string{"replay", journal}, w); status != 0 {
				t.Fatalf("exit status %d: %s", status, &stderr)
			}
			if diff := cmp.Diff(decode(t, want), decode(t, out.Bytes())); diff != "" {
				t.Errorf("facts (-want +got):\n%s", diff)
			}
		})
	}
}

// Of an unfinished game no fact is printed that comes only when its clocks run out, unless
// --run-out asks for it. A finished game is printed to its end.
func TestAnUnfinishedGameIsNotToldToItsEnd(t *testing.T) {
	folder, more := t.TempDir(), map[string]bool{}
	for _, whole := range journals(t) {
		for end := range len(whole) {
			if whole[end] != '\n' {
				continue
			}
			text := whole[:end+1]
			unseen := func(journal.Line) {}
			table, _, err := journal.PlayFrom(strings.NewReader(text), all.Games(), math.MaxInt64, unseen)
			if err != nil {
				t.Fatal(err)
			}
			stop := table.Now() + soon
			table.Advance(stop)
			if len(table.FireRest()) == 0 {
				continue
			}
			more[table.Start().Game] = true
			for _, end := range []string{".open.jsonl", ".left.jsonl", ".jsonl"} {
				name := "2026-03-14T20-00-00-game" + end
				path := filepath.Join(folder, name)
				check(t, os.WriteFile(path, []byte(text), 0o600))
				if latest := latestFact(t, "replay", path); latest > stop == journal.IsUnfinished(name) {
					t.Errorf("%s is told until %v, and the clock was to stop at %v:\n%s", name, latest, stop, text)
				}
				if latest := latestFact(t, "replay", "--run-out", path); latest <= stop {
					t.Errorf("%s, run out, is told until %v:\n%s", name, latest, text)
				}
			}
		}
	}
	if len(more) < 4 {
		t.Errorf("clocks run in journals of %v alone", more)
	}
}

// journals returns the worked examples, and the journals of the scenes, whose files have several
// each.
func journals(t *testing.T) (all []string) {
	for _, pattern := range []string{"../../games/journal/testdata/*[^s].jsonl", "../../games/*/scenes.journal"} {
		paths, err := filepath.Glob(pattern)
		if err != nil || len(paths) == 0 {
			t.Fatal(pattern, err)
		}
		for _, path := range paths {
			text := must(os.ReadFile(path))
			for line := range strings.Lines(string(text)) {
				switch {
				case strings.Contains(line, `"start"`):
					all = append(all, line)
				case strings.HasPrefix(line, "{"):
					all[len(all)-1] += line
				}
			}
		}
	}
	return all
}

// latestFact returns the time of the last fact that a command prints.
func latestFact(t *testing.T, args ...string) (latest time.Duration) {
	var out, stderr bytes.Buffer
	if status := execute(args, world{out: &out, err: &stderr, env: func(string) string { return "" }}); status != 0 {
		t.Fatalf("exit status %d: %s", status, &stderr)
	}
	for line := range bytes.Lines(out.Bytes()) {
		var fact struct{ T time.Duration }
		check(t, json.Unmarshal(line, &fact))
		latest = max(latest, fact.T)
	}
	return latest
}

func decode(t *testing.T, lines []byte) (facts []any) {
	for line := range bytes.Lines(lines) {
		var f any
		check(t, json.Unmarshal(line, &f))
		facts = append(facts, f)
	}
	return facts
}
