package web

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/shown"
	"arbitre/games"
)

// states opens a public stream, and returns a function that waits for its next state, as JSON.
func (h *liveServer) states() (next func() string) {
	h.Helper()
	lines := bufio.NewScanner(h.ask(h.dial(stranger(1)), "GET", "/events", "\r\n").Body)
	return func() string {
		h.Helper()
		for lines.Scan() {
			if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok && data[0] == '{' {
				return data
			}
		}
		h.Fatal("the stream has ended")
		panic("not reached")
	}
}

// headline returns a state in which everyone reads a word.
func headline(word string) shown.State {
	return shown.State{Public: games.View{Headline: games.Text{Word: word}}}
}

func TestAStreamTellsTheWholeAndThenWhatIsNew(t *testing.T) {
	live(t, func(h *liveServer) {
		h.web.Show(headline("first"))
		next := h.states()
		if got := next(); !strings.Contains(got, "first") {
			h.Errorf("it begins with %s, want the first state", got)
		}
		h.web.Show(headline("first"))
		time.Sleep(time.Second)
		h.web.Show(headline("second"))
		if got := next(); !strings.Contains(got, "second") {
			h.Errorf("then it tells %s, want the second state", got)
		}
	})
}

// A page that opens its stream late, or again, gets the game's clock as it is then: its own may
// have stood still while the phone slept.
func TestTheClockRunsOn(t *testing.T) {
	live(t, func(h *liveServer) {
		h.web.Show(shown.State{Now: 10 * time.Second})
		for opened := 1; opened <= 2; opened++ {
			time.Sleep(150 * time.Millisecond)
			got, want := h.states()(), fmt.Sprintf(`{"now":%d,`, 10_000+150*opened)
			if !strings.HasPrefix(got, want) {
				h.Errorf("stream %d begins with %s, want %s", opened, got, want)
			}
		}
	})
}

// A phone that is slow to read when it is unpaired gets no state that is shown afterwards.
func TestARevokedPhoneGetsNothingNewer(t *testing.T) {
	for range 20 { // its stream has two reasons to go on, and may see either first
		live(t, func(h *liveServer) {
			answer := h.ask(h.dial(stranger(1)), "GET", "/judge/events", "Cookie: "+h.cookie+"\r\n\r\n")
			synctest.Wait() // until the stream waits for the phone to read
			if err := h.web.Phones.Unpair(); err != nil {
				h.Fatal(err)
			}
			h.web.Show(shown.State{Judge: games.View{Headline: games.Text{Word: "afterwards"}}})
			time.Sleep(time.Second)
			told, _ := io.ReadAll(answer.Body) // until the server closes it
			if !strings.Contains(string(told), "data: {") || strings.Contains(string(told), "afterwards") {
				h.Errorf("it is told %s, want the state before alone", told)
			}
		})
	}
}

// While nobody watches, nothing is made of a state.
func TestNothingIsMadeForNobody(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{Book: func() Book { t.Error("a content is made"); return Book{} }})
		defer s.Close()
		s.Show(shown.State{})
		s.Refresh()
		synctest.Wait()
	})
}

func TestOnlySoManyWatch(t *testing.T) {
	live(t, func(h *liveServer) {
		watches := func(n int) (net.Conn, *http.Response) {
			conn := h.dial(stranger(n))
			return conn, h.ask(conn, "GET", "/events", "\r\n")
		}
		for range 100 { // of one address
			watches(0)
		}
		if _, answer := watches(0); answer.StatusCode != 503 {
			h.Errorf("one more of the address gets %v; want 503", answer)
		}
		for n := range 99 {
			watches(1 + n)
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
			h.web.Show(headline(word))
		}
		if waited := time.Since(began); waited > 0 {
			t.Errorf("Show waits %v", waited)
		}
		time.Sleep(time.Minute)
		if watch := h.web.broadcast.Everyone.Taken(); watch != 90 || seen.Load() != 90 {
			t.Errorf("%d watch, and %d have seen the end; want 90", watch, seen.Load())
		}
	})
}

// The box may have no clock: the page of a paired phone tells it the time, and no other page does.
func TestOnlyAPairedPhoneTellsTheTime(t *testing.T) {
	told := make(chan time.Time, 9)
	h := serve(t, Options{SetTime: func(at time.Time) error { told <- at; return nil }})
	cookie := h.pair()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	for _, tt := range []struct{ path, cookie string }{
		{"/judge/events?time=2026-12-24T20:15:07", "nobody"}, {"/events?time=2026-12-24T20:15:07", cookie},
		{"/judge/events?time=", cookie}, {"/judge/events?time=2026-12-24T20:15:07Z", cookie},
		{"/judge/events?time=%00%ff", cookie}, {"/judge/events?time=2026-12-24T20:15:07&time=2027-01-01T00:00:00", cookie},
	} {
		r, _ := http.NewRequestWithContext(ctx, "GET", h.url+tt.path, nil)
		r.Header.Set("Cookie", tt.cookie)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
	}
	if want := time.Date(2026, 12, 24, 20, 15, 7, 0, time.UTC); len(told) != 1 || !(<-told).Equal(want) {
		t.Errorf("the time was told %d more times, want once, %v", len(told), want)
	}
}
