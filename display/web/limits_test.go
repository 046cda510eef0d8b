package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/web/site"
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

// wantsJudgeStream fails unless a connection is given the judge's stream.
func (h *liveServer) wantsJudgeStream(conn net.Conn) {
	h.Helper()
	if answer := h.ask(conn, "GET", "/judge/events", "Cookie: "+h.cookie+"\r\n\r\n"); answer.StatusCode != http.StatusOK {
		h.Fatalf("the judge is told %s", answer.Status)
	}
}

// A stranger with 60 sockets that say nothing, and a house of 100 machines with three each, shut
// nobody out: neither somebody who looks nor the judge, from the stranger's own address, too.
func TestNoCrowdShutsAnybodyOut(t *testing.T) {
	listener, err := site.Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{})
	served := make(chan error)
	ctx, stop := context.WithCancel(t.Context())
	go func() { served <- s.Serve(ctx, listener) }()
	defer func() { stop(); <-served; s.Close() }()
	cookie, host := sessionCookie+"="+admitted(s), listener.Addr().String()
	dial := func(from byte) net.Conn {
		t.Helper()
		dialer := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, from)}}
		conn, err := dialer.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { conn.Close() })
		return conn
	}
	for range 60 {
		dial(9)
	}
	for n := range 300 {
		dial(byte(10 + n/3))
	}
	for _, who := range []struct {
		from         byte
		path, cookie string
	}{{9, "/", ""}, {200, "/", ""}, {200, "/events", ""}, {9, "/judge/events", cookie}, {200, "/judge/events", cookie}} {
		conn := dial(who.from)
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", who.path, host, who.cookie)
		answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s from 127.0.0.%d: %v, %v", who.path, who.from, answer, err)
		}
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
