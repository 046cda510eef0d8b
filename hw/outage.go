package hw

import (
	"time"

	"github.com/cenkalti/backoff/v5"
)

// An Outage reports when a part begins to fail and when it works again, and says how long to wait
// before the next try: a second at first, then twice as long each time, up to a minute. The
// owner of the part owns its outage. The zero value is a part that works, and reports nothing.
type Outage struct {
	// Report is called with an error when the part begins to fail, and with nil when it works
	// again, and not in between. It returns at once and calls nothing of the part.
	Report func(error)
	pauses *backoff.ExponentialBackOff // while the part fails
}

// Tried takes the result of a try, and returns the pause before the next one, or 0 after a success.
func (o *Outage) Tried(err error) (pause time.Duration) {
	failed := o.Lasts()
	switch {
	case err == nil:
		o.pauses = nil
	case !failed:
		o.pauses = &backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute}
	}
	if o.pauses != nil {
		pause = o.pauses.NextBackOff()
	}
	if failed != (err != nil) && o.Report != nil {
		o.Report(err)
	}
	return pause
}

// Lasts reports whether the part failed when it was last tried.
func (o *Outage) Lasts() bool { return o.pauses != nil }
