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

func TestThePagesSpeakTheBrowsersLanguage(t *testing.T) {
	h := serve(t, Options{})
	for _, tt := range []struct {
		path, accept, cookie, want string
	}{
		{"/", "", "", "en"},
		{"/", "fr-CH, fr;q=0.9, en;q=0.8", "", "fr"},
		{"/", "is, de;q=0.5", "", "de"},
		{"/", "is", "", "en"},
		{"/", "nonsense;;;", "", "en"},
		{"/", strings.Repeat("-", 2000), "", "en"},
		{"/", "de, " + strings.Repeat("fr-CA-x-aa, ", 1000), "", "de"}, // what is wished first is read
		{"/", strings.Repeat("x", 1000), "", "en"},
		{"/?lang=de", "fr", "", "de"},
		{"/?lang=xx", "fr", "", "fr"},
		{"/", "fr", "de", "de"},
		{"/?lang=en", "fr", "de", "en"},
		{"/", "fr", "nonsense", "fr"},
	} {
		header := http.Header{}
		if tt.accept != "" {
			header.Set("Accept-Language", tt.accept)
		}
		if tt.cookie != "" {
			header.Set("Cookie", languageCookie+"="+tt.cookie)
		}
		_, body, got := h.send(request{method: "GET", path: tt.path, header: header})
		if !strings.Contains(body, `<html lang="`+tt.want+`"`) {
			t.Errorf("%+v: it begins %.60q", tt, body)
		}
		if chosen := strings.Contains(tt.path, "="+tt.want); chosen != (got.Get("Set-Cookie") != "") {
			t.Errorf("%+v: the choice is kept as %q", tt, got.Get("Set-Cookie"))
		}
	}
}

func TestThePagesSpeakTheBoxsLanguageWhereTheBrowserAsksForNone(t *testing.T) {
	h := serve(t, Options{})
	for _, l := range wording.Languages() {
		h.web.Show(State{Scene: display.Scene{Language: l}})
		for _, accept := range []string{"", "ja", "*"} {
			if _, body, _ := h.send(request{method: "GET", path: "/", header: http.Header{"Accept-Language": {accept}}}); !strings.Contains(body, `<html lang="`+l.String()+`"`) {
				t.Errorf("the box speaks %v, the browser asks for %q: it begins %.60q", l, accept, body)
			}
		}
	}
}

func TestFilesAreAskedForOnce(t *testing.T) {
	h := serve(t, Options{})
	_, _, header := h.send(request{method: "GET", path: "/table.css"})
	status, body, _ := h.send(request{method: "GET", path: "/table.css", header: http.Header{"If-None-Match": {header.Get("ETag")}}})
	if status != http.StatusNotModified || body != "" {
		t.Errorf("%d, %d bytes", status, len(body))
	}
	for path, want := range map[string]string{"/table.css": "text/css", "/judge.js": "text/javascript", "/icon.svg": "image/svg+xml"} {
		if _, _, header := h.send(request{method: "GET", path: path}); !strings.HasPrefix(header.Get("Content-Type"), want) {
			t.Errorf("%s is %s", path, header.Get("Content-Type"))
		}
	}
}

// A box is called as its home calls it. Any other name may be an attacker's, whose DNS points at
// it.
func TestNamesOfTheHome(t *testing.T) {
	var log bytes.Buffer
	h := serve(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	label, _, _ := strings.Cut(machine, ".")
	for name, want := range map[string]int{
		label: 200, label + ".local": 200, label + ".fritz.box": 200, label + ".lan:8080": 200, strings.ToUpper(label) + ".home.arpa.": 200,
		label + ".example": 421, "x." + label + ".local": 421, "other.fritz.box": 421, "fritz.box": 421, label + ".local.evil.example": 421,
	} {
		if status, _, _ := h.send(request{method: "GET", path: "/", host: name}); status != want {
			t.Errorf("called %s it answers %d, want %d", name, status, want)
		}
	}
	status, body, _ := h.send(request{method: "GET", path: "/judge", host: "box.example", header: http.Header{"Accept": {"text/html,*/*"}, "Accept-Language": {"de"}}})
	if link := `<a href="` + h.url + `/judge">`; status != 421 || !strings.Contains(body, link) || !strings.Contains(body, "So heißt der Kasten nicht") {
		t.Errorf("a person is told %d: %s", status, body)
	}
	_, body, _ = h.send(request{method: "GET", path: `/<script>"`, host: "box.example", header: http.Header{"Accept": {"text/html"}}})
	if strings.Contains(body, "<script") || strings.Count(body, `"`) > 8 {
		t.Errorf("what is asked for is part of the page: %s", body)
	}
	log.Reset()
	another := serve(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))}) // which has logged no such line yet
	another.send(request{method: "GET", path: "/", host: strings.Repeat("x", 7<<10)})
	if n := log.Len(); n < 100 || n > 300 {
		t.Errorf("of a long name %d bytes are logged", n)
	}
}

func TestFilesArePackedForWhoCanUnpackThem(t *testing.T) {
	h := serve(t, Options{})
	for path, want := range map[string]string{"/table.css": "gzip", "/": "gzip", "/icon.svg": "", "/icon.png": "", "/arbitre.webmanifest": ""} {
		_, plain, _ := h.send(request{method: "GET", path: path, header: http.Header{"Accept-Encoding": {"br"}}})
		_, packed, header := h.send(request{method: "GET", path: path, header: http.Header{"Accept-Encoding": {"br, gzip"}}})
		if got := header.Get("Content-Encoding"); got != want {
			t.Errorf("%s is packed by %q, want %q", path, got, want)
		}
		if want == "gzip" {
			z, err := gzip.NewReader(strings.NewReader(packed))
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(z)
			if err != nil || string(text) != plain || len(packed) > len(plain)/2 {
				t.Errorf("%s: %d of %d bytes: %v", path, len(packed), len(plain), err)
			}
		}
		tag := header.Get("ETag")
		if status, _, _ := h.send(request{method: "GET", path: path, header: http.Header{"Accept-Encoding": {"gzip"}, "If-None-Match": {tag}}}); tag != "" && status != 304 {
			t.Errorf("%s, asked for again: %d", path, status)
		}
	}
}
