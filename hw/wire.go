package hw

import "time"

// A wire is what the kernel has told of one button's line, held against the line itself.
//
// The stamp of an edge is taken in its interrupt; a thread of the line reads the level and puts the edge into the queue
// later (edge_irq_handler and edge_irq_thread in drivers/gpio/gpiolib-cdev.c). So a line that moves again before its
// thread ran, as contacts do when they bounce, is one edge, with the newest stamp and the level of that moment. One that
// changes nothing is therefore a line that moved there and back.
//
// Nothing is lost in that. Edges are lost where the queue ran over, which the line's own count of them tells, and where
// the chip itself dropped one (raspberrypi/linux#760), which only its level tells.
type wire struct {
	button      Button
	down        bool          // after its last edge
	count       uint32        // of its edges, as the kernel numbers them
	unexplained time.Duration // since when the line was seen to be otherwise than its last edge says; 0 if it is not
}

// The level of a line is no news yet, but an edge on its way, for so long.
const (
	onItsWay = 100 * time.Millisecond // longer than any thread of the kernel is late
	passing  = 5 * time.Millisecond   // longer than contacts bounce: a level that was seen for so long was held by a finger
)

// edge takes an edge as the kernel tells it, and how many of the line it has numbered with it. It returns what that
// means, one edge or two, and how many were lost before them.
func (w *wire) edge(at time.Duration, down bool, number uint32) (edges [2]Edge, n, lost int) {
	lost = int(number - w.count - 1)
	w.count = number
	if down == w.down {
		if w.unexplained != 0 && at-w.unexplained >= passing {
			lost++ // of two edges far apart only the second was told
		}
		edges[n] = Edge{At: at, Button: w.button, Down: !down}
		n++
	}
	edges[n] = Edge{At: at, Button: w.button, Down: down}
	w.down, w.unexplained = down, 0
	return edges, n + 1, lost
}

// level takes what the line is at a time when all its edges that were in the queue have been read. It tells whether one
// may be on its way, and how many never come.
func (w *wire) level(down bool, now time.Duration) (comes bool, lost int) {
	switch {
	case down == w.down && w.unexplained == 0:
		return false, 0
	case down == w.down: // it was otherwise, and nobody told
		if now-w.unexplained >= passing {
			lost = 2
		}
		w.unexplained = 0
		return false, lost
	case w.unexplained == 0:
		w.unexplained = now
		return true, 0
	case now-w.unexplained < onItsWay:
		return true, 0
	}
	w.down, w.unexplained = down, 0
	return false, 1
}
