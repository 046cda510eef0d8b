package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A liveServer serves the pages with their limits, to connections through memory, and has one
// paired phone. It runs in a bubble of synctest, whose clock stands still while anybody has
// something to do: so tests can hold exact times and numbers.
type liveServer struct {
	*testing.T
	web    *Server
	dialed chan net.Conn // to be accepted
	closed chan struct{}
	close  func() // the listener
	cookie string
}

// live tests a liveServer.
func live(t *testing.T, test func(*liveServer)) {
	synctest.Test(t, func(t *testing.T) {
		h := &liveServer{T: t, web: New(Options{}), dialed: make(chan net.Conn), closed: make(chan struct{})}
		h.close = sync.OnceFunc(func() { close(h.closed) })
		h.cookie = sessionCookie + "=" + admitted(h.web)
		ctx, stop := context.WithCancel(context.Background())
		served := make(chan error)
		go func() { served <- h.web.Serve(ctx, h) }()
		t.Cleanup(func() {
			stop()
			if err := <-served; err != nil {
				t.Error(err)
			}
			h.web.Close()
		})
		test(h)
	})
}

func (h *liveServer) Accept() (net.Conn, error) {
	select {
	case conn := <-h.dialed:
		return conn, nil
	case <-h.closed:
		return nil, net.ErrClosed
	}
}

func (h *liveServer) Close() error {
	h.close()
	return nil
}

func (h *liveServer) Addr() net.Addr { return nil }

// A pipeFrom is the server's end of a connection that comes from an address.
type pipeFrom struct {
	net.Conn
	from netip.Addr
}

func (p pipeFrom) RemoteAddr() net.Addr {
	return net.TCPAddrFromAddrPort(netip.AddrPortFrom(p.from, 1))
}

// dial connects from an address, and waits until the connection is accepted.
func (h *liveServer) dial(from netip.Addr) net.Conn {
	near, far := net.Pipe()
	h.Cleanup(func() { near.Close() })
	select {
	case h.dialed <- pipeFrom{far, from}:
	case <-h.closed:
	}
	return near
}

// ask sends a request with what follows its first lines, and reads the head of the answer.
func (h *liveServer) ask(conn net.Conn, method, path, rest string) *http.Response {
	h.Helper()
	go fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: localhost\r\n%s", method, path, rest)
	answer, err := http.ReadResponse(bufio.NewReader(conn), &http.Request{Method: method})
	if err != nil {
		h.Fatalf("%s %s: %v", method, path, err)
	}
	return answer
}

// wantsJudgeStream fails unless a connection is given the judge's stream, which it then reads. The
// channel is closed when the stream ends.
func (h *liveServer) wantsJudgeStream(conn net.Conn) (ended chan struct{}) {
	h.Helper()
	answer := h.ask(conn, "GET", "/judge/events", "Cookie: "+h.cookie+"\r\n\r\n")
	if answer.StatusCode != http.StatusOK {
		h.Fatalf("the judge is told %s", answer.Status)
	}
	ended = make(chan struct{})
	go func() {
		io.Copy(io.Discard, answer.Body)
		close(ended)
	}()
	return ended
}

// crowd opens connections that say nothing, from each of some addresses, and returns how many of
// them have a place at the end.
func (h *liveServer) crowd(addresses, each int) (left int) {
	var conns []net.Conn
	for n := range addresses * each {
		conns = append(conns, h.dial(stranger(n/each)))
	}
	synctest.Wait()
	for _, conn := range conns {
		conn.SetReadDeadline(time.Now())
		if _, err := conn.Read(make([]byte, 1)); errors.Is(err, os.ErrDeadlineExceeded) {
			left++
		}
	}
	return left
}

// The places of connections that README.md promises, and the pause of the listener when one was
// taken away.
const (
	mostConns     = 256
	mostOfOne     = 32
	evictionPause = time.Millisecond
)

// However many connections strangers open, from one address or from many, a judge gets in, keeps
// his connection, and counts as a stranger when he is forgotten.
func TestAJudgeHasAPlaceAmongStrangers(t *testing.T) {
	for _, c := range []struct{ addresses, each, places, ofJudges int }{
		{1, 300, mostOfOne, 1},
		{12, 30, mostConns, 2},
	} {
		live(t, func(h *liveServer) {
			crowded := func(when string, want int) {
				h.Helper()
				if left := h.crowd(c.addresses, c.each); left != want {
					h.Errorf("%s, %d connections from each of %d addresses: %d have a place, want %d", when, c.each,
						c.addresses, left, want)
				}
			}
			crowded("at first", c.places)
			ended := h.wantsJudgeStream(h.dial(stranger(0))) // from an address that has all of its places
			h.wantsJudgeStream(h.dial(stranger(200)))
			crowded("beside the judge", c.places-c.ofJudges)
			select {
			case <-ended:
				h.Error("the judge's stream has ended")
			default:
			}
			if err := h.web.Unpair(); err != nil {
				h.Fatal(err)
			}
			<-ended
			crowded("when he is forgotten", c.places)
		})
	}
}

// One address opens more streams than there are places for watchers, and waits until it was served
// as often as it asked. By their rate alone its requests would take all of those places.
func TestNoMachineHasTheScoreboardForItself(t *testing.T) {
	live(t, func(h *liveServer) {
		for range cap(h.web.broadcast.Everyone) + 50 {
			conn := h.dial(stranger(1))
			go func() {
				fmt.Fprint(conn, "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n")
				io.Copy(io.Discard, conn)
			}()
		}
		time.Sleep(time.Minute)
		if answer := h.ask(h.dial(stranger(2)), "GET", "/events", "\r\n"); answer.StatusCode != http.StatusOK {
			h.Errorf("another is told %s", answer.Status)
		}
	})
}

// However many connections strangers keep opening, from however many addresses, and whatever they
// say on them, the judge gets in on a new connection. He waits for those who came before him, each
// of whom takes the listener a pause.
func TestNoCrowdShutsTheJudgeOut(t *testing.T) {
	live(t, func(h *liveServer) {
		const addresses, sockets = 300, 500
		for n := range sockets {
			said := []string{"", "GET / HTTP/1.1\r\n", "GET /rules HTTP/1.1\r\nHost: localhost\r\n\r\n"}[n%3]
			go h.comeBack(stranger(n%addresses), said)
		}
		time.Sleep(2 * time.Second) // all places have been taken, and more than once
		for try := range 8 {
			began := time.Now()
			conn := h.dial(stranger(1000 + try))
			h.wantsJudgeStream(conn)
			if took := time.Since(began); took > sockets*evictionPause {
				h.Errorf("try %d: the judge is in after %v, want %v at most", try, took, sockets*evictionPause)
			}
			conn.Close()
		}
	})
}

// comeBack says the same ten times a second, on a new connection whenever the old one is evicted.
func (h *liveServer) comeBack(from netip.Addr, said string) {
	for h.Context().Err() == nil {
		conn := h.dial(from)
		for err := error(nil); err == nil || errors.Is(err, os.ErrDeadlineExceeded); {
			conn.SetDeadline(time.Now().Add(100 * time.Millisecond))
			if said != "" {
				io.WriteString(conn, said)
			}
			_, err = conn.Read(make([]byte, 64<<10))
		}
		conn.Close()
	}
}

func TestABadRequestLosesItsConnection(t *testing.T) {
	for _, c := range []struct {
		name, method, path, rest string
		want                     int
		after                    time.Duration // when it is told
	}{
		{"a long head", "GET", "/", "X: " + strings.Repeat("x", 14<<10) + "\r\n\r\n", 431, 0},
		{"a body that comes too slowly", "POST", "/judge/pair",
			"Content-Type: application/json\r\nContent-Length: 20\r\n\r\n{", 408, 5 * time.Second},
		{"a code of one digit", "POST", "/judge/pair",
			"Content-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"code\":\"1\"}", 400, 0},
	} {
		live(t, func(h *liveServer) {
			conn, began := h.dial(stranger(1)), time.Now()
			if answer := h.ask(conn, c.method, c.path, c.rest); answer.StatusCode != c.want || !answer.Close {
				h.Errorf("%s: told %s, closed: %v; want %d, closed", c.name, answer.Status, answer.Close, c.want)
			}
			if took := time.Since(began); took != c.after {
				h.Errorf("%s: told after %v, want %v", c.name, took, c.after)
			}
			io.Copy(io.Discard, conn) // until the server closes it
		})
	}
}
