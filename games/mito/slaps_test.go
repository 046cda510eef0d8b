package mito

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"

	"github.com/google/go-cmp/cmp"
)

// While slaps wait for their card, the judge sees who has slapped, and who may have laid it, the
// likeliest first.
func TestSlapsThatWait(t *testing.T) {
	for _, c := range []struct{ clause, story, slapped, layers string }{
		{"RACE-5 nobody has slapped", "", "[]", "[]"},
		{"RACE-5 who has slapped, by time, as they come", "10 press 4\n9.995 press 2\n10.2 press 3", "[2 4 3]", "[]"},
		{"RACE-5 a slap is shown as long as its burst may count",
			"10 press 4\n24 press 3\n25.000000001 release 3", "[3]", "[]"},
		{"RACE-5 no longer, even when edges are lost", "10 press 4\n24 press 3\n25.000000001 lost 1", "[3]", "[]"},
		{"RACE-5 no longer than that", "10 press 4\n25.000000001 look", "[]", "[]"},
		{"RACE-5 up to that very moment", "10 press 4\n25 look", "[4]", "[]"},
		{"RACE-5 no longer when the card is declared",
			"10 press 4\n10.1 press 3\n10.2 press 2\n11 play \"mosquito\"", "[]", "[]"},
		{"RACE-5 not a press of the seat in turn alone", "10 play \"spider\"\n10.2 press 1\n11 undo", "[]", "[]"},
		{"MITO-14 whose turn has just ended", "10 press 1\n11.5 release 1", "[]", "[1 2]"},
		{"MITO-14 not longer ago than the look-back", "10 press 1\n11.500000001 look", "[]", "[]"},
		{"MITO-14 a turn that ended just before the slaps",
			"5 press 1\n10 press 2\n10.5 press 4\n10.7 press 2\n20 release 2", "[2 4]", "[2 3]"},
		{"MITO-14 whose turn ended just the look-back before the slaps", "10 press 1\n11.5 press 3", "[3]", "[2 1]"},
		{"MITO-14 a turn that its seat ended at once", "0.3 press 1", "[]", "[2 1]"},
		{"MITO-14 two turns of half a burst, too short for a card", "0.5 press 1\n1 press 2", "[1 2]", "[1 3 2]"},
		{"MITO-14 two turns just longer than that", "0.6 press 1\n1.100000001 press 2", "[]", "[2 3 1]"},
		{"MITO-14 the next in turn had time to lay it",
			"5 press 1\n10 press 2\n10.6 press 4\n10.7 press 2", "[4 2]", "[3 2]"},
		{"MITO-14 a turn that ended after the slaps",
			"5 press 1\n10 press 3\n10.2 press 4\n18 press 2\n24 look", "[3 4]", "[2 3]"},
		{"MITO-14 a turn that ended among the slaps", "10 press 3\n10.2 press 1\n10.5 press 4", "[3 1 4]", "[1 2]"},
		{"MITO-14 a turn too short for a card", "10 press 1\n10.3 press 2\n10.5 press 4", "[1 2 4]", "[1 3 2]"},
		{"MITO-14 a turn long before the slaps", "5 press 1\n10 press 4\n10.2 press 3", "[4 3]", "[]"},
		{"MITO-14 one that its own seat ended at once",
			"0.3 press 1\n0.9 press 1\n2 accused 3\n2.1 verdict \"guilty\"\n5 look", "[]", "[]"},
		{"MITO-14 of each seat its last turn",
			"5 press 1\n5.4 press 2\n5.8 press 3\n6.2 press 4\n6.5 press 1", "[1 2 3 4]", "[1 2 4 3]"},
		{"MITO-14 or its turn in which most slapped",
			"5 press 3\n5.1 press 4\n6 press 1\n8 press 2\n10 press 3\n12 press 4\n14 press 1\n15.6 look",
			"[3 4 1]", "[1 2]"},
		{"MITO-14 not the turn of a declared card", `10 play "ant"`, "[]", "[]"},
		{"MITO-16 a call that may have been a slap", "5 press 1\n9.8 press 4\n10 press 1", "[4 1]", "[]"},
		{"MITO-16 long after a call a seat accuses itself",
			"5 press 1\n8.9 press 4\n10 press 1\n11.1 press 3", "[4 1 3]", "[]"},
		{"MITO-7 a call that was withdrawn is none", "5 press 1\n10 press 1\n12 accused \"withdraw\"", "[]", "[]"},
		{"MITO-7 but another seat's may be",
			"5 press 1\n9.8 press 4\n10 press 1\n12 accused \"withdraw\"", "[4 1]", "[]"},
		{"MITO-7 a call is none", "5 press 1\n10 press 1", "[]", "[]"},
		{"MITO-11 after a double press", "10 press 1\n10.3 press 1", "[]", "[1 2]"},
	} {
		t.Run(c.clause, func(t *testing.T) {
			v, at := look(t, c.story)
			slapped, layers := []games.Seat{}, []games.Seat{}
			for _, l := range v.Lines {
				if l.Word == "pressed" {
					slapped = l.Seats
				}
			}
			for _, p := range v.Prompts {
				naming, _ := p.Names(games.Word("mosquito"))
				layers = append(layers, naming.Left(at)...)
			}
			if got := fmt.Sprint(slapped); got != c.slapped {
				t.Errorf("%s have slapped; want %s", got, c.slapped)
			}
			if got := fmt.Sprint(layers); got != c.layers {
				t.Errorf("laid by %s; want %s", got, c.layers)
			}
		})
	}
}

// Where another seat pressed within a burst of the call, the judge may declare a card instead.
func TestACallThatMayHaveBeenASlapOffersTheCards(t *testing.T) {
	for story, want := range map[string]int{
		"5 press 1\n9 press 4\n10 press 1":           2,
		"5 press 1\n8.999999999 press 4\n10 press 1": 0,
		"5 press 1\n10 press 1\n10.999 press 4":      2,
	} {
		v, _ := look(t, story)
		if asked := v.Prompts[0]; asked.ID != "accused" || len(asked.Offers) != want {
			t.Errorf("MITO-16 after %q %s offers %v, want accused with %d cards", story, asked.ID, asked.Offers, want)
		}
	}
}

// look plays a story and returns what the judge sees at its end. A last line "TIME look" only sets
// the time.
func look(t *testing.T, story string) (v games.View, at time.Duration) {
	t.Helper()
	told, late := strings.CutSuffix(story, " look")
	if late {
		last := strings.LastIndex(told, "\n")
		at, _ = gametest.Seconds(told[last+1:])
		told = told[:last]
	}
	table, _, err := gametest.Play(book(), "mito 1 2 3 4\n"+told)
	if err != nil {
		t.Fatal(err)
	}
	table.Advance(at)
	return table.View(games.Judge), at
}

func TestWhoPressedInVain(t *testing.T) {
	for _, c := range []struct {
		clause, story string
		want          []games.Finish
	}{
		{
			"RACE-6 each late seat is shown once, with the time of its first late press",
			"10 play \"cockroach\"\n10.5 press 3\n10.53 press 4\n10.56 press 1\n10.6 press 4",
			[]games.Finish{{Seat: 4, After: 530 * time.Millisecond}, {Seat: 1, After: 560 * time.Millisecond}},
		},
		{
			"RACE-6 a press after the quiet is not shown",
			"10 play \"cockroach\"\n10.5 press 3\n12 press 4", nil,
		},
		{
			"RACE-5 a seat that pressed too early is shown with its last early press",
			"5 press 4\n6 press 4\n8 press 3\n10 press 3\n10.2 press 2\n12 play \"mosquito\"",
			[]games.Finish{{Seat: 4, After: -4 * time.Second}},
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			v, _ := look(t, c.story)
			if diff := cmp.Diff(c.want, v.Race.Uncounted); diff != "" {
				t.Errorf("in vain (-want +got):\n%s", diff)
			}
		})
	}
}
