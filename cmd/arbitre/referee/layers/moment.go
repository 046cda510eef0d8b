package layers

import (
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
	Idle      time.Duration  // before a press, since a person last did something
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
	Learning  LearningOffers
}

// LearningOffers are the answers that may be given while the buttons are learnt. The [Learning] sets them.
type LearningOffers struct{ NoMore, Anew, Withdraw bool }

// IdleLook returns how a display is lit after it was idle for a time, and when that changes next, as
// [display.Rest] does.
func IdleLook(c *config.Config, idle time.Duration) (look display.Look, next time.Duration) {
	return display.Rest{Dim: c.OLED.Dim, Blank: c.OLED.Blank}.Look(idle)
}
