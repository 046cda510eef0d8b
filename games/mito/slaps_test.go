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

// Slaps that came before their card was declared.
func TestSlapsBeforeTheDeclaration(t *testing.T) {
	gametest.Stories(t, book(), `
		MITO-14 a seat that alone ended its own turn at once has slapped no card of its own
			mito 1 2 3
			0.04 press 1
			3    play "cockroach"
			-- turn race_over
			0.04 turn {"seat":2}
			8 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
			8 turn {"seat":3}

		MITO-14 passes alone, one after the other: the card is of the seat in turn
			mito 1 2 3
			1    press 1
			1.04 press 2
			3    play "ant"
			-- take_discard
			3 take_discard {"seats":[1,2],"cards":1}

		MITO-14 one slap of the layer's own among passes: the card is his
			mogelmotte 1 2 3
			0    press 1
			1    press 2
			1    press 2
			1    press 3
			1    play "ant"
			-- draw
			1 draw {"seats":[1,3],"cards":1}

		RACE-5 a press of the very instant at which the last card was decided is no slap of the next
			mogelmotte 1 2 3
			56   press 2
			56   press 1
			58   press 1
			58   play "mosquito"
			61   play "cockroach"
			61.1 press 3
			-- race_over
			58 race_over {"race":"mosquito","order":[{"seat":1,"after":0},{"seat":2,"after":0}],"missing":[3],"slowest":3}
			61.111 race_over {"race":"cockroach","order":[{"seat":3,"after":100000000}],"missing":[1,2],"fastest":3}

		RACE-5 a burst counts whole, up to just "declare" after its last press
			mito 1 2 3 4
			9.9   press 3
			10.2  press 1
			11.1  press 4
			26.1  play "mosquito"
			-- race_over
			26.1 race_over {"race":"mosquito"
				,"order":[{"seat":3,"after":0},{"seat":4,"after":1200000000}],"missing":[2],"slowest":2}

		RACE-5 a burst longer than "declare" ago does not count at all
			mito 1 2 3 4
			9.999 press 2
			10    press 3
			10.4  press 4
			25.400000001 play "mosquito"
			-- race_over
			30.400000001 race_over {"race":"mosquito","order":[],"missing":[2,3,4]}

		RACE-5 bursts of one seat each, of which one alone races: its slap counts, and the race goes on
			mito 1 2 3 4 {"first":3}
			1     press 3
			3     press 4
			6     press 1
			7.4   press 1
			10    press 4
			11    play seat=1 "mosquito"
			11.1  press 2
			-- race_over
			11.111 race_over {"race":"mosquito"
				,"order":[{"seat":4,"after":0},{"seat":2,"after":1100000000}],"missing":[3],"slowest":3}

		RACE-5 bursts of one seat each: the judge says who was slowest
			mito 1 2 3 4
			10    press 3
			12    press 2
			14    play "mosquito"
			16    slowest 2
			-- race_over prompt owe
			14 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":2000000000}]
				,"missing":[4]}
			14 prompt {"id":"slowest","for":"judge","options":[2,3]}
			16 owe {"from":[1,3,4],"to":2,"cards":1}

		RACE-5 all have slapped a mosquito, each by itself: somebody was late
			mito 1 2 3
			10    press 3
			14    press 2
			16    play "mosquito"
			-- race_over owe
			16 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":4000000000}],"missing":[],"slowest":2}
			16 owe {"from":[1,3],"to":2,"cards":1}

		RACE-5 but not where one of them slapped twice
			mito 1 2 3
			10    press 3
			14    press 2
			17    press 3
			18    play "mosquito"
			-- prompt
			18 prompt {"id":"slowest","for":"judge","options":[2,3]}

		RACE-5 bursts of one seat each: the judge says who was fastest, or nobody
			mito 1 2 3 4
			10    press 3
			11.5  press 1
			13    press 4
			14    play seat=1 "cockroach"
			16    fastest "nobody"
			-- race_over prompt closed may_leave
			14 prompt {"id":"nobody","for":"judge","options":["nobody"]}
			14 closed {"id":"nobody"}
			14 race_over {"race":"cockroach","order":[{"seat":3,"after":0},{"seat":4,"after":3000000000}]
				,"missing":[1,2]}
			14 prompt {"id":"fastest","for":"judge","options":[3,4,"nobody"]}

		RACE-5 a pass that a double press took back, long before the card, is no slap
			mito 1 2 3
			10    press 1
			10.3  press 1
			11    accused 2
			12    verdict "innocent"
			14    play "cockroach"
			-- race_over
			19 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}

		RACE-5 no press from before the layer's turn is a slap
			mito 1 2 3 4
			9.8   press 3
			9.9   press 4
			10    press 1
			10.2  press 4
			10.5  play seat=2 "mosquito"
			10.6  press 3
			-- race_over
			10.611 race_over {"race":"mosquito"
				,"order":[{"seat":4,"after":0},{"seat":3,"after":400000000}],"missing":[1],"slowest":1}

		MITO-14 whose turn was over before the look-back of the slaps is not named
			mito 1 2 3 4
			10    press 1
			11.6  press 3
			11.8  press 4
			12    play seat=1 "mosquito"
			! it was not the turn of seat 1 within the last 1.5s

		MITO-14 within the look-back it is named, however slow the judge
			mito 1 2 3 4
			10    press 1
			11.5  press 3
			20    play seat=1 "mosquito"
			-- race_over
			25 race_over {"race":"mosquito","order":[{"seat":3,"after":0}],"missing":[2,4]}

		MITO-14 nor is a seat that has had no turn
			mito 1 2 3
			10    play seat=2 "spider"
			! it was not the turn of seat 2 within the last 1.5s

		MITO-14 nor one that does not play
			mito 1 2 3
			10    play seat=4 "out"
			! seat 4 does not play

		RACE-5 a slap of a turn long over is none, where another seat has slapped in this one
			mito 1 2 3
			2    press 1
			4    press 3
			6    press 2
			8    press 3
			10   press 2
			12   play "cockroach"
			-- race_over
			12 race_over {"race":"cockroach","order":[{"seat":2,"after":0}],"missing":[1,3],"fastest":2}

		MITO-16 a guardian's slap, declared at any time
			mito 1 2 3 4
			8     press 1
			10    press 1
			10.2  press 3
			10.4  press 4
			40    play "mosquito"
			-- closed race_over
			40 closed {"id":"accused"}
			40 race_over {"race":"mosquito"
				,"order":[{"seat":1,"after":0},{"seat":3,"after":200000000},{"seat":4,"after":400000000}]
				,"missing":[],"slowest":4}

		MITO-16 during a check no other card can be declared
			mito 1 2 3 4
			8     press 1
			10    press 1
			20    play "ant"
			! "play" may only be answered "mosquito" or "cockroach" during a check

		MITO-16 a call that was withdrawn is a slap all the same, even after another call
			mito 1 2 3 4
			8     press 1
			10    press 1
			10.2  press 3
			11    accused "withdraw"
			11.1  press 4
			12    press 1
			13    accused 2
			14    verdict "innocent"
			15    play "mosquito"
			-- race_over
			15 race_over {"race":"mosquito"
				,"order":[{"seat":1,"after":0},{"seat":3,"after":200000000},{"seat":4,"after":1100000000}]
				,"missing":[],"slowest":4}

		MITO-14 a further slap after the turn has passed does not change whose card it is
			mito 1 2 3 4
			2    press 1
			6    press 4
			6.3  press 3
			8    press 2
			9.5  press 4
			11   play "cockroach"
			-- race_over
			11 race_over {"race":"cockroach"
				,"order":[{"seat":4,"after":0},{"seat":3,"after":300000000},{"seat":2,"after":2000000000}]
				,"missing":[1],"fastest":4}

		RACE-5 a hand that twitched long before the card, and slapped again with the others
			mito 1 2 3 4
			9.4  press 3
			10   press 4
			10.2 press 2
			10.3 press 3
			12   play "mosquito"
			-- race_over
			12 race_over {"race":"mosquito"
				,"order":[{"seat":4,"after":0},{"seat":2,"after":200000000},{"seat":3,"after":300000000}]
				,"missing":[],"slowest":3}

		RACE-5 a twitch shortly before the others: the judge says whether it was too early
			mito 1 2 3 4
			9.6  press 3
			10   press 4
			10.2 press 2
			10.3 press 3
			12   play "mosquito"
			14   slowest 3
			-- race_over prompt owe
			12 race_over {"race":"mosquito"
				,"order":[{"seat":3,"after":0},{"seat":4,"after":400000000},{"seat":2,"after":600000000}],"missing":[]}
			12 prompt {"id":"slowest","for":"judge","options":[2,3]}
			14 owe {"from":[1,2,4],"to":3,"cards":1}

		MITO-11 after a double press the card is the guardian's, who may slap no more
			mito 1 2 3 4
			10    press 1
			10.3  press 1
			10.4  press 3
			11    play "mosquito"
			11.2  press 4
			-- race_open race_over turn
			10 turn {"seat":2}
			10.3 turn {"seat":1}
			11 race_open {"race":"mosquito","entrants":[2,3,4]}
			11.211 race_over {"race":"mosquito"
				,"order":[{"seat":3,"after":0},{"seat":4,"after":800000000}],"missing":[2],"slowest":2}
			11.211 turn {"seat":2}

		RACE-5 a slap that has counted is no slap of the next race
			mito 1 2 3 4
			1   press 3
			1.1 play "mosquito"
			1.2 press 2
			1.3 play seat=1 "cockroach"
			-- race_over
			1.211 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":200000000}]
				,"missing":[4],"slowest":4}
			6.3 race_over {"race":"cockroach","order":[],"missing":[1,2,3,4]}
	`)
}

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
		{"MITO-11 after a double press", "10 press 1\n10.3 press 1", "[1]", "[1 2]"},
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
