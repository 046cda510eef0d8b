package realkernel

import (
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// A threaded chip and its kernel tell of lines as Linux does, in the time of a synctest bubble: an
// interrupt stamps an edge, and a thread of the line reads the level and passes it on a moment
// later.
type threaded struct {
	began  time.Time
	random *rand.Rand
	events chan hw.Event
	late   time.Duration // that a thread runs at most
	from   time.Duration // when the plan began

	mu    sync.Mutex
	wires *hw.Wires
	lines [mostSeats]thread
	read  []told // by the threads, and not by the program
	plan  []motion
	made  []time.Duration // when each motion of it was
}

// A thread is one of the kernel, for a line.
type thread struct {
	down    bool // the level of the line
	number  uint32
	latched bool          // it has moved since the last interrupt
	stamp   time.Duration // of the last interrupt
	due     time.Duration // when it runs; 0 where it has nothing to do
}

// A told edge is one that the kernel has put into its queue.
type told struct {
	line   int
	at     time.Duration
	down   bool
	number uint32
}

func newThreaded(random *rand.Rand, late time.Duration) *threaded {
	var buttons []hw.Button
	for _, seat := range games.FirstSeats(mostSeats) {
		buttons = append(buttons, hw.Button(seat))
	}
	return &threaded{began: time.Now(), random: random, late: late, events: make(chan hw.Event, 256), wires: hw.NewWires(buttons)}
}

func (c *threaded) now() time.Duration { return time.Hour + time.Since(c.began) }

// begin moves the lines. Between two motions the threads run that are due, and the program's
// reader.
func (c *threaded) begin(plan []motion) {
	c.from, c.plan, c.made = c.now(), plan, nil
	for at, ok := c.next(); ok; at, ok = c.next() {
		time.Sleep(at - c.now())
		c.mu.Lock()
		for len(c.plan) > 0 && c.from+c.plan[0].at <= c.now() {
			c.move(c.plan[0])
			c.plan = c.plan[1:]
		}
		c.run()
		c.fetch(func(e hw.Event) { c.events <- e })
		c.mu.Unlock()
	}
}

// next returns when the next line moves or thread runs, if any does.
func (c *threaded) next() (first time.Duration, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	first = math.MaxInt64
	if len(c.plan) > 0 {
		first = c.from + c.plan[0].at
	}
	for _, t := range c.lines {
		if t.due > 0 {
			first = min(first, t.due)
		}
	}
	return first, first < math.MaxInt64
}

func (c *threaded) move(m motion) {
	at, t := c.from+m.at, &c.lines[m.line]
	c.made = append(c.made, at)
	if t.down = m.closed; m.how == lost {
		return
	}
	t.latched = true
	if m.how == latched {
		return
	}
	for i := range c.lines { // by the line's number
		if t := &c.lines[i]; t.latched {
			t.latched, t.stamp = false, at
			if t.due == 0 {
				t.due = at + 10*time.Microsecond + upTo(c.random, c.late)
			}
		}
	}
}

// run runs the threads that are due.
func (c *threaded) run() {
	for i := range c.lines {
		if t := &c.lines[i]; t.due > 0 && t.due <= c.now() {
			t.due = 0
			t.number++
			c.read = append(c.read, told{i, t.stamp, t.down, t.number})
		}
	}
}

func (c *threaded) fetch(pass func(hw.Event)) {
	for _, e := range c.read {
		c.wires.Edge(e.line, e.at, e.down, e.number, pass)
	}
	c.read = nil
}

func (c *threaded) times(int) []time.Duration { return c.made }

func (c *threaded) Events() <-chan hw.Event { return c.events }

func (c *threaded) Down() ([]hw.Button, error) { return nil, nil }

func (c *threaded) CatchUp(pass func(hw.Event)) time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	for len(c.events) > 0 {
		pass(<-c.events)
	}
	now := c.now()
	c.run()
	c.fetch(pass)
	return c.wires.Agree(now, now, func(i int) bool { return c.lines[i].down }, pass)
}

// RACE-1, RACE-8: whatever a chip loses, the loop of the table names nobody who was not the first,
// or the last, and hears no press that nobody made. Where nothing is lost, no loss is reported.
func TestRacesOnAChip(t *testing.T) {
	host(t)
	n, err := strconv.Atoi(os.Getenv("ARBITRE_CASES"))
	switch {
	case err != nil && testing.Short():
		n = 10
	case err != nil:
		n = 40
	}
	type chip struct {
		name  string
		treat func(*rand.Rand) func(*course)
		loses bool
		busy  bool // threads are late by more than the tie
	}
	none := func(*rand.Rand) func(*course) { return func(*course) {} }
	chips := []chip{
		{name: "nothing is lost", treat: none},
		{name: "threads are late by up to 1.5 ms", treat: none, busy: true},
		{name: "interrupts are off for up to 500 µs", treat: interruptsOff},
		{name: endOfRelease.name, treat: endOfRelease.treat, loses: true},
	}
	for _, loss := range losses() {
		chips = append(chips, chip{name: loss.name, treat: loss.treat, loses: true})
	}
	for _, chip := range chips {
		for _, contacts := range contacts() {
			t.Run(contacts.name+", "+chip.name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					random := rand.New(rand.NewPCG(1+seed(), uint64(len(t.Name()))))
					late := 60 * time.Microsecond
					if chip.busy {
						late = 1500 * time.Microsecond
					}
					c := newThreaded(random, late)
					k := newBench(t, c, c.now, games.FirstSeats(mostSeats), race.DefaultLimits())
					total := k.races(c, n, random, contacts.bounce, 0, chip.treat(random))
					t.Log(total)
					// Where the chip lost several edges of one bounce, a press may be late by less
					// than the tie; and a press that is lost where no race is open is known by its
					// release alone, which may be taken for it. Where a thread is later than the
					// tie, so is the stamp of a touch that is merged with its bounces.
					allowed := n / 1000
					if chip.busy {
						allowed = n/40 + 1
					}
					if total.wrong > 0 || total.wrongClose+total.ghosts > allowed {
						t.Error("a verdict is wrong, or missing, or presses are nobody's")
					}
					if !chip.loses && !chip.busy && total.void+total.losses > 0 {
						t.Errorf("nothing was lost, and race %d of %d reports a loss", total.firstLost, n)
					}
				})
			})
		}
	}
}
