package hw_test

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"arbitre/hw"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A table has contacts, and remembers what was reported of them.
type table struct {
	*hw.Contacts
	now  time.Duration
	news []news
	woke int // without an edge
}

// News is that a button is left out, or that it is believed again.
type news struct {
	At     time.Duration
	Button hw.Button
	Fault  error // nil when it is believed again
}

func newTable() *table {
	t := &table{}
	t.Contacts = hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), func(b hw.Button, fault error) {
		t.news = append(t.news, news{t.now, b, fault})
	})
	return t
}

func (t *table) Edge(e hw.Edge) []hw.Edge { return t.Take(hw.Event{Edge: e}) }

func (t *table) Take(e hw.Event) []hw.Edge {
	t.now = e.At
	return t.Contacts.Take(e)
}

func (t *table) Elapse(at time.Duration) []hw.Edge {
	t.now = at
	t.woke++
	return t.Contacts.Elapse(at)
}

// byTheClock puts the edges of several buttons into the order of their time.
func byTheClock(edges ...[]hw.Edge) []hw.Edge {
	all := slices.Concat(edges...)
	slices.SortStableFunc(all, func(a, b hw.Edge) int { return cmp.Compare(a.At, b.At) })
	return all
}

// pulses are n of a width, the first at from, with one of a period after the other.
func pulses(b hw.Button, from, period, width time.Duration, n int) []hw.Edge {
	var at []time.Duration
	for i := range time.Duration(n) {
		at = append(at, from+i*period, from+i*period+width)
	}
	return contacts(b, at...)
}

// loose returns the edges of a contact that makes and breaks by chance, for a span of time.
func loose(b hw.Button, from, span, mean time.Duration, chance *rand.Rand) []hw.Edge {
	var at []time.Duration
	for t := from; t < from+span; t += 1 + time.Duration(chance.ExpFloat64()*float64(mean)) {
		at = append(at, t)
	}
	return contacts(b, at[:len(at)/2*2]...) // up at the end
}

func within(span time.Duration, chance *rand.Rand) time.Duration {
	return time.Duration(chance.Int64N(int64(span)))
}

// fingers returns presses as a hand makes them, with the bounce of their contacts.
type fingers struct {
	rate   int           // presses a second
	bounce time.Duration // at most, when they close and when they open
	often  int           // the edges of one bounce, at most
}

func (f fingers) press(b hw.Button, from time.Duration, n int, chance *rand.Rand) []hw.Edge {
	var at []time.Duration
	flutter := func(from time.Duration) {
		bounce := []time.Duration{from}
		for range chance.IntN(f.often+1) / 2 * 2 {
			bounce = append(bounce, from+within(f.bounce, chance))
		}
		slices.Sort(bounce)
		at = append(at, bounce...)
	}
	cycle := time.Second / time.Duration(f.rate)
	const (
		long  = 2 * ms  // enough to be no interference
		letGo = 20 * ms // for so long at least, after all bounce
	)
	for range n {
		flutter(from)
		held := f.bounce + long + within(cycle-2*f.bounce-letGo-long, chance)
		flutter(from + held)
		from += cycle
	}
	return contacts(b, at...)
}

func TestAButtonThatCannotBeBelievedIsLeftOut(t *testing.T) {
	chance := func() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }
	const s, m = time.Second, time.Minute
	for _, tt := range []struct {
		name    string
		edges   []hw.Edge
		want    []news
		presses int // that are told
	}{
		{"held to look at a token", contacts(1, s, m), nil, 1},
		{"held for longer than a hand does", contacts(1, s, 2*m),
			[]news{{m + s, 1, hw.Stuck}, {2*m + 3*s, 1, nil}}, 1},
		{"stuck for good", contacts(1, s),
			[]news{{m + s, 1, hw.Stuck}}, 1},
		{"a contact that parts for a moment is no less stuck", contacts(1, s, 20*s, 20*s+5*ms, 2*m),
			[]news{{m + s, 1, hw.Stuck}, {2*m + 3*s, 1, nil}}, 1},
		{"the first press after the calm counts", contacts(1, s, 2*m, 2*m+3*s, 2*m+4*s),
			[]news{{m + s, 1, hw.Stuck}, {2*m + 3*s, 1, nil}}, 2},
		{"one before its end does not, and begins it anew", contacts(1, s, 2*m, 2*m+3*s-1, 2*m+4*s),
			[]news{{m + s, 1, hw.Stuck}, {2*m + 7*s, 1, nil}}, 1},

		{"hum at 50 Hz, too short to be presses", pulses(1, s, s/50, 100*us, 250),
			[]news{{3 * s, 1, hw.Floating}, {9 * s, 1, nil}}, 0},
		{"hum at 60 Hz, half of each period", pulses(1, s, s/60, s/120, 300),
			[]news{{2 * s, 1, hw.Floating}, {9 * s, 1, nil}}, 1},
		{"hum at 50 Hz, nearly the whole period", pulses(1, s, s/50, 19*ms, 250),
			[]news{{3 * s, 1, hw.Floating}, {9 * s, 1, nil}}, 1},
		{"hum at 50 Hz that looks like presses: they count until it is known", pulses(1, s, s/50, 3*ms, 250),
			[]news{{3 * s, 1, hw.Floating}, {9 * s, 1, nil}}, 95},
		{"as often, but a millisecond off the mains", pulses(1, s, 21*ms, 100*us, 200),
			[]news{{3*s + s/2, 1, hw.Chattering}, {8 * s, 1, nil}}, 0},
		{"an edge every 14 ms: each other one is of the burst before", pulses(1, s, 28*ms, 14*ms, 100), nil, 1},
		{"a nanosecond slower: each is a burst", pulses(1, s, 28*ms+2, 14*ms+1, 100),
			[]news{{s + s/2, 1, hw.Chattering}, {7 * s, 1, nil}}, 1},
		{"as fast as no finger is, by a millisecond", pulses(1, s, 24*ms, 100*us, 500),
			[]news{{12*s + s/2, 1, hw.Chattering}, {16 * s, 1, nil}}, 0},
		{"no faster than fingers might be", pulses(1, s, 25*ms, 100*us, 1000), nil, 0},
		{"edges without end", pulses(1, s, 200*us, 100*us, 5000),
			[]news{{s + s/2, 1, hw.Chattering}, {5 * s, 1, nil}}, 1},
		{"edges without end that leave it down: it is not calm", pulses(1, s, 200*us, 100*us, 5000)[:9999],
			[]news{{s + s/2, 1, hw.Chattering}}, 1},

		{"interference now and then", pulses(1, s, 100*ms, 100*us, 6000), nil, 0},
		{"a child that hammers for a minute", fingers{15, 10 * ms, 40}.press(1, s, 900, chance()), nil, 900},
		{"two hands that drum for a minute", fingers{19, 5 * ms, 10}.press(1, s, 1140, chance()), nil, 1140},
	} {
		t.Run(tt.name, func(t *testing.T) {
			table := newTable()
			got := run(table, tt.edges, atOnce)
			for i := range table.news {
				table.news[i].At = table.news[i].At.Round(s / 2)
			}
			if diff := gocmp.Diff(tt.want, table.news); diff != "" {
				t.Errorf("reports, to half a second (-want +got):\n%s", diff)
			}
			if p := presses(got); len(p) != tt.presses {
				t.Errorf("%d presses are told, want %d", len(p), tt.presses)
			}
			for i, g := range got {
				if g.Edge.Down != (i%2 == 0) {
					t.Errorf("no press and release in turn: %+v", got)
					break
				}
			}
		})
	}
}

func TestAButtonDownSinceTheStartIsStuck(t *testing.T) {
	table := newTable()
	table.Resync(time.Second, []hw.Button{1, hw.KeyNext})
	got := run(table, contacts(1, 0, 5*time.Second)[1:], atOnce) // it comes up in time
	want := []news{{time.Minute + time.Second, hw.KeyNext, hw.Stuck}}
	if diff := gocmp.Diff(want, table.news); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if p := presses(got); len(p) > 0 {
		t.Errorf("nobody pressed, but told is %v", p)
	}
}

func TestWhenEdgesWereLostTheLevelsDecide(t *testing.T) {
	table := newTable()
	run(table, contacts(1, time.Second), atOnce)                                        // until it is stuck
	table.Take(hw.Event{Edge: hw.Edge{At: 5 * time.Minute, Button: 1}, Resynced: true}) // it came up, and that was lost
	got := run(table, contacts(1, 6*time.Minute, 7*time.Minute), atOnce)
	want := []news{{time.Minute + time.Second, 1, hw.Stuck}, {5*time.Minute + 3*time.Second, 1, nil}}
	if diff := gocmp.Diff(want, table.news[:2]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(presses(got)) != 1 {
		t.Errorf("told are %v", got)
	}
}

func TestWhichButtonsAreHeld(t *testing.T) {
	table := newTable()
	table.Edge(hw.Edge{At: time.Second, Button: 1, Down: true})
	held := []bool{table.Held()}
	for _, at := range []time.Duration{time.Second + ms, time.Hour} {
		table.Elapse(at)
		held = append(held, table.Held())
	}
	if want := []bool{false, true, false}; !slices.Equal(held, want) {
		t.Errorf("a touch, a press, a stuck button: held %v, want %v", held, want)
	}
}

func TestAStuckButtonWakesNobody(t *testing.T) {
	table := newTable()
	run(table, contacts(1, time.Second), atOnce)
	if table.woke != 2 { // for the press, and when it is stuck
		t.Errorf("woke %d times", table.woke)
	}
	if due, ok := table.Deadline(); ok {
		t.Errorf("and again at %v", due)
	}
}

func TestWhatFingersDoIsNeverLeftOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := fingers{
			rate:   rapid.IntRange(1, 15).Draw(t, "presses a second"),
			bounce: time.Duration(rapid.Int64Range(1, int64(10*ms)).Draw(t, "bounce")),
			often:  rapid.IntRange(0, 100).Draw(t, "edges of a bounce"),
		}
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		edges := byTheClock(f.press(1, time.Second, 15*f.rate, chance), f.press(2, time.Second+7*ms, 15*f.rate, chance))
		table := newTable()
		got := run(table, edges, atOnce)
		if n := len(presses(got)); n != 30*f.rate || len(got) != 2*n {
			t.Errorf("of %d presses %d were told", 30*f.rate, n)
		}
		if len(table.news) > 0 {
			t.Errorf("reported %v", table.news)
		}
	})
}

func TestALineAtFaultLeavesTheOthersAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const bad = 9 // drawTruth has up to 8 buttons
		tr := drawTruth(t, hw.DefaultDebounce(), hw.DefaultDebounce().Lockout, true)
		seed := rapid.Uint64().Draw(t, "seed")
		mean := time.Duration(rapid.Int64Range(int64(100*us), int64(6*ms)).Draw(t, "mean"))
		edges := byTheClock(tr.edges, loose(bad, 0, 2*time.Second, mean, rand.New(rand.NewPCG(seed, 0))))
		got := run(newTable(), edges, atOnce)
		got = slices.DeleteFunc(got, func(g told) bool { return g.Edge.Button == bad })
		presses, releases := split(got)
		if diff := gocmp.Diff(byTime(tr.presses), presses); diff != "" {
			t.Errorf("presses (-true +told):\n%s", diff)
		}
		if diff := gocmp.Diff(byTime(tr.opened), releases); diff != "" {
			t.Errorf("releases (-true +told):\n%s", diff)
		}
	})
}

// The mains are off by a fifth of a hertz at most; a slow slope crosses the threshold several
// times, and never quite on time.
func TestHumIsToldFromALooseContact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		chance := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		mean := time.Duration(rapid.Int64Range(int64(100*us), int64(5*ms)).Draw(t, "mean"))
		hertz := rapid.SampledFrom([]float64{50, 60}).Draw(t, "mains") + rapid.Float64Range(-0.2, 0.2).Draw(t, "off")
		period := time.Duration(float64(time.Second) / hertz)
		width := time.Duration(rapid.Int64Range(int64(period/20), int64(period*19/20)).Draw(t, "width"))
		var hum []time.Duration
		for i := range time.Duration(200) {
			for _, slope := range []time.Duration{0, width} {
				for range 1 + 2*chance.IntN(3) {
					hum = append(hum, time.Second+i*period+slope+within(300*us, chance))
				}
			}
		}
		slices.Sort(hum)
		table := newTable()
		run(table, byTheClock(contacts(1, hum...), loose(2, time.Second, 4*time.Second, mean, chance)), atOnce)
		faults := map[hw.Button][]error{}
		for _, n := range table.news {
			faults[n.Button] = append(faults[n.Button], n.Fault)
		}
		want := map[hw.Button][]error{1: {hw.Floating, nil}, 2: {hw.Chattering, nil}}
		if diff := gocmp.Diff(want, faults); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// FuzzContacts reads edges from 4 bytes each: button, level and time since the last.
func FuzzContacts(f *testing.F) {
	f.Add([]byte{1, 1, 0, 10, 1, 0, 0, 10})
	f.Add([]byte{1, 1, 255, 255, 250, 1, 1, 1, 251, 1, 1, 1, 250, 0, 1, 1, 251, 0, 1, 1})
	f.Add(slices.Repeat([]byte{2, 1, 0, 200, 2, 0, 0, 200}, 200))
	f.Fuzz(func(t *testing.T, input []byte) {
		if len(input) > 1<<14 {
			return
		}
		var edges []hw.Edge
		at := time.Duration(0)
		for i := 0; i+4 <= len(input); i += 4 {
			in := input[i : i+4]
			at += time.Duration(in[2])<<8*100*us + time.Duration(in[3])*100*us // up to 6.5 s
			edges = append(edges, hw.Edge{At: at, Button: hw.Button(int8(in[0])), Down: in[1]&1 != 0})
			if in[1]&2 != 0 && len(edges) > 1 {
				edges[len(edges)-1].At = edges[len(edges)-2].At // of one instant
			}
		}
		table := newTable()
		got := run(table, edges, atOnce) // ends: deadlines do not go on for ever
		down := map[hw.Button]bool{}
		for _, g := range got {
			b := g.Edge.Button
			if down[b] == g.Edge.Down {
				t.Errorf("%v is told twice: %+v", b, got)
			}
			down[b] = g.Edge.Down
		}
		out := map[hw.Button]error{}
		for _, n := range table.news {
			if (out[n.Button] == nil) == (n.Fault == nil) {
				t.Errorf("told again: %+v", table.news)
			}
			out[n.Button] = n.Fault
		}
		if due, ok := table.Deadline(); ok {
			t.Errorf("nothing moves, but it is due at %v", due)
		}
	})
}

func TestEdgesAllocateNothing(t *testing.T) {
	c := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), func(hw.Button, error) {})
	var at time.Duration
	told := 0
	i := 0
	step := func() {
		i++
		at += 3 * ms // at 41 Hz each: they are left out soon
		edge := hw.Edge{At: at, Button: []hw.Button{1, 2, hw.KeyNext, hw.KeyPrevious}[i%4], Down: i/4%2 == 0}
		told += len(c.Take(hw.Event{Edge: edge}))
		told += len(c.Elapse(at))
		c.Deadline()
	}
	for range 1000 {
		step()
	}
	if n := testing.AllocsPerRun(1000, step); n > 0 {
		t.Errorf("%v allocations an edge", n)
	}
	if told == 0 {
		t.Error("nothing was told")
	}
}
