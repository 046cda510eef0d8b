package sim

import (
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"arbitre/hw"

	"periph.io/x/conn/v3/physic"
	"rsc.io/qr"
)

//go:embed page
var pageFiles embed.FS

// A Table is the virtual table: the hardware, and a page for browsers that shows and moves it. Several browsers may
// play at it at once: a button is down while anyone holds it.
//
// The page is for a listener that the people at the table can reach and nobody else: who reaches it plays.
type Table struct {
	Panel   *SSD1306
	Buzzer  *Buzzer
	Lamps   map[hw.Button]*Lamp // of the seats' buttons; the judge's keys have none
	Buttons *Buttons

	handler http.Handler
	names   map[string]hw.Button // what the page calls them
	closed  chan struct{}
	close   func()

	mu       sync.Mutex
	visitors map[string]*visitor // by session
	nearby   Nearby
	said     saying
}

// Nearby is what else there is beside the table, for its page to lead to; "" is not there.
type Nearby struct {
	Scoreboard string `json:"scoreboard,omitempty"`
	Judge      string `json:"judge,omitempty"`
	Table      string `json:"table,omitempty"` // where phones find this page
	QR         []byte `json:"qr,omitempty"`    // the same as a picture, a PNG
}

// A saying is what the panel says, in words.
type saying struct {
	Language string `json:"language"` // "fr"
	Text     string `json:"text"`
}

// Lead has the page lead to what is nearby, from the next visit on.
func (t *Table) Lead(n Nearby) error {
	if n.Table != "" {
		code, err := qr.Encode(n.Table, qr.M)
		if err != nil {
			return err
		}
		n.QR = code.PNG()
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.nearby = n
	return nil
}

// Say tells in words what the panel shows, in a language such as "fr", for whoever listens to the page.
func (t *Table) Say(language, text string) {
	t.mu.Lock()
	t.said = saying{language, text}
	t.mu.Unlock()
	t.changed()
}

// A visitor is a page that is open in a browser, from when it begins to listen until it stops.
type visitor struct {
	session string
	since   time.Duration
	wake    chan struct{} // something has changed

	// Below: under the table's mutex.
	clock pageClock
	next  int                         // the number of the batch of edges that is next
	moved chan struct{}               // closed when next has moved on
	held  map[hw.Button]time.Duration // since when
}

// MinSeats and MaxSeats are how many seats there can be.
const (
	MinSeats = 3
	MaxSeats = 8
)

// NewTable is a table with seats from 1, clockwise, whose hardware is as after power-on.
func NewTable(seats int) (*Table, error) {
	if seats < MinSeats || seats > MaxSeats {
		return nil, fmt.Errorf("the virtual table has %d to %d seats, not %d", MinSeats, MaxSeats, seats)
	}
	t := &Table{
		Lamps:   map[hw.Button]*Lamp{},
		Buttons: NewButtons(),
		names: map[string]hw.Button{
			"previous": hw.KeyPrevious, "next": hw.KeyNext, "ok": hw.KeyOK, "back": hw.KeyBack,
		},
		closed:   make(chan struct{}),
		visitors: map[string]*visitor{},
	}
	t.close = sync.OnceFunc(func() { close(t.closed) })
	t.Panel = NewSSD1306(t.changed)
	t.Buzzer = NewBuzzer(func(physic.Frequency) { t.changed() })
	for seat := range seats {
		b := hw.Button(seat + 1)
		t.Lamps[b] = NewLamp(func(bool) { t.changed() })
		t.names[strconv.Itoa(int(b))] = b
	}

	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", file("page/table.html"))
	mux.HandleFunc("GET /table.css", file("page/table.css"))
	mux.HandleFunc("GET /table.js", file("page/table.js"))
	mux.HandleFunc("GET /state", t.stream)
	mux.HandleFunc("POST /clock", t.postClock)
	mux.HandleFunc("POST /edges", t.postEdges)
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(refuse(http.StatusForbidden, "only the table's own page may press its buttons"))
	t.handler = sameOrigin.Handler(mux)
	return t, nil
}

func file(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeFileFS(w, r, pageFiles, name)
	}
}

func refuse(status int, sentence string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, sentence, status) })
}

// ServeHTTP serves the page, which asks for nothing but what is here. It refuses names that an attacker's DNS could
// point at this machine: the page is at localhost or at a bare address.
func (t *Table) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !bareHost(r.Host) {
		http.Error(w, fmt.Sprintf("the virtual table is not at %q: call it localhost or by its IP address", r.Host), http.StatusForbidden)
		return
	}
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "+
		"img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	// Isolated from other origins, a page has a clock of 5 to 20 µs instead of 100 µs to 1 ms
	// (W3C High Resolution Time, section 10.1).
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Embedder-Policy", "require-corp")
	t.handler.ServeHTTP(w, r)
}

func bareHost(host string) bool {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	if strings.EqualFold(strings.TrimSuffix(host, "."), "localhost") {
		return true
	}
	_, err := netip.ParseAddr(strings.Trim(host, "[]"))
	return err == nil
}

// Close sends every visitor away, for a server that shuts down.
func (t *Table) Close() { t.close() }

// enter begins a visit.
func (t *Table) enter() *visitor {
	v := &visitor{
		session: rand.Text(),
		since:   hw.Clock{}.Now(),
		wake:    make(chan struct{}, 1),
		next:    1,
		moved:   make(chan struct{}),
		held:    map[hw.Button]time.Duration{},
	}
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
	now := hw.Clock{}.Now()
	for _, b := range slices.Sorted(maps.Keys(v.held)) {
		t.set(v, max(now, v.held[b]), b, false)
	}
}

// changed wakes all visitors. It never waits.
func (t *Table) changed() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, v := range t.visitors {
		select {
		case v.wake <- struct{}{}:
		default:
		}
	}
}

// set moves a button for one visitor. Like switches wired in parallel, the button is down while anyone holds it.
func (t *Table) set(v *visitor, at time.Duration, b hw.Button, down bool) {
	if down {
		if _, already := v.held[b]; !already {
			v.held[b] = at
		}
	} else {
		delete(v.held, b)
	}
	for _, other := range t.visitors {
		if _, held := other.held[b]; held && other != v {
			return
		}
	}
	t.Buttons.Set(at, b, down)
}

// visit finds who sent a session. The caller holds the mutex.
func (t *Table) visit(session string) (*visitor, error) {
	v, ok := t.visitors[session]
	if !ok {
		return nil, fail(http.StatusConflict, "this page's session is over: begin another")
	}
	return v, nil
}

// postClock tells the time, in nanoseconds since the session began, and takes earlier answers to map the page's clock.
func (t *Table) postClock(w http.ResponseWriter, r *http.Request) {
	var question struct {
		Session   string     `json:"session"`
		Exchanges []exchange `json:"exchanges"`
	}
	if err := read(w, r, &question); err != nil {
		answer(w, err)
		return
	}
	now, err := t.measure(question.Session, question.Exchanges)
	if err != nil {
		answer(w, err)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"now":%d}`, now)
}

func (t *Table) measure(session string, exchanges []exchange) (now time.Duration, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	v, err := t.visit(session)
	if err != nil {
		return 0, err
	}
	if exchanges != nil {
		if err := v.clock.fit(v.since, exchanges); err != nil {
			return 0, fail(http.StatusBadRequest, "%v", err)
		}
	}
	return hw.Clock{}.Now() - v.since, nil
}

// A batch is edges that a page made at once.
type batch struct {
	Session string      `json:"session"`
	Number  int         `json:"number"` // counts the session's batches, from 1
	Sent    browserTime `json:"sent"`
	Edges   []struct {
		Button string      `json:"button"`
		Down   bool        `json:"down"`
		Typed  string      `json:"typed"` // a letter of the keyboard, in place of a button
		At     browserTime `json:"at"`
	} `json:"edges"`
}

// patience is how long a batch waits for those before it, which may come by another connection.
const patience = time.Second

// postEdges moves buttons: all that a batch says, or if anything is wrong with it nothing.
func (t *Table) postEdges(w http.ResponseWriter, r *http.Request) {
	var b batch
	if err := read(w, r, &b); err != nil {
		answer(w, err)
		return
	}
	now := hw.Clock{}.Now()
	t.mu.Lock()
	err := t.take(b, now)
	t.mu.Unlock()
	answer(w, err)
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
		if v, err = t.visit(b.Session); err != nil {
			return err
		}
	}
	for late := time.After(patience); v.next < b.Number; {
		moved := v.moved
		t.mu.Unlock()
		select {
		case <-moved:
			t.mu.Lock()
		case <-late:
			t.mu.Lock()
			return fail(http.StatusConflict, "batch %d of this session is missing: begin another session", v.next)
		}
		if v, err = t.visit(b.Session); err != nil {
			return err
		}
	}
	if b.Number < v.next {
		return fail(http.StatusConflict, "batch %d was already taken", b.Number)
	}
	v.next++
	close(v.moved)
	v.moved = make(chan struct{})
	if !clock.known {
		return fail(http.StatusConflict, "this page's clock is not known yet: send exchanges first")
	}
	if err := b.Sent.check(); err != nil {
		return fail(http.StatusBadRequest, "%v", err)
	}
	if ahead > soonest {
		return fail(http.StatusConflict, "this was sent %v from now: this page's clock ran ahead, begin another session", ahead)
	}
	for _, e := range b.Edges {
		what := "button " + e.Button
		if e.Typed != "" {
			what = "letter " + e.Typed
		}
		if _, ok := t.names[e.Button]; !ok && e.Typed == "" {
			return fail(http.StatusBadRequest, "there is no button %q: the seats' are 1 to %d, the judge's keys previous, next, ok and back", e.Button, len(t.Lamps))
		}
		if e.Typed != "" && (e.Button != "" || !isLetter(e.Typed)) {
			return fail(http.StatusBadRequest, "%q is no letter: expected one, and no button beside it", e.Typed)
		}
		if err := e.At.check(); err != nil {
			return fail(http.StatusBadRequest, "%v", err)
		}
		switch at := clock.at(e.At); {
		case e.At > b.Sent:
			return fail(http.StatusBadRequest, "%s moved %v after this was sent", what, (e.At - b.Sent).duration())
		case at < v.since:
			return fail(http.StatusBadRequest, "%s moved %v before the session began", what, v.since-at)
		case now-at > oldest:
			return fail(http.StatusConflict, "%s moved %v ago: this page's clock stood still, begin another session", what, now-at)
		}
	}
	for _, e := range b.Edges {
		if r, _ := utf8.DecodeRuneInString(e.Typed); e.Typed != "" {
			t.Buttons.Type(clock.at(e.At), unicode.ToUpper(r))
			continue
		}
		t.set(v, clock.at(e.At), t.names[e.Button], e.Down)
	}
	return nil
}

func isLetter(s string) bool {
	r, size := utf8.DecodeRuneInString(s)
	return size == len(s) && unicode.IsLetter(r)
}

// A failure is an error with its HTTP status.
type failure struct {
	status int
	error
}

func fail(status int, format string, args ...any) error {
	return failure{status, fmt.Errorf(format, args...)}
}

// read takes a request's JSON, strictly.
func read(w http.ResponseWriter, r *http.Request, v any) error {
	// A form of another site can't send this type unasked (WHATWG Fetch, section 2.2.2, CORS-safelisted).
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return fail(http.StatusUnsupportedMediaType, "expected application/json")
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10))
	d.DisallowUnknownFields()
	err := d.Decode(v)
	if err == nil {
		if _, err = d.Token(); err == io.EOF {
			return nil
		}
		if err == nil {
			err = errors.New("more than one value")
		}
	}
	if tooLarge, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return fail(http.StatusRequestEntityTooLarge, "expected at most %d bytes", tooLarge.Limit)
	}
	return fail(http.StatusBadRequest, "this is not what the page sends: %v", err)
}

// answer says that all went well, or what did not.
func answer(w http.ResponseWriter, err error) {
	if err == nil {
		w.WriteHeader(http.StatusNoContent)
		return
	}
	status := http.StatusInternalServerError
	if f, ok := errors.AsType[failure](err); ok {
		status = f.status
	}
	http.Error(w, err.Error(), status)
}
