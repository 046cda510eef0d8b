package evdev

import (
	"slices"
	"testing"
	"time"

	"arbitre/hw"
)

// A key is learnt by the name that tells it from all others; what people press who write or point
// is not, unless it is a button of the table.
func TestWhatIsLearnt(t *testing.T) {
	touchpad := plug{folder: "platform/i8042/serio1/input/input9", node: "event9", bus: "0011", id: "0002:0007",
		name: "TouchPad",
		keys: "6420 10000 0 0 0 0"}
	for _, test := range []struct {
		name   string
		plugs  []plug
		node   string
		button uint16 // that has the number 4
		key    uint16
		number hw.Button // 0: it is not told
		want   string    // the place of a key that had no number before
	}{
		{"a button", []plug{pad("1-1.3", "event3", "input7")}, "event3", 0, 0x121, firstOther, "0079:0006/BTN_THUMB"},
		{"a button that has a number", []plug{pad("1-1.3", "event3", "input7")}, "event3", 0x121, 0x121, 4, ""},
		{"a button without a name", []plug{buzz()}, "event5", 0, 0x12d, firstOther, "054c:1000/301"},
		{"one of two", []plug{pad("1-1.3", "event3", "input7"), pad("1-1.4", "event4", "input8")}, "event4", 0, 0x121,
			firstOther, "0079:0006@1-1.4/BTN_THUMB"},
		{"a letter", []plug{gaming()}, "event2", 0, 30, 0, ""},
		{"a letter that is a button", []plug{gaming()}, "event2", 30, 30, 4, ""},
		{"the space bar", []plug{gaming()}, "event2", 0, 57, 0, ""},
		{"a key that types nothing", []plug{gaming()}, "event2", 0, 59, firstOther, "046d:c221/KEY_F1"},
		{"a finger on a pad", []plug{touchpad}, "event9", 0, 0x14a, 0, ""},
		{"the button of a pad", []plug{touchpad}, "event9", 0, 0x110, firstOther, "0002:0007/BTN_LEFT"},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := machine(test.plugs...)
			d, err := find(root, test.node)
			if err != nil {
				t.Fatal(err)
			}
			l := &Learner{root: root, queue: hw.NewQueue(), places: map[hw.Button]Place{4: d.Place(test.button)}}
			for _, m := range []Move{
				{At: time.Second, Key: test.key, Down: true}, {At: time.Second, Lost: true},
				{At: 2 * time.Second, Key: test.key},
			} {
				l.pass(d, m)
			}
			var got []hw.Event
			l.queue.Drain(func(e hw.Event) { got = append(got, e) })
			var want []hw.Event
			if test.number != 0 {
				want = []hw.Event{
					{Edge: hw.Edge{At: time.Second, Button: test.number, Down: true}},
					{Edge: hw.Edge{At: 2 * time.Second, Button: test.number}},
				}
			}
			if !slices.Equal(got, want) {
				t.Errorf("read %+v, want %+v", got, want)
			}
			if s := l.Source(firstOther); test.want != "" &&
				s != (hw.Source{Place: test.want, Device: d.Name, Resolution: d.Resolution}) {
				t.Errorf("learnt %+v", s)
			}
		})
	}
}

func TestWhatIsForPlay(t *testing.T) {
	for _, test := range []struct {
		plug plug
		want bool
	}{{pad("1-1.3", "event3", "input7"), true}, {buzz(), true}, {gaming(), false}, {consumer(), false},
		{keypad(), false}} {
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
