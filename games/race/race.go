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

// A Race is open from its declaration until its deadline.
type Race struct {
	Name     string
	Entrants []games.Seat  // ascending
	From     time.Duration // earlier presses do not count (RACE-5); the opening unless it is set
	Unclear  bool          // which press began it can't be told, so it is over at once (RACE-5)
	Teams    games.Teams   // the entrants play by; nil where everyone plays for himself (RACE-10)

	rule    Rule
	limits  Limits
	opened  time.Duration
	order   order        // the first press of each entrant
	sure    order        // the same without the presses in doubt; nil if no press is in doubt
	doubted []games.Seat // whose presses are in doubt: perhaps too early, ascending
}

// Open begins a race of two or more entrants, declared at a time. If presses from before that
// already decide the race, its deadline is that time.
func (l Limits) Open(name string, rule Rule, entrants []games.Seat, at time.Duration) *Race {
	return &Race{
		Name: name, Entrants: entrants, From: at,
		rule: rule, limits: l, opened: at,
		order: make(order, 0, len(entrants)),
	}
}

// Press enters a press and reports whether it counts: if it is an entrant's, not from before the
// race, and earlier than any other press of that seat (RACE-1). A later one that was delivered
// before it is ignored from then on.
func (r *Race) Press(step *games.Step, seat games.Seat) bool {
	p := Press{seat, step.At}
	if p.At < r.From || !slices.Contains(r.Entrants, seat) {
		return false
	}
	if r.sure != nil {
		r.sure.enter(p)
	}
	return r.order.press(step, seat)
}

// Slapped enters presses from before the declaration, sorted by time, except those that surely
// came too early (RACE-5, 6). It is called at most once, before any Press.
func (r *Race) Slapped(presses []Press) {
	presses = slices.DeleteFunc(slices.Clone(presses),
		func(p Press) bool { return p.At < r.From || !slices.Contains(r.Entrants, p.Seat) })
	surely, perhaps := tooEarly(presses, r.limits.Burst)
	for _, p := range presses[surely:perhaps] {
		r.order.enter(p)
	}
	if perhaps > surely {
		r.doubted = slices.Sorted(slices.Values(r.Pressed()))
		r.sure = make(order, 0, len(r.Entrants))
	}
	for _, p := range presses[perhaps:] {
		r.order.enter(p)
		if r.sure != nil {
			r.sure.enter(p)
		}
	}
}

// OpenBy moves the opening to an earlier press that was delivered late.
func (r *Race) OpenBy(at time.Duration) { r.opened = min(r.opened, at) }

// Has reports whether a press of the seat counts already.
func (r *Race) Has(seat games.Seat) bool { return r.order.index(seat) >= 0 }

// Pressed lists who has pressed so far, by time.
func (r *Race) Pressed() []games.Seat { return r.order.seats() }

// Deadline returns when the race is over unless further presses change it (RACE-2, RACE-4).
func (r *Race) Deadline() time.Duration {
	if r.Unclear {
		return r.opened
	}
	due := max(r.due(r.order), r.opened)
	if r.sure != nil {
		due = max(due, r.due(r.sure))
	}
	return due
}

// due returns when the race would be over if the presses of one order counted.
func (r *Race) due(order order) time.Duration {
	timeout := r.opened + r.limits.Timeout
	switch deciding := len(r.Entrants) - 2; {
	case r.rule == FastestWins && len(order) > 0:
		return order[0].At + r.limits.wait()
	case r.rule == SlowestLoses && len(order) > deciding:
		return min(order[deciding].At+r.limits.wait(), timeout)
	}
	return timeout
}

// Over returns how the race ends with the presses known now, at its deadline or when the table ends
// it. ask lists the seats among which the judge must decide; it is nil if the presses decide.
func (r *Race) Over() (over games.RaceOver, ask []games.Seat) {
	if r.Unclear {
		over = r.Known()
		over.Unclear, over.Clauses = slices.Sorted(slices.Values(r.Pressed())), []string{"RACE-5"}
		return over, over.Unclear
	}
	over, ask = r.decide(r.order)
	if r.sure == nil {
		return over, ask
	}
	other, otherAsk := r.decide(r.sure)
	decided, otherwise := over.Fastest+over.Slowest, other.Fastest+other.Slowest
	if decided == otherwise && slices.Equal(ask, otherAsk) {
		return over, ask
	}
	ask = slices.Concat(ask, otherAsk, []games.Seat{decided, otherwise})
	slices.Sort(ask)
	over = r.Known()
	over.Doubted, over.Clauses = r.doubted, []string{"RACE-5"}
	return over, games.Without(slices.Compact(ask), 0)
}

// decide returns how the race ends if the presses of one order count.
func (r *Race) decide(order order) (over games.RaceOver, ask []games.Seat) {
	over = r.known(order)
	over.Clauses = []string{"RACE-4"}
	deciding, decided := 0, &over.Fastest
	if r.rule == SlowestLoses {
		deciding, decided = len(order)-1, &over.Slowest
	}
	switch {
	case r.rule == FastestWins && len(order) == 0:
		return over, nil
	case r.rule == SlowestLoses && len(over.Missing) == 1:
		over.Slowest = over.Missing[0]
		return over, askUnless(&over, r.Teams, over.Missing)
	case r.rule == SlowestLoses && len(over.Missing) > 0:
		return over, askUnless(&over, r.Teams, over.Missing)
	}
	tied, clause := r.limits.tied(order, order[deciding])
	if len(tied) > 1 {
		over.DeadHeat, over.Clauses = tied, []string{clause}
		return over, askUnless(&over, r.Teams, tied)
	}
	*decided, over.Clauses = tied[0], []string{clause, "RACE-4"}
	return over, askUnless(&over, r.Teams, tied)
}

// askUnless gives the verdict to the team of the seats that can't be told apart for the deciding
// place. It returns those among which the judge must decide: none if there is one, or one team.
func askUnless(over *games.RaceOver, teams games.Teams, tied []games.Seat) (ask []games.Seat) {
	over.Team = teams.Together(tied)
	switch {
	case over.Team != 0:
		over.Shared, over.Mates = len(tied) > 1, teams.With(tied[0])
		over.Clauses = append(over.Clauses, "RACE-10")
	case len(tied) > 1:
		return tied
	}
	return nil
}

// Question returns the prompt in which the judge says who was first, or last.
func (r *Race) Question(options []games.Value) games.Prompt {
	if r.rule == SlowestLoses {
		return games.WhoWas("slowest", options)
	}
	return games.WhoWas("fastest", options)
}

// Known returns how the race stands, without a verdict.
func (r *Race) Known() games.RaceOver { return r.known(r.order) }

func (r *Race) known(order order) games.RaceOver {
	zero := r.opened
	if len(order) > 0 {
		zero = min(zero, order[0].At)
	}
	return games.RaceOver{
		Race:         r.Name,
		Order:        order.finishes(zero),
		Missing:      games.Without(r.Entrants, order.seats()...),
		Zero:         zero,
		SlowestLoses: r.rule == SlowestLoses,
	}
}

// Void ends a race or queue without a verdict after lost edges (RACE-8). It returns what is known,
// with RACE-8 before the game's own clauses.
func Void(known games.RaceOver) games.RaceOver {
	known.Void, known.Clauses = true, append([]string{"RACE-8"}, known.Clauses...)
	return known
}

// A Quiet holds the end of each seat's quiet after its last race: until then its presses are late
// (RACE-6).
type Quiet map[games.Seat]time.Duration

// After begins the quiet of a race's entrants when the race is over.
func (q Quiet) After(r *Race, over time.Duration) {
	for _, seat := range r.Entrants {
		q[seat] = over + r.limits.Quiet
	}
}

// Covers reports whether a press is late. A press stamped before the verdict but delivered after it
// is late, too (RACE-2).
func (q Quiet) Covers(seat games.Seat, at time.Duration) bool { return at < q[seat] }
