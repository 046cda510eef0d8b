package realkernel

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// A rig is the chip of module/race-chip.c: a hard timer of the kernel moves its lines as a plan
// says and notes when it did. So the truth is exact, whatever else the machine does.
type rig struct {
	testing.TB
	plan, made *os.File
	random     *rand.Rand
	n          int // how many races of a kind are run
}

// seed is added to the seeds of all races, so that others can be run.
func seed() uint64 {
	n, _ := strconv.ParseUint(os.Getenv("ARBITRE_SEED"), 10, 64)
	return n
}

func newRig(t testing.TB, number uint64) *rig {
	t.Helper()
	n, err := strconv.Atoi(os.Getenv("ARBITRE_RACES"))
	if err != nil {
		t.Skip("needs a machine whose time is counted: hw/realkernel/races")
	}
	open := func(name string, flag int) *os.File {
		file, err := os.OpenFile("/sys/kernel/debug/race-chip/"+name, flag, 0)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { file.Close() })
		return file
	}
	return &rig{TB: t, plan: open("plan", os.O_WRONLY), made: open("made", os.O_RDONLY),
		random: rand.New(rand.NewPCG(number+seed(), number)), n: n}
}

// open takes buttons 1 to n on the first lines.
func (r *rig) open(n int) *hw.Buttons {
	r.Helper()
	names := map[hw.Button]string{}
	for i := range n {
		names[hw.Button(i+1)] = fmt.Sprintf("RACE%d", i)
	}
	b, err := hw.OpenButtons(names)
	if err != nil {
		r.Fatal(err)
	}
	r.Cleanup(func() { b.Close() })
	return b
}

// How the chip treats a motion.
type how uint8

const (
	latched how = 1 << iota // interrupts are off: it is served with the next one that is not latched, by line number
	lost                    // the chip never tells of it
)

// A motion closes or opens the switch of a line.
type motion struct {
	at     time.Duration // since the plan began
	line   int
	closed bool
	how    how
}

// begin hands the motions to the timer, in the order of their time.
func (r *rig) begin(plan []motion) {
	r.Helper()
	b := make([]byte, 0, 12*len(plan))
	for _, m := range plan {
		b = binary.NativeEndian.AppendUint64(b, uint64(m.at))
		b = binary.NativeEndian.AppendUint16(b, uint16(m.line))
		level := byte(1) // the pull-up's
		if m.closed {
			level = 0
		}
		b = append(b, level, byte(m.how), 0, 0, 0, 0)
	}
	if _, err := r.plan.Write(b); err != nil {
		r.Fatal(err)
	}
}

// times waits until all motions are made, and returns when each was.
func (r *rig) times(n int) []time.Duration {
	r.Helper()
	b := make([]byte, 8*n)
	if _, err := r.made.ReadAt(b, 0); err != nil {
		r.Fatal(err)
	}
	times := make([]time.Duration, n)
	for i := range times {
		times[i] = time.Duration(binary.NativeEndian.Uint64(b[8*i:]))
	}
	return times
}

// A course is one race as it is planned.
type course struct {
	plan    []motion
	touches []int // of seat i+1: which motion is its first touch
}

// newCourse plans a race in which every seat presses, the first at any moment of ten milliseconds,
// for the levels are looked at when a race begins; neighbours press 5 µs to 20 ms apart, and
// interference touches some lines.
func newCourse(random *rand.Rand, seats int, of bounce, spikes int) course {
	type tagged struct {
		motion
		seat int // whose first touch it is, from 1
	}
	var all []tagged
	at := time.Millisecond + upTo(random, 9*time.Millisecond)
	for _, line := range random.Perm(seats) {
		first := true
		end := at
		for _, closed := range []bool{true, false} {
			tag := 0
			if first {
				tag, first = line+1, false
			}
			all = append(all, tagged{motion{at: end, line: line, closed: closed}, tag})
			for i, after := range of(random) {
				all = append(all, tagged{motion{at: end + after, line: line, closed: closed == (i%2 == 1)}, 0})
			}
			end += 40*time.Millisecond + upTo(random, 40*time.Millisecond)
		}
		at += time.Duration(float64(5*time.Microsecond) * math.Pow(4000, random.Float64()))
	}
	for range spikes { // on lines that nobody has touched yet, or that are open again
		line := random.IntN(seats)
		begin := 150*time.Millisecond + upTo(random, 40*time.Millisecond)
		all = append(all, tagged{motion{at: begin, line: line, closed: true}, 0},
			tagged{motion{at: begin + 5*time.Microsecond + upTo(random, 45*time.Microsecond), line: line}, 0})
	}
	slices.SortStableFunc(all, func(a, b tagged) int { return cmp.Compare(a.at, b.at) })
	c := course{touches: make([]int, seats)}
	for i, t := range all {
		c.plan = append(c.plan, t.motion)
		if t.seat > 0 {
			c.touches[t.seat-1] = i
		}
	}
	return c
}

// order is the seats by the time of their first touch, and how far apart the two were that decide.
func (c course) order(made []time.Duration, rule race.Rule) (order []games.Seat, apart time.Duration) {
	at := func(s games.Seat) time.Duration { return made[c.touches[s-1]] }
	order = games.FirstSeats(len(c.touches))
	slices.SortFunc(order, func(a, b games.Seat) int { return cmp.Compare(at(a), at(b)) })
	i := 1
	if rule == race.SlowestLoses {
		i = len(order) - 1
	}
	return order, at(order[i]) - at(order[i-1])
}

// tally counts how races ended.
type tally struct {
	races, right, deadHeat, needless, void, wrong, wrongClose int
	ghosts                                                    int // presses that nobody made
	losses                                                    int // that were reported
	firstLost                                                 int // the first race, from 1, with a loss
}

func (n *tally) String() string {
	return fmt.Sprintf("%5d races: %5d right, %4d dead heats, %3d needless, %3d void, %2d wrong, "+
		"%2d wrong within the tie, %d ghosts, %d losses",
		n.races, n.right, n.deadHeat, n.needless, n.void, n.wrong, n.wrongClose, n.ghosts, n.losses)
}

func (n *tally) add(over games.RaceOver, rule race.Rule, order []games.Seat, apart, tie time.Duration) (ok bool) {
	n.races++
	named, truth := over.Fastest, order[0]
	if rule == race.SlowestLoses {
		named, truth = over.Slowest, order[len(order)-1]
	}
	switch {
	case over.Void:
		n.void++
	case named == truth:
		n.right++
	case len(over.DeadHeat) > 0 && apart < tie:
		n.deadHeat++
	case len(over.DeadHeat) > 0:
		n.needless++
	case apart < tie:
		n.wrongClose++
		return false
	default:
		n.wrong++
		return false
	}
	return true
}

const mostSeats = 8

// switches make the motions of a plan, and know when each was made.
type switches interface {
	begin(plan []motion)
	times(n int) []time.Duration
}

// races has n races of a kind judged by the loop of the table, with two to eight seats and by both
// rules. Treat says how the chip treats their motions.
func (k *bench) races(of switches, n int, random *rand.Rand, bounce bounce, spikes int, treat func(*course)) *tally {
	total := &tally{}
	for i := range n {
		seats := 2 + i%(mostSeats-1)
		rule := []race.Rule{race.FastestWins, race.SlowestLoses}[i/(mostSeats-1)%2]
		c := newCourse(random, seats, bounce, spikes)
		treat(&c)
		// It lasts until all are let go, and what is lost is told.
		over, presses := k.judge(rule, games.FirstSeats(seats), func() { of.begin(c.plan) }, time.Second, 300*time.Millisecond)
		if over == nil {
			over = &games.RaceOver{Void: has[games.EdgesLost](k.facts)}
		}
		made := of.times(len(c.plan))
		for _, p := range presses {
			if off := p.at - made[c.touches[p.seat-1]]; off < 0 || off > hw.DefaultDebounce().Bounce {
				total.ghosts++
				k.Logf("race %d of %d: a press of seat %d %v after its touch", i+1, n, p.seat, off)
			}
		}
		for _, f := range k.facts {
			if _, is := f.What.(games.EdgesLost); is {
				total.losses++
			}
		}
		if total.firstLost == 0 && (total.losses > 0 || over.Void) {
			total.firstLost = i + 1
		}
		order, apart := c.order(made, rule)
		if !total.add(*over, rule, order, apart, race.DefaultLimits().Tie) {
			k.Logf("race %d of %d: %v apart, in truth %v, verdict %+v", i+1, n, apart, order, over)
		}
		time.Sleep(2 * hw.DefaultDebounce().Lockout)
	}
	return total
}

// races judges races on the rig, of which none may be wrong.
func (r *rig) races(of bounce, spikes int, treat func(*course)) *tally {
	b := r.open(mostSeats)
	defer b.Close()
	k := newBench(r, b, hw.Now, games.FirstSeats(mostSeats), race.DefaultLimits())
	alarm, err := hw.NewAlarm()
	if err != nil {
		r.Fatal(err)
	}
	defer alarm.Close()
	k.devices.Alarm = alarm
	total := k.races(r, r.n, r.random, of, spikes, treat)
	r.Log(total)
	if total.wrong+total.wrongClose+total.ghosts > 0 {
		r.Error("a verdict is wrong, or a press nobody's")
	}
	return total
}

// RACE-1: the verdict is that of the hands, whatever the contacts and the machine do, and nothing
// is void that was not lost.
func TestRaces(t *testing.T) {
	for _, kind := range []struct {
		name   string
		of     bounce
		spikes int
		busy   bool
	}{
		{"clean", clean, 0, false},
		{"slow bounce", slow, 0, false},
		{"fast bounce", fast, 0, false},
		{"interference", slow, 3, false},
		{"slow bounce, busy", slow, 0, true},
		{"fast bounce, busy", fast, 0, true},
		{"long bounce", long, 0, false},
		{"long bounce, busy", long, 0, true},
	} {
		t.Run(kind.name, func(t *testing.T) {
			r := newRig(t, 1)
			if kind.busy {
				load(t)
			}
			total := r.races(kind.of, kind.spikes, func(*course) {})
			if 100*total.void > r.n || 50*total.needless > r.n {
				t.Errorf("more than 1 in 100 void, or 2 in 100 needlessly a dead heat: %v", total)
			}
		})
	}
}

// RACE-1: where interrupts are off for a while, the chip serves what has moved by the number of the
// line. That decides nothing.
func TestRacesWithInterruptsOff(t *testing.T) {
	r := newRig(t, 2)
	r.races(slow, 0, interruptsOff(r.random))
}

// interruptsOff turns interrupts off for up to 500 µs at a time, so that a chip serves what has moved
// with the last motion in that time.
func interruptsOff(random *rand.Rand) func(*course) {
	return func(c *course) {
		var until time.Duration
		for i := range c.plan {
			if c.plan[i].at > until && random.IntN(4) == 0 {
				until = c.plan[i].at + upTo(random, 500*time.Microsecond)
			}
			if i+1 < len(c.plan) && c.plan[i+1].at <= until {
				c.plan[i].how = latched
			}
		}
	}
}

// A loss says which motions a chip never tells of.
type loss struct {
	name  string
	loses func(random *rand.Rand, plan []motion, i int) bool
}

func losses() []loss {
	const close = 30 * time.Microsecond
	oneOf := func(n int) func(*rand.Rand, []motion, int) bool {
		return func(random *rand.Rand, _ []motion, _ int) bool { return random.IntN(n) == 0 }
	}
	return []loss{{"1 of 100 is lost", oneOf(100)}, {"1 of 40 is lost", oneOf(40)},
		{"what is closer than 30 µs is lost", func(_ *rand.Rand, plan []motion, i int) bool {
			return i > 0 && plan[i].at-plan[i-1].at < close
		}}}
}

// endOfRelease is a chip that loses the edge with which a line comes to rest: every other button
// seems to be held when its race is over, and the next one begins.
var endOfRelease = loss{"the end of 1 release in 2 is lost", func(random *rand.Rand, plan []motion, i int) bool {
	moves := func(m motion) bool { return m.line == plan[i].line }
	return !slices.ContainsFunc(plan[i+1:], moves) && random.IntN(2) == 0
}}

func (l loss) treat(random *rand.Rand) func(*course) {
	return func(c *course) {
		for i := range c.plan {
			if l.loses(random, c.plan, i) {
				c.plan[i].how = lost
			}
		}
	}
}

// RACE-8: a chip that loses edges makes no wrong verdict, and no press that nobody made.
func TestRacesOnAChipThatLoses(t *testing.T) {
	for _, chip := range losses() {
		for _, contacts := range contacts()[:2] { // clean ones and slow ones
			t.Run(contacts.name+", "+chip.name, func(t *testing.T) {
				r := newRig(t, 3)
				if total := r.races(contacts.bounce, 0, chip.treat(r.random)); total.void == 0 && r.n >= 100 {
					t.Error("the chip has lost edges, and none is void")
				}
			})
		}
	}
}
