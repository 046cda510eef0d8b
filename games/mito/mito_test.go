package mito

import (
	"fmt"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
)

func rules(game string) (games.Begin, error) {
	switch game {
	case "mito":
		return New, nil
	case "mogelmotte":
		return NewMogelMotte, nil
	}
	return nil, fmt.Errorf("no game %q", game)
}

func TestMito(t *testing.T) {
	gametest.Run(t, rules, []gametest.Case{
		{
			Clause: "MITO-16 the slowest takes a card of each other, the layer's too",
			Story: `
				mito 1 2 3 4
				10    play "mosquito"
				10.3  press 3
				10.5  press 2`,
			Only: "race_open race_over owe",
			Facts: `
				10 race_open {"race":"mosquito","entrants":[2,3,4]}
				10.511 race_over {"race":"mosquito","order":[{"seat":3,"after":300000000},{"seat":2,"after":500000000}],"missing":[4],"slowest":4}
				10.511 owe {"from":[1,2,3],"to":4,"cards":1}`,
		},
	})
}
