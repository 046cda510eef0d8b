package mastermind

import (
	"testing"

	"arbitre/games/gametest"
)

func TestViews(t *testing.T) {
	gametest.Stories(t, book(), `
		four call at any time:
			mastermind 1 2 3 4 {"dealer":"entered","first":1,"call":"any","rounds":1}
			1 token seat=1 {"colour":"blue","position":3}
			2 token seat=2 {"colour":"red","position":2}
			3 token seat=3 {"colour":"yellow","position":1}
			4 token seat=4 {"colour":"green","position":5}

		MM-3 who is to look
			mastermind 1 2
			0 public says peek seat=1 | lamps 1! 2

		MM-3 who looks at which of his boards
			mastermind 1 2 {"boards":2}
			1 press 1
			2 release 1
			3 press 1
			3 public says peek seat=1; board number=2 | lamps 1* 2

		MM-3 the token is seen by its seat alone, and only while its button is held
			mastermind 1 2 seed=3 {"boards":2}
			0 press 2
			0 seat:2 says peek seat=1; board number=1
			1 press 1
			1 seat:1 says your_token seat=1 number=1 extra=brown; board number=1
			1 seat:2 says peek seat=1; board number=1
			1 judge says peek seat=1; board number=1
			1 public says peek seat=1; board number=1
			2 release 2
			2 seat:1 says your_token seat=1 number=1 extra=brown; board number=1
			3 lost 1
			3 seat:1 says peek seat=1; board number=1
			4 release 1
			5 press 1
			5 seat:1 says your_token seat=1 number=2 extra=red; your_token seat=1 number=1 extra=brown
				; board number=1; board number=2
			6 release 1
			6 seat:2 says peek seat=2; board number=1
			7 press 2
			7 seat:2 says your_token seat=2 number=5 extra=yellow; board number=1
			7 seat:1 says peek seat=2; your_token seat=1 number=1 extra=brown; board number=1
				; your_token seat=1 number=2 extra=red; board number=2; board number=1

		MM-3 MM-4 who is to enter, and what each is asked, with the colours that a code or a token is made of
			mastermind 1 2 {"dealer":"entered","first":1,"colours":["a","b","c","d","e","f"]}
			0 public says enter_token seat=1 | lamps 1* 2 | asked
			0 seat:1 asked token for=seat:1 seat=1 board=1 shape=token options=[a,b,c,d,e,f] places=5
			0 seat:2 asked
			0 judge asked
			1 token {"colour":"a","position":1}
			2 token {"colour":"b","position":2}
			2 judge asked guess for=judge seat=1 shape=code options=[a,b,c,d,e,f] background=true min=2 max=2 places=5

		MM-4 MM-5 MM-8 MM-9 MM-11 two rounds: what was said in one tells nothing of the next
			mastermind 1 2 3 4 {"dealer":"entered","first":1}
			1 token seat=1 {"colour":"blue","position":3}
			2 token seat=2 {"colour":"red","position":2}
			3 token seat=3 {"colour":"yellow","position":1}
			4 token seat=4 {"colour":"green","position":5}
			4 public says turn seat=1; round role=round extra=1/4 | lamps 1*turn 2 3 4
			5 press 1
			5 public says mastermind role=verdict seat=1 | lamps 1*turn 2 3 4 | race | judged
			6 solve ["blue","red","blue","blue",""]
			6 public says eliminated role=news seat=1; turn seat=2 | lamps 1eliminated 2*turn 3 4
			7 guess ["red","red","blue","green",""]
			7 public says turn seat=3; guessed role=news seat=2 code=[red,red,blue,green,]
				; reply_none role=news seat=3 reply={of=3}
				; reply_white role=news seat=4 reply={of=4 colour=white}
				; reply_black role=news seat=1 reply={of=1 colour=black}
				| lamps 1eliminated 2 3*turn 4
			8 press 3
			9 solve ["yellow","red","blue","","green"]
			9 public says solved role=news seat=3; code role=news code=[yellow,red,blue,,green]
				; codes_left role=news seat=3 number=189; leader role=leaders seats=[3] number=1
				| lamps 1eliminated 2 3* 4
			10 next_round "ready"
			11 token {"colour":"blue","position":3}
			12 token {"colour":"red","position":2}
			13 token {"colour":"yellow","position":1}
			14 token {"colour":"green","position":5}
			15 press 2
			16 solve ["yellow","red","blue","","green"]
			16 public says solved role=news seat=2; code role=news code=[yellow,red,blue,,green]
				; codes_left role=news seat=2 number=864; leader role=leaders seats=[2,3] number=1
				| lamps 1 2* 3 4

		MM-9 a solution tried in vain is ruled out
			mastermind 1 2 3 4 {"dealer":"entered","first":1}
			1 token seat=1 {"colour":"blue","position":3}
			2 token seat=2 {"colour":"red","position":2}
			3 token seat=3 {"colour":"yellow","position":1}
			4 token seat=4 {"colour":"green","position":5}
			5 press 1
			6 solve ["blue","red","blue","blue",""]
			7 press 2
			8 solve ["yellow","red","blue","","green"]
			8 public says solved role=news seat=2; code role=news code=[yellow,red,blue,,green]
				; codes_left role=news seat=2 number=863; leader role=leaders seats=[2] number=1
				| lamps 1eliminated 2* 3 4

		MM-5 the answers of two boards
			mastermind 1 2 {"dealer":"entered","boards":2,"first":2}
			1 token {"colour":"blue","position":5}
			2 token {"colour":"red","position":1}
			3 token {"colour":"red","position":2}
			4 token {"colour":"brown","position":4}
			5 guess ["red","","red","red","blue"]
			5 public says turn seat=1; guessed role=news seat=2 code=[red,,red,red,blue]
				; board_black role=news seat=1 number=1 reply={of=1 colour=black}
				; board_black role=news seat=1 number=2 reply={of=2 colour=black}
				| lamps 1*turn 2

		MM-7 RACE-1 a call ahead of another, which is next
			after four call at any time
			5 press 2
			5.004 press 4
			5.02 public says mastermind role=verdict seat=2; margin role=news span=4ms | lamps 1turn 2* 3 4
			6 solve ["red","red","blue","green",""]
			6 public hears start turn call wrong call
				| judged call order=[{seat=2},{seat=4 after=4ms}] fastest=2 zero=5s clauses=[RACE-1,MM-7]
				; call order=[{seat=4}] fastest=4 zero=5.004s clauses=[RACE-1,MM-7]
				| race call order=[{seat=4}] fastest=4 zero=5.004s clauses=[RACE-1,MM-7]

		MM-7 RACE-3 a dead heat; the judge says who was first: by no margin
			after four call at any time
			5 press 4
			5 press 2
			5.004 press 3
			5.5 public says dead_heat role=verdict seats=[2,4] | lamps 1turn 2* 3 4*
			6 call_first 4
			6 public says mastermind role=verdict seat=4 | lamps 1turn 2 3 4* | hears start turn dead_heat call
				| judged call order=[{seat=2},{seat=4},{seat=3 after=4ms}] deadheat=[2,4] zero=5s clauses=[RACE-3,MM-7]
				| race call order=[{seat=2},{seat=4},{seat=3 after=4ms}] deadheat=[2,4] zero=5s clauses=[RACE-3,MM-7]

		RACE-8 lost edges
			after four call at any time
			5 press 4
			5.004 lost 3
			5.004 public says lost role=news number=3 | lamps 1turn 2 3 4 | hears start turn void
				| judged call order=[{seat=4}] void=true zero=5s clauses=[RACE-8]
				| race call order=[{seat=4}] void=true zero=5s clauses=[RACE-8]

		MM-10 no codes are counted for nobody
			mastermind 1 2 {"dealer":"entered","first":1,"rounds":3}
			1 token {"colour":"blue","position":5}
			2 token {"colour":"red","position":1}
			3 press 1
			4 solve ["red","","","","blue"]
			5 next_round "ready"
			6 token {"colour":"blue","position":5}
			7 token {"colour":"red","position":1}
			8 press 2
			9 solve ["red","","","","red"]
			10 press 1
			11 solve ["red","","","","red"]
			11 public says unsolved role=news; code role=news code=[red,,,,blue]
				; leader role=leaders seats=[1] number=1
				| lamps 1eliminated 2eliminated

		MM-10 nobody solves it
			mastermind 1 2 {"dealer":"table","first":1}
			1 press 1
			2 verdict "wrong"
			3 press 2
			4 verdict "wrong"
			4 public says unsolved role=news; leader role=leaders seats=[1,2] | lamps 1eliminated 2eliminated

		audit: the answers are noted, the tokens are shown: all right
			mastermind 1 2 {"dealer":"table","audit":true,"first":1,"rounds":1}
			1 guess ["red","blue","","",""]
			1 public says guessed role=news seat=1 code=[red,blue,,,] | lamps 1 2*turn
			2 reply "none"
			3 press 2
			4 verdict "right"
			4 public says solved role=news seat=2; enter_token seat=1 | lamps 1* 2
			5 token {"colour":"red","position":4}
			6 token {"colour":"green","position":5}
			6 public says game_over role=winners seats=[2]; solved role=news seat=2; consistent role=news
				; code role=news code=[,,,red,green]
				| lamps 1 2* over

		audit: not all right
			mastermind 1 2 {"dealer":"table","audit":true,"first":1,"rounds":1}
			1 guess ["red","blue","","",""]
			1 public says guessed role=news seat=1 code=[red,blue,,,] | lamps 1 2*turn
			2 reply "none"
			3 press 2
			4 verdict "right"
			4 public says solved role=news seat=2; enter_token seat=1 | lamps 1* 2
			5 token {"colour":"red","position":4}
			6 token {"colour":"blue","position":5}
			6 public says game_over role=winners seats=[2]; solved role=news seat=2
				; wrong_white role=news seat=2 number=1; code role=news code=[,,,red,blue]
				| lamps 1 2* over
	`)
}
