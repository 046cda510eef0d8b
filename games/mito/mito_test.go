package mito

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules(), MogelMotte()} }

func TestMito(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{Clause: "MITO-1 two seats are too few", Story: `mito 1 2`, Err: "mito with 2 seats: expected 3 to 5"},
		{
			Clause: "MITO-2 the hands of a round hold at most the 43 numbers of the deck",
			Story: `
				mito 1 2 3
				1 play seat=1 "out"
				2 hand {"numbers":40,"actions":0,"mitos":0}
				3 hand {"numbers":4,"actions":0,"mitos":0}`,
			Err:   "the hands of this round would hold 44 numbers, 0 actions and 0 mitos: expected at most 43, 20 and 8",
			Only:  "score",
			Facts: `2 score {"delta":40,"total":40,"why":"hand","seat":2}`,
		},
		{
			Clause: "MITO-2 and its 20 actions and 8 mitos",
			Story: `
				mito 1 2 3
				1 play seat=1 "out"
				2 hand {"numbers":43,"actions":20,"mitos":8}
				3 hand {"numbers":0,"actions":0,"mitos":1}`,
			Err:   "9 mitos",
			Only:  "score",
			Facts: `2 score {"delta":223,"total":223,"why":"hand","seat":2}`,
		},
		{
			Clause: "MITO-4 the guardian begins, and the press of the seat in turn ends its turn",
			Story: `
				mito 1 2 3 {"first":3}
				1 press 3
				2 press 1
				3 press 2`,
			Facts: `
				0 started {"game":"mito","seats":[1,2,3]}
				0 turn {"seat":3}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				1 turn {"seat":1}
				2 turn {"seat":2}
				3 turn {"seat":3}`,
		},
		{
			Clause: "MITO-4 a press out of turn is ignored",
			Story: `
				mito 1 2 3
				1 press 2`,
			Only:  "ignored",
			Facts: `1 ignored {"seat":2,"why":"no effect now"}`,
		},
		{
			Clause: "MITO-7 the guardian calls out of turn, the judge accuses and decides",
			Story: `
				mito 1 2 3
				1   press 1
				3   press 1
				3.1 press 2
				3.2 press 1
				5   accused 2
				6   press 3
				6.5 press 1
				7   verdict seat=2 "innocent"`,
			Only: "call prompt ignored",
			Facts: `
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				3 call {"seat":1}
				3 prompt {"id":"accused","for":"judge","options":[2,3,"withdraw"]}
				3.1 ignored {"seat":2,"why":"checking"}
				3.2 ignored {"seat":1,"why":"checking"}
				5 prompt {"id":"verdict","for":"judge","seat":2,"options":["guilty","innocent","withdraw"]}
				6 ignored {"seat":3,"why":"checking"}
				6.5 ignored {"seat":1,"why":"checking"}`,
		},
		{
			Clause: "MITO-7 the accused may press himself, but not within the quiet after the call",
			Story: `
				mito 1 2 3
				1 press 1
				3 press 1
				3.999999999 press 2
				4 press 3`,
			Only: "ignored prompt",
			Facts: `
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				3 prompt {"id":"accused","for":"judge","options":[2,3,"withdraw"]}
				3.999999999 ignored {"seat":2,"why":"checking"}
				4 prompt {"id":"verdict","for":"judge","seat":3,"options":["guilty","innocent","withdraw"]}`,
		},
		{
			Clause: "MITO-7 withdrawn at either question, nothing has happened",
			Story: `
				mito 1 2 3
				1 press 1
				3 press 1
				4 accused "withdraw"
				5 press 1
				6 accused 3
				7 verdict "withdraw"
				8 press 2`,
			Only: "call turn draw owe guardian",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				3 call {"seat":1}
				5 call {"seat":1}
				8 turn {"seat":3}`,
		},
		{
			Clause: "MITO-8 guilty: takes the card back, gets one more and the guardian",
			Story: `
				mito 1 2 3
				1 press 1
				3 press 1
				4 accused 3
				5 verdict "guilty"
				6 press 1
				7 press 3`,
			Only: "take_back owe guardian ignored call",
			Facts: `
				3 call {"seat":1}
				5 take_back {"seat":3}
				5 owe {"from":[1],"to":3,"cards":1}
				5 guardian {"seat":3}
				6 ignored {"seat":1,"why":"no effect now"}
				7 call {"seat":3}`,
		},
		{
			Clause: "MITO-9 innocent: the guardian draws and stays",
			Story: `
				mito 1 2 3
				1 press 1
				3 press 1
				4 accused 3
				5 verdict "innocent"
				6 press 1`,
			Only: "draw take_back owe guardian call",
			Facts: `
				3 call {"seat":1}
				5 draw {"seats":[1],"cards":1}
				6 call {"seat":1}`,
		},
		{
			Clause: "MITO-10 after a check the turn is whose it was",
			Story: `
				mito 1 2 3
				1 press 1
				3 press 1
				4 accused 3
				5 verdict "guilty"
				6 press 2`,
			Only: "turn",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				6 turn {"seat":3}`,
		},
		{
			Clause: "MITO-11 a second press within 400 ms of ending his turn is a call, and the turn is his again",
			Story: `
				mito 1 2 3
				1   press 1
				1.1 press 2
				1.4 press 1
				3   accused 2
				4   verdict "innocent"
				5   press 1`,
			Only: "turn call prompt",
			Facts: `
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				1 turn {"seat":2}
				1.1 turn {"seat":3}
				1.4 call {"seat":1}
				1.4 turn {"seat":1}
				1.4 prompt {"id":"accused","for":"judge","options":[2,3,"withdraw"]}
				3 prompt {"id":"verdict","for":"judge","seat":2,"options":["guilty","innocent","withdraw"]}
				5 turn {"seat":2}`,
		},
		{
			Clause: "MITO-11 withdrawn, the turn is given back",
			Story: `
				mito 1 2 3
				1   press 1
				1.3 press 1
				3   accused "withdraw"
				4   press 2`,
			Only: "turn call",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				1.3 call {"seat":1}
				1.3 turn {"seat":1}
				3 turn {"seat":2}
				4 turn {"seat":3}`,
		},
		{
			Clause: "MITO-11 later than 400 ms it is a call like any other",
			Story: `
				mito 1 2 3
				1 press 1
				1.400000001 press 1`,
			Only: "turn call",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				1.400000001 call {"seat":1}`,
		},
	})
}
