package layers

import (
	"slices"
	"time"

	"arbitre/games"
)

// Notices tell everyone which parts of the table do not work, and that edges were lost lately.
type Notices struct {
	edges int           // lost lately
	until time.Duration // when the notice about them ends
	known time.Duration // when the loss ended
}

// missedFor is how long everyone is told that edges were lost.
const missedFor = 10 * time.Second

// Lose notes that edges were lost between two times.
func (n *Notices) Lose(edges int, from, until time.Duration) {
	n.edges += edges
	n.until = max(from, until) + missedFor
	n.known = max(n.known, until)
}

// Known returns when the last loss ended. Buttons that are held since before stay uncertain until
// they move.
func (n *Notices) Known() time.Duration { return n.known }

// View puts what does not work before all other lines.
func (n *Notices) View(m Moment, _ games.Audience, below games.View) games.View {
	said := m.Faults
	if n.edges > 0 {
		said = slices.Insert(slices.Clone(said), 0, games.Text{Word: "edges_lost", Role: games.Fault, Number: n.edges})
	}
	if len(said) > 0 && below.Panel != games.Leaflet {
		below.Lines = slices.Concat(said, below.Lines)
	}
	return below
}

// Take ends the notice about lost edges in time.
func (n *Notices) Take(m Moment, in Input) (effects []Effect, mine bool) {
	if in.Kind == games.Elapse && m.Now >= n.until {
		*n = Notices{}
	}
	return nil, false
}

// Due returns when the notice about lost edges ends.
func (n *Notices) Due() (time.Duration, bool) { return n.until, n.edges > 0 }
