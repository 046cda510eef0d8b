package mog

import (
	"arbitre/games"
	"arbitre/games/race"
)

// Token says what MOG lays on a character that a chaser has designated (MOG-5).
type Token struct {
	Seat   games.Seat `json:"seat"`
	Card   Card       `json:"card"`
	Shared int        `json:"shared"` // attributes in common with the secret character: 0, 1 or 2
	Tokens int        `json:"tokens"` // how many cards have one now
}

// Found says that a chaser designated the secret character itself (MOG-6).
type Found struct {
	Seat games.Seat `json:"seat"`
	Card Card       `json:"card"`
}

// Shout says who shouted "MOG!", once for each time that a chase stops (MOG-7).
type Shout struct {
	Queue    []games.Finish `json:"queue"`               // by time, measured from the first
	DeadHeat []games.Seat   `json:"dead_heat,omitempty"` // who can't be told apart, for the first place only
	race.Decision
}

// Unmasked says whose accusation was right (MOG-8).
type Unmasked struct {
	Seat games.Seat `json:"seat"`
	Card Card       `json:"card"`
}

// Revealed says who MOG was (MOG-12).
type Revealed struct {
	Card Card `json:"card"`
}

// Debrief counts the characters that were still possible after each token of the round, in order
// (MOG-13).
type Debrief struct {
	Left []int `json:"left"`
}

func (Token) Fact() string    { return "token" }
func (Found) Fact() string    { return "found" }
func (Shout) Fact() string    { return "shout" }
func (Unmasked) Fact() string { return "unmasked" }
func (Revealed) Fact() string { return "revealed" }
func (Debrief) Fact() string  { return "debrief" }

func (Found) Cue() games.Cue    { return games.CueRight }
func (Unmasked) Cue() games.Cue { return games.CueRight }

// Cue returns no sound if the judge is asked who was first: that prompt has its own sound.
func (s Shout) Cue() games.Cue {
	if _, decided := s.Judgement(); !decided {
		return ""
	}
	return games.CueCall
}
