package layers

import (
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
)

// A Moment is what a layer may know when it is asked. No layer keeps it, so that a setting that is
// changed at the table holds at once.
type Moment struct {
	*Box
	Now       time.Duration  // by the kernel's clock
	LostUntil time.Duration  // up to when edges may be missing
	Idle      time.Duration  // before a press, since somebody last did something
	Config    *config.Config // of now
	Language  wording.Language
	Serial    int            // of what the box asks now
	Asking    bool           // a question of the box is open
	Faults    []games.Text   // of the parts that do not work, newest first
	Phones    []shown.Viewer // the paired ones
	Game      *Game          // what the running game says of itself; nil if none runs
	Sitters   map[games.Seat]games.Sitter
	Here      []games.Seat // that play or have joined
	Claiming  bool         // players may enter their names on phones
	Offers    Offers       // set in the lobby, and while a question of the box is open
}

// IdleLook returns how a display is lit after it was idle for a time, and when that changes next, as
// [display.Rest] does.
func IdleLook(c *config.Config, idle time.Duration) (look display.Look, next time.Duration) {
	return display.Rest{Dim: c.OLED.Dim, Blank: c.OLED.Blank}.Look(idle)
}

// A Box is what layers may know of a box that stays the same while its referee runs.
type Box struct {
	Rules         games.Rulebook
	Seats         []games.Seat // with a button, ascending
	Phrases       wording.Phrases
	Virtual       bool   // people sit at a virtual table
	PageIsDisplay bool   // the judge's page is the only display
	Invites       bool   // phones, for pages are served
	Learns        bool   // can learn its buttons anew
	Version       string // of the program, short; "" if it is unknown
}

// guided returns the game of the guided first game, if the box has one and enough seats for it.
func (b *Box) guided() (game games.Rules, ok bool) {
	i := slices.IndexFunc(b.Rules, func(r games.Rules) bool { return r.Guided && r.Least <= len(b.Seats) })
	if i < 0 {
		return game, false
	}
	return b.Rules[i], true
}
