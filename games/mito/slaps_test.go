package mito

import (
	"testing"

	"arbitre/games/gametest"
)

// The clauses of races that only a game can show.
func TestSlaps(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "RACE-2 a press delivered after the decision changes nothing",
			Story: `
				mito 1 2 3
				10     play "mosquito"
				10.1   press 2
				10.111 release 2
				10.105 press 3`,
			Only: "race_over ignored",
			Facts: `
				10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
				10.105 ignored {"seat":3,"why":"late"}`,
		},
		{
			Clause: "RACE-2 a press delivered late counts with its own time",
			Story: `
				mito 1 2 3
				10     play "cockroach"
				10.1   press 2
				10.095 press 3`,
			Only:  "race_over",
			Facts: `10.106 race_over {"race":"cockroach","order":[{"seat":3,"after":95000000},{"seat":2,"after":100000000}],"missing":[1],"fastest":3}`,
		},
		{
			Clause: "RACE-2 even if it came before the declaration that was delivered first",
			Story: `
				mito 1 2 3
				10     play "cockroach"
				9.995  press 3
				10.003 press 2`,
			Only:  "race_over",
			Facts: `10.006 race_over {"race":"cockroach","order":[{"seat":3,"after":0},{"seat":2,"after":8000000}],"missing":[1],"fastest":3}`,
		},
		{
			Clause: "RACE-4 with the options agreed",
			Story: `
				mito 1 2 3 {"race":{"timeout":"2s","settle":"20ms","tie":"5ms"}}
				10    play "cockroach"
				12    play "mosquito"
				12.1  press 1
				12.13 press 3`,
			Only: "race_over",
			Facts: `
				12 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
				12.125 race_over {"race":"mosquito","order":[{"seat":1,"after":100000000}],"missing":[3],"slowest":3}`,
		},
		{
			Clause: "RACE-4 several missing at the timeout: the judge says who was slowest",
			Story: `
				mito 1 2 3 4
				10    play "mosquito"
				10.1  press 4
				16    slowest 2`,
			Only: "race_over prompt owe turn",
			Facts: `
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				15 race_over {"race":"mosquito","order":[{"seat":4,"after":100000000}],"missing":[2,3]}
				15 prompt {"id":"slowest","for":"judge","options":[2,3]}
				16 owe {"from":[1,3,4],"to":2,"cards":1}
				16 turn {"seat":2}`,
		},
		{
			Clause: "RACE-3 a dead heat for last is the judge's",
			Story: `
				mito 1 2 3 4
				10    play "mosquito"
				10.1  press 4
				10.2  press 3
				10.2009 press 2
				16    slowest 4`,
			Err:  `4 is no answer to "slowest": expected one of 2, 3`,
			Only: "race_over",
			Facts: `
				10.211 race_over {"race":"mosquito","order":[{"seat":4,"after":100000000},{"seat":3,"after":200000000},{"seat":2,"after":200900000}],"missing":[],"dead_heat":[2,3]}`,
		},
		{
			Clause: "RACE-5 presses that had no effect are slaps of the card that is declared after them",
			Story: `
				mito 1 2 3 4
				1     press 1
				10    press 3
				11    press 4
				11.5  play "mosquito"`,
			Only: "ignored race_over",
			Facts: `
				10 ignored {"seat":3,"why":"no effect now"}
				11 ignored {"seat":4,"why":"no effect now"}
				11.5 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":1000000000}],"missing":[1],"slowest":1}`,
		},
		{
			Clause: "RACE-5 those ignored as late are not",
			Story: `
				mito 1 2 3 4
				1     press 1
				10    play "mosquito"
				10.1  press 1
				10.2  press 4
				10.3  press 4
				10.4  press 3
				10.6  play "ant"
				10.7  play "mosquito"`,
			Only: "ignored race_over",
			Facts: `
				10.211 race_over {"race":"mosquito","order":[{"seat":1,"after":100000000},{"seat":4,"after":200000000}],"missing":[3],"slowest":3}
				10.3 ignored {"seat":4,"why":"late"}
				10.4 ignored {"seat":3,"why":"late"}
				15.7 race_over {"race":"mosquito","order":[],"missing":[1,2,3]}`,
		},
		{
			Clause: "RACE-6 after a race its entrants are late for a second, in every phase",
			Story: `
				mito 1 2 3
				10      play "mosquito"
				10.1    press 2
				10.111  press 2
				10.5    press 1
				10.6    press 2
				10.7    accused 2
				10.8    press 3
				10.9    verdict "innocent"
				11.110999999 press 2
				11.111  press 2`,
			Only: "race_over ignored turn call",
			Facts: `
				0 turn {"seat":1}
				10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
				10.111 turn {"seat":2}
				10.111 ignored {"seat":2,"why":"late"}
				10.5 call {"seat":1}
				10.6 ignored {"seat":2,"why":"late"}
				10.8 ignored {"seat":3,"why":"late"}
				11.110999999 ignored {"seat":2,"why":"late"}
				11.111 turn {"seat":3}`,
		},
		{
			Clause: "RACE-6 but a race that is open takes its entrants' presses",
			Story: `
				mito 1 2 3
				10      play "mosquito"
				10.1    press 2
				10.2    play "mosquito"
				10.3    press 3`,
			Only: "race_over ignored",
			Facts: `
				10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
				10.311 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[1],"slowest":1}`,
		},
		{
			Clause: "RACE-7 a button held down since before the race has not pressed",
			Story: `
				mito 1 2 3
				1     press 3
				20    play "mosquito"
				20.1  press 2
				20.2  release 3
				22    press 2`,
			Only:  "race_over",
			Facts: `20.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}`,
		},
		{
			Clause: "RACE-7 released and pressed again it has",
			Story: `
				mito 1 2 3 4
				1     press 3
				20    play "mosquito"
				20.1  release 3
				20.2  press 3
				20.3  press 4`,
			Only:  "race_over",
			Facts: `20.311 race_over {"race":"mosquito","order":[{"seat":3,"after":200000000},{"seat":4,"after":300000000}],"missing":[2],"slowest":2}`,
		},
		{
			Clause: "RACE-8 lost edges void an open mosquito: the judge says who was slowest",
			Story: `
				mito 1 2 3
				10    play "mosquito"
				10.1  press 3
				10.105 lost 2
				12    slowest 3`,
			Only: "closed race_over lost prompt owe turn",
			Facts: `
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				10.105 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[2],"void":true}
				10.105 lost {"edges":2}
				10.105 prompt {"id":"slowest","for":"judge","options":[2,3]}
				12 owe {"from":[1,2],"to":3,"cards":1}
				12 turn {"seat":2}`,
		},
		{
			Clause: "RACE-8 and an open cockroach: the judge says who was fastest, or nobody",
			Story: `
				mito 1 2 3
				10    play "cockroach"
				10.1  press 3
				10.105 lost 1
				12    fastest "nobody"`,
			Only: "closed race_over lost prompt may_leave turn",
			Facts: `
				0 turn {"seat":1}
				0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
				10 prompt {"id":"nobody","for":"judge","options":["nobody"]}
				10.105 closed {"id":"nobody"}
				10.105 race_over {"race":"cockroach","order":[{"seat":3,"after":100000000}],"missing":[1,2],"void":true}
				10.105 lost {"edges":1}
				10.105 prompt {"id":"fastest","for":"judge","options":[1,2,3,"nobody"]}
				12 turn {"seat":2}`,
		},
		{
			Clause: "RACE-8 elsewhere it is the fact alone",
			Story: `
				mito 1 2 3
				10    lost 7`,
			Only:  "race_over lost",
			Facts: `10 lost {"edges":7}`,
		},
	})
}

// Undo, as RULES section 0 has it.
func TestUndo(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "undo takes back the press that ended a turn, and prints nothing else",
			Story: `
				mito 1 2 3
				1 press 1
				2 undo
				3 press 1`,
			Only: "turn undone",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				2 undone {"line":2}
				3 turn {"seat":2}`,
		},
		{
			Clause: "undo passes over releases, ignored presses and undos",
			Story: `
				mito 1 2 3
				1   press 1
				1.1 release 1
				2   press 2
				2.1 release 2
				2.5 press 1
				2.6 accused "withdraw"
				3   press 2
				4   undo
				5   undo
				6   undo`,
			Only: "turn undone call",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				2 turn {"seat":3}
				2.5 call {"seat":1}
				4 undone {"line":7}
				5 undone {"line":6}
				6 undone {"line":4}`,
		},
		{
			Clause: "undo: what was ignored after the line may still be a slap",
			Story: `
				mito 1 2 3 4
				10   play "spider"
				10.2 press 3
				10.4 press 4
				11   undo
				11.2 play "mosquito"`,
			Only: "ignored undone race_over",
			Facts: `
				10.2 ignored {"seat":3,"why":"no effect now"}
				10.4 ignored {"seat":4,"why":"no effect now"}
				11 undone {"line":2}
				11.2 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":200000000}],"missing":[2],"slowest":2}`,
		},
		{
			Clause: "undo: a press that was taken back is no slap",
			Story: `
				mito 1 2 3 4
				10   press 1
				10.2 press 2
				11   undo
				11.2 play seat=1 "cockroach"
				11.3 press 3`,
			Only: "undone race_over",
			Facts: `
				11 undone {"line":3}
				11.2 race_over {"race":"cockroach","order":[{"seat":1,"after":0}],"missing":[2,3,4],"fastest":1}`,
		},
		{
			Clause: "undo restores an open race; its deadline fires before the next line, with its own time",
			Story: `
				mito 1 2 3
				10    play "mosquito"
				10.1  press 2
				12    undo
				13    release 2
				16    slowest 3`,
			Only: "race_over undone owe",
			Facts: `
				10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
				10.111 owe {"from":[1,2],"to":3,"cards":1}
				12 undone {"line":3}
				15 race_over {"race":"mosquito","order":[],"missing":[2,3]}
				16 owe {"from":[1,2],"to":3,"cards":1}`,
		},
		{
			Clause: "undo of the line after a verdict keeps the verdict, and does not print it again",
			Story: `
				mito 1 2 3
				10    play "mosquito"
				10.1  press 2
				12    press 2
				13    undo
				14    press 2`,
			Only: "race_over turn undone",
			Facts: `
				0 turn {"seat":1}
				10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
				10.111 turn {"seat":2}
				12 turn {"seat":3}
				13 undone {"line":4}
				14 turn {"seat":3}`,
		},
		{
			Clause: "undo with nothing to take back is refused",
			Story: `
				mito 1 2 3
				1 press 2
				2 undo`,
			Err:  "nothing to undo",
			Only: "undone",
		},
		{
			Clause: "undo after the game, which goes on",
			Story: `
				mito 1 2 3 {"rounds":1}
				1 play seat=1 "out"
				2 hand {"numbers":5,"actions":0,"mitos":0}
				3 hand {"numbers":9,"actions":0,"mitos":0}
				4 undo
				5 hand {"numbers":8,"actions":0,"mitos":0}`,
			Only: "game_over undone",
			Facts: `
				3 game_over {"totals":{"1":0,"2":5,"3":9},"winners":[1]}
				4 undone {"line":4}
				5 game_over {"totals":{"1":0,"2":5,"3":8},"winners":[1]}`,
		},
		{
			Clause: "undo of lost edges that voided a race",
			Story: `
				mito 1 2 3
				10    play "mosquito"
				10.1  press 2
				10.105 lost 1
				10.5  undo
				11    release 2`,
			Only: "race_over undone",
			Facts: `
				10.105 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"void":true}
				10.5 undone {"line":4}
				10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}`,
		},
	})
}

// Time, as RULES section 0 has it.
func TestTime(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "a press may come late by the settle time, inclusive, and acts on the state as it now is",
			Story: `
				mito 1 2 3
				1     press 1
				0.99  press 2`,
			Only: "turn",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				0.99 turn {"seat":3}`,
		},
		{
			Clause: "but not later",
			Story: `
				mito 1 2 3
				1     press 1
				0.989999999 press 2`,
			Err:  "the time runs backwards from 1000000000 to 989999999: a press or release may come at most 10ms late",
			Only: "ignored",
		},
		{
			Clause: "an answer may not come late at all",
			Story: `
				mito 1 2 3
				1     press 1
				0.999999999 play "ant"`,
			Err:  "the time runs backwards from 1000000000 to 999999999: only a press or release may come late",
			Only: "ignored",
		},
		{
			Clause: "a press of a button that is down is an ordinary press",
			Story: `
				mito 1 2 3
				1 press 1
				2 press 2
				3 press 3
				4 press 1`,
			Only: "turn",
			Facts: `
				0 turn {"seat":1}
				1 turn {"seat":2}
				2 turn {"seat":3}
				3 turn {"seat":1}
				4 turn {"seat":2}`,
		},
	})
}
