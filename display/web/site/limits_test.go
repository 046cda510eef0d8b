package site

import (
	"context"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func stranger(n int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
}

// Addresses of one network of IPv6 are one: whoever is on it has all of them.
func TestAnAddressIsANetworkOfIPv6(t *testing.T) {
	for remote, want := range map[string]string{
		"[2001:db8::1]:1": "2001:db8::", "[2001:db8::ffff:1:2:3]:9": "2001:db8::",
		"[2001:db8:0:1::1]:1": "2001:db8:0:1::", "[fe80::1%eth0]:1": "fe80::",
		"[::ffff:192.0.2.7]:1": "192.0.2.7", "192.0.2.8:1": "192.0.2.8", "nonsense": "invalid IP",
	} {
		if got := AddressOf(remote).String(); got != want {
			t.Errorf("%s comes from %s, want %s", remote, got, want)
		}
	}
}

// askAtOnce has strangers ask, and returns when they wait for their turn. The channel tells of each
// whether he was served.
func askAtOnce(ctx context.Context, requests *RateLimits, n, addresses int) (served <-chan bool) {
	done := make(chan bool)
	for i := range n {
		go func() { done <- requests.wait(ctx, stranger(i%addresses)) }()
	}
	synctest.Wait()
	return done
}

// Requests whose browsers have gone away take nobody's turn.
func TestStrangersAreServedSoManyASecond(t *testing.T) {
	const seconds, gone = 3, 1000
	for addresses, aSecond := range map[int]int{1: requestsOfOne, 2: requestsASecond, 1000: requestsASecond} {
		synctest.Test(t, func(t *testing.T) {
			requests := newUnpaired()
			began, n := time.Now(), requestsAtOnce+seconds*aSecond
			served := askAtOnce(t.Context(), requests, n, addresses)
			for range n {
				if !<-served {
					t.Errorf("%d addresses: somebody who waits is sent away", addresses)
				}
			}
			if took := time.Since(began).Round(time.Millisecond); took != seconds*time.Second {
				t.Errorf("%d requests of %d addresses take %v, want %d s", n, addresses, took, seconds)
			}

			ctx, goAway := context.WithCancel(t.Context())
			served = askAtOnce(ctx, requests, gone, addresses)
			goAway()
			for range gone {
				if <-served {
					t.Errorf("%d addresses: somebody who has gone is served", addresses)
				}
			}
			began, each := time.Now(), time.Second/requestsOfOne
			if !requests.wait(t.Context(), stranger(0)) || time.Since(began) > each {
				t.Errorf("%d addresses: the next is served after %v, want %v", addresses, time.Since(began), each)
			}
		})
	}
}

// However fast one stranger asks, on many connections, another waits for
// nothing.
func TestAStrangerWhoAsksWithoutEndKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newUnpaired()
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		defer end()
		for range 32 {
			go func() {
				for s.wait(ctx, stranger(1)) {
				}
			}()
		}
		time.Sleep(10 * time.Second)
		for phone := range 30 {
			began := time.Now()
			for range 10 { // a page, and what belongs to it
				s.wait(ctx, stranger(2+phone))
			}
			if waited := time.Since(began); waited > 0 {
				t.Errorf("phone %d waits %v", phone, waited)
			}
			time.Sleep(time.Second)
		}
	})
}

// Rate limits remember no more addresses than have taken of what they may.
func TestRateLimitsForget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := NewRateLimits(Rate{time.Minute, 5}, Rate{time.Second, 100})
		for n := range 1000 {
			l.Address(stranger(n))
		}
		l.Address(stranger(0)).Allow()
		l.Address(stranger(1))
		if _, known := l.of[stranger(0)]; !known || len(l.of) != 2 {
			t.Errorf("it remembers %d addresses, want the one that has asked and the newest", len(l.of))
		}
		time.Sleep(time.Minute)
		if l.Address(stranger(2)); len(l.of) != 1 {
			t.Errorf("a minute later it remembers %d addresses, want 1", len(l.of))
		}
	})
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
