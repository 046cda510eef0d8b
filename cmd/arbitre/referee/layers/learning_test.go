package layers

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
)

// A firstStart is a box that learns its buttons, in front of which somebody presses them.
type firstStart struct {
	*Learning
	t      *testing.T
	m      Moment
	active time.Duration
	turns  int         // how often something happened by itself
	keys   []hw.Button // that acted as the judge's
	cues   []games.Cue
	next   *Restart
}

// newFirstStart returns a box, after changes, whose button 1 is on the first of the places.
func newFirstStart(t *testing.T, places []hw.Source, change func(*Buttons)) *firstStart {
	m := moment()
	c := config.Default(all.Games(), func(string) string { return "" })
	c.Buttons.Seats, c.Run.Learn = nil, true
	m.Config = &c
	b := &Buttons{Before: c, Source: func(b hw.Button) (at hw.Source, ok bool) {
		if ok = b > 0 && int(b) <= len(places); ok {
			at = places[b-1]
		}
		return at, ok
	}}
	change(b)
	return &firstStart{t: t, m: m, active: m.Now, Learning: NewLearning(b, m)}
}

// onLines are buttons on lines, of which button 1 is on the first.
func onLines() (all []hw.Source) {
	for _, line := range []string{"GPIO17", "GPIO27", "GPIO22", "GPIO23", "GPIO24", "GPIO5", "GPIO6", "GPIO13"} {
		all = append(all, hw.Source{Place: line})
	}
	return all
}

func unchanged(*Buttons) {}

// do carries effects out, as far as they are the box's.
func (s *firstStart) do(effects []Effect) {
	for _, e := range effects {
		switch e := e.(type) {
		case NewSerial:
			s.m.Serial++
		case Cue:
			s.cues = append(s.cues, e.Cue)
		case Speak:
			if s.m.Language = e.Language; e.Kept {
				s.do(s.Spoke(s.m))
			}
		case Restart:
			s.next = &e
		case Reject:
			s.t.Errorf("refused: %v", e.Err)
		}
	}
}

// wait lets the time pass, with what is due in it.
func (s *firstStart) wait(d time.Duration) {
	end := s.m.Now + d
	for at, ok := s.Due(); ok && at <= end && s.next == nil; at, ok = s.Due() {
		s.turns++
		s.m.Now = max(at, s.m.Now)
		effects, _ := s.Take(s.m, elapses)
		s.do(effects)
		if s.turns > 1000 {
			s.t.Fatal("it never rests")
		}
	}
	s.m.Now = end
}

func (s *firstStart) edge(b hw.Button, down bool) {
	s.m.Idle, s.active = s.m.Now-s.active, s.m.Now
	effects, on, mine := s.Press(s.m, hw.Event{Edge: hw.Edge{At: s.m.Now, Button: b, Down: down}})
	if s.do(effects); !mine {
		s.keys = append(s.keys, on.Button)
	}
}

func (s *firstStart) hold(b hw.Button, d time.Duration) {
	s.edge(b, true)
	s.wait(d)
	s.edge(b, false)
	s.wait(60 * time.Millisecond)
}

func (s *firstStart) press(buttons ...hw.Button) {
	for _, b := range buttons {
		s.hold(b, 60*time.Millisecond)
	}
}

// answers gives an answer of a keyboard or a page.
func (s *firstStart) answers(id, word string) {
	effects, mine := s.Take(s.m, answers(id, games.Word(word)))
	if !mine {
		s.t.Errorf("%s %s is for another layer", id, word)
	}
	s.do(effects)
}

// asks fails unless the box asks for this button, or for 0 for none, and offers these choices.
func (s *firstStart) asks(b hw.Button, offers string) {
	s.t.Helper()
	v := s.View(s.m, games.Judge, games.View{})
	want := games.Text{Word: "press_key", Extra: b.String()}
	if b > 0 {
		want = games.Text{Word: "press_seat", Number: int(b)}
	}
	if b != 0 && !v.Headline.Equal(want) {
		s.t.Fatalf("it says %+v, want %+v", v.Headline, want)
	}
	var words []string
	for _, o := range v.Prompts[0].Options {
		words = append(words, o.String())
	}
	if got := strings.Join(words, " "); got != offers || v.Prompts[0].Serial != s.m.Serial {
		s.t.Errorf("%v: it offers %q as number %d, want %q as %d", b, got, v.Prompts[0].Serial, offers, s.m.Serial)
	}
}

// says reports whether it says a word in one of its sentences.
func (s *firstStart) says(word string) bool {
	v := s.View(s.m, games.Judge, games.View{})
	return slices.ContainsFunc(append([]games.Text{v.Headline}, v.Lines...), func(t games.Text) bool { return t.Word == word })
}

// leads fails unless the box goes on with these lines, and keeps these keys of its configuration, if
// they are given.
func (s *firstStart) leads(seats, lamps, keys, keep string) {
	s.t.Helper()
	if s.next == nil || s.next.Config.Run.Learn || s.next.Config.Run.LearnOnly != 0 {
		s.t.Fatalf("it goes on with %+v", s.next)
	}
	c := s.next.Config
	got := []string{strings.Join(c.Buttons.Seats, " "), strings.Join(c.Buttons.Lamps, " "),
		strings.Join([]string{c.Judge.Previous, c.Judge.Next, c.Judge.OK}, " ")}
	if diff := cmp.Diff([]string{seats, lamps, keys}, got); diff != "" {
		s.t.Errorf("seats, lamps and keys (-want +got):\n%s", diff)
	}
	if got := strings.Join(s.next.Keep, " "); keep != "" && got != keep {
		s.t.Errorf("it keeps %s, want %s", got, keep)
	}
}

// A new box asks for one button after the other and lights what was pressed, then for its keys, of
// which the last two choose the language.
func TestANewBoxLearnsItsButtons(t *testing.T) {
	s := newFirstStart(t, onLines(), unchanged)
	s.asks(1, "language")
	for _, tc := range []struct {
		press hw.Button
		cue   games.Cue
		log   Log
	}{
		{2, games.CueJoined, Log{"learnt", []any{"button", hw.Button(1), "at", "GPIO27", "device", ""}}},
		{2, games.CueRefused, Log{"not learnt", []any{"asked", hw.Button(2), "at", "GPIO27", "device", "", "said", "is_button"}}},
		{1, games.CueJoined, Log{"learnt", []any{"button", hw.Button(2), "at", "GPIO17", "device", ""}}},
	} {
		effects, _, mine := s.Press(s.m, hw.Event{Edge: hw.Edge{At: s.m.Now, Button: tc.press, Down: true}})
		if diff := cmp.Diff([]Effect{NewSerial{}, Cue{tc.cue}, tc.log}, effects); diff != "" || !mine {
			t.Errorf("%d: effects (-want +got):\n%s", tc.press, diff)
		}
		s.do(effects)
		s.wait(time.Second)
		s.edge(tc.press, false)
	}
	s.press(5)
	if lamps, _ := s.Places(s.m.Box); len(lamps) != 8 || lamps[1].Lamp != games.Lit || lamps[2].Lamp != games.Blinking {
		t.Errorf("lamps %+v", lamps)
	}
	s.asks(4, "no_more anew language")
	s.hold(2, 3*time.Second) // no more seats
	s.press(8, 7)
	s.asks(hw.KeyNext, "anew language")
	s.press(6)
	s.asks(0, "fr de en")
	if s.next != nil {
		t.Errorf("it goes on with %+v", s.next)
	}
	s.keys = nil
	if s.press(1, 6); !slices.Equal(s.keys, []hw.Button{hw.KeyNext, hw.KeyNext}) { // down and up
		t.Errorf("%v act as keys", s.keys)
	}
	s.answers("language", "fr")
	s.leads("GPIO27 GPIO17 GPIO24", "GPIO16 GPIO25 GPIO21", "GPIO6 GPIO5 GPIO13", "buttons.seats buttons.lamps shortcut judge.previous judge.next judge.ok judge.back language "+
		"oled.enabled oled.bus oled.address public.enabled public.bus public.address buzzer.enabled buzzer.pin")
	if s.next.Config.Language != "fr" {
		t.Errorf("it speaks %s", s.next.Config.Language)
	}
}

// Whoever chose the language at once is not asked again; who starts over begins with seat 1; and
// without keys nobody could answer anything, unless a keyboard is there.
func TestANewBoxWithoutKeys(t *testing.T) {
	s := newFirstStart(t, append(onLines(), hw.Source{Place: "GPIO12"}), unchanged) // the buzzer's
	if s.press(9); !s.says("no_line") {
		t.Error("the buzzer's line becomes a button")
	}
	takes(t, s, s.m, answers("learning", games.Word("language")), true, Close{}, Ask{ID: "language"})
	s.do([]Effect{Speak{wording.German, true}})
	s.press(3)
	s.answers("learning", "anew")
	s.press(1, 2, 3)
	s.hold(1, 3*time.Second) // no more seats
	s.hold(1, 3*time.Second) // no keys
	if s.next != nil || !s.says("no_keys") {
		t.Fatalf("it goes on with %+v", s.next)
	}
	if _, _, mine := s.Press(s.m, hw.Event{Edge: hw.Edge{At: s.m.Now}, Typed: 'a'}); mine || !s.says("hold_no_keys") {
		t.Error("a keyboard does not do")
	}
	s.hold(1, 3*time.Second)
	s.leads("GPIO17 GPIO27 GPIO22", "GPIO25 GPIO16 GPIO26", "  ", "")
}

// Sentences take turns, then languages, until nobody is there. Then the first press only wakes the
// display.
func TestAFirstStartTakesTurnsUntilItRests(t *testing.T) {
	s := newFirstStart(t, onLines(), unchanged)
	var shown []string
	for range 2 {
		for range 2 * len(wording.Languages()) {
			v := s.OnDisplay(s.View(s.m, games.Judge, games.View{}), false)
			shown = append(shown, s.m.Language.String()+" "+v.Headline.Word)
			if len(v.Prompts) > 0 || len(v.Lines) == 0 {
				t.Errorf("the display shows %+v", v)
			}
			s.wait(perSentence)
		}
	}
	if shown[0] == shown[1] || shown[0] != shown[len(shown)/2] {
		t.Errorf("these take turns: %q", shown)
	}
	s.Fault(3, hw.Stuck)
	for range len(s.learning.Sentences()) - 1 {
		s.wait(perSentence)
	}
	s.Fault(3, nil) // while what is said of it stands first
	if v := s.OnDisplay(s.View(s.m, games.Judge, games.View{}), true); len(v.Lines) == 0 || len(v.Prompts) == 0 {
		t.Errorf("with a page the display shows %+v", v)
	}
	s.m.Asking = true // somebody chooses the language
	before := s.m.Language
	if s.wait(10 * perSentence); s.m.Language != before {
		t.Error("the language changes while it is asked for")
	}
	s.m.Asking = false
	for _, nobody := range []hw.Button{1, 2} {
		s.turns = 0
		s.wait(time.Hour)
		if s.turns == 0 || s.turns > 300 {
			t.Errorf("it changes %d times in an hour", s.turns)
		}
		s.press(1)
		s.asks(nobody, map[hw.Button]string{1: "language", 2: "anew language"}[nobody])
		s.press(nobody)
	}
}

// The lamps of a device are lit one after the other: each belongs to the seat whose button is
// pressed then. One may be broken, and nobody sits beside another.
func TestLampsOfADeviceAreLearnt(t *testing.T) {
	lit := map[string]bool{}
	s := newFirstStart(t, nil, func(b *Buttons) {
		b.Source = func(b hw.Button) (hw.Source, bool) {
			return hw.Source{Place: fmt.Sprint("054c:1000/BTN_TRIGGER_HAPPY", int(b))}, b > 0
		}
		for i := range 5 {
			b.Lamps = append(b.Lamps, evdev.Place{Vendor: 0x54c, Product: 0x1000, Name: fmt.Sprint("buzz", i+1)})
		}
		b.Light = func(lamp evdev.Place, on bool) error {
			if lamp.Name == "buzz2" {
				return errors.New("it is broken")
			}
			lit[lamp.Name] = on
			return nil
		}
	})
	s.press(1, 6, 11)
	s.hold(1, 3*time.Second) // no more seats
	s.edge(hw.KeyOK, true)   // on a keyboard
	s.hold(1, 3*time.Second) // no keys
	s.press(6)               // buzz1
	s.press(6)               // buzz3, but it has one
	s.press(11)              // buzz3
	s.hold(1, 3*time.Second) // nobody has buzz4
	if want := map[string]bool{"buzz1": false, "buzz3": false, "buzz4": false, "buzz5": true}; !cmp.Equal(lit, want) || s.next != nil {
		t.Errorf("lit are %v, want %v", lit, want)
	}
	s.press(1)
	s.leads("054c:1000/BTN_TRIGGER_HAPPY1 054c:1000/BTN_TRIGGER_HAPPY6 054c:1000/BTN_TRIGGER_HAPPY11",
		"054c:1000/buzz5 054c:1000/buzz1 054c:1000/buzz3", "  ", "")
	if lit["buzz5"] {
		t.Error("the last lamp stays lit")
	}
}

// Every press of a keyboard is answered at the first start: its arrows choose, and any other key is
// a button once it is pressed twice. Then all of its keys are buttons, Enter as well.
func TestAKeyboardAtTheFirstStart(t *testing.T) {
	const letter, down, enter, digit = 1, 2, 3, 4
	s := newFirstStart(t, []hw.Source{
		{Place: "d209:0420/KEY_A", Use: hw.Types},
		{Place: "d209:0420/KEY_DOWN", Use: hw.Types, Answers: hw.KeyNext},
		{Place: "d209:0420/KEY_ENTER", Use: hw.Types, Answers: hw.KeyOK},
		{Place: "d209:0420/KEY_KP7"},
	}, unchanged)
	asked := func() int { return len(s.OnDisplay(s.View(s.m, games.Judge, games.View{}), false).Prompts) }
	if s.press(letter); !s.says("is_keyboard") || asked() > 0 {
		t.Error("a letter is not answered, or a question that no key can answer is shown")
	}
	if s.press(down); !s.says("is_keyboard") || asked() != 1 || !slices.Equal(s.keys, []hw.Button{hw.KeyNext, hw.KeyNext}) {
		t.Errorf("an arrow acts as %v", s.keys)
	}
	s.press(letter, letter)
	s.asks(2, "anew language")
	s.press(enter)
	s.asks(3, "anew language")
	s.press(digit)
	s.asks(4, "no_more anew language")
	s.press(digit, digit) // taken back
	s.asks(3, "anew language")
}

// A box that knows its buttons learns them anew, or one alone, and has them as before if nobody goes
// on with it.
func TestButtonsAreLearntAnew(t *testing.T) {
	lines := func(c config.Config) string { return c.Only("buttons.seats", "judge.back", "shortcut") }
	c := config.Default(all.Games(), func(string) string { return "" })
	mosquito := config.Shortcut{Prompt: "play", Value: "mosquito"}
	for name, tc := range map[string]struct {
		only  hw.Button
		does  func(*firstStart)
		wants func(*config.Config)
	}{
		"taken back": {0, func(s *firstStart) { s.press(4); s.answers("learning", "withdraw") }, func(*config.Config) {}},
		"nobody is there": {0, func(s *firstStart) {
			s.press(4)
			if s.wait(s.m.Config.OLED.Blank - time.Second); s.next != nil {
				t.Error("it ends too early")
			}
			s.wait(2 * time.Second)
		}, func(*config.Config) {}},
		"back alone": {hw.KeyBack, func(s *firstStart) { s.press(9) }, func(c *config.Config) { c.Judge.Back = "GPIO4" }},
		"a shortcut alone": {hw.Shortcut(0), func(s *firstStart) { s.press(9) }, func(c *config.Config) {
			c.Shortcuts = []config.Shortcut{{Line: "GPIO4", Prompt: mosquito.Prompt, Value: mosquito.Value}}
		}},
		"a shortcut after all not": {hw.Shortcut(0), func(s *firstStart) { s.answers("learning", "withdraw") },
			func(*config.Config) {}},
		"no button for back": {hw.KeyBack, func(s *firstStart) {
			s.asks(hw.KeyBack, "no_more language withdraw")
			s.answers("learning", "no_more")
		}, func(*config.Config) {}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newFirstStart(t, append(onLines(), hw.Source{Place: "GPIO4"}), func(b *Buttons) {
				if b.Before = c; tc.only != 0 {
					b.Before.Run.LearnOnly = tc.only
				}
				if _, is := tc.only.Shortcut(); is {
					b.Before.Shortcuts = []config.Shortcut{mosquito}
				}
				b.Before.Run.Learn = true
			})
			tc.does(s)
			want := c
			tc.wants(&want)
			if s.next == nil || s.next.Config.Run.Learn || s.next.Config.Run.LearnOnly != 0 || lines(s.next.Config) != lines(want) {
				t.Errorf("it goes on with\n%+v, want\n%s", s.next, lines(want))
			}
			if s.next != nil && slices.Contains(s.next.Keep, "oled.bus") {
				t.Errorf("it keeps %v", s.next.Keep)
			}
		})
	}
}
