// Package page shows a club to browsers: all its tables and how everyone stands, for a television
// and for phones, and a page on which the organiser says who plays where.
package page

import (
	"crypto/subtle"
	"embed"
	"log/slog"
	"net/http"
	"slices"
	"sync"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
)

//go:embed pages words.*.txt
var files embed.FS

// Options configure [Pages].
type Options struct {
	Club    *club.Club
	Rules   games.Rulebook   // of the games that tables play
	Phrases wording.Phrases  // their words
	Log     *slog.Logger     // nil discards
	Now     func() time.Time // nil is time.Now
}

// Pages serve all pages of a club. Their methods may be called from any goroutine.
type Pages struct {
	*site.Site
	options Options
	secret  string
	shown   *site.Broadcast[content]
	summary *summary   // of the newest content; newContent alone uses it
	drawing sync.Mutex // one round is drawn at a time
}

// New returns the pages of a club. Call Close to release them.
func New(o Options) (*Pages, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	secret, err := o.Club.Secret()
	if err != nil {
		return nil, err
	}
	p := &Pages{options: o, secret: secret}
	p.Site = site.New(site.Options{Files: files, Pages: []string{"club", "enter", "organiser"}, Values: p.values,
		IsPaired: p.isOrganiser, Log: o.Log})
	p.shown = site.NewBroadcast(p.newContent)
	p.routes()
	p.Go(func() { p.shown.Run(p.Site, o.Club.Changed) })
	return p, nil
}

func (p *Pages) routes() {
	p.Handle("GET /{$}", p.Page("club"))
	p.Handle("GET /events", p.stream(p.shown.Everyone, func() site.Parts { return p.shown.Now().everyone }))
	p.Handle("GET /organiser", p.PageFor("organiser", "enter"))
	p.Handle("POST /organiser/enter", p.enter)
	inside := http.NewServeMux()
	p.Handle("/organiser/", func(w http.ResponseWriter, r *http.Request) {
		if !p.isOrganiser(r) {
			p.Refuse(w, r, errNoSecret)
			return
		}
		inside.ServeHTTP(w, r)
	})
	inside.HandleFunc("GET /organiser/events",
		p.stream(p.shown.Paired, func() site.Parts { return p.shown.Now().organiser }))
	c, now := p.options.Club, p.options.Now
	for path, carryOut := range map[string]func(order) error{
		"present": func(o order) error { return c.SetPresent(o.Name, o.Here, now()) },
		"draw":    p.draw,
		"undo":    func(o order) error { return c.TakeBack(o.Number, now()) },
		"count":   func(o order) error { return c.SetCounted(o.ID, o.Counts) },
		"answer":  func(o order) error { return c.Answer(o.Name, o.Person) },
	} {
		inside.HandleFunc("POST /organiser/"+path, p.obey(carryOut))
	}
	for _, f := range club.Formats(p.options.Rules) {
		inside.HandleFunc("GET /organiser/evening"+f.End,
			p.download(f, func() []club.Game { return c.Evening(now()) }))
		inside.HandleFunc("GET /organiser/games"+f.End, p.download(f, c.Games))
	}
}

// stream returns a handler that streams parts of the content, to no more browsers than have places.
func (p *Pages) stream(places *site.Slots, parts func() site.Parts) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		p.Stream(w, r, site.Feed{Slots: places, Changed: p.shown.Changed, News: site.Changes(parts)})
	}
}

// values returns the games' titles in a language, by their names in the rulebook, for scripts.
func (p *Pages) values(l wording.Language) map[string]string {
	titles := map[string]string{}
	for _, r := range p.options.Rules {
		titles[r.Name] = p.options.Phrases.In(l, r.Name).Word(r.Name)
	}
	return map[string]string{"page.titles": string(site.Encode(titles))}
}

// Link returns the link that opens the organiser's page, given the server's URL without a path. The
// secret of 130 bits stands behind the #: browsers send that part to no server.
func (p *Pages) Link(at string) string { return at + "/organiser#" + p.secret }

// secretCookie is the name of the cookie with the secret. The cookie lacks the attribute Secure,
// for the pages are plain HTTP: no authority certifies names of a home network.
const secretCookie = "arbitre_club"

func (p *Pages) isSecret(s string) bool {
	return subtle.ConstantTimeCompare([]byte(s), []byte(p.secret)) == 1
}

// isOrganiser reports whether the organiser sends a request.
func (p *Pages) isOrganiser(r *http.Request) bool {
	return slices.ContainsFunc(r.CookiesNamed(secretCookie), func(c *http.Cookie) bool { return p.isSecret(c.Value) })
}

// errNoSecret refuses everybody but the organiser.
var errNoSecret = site.Failure{Status: http.StatusUnauthorized, Word: "no_secret"}

// enter takes the secret of the link, {"secret":"…"}, and sets the cookie. Nothing limits wrong
// secrets: a right one has too many bits to be guessed.
func (p *Pages) enter(w http.ResponseWriter, r *http.Request) {
	var entered struct {
		Secret string `json:"secret"`
	}
	err := p.Read(w, r, mostOrder, &entered)
	if err == nil && !p.isSecret(entered.Secret) {
		err = errNoSecret
	}
	if err == nil {
		http.SetCookie(w, &http.Cookie{Name: secretCookie, Value: p.secret, Path: "/", MaxAge: site.LongestCookie,
			HttpOnly: true, SameSite: http.SameSiteStrictMode})
	}
	p.Settle(w, r, err)
}
