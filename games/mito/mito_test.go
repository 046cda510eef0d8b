package mito

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules(), MogelMotte()} }

func TestMitoConforms(t *testing.T)       { gametest.Conform(t, Rules(), `{"rounds":1}`) }
func TestMogelMotteConforms(t *testing.T) { gametest.Conform(t, MogelMotte(), `{"rounds":2}`) }

func TestMito(t *testing.T) {
	gametest.Stories(t, book(), `
		MITO-1 two seats are too few
			mito 1 2
			! mito with 2 seats: expected 3 to 5

		MITO-2 the hands of a round hold at most the 43 numbers of the deck
			mito 1 2 3
			1 play seat=1 "out"
			2 hand {"numbers":40,"actions":0,"mitos":0}
			3 hand {"numbers":4,"actions":0,"mitos":0}
			! the hands of this round would hold 44 numbers
			-- score
			2 score {"delta":40,"total":40,"why":"hand","seat":2}

		MITO-4 the guardian begins, and the press of the seat in turn ends its turn
			mito 1 2 3 {"first":3}
			1 press 3
			2 press 1
			3 press 2
			--
			0 started {"game":"mito","seats":[1,2,3]}
			0 turn {"seat":3}
			0 prompt {"id":"play","for":"judge","options":["mosquito","cockroach","spider","ant","out"]}
			1 turn {"seat":1}
			2 turn {"seat":2}
			3 turn {"seat":3}

		MITO-7 the guardian calls out of turn, the judge accuses and decides
			mito 1 2 3
			1   press 1
			3   press 1
			3.1 press 2
			3.2 press 1
			5   accused 2
			6   press 3
			6.5 press 1
			7   verdict seat=2 "innocent"
			-- call prompt ignored
			3 call {"seat":1}
			3 prompt {"id":"accused","for":"judge","options":[2,3,"withdraw"]}
			3.1 ignored {"seat":2,"why":"checking"}
			3.2 ignored {"seat":1,"why":"checking"}
			5 prompt {"id":"verdict","for":"judge","seat":2,"options":["guilty","innocent","withdraw"]}
			6 ignored {"seat":3,"why":"checking"}
			6.5 ignored {"seat":1,"why":"checking"}

		MITO-7 the accused may press himself, but not within the quiet after the call
			mito 1 2 3
			1 press 1
			3 press 1
			3.999999999 press 2
			4 press 3
			-- ignored prompt
			3 prompt {"id":"accused","for":"judge","options":[2,3,"withdraw"]}
			3.999999999 ignored {"seat":2,"why":"checking"}
			4 prompt {"id":"verdict","for":"judge","seat":3,"options":["guilty","innocent","withdraw"]}

		MITO-7 withdrawn at either question, nothing has happened
			mito 1 2 3
			1 press 1
			3 press 1
			4 accused "withdraw"
			5 press 1
			6 accused 3
			7 verdict "withdraw"
			8 press 2
			-- call turn draw owe guardian
			1 turn {"seat":2}
			3 call {"seat":1}
			5 call {"seat":1}
			8 turn {"seat":3}

		MITO-8 guilty: takes the card back, gets one more and the guardian
			mito 1 2 3
			1 press 1
			3 press 1
			4 accused 3
			5 verdict "guilty"
			6 press 1
			7 press 3
			-- take_back owe guardian ignored call
			3 call {"seat":1}
			5 take_back {"seat":3}
			5 owe {"from":[1],"to":3,"cards":1}
			5 guardian {"seat":3}
			6 ignored {"seat":1,"why":"no effect now"}
			7 call {"seat":3}

		MITO-9 MITO-10 innocent: the guardian draws and stays, and the turn is whose it was
			mito 1 2 3
			1 press 1
			3 press 1
			4 accused 3
			5 verdict "innocent"
			6 press 2
			7 press 1
			-- draw take_back owe guardian turn call
			1 turn {"seat":2}
			3 call {"seat":1}
			5 draw {"seats":[1],"cards":1}
			6 turn {"seat":3}
			7 call {"seat":1}

		MITO-11 a second press within 400 ms of ending his turn is a call, and the turn is his again
			mito 1 2 3
			1   press 1
			1.1 press 2
			1.4 press 1
			3   accused 2
			4   verdict "innocent"
			5   press 1
			-- turn call prompt
			1 turn {"seat":2}
			1.1 turn {"seat":3}
			1.4 call {"seat":1}
			1.4 turn {"seat":1}
			1.4 prompt {"id":"accused","for":"judge","options":[2,3,"withdraw"]}
			3 prompt {"id":"verdict","for":"judge","seat":2,"options":["guilty","innocent","withdraw"]}
			5 turn {"seat":2}

		MITO-11 a later press is a call, too, and the turn stays whose it is
			mito 1 2 3
			1   press 1
			1.400000001 press 1
			-- turn call
			1 turn {"seat":2}
			1.400000001 call {"seat":1}

		MITO-11 withdrawn, the turn is given back
			mito 1 2 3
			1   press 1
			1.3 press 1
			3   accused "withdraw"
			4   press 2
			-- turn call
			1 turn {"seat":2}
			1.3 call {"seat":1}
			1.3 turn {"seat":1}
			3 turn {"seat":2}
			4 turn {"seat":3}

		MITO-11 no double press once a card has been declared, whoever laid it
			mito 1 2 3
			1    press 1
			1.1  play "ant"
			1.3  press 1
			-- call turn
			1 turn {"seat":2}
			1.1 turn {"seat":3}
			1.3 call {"seat":1}
	`)
}

// How a round ends, and the game.
func TestEnd(t *testing.T) {
	gametest.Stories(t, book(), `
		MITO-20 an empty hand, of any seat, ends the round
			mito 1 2 3 4
			10 play seat=3 "out"
			11 play "ant"
			! no prompt "play" is open: expected an answer to "hand"
			-- out closed turn
			10 out {"seat":3}

		MITO-21 hands are counted clockwise from the left of who is out: 1, 5 and 10 points a card
			mito 1 2 3 4 {"rounds":1}
			10 play seat=3 "out"
			11 hand {"numbers":3,"actions":0,"mitos":0}
			12 hand seat=1 {"numbers":0,"actions":2,"mitos":0}
			13 hand {"numbers":1,"actions":1,"mitos":1}
			-- out prompt score round_over game_over
			10 out {"seat":3}
			10 prompt {"id":"hand","for":"judge","seat":4}
			11 score {"delta":3,"total":3,"why":"hand","seat":4}
			11 prompt {"id":"hand","for":"judge","seat":1}
			12 score {"delta":10,"total":10,"why":"hand","seat":1}
			12 prompt {"id":"hand","for":"judge","seat":2}
			13 score {"delta":16,"total":16,"why":"hand","seat":2}
			13 round_over {"round":1,"totals":{"1":10,"2":16,"3":0,"4":3}}
			13 game_over {"totals":{"1":10,"2":16,"3":0,"4":3},"winners":[3]}

		MITO-21 a mosquito took the last card of two: both have nothing, and share the round
			mito 1 2 3 {"rounds":1}
			1   play "mosquito"
			1.5 press 2
			2   play seat=1 "out"
			3   hand {"numbers":0,"actions":0,"mitos":0}
			3   public says count seat=3; out role=news seat=1; out role=news seat=2
			4   hand {"numbers":2,"actions":0,"mitos":0}
			-- out score round_over game_over
			2 out {"seat":1}
			3 score {"delta":0,"total":0,"why":"hand","seat":2}
			4 score {"delta":2,"total":2,"why":"hand","seat":3}
			4 round_over {"round":1,"totals":{"1":0,"2":0,"3":2}}
			4 game_over {"totals":{"1":0,"2":0,"3":2},"winners":[1,2]}

		MITO-21 an empty hand can be taken back, and so can the end of the round
			mito 1 2 3 4 {"rounds":1}
			2   play seat=1 "out"
			3   hand {"numbers":0,"actions":0,"mitos":0}
			4   undo
			5   hand {"numbers":1,"actions":0,"mitos":0}
			6   hand {"numbers":0,"actions":0,"mitos":0}
			7   hand {"numbers":0,"actions":0,"mitos":0}
			8   undo
			9   hand {"numbers":0,"actions":1,"mitos":0}
			-- undone game_over
			4 undone {"line":3}
			7 game_over {"totals":{"1":0,"2":1,"3":0,"4":0},"winners":[1,3,4]}
			8 undone {"line":7}
			9 game_over {"totals":{"1":0,"2":1,"3":0,"4":5},"winners":[1,3]}

		MITO-21 all hands may be empty, at every number of seats
			mogelmotte 2 3 4 5 6 {"rounds":1}
			2   play seat=4 "out"
			3   hand {"numbers":0,"actions":0,"mitos":0}
			4   hand {"numbers":0,"actions":0,"mitos":0}
			5   hand {"numbers":0,"actions":0,"mitos":0}
			6   hand {"numbers":0,"actions":0,"mitos":0}
			-- out game_over
			2 out {"seat":4}
			6 game_over {"totals":{"2":0,"3":0,"4":0,"5":0,"6":0},"winners":[2,3,4,5,6]}

		MITO-21 the deck is whole again in the next round
			mito 1 2 3
			1 play seat=1 "out"
			2 hand {"numbers":40,"actions":0,"mitos":0}
			3 hand {"numbers":3,"actions":0,"mitos":0}
			4 next_round "ready"
			5 play seat=1 "out"
			6 hand {"numbers":43,"actions":0,"mitos":0}
			-- score
			2 score {"delta":40,"total":40,"why":"hand","seat":2}
			3 score {"delta":3,"total":3,"why":"hand","seat":3}
			6 score {"delta":43,"total":83,"why":"hand","seat":2}

		MITO-23 as many rounds as seats unless agreed otherwise; the lowest total wins, ties share
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
			11 hand {"numbers":2,"actions":0,"mitos":0}
			-- round_over game_over
			3 round_over {"round":1,"totals":{"1":0,"2":5,"3":9}}
			7 round_over {"round":2,"totals":{"1":5,"2":5,"3":10}}
			11 round_over {"round":3,"totals":{"1":7,"2":7,"3":10}}
			11 game_over {"totals":{"1":7,"2":7,"3":10},"winners":[1,2]}
	`)
}

func TestMogelMotte(t *testing.T) {
	gametest.Stories(t, book(), `
		MOTTE-2 MITO-17 whoever may leave his card in the end has the next turn
			mogelmotte 1 2 3
			1   play "cockroach"
			1.4 press 3
			1.6 press 1
			3   has_none "none"
			4   has_none "none"
			5   press 2
			-- turn may_leave
			1.411 may_leave {"seat":3}
			1.411 turn {"seat":3}
			3 may_leave {"seat":1}
			3 turn {"seat":1}
			4 turn {"seat":2}
			5 turn {"seat":3}

		MOTTE-2 who wins the cockroach has the next turn
			mogelmotte 1 2 3 4
			10   play "cockroach"
			10.4 press 4
			-- may_leave turn
			10.411 may_leave {"seat":4}
			10.411 turn {"seat":4}

		MOTTE-3 an ant makes all but the layer draw
			mogelmotte 1 2 3 4
			10   play "ant"
			-- take_discard draw
			10 draw {"seats":[2,3,4],"cards":1}

		MOTTE-4 guilty: a card of the guardian and the guardian itself, nothing is taken back
			mogelmotte 1 2 3
			1 press 1
			3 press 1
			4 accused 3
			5 verdict "guilty"
			-- take_back owe guardian
			5 owe {"from":[1],"to":3,"cards":1}
			5 guardian {"seat":3}

		MOTTE-5 one round is the sheet's basic game: out first has won
			mogelmotte 1 2 3 {"rounds":1}
			1 play seat=2 "out"
			2 hand {"numbers":1,"actions":0,"mitos":0}
			3 hand {"numbers":1,"actions":0,"mitos":0}
			-- game_over
			3 game_over {"totals":{"1":1,"2":0,"3":1},"winners":[2]}

		MOTTE-5 a start line without rounds means the variant: as many as seats
			mogelmotte 1 2 3
			1 play seat=2 "out"
			2 hand {"numbers":1,"actions":0,"mitos":0}
			3 hand {"numbers":1,"actions":0,"mitos":0}
			4 next_round "ready"
			-- round_over game_over
			3 round_over {"round":1,"totals":{"1":1,"2":0,"3":1}}

		MITO-22 MOTTE-6 the next guardian sits left of the one chosen, whoever holds the card by now
			mogelmotte 1 2 3 {"first":2}
			1 press 2
			2 press 2
			3 accused 1
			4 verdict "guilty"
			5 play seat=1 "out"
			6 hand {"numbers":1,"actions":0,"mitos":0}
			7 hand {"numbers":1,"actions":0,"mitos":0}
			8 next_round "ready"
			-- guardian turn
			1 turn {"seat":3}
			4 guardian {"seat":1}
			8 turn {"seat":3}
	`)
}
