package slap

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestSlap(t *testing.T) {
	gametest.Stories(t, book(), `
		SLAP-1 without options the fastest wins a point, and a false slap costs one
			slap 1 2
			1 press 1
			2 slap "right"
			3 press 2
			4 slap "false"
			--
			0 started {"game":"slap","seats":[1,2]}
			0 prompt {"id":"finish","for":"judge","options":["over"]}
			1 race_open {"race":"slap","entrants":[1,2]}
			1.011 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2],"fastest":1}
			1.011 prompt {"id":"slap","for":"judge","seat":1,"options":["right","false","withdraw"]}
			2 score {"delta":1,"total":1,"why":"slap","seat":1}
			3 race_open {"race":"slap","entrants":[1,2]}
			3.011 race_over {"race":"slap","order":[{"seat":2,"after":0}],"missing":[1],"fastest":2}
			3.011 prompt {"id":"slap","for":"judge","seat":2,"options":["right","false","withdraw"]}
			4 score {"delta":-1,"total":-1,"why":"false","seat":2}

		SLAP-1 SLAP-3 a false slap may cost nothing
			slap 1 2 {"false_slap":0}
			1 press 1
			2 slap "false"
			-- score

		SLAP-2 RACE-1 an earlier press that is delivered later comes first
			slap 1 2 3
			1.005 press 1
			1     press 2
			1.002 press 3
			2     press 3
			-- race_open race_over score ignored lost game_over
			1.005 race_open {"race":"slap","entrants":[1,2,3]}
			1.011 race_over {"race":"slap"
				,"order":[{"seat":2,"after":0},{"seat":3,"after":2000000},{"seat":1,"after":5000000}]
				,"missing":[],"fastest":2}
			2 ignored {"seat":3,"why":"late"}

		SLAP-2 RACE-6 whoever comes when the first is known is late, until it is quiet
			slap 1 2
			1     press 1
			1.5   press 2
			2.011 press 2
			3     slap "withdraw"
			4     press 2
			-- race_open race_over score ignored lost game_over
			1 race_open {"race":"slap","entrants":[1,2]}
			1.011 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2],"fastest":1}
			1.5 ignored {"seat":2,"why":"late"}
			2.011 ignored {"seat":2,"why":"no effect now"}
			4 race_open {"race":"slap","entrants":[1,2]}
			4.011 race_over {"race":"slap","order":[{"seat":2,"after":0}],"missing":[1],"fastest":2}

		SLAP-2 RACE-1 an earlier press of the same seat takes the place of its later one
			slap 1 2
			1.005 press 1
			1     press 1
			1.002 press 1
			-- race_open race_over score ignored lost game_over
			1.005 race_open {"race":"slap","entrants":[1,2]}
			1 ignored {"seat":1,"why":"no effect now"}
			1.002 ignored {"seat":1,"why":"no effect now"}
			1.011 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2],"fastest":1}

		SLAP-2 RACE-6 a press in the quiet is late even if the next race is open when it is delivered
			slap 1 2 3
			1     press 1
			1.5   slap "withdraw"
			2.015 press 2
			2.010 press 3
			-- race_open race_over score ignored lost game_over
			1 race_open {"race":"slap","entrants":[1,2,3]}
			1.011 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2,3],"fastest":1}
			2.015 race_open {"race":"slap","entrants":[1,2,3]}
			2.01 ignored {"seat":3,"why":"late"}
			2.026 race_over {"race":"slap","order":[{"seat":2,"after":0}],"missing":[1,3],"fastest":2}

		SLAP-2 RACE-2 without a quiet, too, a press from before the verdict is late when the next race is open
			slap 1 2 {"race":{"quiet":"0s"}}
			1     press 1
			1.011 slap "withdraw"
			1.012 press 1
			1.005 press 2
			-- race_open race_over score ignored lost game_over
			1 race_open {"race":"slap","entrants":[1,2]}
			1.011 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2],"fastest":1}
			1.012 race_open {"race":"slap","entrants":[1,2]}
			1.005 ignored {"seat":2,"why":"late"}
			1.023 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2],"fastest":1}

		SLAP-2 RACE-4 the slowest is known when all but one have slapped
			slap 1 2 3 {"decides":"last"}
			1   press 3
			2 press 1
			3   slap "right"
			-- race_open race_over score ignored lost game_over
			1 race_open {"race":"slap","entrants":[1,2,3]}
			2.011 race_over {"race":"slap","order":[{"seat":3,"after":0},{"seat":1,"after":1000000000}]
				,"missing":[2],"slowest":2}
			3 score {"delta":-1,"total":-1,"why":"slap","seat":2}

		SLAP-2 RACE-4 several that never slapped in the window: the judge tells
			slap 1 2 3 {"decides":"last","window":"500ms"}
			1   press 3
			2   slowest 1
			3   slap "right"
			-- race_over prompt score
			1.5 race_over {"race":"slap","order":[{"seat":3,"after":0}],"missing":[1,2]}
			1.5 prompt {"id":"slowest","for":"judge","options":[1,2]}
			2 prompt {"id":"slap","for":"judge","seat":1,"options":["right","false","withdraw"]}
			3 score {"delta":-1,"total":-1,"why":"slap","seat":1}

		SLAP-2 the window starts with the first slap, in whatever order they are delivered
			slap 1 2 3 4 {"decides":"last","window":"500ms"}
			1.005 press 3
			1     press 1
			-- race_over
			1.5 race_over {"race":"slap","order":[{"seat":1,"after":0},{"seat":3,"after":5000000}],"missing":[2,4]}

		SLAP-3 RACE-3 a dead heat asks who was fastest first
			slap 1 2 3
			1      press 2
			1.0009 press 1
			2      fastest 1
			3      slap "right"
			-- race_over prompt score
			1.011 race_over {"race":"slap","order":[{"seat":2,"after":0},{"seat":1,"after":900000}]
				,"missing":[3],"dead_heat":[1,2]}
			1.011 prompt {"id":"fastest","for":"judge","options":[1,2]}
			2 prompt {"id":"slap","for":"judge","seat":1,"options":["right","false","withdraw"]}
			3 score {"delta":1,"total":1,"why":"slap","seat":1}

		SLAP-3 RACE-3 a dead heat for last asks who was slowest
			slap 1 2 {"decides":"last"}
			1      press 2
			1.0009 press 1
			2      slowest 2
			-- race_over
			1.011 race_over {"race":"slap","order":[{"seat":2,"after":0},{"seat":1,"after":900000}]
				,"missing":[],"dead_heat":[1,2]}

		SLAP-3 false: all whose slap counted pay, whoever was first
			slap 1 2 3 {"false_slap":2}
			1     press 3
			1.004 press 1
			1.5   press 2
			2     slap "false"
			-- score
			2 score {"delta":-2,"total":-2,"why":"false","seat":1}
			2 score {"delta":-2,"total":-2,"why":"false","seat":3}

		SLAP-3 withdrawn: nothing happened
			slap 1 2
			1 press 1
			2 slap "withdraw"
			-- score game_over

		SLAP-4 who is out slaps in vain, and the last one wins
			slap 1 2 3 {"out":1}
			1 press 1
			2 slap "false"
			3 press 1
			4 press 2
			5 slap "false"
			-- race_open race_over score ignored lost game_over
			1 race_open {"race":"slap","entrants":[1,2,3]}
			1.011 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2,3],"fastest":1}
			2 score {"delta":-1,"total":-1,"why":"false","seat":1}
			3 ignored {"seat":1,"why":"eliminated"}
			4 race_open {"race":"slap","entrants":[2,3]}
			4.011 race_over {"race":"slap","order":[{"seat":2,"after":0}],"missing":[3],"fastest":2}
			5 score {"delta":-1,"total":-1,"why":"false","seat":2}
			5 game_over {"totals":{"1":-1,"2":-1,"3":0},"winners":[3]}

		SLAP-4 if all who are left go out at once, the best total wins
			slap 1 2 3 {"out":2,"false_slap":3}
			1     press 1
			2     slap "right"
			3     press 1
			4     slap "false"
			5     press 2
			5.002 press 3
			6     slap "false"
			-- game_over
			6 game_over {"totals":{"1":-2,"2":-3,"3":-3},"winners":[1]}

		SLAP-5 the judge ends it
			slap 1 2
			1 press 1
			2 slap "right"
			3 finish "over"
			-- game_over
			3 game_over {"totals":{"1":1,"2":0},"winners":[1]}

		SLAP-5 after the end a press is late in the quiet, eliminated if its seat is out, else of no effect
			slap 1 2 3 {"out":1}
			1   press 1
			2   slap "false"
			3   press 2
			3.5 finish "over"
			3.6 press 2
			3.7 press 1
			5   press 2
			-- ignored
			3.6 ignored {"seat":2,"why":"late"}
			3.7 ignored {"seat":1,"why":"eliminated"}
			5 ignored {"seat":2,"why":"no effect now"}

		SLAP-5 the judge ends it in the midst of a race
			slap 1 2 3 {"decides":"last"}
			1   press 2
			1.5 finish "over"
			-- race_open race_over game_over
			1 race_open {"race":"slap","entrants":[1,2,3]}
			1.5 race_over {"race":"slap","order":[{"seat":2,"after":0}],"missing":[1,3]}
			1.5 game_over {"totals":{"1":0,"2":0,"3":0},"winners":[1,2,3]}

		SLAP-5 a target ends it at once
			slap 1 2 {"target":2,"points":2}
			1 press 1
			2 slap "right"
			5 press 1
			-- score game_over ignored
			2 score {"delta":2,"total":2,"why":"slap","seat":1}
			2 game_over {"totals":{"1":2,"2":0},"winners":[1]}
			5 ignored {"seat":1,"why":"no effect now"}

		SLAP-6 RACE-8 lost edges void the race, and the judge tells
			slap 1 2 3
			1     press 2
			1.005 lost 3
			2     fastest 3
			3     slap "right"
			-- race_over lost prompt score
			1.005 race_over {"race":"slap","order":[{"seat":2,"after":0}],"missing":[1,3],"void":true}
			1.005 lost {"edges":3}
			1.005 prompt {"id":"fastest","for":"judge","options":[1,2,3,"nobody"]}
			2 prompt {"id":"slap","for":"judge","seat":3,"options":["right","false","withdraw"]}
			3 score {"delta":1,"total":1,"why":"slap","seat":3}

		SLAP-6 nobody: nothing happened
			slap 1 2 {"decides":"last"}
			1     press 2
			1.005 lost 1
			2     slowest "nobody"
			4     press 1
			5     lost 1
			-- race_open race_over score ignored lost game_over
			1 race_open {"race":"slap","entrants":[1,2]}
			1.005 race_over {"race":"slap","order":[{"seat":2,"after":0}],"missing":[1],"void":true}
			1.005 lost {"edges":1}
			4 race_open {"race":"slap","entrants":[1,2]}
			4.011 race_over {"race":"slap","order":[{"seat":1,"after":0}],"missing":[2],"slowest":2}
			5 lost {"edges":1}
	`)
}

// A false slap that costs nothing has no fact, but it is news (SLAP-3).
func TestASlapThatCostsNothingIsTold(t *testing.T) {
	table, _, err := gametest.Play(book(), "slap 1 2 {\"false_slap\":0}\n1 press 1\n2 slap \"false\"")
	if err != nil {
		t.Fatal(err)
	}
	told := table.History()
	if said := told[len(told)-1].Said; len(said) != 1 || said[0].Word != "false_slap" {
		t.Errorf("the last step said %v, want false_slap alone", said)
	}
}

func TestSlapConforms(t *testing.T) {
	gametest.Conform(t, Rules(),
		`{"decides":"last","out":3,"window":"500ms"}`, `{"target":5,"points":2,"out":4,"false_slap":2}`)
}
