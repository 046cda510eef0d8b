package mog

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMog(t *testing.T) {
	gametest.Stories(t, book(), `
		MOG is 1·4·7:
			mog 1 2 3
			1 secret [1,4,7]

		MOG is 1·4·7, of four:
			mog 1 2 3 4
			1 secret [1,4,7]

		MOG-1 one seat has nobody to chase
			mog 1
			! mog with 1 seats: expected 2 to 8

		MOG-1 eight players
			mog 1 2 3 4 5 6 7 8
			--
			0 started {"game":"mog","seats":[1,2,3,4,5,6,7,8]}
			0 prompt {"id":"secret","for":1}

		MOG-1 alone against the house, and on turn again after every token
			mog 3 seed=1 {"holder":"house"}
			1 designate [1,2,3]
			--
			0 started {"game":"mog","seats":[3]}
			0 turn {"seat":3}
			0 prompt {"id":"designate","for":"judge","seat":3}
			1 token {"seat":3,"card":[1,2,3],"shared":1,"tokens":1}
			1 turn {"seat":3}
			1 prompt {"id":"designate","for":"judge","seat":3}

		MOG-2 a card is three attributes in any order, ascending in facts
			mog 1 2
			1 secret [8,3,1]
			2 designate [6,1,2]
			3 designate [ 3, 8, 1 ]
			-- token found revealed
			2 token {"seat":2,"card":[1,2,6],"shared":1,"tokens":1}
			3 found {"seat":2,"card":[1,3,8]}
			3 revealed {"card":[1,3,8]}

		MOG-3 MOG alone is asked for the secret, and nothing can be shouted before
			mog 2 5 7 {"first":5}
			1 press 2
			2 press 5
			3 release 5
			4 secret [1,4,7]
			--
			0 started {"game":"mog","seats":[2,5,7]}
			0 prompt {"id":"secret","for":5}
			1 ignored {"seat":2,"why":"no effect now"}
			2 ignored {"seat":5,"why":"holder"}
			4 turn {"seat":7}
			4 prompt {"id":"designate","for":"judge","seat":7}

		MOG-4 left of MOG begins, clockwise, chasers only
			mog 1 3 4 {"first":3}
			1 secret [1,2,3]
			2 designate [4,5,6]
			3 designate seat=1 [4,5,7]
			4 designate [4,5,8]
			-- turn token
			1 turn {"seat":4}
			2 token {"seat":4,"card":[4,5,6],"shared":0,"tokens":1}
			2 turn {"seat":1}
			3 token {"seat":1,"card":[4,5,7],"shared":0,"tokens":2}
			3 turn {"seat":4}
			4 token {"seat":4,"card":[4,5,8],"shared":0,"tokens":3}
			4 turn {"seat":1}

		MOG-4 against the house first begins, then the one left of him, whoever unmasked
			mog 1 2 3 seed=1 {"holder":"house","first":3,"rounds":2}
			1 designate [1,2,3]
			2 designate [2,4,8]
			3 next_round "ready"
			-- turn found
			1 turn {"seat":1}
			2 found {"seat":1,"card":[2,4,8]}
			3 turn {"seat":1}

		MOG-5 a card takes one token
			mog 1 2
			1 secret [1,4,7]
			2 designate [2,3,5]
			3 designate [5,3,2]
			! 2·3·5 has a token already
			-- token
			2 token {"seat":2,"card":[2,3,5],"shared":0,"tokens":1}

		MOG-6 who designates MOG himself gets 5 points flat and lays no token
			after MOG is 1·4·7
			2 designate [1,2,3]
			3 designate [7,4,1]
			--
			2 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}
			2 turn {"seat":3}
			2 prompt {"id":"designate","for":"judge","seat":3}
			3 found {"seat":3,"card":[1,4,7]}
			3 score {"delta":5,"total":5,"why":"found","seat":3}
			3 revealed {"card":[1,4,7]}
			3 debrief {"left":[30]}
			3 round_over {"round":1,"totals":{"1":0,"2":0,"3":5}}
			3 prompt {"id":"next_round","for":"judge","options":["ready"]}

		MOG-6 a shout that was not decided yet comes to nothing when MOG is found
			after MOG is 1·4·7
			2     press 3
			2.005 designate [1,4,7]
			3     press 3
			4     next_round "ready"
			5     secret [1,2,3]
			-- found shout ignored turn
			2.005 found {"seat":2,"card":[1,4,7]}
			2.005 ignored {"seat":3,"why":"late"}
			3 ignored {"seat":3,"why":"no effect now"}
			5 turn {"seat":3}

		MOG-6 a shout that came to nothing is not taken back, but the card that ended the round, and then it is heard
			after MOG is 1·4·7
			2     press 3
			2.005 designate [1,4,7]
			3     undo
			-- found shout ignored undone
			2.005 found {"seat":2,"card":[1,4,7]}
			2.005 ignored {"seat":3,"why":"late"}
			3 undone {"line":4}
			2.011 shout {"queue":[{"seat":3,"after":0}]}

		RACE-1 the undo takes back the press that waits, not the one whose place it took
			after MOG is 1·4·7
			2.005 press 3
			2     press 3
			2.006 undo
			2.007 undo
			5     designate [1,2,3]
			-- shout ignored undone token
			2 ignored {"seat":3,"why":"no effect now"}
			2.006 undone {"line":4}
			2.007 undone {"line":3}
			5 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}

		MOG-7 the shouts are told when the first is decided, settle and tie after it
			after MOG is 1·4·7, of four
			2     press 4
			2.001 press 3
			2.004 press 2
			--
			2.011 closed {"id":"designate","seat":2}
			2.011 shout {"queue":[{"seat":4,"after":0},{"seat":3,"after":1000000},{"seat":2,"after":4000000}]}
			2.011 prompt {"id":"accuse","for":"judge","seat":4}

		MOG-7 the seat in turn may shout too, and a card with a token may be named
			after MOG is 1·4·7
			2 designate [2,3,5]
			3 press 3
			4 accuse [2,3,5]
			-- closed shout score prompt
			2 prompt {"id":"designate","for":"judge","seat":3}
			3.011 closed {"id":"designate","seat":3}
			3.011 shout {"queue":[{"seat":3,"after":0}]}
			3.011 prompt {"id":"accuse","for":"judge","seat":3}
			4 score {"delta":-5,"total":-5,"why":"wrong","seat":3}
			4 prompt {"id":"designate","for":"judge","seat":3}

		MOG-7 RACE-2 a press that settles just as the accusation fails is decided at once
			after MOG is 1·4·7
			2     press 2
			2.989 press 3
			3     accuse "withdraw"
			-- prompt
			2.011 prompt {"id":"accuse","for":"judge","seat":2}
			3 prompt {"id":"accuse","for":"judge","seat":3}

		MOG-7 RACE-3 the next in the queue can be a dead heat by a press that comes while he settles
			after MOG is 1·4·7, of four
			2      press 2
			2.995  press 3
			3      accuse "withdraw"
			3.001  release 3
			2.9959 press 4
			-- shout prompt
			2.011 shout {"queue":[{"seat":2,"after":0}]}
			2.011 prompt {"id":"accuse","for":"judge","seat":2}
			3.006 prompt {"id":"shout_first","for":"judge","options":[3,4]}

		MOG-7 nothing can be answered while the next in the queue settles
			after MOG is 1·4·7
			2      press 2
			2.995  press 3
			3      accuse "withdraw"
			3.001  designate [1,2,3]
			! no answer is expected now

		RACE-8 MOG-7 edges lost while a shout is undecided leave it to the judge
			after MOG is 1·4·7, of four
			2     press 3
			2.004 lost 2
			3     shout_first 4
			4     accuse [1,2,3]
			5     accuse [1,2,3]
			--
			2.004 closed {"id":"designate","seat":2}
			2.004 lost {"edges":2}
			2.004 shout {"queue":[{"seat":3,"after":0}]}
			2.004 prompt {"id":"shout_first","for":"judge","options":[2,3,4,"nobody"]}
			3 prompt {"id":"accuse","for":"judge","seat":4}
			4 score {"delta":-5,"total":-5,"why":"wrong","seat":4}
			4 prompt {"id":"accuse","for":"judge","seat":3}
			5 score {"delta":-5,"total":-5,"why":"wrong","seat":3}
			5 prompt {"id":"designate","for":"judge","seat":2}

		RACE-8 MOG-7 the judge may say that nobody shouted
			after MOG is 1·4·7
			2     press 3
			2.004 lost 1
			3     shout_first "nobody"
			4     press 3
			5     accuse [1,4,7]
			-- shout prompt score
			2.004 shout {"queue":[{"seat":3,"after":0}]}
			2.004 prompt {"id":"shout_first","for":"judge","options":[2,3,"nobody"]}
			3 prompt {"id":"designate","for":"judge","seat":2}
			4.011 shout {"queue":[{"seat":3,"after":0}]}
			4.011 prompt {"id":"accuse","for":"judge","seat":3}
			5 score {"delta":10,"total":10,"why":"unmasked","seat":3}
			5 prompt {"id":"next_round","for":"judge","options":["ready"]}

		RACE-8 MOG-7 edges lost while the next in the queue settles: shout is not told twice
			after MOG is 1·4·7
			2     press 2
			2.995 press 3
			3     accuse [1,2,3]
			3.001 lost 1
			-- closed lost shout prompt
			2.011 closed {"id":"designate","seat":2}
			2.011 shout {"queue":[{"seat":2,"after":0}]}
			2.011 prompt {"id":"accuse","for":"judge","seat":2}
			3.001 lost {"edges":1}
			3.001 prompt {"id":"shout_first","for":"judge","options":[2,3,"nobody"]}

		RACE-8 edges lost where no shout is undecided are told and change nothing
			mog 1 2 3
			1 lost 1
			2 secret [1,4,7]
			3 lost 2
			4 press 2
			5 lost 3
			6 accuse [1,4,7]
			7 lost 4
			-- lost closed prompt
			1 lost {"edges":1}
			2 prompt {"id":"designate","for":"judge","seat":2}
			3 lost {"edges":2}
			4.011 closed {"id":"designate","seat":2}
			4.011 prompt {"id":"accuse","for":"judge","seat":2}
			5 lost {"edges":3}
			6 prompt {"id":"next_round","for":"judge","options":["ready"]}
			7 lost {"edges":4}

		MOG-8 right: 10 minus the tokens, which may come below zero
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
			3 accuse [4,7,1]
			-- unmasked score revealed debrief round_over game_over
			3 unmasked {"seat":2,"card":[1,4,7]}
			3 score {"delta":-1,"total":-1,"why":"unmasked","seat":2}
			3 revealed {"card":[1,4,7]}
			3 debrief {"left":[30,8,6,4,2,2,1,1,1,1,1]}
			3 round_over {"round":1,"totals":{"1":0,"2":-1}}
			3 game_over {"totals":{"1":0,"2":-1},"winners":[1]}

		MOG-9 wrong: five points less, below zero too, no token, and the same turn without a turn fact
			after MOG is 1·4·7
			2 designate [1,2,3]
			3 press 2
			4 accuse [6,7,8]
			5 press 2
			6 accuse [1,4,8]
			7 designate [6,7,8]
			-- turn token score
			2 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}
			2 turn {"seat":3}
			4 score {"delta":-5,"total":-5,"why":"wrong","seat":2}
			6 score {"delta":-5,"total":-10,"why":"wrong","seat":2}
			7 token {"seat":3,"card":[6,7,8],"shared":1,"tokens":2}
			7 turn {"seat":2}

		MOG-11 MOG does not shout, whenever he presses
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
			12    press 2
			-- ignored shout
			1 ignored {"seat":1,"why":"holder"}
			3 ignored {"seat":1,"why":"holder"}
			4.002 ignored {"seat":1,"why":"holder"}
			4.011 shout {"queue":[{"seat":3,"after":0}]}
			5 ignored {"seat":1,"why":"holder"}
			7 ignored {"seat":1,"why":"holder"}
			9 ignored {"seat":2,"why":"holder"}
			11.011 shout {"queue":[{"seat":1,"after":0}]}
			12 ignored {"seat":2,"why":"holder"}

		MOG-7 who was told to be first is taken back
			after MOG is 1·4·7
			2 press 3
			2 press 2
			3 shout_first 3
			4 undo
			5 shout_first 2
			6 accuse "withdraw"
			-- undone prompt
			2.011 prompt {"id":"shout_first","for":"judge","options":[2,3]}
			3 prompt {"id":"accuse","for":"judge","seat":3}
			4 undone {"line":5}
			5 prompt {"id":"accuse","for":"judge","seat":2}
			6 prompt {"id":"accuse","for":"judge","seat":3}

		MOG-12 the end of the game is taken back, and the game goes on
			mog 1 2 {"rounds":1}
			1 secret [1,4,7]
			2 designate [1,4,7]
			3 press 2
			4 undo
			5 designate [1,2,3]
			-- game_over undone token
			2 game_over {"totals":{"1":0,"2":5},"winners":[2]}
			4 undone {"line":3}
			5 token {"seat":2,"card":[1,2,3],"shared":1,"tokens":1}

		MOG-12 counts what was brought along
			mog 1 2 3 {"rounds":1,"totals":{"2":7}}
			1 secret [1,4,7]
			2 press 2
			3 accuse [1,4,7]
			-- score
			3 score {"delta":10,"total":17,"why":"unmasked","seat":2}

		MOG race options: settle and tie of the table's own
			mog 1 2 3 {"race":{"settle":"20ms","tie":"5ms"}}
			1     secret [1,4,7]
			2     press 3
			2.0049 press 2
			-- shout
			2.025 shout {"queue":[{"seat":3,"after":0},{"seat":2,"after":4900000}],"dead_heat":[2,3]}
	`)
}
