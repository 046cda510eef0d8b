package web

import (
	"bufio"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/mito"
	"arbitre/games/motus"
)

func TestAStreamTellsTheWholeAndThenWhatIsNew(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	l := h.listen("/events?lang=en")
	if got, want := l.next().Headline.Text, "1 to play"; got != want {
		t.Errorf("it begins with %q, want %q", got, want)
	}
	h.in(func() {})                 // shows the same state again
	l.quiet(200 * time.Millisecond) // nothing has changed
	h.tell("press 1")
	if got, want := l.next().Headline.Text, "2 to play"; got != want {
		t.Errorf("then it tells %q, want %q", got, want)
	}
}

// A page that opens its stream late, or again, counts down from the game's clock as it is then: its
// own may have stood still while the phone slept.
func TestTheClockRunsOn(t *testing.T) {
	h := serve(t, Options{})
	h.sit(motus.Rules(), games.Start{Game: "motus", Seats: []games.Seat{1, 2, 3, 4}, Options: games.Agreed{}.With(
		games.Field{Key: "letters", Value: "5"}, games.Field{Key: "clock", Value: `"30s"`})})
	h.tell(`word hunt=1 "ETAGE"`)
	cookie := h.pair()
	for opened := range 2 {
		time.Sleep(150 * time.Millisecond)
		m := h.listen("/judge/events", "Cookie", cookie).next()
		most := 30000 - 150*float64(1+opened)
		if left := m.Prompts[0].Until - m.Now; left > most || left < 25000 {
			t.Errorf("stream %d has %v ms left, want 25000 to %v: 30 s, less the waits", opened, left, most)
		}
	}
}

// A phone that is slow to read when it is forgotten gets no state that is shown afterwards.
func TestAForgottenPhoneGetsNothingNewer(t *testing.T) {
	for range 20 { // its stream has two reasons to go on, and may see either first
		live(t, func(h *liveServer) {
			answer := h.ask(h.dial(stranger(1)), "GET", "/judge/events", "Cookie: "+h.cookie+"\r\n\r\n")
			synctest.Wait() // until the stream waits for the phone to read
			if err := h.web.Unpair(); err != nil {
				h.Fatal(err)
			}
			h.web.Show(State{Judge: games.View{Headline: games.Text{Word: "afterwards"}}})
			time.Sleep(time.Second)
			told, _ := io.ReadAll(answer.Body) // until the server closes it
			if !strings.Contains(string(told), "data: {") || strings.Contains(string(told), "afterwards") {
				h.Errorf("it is told %s, want the state before alone", told)
			}
		})
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
	live(t, func(h *liveServer) {
		watches := func(n int) (net.Conn, *http.Response) {
			conn := h.dial(stranger(n))
			return conn, h.ask(conn, "GET", "/events", "\r\n")
		}
		for n := range mostWatchers[public] - 1 {
			watches(n)
		}
		last, _ := watches(1000)
		if _, answer := watches(1001); answer.StatusCode != 503 || answer.Header.Get("Retry-After") == "" {
			h.Errorf("one more gets %v; want 503 with Retry-After", answer)
		}
		h.wantsJudgeStream(h.dial(stranger(1002)))
		last.Close()
		synctest.Wait()
		if _, answer := watches(1003); answer.StatusCode != http.StatusOK {
			h.Errorf("who comes when one has gone gets %s, want 200", answer.Status)
		}
	})
}

// Of a hundred watchers ten read nothing: the others see the end, Show never waits, the ten are
// dropped, and when all have gone no goroutine is left.
func TestAHundredWatch(t *testing.T) {
	live(t, func(h *liveServer) {
		var seen atomic.Int32
		for n := range 100 {
			answer := h.ask(h.dial(stranger(n)), "GET", "/events", "\r\n")
			if n%10 == 0 {
				continue
			}
			go func() {
				for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
					if strings.Contains(lines.Text(), "the end") {
						seen.Add(1)
					}
				}
			}()
		}
		began := time.Now()
		for _, word := range []string{"a state", "another", "the end"} {
			h.web.Show(State{Public: games.View{Headline: games.Text{Word: word}}})
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("Show waits %v", waited)
		}
		time.Sleep(time.Minute)
		h.web.mu.Lock()
		defer h.web.mu.Unlock()
		if watch := len(h.web.watchers[public]); watch != 90 || seen.Load() != 90 {
			t.Errorf("%d watch, and %d have seen the end; want 90", watch, seen.Load())
		}
	})
}
