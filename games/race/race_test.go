package race

import (
	"slices"
	"testing"
	"time"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

const ms = time.Millisecond

// run opens a race at 10 s among seats 1 to 4, with presses in the given order of arrival.
func run(rule Rule, from time.Duration, presses ...Press) (*Race, games.RaceOver, []games.Seat) {
	r := DefaultLimits().Open("race", rule, []games.Seat{1, 2, 3, 4}, 10*time.Second)
	r.From -= from
	for _, p := range presses {
		r.Press(games.NewStep(p.At), p.Seat)
	}
	over, ask := r.Over()
	return r, over, ask
}

func at(seat games.Seat, after time.Duration) Press { return Press{seat, 10*time.Second + after} }

func TestRace(t *testing.T) {
	for _, c := range []struct {
		clause   string
		rule     Rule
		lookback time.Duration
		presses  []Press // in order of arrival
		deadline time.Duration
		order    []games.Seat
		deadHeat []games.Seat
		ask      []games.Seat
		decided  games.Seat // fastest or slowest
	}{
		{
			clause: "RACE-1 by time, not by arrival", rule: FastestWins,
			presses:  []Press{at(1, 300*ms), at(2, 295*ms)},
			deadline: 306 * ms, order: []games.Seat{2, 1}, decided: 2,
		},
		{
			clause: "RACE-1 the first press of a seat counts", rule: SlowestLoses,
			presses:  []Press{at(1, 100*ms), at(1, 900*ms), at(2, 200*ms), at(3, 300*ms)},
			deadline: 311 * ms, order: []games.Seat{1, 2, 3}, decided: 4,
		},
		{
			clause: "RACE-2 settle and tie after the deciding press", rule: FastestWins,
			presses:  []Press{at(3, 50*ms)},
			deadline: 61 * ms, order: []games.Seat{3}, decided: 3,
		},
		{
			clause: "RACE-3 less than the tie apart is a dead heat", rule: FastestWins,
			presses:  []Press{at(1, 50*ms), at(2, 51*ms-1)},
			deadline: 61 * ms, order: []games.Seat{1, 2}, deadHeat: []games.Seat{1, 2}, ask: []games.Seat{1, 2},
		},
		{
			clause: "RACE-3 exactly the tie apart is decided", rule: FastestWins,
			presses:  []Press{at(1, 50*ms), at(2, 51*ms)},
			deadline: 61 * ms, order: []games.Seat{1, 2}, decided: 1,
		},
		{
			clause: "RACE-3 measured from the first alone: no chains", rule: FastestWins,
			presses:  []Press{at(1, 50*ms), at(2, 50*ms+600_000), at(3, 51*ms+200_000)},
			deadline: 61 * ms, order: []games.Seat{1, 2, 3}, deadHeat: []games.Seat{1, 2}, ask: []games.Seat{1, 2},
		},
		{
			clause: "RACE-3 and from the last alone", rule: SlowestLoses,
			presses:  []Press{at(1, 50*ms), at(2, 50*ms+600_000), at(3, 51*ms+200_000), at(4, 51*ms+700_000)},
			deadline: 62*ms + 200_000, order: []games.Seat{1, 2, 3, 4}, deadHeat: []games.Seat{3, 4},
			ask: []games.Seat{3, 4},
		},
		{
			clause: "RACE-4 the slowest never pressed", rule: SlowestLoses,
			presses:  []Press{at(4, 50*ms), at(2, 60*ms), at(1, 400*ms)},
			deadline: 411 * ms, order: []games.Seat{4, 2, 1}, decided: 3,
		},
		{
			clause: "RACE-4 the slowest pressed last, within the settle time", rule: SlowestLoses,
			presses:  []Press{at(4, 50*ms), at(2, 60*ms), at(1, 400*ms), at(3, 410*ms)},
			deadline: 411 * ms, order: []games.Seat{4, 2, 1, 3}, decided: 3,
		},
		{
			clause: "RACE-4 nobody has pressed at the timeout", rule: FastestWins,
			deadline: 5 * time.Second,
		},
		{
			clause: "RACE-4 once somebody has pressed the timeout no longer applies", rule: FastestWins,
			presses:  []Press{at(1, 5*time.Second-1)},
			deadline: 5*time.Second + 11*ms - 1, order: []games.Seat{1}, decided: 1,
		},
		{
			clause: "RACE-4 several are missing at the timeout", rule: SlowestLoses,
			presses:  []Press{at(2, 100*ms)},
			deadline: 5 * time.Second, order: []games.Seat{2}, ask: []games.Seat{1, 3, 4},
		},
		{
			clause: "RACE-4 the timeout of the slowest is absolute", rule: SlowestLoses,
			presses:  []Press{at(1, 100*ms), at(2, 200*ms), at(3, 4999*ms)},
			deadline: 5 * time.Second, order: []games.Seat{1, 2, 3}, decided: 4,
		},
		{
			clause:   "RACE-5 presses before the declaration count, the deadline is the declaration at the earliest",
			rule:     FastestWins,
			lookback: 1500 * ms, presses: []Press{at(1, -1500*ms), at(2, -700*ms)},
			deadline: 0, order: []games.Seat{1, 2}, decided: 1,
		},
		{
			clause: "RACE-5 but none from before the look-back", rule: FastestWins,
			lookback: 1500 * ms, presses: []Press{at(1, -1500*ms-1), at(2, 100*ms)},
			deadline: 111 * ms, order: []games.Seat{2}, decided: 2,
		},
	} {
		t.Run(c.clause, func(t *testing.T) {
			r, over, ask := run(c.rule, c.lookback, c.presses...)
			if got := r.Deadline() - 10*time.Second; got != c.deadline {
				t.Errorf("deadline %v, want %v", got, c.deadline)
			}
			var order []games.Seat
			for _, f := range over.Order {
				if order = append(order, f.Seat); f.After < 0 {
					t.Errorf("seat %d pressed %v before all others", f.Seat, -f.After)
				}
			}
			if !slices.Equal(order, c.order) {
				t.Errorf("order %v, want %v", order, c.order)
			}
			if !slices.Equal(over.DeadHeat, c.deadHeat) || !slices.Equal(ask, c.ask) {
				t.Errorf("dead heat %v, ask %v; want %v, %v", over.DeadHeat, ask, c.deadHeat, c.ask)
			}
			if got := over.Fastest + over.Slowest; got != c.decided {
				t.Errorf("decided for seat %d, want %d", got, c.decided)
			}
			why := "RACE-4"
			if c.deadHeat != nil {
				why = "RACE-3"
			}
			if !slices.Contains(over.Clauses, why) {
				t.Errorf("by %v, want %s", over.Clauses, why)
			}
		})
	}
}

// unclear returns a race whose first press can't be told.
func unclear() *Race {
	r, _, _ := run(FastestWins, 0, at(2, 50*ms), at(1, 60*ms))
	r.Unclear = true
	return r
}

// slapped returns a race declared at 10 s, with presses from before it.
func slapped(rule Rule, entrants []games.Seat, presses ...Press) *Race {
	r := DefaultLimits().Open("race", rule, entrants, 10*time.Second)
	r.From = 0
	r.Slapped(presses)
	return r
}

// goesOn returns a race that is still open at its declaration: perhaps seat 3 pressed too early.
func goesOn() *Race {
	return slapped(SlowestLoses, []games.Seat{1, 2, 3, 4},
		by(3, 9500*ms), by(4, 9900*ms), by(2, 9950*ms), by(3, 9995*ms))
}

func TestDeadlineWhereNobodyCanKnow(t *testing.T) {
	if got, want := unclear().Deadline(), 10*time.Second; got != want {
		t.Errorf("RACE-5 an unclear race is over at %v, want its declaration at %v", got, want)
	}
	if got, want := goesOn().Deadline(), (9995+10+1)*ms; got != want { // the last press, settle, tie
		t.Errorf("RACE-5 with seat 3 perhaps too early a race is over at %v, want %v", got, want)
	}
}

func TestTheJudgeDecidesWhereNobodyCanKnow(t *testing.T) {
	level := goesOn()
	level.Press(games.NewStep(9995*ms+1), 1)
	sure := slapped(FastestWins, []games.Seat{1, 3}, by(3, 9900*ms))
	sure.Press(games.NewStep(10*time.Second), 1)
	if sure.OpenBy(9950 * ms); !sure.Has(3) || sure.Has(2) || sure.Deadline() != 9950*ms {
		t.Errorf("opened at 9.95 s by a press that came late, it is over at %v", sure.Deadline())
	}
	type verdict struct {
		Unclear, Doubted, Ask []games.Seat
		Decided               games.Seat
		Clause                string
	}
	for _, c := range []struct {
		name string
		race *Race
		want verdict
	}{
		{"RACE-5 unclear which press began it", unclear(),
			verdict{Unclear: []games.Seat{1, 2}, Ask: []games.Seat{1, 2}, Clause: "RACE-5"}},
		{"RACE-5 seat 2 surely too early, seat 3 perhaps: then seat 4 is the first",
			slapped(FastestWins, []games.Seat{1, 2, 3, 4},
				by(2, 0), by(3, 600*ms), by(4, 900*ms), by(3, 950*ms), by(2, 970*ms)),
			verdict{Doubted: []games.Seat{3}, Ask: []games.Seat{3, 4}, Clause: "RACE-5"}},
		{"RACE-5 no seat too early: no judge", sure, verdict{Decided: 3, Clause: "RACE-1"}},
		{"RACE-5 seat 3 perhaps too early: then it is a dead heat for last; seat 2 takes no part",
			slapped(SlowestLoses, []games.Seat{1, 3, 4}, by(2, 0), by(3, 0), by(4, 400*ms), by(1, 900*ms), by(3, 900*ms)),
			verdict{Doubted: []games.Seat{3}, Ask: []games.Seat{1, 3}, Clause: "RACE-5"}},
		{"RACE-5 seat 3 perhaps too early: then it is level with seat 1, who slapped later", level,
			verdict{Doubted: []games.Seat{3}, Ask: []games.Seat{1, 3}, Clause: "RACE-5"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			over, ask := c.race.Over()
			got := verdict{over.Unclear, over.Doubted, ask, over.Fastest + over.Slowest, over.Clauses[0]}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
