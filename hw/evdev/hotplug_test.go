package evdev

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"arbitre/hw"
)

// follow opens all joysticks, and reports their failures as those of button 0.
func (s *sockets) follow(patience time.Duration) *Ports {
	s.Helper()
	open := func(d Device) (Reader, error) {
		if !d.Plays() {
			return Reader{}, ErrUnwanted
		}
		file, err := s.open(d.Node)
		return Reader{file, func() error {
			_, err := io.Copy(io.Discard, file)
			return cmp.Or(err, io.EOF)
		}}, err
	}
	report := func(err error) { s.told <- told{0, err} }
	p := must(Hotplug{What: "button", Open: open, Queue: hw.NewQueue(), Report: report, root: s.folder,
		patience: patience}.Follow())
	s.Cleanup(func() { p.Close() })
	return p
}

// opens waits until the next device is opened, and checks its name.
func (s *sockets) opens(name string) {
	s.Helper()
	select {
	case got := <-s.opened:
		if got != name {
			s.Fatalf("%s is opened, not %s", got, name)
		}
	case <-time.After(5 * time.Second):
		s.Fatalf("%s is not opened", name)
	}
}

// silent checks that nothing more was opened or reported.
func (s *sockets) silent() {
	s.Helper()
	if len(s.opened) > 0 || len(s.told) > 0 {
		s.Errorf("opened %d more, told %d", len(s.opened), len(s.told))
	}
}

// The kernel makes the folder with the first device and removes it with the last.
func TestDevicesAreFoundWheneverTheyArePluggedIn(t *testing.T) {
	s := newSockets(t)
	p := s.follow(time.Minute)
	for range 3 {
		s.plug(consumer()) // no joystick
		s.put("mouse0", "", 0o600)
		s.plug(pad("1-1.2", "event4", "input8"))
		s.opens("event4")
		s.plug(pad("1-1.3", "event5", "input9"))
		s.opens("event5")
		s.cable("event5").Close()
		s.opens("event5") // the cable is loose
		p.mu.Lock()
		if len(p.failing) > 0 || p.again != nil {
			t.Errorf("what is not wanted, or gone, fails: %v", p.failing)
		}
		p.mu.Unlock()
		check(t, os.RemoveAll(s.nodes()))
	}
	s.silent()
}

// One device is pulled out and another one plugged in, before anybody has looked.
func TestADeviceInThePlaceOfAnother(t *testing.T) {
	s := newSockets(t)
	s.plug(pad("1-1.3", "event3", "input7"))
	s.follow(time.Minute)
	s.opens("event3")
	first := s.cable("event3")
	s.put("event3", "", 0o600)
	s.opens("event3")
	if _, err := first.Write([]byte{0}); err == nil {
		t.Error("the first one is still open")
	}
	s.silent()
}

// udev changes owner and mode of a device one after the other, when it is there already.
func TestPermissionsComeLater(t *testing.T) {
	s := newSockets(t)
	for _, p := range []plug{pad("1-1.2", "event3", "input7"), pad("1-1.3", "event4", "input8")} {
		onDisk(t, machine(p), s.folder)
	}
	s.put("event3", "", 0)
	s.follow(time.Minute)
	s.put("event4", "", 0)
	for _, name := range []string{"event4", "event3"} {
		for _, mode := range []fs.FileMode{0o040, 0o060, 0o660, 0o664} {
			check(t, os.Chmod(filepath.Join(s.nodes(), name), mode))
		}
		s.opens(name)
	}
	s.silent()
}

func TestWhatFailsIsToldUntilItIsMended(t *testing.T) {
	for _, tt := range []struct {
		wrong string
		mode  fs.FileMode
		want  string
	}{
		{"", 0, "may not read /dev/input/event3, event4, so that a button there can't be used: " +
			"add it to the group input (sudo usermod -aG input $USER) and log in again"},
		{ofAnother, 0o600, "another program has taken button /dev/input/event3"},
		{unreadable, 0o600, "button event3 is not read any more: "},
	} {
		t.Run(fmt.Sprintf("%q %v", tt.wrong, tt.mode), func(t *testing.T) {
			s := newSockets(t)
			s.plug(pad("1-1.2", "event3", "input7"))
			s.put("event3", tt.wrong, tt.mode)
			s.plug(pad("1-1.3", "event4", "input8"))
			s.put("event4", "", tt.mode)
			s.follow(20 * time.Millisecond)
			if tt.mode != 0 {
				s.opens("event4")
			}
			s.says(0, tt.want)
			s.put("event3", "", 0o600)
			s.opens("event3")
			if tt.mode == 0 { // the other may still not be read; then it is pulled out
				s.silent()
				check(t, os.Remove(filepath.Join(s.nodes(), "event4")))
			}
			s.says(0, "")
		})
	}
}

// The folder knows nothing of a program that ends.
func TestADeviceThatAnotherProgramHasIsTriedAgain(t *testing.T) {
	t.Parallel() // it takes a second
	s := newSockets(t)
	s.plug(pad("1-1.2", "event3", "input7"))
	s.put("event3", ofAnother, 0o600)
	s.follow(20 * time.Millisecond)
	s.says(0, "another program has taken button")
	check(t, os.Truncate(filepath.Join(s.nodes(), "event3"), 0))
	s.opens("event3")
	s.says(0, "")
}

func TestWhatIsNoInputDeviceIsUnwanted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event0")
	check(t, os.WriteFile(file, nil, 0o600))
	for _, node := range []string{file, "/dev/null"} {
		if _, err := Grab(node, "button"); !errors.Is(err, ErrUnwanted) {
			t.Errorf("%s: %v", node, err)
		}
	}
}
