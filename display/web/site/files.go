package site

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// shared has the parts, styles and scripts that all sites use.
//
//go:embed pages
var shared embed.FS

// Page returns a handler that serves a page in the browser's language.
func (s *Site) Page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		l := s.LanguageOf(r)
		if r.URL.Query().Get("lang") == l.String() {
			http.SetCookie(w, &http.Cookie{Name: languageCookie, Value: l.String(), Path: "/", MaxAge: LongestCookie,
				HttpOnly: true, SameSite: http.SameSiteLaxMode})
		}
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Content-Language", l.String())
		http.ServeContent(w, r, name+".html", time.Time{}, strings.NewReader(s.translations[l]().pages[name]))
	}
}

// PageFor returns a handler that serves one page to paired phones, and another to all others.
func (s *Site) PageFor(paired, others string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		name := paired
		if !s.options.IsPaired(r) {
			name = others
		}
		s.Page(name)(w, r)
	}
}

// serveFiles serves the files beside pages, and writes pages and files to an edition. Browsers cache the
// files, and ask for changes.
func (s *Site) serveFiles(files fs.FS, edition io.Writer) {
	names, _ := fs.Glob(files, "pages/*") // the pattern is well formed
	for _, file := range names {
		text, _ := fs.ReadFile(files, file) // it is embedded
		edition.Write(text)
		if path.Ext(file) == ".html" {
			continue
		}
		sum := sha256.Sum256(text)
		tag := `"` + hex.EncodeToString(sum[:8]) + `"`
		s.Handle("GET /"+path.Base(file), func(w http.ResponseWriter, r *http.Request) {
			h := w.Header()
			h.Set("ETag", tag)
			h.Set("Cache-Control", "no-cache")
			if path.Ext(file) == ".webmanifest" { // net/http does not know it everywhere
				h.Set("Content-Type", "application/manifest+json")
			}
			http.ServeContent(w, r, file, time.Time{}, bytes.NewReader(text))
		})
	}
}
