package referee

import (
	"slices"
	"time"

	"arbitre/games"
)

// Notices tell everyone which parts of the table do not work, and that edges were lost lately.
type notices struct {
	health *Health
	edges  int           // lost lately
	until  time.Duration // when the notice about them ends
	known  time.Duration // when the loss ended; buttons held since before stay uncertain until they move
}

// missedFor is how long everyone is told that edges were lost.
const missedFor = 10 * time.Second

// lose notes that edges were lost between two times.
func (n *notices) lose(edges int, from, until time.Duration) {
	n.edges += edges
	n.until = max(from, until) + missedFor
	n.known = max(n.known, until)
}

func (n *notices) view(_ games.Audience, below games.View) games.View {
	told := n.health.texts()
	if n.edges > 0 {
		told = slices.Insert(told, 0, games.Text{Word: "edges_lost", Role: games.Fault, Number: n.edges})
	}
	if len(told) > 0 && below.Panel != games.Leaflet {
		below.Lines = slices.Concat(told, below.Lines)
	}
	return below
}

func (n *notices) take(in input) (mine bool, err error) {
	if in.Kind == games.Elapse && n.edges > 0 && in.at >= n.until {
		*n = notices{health: n.health}
	}
	return false, nil
}

func (n *notices) due() (time.Duration, bool) { return n.until, n.edges > 0 }
