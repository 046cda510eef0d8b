package race_test

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/mito"
)

// The clauses of races that only a game can show.
func TestRacesAtATable(t *testing.T) {
	gametest.Stories(t, games.Rulebook{mito.Rules()}, `
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

		RACE-8 lost edges void an open cockroach: the judge says who was fastest, or nobody
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
