package chessclock

import (
	"time"

	"arbitre/games"
)

// Moved says that a seat has moved in time (CLOCK-3).
type Moved struct {
	Seat games.Seat    `json:"seat"`
	Used time.Duration `json:"used"` // by this move, whether it cost time or not
	Left time.Duration `json:"left"`
}

// Flag says that a seat's time has run out (CLOCK-6).
type Flag struct {
	Seat games.Seat `json:"seat"`
	// Late is how long after the end the seat pressed, if it did before that was decided.
	Late *time.Duration `json:"late,omitempty"`
}

// GaveUp says that a seat has left the game to the others (CLOCK-7).
type GaveUp struct {
	Seat games.Seat `json:"seat"`
}

func (Moved) Fact() string  { return "moved" }
func (Flag) Fact() string   { return "flag" }
func (GaveUp) Fact() string { return "gave_up" }

func (Flag) Cue() games.Cue   { return games.CueWrong }
func (GaveUp) Cue() games.Cue { return games.CueLeft }
