package lesson_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/lesson"
	"arbitre/games"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// reachable returns the lines that are watched, and some keys of a device.
func reachable() []string {
	buttons, _ := lesson.Drawn(lesson.Usual())
	places := append(buttons, "GPIO5", "GPIO6", "GPIO13", lesson.OtherOK)
	for n := range 12 {
		places = append(places, fmt.Sprintf("0079:0006/%d", 0x120+n))
	}
	return places
}

// Whatever is pressed in whatever order, what is learnt can be played with, each button is where it
// was pressed, and no line serves twice.
func TestWhateverIsPressedCanBePlayedWith(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		before := lesson.Usual()
		before.Speaker.Header = rapid.Bool().Draw(t, "sound card")
		if before.Speaker.Header {
			before.Buttons.Lamps = []string{}
		}
		l := lesson.New(before)
		places := rapid.Permutation(reachable()).Draw(t, "places")
		pressed := map[hw.Button]string{}
		for l.Asks != 0 {
			asked := l.Asks
			if l.MaySkip() && rapid.IntRange(0, 3).Draw(t, "skips") == 0 {
				l.Skip()
				continue
			}
			place := places[0]
			places = places[1:]
			if err := l.Press(place); err != nil {
				t.Fatalf("%v at %s: %v", asked, place, err)
			}
			pressed[asked] = place
			if l.Asks == 0 {
				break
			}
			if refusal, ok := errors.AsType[*games.Refusal](l.Press(place)); !ok || refusal.Say.Word != "is_button" {
				t.Fatalf("%s is learnt twice", place)
			}
		}
		c := l.Finish()
		if err := c.Check(); err != nil {
			t.Fatalf("%v\n%s", err, c)
		}
		got := map[hw.Button]string{}
		for b, line := range c.Lines() {
			got[b] = line
		}
		for b, place := range c.Places() {
			got[b] = place.String()
		}
		if diff := cmp.Diff(pressed, got); diff != "" {
			t.Fatalf("(-pressed +configured):\n%s", diff)
		}
	})
}

// A lamp stays with the button that it is in, whichever seat that has now: as it was configured, or
// else as it is drawn.
func TestALampStaysInItsButton(t *testing.T) {
	own := lesson.Usual()
	own.Buttons.Seats = []string{"GPIO4", "GPIO17", "GPIO27"}
	own.Buttons.Lamps = []string{"GPIO26", "", "GPIO25"}
	own.Shortcuts = []config.Shortcut{{Line: "GPIO24", Prompt: "play", Value: "mosquito"},
		{Line: "GPIO10", Prompt: "play", Value: "mosquito"}}
	for name, test := range map[string]struct {
		before config.Config
		press  []string
		want   []string
	}{
		"as drawn": {lesson.Usual(), []string{"GPIO24", "GPIO17", "0079:0006/BTN_THUMB"},
			[]string{"GPIO21", "GPIO25", ""}},
		"as configured": {own, []string{"GPIO27", "GPIO24", "GPIO4"}, []string{"GPIO25", "GPIO21", "GPIO26"}},
		"none":          {own, []string{"GPIO17", "GPIO22", "GPIO9"}, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			l := lesson.New(test.before)
			for _, line := range test.press {
				if err := l.Press(line); err != nil {
					t.Fatal(err)
				}
			}
			l.Skip()
			l.Skip()
			c := l.Finish()
			if diff := cmp.Diff(test.want, c.Buttons.Lamps); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			gone := slices.Contains(test.press, "GPIO24")
			if kept := len(c.Shortcuts) == len(test.before.Shortcuts); kept == gone && len(test.before.Shortcuts) > 0 {
				t.Errorf("shortcuts %v", c.Shortcuts)
			}
		})
	}
}
