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
			! it was not the turn of seat 1 within the last 1.5s

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

		MITO-16 a slap that was taken for a call counts, and so does every press since
			mito 1 2 3 4
			8    press 1
			10   press 1
			10.2 press 3
			10.3 press 4
			11   play "mosquito"
			-- call ignored closed race_over owe
			10 call {"seat":1}
			10.2 ignored {"seat":3,"why":"checking"}
			10.3 ignored {"seat":4,"why":"checking"}
			11 closed {"id":"accused"}
			11 race_over {"race":"mosquito"
				,"order":[{"seat":1,"after":0},{"seat":3,"after":200000000},{"seat":4,"after":300000000}]
				,"missing":[],"slowest":4}
			11 owe {"from":[1,2,3],"to":4,"cards":1}

		MITO-16 during the verdict, too, and for the cockroach
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
			12 turn {"seat":3}

		MITO-17 a dead heat is the judge's to decide
			mito 1 2 3 4
			10   play "cockroach"
			10.4 press 4
			10.400999999 press 2
			12 fastest 2
			-- race_over may_leave turn
			10.411 race_over {"race":"cockroach"
				,"order":[{"seat":4,"after":400000000},{"seat":2,"after":400999999}],"missing":[1,3],"dead_heat":[2,4]}
			12 may_leave {"seat":2}
			12 turn {"seat":2}

		MITO-18 an ant gives all but the layer a card of the discard
			mito 1 2 3 4
			10   play "ant"
			-- take_discard draw turn
			10 take_discard {"seats":[2,3,4],"cards":1}
			10 turn {"seat":2}
	`)
}

// The clauses of races that only a game can show.
func TestRaces(t *testing.T) {
	gametest.Stories(t, book(), `
		RACE without any tie nobody could tell
			mito 1 2 3 {"race":{"tie":"0s"}}
			! longer than nothing

		RACE-1 an earlier slap that is delivered later takes the place of the one that counted, which is ignored
			mito 1 2 3 4
			10     play "mosquito"
			10.305 press 2
			10.3   press 2
			10.5   press 3
			-- race_over ignored
			10.3 ignored {"seat":2,"why":"no effect now"}
			10.511 race_over {"race":"mosquito"
				,"order":[{"seat":2,"after":300000000},{"seat":3,"after":500000000}],"missing":[4],"slowest":4}

		RACE-2 a press delivered late counts with its own time
			mito 1 2 3
			10     play "cockroach"
			10.1   press 2
			10.095 press 3
			-- race_over
			10.106 race_over {"race":"cockroach"
				,"order":[{"seat":3,"after":95000000},{"seat":2,"after":100000000}],"missing":[1],"fastest":3}

		RACE-3 a dead heat for last is the judge's
			mito 1 2 3 4
			10    play "mosquito"
			10.1  press 4
			10.2  press 3
			10.2009 press 2
			16    slowest 4
			! 4 is no answer to "slowest": expected one of 2, 3
			-- race_over
			10.211 race_over {"race":"mosquito"
				,"order":[{"seat":4,"after":100000000},{"seat":3,"after":200000000}
				,{"seat":2,"after":200900000}],"missing":[],"dead_heat":[2,3]}

		RACE-4 with the options agreed
			mito 1 2 3 {"race":{"timeout":"2s","settle":"20ms","tie":"5ms"}}
			10    play "cockroach"
			12    play "mosquito"
			12.1  press 1
			12.13 press 3
			-- race_over
			12 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
			12.125 race_over {"race":"mosquito","order":[{"seat":1,"after":100000000}],"missing":[3],"slowest":3}

		RACE-4 several missing at the timeout: the judge says who was slowest
			mito 1 2 3 4
			10    play "mosquito"
			10.1  press 4
			16    slowest 2
			-- race_over prompt owe turn
			15 race_over {"race":"mosquito","order":[{"seat":4,"after":100000000}],"missing":[2,3]}
			15 prompt {"id":"slowest","for":"judge","options":[2,3]}
			16 owe {"from":[1,3,4],"to":2,"cards":1}
			16 turn {"seat":2}

		RACE-6 the quiet of one race goes on while another is open, and after it
			mito 1 2 3 {"first":2}
			1   press 2
			2   press 3
			3   play "cockroach"
			3.1 press 3
			3.2 play "mosquito"
			3.25 press 2
			3.3 press 3
			3.4 press 2
			-- race_over ignored call
			3.111 race_over {"race":"cockroach","order":[{"seat":3,"after":100000000}],"missing":[1,2],"fastest":3}
			3.25 ignored {"seat":2,"why":"late"}
			3.311 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[1],"slowest":1}
			3.4 ignored {"seat":2,"why":"late"}

		RACE-6 after a race its entrants are late for a second, in every phase
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
			11.111  press 2
			-- race_over ignored turn call
			10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
			10.111 turn {"seat":2}
			10.111 ignored {"seat":2,"why":"late"}
			10.5 call {"seat":1}
			10.6 ignored {"seat":2,"why":"late"}
			10.8 ignored {"seat":3,"why":"late"}
			11.110999999 ignored {"seat":2,"why":"late"}
			11.111 turn {"seat":3}

		RACE-7 a button held down since before the race has not pressed
			mito 1 2 3
			1     press 3
			20    play "mosquito"
			20.1  press 2
			20.2  release 3
			22    press 2
			-- race_over
			20.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}

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

		RACE-8 and an open cockroach: the judge says who was fastest, or nobody
			mito 1 2 3
			10    play "cockroach"
			10.1  press 3
			10.105 lost 1
			12    fastest "nobody"
			-- closed race_over lost prompt may_leave turn
			10 prompt {"id":"nobody","for":"judge","options":["nobody"]}
			10.105 closed {"id":"nobody"}
			10.105 race_over {"race":"cockroach","order":[{"seat":3,"after":100000000}],"missing":[1,2],"void":true}
			10.105 lost {"edges":1}
			10.105 prompt {"id":"fastest","for":"judge","options":[1,2,3,"nobody"]}
			12 turn {"seat":2}
	`)
}

// Time, undo and redo, as RULES section 0 has them.
func TestUndo(t *testing.T) {
	gametest.Stories(t, book(), `
		a press may come late by the settle time, inclusive, and acts on the state as it now is
			mito 1 2 3
			1     press 1
			0.99  press 2
			0.989999999 press 3
			! the time runs backwards from 1000000000 to 989999999: a press or release may come at most 10ms late
			-- turn
			1 turn {"seat":2}
			0.99 turn {"seat":3}

		an answer may not come late at all
			mito 1 2 3
			1     press 1
			0.999999999 play "ant"
			! only a press or release may come late

		undo with nothing to take back is refused
			mito 1 2 3
			1 press 2
			2 undo
			! nothing to undo

		undo passes over lost edges that voided nothing
			mito 1 2 3
			1 press 1
			2 lost 3
			3 undo
			-- undone
			3 undone {"line":2}

		undo deadlines that are owed fire before a line that is refused
			mito 1 2 3
			1   play "mosquito"
			1.1 press 3
			7   undo
			6.5 slowest 3
			! the time runs backwards
			-- undone race_over
			1.111 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[2],"slowest":2}
			7 undone {"line":3}
			6 race_over {"race":"mosquito","order":[],"missing":[2,3]}

		undo: a press that is delivered after a deadline that was owed stays behind it, at the next undo too
			mogelmotte 1 2 3
			10     play "cockroach"
			14     nobody "nobody"
			15.005 undo
			14.998 press 3
			20     press 2
			21     undo
			22     press 2
			-- race_over ignored turn
			14 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
			14 turn {"seat":2}
			15 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
			15 turn {"seat":2}
			14.998 ignored {"seat":3,"why":"late"}
			20 turn {"seat":3}
			22 turn {"seat":3}

		undo: what was ignored after the line may still be a slap
			mito 1 2 3 4
			10   play "spider"
			10.2 press 3
			10.4 press 4
			11   undo
			11.2 play "mosquito"
			-- ignored undone race_over
			10.2 ignored {"seat":3,"why":"no effect now"}
			10.4 ignored {"seat":4,"why":"no effect now"}
			11 undone {"line":2}
			11.2 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":200000000}]
				,"missing":[2],"slowest":2}

		undo: a press that was taken back is no slap
			mito 1 2 3 4
			10   press 1
			10.2 press 2
			11   undo
			11.2 play seat=1 "cockroach"
			11.3 press 3
			-- undone race_over
			11 undone {"line":3}
			11.2 race_over {"race":"cockroach","order":[{"seat":1,"after":0}],"missing":[2,3,4],"fastest":1}

		undo of the line after a verdict keeps the verdict, and does not print it again
			mito 1 2 3
			10    play "mosquito"
			10.1  press 2
			12    press 2
			13    undo
			14    press 2
			-- race_over turn undone
			10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
			10.111 turn {"seat":2}
			12 turn {"seat":3}
			13 undone {"line":4}
			14 turn {"seat":3}

		redo brings a slap back with its own time
			mito 1 2 3
			10   play "mosquito"
			10.3 press 3
			10.5 press 2
			12   undo
			13   redo
			20   press 1
			-- race_over redone turn
			10.311 race_over {"race":"mosquito","order":[{"seat":3,"after":300000000}],"missing":[2],"slowest":2}
			10.311 turn {"seat":2}
			13 redone {"line":3}

		redo nothing once something else has had an effect
			mito 1 2 3
			1 press 1
			3 press 1
			4 accused 2
			5 verdict "guilty"
			6 undo
			7 verdict "innocent"
			8 redo
			! nothing to redo

		Undo a press that was ignored in a check belongs to that which is open when another is taken back
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
			12   play "cockroach"
			-- race_over
			7 race_over {"race":"mosquito","order":[{"seat":1,"after":0}],"missing":[3],"slowest":3}
			17 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}

		Undo a press between the undo of a verdict and its redo is of no check any more
			mito 1 2 3
			1    press 1
			5    press 1
			6    accused 3
			7    verdict "innocent"
			8    undo
			8.5  press 3
			9    redo
			10   play "cockroach"
			-- race_over
			10 race_over {"race":"cockroach","order":[{"seat":3,"after":0}],"missing":[1,2],"fastest":3}
	`)
}
