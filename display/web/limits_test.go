package web

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// An open house is a server with its limits, as the daemon has it, and a paired phone.
type openHouse struct {
	*testing.T
	web     *Server
	address string
	cookie  string
}

func opened(t *testing.T) *openHouse {
	s := New(Options{})
	listener, err := Listen(t.Context(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	served := make(chan error)
	go func() { served <- s.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-served; err != nil {
			t.Error(err)
		}
		s.Close()
	})
	h := &openHouse{T: t, web: s, address: listener.Addr().String()}
	text := fmt.Sprintf(`{"code":%q}`, s.Invite().Code)
	answer := h.ask(h.dial(1), "POST", "/judge/pair",
		"Content-Type: application/json\r\nContent-Length: "+fmt.Sprint(len(text))+"\r\n\r\n"+text)
	h.cookie, _, _ = strings.Cut(answer.Header.Get("Set-Cookie"), ";")
	return h
}

// dial comes from one of the machines in the house: all of 127.0.0.0/8 is this one.
func (h *openHouse) dial(machine int) net.Conn {
	h.Helper()
	d := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 1, byte(machine))}}
	conn, err := d.Dial("tcp", h.address)
	if err != nil {
		h.Fatal(err)
	}
	h.Cleanup(func() { conn.Close() })
	return conn
}

// ask sends a request with what follows its first lines, and reads the head of the answer.
func (h *openHouse) ask(conn net.Conn, method, path, rest string) *http.Response {
	h.Helper()
	fmt.Fprintf(conn, "%s %s HTTP/1.1\r\nHost: %s\r\n%s", method, path, h.address, rest)
	conn.SetReadDeadline(time.Now().Add(20 * time.Second))
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		h.Fatalf("%s %s: %v", method, path, err)
	}
	return answer
}

// judges fails unless a connection is given the judge's stream.
func (h *openHouse) judges(conn net.Conn) {
	h.Helper()
	answer := h.ask(conn, "GET", "/judge/events", "Cookie: "+h.cookie+"\r\n\r\n")
	if answer.StatusCode != http.StatusOK {
		h.Fatalf("the judge is told %s", answer.Status)
	}
}

// crowd opens connections that say nothing, and waits until no more than so many of them are left.
func (h *openHouse) crowd(machines, each, most int) (left int) {
	h.Helper()
	var conns []net.Conn
	for machine := range machines {
		for range each {
			conns = append(conns, h.dial(2+machine))
		}
	}
	for end := time.Now().Add(20 * time.Second); ; {
		conns = slices.DeleteFunc(conns, func(conn net.Conn) bool {
			conn.SetReadDeadline(time.Now().Add(time.Millisecond))
			_, err := conn.Read(make([]byte, 1))
			return !errors.Is(err, os.ErrDeadlineExceeded)
		})
		if len(conns) <= most || time.Now().After(end) {
			return len(conns)
		}
	}
}

func TestStrangersTakeSoManyPlacesAndNoneForGood(t *testing.T) {
	h := opened(t)
	early := h.dial(1)
	h.judges(early)
	for _, c := range []struct{ machines, each, most int }{{1, 300, mostOfOne}, {12, 30, mostConns}} {
		if left := h.crowd(c.machines, c.each, c.most); left > c.most || left < c.most-8 {
			t.Errorf("%d connections from each of %d machines: %d have a place, want %d", c.each,
				c.machines, left, c.most)
		}
		h.judges(h.dial(2)) // from where a stranger has all of his places
		h.judges(h.dial(200))
	}
	early.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if _, err := io.Copy(io.Discard, early); err == nil || !strings.Contains(err.Error(), "timeout") {
		t.Errorf("the stream of the judge who was there first: %v", err)
	}
}

func TestNoMachineHasTheScoreboardForItself(t *testing.T) {
	h := opened(t)
	for range 250 {
		fmt.Fprintf(h.dial(2), "GET /events HTTP/1.1\r\nHost: %s\r\n\r\n", h.address)
	}
	if answer := h.ask(h.dial(3), "GET", "/events", "\r\n"); answer.StatusCode != http.StatusOK {
		t.Errorf("another is told %s", answer.Status)
	}
}

// However many connections strangers keep opening, from however many addresses, and whatever they
// say on them, the judge gets in, on a new connection and soon.
func TestNoCrowdShutsTheJudgeOut(t *testing.T) {
	h := opened(t)
	ctx, end := context.WithCancel(t.Context())
	var crowd sync.WaitGroup
	defer crowd.Wait()
	defer end()
	const addresses, sockets = 300, 500
	var came atomic.Int64
	for n := range sockets {
		crowd.Go(func() {
			address := net.IPv4(127, 0, 2+byte(n%addresses/200), 1+byte(n%addresses%200))
			from := net.Dialer{LocalAddr: &net.TCPAddr{IP: address}}
			said := []string{"", "GET / HTTP/1.1\r\n", "GET /rules HTTP/1.1\r\nHost: " + h.address + "\r\n\r\n"}[n%3]
			for ctx.Err() == nil {
				conn, err := from.DialContext(ctx, "tcp", h.address)
				if err != nil {
					continue
				}
				came.Add(1)
				for ctx.Err() == nil {
					fmt.Fprint(conn, said)
					conn.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
					_, err := conn.Read(make([]byte, 64<<10))
					if err != nil && !errors.Is(err, os.ErrDeadlineExceeded) {
						break // his place is another's
					}
				}
				conn.Close()
			}
		})
	}
	for came.Load() < 2*sockets { // all places have been taken, and more than once
		time.Sleep(time.Millisecond)
	}
	const patience = 20 * time.Second // of a test: how soon he is in is told
	var tries sync.WaitGroup
	for lane := range 4 {
		tries.Go(func() {
			for try := range 5 {
				began := time.Now()
				conn, err := net.DialTimeout("tcp", h.address, patience)
				if err != nil {
					t.Errorf("try %d of %d: %v", try, lane, err)
					continue
				}
				conn.SetDeadline(began.Add(patience))
				fmt.Fprintf(conn, "GET /judge/events HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", h.address, h.cookie)
				answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
				if err != nil || answer.StatusCode != http.StatusOK {
					t.Errorf("try %d of %d: %v, %v", try, lane, answer, err)
				}
				t.Logf("the judge is in after %v", time.Since(began))
				conn.Close()
			}
		})
	}
	tries.Wait()
}

// Addresses of one network of IPv6 are one: whoever is on it has all of them.
func TestAnAddressIsANetworkOfIPv6(t *testing.T) {
	for remote, want := range map[string]string{
		"[2001:db8::1]:1": "2001:db8::", "[2001:db8::ffff:1:2:3]:9": "2001:db8::",
		"[2001:db8:0:1::1]:1": "2001:db8:0:1::", "[fe80::1%eth0]:1": "fe80::",
		"[::ffff:192.0.2.7]:1": "192.0.2.7", "192.0.2.8:1": "192.0.2.8", "nonsense": "invalid IP",
	} {
		if got := addressOf(remote).String(); got != want {
			t.Errorf("%s comes from %s, want %s", remote, got, want)
		}
	}
}

// A phone that is forgotten keeps no connection either.
func TestAForgottenPhoneLeaves(t *testing.T) {
	t.Parallel()
	h := opened(t)
	conn := h.dial(1)
	h.ask(conn, "HEAD", "/judge/events", "Cookie: "+h.cookie+"\r\n\r\n")
	if err := h.web.Unpair(); err != nil {
		t.Fatal(err)
	}
	conn.SetReadDeadline(time.Now().Add(20 * time.Second)) // net/http would keep it for 30 s
	if _, err := conn.Read(make([]byte, 1)); err != io.EOF {
		t.Errorf("its connection: %v", err)
	}
}

func TestARequestWithALongHeadIsRefused(t *testing.T) {
	h := opened(t)
	answer := h.ask(h.dial(2), "GET", "/", "X: "+strings.Repeat("x", 14<<10)+"\r\n\r\n")
	if answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("it is told %s", answer.Status)
	}
}

func TestStrangersAreServedSoManyASecond(t *testing.T) {
	for _, c := range []struct {
		does      string
		addresses int
		aSecond   int
	}{
		{"one asks", 1, requestsOfOne},
		{"two ask", 2, requestsASecond},
		{"a thousand ask", 1000, requestsASecond},
	} {
		t.Run(c.does, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newStrangers()
				began := time.Now()
				var passed, gone int
				ctx, leave := context.WithCancel(t.Context())
				done := make(chan bool)
				const patient, others = requestsAtOnce + 3*requestsASecond, 1000
				for n := range patient {
					go func() { done <- s.wait(t.Context(), stranger(n%c.addresses)) }()
				}
				synctest.Wait()
				for n := range others {
					go func() { done <- s.wait(ctx, stranger(n%c.addresses)) }()
				}
				synctest.Wait()
				leave()
				for range patient + others {
					if <-done {
						passed++
					} else {
						gone++
					}
				}
				if passed != patient || gone != others {
					t.Errorf("%d passed, %d went away", passed, gone)
				}
				took, want := time.Since(began), time.Second*(patient-requestsAtOnce)/time.Duration(c.aSecond)
				if took.Round(time.Millisecond) != want {
					t.Errorf("it took %v, want %v", took, want)
				}
				began = time.Now()
				if !s.wait(t.Context(), stranger(0)) || time.Since(began) > time.Second/time.Duration(c.aSecond) {
					t.Errorf("those who went away are still waited for: %v", time.Since(began))
				}
			})
		})
	}
}

// However fast one stranger asks, on all the connections that he can have, another waits for
// nothing.
func TestAStrangerWhoAsksWithoutEndKeepsNobodyWaiting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStrangers()
		ctx, end := context.WithTimeout(t.Context(), time.Minute)
		defer end()
		for range mostOfOne {
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

// Who has lost his place asks for nothing any more, whatever he was asking for.
func TestWhoLeavesForAnotherIsServedNoMore(t *testing.T) {
	l := &limitedListener{room: 1}
	come := func() (*conn, context.Context) {
		near, far := net.Pipe()
		t.Cleanup(func() { far.Close() })
		c := &conn{Conn: near, listener: l}
		if _, admitted := l.admit(c); !admitted {
			t.Fatal("there is no room")
		}
		return c, c.begin(t.Context())
	}
	_, first := come()
	last, second := come()
	if first.Err() == nil {
		t.Error("the first is still served")
	}
	if second.Err() != nil {
		t.Error("the second is not served")
	}
	if last.Close(); second.Err() == nil {
		t.Error("the second is served when it has gone")
	}
}
