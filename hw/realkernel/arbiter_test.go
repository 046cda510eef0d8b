package realkernel

import (
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// An arbiter judges the races of a machine's buttons as the box does: contacts that bounce are one press, and nothing is
// decided before all that came earlier was read.
type arbiter struct {
	Buttons interface {
		Events() <-chan hw.Event
		CatchUp(pass func(hw.Event)) time.Duration
	}
	Clock    func() time.Duration // that stamps their edges
	Contacts hw.Debounce
	Limits   race.Limits
}

// Judge referees one race, and shows every event that it reads.
func (a arbiter) Judge(rule race.Rule, entrants []games.Seat, opened time.Duration, show func(hw.Event)) games.RaceOver {
	believed := hw.NewContacts(a.Contacts, hw.DefaultWatch(), hw.FullStep, func(hw.Button, error) {})
	held := race.Open("race", rule, entrants, opened, opened, a.Limits)
	void := false
	tell := func(edges []hw.Edge) {
		for _, e := range edges {
			if e.Down {
				held.Press(games.Seat(e.Button), e.At)
			}
		}
	}
	take := func(e hw.Event) {
		show(e)
		if e.Lost > 0 {
			void = true
			return
		}
		tell(believed.Elapse(e.At))
		tell(believed.Edge(e.Edge))
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for now := opened; ; {
		due := min(held.Deadline(), now+hw.LookAgain)
		if at, ok := believed.Deadline(); ok {
			due = min(due, at)
		}
		timer.Reset(max(0, due-a.Clock()))
		select {
		case e := <-a.Buttons.Events():
			take(e)
		case <-timer.C:
		}
		now = max(now, a.Buttons.CatchUp(take))
		tell(believed.Elapse(now))
		if void {
			return race.Void(held.Known())
		}
		if held.Deadline() <= now {
			over, _ := held.Over()
			return over
		}
	}
}

// Rest takes what is still to come, until all was quiet for a while and every contact has come to rest.
func (a arbiter) Rest(show func(hw.Event)) {
	quiet := a.Clock()
	take := func(e hw.Event) {
		quiet = a.Clock()
		show(e)
	}
	for now := quiet; now < quiet+2*a.Contacts.Lockout; now = a.Buttons.CatchUp(take) {
		select {
		case e := <-a.Buttons.Events():
			take(e)
		case <-time.After(hw.LookAgain):
		}
	}
}
