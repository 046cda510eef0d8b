package mito

import (
	"testing"

	"arbitre/games/gametest"
)

func TestViews(t *testing.T) {
	gametest.Stories(t, book(), `
		an evening of Mito, as everyone sees it
			mito 1 2 3 4 {"rounds":2}
			0 public says turn seat=1; guardian seat=1; round role=round extra=1/2 | lamps 1*guardian 2 3 4
				| totals seat=1 lamp=lit mark=guardian; seat=2; seat=3; seat=4 | hears start turn
			1 press 1
			1 judge says turn seat=2; guardian seat=1; round role=round extra=1/2 | lamps 1guardian 2* 3 4
			2 play "spider"
			2 public says spider role=news seat=2 | lamps 1guardian 2* 3 4
			3 spider_to 4
			3 public says turn seat=3; owe role=news seat=4 seats=[2] number=1; guardian seat=1
				; round role=round extra=1/2 | lamps 1guardian 2 3* 4
			5 play "ant"
			5 public says ant role=news seats=[1,2,4]; take_discard role=news seats=[1,2,4] number=1
				; turn seat=4
			7 press 3
			10 press 1
			10 public says call role=news seat=1; pressed seats=[3,1] | lamps 1*guardian 2 3 4
				| hears turn turn turn slap call
			11.2 accused 3
			11.2 public says check seat=3; pressed seats=[3,1] | lamps 1*guardian 2 3* 4 | asked
			12 verdict "guilty"
			12 public says guilty role=news seat=3; pressed seats=[3]; new_guardian role=news seat=3
				; take_back role=news seat=3; owe role=news seat=3 seats=[1] number=1; turn seat=4
				| lamps 1 2 3guardian 4* | hears right
			13 press 3
			14 play "mosquito"
			14.1 press 2
			14.2 public says slowest role=verdict seat=1; owe role=news seat=1 seats=[2,3,4] number=1
				; turn seat=1 | lamps 1* 2 3guardian 4
			14.3 press 3
			14.4 public says slowest role=verdict seat=1; owe role=news seat=1 seats=[2,3,4] number=1
				; turn seat=1
				| judged mosquito order=[{seat=3}
					,{seat=2 after=7.1s}] missing=[1] slowest=1 zero=7s clauses=[RACE-4,MITO-16] slowestloses=true
				| hears call race_open slowest turn ignored
			17 play "cockroach"
			17.1 press 4
			17.105 press 2
			17.2 public says fastest role=verdict seat=4; may_leave role=news seat=4; margin role=news span=5ms
				; then seats=[2]; turn seat=2
				| judged cockroach order=[{seat=4 after=100ms}
					,{seat=2 after=105ms}] missing=[1,3] fastest=4 zero=17s clauses=[RACE-1,RACE-4,MITO-17]
			20 play "cockroach"
			20.1 nobody "nobody"
			20.1 public says nobody role=verdict; turn seat=3 | lamps 1 2 3*guardian 4
			22 press 3
			24 press 3
			25 accused 2
			26 verdict "innocent"
			26 public says innocent role=news seat=2; draw role=news seats=[3] number=1; turn seat=4
			28 play "mosquito"
			33 public says missing role=verdict seats=[1,2,3] | lamps 1 2 3guardian 4
				| race mosquito missing=[1,2,3] zero=28s clauses=[RACE-4,MITO-16] slowestloses=true
			34 slowest 2
			36 play seat=2 "out"
			36 public says count seat=3; out role=news seat=2 | lamps 1 2 3*guardian 4
			36 judge asked hand for=judge seat=3 shape=hand counts=[{numbers most=43 worth=1}
				,{actions most=20 worth=5},{mitos most=8 worth=10}]
			37 hand {"numbers":3,"actions":0,"mitos":0}
			38 hand {"numbers":5,"actions":0,"mitos":0}
			39 hand {"numbers":1,"actions":0,"mitos":0}
			39 public says round_over role=news number=1; leader role=leaders seats=[2] | lamps 1 2 3guardian 4
				| asked

		why the judge must decide
			mito 1 2 3 4
			0.6 press 3
			1 press 4
			1.2 press 2
			1.3 press 3
			3 play "mosquito"
			3 public says too_early role=verdict seats=[3]
			4 slowest 3
			6 play "cockroach"
			6.1 press 2
			6.1 press 3
			6.2 public says dead_heat role=verdict seats=[2,3]
			7 fastest 2
			9 play "cockroach"
			9.1 lost 1
			9.1 public says void role=verdict
			10 fastest "nobody"
			14 press 3
			16 press 2
			18 play "mosquito"
			18 public says unclear role=verdict seats=[2,3]

		MOTTE an evening
			mogelmotte 1 2 3 {"rounds":1}
			1 play "ant"
			1 public says ant role=news seats=[2,3]; draw role=news seats=[2,3] number=1; turn seat=2
			3 play "mosquito"
			3.1 press 1
			3.2 press 2
			4 public judged mosquito order=[{seat=1 after=100ms}
				,{seat=2 after=200ms}] missing=[3] slowest=3 zero=3s clauses=[RACE-4,MOTTE-1] slowestloses=true
				| says slowest role=verdict seat=3; owe role=news seat=3 seats=[1,2] number=1; turn seat=3
			6 play "cockroach"
			6.1 press 3
			7 public says fastest role=verdict seat=3; may_leave role=news seat=3; turn seat=3
				| judged cockroach order=[{seat=3 after=100ms}] missing=[1
					,2] fastest=3 zero=6s clauses=[RACE-1,RACE-4,MOTTE-2]
				| lamps 1guardian 2 3*
			8 press 3
			9 press 1
			10 press 1
			11 accused 2
			12 verdict "guilty"
			12 public says guilty role=news seat=2; new_guardian role=news seat=2
				; owe role=news seat=2 seats=[1] number=1; turn seat=2
			13 play seat=2 "out"
			14 hand {"numbers":3,"actions":0,"mitos":0}
			15 hand {"numbers":5,"actions":0,"mitos":0}
			15 public says game_over role=winners seats=[2] | lamps 1 2*guardian 3 over
	`)
}
