// Package all lists the games of the box. A new game is its folder and a line here.
package all

import (
	"arbitre/games"
	"arbitre/games/chessclock"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/mog"
	"arbitre/games/motus"
	"arbitre/games/quiz"
	"arbitre/games/slap"
)

// Games returns all games in the order in which the lobby offers them.
func Games() games.Rulebook {
	return games.Rulebook{
		mito.Rules(),
		mito.MogelMotte(),
		mog.Rules(),
		mastermind.Rules(),
		motus.Rules(),
		quiz.Rules(),
		slap.Rules(),
		chessclock.Rules(),
	}
}
