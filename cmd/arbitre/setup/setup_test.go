package setup_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/lesson"
	"arbitre/cmd/arbitre/setup"
	"arbitre/display/wording"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
)

// An answer is what a person does at a question that contains a text: types a line, presses a
// button, or types Ctrl-C.
type answer struct {
	asked string
	does  any // string or hw.Source
}

const ctrlC = "\x03"

// A person answers question after question, and ends the input after the last answer.
type person struct {
	t       *testing.T
	answers []answer
	typing  *io.PipeWriter
	stop    context.CancelFunc
	presses chan hw.Source
	heard   strings.Builder
}

// Write reads what is said and answers it if it is a question, which ends in ": ".
func (p *person) Write(said []byte) (int, error) {
	p.heard.Write(said)
	question, isQuestion := strings.CutSuffix(string(said), ": ")
	switch {
	case !isQuestion:
	case len(p.answers) == 0:
		p.typing.Close()
	default:
		next := p.answers[0]
		if p.answers = p.answers[1:]; !strings.Contains(question, next.asked) {
			p.t.Fatalf("asked %q, not for %q", question, next.asked)
		}
		switch does := next.does.(type) {
		case hw.Source:
			p.presses <- does
		case string:
			if does == ctrlC {
				p.stop()
			} else {
				fmt.Fprintln(p.typing, does)
			}
		}
	}
	return len(said), nil
}

// ask lets a person answer, and returns what was said and the configuration.
func ask(t *testing.T, m setup.Machine, doubts func(config.Config) []config.Complaint, answers ...answer) (
	said string, c config.Config, err error,
) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	typed, typing := io.Pipe()
	defer typing.Close()
	p := &person{t: t, answers: answers, typing: typing, stop: stop, presses: make(chan hw.Source, 1)}
	p.presses <- pad("BTN_MODE") // before anybody has asked for it
	m.Presses = p.presses
	c, _, err = setup.Ask(ctx, typed, p, setup.Options{
		Rules: all.Games(), Language: wording.English, Machine: m, Doubts: doubts,
	})
	return p.heard.String(), c, err
}

func pad(key string) hw.Source {
	return hw.Source{Place: "0079:0006/" + key, Device: "USB Joystick", Resolution: 8 * time.Millisecond}
}

func noDoubts(config.Config) []config.Complaint { return nil }

func noLamps() []lesson.Lamp { return nil }

// Without a header nobody is asked for lines, a display or a buzzer. A button that was pressed
// before is refused, and an answer that doubts complains of is asked for again.
func TestButtonsThatArePluggedIn(t *testing.T) {
	doubts := func(c config.Config) []config.Complaint {
		if c.Shortcuts[0].Value != "mosquito" {
			return []config.Complaint{{What: "did you mean mosquito?"}}
		}
		return nil
	}
	forgotten := 0
	m := setup.Machine{Lamps: noLamps, Forget: func() { forgotten++ }}
	said, c, err := ask(t, m, doubts, []answer{
		{"Language", "en"},
		{"Press the button of seat 1", pad("BTN_TRIGGER")},
		{"Press the button of seat 2", pad("BTN_TRIGGER")},
		{"Press the button of seat 2", ""},
		{"Press the button of seat 2", pad("BTN_THUMB")},
		{"Press the button of seat 3", "0079:0006/BTN_THUM"},
		{"Press the button of seat 3", "0079:0006/292"},
		{"Press the button of seat 4, or Enter if there is none", ""},
		{"Press the key OK, or Enter if there is none", ""},
		{"answers a question at once", pad("BTN_BASE")},
		{"Which question", "play"},
		{"Which question", "play moskito"},
		{"Which question", ""},
		{"answers a question at once", ""},
		{"Is that right", "yes"},
		{"loudspeaker", ""},
		{"phones", ""},
	}...)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	for _, want := range []string{
		"Press the button of seat 1: 0079:0006/BTN_TRIGGER (USB Joystick, ± 8 ms)\n",
		"Nothing with buttons is plugged in yet. Plug it in now, or stop with Ctrl-C: nothing is written then.\n",
		"That is not possible: that is the button of seat 1 already; press another\n",
		"That is not possible: press it, or type where it is, such as GPIO17\n",
		`That is not possible: key "buttons.seats[2]": there is no key "BTN_THUM"; did you mean "BTN_THUMB"?` + "\n",
		"That is not possible: two words, such as play mosquito\n",
		"That is not possible: did you mean mosquito?\n",
		"  button of seat 3  0079:0006/292\n  shortcut 1        0079:0006/BTN_BASE\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	if forgotten != 4 {
		t.Errorf("after 4 presses it forgot %d times what they typed", forgotten)
	}
	if c.HasKeys() || c.OLED.Enabled || c.Buzzer.Enabled {
		t.Errorf("it needs lines:\n%s", c)
	}
	if c.Web.Listen == "" {
		t.Error("without a display there are no pages, either")
	}
	if diff := cmp.Diff([]string{"0079:0006/BTN_TRIGGER", "0079:0006/BTN_THUMB", "0079:0006/292"},
		c.Buttons.Seats); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]config.Shortcut{{Line: "0079:0006/BTN_BASE", Prompt: "play", Value: "mosquito"}},
		c.Shortcuts); diff != "" {
		t.Error(diff)
	}
}

// Beside a header lines and devices mix. If the person says that it is wrong, all is asked again.
func TestLinesAndDevicesMix(t *testing.T) {
	once := []answer{
		{"button of seat 1", hw.Source{Place: "GPIO27"}},
		{"button of seat 2", pad("BTN_THUMB")},
		{"button of seat 3", "17"},
		{"button of seat 4", ""},
		{"key OK", "12"},
		{"key OK", "16"},
		{"key previous", "5"},
		{"key next", pad("BTN_BASE")},
		{"key back, or Enter if there is none", "12"},
		{"key back, or Enter if there is none", ""},
		{"answers a question at once", ""},
		{"lamps (yes, no)", "yes"},
		{"Lines of the lamps", ""},
	}
	said, c, err := ask(t, setup.Machine{Header: true, Plugged: true, Lamps: noLamps}, noDoubts, slices.Concat([]answer{
		{"Language", ""},
		{"Height", "0"},
		{"Buzzer", ""},
		{"sound card", ""},
		{"connected by now", ""},
	}, once, []answer{{"Is that right", "no"}}, once, []answer{
		{"Is that right", ""},
		{"loudspeaker", ""},
		{"phones", ""},
	})...)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if want := "GPIO12: judge's OK and buzzer"; !strings.Contains(said, want) {
		t.Errorf("it does not say %q:\n%s", want, said)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
	if c.Web.Listen != "" {
		t.Errorf("pages are served at %q, want none", c.Web.Listen)
	}
	judge := config.Judge{Previous: "GPIO5", Next: "0079:0006/BTN_BASE", OK: "GPIO16", Long: c.Judge.Long}
	for what, diff := range map[string]string{
		"seats": cmp.Diff([]string{"GPIO27", "0079:0006/BTN_THUMB", "GPIO17"}, c.Buttons.Seats),
		"lamps": cmp.Diff([]string{"GPIO25", "", "GPIO26"}, c.Buttons.Lamps),
		"judge": cmp.Diff(judge, c.Judge),
	} {
		if diff != "" {
			t.Errorf("%s: %s", what, diff)
		}
	}
}

// The lamps of a device are lit one after the other. Each belongs to the seat whose button is
// pressed.
func TestLampsOfADevice(t *testing.T) {
	var lit []string
	var lamps []lesson.Lamp
	for _, name := range []string{"buzz1", "buzz2", "buzz3", "buzz4"} {
		lamps = append(lamps,
			lesson.Lamp{Place: evdev.Place{Vendor: 0x54c, Product: 0x1000, Name: name}, Light: func(on bool) error {
				if name == "buzz3" {
					return errors.New("it is broken")
				}
				lit = append(lit, fmt.Sprint(name, " ", on))
				return nil
			}})
	}
	lamps = append(lamps,
		lesson.Lamp{Place: evdev.Place{Vendor: 1, Name: "power"},
			Light: func(bool) error { panic("nobody sits there") }})
	buzz := func(key string) hw.Source { return hw.Source{Place: "054c:1000/" + key, Device: "Buzz"} }
	said, c, err := ask(t, setup.Machine{Lamps: func() []lesson.Lamp { return lamps }}, noDoubts, []answer{
		{"Language", ""},
		{"button of seat 1", buzz("BTN_TRIGGER_HAPPY6")},
		{"button of seat 2", buzz("BTN_TRIGGER_HAPPY1")},
		{"button of seat 3", pad("BTN_THUMB")},
		{"button of seat 4", ""},
		{"key OK", ""},
		{"answers a question at once", ""},
		{"A lamp is lit", pad("BTN_BASE")},
		{"A lamp is lit", buzz("BTN_TRIGGER_HAPPY1")},
		{"A lamp is lit", buzz("BTN_TRIGGER_HAPPY1")},
		{"A lamp is lit", buzz("BTN_TRIGGER_HAPPY6")},
		{"A lamp is lit", ""},
		{"Is that right", ""},
		{"loudspeaker", ""},
		{"phones", "no"},
	}...)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	if diff := cmp.Diff([]string{"054c:1000/buzz2", "054c:1000/buzz1", ""}, c.Buttons.Lamps); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"buzz1 true", "buzz1 false", "buzz2 true", "buzz2 false", "buzz4 true", "buzz4 false"},
		lit); diff != "" {
		t.Error(diff)
	}
	for _, want := range []string{
		"That is not possible: that is no seat's button, or one that has a lamp\n",
		"The lamp 054c:1000/buzz3 can't be lit: it is broken\n",
		"  button of seat 1  054c:1000/BTN_TRIGGER_HAPPY6, lamp 1 054c:1000/buzz2\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("it does not say %q:\n%s", want, said)
		}
	}
}

// The default line of the judge's key OK is one of the eight that are drawn for lamps.
func TestEnterAnswersEveryQuestionForEightSeats(t *testing.T) {
	said, c, err := ask(t, setup.Machine{Header: true, Lamps: noLamps}, noDoubts, []answer{
		{"Language", ""},
		{"Height", ""},
		{"Buzzer", ""},
		{"sound card", ""},
		{"connected by now", ""},
		{"How many seats", "8"},
		{"Lines of the buttons", ""},
		{"lamps (yes, no)", ""},
		{"Lines of the lamps", ""},
		{"loudspeaker", ""},
		{"phones", ""},
	}...)
	if err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
	want := []string{"GPIO25", "GPIO16", "GPIO26", "GPIO20", "GPIO21", "GPIO18", "GPIO19", "GPIO13"}
	if diff := cmp.Diff(want, c.Buttons.Lamps); diff != "" {
		t.Error(diff)
	}
	if err := c.Check(); err != nil {
		t.Error(err)
	}
}

// Whoever stops with Ctrl-C leaves no lamp lit.
func TestCtrlCPutsOutTheLamp(t *testing.T) {
	lit := false
	lamp := lesson.Lamp{Place: evdev.Place{Vendor: 0x79, Product: 6, Name: "ring"}, Light: func(on bool) error {
		lit = on
		return nil
	}}
	said, _, err := ask(t, setup.Machine{Lamps: func() []lesson.Lamp { return []lesson.Lamp{lamp, lamp} }}, noDoubts,
		[]answer{
			{"Language", ""},
			{"button of seat 1", pad("BTN_TRIGGER")},
			{"button of seat 2", pad("BTN_THUMB")},
			{"button of seat 3", pad("BTN_TOP")},
			{"button of seat 4", ""},
			{"key OK", ""},
			{"answers a question at once", ""},
			{"A lamp is lit", ctrlC},
		}...)
	if err == nil || !strings.Contains(err.Error(), "nothing is written") {
		t.Errorf("got %v, want to be told that nothing is written", err)
	}
	if lit || strings.Count(said, "A lamp is lit") != 1 {
		t.Errorf("the lamp is lit: %t; it said\n%s", lit, said)
	}
}

func TestWhoStopsAnsweringIsTold(t *testing.T) {
	if _, _, err := ask(t, setup.Machine{Lamps: noLamps}, noDoubts, answer{"Language", ""}); err == nil ||
		!strings.Contains(err.Error(), "the answers ended before the last question") {
		t.Errorf("got %v", err)
	}
}
