package race

import "time"

// tooEarly splits presses, sorted by time, into three parts (RACE-5, 6): presses[:surely] came
// too early to be slaps, presses[surely:perhaps] are in doubt, and the rest count.
func tooEarly(presses []Press, gap time.Duration) (surely, perhaps int) {
	pause, longPause := gap/4, gap/2 // presses before a long pause are no slaps, before a shorter one in doubt
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

// slapAgain reports whether all who pressed before a pause pressed again within a gap of the first
// press after it, together with at least as many others.
func slapAgain(before, after []Press, gap time.Duration) bool {
	var early, slapped order
	for _, p := range before {
		early.enter(p)
	}
	again := 0
	for _, p := range after {
		if p.At-after[0].At > gap {
			break
		}
		if slapped.enter(p) && early.index(p.Seat) >= 0 {
			again++
		}
	}
	return again == len(early) && len(slapped)-again >= again
}
