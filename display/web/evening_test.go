package web

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
)

// An evening is a game that is played with pages: a referee's loop that owns it, and a server on a
// real socket.
type evening struct {
	testing.TB
	web  *Server
	url  string
	http *http.Server

	do      chan func()
	stop    context.CancelFunc
	stopped chan struct{}

	mu     sync.Mutex
	served map[string]int // how often each path was asked for

	// Of the loop.
	game     *games.Table
	zero     time.Time
	desk     bool // whether it asks what to do with the game
	holder   games.Seat
	players  bool // whether the judge may answer for the players
	dialogue keys.Dialogue
	asked    []games.Prompt // by the pages
	before   int            // questions that others have asked
	applied  []games.Input
}

// serve opens pages for nobody's game yet.
func serve(t testing.TB, o Options) *evening {
	t.Helper()
	return serveAt(t, o, "127.0.0.1:0")
}

func serveAt(t testing.TB, o Options, address string) *evening {
	t.Helper()
	listener, err := net.Listen("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	return serveOn(t, o, listener)
}

func serveOn(t testing.TB, o Options, listener net.Listener) *evening {
	t.Helper()
	o.Rules, o.Phrases = all.Games(), wording.NewPhrases(all.Games())
	s := New(o)
	ctx, stop := context.WithCancel(context.Background())
	h := &evening{TB: t, web: s, url: "http://" + listener.Addr().String(),
		do: make(chan func()), stop: stop, stopped: make(chan struct{}), served: map[string]int{}}
	h.http = newHTTPServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h.mu.Lock()
		h.served[r.URL.Path]++
		h.mu.Unlock()
		s.ServeHTTP(w, r)
	}), s.log)
	go h.http.Serve(narrow{listener})
	go h.run(ctx)
	t.Cleanup(h.close)
	return h
}

// A narrow listener's connections hold little that is on its way, so that who doesn't read is felt
// soon.
type narrow struct{ net.Listener }

func (n narrow) Accept() (net.Conn, error) {
	conn, err := n.Listener.Accept()
	if err == nil {
		err = conn.(*net.TCPConn).SetWriteBuffer(4 << 10)
	}
	return conn, err
}

// close ends the server and the loop; once is enough.
func (h *evening) close() {
	h.stop()
	<-h.stopped
	h.web.Close()
	h.http.Close()
}

// run is a referee's loop: presses and answers in, states out.
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
		case a := <-h.web.Answers():
			err := a.Open(h.asked)
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
	switch {
	case h.game == nil:
		return errors.New("nobody plays")
	case in.Kind == games.Undo:
		h.desk = !h.desk
		return nil
	case h.desk:
		if h.desk = false; in.Value != `"undo"` {
			return nil
		}
		in = games.Input{Kind: games.Undo}
	}
	in.At = h.now()
	_, err := h.game.Apply(in)
	if err == nil {
		h.applied = append(h.applied, in)
	}
	return err
}

func (h *evening) present() {
	if h.game == nil {
		return
	}
	v := h.game.View(games.Judge)
	if h.desk {
		v.Prompts = []games.Prompt{{ID: "stop", For: games.Judge, Serial: 1000 + h.game.Lines(), Options: games.Words("undo", "continue", "leave")}}
	}
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
	h.web.Show(State{
		Public: h.game.View(games.Public), Judge: v, Holder: h.holder,
		Scene: display.Scene{View: v, Dialogue: h.dialogue, Now: h.now()},
		Now:   h.now(), Line: h.game.Lines(), Told: h.game.Told(),
	})
}

// in has the loop do something, and waits for it.
func (h *evening) in(f func()) {
	h.Helper()
	done := make(chan struct{})
	select {
	case h.do <- func() { f(); close(done) }:
		<-done
		h.do <- func() {} // so that the state has been shown
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
		h.game, h.zero, h.desk, h.holder = game, time.Now(), false, 0
	})
}

// tell plays a line of a story at the present time: `press 2`, `play "ant"`.
func (h *evening) tell(lines ...string) {
	h.Helper()
	for _, line := range lines {
		in, err := gametest.Input("0 " + line)
		if err != nil {
			h.Fatal(err)
		}
		h.in(func() {
			in.At = h.now()
			if _, err := h.game.Apply(in); err != nil {
				h.Errorf("%s: %v", line, err)
			}
		})
	}
}

// await waits until a path has been asked for n times.
func (h *evening) await(path string, n int) {
	h.Helper()
	for deadline := time.Now().Add(40 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		h.mu.Lock()
		served := h.served[path]
		h.mu.Unlock()
		if served >= n {
			return
		}
		if time.Now().After(deadline) {
			h.Fatalf("%s was asked for %d times, not %d", path, served, n)
		}
	}
}

// plays is how many inputs of the pages were applied.
func (h *evening) plays() (n int) {
	h.in(func() { n = len(h.applied) })
	return n
}

// A request is what a browser, or somebody else, sends.
type request struct {
	method, path, host, body string
	header                   http.Header
}

// send sends it, as it is, over a connection of its own.
func (h *evening) send(r request) (status int, body string, header http.Header) {
	h.Helper()
	req, err := http.NewRequest(r.method, h.url+r.path, strings.NewReader(r.body))
	if err != nil {
		h.Fatal(err)
	}
	for key, values := range r.header {
		req.Header[key] = values
	}
	if r.method == http.MethodPost && req.Header.Get("Content-Type") == "" {
		req.Header.Set("Content-Type", "application/json")
	}
	req.Host = r.host
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: 20 * time.Second,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	answer, err := client.Do(req)
	if err != nil {
		h.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		h.Fatal(err)
	}
	return answer.StatusCode, string(text), answer.Header
}

// pair pairs a phone and returns its cookie.
func (h *evening) pair() http.Header {
	h.Helper()
	status, body, header := h.send(request{method: "POST", path: "/judge/pair", body: fmt.Sprintf(`{"code":%q}`, h.web.Invite().Code)})
	if status != http.StatusNoContent {
		h.Fatalf("pairing: %d %s", status, body)
	}
	cookie, _, _ := strings.Cut(header.Get("Set-Cookie"), ";")
	return http.Header{"Cookie": {cookie}}
}

// A listener is a page that listens to a stream.
type listener struct {
	testing.TB
	status int
	events chan message
	ended  chan struct{}
	cancel context.CancelFunc
}

type message struct {
	id   string
	data map[string]any
	raw  string
}

func (h *evening) listen(path string, header http.Header) *listener {
	h.Helper()
	return listen(h.TB, h.url+path, header)
}

// listen listens to a stream until the test ends.
func listen(t testing.TB, url string, header http.Header) *listener {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	req, err := http.NewRequestWithContext(ctx, "GET", url, nil)
	if err != nil {
		t.Fatal(err)
	}
	for key, values := range header {
		req.Header[key] = values
	}
	transport := &http.Transport{DisableKeepAlives: true}
	answer, err := (&http.Client{Transport: transport}).Do(req)
	if err != nil {
		t.Fatal(err)
	}
	l := &listener{TB: t, status: answer.StatusCode, events: make(chan message, 1000),
		ended: make(chan struct{}), cancel: sync.OnceFunc(cancel)}
	t.Cleanup(l.cancel)
	go func() {
		defer close(l.ended)
		defer answer.Body.Close()
		var id, kind string
		for lines := bufio.NewScanner(answer.Body); lines.Scan(); {
			line := lines.Text()
			if line == "" {
				kind = ""
			}
			if after, ok := strings.CutPrefix(line, "event: "); ok {
				kind = after
			}
			if after, ok := strings.CutPrefix(line, "id: "); ok {
				id = after
			}
			if after, ok := strings.CutPrefix(line, "data: "); ok && kind == "" {
				m := message{id: id, raw: after}
				if err := json.Unmarshal([]byte(after), &m.data); err != nil {
					l.Errorf("%v: %s", err, after)
				}
				l.events <- m
			}
		}
	}()
	return l
}

// next is the next event.
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

// until is the first event that has some words in it.
func (l *listener) until(words string) message {
	l.Helper()
	for {
		if m := l.next(); strings.Contains(m.raw, words) {
			return m
		}
	}
}

// quiet holds that no event comes for a while.
func (l *listener) quiet(d time.Duration) {
	l.Helper()
	select {
	case m := <-l.events:
		l.Errorf("unexpected event %s", m.raw)
	case <-time.After(d):
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
