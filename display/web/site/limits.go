package site

import (
	"bytes"
	"context"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"time"

	"golang.org/x/net/netutil"
	"golang.org/x/time/rate"
)

// Serve serves the pages on a listener until the context ends, and then closes all connections:
// browsers reopen their streams. It limits connections and requests, so that no crowd takes the
// referee's processor time or fills the memory. Paired phones do not wait for the requests of
// others.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	unpaired := newUnpaired()
	server := newHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !s.options.IsPaired(r) && !unpaired.wait(r.Context(), AddressOf(r.RemoteAddr)) {
			return // the browser is gone
		}
		s.ServeHTTP(w, r)
	}), s.Log)
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(netutil.LimitListener(l, mostConns)); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// mostConns is how many connections are open at a time: those of some hundred phones. A process may
// have 1,024 open files at least (getrlimit(2)): the hardware and the journals always have theirs.
const mostConns = 512

// newHTTPServer returns a server for h that no slow browser can hold up: it gives 5 s for the head
// of a request, 10 s for the whole of it, 15 s for the response, 30 s between two requests, and 12
// KiB for the head. Streams set their own deadline for each message.
func newHTTPServer(h http.Handler, l *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           h,
		ErrorLog:          log.New(complaints{l, onceASecond()}, "", 0),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      15 * time.Second,
		IdleTimeout:       30 * time.Second,
		MaxHeaderBytes:    8 << 10, // net/http adds 4 KiB
	}
}

// onceASecond returns a limit for lines of one kind in the log, so that strangers who cause them
// can't fill the disk.
func onceASecond() *rate.Sometimes { return &rate.Sometimes{Interval: time.Second} }

// complaints logs what a net/http server complains of.
type complaints struct {
	log  *slog.Logger
	some *rate.Sometimes
}

func (c complaints) Write(line []byte) (int, error) {
	c.some.Do(func() { c.log.Warn("the web server complains", "of", string(bytes.TrimSpace(line))) })
	return len(line), nil
}

// Limits of the requests of all phones that are not paired: a burst, enough for ten phones that are opened together,
// and then a rate. One address gets half of the rate, so that it can keep no other phone waiting.
const (
	requestsAtOnce  = 100
	requestsASecond = 100
	requestsOfOne   = requestsASecond / 2
)

// newUnpaired returns the limits of requests from phones that are not paired.
func newUnpaired() *RateLimits {
	return NewRateLimits(Rate{time.Second / requestsOfOne, requestsAtOnce},
		Rate{time.Second / requestsASecond, requestsAtOnce})
}

// wait waits until an address may make a request. It returns false if the context ends before.
func (l *RateLimits) wait(ctx context.Context, from netip.Addr) bool {
	return l.Address(from).wait(ctx) && l.All.wait(ctx)
}

// AddressOf returns the address of a remote "address:port", or the zero Addr if it can't be parsed.
// For IPv6 it returns the network of 64 bits: a machine there can have any of its addresses (RFC
// 4291, section 2.5.1).
func AddressOf(remote string) netip.Addr {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	address := at.Addr().Unmap()
	if address.Is6() {
		network, _ := address.Prefix(64) // an address of 128 bits has such a prefix
		return network.Addr()
	}
	return address
}
