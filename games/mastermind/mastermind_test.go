package mastermind

import (
	"fmt"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

// four is the sheet's own example, its tokens entered: yellow red blue – green.
func four(options string) string {
	return `mastermind 1 2 3 4 {"dealer":"entered","first":1` + options + `}
		1 token seat=1 {"colour":"blue","position":3}
		2 token seat=2 {"colour":"red","position":2}
		3 token seat=3 {"colour":"yellow","position":1}
		4 token seat=4 {"colour":"green","position":5}
		`
}

// three is – red blue yellow –.
func three(options string) string {
	return `mastermind 1 2 3 {"dealer":"entered","first":1` + options + `}
		1 token {"colour":"blue","position":3}
		2 token {"colour":"red","position":2}
		3 token {"colour":"yellow","position":4}
		`
}

// The facts of dealing, of three and of four, and of the first turn after it.
const (
	asked3 = `
		0 prompt {"id":"token","for":1,"seat":1,"board":1}
		1 prompt {"id":"token","for":2,"seat":2,"board":1}
		2 prompt {"id":"token","for":3,"seat":3,"board":1}`
	asked4 = asked3 + `
		3 prompt {"id":"token","for":4,"seat":4,"board":1}`
	begun3 = asked3 + `
		3 turn {"seat":1}
		3 prompt {"id":"guess","for":"judge","seat":1}`
	begun4 = asked4 + `
		4 turn {"seat":1}
		4 prompt {"id":"guess","for":"judge","seat":1}`
)

const (
	anyCall = `,"call":"any","rounds":1`
	guess4  = `guess ["red","red","blue","green",""]`
	guess3  = `guess ["red","red","blue","",""]`
	wrong4  = `solve ["red","red","blue","green",""]`
	wrong3  = `solve ["red","red","blue","",""]`
	// possible4 is wrong, but the second seat can't know: its own token is in place.
	possible4 = `solve ["blue","red","blue","blue",""]`
	right4    = `solve ["yellow","red","blue","","green"]`
	right3    = `solve ["","red","blue","yellow",""]`
	calls     = "closed call solved eliminated ignored lost turn prompt round_over"
)

func TestMastermind(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		// MM-1 and the options.
		{
			Clause: "MM-1 two boards each are for two players only",
			Story:  `mastermind 1 2 3 {"boards":2}`,
			Err:    "two boards with 3 seats: expected one",
		},
		{
			Clause: "MM-1 of two players one may take one board and the other two",
			Story: `mastermind 1 4 {"boards":[1,2],"dealer":"entered","first":1,"rounds":1}
				1 token {"colour":"blue","position":5}
				2 token {"colour":"red","position":1}
				3 token {"colour":"red","position":2}
				4 guess ["red","blue","","","red"]
				5 guess ["red","red","","","blue"]`,
			Only: "prompt answers",
			Facts: `
				0 prompt {"id":"token","for":1,"seat":1,"board":1}
				1 prompt {"id":"token","for":4,"seat":4,"board":1}
				2 prompt {"id":"token","for":4,"seat":4,"board":2}
				3 prompt {"id":"guess","for":"judge","seat":1}
				4 answers {"seat":1,"guess":["red","blue","","","red"],"replies":[{"seat":4,"board":1,"peg":"black"},{"seat":4,"board":2,"peg":"white"}]}
				4 prompt {"id":"guess","for":"judge","seat":4}
				5 answers {"seat":4,"guess":["red","red","","","blue"],"replies":[{"seat":1,"board":1,"peg":"black"}]}
				5 prompt {"id":"guess","for":"judge","seat":1}`,
		},
		{
			Clause: "MM-1 three players have no choice of boards",
			Story:  `mastermind 1 2 3 {"boards":[1,1,1]}`,
			Err:    "[1,1,1]: expected one number for each of two players, for only they choose",
		},
		{Clause: "MM-1 no player has three", Story: `mastermind 1 2 {"boards":[1,3]}`, Err: `option "boards": 3: expected 1 or 2`},
		{Clause: "options five colours", Story: `mastermind 1 2 {"colours":["a","b","c","d","e"]}`, Err: "expected a list of 6 different names, none blank"},
		{Clause: "options a colour twice", Story: `mastermind 1 2 {"colours":["a","b","c","d","e","a"]}`, Err: "expected a list of 6 different names, none blank"},
		{Clause: "options a nameless colour", Story: `mastermind 1 2 {"colours":["a","b","c","d","e"," "]}`, Err: "expected a list of 6 different names, none blank"},
		{Clause: "options audit of the box's own answers", Story: `mastermind 1 2 {"audit":true}`, Err: `expected it with the dealer "table" only`},

		// MM-2.
		{
			Clause: "MM-2 two boards make a code of two colours and three empty numbers",
			Story: `mastermind 1 2 {"dealer":"entered","first":1,"rounds":1}
				1 token {"colour":"blue","position":5}
				2 token {"colour":"blue","position":1}
				3 press 1
				4 solve ["blue","","","","blue"]`,
			Only:  "revealed",
			Facts: `4 revealed {"code":["blue","","","","blue"]}`,
		},
		{
			Clause: "MM-2 four boards of one colour: there are four such tokens",
			Story: `mastermind 1 2 {"dealer":"entered","boards":2,"first":1,"rounds":1}
				1 token {"colour":"blue","position":5}
				2 token {"colour":"blue","position":1}
				3 token {"colour":"blue","position":2}
				4 token {"colour":"blue","position":4}
				5 press 1
				6 solve ["blue","blue","","blue","blue"]`,
			Only:  "revealed",
			Facts: `6 revealed {"code":["blue","blue","","blue","blue"]}`,
		},

		// MM-3.
		{
			Clause: "MM-3 the house lets each look at each board, by seats, then boards",
			Story: `mastermind 2 5 {"boards":2,"first":5}
				1 press 2
				2 release 2
				3 press 2
				4 release 2
				5 press 5
				6 release 5
				7 press 5
				8 release 5`,
			Facts: `
				0 started {"game":"mastermind","seats":[2,5]}
				0 prompt {"id":"peek","for":2,"seat":2,"board":1}
				2 prompt {"id":"peek","for":2,"seat":2,"board":2}
				4 prompt {"id":"peek","for":5,"seat":5,"board":1}
				6 prompt {"id":"peek","for":5,"seat":5,"board":2}
				8 turn {"seat":5}
				8 prompt {"id":"guess","for":"judge","seat":5}`,
		},
		{
			Clause: "MM-3 a look too short to have seen anything answers nothing",
			Story: `mastermind 1 2 {"look":"500ms","first":1}
				1     press 1
				1.499 release 1
				2     press 1
				2.5   release 1
				3     press 2
				3.001 release 2
				60    press 2
				61    release 2`,
			Only: "prompt turn ignored",
			Facts: `
				0 prompt {"id":"peek","for":1,"seat":1,"board":1}
				2.5 prompt {"id":"peek","for":2,"seat":2,"board":1}
				61 turn {"seat":1}
				61 prompt {"id":"guess","for":"judge","seat":1}`,
		},
		{
			Clause: "MM-3 another's button shows nothing and answers nothing",
			Story: `mastermind 1 2 {"first":1}
				1 press 2
				2 release 2
				3 release 1
				4 press 1
				5 press 2
				6 release 2
				7 release 1`,
			Facts: `
				0 started {"game":"mastermind","seats":[1,2]}
				0 prompt {"id":"peek","for":1,"seat":1,"board":1}
				1 ignored {"seat":2,"why":"no effect now"}
				5 ignored {"seat":2,"why":"no effect now"}
				7 prompt {"id":"peek","for":2,"seat":2,"board":1}`,
		},
		{
			Clause: "MM-3 a button held since before must be pressed again",
			Story: `mastermind 1 2 {"first":1}
				1 press 1
				2 press 2
				3 release 1
				4 release 2
				5 press 2
				6 release 2`,
			Only: "prompt turn",
			Facts: `
				0 prompt {"id":"peek","for":1,"seat":1,"board":1}
				3 prompt {"id":"peek","for":2,"seat":2,"board":1}
				6 turn {"seat":1}
				6 prompt {"id":"guess","for":"judge","seat":1}`,
		},
		{
			Clause: "MM-3 tokens are entered by seats, then boards",
			Story: `mastermind 1 2 {"dealer":"entered","boards":2,"first":2}
				1 token seat=1 board=1 {"colour":"blue","position":5}
				2 token seat=1 board=2 {"position":1,"colour":"red"}
				3 token {"colour":"red","position":2}
				4 token board=2 {"colour":"brown","position":4}`,
			Facts: `
				0 started {"game":"mastermind","seats":[1,2]}
				0 prompt {"id":"token","for":1,"seat":1,"board":1}
				1 prompt {"id":"token","for":1,"seat":1,"board":2}
				2 prompt {"id":"token","for":2,"seat":2,"board":1}
				3 prompt {"id":"token","for":2,"seat":2,"board":2}
				4 turn {"seat":2}
				4 prompt {"id":"guess","for":"judge","seat":2}`,
		},
		{
			Clause: "MM-3 a button means nothing while tokens are entered",
			Story: `mastermind 1 2 {"dealer":"entered"}
				1 press 1
				2 release 1`,
			Only: "ignored prompt",
			Facts: `
				0 prompt {"id":"token","for":1,"seat":1,"board":1}
				1 ignored {"seat":1,"why":"no effect now"}`,
		},
		{
			Clause: "MM-3 a position that is taken",
			Story: `mastermind 1 2 {"dealer":"entered"}
				1 token {"colour":"blue","position":5}
				2 token {"colour":"red","position":5}`,
			Only:  "started",
			Facts: `0 started {"game":"mastermind","seats":[1,2]}`,
			Err:   "this number has been entered before: expected another",
		},

		// MM-4.
		{
			Clause: "MM-4 clockwise over the seats not eliminated",
			Story: three(`,"rounds":1`) + `
				5 ` + guess3 + `
				6 press 2
				7 ` + wrong3 + `
				8 ` + guess3 + `
				9 ` + guess3 + `
				10 ` + guess3,
			Only: "turn",
			Facts: `
				3 turn {"seat":1}
				5 turn {"seat":2}
				7 turn {"seat":3}
				8 turn {"seat":1}
				9 turn {"seat":3}
				10 turn {"seat":1}`,
		},

		// MM-5.
		{
			Clause: "MM-5 each of the others answers by its own token alone, clockwise",
			Story:  four("") + "5 " + guess4 + "\n6 " + guess4,
			Only:   "answers turn prompt",
			Facts: begun4 + `
				5 answers {"seat":1,"guess":["red","red","blue","green",""],"replies":[{"seat":2,"board":1,"peg":"black"},{"seat":3,"board":1,"peg":"none"},{"seat":4,"board":1,"peg":"white"}]}
				5 turn {"seat":2}
				5 prompt {"id":"guess","for":"judge","seat":2}
				6 answers {"seat":2,"guess":["red","red","blue","green",""],"replies":[{"seat":3,"board":1,"peg":"none"},{"seat":4,"board":1,"peg":"white"},{"seat":1,"board":1,"peg":"black"}]}
				6 turn {"seat":3}
				6 prompt {"id":"guess","for":"judge","seat":3}`,
		},
		{
			Clause: "MM-5 both boards of the other answer, the guesser's none",
			Story: `mastermind 1 2 {"dealer":"entered","boards":2,"first":2}
				1 token {"colour":"blue","position":5}
				2 token {"colour":"red","position":1}
				3 token {"colour":"red","position":2}
				4 token {"colour":"brown","position":4}
				5 guess ["red","red","red","","blue"]
				6 guess ["red","red","red","","blue"]`,
			Only: "answers",
			Facts: `
				5 answers {"seat":2,"guess":["red","red","red","","blue"],"replies":[{"seat":1,"board":1,"peg":"black"},{"seat":1,"board":2,"peg":"black"}]}
				6 answers {"seat":1,"guess":["red","red","red","","blue"],"replies":[{"seat":2,"board":1,"peg":"black"},{"seat":2,"board":2,"peg":"none"}]}`,
		},
		{
			Clause: "MM-5 with the tokens at the table a guess is done, without answers",
			Story: `mastermind 1 2 3 {"dealer":"table","first":2}
				1 guess "done"`,
			Facts: `
				0 started {"game":"mastermind","seats":[1,2,3]}
				0 turn {"seat":2}
				0 prompt {"id":"guess","for":"judge","seat":2,"options":["done"]}
				1 turn {"seat":3}
				1 prompt {"id":"guess","for":"judge","seat":3,"options":["done"]}`,
		},
		{
			Clause: "colours of the owner's own",
			Story: `mastermind 1 2 {"dealer":"entered","first":1,"colours":["rosa","lila","weiß","grau","oliv","türkis"]}
				1 token {"colour":"rosa","position":5}
				2 token {"colour":"türkis","position":1}
				3 guess ["türkis","","","","lila"]`,
			Only:  "answers",
			Facts: `3 answers {"seat":1,"guess":["türkis","","","","lila"],"replies":[{"seat":2,"board":1,"peg":"black"}]}`,
		},

		// MM-6.
		{
			Clause: "MM-6 the press of the seat in turn is the call, at once; others' are not their turn",
			Story: three(`,"rounds":1`) + `
				5 press 2
				6 press 1
				6.001 press 2
				7 press 1
				8 ` + wrong3 + `
				9 press 1
				10 press 2`,
			Only: calls,
			Facts: begun3 + `
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
				10 prompt {"id":"solve","for":"judge","seat":2}`,
		},

		// MM-7.
		{
			Clause: "MM-7 any seat calls at any time; the guess is closed by the decision and opened again",
			Story: three(anyCall) + `
				5 press 3
				6 ` + wrong3 + `
				7 ` + guess3,
			Only: "closed call eliminated turn prompt",
			Facts: begun3 + `
				5.011 closed {"id":"guess","seat":1}
				5.011 call {"seat":3}
				5.011 prompt {"id":"solve","for":"judge","seat":3}
				6 eliminated {"seat":3}
				6 prompt {"id":"guess","for":"judge","seat":1}
				7 turn {"seat":2}
				7 prompt {"id":"guess","for":"judge","seat":2}`,
		},
		{
			Clause: "MM-7 who guessed last has just played, until the next guess",
			Story: three(anyCall) + `
				5 ` + guess3 + `
				6 press 1
				7 ` + guess3 + `
				8 press 2
				9 press 1`,
			Only: "ignored call",
			Facts: `
				6 ignored {"seat":1,"why":"just played"}
				8 ignored {"seat":2,"why":"just played"}
				9.011 call {"seat":1}`,
		},
		{
			Clause: "MM-7 who guessed last may call if it is his turn again",
			Story: `mastermind 1 2 {"dealer":"entered","first":1,"call":"any","rounds":1}
				1 token {"colour":"blue","position":5}
				2 token {"colour":"red","position":1}
				3 press 2
				4 solve ["red","","","","red"]
				5 guess ["red","","","","red"]
				6 press 1`,
			Only: "turn ignored call",
			Facts: `
				2 turn {"seat":1}
				3.011 call {"seat":2}
				5 turn {"seat":1}
				6.011 call {"seat":1}`,
		},
		{
			Clause: "MM-7 just played ends with the round",
			Story: three(`,"call":"any"`) + `
				5 ` + guess3 + `
				6 press 2
				7 ` + right3 + `
				8 next_round "ready"
				9 token {"colour":"blue","position":3}
				10 token {"colour":"red","position":2}
				11 token {"colour":"yellow","position":4}
				12 press 1`,
			Only: "ignored call",
			Facts: `
				6.011 call {"seat":2}
				12.011 call {"seat":1}`,
		},
		{
			Clause: "MM-7 the eliminated call no more",
			Story: three(anyCall) + `
				5 press 3
				6 ` + wrong3 + `
				7 press 3`,
			Only: "ignored call",
			Facts: `
				5.011 call {"seat":3}
				7 ignored {"seat":3,"why":"eliminated"}`,
		},
		{
			Clause: "MM-7 presses while solve is open join the queue, but not the solver's",
			Story: four(anyCall) + `
				5 press 3
				6 press 3
				6.5 press 4
				6.6 press 2
				6.7 press 4
				7 ` + wrong4 + `
				8 ` + wrong4,
			Only: calls,
			Facts: begun4 + `
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
				8 prompt {"id":"solve","for":"judge","seat":2}`,
		},
		{
			Clause: "MM-7 the just played may not join while solve is open",
			Story: three(anyCall) + `
				5 ` + guess3 + `
				6 press 3
				7 press 1
				8 ` + wrong3,
			Only: "ignored call eliminated",
			Facts: `
				6.011 call {"seat":3}
				7 ignored {"seat":1,"why":"just played"}
				8 eliminated {"seat":3}`,
		},
		{
			Clause: "MM-7 a dead heat is the judge's to decide, again for the rest of it",
			Story: four(anyCall) + `
				5.0000 press 4
				5.0009 press 2
				5.0004 press 3
				6 press 1
				7 call_first 3
				8 ` + wrong4 + `
				9 call_first 4
				10 ` + wrong4 + `
				11 ` + wrong4 + `
				12 ` + right4,
			Only: "closed call prompt solved ignored",
			Facts: asked4 + `
				4 prompt {"id":"guess","for":"judge","seat":1}
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
				12 solved {"seat":1}`,
		},
		{
			Clause: "MM-7 a guess answered before the decision counts, and its seat has called before it, once",
			Story: three(anyCall) + `
				5 press 1
				5.005 ` + guess3 + `
				5.006 press 1`,
			Only: "closed call turn prompt ignored",
			Facts: begun3 + `
				5.005 turn {"seat":2}
				5.005 prompt {"id":"guess","for":"judge","seat":2}
				5.006 ignored {"seat":1,"why":"just played"}
				5.011 closed {"id":"guess","seat":2}
				5.011 call {"seat":1}
				5.011 prompt {"id":"solve","for":"judge","seat":1}`,
		},
		{
			Clause: "RACE-2 an earlier press delivered late calls first",
			Story: three(anyCall) + `
				5.010 press 3
				5.002 press 2
				5.011 press 1`,
			Only:  "call",
			Facts: `5.013 call {"seat":2}`,
		},
		{
			Clause: "RACE-2 the next in the queue is decided no sooner than the first",
			Story: three(anyCall) + `
				5 press 3
				6 press 1
				6.005 ` + wrong3 + `
				6.0055 press 2
				6.004 press 2`,
			Only: "eliminated call prompt ignored",
			Facts: asked3 + `
				3 prompt {"id":"guess","for":"judge","seat":1}
				5.011 call {"seat":3}
				5.011 prompt {"id":"solve","for":"judge","seat":3}
				6.005 eliminated {"seat":3}
				6.004 ignored {"seat":2,"why":"no effect now"}
				6.011 call {"seat":1}
				6.011 prompt {"id":"solve","for":"judge","seat":1}`,
		},
		{
			Clause: "MM-8 whoever waits in the queue is too late when the first was right",
			Story: three(anyCall) + `
				5 press 3
				5.1 press 2
				6 ` + right3,
			Only: "solved score ignored",
			Facts: `
				6 solved {"seat":3}
				6 score {"delta":1,"total":1,"why":"solved","seat":3}
				6 ignored {"seat":2,"why":"late"}`,
		},
		{
			Clause: "RACE-3 exactly a tie apart is decided",
			Story: three(anyCall) + `
				5.001 press 2
				5 press 3`,
			Only:  "call",
			Facts: `5.011 call {"seat":3}`,
		},
		{
			Clause: "RACE-8 edges lost before the decision: the judge says who called first",
			Story: four(anyCall) + `
				5 ` + guess4 + `
				6 press 3
				6.005 lost 2
				6.9 press 1
				7 call_first 4
				8 ` + wrong4,
			Only: "closed lost call eliminated prompt ignored",
			Facts: asked4 + `
				4 prompt {"id":"guess","for":"judge","seat":1}
				5 prompt {"id":"guess","for":"judge","seat":2}
				6.005 closed {"id":"guess","seat":2}
				6.005 lost {"edges":2}
				6.005 prompt {"id":"call_first","for":"judge","options":[2,3,4,"nobody"]}
				6.9 ignored {"seat":1,"why":"just played"}
				7 call {"seat":4}
				7 prompt {"id":"solve","for":"judge","seat":4}
				8 eliminated {"seat":4}
				8 call {"seat":3}
				8 prompt {"id":"solve","for":"judge","seat":3}`,
		},
		{
			Clause: "RACE-8 nobody called: play resumes unchanged",
			Story: three(anyCall) + `
				6 press 3
				6.005 lost 2
				7 call_first "nobody"`,
			Only: "turn call prompt",
			Facts: begun3 + `
				6.005 prompt {"id":"call_first","for":"judge","options":[1,2,3,"nobody"]}
				7 prompt {"id":"guess","for":"judge","seat":1}`,
		},
		{
			Clause: "RACE-8 nobody called, but somebody has since",
			Story: three(anyCall) + `
				6 press 3
				6.005 lost 2
				6.5 press 2
				7 call_first "nobody"
				8 ` + wrong3,
			Only: "call eliminated",
			Facts: `
				7 call {"seat":2}
				8 eliminated {"seat":2}`,
		},
		{
			Clause: "RACE-8 elsewhere the fact alone",
			Story: three(anyCall) + `
				5 lost 1
				6 press 3
				7 lost 2
				8 ` + wrong3,
			Only: "closed lost call prompt eliminated",
			Facts: asked3 + `
				3 prompt {"id":"guess","for":"judge","seat":1}
				5 lost {"edges":1}
				6.011 closed {"id":"guess","seat":1}
				6.011 call {"seat":3}
				6.011 prompt {"id":"solve","for":"judge","seat":3}
				7 lost {"edges":2}
				8 eliminated {"seat":3}
				8 prompt {"id":"guess","for":"judge","seat":1}`,
		},

		// MM-8.
		{
			Clause: "MM-8 right: solved, revealed, one peg, the round is over",
			Story: three("") + `
				5 press 1
				6 ` + right3 + `
				7 press 2`,
			Only: "call solved revealed score round_over turn prompt ignored",
			Facts: begun3 + `
				5 call {"seat":1}
				5 prompt {"id":"solve","for":"judge","seat":1}
				6 solved {"seat":1}
				6 revealed {"code":["","red","blue","yellow",""]}
				6 score {"delta":1,"total":1,"why":"solved","seat":1}
				6 round_over {"round":1,"totals":{"1":1,"2":0,"3":0}}
				6 prompt {"id":"next_round","for":"judge","options":["ready"]}
				7 ignored {"seat":2,"why":"no effect now"}`,
		},
		{
			Clause: "MM-8 with the tokens at the table the players give the verdict, and nothing is revealed",
			Story: `mastermind 1 2 {"dealer":"table","first":1,"rounds":1}
				1 press 1
				2 verdict "wrong"
				3 press 2
				4 verdict "right"`,
			Facts: `
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
				4 game_over {"totals":{"1":0,"2":1},"winners":[2]}`,
		},

		// MM-9.
		{
			Clause: "MM-9 the eliminated still answers",
			Story: three(anyCall) + `
				5 press 3
				6 ` + wrong3 + `
				7 ` + guess3,
			Only:  "answers",
			Facts: `7 answers {"seat":1,"guess":["red","red","blue","",""],"replies":[{"seat":2,"board":1,"peg":"black"},{"seat":3,"board":1,"peg":"none"}]}`,
		},
		{
			Clause: "MM-9 the turn of the eliminated passes, once play resumes",
			Story: four(anyCall) + `
				5 press 1
				5.5 press 2
				6 ` + wrong4 + `
				7 ` + wrong4,
			Only: "call eliminated turn",
			Facts: `
				4 turn {"seat":1}
				5.011 call {"seat":1}
				6 eliminated {"seat":1}
				6 call {"seat":2}
				7 eliminated {"seat":2}
				7 turn {"seat":3}`,
		},

		// MM-10.
		{
			Clause: "MM-10 everyone eliminated: revealed, no peg",
			Story: three("") + `
				5 press 1
				6 ` + wrong3 + `
				7 press 2
				8 ` + wrong3 + `
				9 press 3
				10 ` + wrong3,
			Only: "eliminated revealed score round_over turn",
			Facts: `
				3 turn {"seat":1}
				6 eliminated {"seat":1}
				6 turn {"seat":2}
				8 eliminated {"seat":2}
				8 turn {"seat":3}
				10 eliminated {"seat":3}
				10 revealed {"code":["","red","blue","yellow",""]}
				10 round_over {"round":1,"totals":{"1":0,"2":0,"3":0}}`,
		},
		{
			Clause: "MM-10 with the tokens at the table nothing is revealed",
			Story: `mastermind 1 2 {"dealer":"table","first":1,"rounds":1}
				1 press 1
				2 verdict "wrong"
				3 press 2
				4 verdict "wrong"`,
			Only: "eliminated revealed score round_over game_over",
			Facts: `
				2 eliminated {"seat":1}
				4 eliminated {"seat":2}
				4 round_over {"round":1,"totals":{"1":0,"2":0}}
				4 game_over {"totals":{"1":0,"2":0},"winners":[1,2]}`,
		},

		// MM-11.
		{
			Clause: "MM-11 the next round is begun left of who began, whoever won or was eliminated",
			Story: `mastermind 1 2 3 {"dealer":"table","first":2,"rounds":3}
				1 press 2
				2 verdict "wrong"
				3 press 3
				4 verdict "right"
				5 next_round "ready"
				6 press 3
				7 verdict "right"
				8 next_round "ready"
				9 press 1
				10 verdict "right"`,
			Only: "turn round_over game_over",
			Facts: `
				0 turn {"seat":2}
				2 turn {"seat":3}
				4 round_over {"round":1,"totals":{"1":0,"2":0,"3":1}}
				5 turn {"seat":3}
				7 round_over {"round":2,"totals":{"1":0,"2":0,"3":2}}
				8 turn {"seat":1}
				10 round_over {"round":3,"totals":{"1":1,"2":0,"3":2}}
				10 game_over {"totals":{"1":1,"2":0,"3":2},"winners":[3]}`,
		},
		{
			Clause: "MM-11 a new round is dealt anew",
			Story: three("") + `
				5 press 1
				6 ` + right3 + `
				7 next_round "ready"
				8 token {"colour":"brown","position":3}`,
			Only: "prompt turn",
			Facts: begun3 + `
				5 prompt {"id":"solve","for":"judge","seat":1}
				6 prompt {"id":"next_round","for":"judge","options":["ready"]}
				7 prompt {"id":"token","for":1,"seat":1,"board":1}
				8 prompt {"id":"token","for":2,"seat":2,"board":1}`,
		},

		// MM-12.
		{
			Clause: "MM-12 as many rounds as seats; most pegs win, ties share",
			Story: `mastermind 1 2 {"dealer":"table","first":1}
				1 press 1
				2 verdict "right"
				3 next_round "ready"
				4 press 2
				5 verdict "right"`,
			Only:  "game_over",
			Facts: `5 game_over {"totals":{"1":1,"2":1},"winners":[1,2]}`,
		},
		{
			Clause: "MM-12 a full row of seven pegs ends the game",
			Story:  pegs(7),
			Only:   "game_over",
			Facts:  `72 game_over {"totals":{"1":7,"2":0},"winners":[1]}`,
		},
		{
			Clause: "MM-12 six pegs do not",
			Story:  pegs(6),
			Only:   "game_over started",
			Facts:  `0 started {"game":"mastermind","seats":[1,2]}`,
		},

		// Undo.
		{
			Clause: "undo of a look: the release is not taken back, the press is",
			Story: `mastermind 1 2 {"first":1}
				1 press 1
				2 release 1
				3 undo
				4 press 2
				5 release 2
				6 release 1
				7 press 1
				8 release 1`,
			Only: "prompt turn undone ignored",
			Facts: `
				0 prompt {"id":"peek","for":1,"seat":1,"board":1}
				2 prompt {"id":"peek","for":2,"seat":2,"board":1}
				3 undone {"line":2}
				4 ignored {"seat":2,"why":"no effect now"}
				8 prompt {"id":"peek","for":2,"seat":2,"board":1}`,
		},
		{
			Clause: "undo of a second press while the button was held: the release outlives it without answering",
			Story: `mastermind 1 2 {"first":1}
				1 press 1
				2 press 1
				3 release 1
				4 undo
				5 release 1
				6 press 1
				7 release 1`,
			Only: "prompt undone",
			Facts: `
				0 prompt {"id":"peek","for":1,"seat":1,"board":1}
				3 prompt {"id":"peek","for":2,"seat":2,"board":1}
				4 undone {"line":3}
				7 prompt {"id":"peek","for":2,"seat":2,"board":1}`,
		},
		{
			Clause: "undo of a call that was decided takes its press back",
			Story: three(anyCall) + `
				5 press 3
				6 undo
				7 ` + guess3,
			Only: "call undone turn",
			Facts: `
				3 turn {"seat":1}
				5.011 call {"seat":3}
				6 undone {"line":5}
				7 turn {"seat":2}`,
		},
		{
			Clause: "undo: a press that outlived it has no effect, though it would have one now",
			Story: three(`,"rounds":1`) + `
				5 ` + guess3 + `
				6 press 1
				7 undo
				8 ` + guess3,
			Only: "ignored undone call turn",
			Facts: `
				3 turn {"seat":1}
				5 turn {"seat":2}
				6 ignored {"seat":1,"why":"not your turn"}
				7 undone {"line":5}
				8 turn {"seat":2}`,
		},
		{
			Clause: "undo of a guess before a decision: the call that is owed comes at its own time",
			Story: three(anyCall) + `
				5 press 3
				5.005 ` + guess3 + `
				6 ` + wrong3 + `
				7 undo
				8 undo
				9 ` + wrong3,
			Only: "call eliminated undone prompt",
			Facts: asked3 + `
				3 prompt {"id":"guess","for":"judge","seat":1}
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
				9 prompt {"id":"guess","for":"judge","seat":1}`,
		},
		{
			Clause: "undo after the game is over",
			Story: three(`,"rounds":1`) + `
				5 press 1
				6 ` + right3 + `
				7 undo
				8 ` + wrong3,
			Only: "solved eliminated undone game_over",
			Facts: `
				6 solved {"seat":1}
				6 game_over {"totals":{"1":1,"2":0,"3":0},"winners":[1]}
				7 undone {"line":6}
				8 eliminated {"seat":1}`,
		},

		// Bad input.

		// The option "audit".
		{
			Clause: "audit: the answers given at the table are noted, and checked when the tokens are shown",
			Story: `mastermind 1 2 3 {"dealer":"table","audit":true,"first":2,"rounds":1}
				1 ` + guess3 + `
				2 reply seat=3 board=1 "none"
				3 reply "white"
				4 press 3
				5 verdict "right"
				6 token seat=1 {"colour":"blue","position":1}
				7 token {"colour":"green","position":2}
				8 token {"colour":"yellow","position":4}`,
			Facts: `
				0 started {"game":"mastermind","seats":[1,2,3]}
				0 turn {"seat":2}
				0 prompt {"id":"guess","for":"judge","seat":2}
				1 turn {"seat":3}
				1 prompt {"id":"reply","for":"judge","seat":3,"board":1,"options":["black","white","none"]}
				2 prompt {"id":"reply","for":"judge","seat":1,"board":1,"options":["black","white","none"]}
				3 answers {"seat":2,"guess":["red","red","blue","",""],"replies":[{"seat":3,"board":1,"peg":"none"},{"seat":1,"board":1,"peg":"white"}]}
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
				8 game_over {"totals":{"1":0,"2":0,"3":1},"winners":[3]}`,
		},
		{
			Clause: "audit: the first wrong answer is named, nobody having solved",
			Story: `mastermind 1 2 {"dealer":"table","audit":true,"first":1}
				1 guess ["red","blue","","",""]
				2 reply "black"
				3 guess ["red","blue","","",""]
				4 reply "black"
				5 guess ["red","blue","","",""]
				6 reply "none"
				7 press 2
				8 verdict "wrong"
				9 press 1
				10 verdict "wrong"
				11 token {"colour":"red","position":2}
				12 token {"colour":"red","position":1}`,
			Only: "revealed wrong_answer consistent round_over score",
			Facts: `
				12 revealed {"code":["red","red","","",""]}
				12 wrong_answer {"guess":2,"asked":2,"seat":1,"board":1,"said":"black","peg":"white"}
				12 round_over {"round":1,"totals":{"1":0,"2":0}}`,
		},
		{
			Clause: "audit: calls wait until the answers are noted",
			Story: `mastermind 1 2 3 {"dealer":"table","audit":true,"call":"any","first":1}
				1 ` + guess3 + `
				2 press 3
				2.1 press 1
				3 reply "black"
				4 reply "black"`,
			Only: "turn closed answers call ignored prompt",
			Facts: `
				0 turn {"seat":1}
				0 prompt {"id":"guess","for":"judge","seat":1}
				1 turn {"seat":2}
				1 prompt {"id":"reply","for":"judge","seat":2,"board":1,"options":["black","white","none"]}
				2.1 ignored {"seat":1,"why":"just played"}
				3 prompt {"id":"reply","for":"judge","seat":3,"board":1,"options":["black","white","none"]}
				4 answers {"seat":1,"guess":["red","red","blue","",""],"replies":[{"seat":2,"board":1,"peg":"black"},{"seat":3,"board":1,"peg":"black"}]}
				4 call {"seat":3}
				4 prompt {"id":"verdict","for":"judge","seat":3,"options":["right","wrong"]}`,
		},
		{
			Clause: "audit: a call that has not settled by then is decided before the next guess is opened",
			Story: `mastermind 1 2 {"dealer":"table","audit":true,"call":"any","first":1}
				1     guess ["red","blue","","",""]
				3.995 press 2
				4     reply "black"`,
			Only: "answers call prompt",
			Facts: `
				0     prompt {"id":"guess","for":"judge","seat":1}
				1     prompt {"id":"reply","for":"judge","seat":2,"board":1,"options":["black","white","none"]}
				4     answers {"seat":1,"guess":["red","blue","","",""],"replies":[{"seat":2,"board":1,"peg":"black"}]}
				4.006 call {"seat":2}
				4.006 prompt {"id":"verdict","for":"judge","seat":2,"options":["right","wrong"]}`,
		},
		{
			Clause: "audit: the answers of one round are none of the next",
			Story: `mastermind 1 2 {"dealer":"table","audit":true,"first":1}
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
				11 token {"colour":"red","position":4}`,
			Only: "wrong_answer consistent",
			Facts: `
				6 wrong_answer {"guess":1,"asked":1,"seat":2,"board":1,"said":"black","peg":"white"}
				11 consistent {"answers":0}`,
		},
		{
			Clause: "audit: a number shown twice",
			Story: `mastermind 1 2 {"dealer":"table","audit":true,"first":1}
				1 press 1
				2 verdict "right"
				3 token {"colour":"red","position":2}
				4 token {"colour":"blue","position":2}`,
			Only: "revealed", Err: "this number has been entered before",
		},
	})
}

// pegs is a game in which seat 1 wins round after round, each begun at a multiple of ten seconds.
func pegs(rounds int) string {
	var b strings.Builder
	b.WriteString(`mastermind 1 2 {"dealer":"table","first":1,"rounds":20,"call":"any"}`)
	for at := 10; at <= 10*rounds; at += 10 {
		if at > 10 {
			fmt.Fprintf(&b, "\n%d next_round \"ready\"", at)
		}
		fmt.Fprintf(&b, "\n%d press 1\n%d verdict \"right\"", at+1, at+2)
	}
	return b.String()
}
