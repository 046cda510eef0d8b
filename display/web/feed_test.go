package web

import (
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/mito"
	"arbitre/games/motus"
)

func TestAStreamTellsTheWholeAndThenWhatIsNew(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	l := h.listen("/events?lang=en", nil)
	first := l.next()
	if text := first.data["headline"].(map[string]any)["text"]; text != "1 to play" || first.id == "" {
		t.Errorf("it begins with %q, id %q", text, first.id)
	}
	h.tell("press 1")
	if text := l.next().data["headline"].(map[string]any)["text"]; text != "2 to play" {
		t.Errorf("then it tells %q", text)
	}
	h.in(func() {}) // shows the same again
	l.quiet(200 * time.Millisecond)
}

func TestAStreamIsResumed(t *testing.T) {
	folder := t.TempDir()
	h := serve(t, Options{Folder: folder})
	h.sit(mito.Rules(), mitoStart())
	l := h.listen("/events", nil)
	known := l.next().id
	l.cancel()

	again := h.listen("/events", http.Header{"Last-Event-Id": {known}})
	again.quiet(200 * time.Millisecond) // nothing has changed
	h.tell("press 1")
	newer := again.next().id
	if newer == known {
		t.Error("another state has the same id")
	}
	late := h.listen("/events", http.Header{"Last-Event-Id": {known}})
	if got := late.next().id; got != newer {
		t.Errorf("it catches up with %q, want %q", got, newer)
	}
	if foreign := h.listen("/events", http.Header{"Last-Event-Id": {"nonsense"}}).next(); foreign.id != newer {
		t.Errorf("to an unknown id it tells %q", foreign.id)
	}

	address := strings.TrimPrefix(h.url, "http://")
	h.close()
	h = serveAt(t, Options{Folder: folder}, address)
	h.sit(mito.Rules(), mitoStart())
	h.tell("press 1")
	// The round's history is not kept, but nothing has happened in it: the content is the same,
	// after a restart too.
	h.listen("/events", http.Header{"Last-Event-Id": {newer}}).quiet(200 * time.Millisecond)
}

// A page that opens late counts down from the game's clock as it is then.
func TestTheClockRunsOn(t *testing.T) {
	h := serve(t, Options{})
	h.sit(motus.Rules(), games.Start{Game: "motus", Seats: []games.Seat{1, 2, 3, 4}, Options: games.Agreed{}.With(
		games.Field{Key: "letters", Value: "5"}, games.Field{Key: "clock", Value: `"30s"`})})
	h.tell(`word hunt=1 "ETAGE"`)
	cookie := h.pair()
	h.listen("/judge/events", cookie).next()
	time.Sleep(150 * time.Millisecond)
	m := h.listen("/judge/events", cookie).next()
	prompt := m.data["prompts"].([]any)[0].(map[string]any)
	left := prompt["until"].(float64) - m.data["now"].(float64)
	if left > 30000-150 || left < 25000 {
		t.Errorf("it has %v ms left", left)
	}
}

// While nobody watches, a state wakes no goroutine and encodes nothing.
func TestNothingIsEncodedForNobody(t *testing.T) {
	s := New(Options{Book: func() Book { t.Error("it is encoded"); return Book{} }})
	defer s.Close()
	for line := range 10 {
		s.Show(State{Line: line})
	}
	if len(s.wake) != 0 {
		t.Error("the encoder is woken")
	}
	time.Sleep(100 * time.Millisecond)
}

func TestOnlySoManyWatch(t *testing.T) {
	h := serve(t, Options{})
	cookie := h.pair()
	var all []*listener
	for range most[public] {
		all = append(all, h.listen("/events", nil))
	}
	status, _, header := h.send(request{method: "GET", path: "/events"})
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		t.Errorf("one more gets %d, %v", status, header)
	}
	if l := h.listen("/judge/events", cookie); l.status != http.StatusOK {
		t.Errorf("the judge gets %d", l.status)
	}
	all[0].cancel()
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		if l := h.listen("/events", nil); l.status == http.StatusOK {
			break
		}
		if time.Now().After(deadline) {
			t.Fatal("the place of one who has gone is not free")
		}
	}
}

// A hundred watch, ten of whom read nothing: all others see the end, the referee never waits, those
// ten are dropped while they are still connected, and when all have gone nothing is left behind.
func TestAHundredWatch(t *testing.T) {
	before := runtime.NumGoroutine()
	h := serve(t, Options{})
	h.web.stall = time.Second
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	var reading []*listener
	for range 90 {
		reading = append(reading, h.listen("/events", nil))
	}
	for range 10 {
		conn, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.(*net.TCPConn).SetReadBuffer(1)
		fmt.Fprint(conn, "GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
	}
	watching := func() int {
		h.web.mu.Lock()
		defer h.web.mu.Unlock()
		return h.web.crowd[public]
	}
	await := func(n int) {
		t.Helper()
		for deadline := time.Now().Add(15 * time.Second); watching() != n; time.Sleep(5 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%d watch, not %d", watching(), n)
			}
		}
	}
	await(100)
	for range 60 {
		if status, body, _ := h.send(request{method: "POST", path: "/judge/answer", body: play, header: cookie}); status != 204 {
			t.Fatalf("%d %s", status, body)
		}
		time.Sleep(25 * time.Millisecond)
	}
	h.web.Show(State{Public: games.View{Headline: games.Text{Word: "the end"}}})
	for _, l := range reading {
		l.until("the end")
	}
	await(90)
	for _, l := range reading {
		l.cancel()
		<-l.ended
	}
	await(0)
	h.close()
	for deadline := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			var b [1 << 16]byte
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, b[:runtime.Stack(b[:], true)])
		}
	}
}
