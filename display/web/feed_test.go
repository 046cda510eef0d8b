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
	folder := t.TempDir()
	h := serve(t, Options{Folder: folder})
	h.sit(mito.Rules(), mitoStart())
	l := h.listen("/events?lang=en")
	first := l.next()
	if first.Headline.Text != "1 to play" || first.id == "" {
		t.Errorf("it begins with %q, id %q", first.Headline.Text, first.id)
	}
	again := h.listen("/events?lang=en", "Last-Event-Id", first.id)
	h.in(func() {})                 // shows the same state again
	l.quiet(200 * time.Millisecond) // nothing has changed
	again.quiet(time.Millisecond)   // nor for a page that has it already
	h.tell("press 1")
	newer := l.next()
	if newer.Headline.Text != "2 to play" || newer.id == first.id {
		t.Errorf("then it tells %q, id %q", newer.Headline.Text, newer.id)
	}
	for known, l := range map[string]*listener{
		"nothing since": again, "the first": h.listen("/events?lang=en", "Last-Event-Id", first.id),
		"nonsense": h.listen("/events?lang=en", "Last-Event-Id", "nonsense"),
	} {
		if got := l.next().id; got != newer.id {
			t.Errorf("who knows %s catches up with %q, want %q", known, got, newer.id)
		}
	}

	address := strings.TrimPrefix(h.url, "http://")
	h.close()
	h = serveAt(t, Options{Folder: folder}, address)
	h.sit(mito.Rules(), mitoStart())
	h.tell("press 1") // the same again, after a restart too
	h.listen("/events?lang=en", "Last-Event-Id", newer.id).quiet(200 * time.Millisecond)
}

// A page that opens late counts down from the game's clock as it is then.
func TestTheClockRunsOn(t *testing.T) {
	h := serve(t, Options{})
	h.sit(motus.Rules(), games.Start{Game: "motus", Seats: []games.Seat{1, 2, 3, 4}, Options: games.Agreed{}.With(
		games.Field{Key: "letters", Value: "5"}, games.Field{Key: "clock", Value: `"30s"`})})
	h.tell(`word hunt=1 "ETAGE"`)
	time.Sleep(150 * time.Millisecond)
	m := h.listen("/judge/events", "Cookie", h.pair()).next()
	if left := m.Prompts[0].Until - m.Now; left > 30000-150 || left < 25000 {
		t.Errorf("it has %v ms left, want 25000 to 29850: 30 s, less the wait", left)
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

// watching waits until n streams of the scoreboard are open.
func (h *evening) watching(n int) {
	h.Helper()
	watch := func() int {
		h.web.mu.Lock()
		defer h.web.mu.Unlock()
		return len(h.web.watchers[public])
	}
	for late := time.Now().Add(15 * time.Second); watch() != n; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(late) {
			h.Fatalf("%d watch, not %d", watch(), n)
		}
	}
}

func TestOnlySoManyWatch(t *testing.T) {
	h := serve(t, Options{})
	cookie := h.pair()
	var all []*listener
	for range mostWatchers[public] {
		all = append(all, h.listen("/events"))
	}
	status, _, header := h.ask("GET /events", "")
	if status != http.StatusServiceUnavailable || header.Get("Retry-After") == "" {
		t.Errorf("one more gets %d, %v; want 503 with Retry-After", status, header)
	}
	if l := h.listen("/judge/events", "Cookie", cookie); l.status != http.StatusOK {
		t.Errorf("the judge gets %d, want 200", l.status)
	}
	all[0].cancel()
	h.watching(mostWatchers[public] - 1)
	if l := h.listen("/events"); l.status != http.StatusOK {
		t.Errorf("who comes when one has gone gets %d, want 200", l.status)
	}
}

// Of a hundred watchers ten read nothing: the others see the end, the referee never waits, the ten
// are dropped, and when all have gone no goroutine is left.
func TestAHundredWatch(t *testing.T) {
	before := runtime.NumGoroutine()
	h := serve(t, Options{})
	h.web.writeTimeout = time.Second
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	var reading []*listener
	for range 90 {
		reading = append(reading, h.listen("/events"))
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
	h.watching(100)
	for range 60 {
		if status, said := h.answer(cookie, play); status != 204 {
			t.Fatalf("%d %s", status, said)
		}
		time.Sleep(25 * time.Millisecond)
	}
	h.web.Show(State{Public: games.View{Headline: games.Text{Word: "the end"}}})
	for _, l := range reading {
		l.until("the end")
	}
	h.watching(90)
	for _, l := range reading {
		l.cancel()
		<-l.ended
	}
	h.watching(0)
	h.close()
	for late := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(late) {
			var b [1 << 16]byte
			t.Fatalf("%d goroutines, %d before:\n%s", runtime.NumGoroutine(), before, b[:runtime.Stack(b[:], true)])
		}
	}
}
