package web

import (
	"context"
	"maps"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// A limit is how much may be done: so much at once, and after that one more each so often. Who
// waits takes turns: by a rate.Limiter alone one waits for those who have gone away meanwhile, too.
type limit struct {
	*rate.Limiter
	turn chan struct{}
}

func newLimit(each time.Duration, atOnce int) limit {
	return limit{rate.NewLimiter(rate.Every(each), atOnce), make(chan struct{}, 1)}
}

// wait waits for one more, and tells whether it may be done: not when the context has ended.
func (l limit) wait(ctx context.Context) bool {
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
		return l.Wait(ctx) == nil
	case <-ctx.Done():
		return false
	}
}

// A ledger has a limit for each address, and one for all of them: so neither one who does much nor
// many who do a little can take what is there for everyone.
type ledger struct {
	one func() limit
	all limit

	mu sync.Mutex
	of map[netip.Addr]limit // of the addresses that have done something of late
}

func newLedger(one func() limit, all limit) *ledger {
	return &ledger{one: one, all: all, of: map[netip.Addr]limit{}}
}

// address is the limit of one address.
func (l *ledger) address(from netip.Addr, now time.Time) limit {
	l.mu.Lock()
	defer l.mu.Unlock()
	maps.DeleteFunc(l.of, func(_ netip.Addr, one limit) bool {
		return len(one.turn) == 0 && one.TokensAt(now) >= float64(one.Burst())
	})
	one, known := l.of[from]
	if !known {
		one = l.one()
		l.of[from] = one
	}
	return one
}
