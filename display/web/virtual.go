package web

import (
	"crypto/rand"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode"

	"rsc.io/qr"

	"arbitre/display/web/site"
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
	// Loudness returns the amplitude of that tone, from 0 to 1.
	Loudness() float64
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
	*site.Site
	hardware Hardware
	nearby   Nearby

	changes site.Signal
	places  chan struct{} // of visitors

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
	session string
	held    map[string]bool // the buttons held down; under the table's mutex
}

// NewTable returns the page of a table's hardware, with links to what is nearby. Hosts are further
// names by which browsers call it.
func NewTable(h Hardware, nearby Nearby, phrases wording.Phrases, l *slog.Logger, hosts []string) *Table {
	pages := sitePages(phrases, l, hosts)
	pages.AnyAddress = true
	t := &Table{Site: site.New(pages), hardware: h, nearby: nearby, places: make(chan struct{}, site.MostStreams),
		visitors: map[string]*visitor{}}
	t.Handle("GET /{$}", t.Page("virtual"))
	t.Handle("GET /qr.png", t.qr)
	t.Handle("GET /state", t.state)
	t.Handle("POST /edges", t.postEdges)
	h.Watch(t.changes.Tell)
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
	t.changes.Tell()
}

// enter begins a visit.
func (t *Table) enter() *visitor {
	v := &visitor{session: rand.Text(), held: map[string]bool{}}
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
// stamped on arrival: a page's own clock is not trusted.
func (t *Table) postEdges(w http.ResponseWriter, r *http.Request) {
	var told struct {
		Session string     `json:"session"`
		Edges   []pageEdge `json:"edges"`
	}
	err := t.Read(w, r, mostEdges, &told)
	if err == nil {
		err = t.take(told.Session, told.Edges)
	}
	t.Settle(w, r, err)
}

// take checks all edges of a session, and then moves the buttons.
func (t *Table) take(session string, edges []pageEdge) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.visitors[session]
	if !ok {
		// The session is over: the page begins another.
		return site.Failure{Status: http.StatusConflict, Word: "not_understood"}
	}
	names := t.hardware.Names()
	for _, e := range edges {
		letters := []rune(e.Typed)
		isTyped := e.Button == "" && len(letters) == 1 && unicode.IsLetter(letters[0])
		if !isTyped && (e.Typed != "" || !slices.Contains(names, e.Button)) {
			return site.ErrNotUnderstood
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
	t.Stream(w, r, site.Feed{Places: t.places, Changed: t.changes.Changed,
		News: site.Changes(func() site.Parts { return t.parts(v) })})
}

// parts returns the whole state for a visitor, by its keys in the page.
func (t *Table) parts(v *visitor) site.Parts {
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
	tone := struct {
		Tone     float64 `json:"tone"`
		Loudness float64 `json:"loudness"`
	}{t.hardware.Tone(), t.hardware.Loudness()}
	t.mu.Lock()
	defer t.mu.Unlock()
	return site.Parts{
		"session": site.Encode(v.session), "panel": site.Encode(panel), "lamps": site.Encode(lamps),
		"tone": site.Encode(tone), "said": site.Encode(t.said), "nearby": site.Encode(t.nearby),
	}
}

// Near returns the address of the virtual table for a browser on this machine, and the URLs for
// phones, given the listeners of the table and of the phones' pages.
func Near(table, phones net.Listener) (own string, near Nearby) {
	own = table.Addr().String()
	near.Scoreboard = site.Numeric(phones.Addr().String()) + "/"
	near.Judge = near.Scoreboard + "judge"
	if at, ok := table.Addr().(*net.TCPAddr); ok && !at.IP.IsLoopback() {
		near.Table = site.Numeric(own) + "/"
		if at.IP.IsUnspecified() {
			own = net.JoinHostPort("localhost", strconv.Itoa(at.Port))
		}
	}
	return own, near
}
