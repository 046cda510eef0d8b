package mito

import (
	"testing"

	"arbitre/games/gametest"
)

// Where clauses meet.
func TestCorners(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "RACE-6 the quiet of one race goes on while another is open, and after it",
			Story: `
				mito 1 2 3 {"first":2}
				1   press 2
				2   press 3
				3   play "cockroach"
				3.1 press 3
				3.2 play "mosquito"
				3.25 press 2
				3.3 press 3
				3.4 press 2`,
			Only: "race_over ignored call",
			Facts: `
				3.111 race_over {"race":"cockroach","order":[{"seat":3,"after":100000000}],"missing":[1,2],"fastest":3}
				3.25 ignored {"seat":2,"why":"late"}
				3.311 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[1],"slowest":1}
				3.4 ignored {"seat":2,"why":"late"}`,
		},
		{
			Clause: "RACE-1 an earlier slap that is delivered later takes the place of the one that counted, which is ignored",
			Story: `
				mito 1 2 3 4
				10     play "mosquito"
				10.305 press 2
				10.3   press 2
				10.5   press 3`,
			Only: "race_over ignored",
			Facts: `
				10.3 ignored {"seat":2,"why":"no effect now"}
				10.511 race_over {"race":"mosquito","order":[{"seat":2,"after":300000000},{"seat":3,"after":500000000}],"missing":[4],"slowest":4}`,
		},
		{
			Clause: "RACE-6 after a void race as after any",
			Story: `
				mito 1 2 3
				10   play "mosquito"
				10.1 lost 1
				10.2 slowest 2
				11   press 2`,
			Only: "ignored turn",
			Facts: `
				0 turn {"seat":1}
				10.2 turn {"seat":2}
				11 ignored {"seat":2,"why":"late"}`,
		},
		{
			Clause: "RACE-6 and after nobody",
			Story: `
				mito 1 2 3
				10   play "cockroach"
				10.1 nobody "nobody"
				11   press 2`,
			Only:  "ignored",
			Facts: `11 ignored {"seat":2,"why":"late"}`,
		},
		{
			Clause: "RACE-5 a slap that has counted is no slap of the next race",
			Story: `
				mito 1 2 3 4
				1   press 3
				1.1 play "mosquito"
				1.2 press 2
				1.3 play seat=1 "cockroach"`,
			Only: "race_over",
			Facts: `
				1.211 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":2,"after":200000000}],"missing":[4],"slowest":4}
				6.3 race_over {"race":"cockroach","order":[],"missing":[1,2,3,4]}`,
		},
		{
			Clause: "RACE-4 the timeout is counted from the opening, whatever came earlier",
			Story: `
				mito 1 2 3 4
				9    press 3
				10   play "mosquito"`,
			Only:  "race_over",
			Facts: `15 race_over {"race":"mosquito","order":[{"seat":3,"after":0}],"missing":[2,4]}`,
		},
		{
			Clause: "MITO-14 an ant of the seat before: the turn is its again, then passes on",
			Story: `
				mito 1 2 3
				10   press 1
				10.5 play seat=1 "ant"`,
			Only: "take_discard turn",
			Facts: `
				0 turn {"seat":1}
				10 turn {"seat":2}
				10.5 take_discard {"seats":[2,3],"cards":1}
				10.5 turn {"seat":1}
				10.5 turn {"seat":2}`,
		},
		{
			Clause: "MITO-21 the deck is whole again in the next round",
			Story: `
				mito 1 2 3
				1 play seat=1 "out"
				2 hand {"numbers":40,"actions":0,"mitos":0}
				3 hand {"numbers":3,"actions":0,"mitos":0}
				4 next_round "ready"
				5 play seat=1 "out"
				6 hand {"numbers":43,"actions":0,"mitos":0}`,
			Only: "score",
			Facts: `
				2 score {"delta":40,"total":40,"why":"hand","seat":2}
				3 score {"delta":3,"total":3,"why":"hand","seat":3}
				6 score {"delta":43,"total":83,"why":"hand","seat":2}`,
		},
		{
			Clause: "MITO-11 no double press once a card has been declared, whoever laid it",
			Story: `
				mito 1 2 3
				1    press 1
				1.1  play "ant"
				1.3  press 1`,
			Only: "call turn",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				1.1 turn {"seat":3}
				1.3 call {"seat":1}`,
		},
		{
			Clause: "MITO-11 withdrawn, a press soon after is a double press again",
			Story: `
				mito 1 2 3
				1    press 1
				1.1  press 1
				1.2  accused "withdraw"
				1.3  press 1`,
			Only: "call turn",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				1.1 call {"seat":1}
				1.1 turn {"seat":1}
				1.2 turn {"seat":2}
				1.3 call {"seat":1}
				1.3 turn {"seat":1}`,
		},
		{
			Clause: "MITO-11 after the check the turn ends with the next press, however soon",
			Story: `
				mito 1 2 3
				1    press 1
				1.1  press 1
				1.2  accused 2
				1.25 verdict "innocent"
				1.3  press 1`,
			Only: "call turn",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				1.1 call {"seat":1}
				1.1 turn {"seat":1}
				1.3 turn {"seat":2}`,
		},
		{
			Clause: "MITO-11 not from one round to the next",
			Story: `
				mito 1 2 3 {"first":2}
				1    press 2
				1.05 play seat=2 "out"
				1.1  hand {"numbers":1,"actions":0,"mitos":0}
				1.15 hand {"numbers":1,"actions":0,"mitos":0}
				1.2  next_round "ready"
				1.3  press 3
				1.35 press 2`,
			Only: "call turn ignored",
			Facts: `
				0 turn {"seat":2}
				1 turn {"seat":3}
				1.2 turn {"seat":3}
				1.3 turn {"seat":1}
				1.35 ignored {"seat":2,"why":"no effect now"}`,
		},
		{
			Clause: "MITO-11 a guardian no more has no double press",
			Story: `
				mito 1 2 3
				1    press 1
				1.1  press 1
				1.2  accused 2
				1.25 verdict "guilty"
				1.3  press 1
				1.35 press 1`,
			Only: "call turn ignored",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				1.1 call {"seat":1}
				1.1 turn {"seat":1}
				1.3 turn {"seat":2}
				1.35 ignored {"seat":1,"why":"no effect now"}`,
		},
		{
			Clause: "time the highest t counts, not the last",
			Story: `
				mito 1 2 3
				1     press 1
				0.995 release 1
				0.988 release 1`,
			Err:  "the time runs backwards from 1000000000 to 988000000",
			Only: "ignored",
		},
		{
			Clause: "undo passes over lost edges that voided nothing",
			Story: `
				mito 1 2 3
				1 press 1
				2 lost 3
				3 undo`,
			Only:  "undone",
			Facts: `3 undone {"line":2}`,
		},
		{
			Clause: "undo deadlines that are owed fire before a line that is refused",
			Story: `
				mito 1 2 3
				1   play "mosquito"
				1.1 press 3
				7   undo
				6.5 slowest 3`,
			Err:   "the time runs backwards",
			Only:  "undone race_over",
			Facts: "1.111 race_over {\"race\":\"mosquito\",\"order\":[{\"seat\":3,\"after\":100000000}],\"missing\":[2],\"slowest\":2}\n7 undone {\"line\":3}\n6 race_over {\"race\":\"mosquito\",\"order\":[],\"missing\":[2,3]}",
		},
	})
}
