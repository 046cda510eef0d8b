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

// fooled tells who slapped when there was nothing to slap, where that costs nothing (SLAP-3).
type fooled struct {
	Seats []games.Seat `json:"seats"`
}

func (fooled) Fact() string   { return "fooled" }
func (fooled) Cue() games.Cue { return games.CueWrong }
