package web

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
	"sync/atomic"
	"syscall"
	"time"
)

// Serve serves the pages on a listener until the context ends. Streams that are still open then are
// cut: browsers begin them anew. However many come, the referee beside it keeps the processor, the
// judge gets in, and memory is bounded.
func (s *site) Serve(ctx context.Context, l net.Listener) error {
	strangers := newStrangers()
	server := newHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(connKey{}).(*conn)
		c.asks()
		if phone := s.phone(r); phone != nil {
			c.belongs(phone)
		} else if !strangers.wait(r.Context(), c.from) {
			return // whoever asked is gone
		}
		s.ServeHTTP(w, r)
	}), s.log)
	server.ConnContext = func(ctx context.Context, c net.Conn) context.Context { return c.(*conn).begin(ctx) }
	var closing sync.WaitGroup
	defer closing.Wait()
	stop := context.AfterFunc(ctx, func() { closing.Go(func() { server.Close() }) })
	defer stop()
	if err := server.Serve(&limitedListener{Listener: l, room: room()}); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// newHTTPServer is a server for h that no browser can hold up: 5 s for the head of a request, 10 s
// for the whole of it, 15 s for an answer, half a minute between two, 12 KiB for the head. Streams
// set their own deadline for each message.
func newHTTPServer(h http.Handler, l *sparingLog) *http.Server {
	return &http.Server{
		Handler:           h,
		ErrorLog:          log.New(complaints{l}, "", 0),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      15 * time.Second,
		IdleTimeout:       30 * time.Second,
		MaxHeaderBytes:    8 << 10, // to which net/http adds four
	}
}

// complaints are what a server of net/http logs, in lines of one kind.
type complaints struct{ log *sparingLog }

func (c complaints) Write(line []byte) (int, error) {
	c.log.spare(slog.LevelWarn, "the web server complains", "of", string(bytes.TrimSpace(line)))
	return len(line), nil
}

// How many requests strangers are served: what ten phones ask for that are opened together, and
// then so many a second. One address has half of them at most, so that whoever asks without end
// keeps no other phone waiting.
const (
	requestsAtOnce  = 100
	requestsASecond = 100
	requestsOfOne   = requestsASecond / 2
)

// newStrangers limits what those ask for who are not paired.
func newStrangers() *ledger {
	ofOne := func() limit { return newLimit(time.Second/requestsOfOne, requestsAtOnce) }
	return newLedger(ofOne, newLimit(time.Second/requestsASecond, requestsAtOnce))
}

// wait waits for the turn of an address. It tells whether it came before the context ended.
func (l *ledger) wait(ctx context.Context, from netip.Addr) bool {
	return l.address(from, time.Now()).wait(ctx) && l.all.wait(ctx)
}

// How many connections there are, and how many from one address: a phone has one for the stream,
// and a few for a page.
const (
	mostConns = 256
	mostOfOne = 32
)

// inReserve is how many of the process's open files are left to the hardware and the journals
// (getrlimit(2), RLIMIT_NOFILE).
const inReserve = 40

// room is how many connections there can be.
func room() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil || files.Cur > mostConns+inReserve {
		return mostConns
	}
	return max(1, int(files.Cur)-inReserve)
}

// evictionPause is how long the listener pauses after a new connection has evicted another. With
// mostConns connections in a crowd, each then keeps its place for a quarter of a second: long
// enough for the judge's phone to send the cookie that protects it.
const evictionPause = time.Millisecond

// A limitedListener has a bounded number of connections. Where there are too many, the one that has
// sent no request for longest is closed for a new one: so whoever comes is heard, and nobody can
// take all places for long. Paired phones stay.
type limitedListener struct {
	net.Listener
	room int // the most connections

	mu    sync.Mutex
	conns []*conn // that with the oldest request first
}

// A conn is a connection that was let in.
type conn struct {
	net.Conn
	listener *limitedListener
	from     netip.Addr
	paired   atomic.Bool // it has shown that it is a judge's phone
	leave    func()      // ends its requests, which net/http itself does only for those without a body
	gone     <-chan struct{}
}

// asks notes a request of a connection.
func (c *conn) asks() {
	l := c.listener
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.Index(l.conns, c); i >= 0 {
		l.conns = append(slices.Delete(l.conns, i, i+1), c)
	}
}

// parting is how long the connection of a forgotten phone stays open, for the answer to its last
// request.
const parting = time.Second

// belongs keeps the place for a phone, until it is forgotten: then it leaves.
func (c *conn) belongs(phone Phone) {
	if c.paired.Swap(true) {
		return
	}
	go func() {
		select {
		case <-phone:
		case <-c.gone:
			return
		}
		c.paired.Store(false)
		select {
		case <-time.After(parting):
			c.Close()
		case <-c.gone:
		}
	}()
}

// connKey is the context key of a request's connection.
type connKey struct{}

// begin is the context of a connection's requests, which ends when it is closed.
func (c *conn) begin(ctx context.Context) context.Context {
	ctx, c.leave = context.WithCancel(context.WithValue(ctx, connKey{}, c))
	c.gone = ctx.Done()
	return ctx
}

func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, listener: l, from: addressOf(accepted.RemoteAddr().String())}
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

// addressOf is the address of who calls from an address with a port; none where that is not known.
// Of IPv6 it is the network: whoever is on one has all of its addresses (RFC 4291, section 2.5.1:
// 64 bits).
func addressOf(remote string) netip.Addr {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	address := at.Addr().Unmap()
	if address.Is6() {
		network, _ := address.Prefix(64) // which an address of 128 bits has
		return network.Addr()
	}
	return address
}

// admit gives a connection a free place, or else another's; it tells whether there was either.
func (l *limitedListener) admit(c *conn) (free, admitted bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	own := 0
	for _, other := range l.conns {
		if other.from == c.from {
			own++
		}
	}
	if own < mostOfOne && len(l.conns) < l.room {
		l.conns = append(l.conns, c)
		return true, true
	}
	leaves := slices.IndexFunc(l.conns, func(other *conn) bool {
		return !other.paired.Load() && (own < mostOfOne || other.from == c.from)
	})
	if leaves < 0 {
		return false, false
	}
	l.conns[leaves].leave()
	l.conns[leaves].Conn.Close()
	l.conns = append(slices.Delete(l.conns, leaves, leaves+1), c)
	return false, true
}

// Close leaves the place to others.
func (c *conn) Close() error {
	c.listener.mu.Lock()
	if i := slices.Index(c.listener.conns, c); i >= 0 {
		c.listener.conns = slices.Delete(c.listener.conns, i, i+1)
	}
	c.listener.mu.Unlock()
	c.leave()
	return c.Conn.Close()
}
