package referee

import (
	"log/slog"
	"math/rand/v2"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// Buttons are those of a table that has nothing else.
type Buttons interface {
	Events() <-chan hw.Event
	CatchUp(pass func(hw.Event)) time.Duration
	Down() ([]hw.Button, error)
}

// Bare is a referee of buttons alone: no judge, no display, no page and no journal. Games are begun
// by [Referee.Begin], and what happens in them is told by the loop that runs with these devices:
// the one of every table, so that whoever measures it measures that.
func Bare(rules games.Rulebook, seats []games.Seat, b Buttons, clock func() time.Duration, contacts hw.Debounce,
	told func(at time.Duration, f games.Fact)) (*Referee, Devices) {
	log := slog.New(slog.DiscardHandler)
	health := NewHealth(log)
	r := New(Options{
		Games:    Games{Rules: rules, Seats: seats, Seed: rand.Uint64},
		Config:   config.Default(rules, func(string) string { return "" }),
		Voice:    Voice{wording.NewPhrases(rules), wording.English, func(wording.Language) error { return nil }},
		Contacts: hw.NewContacts(contacts, hw.DefaultWatch(), hw.FullStep, health.Button),
		Down:     b.Down,
		Health:   health,
		Log:      log,
	}, clock())
	return r, Devices{
		Clock:   clock,
		Events:  b.Events(),
		CatchUp: b.CatchUp,
		Lamp:    func(hw.Button, hw.Light) {},
		Play:    func(games.Cue) {},
		Judge:   func(Picture) {},
		Told:    told,
		Status:  func([]string) {},
	}
}
