package mog

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

// begun are the questions until seat 1 has chosen a character and the chase begins.
const begun = `
	0 prompt {"id":"secret","for":1}
	1 prompt {"id":"designate","for":"judge","seat":2}`

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMog(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{Clause: "MOG-1 one seat has nobody to chase", Story: `mog 1`, Err: "mog with 1 seats: expected 2 to 8"},
		{
			Clause: "MOG-1 eight players",
			Story:  `mog 1 2 3 4 5 6 7 8`,
			Facts: `
				0 started {"game":"mog","seats":[1,2,3,4,5,6,7,8]}
				0 prompt {"id":"secret","for":1}`,
		},
		{
			Clause: "MOG-1 alone against the house, and on turn again after every token",
			Story: `
				mog 3 {"holder":"house","seed":1}
				1 designate [1,2,3]`,
			Facts: `
				0 started {"game":"mog","seats":[3]}
				0 turn {"seat":3}
				0 prompt {"id":"designate","for":"judge","seat":3}
				1 token {"seat":3,"card":[1,2,3],"shared":1,"tokens":1}
				1 turn {"seat":3}
				1 prompt {"id":"designate","for":"judge","seat":3}`,
		},
		{
			Clause: "MOG-2 a card is three attributes in any order, ascending in facts",
			Story: `
				mog 1 2
				1 secret [8,3,1]
				2 designate [6,1,2]
				3 designate [ 3, 8, 1 ]`,
			Only: "token found revealed",
			Facts: `
				2 token {"seat":2,"card":[1,2,6],"shared":1,"tokens":1}
				3 found {"seat":2,"card":[1,3,8]}
				3 revealed {"card":[1,3,8]}`,
		},
		{
			Clause: "MOG-3 MOG alone is asked for the secret, and nothing can be shouted before",
			Story: `
				mog 2 5 7 {"first":5}
				1 press 2
				2 press 5
				3 release 5
				4 secret [1,4,7]`,
			Facts: `
				0 started {"game":"mog","seats":[2,5,7]}
				0 prompt {"id":"secret","for":5}
				1 ignored {"seat":2,"why":"no effect now"}
				2 ignored {"seat":5,"why":"holder"}
				4 turn {"seat":7}
				4 prompt {"id":"designate","for":"judge","seat":7}`,
		},
		{
			Clause: "MOG-4 left of MOG begins, clockwise, chasers only",
			Story: `
				mog 1 3 4 {"first":3}
				1 secret [1,2,3]
				2 designate [4,5,6]
				3 designate seat=1 [4,5,7]
				4 designate [4,5,8]`,
			Only: "turn token",
			Facts: `
				1 turn {"seat":4}
				2 token {"seat":4,"card":[4,5,6],"shared":0,"tokens":1}
				2 turn {"seat":1}
				3 token {"seat":1,"card":[4,5,7],"shared":0,"tokens":2}
				3 turn {"seat":4}
				4 token {"seat":4,"card":[4,5,8],"shared":0,"tokens":3}
				4 turn {"seat":1}`,
		},
		{
			Clause: "MOG-4 against the house first begins, then the one left of him, whoever unmasked",
			Story: `
				mog 1 2 3 {"holder":"house","first":3,"seed":1,"rounds":2}
				1 designate [1,2,3]
				2 designate [2,4,8]
				3 next_round "ready"`,
			Only: "turn found",
			Facts: `
				0 turn {"seat":3}
				1 turn {"seat":1}
				2 found {"seat":1,"card":[2,4,8]}
				3 turn {"seat":1}`,
		},
		{
			Clause: "MOG-5 a token for 0, 1 and 2 shared, then the turn passes, back to the only chaser too",
			Story: `
				mog 1 2
				1 secret [1,4,7]
				2 designate [2,3,5]
				3 designate [1,2,3]
				4 designate [1,4,8]`,
			Facts: `
				0 started {"game":"mog","seats":[1,2]}
				0 prompt {"id":"secret","for":1}
				1 turn {"seat":2}
				1 prompt {"id":"designate","for":"judge","seat":2}
				2 token {"seat":2,"card":[2,3,5],"shared":0,"tokens":1}
				2 turn {"seat":2}
				2 prompt {"id":"designate","for":"judge","seat":2}
				3 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":2}
				3 turn {"seat":2}
				3 prompt {"id":"designate","for":"judge","seat":2}
				4 token {"seat":2,"card":[1,4,8],"shared":2,"tokens":3}
				4 turn {"seat":2}
				4 prompt {"id":"designate","for":"judge","seat":2}`,
		},
		{
			Clause: "MOG-5 a card takes one token",
			Story: `
				mog 1 2
				1 secret [1,4,7]
				2 designate [2,3,5]
				3 designate [5,3,2]`,
			Only:  "token",
			Facts: `2 token {"seat":2,"card":[2,3,5],"shared":0,"tokens":1}`,
			Err:   "2·3·5 has a token already",
		},
		{
			Clause: "MOG-6 who designates MOG himself gets 5 points flat and lays no token",
			Story: `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,2,3]
				3 designate [7,4,1]`,
			Facts: `
				0 started {"game":"mog","seats":[1,2,3]}
				0 prompt {"id":"secret","for":1}
				1 turn {"seat":2}
				1 prompt {"id":"designate","for":"judge","seat":2}
				2 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}
				2 turn {"seat":3}
				2 prompt {"id":"designate","for":"judge","seat":3}
				3 found {"seat":3,"card":[1,4,7]}
				3 score {"delta":5,"total":5,"why":"found","seat":3}
				3 revealed {"card":[1,4,7]}
				3 debrief {"left":[30]}
				3 round_over {"round":1,"totals":{"1":0,"2":0,"3":5}}
				3 prompt {"id":"next_round","for":"judge","options":["ready"]}`,
		},
		{
			Clause: "MOG-6 a shout that was not decided yet comes to nothing when MOG is found",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.005 designate [1,4,7]
				3     press 3
				4     next_round "ready"
				5     secret [1,2,3]`,
			Only: "found shout ignored turn",
			Facts: `
				1 turn {"seat":2}
				2.005 found {"seat":2,"card":[1,4,7]}
				2.005 ignored {"seat":3,"why":"late"}
				3 ignored {"seat":3,"why":"no effect now"}
				5 turn {"seat":3}`,
		},
		{
			Clause: "MOG-6 a shout that came to nothing is not taken back, but the card that ended the round, and then it is heard",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.005 designate [1,4,7]
				3     undo`,
			Only: "found shout ignored undone",
			Facts: `
				2.005 found {"seat":2,"card":[1,4,7]}
				2.005 ignored {"seat":3,"why":"late"}
				3 undone {"line":4}
				2.011 shout {"queue":[{"seat":3,"after":0}]}`,
		},
		{
			Clause: "RACE-1 an earlier press that is delivered later takes the place of the one that waited, which is ignored",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2.005 press 3
				2     press 3
				2.006 press 3`,
			Only: "shout ignored",
			Facts: `
				2 ignored {"seat":3,"why":"no effect now"}
				2.006 ignored {"seat":3,"why":"no effect now"}
				2.011 shout {"queue":[{"seat":3,"after":0}]}`,
		},
		{
			Clause: "RACE-1 the undo takes back the press that waits, not the one whose place it took",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2.005 press 3
				2     press 3
				2.006 undo
				2.007 undo
				5     designate [1,2,3]`,
			Only: "shout ignored undone token",
			Facts: `
				2 ignored {"seat":3,"why":"no effect now"}
				2.006 undone {"line":4}
				2.007 undone {"line":3}
				5 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}`,
		},
		{
			Clause: "MOG-7 the shouts are told when the first is decided, settle and tie after it",
			Story: `
				mog 1 2 3 4
				1     secret [1,4,7]
				2     press 4
				2.001 press 3
				2.004 press 2`,
			Facts: `
				0 started {"game":"mog","seats":[1,2,3,4]}
				0 prompt {"id":"secret","for":1}
				1 turn {"seat":2}
				1 prompt {"id":"designate","for":"judge","seat":2}
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":4,"after":0},{"seat":3,"after":1000000},{"seat":2,"after":4000000}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":4}`,
		},
		{
			Clause: "MOG-7 a shout delivered late that came first is first",
			Story: `
				mog 1 2 3
				1      secret [1,4,7]
				2.0091 press 2
				2      press 3`,
			Only: "shout prompt",
			Facts: begun + `
				2.011 shout {"queue":[{"seat":3,"after":0},{"seat":2,"after":9100000}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":3}`,
		},
		{
			Clause: "MOG-7 a seat that is in the queue already shouts in vain, one that accuses too",
			Story: `
				mog 1 2 3 4
				1     secret [1,4,7]
				2     press 3
				2.001 release 3
				2.002 press 3
				2.005 press 4
				3     press 3
				4     press 4`,
			Only: "shout ignored",
			Facts: `
				2.002 ignored {"seat":3,"why":"no effect now"}
				2.011 shout {"queue":[{"seat":3,"after":0},{"seat":4,"after":5000000}]}
				3 ignored {"seat":3,"why":"no effect now"}
				4 ignored {"seat":4,"why":"no effect now"}`,
		},
		{
			Clause: "MOG-7 the seat in turn may shout too, and a card with a token may be named",
			Story: `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [2,3,5]
				3 press 3
				4 accuse [2,3,5]`,
			Only: "closed shout score prompt",
			Facts: begun + `
				2 prompt {"id":"designate","for":"judge","seat":3}
				3.011 closed {"id":"designate","seat":3}
				3.011 shout {"queue":[{"seat":3,"after":0}]}
				3.011 prompt {"id":"accuse","for":"judge","seat":3}
				4 score {"delta":-5,"total":-5,"why":"wrong","seat":3}
				4 prompt {"id":"designate","for":"judge","seat":3}`,
		},
		{
			Clause: "MOG-7 designate is open until the shout is decided",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 2
				2.005 designate [2,3,5]
				3     accuse [1,4,7]`,
			Only: "closed shout token score prompt debrief",
			Facts: begun + `
				2.005 token {"seat":2,"card":[2,3,5],"shared":0,"tokens":1}
				2.005 prompt {"id":"designate","for":"judge","seat":3}
				2.011 closed {"id":"designate","seat":3}
				2.011 shout {"queue":[{"seat":2,"after":0}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":2}
				3 score {"delta":9,"total":9,"why":"unmasked","seat":2}
				3 debrief {"left":[10]}
				3 prompt {"id":"next_round","for":"judge","options":["ready"]}`,
		},
		{
			Clause: "MOG-7 RACE-3 a dead heat is put to the judge, again when the next can't be told, and no chains",
			Story: `
				mog 1 2 3 4 5
				1      secret [1,4,7]
				2      press 5
				2.0009 press 3
				2.0018 press 2
				2.0028 press 4
				3      shout_first 5
				4      accuse [1,2,3]
				5      shout_first 3
				6      accuse [1,2,3]
				7      accuse [1,2,3]
				8      accuse [1,2,3]`,
			Only: "closed shout prompt",
			// 2 is told from 5, and later from 4: exactly the tie apart. 3 and 2 are not.
			Facts: begun + `
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":5,"after":0},{"seat":3,"after":900000},{"seat":2,"after":1800000},{"seat":4,"after":2800000}],"dead_heat":[3,5]}
				2.011 prompt {"id":"shout_first","for":"judge","options":[3,5]}
				3 prompt {"id":"accuse","for":"judge","seat":5}
				4 prompt {"id":"shout_first","for":"judge","options":[2,3]}
				5 prompt {"id":"accuse","for":"judge","seat":3}
				6 prompt {"id":"accuse","for":"judge","seat":2}
				7 prompt {"id":"accuse","for":"judge","seat":4}
				8 prompt {"id":"designate","for":"judge","seat":2}`,
		},
		{
			Clause: "MOG-7 presses while a dead heat is open join the queue; one of the tied presses in vain",
			Story: `
				mog 1 2 3 4
				1     secret [1,4,7]
				2     press 3
				2     press 2
				2.5   press 4
				2.6   press 2
				3     shout_first 2
				4     accuse "withdraw"
				5     accuse "withdraw"
				6     accuse "withdraw"`,
			Only: "shout ignored prompt",
			Facts: begun + `
				2.011 shout {"queue":[{"seat":2,"after":0},{"seat":3,"after":0}],"dead_heat":[2,3]}
				2.011 prompt {"id":"shout_first","for":"judge","options":[2,3]}
				2.6 ignored {"seat":2,"why":"no effect now"}
				3 prompt {"id":"accuse","for":"judge","seat":2}
				4 prompt {"id":"accuse","for":"judge","seat":3}
				5 prompt {"id":"accuse","for":"judge","seat":4}
				6 prompt {"id":"designate","for":"judge","seat":2}`,
		},
		{
			Clause: "MOG-7 who was wrong may join again, behind those who wait",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 2
				2.5   press 3
				3     accuse [1,2,3]
				3.5   press 2
				4     accuse [1,2,3]
				5     accuse [1,4,7]`,
			Only: "closed shout ignored score prompt",
			Facts: begun + `
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":2,"after":0}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":2}
				3 score {"delta":-5,"total":-5,"why":"wrong","seat":2}
				3 prompt {"id":"accuse","for":"judge","seat":3}
				4 score {"delta":-5,"total":-5,"why":"wrong","seat":3}
				4 prompt {"id":"accuse","for":"judge","seat":2}
				5 score {"delta":10,"total":5,"why":"unmasked","seat":2}
				5 prompt {"id":"next_round","for":"judge","options":["ready"]}`,
		},
		{
			Clause: "MOG-7 RACE-2 the next in the queue is decided when his own press has settled",
			Story: `
				mog 1 2 3 4
				1     secret [1,4,7]
				2     press 2
				2.995 press 3
				3     accuse [1,2,3]
				3.002 press 2
				2.994 press 4
				4     accuse [1,2,3]
				5     accuse [1,2,3]
				6     accuse [1,2,3]`,
			Only: "closed shout score prompt",
			Facts: begun + `
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":2,"after":0}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":2}
				3 score {"delta":-5,"total":-5,"why":"wrong","seat":2}
				3.005 prompt {"id":"accuse","for":"judge","seat":4}
				4 score {"delta":-5,"total":-5,"why":"wrong","seat":4}
				4 prompt {"id":"accuse","for":"judge","seat":3}
				5 score {"delta":-5,"total":-5,"why":"wrong","seat":3}
				5 prompt {"id":"accuse","for":"judge","seat":2}
				6 score {"delta":-5,"total":-10,"why":"wrong","seat":2}
				6 prompt {"id":"designate","for":"judge","seat":2}`,
		},
		{
			Clause: "MOG-7 RACE-2 a press that settles just as the accusation fails is decided at once",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 2
				2.989 press 3
				3     accuse "withdraw"`,
			Only: "prompt",
			Facts: begun + `
				2.011 prompt {"id":"accuse","for":"judge","seat":2}
				3 prompt {"id":"accuse","for":"judge","seat":3}`,
		},
		{
			Clause: "MOG-7 RACE-3 the next in the queue can be a dead heat by a press that comes while he settles",
			Story: `
				mog 1 2 3 4
				1      secret [1,4,7]
				2      press 2
				2.995  press 3
				3      accuse "withdraw"
				3.001  release 3
				2.9959 press 4`,
			Only: "shout prompt",
			Facts: begun + `
				2.011 shout {"queue":[{"seat":2,"after":0}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":2}
				3.006 prompt {"id":"shout_first","for":"judge","options":[3,4]}`,
		},
		{
			Clause: "MOG-7 nothing can be answered while the next in the queue settles",
			Story: `
				mog 1 2 3
				1      secret [1,4,7]
				2      press 2
				2.995  press 3
				3      accuse "withdraw"
				3.001  designate [1,2,3]`,
			Only: "token", Facts: ``,
			Err: "no answer is expected now",
		},
		{
			Clause: "MOG-7 a second interruption is told anew",
			Story: `
				mog 1 2 3
				1 secret [1,4,7]
				2 press 2
				3 accuse "withdraw"
				4 press 3`,
			Only: "closed shout",
			Facts: `
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":2,"after":0}]}
				4.011 closed {"id":"designate","seat":2}
				4.011 shout {"queue":[{"seat":3,"after":0}]}`,
		},
		{
			Clause: "RACE-8 MOG-7 edges lost while a shout is undecided leave it to the judge",
			Story: `
				mog 1 2 3 4
				1     secret [1,4,7]
				2     press 3
				2.004 lost 2
				3     shout_first 4
				4     accuse [1,2,3]
				5     accuse [1,2,3]`,
			Facts: `
				0 started {"game":"mog","seats":[1,2,3,4]}
				0 prompt {"id":"secret","for":1}
				1 turn {"seat":2}
				1 prompt {"id":"designate","for":"judge","seat":2}
				2.004 closed {"id":"designate","seat":2}
				2.004 lost {"edges":2}
				2.004 shout {"queue":[{"seat":3,"after":0}]}
				2.004 prompt {"id":"shout_first","for":"judge","options":[2,3,4,"nobody"]}
				3 prompt {"id":"accuse","for":"judge","seat":4}
				4 score {"delta":-5,"total":-5,"why":"wrong","seat":4}
				4 prompt {"id":"accuse","for":"judge","seat":3}
				5 score {"delta":-5,"total":-5,"why":"wrong","seat":3}
				5 prompt {"id":"designate","for":"judge","seat":2}`,
		},
		{
			Clause: "RACE-8 MOG-7 the judge may say that nobody shouted",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.004 lost 1
				3     shout_first "nobody"
				4     press 3
				5     accuse [1,4,7]`,
			Only: "shout prompt score",
			Facts: begun + `
				2.004 shout {"queue":[{"seat":3,"after":0}]}
				2.004 prompt {"id":"shout_first","for":"judge","options":[2,3,"nobody"]}
				3 prompt {"id":"designate","for":"judge","seat":2}
				4.011 shout {"queue":[{"seat":3,"after":0}]}
				4.011 prompt {"id":"accuse","for":"judge","seat":3}
				5 score {"delta":10,"total":10,"why":"unmasked","seat":3}
				5 prompt {"id":"next_round","for":"judge","options":["ready"]}`,
		},
		{
			Clause: "RACE-8 MOG-7 who shouted after the edges were lost is heard all the same",
			Story: `
				mog 1 2 3 4
				1     secret [1,4,7]
				6     press 3
				6.005 lost 1
				6.5   press 4
				7     shout_first "nobody"`,
			Only: "ignored prompt",
			Facts: begun + `
				6.005 prompt {"id":"shout_first","for":"judge","options":[2,3,4,"nobody"]}
				7 ignored {"seat":3,"why":"late"}
				7 prompt {"id":"accuse","for":"judge","seat":4}`,
		},
		{
			Clause: "MOG-7 a decision owed after an undo comes before a late press",
			Story: `
				mog 1 2 3 4
				1     secret [1,4,7]
				6     press 3
				6.005 press 2
				6.012 undo
				6.004 press 4`,
			Only: "shout undone accuse",
			Facts: `
				6.011 shout {"queue":[{"seat":3,"after":0},{"seat":2,"after":5000000}]}
				6.012 undone {"line":4}
				6.011 shout {"queue":[{"seat":3,"after":0}]}`,
		},
		{
			Clause: "RACE-8 MOG-7 edges lost while the next in the queue settles: shout is not told twice",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 2
				2.995 press 3
				3     accuse [1,2,3]
				3.001 lost 1`,
			Only: "closed lost shout prompt",
			Facts: begun + `
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":2,"after":0}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":2}
				3.001 lost {"edges":1}
				3.001 prompt {"id":"shout_first","for":"judge","options":[2,3,"nobody"]}`,
		},
		{
			Clause: "RACE-8 edges lost where no shout is undecided are told and change nothing",
			Story: `
				mog 1 2 3
				1 lost 1
				2 secret [1,4,7]
				3 lost 2
				4 press 2
				5 lost 3
				6 accuse [1,4,7]
				7 lost 4`,
			Only: "lost closed prompt",
			Facts: `
				0 prompt {"id":"secret","for":1}
				1 lost {"edges":1}
				2 prompt {"id":"designate","for":"judge","seat":2}
				3 lost {"edges":2}
				4.011 closed {"id":"designate","seat":2}
				4.011 prompt {"id":"accuse","for":"judge","seat":2}
				5 lost {"edges":3}
				6 prompt {"id":"next_round","for":"judge","options":["ready"]}
				7 lost {"edges":4}`,
		},
		{
			Clause: "MOG-8 right: 10 minus the tokens, which may come below zero",
			Story: `
				mog 1 2 {"rounds":1}
				1 secret [1,4,7]
				1 designate [1,2,3]
				1 designate [1,2,4]
				1 designate [1,2,5]
				1 designate [1,2,6]
				1 designate [1,2,7]
				1 designate [1,2,8]
				1 designate [1,3,4]
				1 designate [1,3,5]
				1 designate [1,3,6]
				1 designate [1,3,7]
				1 designate [1,3,8]
				2 press 2
				3 accuse [4,7,1]`,
			Only: "unmasked score revealed debrief round_over game_over",
			Facts: `
				3 unmasked {"seat":2,"card":[1,4,7]}
				3 score {"delta":-1,"total":-1,"why":"unmasked","seat":2}
				3 revealed {"card":[1,4,7]}
				3 debrief {"left":[30,8,6,4,2,2,1,1,1,1,1]}
				3 round_over {"round":1,"totals":{"1":0,"2":-1}}
				3 game_over {"totals":{"1":0,"2":-1},"winners":[1]}`,
		},
		{
			Clause: "MOG-8 who waits in the queue gets nothing when the first was right",
			Story: `
				mog 1 2 3 {"rounds":2}
				1     secret [1,4,7]
				2     press 2
				2.002 press 3
				3     accuse [1,4,7]
				4     next_round "ready"
				5     secret [1,4,7]`,
			Only: "unmasked score turn prompt ignored",
			Facts: `
				0 prompt {"id":"secret","for":1}
				1 turn {"seat":2}
				1 prompt {"id":"designate","for":"judge","seat":2}
				2.011 prompt {"id":"accuse","for":"judge","seat":2}
				3 unmasked {"seat":2,"card":[1,4,7]}
				3 score {"delta":10,"total":10,"why":"unmasked","seat":2}
				3 ignored {"seat":3,"why":"late"}
				3 prompt {"id":"next_round","for":"judge","options":["ready"]}
				4 prompt {"id":"secret","for":2}
				5 turn {"seat":3}
				5 prompt {"id":"designate","for":"judge","seat":3}`,
		},
		{
			Clause: "MOG-9 wrong: five points less, below zero too, no token, and the same turn without a turn fact",
			Story: `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,2,3]
				3 press 2
				4 accuse [6,7,8]
				5 press 2
				6 accuse [1,4,8]
				7 designate [6,7,8]`,
			Only: "turn token score",
			Facts: `
				1 turn {"seat":2}
				2 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}
				2 turn {"seat":3}
				4 score {"delta":-5,"total":-5,"why":"wrong","seat":2}
				6 score {"delta":-5,"total":-10,"why":"wrong","seat":2}
				7 token {"seat":3,"card":[6,7,8],"shared":1,"tokens":2}
				7 turn {"seat":2}`,
		},
		{
			Clause: "MOG-10 a shout may be withdrawn: no points, the next in the queue",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.005 press 2
				3     accuse seat=3 "withdraw"
				4     accuse seat=2 "withdraw"`,
			Only: "score turn prompt",
			Facts: `
				0 prompt {"id":"secret","for":1}
				1 turn {"seat":2}
				1 prompt {"id":"designate","for":"judge","seat":2}
				2.011 prompt {"id":"accuse","for":"judge","seat":3}
				3 prompt {"id":"accuse","for":"judge","seat":2}
				4 prompt {"id":"designate","for":"judge","seat":2}`,
		},
		{
			Clause: "MOG-11 MOG does not shout, whenever he presses",
			Story: `
				mog 1 2 3
				1     press 1
				2     secret [1,4,7]
				3     press 1
				4     press 3
				4.002 press 1
				5     press 1
				6     accuse [1,4,7]
				7     press 1
				8     next_round "ready"
				9     press 2
				10    secret [1,2,3]
				11    press 1
				12    press 2`,
			Only: "ignored shout",
			Facts: `
				1 ignored {"seat":1,"why":"holder"}
				3 ignored {"seat":1,"why":"holder"}
				4.002 ignored {"seat":1,"why":"holder"}
				4.011 shout {"queue":[{"seat":3,"after":0}]}
				5 ignored {"seat":1,"why":"holder"}
				7 ignored {"seat":1,"why":"holder"}
				9 ignored {"seat":2,"why":"holder"}
				11.011 shout {"queue":[{"seat":1,"after":0}]}
				12 ignored {"seat":2,"why":"holder"}`,
		},
		{
			Clause: "MOG-12 each in turn is MOG, once round the table unless told otherwise, and the highest total wins",
			Story: `
				mog 2 4 5 {"first":4}
				1 secret [1,4,7]
				2 designate [1,4,7]
				3 next_round "ready"
				4 secret [1,2,3]
				5 designate [1,2,3]
				6 next_round "ready"
				7 secret [6,7,8]
				8 designate [1,2,3]
				9 designate [6,7,8]
				10 press 2
				11 press 4`,
			Only: "turn prompt found debrief round_over game_over ignored",
			Facts: `
				0 prompt {"id":"secret","for":4}
				1 turn {"seat":5}
				1 prompt {"id":"designate","for":"judge","seat":5}
				2 found {"seat":5,"card":[1,4,7]}
				2 debrief {"left":[]}
				2 round_over {"round":1,"totals":{"2":0,"4":0,"5":5}}
				2 prompt {"id":"next_round","for":"judge","options":["ready"]}
				3 prompt {"id":"secret","for":5}
				4 turn {"seat":2}
				4 prompt {"id":"designate","for":"judge","seat":2}
				5 found {"seat":2,"card":[1,2,3]}
				5 debrief {"left":[]}
				5 round_over {"round":2,"totals":{"2":5,"4":0,"5":5}}
				5 prompt {"id":"next_round","for":"judge","options":["ready"]}
				6 prompt {"id":"secret","for":2}
				7 turn {"seat":4}
				7 prompt {"id":"designate","for":"judge","seat":4}
				8 turn {"seat":5}
				8 prompt {"id":"designate","for":"judge","seat":5}
				9 found {"seat":5,"card":[6,7,8]}
				9 debrief {"left":[10]}
				9 round_over {"round":3,"totals":{"2":5,"4":0,"5":10}}
				9 game_over {"totals":{"2":5,"4":0,"5":10},"winners":[5]}
				10 ignored {"seat":2,"why":"holder"}
				11 ignored {"seat":4,"why":"no effect now"}`,
		},
		{
			Clause: "MOG-12 ties share",
			Story: `
				mog 1 2 3 {"rounds":1,"first":2}
				1 secret [1,4,7]
				2 press 3
				3 accuse [1,2,3]
				4 press 1
				5 accuse [1,2,3]
				6 designate [1,4,7]`,
			Only: "turn game_over",
			Facts: `
				1 turn {"seat":3}
				6 game_over {"totals":{"1":-5,"2":0,"3":0},"winners":[2,3]}`,
		},
		{
			Clause: "MOG-13 the debrief counts tokens alone, none for the character that was found",
			Story: `
				mog 1 2
				1 secret [1,4,7]
				2 designate [2,3,5]
				3 designate [1,2,3]
				4 designate [1,4,8]
				5 designate [6,7,8]
				6 designate [1,4,7]`,
			Only:  "debrief",
			Facts: `6 debrief {"left":[10,6,4,2]}`,
		},
		{
			Clause: "MOG-5 a token is taken back, and the card may be designated again",
			Story: `
				mog 1 2 3
				1 secret [1,4,7]
				2 designate [1,2,3]
				3 undo
				4 designate seat=2 [1,2,3]`,
			Only: "undone token turn",
			Facts: `
				1 turn {"seat":2}
				2 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}
				2 turn {"seat":3}
				3 undone {"line":3}
				4 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}
				4 turn {"seat":3}`,
		},
		{
			Clause: "MOG-7 a shout is taken back by its press, and designate is open again",
			Story: `
				mog 1 2 3
				1 secret [1,4,7]
				2 press 3
				3 undo
				4 designate [1,2,3]`,
			Only: "closed shout undone token",
			Facts: `
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":3,"after":0}]}
				3 undone {"line":3}
				4 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}`,
		},
		{
			Clause: "MOG-7 only the last shout is taken back; the first, still undecided, is decided at its own time",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.004 press 2
				2.02  undo
				3     accuse [1,2,3]`,
			Only: "closed shout undone prompt",
			Facts: begun + `
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":3,"after":0},{"seat":2,"after":4000000}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":3}
				2.02 undone {"line":4}
				2.011 closed {"id":"designate","seat":2}
				2.011 shout {"queue":[{"seat":3,"after":0}]}
				2.011 prompt {"id":"accuse","for":"judge","seat":3}
				3 prompt {"id":"designate","for":"judge","seat":2}`,
		},
		{
			Clause: "MOG-7 who was told to be first is taken back",
			Story: `
				mog 1 2 3
				1 secret [1,4,7]
				2 press 3
				2 press 2
				3 shout_first 3
				4 undo
				5 shout_first 2
				6 accuse "withdraw"`,
			Only: "undone prompt",
			Facts: begun + `
				2.011 prompt {"id":"shout_first","for":"judge","options":[2,3]}
				3 prompt {"id":"accuse","for":"judge","seat":3}
				4 undone {"line":5}
				5 prompt {"id":"accuse","for":"judge","seat":2}
				6 prompt {"id":"accuse","for":"judge","seat":3}`,
		},
		{
			Clause: "MOG-9 a wrong accusation is taken back, though the next had begun to accuse",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.005 press 2
				3     accuse [1,2,3]
				4     press 1
				5     undo
				6     accuse seat=3 [1,4,7]`,
			Only: "undone score prompt ignored",
			Facts: begun + `
				2.011 prompt {"id":"accuse","for":"judge","seat":3}
				3 score {"delta":-5,"total":-5,"why":"wrong","seat":3}
				3 prompt {"id":"accuse","for":"judge","seat":2}
				4 ignored {"seat":1,"why":"holder"}
				5 undone {"line":5}
				6 score {"delta":10,"total":10,"why":"unmasked","seat":3}
				6 ignored {"seat":2,"why":"late"}
				6 prompt {"id":"next_round","for":"judge","options":["ready"]}`,
		},
		{
			Clause: "MOG-9 RACE-2 a withdrawal is taken back while the next in the queue settles",
			Story: `
				mog 1 2 3
				1     secret [1,4,7]
				2     press 3
				2.995 press 2
				3     accuse "withdraw"
				3.002 undo
				4     accuse "withdraw"`,
			Only: "undone prompt",
			Facts: begun + `
				2.011 prompt {"id":"accuse","for":"judge","seat":3}
				3.002 undone {"line":5}
				4 prompt {"id":"accuse","for":"judge","seat":2}`,
		},
		{
			Clause: "MOG-12 the end of the game is taken back, and the game goes on",
			Story: `
				mog 1 2 {"rounds":1}
				1 secret [1,4,7]
				2 designate [1,4,7]
				3 press 2
				4 undo
				5 designate [1,2,3]`,
			Only: "game_over undone token",
			Facts: `
				2 game_over {"totals":{"1":0,"2":5},"winners":[2]}
				4 undone {"line":3}
				5 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}`,
		},
		{
			Clause: "MOG-12 counts what was brought along",
			Story:  `mog 1 2 3 {"rounds":1,"totals":{"2":7}}` + "\n1 secret [1,4,7]\n2 press 2\n3 accuse [1,4,7]",
			Only:   "score",
			Facts:  `3 score {"delta":10,"total":17,"why":"unmasked","seat":2}`,
		},
		{
			Clause: "MOG race options: settle and tie of the table's own",
			Story: `
				mog 1 2 3 {"race":{"settle":"20ms","tie":"5ms"}}
				1     secret [1,4,7]
				2     press 3
				2.0049 press 2`,
			Only:  "shout",
			Facts: `2.025 shout {"queue":[{"seat":3,"after":0},{"seat":2,"after":4900000}],"dead_heat":[2,3]}`,
		},
	})
}
