package referee

import (
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/games"
)

// While the box tries to join a home's network its phone may be away, and the display says how it is:
// that it tries, why it could not, and at last the way to the pages there, which are served from then on.
func TestTheDisplaySaysHowTheBoxJoinsAHome(t *testing.T) {
	for _, listen := range []string{"", ":9000"} {
		synctest.Test(t, func(t *testing.T) {
			r, served := &room{changes: make(chan wifi.State, 9)}, false
			p := newPhone(t, t.TempDir(), func(s *setup) {
				s.Wifi, s.Networked, s.Joined = r, func() bool { return false }, func() { served = true }
				s.Config.Web.Listen = listen
			})
			p.shows("welcome", "game")
			r.set(up)
			p.pair()
			p.answers(`{"prompt":"game","value":"mito"}`) // a menu may be open meanwhile
			says := func(s wifi.State, want string, choices ...string) {
				t.Helper()
				s.Home = "\u202e<b>\x00"
				r.set(s)
				p.wait(time.Second)
				asked := p.view().Prompts[0]
				if p.picture().Scene.Invitation != nil || asked.ID != layers.Wifi || asked.Asks.Word != want {
					t.Errorf("%s: it says %s %+v", s.Phase, asked.ID, asked.Asks)
				}
				for i, c := range choices {
					if len(asked.Options) != len(choices) || !asked.Options[i].Equal(games.Word(c)) {
						t.Errorf("%s: it offers %v, want %v", s.Phase, asked.Options, choices)
					}
				}
			}
			for _, why := range []wifi.Reason{wifi.WrongKey, wifi.NotFound, wifi.NoAddress, wifi.NotJoined} {
				says(wifi.State{Phase: wifi.Joining}, "wifi_joining", "back", "wifi_end")
				failed := up
				failed.Why = why
				says(failed, string(why), "wifi_show", "back", "wifi_end")
			}
			says(wifi.State{Phase: wifi.Joining}, "wifi_joining")
			if served || p.kept != "" {
				t.Error("the pages are served before there is a network")
			}
			r.set(wifi.State{Phase: wifi.Joined, Home: "Home"})
			p.wait(time.Second)
			i := p.picture().Scene.Invitation
			if i == nil || i.Code == "" || !strings.HasPrefix(i.Link, "http://192.0.2.7/j#") {
				t.Fatalf("then it shows %+v", i)
			}
			if keeps := strings.Contains(p.kept, `listen = ':8080'`); !served || keeps != (listen == "") {
				t.Errorf("it serves %v, and keeps\n%s", served, p.kept)
			}
		})
	}
}

// While a game is paused the box may join a home's network, and phones be paired there: the game stays
// paused, for its people are not back yet.
func TestAPauseOutlastsWhatPhonesDo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &room{changes: make(chan wifi.State, 9)}
		p := newPhone(t, t.TempDir(), func(s *setup) {
			s.Wifi, s.Networked, s.Joined = r, func() bool { return false }, func() {}
		})
		p.shows("welcome", "game")
		r.set(up)
		p.pair()
		p.begin()
		p.hold(ok, time.Second)
		p.shows("turn", layers.Menu)
		p.pick(games.Word(layers.Pause))
		stopped := p.referee.stack.gameTime()
		stays := func() {
			t.Helper()
			p.wait(time.Second)
			p.shows("paused", layers.Pause)
			if at := p.referee.stack.gameTime(); at != stopped {
				t.Errorf("the game goes on: it is %v, and was paused at %v", at, stopped)
			}
		}
		stays()
		r.set(wifi.State{Phase: wifi.Joining})
		stays()
		failed := up
		failed.Why = wifi.WrongKey
		r.set(failed)
		stays()
		r.set(wifi.State{Phase: wifi.Joined, Home: "Home"})
		stays()
		p.post("/judge/pair", `{"code":"`+p.code()+`"}`)
		if stays(); p.picture().Scene.Invitation != nil {
			t.Error("the invitation still stands after it was taken")
		}
		r.set(wifi.State{Phase: wifi.Joined, Home: "Another"})
		p.wait(time.Second)
		p.press(ok) // ends the invitation, and the pause no more than that
		stays()
		p.press(ok)
		p.shows("turn", "play")
	})
}

// An invitation that gives way to what the Wi-Fi has to say pairs nobody any more.
func TestNoHiddenCodePairsAPhone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &room{changes: make(chan wifi.State, 9)}
		p := newPhone(t, t.TempDir(), func(s *setup) { s.Wifi, s.Networked = r, func() bool { return false } })
		p.shows("welcome", "game")
		r.set(up)
		p.invite()
		code := p.code()
		r.set(wifi.State{Phase: wifi.Joining})
		p.wait(time.Second)
		p.shows("welcome", layers.Wifi)
		p.wants(http.StatusForbidden, p.post("/judge/pair", `{"code":"`+code+`"}`))
	})
}
