package referee

import (
	"log/slog"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/health"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// Options are the parts and settings of a referee.
type Options struct {
	layers.Box
	Config config.Config // each layer reads its own keys

	HouseRules map[string]match.HouseRules // by game
	Seed       func() uint64               // returns the seed of a game's random draws
	Playing    func(*games.Start)          // called with the game that begins, and with nil in the lobby; may be nil

	Bots games.Bots // that sit at a virtual table when the box starts

	Language wording.Language
	Learn    *layers.Buttons // the buttons are learnt before the first game; nil if they are known
	// Keep saves keys of the configuration that were chosen at the box, for the next start.
	Keep func(c config.Config, keys ...string) error

	Folder    *journal.Folder                         // nil if no journals are kept, as on a [Headless] table, which never leaves its game
	Began     func(journal string)                    // called with the path when a game begins
	PutAway   func(journal string)                    // called with the path when a journal was put away
	Counts    func(journal string) bool               // whether its game counts in the results
	SetCounts func(journal string, counts bool) error // notes that on the disk
	Today     func() time.Time                        // the date and time at the table, for the names of journals

	Sitters func() map[games.Seat]games.Sitter   // who sits where; nil if names are not known
	Sit     func(games.Seat, games.Sitter) error // notes that; nil as well

	Contacts  *hw.Contacts                // of all buttons and keys
	Down      func() ([]hw.Button, error) // the ones that are held down now
	Pages     Pages                       // for phones; nil if no page is served
	Show      func(shown.State)           // shows the state to all who watch, and does not wait; nil if there is no surface
	Health    *health.Health
	Log       *slog.Logger
	PowerOff  func() error
	Updates   Updates     // nil if the box can have none
	Wifi      Wifi        // nil if the box can have none of its own
	Networked func() bool // whether phones reach the pages by another network; asked where there is Wifi
	Joined    func()      // has the pages served at [InHome], unless they are served elsewhere; as well
}

// Wifi is the Wi-Fi of the box's own, where it can have one. Its methods return at once.
type Wifi interface {
	Open()
	Close()
	State() wifi.State
	Changes() <-chan wifi.State
}

// Pages pair phones, on which the judge answers what he is asked: see [Devices.Answers].
type Pages interface {
	Outcomes() <-chan shown.Outcome // of invitations
	Welcome() display.Invitation    // leads to where names are entered
	Invite() display.Invitation     // ends earlier invitations
	Uninvite()
	Unpair() error          // all phones
	Paired() []shown.Viewer // the phones that are paired
}

// Updates are the updates of the whole box, where it can have any.
type Updates interface {
	// Says tells of one: update_offered, with its version, or what became of it; zero is nothing.
	Says() games.Text
	// Install installs a version while the game goes on. It is a *games.Refusal if another is offered.
	Install(version string) error
}
