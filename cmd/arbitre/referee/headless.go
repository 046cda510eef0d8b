package referee

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/health"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// Buttons are the players' buttons of a table.
type Buttons interface {
	Events() <-chan hw.Event
	CatchUp(pass func(hw.Event)) time.Duration
	Down() ([]hw.Button, error)
}

// A Headless table has players' buttons only: no judge, no display, no page and no journal.
type Headless struct {
	Buttons
	Rules    games.Rulebook
	Seats    []games.Seat         // of the buttons
	Clock    func() time.Duration // stamps the edges
	Debounce hw.Debounce
	Told     func(at time.Duration, f games.Fact) // called with each fact, at kernel time
}

// Referee returns the referee of the table, whose [Referee.Begin] begins games, and what it is to
// be run with. It is the loop of every table, so measurements of it hold there too.
func (b Headless) Referee() (*Referee, Devices) {
	log := slog.New(slog.DiscardHandler)
	parts := health.New(log)
	r := New(Options{
		Box:      layers.Box{Rules: b.Rules, Seats: b.Seats, Phrases: wording.NewPhrases(b.Rules)},
		Config:   config.Default(b.Rules, func(string) string { return "" }),
		Seed:     rand.Uint64,
		Language: wording.English,
		Keep:     func(config.Config, ...string) error { return nil },
		Contacts: hw.NewContacts(b.Debounce, hw.DefaultWatch(), parts.Button),
		Down:     b.Down,
		Health:   parts,
		Log:      log,
	}, b.Clock())
	return r, Devices{
		Clock:   b.Clock,
		Events:  b.Events(),
		CatchUp: b.CatchUp,
		Lamp:    func(hw.Button, hw.Light) {},
		Play:    func(games.Cue) {},
		Judge:   func(Picture) {},
		Told:    b.Told,
		Status:  func([]string) {},
	}
}
