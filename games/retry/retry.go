// Package retry says when what has failed is tried again, and to whom it is told.
package retry

import "time"

// What fails is tried again after a second, and then after pauses that double up to a minute.
const (
	First = time.Second
	Most  = time.Minute
)

// An Outage tells when a part begins to fail and when it works again, and how long to wait before it is tried once more.
// Who owns the part owns its outage. The zero value is that of a part that works, and tells nobody.
type Outage struct {
	// Report is called with an error when the part begins to fail, and with nil when it works again, and not in between.
	// It returns at once and calls nothing of the part.
	Report func(error)
	pause  time.Duration // before the next try; 0 while the part works
}

// Tried takes how a try ended, and returns the pause before the next one: 0 where it went well.
func (o *Outage) Tried(err error) time.Duration {
	failed := o.pause > 0
	switch {
	case err == nil:
		o.pause = 0
	case failed:
		o.pause = min(2*o.pause, Most)
	default:
		o.pause = First
	}
	if failed != (err != nil) && o.Report != nil {
		o.Report(err)
	}
	return o.pause
}

// Lasts tells whether the part failed when it was last tried.
func (o *Outage) Lasts() bool { return o.pause > 0 }
