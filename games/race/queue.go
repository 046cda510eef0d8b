package race

import (
	"slices"
	"time"

	"arbitre/games"
)

// A Queue holds the seats that wait to speak after a shout, call, buzz or proposal, sorted by time.
// With nothing but its name and limits set it is empty.
type Queue struct {
	Race   string // what the presses are, such as "shout"
	Limits Limits
	Teams  games.Teams // by which the seats play; nil where everyone plays for himself (RACE-10)
	order  order
}

// room is the capacity of a queue, enough for a whole table: a press never waits for it to grow.
const room = 8

// Press adds a press to the queue and reports whether it counts, as its seat's only or earliest
// one. A later press of the seat that was delivered before it is ignored from then on (RACE-1).
func (q *Queue) Press(step *games.Step, seat games.Seat) bool {
	if q.order == nil {
		q.order = make(order, 0, room)
	}
	return q.order.press(step, seat)
}

// Empty reports whether no seat waits.
func (q *Queue) Empty() bool { return len(q.order) == 0 }

// Deadline returns when the first is decided, if anybody waits (RACE-2, RACE-9).
func (q *Queue) Deadline() (at time.Duration, ok bool) {
	if q.Empty() {
		return 0, false
	}
	return q.order[0].At + q.Limits.wait(), true
}

// Known returns how the queue stands, without a verdict.
func (q *Queue) Known() games.RaceOver { return q.known(q.order) }

func (q *Queue) known(order order) games.RaceOver {
	var first time.Duration
	if len(order) > 0 {
		first = slices.MinFunc(order, byTime).At
	}
	return games.RaceOver{Race: q.Race, Order: order.finishes(first), Zero: first}
}

// Decide returns how the queue stands, with the seat that is next, or a dead heat, and the clauses
// that say so. The game's own clause comes last. The queue must not be empty.
func (q *Queue) Decide(clause string) games.RaceOver {
	over := q.Known()
	head, why := q.Limits.tied(q.order, q.order[0])
	over.Clauses = []string{why, clause}
	if len(head) > 1 {
		over.DeadHeat = head
	} else {
		over.Fastest = head[0]
	}
	askUnless(&over, q.Teams, head)
	return over
}

// At returns when a waiting seat pressed.
func (q *Queue) At(seat games.Seat) (at time.Duration, waits bool) {
	if i := q.order.index(seat); i >= 0 {
		return q.order[i].At, true
	}
	return 0, false
}

// Pressed lists who waits, by time.
func (q *Queue) Pressed() []games.Seat { return q.order.seats() }

// Take removes a seat.
func (q *Queue) Take(seat games.Seat) {
	q.order = slices.DeleteFunc(q.order, func(p Press) bool { return p.Seat == seat })
}

// Silence removes seats and ignores their presses as late.
func (q *Queue) Silence(step *games.Step, seats []games.Seat) {
	for _, s := range slices.Sorted(slices.Values(seats)) {
		q.Take(s)
		step.Add(games.Ignored{Seat: s, Why: games.Late, Waited: true})
	}
}

// Clear empties the queue.
func (q *Queue) Clear() { q.order = q.order[:0] }
