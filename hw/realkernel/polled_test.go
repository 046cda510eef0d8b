package realkernel

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// A source is a device that is polled, or the lines, and has the buttons of some seats.
type source struct {
	resolution time.Duration // 0 for lines
	seats      []games.Seat
}

// sources returns the sources of a table: two devices at 10 ms, one at 1 ms, and two lines.
func sources() []source {
	const ms = time.Millisecond
	return []source{{10 * ms, []games.Seat{1, 2}}, {8 * ms, []games.Seat{3}}, {ms, []games.Seat{4}},
		{0, []games.Seat{5, 6}}}
}

// polledLimits returns the limits of a game that begins at a table with these sources.
func polledLimits(all []source) race.Limits {
	l := race.DefaultLimits()
	for _, s := range all {
		if s.resolution > 0 {
			l.Devices = append(l.Devices, race.Device{Resolution: s.resolution, Seats: s.seats})
		}
	}
	return l
}

// apart is by how much two stamps must differ at least, so that their order is that of the touches
// (RACE-9).
func apart(all []source, a, b games.Seat) time.Duration {
	tie := race.DefaultLimits().Tie
	of := func(seat games.Seat) source {
		return all[slices.IndexFunc(all, func(s source) bool { return slices.Contains(s.seats, seat) })]
	}
	x, y := of(a), of(b)
	late := max(x.resolution, y.resolution)
	if slices.Contains(x.seats, b) {
		return max(tie, late)
	}
	return tie + late
}

// A delivery is an edge, and when somebody reads it.
type delivery struct {
	hw.Edge
	read time.Duration
}

// edges are what comes of switches that close and open: of a line at once, of a device when it is
// asked next. A stamp is late by less than the tie, and read by less than settle after that, as
// busy as the machine is, in the order of the stamps.
func (s source) edges(random *rand.Rand, toggles map[games.Seat][]time.Duration, busy bool) (edges []delivery) {
	limits := race.DefaultLimits()
	stamp := func(at time.Duration) (stamp, read time.Duration) {
		late, delay := limits.Tie/20, time.Millisecond
		if busy {
			late, delay = limits.Tie-1, limits.Settle-hw.DefaultDebounce().Late()
		}
		stamp = at + upTo(random, late)
		return stamp, stamp + upTo(random, delay)
	}
	if s.resolution == 0 {
		for _, seat := range s.seats {
			var last, lastRead time.Duration
			for i, at := range toggles[seat] {
				at, read := stamp(at)
				last, lastRead = max(last, at), max(lastRead, read)
				edges = append(edges, delivery{hw.Edge{At: last, Button: hw.Button(seat), Down: i%2 == 0}, lastRead})
			}
		}
		return edges
	}
	down := map[games.Seat]bool{}
	var last, lastRead time.Duration
	for poll := upTo(random, s.resolution); poll < 400*time.Millisecond; poll += s.resolution/2 +
		upTo(random, s.resolution/2+1) {
		at, read := stamp(poll)
		last, lastRead = max(last, at), max(lastRead, read)
		for _, seat := range s.seats {
			passed, _ := slices.BinarySearch(toggles[seat], poll+1) // those until then
			if now := passed%2 == 1; now != down[seat] {
				down[seat] = now
				edges = append(edges, delivery{hw.Edge{At: last, Button: hw.Button(seat), Down: now}, lastRead})
			}
		}
	}
	return edges
}

// A table of deliveries has its buttons read as they come, in the time of a synctest bubble.
type deliveries struct {
	began  time.Time
	events chan hw.Event
}

func (d deliveries) now() time.Duration { return time.Since(d.began) }

func (d deliveries) Events() <-chan hw.Event { return d.events }

func (d deliveries) Down() ([]hw.Button, error) { return nil, nil }

func (d deliveries) CatchUp(pass func(hw.Event)) time.Duration {
	for len(d.events) > 0 {
		pass(<-d.events)
	}
	return d.now()
}

// play has edges read in their order in the list.
func (d deliveries) play(edges []delivery) {
	from := d.now()
	slices.SortStableFunc(edges, func(a, b delivery) int { return cmp.Compare(a.read, b.read) })
	for _, e := range edges {
		time.Sleep(from + e.read - d.now())
		e.At += from
		d.events <- hw.Event{Edge: e.Edge}
	}
}

// polledTally counts how races of polled buttons ended.
type polledTally struct{ races, right, deadHeat, finer, wrong int }

func (n polledTally) String() string {
	return fmt.Sprintf("%5d races: %5d right, %4d dead heats, %d finer than the devices are, %d wrong", n.races,
		n.right, n.deadHeat, n.finer, n.wrong)
}

func (n *polledTally) add(all []source, rule race.Rule, over games.RaceOver, touched,
	stamps map[games.Seat]time.Duration) {
	n.races++
	order := func(at map[games.Seat]time.Duration) (seats []games.Seat) {
		for seat := range at {
			seats = append(seats, seat)
		}
		slices.SortFunc(seats, func(a, b games.Seat) int { return cmp.Compare(at[a], at[b]) })
		if rule == race.SlowestLoses {
			slices.Reverse(seats)
		}
		return seats
	}
	named, truth := max(over.Fastest, over.Slowest), order(touched)[0]
	if named == 0 {
		n.deadHeat++
		return
	}
	for seat, at := range stamps {
		if seat != named && (at-stamps[named]).Abs() < apart(all, seat, named) {
			n.finer++
			break
		}
	}
	if named != truth {
		n.wrong++
	} else {
		n.right++
	}
}

// RACE-9: of buttons that are polled, each at its own pace, and of lines, nobody is named who was
// not the first or the last, and nobody by less than the devices tell. The polls have any phase,
// and come at any time until they are due. Contacts that bounce may be open just then.
func TestPolledRaces(t *testing.T) {
	host(t)
	for _, kind := range []struct {
		name  string
		seats []games.Seat
	}{
		{"two buttons of one device", []games.Seat{1, 2}},
		{"two devices", []games.Seat{2, 3}},
		{"two devices, one of them fast", []games.Seat{1, 4}},
		{"a device and a line", []games.Seat{1, 5}},
		{"a fast device and a line", []games.Seat{4, 5}},
		{"two lines", []games.Seat{5, 6}},
		{"the whole table", []games.Seat{1, 2, 3, 4, 5, 6}},
	} {
		for _, contacts := range []struct {
			name   string
			bounce bounce
		}{{"clean", clean}, {"bouncing", slow}} {
			for _, busy := range []bool{false, true} {
				synctest.Test(t, func(t *testing.T) {
					n := racePolled(t, kind.seats, contacts.bounce, busy, uint64(len(kind.name)))
					t.Logf("%-30s %-8s busy %-5t %v", kind.name, contacts.name, busy, n)
					if n.finer+n.wrong > 0 || n.right == 0 {
						t.Errorf("%s, %s, busy %t: %v", kind.name, contacts.name, busy, n)
					}
				})
			}
		}
	}
}

// racePolled has races of these seats, whose buttons touch at most 30 ms after one another.
func racePolled(t *testing.T, seats []games.Seat, of bounce, busy bool, seed uint64) (n polledTally) {
	races, err := strconv.Atoi(os.Getenv("ARBITRE_CASES"))
	if err != nil {
		races = 25
	}
	random := rand.New(rand.NewPCG(9, seed))
	table := deliveries{began: time.Now(), events: make(chan hw.Event, 64)}
	k := newBench(t, table, table.now, games.FirstSeats(6), polledLimits(sources()))
	for i := range races {
		rule := []race.Rule{race.FastestWins, race.SlowestLoses}[i%2]
		touched := map[games.Seat]time.Duration{}
		at := 50 * time.Millisecond
		for _, k := range random.Perm(len(seats)) {
			touched[seats[k]] = at
			at += upTo(random, 30*time.Millisecond)
		}
		var edges []delivery
		for _, s := range sources() {
			toggles := map[games.Seat][]time.Duration{}
			for _, seat := range s.seats {
				if at, presses := touched[seat]; presses {
					toggles[seat] = press(random, of, at)
				}
			}
			edges = append(edges, s.edges(random, toggles, busy)...)
		}
		over, presses := k.judge(rule, seats, func() { table.play(edges) }, time.Second, 50*time.Millisecond)
		if over == nil {
			t.Fatalf("race %d has no verdict", i)
		}
		stamps := map[games.Seat]time.Duration{}
		for _, p := range presses {
			stamps[p.seat] = p.at
		}
		n.add(sources(), rule, *over, touched, stamps)
	}
	return n
}

// press is when a switch closes and opens in turn that is touched at a time and held for a while.
func press(random *rand.Rand, of bounce, at time.Duration) (toggles []time.Duration) {
	for _, end := range []time.Duration{at, at + 150*time.Millisecond} {
		toggles = append(toggles, end)
		for _, after := range of(random) {
			toggles = append(toggles, end+after)
		}
	}
	return toggles
}
