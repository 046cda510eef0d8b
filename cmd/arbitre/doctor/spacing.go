package doctor

import (
	"math"
	"slices"
	"time"

	"arbitre/cmd/arbitre/words"
	"arbitre/hw/evdev"
)

// A spacing is how far apart a device's stamps are at least, as it says and as it was seen to be.
type spacing struct {
	Device string        `json:"device"`
	Says   time.Duration `json:"resolution_ns"`
	Seen   time.Duration `json:"seen_ns,omitempty"` // 0: no spacing was seen
	Gaps   int           `json:"gaps"`              // in which one was looked for
}

// What gaps tell of a spacing.
const (
	gapLeast  = 200 * time.Microsecond // a shorter one is within one report
	gapMost   = 100 * time.Millisecond // in a longer one the clocks of host and device may part
	gapFewest = 16                     // so many are no multiples of anything by chance

	periodMost  = 64 * time.Millisecond
	periodLeast = 2 * time.Millisecond // a shorter one can't be told from the lateness of interrupts
)

func spacingOf(t touched) spacing {
	slices.Sort(t.stamps)
	var gaps []time.Duration
	for i := 1; i < len(t.stamps); i++ {
		if gap := t.stamps[i] - t.stamps[i-1]; gap >= gapLeast && gap <= gapMost {
			gaps = append(gaps, gap)
		}
	}
	return spacing{Device: t.Device.String(), Says: t.Resolution, Seen: period(gaps), Gaps: len(gaps)}
}

// period is the longest time of which the gaps are multiples, as they are where a device is asked, or asks its keys, at
// regular times; 0 where there is none. One gap in ten may be late.
func period(gaps []time.Duration) time.Duration {
	if len(gaps) < gapFewest {
		return 0
	}
	const step = 0.999 // by which the longest gap differs by less than what a multiple may be off
	for p := float64(periodMost); p >= float64(periodLeast); p *= step {
		if fitted, late := fit(gaps, p); late <= len(gaps)/10 {
			return fitted
		}
	}
	return 0
}

// fit is the period near p of which most gaps are multiples, and how many are not.
func fit(gaps []time.Duration, p float64) (fitted time.Duration, late int) {
	var products, squares float64
	for _, gap := range gaps {
		n := math.Round(float64(gap) / p)
		if n == 0 || math.Abs(float64(gap)-n*p) > p/8 {
			late++
			continue
		}
		products += n * float64(gap)
		squares += n * n
	}
	return time.Duration(products / max(1, squares)), late // least squares
}

// Coarse tells that a device is coarser than it says.
func (s spacing) Coarse() bool { return s.Seen > s.Says+s.Says/4 }

func (s spacing) told(say words.Say) string {
	switch {
	case s.Gaps < gapFewest:
		return say("%s says %s; %d gaps are too few to see it", s.Device, evdev.Within(s.Says), s.Gaps)
	case s.Seen == 0:
		return say("%s says %s; in %d gaps no coarser spacing is seen", s.Device, evdev.Within(s.Says), s.Gaps)
	}
	return say("%s says %s; its stamps are multiples of %s", s.Device, evdev.Within(s.Says), millis(s.Seen))
}
