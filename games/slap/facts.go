package slap

import "arbitre/games"

// slapped is the score of a right slap, falselySlapped that of a false one (SLAP-3). They are types
// of their own to sound different.
type (
	slapped        struct{ games.Scored }
	falselySlapped struct{ games.Scored }
)

// Cue differs between winning and losing points.
func (s slapped) Cue() games.Cue {
	if s.Delta < 0 {
		return games.CueWrong
	}
	return games.CueRight
}

func (falselySlapped) Cue() games.Cue { return games.CueWrong }
