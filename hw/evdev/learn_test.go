package evdev

import (
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/hw"
)

// answering are the keys of a keyboard that stand for the judge's, as package keyboard has them.
func answering(code uint16) hw.Button {
	return map[uint16]hw.Button{28: hw.KeyOK, 103: hw.KeyPrevious}[code]
}

// A key is learnt by the name that tells it from all others, with what else it is for.
func TestWhatIsLearnt(t *testing.T) {
	touchpad := plug{folder: "platform/i8042/serio1/input/input9", node: "event9", bus: "0011", id: "0002:0007",
		name: "TouchPad",
		keys: "6420 10000 0 0 0 0"}
	digits := keypad()
	digits.keys = "ffe"
	own := gaming()
	own.bus, own.folder = "0011", "platform/i8042/serio0/input/input2"
	for _, test := range []struct {
		name    string
		plugs   []plug
		node    string
		key     uint16
		want    string // its place, "" for one that is not told
		use     hw.Use
		answers hw.Button
	}{
		{"a button", []plug{pad("1-1.3", "event3", "input7")}, "event3", 0x121, "0079:0006/BTN_THUMB", hw.Presses, 0},
		{"a button without a name", []plug{buzz()}, "event5", 0x12d, "054c:1000/301", hw.Presses, 0},
		{"one of two", []plug{pad("1-1.3", "event3", "input7"), pad("1-1.4", "event4", "input8")}, "event4", 0x121,
			"0079:0006@1-1.4/BTN_THUMB", hw.Presses, 0},
		{"a letter", []plug{gaming()}, "event2", 30, "046d:c221/KEY_A", hw.Types, 0},
		{"the space bar", []plug{gaming()}, "event2", 57, "046d:c221/KEY_SPACE", hw.Types, 0},
		{"a key that types nothing", []plug{gaming()}, "event2", 59, "046d:c221/KEY_F1", hw.Presses, 0},
		{"a digit of the block beside", []plug{gaming()}, "event2", 71, "046d:c221/KEY_KP7", hw.Presses, 0},
		{"Enter", []plug{gaming()}, "event2", 28, "046d:c221/KEY_ENTER", hw.Types, hw.KeyOK},
		{"an arrow", []plug{gaming()}, "event2", 103, "046d:c221/KEY_UP", hw.Types, hw.KeyPrevious},
		{"an arrow of the machine's own keyboard", []plug{own}, "event2", 103, "046d:c221/KEY_UP", hw.Presses, 0},
		{"a letter of it", []plug{own}, "event2", 30, "046d:c221/KEY_A", hw.Types, 0},
		{"Ctrl", []plug{gaming()}, "event2", 29, "046d:c221/KEY_LEFTCTRL", hw.Modifies, 0},
		{"Num Lock", []plug{gaming()}, "event2", 69, "046d:c221/KEY_NUMLOCK", hw.Locks, 0},
		{"a digit where there are no letters", []plug{digits}, "event4", 2, "046d:c225/KEY_1", hw.Presses, 0},
		{"a finger on a pad", []plug{touchpad}, "event9", 0x14a, "", hw.Presses, 0},
		{"the button of a pad", []plug{touchpad}, "event9", 0x110, "0002:0007/BTN_LEFT", hw.Presses, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			root := machine(test.plugs...)
			d := must(find(root, test.node))
			l := &Learner{root: root, queue: hw.NewQueue(), answers: answering}
			for _, m := range []Move{
				{At: time.Second, Key: test.key, Down: true}, {At: time.Second, Lost: true},
				{At: 2 * time.Second, Key: test.key},
			} {
				l.pass(d, m)
			}
			var want []hw.Event
			if test.want != "" {
				want = []hw.Event{
					{Edge: hw.Edge{At: time.Second, Button: hw.FirstKey, Down: true}, Decided: true},
					{Edge: hw.Edge{At: 2 * time.Second, Button: hw.FirstKey}, Decided: true},
				}
			}
			if got := drained(l.queue); !slices.Equal(got, want) {
				t.Errorf("read %+v, want %+v", got, want)
			}
			s, ok := l.Source(hw.FirstKey)
			if ok != (test.want != "") || ok && s != (hw.Source{Place: test.want, Device: d.Name, Resolution: d.Resolution,
				Use: test.use, Answers: test.answers}) {
				t.Errorf("learnt %+v, %t", s, ok)
			}
			if l.answers = nil; ok && d.Types() && !d.Fixed {
				if s, _ := l.Source(hw.FirstKey); s.Answers != 0 || s.Use == hw.Types {
					t.Errorf("where no keyboard is the judge's, learnt %+v", s)
				}
			}
		})
	}
}

func drained(q *hw.Queue) (all []hw.Event) {
	q.Drain(func(e hw.Event) { all = append(all, e) })
	q.Unlock()
	return all
}

// A buzzer that lets go at once is heard, also while wires are believed only after a while.
func TestAShortPressIsHeard(t *testing.T) {
	lenient := hw.DefaultDebounce()
	lenient.Glitch = 5 * time.Millisecond
	for _, held := range []time.Duration{0, time.Millisecond / 2, time.Millisecond, 8 * time.Millisecond} {
		l := &Learner{root: machine(), queue: hw.NewQueue()}
		for i := range 2 { // the second press as the first
			at := time.Duration(i+1) * time.Second
			l.pass(Device{}, Move{At: at, Key: 0x121, Down: true})
			l.pass(Device{}, Move{At: at + held, Key: 0x121})
		}
		contacts, presses := hw.NewContacts(lenient, hw.DefaultWatch(), nil), 0
		for _, e := range drained(l.queue) {
			presses += len(contacts.Take(e))
		}
		if presses += len(contacts.Elapse(time.Minute)); presses != 4 { // with their releases
			t.Errorf("held for %v: %d edges of two presses", held, presses)
		}
	}
}

// A stick presses once for each time that it points somewhere.
func TestADirectionIsHeard(t *testing.T) {
	for name, test := range map[string]struct {
		stick stick
		moves []int32
		want  string
	}{
		"a directional pad": {stick{least: -1, most: 1}, []int32{0, 1, 0, -1, 0}, ".o.o."},
		"a stick of 8 bits": {stick{least: 0, most: 255}, []int32{127, 128, 200, 230, 255, 200, 30, 0}, "...oo.oo"},
		"a wide one":        {stick{least: -1 << 31, most: 1<<31 - 1}, []int32{0, 1 << 30, 1<<31 - 1}, "..o"},
	} {
		got := ""
		before := false
		for _, to := range test.moves {
			out, changed := test.stick.move(to)
			if changed != (out != before) {
				t.Errorf("%s: at %d changed %t", name, to, changed)
			}
			before = out
			got += map[bool]string{true: "o", false: "."}[out]
		}
		if got != test.want {
			t.Errorf("%s: %s", name, got)
		}
	}
	// What a device does not tell the range of is a directional pad. Each of its axes is a direction, as
	// other axes, such as triggers, and those of a pad for fingers are not.
	const ms = time.Millisecond
	own := keypad()
	own.keys = "" // nothing that is for play
	file := must(os.Open(os.DevNull))
	defer file.Close()
	for _, test := range []struct {
		plug  plug
		moves []Move
		want  []hw.Edge
	}{
		{pad("1-1.3", "event3", "input7"), []Move{{At: ms, Key: 0x10, Axis: true, Value: 1}, {At: 2 * ms, Key: 1, Axis: true, Value: -1},
			{At: 3 * ms, Key: 2, Axis: true, Value: 1}, {At: 4 * ms, Key: 0x18, Axis: true, Value: 1},
			{At: 9 * ms, Key: 0x10, Axis: true, Value: 1}, {At: 9 * ms, Key: 0x10, Axis: true}, {At: 11 * ms, Key: 0x10, Down: true}},
			[]hw.Edge{{At: ms, Button: hw.FirstKey, Down: true}, {At: 2 * ms, Button: hw.FirstKey + 1, Down: true},
				{At: 9 * ms, Button: hw.FirstKey}, {At: 11 * ms, Button: hw.FirstKey + 2, Down: true}}},
		{own, []Move{{At: ms, Key: 0x10, Axis: true, Value: 1}}, nil},
	} {
		l := &Learner{root: machine(test.plug), queue: hw.NewQueue()}
		d := must(find(l.root, test.plug.node))
		pass := l.passes(d, file)
		for _, m := range test.moves {
			pass(m)
		}
		var got []hw.Edge
		for _, e := range drained(l.queue) {
			got = append(got, e.Edge)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: heard %+v, want %+v", d.Name, got, test.want)
		}
		if s, ok := l.Source(hw.FirstKey); ok && s.Use != hw.Directs {
			t.Errorf("a direction is learnt as %+v", s)
		}
	}
}

// Only a keyboard that is plugged in is kept from others. What can't be opened, or has no key, is not
// read.
func TestWhichDevicesAreGrabbed(t *testing.T) {
	own := gaming()
	own.bus, own.folder = "0011", "platform/i8042/serio0/input/input2"
	for _, test := range []struct {
		plug    plug
		fails   error
		grabbed bool
	}{{gaming(), nil, true}, {own, nil, false}, {buzz(), nil, false}, {pad("1-1.3", "event3", "input7"), os.ErrPermission, false}} {
		d := must(find(machine(test.plug), test.plug.node))
		cable, other, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		l := &Learner{queue: hw.NewQueue(), open: func(node string, grab bool) (*os.File, error) {
			if node != d.Node || grab != test.grabbed {
				t.Errorf("%s is opened as %s and grabbed: %t", d.Name, node, grab)
			}
			return cable, test.fails
		}}
		r, err := l.reader(d)
		if !errors.Is(err, test.fails) || (r.Read == nil) != (test.fails != nil) {
			t.Errorf("%s is read: %t, %v", d.Name, r.Read != nil, err)
		}
		other.Write(slices.Concat(sent(time.Second, kindKey, 0x121, 1), sent(time.Second, kindSync, syncReport, 0)))
		other.Close()
		if r.Read != nil {
			r.Read()
			if got := drained(l.queue); len(got) != 1 || got[0].At != time.Second || !got[0].Down {
				t.Errorf("%s: read %+v", d.Name, got)
			}
		}
		cable.Close()
	}
	if _, err := new(Learner).reader(Device{}); !errors.Is(err, ErrUnwanted) {
		t.Errorf("what has no key is read, %v", err)
	}
}

// The names of keys that are pressed with others, and of those without which nothing is a keyboard.
func TestKeysOfAKeyboard(t *testing.T) {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	typing, modifiers, locks := keySet{}, "", ""
	for code := range uint16(keyMax) {
		name := strings.TrimPrefix(KeyName(code), "KEY_")
		if IsModifier(code) {
			modifiers += name + " "
		}
		if isLock(code) {
			locks += name + " "
		}
		if name == "ENTER" || len(name) == 1 && strings.Contains(letters, name) {
			typing[code/8] |= 1 << (code % 8)
		}
	}
	if modifiers != "LEFTCTRL LEFTSHIFT RIGHTSHIFT LEFTALT RIGHTCTRL RIGHTALT LEFTMETA RIGHTMETA " || locks != "CAPSLOCK NUMLOCK SCROLLLOCK " {
		t.Errorf("modifiers are %s, locks %s", modifiers, locks)
	}
	if !(Device{keys: typing}).Types() {
		t.Error("all letters and Enter are no keyboard")
	}
	for code := range uint16(keyMax) {
		less := typing
		less[code/8] &^= 1 << (code % 8)
		if typing.has(code) && (Device{keys: less}).Types() {
			t.Errorf("without %s it is a keyboard", KeyName(code))
		}
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
	if got := FormatResolution(8 * time.Millisecond); got != "± 8 ms" {
		t.Error(got)
	}
	if got := FormatResolution(125 * time.Microsecond); got != "± 0.125 ms" {
		t.Error(got)
	}
}
