package web

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/mito"
	"arbitre/games/mog"

	"github.com/google/go-cmp/cmp"
)

// judgeOf pairs a phone. Its answers tell a status and what is said.
func judgeOf(h *evening) func(body string) (int, string) {
	cookie := h.pair()
	cookie.Set("Accept-Language", "de-CH, fr;q=0.5")
	return func(body string) (int, string) {
		status, said, _ := h.send(request{method: "POST", path: "/judge/answer", body: body, header: cookie})
		return status, strings.TrimSpace(said)
	}
}

func TestWhoAnswersFirstWins(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	answer := judgeOf(h)
	expect := func(body string, want int, reason string) {
		t.Helper()
		if status, said := answer(body); status != want || said != reason {
			t.Errorf("%s: %d %q, want %d %q", body, status, said, want, reason)
		}
	}
	const other = "Das ist schon beantwortet."
	expect(`{"prompt":"play","seat":1,"value":"spider"}`, 204, "")
	expect(`{"prompt":"spider_to","value":7}`, 422, "das hat nicht geklappt")
	h.tell(`spider_to 3`) // on the box
	expect(`{"prompt":"spider_to","value":2}`, 409, other)
	expect(`{"prompt":"spider_to","value":2}`, 409, other)
	expect(`{"prompt":"nonsense","value":2}`, 409, other)
	expect(`{"prompt":"spider_to","asked":1,"value":2}`, 409, other) // when something else was asked
	expect(`{"prompt":"spider_to","run":"BEFORE","value":2}`, 409,
		"Der Kasten ist neu gestartet. Schau hin, dann antworte.")
	expect(`{"undo":true}`, 204, "")
	expect(`{"prompt":"play","value":"ant"}`, 409, other) // the box asks what to do
	expect(`{"prompt":"stop","value":"undo"}`, 204, "")
	expect(`{"prompt":"spider_to","value":"nobody"}`, 204, "")
}

// A question that stays open is another one when it has been answered: a double tap is no second
// answer.
func TestADoubleTapIsOneAnswer(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mog.Rules(), games.Start{Game: "mog", Seats: []games.Seat{1}, Seed: 3, Options: games.Agreed{}.With(games.Field{Key: "holder", Value: `"house"`})})
	cookie := h.pair()
	l := h.listen("/judge/events", cookie)
	prompt := func(m message) map[string]any { return m.data["prompts"].([]any)[0].(map[string]any) }
	asked := prompt(l.next())
	body := fmt.Sprintf(`{"prompt":"designate","seat":1,"asked":%v,"value":[1,2,3]}`, asked["asked"])
	if status, said, _ := h.send(request{method: "POST", path: "/judge/answer", body: body, header: cookie}); status != 204 {
		t.Fatalf("%d %s", status, said)
	}
	second := strings.Replace(body, "[1,2,3]", "[4,5,6]", 1)
	if status, said, _ := h.send(request{method: "POST", path: "/judge/answer", body: second, header: cookie}); status != 409 {
		t.Fatalf("%d %s", status, said)
	}
	for { // the page learns that it is asked again
		if again := prompt(l.next()); again["asked"] != asked["asked"] && again["id"] == "designate" {
			break
		}
	}
}

// Two phones answer while the referee is busy: one card was laid, not two.
func TestTwoPhonesAtOnceAreOneAnswer(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	phones := []http.Header{h.pair(), h.pair()}
	asked := h.listen("/judge/events", phones[0]).next().data["prompts"].([]any)[0].(map[string]any)["asked"]
	const path = "/judge/answer"
	statuses := make(chan int, len(phones))
	h.in(func() {
		for _, cookie := range phones {
			go func() {
				status, _, _ := h.send(request{method: "POST", path: path, body: fmt.Sprintf(`{"prompt":"play","asked":%v,"value":"ant"}`, asked), header: cookie})
				statuses <- status
			}()
		}
		h.await(path, len(phones))
		time.Sleep(50 * time.Millisecond) // both wait for him
	})
	got := []int{<-statuses, <-statuses}
	slices.Sort(got)
	if want := []int{204, 409}; !slices.Equal(got, want) || h.plays() != 1 {
		t.Errorf("statuses %v, want %v; %d cards were laid", got, want, h.plays())
	}
}

// Without a referee that takes answers a page is told so, and a late one harms nobody.
func TestABusyReferee(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	answer := judgeOf(h)
	h.stop()
	<-h.stopped
	h.web.patience = 100 * time.Millisecond
	began := time.Now()
	if status, said := answer(play); status != http.StatusServiceUnavailable || said != "Der Kasten ist beschäftigt. Versuch es noch einmal." {
		t.Errorf("%d %q", status, said)
	}
	if waited := time.Since(began); waited > 2*time.Second {
		t.Errorf("after %v", waited)
	}
	h.web.patience = 5 * time.Second
	go func() {
		a := <-h.web.Answers()
		a.Done(nil)
	}()
	if status, said := answer(play); status != http.StatusNoContent {
		t.Errorf("%d %q", status, said)
	}
}

// While a player has the box in his hands nobody sees its display, and the judge goes on with his
// own questions.
func TestTheBoxIsWithAPlayer(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	h.in(func() { h.holder = 3 })
	m := h.listen("/judge/events", cookie).next()
	if m.data["holder"] != 3.0 || m.data["panel"] != nil || len(m.data["prompts"].([]any)) != 1 {
		t.Errorf("it shows %s", m.raw)
	}
	for body, want := range map[string]int{`{"undo":true}`: 409, play: 204} {
		if status, said, _ := h.send(request{method: "POST", path: "/judge/answer", body: body, header: cookie}); status != want {
			t.Errorf("%s: %d %s", body, status, said)
		}
	}
}

// Where the judge's page is the only display it goes round as that would, and the judge gets it
// back.
func TestThePageIsWithAPlayer(t *testing.T) {
	h := serve(t, Options{NoDisplay: true, Number: func() string { return "http://localhost:8080/judge" }})
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	h.in(func() { h.holder = 3 })
	m := h.listen("/judge/events", cookie).next()
	if m.data["holder"] != nil || m.data["panel"] == nil {
		t.Errorf("it shows %s", m.raw)
	}
	if status, said, _ := h.send(request{method: "POST", path: "/judge/answer", body: `{"undo":true}`, header: cookie}); status != http.StatusNoContent {
		t.Errorf("back: %d %s", status, said)
	}
}

func TestNamesArePlayers(t *testing.T) {
	names := map[games.Seat]string{}
	h := serve(t, Options{
		Book: func() Book { return Book{Names: map[games.Seat]string{1: names[1]}, Known: []string{"Zoé"}} },
		SetName: func(seat games.Seat, name string) error {
			if name == "Zoé" {
				return games.Refuse(games.Text{Word: "not_now"}, errors.New("she has gone"))
			}
			names[seat] = name
			return nil
		},
	})
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	everyone := h.listen("/events", nil)
	everyone.next()
	name := func(body string) int {
		status, _, _ := h.send(request{method: "POST", path: "/judge/name", body: body, header: cookie})
		return status
	}
	if got := name(`{"seat":1,"name":"Ann <b>Lee"}`); got != 204 {
		t.Errorf("status %d", got)
	}
	if m := everyone.next(); !strings.Contains(m.raw, `"name":"Ann \u003cb\u003eLee"`) {
		t.Errorf("everyone sees %s", m.raw)
	}
	for _, wrong := range []string{`{"name":"Ann"}`, `{"seat":1}x`, `{"seat":1,"name":2}`} {
		if got := name(wrong); got != 400 {
			t.Errorf("%s: %d", wrong, got)
		}
	}
	if got := name(`{"seat":1,"name":"Zoé"}`); got != 422 {
		t.Errorf("a refused name: %d", got)
	}
	if got := name(`{"seat":6,"name":"Ann"}`); got != 400 {
		t.Errorf("a name of a seat that does not play: %d", got)
	}

	// Before a game begins whoever has a button may be named.
	h.in(func() { h.game = nil })
	h.web.Show(State{Seats: []games.Seat{1, 2, 6}})
	judges := h.listen("/judge/events", cookie)
	if m := judges.until(`"naming"`); !strings.Contains(m.raw, `"naming":{"seats":[{"seat":1,"name":"Ann \u003cb\u003eLee"},{"seat":2},{"seat":6}],"longest":30,"known":["Zoé"]}`) {
		t.Errorf("the judge sees %s", m.raw)
	}
	if got := name(`{"seat":6,"name":"Ann"}`); got != 204 {
		t.Errorf("a name before the game: %d", got)
	}
	if got := name(`{"seat":5,"name":"Ann"}`); got != 400 {
		t.Errorf("a name of a seat without a button: %d", got)
	}
}

func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		play, `{"undo":true}`, `{"prompt":"hand","seat":2,"asked":3,"run":"A","value":{"numbers":1, "actions":2,"mitos":0}}`,
		`{"prompt":"guess","hunt":1,"line":2,"value":"ÉTAGE"}`, `{"prompt":"guess","value":["blue","","red","",""]}`,
		`{"prompt":"token","team":2,"value":"blank"}`, `{"prompt":"secret","value":[1,4,7]}`, `{"prompt":"p","board":2,"value":null}`,
		`{"prompt":"p","value":"\ud800"}`, "{\"prompt\":\"p\",\"value\":\"a\\u000ab\"}", `{"prompt":"p","value":1e999}`, `{"prompt":"","value":1}`,
		`{"prompt":"p","prompt":"q","value":1}`, `{"undo":true,"prompt":"p"}`, `{"prompt":"p","seat":-1,"value":1}`, `[`, ``, "{\"prompt\":\"p\",\"value\":[1,\n2]}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		a, _, err := parseAnswer(text)
		if err != nil {
			return
		}
		if a.Asked < 0 {
			t.Errorf("asked %d", a.Asked)
		}
		in := a.Input
		line := journal.AppendInput(nil, in)
		if n := strings.Count(string(line), "\n"); n != 1 {
			t.Fatalf("it has %d lines: %s", n, line)
		}
		again, err := journal.ParseInput(line)
		if err != nil {
			t.Fatalf("a journal can't carry it: %v\n%s", err, line)
		}
		if diff := cmp.Diff(in, again); diff != "" {
			t.Errorf("a journal changes it:\n%s", diff)
		}
	})
}

// An answer that the referee finds nothing open for, since a key was faster, is told so.
func TestAnAnswerThatAKeyOvertookIsTold(t *testing.T) {
	s := New(Options{Hosts: []string{"box.test"}})
	defer s.Close()
	token := s.pairing.pair(time.Now())
	s.Show(State{Judge: games.View{Prompts: []games.Prompt{{ID: "play"}}}})
	go func() {
		a := <-s.Answers()
		s.Show(State{})
		a.Done(a.Open(nil))
	}()
	r := httptest.NewRequest("POST", "http://box.test/judge/answer",
		strings.NewReader(`{"prompt":"play","value":"ant"}`))
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: sessionCookie, Value: token})
	answer := httptest.NewRecorder()
	s.ServeHTTP(answer, r)
	if said := strings.TrimSpace(answer.Body.String()); answer.Code != http.StatusConflict || said != "This has been answered already." {
		t.Errorf("%d %q", answer.Code, said)
	}
}
