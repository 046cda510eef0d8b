package site

import (
	"context"
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A Rate allows a number of events at once, and then one in each period.
type Rate struct {
	Each   time.Duration
	AtOnce int
}

// A Limit is a token bucket whose waiters stand in line: only the first of them reserves a token.
// With a rate.Limiter alone each waiter reserves one, and all wait even for those who have gone.
type Limit struct {
	*rate.Limiter
	turn chan struct{}
}

func newLimit(r Rate) Limit {
	return Limit{rate.NewLimiter(rate.Every(r.Each), r.AtOnce), make(chan struct{}, 1)}
}

// wait waits for a token. It returns false if the context ends before.
func (l Limit) wait(ctx context.Context) bool {
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
		return l.Wait(ctx) == nil
	case <-ctx.Done():
		return false
	}
}

// RateLimits have a limit for each address and one for all of them: neither one address that does much
// nor many that do a little can take everything.
type RateLimits struct {
	All Limit // of all addresses together

	one Rate // of one address
	mu  sync.Mutex
	of  map[netip.Addr]Limit // of the addresses whose bucket is not full again
}

// NewRateLimits returns limits with a rate for each address and one for all of them.
func NewRateLimits(one, all Rate) *RateLimits {
	return &RateLimits{All: newLimit(all), one: one, of: map[netip.Addr]Limit{}}
}

// Address returns the limit of one address, and forgets others whose bucket is full again.
func (l *RateLimits) Address(from netip.Addr) Limit {
	l.mu.Lock()
	defer l.mu.Unlock()
	one, known := l.of[from]
	if !known {
		one = newLimit(l.one)
	}
	maps.DeleteFunc(l.of, func(_ netip.Addr, one Limit) bool {
		return len(one.turn) == 0 && one.Tokens() >= float64(one.Burst())
	})
	l.of[from] = one // also if it is full: another request may have it, and not have asked for its turn yet
	return one
}
