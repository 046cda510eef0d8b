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

	"rsc.io/qr"

	"arbitre/display/wording"
)

// Hardware has the display, lamps, buzzer and buttons of the virtual table. Its methods may be
// called from any goroutine.
type Hardware interface {
	// Watch sets the function to call whenever the display, a lamp or the buzzer changes.
	Watch(changed func())
	// Shown returns the panel's picture: 8 rows of 128 bytes (4 rows on a low panel), each byte 8
	// pixels from top (bit 0) to bottom.
	Shown() (pixels []byte, contrast uint8, on bool)
	// Lit reports which lamps of the seats are lit, from seat 1 on.
	Lit() []bool
	// Tone returns the frequency of the buzzer in Hz; 0 is silence.
	Tone() float64
	// Now returns the time on the clock of the edges.
	Now() time.Duration
	// Names returns the names of the buttons: a seat's number, and previous, next, ok and back for
	// the judge's keys.
	Names() []string
	// Set presses or releases a button. It does nothing if the button is so already.
	Set(at time.Duration, name string, down bool)
	// Type enters a capital letter on the judge's keyboard.
	Type(at time.Duration, letter rune)
}

// A Table serves the page of the virtual table, which shows and moves its hardware. Several
// browsers may play at once: a button is down while anyone holds it.
//
// Serve it only where nobody but the people at the table can reach it: whoever reaches it plays.
type Table struct {
	*site
	hardware Hardware
	nearby   Nearby

	mu       sync.Mutex
	visitors map[string]*visitor // by session
	said     saying
}

// Nearby has the URLs of other pages for the table's page to link to; "" means that there is none.
type Nearby struct {
	Scoreboard string `json:"scoreboard,omitempty"`
	Judge      string `json:"judge,omitempty"`
	Table      string `json:"table,omitempty"` // the table's page, for phones
}

// A saying is the panel's picture in words.
type saying struct {
	Language string `json:"language"` // "fr"
	Text     string `json:"text"`
}

// A visitor is an open page of a browser, for as long as its stream lasts.
type visitor struct {
	waker
	session string
	held    map[string]bool // the buttons held down; under the table's mutex
}

// NewTable returns the page of a table's hardware, with links to what is nearby. Hosts are further
// names by which browsers call it.
func NewTable(h Hardware, nearby Nearby, phrases wording.Phrases, l *slog.Logger, hosts []string) *Table {
	t := &Table{site: newSite(phrases, l, hosts), hardware: h, nearby: nearby, visitors: map[string]*visitor{}}
	t.anyAddress = true
	t.boxSpeaks = func() wording.Language { return wording.English }
	t.mux.HandleFunc("GET /{$}", t.page("virtual"))
	t.mux.HandleFunc("GET /qr.png", t.qr)
	t.mux.HandleFunc("GET /state", t.state)
	t.mux.HandleFunc("POST /edges", t.postEdges)
	h.Watch(t.changed)
	return t
}

// qr serves the QR code of the page's URL for phones.
func (t *Table) qr(w http.ResponseWriter, r *http.Request) {
	code, err := qr.Encode(t.nearby.Table, qr.M)
	if t.nearby.Table == "" || err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(code.PNG())
}

// Say sets the panel's picture in words, in a language such as "fr", for screen readers.
func (t *Table) Say(language, text string) {
	t.mu.Lock()
	t.said = saying{language, text}
	t.mu.Unlock()
	t.changed()
}

// enter begins a visit.
func (t *Table) enter() *visitor {
	v := &visitor{waker: newWaker(), session: rand.Text(), held: map[string]bool{}}
	v.wake()
	t.mu.Lock()
	defer t.mu.Unlock()
	t.visitors[v.session] = v
	return v
}

// leave ends a visit and releases the buttons that the visitor held.
func (t *Table) leave(v *visitor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.visitors, v.session)
	now := t.hardware.Now()
	for _, name := range slices.Sorted(maps.Keys(v.held)) {
		t.set(v, now, name, false)
	}
}

// changed wakes all visitors. It does not block.
func (t *Table) changed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, v := range t.visitors {
		v.wake()
	}
}

// set moves a button for one visitor. Like switches wired in parallel, the button is down while
// anyone holds it.
func (t *Table) set(v *visitor, at time.Duration, name string, down bool) {
	if down {
		v.held[name] = true
	} else {
		delete(v.held, name)
	}
	for _, other := range t.visitors {
		if other.held[name] && other != v {
			return
		}
	}
	t.hardware.Set(at, name, down)
}

// mostEdges is the largest request of edges, in bytes.
const mostEdges = 64 << 10

// A pageEdge is a page's report that a button has moved or a letter was typed.
type pageEdge struct {
	Button string `json:"button"`
	Down   bool   `json:"down"`
	Typed  string `json:"typed"` // a letter of the keyboard; then Button is ""
}

// postEdges moves all buttons that a request names, or none if anything in it is wrong. Edges are
// stamped on arrival: a page's own clock is not trusted, and other keys of the request are ignored.
func (t *Table) postEdges(w http.ResponseWriter, r *http.Request) {
	var text json.RawMessage
	var told struct {
		Session string     `json:"session"`
		Edges   []pageEdge `json:"edges"`
	}
	err := t.read(w, r, mostEdges, &text)
	if err == nil && json.Unmarshal(text, &told) != nil {
		err = errNotUnderstood
	}
	if err == nil {
		err = t.take(told.Session, told.Edges)
	}
	t.settle(w, r, err)
}

// take checks all edges of a session, and then moves the buttons.
func (t *Table) take(session string, edges []pageEdge) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.visitors[session]
	if !ok {
		return failure{http.StatusConflict, "not_understood"} // the session is over: the page begins another
	}
	names := t.hardware.Names()
	for _, e := range edges {
		letters := []rune(e.Typed)
		isTyped := e.Button == "" && len(letters) == 1 && unicode.IsLetter(letters[0])
		if !isTyped && (e.Typed != "" || !slices.Contains(names, e.Button)) {
			return errNotUnderstood
		}
	}
	now := t.hardware.Now()
	for _, e := range edges {
		for _, letter := range e.Typed {
			t.hardware.Type(now, unicode.ToUpper(letter))
		}
		if e.Button != "" {
			t.set(v, now, e.Button, e.Down)
		}
	}
	return nil
}

// state streams all that can be seen and heard to one visitor, then only what changes.
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

// parts returns the whole state for a visitor, by its keys in the page.
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
	return map[string]any{
		"session": v.session, "panel": panel, "lamps": lamps, "tone": tone, "said": t.said, "nearby": t.nearby,
	}
}
