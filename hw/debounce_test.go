package hw_test

import (
	"cmp"
	"math"
	"slices"
	"testing"
	"time"

	"arbitre/hw"

	gocmp "github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

const us, ms = time.Microsecond, time.Millisecond

// contacts returns edges of one button, down and up in turn.
func contacts(b hw.Button, at ...time.Duration) []hw.Edge {
	edges := make([]hw.Edge, len(at))
	for i, t := range at {
		edges[i] = hw.Edge{At: t, Button: b, Down: i%2 == 0}
	}
	return edges
}

// A told edge is one that a debouncer returned, and when.
type told struct {
	Edge hw.Edge
	At   time.Duration
}

// A judge is contacts, or who looks on as they work.
type judge interface {
	Take(hw.Event) []hw.Edge
	Elapse(time.Duration) []hw.Edge
	Deadline() (time.Duration, bool)
}

// run gives edges to a judge as its owner's loop does, which has one timer: each edge is read after
// its delay.
func run(d judge, edges []hw.Edge, delay func(hw.Edge) time.Duration) []told {
	return runUntil(math.MaxInt64, d, edges, delay)
}

func runUntil(end time.Duration, d judge, edges []hw.Edge, delay func(hw.Edge) time.Duration) (out []told) {
	edges = slices.Clone(edges)
	read := func(e hw.Edge) time.Duration { return e.At + delay(e) }
	slices.SortStableFunc(edges, func(a, b hw.Edge) int { return cmp.Compare(read(a), read(b)) })
	pass := func(until time.Duration) {
		for {
			due, ok := d.Deadline()
			if !ok || due > until {
				return
			}
			for _, e := range d.Elapse(due) {
				out = append(out, told{e, due})
			}
		}
	}
	for _, e := range edges {
		pass(read(e) - 1)
		for _, made := range d.Take(hw.Event{Edge: e}) {
			out = append(out, told{made, read(e)})
		}
	}
	pass(end)
	return out
}

func atOnce(hw.Edge) time.Duration { return 0 }

// What a device's program has decided is a press however short it is; a wire may have picked it up.
func TestAPressThatADeviceDecides(t *testing.T) {
	for _, held := range []time.Duration{0, 1, ms - 1, ms, 20 * ms} {
		for _, decided := range []bool{true, false} {
			c, made := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), nil), []hw.Edge(nil)
			for _, e := range contacts(3, 100*ms, 100*ms+held) {
				made = append(made, c.Take(hw.Event{Edge: e, Decided: decided})...)
			}
			made = append(made, c.Elapse(time.Second)...)
			want := contacts(3, 100*ms, 100*ms+held)
			if !decided && held < ms {
				want = nil
			}
			if !slices.Equal(made, want) {
				t.Errorf("held for %v, decided: %t: %+v, want %+v", held, decided, made, want)
			}
		}
	}
}

func TestDebounce(t *testing.T) {
	press := func(at, certain time.Duration) told {
		return told{hw.Edge{At: at, Button: 1, Down: true}, certain}
	}
	release := func(at, certain time.Duration) told {
		return told{hw.Edge{At: at, Button: 1}, certain}
	}
	for _, tt := range []struct {
		name string
		at   []time.Duration // down and up in turn
		want []told
	}{
		{"a clean press is told a glitch's length later, with its own time",
			[]time.Duration{100 * ms, 200 * ms},
			[]told{press(100*ms, 101*ms), release(200*ms, 215*ms)}},
		{"a pulse shorter than a glitch is no press",
			[]time.Duration{100 * ms, 100*ms + 999*us}, nil},
		{"one as long as a glitch is",
			[]time.Duration{100 * ms, 101 * ms},
			[]told{press(100*ms, 101*ms), release(101*ms, 116*ms)}},
		{"bounce while closing neither moves the press nor makes it a glitch",
			[]time.Duration{100 * ms, 100*ms + 50*us, 101 * ms, 101*ms + 100*us, 103 * ms, 103*ms + 300*us, 103*ms +
				600*us, 200 * ms},
			[]told{press(100*ms, 103*ms+600*us+550*us), release(200*ms, 215*ms)}},
		{"bounce while opening is neither a press nor a second release",
			[]time.Duration{100 * ms, 200 * ms, 201 * ms, 202 * ms, 205 * ms, 205*ms + 10*us},
			[]told{press(100*ms, 101*ms), release(205*ms+10*us, 220*ms+10*us)}},
		{"contacts that part for a moment while held are neither",
			[]time.Duration{100 * ms, 150 * ms, 160 * ms, 200 * ms},
			[]told{press(100*ms, 101*ms), release(200*ms, 215*ms)}},
		{"a tap shorter than the lockout is released",
			[]time.Duration{100 * ms, 103 * ms},
			[]told{press(100*ms, 101*ms), release(103*ms, 118*ms)}},
		{"two presses",
			[]time.Duration{100 * ms, 130 * ms, 145 * ms, 200 * ms},
			[]told{press(100*ms, 101*ms), release(130*ms, 145*ms), press(145*ms, 146*ms), release(200*ms, 215*ms)}},
		{"interference well before a press is not its time",
			[]time.Duration{100 * ms, 100*ms + 500*us, 106*ms + 1, 200 * ms},
			[]told{press(106*ms+1, 107*ms+1), release(200*ms, 215*ms)}},
		{"a touch as late as bounce may come is of the same press",
			[]time.Duration{100 * ms, 100*ms + 500*us, 106 * ms, 200 * ms},
			[]told{press(100*ms, 106*ms+500*us), release(200*ms, 215*ms)}},
		{"interference that keeps coming is never a press",
			[]time.Duration{100 * ms, 100*ms + 200*us, 105 * ms, 105*ms + 200*us, 110 * ms, 110*ms + 200*us, 115 * ms,
				115*ms + 200*us, 120 * ms, 120*ms + 200*us, 125 * ms, 125*ms + 200*us},
			nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := run(newTable(), contacts(1, tt.at...), atOnce)
			if diff := gocmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestAnOlderEdgeOfTheSameButtonIsIgnored(t *testing.T) {
	d := newTable()
	d.Edge(hw.Edge{At: 10 * ms, Button: 1, Down: true})
	d.Edge(hw.Edge{At: 9 * ms, Button: 1})
	if due, ok := d.Deadline(); !ok || due != 11*ms {
		t.Errorf("the deadline is %v, %v", due, ok)
	}
	d.Edge(hw.Edge{At: 10 * ms, Button: 1})
	if due, ok := d.Deadline(); ok {
		t.Errorf("a pulse of no length leaves a deadline %v", due)
	}
}

func TestAPressIsToldSevenMillisecondsLateAtMost(t *testing.T) {
	if late := hw.DefaultDebounce().Late(); late != 7*ms {
		t.Errorf("%v late", late)
	}
}

func TestNothingMovesNoDeadline(t *testing.T) {
	d := newTable()
	steps := []struct {
		what     string
		edge     hw.Edge
		elapse   time.Duration
		deadline bool
	}{
		{what: "at the start"},
		{what: "while it is not known whether it is a press", edge: hw.Edge{At: ms, Button: 1, Down: true},
			deadline: true},
		{what: "while held", elapse: 2 * ms},
		{what: "until it is released", edge: hw.Edge{At: 50 * ms, Button: 1}, deadline: true},
		{what: "released", elapse: 65 * ms},
		{what: "after interference", edge: hw.Edge{At: 80 * ms, Button: 1, Down: true}, deadline: true},
		{what: "and its end", edge: hw.Edge{At: 80*ms + 1, Button: 1}},
	}
	for _, s := range steps {
		if s.edge != (hw.Edge{}) {
			d.Edge(s.edge)
		}
		if s.elapse != 0 {
			d.Elapse(s.elapse)
		}
		if due, ok := d.Deadline(); (ok && due < time.Minute) != s.deadline { // by then one that is held is stuck
			t.Errorf("%s: deadline %v, %v", s.what, due, ok)
		}
	}
}

func TestAnew(t *testing.T) {
	d := newTable()
	d.Resync(0, []hw.Button{1}) // held when the box was started
	press2 := contacts(2, 10*ms)
	got := runUntil(90*ms, d, press2, atOnce)
	// Now edges are lost: 1 and 2 went up, 3 went down, and 4 did both.
	for b := hw.Button(1); b <= 4; b++ {
		d.Take(hw.Event{Edge: hw.Edge{At: 100 * ms, Button: b, Down: b == 3}, Resynced: true})
	}
	got = append(got, runUntil(time.Second, d, []hw.Edge{
		{At: 101 * ms, Button: 4, Down: true}, // it bounces
		{At: 104 * ms, Button: 4},
		{At: 120 * ms, Button: 1, Down: true},
		{At: 125 * ms, Button: 4, Down: true},
		{At: 180 * ms, Button: 1},
		{At: 190 * ms, Button: 3},
		{At: 191 * ms, Button: 3, Down: true},
		{At: 194 * ms, Button: 3},
	}, atOnce)...)
	want := []told{
		{hw.Edge{At: 10 * ms, Button: 2, Down: true}, 11 * ms},
		{hw.Edge{At: 100 * ms, Button: 1}, 115 * ms},
		{hw.Edge{At: 100 * ms, Button: 2}, 115 * ms},
		{hw.Edge{At: 120 * ms, Button: 1, Down: true}, 121 * ms},
		{hw.Edge{At: 125 * ms, Button: 4, Down: true}, 126 * ms},
		{hw.Edge{At: 180 * ms, Button: 1}, 195 * ms},
	}
	if diff := gocmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What becomes certain up to an event is told with it, whatever the event itself means.
func TestNoEventForgetsAPressThatIsCertain(t *testing.T) {
	at := hw.Edge{At: 9 * ms}
	other := hw.Edge{At: 9 * ms, Button: 2, Down: true}
	for name, event := range map[string]hw.Event{
		"edges were lost":                  {Edge: at, Lost: 1, Until: 9 * ms},
		"a character was typed":            {Edge: at, Typed: 'A'},
		"another button was touched":       {Edge: other},
		"another button was found anew":    {Edge: other, Resynced: true},
		"the button itself was found anew": {Edge: hw.Edge{At: 9 * ms, Button: 1, Down: true}, Resynced: true},
	} {
		t.Run(name, func(t *testing.T) {
			table := newTable()
			press := hw.Edge{At: ms, Button: 1, Down: true}
			table.Edge(press)
			if diff := gocmp.Diff([]hw.Edge{press}, table.Take(event)); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
		})
	}
}

func TestALateEdgeTellsFirstThatTheButtonWasStuck(t *testing.T) {
	table := newTable()
	table.Edge(hw.Edge{At: ms, Button: 2, Down: true})
	table.Elapse(10 * ms)
	want := []hw.Edge{{At: time.Minute + ms, Button: 2}}
	if diff := gocmp.Diff(want, table.Edge(hw.Edge{At: 2 * time.Minute, Button: 2})); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

// A player's button that is found down is of unknown time until it is let go; a key or a shortcut keeps
// no player waiting.
func TestNobodyKnowsWhenAButtonWasPressed(t *testing.T) {
	table := newTable()
	for _, tt := range []struct {
		button  hw.Button
		unknown bool
	}{{hw.KeyOK, false}, {hw.Shortcut(0), false}, {1, true}} {
		table.Take(hw.Event{Edge: hw.Edge{At: ms, Button: tt.button, Down: true}, Resynced: true})
		if table.Unknown() != tt.unknown {
			t.Errorf("with %v found down it is unknown: %v", tt.button, table.Unknown())
		}
	}
	if run(table, []hw.Edge{{At: 50 * ms, Button: 1}}, atOnce); table.Unknown() {
		t.Error("it is still unknown when it was let go")
	}
}

// A truth is what people did, and what the contacts made of it.
type truth struct {
	presses []hw.Edge // with the time of the first contact
	opened  []hw.Edge // with the time at which it was open for good
	edges   []hw.Edge // by time, numbered
}

// drawTruth draws presses of several buttons, each wrapped in bounce, and interference on lines
// without a finger. Contacts bounce for at most as long as is given when they open; when they close,
// for Bounce.
func drawTruth(t *rapid.T, d hw.Debounce, opening time.Duration, interference bool) (tr truth) {
	span := func(from, to time.Duration, what string) time.Duration {
		return time.Duration(rapid.Int64Range(int64(from), int64(to)).Draw(t, what))
	}
	for b := hw.Button(1); b <= hw.Button(rapid.IntRange(1, 8).Draw(t, "buttons")); b++ {
		var at time.Duration
		edge := func(down bool) hw.Edge {
			e := hw.Edge{At: at, Button: b, Down: down}
			tr.edges = append(tr.edges, e)
			return e
		}
		// flutter makes contacts that come and go, and leaves the line up within span.
		flutter := func(room time.Duration, down bool) {
			for room > 4 && rapid.Bool().Draw(t, "bounces") {
				first := span(1, room/2, "bounce")
				second := span(1, room-first-1, "bounce")
				at += first
				edge(down)
				at += second
				edge(!down)
				room -= first + second
			}
		}
		for range rapid.IntRange(0, 4).Draw(t, "presses") {
			at += span(d.Bounce+1, 100*ms, "idle")
			if interference && rapid.Bool().Draw(t, "interference") {
				edge(true)
				at += span(1, d.Glitch-1, "pulse")
				edge(false)
				at += span(d.Bounce+1, 100*ms, "idle")
			}
			tr.presses = append(tr.presses, edge(true))
			flutter(d.Bounce, false)
			at += span(d.Glitch, 300*ms, "held")
			edge(false)
			flutter(opening, true)
			tr.opened = append(tr.opened, hw.Edge{At: at, Button: b})
			at += d.Lockout
		}
	}
	slices.SortStableFunc(tr.edges, func(a, b hw.Edge) int { return cmp.Compare(a.At, b.At) })
	return tr
}

// byTime leaves the order of the presses to their time.
func byTime(edges []hw.Edge) []hw.Edge {
	edges = slices.Clone(edges)
	slices.SortStableFunc(edges,
		func(a, b hw.Edge) int { return cmp.Or(cmp.Compare(a.At, b.At), cmp.Compare(a.Button, b.Button)) })
	return edges
}

func split(got []told) (presses, releases []hw.Edge) {
	for _, g := range got {
		if g.Edge.Down {
			presses = append(presses, g.Edge)
		} else {
			releases = append(releases, g.Edge)
		}
	}
	return byTime(presses), byTime(releases)
}

func presses(got []told) []hw.Edge {
	p, _ := split(got)
	return p
}

func drawDebounce(t *rapid.T) hw.Debounce {
	d := hw.Debounce{
		Glitch: time.Duration(rapid.Int64Range(int64(10*us), int64(2*ms)).Draw(t, "glitch")),
		Bounce: time.Duration(rapid.Int64Range(int64(10*us), int64(6*ms)).Draw(t, "bounce")),
	}
	d.Lockout = d.Late() + time.Duration(rapid.Int64Range(0, int64(20*ms)).Draw(t, "lockout"))
	return d
}

func TestBounceNeverChangesWhoIsFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDebounce(t)
		tr := drawTruth(t, d, d.Lockout, true)
		got := run(hw.NewContacts(d, hw.DefaultWatch(), nil), tr.edges, atOnce)
		presses, releases := split(got)
		if diff := gocmp.Diff(byTime(tr.presses), presses); diff != "" {
			t.Errorf("presses (-true +told):\n%s", diff)
		}
		if diff := gocmp.Diff(byTime(tr.opened), releases); diff != "" {
			t.Errorf("releases (-true +told):\n%s", diff)
		}
		for _, g := range got {
			if late := g.At - g.Edge.At; g.Edge.Down && late > d.Late() || !g.Edge.Down && late != d.Lockout {
				t.Errorf("%+v is told %v late", g.Edge, late)
			}
		}
	})
}

// The kernel's threads may hand over the edges of different buttons in another order than that of
// their time.
func TestTheOrderOfReadingDoesNotChangeThePresses(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := drawDebounce(t)
		tr := drawTruth(t, d, d.Bounce, false)
		delays := map[hw.Button]time.Duration{}
		for b := hw.Button(1); b <= 8; b++ {
			delays[b] = time.Duration(rapid.Int64Range(0, int64(d.Lockout-d.Bounce)-1).Draw(t, "delay"))
		}
		// The timer runs ahead of the edges that were read.
		got := run(hw.NewContacts(d, hw.DefaultWatch(), nil), tr.edges,
			func(e hw.Edge) time.Duration { return delays[e.Button] })
		if diff := gocmp.Diff(byTime(tr.presses), presses(got)); diff != "" {
			t.Errorf("presses (-true +told):\n%s", diff)
		}
	})
}

// A line that moved there and back before the kernel looked is a touch without a length.
func TestATouchWithoutALength(t *testing.T) {
	for _, tc := range []struct {
		name string
		then []hw.Edge
		want []hw.Edge
	}{
		{"nothing follows: interference", nil, nil},
		{"it touches again within the bounce", []hw.Edge{{At: 15 * ms, Button: 1, Down: true}},
			[]hw.Edge{{At: 10 * ms, Button: 1, Down: true}}},
		{"it touches again later", []hw.Edge{{At: 30 * ms, Button: 1, Down: true}},
			[]hw.Edge{{At: 30 * ms, Button: 1, Down: true}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			d := newTable()
			var told []hw.Edge
			for _, e := range append([]hw.Edge{{At: 10 * ms, Button: 1, Down: true}, {At: 10 * ms, Button: 1}},
				tc.then...) {
				told = append(told, d.Edge(e)...)
			}
			told = append(told, d.Elapse(time.Second)...)
			if diff := gocmp.Diff(tc.want, told); diff != "" {
				t.Errorf("told (-want +got):\n%s", diff)
			}
			if at, due := d.Deadline(); due && at < time.Minute {
				t.Errorf("still due at %v", at)
			}
		})
	}
}

// Lost edges and typed characters move no contact, a steady edge is certain at once, and a touch
// that is told twice is one.
func TestWhatIsNoRawEdge(t *testing.T) {
	other, down := hw.Edge{Button: 2, Down: true}, hw.Edge{At: 10 * ms, Button: 1, Down: true}
	for name, c := range map[string]struct {
		event       hw.Event
		want, later []hw.Edge
	}{
		"a lost edge": {hw.Event{Edge: down, Lost: 1}, []hw.Edge{other}, nil},
		"a character": {hw.Event{Edge: down, Typed: 'A'}, []hw.Edge{other}, nil},
		"steady":      {hw.Event{Edge: down, NoBounce: true}, []hw.Edge{other, down}, nil},
		"a raw one":   {hw.Event{Edge: down}, []hw.Edge{other}, []hw.Edge{down}},
	} {
		d := newTable()
		d.Edge(other)
		got := slices.Clone(d.Take(c.event))
		for range c.later {
			d.Edge(hw.Edge{At: down.At + 500*us, Button: 1, Down: true})
		}
		if later := d.Elapse(down.At + ms); !slices.Equal(got, c.want) || !slices.Equal(later, c.later) {
			t.Errorf("%s: told are %+v and %+v, want %+v and %+v", name, got, later, c.want, c.later)
		}
	}
}
