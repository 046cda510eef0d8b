package race

import (
	"slices"
	"time"

	"arbitre/games"
)

// A Queue is who waits to speak after a shout, a call, a buzz or a proposal: by time, dead heats
// declared. The zero value with its limits is empty.
type Queue struct {
	Limits Limits
	order  order
}

// room is for the presses of a whole table, so that who joins a queue does not wait for memory.
const room = 8

// Press joins the queue; it tells whether the press counts, being the seat's only one or its
// earliest. A later one of the seat that came before it is ignored from then on (RACE-1).
func (q *Queue) Press(step *games.Step, seat games.Seat) bool {
	if q.order == nil {
		q.order = make(order, 0, room)
	}
	counts, instead := q.order.enter(Press{seat, step.At})
	if instead {
		step.Tell(replaced(seat))
	}
	return counts
}

// Empty tells whether nobody waits.
func (q *Queue) Empty() bool { return len(q.order) == 0 }

// Deadline is when the first is decided; ok is false where nobody waits (RACE-2, RACE-9).
func (q *Queue) Deadline() (at time.Duration, ok bool) {
	if q.Empty() {
		return 0, false
	}
	return q.First() + q.Limits.wait(), true
}

// First is when the first of those who wait pressed; 0 for an empty queue.
func (q *Queue) First() time.Duration {
	if q.Empty() {
		return 0
	}
	return q.order[0].At
}

// Known is how the queue stands, undecided, measured from an instant.
func (q *Queue) Known(race string, zero time.Duration) games.RaceOver {
	return games.RaceOver{Race: race, Order: q.order.finishes(zero), Zero: zero}
}

// Decide finishes what is known of a queue in which somebody waits: with the seat that is next, or
// a dead heat; and with the clauses by which, the last of which is the game's own.
func (q *Queue) Decide(known games.RaceOver, clause string) games.RaceOver {
	head, why := q.Limits.tied(q.order, q.order[0])
	known.Clauses = []string{why, clause}
	if len(head) > 1 {
		known.DeadHeat = head
	} else {
		known.Fastest = head[0]
	}
	return known
}

// At is when a seat that waits pressed.
func (q *Queue) At(seat games.Seat) (at time.Duration, waits bool) {
	if i := q.order.of(seat); i >= 0 {
		return q.order[i].At, true
	}
	return 0, false
}

// Pressed lists who waits, by time.
func (q *Queue) Pressed() []games.Seat { return q.order.seats() }

// Take removes one seat.
func (q *Queue) Take(seat games.Seat) {
	q.order = slices.DeleteFunc(q.order, func(p Press) bool { return p.Seat == seat })
}

// Silence tells seats that wait that nobody will hear them.
func (q *Queue) Silence(step *games.Step, seats []games.Seat) {
	for _, s := range slices.Sorted(slices.Values(seats)) {
		q.Take(s)
		step.Tell(games.Ignored{Seat: s, Why: games.Late, Waited: true})
	}
}

// Clear empties the queue.
func (q *Queue) Clear() { q.order = q.order[:0] }
