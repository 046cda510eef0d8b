package referee

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/shown"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"
)

// A phone is a browser that loads the pages of a rig's referee.
type phone struct {
	*rig
	pages  http.Handler
	cookie *http.Cookie
}

func newPhone(t *testing.T, folder string, alter ...func(*setup)) *phone {
	return newPhoneOf(t, folder, web.Options{Phrases: wording.NewPhrases(all.Games()), Folder: folder, OwnWifi: wifi.Address,
		Addresses: func() (string, string) { return "http://box.test", "http://192.0.2.7" }}, alter...)
}

// newPhoneOf returns a phone with pages of these options.
func newPhoneOf(t *testing.T, folder string, o web.Options, alter ...func(*setup)) *phone {
	o.Hosts = []string{"box.test"}
	p := &phone{}
	p.rig = newRig(t, folder, append(alter, func(s *setup) {
		pages := s.serve(o)
		t.Cleanup(pages.Close)
		p.pages = pages
	})...)
	return p
}

// byPhone tests a phone in a bubble of its own.
func byPhone(t *testing.T, test func(*testing.T, *phone)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newPhone(t, t.TempDir())) })
}

// serve gives a referee pages of these options.
func (s *setup) serve(o web.Options) *web.Server {
	answers, claims := make(chan shown.Answer), make(chan shown.Claim)
	o.Answers, o.Claims = answers, claims
	pages := web.New(o)
	s.Pages, s.Show, s.Answers, s.Claims = pages.Phones, pages.Show, answers, claims
	return pages
}

// post sends a JSON text, as the judge's page does.
func (p *phone) post(path, text string) *httptest.ResponseRecorder {
	request := httptest.NewRequest("POST", "http://box.test"+path, strings.NewReader(text))
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Origin", "http://box.test")
	if p.cookie != nil {
		request.AddCookie(p.cookie)
	}
	answer := httptest.NewRecorder()
	p.pages.ServeHTTP(answer, request)
	for _, c := range answer.Result().Cookies() {
		p.cookie = c
	}
	synctest.Wait()
	return answer
}

// wants fails unless an answer has the status.
func (p *phone) wants(status int, answer *httptest.ResponseRecorder) {
	p.t.Helper()
	if answer.Code != status {
		p.t.Fatalf("status %d, want %d: %s", answer.Code, status, answer.Body)
	}
}

// code returns the code of the invitation on the display.
func (p *phone) code() string {
	p.t.Helper()
	i := p.picture().Scene.Invitation
	if i == nil {
		p.t.Fatal("the display invites no phone")
	}
	return i.Code
}

// invite takes the choice "phone", wherever it stands in the list.
func (p *phone) invite() {
	p.t.Helper()
	offered := p.view().Prompts[0].Options
	at := slices.IndexFunc(offered, games.Word("phone").Equal)
	if at < 0 {
		p.t.Fatalf("no phone is offered, but %v", offered)
	}
	for range len(offered) - at {
		p.press(previous)
	}
	p.press(ok)
}

// pair pairs the phone by the lobby's choice.
func (p *phone) pair() {
	p.t.Helper()
	p.shows("welcome", "game")
	p.invite()
	p.wants(http.StatusNoContent, p.post("/judge/pair", `{"code":"`+p.code()+`"}`))
	if f := p.picture(); f.Scene.Invitation != nil {
		p.t.Error("the invitation still stands after it was taken")
	}
}

// Any key ends an invitation, also one of a keyboard: no letter goes into an entry that it hides.
func TestALetterEndsAnInvitation(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.pick(games.Word("motus"))
		p.press(1, 2, ok)
		p.pick(games.Number(5))
		p.press(ok) // one series
		p.choose(1) // 8 s
		p.press(ok)
		p.shows("for_eyes", "cover")
		p.press(ok)
		p.shows("motus_write", "word")
		p.referee.exec.do(layers.Invite{})
		p.letters("E")
		if p.picture().Scene.Invitation != nil || p.referee.stack.dialogue.Entering() {
			t.Errorf("the invitation is %+v, and a word begun: %v", p.picture().Scene.Invitation, p.referee.stack.dialogue.Entering())
		}
		p.letters("E")
		if !p.referee.stack.dialogue.Entering() {
			t.Error("after it no word can be typed")
		}
	})
}

// sees returns what a page with this stream of events shows to the phone, or to a stranger if it is
// not paired.
func (p *phone) sees(path string) string {
	ctx, cancel := context.WithTimeout(p.t.Context(), 200*time.Millisecond) // the pages delay an event
	defer cancel()
	request := httptest.NewRequestWithContext(ctx, "GET", "http://box.test"+path, nil)
	if p.cookie != nil {
		request.AddCookie(p.cookie)
	}
	page := httptest.NewRecorder()
	p.pages.ServeHTTP(page, request)
	return page.Body.String()
}

func TestWhatAPhoneIsRefusedTheBoxDoesNotShow(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.wants(http.StatusUnauthorized, p.post("/judge/answer", `{"prompt":"game","value":"mito"}`))
		p.shows("welcome", "game")
		p.pair()
		p.answers(`{"prompt":"game","value":"mito"}`)
		p.wants(http.StatusUnprocessableEntity, p.post("/judge/answer", `{"prompt":"players","value":"ready"}`))
		if p.picture().Scene.Dialogue.Refused() {
			t.Error("the box shows what was refused on the phone")
		}
	})
}

func TestWhoAnswersFirstWinsAndTheOtherIsTold(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.pair()
		p.begin()
		p.press(ok, next) // the judge is about to choose a card
		p.answers(`{"prompt":"play","value":"mosquito"}`)
		p.shows("mosquito", "")
		if !p.picture().Scene.Dialogue.Refused() {
			t.Error("the box does not say that the phone was faster")
		}
		p.wants(http.StatusConflict, p.post("/judge/answer", `{"prompt":"play","value":"ant"}`))
	})
}

// Whoever pairs a phone is at the table: the displays do not rest.
func TestAPairedPhoneWakesTheBox(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.invite()
		p.wait(time.Minute)
		p.post("/judge/pair", `{"code":"`+p.code()+`"}`)
		p.wait(time.Second)
		if idle := p.referee.stack.now - p.referee.stack.active; idle > 2*time.Second {
			t.Errorf("a second after the pairing the box was idle for %v", idle)
		}
		if !strings.Contains(p.log.String(), "a phone was paired") {
			t.Error("the log does not say that a phone was paired")
		}
	})
}

func TestAnInvitationEnds(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.invite()
		first, i := p.code(), *p.picture().Scene.Invitation
		if i.Address != "http://box.test/judge" || i.NumericAddress != "http://192.0.2.7/judge" || !strings.HasPrefix(i.Link, "http://192.0.2.7/j#") {
			t.Errorf("it shows %+v", i)
		}
		p.wait(time.Minute)
		if p.code() != first {
			t.Error("the code changes while it is good")
		}
		p.wait(61 * time.Second)
		if p.code() == first {
			t.Error("after two minutes it is the same code")
		}
		p.wants(http.StatusForbidden, p.post("/judge/pair", `{"code":"`+first+`"}`))

		second, active := p.code(), p.referee.stack.active
		for range 5 {
			p.post("/judge/pair", `{"code":"000000"}`)
		}
		p.wait(time.Second)
		if p.referee.stack.active != active {
			t.Error("a stranger who guesses keeps the displays bright")
		}
		if p.code() != second || !p.picture().Scene.Invitation.Guessed {
			t.Error("after five wrong tries the box does not say that somebody guesses, or shows another code")
		}
		p.press(ok) // enough
		p.shows("welcome", "game")
		if p.picture().Scene.Invitation != nil {
			t.Error("the invitation stays")
		}
		p.post("/judge/pair", `{"code":"`+second+`"}`)
		if p.cookie != nil {
			t.Error("a code counts that the box does not show any more")
		}
	})
}

// A page's late answer to one question does not count for the next, even one with the same ID.
func TestALateAnswer(t *testing.T) {
	const play, stop = `"prompt":"play","value":"ant"`, `"prompt":"stop","value":"leave"`
	ant := func(p *phone) {
		p.press(ok, previous, ok)
		p.shows("ant", "play")
	}
	undo := func(p *phone) { p.answers(backKey, `{"prompt":"stop","value":"undo"}`) }
	for _, tt := range []struct {
		name   string
		asked  func(*phone) // brings about the question
		answer string
		since  func(*phone)
		status int
	}{
		{"nothing has happened since", nil, play, func(p *phone) { p.wait(time.Hour) }, http.StatusNoContent},
		{"the box was faster, and the question stays open", nil, play, ant, http.StatusConflict},
		{"the first answer was taken back", nil, play, func(p *phone) { ant(p); undo(p) }, http.StatusNoContent},
		{"it was meant for what an undo took back", ant, play, undo, http.StatusConflict},
		{"another game is played", nil, play, func(p *phone) {
			p.answers(backKey, `{"prompt":"stop","value":"leave"}`, `{"prompt":"leave","value":"yes"}`,
				`{"prompt":"game","value":"mito"}`, `{"prompt":"players","value":"ready"}`,
				`{"prompt":"rounds","value":1}`, `{"prompt":"first","value":1}`, `{"prompt":"begin","value":"begin"}`)
			p.shows("turn", "play")
		}, http.StatusConflict},
		{"the box asks anew what to do", func(p *phone) { p.answers(backKey) }, stop,
			func(p *phone) { p.answers(backKey, backKey) }, http.StatusConflict},
	} {
		t.Run(tt.name, func(t *testing.T) {
			byPhone(t, func(t *testing.T, p *phone) {
				p.pair()
				p.begin()
				if tt.asked != nil {
					tt.asked(p)
				}
				asked := regexp.MustCompile(`"asked":[1-9]\d*`).FindString(p.sees("/judge/events"))
				tt.since(p)
				p.wants(tt.status, p.post("/judge/answer", "{"+tt.answer+","+asked+"}"))
			})
		})
	}
}

// While a player enters a secret on the display, no phone is asked for it, and none goes back.
func TestAPhoneIsNotAskedForAPlayersSecret(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.pair()
		p.pick(games.Word("mog"))
		p.press(1, 2, 3, ok)
		p.press(ok, ok, ok, ok) // players, rounds, first, begin
		p.shows("for_eyes", "cover")
		for _, answer := range []string{
			`{"prompt":"cover","seat":1,"value":"ready"}`,
			`{"prompt":"secret","value":[1,2,3]}`,
			`{"undo":true}`,
		} {
			p.wants(http.StatusConflict, p.post("/judge/answer", answer))
		}
		p.shows("for_eyes", "cover")
	})
}

// A phone is unpaired while its answer waits for the loop.
func TestAnAnswerThatWaitsWhenItsPhoneIsRevokedIsNone(t *testing.T) {
	byPhone(t, func(t *testing.T, p *phone) {
		p.pair()
		phone := p.referee.stack.Pages.Paired()[0]
		for _, revoked := range []bool{false, true} {
			if revoked {
				p.referee.stack.Pages.Unpair()
			}
			var told error
			in := games.Input{Kind: games.Answer, Prompt: "game", Value: games.Word("mito")}
			p.referee.answer(shown.Answer{Input: in, From: phone, Done: func(err error) { told = err }})
			p.referee.frame().Done()
			if errors.Is(told, shown.ErrRevoked) != revoked {
				t.Errorf("unpaired %v: it is told %v", revoked, told)
			}
		}
	})
}

// A room without a network: a Wi-Fi that a test brings about.
type room struct {
	is      wifi.State
	changes chan wifi.State
	network bool // another than the box's own
}

func (r *room) Open()                      { r.set(wifi.State{Phase: wifi.Starting}) }
func (r *room) Close()                     { r.set(wifi.State{}) }
func (r *room) State() wifi.State          { return r.is }
func (r *room) Changes() <-chan wifi.State { return r.changes }
func (r *room) set(s wifi.State) {
	if r.is != s {
		r.is = s
		r.changes <- s
	}
}

// newRoom returns a phone in a room.
func newRoom(t *testing.T) (*phone, *room) {
	r := &room{changes: make(chan wifi.State, 9)}
	p := newPhone(t, t.TempDir(), func(s *setup) { s.Wifi, s.Networked = r, func() bool { return r.network } })
	p.shows("welcome", "game")
	return p, r
}

// asksForTheInternet sends what a phone asks that has joined the box's own Wi-Fi.
func (p *phone) asksForTheInternet() {
	at := context.WithValue(p.t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: wifi.Address.AsSlice(), Port: 80})
	request := httptest.NewRequestWithContext(at, "GET", "http://connectivitycheck.gstatic.com/generate_204", nil)
	p.pages.ServeHTTP(httptest.NewRecorder(), request)
}

// up is the state of a Wi-Fi that a phone can join.
var up = wifi.State{Phase: wifi.Up, Network: "arbitre-kx", Key: "abcdefghjkmn"}

// Without a network the choice "phone" brings one about: first the way into it is shown, then that to
// the judge's page, as soon as a phone is there or somebody presses a key.
func TestAPhoneIsInvitedWhereThereIsNoNetwork(t *testing.T) {
	for _, by := range []string{"a phone is there", "a key"} {
		t.Run(by, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p, r := newRoom(t)
				p.invite()
				p.shows("welcome", layers.Wifi)
				if asks := p.view().Prompts[0].Asks.Word; asks != "wifi_starting" {
					t.Errorf("meanwhile it says %s", asks)
				}
				r.set(up)
				p.wait(time.Second)
				const code = "WIFI:S:arbitre-kx;T:WPA;P:abcdefghjkmn;;"
				if i := p.picture().Scene.Invitation; i == nil || i.Link != code || i.Key != up.Key {
					t.Fatalf("the display shows %+v", i)
				}
				p.wait(2 * shown.InvitationTime) // an invitation into the Wi-Fi does not run out
				if by == "a key" {
					p.press(next)
				} else {
					for range 100 {
						p.asksForTheInternet()
					}
					p.wait(time.Second)
				}
				p.wants(http.StatusNoContent, p.post("/judge/pair", `{"code":"`+p.code()+`"}`))
				p.shows("welcome", "game")
				if r.is != up {
					t.Errorf("the Wi-Fi is %+v", r.is)
				}
				p.wait(results.Pause + time.Minute) // the evening is over
				if r.is.Phase != "" {
					t.Errorf("the next day the Wi-Fi is %+v", r.is)
				}
			})
		})
	}
}

// What stands in the way of a Wi-Fi is said, and it can be tried again. In a network of the house the
// choice "phone" makes none, and the menu can.
func TestTheBoxSaysWhyThereIsNoWifi(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, r := newRoom(t)
		p.invite()
		for _, why := range []wifi.Reason{wifi.NoManager, wifi.Stopped, wifi.NoRadio, wifi.RadioOff, wifi.NoAccess, wifi.Refused} {
			r.set(wifi.State{Phase: wifi.Failed, Why: why})
			p.wait(time.Second)
			if asks := p.view().Prompts[0].Asks.Word; asks != string(why) {
				t.Errorf("it says %s, want %s", asks, why)
			}
			p.pick(games.Word("wifi_open"))
			if r.is.Phase != wifi.Starting {
				t.Fatalf("tried again it is %+v", r.is)
			}
		}
		r.set(up)
		p.wait(time.Second)
		r.set(wifi.State{Phase: wifi.Failed, Why: wifi.Refused}) // while its code is shown
		p.wait(time.Second)
		if p.picture().Scene.Invitation != nil || p.view().Prompts[0].Asks.Word != string(wifi.Refused) {
			t.Error("it invites into a Wi-Fi that has ended")
		}
		p.pick(games.Word("back"))
		r.set(wifi.State{})
		r.network = true
		p.pick(games.Word("phone"))
		if i := p.picture().Scene.Invitation; i == nil || i.Network != "" || r.is.Phase != "" {
			t.Errorf("in a network of the house it shows %+v", i)
		}
	})
}

// Whoever wants players to enter their names where there is no network gets the way into the box's own
// Wi-Fi first, and then that to where names are entered, also if it does not come up at once. A Wi-Fi
// that is made from the settings after that leads to the judge's page.
func TestAWifiLeadsToWhatItWasMadeFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p, r := newRoom(t)
		comesUp := func() {
			t.Helper()
			r.set(up)
			p.wait(time.Second)
			if i := p.picture().Scene.Invitation; i == nil || i.Network != up.Network {
				t.Fatalf("the display shows %+v", i)
			}
		}
		failed := wifi.State{Phase: wifi.Failed, Why: wifi.Refused}
		p.pick(games.Word("mito"))
		p.pick(games.Word("names"))
		r.set(failed)
		p.wait(time.Second)
		p.pick(games.Word("wifi_open"))
		comesUp()
		r.set(failed) // while its code is shown
		p.wait(time.Second)
		p.pick(games.Word("wifi_open"))
		comesUp()
		p.asksForTheInternet()
		p.wait(time.Second)
		if i := p.picture().Scene.Invitation; i == nil || i.Address != "http://box.test/name" || i.Code != "" {
			t.Fatalf("then the display shows %+v", i)
		}
		p.press(ok)
		r.set(wifi.State{})
		p.pick(games.Word("back"))
		for _, word := range []string{"settings", "wifi", "wifi_open"} {
			p.pick(games.Word(word))
		}
		comesUp()
		p.press(ok)
		p.wants(http.StatusNoContent, p.post("/judge/pair", `{"code":"`+p.code()+`"}`))
	})
}
