package hw

import "time"

// A Fault is why a button is ignored.
type Fault uint8

const (
	// Stuck is a button that is down for longer than a hand holds it: jammed, shorted, or something
	// lies on it.
	Stuck Fault = 1 + iota
	// Chattering is a line that moves more often than fingers can, and not with the mains: a loose
	// contact, or interference of some other kind.
	Chattering
	// Floating is a line that moves with the mains, at 50 or 60 Hz: the pick-up of a wire whose
	// level nothing holds.
	Floating
)

func (f Fault) Error() string {
	switch f {
	case Stuck:
		return "it is stuck, or held for too long"
	case Chattering:
		return "it chatters: its contact or its wire is loose"
	}
	return "it floats: it hums with the mains, for its wire or its pull is missing"
}

// Watch says when a button is ignored, and when it counts again.
type Watch struct {
	Held  time.Duration // down for so long, it is stuck
	Quiet time.Duration // up for so long without any edge, a button that was ignored counts again
}

// DefaultWatch is for tables where a button is held at most while a player learns a token by heart.
func DefaultWatch() Watch { return Watch{Held: time.Minute, Quiet: 3 * time.Second} }

// A line at fault differs from one under quick fingers in how often its bursts come. A burst is an
// edge with all that follow within burstSpan, so that it does not matter how much contacts bounce: a
// press is one at most, and its release another.
//
//	15 presses a second, as fast as fingers go   30 bursts a second
//	hum                                          50 or 60: one for each period
//	edges without end                            71
//
// Each burst is allowed fingerBurst, less than any finger needs. A line is at fault once its bursts
// have come tolerance sooner than that: hum is after 2 s at 50 Hz and 1 s at 60, edges without end
// after 0.6 s.
const (
	burstSpan   = 14 * time.Millisecond // longer than contacts bounce (10 ms), shorter than a period of the mains
	fingerBurst = 25 * time.Millisecond // half of a press at 20 a second
	tolerance   = 500 * time.Millisecond
)

// bursts are those of one line.
type bursts struct {
	last  time.Duration // when the last one began
	until time.Duration // the end of the time allowed for all bursts so far
	count int           // bursts since the line was last no faster than fingers, without the first
	hum   [2]int        // how many of these came whole periods after the one before, at 50 and at 60 Hz
}

// edge takes an edge. It returns the line's fault once it has moved too often for fingers.
//
// Humming differs from chattering in its period alone: three of four bursts must keep it. Short
// pulses are no sign, for a contact that hardly touches makes them too. So a contact that is shaken
// at the frequency of the mains is said to float, and a loose wire that picks up something without
// a period, such as sparks, to chatter. A line that moves no more often than fingers do can't be
// distinguished from them.
func (s *bursts) edge(at time.Duration) (Fault, bool) {
	gap := at - s.last
	if gap <= burstSpan {
		return 0, false
	}
	s.last = at
	if s.until <= at {
		*s = bursts{last: at, until: at}
	} else {
		s.count++
		for i, period := range [...]time.Duration{time.Second / 50, time.Second / 60} { // of the mains
			if off := gap % period; min(off, period-off) < time.Millisecond {
				s.hum[i]++
			}
		}
	}
	s.until += fingerBurst
	switch {
	case s.until-at < tolerance:
		return 0, false
	case 4*max(s.hum[0], s.hum[1]) >= 3*s.count:
		return Floating, true
	}
	return Chattering, true
}
