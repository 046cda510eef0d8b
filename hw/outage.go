package hw

import "time"

// A part that fails is tried again after a second, and then after pauses that double up to a minute.
const (
	retryFirst = time.Second
	retryMost  = time.Minute
)

// An Outage tells when a part of the box fails and when it works again, and how long to wait before it is tried again.
// Who owns the part owns its outage; while the part works there is nothing to wait for.
type Outage struct {
	report func(error)
	pause  time.Duration // before the next try; 0 while the part works
}

// NewOutage is that of a part that works, or has not been tried yet. Report is called with an error when the part begins
// to fail and with nil when it works again, and not in between. It returns at once and calls nothing of the part.
func NewOutage(report func(error)) Outage { return Outage{report: report} }

// Tried takes how a try ended. It returns the pause before the next one, or 0 if the part works.
func (o *Outage) Tried(err error) (pause time.Duration) {
	switch {
	case err == nil && o.pause > 0:
		o.pause = 0
		o.report(nil)
	case err == nil:
	case o.pause == 0:
		o.pause = retryFirst
		o.report(err)
	default:
		o.pause = min(2*o.pause, retryMost)
	}
	return o.pause
}

// Lasts tells whether the part failed when it was last tried.
func (o *Outage) Lasts() bool { return o.pause > 0 }
