package hw

import (
	"errors"
	"slices"
	"testing"
	"time"
)

func TestPausesGrowUntilThePartWorksAndEachChangeIsToldOnce(t *testing.T) {
	broken := errors.New("broken")
	var told []error
	o := Outage{Report: func(err error) { told = append(told, err) }}
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
