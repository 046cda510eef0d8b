package layers

import "time"

// A Static layer never changes by itself. It is to be embedded.
type Static struct{}

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
