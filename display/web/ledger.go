package web

import (
	"maps"
	"net/netip"
	"time"
)

// An allowance is how much may be done: so much at once, and after that one more each so often.
type allowance struct {
	atOnce int
	each   time.Duration
}

// wait is how long one who has spent his allowance until it is full again must wait for the next; at most 0 is not at all.
func (a allowance) wait(full, now time.Time) time.Duration {
	return full.Add(-time.Duration(a.atOnce-1) * a.each).Sub(now)
}

// spend tells when what was full at one time is full again after one more.
func (a allowance) spend(full, now time.Time) time.Time {
	if full.Before(now) {
		full = now
	}
	return full.Add(a.each)
}

// A ledger keeps what strangers have spent: each address has an allowance of its own, and all of them share another, so
// that neither one who does much nor many who do a little can take what is there for everyone.
type ledger struct {
	one, all allowance

	full time.Time                // when the allowance of all will be full
	of   map[netip.Addr]time.Time // when that of an address will be; those that are full are left out
}

// spend counts one for an address. The addresses that are kept are no more than all together have spent.
func (l *ledger) spend(from netip.Addr, now time.Time) {
	maps.DeleteFunc(l.of, func(_ netip.Addr, full time.Time) bool { return !full.After(now) })
	if l.of == nil {
		l.of = map[netip.Addr]time.Time{}
	}
	l.of[from] = l.one.spend(l.of[from], now)
	l.full = l.all.spend(l.full, now)
}

// giveBack undoes what an address has spent.
func (l *ledger) giveBack(from netip.Addr) {
	l.of[from] = l.of[from].Add(-l.one.each)
	l.full = l.full.Add(-l.all.each)
}

// wait is how long an address must wait for its own allowance, and for that of all.
func (l *ledger) wait(from netip.Addr, now time.Time) (own, shared time.Duration) {
	return l.one.wait(l.of[from], now), l.all.wait(l.full, now)
}
