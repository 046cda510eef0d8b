package mito

import (
	"testing"

	"arbitre/games/gametest"
)

func TestCards(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "MITO-14 play is asked once a round and stays open",
			Story: `
				mito 1 2 3
				1 play "ant"
				2 play "ant"
				3 play seat=3 "out"
				4 hand {"numbers":1,"actions":0,"mitos":0}
				5 hand {"numbers":1,"actions":0,"mitos":0}
				6 next_round "ready"`,
			Only: "prompt closed",
			Facts: `
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				3 prompt {"id":"hand","for":"judge","seat":1}
				4 prompt {"id":"hand","for":"judge","seat":2}
				5 prompt {"id":"next_round","for":"judge","options":["ready"]}
				6 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}`,
		},
		{
			Clause: "MITO-14 when the card is resolved the turn passes to the left of the layer",
			Story: `
				mito 1 2 3
				1 play "ant"
				2 press 2`,
			Only: "turn",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				2 turn {"seat":3}`,
		},
		{
			Clause: "MITO-14 laid by a seat whose turn was within the look-back, the turn is that seat's again",
			Story: `
				mito 1 2 3 4
				10   press 1
				11   press 2
				11.2 press 3
				12.5 play seat=2 "spider"
				13   spider_to 4`,
			Only: "turn owe",
			Facts: `
				0 turn {"seat":1}
				10 turn {"seat":2}
				11 turn {"seat":3}
				11.2 turn {"seat":4}
				12.5 turn {"seat":2}
				13 owe {"from":[2],"to":4,"cards":1}
				13 turn {"seat":3}`,
		},
		{
			Clause: "MITO-14 the look-back ends after just its time",
			Story: `
				mito 1 2 3 4
				10 press 1
				11.500000001 play seat=1 "spider"`,
			Err:  "it was not the turn of seat 1 within the last 1.5s",
			Only: "spider_to",
		},
		{
			Clause: "MITO-14 named for itself the seat in turn needs no look-back",
			Story: `
				mito 1 2 3 4
				10 play seat=1 "spider"
				11 spider_to "nobody"`,
			Only: "turn owe",
			Facts: `
				0 turn {"seat":1}
				11 turn {"seat":2}`,
		},
		{
			Clause: "MITO-14 the press that ended the layer's turn is his slap where he races",
			Story: `
				mito 1 2 3 4
				10   press 1
				10.1 press 2
				11   play seat=1 "cockroach"`,
			Only: "turn race_over may_leave",
			Facts: `
				0 turn {"seat":1}
				10 turn {"seat":2}
				10.1 turn {"seat":3}
				11 turn {"seat":1}
				11 race_over {"race":"cockroach","order":[{"seat":1,"after":0},{"seat":2,"after":100000000}],"missing":[3,4],"fastest":1}
				11 may_leave {"seat":1}
				11 turn {"seat":2}`,
		},
		{
			Clause: "MITO-14 the press that gave the layer his turn is no slap",
			Story: `
				mito 1 2 3 4
				10 press 1
				11 play seat=2 "cockroach"
				11.2 press 3`,
			Only: "race_over",
			Facts: `
				11.211 race_over {"race":"cockroach","order":[{"seat":3,"after":200000000}],"missing":[1,2,4],"fastest":3}`,
		},
		{
			Clause: "MITO-14 it may not be answered during a race",
			Story: `
				mito 1 2 3
				1 play "mosquito"
				2 play "ant"`,
			Err:  `"play" may not be answered now: the race comes first`,
			Only: "take_discard",
		},
		{
			Clause: "MITO-14 nor during a check",
			Story: `
				mito 1 2 3
				1 press 1
				2 press 1
				3 play "out"`,
			Err:  `"play" may only be answered "mosquito" or "cockroach" during a check`,
			Only: "out",
		},
		{
			Clause: "MITO-14 nor while spider_to is open, when every press is ignored, the guardian's too",
			Story: `
				mito 1 2 3 {"first":2}
				1 press 2
				2 play "spider"
				3 press 2
				3 press 3
				3 press 1
				4 play "ant"`,
			Err:  "the spider comes first",
			Only: "ignored call",
			Facts: `
				3 ignored {"seat":2,"why":"no effect now"}
				3 ignored {"seat":3,"why":"no effect now"}
				3 ignored {"seat":1,"why":"no effect now"}`,
		},
		{
			Clause: "MITO-14 nor while the judge must say who was slowest",
			Story: `
				mito 1 2 3
				1 play "mosquito"
				7 press 1
				8 play "ant"`,
			Err:   "the verdict of the race comes first",
			Only:  "ignored",
			Facts: `7 ignored {"seat":1,"why":"no effect now"}`,
		},
		{
			Clause: "MITO-15 the spider's layer gives a card to another seat",
			Story: `
				mito 1 2 3
				1 play "spider"
				2 spider_to 3`,
			Only: "prompt owe turn",
			Facts: `
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				1 prompt {"id":"spider_to","for":"judge","options":[2,3,"nobody"]}
				2 owe {"from":[1],"to":3,"cards":1}
				2 turn {"seat":2}`,
		},
		{
			Clause: "MITO-15 or to nobody, but never to himself",
			Story: `
				mito 1 2 3
				1 play "spider"
				2 spider_to "nobody"
				3 play "spider"
				4 spider_to 2`,
			Err:  `2 is no answer to "spider_to"`,
			Only: "owe",
		},
		{
			Clause: "MITO-16 the slowest takes a card of each other, the layer's too",
			Story: `
				mito 1 2 3 4
				10    play "mosquito"
				10.3  press 3
				10.5  press 2`,
			Only: "race_open race_over owe turn",
			Facts: `
				0 turn {"seat":1}
				10 race_open {"race":"mosquito","entrants":[2,3,4]}
				10.511 race_over {"race":"mosquito","order":[{"seat":3,"after":300000000},{"seat":2,"after":500000000}],"missing":[4],"slowest":4}
				10.511 owe {"from":[1,2,3],"to":4,"cards":1}
				10.511 turn {"seat":2}`,
		},
		{
			Clause: "MITO-16 a slap that was taken for a call counts, and so does every press since",
			Story: `
				mito 1 2 3 4
				8    press 1
				10   press 1
				10.2 press 3
				10.3 press 4
				11   play "mosquito"`,
			Facts: `
				0 started {"game":"mito","seats":[1,2,3,4]}
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				8 turn {"seat":2}
				10 call {"seat":1}
				10 prompt {"id":"accused","for":"judge","options":[2,3,4,"withdraw"]}
				10.2 ignored {"seat":3,"why":"checking"}
				10.3 ignored {"seat":4,"why":"checking"}
				11 closed {"id":"accused"}
				11 race_open {"race":"mosquito","entrants":[1,3,4]}
				11 race_over {"race":"mosquito","order":[{"seat":1,"after":0},{"seat":3,"after":200000000},{"seat":4,"after":300000000}],"missing":[],"slowest":4}
				11 owe {"from":[1,2,3],"to":4,"cards":1}
				11 turn {"seat":3}`,
		},
		{
			Clause: "MITO-16 during the verdict, too, and for the cockroach",
			Story: `
				mito 1 2 3 4
				8    press 1
				10   press 1
				10.1 accused 3
				10.2 press 4
				11.4 play "cockroach"`,
			Only: "closed race_over",
			Facts: `
				11.4 closed {"id":"verdict","seat":3}
				11.4 closed {"id":"nobody"}
				11.4 race_over {"race":"cockroach","order":[{"seat":1,"after":0},{"seat":4,"after":200000000}],"missing":[2,3],"fastest":1}`,
		},
		{
			Clause: "MITO-16 a press that accused its own seat is a slap as well",
			Story: `
				mito 1 2 3 4
				8    press 1
				10   press 1
				11   press 3
				11.4 play "mosquito"`,
			Only: "race_over",
			Facts: `
				11.4 race_over {"race":"mosquito","order":[{"seat":1,"after":0},{"seat":3,"after":1000000000}],"missing":[4],"slowest":4}`,
		},
		{
			Clause: "MITO-11 after a double press it is the guardian's turn again, and his card",
			Story: `
				mito 1 2 3 4
				10   press 1
				10.3 press 1
				11   play "mosquito"
				11.1 press 3
				11.2 press 4`,
			Only: "turn call race_open race_over",
			Facts: `
				0 turn {"seat":1}
				10 turn {"seat":2}
				10.3 call {"seat":1}
				10.3 turn {"seat":1}
				11 race_open {"race":"mosquito","entrants":[2,3,4]}
				11.211 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000},{"seat":4,"after":200000000}],"missing":[2],"slowest":2}
				11.211 turn {"seat":2}`,
		},
		{
			Clause: "MITO-17 the fastest of all may leave his card, and play goes on left of the layer",
			Story: `
				mito 1 2 3 4
				10   play "cockroach"
				10.4 press 4
				10.5 press 1
				12   press 2`,
			Facts: `
				0 started {"game":"mito","seats":[1,2,3,4]}
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				10 race_open {"race":"cockroach","entrants":[1,2,3,4]}
				10 prompt {"id":"nobody","for":"judge","options":["nobody"]}
				10.411 closed {"id":"nobody"}
				10.411 race_over {"race":"cockroach","order":[{"seat":4,"after":400000000}],"missing":[1,2,3],"fastest":4}
				10.411 may_leave {"seat":4}
				10.411 turn {"seat":2}
				10.5 ignored {"seat":1,"why":"late"}
				12 turn {"seat":3}`,
		},
		{
			Clause: "MITO-17 nobody can lay a card",
			Story: `
				mito 1 2 3 4
				10   play "cockroach"
				11   nobody "nobody"`,
			Only: "closed race_over may_leave turn",
			Facts: `
				0 turn {"seat":1}
				11 race_over {"race":"cockroach","order":[],"missing":[1,2,3,4]}
				11 turn {"seat":2}`,
		},
		{
			Clause: "MITO-17 the timeout ends it without a winner",
			Story: `
				mito 1 2 3 4
				10   play "cockroach"`,
			Only: "closed race_over may_leave turn",
			Facts: `
				0 turn {"seat":1}
				15 closed {"id":"nobody"}
				15 race_over {"race":"cockroach","order":[],"missing":[1,2,3,4]}
				15 turn {"seat":2}`,
		},
		{
			Clause: "MITO-17 a dead heat is the judge's to decide",
			Story: `
				mito 1 2 3 4
				10   play "cockroach"
				10.4 press 4
				10.400999999 press 2
				12 fastest 2`,
			Only: "closed race_over prompt may_leave turn",
			Facts: `
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				10 prompt {"id":"nobody","for":"judge","options":["nobody"]}
				10.411 closed {"id":"nobody"}
				10.411 race_over {"race":"cockroach","order":[{"seat":4,"after":400000000},{"seat":2,"after":400999999}],"missing":[1,3],"dead_heat":[2,4]}
				10.411 prompt {"id":"fastest","for":"judge","options":[2,4]}
				12 may_leave {"seat":2}
				12 turn {"seat":2}`,
		},
		{
			Clause: "MITO-18 an ant gives all but the layer a card of the discard",
			Story: `
				mito 1 2 3 4
				10   play "ant"`,
			Only: "take_discard draw turn",
			Facts: `
				0 turn {"seat":1}
				10 take_discard {"seats":[2,3,4],"cards":1}
				10 turn {"seat":2}`,
		},
		{
			Clause: "MITO-20 an empty hand, of any seat, ends the round",
			Story: `
				mito 1 2 3 4
				10 play seat=3 "out"
				11 play "ant"`,
			Err:  `no prompt "play" is open: expected an answer to "hand"`,
			Only: "out closed turn",
			Facts: `
				0 turn {"seat":1}
				10 out {"seat":3}`,
		},
		{
			Clause: "MITO-21 hands are counted clockwise from the left of who is out: 1, 5 and 10 points a card",
			Story: `
				mito 1 2 3 4 {"rounds":1}
				10 play seat=3 "out"
				11 hand {"numbers":3,"actions":0,"mitos":0}
				12 hand seat=1 {"numbers":0,"actions":2,"mitos":0}
				13 hand {"numbers":1,"actions":1,"mitos":1}`,
			Facts: `
				0 started {"game":"mito","seats":[1,2,3,4]}
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				10 out {"seat":3}
				10 prompt {"id":"hand","for":"judge","seat":4}
				11 score {"delta":3,"total":3,"why":"hand","seat":4}
				11 prompt {"id":"hand","for":"judge","seat":1}
				12 score {"delta":10,"total":10,"why":"hand","seat":1}
				12 prompt {"id":"hand","for":"judge","seat":2}
				13 score {"delta":16,"total":16,"why":"hand","seat":2}
				13 round_over {"round":1,"totals":{"1":10,"2":16,"3":0,"4":3}}
				13 game_over {"totals":{"1":10,"2":16,"3":0,"4":3},"winners":[3]}`,
		},
		{
			Clause: "MITO-21 a hand holds at least one card",
			Story: `
				mito 1 2 3 4
				10 play seat=3 "out"
				11 hand {"numbers":0,"actions":0,"mitos":0}`,
			Err:  "a hand of no card: expected at least one, since only seat 3 is out",
			Only: "score",
		},
		{
			Clause: "MITO-22 the next guardian sits left of the one who began, whoever got the card since",
			Story: `
				mito 1 2 3 {"first":3}
				1 press 3
				2 press 3
				3 accused 2
				4 verdict "guilty"
				5 play seat=1 "out"
				6 hand {"numbers":1,"actions":0,"mitos":0}
				7 hand {"numbers":1,"actions":0,"mitos":0}
				8 next_round "ready"
				9 press 1
				10 press 1`,
			Only: "guardian turn call",
			Facts: `
				0 turn {"seat":3}
				1 turn {"seat":1}
				2 call {"seat":3}
				4 guardian {"seat":2}
				8 turn {"seat":1}
				9 turn {"seat":2}
				10 call {"seat":1}`,
		},
		{
			Clause: "MITO-23 as many rounds as seats unless agreed otherwise; the lowest total wins, ties share",
			Story: `
				mito 1 2 3
				1 play seat=1 "out"
				2 hand {"numbers":5,"actions":0,"mitos":0}
				3 hand {"numbers":9,"actions":0,"mitos":0}
				4 next_round "ready"
				5 play seat=2 "out"
				6 hand {"numbers":1,"actions":0,"mitos":0}
				7 hand {"numbers":5,"actions":0,"mitos":0}
				8 next_round "ready"
				9 play seat=3 "out"
				10 hand {"numbers":2,"actions":0,"mitos":0}
				11 hand {"numbers":2,"actions":0,"mitos":0}`,
			Only: "round_over game_over",
			Facts: `
				3 round_over {"round":1,"totals":{"1":0,"2":5,"3":9}}
				7 round_over {"round":2,"totals":{"1":5,"2":5,"3":10}}
				11 round_over {"round":3,"totals":{"1":7,"2":7,"3":10}}
				11 game_over {"totals":{"1":7,"2":7,"3":10},"winners":[1,2]}`,
		},
		{
			Clause: "MITO-23 after the game presses are ignored",
			Story: `
				mito 1 2 3 {"rounds":1}
				1 play seat=1 "out"
				2 hand {"numbers":5,"actions":0,"mitos":0}
				3 hand {"numbers":9,"actions":0,"mitos":0}
				4 press 1`,
			Only:  "ignored",
			Facts: `4 ignored {"seat":1,"why":"no effect now"}`,
		},
	})
}

func TestMogelMotte(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "MOTTE-1 at a mosquito the layer slaps too, and all others owe",
			Story: `
				mogelmotte 1 2 3
				10    play "mosquito"
				10.3  press 3
				10.5  press 2`,
			Only: "race_open race_over owe",
			Facts: `
				10 race_open {"race":"mosquito","entrants":[1,2,3]}
				10.511 race_over {"race":"mosquito","order":[{"seat":3,"after":300000000},{"seat":2,"after":500000000}],"missing":[1],"slowest":1}
				10.511 owe {"from":[2,3],"to":1,"cards":1}`,
		},
		{
			Clause: "MOTTE-2 who wins the cockroach has the next turn",
			Story: `
				mogelmotte 1 2 3 4
				10   play "cockroach"
				10.4 press 4`,
			Only: "may_leave turn",
			Facts: `
				0 turn {"seat":1}
				10.411 may_leave {"seat":4}
				10.411 turn {"seat":4}`,
		},
		{
			Clause: "MOTTE-2 a turn of its own even for the layer",
			Story: `
				mogelmotte 1 2 3 4
				10   play "cockroach"
				10.4 press 1`,
			Only: "may_leave turn",
			Facts: `
				0 turn {"seat":1}
				10.411 may_leave {"seat":1}
				10.411 turn {"seat":1}`,
		},
		{
			Clause: "MOTTE-3 an ant makes all but the layer draw",
			Story: `
				mogelmotte 1 2 3 4
				10   play "ant"`,
			Only:  "take_discard draw",
			Facts: `10 draw {"seats":[2,3,4],"cards":1}`,
		},
		{
			Clause: "MOTTE-4 guilty: a card of the guardian and the guardian itself, nothing is taken back",
			Story: `
				mogelmotte 1 2 3
				1 press 1
				3 press 1
				4 accused 3
				5 verdict "guilty"`,
			Only: "take_back owe guardian",
			Facts: `
				5 owe {"from":[1],"to":3,"cards":1}
				5 guardian {"seat":3}`,
		},
		{
			Clause: "MOTTE-5 one round is the sheet's basic game: out first has won",
			Story: `
				mogelmotte 1 2 3 {"rounds":1}
				1 play seat=2 "out"
				2 hand {"numbers":1,"actions":0,"mitos":0}
				3 hand {"numbers":1,"actions":0,"mitos":0}`,
			Only:  "game_over",
			Facts: `3 game_over {"totals":{"1":1,"2":0,"3":1},"winners":[2]}`,
		},
		{
			Clause: "MOTTE-6 the next guardian sits left of the one chosen, whoever holds the card by now",
			Story: `
				mogelmotte 1 2 3 {"first":2}
				1 press 2
				2 press 2
				3 accused 1
				4 verdict "guilty"
				5 play seat=1 "out"
				6 hand {"numbers":1,"actions":0,"mitos":0}
				7 hand {"numbers":1,"actions":0,"mitos":0}
				8 next_round "ready"`,
			Only: "guardian turn",
			Facts: `
				0 turn {"seat":2}
				1 turn {"seat":3}
				4 guardian {"seat":1}
				8 turn {"seat":3}`,
		},
	})
}

func TestOptions(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{Clause: "RACE without any tie nobody could tell", Story: `mito 1 2 3 {"race":{"tie":"0s"}}`, Err: "longer than nothing"},
	})
}
