package hw

import "time"

// Wires are what the kernel has told of the lines of buttons, held against the lines themselves.
// They have no clock, and read nothing by themselves.
type Wires struct {
	wires []*wire
	known time.Duration // up to when edges and levels agreed
}

// NewWires has the lines of buttons, all of them open.
func NewWires(buttons []Button) *Wires {
	w := &Wires{}
	for _, b := range buttons {
		w.wires = append(w.wires, &wire{button: b})
	}
	return w
}

// A wire is what the kernel has told of one button's line, held against the line itself.
//
// The stamp of an edge is taken in its interrupt; a thread of the line reads the level and puts the
// edge into the queue later (edge_irq_handler and edge_irq_thread in drivers/gpio/gpiolib-cdev.c).
// So a line that moves again before its thread ran, as contacts do when they bounce, is one edge,
// with the newest stamp and the level of that moment. One that changes nothing is therefore a line
// that moved there and back.
//
// Nothing is lost in that. Edges are lost where the queue ran over, which the line's own count of
// them tells, and where the chip itself dropped one (raspberrypi/linux#760), which only its level
// tells.
type wire struct {
	button      Button
	down        bool          // after its last edge
	count       uint32        // of its edges, as the kernel numbers them
	last        time.Duration // when its last edge was
	unexplained time.Duration // since when the line was seen to be otherwise than its last edge says; 0 if it is not
	seen        time.Duration // when that was so for a moment, of which nobody has told yet; 0 if it was not
}

// The level of a line is no news yet, but an edge on its way, for so long.
const (
	onItsWay = 100 * time.Millisecond // longer than any thread of the kernel is late
	passing  = 5 * time.Millisecond   // longer than contacts bounce: a finger held what was seen for so long
	again    = 15 * time.Millisecond  // nobody lets go of a button and presses it again within this time
)

// Begin takes the levels of the lines before their first edge: what is held since before is known
// by its release.
func (w *Wires) Begin(now time.Duration, down func(i int) bool) {
	w.known = now
	for i, wire := range w.wires {
		wire.down = down(i)
	}
}

// Edge takes an edge of the i-th line as the kernel tells it, with its number among the edges of
// that line, and passes on what it means. Where edges were lost before it, that is passed on, and
// the state in which the button is now.
//
// An edge that changes nothing is a line that moved there and back. Where the line was seen to have
// moved before the stamp of the edge, it moved when it was seen at the latest.
func (w *Wires) Edge(i int, at time.Duration, down bool, number uint32, pass func(Event)) {
	wire := w.wires[i]
	was := *wire
	if lost := wire.edge(at, down, number, w.known); lost > 0 {
		w.lose(wire, at, lost, pass)
		return
	}
	tell := func(at time.Duration, down bool) { pass(Event{Edge: Edge{At: at, Button: wire.button, Down: down}}) }
	if was.seen != 0 && was.seen < at {
		tell(was.seen, !was.down)
		tell(was.seen, was.down)
	}
	moved := at
	if was.unexplained != 0 {
		moved = min(moved, was.unexplained)
	}
	if down == was.down {
		tell(moved, !down)
		moved = at
	}
	tell(moved, down)
}

// Agree holds the levels of the lines against their edges. At now the queue held no edge that was
// not read; seen is when the levels had been looked at. It returns up to when all is known: from
// the moment on at which a level differs from what the edges say nothing is, until an edge explains
// it, or it is certain that none will.
func (w *Wires) Agree(now, seen time.Duration, down func(i int) bool, pass func(Event)) (known time.Duration) {
	agree := true
	for i, wire := range w.wires {
		comes, lost := wire.level(down(i), seen)
		agree = agree && !comes
		if lost > 0 {
			w.lose(wire, now, lost, pass)
		}
	}
	if agree {
		w.known = now
	}
	return w.known
}

// lose passes on that edges of a line were lost between the last moment at which all was known and
// now, and how it is.
func (w *Wires) lose(wire *wire, now time.Duration, lost int, pass func(Event)) {
	now = max(now, w.known)
	pass(Event{Edge: Edge{At: w.known}, Lost: lost, Until: now})
	pass(Event{Edge: Edge{At: now, Button: wire.button, Down: wire.down}, Anew: true})
}

// edge takes an edge, and tells how many were lost before it.
func (w *wire) edge(at time.Duration, down bool, number uint32, known time.Duration) (lost int) {
	lost = int(number - w.count - 1)
	rested := at-max(known, w.last) >= again
	switch same, seen := down == w.down, w.unexplained != 0 && w.unexplained < at; {
	case seen && (same || down) && (at-w.unexplained >= passing || rested):
		lost++ // it moved before it was seen to have moved, and nobody knows by how much
	case same && down && rested:
		lost++ // it was let go and pressed anew
	}
	w.down, w.count, w.last, w.unexplained, w.seen = down, number, at, 0, 0
	return lost
}

// level takes what the line is when all its edges that were in the queue have been read. It tells
// whether one may be on its way, and how many never come.
func (w *wire) level(down bool, seen time.Duration) (comes bool, lost int) {
	switch {
	case down == w.down && w.unexplained == 0:
		return false, 0
	case down == w.down: // it was otherwise, and nobody told
		if seen-w.unexplained >= passing {
			lost = 2
		} else if w.seen == 0 {
			w.seen = w.unexplained
		}
		w.unexplained = 0
		return false, lost
	case w.unexplained == 0:
		w.unexplained = seen
		return true, 0
	case seen-w.unexplained < onItsWay:
		return true, 0
	}
	w.down, w.unexplained, w.seen = down, 0, 0
	return false, 1
}
