package web

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/mito"
)

func mitoStart() games.Start {
	return games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3, 4},
		Options: games.Agreed{}.With(games.Field{Key: "rounds", Value: games.Number(2)})}
}

const play = `{"prompt":"play","value":"ant"}`

// Requests that are not allowed get the right status, and change nothing.
func TestNobodyWhoShouldNot(t *testing.T) {
	h := serve(t, Options{SetName: func(games.Seat, string) error { t.Error("a name was set"); return nil }})
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	const answer, evil = "POST /judge/answer", "http://evil.example"
	const room = 4<<10 - len(`{"prompt":"","value":1}`) // for the prompt in the largest body
	for _, tt := range []struct {
		name       string
		want       int
		line, body string
		header     []string // after the judge's cookie
	}{
		{"an answer without a cookie", 401, answer, play, []string{"Cookie", ""}},
		{"a name without a cookie", 401, "POST /judge/name", `{"seat":1,"name":"Eve"}`, []string{"Cookie", ""}},
		{"the judge's stream without a cookie", 401, "GET /judge/events", "", []string{"Cookie", ""}},
		{"a body too large, without a cookie", 401, answer, strings.Repeat("x", 5<<10), []string{"Cookie", ""}},
		{"a wrong cookie", 401, answer, play, []string{"Cookie", sessionCookie + "=AAAA"}},
		{"an empty cookie", 401, answer, play, []string{"Cookie", sessionCookie + "="}},
		{"a page of another origin", 403, answer, play, []string{"Origin", evil}},
		{"a page of another subdomain", 403, answer, play, []string{"Sec-Fetch-Site", "same-site"}},
		{"pairing from another site", 403, "POST /judge/pair", `{"code":"000000"}`, []string{"Origin", evil}},
		{"a form of another site", 415, answer, play, []string{"Content-Type", "text/plain"}},
		{"a name that was rebound", 421, answer, play, []string{"Host", "evil.example"}},
		{"a name that looks like ours", 421, "GET /", "", []string{"Host", "localhost.evil.example"}},
		{"an address that is not ours", 421, "GET /", "", []string{"Host", "192.0.2.1"}},
		{"no host at all", 421, "GET /", "", []string{"Host", ":80"}},
		{"the largest body", 409, answer, `{"prompt":"` + strings.Repeat("x", room) + `","value":1}`, nil},
		{"a body too large", 413, answer, `{"prompt":"` + strings.Repeat("x", room+1) + `","value":1}`, nil},
		{"no JSON", 400, answer, "play=ant", nil},
		{"a key that is none", 400, answer, `{"prompt":"play","value":"ant","t":5}`, nil},
		{"no value", 400, answer, `{"prompt":"play"}`, nil},
		{"no prompt", 400, answer, `{"value":"ant"}`, nil},
		{"an undo that is none", 400, answer, `{"undo":false}`, nil},
		{"an undo and an answer", 400, answer, `{"undo":true,"value":"ant"}`, nil},
		{"no question", 400, answer, `{"prompt":"play","asked":0,"value":"ant"}`, nil},
		{"an answer by GET", 405, "GET /judge/answer?prompt=play&value=%22ant%22", "", nil},
		{"a name of a seat that does not play", 400, "POST /judge/name", `{"seat":9,"name":"Eve"}`, nil},
		{"five digits", 400, "POST /judge/pair", `{"code":"12345"}`, nil},
		{"the source of a page", 404, "GET /judge.html", "", nil},
		{"the file of the sessions", 404, "GET /sessions.json", "", nil},
	} {
		status, said, _ := h.ask(tt.line, tt.body, append([]string{"Cookie", cookie}, tt.header...)...)
		if said == "" || strings.Contains(said, "localhost") || strings.Contains(said, ".local") {
			t.Errorf("%s: it says nothing, or tells its names: %s", tt.name, said)
		}
		if status != tt.want || status == 403 && said != "Only the box’s own pages may answer." {
			t.Errorf("%s: status %d, want %d: %s", tt.name, status, tt.want, said)
		}
	}

	if n := h.plays(); n != 0 {
		t.Errorf("%d inputs were applied", n)
	}
	if status, said, _ := h.ask(answer, play, "Cookie", cookie, "Origin", h.url); status != 204 || h.plays() != 1 {
		t.Errorf("the judge himself: %d %s; %d inputs were applied", status, said, h.plays())
	}
}

// A code pairs one phone while the box shows it, for two minutes at most.
func TestACodePairsOnePhone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{})
		defer s.Close()
		shown := ""
		invite := func() string {
			i := s.Phones.Invite()
			if shown = i.Code; i.Link != "" {
				t.Errorf("without an address there is a link: %s", i.Link)
			}
			return shown
		}
		for i, tt := range []struct {
			when string
			code func() string
			want error
		}{
			{"without an invitation", func() string { return "000000" }, errNoInvitation},
			{"a code while there is a link alone", func() string { s.Phones.invite(""); return "000000" }, errNoInvitation},
			{"another code", func() string { return otherThan(invite()) }, errWrongCode},
			{"the code after another", func() string { return shown }, nil},
			{"a used code", func() string { return shown }, errNoInvitation},
			{"a code before the one that is shown", func() string { c := invite(); invite(); return c }, errWrongCode},
			{"a code that has gone", func() string { c := invite(); s.Phones.Uninvite(); return c }, errNoInvitation},
			{"a code when all are forgotten", func() string { c := invite(); s.Phones.Unpair(); return c }, errNoInvitation},
			{"after two minutes", func() string { c := invite(); time.Sleep(2 * time.Minute); return c }, nil},
			{"a nanosecond later", func() string { c := invite(); time.Sleep(2*time.Minute + 1); return c },
				errNoInvitation},
		} {
			code := tt.code()
			before := len(s.Phones.Paired())
			token, err := s.Phones.enter(code, stranger(i))
			if paired := len(s.Phones.Paired()) > before; err != tt.want || paired != (err == nil) || (token != "") != paired {
				t.Errorf("%s: %v, paired: %v by %q; want %v", tt.when, err, paired, token, tt.want)
			}
		}
		if s.Phones.file != "" {
			t.Errorf("without a folder the phones are kept in %s", s.Phones.file)
		}
	})
}

func otherThan(code string) string {
	n, _ := strconv.Atoi(code)
	return fmt.Sprintf("%06d", (n+1)%1_000_000)
}

// A phone is told why it is not paired, the box that somebody guesses, and the log not everything.
func TestSomebodyWhoGuesses(t *testing.T) {
	var log bytes.Buffer
	h := serve(t, Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	code := h.web.Phones.Invite().Code
	try := func(code string, want int, reason string) {
		t.Helper()
		status, said, header := h.ask("POST /judge/pair", fmt.Sprintf(`{"code":%q}`, code))
		if status != want || said != reason || header.Get("Set-Cookie") != "" {
			t.Errorf("%s: %d %q %v, want %d %q", code, status, said, header, want, reason)
		}
	}
	for range 5 {
		if len(h.web.Phones.Outcomes()) > 0 {
			t.Error("who has made a slip is said to guess")
		}
		try(otherThan(code), 403, "That is not the code.")
	}
	if got := <-h.web.Phones.Outcomes(); got != shown.Guessed {
		t.Errorf("the box is told %v, want %v", got, shown.Guessed)
	}
	try(code, 429, "Too many tries: wait a minute, then enter the code that the box shows.")
	if n := strings.Count(log.String(), `"no phone paired" from=127.0.0.1:`); n < 1 || n > 3 ||
		strings.Contains(log.String(), `"phone paired"`) {
		t.Errorf("%d tries of six in a moment are logged as failed, want 1 to 3, and none as paired:\n%s", n, &log)
	}
}

func TestAPairedPhoneHasACookie(t *testing.T) {
	const address = "http://arbitre.local"
	h := serve(t, Options{Addresses: func() (string, string) { return address, address }})
	want := regexp.MustCompile(`^arbitre_judge=[A-Z2-7]{26}; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict$`)
	for _, by := range []string{"code", "secret"} {
		invitation := h.web.Phones.Invite()
		site, secret, _ := strings.Cut(invitation.Link, "/j#")
		if len(invitation.Code) != 6 || invitation.Address != address+"/judge" || invitation.NumericAddress != "" ||
			site != address || len(secret) != 26 { // 130 bits in base32
			t.Errorf("invitation %+v", invitation)
		}
		proof := map[string]string{"code": invitation.Code, "secret": secret}[by]
		status, _, header := h.ask("POST /judge/pair", fmt.Sprintf(`{%q:%q}`, by, proof))
		if cookie := header.Get("Set-Cookie"); status != 204 || !want.MatchString(cookie) {
			t.Errorf("by the %s: %d, the cookie is %q", by, status, cookie)
		}
		if got := <-h.web.Phones.Outcomes(); got != shown.Paired {
			t.Errorf("the box is told %v, want %v", got, shown.Paired)
		}
	}
}

// stranger returns the n-th of very many addresses.
func stranger(n int) netip.Addr {
	return netip.AddrFrom4([4]byte{10, byte(n >> 16), byte(n >> 8), byte(n)})
}

// At one moment an address has five tries, and all have a hundred.
func TestHowManyTriesThereAre(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{})
		defer s.Close()
		s.Phones.Invite()
		for n := range 120 {
			want := errWrongCode
			switch {
			case n >= 5 && n < 10:
				want = errExhausted
			case n >= 105:
				want = errGuessing
			}
			if _, err := s.Phones.enter("wrong!", stranger(max(0, n-9))); err != want {
				t.Errorf("try %d: %v, want %v", n, err, want)
			}
		}
	})
}

// Somebody who guesses from one address, however fast, keeps nobody at another from typing the
// code.
func TestAGuestWhoGuessesLocksNobodyOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{})
		defer s.Close()
		for range 10 {
			code := s.Phones.Invite().Code
			for range 50 * 6 { // six seconds of guesses
				s.Phones.enter("wrong!", stranger(1))
				time.Sleep(20 * time.Millisecond)
			}
			if _, err := s.Phones.enter(code, stranger(2)); err != nil {
				t.Errorf("the owner's right code: %v", err)
			}
		}
	})
}

// In an evening of four hours, at a box that shows a code all the time, two hundred addresses can
// try one code in a thousand. Meanwhile the owner is let in by the link, and soon after by a code.
func TestGuessingIsHopeless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{Addresses: func() (string, string) { return "http://arbitre.local", "http://arbitre.local" }})
		defer s.Close()
		tried := 0
		guess := func() {
			for n := range 200 {
				if _, err := s.Phones.enter("wrong!", stranger(n)); err == errWrongCode {
					tried++
				}
			}
		}
		for evening := time.Now().Add(4 * time.Hour); time.Now().Before(evening); time.Sleep(10 * time.Second) {
			if time.Now().After(s.Phones.until) {
				s.Phones.Invite()
			}
			guess()
		}
		if want := 100 + 4*240 - 1; tried != want { // the last would be due when the evening ends
			t.Errorf("%d codes were tried, want %d", tried, want)
		}
		i := s.Phones.Invite()
		guess()
		if _, err := s.Phones.enter(i.Code, stranger(5000)); err == nil || err.Error() != "guessing" {
			t.Errorf("there are tries left: %v", err)
		}
		_, secret, _ := strings.Cut(i.Link, "#")
		if _, err := s.Phones.scan(secret); err != nil {
			t.Errorf("the owner scans the link: %v", err)
		}
		time.Sleep(guessTimeOfAll)
		if _, err := s.Phones.enter(s.Phones.Invite().Code, stranger(5000)); err != nil {
			t.Errorf("a little later, by a code: %v", err)
		}
	})
}

// A box without a display logs a link that admits one phone: at its start, at each new address, and
// when all phones are forgotten.
func TestABoxWithoutADisplayAdmitsByItsLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		var address atomic.Value
		address.Store("localhost")
		s := New(Options{NoDisplay: true,
			Addresses: func() (string, string) { return "", fmt.Sprintf("http://%s:8080", address.Load()) },
			Log:       slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelError}))})
		defer s.Close()
		opens := func(secret string) bool {
			token, err := s.Phones.scan(secret)
			if (token == "") != (err != nil) {
				t.Errorf("it has the token %q, and %v", token, err)
			}
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
		if opens(first[1:]+"A") || !opens(first) || opens(first) {
			t.Error("the first link does not open it once, or another does")
		}
		address.Store("192.0.2.7")
		time.Sleep(5*time.Second + 1)
		late := told()
		time.Sleep(2*time.Minute + 1)
		if opens(late) {
			t.Error("a link opens it after two minutes")
		}
		if log.Len() > 0 {
			t.Errorf("unasked it tells %s", &log)
		}
		if err := s.Phones.Unpair(); err != nil {
			t.Fatal(err)
		}
		if !opens(told()) {
			t.Error("the next one does not open it when all phones are forgotten")
		}
	})
}

// Whoever reads the log of a box with a display is not admitted by it.
func TestABoxWithADisplayLogsNoLink(t *testing.T) {
	var log bytes.Buffer
	s := New(Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	defer s.Close()
	if err := s.Phones.Unpair(); err != nil || log.Len() > 0 {
		t.Errorf("Unpair returns %v, and the log has %q; want neither", err, &log)
	}
}

// admitted pairs a phone without any proof, and returns its token.
func admitted(s *Server) (token string) {
	token, _ = s.Phones.pair(func() error { return nil })
	return token
}

// A phone that sends no request while the box is started thirty times, or is on for thirty days, is
// unpaired. What its clock says does not matter, nor how often the program is started.
func TestAPhoneThatNobodyUsesIsForgotten(t *testing.T) {
	const day = 24 * time.Hour
	folder, token, boot := t.TempDir(), "", 0
	for _, after := range []struct {
		starts, restarts, days int
		paired                 bool
	}{{paired: true}, {starts: 29, paired: true}, {restarts: 40, paired: true}, {days: 29, paired: true},
		{starts: 20, days: 9, paired: true}, {starts: 20, days: 11}} {
		// Each bubble's clock begins in 2000, which was years ago when the next is later.
		synctest.Test(t, func(t *testing.T) {
			time.Sleep(time.Duration(boot) * 365 * day)
			writes := 0
			start := func() *Server {
				return New(Options{Folder: folder, Boot: fmt.Sprint(boot), Report: func(error) { writes++ }})
			}
			for range after.starts {
				boot++
				start().Close()
			}
			for range after.restarts {
				start().Close()
			}
			s := start()
			defer s.Close()
			if token == "" {
				token = admitted(s)
			}
			time.Sleep(time.Duration(after.days) * day)
			r := httptest.NewRequest("GET", "/judge", nil)
			r.AddCookie(&http.Cookie{Name: sessionCookie, Value: token})
			if _, is := s.Phones.phone(r); is != after.paired || len(s.Phones.Paired()) > 0 != is {
				t.Errorf("after %+v it is paired: %v, one of %d", after, is, len(s.Phones.Paired()))
			}
			writes = 0
			time.Sleep(day)
			s.Phones.phone(r)
			s.Phones.phone(r)
			if once := writes == 1; once != after.paired || writes > 1 {
				t.Errorf("after %+v the file is written %d times; want once a day, if paired", after, writes)
			}
		})
	}
}

// The box's clock was wrong when the phone was paired, and is right after the next start, or is set
// back.
func TestAPhoneStaysPairedWhateverTheClockSays(t *testing.T) {
	folder, token := t.TempDir(), ""
	paired := func(boot string, ago time.Duration) {
		synctest.Test(t, func(t *testing.T) { // in 2000
			time.Sleep(ago)
			s := New(Options{Folder: folder, Boot: boot})
			defer s.Close()
			if token == "" {
				token = admitted(s)
			}
			if len(s.Phones.Paired()) != 1 {
				t.Errorf("after start %s, %v later, %d phones are paired", boot, ago, len(s.Phones.Paired()))
			}
		})
	}
	paired("a", 0)
	paired("b", 26*365*24*time.Hour)
	paired("b", 0)
	paired("c", time.Hour)
}

func TestTheStreamsOfAPhoneThatNobodyUsesAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := New(Options{})
		defer s.Close()
		admitted(s)
		phone, revoked := s.Phones.Paired()[0], s.Phones.sessions[0].phone.revoked
		time.Sleep(31 * 24 * time.Hour)
		if len(s.Phones.Paired()) != 0 || s.Phones.IsPaired(phone) {
			t.Errorf("%d phones are paired, this one: %v; want 0, false", len(s.Phones.Paired()), s.Phones.IsPaired(phone))
		}
		<-revoked // its streams end
	})
}

// The referee asks how many phones are paired, and waits for no disk.
func TestASlowDiskHoldsUpNobodyElse(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		written := make(chan struct{})
		s := New(Options{Folder: t.TempDir(), Report: func(error) { <-written }})
		defer s.Close()
		go admitted(s)
		synctest.Wait()
		if len(s.Phones.Paired()) != 1 || s.Phones.Paired()[0] == shown.Box {
			t.Error("the phone is not paired while the disk is slow")
		}
		close(written)
	})
}

func TestSessionsOutliveARestart(t *testing.T) {
	folder := t.TempDir()
	h := serve(t, Options{Folder: folder})
	cookie, other := h.pair(), h.pair()
	info, err := os.Stat(filepath.Join(folder, "sessions.json"))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "sessions.json"))
	if token := strings.TrimPrefix(cookie, sessionCookie+"="); err != nil || bytes.Contains(text, []byte(token)) {
		t.Errorf("the file has the token itself, or %v", err)
	}
	h.close()

	h = serve(t, Options{Folder: folder})
	h.sit(mito.Rules(), mitoStart())
	if n := len(h.web.Phones.Paired()); n != 2 {
		t.Errorf("%d phones are paired, want 2", n)
	}
	if status, said := h.answer(cookie, play); status != 204 {
		t.Errorf("after a restart: %d %s", status, said)
	}
	if _, page, _ := h.ask("GET /judge", "", "Cookie", cookie); !strings.Contains(page, `data-page="judge"`) ||
		strings.Contains(page, `data-page="pair"`) {
		t.Error("a paired phone does not have the judge's page alone")
	}
	everyone := h.listen("/events")
	streams := []*listener{h.listen("/judge/events", "Cookie", cookie), h.listen("/judge/events", "Cookie", other)}
	for _, l := range append(streams, everyone) {
		l.next()
	}
	if err := h.web.Phones.Unpair(); err != nil {
		t.Error(err)
	}
	for _, l := range streams {
		l.end()
	}
	if status, _ := h.answer(cookie, play); status != 401 || h.plays() != 1 {
		t.Errorf("unpaired: %d; %d inputs were applied, want the first alone", status, h.plays())
	}
	if _, page, _ := h.ask("GET /judge", "", "Cookie", cookie); !strings.Contains(page, `data-page="pair"`) {
		t.Error("an unpaired phone has the judge's page")
	}
	h.tell("press 1")
	everyone.next() // still listens
	h.close()

	h = serve(t, Options{Folder: folder})
	if len(h.web.Phones.Paired()) != 0 {
		t.Error("unpaired phones are back after a restart")
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 {
		t.Errorf("the folder has %v, %v", entries, err)
	}
}

// A reader calls a function before it is read.
type reader struct {
	io.Reader
	before func()
}

func (r reader) Read(b []byte) (int, error) {
	r.before()
	return r.Reader.Read(b)
}

func TestANameThatIsOnItsWayWhenItsPhoneIsRevoked(t *testing.T) {
	s := New(Options{SetName: func(games.Seat, string) error { t.Error("it is taken"); return nil }})
	defer s.Close()
	unpair := sync.OnceFunc(func() { s.Phones.Unpair() })
	r := httptest.NewRequest("POST", "http://localhost/judge/name", reader{strings.NewReader(`{"seat":1,"name":"Anna"}`), unpair})
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: sessionCookie, Value: admitted(s)})
	answer := httptest.NewRecorder()
	if s.ServeHTTP(answer, r); answer.Code != http.StatusUnauthorized {
		t.Errorf("it is told %d, want 401", answer.Code)
	}
}

func TestPhonesAreNotPairedWithoutEnd(t *testing.T) {
	h := serve(t, Options{})
	l := h.listen("/judge/events", "Cookie", h.pair())
	for range 16 {
		h.pair()
	}
	if got := len(h.web.Phones.Paired()); got != 16 {
		t.Errorf("%d phones are paired, want 16", got)
	}
	l.end() // the oldest was unpaired
}

func TestWhateverTheFileHasTheBoxStarts(t *testing.T) {
	for text, read := range map[string]bool{"": false, "nonsense": false, `[{"hash":"#"}]`: false, `{"hash":1}`: false,
		"[{}]": true, `[null,{"hash":"YWJj"}]`: true} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, "sessions.json"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		s := New(Options{Folder: folder, Log: slog.New(slog.NewTextHandler(&log, nil))})
		if n := len(s.Phones.Paired()); n != 0 || s.Phones.Invite().Code == "" {
			t.Errorf("%s: %d phones are paired, want 0 and an invitation", text, n)
		}
		said := fmt.Sprintf(`msg="some phones must be paired again" file=%s/sessions.json err=`, folder)
		if strings.Contains(log.String(), said) == read {
			t.Errorf("%s: read: %v, and the log says %q", text, read, &log)
		}
		s.Close()
	}
}

func TestAFileThatCannotBeReadIsReported(t *testing.T) {
	for what, write := range map[string]func(path string) error{
		"a folder":     func(path string) error { return os.Mkdir(path, 0o700) },
		"a large file": func(path string) error { return os.WriteFile(path, bytes.Repeat([]byte(" "), 1<<20+1), 0o600) },
		"": func(path string) error {
			return os.WriteFile(path, append(bytes.Repeat([]byte(" "), 1<<20-2), "[]"...), 0o600)
		},
	} {
		folder := t.TempDir()
		if err := write(filepath.Join(folder, "sessions.json")); err != nil {
			t.Fatal(err)
		}
		var told []error
		var log bytes.Buffer
		s := New(Options{Folder: folder, Report: func(err error) { told = append(told, err) },
			Log: slog.New(slog.NewTextHandler(&log, nil))})
		s.Close()
		if isWrong := len(told) == 1 && told[0] != nil; isWrong != (what != "") || len(told) > 1 || log.Len() > 0 {
			t.Errorf("%q: Report got %v; the log %q", what, told, &log)
		}
	}
}

// Unpair works until a restart even if the file can't be written.
func TestAFullDiskUnpairsAllTheSame(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "gone")
	var told []error
	var log bytes.Buffer
	h := serve(t, Options{Folder: folder, Report: func(err error) { told = append(told, err) },
		Log: slog.New(slog.NewTextHandler(&log, nil))})
	cookie := h.pair()
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil { // a file in place of the folder
		t.Fatal(err)
	}
	err := h.web.Phones.Unpair()
	if refusal, is := errors.AsType[*games.Refusal](err); !is || refusal.Say.Word != "unpaired_now" ||
		len(told) != 2 || told[0] != nil || told[1] == nil {
		t.Errorf("Report got %v, Unpair returned %v; want nil and then an error, and unpaired_now", told, err)
	}
	if status, _, _ := h.ask("GET /judge/events", "", "Cookie", cookie); status != 401 {
		t.Errorf("the unpaired phone gets %d, want 401", status)
	}
	h.pair()
	said := strings.Split(log.String(), " level=")
	if len(said) != 4 || !strings.Contains(said[1], `INFO msg="phone paired" from=127.0.0.1:`) ||
		!strings.Contains(said[2], `WARN msg="phone is paired until a restart" err=`) {
		t.Errorf("the log says\n%swant one phone paired, and one until a restart", &log)
	}
}
