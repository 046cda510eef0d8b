package race_test

import (
	"fmt"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// Presses count by their own time, in whatever order they are delivered. Two that are closer than
// the tie window are a dead heat, which the judge decides.
func ExampleRace() {
	const ms = time.Millisecond
	limits := race.DefaultLimits()
	for _, second := range []time.Duration{405 * ms, 400*ms + 300*time.Microsecond} {
		r := limits.Open("slap", race.FastestWins, []games.Seat{1, 2, 3}, 0)
		r.Press(games.NewStep(second), 2)
		r.Press(games.NewStep(400*ms), 3)
		due := r.Deadline()
		over, ask := r.Over()
		fmt.Printf("at %v: fastest %d, dead heat %v, the judge is asked about %v\n", due, over.Fastest, over.DeadHeat, ask)
	}
	// Output:
	// at 411ms: fastest 3, dead heat [], the judge is asked about []
	// at 411ms: fastest 0, dead heat [2 3], the judge is asked about [2 3]
}
