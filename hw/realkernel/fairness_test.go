package realkernel

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// judge holds a race for each pair of buttons, as the referee does: edges in, the debouncer, a decision when it is due.
// It returns how they ended, when all have.
func judge(t *testing.T, b *hw.Buttons, opened time.Duration, buttons []hw.Button) []games.RaceOver {
	t.Helper()
	contacts := hw.NewDebouncer(hw.DefaultDebounce())
	ended := make([]games.RaceOver, len(buttons)/2)
	open := map[int]*race.Race{}
	for i := range ended {
		rule := []race.Rule{race.FastestWins, race.SlowestLoses}[(int(buttons[2*i])/2+i)%2]
		seats := []games.Seat{games.Seat(buttons[2*i]), games.Seat(buttons[2*i+1])}
		open[i] = race.Open("race", rule, seats, opened, opened, race.DefaultLimits())
	}
	void := func(at time.Duration) {
		down, err := b.Down()
		if err != nil {
			t.Error(err)
		}
		contacts.Resync(at, down)
		for i, r := range open {
			ended[i] = r.Void()
			delete(open, i)
		}
	}
	tell := func(edges []hw.Edge) {
		for _, e := range edges {
			if e.Merged {
				void(e.At)
			}
			if r := open[slices.Index(buttons, e.Button)/2]; e.Down && r != nil {
				r.Press(games.Seat(e.Button), e.At)
			}
		}
	}
	take := func(e hw.Event) {
		if e.Lost == 0 {
			tell(contacts.Edge(e.Edge))
			return
		}
		void(e.At)
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for len(open) > 0 {
		due, ok := contacts.Deadline()
		for _, r := range open {
			if at := r.Deadline(); !ok || at < due {
				due, ok = at, true
			}
		}
		timer.Reset(max(0, due-hw.Clock{}.Now()))
		select {
		case e := <-b.Events():
			take(e)
		case <-timer.C:
		}
		now := b.CatchUp(take)
		tell(contacts.Elapse(now))
		for i, r := range open {
			if r.Deadline() <= now {
				ended[i], _ = r.Over()
				delete(open, i)
			}
		}
	}
	return ended
}

// outcome is what became of the races of one gap.
type outcome struct{ races, right, deadHeat, void, wrong, spoilt int }

var gaps = []time.Duration{10 * time.Microsecond, 100 * time.Microsecond, time.Millisecond, 10 * time.Millisecond}

// fairness plays races as long as there are to be more, and checks each.
//
// The truth is the order in which one thread closes the switches. How far apart two were closed is known within bounds
// from that thread's own clock, read before and after each: the gap is at least from the end of the one to the
// beginning of the other. The kernel's stamps are not asked.
//
// So many races at once as there are pairs would never be at one table, and what is lost at a table voids all its races:
// each table has lines of its own for so many buttons.
func fairness(t *testing.T, c *chip, line []int, seats int, more func(played int) bool) {
	t.Helper()
	type table struct {
		lines   *hw.Buttons
		buttons []hw.Button
	}
	var tables []table
	for i := range line {
		if i%seats == 0 {
			tables = append(tables, table{})
		}
		last := &tables[len(tables)-1]
		last.buttons = append(last.buttons, hw.Button(i+1))
	}
	for i := range tables {
		tables[i].lines = c.openAs(tables[i].buttons, line)
	}
	random := rand.New(rand.NewPCG(1, 1))
	tie := race.DefaultLimits().Tie
	outcomes := map[time.Duration]*outcome{}
	for _, gap := range gaps {
		outcomes[gap] = &outcome{}
	}
	for played := 0; more(played); {
		plan, heats := heats(random, line, gaps, 2)
		ended := make([][]games.RaceOver, len(tables))
		var judges sync.WaitGroup
		opened := hw.Clock{}.Now()
		for i, at := range tables {
			judges.Go(func() { ended[i] = judge(t, at.lines, opened, at.buttons) })
		}
		made := c.play(plan)
		judges.Wait()
		for i, over := range slices.Concat(ended...) {
			h, o := heats[i], outcomes[heats[i].gap]
			if h.spoilt(made, hw.DefaultDebounce()) {
				o.spoilt++
				continue
			}
			played++
			o.races++
			switch {
			case over.Void:
				o.void++
			case over.Fastest == games.Seat(h.first) || over.Slowest == games.Seat(h.second):
				o.right++
			case len(over.DeadHeat) == 2 && h.stamped(made) < tie:
				o.deadHeat++
			default:
				o.wrong++
				t.Errorf("button %d was closed at least %v before %d, the verdict is %+v", h.first, h.apart(made), h.second, over)
			}
		}
		time.Sleep(hw.DefaultDebounce().Lockout)
		for _, at := range tables {
			at.lines.CatchUp(func(hw.Event) {})
		}
	}
	var out strings.Builder
	fmt.Fprintf(&out, "\n%8s %8s %8s %10s %8s %8s %8s\n", "gap", "races", "right", "dead heat", "void", "wrong", "spoilt")
	for _, gap := range gaps {
		o := outcomes[gap]
		if o.right+o.deadHeat == 0 {
			t.Errorf("at %v none of %d races was decided", gap, o.races)
		}
		fmt.Fprintf(&out, "%8v %8d %8d %10d %8d %8d %8d\n", gap, o.races, o.right, o.deadHeat, o.void, o.wrong, o.spoilt)
	}
	t.Log(out.String())
}

// raceLines are of the buttons that race.
var raceLines = []int{17, 27, 22, 23, 24, 25, 16, 26, 20, 21, 19, 18}

func TestFairnessOnAnIdleMachine(t *testing.T) {
	c := newChip(t)
	fairness(t, c, raceLines, 2, func(played int) bool { return played < 1500 })
}

func TestFairnessUnderLoad(t *testing.T) {
	c := newChip(t)
	load(t)
	fairness(t, c, raceLines, 2, func(played int) bool { return played < 1500 })
}

// One line chatters, as a loose wire does, while races run on others.
func TestFairnessInAStorm(t *testing.T) {
	c := newChip(t)
	const line, edges = 5, 10_000
	over := make(chan struct{})
	started := false
	fairness(t, c, append([]int{17, 27, 22, 23, 24, 25, 16, 26}, line), 9, func(int) bool {
		if !started { // when the lines have been taken
			started = true
			go func() {
				defer close(over)
				for i := range edges {
					c.set(line, i%2 == 0)
					time.Sleep(100 * time.Microsecond)
				}
			}()
		}
		select {
		case <-over:
			return false
		default:
			return true
		}
	})
	<-over
}
