package mito

import "arbitre/games"

// Facts about one seat.
type (
	Call     about // the guardian called "Vu!" (MITO-7)
	TakeBack about // the accused takes the hidden card back (MITO-8)
	Guardian about // who holds the guardian bug from now on (MITO-8)
	MayLeave about // who may leave his card on the cockroach (MITO-17)
	HasNone  about // who may, and has no card of its value (MITO-17)
	Out      about // whose hand is empty (MITO-20)
)

type about struct {
	Seat games.Seat `json:"seat"`
}

// Draw says that seats each take a number of cards from the pile (MITO-9, MOTTE-3).
type Draw struct {
	Seats []games.Seat `json:"seats"`
	Cards int          `json:"cards"`

	wrong bool // for a wrong accusation
}

// TakeDiscard says that seats each take a number of cards from the discard (MITO-18).
type TakeDiscard struct {
	Seats []games.Seat `json:"seats"`
	Cards int          `json:"cards"`
}

// Owe says that each seat of From gives that number of cards to To.
type Owe struct {
	From  []games.Seat `json:"from"`
	To    games.Seat   `json:"to"`
	Cards int          `json:"cards"`
}

func (Call) Fact() string        { return "call" }
func (TakeBack) Fact() string    { return "take_back" }
func (Owe) Fact() string         { return "owe" }
func (Guardian) Fact() string    { return "guardian" }
func (Draw) Fact() string        { return "draw" }
func (TakeDiscard) Fact() string { return "take_discard" }
func (MayLeave) Fact() string    { return "may_leave" }
func (HasNone) Fact() string     { return "has_none" }
func (Out) Fact() string         { return "out" }

func (Call) Cue() games.Cue     { return games.CueCall }
func (Guardian) Cue() games.Cue { return games.CueRight }
func (HasNone) Cue() games.Cue  { return games.CueNobody }

// Cue returns the sound of a wrong accusation. A card alone has none.
func (d Draw) Cue() games.Cue {
	if d.wrong {
		return games.CueWrong
	}
	return ""
}
