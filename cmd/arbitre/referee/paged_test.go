package referee

import (
	"bytes"
	"log/slog"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"

	"arbitre/display/shown"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

// A paged box has neither display nor keys, only the judge's page.
type paged struct {
	*phone
	log  bytes.Buffer // of the pages
	offs int          // number of shutdowns
}

func newPaged(t *testing.T, alter ...func(*setup)) *paged {
	b := &paged{}
	b.phone = newPhoneOf(t, t.TempDir(), web.Options{
		Phrases: wording.NewPhrases(all.Games()), NoDisplay: true,
		Addresses: func() (string, string) { return "http://box.test", "http://box.test" },
		Log:       slog.New(slog.NewTextHandler(&b.log, nil)),
	}, append(alter, func(s *setup) {
		s.PageIsDisplay = true
		s.PowerOff = func() error { b.offs++; return nil }
	})...)
	b.scan()
	return b
}

// scan pairs the phone by the newest link in the log.
func (b *paged) scan() {
	b.t.Helper()
	told := b.log.String()
	secret, _, _ := strings.Cut(told[strings.LastIndex(told, "/j#")+len("/j#"):], "\n")
	b.cookie = nil
	b.wants(http.StatusNoContent, b.post("/judge/pair", `{"secret":"`+secret+`"}`))
}

// another returns one more phone, paired by the code that the first one shows.
func (b *paged) another() *phone {
	b.t.Helper()
	b.answers(`{"prompt":"game","value":"phone"}`)
	p := &phone{rig: b.rig, pages: b.pages}
	p.wants(http.StatusNoContent, p.post("/judge/pair", `{"code":"`+b.code()+`"}`))
	return p
}

// asked returns the first question on the page, and fails unless it has this ID.
func (p *phone) asked(id string) games.Prompt {
	p.t.Helper()
	prompts := p.referee.stack.onPages(p.referee.stack.moment(), p.referee.stack.Pages.Paired()[0]).Prompts
	if len(prompts) == 0 || prompts[0].ID != id {
		p.t.Fatalf("the page asks %+v, want %q", prompts, id)
	}
	return prompts[0]
}

const backKey = `{"undo":true}`

// Without display and keys, the judge's page offers all that the keys would; evenings find its
// other choices.
func TestThePageAloneServesTheBox(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newPaged(t)
		b.answers(`{"prompt":"game","value":"phone"}`)
		for _, leaves := range []string{`{"prompt":"phone","value":"done"}`, backKey} {
			b.asked("phone")
			b.code()
			b.answers(`{"prompt":"phone","value":"phone"}`) // another code
			b.answers(leaves)
			b.asked("game")
			if b.picture().Scene.Invitation != nil {
				t.Errorf("%s: it still invites", leaves)
			}
			b.answers(`{"prompt":"game","value":"phone"}`)
		}
		b.answers(backKey, `{"prompt":"game","value":"language"}`, `{"prompt":"language","value":"de"}`,
			`{"prompt":"game","value":"off"}`, `{"prompt":"off","value":"no"}`)
		if l := b.picture().Scene.Language; l != wording.German || b.kept != "language = 'de'\n" || b.offs != 0 {
			t.Errorf("it speaks %v, keeps %v, and is off %d times", l, b.kept, b.offs)
		}
		b.answers(`{"prompt":"game","value":"mito"}`)
		b.press(1, 2, 3)
		b.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"rounds","value":1}`,
			`{"prompt":"first","value":1}`, `{"prompt":"begin","value":"begin"}`, backKey)
		b.answers(`{"prompt":"stop","value":"phone"}`)
		if asks := b.asked("phone").Asks; asks.Word != "phones" || asks.Number != 1 {
			t.Errorf("the page does not say how many phones there are: %v", asks)
		}
		b.answers(`{"prompt":"phone","value":"unpair"}`)
		b.wants(http.StatusUnauthorized, b.post("/judge/answer", backKey))
		b.scan()
		b.answers(backKey, `{"prompt":"stop","value":"off"}`, `{"prompt":"off","value":"yes"}`)
		if b.offs != 1 {
			t.Errorf("it is off %d times", b.offs)
		}
	})
}

// A secret is shown only on the page on which somebody asked for it.
func TestASecretIsOnThePageThatUncoveredIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newPaged(t)
		second := b.another()
		b.answers(`{"prompt":"game","value":"mog"}`)
		b.press(1, 2, 3)
		b.answers(`{"prompt":"players","value":"ready"}`, `{"prompt":"holder","value":"players"}`,
			`{"prompt":"rounds","value":1}`, `{"prompt":"first","value":1}`, `{"prompt":"begin","value":"begin"}`)
		const cover, secret = `"id":"cover"`, `"id":"secret"`
		shows := func(p *phone, what, not string) {
			t.Helper()
			if page := p.sees("/judge/events"); !strings.Contains(page, what) || strings.Contains(page, not) {
				t.Errorf("want %s and not %s on\n%s", what, not, page)
			}
		}
		b.press(ok) // with two pages, a key means neither
		for _, p := range []*phone{b.phone, second} {
			shows(p, cover, secret)
		}
		b.answers(`{"prompt":"cover","seat":1,"value":"ready"}`)
		shows(b.phone, secret, cover)
		shows(second, cover, secret)
		page := second.sees("/judge/events")
		if strings.Contains(page, `"panel"`) || !strings.Contains(page, `"holder":1`) {
			t.Errorf("the other page shows %s", page)
		}
		second.wants(http.StatusConflict, second.post("/judge/answer", `{"prompt":"secret","seat":1,"value":[1,2,3]}`))
		second.answers(`{"prompt":"cover","seat":1,"value":"ready"}`) // the first has gone away
		shows(b.phone, cover, secret)
		second.answers(backKey, `{"prompt":"stop","value":"continue"}`)
		for _, p := range []*phone{b.phone, second} {
			shows(p, cover, secret)
		}
		second.answers(`{"prompt":"cover","seat":1,"value":"ready"}`)
		if err := b.referee.stack.Pages.Unpair(); err != nil {
			t.Fatal(err)
		}
		b.scan()
		shows(b.phone, cover, secret)
		b.answers(`{"prompt":"cover","seat":1,"value":"ready"}`, `{"prompt":"secret","value":[1,2,3]}`)
		if v := b.referee.stack.onPages(b.referee.stack.moment(), shown.Box); v.Asks("secret") || v.Asks("cover") {
			t.Errorf("then it asks %+v", v.Prompts)
		}
	})
}
