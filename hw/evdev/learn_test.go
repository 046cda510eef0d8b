package evdev

import (
	"testing"
	"time"
)

// A key is learnt by the name that tells it from all others; what people press aside, writing or pointing, is told apart.
func TestWhatIsLearnt(t *testing.T) {
	touchpad := plug{folder: "platform/i8042/serio1/input/input9", node: "event9", bus: "0011", id: "0002:0007", name: "TouchPad",
		keys: "6420 10000 0 0 0 0"}
	for _, test := range []struct {
		name  string
		plugs []plug
		node  string
		key   uint16
		want  string
		aside bool
	}{
		{"a button", []plug{pad("1-1.3", "event3", "input7")}, "event3", 0x121, "0079:0006/BTN_THUMB", false},
		{"a button without a name", []plug{buzz()}, "event5", 0x12d, "054c:1000/301", false},
		{"one of two", []plug{pad("1-1.3", "event3", "input7"), pad("1-1.4", "event4", "input8")}, "event4", 0x121,
			"0079:0006@1-1.4/BTN_THUMB", false},
		{"a letter", []plug{gaming()}, "event2", 30, "046d:c221/KEY_A", true},
		{"the space bar", []plug{gaming()}, "event2", 57, "046d:c221/KEY_SPACE", true},
		{"a key that types nothing", []plug{gaming()}, "event2", 59, "046d:c221/KEY_F1", false},
		{"a finger on a pad", []plug{touchpad}, "event9", 0x14a, "0002:0007/BTN_TOUCH", true},
		{"the button of a pad", []plug{touchpad}, "event9", 0x110, "0002:0007/BTN_LEFT", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := machine(test.plugs...)
			d, err := find(root, test.node)
			if err != nil {
				t.Fatal(err)
			}
			l := &Learner{root: root, presses: make(chan Press, 2)}
			p := pupil{device: d, of: l}
			p.pass(Move{At: time.Second, Key: test.key, Down: true})
			p.pass(Move{At: time.Second, Lost: true})
			p.pass(Move{At: 2 * time.Second, Key: test.key})
			down, up := <-l.presses, <-l.presses
			if down.Place.String() != test.want || down.Aside != test.aside || !down.Down || down.At != time.Second || down.Device.Node != d.Node {
				t.Errorf("learnt %+v", down)
			}
			if up.Place != down.Place || up.Down || up.At != 2*time.Second {
				t.Errorf("learnt %+v when it was let go", up)
			}
		})
	}
}

func TestWhatIsForPlay(t *testing.T) {
	for _, test := range []struct {
		plug plug
		want bool
	}{{pad("1-1.3", "event3", "input7"), true}, {buzz(), true}, {gaming(), false}, {consumer(), false}, {keypad(), false}} {
		d, err := find(machine(test.plug), test.plug.node)
		if err != nil || d.Plays() != test.want {
			t.Errorf("%s: %t, %v", test.plug.name, d.Plays(), err)
		}
	}
	if got := Within(8 * time.Millisecond); got != "± 8 ms" {
		t.Error(got)
	}
	if got := Within(125 * time.Microsecond); got != "± 0.125 ms" {
		t.Error(got)
	}
}
