package disk

import "time"

// What fails is tried again after a second, and then after pauses that double up to a minute.
const (
	FirstPause = time.Second
	LastPause  = time.Minute
)

// An Outage tells when a disk begins to fail and when it works again, and how long to wait before it is tried once more.
// The zero value is that of one that works, and tells nobody.
type Outage struct {
	Report func(error) // is called with an error when it begins to fail, and with nil when it works again
	pause  time.Duration
}

// Tried takes how a try ended, and returns the pause before the next one: 0 where it went well.
func (o *Outage) Tried(err error) time.Duration {
	failed := o.pause > 0
	switch {
	case err == nil:
		o.pause = 0
	case failed:
		o.pause = min(2*o.pause, LastPause)
	default:
		o.pause = FirstPause
	}
	if failed != (err != nil) && o.Report != nil {
		o.Report(err)
	}
	return o.pause
}
