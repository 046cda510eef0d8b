package slap

import "arbitre/games"

// slapped is the score of a slap that was right, and falselySlapped that of one that was not, which
// can be heard (SLAP-3).
type (
	slapped        struct{ games.Scored }
	falselySlapped struct{ games.Scored }
)

// Cue tells winning from losing.
func (s slapped) Cue() games.Cue {
	if s.Delta < 0 {
		return games.CueWrong
	}
	return games.CueRight
}

func (falselySlapped) Cue() games.Cue { return games.CueWrong }
