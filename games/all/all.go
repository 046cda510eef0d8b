// Package all lists the games of this house. A new one is its folder and a line here.
package all

import (
	"arbitre/games"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/mog"
	"arbitre/games/motus"
	"arbitre/games/quiz"
	"arbitre/games/slap"
)

// Games are those of this house, in the order in which the lobby offers them.
func Games() games.Rulebook {
	return games.Rulebook{
		mito.Rules(),
		mito.MogelMotte(),
		mog.Rules(),
		mastermind.Rules(),
		motus.Rules(),
		quiz.Rules(),
		slap.Rules(),
	}
}

// Race is the game that is nothing but a race: whoever presses first opens it, and nobody has to
// declare anything.
func Race() games.Rules { return slap.Rules() }
