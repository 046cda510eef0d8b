package web

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"rsc.io/qr"

	"arbitre/display/wording"
)

// Hardware is what the page of the virtual table shows and moves. Its methods may be called from any goroutine.
type Hardware interface {
	// Watch has changed called whenever something else can be seen or heard.
	Watch(changed func())
	// Shown is what the panel shows: 8 rows of 128 bytes, each 8 pixels from top (bit 0) to bottom.
	Shown() (pixels []byte, contrast uint8, on bool)
	// Lit tells whether the lamps of the seats are lit, from seat 1 on.
	Lit() []bool
	// Tone is what the buzzer sounds at, in Hz; 0 is silence.
	Tone() float64
	// Now is the time on the clock of the edges.
	Now() time.Duration
	// Names are what the buttons are called: a seat's has its number, the judge's keys are previous, next, ok and back.
	Names() []string
	// Set moves a button. Nothing happens if it is so already.
	Set(at time.Duration, name string, down bool)
	// Type is a letter of the judge's keyboard, a capital.
	Type(at time.Duration, letter rune)
}

// A Table is the page of the virtual table, for browsers that show and move its hardware. Several may play at it at once:
// a button is down while anyone holds it.
//
// It is for a listener that the people at the table can reach and nobody else: who reaches it plays.
type Table struct {
	*site
	hardware Hardware

	mu       sync.Mutex
	step     time.Duration       // the longest of a page's clock so far
	visitors map[string]*visitor // by session
	nearby   Nearby
	said     saying
}

// Nearby is what else there is beside the table, for its page to lead to; "" is not there.
type Nearby struct {
	Scoreboard string `json:"scoreboard,omitempty"`
	Judge      string `json:"judge,omitempty"`
	Table      string `json:"table,omitempty"` // where phones find this page
}

// A saying is what the panel says, in words.
type saying struct {
	Language string `json:"language"` // "fr"
	Text     string `json:"text"`
}

// A visitor is a page that is open in a browser, from when it begins to listen until it stops.
type visitor struct {
	waker
	session string
	since   time.Duration

	// Below: under the table's mutex.
	clock pageClock
	next  int                      // the number of the batch of edges that is next
	moved chan struct{}            // closed when next has moved on
	held  map[string]time.Duration // the buttons that he holds: since when
}

// NewTable opens the page of a table's hardware, which hosts are further names of.
func NewTable(h Hardware, phrases wording.Phrases, l *slog.Logger, hosts []string) (*Table, error) {
	pages, err := newSite(phrases, l, hosts)
	if err != nil {
		return nil, err
	}
	t := &Table{site: pages, hardware: h, visitors: map[string]*visitor{}}
	t.anyAddress = true
	t.boxSpeaks = func() wording.Language { return wording.English }
	page := t.page("virtual")
	t.mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		// Isolated from other origins, a page has a clock of 5 to 20 µs instead of 100 µs to 1 ms
		// (W3C High Resolution Time, section 10.1): where browsers trust its address, which is this machine's own.
		if at, ok := reachedAt(r); ok && at.Addr().IsLoopback() {
			w.Header().Set("Cross-Origin-Opener-Policy", "same-origin")
			w.Header().Set("Cross-Origin-Embedder-Policy", "require-corp")
		}
		page(w, r)
	})
	t.mux.HandleFunc("GET /qr.png", t.qr)
	t.mux.HandleFunc("GET /state", t.state)
	t.mux.HandleFunc("POST /clock", t.postClock)
	t.mux.HandleFunc("POST /edges", t.postEdges)
	h.Watch(t.changed)
	return t, nil
}

// Lead has the page lead to what is nearby.
func (t *Table) Lead(n Nearby) {
	t.mu.Lock()
	t.nearby = n
	t.mu.Unlock()
	t.changed()
}

// qr is where phones find the page, as a picture.
func (t *Table) qr(w http.ResponseWriter, r *http.Request) {
	t.mu.Lock()
	at := t.nearby.Table
	t.mu.Unlock()
	code, err := qr.Encode(at, qr.M)
	if at == "" || err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(code.PNG())
}

// Step is the longest step of a page's clock so far: two presses that seem to be so far apart may have been at one time, or
// twice as far.
func (t *Table) Step() time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.step
}

// Say tells in words what the panel shows, in a language such as "fr", for whoever listens to the page.
func (t *Table) Say(language, text string) {
	t.mu.Lock()
	t.said = saying{language, text}
	t.mu.Unlock()
	t.changed()
}

// enter begins a visit.
func (t *Table) enter() *visitor {
	v := &visitor{
		waker:   newWaker(),
		session: rand.Text(),
		since:   t.hardware.Now(),
		next:    1,
		moved:   make(chan struct{}),
		held:    map[string]time.Duration{},
	}
	v.wake()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.visitors[v.session] = v
	return v
}

// leave ends a visit. What the visitor held is let go.
func (t *Table) leave(v *visitor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.visitors, v.session)
	now := t.hardware.Now()
	for _, name := range slices.Sorted(maps.Keys(v.held)) {
		t.set(v, max(now, v.held[name]), name, false)
	}
}

// changed wakes all visitors. It never waits.
func (t *Table) changed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, v := range t.visitors {
		v.wake()
	}
}

// set moves a button for one visitor. Like switches wired in parallel, the button is down while anyone holds it.
func (t *Table) set(v *visitor, at time.Duration, name string, down bool) {
	if down {
		if _, already := v.held[name]; !already {
			v.held[name] = at
		}
	} else {
		delete(v.held, name)
	}
	for _, other := range t.visitors {
		if _, held := other.held[name]; held && other != v {
			return
		}
	}
	t.hardware.Set(at, name, down)
}

// failf refuses what a page sends, with a reason for whoever wrote the page.
func failf(status int, format string, args ...any) error {
	return failure{status: status, reason: fmt.Errorf(format, args...)}
}

// visit finds who sent a session. The caller holds the mutex.
func (t *Table) visit(session string) (*visitor, error) {
	v, ok := t.visitors[session]
	if !ok {
		return nil, failf(http.StatusConflict, "this page's session is over: begin another")
	}
	return v, nil
}

// mostEdges is how many bytes a page's edges or exchanges may have.
const mostEdges = 64 << 10

// postClock tells the time, in nanoseconds since the session began, and takes earlier answers to map the page's clock.
func (t *Table) postClock(w http.ResponseWriter, r *http.Request) {
	var question struct {
		Session   string     `json:"session"`
		Exchanges []exchange `json:"exchanges"`
		// Step is the least difference that the page has seen between two times of its clock.
		Step browserTime `json:"step"`
	}
	err := t.read(w, r, mostEdges, &question)
	if err != nil {
		t.fail(w, r, err)
		return
	}
	now, err := t.measure(question.Session, question.Exchanges, question.Step)
	if err != nil {
		t.fail(w, r, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"now":%d}`, now)
}

func (t *Table) measure(session string, exchanges []exchange, step browserTime) (now time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, err := t.visit(session)
	if err != nil {
		return 0, err
	}
	if exchanges != nil {
		step, err := v.clock.coarse(step)
		if err != nil {
			return 0, failf(http.StatusBadRequest, "%w", err)
		}
		t.step = max(t.step, step)
		if err := v.clock.fit(v.since, exchanges); err != nil {
			return 0, failf(http.StatusBadRequest, "%w", err)
		}
	}
	return t.hardware.Now() - v.since, nil
}

// A batch is edges that a page made at once.
type batch struct {
	Session string      `json:"session"`
	Number  int         `json:"number"` // counts the session's batches, from 1
	Sent    browserTime `json:"sent"`
	Edges   []pageEdge  `json:"edges"`
}

type pageEdge struct {
	Button string      `json:"button"`
	Down   bool        `json:"down"`
	Typed  string      `json:"typed"` // a letter of the keyboard, in place of a button
	At     browserTime `json:"at"`
}

// patience is how long a batch waits for those before it, which may come by another connection.
const patience = time.Second

// postEdges moves buttons: all that a batch says, or if anything is wrong with it nothing.
func (t *Table) postEdges(w http.ResponseWriter, r *http.Request) {
	var b batch
	err := t.read(w, r, mostEdges, &b)
	if err == nil {
		now := t.hardware.Now()
		t.mu.Lock()
		err = t.take(b, now)
		t.mu.Unlock()
	}
	if err != nil {
		t.fail(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// take does what postEdges says. The caller holds the mutex, which is given up while the batch waits for its time and
// its turn.
func (t *Table) take(b batch, now time.Duration) error {
	v, err := t.visit(b.Session)
	if err != nil {
		return err
	}
	clock := v.clock
	ahead := clock.at(b.Sent) - now
	if clock.known && 0 < ahead && ahead <= soonest {
		// It seems to come before it was sent. To put the clock right now would part this edge from the last one, or
		// bring them together; so it is told when its time has come.
		t.mu.Unlock()
		time.Sleep(ahead)
		t.mu.Lock()
	}
	if v, err = t.turn(b); err != nil {
		return err
	}
	v.next++
	close(v.moved)
	v.moved = make(chan struct{})
	if !clock.known {
		return failf(http.StatusConflict, "this page's clock is not known yet: send exchanges first")
	}
	if err := b.Sent.check(); err != nil {
		return failf(http.StatusBadRequest, "%w", err)
	}
	if ahead > soonest {
		return failf(http.StatusConflict, "this was sent %v from now: this page's clock ran ahead, begin another session", ahead)
	}
	for _, e := range b.Edges {
		if err := t.check(e, b.Sent, v.since, now, clock); err != nil {
			return err
		}
	}
	for _, e := range b.Edges {
		if r, _ := utf8.DecodeRuneInString(e.Typed); e.Typed != "" {
			t.hardware.Type(clock.at(e.At), unicode.ToUpper(r))
			continue
		}
		t.set(v, clock.at(e.At), e.Button, e.Down)
	}
	return nil
}

// turn waits until the batches before this one have come. The caller holds the mutex, which is given up meanwhile.
func (t *Table) turn(b batch) (*visitor, error) {
	v, err := t.visit(b.Session)
	for late := time.After(patience); err == nil && v.next < b.Number; v, err = t.visit(b.Session) {
		moved := v.moved
		t.mu.Unlock()
		select {
		case <-moved:
			t.mu.Lock()
		case <-late:
			t.mu.Lock()
			return nil, failf(http.StatusConflict, "batch %d of this session is missing: begin another session", v.next)
		}
	}
	if err == nil && b.Number < v.next {
		err = failf(http.StatusConflict, "batch %d was already taken", b.Number)
	}
	return v, err
}

// check refuses what no page can have seen. The edge was sent at a time of the page's clock, in a session that began at
// since, and has come now.
func (t *Table) check(e pageEdge, sent browserTime, since, now time.Duration, clock pageClock) error {
	what := "button " + e.Button
	if e.Typed != "" {
		what = "letter " + e.Typed
	}
	if names := t.hardware.Names(); e.Typed == "" && !slices.Contains(names, e.Button) {
		return failf(http.StatusBadRequest, "there is no button %q: they are %q", e.Button, names)
	}
	if e.Typed != "" && (e.Button != "" || !isLetter(e.Typed)) {
		return failf(http.StatusBadRequest, "%q is no letter: expected one, and no button beside it", e.Typed)
	}
	if err := e.At.check(); err != nil {
		return failf(http.StatusBadRequest, "%w", err)
	}
	switch at := clock.at(e.At); {
	case e.At > sent:
		return failf(http.StatusBadRequest, "%s moved %v after this was sent", what, (e.At - sent).duration())
	case at < since-clock.step:
		return failf(http.StatusBadRequest, "%s moved %v before the session began", what, since-at)
	case now-at > oldest:
		return failf(http.StatusConflict, "%s moved %v ago: this page's clock stood still, begin another session", what, now-at)
	}
	return nil
}

func isLetter(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return size == len(s) && unicode.IsLetter(r)
}

// state is one visit: it streams all that can be seen and heard, then what changes.
func (t *Table) state(w http.ResponseWriter, r *http.Request) {
	v := t.enter()
	defer t.leave(v)
	told := map[string]string{}
	t.stream(w, r, v.waker, nil, func() []byte {
		news := map[string]json.RawMessage{}
		for part, now := range t.parts(v) {
			if text := string(encode(now)); told[part] != text {
				told[part], news[part] = text, json.RawMessage(text)
			}
		}
		if len(news) == 0 {
			return nil
		}
		return fmt.Appendf(nil, "data: %s\n\n", encode(news))
	})
}

// parts are what there is to tell a visitor, by what his page calls it.
func (t *Table) parts(v *visitor) map[string]any {
	var panel struct {
		Pixels   []byte `json:"pixels"`
		Contrast uint8  `json:"contrast"`
		On       bool   `json:"on"`
	}
	panel.Pixels, panel.Contrast, panel.On = t.hardware.Shown()
	lamps := map[int]bool{} // of the seats: lit
	for i, lit := range t.hardware.Lit() {
		lamps[i+1] = lit
	}
	tone := t.hardware.Tone()
	t.mu.Lock()
	defer t.mu.Unlock()
	return map[string]any{"session": v.session, "panel": panel, "lamps": lamps, "tone": tone, "said": t.said, "nearby": t.nearby}
}
