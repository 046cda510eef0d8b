package proof

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/prove"
)

// A Bench is a box whose seats' lines a generator can hold to ground.
type Bench struct {
	Arbiter
	Generator Generator
	Lines     int        // of the generator
	Switches  []Switches // that it behaves like
	Strain    func() (rest func())
}

// A Generator holds lines to ground as steps say; see [prove.Generator].
type Generator interface {
	Play([]prove.Step) error
}

// A trial is a race of two.
type trial struct {
	first, second hw.Button
	gap           time.Duration
	switches      int
	busy          bool
}

// gaps are how far apart presses are made: up to two milliseconds, and on both sides of the tie window, where the verdict
// turns from a dead heat into a winner.
func gaps(tie time.Duration) []time.Duration {
	var all []time.Duration
	for _, µs := range []time.Duration{0, 20, 50, 100, 200, 500, 1000, 1500, 2000} {
		if gap := µs * time.Microsecond; (gap - tie).Abs() > beside {
			all = append(all, gap)
		}
	}
	all = append(all, tie-beside, tie+beside)
	slices.Sort(all)
	return all
}

// beside is how far from the tie window its nearest gaps are.
const beside = 100 * time.Microsecond

// Run finds out which of its lines reach which seats, and has each two of them race in either order, so often with every
// gap and all kinds of switches, while the machine has nothing to do and while it has much. It tells how far it is.
func (b Bench) Run(ctx context.Context, rounds int, tell func(done, of int)) (Report, error) {
	lines, err := b.discover(ctx)
	if err != nil {
		return Report{}, err
	}
	r := newReport(b, lines)
	trials := b.trials(r.Seats, rounds)
	apart := map[[2]hw.Button][]float64{}
	rest := func() {}
	defer func() { rest() }()
	for i, t := range trials {
		if err := ctx.Err(); err != nil {
			return Report{}, err
		}
		if t.busy && (i == 0 || !trials[i-1].busy) {
			rest = b.Strain()
		}
		rule := []race.Rule{race.FastestWins, race.SlowestLoses}[rand.IntN(2)]
		over, touched, err := b.race(t, rule, lines)
		for again := 0; errors.Is(err, prove.ErrLate) && again < 20; again++ {
			r.Repeated++
			over, touched, err = b.race(t, rule, lines)
		}
		if err != nil {
			return Report{}, err
		}
		r.count(t, rule, over, touched)
		one, is := touched[t.first]
		other, also := touched[t.second]
		if is && also && b.Switches[t.switches].Bounce == nil {
			late, pair := other-one-t.gap, [2]hw.Button{t.first, t.second}
			if t.first > t.second {
				late, pair = -late, [2]hw.Button{t.second, t.first}
			}
			apart[pair] = append(apart[pair], float64(late)/float64(time.Microsecond))
		}
		tell(i+1, len(trials))
	}
	for i, first := range r.Seats {
		for _, second := range r.Seats[i+1:] {
			r.Pairs = append(r.Pairs, prove.PairOf(first, second, apart[[2]hw.Button{first, second}], prove.Allowed))
		}
	}
	return r, nil
}

// trials are in random order, those of the busy machine at the end.
func (b Bench) trials(seats []hw.Button, rounds int) (all []trial) {
	for _, busy := range []bool{false, true} {
		from := len(all)
		for range rounds {
			for switches := range b.Switches {
				for _, gap := range gaps(b.Limits.Tie) {
					for _, first := range seats {
						for _, second := range seats {
							if first != second {
								all = append(all, trial{first, second, gap, switches, busy})
							}
						}
					}
				}
			}
		}
		part := all[from:]
		rand.Shuffle(len(part), func(i, j int) { part[i], part[j] = part[j], part[i] })
	}
	return all
}

// discover holds one line after the other to ground, and finds which seat that is.
func (b Bench) discover(ctx context.Context) (lines map[hw.Button]int, err error) {
	lines = map[hw.Button]int{}
	for line := range b.Lines {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var touched []hw.Button
		show := func(e hw.Event) {
			if e.Lost == 0 && e.Down && !slices.Contains(touched, e.Button) {
				touched = append(touched, e.Button)
			}
		}
		b.Rest(func(hw.Event) {})
		steps := prove.Steps([]prove.Press{{Line: line, At: time.Millisecond, Held: held}}, time.Millisecond)
		if err := b.Generator.Play(steps); err != nil && !errors.Is(err, prove.ErrLate) { // the time is no matter
			return nil, err
		}
		b.Rest(show)
		switch {
		case len(touched) > 1:
			return nil, fmt.Errorf("line %d of the generator reaches more than one seat: %v", line, touched)
		case len(touched) == 0:
			continue
		}
		if other, twice := lines[touched[0]]; twice {
			return nil, fmt.Errorf("lines %d and %d of the generator both reach seat %d", other, line, touched[0])
		}
		lines[touched[0]] = line
	}
	if len(lines) < 2 {
		return nil, fmt.Errorf("the generator reaches %d of the seats' lines; it takes two: are its wires and its ground at the header?", len(lines))
	}
	return lines, nil
}

// held is how long a line is held to ground, at least: longer than the kernel's threads are late.
const held = 40 * time.Millisecond

// race has two lines held to ground one after the other, and the race judged. It returns when each button was touched first.
func (b Bench) race(t trial, rule race.Rule, lines map[hw.Button]int) (over games.RaceOver, touched map[hw.Button]time.Duration, err error) {
	random := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	at := 2*time.Millisecond + rand.N(4*time.Millisecond) // so that the presses don't keep step with the kernel's ticks
	var presses []prove.Press
	for i, button := range []hw.Button{t.first, t.second} {
		p := prove.Press{Line: lines[button], At: at + time.Duration(i)*t.gap, Held: held + rand.N(held)}
		if bounce := b.Switches[t.switches].Bounce; bounce != nil {
			p.Pressing, p.LettingGo = bounce(random, true), bounce(random, false)
		}
		presses = append(presses, p)
	}
	touched = map[hw.Button]time.Duration{}
	show := func(e hw.Event) {
		if _, again := touched[e.Button]; e.Lost == 0 && e.Down && !again {
			touched[e.Button] = e.At
		}
	}
	seats := []games.Seat{games.Seat(min(t.first, t.second)), games.Seat(max(t.first, t.second))}
	opened := b.Clock()
	played := make(chan error, 1)
	go func() { played <- b.Generator.Play(prove.Steps(presses, time.Millisecond)) }()
	over = b.Judge(rule, seats, opened, show)
	err = <-played
	b.Rest(show)
	return over, touched, err
}
