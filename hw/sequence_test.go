package hw

import (
	"fmt"
	"maps"
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

// A kernel has three lines, whose interrupts and threads take their steps in any order
// (edge_irq_handler and edge_irq_thread in drivers/gpio/gpiolib-cdev.c).
type kernel struct {
	now    time.Duration
	number uint32 // the newest
	lines  [3]struct {
		level      bool
		interrupts uint32
		stamp      time.Duration // of the last interrupt; 0 when the thread has taken it
		number     uint32
		woken      bool // the thread
		step       int  // of the thread, which sleeps at 0
		event      Edge // that it makes
	}
	edges []Edge // as they were
	queue []Edge
}

// move closes or opens the switch of a line.
func (k *kernel) move(i int) {
	k.now += time.Microsecond
	k.number++
	l := &k.lines[i]
	l.level = !l.level
	l.interrupts++
	l.stamp, l.number, l.woken = k.now, k.number, true
	k.edges = append(k.edges, Edge{At: k.now, Button: Button(i), Down: l.level, Seq: l.number})
}

// run lets the thread of a line take its next step, and tells whether there was any.
func (k *kernel) run(i int) bool {
	l := &k.lines[i]
	switch {
	case l.step == 0 && !l.woken:
		return false
	case l.step == 0:
		l.event, l.woken = Edge{At: l.stamp, Button: Button(i)}, false
		if l.stamp == 0 { // an interrupt came before its last run was done with the stamp
			k.now += time.Microsecond
			k.number++
			l.event.At, l.number = k.now, k.number
		}
		l.step = 1
	case l.step == 1:
		l.stamp, l.step = 0, 2
	default:
		l.event.Down, l.event.Seq, l.step = l.level, l.number, 0
		k.queue = append(k.queue, l.event)
	}
	return true
}

func (k *kernel) count() map[Button]uint32 {
	counts := map[Button]uint32{}
	for i := range k.lines {
		counts[Button(i)] = k.lines[i].interrupts
	}
	return counts
}

// play takes steps: a to c move a line, A to C let its thread take its next step of three, | reads what there is, and a dot lets
// all contacts come to rest. It returns what is delivered, and in the end nothing waits any more.
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
		{"as fast as its thread", "aAAA aAAA", "a↓1@1 a↑2@2"},
		{"twice before it ran", "aaAAA", "a↓1@2? a↑2@2"},
		{"three times before it ran", "aaaAAA", "a↓1@3? a↑2@3 a↓3@3"},
		{"while it ran", "aAAaA AAA", "a↓1@1 a↑2@2"},
		{"while it ran, again and again", "aAAaA AAaA AAA", "a↓1@1 a↑2@2 a↓3@3"},
		{"before it ran, and then another line", "aaaAAA bBBB", "a↓1@3? a↑2@3 a↓3@3 b↓4@4"},
		{"while another bounced that was pressed before", "bBBB| aabaAAA bBBB", "b↓1@1 a↓5@5 b↑6@6 b↓6@6"},
		{"while another was pressed: by how much it was first is not known", "abaaAAA BBB", "lost 1 a↓1@2? b↓2@2 a↑3@4 a↓4@4"},
		{"at the same time as another: who was first is not known", "aaabbbAAABBB", "lost 2 a↓3@3 b↓6@6"},
		{"its thread is late: it is waited for", "abBBB| AAA", "a↓1@1 b↓2@2"},
		{"its thread is very late", "abBBB|", "lost 1 b↓2@2"},
		{"and its edge comes after all", "abBBB.....| AAA", "lost 1 b↓2@2 a↓1@1"},
		{"its thread takes a number of its own", "aAaAA AAA bBBB", "lost 1 a↓2@1? a↑2@1 a↓3@3? a↑3@3 b↓4@4"},
		{"after a loss it is known again", "abBBB.....| AAA..... cccCCC", "lost 1 b↓2@2 a↓1@1 c↓3@300005? c↑4@300005 c↓5@300005"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			k := &kernel{now: time.Second}
			s := newSequence(1, k.count)
			s.take(k.now, false)
			k.now = time.Second
			if got := k.play(s, tt.steps); got != tt.want {
				t.Errorf("delivered %s, want %s", got, tt.want)
			}
		})
	}
}

// Whatever happens when: an edge is delivered in its place as what it was, or the loss is told.
func TestEveryEdgeIsDeliveredOrLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k := &kernel{now: time.Second}
		s := newSequence(1, k.count)
		s.take(k.now, false)
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
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			i := rapid.IntRange(0, len(k.lines)-1).Draw(t, "line")
			switch rapid.IntRange(0, 5).Draw(t, "what") {
			case 0, 1:
				k.move(i)
			case 2, 3, 4:
				for range 1 + rapid.IntRange(0, 2).Draw(t, "more") {
					k.run(i)
				}
			case 5:
				read()
			}
		}
		for i := range k.lines {
			for k.run(i) {
			}
		}
		read()
		k.now += time.Hour
		read()
		if lost > 0 {
			return // a race is void then, and all levels are read anew
		}
		if want, got := firsts(k.edges), firsts(got); !slices.EqualFunc(want, got, func(a, b Edge) bool { return a.Button == b.Button && a.Down == b.Down }) {
			t.Errorf("they moved first as %v, delivered is %v", want, got)
		}
		if want, got := lasts(k.edges), lasts(got); !maps.Equal(want, got) {
			t.Errorf("at last they are %v, delivered is %v", want, got)
		}
	})
}

// firsts are the first edges of each line, by their time.
func firsts(edges []Edge) (first []Edge) {
	for _, e := range edges {
		if !slices.ContainsFunc(first, func(f Edge) bool { return f.Button == e.Button }) {
			first = append(first, e)
		}
	}
	slices.SortStableFunc(first, func(a, b Edge) int { return int(a.At - b.At) })
	return first
}

// lasts are the levels after all edges.
func lasts(edges []Edge) map[Button]bool {
	down := map[Button]bool{}
	for _, e := range edges {
		down[e.Button] = e.Down
	}
	return down
}
