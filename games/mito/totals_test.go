package mito

import (
	"testing"

	"arbitre/games/gametest"
)

// Points that are brought along from a game before (RULES section 0, Other players).
func TestTotals(t *testing.T) {
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "MITO-23 counts what was brought along, and the rounds",
			Story: `
				mito 1 2 3 {"rounds":1,"totals":{"1":12,"3":-2},"played":2}
				1 play seat=1 "out"
				2 hand seat=2 {"numbers":3,"actions":0,"mitos":0}
				3 hand seat=3 {"numbers":1,"actions":0,"mitos":0}`,
			Only: "score round_over game_over",
			Facts: `
				2 score {"delta":3,"total":3,"why":"hand","seat":2}
				3 score {"delta":1,"total":-1,"why":"hand","seat":3}
				3 round_over {"round":3,"totals":{"1":12,"2":3,"3":-1}}
				3 game_over {"totals":{"1":12,"2":3,"3":-1},"winners":[3]}`,
		},
		{Clause: "totals of a seat that does not play", Story: `mito 1 2 3 {"totals":{"4":1}}`, Err: "expected seats that play"},
		{Clause: "totals that are no numbers", Story: `mito 1 2 3 {"totals":{"1":"x"}}`, Err: "expected a whole number"},
		{Clause: "totals beyond all games", Story: `mito 1 2 3 {"totals":{"1":1000001}}`, Err: "expected at most"},
	})
}
