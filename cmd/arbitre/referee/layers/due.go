package layers

import (
	"time"

	"arbitre/games"
)

// A Static layer never changes by itself, and shows what lies below. It is to be embedded.
type Static struct{}

// View returns what lies below.
func (Static) View(_ Moment, _ games.Audience, below games.View) games.View { return below }

// Due reports that the layer is never due.
func (Static) Due() (time.Duration, bool) { return 0, false }

// Earliest returns the earliest of the times that are set; ok is false if none is.
func Earliest(times ...func() (time.Duration, bool)) (due time.Duration, ok bool) {
	for _, next := range times {
		if at, is := next(); is && (!ok || at < due) {
			due, ok = at, true
		}
	}
	return due, ok
}
