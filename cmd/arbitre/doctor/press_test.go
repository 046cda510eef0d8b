package doctor

import (
	"bytes"
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
	"arbitre/hw"

	"pgregory.net/rapid"
)

// Fingers press what is asked for, at a table whose wires may be mixed up.
type fingers struct {
	wires  map[hw.Button]hw.Button // whose line moves when a button is pressed; its own if not listed
	dead   []hw.Button
	slips  map[hw.Button]hw.Button     // pressed by mistake the first time
	bounce map[hw.Button]time.Duration // of a press; a release bounces half as long
	stuck  []hw.Button                 // down from the beginning
	idle   []hw.Edge                   // edges while nobody touches anything
	every  time.Duration               // the time between those, 0 for a second
	keys   bool                        // the buttons are keys of a device instead of lines

	start  time.Time
	events chan hw.Event
}

// usual returns the default configuration.
func usual() config.Config { return config.Default(all.Games(), func(string) string { return "" }) }

func (f *fingers) now() time.Duration { return time.Since(f.start) }

// press presses a button for a tenth of a second.
func (f *fingers) press(b hw.Button) {
	if slices.Contains(f.dead, b) {
		return
	}
	line := cmp.Or(f.wires[b], b)
	move := func(down bool) { f.events <- hw.Event{Edge: hw.Edge{At: f.now(), Button: line, Down: down}} }
	for i, down := range []bool{true, false} {
		move(down)
		if bounce := f.bounce[b] / time.Duration(i+1); bounce > 0 {
			time.Sleep(bounce / 2)
			move(!down)
			time.Sleep(bounce / 2)
			move(down)
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// examine runs an examination and presses each button whose lamp is lit. Call it in a synctest
// bubble.
func (f *fingers) examine(t *testing.T, ctx context.Context, c config.Config) (*pressReport, string) {
	t.Helper()
	f.start, f.events = time.Now(), make(chan hw.Event)
	presses := hw.NewPresses(c.Contacts(), f.now, func(hw.Button) hw.Source {
		return hw.Source{Place: "0079:0006/BTN_BASE", Device: "USB Joystick"}
	})
	if presses.Lines = f.events; f.keys {
		presses.Lines, presses.Keys = nil, f.events
	}
	presses.Held = f.stuck
	var said bytes.Buffer
	p := New(c, nil, "/").examination(&said, presses, f.now)
	lit := make(chan hw.Button, 64)
	p.lamp = func(b hw.Button, l hw.Light) {
		if l == hw.Lit {
			lit <- b
		}
	}
	go func() {
		defer close(f.events)
		for _, e := range f.idle {
			time.Sleep(cmp.Or(f.every, time.Second))
			e.At = f.now()
			f.events <- hw.Event{Edge: e}
		}
		for b := range lit {
			time.Sleep(500 * time.Millisecond)
			if slip, ok := f.slips[b]; ok {
				delete(f.slips, b)
				b = slip
			}
			f.press(b)
		}
	}()
	report := p.run(ctx)
	close(lit)
	for range f.events { // the finger is still down
	}
	return report, said.String()
}

func verdicts(r *pressReport) map[string]string {
	says := map[string]string{}
	for _, b := range r.Buttons {
		if b.State != fine {
			says[b.Part] = b.Says
		}
	}
	return says
}

func TestPressingEveryButton(t *testing.T) {
	noise := []hw.Edge{{Button: 4, Down: true}, {Button: 4}, {Button: 4, Down: true}, {Button: 4}}
	contacts := usual().Contacts()
	var hum []hw.Edge
	for i := range 300 {
		hum = append(hum, hw.Edge{Button: 4, Down: i%2 == 0})
	}
	for _, test := range []struct {
		name string
		f    fingers
		want map[string]string
	}{
		{"all are good", fingers{}, map[string]string{}},
		{"two are swapped", fingers{wires: map[hw.Button]hw.Button{2: 5, 5: 2}},
			map[string]string{"button of seat 2": "swapped with the button of seat 5",
				"button of seat 5": "swapped with the button of seat 2"}},
		{"three go round", fingers{wires: map[hw.Button]hw.Button{1: 2, 2: 3, 3: 1}}, map[string]string{
			"button of seat 1": "the button of seat 2 answered for it",
			"button of seat 2": "the button of seat 3 answered for it",
			"button of seat 3": "the button of seat 1 answered for it"}},
		{"a seat and a key are swapped", fingers{wires: map[hw.Button]hw.Button{1: hw.KeyOK, hw.KeyOK: 1}},
			map[string]string{"button of seat 1": "swapped with the key OK",
				"key OK": "swapped with the button of seat 1"}},
		{"a slip of the finger", fingers{slips: map[hw.Button]hw.Button{1: 2}}, map[string]string{}},
		{"one is dead", fingers{dead: []hw.Button{3}}, map[string]string{"button of seat 3": "no press was seen"}},
		{"one is stuck", fingers{dead: []hw.Button{2}, stuck: []hw.Button{2}},
			map[string]string{"button of seat 2": "down all the time"}},
		{"one is noisy", fingers{idle: noise}, map[string]string{"button of seat 4": "moved 4 times by itself"}},
		{"one hums", fingers{idle: hum, every: 10 * time.Millisecond},
			map[string]string{"button of seat 4": hw.Floating.Error()}},
		{"one bounces long", fingers{bounce: map[hw.Button]time.Duration{2: 9 * time.Millisecond}},
			map[string]string{"button of seat 2": "bounces for 9.000 ms when pressed, longer than switches do"}},
		{"one bounces as long as the lockout", fingers{bounce: map[hw.Button]time.Duration{2: contacts.Lockout}},
			map[string]string{"button of seat 2": "bounces for 15.000 ms: one press may count as two"}},
		{"one bounces as long as switches do", fingers{bounce: map[hw.Button]time.Duration{2: contacts.Bounce}},
			map[string]string{}},
		{"one bounces too long", fingers{bounce: map[hw.Button]time.Duration{2: 20 * time.Millisecond}},
			map[string]string{"button of seat 2": "bounces for 20.000 ms: one press may count as two"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				report, said := test.f.examine(t, t.Context(), usual())
				got := verdicts(report)
				if len(got) != len(test.want) {
					t.Errorf("found %v, want %v", got, test.want)
				}
				for part, says := range test.want {
					if got[part] != says {
						t.Errorf("%s %q, want %q", part, got[part], says)
					}
				}
				if t.Failed() {
					t.Log(said)
				}
			})
		})
	}
}

func TestTheBounceOfEachPressIsToldAndTabled(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const bounce = 3 * time.Millisecond
		f := fingers{bounce: map[hw.Button]time.Duration{1: bounce}}
		report, said := f.examine(t, t.Context(), usual())
		one := report.Buttons[0]
		if one.State != fine || one.Presses != 1 {
			t.Errorf("%s after %d presses, want ok after 1", one.State, one.Presses)
		}
		if one.Bounce != bounce || one.Release != bounce/2 {
			t.Errorf("it bounces for %v and %v, want %v and half of it", one.Bounce, one.Release, bounce)
		}
		const line = "  button of seat 1: pressed for 104 ms; bounced 3.000 ms when pressed, 1.500 ms when let go\n"
		if !strings.Contains(said, line) {
			t.Errorf("said\n%s\nwithout\n%s", said, line)
		}
	})
}

// Ctrl-C ends the examination at any time, with a report on the buttons so far.
func TestAnExaminationThatIsBrokenOff(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), idleTime+2*time.Second)
		defer cancel()
		f := fingers{dead: []hw.Button{3}, slips: map[hw.Button]hw.Button{2: 4}}
		report, _ := f.examine(t, ctx, usual())
		got := verdicts(report)
		for part, want := range map[string]string{
			"button of seat 1": "", "button of seat 3": "no press was seen", "key OK": "no press was seen",
			"button of seat 4": "was not asked for to the end",
		} {
			if got[part] != want {
				t.Errorf("%s: found %q, want %q", part, got[part], want)
			}
		}
		if now := f.now(); now > idleTime+4*time.Second {
			t.Errorf("it took %v", now)
		}
	})
}

func TestTheRollCall(t *testing.T) {
	for _, test := range []struct {
		name    string
		presses []hw.Button // of 1, 2 and 3, which are asked for in this order
		answers map[hw.Button]hw.Button
		asked   []hw.Button // in the end
	}{
		{"each for itself", []hw.Button{1, 2, 3}, map[hw.Button]hw.Button{1: 1, 2: 2, 3: 3}, []hw.Button{}},
		{"one for another", []hw.Button{2, 1}, map[hw.Button]hw.Button{1: 2, 2: 1}, []hw.Button{3}},
		{"one that has answered, again", []hw.Button{1, 1}, map[hw.Button]hw.Button{1: 1}, []hw.Button{2, 3}},
		{"a slip, and then the right one", []hw.Button{2, 2}, map[hw.Button]hw.Button{2: 2}, []hw.Button{3, 1}},
	} {
		call := rollCall{asked: []hw.Button{1, 2, 3}, answers: map[hw.Button]hw.Button{}}
		for _, b := range test.presses {
			call.press(b)
		}
		if !maps.Equal(call.answers, test.answers) || !slices.Equal(call.asked, test.asked) {
			t.Errorf("%s: the answers are %v, %v are asked for; want %v, %v",
				test.name, call.answers, call.asked, test.answers, test.asked)
		}
	}
}

// However the wires are mixed up, every line is found in the end. With right wires and fingers that
// slip, the questions come to an end, too.
func TestTheRollCallFindsEveryWire(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 8).Draw(t, "buttons")
		var all []hw.Button
		for i := range n {
			all = append(all, hw.Button(i+1))
		}
		lines := rapid.Permutation(all).Draw(t, "lines")
		wire := func(b hw.Button) hw.Button { return lines[b-1] }
		call := rollCall{asked: slices.Clone(all), answers: map[hw.Button]hw.Button{}}
		right := slices.Equal(lines, all)
		for presses := 0; len(call.asked) > 0; presses++ {
			if presses > 4*n {
				t.Fatalf("it asks for ever: %+v", call)
			}
			pressed := call.asked[0]
			if right && presses < n && rapid.Bool().Draw(t, "slips") {
				pressed = rapid.SampledFrom(all).Draw(t, "to")
			}
			call.press(wire(pressed))
		}
		for _, b := range all {
			if got := call.answers[b]; got != wire(b) && !right {
				t.Errorf("button %d moves line %d, found %d", b, wire(b), got)
			}
		}
	})
}
