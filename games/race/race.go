// Package race is the one arbiter of who was first or last: by the time stamps of presses alone,
// never by arrival, seat number or chance (RULES, RACE-1 to RACE-9).
package race

import (
	"slices"
	"time"

	"arbitre/games"
)

// A Rule says which end of a race decides.
type Rule uint8

// The two rules of RACE-4.
const (
	FastestWins Rule = iota
	SlowestLoses
)

// A Press is one button going down.
type Press struct {
	Seat games.Seat
	At   time.Duration
}

// A Race is open from its declaration until its deadline.
type Race struct {
	Name     string
	Entrants []games.Seat // ascending
	Unclear  bool         // nobody can know which of the presses before it was declared began it: it is over at once (RACE-5)

	rule   Rule
	limits Limits
	opened time.Duration
	from   time.Duration // a press before this is none of this race (RACE-5)
	order  []Press       // the first press of each entrant, by time
}

// Open begins a race of two or more entrants declared at opened, whose presses count from the time from on, which may lie before.
// The deadline of a race whose earlier presses decide it already is opened itself.
func Open(name string, rule Rule, entrants []games.Seat, opened, from time.Duration, limits Limits) *Race {
	return &Race{
		Name: name, Entrants: entrants,
		rule: rule, limits: limits, opened: opened, from: from,
		order: make([]Press, 0, len(entrants)),
	}
}

// Press enters a press and tells whether it counts: an entrant's, not before the race's time,
// and earlier than any other of that seat (RACE-1).
func (r *Race) Press(seat games.Seat, at time.Duration) bool {
	if at < r.from || !slices.Contains(r.Entrants, seat) {
		return false
	}
	if i := slices.IndexFunc(r.order, func(p Press) bool { return p.Seat == seat }); i >= 0 {
		if r.order[i].At <= at {
			return false
		}
		r.order = slices.Delete(r.order, i, i+1)
	}
	r.order = insert(r.order, Press{seat, at})
	return true
}

// Join enters a press that has just come into the open race. A later one of its seat that came before it is ignored from
// then on.
func (r *Race) Join(step *games.Step, seat games.Seat, at time.Duration) bool {
	pressed := r.Has(seat)
	if !r.Press(seat, at) {
		return false
	}
	if pressed {
		step.Tell(games.Ignored{Seat: seat, Why: games.NoEffect, Waited: true})
	}
	return true
}

// Has tells whether a press of the seat counts already.
func (r *Race) Has(seat games.Seat) bool {
	return slices.ContainsFunc(r.order, func(p Press) bool { return p.Seat == seat })
}

// insert keeps presses in order of time. Seats that pressed in the same instant stand ascending,
// which decides nothing: they are a dead heat.
func insert(order []Press, p Press) []Press {
	i := len(order)
	for i > 0 && (order[i-1].At > p.At || order[i-1].At == p.At && order[i-1].Seat > p.Seat) {
		i--
	}
	return slices.Insert(order, i, p)
}

// Pressed lists who has pressed so far, by time.
func (r *Race) Pressed() []games.Seat {
	seats := make([]games.Seat, len(r.order))
	for i, p := range r.order {
		seats[i] = p.Seat
	}
	return seats
}

// Deadline is when the race is over unless further presses change it (RACE-2, RACE-4).
func (r *Race) Deadline() time.Duration {
	if r.Unclear {
		return r.opened
	}
	timeout := r.opened + r.limits.Timeout
	wait := r.limits.wait()
	var due time.Duration
	switch deciding := len(r.Entrants) - 2; {
	case r.rule == FastestWins && len(r.order) > 0:
		due = r.order[0].At + wait
	case r.rule == SlowestLoses && len(r.order) > deciding:
		due = min(r.order[deciding].At+wait, timeout)
	default:
		due = timeout
	}
	return max(due, r.opened)
}

// Over tells how the race ends with the presses known now, at its deadline or when the table ends it.
// ask lists the seats among which a prompt must decide; it is nil where the presses do.
func (r *Race) Over() (over games.RaceOver, ask []games.Seat) {
	over = r.known()
	switch {
	case r.Unclear:
		over.Unclear, over.Clauses = slices.Sorted(slices.Values(r.Pressed())), []string{"RACE-5"}
		return over, over.Unclear
	case r.rule == FastestWins && len(r.order) == 0:
		over.Clauses = []string{"RACE-4"}
	case r.rule == FastestWins:
		if head, clause := r.limits.tied(r.order, r.order[0]); len(head) > 1 {
			over.DeadHeat, over.Clauses = head, []string{clause}
			return over, head
		}
		over.Fastest, over.Clauses = r.order[0].Seat, []string{"RACE-1", "RACE-4"}
	case len(over.Missing) == 1:
		over.Slowest, over.Clauses = over.Missing[0], []string{"RACE-4"}
	case len(over.Missing) > 1:
		over.Clauses = []string{"RACE-4"}
		return over, over.Missing
	default:
		last := r.order[len(r.order)-1]
		if tail, clause := r.limits.tied(r.order, last); len(tail) > 1 {
			over.DeadHeat, over.Clauses = tail, []string{clause}
			return over, tail
		}
		over.Slowest, over.Clauses = last.Seat, []string{"RACE-1", "RACE-4"}
	}
	return over, nil
}

// Nobody ends the race without a winner, by the table's word.
func (r *Race) Nobody() games.RaceOver { return r.known() }

// Void ends the race without a verdict because edges were lost (RACE-8).
func (r *Race) Void() games.RaceOver {
	over := r.known()
	over.Void, over.Clauses = true, []string{"RACE-8"}
	return over
}

func (r *Race) known() games.RaceOver {
	zero := r.opened
	if len(r.order) > 0 {
		zero = min(zero, r.order[0].At)
	}
	return games.RaceOver{
		Race:    r.Name,
		Order:   finishes(r.order, zero),
		Missing: games.Without(r.Entrants, r.Pressed()...),
		Zero:    zero,

		SlowestLoses: r.rule == SlowestLoses,
	}
}

func finishes(order []Press, zero time.Duration) []games.Finish {
	places := make([]games.Finish, len(order))
	for i, p := range order {
		places[i] = games.Finish{Seat: p.Seat, After: p.At - zero}
	}
	return places
}

// Quiet is the time after a race in which its entrants' presses are late (RACE-6). The zero value covers nothing.
type Quiet struct {
	entrants []games.Seat
	until    time.Duration
}

// Quiet begins at the time the race was over.
func (r *Race) Quiet(over time.Duration) Quiet {
	return Quiet{r.Entrants, over + r.limits.Quiet}
}

// Over tells whether it covers nothing any more from a time on, but what is delivered late.
func (q Quiet) Over(at time.Duration) bool { return at >= q.until }

// Covers tells whether a press is late. One stamped before the race was over but delivered after it is, too (RACE-2).
func (q Quiet) Covers(seat games.Seat, at time.Duration) bool {
	return at < q.until && slices.Contains(q.entrants, seat)
}
