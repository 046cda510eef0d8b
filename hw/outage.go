package hw

import (
	"time"

	"github.com/cenkalti/backoff/v5"
)

// An Outage tells when a part begins to fail and when it works again, and how long to wait before
// it is tried once more: a second at first, and then twice as long each time, up to a minute. Who
// owns the part owns its outage. The zero value is that of a part that works, and tells nobody.
type Outage struct {
	// Report is called with an error when the part begins to fail, and with nil when it works
	// again, and not in between. It returns at once and calls nothing of the part.
	Report func(error)
	pauses *backoff.ExponentialBackOff // while the part fails
}

// Tried takes how a try ended, and returns the pause before the next one: 0 where it went well.
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

// Lasts tells whether the part failed when it was last tried.
func (o *Outage) Lasts() bool { return o.pauses != nil }
