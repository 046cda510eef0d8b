package race

import (
	"time"

	"arbitre/games"
)

// A Floor belongs to one speaker at a time: the first to press after a shout, a call or a buzz
// (RULES, "Queues"). The others wait in its queue.
type Floor struct {
	Queue
	Clause string // of the game's rule on who speaks, such as MOG-7
	Asks   string // id of the prompt in which the judge says who was first

	State   FloorState
	Speaker games.Seat   // who speaks, or spoke last
	Photo   *games.Photo // of the last decision; nil before the first

	lost      int          // edges dropped while the queue was undecided
	undecided []games.Seat // who waited in the queue then (RACE-8)
}

// A FloorState says who has the floor, or what it waits for.
type FloorState uint8

// The states of a floor.
const (
	Free     FloorState = iota // whoever presses first will speak
	Settling                   // an earlier press than the next one's may still be delivered
	Disputed                   // the judge is asked who was first
	Taken                      // somebody speaks
)

// Deadline returns when the next speaker is decided. ok is false if nobody waits, somebody speaks,
// or the judge is asked.
func (f *Floor) Deadline() (at time.Duration, ok bool) {
	if f.State == Disputed || f.State == Taken {
		return 0, false
	}
	return f.Queue.Deadline()
}

// Next returns the seat that speaks next, while nobody speaks; known is how the queue stands. It
// returns 0 if nobody waits, if the next press must settle, or if it has asked the judge.
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

// Give lets a seat speak, even one that does not wait because its press was lost.
func (f *Floor) Give(seat games.Seat) {
	f.Take(seat)
	f.Speaker, f.State = seat, Taken
}

// Decision returns how the queue decided who speaks. It is zero if the judge decided, or nobody
// else could have been first.
func (f *Floor) Decision() Decision {
	if f.Photo == nil || f.Photo.Fastest != f.Speaker {
		return Decision{}
	}
	return Decision{f.Photo.RaceOver}
}

// Lose voids an undecided queue after lost edges and asks the judge who was first: nobody else can
// know whose press was dropped (RACE-8). It reports whether it asked. may lists who may speak.
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

// Dispute returns the news why the judge must decide: lost edges or a dead heat.
func (f *Floor) Dispute() games.Text {
	if f.Photo.Void {
		return games.Text{Word: "lost", Role: games.News, Number: f.lost}
	}
	return f.Photo.Undecided()
}

// Told returns the seat that the judge named as the first. For "nobody" it returns 0 and silences
// the seats that waited when the edges were lost; whoever has pressed since still waits.
func (f *Floor) Told(step *games.Step, choice games.Value) games.Seat {
	seat, err := choice.Int()
	if err != nil {
		f.Silence(step, f.undecided)
	}
	return games.Seat(seat)
}

// Close silences everyone who waits and frees the floor.
func (f *Floor) Close(step *games.Step) {
	f.Silence(step, f.Pressed())
	f.State = Free
}

// A Decision is embedded in a fact that names a speaker, and explains it to whoever asks why.
type Decision struct {
	Finish games.RaceOver `json:"-"`
}

// Judgement returns the order of the presses, if that decided.
func (d Decision) Judgement() (games.RaceOver, bool) { return d.Finish, d.Finish.Fastest != 0 }
