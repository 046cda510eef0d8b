package slap

import "arbitre/games"

// slapped and falselySlapped are scores with sounds of their own (SLAP-3).
type (
	slapped        struct{ games.Scored }
	falselySlapped struct{ games.Scored }
)

// Cue is another for points won than for points lost.
func (s slapped) Cue() games.Cue {
	if s.Delta < 0 {
		return games.CueWrong
	}
	return games.CueRight
}

func (falselySlapped) Cue() games.Cue { return games.CueWrong }
