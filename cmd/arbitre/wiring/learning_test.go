package wiring

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A lesson presses what is learnt, one after the other.
type lesson struct {
	*Learning
	at time.Duration
}

func learn(before Lines, lamps ...evdev.Place) *lesson {
	return &lesson{Learn(before, nil, lamps), time.Second}
}

// wait lets the time pass, with what is due in it.
func (l *lesson) wait(d time.Duration) {
	end := l.at + d
	for due, ok := l.Due(); ok && due <= end; due, ok = l.Due() {
		l.Elapse(due)
	}
	l.at = end
}

func (l *lesson) press(s hw.Source) {
	l.Press(l.at, s)
	l.wait(50 * time.Millisecond)
	l.Release(s.Place)
	l.wait(450 * time.Millisecond)
}

// answer presses a key that may be one of the judge's.
func (l *lesson) answer(s hw.Source) {
	if _, is := l.TakeAnswer(s, true); !is {
		l.press(s)
	}
}

func (l *lesson) lines(places ...string) {
	for _, place := range places {
		l.press(hw.Source{Place: place})
	}
}

func (l *lesson) hold(place string) {
	l.Press(l.at, hw.Source{Place: place})
	l.wait(3 * time.Second)
	l.Release(place)
}

// key is a key of a keyboard, of which each report may come 10 ms after its touch.
func key(name string, use hw.Use) hw.Source {
	return hw.Source{Place: "d209:0420/KEY_" + name, Device: "I-PAC", Resolution: 10 * time.Millisecond,
		Use: use}
}

func (l *lesson) learnt() string {
	var all []string
	for _, f := range l.found {
		all = append(all, strings.TrimPrefix(f.Place, "d209:0420/KEY_"))
	}
	return strings.Join(all, " ")
}

func TestAKeyboardIsLearntWhenItIsMeant(t *testing.T) {
	q, w, f1, pad7 := key("Q", hw.Types), key("W", hw.Types), key("F1", hw.Presses), key("KP7", hw.Presses)
	ctrl, lock := key("LEFTCTRL", hw.Modifies), key("NUMLOCK", hw.Locks)
	up := hw.Source{Place: "d209:0420/KEY_UP", Use: hw.Types, Answers: hw.KeyPrevious}
	for _, test := range []struct {
		name  string
		does  func(*lesson)
		found string
		said  string
	}{
		{"a letter may be the judge's", func(l *lesson) { l.press(q) }, "", "is_keyboard"},
		{"another letter as well", func(l *lesson) { l.press(q); l.press(w) }, "", "is_keyboard"},
		{"twice is meant", func(l *lesson) { l.press(q); l.press(q) }, "Q", "learnt"},
		{"then all keys of it are", func(l *lesson) { l.press(q); l.press(q); l.press(w); l.press(ctrl) },
			"Q W LEFTCTRL", "learnt"},
		{"a key that types nothing", func(l *lesson) { l.press(f1); l.press(q) }, "F1 Q", "learnt"},
		{"Ctrl alone", func(l *lesson) { l.press(ctrl); l.press(ctrl) }, "LEFTCTRL", "learnt"},
		{"Num Lock alone", func(l *lesson) { l.press(lock); l.press(lock) }, "", "not_a_button"},
		{"Num Lock around each digit", func(l *lesson) {
			for _, s := range []hw.Source{lock, pad7, lock} {
				l.Press(l.at, s)
				l.wait(40 * time.Millisecond)
				l.Release(s.Place)
				l.wait(40 * time.Millisecond)
			}
			l.wait(time.Second)
		}, "KP7", "learnt"},
		{"Shift with a letter", func(l *lesson) {
			for range 2 {
				l.Press(l.at, ctrl)
				l.Press(l.at, q)
				l.wait(time.Second)
			}
		}, "Q", "learnt"},
		{"two keys of one report", func(l *lesson) { l.Press(l.at, f1); l.Press(l.at+8*time.Millisecond, pad7) }, "F1",
			"learnt"},
		{"an arrow answers", func(l *lesson) { l.answer(up) }, "", "is_keyboard"},
		{"an arrow of an encoder", func(l *lesson) { l.press(f1); l.answer(up) }, "F1 UP", "learnt"},
		{"a direction", func(l *lesson) { l.press(hw.Source{Place: "0079:0006/0", Use: hw.Directs}) }, "", "not_a_button"},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := learn(Default())
			test.does(l)
			if got := l.learnt(); got != test.found || l.said.Word != test.said {
				t.Errorf("learnt %q, said %+v", got, l.said)
			}
			if l.refused != (test.said != "learnt") && test.said != "is_keyboard" {
				t.Errorf("refused %t", l.refused)
			}
		})
	}
}

// What was pressed by mistake is pressed once more to take it back, and seat 1 to say that there
// are no more: a button that lets go at once can't be held.
func TestAKnownButtonPressedTwice(t *testing.T) {
	for _, test := range []struct {
		name  string
		does  func(*lesson)
		found string
		asks  hw.Button
		said  string
	}{
		{"the last one once", func(l *lesson) { l.lines("A", "B", "B") }, "A B", 3, "is_button again_back"},
		{"the last one twice", func(l *lesson) { l.lines("A", "B", "B", "B") }, "A", 2, "taken_back"},
		{"all of them", func(l *lesson) { l.lines("A", "B", "B", "B", "A", "A") }, "", 1, "taken_back"},
		{"another one between", func(l *lesson) { l.lines("A", "B", "B", "A", "B") }, "A B", 3, "is_button again_back"},
		{"an older one", func(l *lesson) { l.lines("A", "B", "C", "B", "B") }, "A B C", 4, "is_button"},
		{"seat 1 once", func(l *lesson) { l.lines("A", "B", "C", "A") }, "A B C", 4, "is_button again_no_more"},
		{"seat 1 twice", func(l *lesson) { l.lines("A", "B", "C", "A", "A") }, "A B C", hw.KeyOK, ""},
		{"the last seat among the keys", func(l *lesson) { l.lines("A", "B", "C", "A", "A", "C", "C") }, "A B", 3,
			"taken_back"},
		{"a key", func(l *lesson) { l.lines("A", "B", "C", "A", "A", "D", "E", "E", "E") }, "A B C D", hw.KeyPrevious,
			"taken_back"},
		{"held, too early", func(l *lesson) { l.lines("A", "B"); l.hold("A") }, "A B", 3, "is_button"},
		{"held", func(l *lesson) { l.lines("A", "B", "C"); l.hold("B") }, "A B C", hw.KeyOK, ""},
		{"no keys, and nobody could answer", func(l *lesson) { l.lines("A", "B", "C"); l.hold("B"); l.hold("A") }, "A B C",
			hw.KeyOK, "is_button"},
		{"no keys", func(l *lesson) { l.lines("A", "B", "C"); l.hold("B"); l.NoteAnswer(); l.lines("A", "A") },
			"A B C", 0, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			l := learn(Default())
			test.does(l)
			said := l.said.Word
			for _, s := range l.Sentences() {
				if strings.HasPrefix(s.Word, "again") {
					said += " " + s.Word
				}
			}
			if got := l.learnt(); got != test.found || l.asked() != test.asks || said != test.said {
				t.Errorf("learnt %q, asks for %v, says %s", got, l.asked(), said)
			}
		})
	}
}

// Whatever is pressed in whatever order, what is learnt can be played with, each button is where it
// was pressed, and no line serves twice.
func TestWhateverIsPressedCanBePlayedWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := Default()
		card := rapid.Bool().Draw(t, "sound card")
		others := []Part{passive(DefaultBuzzer)}
		if card {
			before.Lamps = nil
			others = append(others, soundCard())
		}
		l := &lesson{Learn(before, others, nil), 0}
		l.NoteAnswer()
		places := Watchable()
		for n := range 12 {
			places = append(places, fmt.Sprintf("0079:0006/%d", 0x120+n))
		}
		places = rapid.Permutation(places).Draw(t, "places")
		pressed := map[hw.Button]string{}
		for l.asked() != 0 {
			asked := l.asked()
			switch {
			case l.MaySkip() && rapid.IntRange(0, 3).Draw(t, "skips") == 0:
				l.Skip()
				continue
			case len(l.found) > 0 && rapid.IntRange(0, 5).Draw(t, "takes back") == 0:
				last := l.found[len(l.found)-1]
				l.lines(last.Place, last.Place)
				delete(pressed, last.Button)
				if l.Owner(last.Place) != 0 || l.asked() != last.Button {
					t.Fatalf("%v is not taken back", last)
				}
				continue
			}
			place := places[0]
			places = places[1:]
			l.lines(place)
			if l.refused {
				t.Fatalf("%v at %s: %v", asked, place, l.said)
			}
			if pressed[asked] = place; len(places) == 0 {
				return
			}
		}
		got := l.Lines()
		if wrong := Check(append(got.Parts(fmt.Sprintf), others...)); len(wrong) > 0 {
			t.Fatalf("%+v\n%+v", wrong, got)
		}
		if diff := cmp.Diff(pressed, got.Of()); diff != "" {
			t.Fatalf("(-pressed +learnt):\n%s", diff)
		}
	})
}

// A lamp stays with the button that it is in, whichever seat that has now: as it was configured, or
// else as it is drawn.
func TestALampStaysInItsButton(t *testing.T) {
	own := Lines{Seats: []string{"GPIO4", "GPIO17", "GPIO27"}, Lamps: []string{"GPIO26", "", "GPIO25"},
		Shortcuts: []Shortcut{{Line: "GPIO24", Answer: "mosquito"}, {Line: "GPIO10", Answer: "mosquito"}}}
	for name, test := range map[string]struct {
		before Lines
		press  []string
		want   []string
	}{
		"as drawn":      {Default(), []string{"GPIO24", "GPIO17", "0079:0006/BTN_THUMB"}, []string{"GPIO21", "GPIO25", ""}},
		"as configured": {own, []string{"GPIO27", "GPIO24", "GPIO4"}, []string{"GPIO25", "GPIO21", "GPIO26"}},
		"none":          {own, []string{"GPIO17", "GPIO22", "GPIO9"}, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			l := learn(test.before)
			l.NoteAnswer()
			l.lines(test.press...)
			l.Skip()
			l.Skip()
			got := l.Lines()
			if diff := cmp.Diff(test.want, got.Lamps); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for i, s := range got.Shortcuts {
				if given := slices.Contains(test.press, test.before.Shortcuts[i].Line); given != (s.Line == "") {
					t.Errorf("shortcuts %v", got.Shortcuts)
				}
			}
		})
	}
}

// Lamps of a device are lit one by one. One of a set that nobody sits at is not, and of one that
// sits beside nobody the button of a seat that has a lamp says so, pressed twice or held.
func TestLampsOfADeviceAreLearnt(t *testing.T) {
	lamp := func(n int) evdev.Place {
		return evdev.Place{Vendor: 0x54c, Product: 0x1000, Name: fmt.Sprint("buzz", n)}
	}
	button := func(n int) string { return fmt.Sprint("054c:1000/BTN_TRIGGER_HAPPY", n) }
	l := learn(Lines{}, lamp(1), evdev.Place{Vendor: 1, Name: "ring"}, lamp(2), lamp(3), lamp(4))
	l.NoteAnswer()
	l.lines(button(1), button(6), button(11))
	l.Skip()
	l.Skip()
	for _, test := range []struct {
		lit  int
		does func()
	}{
		{1, func() { l.lines(button(6)) }},
		{2, func() { l.lines(button(6)) }},
		{2, func() { l.lines(button(6)) }},
		{3, func() { l.hold(button(1)) }},
		{4, func() { l.lines(button(1)) }},
	} {
		if l.lit != lamp(test.lit) || l.Done() {
			t.Fatalf("lit is %v, not %d: %+v", l.lit, test.lit, l.said)
		}
		test.does()
	}
	if want := []string{"054c:1000/buzz4", "054c:1000/buzz1", ""}; !l.Done() || !slices.Equal(l.Lines().Lamps, want) {
		t.Errorf("lamps %q", l.Lines().Lamps)
	}
}

// A key for back and a shortcut are learnt alone, and nothing else changes.
func TestOneButtonIsLearntAlone(t *testing.T) {
	back := Default()
	back.Back = "GPIO4"
	shortcut := Default()
	shortcut.Shortcuts = []Shortcut{{Line: "GPIO4"}}
	for _, test := range []struct {
		name   string
		button hw.Button
		before Lines
		does   func(*lesson)
		want   Lines
	}{
		{"back", hw.KeyBack, Default(), func(l *lesson) { l.lines("GPIO27", "GPIO27", "GPIO4") }, back},
		{"no back", hw.KeyBack, back, func(l *lesson) { l.hold("GPIO17") }, Default()},
		{"a shortcut", hw.Shortcut(0), Default(), func(l *lesson) { l.lines("GPIO12", "GPIO4") }, shortcut},
	} {
		t.Run(test.name, func(t *testing.T) {
			others := []Part{active("GPIO12")}
			l := &lesson{LearnOne(test.button, test.before, others), 0}
			if first := l.Sentences()[0]; first.Word != "press_key" {
				t.Errorf("asks %+v", first)
			}
			test.does(l)
			if diff := cmp.Diff(test.want, l.Lines()); !l.Done() || diff != "" {
				t.Errorf("done %t (-want +got):\n%s", l.Done(), diff)
			}
		})
	}
}

func TestButtonsAreNamed(t *testing.T) {
	for button, want := range map[hw.Button]games.Text{
		3:              {Word: "x", Seat: 3},
		hw.KeyOK:       {Word: "x", Extra: "key OK"},
		hw.Shortcut(1): {Word: "x", Extra: "shortcut", Number: 2},
	} {
		if got := NameOf(button, "x"); !got.Equal(want) {
			t.Errorf("%v: %+v", button, got)
		}
	}
}
