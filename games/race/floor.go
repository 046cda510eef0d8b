package race

import (
	"time"

	"arbitre/games"
)

// A Floor says who speaks first and who next, in a game in which one speaks at a time: with a
// shout, a call or a buzz (RULES, "Queues"). The others wait in its queue.
type Floor struct {
	Queue
	Clause string // of the game, by which who was first speaks
	Asks   string // the id of the prompt by which the judge says who was first

	State   FloorState
	Speaker games.Seat   // who speaks, or was the last who did
	Photo   *games.Photo // of the last decision; nil before the first

	lost      int          // edges, for which the judge must say who was first
	undecided []games.Seat // whose place in the queue they have made uncertain (RACE-8)
}

// A FloorState is what happens to a floor.
type FloorState uint8

// The states of a floor.
const (
	Free     FloorState = iota // whoever presses first will speak
	Settling                   // the next in the queue pressed too short a time ago to be told
	Disputed                   // the judge is asked who was first
	Taken                      // somebody speaks
)

// Deadline is when it is known who speaks next; ok is false where that waits for nothing but the
// judge, or nobody waits.
func (f *Floor) Deadline() (at time.Duration, ok bool) {
	if f.State == Disputed || f.State == Taken {
		return 0, false
	}
	return f.Queue.Deadline()
}

// Next tells which of those who wait is to speak now that nobody does, given how the queue stands.
// 0 is nobody: the floor is free, or the next has to settle, or the judge has been asked.
func (f *Floor) Next(step *games.Step, prompts *games.Prompts, known games.RaceOver) games.Seat {
	switch due, waiting := f.Queue.Deadline(); {
	case !waiting:
		f.State = Free
		return 0
	case due > step.At:
		f.State = Settling
		return 0
	}
	f.Photo = &games.Photo{RaceOver: f.Decide(known, f.Clause)}
	if f.Photo.Fastest == 0 {
		f.ask(step, prompts, games.SeatsOr(f.Photo.DeadHeat))
	}
	return f.Photo.Fastest
}

// Give lets a seat speak, whose press may have been lost.
func (f *Floor) Give(seat games.Seat) {
	f.Take(seat)
	f.Speaker, f.State = seat, Taken
}

// Decision is how it was decided who speaks; the zero one where the judge has said it, or nobody
// else could have been first.
func (f *Floor) Decision() Decision {
	if f.Photo == nil || f.Photo.Fastest != f.Speaker {
		return Decision{}
	}
	return Decision{f.Photo.RaceOver}
}

// Lose has the judge say which of those who may speak was first, if that is undecided: whose press
// was dropped nobody can know (RACE-8). It tells whether he is asked.
func (f *Floor) Lose(step *games.Step, prompts *games.Prompts, edges int, known games.RaceOver, may []games.Seat) bool {
	if _, undecided := f.Deadline(); !undecided {
		return false
	}
	f.lost, f.undecided = edges, f.Pressed()
	f.Photo = &games.Photo{RaceOver: Void(known)}
	f.ask(step, prompts, games.SeatsOr(may, "nobody"))
	return true
}

func (f *Floor) ask(step *games.Step, prompts *games.Prompts, options []games.Value) {
	f.State = Disputed
	prompts.OpenAfter(step, games.Decision(f.Asks, options), f.Photo.RaceOver, f.Photo.Cue())
	step.Say(f.Dispute())
}

// Dispute says why the judge must tell who was first.
func (f *Floor) Dispute() games.Text {
	if f.Photo.Void {
		return games.Text{Word: "lost", Role: games.News, Number: f.lost}
	}
	return games.Text{Word: "dead_heat", Role: games.Verdict, Seats: f.Photo.DeadHeat}
}

// Told takes the judge's word: the seat that was first. 0 is nobody of those who waited when the
// edges were lost; but who has pressed since is heard.
func (f *Floor) Told(step *games.Step, choice games.Value) games.Seat {
	seat, err := choice.Int()
	if err != nil {
		f.Silence(step, f.undecided)
	}
	return games.Seat(seat)
}

// Close hears nobody who waits, and is free again.
func (f *Floor) Close(step *games.Step) {
	f.Silence(step, f.Pressed())
	f.State = Free
}

// A Decision is part of a fact that tells who speaks, for whoever asks why.
type Decision struct {
	Finish games.RaceOver `json:"-"`
}

// Judgement is the order of the presses, where it has decided.
func (d Decision) Judgement() (games.RaceOver, bool) { return d.Finish, d.Finish.Fastest != 0 }
