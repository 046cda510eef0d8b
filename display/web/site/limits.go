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
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Serve serves the pages on a listener until the context ends, and then closes all connections:
// browsers reopen their streams. It limits connections and requests, so that no crowd takes the
// referee's processor time, shuts the judge out or fills the memory.
func (s *Site) Serve(ctx context.Context, l net.Listener) error {
	strangers := newStrangers()
	server := newHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c, phone := r.Context().Value(connKey{}).(*conn), s.options.Phone(r)
		c.asked(phone)
		if phone == nil && !strangers.wait(r.Context(), c.from) {
			return // whoever asked is gone
		}
		s.ServeHTTP(w, r)
	}), s.Log)
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context { return c.(*conn).begin(ctx) }
	stop := context.AfterFunc(ctx, func() { server.Close() })
	defer stop()
	if err := server.Serve(&limitedListener{Listener: l}); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

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

// Limits of the requests of all strangers: a burst, enough for ten phones that are opened together,
// and then a rate. One address gets half of the rate, so that it can keep no other phone waiting.
const (
	requestsAtOnce  = 100
	requestsASecond = 100
	requestsOfOne   = requestsASecond / 2
)

// newStrangers returns the limits of requests from phones that are not paired.
func newStrangers() *Ledger {
	return NewLedger(Rate{time.Second / requestsOfOne, requestsAtOnce},
		Rate{time.Second / requestsASecond, requestsAtOnce})
}

// wait waits until an address may make a request. It returns false if the context ends before.
func (l *Ledger) wait(ctx context.Context, from netip.Addr) bool {
	return l.Address(from, time.Now()).wait(ctx) && l.All.wait(ctx)
}

// The most connections in all, and from one address: a phone has one for its stream and a few more.
// A process may have 1,024 open files at least (getrlimit(2)): the hardware and the journals always
// have theirs.
const (
	mostConns = 256
	mostOfOne = 32
)

// evictionPause is how long the listener pauses after a new connection has evicted another. With
// mostConns connections in a crowd, each then keeps its place for a quarter of a second: long
// enough for the judge's phone to send the cookie that protects it.
const evictionPause = time.Millisecond

// A limitedListener bounds the number of open connections. When a new one comes and there is no
// place, it closes the one that has sent no request for longest: so every newcomer is heard, and
// nobody can occupy all places for long. Connections of paired phones are never closed for others.
type limitedListener struct {
	net.Listener
	mu    sync.Mutex
	conns []*conn // sorted by their last request, or by arrival before the first: the oldest first
}

// A conn is a connection of a limitedListener.
type conn struct {
	net.Conn
	listener *limitedListener
	from     netip.Addr
	phone    Phone  // the paired phone at its other end, under the listener's mutex; nil is none
	cancel   func() // cancels its requests: net/http itself does so only for those without a body
}

// asked notes that a phone has sent a request on the connection: it is now the last to be evicted.
func (c *conn) asked(phone Phone) {
	l := c.listener
	l.mu.Lock()
	defer l.mu.Unlock()
	c.phone = phone
	if i := slices.Index(l.conns, c); i >= 0 {
		l.conns = append(slices.Delete(l.conns, i, i+1), c)
	}
}

// connKey is the context key of a request's connection.
type connKey struct{}

// begin returns the context of a connection's requests, which ends when the connection is closed.
func (c *conn) begin(ctx context.Context) context.Context {
	ctx, c.cancel = context.WithCancel(context.WithValue(ctx, connKey{}, c))
	return ctx
}

func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, listener: l, from: AddressOf(accepted.RemoteAddr().String())}
		free, admitted := l.admit(c)
		if !free {
			time.Sleep(evictionPause)
		}
		if admitted {
			return c, nil
		}
		accepted.Close()
	}
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

// admit gives a connection a free place, or evicts another connection for it. Free reports a free
// place; admitted is false if there was neither.
func (l *limitedListener) admit(c *conn) (free, admitted bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	own := 0
	for _, other := range l.conns {
		if other.from == c.from {
			own++
		}
	}
	if own < mostOfOne && len(l.conns) < mostConns {
		l.conns = append(l.conns, c)
		return true, true
	}
	leaves := slices.IndexFunc(l.conns, func(other *conn) bool {
		paired := other.phone != nil && !other.phone.Forgotten()
		return !paired && (own < mostOfOne || other.from == c.from)
	})
	if leaves < 0 {
		return false, false
	}
	l.conns[leaves].cancel()
	l.conns[leaves].Conn.Close()
	l.conns = append(slices.Delete(l.conns, leaves, leaves+1), c)
	return false, true
}

// Close closes the connection and frees its place.
func (c *conn) Close() error {
	c.listener.mu.Lock()
	if i := slices.Index(c.listener.conns, c); i >= 0 {
		c.listener.conns = slices.Delete(c.listener.conns, i, i+1)
	}
	c.listener.mu.Unlock()
	c.cancel()
	return c.Conn.Close()
}
