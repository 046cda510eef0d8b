package mastermind

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestMastermind(t *testing.T) {
	gametest.Stories(t, book(), `
		three call at any time:
			mastermind 1 2 3 {"dealer":"entered","first":1,"call":"any","rounds":1}
			1 token {"colour":"blue","position":3}
			2 token {"colour":"red","position":2}
			3 token {"colour":"yellow","position":4}

		four call at any time:
			mastermind 1 2 3 4 {"dealer":"entered","first":1,"call":"any","rounds":1}
			1 token seat=1 {"colour":"blue","position":3}
			2 token seat=2 {"colour":"red","position":2}
			3 token seat=3 {"colour":"yellow","position":1}
			4 token seat=4 {"colour":"green","position":5}

		MM-1 two boards each are for two players only
			mastermind 1 2 3 {"boards":2}
			! two boards with 3 seats: expected one

		MM-1 of two players one may take one board and the other two
			mastermind 1 4 {"boards":[1,2],"dealer":"entered","first":1,"rounds":1}
			1 token {"colour":"blue","position":5}
			2 token {"colour":"red","position":1}
			3 token {"colour":"red","position":2}
			4 guess ["red","blue","","","red"]
			5 guess ["red","red","","","blue"]
			-- prompt answers
			1 prompt {"id":"token","for":4,"seat":4,"board":1}
			2 prompt {"id":"token","for":4,"seat":4,"board":2}
			3 prompt {"id":"guess","for":"judge","seat":1}
			4 answers {"seat":1,"guess":["red","blue","","","red"]
				,"replies":[{"seat":4,"board":1,"peg":"black"},{"seat":4,"board":2,"peg":"white"}]}
			4 prompt {"id":"guess","for":"judge","seat":4}
			5 answers {"seat":4,"guess":["red","red","","","blue"],"replies":[{"seat":1,"board":1,"peg":"black"}]}
			5 prompt {"id":"guess","for":"judge","seat":1}

		MM-1 three players have no choice of boards
			mastermind 1 2 3 {"boards":[1,1,1]}
			! [1,1,1]: expected one number for each of two players, for only they choose

		MM-1 no player has three
			mastermind 1 2 {"boards":[1,3]}
			! option "boards": 3: expected 1 or 2

		options five colours
			mastermind 1 2 {"colours":["a","b","c","d","e"]}
			! expected a list of 6 different names, none blank

		options a nameless colour
			mastermind 1 2 {"colours":["a","b","c","d","e"," "]}
			! expected a list of 6 different names, none blank

		options audit of the box's own answers
			mastermind 1 2 {"audit":true}
			! expected it with the dealer "table" only

		MM-2 two boards make a code of two colours and three empty numbers
			mastermind 1 2 {"dealer":"entered","first":1,"rounds":1}
			1 token {"colour":"blue","position":5}
			2 token {"colour":"blue","position":1}
			3 press 1
			4 solve ["blue","","","","blue"]
			-- revealed
			4 revealed {"code":["blue","","","","blue"]}

		MM-3 the house lets each look at each board, by seats, then boards
			mastermind 2 5 {"boards":2,"first":5}
			1 press 2
			2 release 2
			3 press 2
			4 release 2
			5 press 5
			6 release 5
			7 press 5
			8 release 5
			--
			0 started {"game":"mastermind","seats":[2,5]}
			0 prompt {"id":"peek","for":2,"seat":2,"board":1}
			2 prompt {"id":"peek","for":2,"seat":2,"board":2}
			4 prompt {"id":"peek","for":5,"seat":5,"board":1}
			6 prompt {"id":"peek","for":5,"seat":5,"board":2}
			8 turn {"seat":5}
			8 prompt {"id":"guess","for":"judge","seat":5}

		MM-3 a look too short to have seen anything answers nothing
			mastermind 1 2 {"look":"500ms","first":1}
			1     press 1
			1.499 release 1
			2     press 1
			2.5   release 1
			3     press 2
			3.001 release 2
			60    press 2
			61    release 2
			-- prompt turn ignored
			2.5 prompt {"id":"peek","for":2,"seat":2,"board":1}
			61 turn {"seat":1}
			61 prompt {"id":"guess","for":"judge","seat":1}

		MM-3 another's button shows nothing and answers nothing
			mastermind 1 2 {"first":1}
			1 press 2
			2 release 2
			3 release 1
			4 press 1
			5 press 2
			6 release 2
			7 release 1
			--
			0 started {"game":"mastermind","seats":[1,2]}
			0 prompt {"id":"peek","for":1,"seat":1,"board":1}
			1 ignored {"seat":2,"why":"no effect now"}
			5 ignored {"seat":2,"why":"no effect now"}
			7 prompt {"id":"peek","for":2,"seat":2,"board":1}

		MM-3 tokens are entered by seats, then boards
			mastermind 1 2 {"dealer":"entered","boards":2,"first":2}
			1 token seat=1 board=1 {"colour":"blue","position":5}
			2 token seat=1 board=2 {"position":1,"colour":"red"}
			3 token {"colour":"red","position":2}
			4 token board=2 {"colour":"brown","position":4}
			--
			0 started {"game":"mastermind","seats":[1,2]}
			0 prompt {"id":"token","for":1,"seat":1,"board":1}
			1 prompt {"id":"token","for":1,"seat":1,"board":2}
			2 prompt {"id":"token","for":2,"seat":2,"board":1}
			3 prompt {"id":"token","for":2,"seat":2,"board":2}
			4 turn {"seat":2}
			4 prompt {"id":"guess","for":"judge","seat":2}

		MM-5 with the tokens at the table a guess is done, without answers
			mastermind 1 2 3 {"dealer":"table","first":2}
			1 guess "done"
			--
			0 started {"game":"mastermind","seats":[1,2,3]}
			0 turn {"seat":2}
			0 prompt {"id":"guess","for":"judge","seat":2,"options":["done"]}
			1 turn {"seat":3}
			1 prompt {"id":"guess","for":"judge","seat":3,"options":["done"]}

		MM-6 the press of the seat in turn is the call, at once; others' are not their turn
			mastermind 1 2 3 {"dealer":"entered","first":1,"rounds":1}
			1 token {"colour":"blue","position":3}
			2 token {"colour":"red","position":2}
			3 token {"colour":"yellow","position":4}
			5 press 2
			6 press 1
			6.001 press 2
			7 press 1
			8 solve ["red","red","blue","",""]
			9 press 1
			10 press 2
			-- closed call solved eliminated ignored lost turn prompt round_over
			1 prompt {"id":"token","for":2,"seat":2,"board":1}
			2 prompt {"id":"token","for":3,"seat":3,"board":1}
			3 turn {"seat":1}
			3 prompt {"id":"guess","for":"judge","seat":1}
			5 ignored {"seat":2,"why":"not your turn"}
			6 closed {"id":"guess","seat":1}
			6 call {"seat":1}
			6 prompt {"id":"solve","for":"judge","seat":1}
			6.001 ignored {"seat":2,"why":"not your turn"}
			7 ignored {"seat":1,"why":"no effect now"}
			8 eliminated {"seat":1}
			8 turn {"seat":2}
			8 prompt {"id":"guess","for":"judge","seat":2}
			9 ignored {"seat":1,"why":"not your turn"}
			10 closed {"id":"guess","seat":2}
			10 call {"seat":2}
			10 prompt {"id":"solve","for":"judge","seat":2}

		MM-7 any seat calls at any time; the guess is closed by the decision and opened again
			after three call at any time
			5 press 3
			6 solve ["red","red","blue","",""]
			7 guess ["red","red","blue","",""]
			-- closed call eliminated turn prompt
			5.011 closed {"id":"guess","seat":1}
			5.011 call {"seat":3}
			5.011 prompt {"id":"solve","for":"judge","seat":3}
			6 eliminated {"seat":3}
			6 prompt {"id":"guess","for":"judge","seat":1}
			7 turn {"seat":2}
			7 prompt {"id":"guess","for":"judge","seat":2}

		MM-7 the eliminated call no more
			after three call at any time
			5 press 3
			6 solve ["red","red","blue","",""]
			7 press 3
			-- ignored call
			5.011 call {"seat":3}
			7 ignored {"seat":3,"why":"eliminated"}

		MM-7 presses while solve is open join the queue, but not the solver's
			after four call at any time
			5 press 3
			6 press 3
			6.5 press 4
			6.6 press 2
			6.7 press 4
			7 solve ["red","red","blue","green",""]
			8 solve ["red","red","blue","green",""]
			-- closed call solved eliminated ignored lost turn prompt round_over
			5.011 closed {"id":"guess","seat":1}
			5.011 call {"seat":3}
			5.011 prompt {"id":"solve","for":"judge","seat":3}
			6 ignored {"seat":3,"why":"no effect now"}
			6.7 ignored {"seat":4,"why":"no effect now"}
			7 eliminated {"seat":3}
			7 call {"seat":4}
			7 prompt {"id":"solve","for":"judge","seat":4}
			8 eliminated {"seat":4}
			8 call {"seat":2}
			8 prompt {"id":"solve","for":"judge","seat":2}

		MM-7 a dead heat is the judge's to decide, again for the rest of it
			after four call at any time
			5.0000 press 4
			5.0009 press 2
			5.0004 press 3
			6 press 1
			7 call_first 3
			8 solve ["red","red","blue","green",""]
			9 call_first 4
			10 solve ["red","red","blue","green",""]
			11 solve ["red","red","blue","green",""]
			12 solve ["yellow","red","blue","","green"]
			-- closed call prompt solved ignored
			5.011 closed {"id":"guess","seat":1}
			5.011 prompt {"id":"call_first","for":"judge","options":[2,3,4]}
			7 call {"seat":3}
			7 prompt {"id":"solve","for":"judge","seat":3}
			8 prompt {"id":"call_first","for":"judge","options":[2,4]}
			9 call {"seat":4}
			9 prompt {"id":"solve","for":"judge","seat":4}
			10 call {"seat":2}
			10 prompt {"id":"solve","for":"judge","seat":2}
			11 call {"seat":1}
			11 prompt {"id":"solve","for":"judge","seat":1}
			12 solved {"seat":1}

		RACE-2 the next in the queue is decided no sooner than the first
			after three call at any time
			5 press 3
			6 press 1
			6.005 solve ["red","red","blue","",""]
			6.0055 press 2
			6.004 press 2
			-- eliminated call prompt ignored
			5.011 call {"seat":3}
			5.011 prompt {"id":"solve","for":"judge","seat":3}
			6.005 eliminated {"seat":3}
			6.004 ignored {"seat":2,"why":"no effect now"}
			6.011 call {"seat":1}
			6.011 prompt {"id":"solve","for":"judge","seat":1}

		MM-8 whoever waits in the queue is too late when the first was right
			after three call at any time
			5 press 3
			5.1 press 2
			6 solve ["","red","blue","yellow",""]
			-- solved score ignored
			6 solved {"seat":3}
			6 score {"delta":1,"total":1,"why":"solved","seat":3}
			6 ignored {"seat":2,"why":"late"}

		RACE-3 exactly a tie apart is decided
			after three call at any time
			5.001 press 2
			5 press 3
			-- call
			5.011 call {"seat":3}

		RACE-8 edges lost before the decision: the judge says who called first
			after four call at any time
			5 guess ["red","red","blue","green",""]
			6 press 3
			6.005 lost 2
			6.9 press 1
			7 call_first 4
			8 solve ["red","red","blue","green",""]
			-- closed lost call eliminated prompt ignored
			5 prompt {"id":"guess","for":"judge","seat":2}
			6.005 closed {"id":"guess","seat":2}
			6.005 lost {"edges":2}
			6.005 prompt {"id":"call_first","for":"judge","options":[2,3,4,"nobody"]}
			6.9 ignored {"seat":1,"why":"just played"}
			7 call {"seat":4}
			7 prompt {"id":"solve","for":"judge","seat":4}
			8 eliminated {"seat":4}
			8 call {"seat":3}
			8 prompt {"id":"solve","for":"judge","seat":3}

		RACE-8 nobody called: play resumes unchanged
			after three call at any time
			6 press 3
			6.005 lost 2
			7 call_first "nobody"
			-- turn call prompt
			6.005 prompt {"id":"call_first","for":"judge","options":[1,2,3,"nobody"]}
			7 prompt {"id":"guess","for":"judge","seat":1}

		MM-8 right: solved, revealed, one peg, the round is over
			mastermind 1 2 3 {"dealer":"entered","first":1}
			1 token {"colour":"blue","position":3}
			2 token {"colour":"red","position":2}
			3 token {"colour":"yellow","position":4}
			5 press 1
			6 solve ["","red","blue","yellow",""]
			7 press 2
			-- call solved revealed score round_over turn prompt ignored
			1 prompt {"id":"token","for":2,"seat":2,"board":1}
			2 prompt {"id":"token","for":3,"seat":3,"board":1}
			3 turn {"seat":1}
			3 prompt {"id":"guess","for":"judge","seat":1}
			5 call {"seat":1}
			5 prompt {"id":"solve","for":"judge","seat":1}
			6 solved {"seat":1}
			6 revealed {"code":["","red","blue","yellow",""]}
			6 score {"delta":1,"total":1,"why":"solved","seat":1}
			6 round_over {"round":1,"totals":{"1":1,"2":0,"3":0}}
			6 prompt {"id":"next_round","for":"judge","options":["ready"]}
			7 ignored {"seat":2,"why":"no effect now"}

		MM-8 with the tokens at the table the players give the verdict, and nothing is revealed
			mastermind 1 2 {"dealer":"table","first":1,"rounds":1}
			1 press 1
			2 verdict "wrong"
			3 press 2
			4 verdict "right"
			--
			0 started {"game":"mastermind","seats":[1,2]}
			0 turn {"seat":1}
			0 prompt {"id":"guess","for":"judge","seat":1,"options":["done"]}
			1 closed {"id":"guess","seat":1}
			1 call {"seat":1}
			1 prompt {"id":"verdict","for":"judge","seat":1,"options":["right","wrong"]}
			2 eliminated {"seat":1}
			2 turn {"seat":2}
			2 prompt {"id":"guess","for":"judge","seat":2,"options":["done"]}
			3 closed {"id":"guess","seat":2}
			3 call {"seat":2}
			3 prompt {"id":"verdict","for":"judge","seat":2,"options":["right","wrong"]}
			4 solved {"seat":2}
			4 score {"delta":1,"total":1,"why":"solved","seat":2}
			4 round_over {"round":1,"totals":{"1":0,"2":1}}
			4 game_over {"totals":{"1":0,"2":1},"winners":[2]}

		MM-9 the turn of the eliminated passes, once play resumes
			after four call at any time
			5 press 1
			5.5 press 2
			6 solve ["red","red","blue","green",""]
			7 solve ["red","red","blue","green",""]
			-- call eliminated turn
			5.011 call {"seat":1}
			6 eliminated {"seat":1}
			6 call {"seat":2}
			7 eliminated {"seat":2}
			7 turn {"seat":3}

		MM-10 everyone eliminated: revealed, no peg
			mastermind 1 2 3 {"dealer":"entered","first":1}
			1 token {"colour":"blue","position":3}
			2 token {"colour":"red","position":2}
			3 token {"colour":"yellow","position":4}
			5 press 1
			6 solve ["red","red","blue","",""]
			7 press 2
			8 solve ["red","red","blue","",""]
			9 press 3
			10 solve ["red","red","blue","",""]
			-- eliminated revealed score round_over turn
			3 turn {"seat":1}
			6 eliminated {"seat":1}
			6 turn {"seat":2}
			8 eliminated {"seat":2}
			8 turn {"seat":3}
			10 eliminated {"seat":3}
			10 revealed {"code":["","red","blue","yellow",""]}
			10 round_over {"round":1,"totals":{"1":0,"2":0,"3":0}}

		MM-10 with the tokens at the table nothing is revealed
			mastermind 1 2 {"dealer":"table","first":1,"rounds":1}
			1 press 1
			2 verdict "wrong"
			3 press 2
			4 verdict "wrong"
			-- eliminated revealed score round_over game_over
			2 eliminated {"seat":1}
			4 eliminated {"seat":2}
			4 round_over {"round":1,"totals":{"1":0,"2":0}}
			4 game_over {"totals":{"1":0,"2":0},"winners":[1,2]}

		MM-12 a full row of seven pegs ends the game
			mastermind 1 2 {"dealer":"table","first":1,"rounds":20,"call":"any"}
			11 press 1
			12 verdict "right"
			20 next_round "ready"
			21 press 1
			22 verdict "right"
			30 next_round "ready"
			31 press 1
			32 verdict "right"
			40 next_round "ready"
			41 press 1
			42 verdict "right"
			50 next_round "ready"
			51 press 1
			52 verdict "right"
			60 next_round "ready"
			61 press 1
			62 verdict "right"
			70 next_round "ready"
			71 press 1
			72 verdict "right"
			-- game_over
			72 game_over {"totals":{"1":7,"2":0},"winners":[1]}

		undo of a look: the release is not taken back, the press is
			mastermind 1 2 {"first":1}
			1 press 1
			2 release 1
			3 undo
			4 press 2
			5 release 2
			6 release 1
			7 press 1
			8 release 1
			-- prompt turn undone ignored
			2 prompt {"id":"peek","for":2,"seat":2,"board":1}
			3 undone {"line":2}
			4 ignored {"seat":2,"why":"no effect now"}
			8 prompt {"id":"peek","for":2,"seat":2,"board":1}

		undo of a second press while the button was held: the release outlives it without answering
			mastermind 1 2 {"first":1}
			1 press 1
			2 press 1
			3 release 1
			4 undo
			5 release 1
			6 press 1
			7 release 1
			-- prompt undone
			3 prompt {"id":"peek","for":2,"seat":2,"board":1}
			4 undone {"line":3}
			7 prompt {"id":"peek","for":2,"seat":2,"board":1}

		undo of a guess before a decision: the call that is owed comes at its own time
			after three call at any time
			5 press 3
			5.005 guess ["red","red","blue","",""]
			6 solve ["red","red","blue","",""]
			7 undo
			8 undo
			9 solve ["red","red","blue","",""]
			-- call eliminated undone prompt
			5.005 prompt {"id":"guess","for":"judge","seat":2}
			5.011 call {"seat":3}
			5.011 prompt {"id":"solve","for":"judge","seat":3}
			6 eliminated {"seat":3}
			6 prompt {"id":"guess","for":"judge","seat":2}
			7 undone {"line":7}
			8 undone {"line":6}
			5.011 call {"seat":3}
			5.011 prompt {"id":"solve","for":"judge","seat":3}
			9 eliminated {"seat":3}
			9 prompt {"id":"guess","for":"judge","seat":1}

		audit: the answers given at the table are noted, and checked when the tokens are shown
			mastermind 1 2 3 {"dealer":"table","audit":true,"first":2,"rounds":1}
			1 guess ["red","red","blue","",""]
			2 reply seat=3 board=1 "none"
			3 reply "white"
			4 press 3
			5 verdict "right"
			6 token seat=1 {"colour":"blue","position":1}
			7 token {"colour":"green","position":2}
			8 token {"colour":"yellow","position":4}
			--
			0 started {"game":"mastermind","seats":[1,2,3]}
			0 turn {"seat":2}
			0 prompt {"id":"guess","for":"judge","seat":2}
			1 turn {"seat":3}
			1 prompt {"id":"reply","for":"judge","seat":3,"board":1,"options":["black","white","none"]}
			2 prompt {"id":"reply","for":"judge","seat":1,"board":1,"options":["black","white","none"]}
			3 answers {"seat":2,"guess":["red","red","blue","",""]
				,"replies":[{"seat":3,"board":1,"peg":"none"},{"seat":1,"board":1,"peg":"white"}]}
			3 prompt {"id":"guess","for":"judge","seat":3}
			4 closed {"id":"guess","seat":3}
			4 call {"seat":3}
			4 prompt {"id":"verdict","for":"judge","seat":3,"options":["right","wrong"]}
			5 solved {"seat":3}
			5 score {"delta":1,"total":1,"why":"solved","seat":3}
			5 prompt {"id":"token","for":"judge","seat":1,"board":1}
			6 prompt {"id":"token","for":"judge","seat":2,"board":1}
			7 prompt {"id":"token","for":"judge","seat":3,"board":1}
			8 revealed {"code":["blue","green","","yellow",""]}
			8 consistent {"answers":2}
			8 round_over {"round":1,"totals":{"1":0,"2":0,"3":1}}
			8 game_over {"totals":{"1":0,"2":0,"3":1},"winners":[3]}

		audit: the answers of one round are none of the next
			mastermind 1 2 {"dealer":"table","audit":true,"first":1}
			1 guess ["red","blue","","",""]
			2 reply "black"
			3 press 2
			4 verdict "right"
			5 token {"colour":"red","position":2}
			6 token {"colour":"red","position":4}
			7 next_round "ready"
			8 press 2
			9 verdict "right"
			10 token {"colour":"red","position":2}
			11 token {"colour":"red","position":4}
			-- wrong_answer consistent
			6 wrong_answer {"guess":1,"asked":1,"seat":2,"board":1,"said":"black","peg":"white"}
			11 consistent {"answers":0}

		MM-5 as many colours as there are boards
			after four call at any time
			9 guess ["red","","","",""]
			! colours_exact number=4

		audit: a number shown twice
			mastermind 1 2 {"dealer":"table","audit":true,"first":1}
			1 press 1
			2 verdict "right"
			3 token {"colour":"red","position":2}
			4 token {"colour":"blue","position":2}
			! expected another, for each is there once: number_taken number=2
	`)
}
