package web

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"log/slog"
	"maps"
	"net"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"
	"unicode"

	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
)

// Hardware has the display, lamps, buzzer and buttons of the virtual table. Its methods may be
// called from any goroutine.
type Hardware interface {
	// Watch sets the function to call whenever the display, a lamp or the buzzer changes.
	Watch(changed func())
	// Shown returns the panel's picture: 8 rows of 128 bytes, each byte 8 pixels from top (bit 0) to
	// bottom.
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
// Serve it only where the people at the table alone can reach it: every browser that does can play.
type Table struct {
	*site.Site
	hardware Hardware
	nearby   Nearby

	changes site.Signal
	places  *site.Slots // of visitors

	mu       sync.Mutex
	visitors map[string]*visitor // by session
	stamped  time.Duration       // the latest edge
	said     spokenPanel
	words    json.RawMessage // of the pages, in its language
	plates   map[games.Seat]plate
}

// A plate is a name beside a button.
type plate struct {
	Name   string `json:"name"`
	Colour string `json:"colour,omitempty"`
}

// Nearby has the URLs of other pages for the table's page to link to; "" means that there is none.
type Nearby struct {
	Scoreboard string `json:"scoreboard,omitempty"`
	Judge      string `json:"judge,omitempty"`
	Table      string `json:"table,omitempty"` // the table's page, for phones
}

// A spokenPanel is the panel's picture in words.
type spokenPanel struct {
	Language string `json:"language"` // "fr"
	Text     string `json:"text"`
}

// A visitor is an open page of a browser, for as long as its stream lasts.
type visitor struct {
	session string

	// Under the table's mutex:
	held    map[string]bool // the buttons held down
	at      time.Duration   // of its last edge, by the page's clock
	stamped time.Duration   // of the same, by the table's
}

// NewTable returns the page of a table's hardware, with links to what is nearby. Hosts are further
// names by which browsers call it.
func NewTable(h Hardware, nearby Nearby, phrases wording.Phrases, l *slog.Logger, hosts []string) *Table {
	pages := sitePages(phrases, l, hosts)
	pages.AnyAddress = true
	t := &Table{Site: site.New(pages), hardware: h, nearby: nearby, places: site.ForEveryone(),
		visitors: map[string]*visitor{}}
	t.Handle("GET /{$}", t.Page("virtual"))
	t.Handle("GET /qr.png", func(w http.ResponseWriter, r *http.Request) { serveQR(w, r, t.nearby.Table) })
	t.Handle("GET /state", t.state)
	t.Handle("POST /edges", t.postEdges)
	h.Watch(t.changes.Tell)
	return t
}

// Say sets the panel's picture in words, in a language such as "fr", for screen readers, and who sits
// at the seats.
func (t *Table) Say(language, text string, sitters map[games.Seat]games.Sitter) {
	t.mu.Lock()
	if l, err := wording.ParseLanguage(language); err == nil && language != t.said.Language {
		t.words = site.Encode(t.Words(l))
	}
	t.said, t.plates = spokenPanel{language, text}, map[games.Seat]plate{}
	for seat, who := range sitters {
		t.plates[seat] = plate{who.Name, who.Colour}
	}
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
	t.stamped = t.hardware.Now()
	for _, name := range slices.Sorted(maps.Keys(v.held)) {
		t.set(v, t.stamped, name, false)
	}
}

// set moves a button for one visitor. Like switches wired in parallel, the button is down while
// anyone holds it. The caller holds the mutex.
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
	Ago    millis `json:"ago"`   // how long it had waited when the request was sent
}

// pageEdges are the edges that have waited while the request before them was on its way.
type pageEdges struct {
	Session string     `json:"session"`
	Sent    millis     `json:"sent"`  // by the page's clock
	Edges   []pageEdge `json:"edges"` // the oldest first
}

// A millis is a time in milliseconds.
type millis float64

func (m millis) duration() time.Duration {
	return time.Duration(float64(m) * float64(time.Millisecond))
}

// Limits of the times that a page tells.
const (
	mostAgo = 5 * time.Second // a page that has waited for longer begins another session
	// After an edge and so long, the page's clock is compared with the table's anew: until then two
	// edges of a page are stamped no nearer to each other than they were.
	together = time.Second
	mostSent = millis(1 << 40) // 35 years
)

// errSessionOver refuses the edges of a page that has left.
var errSessionOver = site.Failure{Status: http.StatusConflict, Word: "not_understood"}

// postEdges moves all buttons that a request names, or none if anything in it is wrong.
func (t *Table) postEdges(w http.ResponseWriter, r *http.Request) {
	var told pageEdges
	err := t.Read(w, r, mostEdges, &told)
	if err == nil {
		err = t.check(told)
	}
	if err == nil {
		err = t.take(r.Context(), told, t.hardware.Now())
	}
	t.Settle(w, r, err)
}

// check refuses what no page sends.
func (t *Table) check(told pageEdges) error {
	names, older := t.hardware.Names(), millis(mostAgo/time.Millisecond)
	if told.Sent < 0 || told.Sent > mostSent {
		return site.ErrNotUnderstood
	}
	for _, e := range told.Edges {
		letters := []rune(e.Typed)
		isTyped := e.Button == "" && len(letters) == 1 && unicode.IsLetter(letters[0])
		isMoved := e.Typed == "" && slices.Contains(names, e.Button)
		if !isTyped && !isMoved || e.Ago < 0 || e.Ago > older {
			return site.ErrNotUnderstood
		}
		older = e.Ago
	}
	return nil
}

// take moves the buttons of a request that has come at a time on the table's clock.
func (t *Table) take(ctx context.Context, told pageEdges, came time.Duration) error {
	for _, e := range told.Edges {
		if err := t.takeEdge(ctx, told, e, came); err != nil {
			return err
		}
	}
	return t.visit(told.Session, func(*visitor) {})
}

// takeEdge moves a button, or types a letter, stamped as long before the request came as it had
// waited, but not before what the table has already read. Because one request may take longer than
// another, an edge also keeps its distance from the one before it: if it would lie in the future,
// the table waits until then.
func (t *Table) takeEdge(ctx context.Context, told pageEdges, e pageEdge, came time.Duration) error {
	at := (told.Sent - e.Ago).duration()
	for {
		early := time.Duration(0)
		err := t.visit(told.Session, func(v *visitor) {
			stamp := max(came-e.Ago.duration(), t.stamped)
			if since := at - v.at; since >= 0 && since < together {
				stamp = max(stamp, v.stamped+since)
			}
			if early = stamp - t.hardware.Now(); early > 0 {
				return
			}
			v.at, v.stamped, t.stamped = at, stamp, stamp
			if e.Button != "" {
				t.set(v, stamp, e.Button, e.Down)
			} else {
				t.hardware.Type(stamp, unicode.ToUpper([]rune(e.Typed)[0]))
			}
		})
		if err != nil || early <= 0 {
			return err
		}
		select {
		case <-time.After(early):
		case <-ctx.Done():
			return errSessionOver
		}
	}
}

// visit calls a function with the visitor of a session, with the mutex held. A page whose session is
// over begins another.
func (t *Table) visit(session string, act func(*visitor)) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, ok := t.visitors[session]
	if !ok {
		return errSessionOver
	}
	act(v)
	return nil
}

// state streams all that can be seen and heard to one visitor, then only what changes.
func (t *Table) state(w http.ResponseWriter, r *http.Request) {
	v := t.enter()
	defer t.leave(v)
	t.Stream(w, r, site.Feed{Slots: t.places, Changed: t.changes.Changed,
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
		"tone": site.Encode(tone), "words": t.words, "said": site.Encode(t.said), "plates": site.Encode(t.plates), "nearby": site.Encode(t.nearby),
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
