// Package web shows the table to the phones of the house: a scoreboard for everyone, and a page on
// which the one judge who is paired with the box answers what it asks.
package web

import (
	"cmp"
	"context"
	"crypto/rand"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// Options configure a [Server]. The zero value keeps no session over a restart, and answers to the
// addresses of the machine and its own names.
type Options struct {
	Rules   games.Rulebook  // of the games in the results
	Phrases wording.Phrases // the games' words
	// Folder keeps the sessions of paired phones over a restart: a file with the hashes of their
	// tokens.
	Folder string
	// Boot identifies the start of the machine, as /proc/sys/kernel/random/boot_id does: phones that
	// are not used for many of them are unpaired. "" if it is unknown.
	Boot string
	// Report is called with the result of each write of that file, and when reading it fails. After
	// an error phones are paired until a restart only.
	Report func(error)
	// Hosts are further names of the box in browsers, or addresses that are forwarded to it.
	Hosts []string
	// Addresses returns where phones reach the pages, without a path: by the box's name, such as
	// "http://arbitre.local:8080", and by its number, for networks without names. The two may be the same, and
	// are "" without a network.
	Addresses func() (named, numeric string)
	// OwnWifi is the machine's address in the box's own Wi-Fi, whose DNS answers every name with it.
	// The zero value is none.
	OwnWifi netip.Addr
	Homes   Homes // nil if the box can join none
	// NoDisplay says that the box has no display. The judge's page then shows all that a display
	// would, and the log contains, whatever its level, a link that admits one phone as the judge's.
	NoDisplay bool
	Log       *slog.Logger

	// Answers takes what the judge answers, and Claims the names that are entered on phones: the
	// goroutine that owns the game receives both.
	Answers chan<- shown.Answer
	Claims  chan<- shown.Claim
	// Book returns the present names, and Results the results with those of the game at the table,
	// as [results.Book.Evening] takes it. Goroutines of the server call them.
	Book    func() Book
	Results func(atTable results.Game) Results
	// SetName names the player of a seat, in the goroutine of a request. "" takes the name away.
	SetName func(seat games.Seat, name string) error
	// SetTime hears the date and time at the table, without its zone, from the pages of paired
	// phones, in the goroutine of a request: the box may have no clock. nil is of no use for it.
	SetTime func(time.Time) error
}

// A Book has the names of the players.
type Book struct {
	Sitters map[games.Seat]games.Sitter
	Known   []string // names to choose from: of earlier games, and of a club
}

// Results are those of finished games. The rows of one game stand together, the best first.
type Results struct {
	Evening []results.Game // in the order in which they began
	AllTime []results.Row
	Before  []results.Row // of all evenings before
	// Last is the last game of the evening that was put away, and Story its story. It is not over if
	// there is none.
	Last  results.Game
	Story results.Story
}

// names returns the address at which players enter their names, or "" where no phone can reach it.
func (o Options) names() string {
	named, numeric := o.Addresses()
	for _, at := range []string{numeric, named} {
		u, err := url.Parse(at)
		if err != nil || u.Hostname() == "" || u.Hostname() == "localhost" {
			continue
		}
		if ip, err := netip.ParseAddr(u.Hostname()); err != nil || !ip.IsLoopback() {
			return at + "/name"
		}
	}
	return ""
}

// A Server serves all pages. Its methods may be called from any goroutine. Show and Refresh wait for
// no browser.
type Server struct {
	Phones *Phones // that are paired

	options   Options
	site      *site.Site
	entries   *site.RateLimits // limits the names that phones enter
	run       string           // differs after each restart, so that pages notice one
	changes   site.Signal      // of what is shown
	broadcast *site.Broadcast[*content]
	painter   *display.Painter // made for the first watcher and kept: its fonts are slow to make
	films     *films

	mu    sync.Mutex
	state shown.State
	since time.Time // when it was shown
}

// New returns a Server. Call Close to release it.
func New(o Options) *Server {
	if o.Addresses == nil {
		o.Addresses = func() (named, numeric string) { return "", "" }
	}
	if o.Book == nil {
		o.Book = func() Book { return Book{} }
	}
	if o.Report == nil {
		o.Report = func(error) {}
	}
	s := &Server{entries: newEntries(), run: rand.Text()}
	s.broadcast = site.NewBroadcast(s.present)
	pages := sitePages(o.Phrases, o.Log, o.Hosts)
	pages.Language = func() wording.Language {
		return cmp.Or(s.shown().Scene.Language, wording.English) // until a scene is shown
	}
	pages.IsPaired = func(r *http.Request) bool {
		_, paired := s.Phones.phone(r)
		return paired
	}
	seen := rate.Sometimes{Interval: time.Second}
	pages.Captive, pages.Arrived = o.OwnWifi, func() { seen.Do(s.Phones.arrived) }
	s.site = site.New(pages)
	o.Log = s.site.Log // also where the options name none
	s.options, s.Phones, s.films = o, newPhones(o), &films{options: o, site: s.site, state: s.shown, turn: make(chan struct{}, 1)}
	if o.NoDisplay {
		_, at := o.Addresses()
		s.Phones.logInviteLink()
		s.site.Go(func() { s.Phones.logNewInviteLinks(s.site.Context(), at) })
	}
	s.routes()
	s.site.Go(func() { s.broadcast.Run(s.site, s.changes.Changed) })
	return s
}

// Close ends all streams, and all that the server does beside requests. It may be called again.
func (s *Server) Close() { s.site.Close() }

// Serve serves the pages on a listener until the context ends, as [site.Site.Serve] does.
func (s *Server) Serve(ctx context.Context, l net.Listener) error { return s.site.Serve(ctx, l) }

// ServeHTTP serves one request, without the limits of Serve.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.site.ServeHTTP(w, r) }

func (s *Server) routes() {
	if s.options.Homes != nil {
		s.joins(s.options.Homes)
	}
	for pattern, handle := range map[string]http.HandlerFunc{
		"GET /{$}":                   s.site.Page("scoreboard"),
		"GET /tv":                    s.site.Page("tv"),
		"GET /overlay":               s.site.Page("overlay"),
		"GET /rules":                 s.site.Page("rules"),
		"GET /name":                  s.site.Page("name"),
		"GET /judge":                 s.site.PageFor("judge", "pair"),
		"GET " + shortPath:           s.site.PageFor("judge", "pair"),
		"GET /qr.png":                func(w http.ResponseWriter, r *http.Request) { serveQR(w, r, s.options.names()) },
		"GET /events":                s.events(public),
		"GET /name/events":           s.events(entrant),
		"GET /judge/events":          s.judgeEvents,
		"POST /judge/pair":           s.postCode,
		"POST /judge/answer":         s.postAnswer,
		"POST /judge/name":           s.postName,
		"POST /name":                 s.postClaim,
		"GET " + filmPath + "{name}": s.films.serve,
	} {
		s.site.Handle(pattern, handle)
	}
}

// Show replaces the state on the pages. It does not wait: other goroutines encode the state.
func (s *Server) Show(state shown.State) {
	s.mu.Lock()
	s.state, s.since = state, time.Now()
	s.mu.Unlock()
	s.changes.Tell()
}

func (s *Server) shown() shown.State {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.state
}

// Refresh updates the pages after a change of the results or the names.
func (s *Server) Refresh() { s.changes.Tell() }

// present makes the content of the newest state.
func (s *Server) present() *content {
	if s.painter == nil {
		s.painter = display.NewPainter(s.options.Phrases)
	}
	s.mu.Lock()
	state, since := s.state, s.since
	s.mu.Unlock()
	return newContent(s.options, s.run, state, since, s.options.Book(), s.painter)
}
