package mito

import "arbitre/games"

// Call says that the guardian called "Vu!" (MITO-7).
type Call struct {
	Seat games.Seat `json:"seat"`
}

// TakeBack says that the accused takes the hidden card back (MITO-8).
type TakeBack struct {
	Seat games.Seat `json:"seat"`
}

// Owe says that each seat of From gives that number of cards to To.
type Owe struct {
	From  []games.Seat `json:"from"`
	To    games.Seat   `json:"to"`
	Cards int          `json:"cards"`
}

// Guardian says who holds the guardian bug from now on (MITO-8).
type Guardian struct {
	Seat games.Seat `json:"seat"`
}

// Draw says who draws from the pile (MITO-9, MOTTE-3).
type Draw struct {
	Seats []games.Seat `json:"seats"`
	Cards int          `json:"cards"`
}

// TakeDiscard says who takes cards from the discard (MITO-18).
type TakeDiscard struct {
	Seats []games.Seat `json:"seats"`
	Cards int          `json:"cards"`
}

// MayLeave says who may leave his card on the cockroach (MITO-17).
type MayLeave struct {
	Seat games.Seat `json:"seat"`
}

// Out says whose hand is empty (MITO-20).
type Out struct {
	Seat games.Seat `json:"seat"`
}

func (Call) Fact() string        { return "call" }
func (TakeBack) Fact() string    { return "take_back" }
func (Owe) Fact() string         { return "owe" }
func (Guardian) Fact() string    { return "guardian" }
func (Draw) Fact() string        { return "draw" }
func (TakeDiscard) Fact() string { return "take_discard" }
func (MayLeave) Fact() string    { return "may_leave" }
func (Out) Fact() string         { return "out" }

func (Call) Cue() games.Cue     { return games.CueCall }
func (Guardian) Cue() games.Cue { return games.CueRight }
