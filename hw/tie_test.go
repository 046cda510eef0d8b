package hw

import (
	"slices"
	"testing"
	"time"
)

const µs = time.Microsecond

func TestTie(t *testing.T) {
	const ms = time.Millisecond
	for from, want := range map[time.Duration]time.Duration{
		0: MinTie, 3: MinTie, MinTie: MinTie, 201 * µs: 500 * µs, 230 * µs: 500 * µs, 786 * µs: ms, ms: ms,
		11 * ms: 20 * ms, 99 * ms: 100 * ms,
	} {
		if got := tieFor(from); got != want {
			t.Errorf("%v late: %v, want %v", from, got, want)
		}
	}
}

// A thread is never woken early, and no honest tie is shorter than it was late.
func TestMeasureTie(t *testing.T) {
	late, err := wakeups(t.Context(), 20)
	if err != nil || len(late) != 20 || slices.Min(late) < 0 {
		t.Errorf("woken late by %v: %v", late, err)
	}
	tie, most, err := MeasureTie(t.Context(), 20)
	if err != nil || tie < min(most, MaxTie) || tie < MinTie || tie > MaxTie {
		t.Errorf("tie %v where a thread was %v late: %v", tie, most, err)
	}
}
