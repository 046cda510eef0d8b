package photofinish

import (
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/race"
)

// A press without effect is told at once if it was too late for the last race or waited in vain.
// Any other is told with the next race.
func TestWhereAnIgnoredPressIsTold(t *testing.T) {
	for _, test := range []struct {
		name         string
		races        int           // so far; the last was over after 10 s
		at           time.Duration // of the press
		press        games.Ignored
		told, onward string // at once, and with a race that was declared at 12 s
	}{
		{"late", 1, 10500 * time.Millisecond, games.Ignored{Seat: 2, Why: games.Late},
			"too late: 500.000 ms after the race was over", ""},
		{"delivered late", 1, 9900 * time.Millisecond, games.Ignored{Seat: 2, Why: games.Late},
			"too late: delivered when the race was over", ""},
		{"in a queue", 1, 10 * time.Second, games.Ignored{Seat: 2, Why: games.NoEffect, Waited: true},
			"waited until 10.000000 s, and came to nothing: no effect now", ""},
		{"long after it", 1, 11500 * time.Millisecond, games.Ignored{Seat: 2, Why: games.Late}, "",
			"ignored: " + games.Late},
		{"before any race", 0, 9900 * time.Millisecond, games.Ignored{Seat: 2, Why: games.Late}, "",
			"ignored: " + games.Late},
		{"before the slaps", 1, 11500 * time.Millisecond, games.Ignored{Seat: 2, Why: games.NoEffect}, "",
			"too old: 500.000 ms before the slaps began"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out strings.Builder
			p := Printer{Out: &out, limits: race.DefaultLimits(), Races: test.races, over: 10 * time.Second}
			told := func(want string) {
				got := out.String()
				if !strings.Contains(got, want) || strings.Contains(got, "seat 2") != (want != "") {
					t.Errorf("told %q, want %q", got, want)
				}
				out.Reset()
			}
			p.ignore(test.at, test.press)
			told(test.told)
			p.race, p.opened = "mosquito", 12*time.Second
			p.finished(13*time.Second, games.RaceOver{Race: "mosquito", Zero: 12 * time.Second})
			told(test.onward)
			p.finished(14*time.Second, games.RaceOver{Race: "mosquito", Zero: 12 * time.Second})
			told("")
		})
	}
}

// explained returns what is printed of the races of two journals; with fault, their answers, too.
// Deadlines after the last line count only if they bring the same in both games: the seed may draw
// when a deadline fires, and once it has fired everybody knows.
func explained(t *testing.T, names *wording.Voice, journals [2][]byte, fault bool) (said [2]string) {
	t.Helper()
	var whole, after [2]string
	for i, text := range journals {
		said[i], whole[i], after[i] = explainedOne(t, names, text, fault)
	}
	if after[0] == after[1] {
		return whole
	}
	return said
}

func explainedOne(t *testing.T, names *wording.Voice, text []byte, fault bool) (said, whole, after string) {
	t.Helper()
	var out strings.Builder
	p := Printer{Out: &out, Names: names}
	table, _, err := journal.Play(text, all.Games(), math.MaxInt64, func(l journal.Line) {
		p.Line(l)
		if fault {
			fmt.Fprintln(&out, l.Input.Value)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	said = out.String()
	facts := table.FireRest()
	p.Line(journal.Line{Facts: facts})
	return said, out.String(), gametest.Facts(facts)
}

// Two games that differ in their secrets alone can't be told apart by how their races are
// explained. The test would notice if the answers were printed, too.
func TestNothingExplainedTellsOfASecret(t *testing.T) {
	const pairs = 16
	names := wording.NewPhrases(all.Games()).In(wording.English, "")
	noticed := map[string]int{}
	for _, rules := range all.Games() {
		for number := range pairs {
			twins, err := gametest.Twins(rules, number)
			if err != nil {
				t.Fatal(err)
			}
			if said := explained(t, names, twins, false); said[0] != said[1] {
				t.Errorf("%s, pair %d:\n%s\n%s\n%s\n%s", rules.Name, number, twins[0], said[0], twins[1], said[1])
			}
			if said := explained(t, names, twins, true); said[0] != said[1] {
				noticed[rules.Name]++
			}
		}
	}
	if t.Logf("so often the fault was noticed: %v", noticed); len(noticed) == 0 {
		t.Error("nobody would notice if the answers were repeated")
	}
}
