package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"html/template"
	"io"
	"mime"
	"net"
	"net/http"
	"net/netip"
	"path"
	"strings"
	"time"

	"arbitre/display"

	"golang.org/x/text/language"
)

// policy lets a page use what is embedded here and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'"

// ServeHTTP serves the pages. It refuses names that an attacker's DNS could point at this machine (DNS rebinding).
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	if !s.isHere(r) {
		s.log.Info("called by a name that is none of its own", "host", r.Host, "from", r.RemoteAddr)
		s.refuse(w, r, http.StatusMisdirectedRequest, "elsewhere") // its names are nobody's business
		return
	}
	s.handler.ServeHTTP(w, r)
}

// isHere tells whether a request calls the box by a name that is its own, or by the address at which it was reached.
func (s *Server) isHere(r *http.Request) bool {
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
	if err != nil {
		return false
	}
	local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if !ok {
		return false
	}
	reached, err := netip.ParseAddrPort(local.String())
	return err == nil && reached.Addr().Unmap().WithZone("") == called.Unmap().WithZone("")
}

// most bytes of a request's body.
const mostBytes = 4 << 10

// A failure is what a request is refused with: a status, and a word of the pages' own dictionary.
type failure struct {
	status int
	word   string
}

func (f failure) Error() string { return f.word }

// read takes the JSON of a request: all of it in time, or nothing.
func (s *Server) read(w http.ResponseWriter, r *http.Request) ([]byte, error) {
	// A form of another site can't send this type unasked (WHATWG Fetch, section 2.2.2, CORS-safelisted).
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		return nil, failure{http.StatusUnsupportedMediaType, "not_understood"}
	}
	http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.body)) // what can't set it has none
	text, err := io.ReadAll(http.MaxBytesReader(w, r.Body, mostBytes))
	if _, large := errors.AsType[*http.MaxBytesError](err); large {
		return nil, failure{http.StatusRequestEntityTooLarge, "not_understood"}
	}
	if err != nil {
		w.Header().Set("Connection", "close") // whatever of it still comes is no request
		return nil, failure{http.StatusRequestTimeout, "not_understood"}
	}
	return text, nil
}

// refuse answers with a status and the reason, in the browser's language.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, status int, word string) {
	http.Error(w, pageWords(s.speaks(r))[word], status)
}

func (s *Server) fail(w http.ResponseWriter, r *http.Request, err error) {
	if f, ok := errors.AsType[failure](err); ok {
		s.refuse(w, r, f.status, f.word)
		return
	}
	http.Error(w, err.Error(), http.StatusInternalServerError)
}

// languageCookie keeps the language that a browser has chosen by "?lang=".
const languageCookie = "arbitre_language"

// mostWished is how much of the languages that a browser wishes for is read: eight or so, and the first are those it means.
const mostWished = 128

// speaks is the language of a request: the one its address asks for, the one chosen earlier, or the browser's.
func (s *Server) speaks(r *http.Request) display.Language {
	if l, err := display.ParseLanguage(r.URL.Query().Get("lang")); err == nil {
		return l
	}
	if c, err := r.Cookie(languageCookie); err == nil {
		if l, err := display.ParseLanguage(c.Value); err == nil {
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
	return [...]display.Language{display.English, display.French, display.German}[i]
}

// boxSpeaks is the language of the box itself, for whose browser asks for none that it knows.
func (s *Server) boxSpeaks() display.Language {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.at.IsZero() { // nothing was shown yet
		return display.English
	}
	return s.state.Scene.Language
}

// A pageIn is a page in a language.
type pageIn struct {
	name     string // of its template
	language display.Language
}

// makePages makes every page in every language: they say nothing that changes.
func makePages(phrases display.Phrases) (map[pageIn][]byte, error) {
	templates, err := template.ParseFS(pageFiles, "pages/*.html")
	if err != nil {
		return nil, err
	}
	pages := map[pageIn][]byte{}
	for _, name := range []string{"scoreboard", "overlay", "judge", "pair", "rules"} {
		for _, l := range display.Languages() {
			var b bytes.Buffer
			err := templates.ExecuteTemplate(&b, name+".html", struct {
				Name, Language string
				Languages      []display.Language
				Words          map[string]string
				Rules          []display.Rules
			}{name, l.String(), display.Languages(), pageWords(l), phrases.Rules(l)})
			if err != nil {
				return nil, err
			}
			pages[pageIn{name, l}] = b.Bytes()
		}
	}
	return pages, nil
}

// page serves a page in the browser's language.
func (s *Server) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l := s.speaks(r)
		if r.URL.Query().Get("lang") == l.String() {
			http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: l.String(), Path: "/", MaxAge: sessionAge,
				HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
		h := w.Header()
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Language", l.String())
		w.Write(s.pages[pageIn{name, l}])
	}
}

// serveFile serves an embedded file. Browsers keep it, and ask whether it is still the same.
func serveFile(mux *http.ServeMux, name string) error {
	text, err := pageFiles.ReadFile(path.Join("pages", name))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", "no-cache")
		http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
	})
	return nil
}
