package web

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"time"
)

// page returns a handler that serves a page in the browser's language.
func (s *site) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l := s.languageOf(r)
		if r.URL.Query().Get("lang") == l.String() {
			http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: l.String(), Path: "/", MaxAge: sessionAge,
				HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Language", l.String())
		http.ServeContent(w, r, name+".html", time.Time{}, strings.NewReader(s.says[l]().pages[name]))
	}
}

// serveFiles serves the embedded files beside the pages. Browsers cache them, and ask for changes.
func (s *site) serveFiles() {
	entries, _ := pageFiles.ReadDir("pages") // reading an embedded folder can't fail
	for _, e := range entries {
		name := e.Name()
		if path.Ext(name) == ".html" {
			continue
		}
		text, _ := pageFiles.ReadFile("pages/" + name)
		sum := sha256.Sum256(text)
		tag := `"` + hex.EncodeToString(sum[:8]) + `"`
		s.mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("ETag", tag)
			h.Set("Cache-Control", "no-cache")
			if path.Ext(name) == ".webmanifest" { // not in every machine's table of types
				h.Set("Content-Type", "application/manifest+json")
			}
			http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(text))
		})
	}
}
