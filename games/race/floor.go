package race

import (
	"slices"
	"time"

	"arbitre/games"
)

// A Floor belongs to one speaker at a time: the first to press after a shout, a call or a buzz
// (RULES, "Queues"). The others wait in its queue.
type Floor struct {
	Queue
	Clause     string // of the game's rule on who speaks, such as MOG-7
	LostClause string // of the game's rule on lost edges; "" if RACE-8 alone applies
	Asks       string // id of the prompt in which the judge says who was first

	State    FloorState
	Speaker  games.Seat   // who speaks, or spoke last
	Speakers []games.Seat // the speaker alone, or all of his team who can't be told apart from him
	Photo    *games.Photo // of the last decision; nil before the first

	heard     order        // the speakers' presses; empty if it was lost
	named     games.Seat   // the next speaker by the judge's word; 0 for none
	edges     int          // edges dropped while the queue was undecided
	undecided []games.Seat // who waited in the queue then (RACE-8)
}

// A FloorState says who has the floor, or what it waits for.
type FloorState uint8

// The states of a floor.
const (
	Free     FloorState = iota // the first to press will speak
	Settling                   // an earlier press than the next one's may still be delivered
	Disputed                   // the judge is asked who was first
	Taken                      // a seat speaks
)

// Deadline returns when the next speaker is decided. ok is false if no seat waits, one speaks, or
// the judge is asked.
func (f *Floor) Deadline() (at time.Duration, ok bool) {
	if f.State == Disputed || f.State == Taken {
		return 0, false
	}
	return f.Queue.Deadline()
}

// Next lets the next seat speak: whom the judge has named, else the first in the queue. It reports
// false if no seat waits, if the next press must settle, or if it has asked the judge.
func (f *Floor) Next(step *games.Step, prompts *games.Prompts) bool {
	due, waiting := f.Queue.Deadline()
	switch {
	case f.named != 0:
		f.Give(f.named)
		f.ignoreMates(step)
		return true
	case !waiting:
		f.State = Free
		return false
	case due > step.At:
		f.State = Settling
		return false
	}
	f.Photo = &games.Photo{RaceOver: f.Decide(f.Clause)}
	decided := f.Photo.Decided()
	if decided == nil {
		f.ask(step, prompts, games.SeatsOr(f.Photo.DeadHeat))
		return false
	}
	f.Give(decided...)
	f.ignoreMates(step)
	return true
}

// Give lets a seat speak, even one that does not wait because its press was lost; or a team, of
// which several seats can't be told apart.
func (f *Floor) Give(seats ...games.Seat) {
	f.heard = nil
	for _, seat := range seats {
		if at, waits := f.At(seat); waits {
			f.heard.enter(Press{seat, at})
		}
		f.Take(seat)
	}
	f.Speaker, f.Speakers, f.State, f.named = seats[0], seats, Taken, 0
}

// ignoreMates takes from the queue who waits and plays with the speaker: a team speaks once.
func (f *Floor) ignoreMates(step *games.Step) {
	for _, mate := range f.Teams.With(f.Speaker) {
		if _, waits := f.At(mate); waits {
			f.Take(mate)
			step.Add(games.Ignored{Seat: mate, Why: games.NoEffect, Waited: true})
		}
	}
}

// Speaks reports whether a seat has the floor, or its team has.
func (f *Floor) Speaks(seat games.Seat) bool {
	return f.State == Taken && f.Teams.Same(f.Speaker, seat)
}

// Heard returns when the speaker pressed, unless that press was lost.
func (f *Floor) Heard() (at time.Duration, ok bool) {
	if len(f.heard) == 0 {
		return 0, false
	}
	return f.heard[0].At, true
}

// Spoken returns the photo finish while a seat speaks: the speaker's press, then those of the
// seats that wait by now.
func (f *Floor) Spoken() *games.Photo {
	finish := f.known(slices.Concat(f.heard, f.order))
	if len(f.Speakers) > 1 {
		finish.DeadHeat = f.Speakers
	} else {
		finish.Fastest = f.Speaker
	}
	askUnless(&finish, f.Teams, f.Speakers)
	finish.Clauses = nil
	return &games.Photo{RaceOver: finish}
}

// Decision returns how the queue decided who speaks. It is zero if the judge decided, or no
// other seat could have been first.
func (f *Floor) Decision() Decision {
	if f.Photo == nil || !slices.Equal(f.Photo.Decided(), f.Speakers) {
		return Decision{}
	}
	return Decision{f.Photo.RaceOver}
}

// Lose voids an undecided queue after lost edges and asks the judge who was first: the box can't
// know whose press was dropped (RACE-8). It reports whether it asked. may lists who may speak.
func (f *Floor) Lose(step *games.Step, prompts *games.Prompts, edges int, may []games.Seat) bool {
	if _, undecided := f.Deadline(); !undecided {
		return false
	}
	f.edges, f.undecided = edges, f.Pressed()
	known := f.Known()
	if f.LostClause != "" {
		known.Clauses = []string{f.LostClause}
	}
	f.Photo = &games.Photo{RaceOver: Void(known)}
	f.ask(step, prompts, games.SeatsOr(may, "nobody"))
	return true
}

func (f *Floor) ask(step *games.Step, prompts *games.Prompts, options []games.Value) {
	f.State = Disputed
	prompts.OpenAfter(step, games.WhoWas(f.Asks, options), f.Photo.RaceOver, f.Photo.Cue())
	step.Say(f.Dispute())
}

// Dispute says why the judge must decide: lost edges or a dead heat.
func (f *Floor) Dispute() games.Text {
	if f.Photo.Void {
		return games.Text{Word: "lost", Role: games.News, Number: f.edges}
	}
	return f.Photo.Undecided()
}

// Judged takes the judge's answer to the question who was first; Next then lets that seat speak.
// "nobody" silences the seats that waited when the edges were lost; those that have pressed since still
// wait.
func (f *Floor) Judged(step *games.Step, choice games.Value) {
	seat, err := choice.Int()
	if err != nil {
		f.Silence(step, f.undecided)
	}
	f.named = games.Seat(seat)
}

// Close silences everyone who waits and frees the floor.
func (f *Floor) Close(step *games.Step) {
	f.Silence(step, f.Pressed())
	f.State = Free
}

// A Decision is embedded in a fact that names a speaker, and holds the reasons.
type Decision struct {
	Finish games.RaceOver `json:"-"`
}

// Judgement returns the order of the presses, if that decided.
func (d Decision) Judgement() (games.RaceOver, bool) { return d.Finish, d.Finish.Decided() != nil }
