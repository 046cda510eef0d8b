package box

import (
	"context"
	"slices"
	"sync"
	"sync/atomic"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/systemd"
)

// An assembly is the parts that one run of a box has so far. Each method makes some of them, and
// notes what ends them.
type assembly struct {
	box      Box
	config   config.Config
	service  Service
	book     *results.Book
	surfaces []surface         // the pages, the broker and the voice, if they are there
	complete atomic.Bool       // no more surfaces are added
	answers  chan shown.Answer // of both
	claims   chan shown.Claim  // of the pages
	renamed  chan struct{}
	members  atomic.Pointer[[]string] // of the club, as its broker has told last
	wifi     bool                     // the box can have a Wi-Fi of its own
	joined   context.Context          // ends when the box has joined a home's network
	join     context.CancelFunc

	beside  context.Context // of the goroutines that work beside the referee
	end     context.CancelFunc
	working sync.WaitGroup
	parts
}

func newAssembly(b Box, c config.Config, s Service) *assembly {
	a := &assembly{box: b, config: c, service: s, renamed: make(chan struct{}, 1),
		answers: make(chan shown.Answer), claims: make(chan shown.Claim)}
	a.beside, a.end = context.WithCancel(context.Background())
	a.joined, a.join = context.WithCancel(a.beside)
	return a
}

// close ends the goroutines, and then the parts that they use, the last first.
func (a *assembly) close() {
	a.end()
	a.working.Wait()
	a.parts.close()
}

// Parts are open, and have what closes them.
type parts []func()

func (p *parts) onClose(part func()) { *p = append(*p, part) }

// close closes the parts, the last that was opened first.
func (p parts) close() {
	for _, part := range slices.Backward(p) {
		part()
	}
}

// openBook opens the results of the games in the folder of journals.
func (a *assembly) openBook() {
	failed := a.service.Health.Of("results", games.Text{})
	a.book = results.Open(a.config.Journals, a.service.Rules, a.box.Machine, failed, func() {
		a.refresh()
		select {
		case a.renamed <- struct{}{}:
		default: // the referee will read the newest anyway
		}
	})
	a.onClose(a.book.Close)
}

// refresh has all surfaces show the newest results and names. Any goroutine may call it; until all are
// there, nothing is shown yet that is not the newest.
func (a *assembly) refresh() {
	if !a.complete.Load() {
		return
	}
	for _, one := range a.surfaces {
		one.Refresh()
	}
}

// ready notifies systemd that the table is open, and only then reads the results: the table must
// not wait for them.
func (a *assembly) ready() {
	a.service.Supervisor.Status(statusLine(a.service.Health.Parts()))
	a.service.Supervisor.Ready()
	a.book.Look()
}

// show returns what shows a state on all surfaces; nil if there are none.
func (a *assembly) show() func(shown.State) {
	if len(a.surfaces) == 0 {
		return nil
	}
	return func(state shown.State) {
		for _, one := range a.surfaces {
			one.Show(state)
		}
	}
}

// options returns what the referee gets.
func (a *assembly) options(l wording.Language, houseRules map[string]match.HouseRules, pages referee.Pages) referee.Options {
	b, s := &a.box, a.service
	o := referee.Options{
		Box: layers.Box{
			Rules: s.Rules, Seats: b.Seats, Phrases: s.Phrases, Virtual: b.Virtual, Learns: b.Learns,
			PageIsDisplay: b.Panel == nil && pages != nil, Version: s.shortVersion(),
		},
		Config:     a.config,
		Learn:      b.Learn,
		HouseRules: houseRules,
		Seed:       b.Seed,
		Bots:       b.Bots,
		Playing:    b.Playing,
		Language:   l,
		Keep:       s.keep,
		Folder:     s.Folder,
		Began:      a.book.Began,
		PutAway:    a.book.Ended,
		Counts:     results.Counts,
		SetCounts:  a.book.SetCounts,
		Today:      a.book.Today,
		Sitters:    a.book.Sitters,
		Sit:        a.book.Sit,
		Contacts:   a.contacts(),
		Down:       b.down,
		Pages:      pages,
		Show:       a.show(),
		Health:     s.Health,
		Log:        s.Log,
		PowerOff:   func() error { return powerOff(s.Runtime) },
		Updates:    updates{systemd.Updates{StatusFolder: toldOfUpdates, Runtime: s.Runtime}},
		Networked:  a.networked,
	}
	if a.wifi {
		o.Wifi, o.Joined = s.Wifi, a.join
	}
	return o
}
