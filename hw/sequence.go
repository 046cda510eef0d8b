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
//     stamp and number, and the level of that moment. The earlier ones were merged with it, and their numbers never come;
//   - a line that moves while its thread runs is two edges with the same number.
//
// So a number that is missing is on its way, or was merged, or the queue ran over, whose oldest edges then go. The kernel's
// counts of interrupts tell which, and of which line: one that had more of them than there are numbers of it hides edges.
// Levels tell nothing of that, for a line that moves there and back before its interrupt is served has only one.
//
// What was merged is delivered again: with its number, hence in its place among the edges of other lines, and at the
// latest time that it can have happened. Where more than one line hides edges, they are left out if they are but bounces;
// if somebody may have touched then, nobody knows who was first, or by how much: they are lost.
type sequence struct {
	next   uint32          // the number to come
	read   []readEdge      // edges that wait, by number
	newest time.Duration   // when the last one was read
	taken  map[Button]Edge // the last of each line
	now    time.Duration   // the time of the last edge that was taken
	stale  map[Button]bool // lines that have another level than after their last edge, though nothing is on its way

	interrupts func() map[Button]uint32 // counts those of each line, nil if it can't now; itself nil if nobody does
	ahead      uint32                   // the least by which their sum has ever been ahead of the numbers
	known      map[Button]uint32        // how many had the numbers before the next one; nil if that is not known
	marks      []mark                   // beyond that, in order
}

// A readEdge is an edge that waits for those before it.
type readEdge struct {
	Edge
	at       time.Duration // when it was read
	merged   bool          // with a newer one of its line: its level and time follow from its neighbours
	nameless bool          // as well, but perhaps of another line: it only counts
}

// A mark is how many interrupts of each line there were up to a number.
type mark struct {
	number     uint32
	interrupts map[Button]uint32
}

func newSequence(next uint32, interrupts func() map[Button]uint32) *sequence {
	s := &sequence{next: next, taken: map[Button]Edge{}, stale: map[Button]bool{}, interrupts: interrupts}
	if interrupts != nil {
		s.known = interrupts()
		s.ahead = sum(s.known) - (next - 1)
	}
	return s
}

// after tells whether a number comes after another. They wrap around.
func after(a, b uint32) bool { return int32(a-b) > 0 }

// patience is how long an edge waits.
func (s *sequence) patience() time.Duration {
	if s.interrupts == nil {
		return blind
	}
	return straggle
}

// put takes an edge as it was read.
func (s *sequence) put(e Edge, now time.Duration) {
	s.newest = now
	s.insert(readEdge{Edge: e, at: now})
}

func (s *sequence) insert(e readEdge) {
	i := len(s.read)
	for i > 0 && after(s.read[i-1].Seq, e.Seq) {
		i--
	}
	s.read = slices.Insert(s.read, i, e)
}

// take returns the edges that wait for none, and how many that should have come before them are lost.
// One that comes after it was said to be lost is returned at once. ranOver tells that the queue may have.
func (s *sequence) take(now time.Duration, ranOver bool) (edges []Edge, lost int) {
	s.mark()
	for len(s.read) > 0 {
		e := s.read[0]
		if after(e.Seq, s.next) {
			missing, waited := int(e.Seq-s.next), ranOver || e.at+s.patience() <= now
			if !ranOver {
				if explained, certain := s.explain(waited); explained {
					if !certain {
						lost += missing
					}
					continue
				}
			}
			if !waited {
				return edges, lost
			}
			lost += missing
			s.known, s.next = nil, e.Seq
		}
		if e.Seq == s.next {
			s.next++
			if s.known != nil {
				s.known[e.Button]++
			}
			s.reach()
		}
		if !e.nameless {
			edges = s.deliver(edges)
		}
		s.read = s.read[1:]
	}
	return edges, lost
}

// deliver appends the first edge that was read, and what follows for it from its neighbours.
func (s *sequence) deliver(edges []Edge) []Edge {
	e := s.read[0].Edge
	last := s.taken[e.Button] // buttons are up before their first edge
	if s.read[0].merged {
		e.At, e.Down = s.now, !last.Down
		e.Merged = e.Down
		for _, later := range s.read[1:] {
			if !later.merged && later.At >= s.now {
				e.At = later.At
				break
			}
		}
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

// mark notes the counts of interrupts, if something is missing or not known, and if there were none since the last edge that
// was read: their sum is then as far ahead of its number as ever. It can't be less, for every number has its interrupt,
// but that a thread which finds no stamp, because another interrupt came while it took that, takes a number of its own.
func (s *sequence) mark() {
	if s.interrupts == nil || len(s.read) == 0 || s.known != nil && s.read[0].Seq == s.next {
		return
	}
	counts := s.interrupts()
	if counts == nil {
		return
	}
	last := s.read[len(s.read)-1].Seq
	ahead := sum(counts) - last
	if after(s.ahead, ahead) {
		s.ahead, s.known, s.marks = ahead, nil, nil
	}
	noted := len(s.marks) > 0 && s.marks[len(s.marks)-1].number == last
	if ahead == s.ahead && !noted {
		s.marks = append(s.marks, mark{last, counts})
	}
}

// reach takes over the counts of a mark, if that was the last number.
func (s *sequence) reach() {
	for len(s.marks) > 0 && !after(s.marks[0].number, s.next-1) {
		if s.marks[0].number == s.next-1 {
			s.known = s.marks[0].interrupts
		}
		s.marks = s.marks[1:]
	}
}

func sum(counts map[Button]uint32) (n uint32) {
	for _, count := range counts {
		n += count
	}
	return n
}

// explain finds out whose the missing numbers up to one of the marks are, and inserts what was merged. It is not certain
// if they are of several lines, and one of them may have been touched then. waited tells that nothing is on its way any more.
func (s *sequence) explain(waited bool) (explained, certain bool) {
	if s.known == nil || len(s.read) > crowd {
		return false, false
	}
	for _, m := range s.marks {
		missing, hidden := s.compare(m)
		if !s.fits(m, missing, hidden, waited) {
			continue
		}
		certain = !s.unclear(missing, hidden)
		for _, b := range slices.Sorted(maps.Keys(hidden)) {
			n := hidden[b]
			for _, number := range missing[:n] {
				s.insert(readEdge{Edge: Edge{Button: b, Seq: number}, at: s.newest, merged: true, nameless: len(hidden) > 1})
			}
			missing = missing[n:]
		}
		return true, certain
	}
	return false, false
}

// compare returns which numbers are missing up to a mark, and how many interrupts of which lines have none.
func (s *sequence) compare(m mark) (missing []uint32, hidden map[Button]int) {
	hidden = map[Button]int{}
	for b, count := range m.interrupts {
		hidden[b] = int(int32(count - s.known[b]))
	}
	next := s.next
	for _, e := range s.read {
		if after(e.Seq, m.number) || e.Seq == next-1 { // beyond, or another of the same number
			continue
		}
		for ; next != e.Seq; next++ {
			missing = append(missing, next)
		}
		next++
		hidden[e.Button]--
	}
	maps.DeleteFunc(hidden, func(_ Button, n int) bool { return n == 0 })
	return missing, hidden
}

// fits tells whether all that is missing up to a mark was merged: each line that hides edges has a newer one, and none of
// them is on its way. The last number that is missing may be, if it comes after what was read of one of the lines; when
// nothing is on its way any more, it is another's.
func (s *sequence) fits(m mark, missing []uint32, hidden map[Button]int, waited bool) bool {
	if len(missing) == 0 {
		return false
	}
	late := false
	for b, n := range hidden {
		newest, ok := s.newestOf(b)
		if n < 0 || !ok || after(newest, m.number) {
			return false
		}
		late = late || after(missing[len(missing)-1], newest)
	}
	return !late || waited && len(hidden) > 1
}

// newestOf is the newest number of a line that was read.
func (s *sequence) newestOf(b Button) (number uint32, ok bool) {
	for _, e := range slices.Backward(s.read) {
		if e.Button == b {
			return e.Seq, true
		}
	}
	return 0, false
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
		for _, number := range missing {
			if hidden[e.Button] > 0 && after(e.Seq, number) && (!moved || after(number, last.Seq)) {
				touch.from = number
				break
			}
		}
		for _, other := range touches {
			if !after(touch.from, other.to) && !after(other.from, touch.to) {
				return true
			}
		}
		touches = append(touches, touch)
	}
	return false
}

// due is when to take again, if nothing is read before.
func (s *sequence) due() (at time.Duration, ok bool) {
	if len(s.read) == 0 {
		return 0, false
	}
	return s.read[0].at + s.patience(), true
}

// moved tells whether a line that is down or up now has moved, and the edge is on its way. When nothing has come for long
// none is: then the line was so before its first edge, or that was lost.
func (s *sequence) moved(b Button, down bool, now time.Duration) bool {
	if down == s.taken[b].Down {
		delete(s.stale, b)
		return false
	}
	if s.newest+straggle <= now {
		s.stale[b] = true
	}
	return !s.stale[b]
}
