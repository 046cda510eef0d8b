package layers

import (
	"time"

	"arbitre/cmd/arbitre/config"
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
	Idle      time.Duration  // since somebody last did something
	Config    *config.Config // of now
	Language  wording.Language
	Serial    int            // of what the box asks now
	Asking    bool           // a question of the box is open
	Faults    []games.Text   // of the parts that do not work, newest first
	Phones    []shown.Viewer // the paired ones
	Game      *Game          // what the running game says of itself; nil if none runs
	Offers    Offers         // set in the lobby, and while a question of the box is open
}

// A Box is what layers may know of a box that stays the same while its referee runs.
type Box struct {
	Rules         games.Rulebook
	Seats         []games.Seat // with a button, ascending
	Phrases       wording.Phrases
	PageIsDisplay bool // the judge's page is the only display
	Invites       bool // phones, for pages are served
	Learns        bool // can learn its buttons anew
}

// A Game is what layers may know of the running game.
type Game struct {
	Results int            // how many there were so far that people play for
	Asks    games.Question // the judge's first question that is not in the background; zero if there is none
	Holder  games.Seat     // the first player whom it asks something that he alone may see; 0 if there is none
	Ahead   games.Seat     // the first player who may answer ahead; 0 if there is none
	Seats   []games.Seat   // that play, ascending
	Over    bool
	Between bool // rounds: players may leave or join
	Kept    bool // it can be resumed after it was left
}

// Offers are what decides which choices the box offers, and what it says of them.
type Offers struct {
	Undo, Redo games.Text   // what they would take back or bring again; zero if there is nothing
	Secrets    []games.Seat // the players who have one
	Recorded   Recorded     // the game that is on, or the last one that was played to its end
	Counts     bool         // it counts in the results
	Update     games.Text   // an update that can be installed, or what became of it; zero is nothing
}

// A Recorded game is one with a journal, so that its result is kept.
type Recorded struct {
	Journal string // its path, with any end; "" if there is no such game
	Game    string // the name of its rules
}
