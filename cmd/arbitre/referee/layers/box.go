package layers

import (
	"slices"

	"arbitre/display/wording"
	"arbitre/games"
)

// A Box is what layers may know of a box that stays the same while its referee runs.
type Box struct {
	Rules         games.Rulebook
	Seats         []games.Seat // with a button, ascending
	Phrases       wording.Phrases
	Virtual       bool   // people sit at a virtual table, where bots play all games
	PageIsDisplay bool   // the judge's page is the only display
	Invites       bool   // phones, for pages are served; the referee sets it
	Learns        bool   // can learn its buttons anew
	OwnWifi       bool   // can make a Wi-Fi of its own; the referee sets it
	Version       string // of the program, short, for the menu; "" if it is unknown
}

// guided returns the game of the guided first game, if the box has one and enough seats for it.
func guided(b *Box) (game games.Rules, ok bool) {
	i := slices.IndexFunc(b.Rules, func(r games.Rules) bool { return r.Guided && r.Least <= len(b.Seats) })
	if i < 0 {
		return game, false
	}
	return b.Rules[i], true
}
