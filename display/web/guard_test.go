package web

import (
	"bytes"
	"compress/gzip"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"

	"arbitre/display"
	"arbitre/display/wording"
)

// The language of a page is that of its address, else that of the cookie, else one that the browser
// accepts, else the box's.
func TestThePagesSpeakTheBrowsersLanguage(t *testing.T) {
	h := serve(t, Options{})
	for _, tt := range []struct{ box, path, accept, cookie, want string }{
		{"", "/", "", "", "en"},
		{"", "/", "fr-CH, fr;q=0.9, en;q=0.8", "", "fr"},
		{"", "/", "is, de;q=0.5", "", "de"},
		{"", "/", "nonsense;;;", "", "en"},
		{"", "/", strings.Repeat("-", 2000), "", "en"},
		{"", "/", "de, " + strings.Repeat("fr-CA-x-aa, ", 1000), "", "de"}, // the first is read
		{"", "/", strings.Repeat("x", 1000), "", "en"},
		{"", "/?lang=de", "fr", "", "de"},
		{"", "/?lang=xx", "fr", "", "fr"},
		{"", "/", "fr", "de", "de"},
		{"", "/?lang=en", "fr", "de", "en"},
		{"", "/", "fr", "nonsense", "fr"},
		{"de", "/", "", "", "de"},
		{"fr", "/", "ja", "", "fr"},
		{"de", "/", "*", "", "de"},
	} {
		l, _ := wording.ParseLanguage(tt.box)
		h.web.Show(State{Scene: display.Scene{Language: l}})
		_, body, got := h.ask("GET "+tt.path, "",
			"Accept-Language", tt.accept, "Cookie", languageCookie+"="+tt.cookie)
		if !strings.Contains(body, `<html lang="`+tt.want+`"`) {
			t.Errorf("%+v: it begins %.60q", tt, body)
		}
		if chosen := strings.Contains(tt.path, "="+tt.want); chosen != (got.Get("Set-Cookie") != "") {
			t.Errorf("%+v: the choice is kept as %q", tt, got.Get("Set-Cookie"))
		}
	}
}

// A box answers to its names in the home network. Any other name may be an attacker's, whose DNS
// points at it.
func TestNamesOfTheHome(t *testing.T) {
	var log bytes.Buffer
	h := serve(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	label, _, _ := strings.Cut(machine, ".")
	h.ask("GET /", "", "Host", strings.Repeat("x", 7<<10))
	if n := log.Len(); n < 100 || n > 300 {
		t.Errorf("of a long name %d bytes are logged, want 100 to 300", n)
	}
	for status, names := range map[int][]string{
		200: {label, label + ".local", label + ".fritz.box", label + ".lan:8080", label + ".speedport.ip",
			strings.ToUpper(label) + ".home.arpa.", label + ".home", label + ".internal", label + ".localdomain",
			"LOCALHOST.", "127.0.0.1:8080"},
		421: {label + ".example", "x." + label + ".local", "other.fritz.box", "fritz.box",
			label + ".local.evil.example"},
	} {
		for _, name := range names {
			if got, _, _ := h.ask("GET /", "", "Host", name); got != status {
				t.Errorf("called %s it answers %d, want %d", name, got, status)
			}
		}
	}
	status, body, header := h.ask("GET /judge", "",
		"Host", "box.example", "Accept", "text/html,*/*", "Accept-Language", "de")
	kind, link := header.Get("Content-Type"), `<a href="`+h.url+`/judge">`
	if status != 421 || kind != "text/html; charset=utf-8" || !strings.Contains(body, link) ||
		!strings.Contains(body, "So heißt der Kasten nicht") {
		t.Errorf("a person is told %d, %s: %s", status, kind, body)
	}
	_, body, _ = h.ask(`GET /<script>"`, "", "Host", "box.example", "Accept", "text/html")
	if strings.Contains(body, "<script") || strings.Count(body, `"`) > 8 {
		t.Errorf("what is asked for is part of the page: %s", body)
	}
}

// Files are sent compressed to browsers that accept gzip, and not again while they are the same.
func TestFiles(t *testing.T) {
	h := serve(t, Options{})
	for _, tt := range []struct{ path, kind, packed string }{
		{"/", "text/html", "gzip"}, {"/table.css", "text/css", "gzip"}, {"/judge.js", "text/javascript", "gzip"},
		{"/icon.svg", "image/svg+xml", ""}, {"/arbitre.webmanifest", "application/manifest+json", ""},
	} {
		_, plain, header := h.ask("GET "+tt.path, "", "Accept-Encoding", "br")
		if got := header.Get("Content-Type"); !strings.HasPrefix(got, tt.kind) {
			t.Errorf("%s is %s", tt.path, got)
		}
		_, packed, header := h.ask("GET "+tt.path, "", "Accept-Encoding", "br, gzip")
		if got := header.Get("Content-Encoding"); got != tt.packed {
			t.Errorf("%s is packed by %q, want %q", tt.path, got, tt.packed)
		}
		if tt.packed != "" {
			z, err := gzip.NewReader(strings.NewReader(packed))
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(z)
			if err != nil || strings.TrimSpace(string(text)) != plain || len(packed) > len(plain)/2 {
				t.Errorf("%s: %d of %d bytes: %v", tt.path, len(packed), len(plain), err)
			}
		}
		tag := header.Get("ETag")
		status, _, _ := h.ask("GET "+tt.path, "", "Accept-Encoding", "gzip", "If-None-Match", tag)
		if tag != "" && status != http.StatusNotModified {
			t.Errorf("%s, asked for again: %d", tt.path, status)
		}
	}
}
