package evdev

import (
	"errors"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// sockets are a machine in a folder: its sysfs, and files that stand for the nodes, of whose
// changes the kernel tells as it does of those of /dev/input. A file says what is wrong with its
// device, if anything is. What is read of a device goes through a pipe.
type sockets struct {
	*testing.T
	folder string
	told   chan told
	opened chan string // nodes

	mu     sync.Mutex
	cables map[string]*os.File // the pipes' other ends, by node
}

// What is wrong with a device.
const (
	ofAnother  = "another program has it"
	unreadable = "it can't be read"
)

type told struct {
	button hw.Button
	why    error
}

func newSockets(t *testing.T) *sockets {
	s := &sockets{T: t, folder: t.TempDir(), cables: map[string]*os.File{}, told: make(chan told, 64),
		opened: make(chan string, 64)}
	check(t, os.Mkdir(filepath.Join(s.folder, "dev"), 0o755))
	return s
}

func (s *sockets) nodes() string { return filepath.Join(s.folder, "dev/input") }

// plug makes a device appear as the kernel does: in sysfs before its node is there.
func (s *sockets) plug(p plug) {
	s.Helper()
	onDisk(s.T, machine(p), s.folder)
	s.put(p.node, "", 0o600)
}

// put makes a complete node appear, maybe in the place of another.
func (s *sockets) put(name, wrong string, mode fs.FileMode) {
	s.Helper()
	made, node := filepath.Join(s.TempDir(), name), filepath.Join(s.nodes(), name)
	err := errors.Join(os.MkdirAll(s.nodes(), 0o755), os.WriteFile(made, []byte(wrong), mode))
	os.Remove(node)
	if err = errors.Join(err, os.Link(made, node)); err != nil {
		s.Fatal(err)
	}
}

// unplug removes the node of a device before its folder in sysfs.
func (s *sockets) unplug(p plug) {
	s.Helper()
	for _, name := range []string{"dev/input/" + p.node, "sys/class/input/" + p.node} {
		check(s, os.Remove(filepath.Join(s.folder, name)))
	}
}

// open denies a node that its owner may not read even to root.
func (s *sockets) open(node string) (*os.File, error) {
	name := filepath.Base(node)
	info, err := os.Stat(filepath.Join(s.nodes(), name))
	if err == nil && info.Mode()&0o400 == 0 {
		err = &fs.PathError{Op: "open", Path: node, Err: syscall.EACCES}
	}
	if err != nil {
		return nil, err
	}
	switch wrong, err := os.ReadFile(filepath.Join(s.nodes(), name)); {
	case err != nil:
		return nil, err
	case string(wrong) == ofAnother:
		return nil, explainGrab(syscall.EBUSY, node, "button")
	case string(wrong) == unreadable:
		return os.Open(s.folder) // reading a folder fails
	}
	r, w, err := os.Pipe()
	s.mu.Lock()
	s.cables[name] = w
	s.mu.Unlock()
	s.opened <- name
	return r, err
}

// buttons opens buttons at places, from button 1 on.
func (s *sockets) buttons(places ...string) *Buttons {
	s.Helper()
	all := map[hw.Button]Place{}
	for i, text := range places {
		all[hw.Button(i+1)] = must(ParsePlace(text))
	}
	b := must(open(s.folder, s.open, all, func(button hw.Button, err error) { s.told <- told{button, err} }))
	s.Cleanup(func() { b.Close() })
	return b
}

// send moves keys of a device, each in a report of its own, from a time on, a millisecond each.
func (s *sockets) send(node string, at time.Duration, moves ...[2]int) {
	s.Helper()
	var p []byte
	event := func(kind, code uint16, value int) {
		p = append(p, sent(at, kind, code, int32(value))...)
	}
	for _, m := range moves {
		if m[0] < 0 {
			event(kindSync, syncDropped, 0)
		} else {
			event(kindKey, uint16(m[0]), m[1])
		}
		event(kindSync, syncReport, 0)
		at += time.Millisecond
	}
	must(s.cable(node).Write(p))
}

// cable returns the other end of the pipe of a device that was opened.
func (s *sockets) cable(node string) *os.File {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.cables[node]
}

// says waits for the next report about a button: an error that contains the text, or nil for "".
func (s *sockets) says(button hw.Button, want string) {
	s.Helper()
	for {
		select {
		case got := <-s.told:
			if got.button != button {
				continue
			}
			if want == "" && got.why != nil ||
				want != "" && (got.why == nil || !strings.Contains(got.why.Error(), want)) {
				s.Fatalf("%v: %v; want %s", button, got.why, want)
			}
			return
		case <-time.After(5 * time.Second):
			s.Fatalf("nothing is told of %v; want %s", button, want)
		}
	}
}

// edges waits for a number of events, and returns them without their time.
func edges(t *testing.T, b *Buttons, n int) (got []hw.Event) {
	t.Helper()
	for len(got) < n {
		select {
		case e := <-b.Events():
			if e.Lost > 0 && (e.At == 0 || e.Until < e.At) {
				t.Errorf("lost from %v to %v", e.At, e.Until)
			}
			e.At, e.Until = 0, 0
			got = append(got, e)
		case <-time.After(5 * time.Second):
			t.Fatalf("only %v", got)
		}
	}
	return got
}

func edge(b hw.Button, down bool) hw.Event {
	return hw.Event{Edge: hw.Edge{Button: b, Down: down}, Decided: true}
}

func TestKeysOfADeviceAreButtons(t *testing.T) {
	s := newSockets(t)
	p := pad("1-1.3", "event3", "input7")
	s.plug(p)
	b := s.buttons("0079:0006/BTN_TRIGGER", "0079:0006/289", "0079:0006@1-1.3/BTN_THUMB2")
	s.send("event3", time.Second, [2]int{0x121, 1}, [2]int{0x121, 2}, [2]int{0x120, 1}, [2]int{0x125, 1},
		[2]int{0x121, 1}, [2]int{0x121, 0})
	var got []hw.Event
	for len(got) < 3 {
		got = append(got, <-b.Events())
	}
	const ms = time.Millisecond
	want := []hw.Event{ // a held key is no press, and a key that is no button sends nothing
		{Edge: hw.Edge{At: time.Second, Button: 2, Down: true}, Decided: true},
		{Edge: hw.Edge{At: time.Second + 2*ms, Button: 1, Down: true}, Decided: true},
		{Edge: hw.Edge{At: time.Second + 5*ms, Button: 2}, Decided: true},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	if down, err := b.Down(); err != nil || !slices.Equal(down, []hw.Button{1}) {
		t.Errorf("down are %v, %v", down, err)
	}
	s.unplug(p)
	if diff := cmp.Diff([]hw.Event{edge(1, false)}, edges(t, b, 1)); diff != "" {
		t.Errorf("unplugged (-want +got):\n%s", diff)
	}
	if len(s.told) > 0 && (<-s.told).why == nil {
		t.Error("nothing was missing before")
	}
}

func TestADeviceComesBackToItsSeatsInAnotherSocket(t *testing.T) {
	s := newSockets(t)
	b := s.buttons("0079:0006/BTN_TRIGGER", "0079:0006@1-1.3/BTN_THUMB")
	s.says(1, "it is not plugged in")
	s.says(2, "it is not plugged in")
	here, there := pad("1-1.3", "event3", "input7"), pad("1-1.2", "event4", "input8")
	s.plug(here)
	s.says(1, "")
	s.says(2, "")
	s.unplug(here)
	s.says(1, "it is not plugged in")
	s.plug(there)
	s.says(1, "")
	s.send("event4", time.Second, [2]int{0x120, 1}, [2]int{0x121, 1}, [2]int{0x120, 0})
	if diff := cmp.Diff([]hw.Event{edge(1, true), edge(1, false)}, edges(t, b, 2)); diff != "" {
		t.Errorf("in a socket that is not the second button's (-want +got):\n%s", diff)
	}
}

func TestEqualDevicesAreToldApartByTheirSockets(t *testing.T) {
	s := newSockets(t)
	left, right := pad("1-1.2", "event3", "input7"), pad("1-1.3", "event4", "input8")
	s.plug(left)
	s.plug(right)
	b := s.buttons("0079:0006/BTN_TRIGGER", "0079:0006@1-1.3/BTN_TRIGGER")
	s.says(1, `more than one device has 0079:0006/BTN_TRIGGER: write "0079:0006@1-1.2/BTN_TRIGGER" for `+
		`DragonRise Inc. Generic USB Joystick (/dev/input/event3, socket 1-1.2), or "0079:0006@1-1.3/BTN_TRIGGER" for `)
	s.send("event4", time.Second, [2]int{0x120, 1})
	if diff := cmp.Diff([]hw.Event{edge(2, true)}, edges(t, b, 1)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	s.unplug(right)
	s.says(1, "") // the other is the only one
	s.says(2, "it is not plugged in")
	s.plug(right)
	s.says(2, "")
	s.send("event3", time.Second, [2]int{0x120, 1})
	if diff := cmp.Diff([]hw.Event{edge(2, false), edge(1, true)}, edges(t, b, 2)); diff != "" {
		t.Errorf("who has a button keeps it (-want +got):\n%s", diff)
	}
}

func TestWhatIsWrongWithADeviceIsTold(t *testing.T) {
	s := newSockets(t)
	s.plug(pad("1-1.3", "event3", "input7"))
	s.put("event3", ofAnother, 0o600)
	b := s.buttons("0079:0006/BTN_TRIGGER", "0079:0006/BTN_START")
	s.says(1, "another program has taken button /dev/input/event3")
	s.says(2, "it has no such key")
	check(t, os.Truncate(filepath.Join(s.nodes(), "event3"), 0))
	b.refresh(true) // in due time
	s.says(1, "")
}

// RACE-8: what the kernel had no room for is lost; the state of a button then is no press.
func TestWhatTheKernelDropsIsLost(t *testing.T) {
	s := newSockets(t)
	s.plug(pad("1-1.3", "event3", "input7"))
	b := s.buttons("0079:0006/BTN_TRIGGER")
	press, release, dropped := [2]int{0x120, 1}, [2]int{0x120, 0}, [2]int{-1, 0}
	up := hw.Event{Edge: hw.Edge{Button: 1}, Resynced: true}
	for _, step := range []struct {
		name  string
		moves [][2]int // that are read in one go
		want  []hw.Event
	}{
		// A pipe has no state of keys, so that no key counts as down.
		{"it is pressed, and released unseen", [][2]int{press, dropped}, []hw.Event{edge(1, true), {Lost: 1}, up}},
		{"it is pressed again", [][2]int{press, release}, []hw.Event{edge(1, true), edge(1, false)}},
		{"what comes with the news is older than the state", [][2]int{dropped, press}, []hw.Event{{Lost: 1}, up}},
		{"it does not count as held", [][2]int{press, release}, []hw.Event{edge(1, true), edge(1, false)}},
	} {
		s.send("event3", time.Second, step.moves...)
		if diff := cmp.Diff(step.want, edges(t, b, len(step.want))); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}

// CatchUp leaves nothing behind that was stamped before the time that it returns.
func TestCatchUpReadsAllDevices(t *testing.T) {
	s := newSockets(t)
	s.plug(pad("1-1.2", "event3", "input7"))
	s.plug(buzz())
	b := s.buttons("0079:0006/BTN_TRIGGER", "054c:1000/BTN_TRIGGER_HAPPY1")
	for i := range 400 { // more than the channel takes
		at := hw.Now()
		s.send("event3", at, [2]int{0x120, 1 - i%2})
		s.send("event5", at, [2]int{0x2c0, 1 - i%2})
	}
	before := hw.Now()
	n := 0
	known := b.CatchUp(func(e hw.Event) { n++ })
	if n != 800 || known < before || known > hw.Now() {
		t.Errorf("%d edges, known up to %v after %v", n, known, before)
	}
	if n := testing.AllocsPerRun(100, func() { b.CatchUp(func(hw.Event) {}) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// RACE-9: the journal says how fine each device is; a coarser one is not read before the next game.
func TestAGameGoesOnWithDevicesAsFine(t *testing.T) {
	s := newSockets(t)
	fine, coarse := pad("1-1.2", "event3", "input7"), pad("1-1.3", "event4", "input8")
	fine.interval = "1ms"
	s.plug(fine)
	b := s.buttons("0079:0006/BTN_TRIGGER", "0079:0006/BTN_THUMB", "054c:1000/BTN_TRIGGER_HAPPY1",
		"054c:1000/BTN_TRIGGER_HAPPY6")
	const ms = time.Millisecond
	began := []Served{{ms, []hw.Button{1, 2}}, {10 * ms, []hw.Button{3}}, {10 * ms, []hw.Button{4}}}
	if diff := cmp.Diff(began, b.Served()); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	b.Hold(began, []hw.Button{1, 2, 3, 4})
	for p, spared := range map[*plug]bool{&fine: true, &coarse: true, {node: "event9"}: false} {
		if d := (Device{Vendor: 0x79, Product: 6, keys: parseKeys(asRead(p.keys), bits.UintSize)}); b.Claims(d) != spared {
			t.Errorf("%s is left to the buttons: %t", p.node, !spared)
		}
	}
	s.unplug(fine)
	s.says(1, "it is not plugged in")
	s.plug(coarse)
	s.says(1, "it is slower than what the game began with")
	s.plug(buzz()) // which was missing
	s.says(3, "")
	b.Hold(nil, nil)
	s.says(1, "")
	want := []Served{{10 * ms, []hw.Button{1, 2}}, {10 * ms, []hw.Button{3, 4}}}
	if diff := cmp.Diff(want, b.Served()); diff != "" {
		t.Errorf("the next game (-want +got):\n%s", diff)
	}
	b.Hold(began[1:], []hw.Button{1, 2, 3, 4}) // a game that began when the first two had lines
	s.says(1, "it is slower than what the game began with")
}

func TestNothingIsReadAfterClose(t *testing.T) {
	s := newSockets(t)
	s.plug(pad("1-1.3", "event3", "input7"))
	b := s.buttons("0079:0006/BTN_TRIGGER")
	b.Ports.mu.Lock()
	if b.hotplug.patience != 2*time.Second || b.again != nil {
		t.Errorf("udev has %v, and what fails is tried again: %t", b.hotplug.patience, b.again != nil)
	}
	b.Ports.mu.Unlock()
	for i := range 600 { // more than anybody takes
		s.send("event3", time.Second, [2]int{0x120, 1 - i%2})
	}
	for range 2 {
		if err := b.Close(); err != nil {
			t.Error(err)
		}
	}
	if _, err := s.cable("event3").Write([]byte{0}); err == nil {
		t.Error("the device is still open")
	}
	s.opens("event3")
	s.plug(pad("1-1.2", "event4", "input8"))
	b.refresh(false)
	if len(s.opened) > 0 {
		t.Error("another one is taken")
	}
}

// buzzers returns quiz buzzers as the kernel lists them when they are plugged in once more.
func buzzers(number string) plug {
	p := buzz()
	p.folder = "virtual/misc/uhid/0003:054C:1000.000" + number + "/input/input" + number
	p.node = "event" + number
	return p
}

// shows waits until lamp buzz2 of quiz buzzers has a brightness.
func (s *sockets) shows(p plug, want string) {
	s.Helper()
	file := filepath.Join(s.folder, "sys/devices", filepath.Dir(filepath.Dir(p.folder)), "leds",
		"0003:054C:1000.000"+p.node[5:]+"::buzz2", "brightness")
	for deadline := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		got, err := os.ReadFile(file)
		if err == nil && strings.HasPrefix(string(got), want) {
			return
		}
		if time.Now().After(deadline) {
			s.Fatalf("%s is %q, %v; want %s", file, got, err, want)
		}
	}
}

// lamp returns lamp buzz2 of quiz buzzers, which must not fail.
func (s *sockets) lamp(turns Turns) *Lamp {
	place := Place{Vendor: 0x054c, Product: 0x1000, Name: "buzz2"}
	l := NewLamp(s.folder, place, turns, func(err error) { s.Error("reported: ", err) })
	s.Cleanup(func() { l.Close() })
	return l
}

func TestALampIsLitAgainWhenItsDeviceIsBack(t *testing.T) {
	s := newSockets(t)
	first, second := buzzers("1"), buzzers("2")
	s.plug(first)
	l := s.lamp(Turns{})
	s.shows(first, "0")
	_ = l.Out(true)
	s.shows(first, "255")
	s.unplug(first)
	hid := filepath.Dir(filepath.Dir(first.folder))
	check(t, os.RemoveAll(filepath.Join(s.folder, "sys/devices", hid)))
	s.plug(second)
	l.Back()
	s.shows(second, "255")
	l.Close()
	s.shows(second, "0")
}

func TestALampWaitsWhileAnotherOfItsDeviceIsWritten(t *testing.T) {
	s := newSockets(t)
	p := buzzers("1")
	s.plug(p)
	turns := Turns{}
	l := s.lamp(turns)
	s.shows(p, "0")
	other := turns.of(Place{Vendor: 0x054c, Product: 0x1000, Socket: "1-1", Name: "buzz1"})
	other.Lock()
	_ = l.Out(true)
	time.Sleep(5 * time.Millisecond)
	s.shows(p, "0")
	other.Unlock()
	s.shows(p, "255")
}

// The lamps of all devices but keyboards can be learnt, by their sockets where two devices are alike.
func TestLampsThatCanBeLearnt(t *testing.T) {
	keyboard, one, other := gaming(), pad("1-1.2", "event3", "input7"), pad("1-1.3", "event4", "input8")
	keyboard.leds, one.leds = []string{"capslock"}, []string{"player1"}
	var places []string
	for place := range Lamps(machine(keyboard, buzz(), one, other)) {
		places = append(places, place.String())
	}
	slices.Sort(places)
	want := []string{"0079:0006@1-1.2/player1",
		"054c:1000/buzz1", "054c:1000/buzz2", "054c:1000/buzz3", "054c:1000/buzz4"}
	if diff := cmp.Diff(want, places); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestALampThatADeviceHasNotIsToldWithThoseItHas(t *testing.T) {
	s := newSockets(t)
	s.plug(buzzers("1"))
	l := Lamp{root: s.folder, place: Place{Vendor: 0x054c, Product: 0x1000, Name: "buzz9"}}
	if _, err := l.find(); err == nil || !strings.Contains(err.Error(), "it has no such lamp, but buzz1, buzz2") {
		t.Errorf("got %v, want the lamps that there are", err)
	}
}
