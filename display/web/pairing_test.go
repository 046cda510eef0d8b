package web

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/mito"
)

func mitoStart() games.Start {
	return games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3, 4},
		Options: games.Agreed{}.With(games.Field{Key: "rounds", Value: "2"})}
}

const play = `{"prompt":"play","value":"ant"}`

// Whoever should not gets the right status, and nothing changes.
func TestNobodyWhoShouldNot(t *testing.T) {
	h := serve(t,
		Options{Folder: t.TempDir(), SetName: func(games.Seat, string) error { t.Error("a name was set"); return nil }})
	h.sit(mito.Rules(), mitoStart())
	h.web.body = 300 * time.Millisecond
	cookie := h.pair()
	with := func(extra ...string) http.Header {
		header := cookie.Clone()
		for i := 0; i < len(extra); i += 2 {
			header.Set(extra[i], extra[i+1])
		}
		return header
	}
	port := h.url[strings.LastIndex(h.url, ":"):]
	for _, tt := range []struct {
		name string
		request
		want int
	}{
		{"an answer without a cookie", request{method: "POST", path: "/judge/answer", body: play}, 401},
		{"a name without a cookie", request{method: "POST", path: "/judge/name", body: `{"seat":1,"name":"Eve"}`}, 401},
		{"the judge's stream without a cookie", request{method: "GET", path: "/judge/events"}, 401},
		{"a wrong cookie", request{method: "POST", path: "/judge/answer", body: play, header: http.Header{"Cookie": {sessionCookie + "=AAAA"}}}, 401},
		{"an empty cookie", request{method: "POST", path: "/judge/answer", body: play, header: http.Header{"Cookie": {sessionCookie + "="}}}, 401},
		{"the hash of a token", request{method: "POST", path: "/judge/answer", body: play, header: http.Header{"Cookie": {sessionCookie + "=" + keptHash(t, h)}}}, 401},
		{"a page of another origin", request{method: "POST", path: "/judge/answer", body: play, header: with("Origin", "http://evil.example")}, 403},
		{"a page of another port", request{method: "POST", path: "/judge/answer", body: play, header: with("Origin", "http://127.0.0.1:1")}, 403},
		{"a sandboxed page", request{method: "POST", path: "/judge/answer", body: play, header: with("Origin", "null")},
			403},
		{"a page of another site", request{method: "POST", path: "/judge/answer", body: play, header: with("Sec-Fetch-Site", "cross-site")}, 403},
		{"a page of another subdomain", request{method: "POST", path: "/judge/answer", body: play, header: with("Sec-Fetch-Site", "same-site")}, 403},
		{"pairing from another site", request{method: "POST", path: "/judge/pair", body: `{"code":"000000"}`, header: with("Origin", "http://evil.example")}, 403},
		{"a form of another site", request{method: "POST", path: "/judge/answer", body: play, header: with("Content-Type", "text/plain")}, 415},
		{"a name that was rebound", request{method: "POST", path: "/judge/answer", host: "evil.example" + port, body: play, header: cookie}, 421},
		{"a name that was rebound, to look", request{method: "GET", path: "/", host: "evil.example"}, 421},
		{"a name that looks like ours", request{method: "GET", path: "/", host: "localhost.evil.example"}, 421},
		{"an address that is not ours", request{method: "GET", path: "/", host: "192.0.2.1" + port}, 421},
		{"no host at all", request{method: "GET", path: "/", host: ":80"}, 421},
		{"a body too large", request{method: "POST", path: "/judge/answer", body: `{"prompt":"` + strings.Repeat("x", mostOfAnswer) + `"}`, header: cookie}, 413},
		{"no JSON", request{method: "POST", path: "/judge/answer", body: "play=ant", header: cookie}, 400},
		{"a key that is none", request{method: "POST", path: "/judge/answer", body: `{"prompt":"play","value":"ant","t":5}`, header: cookie}, 400},
		{"a press", request{method: "POST", path: "/judge/answer", body: `{"press":1}`, header: cookie}, 400},
		{"no value", request{method: "POST", path: "/judge/answer", body: `{"prompt":"play"}`, header: cookie}, 400},
		{"no prompt", request{method: "POST", path: "/judge/answer", body: `{"value":"ant"}`, header: cookie}, 400},
		{"an undo that is none", request{method: "POST", path: "/judge/answer", body: `{"undo":false}`, header: cookie},
			400},
		{"an undo and an answer",
			request{method: "POST", path: "/judge/answer", body: `{"undo":true,"value":"ant"}`, header: cookie}, 400},
		{"no question", request{method: "POST", path: "/judge/answer", body: `{"prompt":"play","asked":0,"value":"ant"}`, header: cookie}, 400},
		{"an answer by GET", request{method: "GET", path: "/judge/answer?prompt=play&value=%22ant%22", header: cookie},
			405},
		{"a name of a seat that does not play",
			request{method: "POST", path: "/judge/name", body: `{"seat":9,"name":"Eve"}`, header: cookie}, 400},
		{"a path that goes up", request{method: "GET", path: "/../web.go"}, 404},
		{"a path that goes up in disguise", request{method: "GET", path: "/%2e%2e/%2e%2e/etc/passwd"}, 404},
		{"a path with a backslash", request{method: "GET", path: `/..%5cjudge.html`}, 404},
		{"the source of a page", request{method: "GET", path: "/judge.html"}, 404},
		{"a folder", request{method: "GET", path: "/pages/"}, 404},
		{"the file of the sessions", request{method: "GET", path: "/sessions.json"}, 404},
	} {
		t.Run(tt.name, func(t *testing.T) {
			h.TB = t
			status, body, _ := h.send(tt.request)
			if strings.Contains(body, "localhost") || strings.Contains(body, ".local") {
				t.Errorf("it tells its names: %s", body)
			}
			if status == http.StatusTemporaryRedirect || status == http.StatusMovedPermanently {
				status = http.StatusNotFound // to the same path, cleaned
			}
			if status != tt.want {
				t.Errorf("status %d, want %d: %s", status, tt.want, body)
			}
		})
	}
	h.TB = t

	t.Run("a body that comes too slowly", func(t *testing.T) {
		conn, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		fmt.Fprintf(conn, "POST /judge/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n{",
			cookie.Get("Cookie"), len(play))
		conn.SetReadDeadline(time.Now().Add(5 * time.Second))
		answer, err := io.ReadAll(conn)
		if err != nil || !bytes.HasPrefix(answer, []byte("HTTP/1.1 408 ")) {
			t.Errorf("it is answered by %v, %.60q", err, answer)
		}
	})

	if n := h.plays(); n != 0 {
		t.Errorf("%d inputs were applied", n)
	}
	if status, body, _ := h.send(request{method: "POST", path: "/judge/answer", body: play, header: with("Origin", h.url)}); status != 204 {
		t.Errorf("the judge himself: %d %s", status, body)
	}
	if n := h.plays(); n != 1 {
		t.Errorf("%d inputs were applied for the one that may be", n)
	}
}

func keptHash(t *testing.T, h *evening) string {
	text, err := os.ReadFile(h.web.pairing.file)
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), `"hash":"`)
	hash, _, _ := strings.Cut(rest, `"`)
	if len(hash) != 44 { // SHA-256 in base64
		t.Fatalf("no hash in %s", text)
	}
	return hash
}

func TestEveryPageIsFenced(t *testing.T) {
	h := serve(t, Options{})
	cookie := h.pair()
	for _, path := range []string{"/", "/overlay", "/judge", "/table.css", "/live.js", "/nothing"} {
		_, _, header := h.send(request{method: "GET", path: path, header: cookie})
		for key, want := range map[string]string{
			"Content-Security-Policy": policy, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := header.Get(key); got != want {
				t.Errorf("%s: %s is %q", path, key, got)
			}
		}
	}
	machine, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	label, _, _ := strings.Cut(machine, ".")
	for _, name := range []string{"localhost", "LOCALHOST.", strings.ToUpper(label) + ".local", "127.0.0.1"} {
		if status, _, _ := h.send(request{method: "GET", path: "/", host: name + ":8080"}); status != 200 {
			t.Errorf("called %s it answers %d", name, status)
		}
	}
}

func TestPairing(t *testing.T) {
	h := serve(t, Options{Address: func() string { return "http://arbitre.local/judge" }})
	try := func(code string) int {
		t.Helper()
		status, _, header := h.send(request{method: "POST", path: "/judge/pair", body: fmt.Sprintf(`{"code":%q}`, code)})
		if (header.Get("Set-Cookie") != "") != (status == 204) {
			t.Errorf("status %d with the cookie %q", status, header.Get("Set-Cookie"))
		}
		return status
	}
	wrong := func(code string) string { return fmt.Sprintf("%06d", (atoi(code)+1)%1_000_000) }

	if got := try("000000"); got != 403 {
		t.Errorf("without an invitation: %d", got)
	}
	first := h.web.Invite()
	site, secret, _ := strings.Cut(first.Link, "/j#")
	if len(first.Code) != 6 || first.Address != "http://arbitre.local/judge" || site != "http://arbitre.local" || len(secret) != 26 ||
		time.Until(first.Until) > valid || time.Until(first.Until) < valid-time.Second {
		t.Errorf("invitation %+v", first)
	}
	for range ofOne {
		if got := try(wrong(first.Code)); got != 403 {
			t.Errorf("a wrong code: %d", got)
		}
	}
	if got := try("12345"); got != 400 {
		t.Errorf("five digits: %d", got)
	}
	if got := <-h.web.Outcomes(); got != Guessed {
		t.Errorf("outcome %v", got)
	}
	for range 20 {
		if got := try(first.Code); got != 429 {
			t.Errorf("the right code, after too many tries: %d", got)
		}
	}
	if h.web.Paired() != 0 {
		t.Error("somebody is paired")
	}
	h.web.pairing.guesses = newGuesses() // later
	second := h.web.Invite()
	if got := try(wrong(second.Code)); got != 403 {
		t.Errorf("a wrong code: %d", got)
	}
	if got := try(second.Code); got != 204 {
		t.Errorf("the right code: %d", got)
	}
	if got := <-h.web.Outcomes(); got != Paired {
		t.Errorf("outcome %v", got)
	}
	if got := try(second.Code); got != 403 {
		t.Errorf("a used code: %d", got)
	}
	third := h.web.Invite()
	h.web.Uninvite()
	if got := try(third.Code); got != 403 {
		t.Errorf("a code that is no longer shown: %d", got)
	}
	if got := h.web.Paired(); got != 1 {
		t.Errorf("%d phones are paired", got)
	}
}

func atoi(s string) (n int) {
	fmt.Sscanf(s, "%d", &n)
	return n
}

func TestTheCookieIsTheJudgesAlone(t *testing.T) {
	h := serve(t, Options{})
	_, _, header := h.send(request{method: "POST", path: "/judge/pair", body: fmt.Sprintf(`{"code":%q}`, h.web.Invite().Code)})
	set := header.Get("Set-Cookie")
	for _, attribute := range []string{"; HttpOnly", "; SameSite=Strict", "; Path=/", "; Max-Age="} {
		if !strings.Contains(set, attribute) {
			t.Errorf("%q lacks %q", set, attribute)
		}
	}
	token, _, _ := strings.Cut(strings.TrimPrefix(set, sessionCookie+"="), ";")
	if len(token) != 26 { // 130 bits in base32
		t.Errorf("token of %d letters", len(token))
	}
}

// A code is good for two minutes.
func TestAnInvitationEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{})
		defer s.Close()
		code := s.Invite().Code
		time.Sleep(valid)
		if _, err := s.pairing.enter(code, stranger(1), time.Now()); err != nil {
			t.Errorf("after two minutes: %v", err)
		}
		code = s.Invite().Code
		time.Sleep(valid + 1)
		if _, err := s.pairing.enter(code, stranger(1), time.Now()); err == nil {
			t.Error("a nanosecond later it still pairs")
		}
	})
}

// stranger is one of very many addresses.
func stranger(n int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
}

// Whoever guesses from an address of his own, however fast, keeps nobody else from typing the code.
func TestAGuestWhoGuessesLocksNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{})
		defer s.Close()
		for range 40 {
			code := s.Invite().Code
			for range 50 * 6 { // as many as he can in six seconds
				s.pairing.enter("wrong!", stranger(1), time.Now())
				time.Sleep(20 * time.Millisecond)
			}
			if _, err := s.pairing.enter(code, stranger(2), time.Now()); err != nil {
				t.Errorf("the owner's right code: %v", err)
			}
		}
	})
}

// In an evening of four hours, at a box that shows codes all the time, a thousand addresses try a
// thousandth of them. The owner is let in by the link meanwhile, and by a code again soon after.
func TestGuessingIsHopeless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{Address: func() string { return "http://arbitre.local/judge" }})
		defer s.Close()
		tried := 0
		guess := func() {
			for n := range 1000 {
				_, err := s.pairing.enter("wrong!", stranger(n), time.Now())
				if f, _ := errors.AsType[failure](err); f.word == "wrong_code" {
					tried++
				}
			}
		}
		for evening := time.Now().Add(4 * time.Hour); time.Now().Before(evening); time.Sleep(10 * time.Second) {
			if time.Now().After(s.pairing.until) || s.pairing.code == "" {
				s.Invite()
			}
			guess()
		}
		if most := ofAll + int(4*time.Hour/eachOfAll); tried > most || most > 1100 {
			t.Errorf("%d codes were tried, want at most %d", tried, most)
		}
		if n := len(s.pairing.guesses.of); n > ofAll {
			t.Errorf("%d addresses are remembered", n)
		}
		i := s.Invite()
		guess()
		if _, err := s.pairing.enter(i.Code, stranger(5000), time.Now()); err == nil {
			t.Error("there are tries left")
		}
		_, secret, _ := strings.Cut(i.Link, "#")
		if _, err := s.pairing.scan(secret[1:]+"A", time.Now()); err == nil {
			t.Error("another secret pairs")
		}
		if _, err := s.pairing.scan(secret, time.Now()); err != nil {
			t.Errorf("the owner scans the link: %v", err)
		}
		if _, err := s.pairing.scan(secret, time.Now()); err == nil {
			t.Error("a used link pairs")
		}
		time.Sleep(eachOfAll)
		if _, err := s.pairing.enter(s.Invite().Code, stranger(5000), time.Now()); err != nil {
			t.Errorf("a little later, by a code: %v", err)
		}
	})
}

// A box that has no display to invite anyone tells its owner a link that admits one phone: at the
// start, at each address that it gets, and when all phones are forgotten.
func TestABoxWithoutADisplayAdmitsByItsLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var address atomic.Value
		address.Store("localhost")
		s := New(Options{NoDisplay: true, Number: func() string { return fmt.Sprintf("http://%s:8080/judge", address.Load()) },
			Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))})
		defer s.Close()
		opens := func(secret string) bool {
			_, err := s.pairing.scan(secret, time.Now())
			return err == nil
		}
		told := func() (secret string) {
			t.Helper()
			synctest.Wait()
			_, secret, is := strings.Cut(strings.TrimSpace(log.String()),
				fmt.Sprintf(" link=http://%s:8080/j#", address.Load()))
			if log.Reset(); !is {
				t.Fatalf("no link to %s is told", address.Load())
			}
			return secret
		}
		first := told()
		if !opens(first) {
			t.Error("the first link does not open it")
		}
		if opens(first) {
			t.Error("it opens it twice")
		}
		address.Store("192.0.2.7")
		time.Sleep(readdress + 1)
		late := told()
		time.Sleep(valid + 1)
		if opens(late) {
			t.Errorf("a link opens it after %v", valid)
		}
		if log.Len() > 0 {
			t.Errorf("unasked it tells %s", &log)
		}
		if err := s.Unpair(); err != nil {
			t.Fatal(err)
		}
		if !opens(told()) {
			t.Error("the next one does not open it when all phones are forgotten")
		}
	})
}

// A phone that has asked for nothing for thirty days is not paired any more, however often the box
// has started meanwhile.
func TestAPhoneThatNobodyUsesIsForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		folder, token := t.TempDir(), ""
		for _, after := range []struct {
			days   int
			paired bool
		}{{0, true}, {29, true}, {29, true}, {31, false}} {
			time.Sleep(time.Duration(after.days) * 24 * time.Hour)
			s := New(Options{Folder: folder})
			if token == "" {
				token = s.pairing.pair(time.Now())
			}
			r := httptest.NewRequest("GET", "/judge", nil)
			r.AddCookie(&http.Cookie{Name: sessionCookie, Value: token})
			if _, is := s.pairing.session(r); is != after.paired || s.Paired() > 0 != is {
				t.Errorf("%d days later it is paired: %v, one of %d; want %v", after.days, is, s.Paired(), after.paired)
			}
			s.Close()
		}
	})
}

// Codes are drawn evenly: every digit stands at every place about as often.
func TestCodesAreEven(t *testing.T) {
	s := New(Options{})
	defer s.Close()
	var seen [6][10]int
	const n = 5000
	for range n {
		for i, digit := range s.Invite().Code {
			seen[i][digit-'0']++
		}
	}
	for i, digits := range seen {
		if slices.Min(digits[:]) < n/10-150 || slices.Max(digits[:]) > n/10+150 { // seven standard deviations
			t.Errorf("place %d: %v", i+1, digits)
		}
	}
}

func TestSessionsOutliveARestart(t *testing.T) {
	folder := t.TempDir()
	h := serve(t, Options{Folder: folder})
	cookie := h.pair()
	other := h.pair()
	info, err := os.Stat(filepath.Join(folder, "sessions.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "sessions.json"))
	if err != nil {
		t.Fatal(err)
	}
	if token := strings.TrimPrefix(cookie.Get("Cookie"), sessionCookie+"="); bytes.Contains(text, []byte(token)) {
		t.Error("the file has the token itself")
	}
	h.close()

	h = serve(t, Options{Folder: folder})
	h.sit(mito.Rules(), mitoStart())
	if h.web.Paired() != 2 {
		t.Errorf("%d phones are paired", h.web.Paired())
	}
	if status, body, _ := h.send(request{method: "POST", path: "/judge/answer", body: play, header: cookie}); status != 204 {
		t.Errorf("after a restart: %d %s", status, body)
	}
	streams := []*listener{h.listen("/judge/events", cookie), h.listen("/judge/events", other)}
	everyone := h.listen("/events", nil)
	everyone.next()
	for _, l := range streams {
		l.next()
	}

	conn, err := net.Dial("tcp", strings.TrimPrefix(h.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	fmt.Fprintf(conn, "POST /judge/answer HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s",
		cookie.Get("Cookie"), len(play), play[:10])
	h.await("/judge/answer", 2)
	time.Sleep(50 * time.Millisecond) // whether the phone is paired is looked at first

	if err := h.web.Unpair(); err != nil {
		t.Error(err)
	}
	for _, l := range streams {
		l.end()
	}
	fmt.Fprint(conn, play[10:])
	if answer, err := http.ReadResponse(bufio.NewReader(conn), nil); err != nil || answer.StatusCode != 401 {
		t.Errorf("an answer that was on its way: %v, %v", answer, err)
	}
	if n := h.plays(); n != 1 {
		t.Errorf("%d inputs were applied, want the first alone", n)
	}
	if status, _, _ := h.send(request{method: "POST", path: "/judge/answer", body: play, header: cookie}); status != 401 {
		t.Errorf("unpaired: %d", status)
	}
	if _, body, _ := h.send(request{method: "GET", path: "/judge", header: cookie}); !strings.Contains(body, `data-page="pair"`) {
		t.Error("an unpaired phone has the judge's page")
	}
	h.tell("press 1")
	everyone.next() // still listens
	h.close()

	h = serve(t, Options{Folder: folder})
	if h.web.Paired() != 0 {
		t.Error("unpaired phones are back after a restart")
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

func TestPhonesAreNotPairedWithoutEnd(t *testing.T) {
	h := serve(t, Options{})
	first := h.pair()
	l := h.listen("/judge/events", first)
	for range mostPaired {
		h.pair()
	}
	if got := h.web.Paired(); got != mostPaired {
		t.Errorf("%d phones are paired", got)
	}
	l.end() // the oldest has gone
}

func TestWhateverTheFileHasTheBoxStarts(t *testing.T) {
	for _, text := range []string{"", "nonsense", "[{}]", `[{"hash":"zz"}]`, `[{"hash":"` + strings.Repeat("ab", 40) + `"}]`, `{"hash":1}`} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "sessions.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		s := New(Options{Folder: folder})
		s.Invite()
		s.Close()
	}
}

func TestAFullDiskUnpairsAllTheSame(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gone")
	h := serve(t, Options{Folder: folder})
	cookie := h.pair()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // no folder can be made there
		t.Fatal(err)
	}
	if err := h.web.Unpair(); err == nil {
		t.Error("nothing is said about the file")
	}
	if status, _, _ := h.send(request{method: "GET", path: "/judge/events", header: cookie}); status != 401 {
		t.Errorf("unpaired: %d", status)
	}
}
