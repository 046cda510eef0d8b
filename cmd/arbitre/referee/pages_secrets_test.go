package referee

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// A chase is a game of deduction that begins with one of two secrets.
type chase struct {
	name    string
	judge   bool // knows the secret
	hide    func(p *phone, secret int)
	seed    [2]uint64
	answers []games.Value // that may be right or wrong, and tell little
}

func chases() []chase {
	return []chase{
		{
			name: "mog", seed: [2]uint64{7, 7},
			hide: func(p *phone, secret int) {
				p.choose(2)
				p.press(1, 2, 3, ok)
				p.press(ok, ok, ok, ok) // players, rounds, first, begin
				p.press(ok)             // the display is taken
				p.typed([...]string{"123", "124"}[secret])
				p.shows("turn", "designate")
			},
			answers: []games.Value{`[1,2,5]`, `[1,3,4]`, `[5,6,7]`, `[2,6,8]`, `[1,2,3]`, `"withdraw"`},
		},
		{
			name: "mastermind", seed: [2]uint64{7, 8},
			hide: func(p *phone, _ int) {
				p.choose(3)
				p.press(1, 2, 3, ok)
				p.press(ok, ok, ok, ok) // the house deals, calls in turn, rounds, begin
				p.shows("peek", "peek")
			},
			answers: []games.Value{`["blue","red","yellow","",""]`, `["","","orange","brown","green"]`},
		},
		{
			name: "motus", judge: true, seed: [2]uint64{7, 7},
			hide: func(p *phone, secret int) {
				p.choose(4)
				p.press(1, 2, 3, ok)
				p.press(previous, previous, ok, ok) // five letters, series
				p.choose(1)                         // 8 s
				p.press(ok)
				for _, word := range []string{[...]string{"ETAGE", "ETAPE"}[secret], "BALLE", "COCON"} {
					p.shows("for_eyes", "cover")
					p.press(ok)
					p.typed(word)
				}
			},
			answers: []games.Value{`"EMAIL"`, `"ECLAT"`, `"BULLE"`, `"CANON"`, `"ETAGE"`},
		},
	}
}

// A moment is what had happened, and what everyone had been sent, after one thing that somebody did.
type moment struct{ facts, sent string }

// play plays a game of so many steps, which chance draws alike for both secrets.
func (c chase) play(t *testing.T, secret int, chance *rand.Rand, steps int) (moments []moment) {
	synctest.Test(t, func(t *testing.T) {
		p := newPhone(t, t.TempDir(), func(s *setup) { s.Seed = func() uint64 { return c.seed[secret] } })
		pages := p.referee.Pages
		p.pair()
		streams := []*stream{listen(t, pages, "/judge/events")}
		for _, l := range wording.Languages() {
			streams = append(streams, listen(t, pages, "/events?lang="+l.String()))
		}
		if !c.judge {
			streams = append(streams, listen(t, pages, "/judge/events", p.cookie))
		}
		logged := 0
		look := func() {
			p.wait(100 * time.Millisecond) // the pages are sent what is new
			var m moment
			for line := range strings.Lines(p.log.String()[logged:]) {
				if strings.Contains(line, "msg=fact") {
					m.facts += line
				}
			}
			logged = p.log.Len()
			var sent strings.Builder
			for _, s := range streams {
				sent.WriteString(s.news())
			}
			for _, path := range []string{"/", "/overlay", "/judge", "/judge/events", "/table.js", "/nothing"} {
				sent.WriteString(stranger(pages, "GET", path, ""))
			}
			for _, body := range []string{`{"prompt":"guess","value":"ETAGE"}`, `{"undo":true}`} {
				sent.WriteString(stranger(pages, "POST", "/judge/answer", body))
			}
			sent.WriteString(stranger(pages, "POST", "/judge/pair", `{"code":"999999"}`))
			// When an event is sent is up to the goroutines, and so is the clock that it begins with.
			m.sent = regexp.MustCompile(`data: {"now":\d+`).ReplaceAllString(sent.String(), "data: {")
			moments = append(moments, m)
		}
		look()
		c.hide(p, secret)
		look()
		for range steps {
			c.step(p, chance)
			look()
		}
		late := listen(t, pages, "/events") // somebody comes at the end
		moments[len(moments)-1].sent += late.news()
		for _, s := range append(streams, late) {
			s.stop()
		}
		p.stop()
	})
	return moments
}

// stranger is all that a page answers to somebody who is not paired, but for the date.
func stranger(pages http.Handler, method, path, body string) string {
	request := httptest.NewRequest(method, "http://box.test"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	answer := httptest.NewRecorder()
	pages.ServeHTTP(answer, request)
	var b strings.Builder
	fmt.Fprintln(&b, method, path, answer.Code)
	for _, key := range slices.Sorted(maps.Keys(answer.Header())) {
		fmt.Fprintln(&b, key, answer.Header()[key])
	}
	return b.String() + answer.Body.String()
}

// step is one thing that somebody does.
func (c chase) step(p *phone, chance *rand.Rand) {
	kind, seat, which := chance.IntN(10), hw.Button(1+chance.IntN(3)), chance.IntN(1<<16)
	value := c.answers[chance.IntN(len(c.answers))]
	switch kind {
	case 0, 1:
		p.press(seat)
	case 2, 3: // a token is looked at, for instance
		p.hold(seat, 300*time.Millisecond)
	case 4:
		p.press([]hw.Button{previous, next, ok}[which%3])
	case 5:
		p.hold(ok, time.Second)
	case 6:
		p.wait([]time.Duration{time.Second, 8 * time.Second, 3 * time.Minute}[which%3])
	default: // the phone answers
		prompts := p.referee.view(games.Judge).Prompts
		if len(prompts) == 0 {
			p.post("/judge/answer", `{"undo":true}`)
			return
		}
		asked := prompts[which%len(prompts)]
		if len(asked.Options) > 0 && asked.Shape == games.Choice {
			value = asked.Options[which%len(asked.Options)]
			if value == games.Word("phone") || value == games.Word("unpair") {
				return // its code is another each time
			}
		}
		keys := ""
		if asked.Keys.Seat != 0 {
			keys += fmt.Sprintf(`"seat":%d,`, asked.Keys.Seat)
		}
		if asked.Keys.Hunt != 0 {
			keys += fmt.Sprintf(`"hunt":%d,`, asked.Keys.Hunt)
		}
		p.post("/judge/answer", fmt.Sprintf(`{"prompt":%q,%s"value":%s}`, asked.ID, keys, string(value)))
	}
}

// Two games that differ in their secret alone can't be told apart by any byte that the daemon sends to somebody who is not
// paired, until a fact of the game tells; nor by any that it sends to the judge, who may play too, unless the game tells him.
func TestThePagesTellNothingOfASecret(t *testing.T) {
	const games, steps = 8, 20
	for _, c := range chases() {
		t.Run(c.name, func(t *testing.T) {
			alike := 0
			for seed := range uint64(games) {
				var both [2][]moment
				for secret := range both {
					both[secret] = c.play(t, secret, rand.New(rand.NewPCG(seed, 0)), steps)
				}
				for i, a := range both[0] {
					b := both[1][i]
					if a.facts != b.facts {
						break
					}
					if diff := cmp.Diff(a.sent, b.sent); diff != "" {
						t.Fatalf("game %d, step %d: the public can tell:\n%s", seed, i, diff)
					}
					alike++
				}
			}
			t.Logf("%d of %d moments were alike", alike, games*(steps+2))
			if alike < games*(steps+2)/4 {
				t.Errorf("only %d moments of %d games were compared", alike, games)
			}
		})
	}
}
