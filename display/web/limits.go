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

// Serve serves the pages on a listener until the context ends. Streams that are still open then are cut: browsers begin
// them anew. However many come, the referee beside it keeps the processor, the judge gets in, and memory is bounded.
func (s *site) Serve(ctx context.Context, l net.Listener) error {
	strangers := newStrangers()
	server := newHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := r.Context().Value(connKey{}).(*conn)
		if s.paired != nil && s.paired(r) {
			c.paired.Store(true)
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

// newHTTPServer is a server for h that no browser can hold up: 5 s for the head of a request, 10 s for the whole of it,
// 15 s for an answer, half a minute between two, 12 KiB for the head. Streams set their own deadline for each message.
func newHTTPServer(h http.Handler, l *slog.Logger) *http.Server {
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
type complaints struct{ log *slog.Logger }

func (c complaints) Write(line []byte) (int, error) {
	c.log.Warn("the web server complains", "of", string(bytes.TrimSpace(line)))
	return len(line), nil
}

// How many requests strangers are served: what ten phones ask for that are opened together, and then so many a second. One
// address has half of them at most, so that whoever asks without end keeps no other phone waiting.
const (
	requestsAtOnce  = 100
	requestsASecond = 100
	requestsOfOne   = requestsASecond / 2
)

// newStrangers limits what those ask for who are not paired.
func newStrangers() *ledger {
	return newLedger(func() limit { return newLimit(time.Second/requestsOfOne, requestsAtOnce) }, newLimit(time.Second/requestsASecond, requestsAtOnce))
}

// wait waits for the turn of an address. It tells whether it came before the context ended.
func (l *ledger) wait(ctx context.Context, from netip.Addr) bool {
	return l.address(from, time.Now()).wait(ctx) && l.all.wait(ctx)
}

// How many connections there are, and how many from one address: a phone has one for the stream, and a few for a page.
const (
	mostConns = 256
	mostOfOne = 32
)

// inReserve are the files that no browser gets: those of the hardware and of the journal that is begun while all places are
// taken (getrlimit(2), RLIMIT_NOFILE).
const inReserve = 40

// room is how many connections there can be.
func room() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil || files.Cur > mostConns+inReserve {
		return mostConns
	}
	return max(1, int(files.Cur)-inReserve)
}

const (
	settled = time.Second      // how long a connection may stay at least
	knock   = time.Millisecond // how long nobody comes in after one who could not
)

// A limitedListener has a bounded number of connections. Where there are too many, a stranger who has been here for a
// while leaves for whoever comes: so nobody can take all places for long. Paired phones stay.
type limitedListener struct {
	net.Listener
	room int // for so many connections

	mu    sync.Mutex
	conns []*conn // the oldest first
}

// A conn is a connection that was let in.
type conn struct {
	net.Conn
	listener *limitedListener
	from     netip.Addr
	since    time.Time
	paired   atomic.Bool // it has shown that it is a judge's phone
	leave    func()      // ends its requests, which net/http itself does only for those without a body
}

// connKey is under what a request's context has its connection.
type connKey struct{}

// begin is the context of a connection's requests, which ends when it is closed.
func (c *conn) begin(ctx context.Context) context.Context {
	ctx, c.leave = context.WithCancel(context.WithValue(ctx, connKey{}, c))
	return ctx
}

func (l *limitedListener) Accept() (net.Conn, error) {
	for {
		accepted, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		c := &conn{Conn: accepted, listener: l, from: addressOf(accepted.RemoteAddr().String()), since: time.Now()}
		if l.admit(c) {
			return c, nil
		}
		accepted.Close()
		time.Sleep(knock)
	}
}

// addressOf is the address of who calls from an address with a port; none where that is not known.
func addressOf(remote string) netip.Addr {
	at, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return at.Addr().Unmap()
}

// admit lets a connection in, if need be in another's place.
func (l *limitedListener) admit(c *conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	of := map[netip.Addr]int{}
	for _, other := range l.conns {
		of[other.from]++
	}
	if of[c.from] < mostOfOne && len(l.conns) < l.room {
		l.conns = append(l.conns, c)
		return true
	}
	leaves := -1
	for i, other := range l.conns {
		switch {
		case other.paired.Load() || c.since.Sub(other.since) < settled:
		case of[c.from] >= mostOfOne && other.from != c.from:
		case leaves < 0 || of[other.from] > of[l.conns[leaves].from]: // the oldest of those who have most
			leaves = i
		}
	}
	if leaves < 0 {
		return false
	}
	l.conns[leaves].leave()
	l.conns[leaves].Conn.Close()
	l.conns = append(slices.Delete(l.conns, leaves, leaves+1), c)
	return true
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
