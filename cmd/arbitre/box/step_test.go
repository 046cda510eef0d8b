package box

import (
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
)

// Presses that a page stamps in steps are told apart from two steps on, as far as anybody waits for them.
func TestATieIsTwoStepsOfTheButtonsClock(t *testing.T) {
	var c config.Config
	c.Race.Tie.Duration, c.Race.Settle.Duration = time.Millisecond, 60*time.Millisecond
	for step, want := range map[time.Duration]time.Duration{
		0: time.Millisecond, 100 * time.Microsecond: time.Millisecond, time.Millisecond: 2 * time.Millisecond,
		16 * time.Millisecond: 32 * time.Millisecond, 100 * time.Millisecond: 60 * time.Millisecond,
	} {
		o := open{config: c, Box: Box{Step: func() time.Duration { return step }}}
		if got := o.limits()().Tie; got != want {
			t.Errorf("in steps of %v the tie is %v, want %v", step, got, want)
		}
	}
}
