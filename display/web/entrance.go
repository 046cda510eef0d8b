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
func (s *Server) Serve(ctx context.Context, listener net.Listener) error {
	var turnstile turnstile
	server := newHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if _, paired := s.doors.session(r); paired {
			r.Context().Value(guestKey{}).(*guest).paired.Store(true)
		} else if !turnstile.pass(r.Context()) {
			return // whoever asked is gone
		}
		s.ServeHTTP(w, r)
	}), s.log)
	server.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, guestKey{}, conn)
	}
	var closing sync.WaitGroup
	defer closing.Wait()
	stop := context.AfterFunc(ctx, func() { closing.Go(func() { server.Close() }) })
	defer stop()
	if err := server.Serve(&entrance{Listener: listener, room: room()}); !errors.Is(err, http.ErrServerClosed) {
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

// Complaints are what a server of net/http logs, in lines of one kind.
type complaints struct{ log *slog.Logger }

func (c complaints) Write(line []byte) (int, error) {
	c.log.Warn("the web server complains", "of", string(bytes.TrimSpace(line)))
	return len(line), nil
}

// A turnstile lets requests of strangers through one by one, so many a second.
type turnstile struct {
	mu   sync.Mutex
	next time.Time // of whoever comes next
}

const (
	aSecond = 100 // requests
	atOnce  = 100 // after a quiet second: what ten phones ask for that are opened together
)

// pass waits for its turn. It tells whether it came before the context ended.
func (t *turnstile) pass(ctx context.Context) bool {
	const step = time.Second / aSecond
	t.mu.Lock()
	now := time.Now()
	if earliest := now.Add(-atOnce * step); t.next.Before(earliest) {
		t.next = earliest
	}
	t.next = t.next.Add(step)
	wait := t.next.Sub(now)
	t.mu.Unlock()
	if wait <= 0 {
		return true
	}
	turn := time.NewTimer(wait)
	defer turn.Stop()
	select {
	case <-turn.C:
		return true
	case <-ctx.Done():
		t.mu.Lock()
		t.next = t.next.Add(-step)
		t.mu.Unlock()
		return false
	}
}

// How many connections there are, and how many from one address: a phone has one for the stream, and a few for a page.
const (
	mostGuests = 256
	mostOfOne  = 32
)

// inReserve are the files that no guest gets: those of the hardware and of the journal that is begun while all places are
// taken (getrlimit(2), RLIMIT_NOFILE).
const inReserve = 40

// room is how many guests there can be.
func room() int {
	var files syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &files); err != nil || files.Cur > mostGuests+inReserve {
		return mostGuests
	}
	return max(1, int(files.Cur)-inReserve)
}

const (
	settled = time.Second      // how long a guest may stay at least
	knock   = time.Millisecond // how long nobody comes in after one who could not
)

// An entrance is a listener with a bounded number of guests. Where there are too many, a stranger who has been here for a
// while leaves for whoever comes: so nobody can take all places for long. Paired phones stay.
type entrance struct {
	net.Listener
	room int // for so many guests

	mu     sync.Mutex
	guests []*guest // the oldest first
}

// A guest is a connection that was let in.
type guest struct {
	net.Conn
	entrance *entrance
	from     netip.Addr
	since    time.Time
	paired   atomic.Bool // it has shown that it is a judge's phone
}

// guestKey is under what a request's context has its guest.
type guestKey struct{}

func (e *entrance) Accept() (net.Conn, error) {
	for {
		conn, err := e.Listener.Accept()
		if err != nil {
			return nil, err
		}
		g := &guest{Conn: conn, entrance: e, since: time.Now()}
		if at, err := netip.ParseAddrPort(conn.RemoteAddr().String()); err == nil {
			g.from = at.Addr().Unmap()
		}
		if e.admit(g) {
			return g, nil
		}
		conn.Close()
		time.Sleep(knock)
	}
}

// admit lets a guest in, if need be in another's place.
func (e *entrance) admit(g *guest) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	of := map[netip.Addr]int{}
	for _, other := range e.guests {
		of[other.from]++
	}
	if of[g.from] < mostOfOne && len(e.guests) < e.room {
		e.guests = append(e.guests, g)
		return true
	}
	leaves := -1
	for i, other := range e.guests {
		switch {
		case other.paired.Load() || g.since.Sub(other.since) < settled:
		case of[g.from] >= mostOfOne && other.from != g.from:
		case leaves < 0 || of[other.from] > of[e.guests[leaves].from]: // the oldest of those who have most
			leaves = i
		}
	}
	if leaves < 0 {
		return false
	}
	e.guests[leaves].Conn.Close() // its server notices, and ends what it was doing
	e.guests = append(slices.Delete(e.guests, leaves, leaves+1), g)
	return true
}

// Close leaves the place to others.
func (g *guest) Close() error {
	g.entrance.mu.Lock()
	if i := slices.Index(g.entrance.guests, g); i >= 0 {
		g.entrance.guests = slices.Delete(g.entrance.guests, i, i+1)
	}
	g.entrance.mu.Unlock()
	return g.Conn.Close()
}
