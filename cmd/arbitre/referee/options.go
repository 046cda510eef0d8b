package referee

import (
	"log/slog"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// Options are what a referee is made with.
type Options struct {
	Config config.Config // whose keys each layer reads for itself
	Games
	Voice
	Journals
	Contacts *hw.Contacts                // of all buttons and keys
	Down     func() ([]hw.Button, error) // which of them are down now
	Pages    *web.Server                 // for phones; nil where no page is served
	Paged    bool                        // there is no display but the judge's page
	Health   *Health
	Log      *slog.Logger
	PowerOff func() error
}

// Games are those that can be played, and by whom.
type Games struct {
	Rules      games.Rulebook
	Seats      []games.Seat          // that have a button, ascending
	HouseRules map[string]HouseRules // by game
	Seed       func() uint64         // of a game's random draws
	Playing    func(*games.Start)    // is told which game is played from now on, or nil in the lobby; may be nil
}

// A Voice is what the displays speak.
type Voice struct {
	Phrases      wording.Phrases // of the rules
	Language     wording.Language
	KeepLanguage func(wording.Language) error // has the one that is chosen spoken after a restart, too
}

// Journals are kept of what is played.
type Journals struct {
	Folder  *journal.Folder      // nil where none is kept
	Began   func(journal string) // is told of the path of a game that begins
	PutAway func(journal string) // is told of the path of one that was put away
	Today   func() time.Time     // for their names
}

// HouseRules are how a game is played at this box, beyond what its rules say. The zero value adds
// nothing.
type HouseRules struct {
	// Options are those that every game of these seats is started with; nil where there are none.
	Options func([]games.Seat) games.Agreed
	// Doubt questions an answer before it is given, unless what it says is zero; nil where nothing
	// does.
	Doubt  func(games.Input) games.Text
	Reveal bool // the judge sees what the rules cover
}
