package hw

import "time"

// Wires compare the edges that the kernel reports of the buttons' lines with the lines' levels, to
// find lost edges. They have no clock, and read nothing by themselves.
type Wires struct {
	wires []*wire
	known time.Duration // up to when edges and levels agreed
}

// NewWires returns the wires of buttons, all of them open.
func NewWires(buttons []Button) *Wires {
	w := &Wires{}
	for _, b := range buttons {
		w.wires = append(w.wires, &wire{button: b})
	}
	return w
}

// A wire compares the edges of one button's line with its level.
//
// The stamp of an edge is taken in its interrupt; a thread of the line reads the level and puts the
// edge into the queue later (edge_irq_handler and edge_irq_thread in drivers/gpio/gpiolib-cdev.c).
// So a line that moves again before its thread ran, as contacts do when they bounce, is one edge,
// with the newest stamp and the level of that moment. One that changes nothing is therefore a line
// that moved there and back.
//
// Nothing is lost in that. Edges are lost where the queue ran over, which shows in the kernel's count
// of the line's edges, and where the chip itself dropped one (raspberrypi/linux#760), which shows in
// the level alone.
type wire struct {
	button      Button
	down        bool          // after its last edge
	count       uint32        // of its edges, as the kernel numbers them
	last        time.Duration // when its last edge was
	unexplained time.Duration // since when the level has been seen to differ from the last edge; 0 if it does not
	seen        time.Duration // when the level differed for a moment, until the edge of that comes; 0 if it did not
	agreed      time.Duration // when the level was last seen to be that of the last edge
}

// Times by which an edge that is on its way differs from a lost one.
const (
	longestDelay    = 100 * time.Millisecond // longer than any thread of the kernel is late
	shortestHold    = 5 * time.Millisecond   // longer than contacts bounce: a level that lasts so long is a finger's
	shortestRepress = 15 * time.Millisecond  // people do not let go of a button and press it again within this time
	usualDelay      = time.Millisecond       // longer than an interrupt, or the thread after it, is late as a rule
)

// Begin takes the levels of the lines before their first edge: for a button that is held already,
// that edge will be its release.
func (w *Wires) Begin(now time.Duration, down func(i int) bool) {
	w.known = now
	for i, wire := range w.wires {
		wire.down, wire.agreed = down(i), now
	}
}

// Edge takes an edge of the i-th line, with its sequence number on that line, and passes on the
// edges that it stands for. If edges were lost before it, Edge passes on the loss and the button's
// state instead.
//
// An edge that changes nothing is a line that moved there and back. If [Wires.Agree] saw the new
// level before the edge's stamp, the line had moved by then.
func (w *Wires) Edge(i int, at time.Duration, down bool, number uint32, pass func(Event)) {
	wire := w.wires[i]
	was := *wire
	if lost := wire.edge(at, down, number); lost > 0 {
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

// Agree compares the levels of the lines with their edges. At now all edges in the queue had been
// read; seen is when the levels had been read. It returns the time up to which everything is known.
// While a level differs from the last edge that time stands still, until an edge explains the level
// or it is certain that none will.
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

// lose passes on that edges of a line were lost since everything was last known, and the button's
// state now.
func (w *Wires) lose(wire *wire, now time.Duration, lost int, pass func(Event)) {
	now = max(now, w.known)
	pass(Event{Edge: Edge{At: w.known}, Lost: lost, Until: now})
	pass(Event{Edge: Edge{At: now, Button: wire.button, Down: wire.down}, Resynced: true})
}

// edge takes an edge, and returns how many were lost before it.
//
// If the line was last seen as its edges have it longer ago than it takes to let go of a button and
// press it again, a motion that only a level shows is a loss: there may have been others. But a press
// that is stamped within a millisecond after it was seen counts, for interrupts may be off for as
// long.
func (w *wire) edge(at time.Duration, down bool, number uint32) (lost int) {
	lost = int(number - w.count - 1)
	known := max(w.agreed, w.last)
	switch same, seen := down == w.down, w.unexplained != 0 && w.unexplained < at; {
	case seen && (same || down) && at-w.unexplained >= shortestHold:
		lost++ // it moved at an unknown time before it was seen
	case seen && w.unexplained-known >= shortestRepress && (w.down || at-w.unexplained >= usualDelay):
		lost++ // it moved long after its last known edge, and the level stayed
	case same && down && at-known >= shortestRepress:
		lost++ // it was let go and pressed anew
	}
	w.down, w.count, w.last, w.unexplained, w.seen = down, number, at, 0, 0
	return lost
}

// level takes the line's level after all edges in the queue have been read. It returns whether an
// edge may be on its way, and how many were lost.
func (w *wire) level(down bool, seen time.Duration) (comes bool, lost int) {
	switch {
	case down == w.down && w.unexplained == 0:
		if w.seen == 0 {
			w.agreed = seen
		}
		return false, 0
	case down == w.down: // it differed, and no edge came
		if seen-w.unexplained >= shortestHold {
			lost = 2
		} else if w.seen == 0 {
			w.seen = w.unexplained
		}
		w.unexplained = 0
		return false, lost
	case w.unexplained == 0:
		w.unexplained = seen
		return true, 0
	case seen-w.unexplained < longestDelay:
		return true, 0
	}
	w.down, w.unexplained, w.seen = down, 0, 0
	return false, 1
}
