package web

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"io"
	"log/slog"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"sync"
	"time"

	"golang.org/x/text/language"

	"arbitre/display/wording"
)

// policy lets a page use what is embedded here and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; " +
	"img-src 'self' blob:; media-src 'self'; manifest-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// A site is what all pages of one address have in common: which requests are answered, how they are
// read, in which language they are answered, and the streams.
type site struct {
	log     *sparingLog
	mux     *http.ServeMux
	guarded http.Handler // the mux, for requests of the site's own pages
	hosts   []string     // names that are its own
	says    map[wording.Language]func() speech
	matcher language.Matcher
	closed  chan struct{}
	Close   func() // sends every browser away, for a server that shuts down

	anyAddress bool                      // it may be called by addresses that are forwarded to it
	boxSpeaks  func() wording.Language   // the language for browsers that wish for none of ours
	phone      func(*http.Request) Phone // that sends a request, if it is a paired one; else nil

	// What tests shorten.
	heartbeat    time.Duration // how often a quiet stream says that it is there
	writeTimeout time.Duration // how long a browser may take for one message
	bodyTimeout  time.Duration // how long it may take for a request's body
}

// homes are the endings of names that routers give the machines at home. Nobody elsewhere can have
// such a name and point it at this machine: no registry gives them out, but for fritz.box, which
// belongs to the maker of the router.
var homes = []string{
	"", ".local", ".lan", ".home", ".home.arpa", ".internal", ".localdomain", ".fritz.box", ".speedport.ip",
}

func newSite(phrases wording.Phrases, l *slog.Logger, hosts []string) *site {
	if l == nil {
		l = slog.New(slog.DiscardHandler)
	}
	var tags []language.Tag
	for _, l := range wording.Languages() {
		tags = append(tags, language.Make(string(l)))
	}
	s := &site{
		log:          newSparingLog(l),
		mux:          http.NewServeMux(),
		hosts:        append([]string{"localhost"}, hosts...),
		says:         speeches(phrases),
		matcher:      language.NewMatcher(tags),
		closed:       make(chan struct{}),
		phone:        func(*http.Request) Phone { return nil },
		heartbeat:    2 * time.Second,
		writeTimeout: 10 * time.Second,
		bodyTimeout:  5 * time.Second,
	}
	s.Close = sync.OnceFunc(func() { close(s.closed) })
	if name, err := os.Hostname(); err == nil && name != "" {
		label, _, _ := strings.Cut(name, ".")
		s.hosts = append(s.hosts, name)
		for _, suffix := range homes {
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

// ServeHTTP serves the pages. It refuses names that an attacker's DNS could point at this machine
// (DNS rebinding).
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	if !s.isHere(r) {
		s.log.spare(slog.LevelInfo, "called by a name that is none of its own",
			"host", fmt.Sprintf("%.100s", r.Host), "from", r.RemoteAddr)
		s.elsewhere(w, r)
		return
	}
	s.guarded.ServeHTTP(w, r)
}

// isHere tells whether a request calls the box by a name that is its own, or by the address at
// which it was reached.
func (s *site) isHere(r *http.Request) bool {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	host = strings.TrimSuffix(strings.Trim(host, "[]"), ".")
	for _, name := range s.hosts {
		if strings.EqualFold(host, name) {
			return true
		}
	}
	called, err := netip.ParseAddr(host)
	if err != nil || s.anyAddress {
		return err == nil
	}
	reached, ok := reachedAt(r)
	return ok && reached.Addr() == called.Unmap().WithZone("")
}

// reachedAt is the address at which a request has reached the box.
func reachedAt(r *http.Request) (netip.AddrPort, bool) {
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return netip.AddrPort{}, false
	}
	at, err := netip.ParseAddrPort(local.String())
	return netip.AddrPortFrom(at.Addr().Unmap().WithZone(""), at.Port()), err == nil
}

// elsewhere refuses a request that calls the box by a foreign name. A person is led to the address
// that he has reached, which whoever gave him the name knows already; the box's own names are
// nobody's business.
func (s *site) elsewhere(w http.ResponseWriter, r *http.Request) {
	at, ok := reachedAt(r)
	if !ok || !strings.Contains(r.Header.Get("Accept"), "text/html") {
		s.refuse(w, r, failure{http.StatusMisdirectedRequest, "elsewhere"})
		return
	}
	words := s.says[s.speaks(r)]().words
	link := html.EscapeString("http://" + strings.TrimSuffix(at.String(), ":80") + r.URL.EscapedPath())
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(http.StatusMisdirectedRequest)
	fmt.Fprintf(w, `<!doctype html><html lang="%s"><meta name="viewport" content="width=device-width">`+
		`<title>arbitre</title><p>%s</p><p><a href="%s">%[3]s</a></p>`,
		s.speaks(r), words["elsewhere"], link)
}

// A failure is what a request is refused with: a status, and a word of the pages' own dictionary.
type failure struct {
	status int
	word   string
}

func (f failure) Error() string { return f.word }

// errNotUnderstood is for requests that no page of ours sends.
var errNotUnderstood = failure{http.StatusBadRequest, "not_understood"}

// read takes the JSON of a request into v, strictly: one value and all of it, in time, or nothing.
func (s *site) read(w http.ResponseWriter, r *http.Request, most int64, v any) error {
	// A form of another site can't send this type unasked (WHATWG Fetch, section 2.2.2,
	// CORS-safelisted).
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return failure{http.StatusUnsupportedMediaType, "not_understood"}
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.bodyTimeout)) // what can't set it has none
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, most))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return failure{http.StatusRequestEntityTooLarge, "not_understood"}
	}
	if err != nil {
		w.Header().Set("Connection", "close") // whatever of it still comes is no request
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

// refuse answers with a [failure], in the browser's language.
func (s *site) refuse(w http.ResponseWriter, r *http.Request, err error) {
	f, _ := errors.AsType[failure](err)
	http.Error(w, s.says[s.speaks(r)]().words[f.word], f.status)
}

// languageCookie keeps the language that a browser has chosen by "?lang=".
const languageCookie = "arbitre_language"

// mostWished is how much of the languages that a browser wishes for is read: eight or so, and the
// first are those it means.
const mostWished = 128

// speaks is the language of a request: the one its address asks for, the one chosen earlier, or the
// browser's.
func (s *site) speaks(r *http.Request) wording.Language {
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
	wished, _, err := language.ParseAcceptLanguage(strings.TrimSuffix(header, ","))
	if err != nil {
		return s.boxSpeaks()
	}
	_, i, match := s.matcher.Match(wished...)
	if match == language.No {
		return s.boxSpeaks()
	}
	return wording.Languages()[i]
}
