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

// Hardware is what the page of the virtual table shows and moves. Its methods may be called from
// any goroutine.
type Hardware interface {
	// Watch has changed called whenever something else can be seen or heard.
	Watch(changed func())
	// Shown is what the panel shows: 8 rows of 128 bytes, 4 where it is low, each 8 pixels from top
	// (bit 0) to bottom.
	Shown() (pixels []byte, contrast uint8, on bool)
	// Lit tells whether the lamps of the seats are lit, from seat 1 on.
	Lit() []bool
	// Tone is what the buzzer sounds at, in Hz; 0 is silence.
	Tone() float64
	// Now is the time on the clock of the edges.
	Now() time.Duration
	// Names are what the buttons are called: a seat's has its number, the judge's keys are
	// previous, next, ok and back.
	Names() []string
	// Set moves a button. Nothing happens if it is so already.
	Set(at time.Duration, name string, down bool)
	// Type is a letter of the judge's keyboard, a capital.
	Type(at time.Duration, letter rune)
}

// A Table is the page of the virtual table, for browsers that show and move its hardware. Several
// may play at it at once: a button is down while anyone holds it.
//
// It is for a listener that the people at the table can reach and nobody else: who reaches it
// plays.
type Table struct {
	*site
	hardware Hardware
	nearby   Nearby

	mu       sync.Mutex
	visitors map[string]*visitor // by session
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
	held    map[string]bool // the buttons that he holds; under the table's mutex
}

// NewTable opens the page of a table's hardware, which leads to what is nearby. Hosts are further
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

// qr is where phones find the page, as a picture.
func (t *Table) qr(w http.ResponseWriter, r *http.Request) {
	code, err := qr.Encode(t.nearby.Table, qr.M)
	if t.nearby.Table == "" || err != nil {
		http.NotFound(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Write(code.PNG())
}

// Say tells in words what the panel shows, in a language such as "fr", for whoever listens to the
// page.
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

// leave ends a visit. What the visitor held is let go.
func (t *Table) leave(v *visitor) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.visitors, v.session)
	now := t.hardware.Now()
	for _, name := range slices.Sorted(maps.Keys(v.held)) {
		t.set(v, now, name, false)
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

// mostEdges is how many bytes a page's edges may have.
const mostEdges = 64 << 10

// A pageEdge is how a page tells that a button has moved, or that a letter was typed.
type pageEdge struct {
	Button string `json:"button"`
	Down   bool   `json:"down"`
	Typed  string `json:"typed"` // a letter of the keyboard, in place of a button
}

// postEdges moves buttons: all that a page says, or if anything is wrong with it nothing. When a
// button has moved is when that was told: nobody asks a page for its clock, and whatever else it
// says is passed over.
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
	if err != nil {
		t.refuse(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// take does what postEdges says.
func (t *Table) take(session string, edges []pageEdge) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.visitors[session]
	if !ok {
		return failure{http.StatusConflict, "not_understood"} // its session is over: it begins another
	}
	names := t.hardware.Names()
	for _, e := range edges {
		isButton, isTyped := slices.Contains(names, e.Button), e.Button == "" && isLetter(e.Typed)
		if !isTyped && (e.Typed != "" || !isButton) {
			return errNotUnderstood
		}
	}
	now := t.hardware.Now()
	for _, e := range edges {
		if r, _ := utf8.DecodeRuneInString(e.Typed); e.Typed != "" {
			t.hardware.Type(now, unicode.ToUpper(r))
			continue
		}
		t.set(v, now, e.Button, e.Down)
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
	return map[string]any{
		"session": v.session, "panel": panel, "lamps": lamps, "tone": tone, "said": t.said, "nearby": t.nearby,
	}
}
