package web

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"path"
	"strings"
	"sync"
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
		s.says[l]().pages[name].send(w, r)
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
		f := newFile(name, text)
		sum := sha256.Sum256(text)
		tag := hex.EncodeToString(sum[:8])
		s.mux.HandleFunc("GET /"+name, func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("ETag", `"`+tag+`"`)
			w.Header().Set("Cache-Control", "no-cache")
			f.send(w, r)
		})
	}
}

// A file is sent compressed to browsers that accept gzip, and plain to others.
type file struct {
	name   string
	text   []byte
	packed func() []byte // by gzip; nil if that gains little
}

// mostPlain is the size in bytes up to which a file is not compressed: it fits into one packet.
const mostPlain = 1 << 10

// newFile compresses nothing before the first request, so that the box starts quickly.
func newFile(name string, text []byte) *file {
	return &file{name, text, sync.OnceValue(func() []byte {
		var b bytes.Buffer
		z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // that is a valid level
		z.Write(text)                                         // a buffer takes everything
		z.Close()
		if len(text) <= mostPlain || b.Len() > len(text)*9/10 {
			return nil
		}
		return b.Bytes()
	})}
}

func (f *file) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Vary", "Accept-Encoding, Accept-Language, Cookie")
	if path.Ext(f.name) == ".webmanifest" { // not in every machine's table of types
		h.Set("Content-Type", "application/manifest+json")
	}
	text := f.text
	if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") && f.packed() != nil {
		text = f.packed()
		h.Set("Content-Encoding", "gzip")
		if tag := h.Get("ETag"); tag != "" {
			h.Set("ETag", strings.TrimSuffix(tag, `"`)+`-gzip"`)
		}
	}
	http.ServeContent(w, r, f.name, time.Time{}, bytes.NewReader(text))
}
