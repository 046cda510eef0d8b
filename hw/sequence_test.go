package hw

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// own is an edge of a button that has no other.
func own(number uint32) Edge { return Edge{Button: Button(number), Down: true, Seq: number} }

// deliver reads edges a quarter of a millisecond apart, then lets the time pass until nothing waits.
// What is lost is told with -n.
func deliver(edges ...Edge) (got []Edge, numbers []int) {
	s := newSequence(1, nil)
	take := func(now time.Duration) {
		edges, lost := s.take(now, false)
		if lost > 0 {
			numbers = append(numbers, -lost)
		}
		for _, e := range edges {
			got, numbers = append(got, e), append(numbers, int(e.Seq))
		}
	}
	for i, e := range edges {
		now := time.Duration(i) * time.Millisecond / 4
		s.put(e, now)
		take(now)
	}
	for due, ok := s.due(); ok; due, ok = s.due() {
		take(due)
	}
	return got, numbers
}

func TestEdgesComeInTheOrderOfTheirNumbers(t *testing.T) {
	for _, tt := range []struct {
		name string
		read []uint32
		want []int
	}{
		{"as they are read", []uint32{1, 2, 3}, []int{1, 2, 3}},
		{"neighbours the wrong way round", []uint32{2, 1, 3, 5, 6, 4}, []int{1, 2, 3, 4, 5, 6}},
		{"the last moment to come", []uint32{1, 3, 4, 5, 6, 7, 8, 9, 2}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{"one is lost", []uint32{1, 3, 4}, []int{1, -1, 3, 4}},
		{"the first is lost", []uint32{2}, []int{-1, 2}},
		{"a second gap adds no waiting", []uint32{1, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14}, []int{1, -2, 4, -1, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
		{"a queue that ran over", []uint32{1, 1000, 1001}, []int{1, -998, 1000, 1001}},
		{"too late, but not kept back", []uint32{1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 12}, []int{1, -1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 12}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var edges []Edge
			for _, n := range tt.read {
				edges = append(edges, own(n))
			}
			if _, got := deliver(edges...); !slices.Equal(got, tt.want) {
				t.Errorf("delivered %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTheSequenceNumberRunsOver(t *testing.T) {
	s := newSequence(1<<32-2, nil)
	var got []uint32
	for _, number := range []uint32{1<<32 - 2, 0, 1<<32 - 1, 1} {
		s.put(own(number), 0)
		edges, lost := s.take(0, false)
		for _, e := range edges {
			got = append(got, e.Seq)
		}
		if lost > 0 {
			t.Errorf("%d lost at %d", lost, number)
		}
	}
	if want := []uint32{1<<32 - 2, 1<<32 - 1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("delivered %v, want %v", got, want)
	}
}

func TestAnEdgeWaitsForNoLongerThanItMust(t *testing.T) {
	s := newSequence(1, nil)
	const read = time.Second
	s.put(own(1), read)
	if edges, _ := s.take(read, false); len(edges) != 1 {
		t.Errorf("nothing is missing, and %d edges are there", len(edges))
	}
	if due, ok := s.due(); ok {
		t.Errorf("wakes at %v with nothing to wait for", due)
	}
	s.put(own(3), read)
	if edges, lost := s.take(read+blind-1, false); len(edges) > 0 || lost > 0 {
		t.Errorf("%d edges and %d lost before the time", len(edges), lost)
	}
	if due, ok := s.due(); !ok || due != read+blind {
		t.Errorf("due at %v, %v", due, ok)
	}
	if edges, lost := s.take(read+blind, false); len(edges) != 1 || lost != 1 {
		t.Errorf("%d edges and %d lost at the time", len(edges), lost)
	}
}

// A button that was held when its line was taken, or whose edge was lost, holds up no decision for more than a moment.
func TestALevelThatNoEdgeTellsOf(t *testing.T) {
	s := newSequence(1, nil)
	const down, later = true, time.Minute
	if s.moved(1, down, time.Second) {
		t.Error("it was down before its first edge, and is waited for")
	}
	s.put(Edge{At: later, Button: 2, Down: true, Seq: 1}, later)
	s.take(later, false)
	if s.moved(1, down, later) || s.moved(2, down, later) {
		t.Error("another is pressed, and the button that was down is waited for")
	}
	if s.moved(1, !down, later) || !s.moved(1, down, later) {
		t.Error("it came up and moves again, and is not waited for")
	}
	if !s.moved(3, down, later+straggle-1) || s.moved(3, down, later+straggle) {
		t.Error("one that moved is not waited for just as long as an edge is late")
	}
}

// A kernel has three lines, whose interrupts and threads take their steps in any order
// (edge_irq_handler and edge_irq_thread in drivers/gpio/gpiolib-cdev.c). The interrupts of one chip are served one by one.
type kernel struct {
	now    time.Duration
	number uint32 // the newest
	lines  [3]struct {
		level   bool
		pending bool          // it has moved, however often, and its interrupt is not served yet
		count   uint32        // of interrupts
		stamp   time.Duration // of the last one; 0 when the thread has taken it
		number  uint32
		woken   time.Duration // when the thread must be done, had it been woken; else 0
		due     time.Duration // when it must be done with what it does
		step    int           // of the thread, which sleeps at 0
		event   Edge          // that it makes
	}
	serving   int             // the line whose interrupt is being served, or -1
	served    int             // steps of it
	edges     map[uint32]Edge // as they were, by number
	own       bool            // a thread took a number of its own
	queue     []Edge
	meanwhile func() // what happens while counts are read
}

// lateness is how late threads are at most.
const lateness = straggle - straggle/5

func newKernel(number uint32) *kernel {
	k := &kernel{now: time.Second, number: number, serving: -1, edges: map[uint32]Edge{}, meanwhile: func() {}}
	for i := range k.lines {
		k.lines[i].count = uint32(7 * i) // from before the lines were taken
	}
	return k
}

func (k *kernel) count() map[Button]uint32 {
	counts := map[Button]uint32{}
	for i := range k.lines {
		k.meanwhile()
		counts[Button(i)] = k.lines[i].count
	}
	return counts
}

// move closes or opens the switch of a line.
func (k *kernel) move(i int) { k.lines[i].level, k.lines[i].pending = !k.lines[i].level, true }

// serve takes the next step of an interrupt, that of a line if none has begun.
func (k *kernel) serve(i int) {
	if k.serving < 0 {
		if !k.lines[i].pending {
			return
		}
		k.lines[i].pending, k.serving, k.served = false, i, 0
	}
	l := &k.lines[k.serving]
	k.served++
	switch k.served {
	case 1:
		l.count++
	case 2:
		k.now += time.Microsecond
		k.number++
		l.stamp, l.number = k.now, k.number
		k.edges[k.number] = Edge{At: k.now, Button: Button(k.serving), Down: l.level, Seq: k.number}
	case 3:
		if l.woken == 0 {
			l.woken = k.now + lateness
		}
		k.serving = -1
	}
}

// serveAll serves all interrupts, which wait for nothing.
func (k *kernel) serveAll() {
	for i := range k.lines {
		for k.serving >= 0 || k.lines[i].pending {
			k.serve(i)
		}
	}
}

// run lets the thread of a line take its next step.
func (k *kernel) run(i int) {
	l := &k.lines[i]
	switch {
	case l.step == 0 && l.woken == 0:
	case l.step == 0:
		l.step, l.event, l.due, l.woken = 1, Edge{At: l.stamp, Button: Button(i)}, l.woken, 0
		if l.stamp == 0 { // an interrupt came before its last run was done with the stamp
			k.now += time.Microsecond
			k.number++
			l.event.At, l.number, k.own = k.now, k.number, true
		}
	case l.step == 1:
		l.step, l.stamp = 2, 0
	case l.step == 2:
		l.step, l.event.Down = 3, l.level
	default:
		l.step, l.event.Seq = 0, l.number
		k.queue = append(k.queue, l.event)
	}
}

// pass lets time pass. No thread is later than it may be.
func (k *kernel) pass(d time.Duration, read func()) {
	k.serveAll()
	for until := k.now + d; ; read() {
		late, due := -1, until
		for i, l := range k.lines {
			if l.step == 0 && l.woken > 0 {
				l.due = l.woken
			}
			if (l.step > 0 || l.woken > 0) && l.due <= due {
				late, due = i, l.due
			}
		}
		k.now = max(k.now, due)
		if late < 0 {
			read()
			return
		}
		for k.run(late); k.lines[late].step > 0; {
			k.run(late)
		}
	}
}

// play takes steps: a to c move a line, x to z move it there and back before its interrupt is served, A to C let its
// thread take its next step of four, | reads what there is, and a dot lets all contacts come to rest.
// It returns what is delivered, and in the end nothing waits any more.
func (k *kernel) play(s *sequence, steps string) string {
	var told []string
	read := func() {
		for _, e := range k.queue {
			s.put(e, k.now)
		}
		k.queue = k.queue[:0]
		edges, lost := s.take(k.now, false)
		if lost > 0 {
			told = append(told, fmt.Sprintf("lost %d", lost))
		}
		for _, e := range edges {
			told = append(told, fmt.Sprintf("%c%s%d@%d%s", 'a'+rune(e.Button), map[bool]string{true: "↓", false: "↑"}[e.Down], e.Seq,
				(e.At-time.Second).Microseconds(), map[bool]string{true: "?"}[e.Merged]))
		}
	}
	for _, step := range steps {
		switch step {
		case '|':
			read()
		case '.':
			read()
			k.now += 30 * time.Millisecond
		case 'a', 'b', 'c':
			k.move(int(step - 'a'))
			k.serveAll()
		case 'x', 'y', 'z':
			k.move(int(step - 'x'))
			k.move(int(step - 'x'))
			k.serveAll()
		case 'A', 'B', 'C':
			k.run(int(step - 'A'))
		}
	}
	read()
	k.now += time.Hour
	read()
	return strings.Join(told, " ")
}

func TestALineThatMovesFasterThanItsThread(t *testing.T) {
	for _, tt := range []struct {
		name  string
		steps string
		want  string // button, level, number, microseconds; of unknown length
	}{
		{"as fast as its thread", "aAAAA aAAAA", "a↓1@1 a↑2@2"},
		{"twice before it ran", "aaAAAA", "a↓1@2? a↑2@2"},
		{"three times before it ran", "aaaAAAA", "a↓1@3? a↑2@3 a↓3@3"},
		{"while it ran", "aAAaAA AAAA", "a↓1@1? a↑2@1 a↓2@2? a↑2@2"},
		{"while it ran, again and again", "aAAaAA AAaAA AAAA", "a↓1@1? a↑2@1 a↓3@2 a↑3@3 a↓3@3"},
		{"before it ran, and then another line", "aaaAAAA bBBBB", "a↓1@3? a↑2@3 a↓3@3 b↓4@4"},
		{"while another bounced that was pressed before", "bBBBB| aabaAAAA bBBBB", "b↓1@1 a↓5@5 b↑6@6 b↓6@6"},
		{"while another was pressed: by how much it was first is not known", "abaaAAAA BBBB", "lost 1 a↓1@2? b↓2@2 a↑3@4 a↓4@4"},
		{"at the same time as another: who was first is not known", "aaabbbAAAABBBB", "lost 2 a↓3@3 b↓6@6"},
		{"there and back before its interrupt was served", "axAAAA", "a↓1@2? a↑2@2 a↓2@2"},
		{"after its thread had read the level", "aAAAaA AAAA", "a↓1@1? a↑2@1 a↓2@1 a↑2@2"},
		{"while another line's thread is late: that is waited for", "aaAAAA bBBBB b cCCCC| BBBB", "a↓1@2? a↑2@2 b↓3@3 b↑4@4 c↓5@5"},
		{"after a loss, while another line's thread is late", "abBBBB.....| AAAA| c.. aaAAAAa| CCCC AAAA", "lost 1 b↓2@2 a↓1@1 c↓3@150003 a↑4@210005 a↓5@210005 a↑6@210006"},
		{"its thread is late: it is waited for", "abBBBB| AAAA", "a↓1@1 b↓2@2"},
		{"its thread is very late", "abBBBB|", "lost 1 b↓2@2"},
		{"and its edge comes after all", "abBBBB.....| AAAA", "lost 1 b↓2@2 a↓1@1"},
		{"its thread takes a number of its own", "aAaAAA AAAA bBBBB", "lost 1 a↓2@1? a↑2@1 a↓3@3? a↑3@3 b↓4@4"},
		{"and then it is known again", "aAaAAA AAAA bBBBB....| cccCCCC", "lost 1 a↓2@1? a↑2@1 a↓3@3? a↑3@3 b↓4@4 c↓5@120007? c↑6@120007 c↓7@120007"},
		{"after a loss it is known again", "abBBBB.....| AAAA...... cccCCCC", "lost 1 b↓2@2 a↓1@1 c↓3@330005? c↑4@330005 c↓5@330005"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := newKernel(0)
			if got := k.play(newSequence(1, k.count), tt.steps); got != tt.want {
				t.Errorf("delivered %s, want %s", got, tt.want)
			}
		})
	}
}

// Whatever happens when: what is delivered was so, in the order in which it was, or the loss is told. Only a thread that takes
// a number of its own can spoil that, until it is noticed: the counts agree then while another interrupt is being served.
func TestWhatIsDeliveredWasSo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := newKernel(rapid.SampledFrom([]uint32{0, 1<<32 - 5}).Draw(t, "number"))
		first := k.number + 1
		s := newSequence(first, k.count)
		var got []Edge
		lost := 0
		read := func() {
			for _, e := range k.queue {
				s.put(e, k.now)
			}
			k.queue = k.queue[:0]
			edges, n := s.take(k.now, false)
			got, lost = append(got, edges...), lost+n
		}
		lines := rapid.IntRange(2, len(k.lines)).Draw(t, "lines")
		step := func() {
			i := rapid.IntRange(0, lines-1).Draw(t, "line")
			switch rapid.IntRange(0, 3).Draw(t, "what") {
			case 0:
				k.move(i)
			case 1:
				k.move(i)
				k.serveAll()
			case 2:
				k.serve(i)
			case 3:
				for range rapid.IntRange(1, 4).Draw(t, "steps of its thread") {
					k.run(i)
				}
			}
		}
		busy := rapid.Bool().Draw(t, "counting takes time")
		k.meanwhile = func() {
			for busy && rapid.IntRange(0, 4).Draw(t, "meanwhile") == 4 {
				step()
			}
		}
		wait := func() {
			d := time.Duration(rapid.SampledFrom([]int{1, 6, 12, 30, 70, 130}).Draw(t, "milliseconds")) * time.Millisecond
			if rapid.Bool().Draw(t, "held up") {
				k.pass(d, func() {})
			} else {
				k.pass(d, read)
			}
		}
		for range rapid.IntRange(1, 5).Draw(t, "races") {
			for range rapid.IntRange(1, 30).Draw(t, "steps") {
				switch rapid.IntRange(0, 9).Draw(t, "what") {
				case 0:
					wait()
				case 1:
					read()
				default:
					step()
				}
			}
			atRest := rapid.IntRange(0, 3).Draw(t, "at rest") > 0
			busy = busy && !atRest
			for range 3 { // what waits, the counts, and that they hold
				if atRest {
					k.pass(2*straggle, func() {})
					read()
				}
			}
			if atRest && lost == 0 && !k.own {
				k.check(t, first, got)
			}
			if atRest {
				first, got, lost = k.number+1, nil, 0
			}
		}
	})
}

// check compares what was delivered with the edges from a number on.
func (k *kernel) check(t *rapid.T, first uint32, got []Edge) {
	for _, e := range got {
		if was := k.edges[e.Seq]; was.Button != e.Button {
			t.Errorf("%d was %+v, delivered is %+v", e.Seq, was, e)
		}
	}
	var want []Edge
	for number := first; number != k.number+1; number++ {
		want = append(want, k.edges[number])
	}
	order := func(edges []Edge) (first []Button) {
		for _, e := range edges {
			if !slices.Contains(first, e.Button) {
				first = append(first, e.Button)
			}
		}
		return first
	}
	byTime := slices.Clone(got)
	slices.SortStableFunc(byTime, func(a, b Edge) int { return cmp.Compare(a.At, b.At) })
	if want := order(want); !slices.Equal(order(got), want) || !slices.Equal(order(byTime), want) {
		t.Errorf("they moved first in the order %v, delivered is %v, by time %v", want, got, byTime)
	}
	down := map[Button]bool{}
	for _, e := range got {
		down[e.Button] = e.Down
	}
	for b, down := range down {
		if down != k.lines[b].level {
			t.Errorf("%v is down at last: %v, by what is delivered: %v", b, !down, down)
		}
	}
}
