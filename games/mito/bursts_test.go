package mito

import (
	"math"
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// Slaps that came before their card was declared.
func TestBursts(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "MITO-14 who alone has ended his own turn at once has slapped no card of his",
			Story: `
				mito 1 2 3
				0.04 press 1
				3    play "cockroach"`,
			Only: "turn race_over",
			Facts: `
				0 turn {"seat":1}
				0.04 turn {"seat":2}
				8 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
				8 turn {"seat":3}`,
		},
		{
			Clause: "MITO-14 nor have several, one after the other, as far as nobody says so",
			Story: `
				mito 1 2 3
				1    press 1
				1.04 press 2
				3    play "ant"`,
			Only:  "take_discard",
			Facts: `3 take_discard {"seats":[1,2],"cards":1}`,
		},
		{
			Clause: "RACE-5 a slow judge: all slaps are of the last 15 s, and none is lost",
			Story: `
				mito 1 2 3 4
				10    press 2
				10.25 press 3
				10.4  press 4
				24    play "mosquito"`,
			Only:  "race_over",
			Facts: `24 race_over {"race":"mosquito","order":[{"seat":2,"after":0},{"seat":3,"after":250000000},{"seat":4,"after":400000000}],"missing":[],"slowest":4}`,
		},
		{
			Clause: "RACE-5 whole, as long as its last press is just declare ago",
			Story: `
				mito 1 2 3 4
				9.999 press 2
				10    press 3
				10.4  press 4
				25.4  play "mosquito"`,
			Only:  "race_over",
			Facts: `25.4 race_over {"race":"mosquito","order":[{"seat":2,"after":0},{"seat":3,"after":1000000},{"seat":4,"after":401000000}],"missing":[],"slowest":4}`,
		},
		{
			Clause: "RACE-5 and after that not at all",
			Story: `
				mito 1 2 3 4
				9.999 press 2
				10    press 3
				10.4  press 4
				25.400000001 play "mosquito"`,
			Only:  "race_over",
			Facts: `30.400000001 race_over {"race":"mosquito","order":[],"missing":[2,3,4]}`,
		},
		{
			Clause: "RACE-5 a press long before the slaps is none",
			Story: `
				mito 1 2 3 4
				7     press 4
				10    press 3
				10.2  press 2
				10.4  press 4
				12    play "cockroach"
				12.1  press 1`,
			Only:  "race_over",
			Facts: `12 race_over {"race":"cockroach","order":[{"seat":3,"after":0},{"seat":2,"after":200000000},{"seat":4,"after":400000000}],"missing":[1],"fastest":3}`,
		},
		{
			Clause: "RACE-5 a slap after the burst counts when it comes",
			Story: `
				mito 1 2 3 4
				10    press 3
				10.2  press 2
				12    play "mosquito"
				12.5  press 4`,
			Only:  "race_over",
			Facts: `12 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":200000000}],"missing":[4],"slowest":4}`,
		},
		{
			Clause: "RACE-5 where of those only one races his slap counts, and the others still may",
			Story: `
				mito 1 2 3 4 {"first":3}
				1     press 3
				3     press 4
				6     press 1
				7.4   press 1
				10    press 4
				11    play seat=1 "mosquito"
				11.1  press 2`,
			Only:  "race_over",
			Facts: `11.111 race_over {"race":"mosquito","order":[{"seat":4,"after":0},{"seat":2,"after":1100000000}],"missing":[3],"slowest":3}`,
		},
		{
			Clause: "RACE-5 each alone: nobody can know, and the judge says who was slowest",
			Story: `
				mito 1 2 3 4
				10    press 3
				12    press 2
				14    play "mosquito"
				16    slowest 2`,
			Only: "race_over prompt owe",
			Facts: `
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				14 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":2000000000}],"missing":[4]}
				14 prompt {"id":"slowest","for":"judge","options":[2,3]}
				16 owe {"from":[1,3,4],"to":2,"cards":1}`,
		},
		{
			Clause: "RACE-5 or fastest, or that it was nobody",
			Story: `
				mito 1 2 3 4
				10    press 3
				12    press 2
				14    play "cockroach"
				16    fastest "nobody"`,
			Only: "race_over prompt closed may_leave",
			Facts: `
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				14 prompt {"id":"nobody","for":"judge","options":["nobody"]}
				14 closed {"id":"nobody"}
				14 race_over {"race":"cockroach","order":[{"seat":3,"after":0},{"seat":2,"after":2000000000}],"missing":[1,4]}
				14 prompt {"id":"fastest","for":"judge","options":[2,3,"nobody"]}`,
		},
		{
			Clause: "RACE-5 one seat alone has slapped, and the others still may",
			Story: `
				mito 1 2 3 4
				10    press 3
				14    play "mosquito"
				14.1  press 2`,
			Only:  "race_over",
			Facts: `14.111 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":4100000000}],"missing":[4],"slowest":4}`,
		},
		{
			Clause: "RACE-5 drawn back over the slaps of those who were in turn when they slapped",
			Story: `
				mito 1 2 3 4 5
				10    press 1
				10.3  press 2
				10.5  press 3
				10.6  press 5
				10.7  press 4
				13    play seat=1 "mosquito"`,
			Only: "turn race_over",
			Facts: `
				0 turn {"seat":1}
				10 turn {"seat":2}
				10.3 turn {"seat":3}
				10.5 turn {"seat":4}
				10.7 turn {"seat":5}
				13 turn {"seat":1}
				13 race_over {"race":"mosquito","order":[{"seat":2,"after":0},{"seat":3,"after":200000000},{"seat":5,"after":300000000},{"seat":4,"after":400000000}],"missing":[],"slowest":4}
				13 turn {"seat":2}`,
		},
		{
			Clause: "RACE-5 where only those in turn slapped, one after the other, their short turns tell",
			Story: `
				mito 1 2 3
				10    press 1
				10.2  press 2
				10.3  press 3
				13    play seat=1 "cockroach"`,
			Only: "race_over",
			Facts: `
				13 race_over {"race":"cockroach","order":[{"seat":1,"after":0},{"seat":2,"after":200000000},{"seat":3,"after":300000000}],"missing":[],"fastest":1}`,
		},
		{
			Clause: "RACE-5 never before the layer's turn began",
			Story: `
				mito 1 2 3 4
				9.8   press 3
				9.9   press 4
				10    press 1
				10.2  press 4
				10.5  play seat=2 "mosquito"
				10.6  press 3`,
			Only:  "race_over",
			Facts: `10.611 race_over {"race":"mosquito","order":[{"seat":4,"after":0},{"seat":3,"after":400000000}],"missing":[1],"slowest":1}`,
		},
		{
			Clause: "RACE-5 a late press is no slap",
			Story: `
				mito 1 2 3 4
				5    play "cockroach"
				5.1  press 3
				6    press 3
				6.1  press 4
				6.3  press 1
				8    play "mosquito"`,
			Only: "race_over ignored call",
			Facts: `
				5.111 race_over {"race":"cockroach","order":[{"seat":3,"after":100000000}],"missing":[1,2,4],"fastest":3}
				6 ignored {"seat":3,"why":"late"}
				6.1 ignored {"seat":4,"why":"late"}
				6.3 call {"seat":1}
				13 race_over {"race":"mosquito","order":[{"seat":1,"after":0}],"missing":[3,4]}`,
		},
		{
			Clause: "RACE-5 without a slap the race opens when it is declared",
			Story: `
				mito 1 2 3
				10    play "mosquito"
				10.1  press 3
				10.3  press 2`,
			Only:  "race_over",
			Facts: `10.111 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[2],"slowest":2}`,
		},
		{
			Clause: "RACE-5 a press delivered late belongs to the burst",
			Story: `
				mito 1 2 3 4
				10    press 3
				10    play "mosquito"
				9.995 press 2
				10.1  press 4`,
			Only:  "race_over",
			Facts: `10.011 race_over {"race":"mosquito","order":[{"seat":2,"after":0},{"seat":3,"after":5000000}],"missing":[4],"slowest":4}`,
		},
		{
			Clause: "MITO-14 whose turn was over before the look-back of the slaps is not named",
			Story: `
				mito 1 2 3 4
				10    press 1
				11.6  press 3
				11.8  press 4
				12    play seat=1 "mosquito"`,
			Err:  "it was not the turn of seat 1 within the last 1.5s",
			Only: "race_open",
		},
		{
			Clause: "MITO-14 but within it is, however slow the judge",
			Story: `
				mito 1 2 3 4
				10    press 1
				11.5  press 3
				11.8  press 4
				20    play seat=1 "mosquito"`,
			Only:  "race_over",
			Facts: `20 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":300000000}],"missing":[2],"slowest":2}`,
		},
		{
			Clause: "MITO-14 a turn that has come again is the layer's, where the one before was over long before the slaps",
			Story: `
				mito 1 2 3 4
				1    press 1
				4    press 2
				8    press 3
				8.4  press 4
				9.2  press 3
				9.3  press 2
				9.6  press 4
				11   play "mosquito"`,
			Only:  "race_over",
			Facts: `11 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":100000000},{"seat":4,"after":400000000}],"missing":[],"slowest":4}`,
		},
		{
			Clause: "MITO-14 and may be named when it has ended, too",
			Story: `
				mito 1 2 3 4
				1    press 1
				4    press 2
				8    press 3
				8.4  press 4
				9.2  press 1
				9.3  press 3
				11   play seat=1 "spider"`,
			Only: "prompt",
			Facts: `
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				11 prompt {"id":"spider_to","for":"judge","options":[2,3,4,"nobody"]}`,
		},
		{
			Clause: "RACE-5 a slap of a turn long over is none, where another seat has slapped in this one",
			Story: `
				mito 1 2 3
				2    press 1
				4    press 3
				6    press 2
				8    press 3
				10   press 2
				12   play "cockroach"`,
			Only:  "race_over",
			Facts: `12 race_over {"race":"cockroach","order":[{"seat":2,"after":0}],"missing":[1,3],"fastest":2}`,
		},
		{
			Clause: "MITO-16 a guardian's slap, declared at any time",
			Story: `
				mito 1 2 3 4
				8     press 1
				10    press 1
				10.2  press 3
				10.4  press 4
				40    play "mosquito"`,
			Only: "closed race_over",
			Facts: `
				40 closed {"id":"accused"}
				40 race_over {"race":"mosquito","order":[{"seat":1,"after":0},{"seat":3,"after":200000000},{"seat":4,"after":400000000}],"missing":[],"slowest":4}`,
		},
		{
			Clause: "MITO-16 nothing else, though",
			Story: `
				mito 1 2 3 4
				8     press 1
				10    press 1
				20    play "ant"`,
			Err:  `"play" may only be answered "mosquito" or "cockroach" during a check`,
			Only: "closed",
		},
		{
			Clause: "MITO-16 a call that was withdrawn is a slap all the same",
			Story: `
				mito 1 2 3 4
				8     press 1
				10    press 1
				10.2  press 3
				10.4  press 4
				11    accused "withdraw"
				12    play "mosquito"`,
			Only:  "race_over",
			Facts: `12 race_over {"race":"mosquito","order":[{"seat":1,"after":0},{"seat":3,"after":200000000},{"seat":4,"after":400000000}],"missing":[],"slowest":4}`,
		},
		{
			Clause: "MITO-16 what came in a check with a verdict shows no card",
			Story: `
				mito 1 2 3 4
				8     press 1
				10    press 1
				10.2  press 3
				10.4  press 4
				11    accused 3
				12    verdict "innocent"
				13    play "mosquito"`,
			Only:  "race_over",
			Facts: `18 race_over {"race":"mosquito","order":[],"missing":[1,3,4]}`,
		},
		{
			Clause: "MITO-14 the layer ends his turn long after the slaps, and nobody says whose card it is",
			Story: `
				mito 1 2 3 4 5
				2    press 1
				6    press 5
				6.1  press 3
				6.4  press 4
				8.7  press 2
				11.1 play "mosquito"`,
			Only: "turn race_open race_over",
			Facts: `
				0 turn {"seat":1}
				2 turn {"seat":2}
				8.7 turn {"seat":3}
				11.1 turn {"seat":2}
				11.1 race_open {"race":"mosquito","entrants":[1,3,4,5]}
				11.1 race_over {"race":"mosquito","order":[{"seat":5,"after":0},{"seat":3,"after":100000000},{"seat":4,"after":400000000}],"missing":[1],"slowest":1}
				11.1 turn {"seat":3}`,
		},
		{
			Clause: "MITO-14 who slaps again when the turn has passed changes nothing of that",
			Story: `
				mito 1 2 3 4
				2    press 1
				6    press 4
				6.3  press 3
				8    press 2
				9.5  press 4
				11   play "cockroach"`,
			Only: "race_over",
			Facts: `
				11 race_over {"race":"cockroach","order":[{"seat":4,"after":0},{"seat":3,"after":300000000},{"seat":2,"after":2000000000}],"missing":[1],"fastest":4}`,
		},
		{
			Clause: "MITO-14 nobody lays a card in half a burst: whoever has just ended his turn has laid it",
			Story: `
				mito 1 2 3 4
				6    press 1
				6.4  press 3
				6.6  press 4
				8    play "mosquito"`,
			Only:  "race_open",
			Facts: `8 race_open {"race":"mosquito","entrants":[2,3,4]}`,
		},
		{
			Clause: "MITO-14 but in a little more he may",
			Story: `
				mito 1 2 3 4
				6    press 1
				6.501 press 3
				6.6  press 4
				8    play "mosquito"`,
			Only:  "race_open",
			Facts: `8 race_open {"race":"mosquito","entrants":[1,3,4]}`,
		},
		{
			Clause: "MITO-14 of as many slaps in two turns the latest are meant",
			Story: `
				mito 1 2 3 4
				3    press 3
				3.1  press 4
				6    press 1
				9    press 3
				9.1  press 4
				11   play "mosquito"`,
			Only:  "race_open",
			Facts: `11 race_open {"race":"mosquito","entrants":[1,3,4]}`,
		},
		{
			Clause: "MITO-14 slaps of a card that is resolved are of no other",
			Story: `
				mito 1 2 3 4
				3    press 3
				3.1  press 4
				4    play "ant"
				9    press 3
				11   play "mosquito"`,
			Only:  "race_over",
			Facts: `16 race_over {"race":"mosquito","order":[{"seat":3,"after":0}],"missing":[1,4]}`,
		},
		{
			Clause: "RACE-5 in a check time stands still: the burst of the call counts whole",
			Story: `
				mito 1 2 3 4 5
				2    press 1
				6    press 4
				6.1  press 5
				6.3  press 1
				6.5  press 3
				78   play "mosquito"`,
			Only: "race_over",
			Facts: `
				78 race_over {"race":"mosquito","order":[{"seat":4,"after":0},{"seat":5,"after":100000000},{"seat":1,"after":300000000},{"seat":3,"after":500000000}],"missing":[],"slowest":3}`,
		},
		{
			Clause: "RACE-5 a hand that twitched long before the card, and slapped again with the others",
			Story: `
				mito 1 2 3 4
				9.4  press 3
				10   press 4
				10.2 press 2
				10.3 press 3
				12   play "mosquito"`,
			Only:  "race_over",
			Facts: `12 race_over {"race":"mosquito","order":[{"seat":4,"after":0},{"seat":2,"after":200000000},{"seat":3,"after":300000000}],"missing":[],"slowest":3}`,
		},
		{
			Clause: "RACE-5 not so long before it: the judge says whether it was too early",
			Story: `
				mito 1 2 3 4
				9.6  press 3
				10   press 4
				10.2 press 2
				10.3 press 3
				12   play "mosquito"
				14   slowest 3`,
			Only: "race_over prompt owe",
			Facts: `
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				12 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":400000000},{"seat":2,"after":600000000}],"missing":[]}
				12 prompt {"id":"slowest","for":"judge","options":[2,3]}
				14 owe {"from":[1,2,4],"to":3,"cards":1}`,
		},
		{
			Clause: "RACE-5 where that would change nothing he is not asked",
			Story: `
				mito 1 2 3 4
				9.6  press 3
				10   press 4
				10.2 press 3
				10.3 press 2
				12   play "mosquito"`,
			Only:  "race_over",
			Facts: `12 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":400000000},{"seat":2,"after":700000000}],"missing":[],"slowest":2}`,
		},
		{
			Clause: "RACE-5 nor before it is known whether it would: the race goes on",
			Story: `
				mito 1 2 3 4
				9.6  press 3
				10   press 4
				10.3 press 3
				11   play "mosquito"
				11.2 press 2`,
			Only:  "race_over",
			Facts: `11 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":400000000}],"missing":[2],"slowest":2}`,
		},
		{
			Clause: "RACE-5 who laid the card and slaps no one's does not disturb a pause",
			Story: `
				mito 1 2 3 4
				9.4  press 3
				9.8  press 1
				10   press 4
				10.2 press 2
				10.3 press 3
				12   play seat=1 "mosquito"`,
			Only:  "race_over",
			Facts: `12 race_over {"race":"mosquito","order":[{"seat":4,"after":0},{"seat":2,"after":200000000},{"seat":3,"after":300000000}],"missing":[],"slowest":3}`,
		},
		{
			Clause: "Undo a press that was ignored in a check belongs to that which is open when another is taken back",
			Story: `
				mito 1 2 3
				1    press 1
				5    press 1
				6    accused 3
				7    play "mosquito"
				9    press 1
				9.1  press 2
				10   undo
				10.5 undo
				11   verdict "innocent"
				12   play "cockroach"`,
			Only:  "race_over",
			Facts: "7 race_over {\"race\":\"mosquito\",\"order\":[{\"seat\":1,\"after\":0}],\"missing\":[3],\"slowest\":3}\n17 race_over {\"race\":\"cockroach\",\"order\":[],\"missing\":[1,2,3]}",
		},
		{
			Clause: "Undo a press between the undo of a verdict and its redo is of no check any more",
			Story: `
				mito 1 2 3
				1    press 1
				5    press 1
				6    accused 3
				7    verdict "innocent"
				8    undo
				8.5  press 3
				9    redo
				10   play "cockroach"`,
			Only:  "race_over",
			Facts: `10 race_over {"race":"cockroach","order":[{"seat":3,"after":0}],"missing":[1,2],"fastest":3}`,
		},
		{
			Clause: "MITO-11 after a double press the card is the guardian's, who may slap no more",
			Story: `
				mito 1 2 3 4
				10    press 1
				10.3  press 1
				10.4  press 3
				11    play "mosquito"
				11.2  press 4`,
			Only: "race_open race_over turn",
			Facts: `
				0 turn {"seat":1}
				10 turn {"seat":2}
				10.3 turn {"seat":1}
				11 race_open {"race":"mosquito","entrants":[2,3,4]}
				11.211 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":800000000}],"missing":[2],"slowest":2}
				11.211 turn {"seat":2}`,
		},
		{
			Clause: "MITO-11 or of the seat whose turn it was before, if it is named",
			Story: `
				mito 1 2 3 4
				10    press 1
				10.3  press 1
				10.4  press 3
				11    play seat=2 "mosquito"
				11.2  press 4`,
			Only: "race_open race_over",
			Facts: `
				11 race_open {"race":"mosquito","entrants":[1,3,4]}
				11 race_over {"race":"mosquito","order":[{"seat":1,"after":0},{"seat":3,"after":100000000}],"missing":[4],"slowest":4}`,
		},
	})
}

// What the surfaces are told while slaps wait for their card.
func TestSlapsThatWait(t *testing.T) {
	for _, c := range []struct {
		clause, story string
		pressed       []games.Seat  // the line of those who have slapped
		layers        []games.Seat  // who is asked about, the likeliest first
		offers        bool          // the cards beside the check
		now           time.Duration // if no layer is asked about who is too late by then
	}{
		{clause: "RACE-5 nobody has slapped", story: ``},
		{
			clause:  "RACE-5 who has slapped, by time, as they come",
			story:   "10 press 4\n10.2 press 3",
			pressed: []games.Seat{4, 3},
		},
		{
			clause:  "RACE-5 for as long as the card may be declared",
			story:   "10 press 4\n24.9 press 3\n25.000000001 release 3",
			pressed: []games.Seat{3},
		},
		{clause: "RACE-5 and not any more", story: "10 press 4\n25.000000001 release 4"},
		{clause: "RACE-5 nor when they are used", story: "10 press 4\n10.1 press 3\n10.2 press 2\n11 play \"mosquito\"\n"},
		{
			clause: "MITO-14 whose turn has just ended",
			story:  "10 press 1",
			layers: []games.Seat{1, 2},
		},
		{
			clause:  "MITO-14 it has ended shortly before the slaps",
			story:   "5 press 1\n10 press 2\n10.5 press 4\n10.7 press 2",
			pressed: []games.Seat{2, 4},
			layers:  []games.Seat{2, 3},
		},
		{
			clause:  "MITO-14 or not so shortly: the next may have laid it",
			story:   "5 press 1\n10 press 2\n10.6 press 4\n10.7 press 2",
			pressed: []games.Seat{4, 2},
			layers:  []games.Seat{3, 2},
		},
		{
			clause:  "MITO-14 or after them, for as long as they may be declared",
			story:   "5 press 1\n10 press 3\n10.2 press 4\n18 press 2\n24 release 2",
			pressed: []games.Seat{3, 4},
			layers:  []games.Seat{2, 3},
		},
		{
			clause:  "MITO-14 or among them",
			story:   "10 press 3\n10.2 press 1\n10.5 press 4",
			pressed: []games.Seat{3, 1, 4},
			layers:  []games.Seat{1, 2},
		},
		{
			clause:  "MITO-14 a turn too short for a card was ended by a slap",
			story:   "10 press 1\n10.3 press 2\n10.5 press 4",
			pressed: []games.Seat{1, 2, 4},
			layers:  []games.Seat{1, 3, 2},
		},
		{
			clause:  "MITO-14 a turn long before the slaps is no question",
			story:   "5 press 1\n10 press 4\n10.2 press 3",
			pressed: []games.Seat{4, 3},
		},
		{
			clause: "MITO-14 nor one that its own seat ended at once: he has slapped no card of his",
			story:  "0.3 press 1\n0.9 press 1\n2 accused 3\n2.1 verdict \"guilty\"\n5 release 4",
			now:    5 * time.Second,
			layers: []games.Seat{2}, // alone: that is no question
		},
		{clause: "MITO-14 nor one whose card was declared", story: `10 play "ant"`},
		{
			clause:  "MITO-16 another pressed about the time of the call: the cards stand before the seats",
			story:   "5 press 1\n9.8 press 4\n10 press 1",
			pressed: []games.Seat{4, 1},
			offers:  true,
		},
		{
			clause:  "MITO-16 a call of its own is a call",
			story:   "5 press 1\n8.9 press 4\n10 press 1\n11.1 press 3",
			pressed: []games.Seat{4, 1, 3},
		},
		{
			clause:  "MITO-11 after a double press the surface asks",
			story:   "10 press 1\n10.3 press 1",
			pressed: []games.Seat{1},
			layers:  []games.Seat{1, 2},
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			v := look(t, "mito 1 2 3 4\n"+c.story)
			var pressed []games.Seat
			for _, l := range v.Lines {
				if l.Word == "pressed" {
					pressed = l.Seats
				}
			}
			if !slices.Equal(pressed, c.pressed) {
				t.Errorf("slapped: %v; want %v", pressed, c.pressed)
			}
			var layers []games.Seat
			offers := false
			for _, p := range v.Prompts {
				naming, _ := p.Names(games.Word("mosquito"))
				for _, l := range naming.Seats {
					if l.Until > 0 && l.Until < c.now {
						continue
					}
					layers = append(layers, l.Seat)
				}
				offers = offers || len(p.Offers) > 0
			}
			if !slices.Equal(layers, c.layers) {
				t.Errorf("laid by %v; want %v", layers, c.layers)
			}
			if offers != c.offers {
				t.Errorf("the cards stand before the seats: %v", offers)
			}
		})
	}
}

// look tells a story and returns what the judge sees at the end of it.
func look(t *testing.T, story string) games.View {
	t.Helper()
	text, err := gametest.Journal(story)
	if err != nil {
		t.Fatal(err)
	}
	table, _, err := journal.Play(text, book(), math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	return table.View(games.Judge)
}

func TestWhoPressedInVain(t *testing.T) {
	for _, c := range []struct {
		clause, story string
		want          []games.Finish
	}{
		{
			clause: "RACE-6 who came too late is shown by how much, and once",
			story:  "10 play \"cockroach\"\n10.5 press 3\n10.53 press 4\n10.56 press 1\n10.6 press 4",
			want:   []games.Finish{{Seat: 4, After: 530 * time.Millisecond}, {Seat: 1, After: 560 * time.Millisecond}},
		},
		{
			clause: "RACE-6 but not when the quiet is over",
			story:  "10 play \"cockroach\"\n10.5 press 3\n12 press 4",
		},
		{
			clause: "RACE-5 who pressed too early, too",
			story:  "6 press 4\n10 press 3\n10.2 press 2\n12 play \"mosquito\"\n",
			want:   []games.Finish{{Seat: 4, After: -4 * time.Second}},
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			if diff := cmp.Diff(c.want, look(t, "mito 1 2 3 4\n"+c.story).Race.Uncounted); diff != "" {
				t.Errorf("in vain (-want +got):\n%s", diff)
			}
		})
	}
}
