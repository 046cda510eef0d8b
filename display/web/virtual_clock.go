package web

import (
	"errors"
	"fmt"
	"math"
	"time"
)

// A browserTime is milliseconds on the clock of one page: what Event.timeStamp and performance.now() tell
// (W3C High Resolution Time, section 4).
type browserTime float64

func (t browserTime) duration() time.Duration {
	return time.Duration(math.Round(float64(t) * float64(time.Millisecond)))
}

// longestOpen is more than thirty years, for which no page stays open.
const longestOpen browserTime = 1e12

// check refuses what no page can have.
func (t browserTime) check() error {
	if !(0 <= t && t < longestOpen) {
		return fmt.Errorf("%v ms is no time of a page", float64(t))
	}
	return nil
}

// An exchange is how a page asks for the server's time.
type exchange struct {
	Sent     browserTime   `json:"sent"`
	Now      time.Duration `json:"now"` // what the server answered, since the session began
	Received browserTime   `json:"received"`
}

const (
	// usualStep is what browsers may round their clocks down by, so that pages can't measure each other; coarsest, what the
	// most careful of them do.
	usualStep = time.Millisecond
	coarsest  = 100 * time.Millisecond
	// oldest is how long ago an edge may have been. A page whose clock stood still seems to be later than that.
	oldest = 3 * time.Second
	// soonest is how far ahead an edge may seem to be: the constant is off by up to half of an exchange. A page whose
	// clock ran ahead seems to be sooner than that.
	soonest = time.Second / 2
)

// A pageClock maps the time of one page to that of [hw.Clock]: by one constant, so that what is between two edges of
// a page stays what it is, however the network delivers them. The zero value knows nothing.
type pageClock struct {
	known     bool
	step      time.Duration // what the page has found its clock to be rounded by, where it is more than usual
	offset    time.Duration // hw.Clock's time minus the page's
	low, high time.Duration // the true offset lies between them
}

// fit takes exchanges of a session that began at since. Each bounds the offset: the server read its clock after the page
// had asked, and before the page knew. If the bounds agree with those that are known, the offset stays; otherwise the
// clocks have drifted apart.
func (c *pageClock) fit(since time.Duration, exchanges []exchange) error {
	if len(exchanges) == 0 || len(exchanges) > 100 {
		return fmt.Errorf("%d exchanges: between 1 and 100 are needed", len(exchanges))
	}
	low, high := time.Duration(math.MinInt64), time.Duration(math.MaxInt64)
	for _, e := range exchanges {
		if err := errors.Join(e.Sent.check(), e.Received.check()); err != nil {
			return err
		}
		if e.Now < 0 || e.Now > longestOpen.duration() {
			return fmt.Errorf("%v is no time of a session", e.Now)
		}
		low = max(low, since+e.Now-e.Received.duration())
		high = min(high, since+e.Now-e.Sent.duration())
	}
	grain := max(usualStep, c.step)
	if low > high+2*grain {
		return errors.New("these exchanges contradict each other: measure again")
	}
	if c.known && low <= c.high+grain && c.low <= high+grain {
		return nil
	}
	*c = pageClock{known: true, step: c.step, offset: low + (high-low)/2, low: low, high: high}
	return nil
}

// coarse takes what the page has found its clock to be rounded by.
func (c *pageClock) coarse(step browserTime) (time.Duration, error) {
	if !(0 <= step && step.duration() <= coarsest) {
		return 0, fmt.Errorf("%v ms is no step of a page's clock", float64(step))
	}
	c.step = max(c.step, step.duration())
	return c.step, nil
}

func (c *pageClock) at(t browserTime) time.Duration { return t.duration() + c.offset }
