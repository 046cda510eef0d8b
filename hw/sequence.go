package hw

import (
	"maps"
	"slices"
	"time"
)

// straggle is how long an edge waits for one that happened before it: longer than a thread of the kernel is ever late.
// Nothing is decided in the meantime. Where nobody counts interrupts, what is missing may as well have been merged with
// what came; then it waits no longer than the debouncing leaves time for (RACE-2).
const (
	straggle = 100 * time.Millisecond
	blind    = 2 * time.Millisecond
)

// calm is how long nothing has come when numbers and interrupts are compared anew.
const calm = 10 * time.Millisecond

// crowd is how many edges that wait are no more compared with each other: a line chatters.
const crowd = 256

// bouncing is for how long after an edge another of the same line is one of its contacts' bounces.
const bouncing = 5 * time.Millisecond

// A sequence puts edges into the order of their numbers. The kernel numbers and stamps them in their interrupt, but a
// thread for each line reads the level and puts them into the queue, later, on whichever processor
// (edge_irq_handler and edge_irq_thread in drivers/gpio/gpiolib-cdev.c). Therefore
//
//   - neighbours may be read the wrong way round: an edge waits for the numbers before it;
//   - a line that moves again before its thread has run, as contacts do when they bounce, is one edge with the newest
//     stamp and number, and the level of that moment. The numbers before it never come;
//   - a line that moves while its thread runs is two edges with the same number.
//
// So a number that is missing is on its way, or was merged with a newer one of its line, or the queue ran over, whose
// oldest edges then go. Which of them, and on which line, the kernel's count of each line's interrupts tells.
// What was merged is delivered again: with its number, hence in its place among the edges of other lines, and at the
// latest time that it can have happened. Where the count leaves more than one order possible, edges are lost.
type sequence struct {
	next  uint32 // the number to come
	read  []readEdge
	taken map[Button]Edge // the last of each line
	now   time.Duration   // the time of the last edge that was taken

	interrupts func() map[Button]uint32 // counts those of each line; nil if nobody does
	known      map[Button]uint32        // how many had been counted with the last number that was taken; nil if that is not known
	ahead      uint32                   // how many more interrupts than numbers there have been
	marks      []mark                   // beyond that, in order
	newest     time.Duration            // when the last edge was read
	settled    bool                     // since then
	calm       time.Duration            // after then, when to settle
}

type readEdge struct {
	Edge
	at        time.Duration // when it was read
	levelled  bool          // its level is that after it; else it follows from the edge before
	unread    bool          // it was merged with a newer one, and its time follows from the edges after
	somewhere bool          // it was merged, and is an edge of this button, but may have another number
}

// A mark is how many interrupts of each line there were up to a number.
type mark struct {
	number     uint32
	interrupts map[Button]uint32
}

func newSequence(next uint32, interrupts func() map[Button]uint32) *sequence {
	return &sequence{next: next, taken: map[Button]Edge{}, interrupts: interrupts}
}

// patience is how long an edge waits.
func (s *sequence) patience() time.Duration {
	if s.interrupts == nil {
		return blind
	}
	return straggle
}

// put takes an edge as it was read.
func (s *sequence) put(e Edge, now time.Duration) {
	s.newest, s.settled, s.calm = now, false, calm
	s.insert(readEdge{Edge: e, at: now, levelled: true})
}

func (s *sequence) insert(e readEdge) {
	i := len(s.read)
	for i > 0 && int32(e.Seq-s.read[i-1].Seq) < 0 { // the numbers wrap around
		i--
	}
	s.read = slices.Insert(s.read, i, e)
}

// take returns the edges that wait for none, and how many that should have come before them are lost.
// One that comes after it was said to be lost is returned at once. ranOver tells that the queue may have.
func (s *sequence) take(now time.Duration, ranOver bool) (edges []Edge, lost int) {
	if len(s.read) > 0 && s.read[0].Seq != s.next && s.known != nil {
		s.mark()
	}
	for len(s.read) > 0 {
		e := s.read[0]
		if missing := int(int32(e.Seq - s.next)); missing > 0 {
			found, waited := unknown, ranOver || e.at+s.patience() <= now
			if !ranOver {
				found = s.explain(waited)
			}
			switch {
			case found == explained:
				continue
			case found == inAnyOrder:
				lost += missing
				continue
			case !waited:
				return edges, lost
			}
			lost += missing
			s.known, s.marks = nil, nil
			s.next = e.Seq
		}
		if e.Seq == s.next {
			s.next++
			if s.known != nil {
				s.known[e.Button]++
			}
		}
		if !e.somewhere {
			edges = s.deliver(edges)
		}
		s.read = s.read[1:]
	}
	if due, ok := s.due(); ok && due <= now {
		s.settle(now)
	}
	return edges, lost
}

// settle begins anew to compare numbers and interrupts, at a moment when each of the one has the other. Now and then that
// is needed: a thread that finds no stamp, because another interrupt came while it took that, takes a number of its own.
func (s *sequence) settle(now time.Duration) {
	counts := s.interrupts()
	if s.known != nil && int32(s.ahead+s.next-1-sum(counts)) < 0 && s.newest+straggle > now {
		s.calm *= 2 // something is on its way
		return
	}
	s.known, s.marks, s.settled = counts, nil, true
	s.ahead = sum(counts) - (s.next - 1)
}

// mark notes the counts of interrupts, if there were none since the last edge that was read.
func (s *sequence) mark() {
	last := s.read[len(s.read)-1].Seq
	if n := len(s.marks); n > 0 && s.marks[n-1].number == last {
		return
	}
	if counts := s.interrupts(); sum(counts)-s.ahead == last {
		s.marks = append(s.marks, mark{last, counts})
	}
}

func sum(counts map[Button]uint32) (n uint32) {
	for _, count := range counts {
		n += count
	}
	return n
}

// deliver appends the first edge that was read, and what follows for it from its neighbours.
func (s *sequence) deliver(edges []Edge) []Edge {
	e := s.read[0].Edge
	last := s.taken[e.Button] // buttons are up before their first edge
	if !s.read[0].levelled {
		e.Down = !last.Down
	}
	if s.read[0].unread {
		e.At = s.now
		for _, after := range s.read[1:] {
			if !after.unread && after.At >= s.now {
				e.At = after.At
				break
			}
		}
		e.Merged = e.Down
	}
	e.At = max(e.At, last.At)
	if e.Down == last.Down { // it moved there and back
		back := e
		back.Down, back.Merged = !e.Down, !e.Down
		edges = append(edges, back)
	}
	s.taken[e.Button], s.now = e, max(s.now, e.At)
	return append(edges, e)
}

// An explanation is what is known of numbers that are missing.
type explanation uint8

const (
	unknown    explanation = iota // now
	explained                     // they have their edges
	inAnyOrder                    // they have, but it may be that another button was first
)

// explain finds out whose the missing numbers up to one of the marks are, and inserts what was merged.
// waited tells that nothing is on its way any more.
func (s *sequence) explain(waited bool) explanation {
	for len(s.marks) > 0 && int32(s.marks[0].number-s.next) < 0 {
		s.marks = s.marks[1:]
	}
	for _, m := range s.marks {
		if len(s.read) > crowd || !waited && s.unfinished(m.number) {
			break
		}
		if found := s.explainUntil(m, waited); found != unknown {
			return found
		}
	}
	return unknown
}

func (s *sequence) explainUntil(m mark, waited bool) explanation {
	missing, hidden := s.compare(m)
	if len(missing) == 0 {
		return unknown
	}
	n, late := 0, false
	for b, h := range hidden {
		newest, ok := s.agrees(b, h)
		if !ok || int32(newest-m.number) > 0 {
			return unknown
		}
		late = late || int32(missing[len(missing)-1]-newest) > 0 // it may be on its way
		n += h
	}
	if n != len(missing) || late && (!waited || len(hidden) == 1) {
		return unknown
	}
	found := explained
	if s.unclear(missing, hidden) {
		found = inAnyOrder
	}
	for _, b := range slices.Sorted(maps.Keys(hidden)) {
		for range hidden[b] {
			number := missing[len(missing)-1]
			missing = missing[:len(missing)-1]
			if len(hidden) == 1 {
				s.merge(number, b)
			} else {
				s.insert(readEdge{Edge: Edge{Button: b, Seq: number}, at: s.newest, unread: true, somewhere: true})
			}
		}
	}
	return found
}

// unfinished tells whether a line that moved while its thread ran has an edge with a number that is another's,
// and that other one is still to come.
func (s *sequence) unfinished(until uint32) bool {
	for i, e := range s.read {
		ofLine := func(later readEdge) bool { return later.Button == e.Button }
		if int32(e.Seq-until) <= 0 && !s.fits(e.Seq, e.Edge) && !slices.ContainsFunc(s.read[i+1:], ofLine) {
			return true
		}
	}
	return false
}

// compare returns which numbers are missing up to a mark, and how many interrupts of which lines have no edge.
func (s *sequence) compare(m mark) (missing []uint32, hidden map[Button]int) {
	hidden = map[Button]int{}
	for b, count := range m.interrupts {
		hidden[b] = int(int32(count - s.known[b]))
	}
	next := s.next
	for _, e := range s.read {
		switch {
		case int32(e.Seq-m.number) > 0 || e.Seq == next-1: // beyond, or another of the same number
			continue
		case int32(e.Seq-next) > 0:
			for ; next != e.Seq; next++ {
				missing = append(missing, next)
			}
		}
		next++
		hidden[e.Button]--
	}
	maps.DeleteFunc(hidden, func(_ Button, n int) bool { return n == 0 })
	return missing, hidden
}

// agrees tells whether so many hidden interrupts of a line lead to its level, and its newest number.
func (s *sequence) agrees(b Button, hidden int) (newest uint32, ok bool) {
	down, moves := s.taken[b].Down, hidden
	level := down
	for _, e := range s.read {
		if e.Button == b {
			if newest != e.Seq {
				moves++
			}
			newest, level = e.Seq, e.Down
		}
	}
	return newest, hidden > 0 && moves > hidden && (moves%2 == 0) == (level == down)
}

// unclear tells whether lines touched while the first touch of another may have been merged. Bounces may be in any order,
// but nobody knows who was first then, or by how much.
func (s *sequence) unclear(missing []uint32, hidden map[Button]int) bool {
	type span struct{ from, to uint32 }
	var touches []span
	before := maps.Clone(s.taken)
	for _, e := range s.read {
		last, moved := before[e.Button]
		before[e.Button] = e.Edge
		if moved && e.At-last.At <= bouncing {
			continue
		}
		touch := span{e.Seq, e.Seq}
		for _, number := range slices.Backward(missing) {
			if hidden[e.Button] > 0 && int32(number-e.Seq) < 0 && (!moved || int32(number-last.Seq) > 0) {
				touch.from = number
			}
		}
		for _, other := range touches {
			if int32(touch.from-other.to) <= 0 && int32(other.from-touch.to) <= 0 {
				return true
			}
		}
		touches = append(touches, touch)
	}
	return false
}

// merge inserts an edge of a number that was merged. Where the line moved while its thread ran there are two edges of
// one number, and the first of them is it, perhaps with others between.
func (s *sequence) merge(number uint32, b Button) {
	numbers := []uint32{number}
	var newer []int // edges of the line
	for i, e := range s.read {
		switch {
		case e.Button != b || e.unread || int32(e.Seq-number) < 0:
			continue
		case numbers[len(numbers)-1] == e.Seq:
			for n, i := range newer {
				s.read[i].Seq, s.read[i].levelled = numbers[n], false
			}
			slices.SortStableFunc(s.read, func(a, b readEdge) int { return int(int32(a.Seq - b.Seq)) })
			return
		case !s.fits(numbers[len(numbers)-1], e.Edge):
			s.insert(readEdge{Edge: Edge{Button: b, Seq: number}, at: s.newest, unread: true})
			return
		}
		newer, numbers = append(newer, i), append(numbers, e.Seq)
	}
	s.insert(readEdge{Edge: Edge{Button: b, Seq: number}, at: s.newest, unread: true})
}

// fits tells whether an edge could have a number, by the times of those of other lines.
func (s *sequence) fits(number uint32, e Edge) bool {
	return !slices.ContainsFunc(s.read, func(other readEdge) bool {
		before := int32(other.Seq-number) < 0
		return !other.unread && other.Button != e.Button && (before && other.At > e.At || !before && other.At < e.At)
	})
}

// due is when to take again, if nothing is read before.
func (s *sequence) due() (time.Duration, bool) {
	switch {
	case len(s.read) > 0:
		return s.read[0].at + s.patience(), true
	case !s.settled && s.interrupts != nil:
		return s.newest + s.calm, true
	}
	return 0, false
}
