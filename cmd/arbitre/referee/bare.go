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

// Buttons are the players' buttons of a table.
type Buttons interface {
	Events() <-chan hw.Event
	CatchUp(pass func(hw.Event)) time.Duration
	Down() ([]hw.Button, error)
}

// Bare returns a referee with buttons only: no judge, no display, no page and no journal.
// [Referee.Begin] begins games, and the loop passes their facts to told. It is the loop of every
// table, so measurements of it hold there too.
func Bare(rules games.Rulebook, seats []games.Seat, b Buttons, clock func() time.Duration, contacts hw.Debounce,
	told func(at time.Duration, f games.Fact)) (*Referee, Devices) {
	log := slog.New(slog.DiscardHandler)
	health := NewHealth(log)
	r := New(Options{
		Games:    Games{Rules: rules, Seats: seats, Seed: rand.Uint64},
		Config:   config.Default(rules, func(string) string { return "" }),
		Voice:    Voice{wording.NewPhrases(rules), wording.English, func(wording.Language) error { return nil }},
		Contacts: hw.NewContacts(contacts, hw.DefaultWatch(), health.Button),
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
