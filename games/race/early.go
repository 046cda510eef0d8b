package race

import "time"

// tooEarly returns how many of the presses, sorted by time, came too early to be slaps: surely of
// them count as none; those from surely to perhaps are in doubt (RACE-5, 6).
func tooEarly(presses []Press, gap time.Duration) (surely, perhaps int) {
	pause, longPause := gap/4, gap/2 // presses before the long one are no slaps, before the other in doubt
	for i := 1; i < len(presses); i++ {
		paused := presses[i].At - presses[i-1].At
		if paused <= pause || !slapAgain(presses[surely:i], presses[i:], gap) {
			continue
		}
		perhaps = i
		if paused > longPause {
			surely = i
		}
	}
	return surely, perhaps
}

// slapAgain reports whether everyone from before a pause, and at least as many others, pressed
// within a gap of the first press after it.
func slapAgain(before, after []Press, gap time.Duration) bool {
	var early, others order
	for _, p := range before {
		early.enter(p)
	}
	again := 0
	for _, p := range after {
		if p.At-after[0].At > gap {
			break
		}
		if others.enter(p) && early.index(p.Seat) >= 0 {
			again++
		}
	}
	return again == len(early) && len(others)-again >= again
}
