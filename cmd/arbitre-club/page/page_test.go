package page_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/cmd/arbitre-club/page"
	"arbitre/display/mqtt"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
)

// start is when an evening begins; its games follow every ten minutes.
var start = time.Date(2026, 11, 20, 20, 0, 0, 0, time.UTC)

// A hall is a club whose pages are served at the midnight after start.
type hall struct {
	testing.TB
	*club.Club
	folder string
	pages  *page.Pages
	url    string
	client http.Client
	header http.Header // of the last answer
	log    *bytes.Buffer
}

// Add has the club keep games of a table.
func (h *hall) Add(table string, list []results.Game) error {
	_, err := h.Import(table, list)
	return err
}

func newHall(t testing.TB) *hall {
	t.Helper()
	folder := t.TempDir()
	c, err := club.Open(folder, func(err error) { t.Error(err) })
	if err != nil {
		t.Fatal(err)
	}
	log := new(bytes.Buffer)
	p, err := page.New(page.Options{Club: c, Rules: all.Games(), Phrases: wording.NewPhrases(all.Games()),
		Log: slog.New(slog.NewTextHandler(log, nil)),
		Now: func() time.Time { return start.Add(4 * time.Hour) }})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(p)
	t.Cleanup(server.Close)
	t.Cleanup(p.Close)
	return &hall{TB: t, Club: c, folder: folder, pages: p, url: server.URL, log: log}
}

// must ends the test with an error.
func (h *hall) must(err error) {
	h.Helper()
	if err != nil {
		h.Fatal(err)
	}
}

// says has a table publish a value.
func (h *hall) says(table string, suffix mqtt.Suffix, what any) {
	h.Helper()
	payload, err := json.Marshal(what)
	h.must(err)
	if text, plain := what.(string); plain {
		payload = []byte(text)
	}
	h.Hear(mqtt.Topic{Prefix: "arbitre", Table: table, Suffix: suffix}, payload)
}

// game returns the nth game of an evening. The first player has won it, and the others follow in
// their order.
func game(n int, players ...string) results.Game {
	began := start.Add(time.Duration(n) * 10 * time.Minute)
	g := results.Game{ID: fmt.Sprintf("%016x", n), Journal: began.Format("2006-01-02T15-04-05") + "-slap-over.jsonl",
		Began: results.MomentOf(began), Lasted: 5 * time.Minute, Game: "slap", Over: true}
	for i, name := range players {
		g.Places = append(g.Places,
			results.Place{Seat: games.Seat(i + 1), Name: name, Total: len(players) - i, Won: i == 0})
	}
	return g
}

// asks sends a request, with a body if it is a POST, and returns the status and the text.
func (h *hall) asks(line, body string) (status int, text string) {
	h.Helper()
	method, path, _ := strings.Cut(line, " ")
	r, err := http.NewRequestWithContext(h.Context(), method, h.url+path, strings.NewReader(body))
	h.must(err)
	if method == http.MethodPost {
		r.Header.Set("Content-Type", "application/json")
	}
	answer, err := h.client.Do(r)
	h.must(err)
	defer answer.Body.Close()
	h.header = answer.Header
	all, err := io.ReadAll(answer.Body)
	h.must(err)
	return answer.StatusCode, strings.TrimSpace(string(all))
}

// enters opens the organiser's link: what is asked from then on comes from the organiser.
func (h *hall) enters() *hall {
	h.Helper()
	h.client.Jar, _ = cookiejar.New(nil) // it can't fail
	_, secret, _ := strings.Cut(h.pages.Link(h.url), "#")
	if status, text := h.asks("POST /organiser/enter", `{"secret":"`+secret+`"}`); status != http.StatusNoContent {
		h.Fatalf("the link does not open the page: %d %s", status, text)
	}
	want := "arbitre_club=" + secret + "; Path=/; Max-Age=34560000; HttpOnly; SameSite=Strict"
	if got := h.header.Get("Set-Cookie"); got != want {
		h.Errorf("the browser is to keep %s, want %s", got, want)
	}
	return h
}

// tells sends an order of the organiser, and fails unless it is answered by a status.
func (h *hall) tells(path, body string, want int) {
	h.Helper()
	if status, text := h.asks("POST /organiser/"+path, body); status != want {
		h.Errorf("%s %s: %d %s, want %d", path, body, status, text, want)
	}
}

// A stream has what a page was told, by parts.
type stream struct {
	*hall
	lines *bufio.Scanner
	parts map[string]string
	last  []string // the names of the parts that came last
}

func (h *hall) opens(path string) *stream {
	h.Helper()
	ctx, stop := context.WithTimeout(h.Context(), 20*time.Second) // for what never comes
	h.Cleanup(stop)
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, h.url+path, nil)
	h.must(err)
	answer, err := h.client.Do(r)
	h.must(err)
	h.Cleanup(func() { answer.Body.Close() })
	s := &stream{h, bufio.NewScanner(answer.Body), map[string]string{}, nil}
	s.lines.Buffer(nil, 1<<20)
	return s
}

// sees reads until a part contains a text.
func (s *stream) sees(part, text string) {
	s.Helper()
	for !strings.Contains(s.parts[part], text) {
		if !s.lines.Scan() {
			s.Fatalf("the stream ends: %q is not in %s: %s", text, part, s.parts[part])
		}
		data, ok := strings.CutPrefix(s.lines.Text(), "data: {")
		if !ok {
			continue
		}
		var news map[string]json.RawMessage
		s.must(json.Unmarshal([]byte("{"+data), &news))
		s.last = nil
		for name, now := range news {
			s.parts[name], s.last = string(now), append(s.last, name)
		}
	}
}

// A page shows at once what a table says, and is told nothing else; then how everyone stands.
func TestAPageShowsAGameLive(t *testing.T) {
	h := newHall(t)
	s := h.opens("/events")
	s.sees("whole", "true")
	h.says("kitchen", mqtt.Status, mqtt.Online)
	state := mqtt.State{Table: "Kitchen", Game: &mqtt.Game{ID: fmt.Sprintf("%016x", 1), Kind: "slap", Name: "Schlag"},
		Turn: []games.Seat{2}, Places: []mqtt.Place{{Seat: 1, Name: "Anna", Total: 3}, {Seat: 2}}, Headline: "Zu früh"}
	h.says("kitchen", mqtt.StateSuffix, state)
	s.sees("table/kitchen", `"headline":"Zu früh"`)
	told := s.parts["table/kitchen"]
	if !slices.Equal(s.last, []string{"table/kitchen"}) || !strings.Contains(told, `"online":true`) {
		t.Errorf("the page is told %q: %s", s.last, told)
	}
	h.says("kitchen", mqtt.Status, mqtt.Offline)
	s.sees("table/kitchen", `"online":false`)
	h.must(h.Add("kitchen", []results.Game{game(1, "Anna", "Ben"), game(2, "Anna", "Ben"), game(3, "Ben", "Anna")}))
	s.sees("evening", `{"name":"Anna","played":3,"won":2`)
	for part, want := range map[string]string{
		"duels": `{"one":"Anna","other":"Ben","played":3,"won":2,"lost":1}`, "rating": `"name":"Ben","strength":2`,
		"allTime": `"games":{"slap":{"played":3,"won":1}}`, "rounds": "null",
	} {
		if !strings.Contains(s.parts[part], want) {
			t.Errorf("%s: %s is not in %s", part, want, s.parts[part])
		}
	}
	if len(s.parts) != 7 {
		t.Errorf("everyone sees %d parts: %q", len(s.parts), s.parts)
	}
}

// A duel is listed once, from the side of who is ahead, and a level one by name; not one in which all
// were level. A rating says how far it may be off: twice its standard deviation.
func TestDuelsAndRatings(t *testing.T) {
	h := newHall(t)
	level := game(5, "Dan", "Eve")
	level.Places[1].Total, level.Places[1].Won = level.Places[0].Total, true
	h.must(h.Add("kitchen", []results.Game{game(1, "Ben", "Anna"), game(2, "Anna", "Ben"), game(3, "Cleo", "Anna"), level}))
	s := h.opens("/events")
	s.sees("duels", `[{"one":"Anna","other":"Ben","played":2,"won":1,"lost":1},{"one":"Cleo","other":"Anna","played":1,"won":1,"lost":0}]`)
	r := club.Ratings(h.Games(), all.Games())["Cleo"]
	s.sees("rating", fmt.Sprintf(`{"name":"Cleo","strength":%v,"off":%v}`, r.Mu, 2*r.Sigma))
}

// Without the secret of the link nobody reads or says what is the organiser's.
func TestOnlyTheLinkOpensTheOrganisersPage(t *testing.T) {
	h := newHall(t)
	for _, line := range []string{"GET /organiser/events", "POST /organiser/present", "POST /organiser/draw",
		"POST /organiser/undo", "POST /organiser/count", "POST /organiser/answer", "GET /organiser/games.csv"} {
		status, text := h.asks(line, `{"name":"Anna"}`)
		if status != http.StatusUnauthorized || text != "To open this page, use the link that arbitre-club prints." {
			t.Errorf("%s is answered to anybody by %d %s", line, status, text)
		}
	}
	for _, secret := range []string{"", "x", strings.Repeat("A", 26)} {
		h.tells("enter", `{"secret":"`+secret+`"}`, http.StatusUnauthorized)
	}
	for path, want := range map[string]string{"/organiser": `data-page="enter"`, "/": `data-page="club"`} {
		if _, text := h.asks("GET "+path, ""); !strings.Contains(text, want) {
			t.Errorf("anybody sees %.80s", text)
		}
	}
	if _, text := h.asks("GET /?lang=de", ""); !strings.Contains(text, `"mito":"Mito"`) {
		t.Errorf("the page does not know what games are called: %s", text)
	}
	h.enters()
	if _, text := h.asks("GET /organiser?lang=fr", ""); !strings.Contains(text, `lang="fr" data-page="organiser"`) {
		t.Errorf("the organiser sees %.80s", text)
	}
	h.opens("/organiser/events").sees("people", "null")
}

// Anna of the kitchen and Anna of the hall are one until somebody says otherwise; it is asked once.
func TestAnnaIsAskedAboutOnce(t *testing.T) {
	h := newHall(t).enters()
	h.must(h.Add("kitchen", []results.Game{game(1, "Anna", "Ben")}))
	h.must(h.Add("hall", []results.Game{game(2, "anna", "Cleo")}))
	s := h.opens("/organiser/events")
	s.sees("questions", `[{"name":"anna","tables":["hall","kitchen"]}]`)
	s.sees("evening", `"name":"anna","played":2`)
	h.tells("answer", `{"name":"anna","person":""}`, http.StatusNoContent)
	s.sees("questions", "null")
	s.sees("evening", `"name":"anna (hall)","played":1`)
}

// Names that differ in their capitals alone are one person's, and the organiser may correct them.
func TestCapitalsMakeNobodyAnother(t *testing.T) {
	h := newHall(t).enters()
	h.must(h.Add("kitchen", []results.Game{game(1, "Anna", "Ben"), game(2, "anna", "Clio")}))
	s := h.opens("/organiser/events")
	h.tells("present", `{"name":"ANNA","here":true}`, http.StatusNoContent)
	s.sees("present", `["anna"]`)
	h.tells("answer", `{"name":"anna","person":"Anna"}`, http.StatusNoContent)
	s.sees("evening", `"name":"Anna","played":2`)
	h.tells("present", `{"name":"Anna","here":true}`, http.StatusNoContent)
	s.sees("present", `["Anna"]`)
	h.tells("answer", `{"name":"clio","person":"ben"}`, http.StatusNoContent) // a misspelt name
	s.sees("evening", `"name":"Ben","played":2`)
	for _, path := range []string{"answer", "present"} {
		h.tells(path, `{"name":" "}`, http.StatusBadRequest)
	}
}

func TestAGameThatShouldNotCount(t *testing.T) {
	h := newHall(t).enters()
	h.must(h.Add("kitchen", []results.Game{game(1, "Anna", "Ben")}))
	s := h.opens("/organiser/events")
	s.sees("evening", `"name":"Anna"`)
	h.tells("count", `{"id":"0000000000000001","counts":false}`, http.StatusNoContent)
	s.sees("played", `"uncounted":true`)
	s.sees("evening", "null")
	h.tells("count", `{"id":"0000000000000001","counts":true}`, http.StatusNoContent)
	s.sees("evening", `"name":"Anna"`)
}

func TestTheGamesAsFiles(t *testing.T) {
	h := newHall(t).enters()
	h.must(h.Add("kitchen", []results.Game{game(-6*24, "Dan", "Eve"), game(1, "Anna", "Ben")})) // of another day
	for file, want := range map[string]string{
		"csv":  "\ufeffjournal,began",
		"json": `"name":"Anna"`, "bgsplay": `"name": "Anna"`,
	} {
		_, evening := h.asks("GET /organiser/evening."+file, "")
		got := []string{h.header.Get("Content-Type"), h.header.Get("Content-Disposition"), h.header.Get("Cache-Control")}
		media := map[string]string{"csv": "text/csv; charset=utf-8", "json": "application/json", "bgsplay": "application/octet-stream"}
		if !slices.Equal(got, []string{media[file], "attachment", "no-store"}) {
			t.Errorf("%s is sent as %q", file, got)
		}
		_, all := h.asks("GET /organiser/games."+file, "")
		for _, text := range []string{evening, all} {
			if !strings.Contains(text, want) || strings.Contains(text, "Dan") != (text == all) {
				t.Errorf("%s: %s", file, text)
			}
		}
	}
}

// A table that somebody downloads opens in a spreadsheet of his language (glpi-project/glpi #24086).
func TestATableForASpreadsheet(t *testing.T) {
	h := newHall(t).enters()
	h.must(h.Add("kitchen", []results.Game{game(1, "Zoé", "Ben")}))
	for l, want := range map[string]string{"fr": ";300,000;slap;{};true;1;Zoé;", "de": ";300,000;slap;{};true;1;Zoé;",
		"en": ",300.000,slap,{},true,1,Zoé,"} {
		_, text := h.asks("GET /organiser/games.csv?lang="+l, "")
		if !strings.HasPrefix(text, "\ufeffjournal") || !strings.Contains(text, want) {
			t.Errorf("%s: %s", l, text)
		}
	}
}

// What can't be drawn is refused with the reason.
func TestARoundIsRefused(t *testing.T) {
	h := newHall(t).enters()
	_, got := h.asks("POST /organiser/draw?lang=de", `{"tables":[{"table":"Kitchen","game":"mito"}]}`)
	if want := "Es sind zu wenige da: Für eine Runde braucht es mindestens 3."; got != want {
		t.Errorf("nobody is here: %s, want %s", got, want)
	}
	_, got = h.asks("POST /organiser/draw?lang=fr", `{"tables":[{"table":"Küche"},{"table":" kuche "}]}`)
	if want := "Une table est choisie deux fois."; got != want {
		t.Errorf("one table twice: %s, want %s", got, want)
	}
	h.tells("draw", `{"tables":[{"table":"`+strings.Repeat("x", 31)+`"}]}`, http.StatusUnprocessableEntity)
	for _, wrong := range []string{`[]`, `[{"table":" "}]`, `[{"table":"A","game":"chess"}]`, `[{"seat":1}]`, `7`} {
		h.tells("draw", `{"tables":`+wrong+`}`, http.StatusBadRequest)
	}
}

// Those with names have met in a game of no round, if it was played to its end, whether it counts or not.
func TestWhoHasPlayedFreelyHasMet(t *testing.T) {
	h := newHall(t).enters()
	met, left := game(1, "Anna", "", "Ben"), game(2, "Anna", "Cleo")
	met.Uncounted, left.Over = true, false
	h.must(h.Add("kitchen", []results.Game{met, left}))
	for _, name := range []string{"Anna", "Ben", "Cleo", "Dan"} {
		h.must(h.SetPresent(name, true, start.Add(4*time.Hour)))
	}
	h.tells("draw", `{"tables":[{"table":"Kitchen"},{"table":"Hall"}]}`, http.StatusNoContent)
	h.opens("/events").sees("rounds", `"players":["Anna","Cleo"]`)
}

// A round is drawn for those who are here, best first, and taken back. A page that does not show
// the newest round can do neither.
func TestARoundIsDrawnAndTakenBack(t *testing.T) {
	h := newHall(t).enters()
	h.must(h.Add("kitchen", []results.Game{game(1, "Dan", "Cleo", "Ben", "Anna")}))
	s := h.opens("/organiser/events")
	const both = `[{"table":"Kitchen","game":"slap"},{"table":"Hall"}]`
	for _, name := range []string{"Anna", " Ben", "Cleo", "Dan", "Eve"} {
		h.tells("present", `{"name":"`+name+`","here":true}`, http.StatusNoContent)
	}
	s.sees("present", `["Anna","Ben","Cleo","Dan","Eve"]`)
	h.tells("present", `{"name":"Eve"}`, http.StatusNoContent)
	h.tells("present", `{"name":"`+strings.Repeat("x", 31)+`","here":true}`, http.StatusUnprocessableEntity)
	h.tells("draw", `{"tables":`+both+`}`, http.StatusNoContent)
	s.sees("rounds", `"tables":[{"table":"Kitchen","game":"slap","players":["Dan","Cleo"]},`+
		`{"table":"Hall","players":["Ben","Anna"]}]`)
	status, text := h.asks("POST /organiser/draw", `{"tables":`+both+`}`)
	if status != http.StatusConflict || text != "The rounds have changed meanwhile: look again." {
		t.Errorf("a page that shows no round draws: %d %s", status, text)
	}
	h.tells("draw", `{"number":1,"tables":[{"table":"Kitchen"}]}`, http.StatusNoContent)
	s.sees("rounds", `"tables":[{"table":"Kitchen","players":["Dan","Cleo","Ben","Anna"]}]}]`)
	h.tells("undo", `{"number":1}`, http.StatusNoContent) // of another page, which shows the first round
	if rounds := h.Rounds(start.Add(4 * time.Hour)); len(rounds) != 2 {
		t.Errorf("after taking back the first round %d are left, want 2", len(rounds))
	}
	h.tells("undo", `{"number":2}`, http.StatusNoContent)
	s.sees("rounds", `"players":["Ben","Anna"]}]}]`)
	h.opens("/events").sees("rounds", `"players":["Dan","Cleo"]`)
}

// What can't be kept is said in words, and an order has 64 KiB at most.
func TestAnOrderThatFails(t *testing.T) {
	h := newHall(t).enters()
	for size, want := range map[int]int{64 << 10: http.StatusBadRequest, 64<<10 + 1: http.StatusRequestEntityTooLarge} {
		h.tells("answer", strings.Repeat("x", size), want)
	}
	file := filepath.Join(h.folder, "club.db")
	h.must(errors.Join(os.Remove(file), os.Mkdir(file, 0o700)))
	status, text := h.asks("POST /organiser/present", `{"name":"Anna","here":true}`)
	if status != http.StatusInternalServerError || !strings.HasPrefix(text, "That was not saved.") {
		t.Errorf("it says %d %s", status, text)
	}
	if said := h.log.String(); !strings.Contains(said, `msg="an order of the organiser failed" path=/organiser/present err=`) {
		t.Errorf("the log says %s", said)
	}
	if _, err := page.New(page.Options{Club: h.Club, Rules: all.Games(), Phrases: wording.NewPhrases(all.Games())}); err == nil {
		t.Error("pages open without a secret")
	}
	h.must(os.Remove(file))
	c, err := club.Open(h.folder, func(error) {})
	h.must(err)
	now, err := page.New(page.Options{Club: c, Rules: all.Games(), Phrases: wording.NewPhrases(all.Games())})
	h.must(err)
	defer now.Close()
	answer := httptest.NewRecorder()
	ctx, stop := context.WithTimeout(t.Context(), time.Second)
	defer stop()
	if now.ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", "http://localhost/events", nil)); !strings.Contains(answer.Body.String(), `"whole":true`) {
		t.Errorf("by the clock of the machine everyone is told %s", answer.Body)
	}
}

// Nobody reads more than a hundred rows. The duels are those of who has played tonight, those with
// the most games first, or of everybody while nobody has.
func TestTheRowsOfATable(t *testing.T) {
	h := newHall(t)
	var list []results.Game
	for n := range 101 {
		list = append(list, game(-1000+n, fmt.Sprintf("Anna %03d", n), fmt.Sprintf("Ben %03d", n)))
	}
	h.must(h.Add("kitchen", list))
	s := h.opens("/events")
	s.sees("whole", "true")
	for part, want := range map[string]string{"allTime": `"name":`, "rating": `"name":`, "duels": `"one":`, "evening": "null"} {
		n := strings.Count(s.parts[part], want)
		if part != "evening" && n != 100 || n == 0 {
			t.Errorf("%s has %d rows: %s", part, n, s.parts[part])
		}
	}
	first := `[{"one":"Anna 000","other":"Ben 000",`
	if !strings.HasPrefix(s.parts["duels"], first) {
		t.Errorf("the duels are %.80s, want %s", s.parts["duels"], first)
	}
	h.must(h.Add("kitchen", []results.Game{game(1, "Anna 001", "Ben 001"), game(2, "Anna 000", "Dan"), game(3, "Dan", "Anna 002")}))
	s.sees("duels", `[{"one":"Anna 001","other":"Ben 001","played":2,"won":2,"lost":0},`+
		`{"one":"Anna 000","other":"Dan","played":1,"won":1,"lost":0},{"one":"Dan","other":"Anna 002",`)
	if n := strings.Count(s.parts["duels"], `"one"`); n != 3 {
		t.Errorf("there are %d duels: %s", n, s.parts["duels"])
	}
	if !strings.HasPrefix(s.parts["rating"], `[{"name":"Anna 000",`) {
		t.Errorf("the strongest are %.100s", s.parts["rating"])
	}
}

// Whatever the organiser's browser sends, it is carried out or refused, and nothing fails.
func FuzzOrders(f *testing.F) {
	f.Add("draw", `{"tables":[{"table":"Kitchen","game":"slap"},{"table":"Hall"}]}`)
	f.Add("undo", `{"number":1}`)
	f.Add("present", `{"name":"Anna","here":true}`)
	f.Add("answer", `{"name":"Anna","person":""}`)
	h := newHall(f).enters()
	f.Fuzz(func(t *testing.T, path, body string) {
		if !slices.Contains([]string{"draw", "undo", "present", "answer"}, path) {
			return
		}
		r := httptest.NewRequest(http.MethodPost, "http://localhost/organiser/"+path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		_, secret, _ := strings.Cut(h.pages.Link(""), "#")
		r.AddCookie(&http.Cookie{Name: "arbitre_club", Value: secret})
		got := httptest.NewRecorder()
		h.pages.ServeHTTP(got, r)
		wanted := []int{http.StatusNoContent, http.StatusBadRequest, http.StatusConflict,
			http.StatusUnprocessableEntity, http.StatusRequestEntityTooLarge}
		if !slices.Contains(wanted, got.Code) {
			t.Errorf("%s %s: %d %s, want one of %d", path, body, got.Code, got.Body, wanted)
		}
	})
}
