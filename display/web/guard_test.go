package web

import (
	"bytes"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"testing"

	"arbitre/display"
	"arbitre/display/shown"
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
		h.web.Show(shown.State{Scene: display.Scene{Language: l}})
		_, body, got := h.ask("GET "+tt.path, "",
			"Accept-Language", tt.accept, "Cookie", "arbitre_language="+tt.cookie)
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
	if said := log.String(); !strings.Contains(said, " host=xxx") || !strings.Contains(said, " from=127.0.0.1:") {
		t.Errorf("the log does not say who calls what: %s", said)
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
	status, told, _ := h.ask("GET /judge", "", "Host", "box.example", "Accept-Language", "de")
	if status != 421 || !strings.Contains(told, "So heißt der Kasten nicht") ||
		!strings.HasSuffix(told, "\n"+h.url+"/judge") {
		t.Errorf("a person is told %d: %s", status, told)
	}
	answer := httptest.NewRecorder() // of a connection whose address is not known
	h.web.ServeHTTP(answer, httptest.NewRequest("GET", "http://box.example/judge", nil))
	if answer.Code != 421 || strings.Contains(answer.Body.String(), "http://") {
		t.Errorf("a person whose connection is not known is told %d: %s", answer.Code, answer.Body)
	}
}

// A page knows its name, by which its script finds what to do; the rules are those of all games.
func TestPages(t *testing.T) {
	h := serve(t, Options{})
	paired := h.pair()
	for path, want := range map[string]string{"/": "scoreboard", "/tv": "tv", "/overlay": "overlay", "/rules": "rules", "/name": "name", "/judge": "judge", "/j": "judge"} {
		if _, page, _ := h.ask("GET "+path, "", "Cookie", paired); !strings.Contains(page, `data-page="`+want+`"`) {
			t.Errorf("%s is %.200s", path, page)
		}
	}
	_, page, _ := h.ask("GET /rules?lang=en", "")
	if n := strings.Count(page, "</li></ul>\n  </section>\n"); n != len(h.web.options.Rules) {
		t.Errorf("the rules have %d whole sections", n)
	}
	for _, r := range h.web.options.Phrases.Rules(wording.English) {
		section := `<section id="` + r.Game + `" aria-labelledby="` + r.Game + `-title"><h2 id="` + r.Game + `-title">` + r.Title + `</h2>`
		if !strings.Contains(page, section) || !strings.Contains(page, "<li>"+html.EscapeString(r.Advices[0])+"</li>") {
			t.Errorf("the rules lack %s", section)
		}
	}
}

// Files are not sent again while they are the same.
func TestFiles(t *testing.T) {
	h := serve(t, Options{})
	for path, kind := range map[string]string{
		"/": "text/html", "/table.css": "text/css", "/judge.js": "text/javascript", "/icon.svg": "image/svg+xml",
		"/arbitre.webmanifest": "application/manifest+json",
	} {
		_, _, header := h.ask("GET "+path, "")
		if got := header.Get("Content-Type"); !strings.HasPrefix(got, kind) {
			t.Errorf("%s is %s", path, got)
		}
		if status, _, _ := h.ask("GET "+path, "", "If-None-Match", header.Get("ETag")); path != "/" &&
			status != http.StatusNotModified {
			t.Errorf("%s, asked for again: %d", path, status)
		}
	}
}

// In the box's own Wi-Fi a phone asks whether it has the Internet, each system in its own way, and is
// led to the scoreboard. In any other network the same question is refused as before.
func TestAPhonesQuestionForTheInternetLeadsToTheScoreboard(t *testing.T) {
	for _, own := range []string{"127.0.0.1", "10.77.85.1"} {
		h := serve(t, Options{OwnWifi: netip.MustParseAddr(own)})
		for _, probe := range []string{
			"http://connectivitycheck.gstatic.com/generate_204", "http://www.google.com/gen_204",
			"http://captive.apple.com/hotspot-detect.html", "http://www.apple.com/library/test/success.html",
			"http://www.msftconnecttest.com/connecttest.txt", "http://www.msftncsi.com/ncsi.txt",
			"http://detectportal.firefox.com/canonical.html", "http://detectportal.firefox.com/success.txt?ipv4",
			"http://nmcheck.gnome.org/check_network_status.txt", "http://evil.example/judge#x", "http://arbitre.evil.example:81/",
		} {
			at, err := url.Parse(probe)
			if err != nil {
				t.Fatal(err)
			}
			status, _, header := h.ask("GET "+at.RequestURI(), "", "Host", at.Host)
			want := http.StatusMisdirectedRequest
			if own == "127.0.0.1" {
				want = http.StatusFound
				if to := header.Get("Location"); to != h.url+"/" || header.Get("Cache-Control") != "no-store" {
					t.Errorf("%s leads to %q (%s)", probe, to, header.Get("Cache-Control"))
				}
			}
			if status != want {
				t.Errorf("at %s %s: status %d, want %d", own, probe, status, want)
			}
		}
		if arrived := len(h.web.Phones.Outcomes()) == 1; arrived != (own == "127.0.0.1") {
			t.Errorf("at %s the table hears of a phone: %v", own, arrived)
		}
	}
}
