package web

import (
	"context"
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A limit is a token bucket whose waiters stand in line: only the first of them reserves a token.
// With a rate.Limiter alone each waiter reserves one, and all wait even for those who have gone.
type limit struct {
	*rate.Limiter
	turn chan struct{}
}

func newLimit(each time.Duration, atOnce int) limit {
	return limit{rate.NewLimiter(rate.Every(each), atOnce), make(chan struct{}, 1)}
}

// wait waits for a token. It returns false if the context ends before.
func (l limit) wait(ctx context.Context) bool {
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
		return l.Wait(ctx) == nil
	case <-ctx.Done():
		return false
	}
}

// A ledger has a limit for each address and one for all of them: neither one address that does much
// nor many that do a little can take everything.
type ledger struct {
	each   time.Duration // the limit of one address: once each so long,
	atOnce int           // after so many at once
	all    limit

	mu sync.Mutex
	of map[netip.Addr]limit // of the addresses whose bucket is not full again
}

// address returns the limit of one address, and forgets addresses whose bucket is full again.
func (l *ledger) address(from netip.Addr, now time.Time) limit {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.of, func(_ netip.Addr, one limit) bool {
		return len(one.turn) == 0 && one.TokensAt(now) >= float64(one.Burst())
	})
	one, known := l.of[from]
	if !known {
		one = newLimit(l.each, l.atOnce)
		l.of[from] = one
	}
	return one
}
