package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
)

// An evening is a game that is played with pages. It has a loop that owns the game, like the
// referee's, and a server on a real socket.
type evening struct {
	testing.TB
	web  *Server
	url  string
	http *http.Server

	answers chan shown.Answer
	do      chan func()
	stop    context.CancelFunc
	stopped chan struct{}

	// Of the loop.
	game     *games.Table
	journal  string // its file
	zero     time.Time
	holder   games.Seat
	quiet    bool
	players  bool // whether the judge may answer for the players
	dialogue keys.Dialogue
	asked    []games.Prompt // the prompts that the pages show
	before   int            // is added to the serials of prompts
	applied  []games.Input
}

// A nameplates value keeps the names of players. The pages are made in one goroutine, and each
// request that names somebody has its own.
type nameplates struct {
	mu sync.Mutex
	of map[games.Seat]games.Sitter
}

func (n *nameplates) set(seat games.Seat, name string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.of[seat] = games.Sitter{Name: name}
	return nil
}

func (n *nameplates) all() map[games.Seat]games.Sitter {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.of)
}

// serve starts an evening without a game.
func serve(t testing.TB, o Options) *evening {
	t.Helper()
	return serveAt(t, o, "127.0.0.1:0")
}

func serveAt(t testing.TB, o Options, address string) *evening {
	t.Helper()
	listener, err := site.Listen(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, o, listener)
}

func serveOn(t testing.TB, o Options, listener net.Listener) *evening {
	t.Helper()
	answers := make(chan shown.Answer)
	o.Rules, o.Phrases, o.Answers = all.Games(), wording.NewPhrases(all.Games()), answers
	s := New(o)
	ctx, stop := context.WithCancel(context.Background())
	h := &evening{TB: t, web: s, answers: answers, url: "http://" + listener.Addr().String(),
		http: &http.Server{Handler: s}, do: make(chan func()), stop: stop, stopped: make(chan struct{})}
	go h.http.Serve(listener)
	go h.run(ctx)
	t.Cleanup(h.close)
	return h
}

// close ends the server and the loop. It may be called again.
func (h *evening) close() {
	h.stop()
	<-h.stopped
	h.web.Close()
	h.http.Close()
}

// run is the loop: it applies functions, answers and deadlines, and shows the state after each.
func (h *evening) run(ctx context.Context) {
	defer close(h.stopped)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		if h.game != nil {
			if at, ok := h.game.Deadline(); ok {
				timer.Reset(at - h.now())
			}
		}
		select {
		case <-ctx.Done():
			return
		case f := <-h.do:
			f()
		case a := <-h.answers:
			err := a.CheckOpen(h.asked)
			if err == nil {
				err = h.take(a.Input)
			}
			h.present()
			a.Done(err)
			continue
		case <-timer.C:
			h.game.Advance(h.now())
		}
		h.present()
	}
}

func (h *evening) now() time.Duration { return max(time.Since(h.zero), h.game.Now()) }

func (h *evening) take(in games.Input) error {
	if h.game == nil {
		return errors.New("nobody plays")
	}
	in.At = h.now()
	err := h.apply(in)
	if err == nil {
		h.applied = append(h.applied, in)
	}
	return err
}

// apply applies an input and writes it into the journal.
func (h *evening) apply(in games.Input) error {
	_, err := h.game.Apply(in)
	if err == nil {
		err = h.write(journal.AppendInput(nil, in))
	}
	return err
}

func (h *evening) write(line []byte) error {
	file, err := os.OpenFile(h.journal, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(line)
	return errors.Join(err, file.Close())
}

func (h *evening) present() {
	if h.game == nil {
		return
	}
	v := h.game.View(games.Judge)
	if h.players {
		for _, seat := range h.game.Start().Seats {
			v.Prompts = append(v.Prompts, h.game.View(games.Player(seat)).Prompts...)
		}
	}
	for i := range v.Prompts {
		v.Prompts[i].Serial += h.before
	}
	h.asked = v.Prompts
	h.dialogue.Follow(v)
	h.web.Show(shown.State{
		Public: h.game.View(games.Public), Judge: v, Holder: h.holder, Quiet: h.quiet,
		Scene: display.Scene{View: v, Dialogue: h.dialogue, Now: h.now()},
		Now:   h.now(), Line: h.game.Lines(), Told: h.game.History(), Journal: h.journal,
	})
}

// in runs a function in the loop, and waits until the state after it was shown.
func (h *evening) in(f func()) {
	h.Helper()
	done := make(chan struct{})
	select {
	case h.do <- func() { f(); close(done) }:
		<-done
		h.do <- func() {} // taken only when the state was shown
	case <-h.stopped:
		h.Fatal("the loop has ended")
	}
}

// sit begins a game.
func (h *evening) sit(rules games.Rules, start games.Start) {
	h.Helper()
	h.in(func() {
		game, _, err := games.NewTable(rules, start)
		if err != nil {
			h.Error(err)
			return
		}
		h.game, h.zero, h.holder, h.journal = game, time.Now(), 0, filepath.Join(h.TempDir(), "game.jsonl")
		if err := h.write(journal.AppendStart(nil, start)); err != nil {
			h.Error(err)
		}
	})
}

// raced presses the buttons of seats, one after the other by some time.
func (h *evening) raced(apart time.Duration, seats ...games.Seat) {
	h.Helper()
	h.in(func() {
		at := h.now()
		for i, seat := range seats {
			in := games.Input{At: at + time.Duration(i)*apart, Kind: games.Press, Seat: seat}
			if err := h.apply(in); err != nil {
				h.Error(err)
			}
		}
	})
}

// tell applies lines of a story at the present time: `press 2`, `play "ant"`.
func (h *evening) tell(lines ...string) {
	h.Helper()
	for _, line := range lines {
		in, err := gametest.Input("0 " + line)
		if err != nil {
			h.Fatal(err)
		}
		h.in(func() {
			in.At = h.now()
			if err := h.apply(in); err != nil {
				h.Errorf("%s: %v", line, err)
			}
		})
	}
}

// plays returns how many inputs of the pages were applied.
func (h *evening) plays() (n int) {
	h.in(func() { n = len(h.applied) })
	return n
}

// ask sends a request on a new connection: "METHOD /path", a body, and pairs of header names and
// values. A POST has the type JSON unless the header says otherwise. It checks that the response
// has the security headers.
func (h *evening) ask(line, body string, header ...string) (status int, said string, answered http.Header) {
	h.Helper()
	method, path, _ := strings.Cut(line, " ")
	r := newRequest(h, method, h.url+path, body, header)
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(r)
	if err != nil {
		h.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		h.Fatal(err)
	}
	for key, want := range map[string]string{
		"Content-Security-Policy": site.Policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
		"Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := answer.Header.Get(key); got != want {
			h.Errorf("%s: %s is %q", line, key, got)
		}
	}
	return answer.StatusCode, strings.TrimSpace(string(text)), answer.Header
}

func newRequest(t testing.TB, method, url, body string, header []string) *http.Request {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	r.Host = r.Header.Get("Host")
	return r
}

// answer posts an answer of the judge, in German, and returns the response.
func (h *evening) answer(cookie, body string) (status int, said string) {
	h.Helper()
	status, said, _ = h.ask("POST /judge/answer", body, "Cookie", cookie, "Accept-Language", "de-CH, fr;q=0.5")
	return status, said
}

// pair pairs a phone and returns its cookie.
func (h *evening) pair() (cookie string) {
	h.Helper()
	status, said, header := h.ask("POST /judge/pair", fmt.Sprintf(`{"code":%q}`, h.web.Phones.Invite().Code))
	if status != http.StatusNoContent {
		h.Fatalf("pairing: %d %s", status, said)
	}
	cookie, _, _ = strings.Cut(header.Get("Set-Cookie"), ";")
	return cookie
}

// A listener reads a stream as a page does.
type listener struct {
	testing.TB
	status int
	events chan message
	ended  chan struct{}
	cancel context.CancelFunc
}

// A message is an event of a stream, with some of its fields.
type message struct {
	raw     string
	Prompts []struct{ Asked int }
	Holder  games.Seat
	Panel   *panel
}

// listen listens to a stream until the test ends.
func (h *evening) listen(path string, header ...string) *listener {
	h.Helper()
	return listen(h.TB, h.url+path, header...)
}

func listen(t testing.TB, url string, header ...string) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r := newRequest(t, "GET", url, "", header).WithContext(ctx)
	answer, err := (&http.Client{Transport: &http.Transport{DisableKeepAlives: true}}).Do(r)
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{TB: t, status: answer.StatusCode, events: make(chan message, 1000),
		ended: make(chan struct{}), cancel: cancel}
	t.Cleanup(l.cancel)
	go func() {
		defer close(l.ended)
		defer answer.Body.Close()
		var kind string
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			switch field, value, _ := strings.Cut(lines.Text(), ": "); {
			case field == "":
				kind = ""
			case field == "event":
				kind = value
			case field == "data" && kind == "":
				m := message{raw: value}
				if err := json.Unmarshal([]byte(value), &m); err != nil {
					l.Errorf("%v: %s", err, value)
				}
				l.events <- m
			}
		}
	}()
	return l
}

// next waits for the next event and returns it.
func (l *listener) next() message {
	l.Helper()
	select {
	case m := <-l.events:
		return m
	case <-l.ended:
		l.Fatal("the stream has ended")
	case <-time.After(10 * time.Second):
		l.Fatal("no event comes")
	}
	panic("not reached")
}

// until waits for an event that contains some words, and returns it.
func (l *listener) until(words string) message {
	l.Helper()
	for {
		if m := l.next(); strings.Contains(m.raw, words) {
			return m
		}
	}
}

// end waits for the stream to be ended by the server.
func (l *listener) end() {
	l.Helper()
	select {
	case <-l.ended:
	case <-time.After(10 * time.Second):
		l.Error("the stream does not end")
	}
}
