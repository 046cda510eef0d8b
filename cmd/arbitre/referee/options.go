package referee

import (
	"log/slog"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/web"
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
	Long         time.Duration // how long OK must be held to be Back
	Shutdown     time.Duration // how long OK or Back must be held to switch the machine off; 0 is for ever
	KeyClicks    bool          // the judge's keys can be heard
	Rows         int           // of the judge's display
	Rest         display.Rest
	Language     display.Language
	KeepLanguage func(display.Language) error // has the one that is chosen spoken after a restart, too

	Folder  *journal.Folder
	Pages   *web.Server          // for phones; nil where no page is served
	Began   func(journal string) // is told of the path of a game that begins
	PutAway func()               // is told of a journal that was put away
	Today   func() time.Time     // for the names of journals
	Seed    func() uint64        // of a game's random draws

	Health   *Health
	Log      *slog.Logger
	Busy     func() // is told, again and again, of what takes long
	PowerOff func() error
}

// A House is how a game is played at this box, beyond what its rules say. The zero one adds nothing.
type House struct {
	Options []games.Field                // that every game is started with
	Doubt   func(games.Input) games.Text // questions an answer before it is given, unless what it says is zero; nil where nothing does
	Reveal  bool                         // the judge sees what the rules cover
}

// Devices are what a referee perceives and acts by, real or virtual.
type Devices struct {
	Clock  func() time.Duration // the kernel's, that stamps the edges
	Events <-chan hw.Event      // of the buttons
	// CatchUp passes on what has happened to the buttons and is not read yet, and tells up to when all is known.
	CatchUp func(pass func(hw.Event)) time.Duration
	Down    func() ([]hw.Button, error) // which buttons are down now
	Typed   <-chan hw.Event             // of keyboards; nil where there are none
	Reload  <-chan config.Config        // what holds from the next game on

	Judge  func(Picture) // on the judge's display
	Public func(Picture) // on the one for all; nil where there is none
	Lamp   func(hw.Button, hw.Light)
	Play   func(games.Cue)

	Alive  func()                // is told that the loop goes round
	Within time.Duration         // and must hear so in time; 0 is never
	Status func(broken []string) // is told which parts do not work, when they change
}

// A Picture is what a display is to show: a scene, or the mark of one that rests.
type Picture struct {
	Scene display.Scene
	Look  display.Look
}

// New is a referee that has not begun yet.
func New(o Options, d Devices) *Referee {
	return &Referee{
		Options:  o,
		Devices:  d,
		hearing:  newHearing(d.Clock, d.Play, o.KeyClicks),
		keys:     keypad{long: o.Long, shut: o.Shutdown},
		dialogue: display.Dialogue{Rows: o.Rows},
		language: o.Language,
	}
}
