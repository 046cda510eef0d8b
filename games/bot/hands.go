// Package bot plays empty seats, with hands that press as people's do: [Players] are the
// bots of a game, and [Hands] alone are enough for an opponent that slaps.
package bot

import (
	"cmp"
	"math"
	"math/rand/v2"
	"time"
)

// Quickest is the shortest time in which a hand reacts to what it did not expect.
const Quickest = 150 * time.Millisecond

// Hands draw what people's hands do at a table. The simulation that judges races and the bots both
// use them. The zero habits are those of the usual table.
type Hands struct {
	*rand.Rand
	Laggards float64       // share of slaps that are late; 0 is one in twelve
	Lag      time.Duration // how late they are, the median; 0 is 600 ms
}

// React draws a human reaction time of that median. Sigma is the spread of its logarithm.
func (h Hands) React(median time.Duration, sigma float64) time.Duration {
	return time.Duration(float64(median) * math.Exp(sigma*h.NormFloat64()))
}

// Slap draws how long after a card was laid a hand slaps it.
func (h Hands) Slap() time.Duration {
	after := max(Quickest, h.React(350*time.Millisecond, 0.35))
	if h.Float64() < cmp.Or(h.Laggards, 1.0/12) {
		after += h.React(cmp.Or(h.Lag, 600*time.Millisecond), 0.6)
	}
	return after
}
