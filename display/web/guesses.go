package web

import (
	"maps"
	"net/http"
	"net/netip"
	"time"
)

// A budget is spent on tries, and refills with time. The zero value is full.
type budget struct {
	full time.Time // when it will be
}

func (b budget) allows(now time.Time, atOnce int, each time.Duration) bool {
	return b.full.Sub(now) <= time.Duration(atOnce-1)*each
}

func (b *budget) spend(now time.Time, each time.Duration) {
	if b.full.Before(now) {
		b.full = now
	}
	b.full = b.full.Add(each)
}

// How many wrong codes one address may enter at once, and after how long another; and all addresses together.
//
// Whoever guesses from one address takes nobody else's tries away. From a thousand addresses, or as many as he likes, he has
// 100 tries and 240 more an hour, for as long as the box shows any code at all: in an evening of four hours
// 1,060 of a million codes, a chance of a thousandth. While he uses them up, nobody else can type a code; the owner scans
// the link, which has no limit.
const (
	ofOne     = 5
	eachOfOne = time.Minute
	ofAll     = 100
	eachOfAll = 15 * time.Second
)

// suspicious is how many wrong codes are no slip any more.
const suspicious = 5

// guesses are the wrong codes that were entered lately.
type guesses struct {
	all budget
	of  map[netip.Addr]budget // those that are not full: no more than all together have spent
}

// allow tells whether an address may enter a code, or why not.
func (g *guesses) allow(from netip.Addr, now time.Time) error {
	switch {
	case !g.of[from].allows(now, ofOne, eachOfOne):
		return failure{status: http.StatusTooManyRequests, word: "exhausted"}
	case !g.all.allows(now, ofAll, eachOfAll):
		return failure{status: http.StatusTooManyRequests, word: "guessing"}
	}
	return nil
}

// spend counts a wrong code.
func (g *guesses) spend(from netip.Addr, now time.Time) {
	maps.DeleteFunc(g.of, func(_ netip.Addr, b budget) bool { return !b.full.After(now) })
	if g.of == nil {
		g.of = map[netip.Addr]budget{}
	}
	b := g.of[from]
	b.spend(now, eachOfOne)
	g.of[from] = b
	g.all.spend(now, eachOfAll)
}
