package web

import (
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/mito"

	"github.com/google/go-cmp/cmp"
)

// A question that is open no more is answered already, and no answer tells more about it.
func TestWhoAnswersFirstWins(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	const other = "Das ist schon beantwortet."
	first := h.listen("/judge/events", "Cookie", cookie).next().Prompts[0].Asked
	for _, tt := range []struct {
		body   string
		want   int
		reason string
	}{
		{fmt.Sprintf(`{"prompt":"play","seat":1,"asked":%d,"value":"spider"}`, first), 204, ""},
		{`{"prompt":"spider_to","value":7}`, 422, "das hat nicht geklappt"},
		{fmt.Sprintf(`{"prompt":"spider_to","asked":%d,"value":2}`, first), 409, other},
		{`{"prompt":"nonsense","value":2}`, 409, other},
		{`{"prompt":"spider_to","run":"BEFORE","value":2}`, 409,
			"Der Kasten ist neu gestartet. Schau hin, dann antworte."},
		{`{"prompt":"spider_to","value":"nobody"}`, 204, ""},
		{`{"prompt":"spider_to","value":2}`, 409, other},
		{`{"undo":true}`, 204, ""},
		{`{"prompt":"spider_to","value":2}`, 204, ""},
		{fmt.Sprintf(`{"prompt":"play","asked":%d,"value":"ant"}`, first), 409, other}, // asked again since
	} {
		if status, said := h.answer(cookie, tt.body); status != tt.want || said != tt.reason {
			t.Errorf("%s: %d %q, want %d %q", tt.body, status, said, tt.want, tt.reason)
		}
	}
}

// A page is told if the referee does not take its answer, or does not get through with it.
func TestABusyReferee(t *testing.T) {
	for taken, want := range map[bool]time.Duration{false: 2 * time.Second, true: 10 * time.Second} {
		synctest.Test(t, func(t *testing.T) {
			answers := make(chan shown.Answer)
			s := New(Options{Answers: answers})
			defer s.Close()
			if taken {
				go func() {
					a := <-answers
					time.Sleep(doneTimeout + 1)
					a.Done(nil) // returns, though nobody waits for it
				}()
			}
			began := time.Now()
			err := s.answer(httptest.NewRequest("POST", "/judge/answer", nil), shown.Box, []byte(`{"undo":true}`))
			if waited := time.Since(began); err != errBusy || waited != want {
				t.Errorf("taken: %v; after %v it is told %v, want %v after %v", taken, waited, err, errBusy, want)
			}
			time.Sleep(time.Nanosecond) // until Done is called
		})
	}
}

// While a player holds the box, no page shows its display, and the judge can still answer his own
// questions. If the judge's page is the only display, the page itself is handed round, and the
// button back stays.
func TestTheDisplayIsWithAPlayer(t *testing.T) {
	for _, tt := range []struct {
		pageAlone bool
		holder    games.Seat
	}{{false, 3}, {true, 0}} {
		h := serve(t, Options{NoDisplay: tt.pageAlone})
		h.sit(mito.Rules(), mitoStart())
		cookie := h.pair()
		h.in(func() { h.holder = 3 })
		m := h.listen("/judge/events", "Cookie", cookie).next()
		if m.Holder != tt.holder || (m.Panel != nil) != tt.pageAlone || len(m.Prompts) != 1 {
			t.Errorf("%+v: it shows %s", tt, m.raw)
		}
		if status, said := h.answer(cookie, play); status != 204 {
			t.Errorf("%+v: the judge's own question is %d %s", tt, status, said)
		}
	}
}

// Of a box without a display the page of one phone is the display: it alone shows a player's secrets
// when he holds it.
func TestOnlyTheKeepersPageShowsSecrets(t *testing.T) {
	h := serve(t, Options{NoDisplay: true})
	cookies := []string{h.pair(), h.pair()}
	s := headline("for everyone")
	s.Judge = s.Public
	s.Scene.View.Headline.Word = "the secret"
	s.Holder, s.Keeper = 2, h.web.Phones.Paired()[1]
	h.web.Show(s)
	h.listen("/events").until("for everyone")
	for i, cookie := range cookies {
		page := h.listen("/judge/events", "Cookie", cookie).next()
		if keeps := i == 1; strings.Contains(page.raw, "the secret") != keeps || (page.Holder == 2) == keeps {
			t.Errorf("the page that keeps it: %v; it shows %s", keeps, page.raw)
		}
	}
}

func TestNamesArePlayers(t *testing.T) {
	names := nameplates{of: map[games.Seat]games.Sitter{}}
	h := serve(t, Options{
		Book: func() Book { return Book{Sitters: names.all(), Known: []string{"Zoé"}} },
		SetName: func(seat games.Seat, name string) error {
			if name == "Zoé" {
				return games.Refuse(games.Text{Word: "not_now"}, errors.New("she has gone"))
			}
			return names.set(seat, name)
		},
	})
	h.sit(mito.Rules(), mitoStart())
	cookie := h.pair()
	everyone := h.listen("/events")
	name := func(want int, body string) {
		t.Helper()
		if status, said, _ := h.ask("POST /judge/name", body, "Cookie", cookie); status != want {
			t.Errorf("%s: %d %s, want %d", body, status, said, want)
		}
	}
	name(204, `{"seat":1,"name":"Ann <b>Lee"}`)
	everyone.until(`"name":"Ann \u003cb\u003eLee"`)
	name(400, `{"name":"Ann"}`)
	name(400, `{"seat":1}x`)
	name(400, `{"seat":1,"name":2}`)
	name(422, `{"seat":1,"name":"Zoé"}`)
	name(400, `{"seat":6,"name":"Ann"}`) // who does not play

	// Before a game begins whoever has a button may be named.
	h.in(func() { h.game = nil })
	h.web.Show(shown.State{Seats: []games.Seat{1, 2, 6}})
	const naming = `"naming":{"seats":[{"seat":1,"name":"Ann \u003cb\u003eLee"},{"seat":2},{"seat":6}],` +
		`"longest":30,"known":["Zoé"]}`
	h.listen("/judge/events", "Cookie", cookie).until(naming)
	name(204, `{"seat":6,"name":"Ann"}`)
	name(400, `{"seat":5,"name":"Ann"}`)
	h.web.Show(shown.State{Seats: []games.Seat{1}})
	judges := h.listen("/judge/events", "Cookie", cookie)
	judges.until(`"naming":{"seats":[{"seat":1,"name":"Ann \u003cb\u003eLee"}],`)
	h.web.Show(shown.State{})
	if m := judges.next(); strings.Contains(m.raw, "naming") {
		t.Errorf("while nobody can be named the page has %s", m.raw)
	}
}

func FuzzAnswer(f *testing.F) {
	for _, seed := range []string{
		play, `{"undo":true}`, `{"prompt":"hand","seat":2,"asked":3,"run":"A","value":{"numbers":1, "actions":2}}`,
		`{"prompt":"guess","hunt":1,"line":2,"value":"ÉTAGE"}`, `{"prompt":"guess","value":["blue","","red","",""]}`,
		`{"prompt":"p","board":2,"value":null}`, `{"prompt":"p","value":"\ud800"}`, `{"prompt":"p","value":"a\u000ab"}`,
		`{"prompt":"p","value":1e999}`, `{"prompt":"","value":1}`, `{"prompt":"p","prompt":"q","value":1}`,
		`{"undo":true,"prompt":"p"}`, `{"prompt":"p","seat":-1,"value":1}`, `[`, ``,
		"{\"prompt\":\"p\",\"value\":[1,\n2]}",
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
		line := journal.AppendInput(nil, a.Input)
		if n := strings.Count(string(line), "\n"); n != 1 {
			t.Fatalf("it has %d lines: %s", n, line)
		}
		again, err := journal.ParseInput(line)
		if err != nil {
			t.Fatalf("a journal can't carry it: %v\n%s", err, line)
		}
		if diff := cmp.Diff(a.Input, again); diff != "" {
			t.Errorf("a journal changes it:\n%s", diff)
		}
	})
}
