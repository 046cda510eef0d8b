package retry_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"arbitre/games/retry"

	"pgregory.net/rapid"
)

func TestPausesGrowUntilThePartWorks(t *testing.T) {
	broken := errors.New("broken")
	var told []error
	o := retry.Outage{Report: func(err error) { told = append(told, err) }}
	const s = time.Second
	for i, tt := range []struct {
		err   error
		pause time.Duration
	}{
		{nil, 0}, {broken, s}, {broken, 2 * s}, {broken, 4 * s}, {broken, 8 * s}, {broken, 16 * s}, {broken, 32 * s},
		{broken, 60 * s}, {broken, 60 * s}, {nil, 0}, {nil, 0}, {broken, s},
	} {
		if got := o.Tried(tt.err); got != tt.pause || o.Lasts() != (tt.err != nil) {
			t.Errorf("try %d: pause %v, lasts: %v; want %v", i+1, got, o.Lasts(), tt.pause)
		}
	}
	if want := []error{broken, nil, broken}; !slices.Equal(told, want) {
		t.Errorf("told %v, want %v", told, want)
	}
}

func TestWhatIsToldAlternates(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var told []bool
		o := retry.Outage{Report: func(err error) { told = append(told, err != nil) }}
		works := true
		for _, works = range rapid.SliceOf(rapid.Bool()).Draw(t, "works") {
			var err error
			if !works {
				err = errors.New("broken")
			}
			o.Tried(err)
		}
		for i, failing := range told {
			if failing != (i%2 == 0) {
				t.Fatalf("told %v", told)
			}
		}
		if failing := len(told)%2 == 1; failing == works {
			t.Fatalf("it works: %v, but told was %v", works, told)
		}
	})
}
