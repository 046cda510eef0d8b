package referee

import (
	"log/slog"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// Options are what a referee is made with.
type Options struct {
	Rules        games.Rulebook   // of the games that can be played
	Seats        []games.Seat     // that have a button, ascending
	Houses       map[string]House // by game
	Shortcuts    []config.Shortcut
	Contacts     *hw.Contacts
	Down         func() ([]hw.Button, error) // which buttons are down now
	Long         time.Duration               // how long OK must be held to be Back
	Shutdown     time.Duration               // how long OK or Back must be held to switch the machine off; 0 is for ever
	KeyClicks    bool                        // the judge's keys can be heard
	Rows         int                         // of the judge's display
	LowDisplay   bool                        // one of them has room for one of several hunts
	Rest         display.Rest
	Phrases      wording.Phrases // of the rules
	Language     wording.Language
	KeepLanguage func(wording.Language) error // has the one that is chosen spoken after a restart, too

	Folder  *journal.Folder      // nil where no journal is kept
	Pages   *web.Server          // for phones; nil where no page is served
	Paged   bool                 // there is no display but the judge's page
	Began   func(journal string) // is told of the path of a game that begins
	PutAway func(journal string) // is told of the path of one that was put away
	Playing func(*games.Start)   // is told which game is played from now on, or nil in the lobby; may be nil
	Today   func() time.Time     // for the names of journals
	Seed    func() uint64        // of a game's random draws

	Health   *Health
	Log      *slog.Logger
	Busy     func() // is told, again and again, of what takes long
	PowerOff func() error
}

// A House is how a game is played at this box, beyond what its rules say. The zero one adds nothing.
type House struct {
	Options func([]games.Seat) games.Agreed // that every game of these seats is started with; nil where there are none
	Doubt   func(games.Input) games.Text    // questions an answer before it is given, unless what it says is zero; nil where nothing does
	Reveal  bool                            // the judge sees what the rules cover
}
