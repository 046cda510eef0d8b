package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/time/rate"

	"arbitre/display/wording"
)

// policy is the Content-Security-Policy: a page may load only what this server embeds.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' blob:; media-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// A site has what all pages of one address share: it guards and reads requests, picks the language
// of responses, and streams events.
type site struct {
	log     *slog.Logger
	mux     *http.ServeMux
	guarded http.Handler // the mux, for requests of the site's own pages
	hosts   []string     // the host names by which it may be called
	says    map[wording.Language]func() speech
	closed  chan struct{}
	Close   func() // ends all streams, for a server that shuts down

	anyAddress bool                      // it may be called by any IP address: some are forwarded to it
	boxSpeaks  func() wording.Language   // the language for browsers that accept none of ours
	phone      func(*http.Request) Phone // the paired phone that sends a request; nil for others

	callsLogged *rate.Sometimes // by foreign names
	heartbeat   time.Duration   // how often a quiet stream sends a sign of life; tests change it
}

// bodyTimeout is how long a browser may take to send a request's body.
const bodyTimeout = 5 * time.Second

// homeSuffixes are the suffixes that home routers append to machine names. No attacker can register
// such a name and point it at this machine: no registry sells them, and fritz.box belongs to the
// maker of the router.
var homeSuffixes = []string{
	"", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box", ".speedport.ip",
}

func newSite(phrases wording.Phrases, l *slog.Logger, hosts []string) *site {
	if l == nil {
		l = slog.New(slog.DiscardHandler)
	}
	s := &site{
		log:         l,
		mux:         http.NewServeMux(),
		hosts:       append([]string{"localhost"}, hosts...),
		says:        speeches(phrases),
		closed:      make(chan struct{}),
		phone:       func(*http.Request) Phone { return nil },
		callsLogged: onceASecond(),
		heartbeat:   2 * time.Second,
	}
	s.Close = sync.OnceFunc(func() { close(s.closed) })
	if name, err := os.Hostname(); err == nil && name != "" {
		label, _, _ := strings.Cut(name, ".")
		s.hosts = append(s.hosts, name)
		for _, suffix := range homeSuffixes {
			s.hosts = append(s.hosts, label+suffix)
		}
	}
	sameOrigin := http.NewCrossOriginProtection()
	sameOrigin.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.refuse(w, r, failure{http.StatusForbidden, "other_site"})
	}))
	s.guarded = sameOrigin.Handler(s.mux)
	s.serveFiles()
	return s
}

// ServeHTTP serves the pages. It refuses requests to host names that an attacker's DNS could point
// at this machine (DNS rebinding).
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if !s.isOwnHost(r) {
		s.callsLogged.Do(func() {
			s.log.Info("called by a name that is none of its own",
				"host", fmt.Sprintf("%.100s", r.Host), "from", r.RemoteAddr)
		})
		s.refuseForeignHost(w, r)
		return
	}
	s.guarded.ServeHTTP(w, r)
}

// isOwnHost reports whether a request's host is one of the box's names, or the address at which it
// has reached the box.
func (s *site) isOwnHost(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	if slices.ContainsFunc(s.hosts, func(name string) bool { return strings.EqualFold(host, name) }) {
		return true
	}
	called, err := netip.ParseAddr(host)
	if err != nil || s.anyAddress {
		return err == nil
	}
	reached, ok := reachedAt(r)
	return ok && reached.Addr() == called.Unmap().WithZone("")
}

// reachedAt returns the box's own address and port on the connection of a request.
func reachedAt(r *http.Request) (netip.AddrPort, bool) {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return netip.AddrPort{}, false
	}
	at, err := netip.ParseAddrPort(local.String())
	return netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port()), err == nil
}

// refuseForeignHost refuses a request that calls the box by a foreign name. It tells the address
// that it has reached: whoever owns the foreign name knows that already. The box's own names are
// not revealed.
func (s *site) refuseForeignHost(w http.ResponseWriter, r *http.Request) {
	text := s.says[s.languageOf(r)]().words["elsewhere"]
	if at, ok := reachedAt(r); ok {
		text += "\n\nhttp://" + strings.TrimSuffix(at.String(), ":80") + r.URL.EscapedPath()
	}
	http.Error(w, text, http.StatusMisdirectedRequest)
}

// A failure refuses a request with an HTTP status and the key of a text in the pages' dictionary.
type failure struct {
	status int
	word   string
}

func (f failure) Error() string { return f.word }

// errNotUnderstood refuses requests that no page of ours sends.
var errNotUnderstood = failure{http.StatusBadRequest, "not_understood"}

// read decodes the JSON body of a request into v. It refuses a body with unknown keys or with more
// than one value, one of more than most bytes, and one that comes too slowly.
func (s *site) read(w http.ResponseWriter, r *http.Request, most int64, v any) error {
	// A form of another site can't send this type without the browser asking first (WHATWG Fetch,
	// section 2.2.2, CORS-safelisted).
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return failure{http.StatusUnsupportedMediaType, "not_understood"}
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(bodyTimeout)) // if w has deadlines
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return failure{http.StatusRequestEntityTooLarge, "not_understood"}
	}
	if err != nil {
		w.Header().Set("Connection", "close") // the rest of the body is no request
		return failure{http.StatusRequestTimeout, "not_understood"}
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err = d.Decode(v); err == nil {
		_, err = d.Token()
	}
	if err != io.EOF {
		return errNotUnderstood
	}
	return nil
}

// refuse responds with a [failure] in the browser's language.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f, _ := errors.AsType[failure](err)
	http.Error(w, s.says[s.languageOf(r)]().words[f.word], f.status)
}

// settle responds to a request that asks for no more than to be taken: with 204 or a [failure].
func (s *site) settle(w http.ResponseWriter, r *http.Request, err error) {
	if err != nil {
		s.refuse(w, r, err)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// languageCookie remembers the language that somebody has chosen by "?lang=".
const languageCookie = "arbitre_language"

// mostWished is how many bytes of Accept-Language are read: about eight, the preferred first.
const mostWished = 128

// languageOf returns the language for a request: that of its address, or of its cookie, or one that
// the browser accepts, or the box's.
func (s *site) languageOf(r *http.Request) wording.Language {
	if l, err := wording.ParseLanguage(r.URL.Query().Get("lang")); err == nil {
		return l
	}
	if c, err := r.Cookie(languageCookie); err == nil {
		if l, err := wording.ParseLanguage(c.Value); err == nil {
			return l
		}
	}
	header := r.Header.Get("Accept-Language")
	if len(header) > mostWished {
		header = header[:1+strings.LastIndexByte(header[:mostWished], ',')]
	}
	wished, _, _ := language.ParseAcceptLanguage(strings.TrimSuffix(header, ",")) // none after an error
	for _, tag := range wished {
		base, _ := tag.Base()
		if l, err := wording.ParseLanguage(base.String()); err == nil {
			return l
		}
	}
	return s.boxSpeaks()
}
