package mito

import (
	"testing"

	"arbitre/games/gametest"
)

func TestCards(t *testing.T) {
	gametest.Stories(t, book(), `
		MITO-14 play is asked once a round and stays open
			mito 1 2 3
			1 play "ant"
			2 play "ant"
			3 play seat=3 "out"
			4 hand {"numbers":1,"actions":0,"mitos":0}
			5 hand {"numbers":1,"actions":0,"mitos":0}
			6 next_round "ready"
			-- prompt closed
			3 prompt {"id":"hand","for":"judge","seat":1}
			4 prompt {"id":"hand","for":"judge","seat":2}
			5 prompt {"id":"next_round","for":"judge","options":["ready"]}
			6 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}

		MITO-14 the look-back ends after just its time
			mito 1 2 3 4
			10 press 1
			11.500000001 play seat=1 "spider"
			! turn_long_over seat=1

		MITO-14 it may not be answered during a race
			mito 1 2 3
			1 play "mosquito"
			2 play "ant"
			! "play" may not be answered now: the race comes first

		MITO-14 nor while spider_to is open, when every press is ignored, the guardian's too
			mito 1 2 3 {"first":2}
			1 press 2
			2 play "spider"
			3 press 2
			3 press 3
			3 press 1
			4 play "ant"
			! the spider comes first
			-- ignored call
			3 ignored {"seat":2,"why":"no effect now"}
			3 ignored {"seat":3,"why":"no effect now"}
			3 ignored {"seat":1,"why":"no effect now"}

		MITO-14 nor while the judge must say who was slowest
			mito 1 2 3
			1 play "mosquito"
			7 press 1
			8 play "ant"
			! the verdict of the race comes first
			-- ignored
			7 ignored {"seat":1,"why":"no effect now"}

		MITO-15 the spider's layer gives a card to another seat or to nobody, never to himself
			mito 1 2 3
			1 play "spider"
			2 spider_to 3
			3 play "spider"
			4 spider_to "nobody"
			5 play "spider"
			6 spider_to 3
			! 3 is no answer to "spider_to"
			-- prompt owe turn
			1 prompt {"id":"spider_to","for":"judge","options":[2,3,"nobody"]}
			2 owe {"from":[1],"to":3,"cards":1}
			2 turn {"seat":2}
			3 prompt {"id":"spider_to","for":"judge","options":[1,3,"nobody"]}
			4 turn {"seat":3}
			5 prompt {"id":"spider_to","for":"judge","options":[1,2,"nobody"]}

		MITO-16 the slowest takes a card of each other, the layer's too
			mito 1 2 3 4
			10    play "mosquito"
			10.3  press 3
			10.5  press 2
			-- race_open race_over owe turn
			10 race_open {"race":"mosquito","entrants":[2,3,4]}
			10.511 race_over {"race":"mosquito"
				,"order":[{"seat":3,"after":300000000},{"seat":2,"after":500000000}],"missing":[4],"slowest":4}
			10.511 owe {"from":[1,2,3],"to":4,"cards":1}
			10.511 turn {"seat":2}

		MITO-16 a slap that was taken for a call counts, during the verdict, too, and for the cockroach
			mito 1 2 3 4
			8    press 1
			10   press 1
			10.1 accused 3
			10.2 press 4
			11.4 play "cockroach"
			-- closed race_over
			11.4 closed {"id":"verdict","seat":3}
			11.4 closed {"id":"nobody"}
			11.4 race_over {"race":"cockroach","order":[{"seat":1,"after":0},{"seat":4,"after":200000000}]
				,"missing":[2,3],"fastest":1}

		MITO-17 the fastest of all may leave his card, and play goes on left of the layer
			mito 1 2 3 4
			10   play "cockroach"
			10.4 press 4
			10.5 press 1
			12   press 2
			-- race_open closed may_leave turn ignored
			10 race_open {"race":"cockroach","entrants":[1,2,3,4]}
			10.411 closed {"id":"nobody"}
			10.411 may_leave {"seat":4}
			10.411 turn {"seat":2}
			10.5 ignored {"seat":1,"why":"late"}
			12 closed {"id":"has_none","seat":4}
			12 turn {"seat":3}

		three slap a cockroach, the last two in a dead heat:
			mito 1 2 3 4
			10      play "cockroach"
			10.4    press 4
			10.6    press 1
			10.7    press 3
			10.7005 press 2

		MITO-17 has none: the next who slapped may, late or not, then the judge decides a dead heat, then nobody may
			after three slap a cockroach, the last two in a dead heat
			10.8 public says fastest role=verdict seat=4; may_leave role=news seat=4; then seats=[1,3,2]
				; turn seat=2
			13 has_none "none"
			13 public says has_none role=verdict seat=4; may_leave role=news seat=1; then seats=[3,2]
				; turn seat=2
			14 has_none "none"
			14 public says has_none role=verdict seat=1
			15 fastest 3
			16 has_none seat=3 "none"
			17 has_none "none"
			17 public says has_none role=verdict seat=2; nobody role=news; turn seat=2
			-- has_none may_leave prompt turn closed
			13 has_none {"seat":4}
			13 may_leave {"seat":1}
			13 turn {"seat":2}
			13 prompt {"id":"has_none","for":"judge","seat":1,"options":["none"]}
			14 has_none {"seat":1}
			14 prompt {"id":"fastest","for":"judge","options":[2,3]}
			15 may_leave {"seat":3}
			15 turn {"seat":2}
			15 prompt {"id":"has_none","for":"judge","seat":3,"options":["none"]}
			16 has_none {"seat":3}
			16 may_leave {"seat":2}
			16 turn {"seat":2}
			16 prompt {"id":"has_none","for":"judge","seat":2,"options":["none"]}
			17 has_none {"seat":2}
			17 turn {"seat":2}

		MITO-17 who was passed over by mistake may leave his card after an undo
			after three slap a cockroach, the last two in a dead heat
			13 has_none "none"
			14 undo
			15 has_none seat=4 "none"
			-- undone has_none
			13 has_none {"seat":4}
			14 undone {"line":7}
			15 has_none {"seat":4}

		MITO-17 the next turn ends, and nobody is passed over any more
			after three slap a cockroach, the last two in a dead heat
			13 press 2
			14 has_none "none"
			! no prompt "has_none" is open

		MITO-17 nor once the next card is declared
			after three slap a cockroach, the last two in a dead heat
			13 play "ant"
			14 has_none "none"
			! no prompt "has_none" is open

		MITO-17 has none waits until a check is over
			after three slap a cockroach, the last two in a dead heat
			13 press 1
			14 has_none "none"
			! "has_none" may not be answered now

		MITO-17 a check changes nothing about who has none
			after three slap a cockroach, the last two in a dead heat
			13 press 1
			14 accused 3
			15 verdict "innocent"
			16 has_none "none"
			-- has_none may_leave turn
			16 has_none {"seat":4}
			16 may_leave {"seat":1}
			16 turn {"seat":2}

		MITO-17 a press that is not settled yet is not next
			mito 1 2 3 4
			10      play "cockroach"
			10.4    press 4
			10.5    press 1
			10.5109 has_none "none"
			-- has_none may_leave
			10.411 may_leave {"seat":4}
			10.5109 has_none {"seat":4}

		MITO-17 after lost edges only the judge can say who is next, or that it is nobody
			mito 1 2 3 4
			10    play "cockroach"
			10.4  press 4
			10.405 lost 1
			11    fastest 2
			12    has_none "none"
			13    fastest 3
			14    has_none "none"
			15    fastest "nobody"
			-- may_leave has_none prompt
			10 prompt {"id":"nobody","for":"judge","options":["nobody"]}
			10.405 prompt {"id":"fastest","for":"judge","options":[1,2,3,4,"nobody"]}
			11 may_leave {"seat":2}
			11 prompt {"id":"has_none","for":"judge","seat":2,"options":["none"]}
			12 has_none {"seat":2}
			12 prompt {"id":"fastest","for":"judge","options":[1,3,4,"nobody"]}
			13 may_leave {"seat":3}
			13 prompt {"id":"has_none","for":"judge","seat":3,"options":["none"]}
			14 has_none {"seat":3}
			14 prompt {"id":"fastest","for":"judge","options":[1,4,"nobody"]}

		MITO-18 an ant gives all but the layer a card of the discard
			mito 1 2 3 4
			10   play "ant"
			-- take_discard draw turn
			10 take_discard {"seats":[2,3,4],"cards":1}
			10 turn {"seat":2}

		RACE-8 lost edges void an open mosquito: the judge says who was slowest
			mito 1 2 3
			10    play "mosquito"
			10.1  press 3
			10.105 lost 2
			12    slowest 3
			-- closed race_over lost prompt owe turn
			10.105 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[2],"void":true}
			10.105 lost {"edges":2}
			10.105 prompt {"id":"slowest","for":"judge","options":[2,3]}
			12 owe {"from":[1,2],"to":3,"cards":1}
			12 turn {"seat":2}
	`)
}
