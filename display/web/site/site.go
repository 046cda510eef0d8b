// Package site serves web pages, whatever they show: it guards and reads requests, limits
// strangers, picks the language of responses, fills in pages and streams events.
package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"arbitre/display/wording"
)

// Policy is the Content-Security-Policy of all responses: a page may load only what this server
// embeds.
const Policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' blob:; media-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// Options configure a [Site], which answers to the addresses of the machine and its own names.
// Files and Values are required.
type Options struct {
	// Files has the pages and the files beside them in the folder "pages", and the words of the
	// pages in "words.LANGUAGE.txt". A page may use the parts, styles and scripts of this package.
	Files fs.FS
	Pages []string // the names of the HTML files that are pages; the others are parts of pages
	// Values returns further values for the gaps of the pages in a language, escaped for HTML.
	Values func(wording.Language) map[string]string
	// Hosts are further names by which browsers may call the site, or addresses that are forwarded
	// to it.
	Hosts []string
	// Captive is the machine's address in a network whose DNS answers every name with it: who asks
	// for another site there, as phones do to know whether they have the Internet, is led here. The
	// zero value is none.
	Captive    netip.Addr
	Arrived    func()                   // called with each request there, in its goroutine; nil without Captive
	AnyAddress bool                     // browsers may call it by any IP address: some are forwarded to it
	Language   func() wording.Language  // for browsers that accept none of ours; nil is English
	IsPaired   func(*http.Request) bool // reports whether a paired phone sends a request; nil is no
	Log        *slog.Logger             // nil discards
}

// A Site serves the pages of one address. Set Heartbeat and Edition and call Handle before it serves; any
// goroutine may call the other methods.
type Site struct {
	Log       *slog.Logger  // never nil
	Heartbeat time.Duration // how often a quiet stream sends a sign of life
	Edition   string        // of the pages and scripts: a page that hears of another loads itself anew

	options      Options
	mux          *http.ServeMux
	guarded      http.Handler // the mux, for requests of the site's own pages
	hosts        []string     // the host names by which it may be called
	translations map[wording.Language]func() translation
	open         context.Context // until it is closed
	close        context.CancelFunc
	done         sync.WaitGroup
	callsLogged  *rate.Sometimes // calls by foreign names
}

// bodyTimeout is how long a browser may take to send a request's body.
const bodyTimeout = 5 * time.Second

// homeSuffixes are the suffixes that home routers append to machine names. No attacker can register
// such a name and point it at this machine: no registry sells them, and fritz.box belongs to the
// maker of the router.
var homeSuffixes = []string{
	"", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box", ".speedport.ip",
}

// New returns a site. Call Close to release it.
func New(o Options) *Site {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Language == nil {
		o.Language = func() wording.Language { return wording.English }
	}
	if o.IsPaired == nil {
		o.IsPaired = func(*http.Request) bool { return false }
	}
	s := &Site{
		Log:          o.Log,
		Heartbeat:    2 * time.Second,
		options:      o,
		mux:          http.NewServeMux(),
		hosts:        append([]string{"localhost"}, o.Hosts...),
		translations: translations(o),
		callsLogged:  onceASecond(),
	}
	s.open, s.close = context.WithCancel(context.Background())
	if name, err := os.Hostname(); err == nil && name != "" {
		label, _, _ := strings.Cut(name, ".")
		s.hosts = append(s.hosts, name)
		for _, suffix := range homeSuffixes {
			s.hosts = append(s.hosts, label+suffix)
		}
	}
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.Refuse(w, r, Failure{http.StatusForbidden, "other_site"})
	}))
	s.guarded = sameOrigin.Handler(s.mux)
	edition := sha256.New()
	s.serveFiles(shared, edition)
	s.serveFiles(o.Files, edition)
	s.Edition = hex.EncodeToString(edition.Sum(nil)[:8])
	return s
}

// Handle serves the requests that match a pattern of [http.ServeMux], once they are guarded.
func (s *Site) Handle(pattern string, h http.HandlerFunc) { s.mux.HandleFunc(pattern, h) }

// Go calls a function in a goroutine. It must return when the site is closed.
func (s *Site) Go(f func()) { s.done.Go(f) }

// Close ends all streams, and waits for the functions of Go. It may be called again.
func (s *Site) Close() {
	s.close()
	s.done.Wait()
}

// Context returns a context that ends with Close.
func (s *Site) Context() context.Context { return s.open }

// ServeHTTP serves the pages. It refuses requests to host names that an attacker's DNS could point
// at this machine (DNS rebinding).
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", Policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	at, ok := reachedAt(r)
	captive := ok && s.options.Captive.IsValid() && at.Addr() == s.options.Captive
	if captive {
		s.options.Arrived()
	}
	if !s.isOwnHost(r) {
		if captive {
			h.Set("Cache-Control", "no-store") // it would stay when the phone has left
			http.Redirect(w, r, "http://"+strings.TrimSuffix(at.String(), ":80")+"/", http.StatusFound)
			return
		}
		s.callsLogged.Do(func() {
			s.Log.Info("called by a name that is none of its own",
				"host", fmt.Sprintf("%.100s", r.Host), "from", r.RemoteAddr)
		})
		s.refuseForeignHost(w, r)
		return
	}
	s.guarded.ServeHTTP(w, r)
}

// isOwnHost reports whether a request's host is one of the site's names, or the address at which it
// has reached this machine.
func (s *Site) isOwnHost(r *http.Request) bool {
	called := url.URL{Host: r.Host}
	host := strings.TrimSuffix(called.Hostname(), ".")
	if slices.ContainsFunc(s.hosts, func(name string) bool { return strings.EqualFold(host, name) }) {
		return true
	}
	address, err := netip.ParseAddr(host)
	if err != nil || s.options.AnyAddress {
		return err == nil
	}
	reached, ok := reachedAt(r)
	return ok && reached.Addr() == address.Unmap().WithZone("")
}

// reachedAt returns the machine's own address and port on the connection of a request.
func reachedAt(r *http.Request) (netip.AddrPort, bool) {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return netip.AddrPort{}, false
	}
	at, err := netip.ParseAddrPort(local.String())
	return netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port()), err == nil
}

// refuseForeignHost refuses a request that calls the site by a foreign name. It tells the address
// that the request has reached, which the owner of the foreign name knows already. It does not tell
// the site's own names.
func (s *Site) refuseForeignHost(w http.ResponseWriter, r *http.Request) {
	text := s.Word(s.LanguageOf(r), "elsewhere")
	if at, ok := reachedAt(r); ok {
		text += "\n\nhttp://" + strings.TrimSuffix(at.String(), ":80") + r.URL.EscapedPath()
	}
	http.Error(w, text, http.StatusMisdirectedRequest)
}

// A Failure refuses a request with an HTTP status and the key of a text in the pages' dictionary.
type Failure struct {
	Status int
	Word   string
}

func (f Failure) Error() string { return f.Word }

// ErrNotUnderstood refuses requests that no page of the site sends.
var ErrNotUnderstood = Failure{http.StatusBadRequest, "not_understood"}

// Read decodes the JSON body of a request into v. It refuses a body with unknown keys or with more
// than one value, one of more than most bytes, and one that comes too slowly.
func (s *Site) Read(w http.ResponseWriter, r *http.Request, most int64, v any) error {
	// A form of another site can't send this type without the browser asking first (WHATWG Fetch,
	// section 2.2.2, CORS-safelisted).
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return Failure{http.StatusUnsupportedMediaType, "not_understood"}
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout)) // if w has deadlines
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return Failure{http.StatusRequestEntityTooLarge, "not_understood"}
	}
	if err != nil {
		w.Header().Set("Connection", "close") // the rest of the body is no request
		return Failure{http.StatusRequestTimeout, "not_understood"}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if d.Decode(v) != nil || !json.Valid(text) { // nothing follows a value that is valid
		return ErrNotUnderstood
	}
	return nil
}

// Refuse responds with the status and text of err, a [Failure], in the browser's language.
func (s *Site) Refuse(w http.ResponseWriter, r *http.Request, err error) {
	f, _ := errors.AsType[Failure](err)
	http.Error(w, s.Word(s.LanguageOf(r), f.Word), f.Status)
}

// Settle responds to a request that wants no content: with 204, or with a [Failure] if err is one.
func (s *Site) Settle(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		s.Refuse(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}
