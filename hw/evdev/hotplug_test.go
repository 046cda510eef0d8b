package evdev

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"
)

// nodes are a folder in which files stand for input devices: the kernel tells of its changes as it
// does of those of /dev/input. A file says what it is: a device that is wanted is an empty file.
type nodes struct {
	*testing.T
	folder string
	told   chan error
	opened chan string

	mu     sync.Mutex
	cables map[string]io.Closer // the other ends of the devices that were opened last
}

// A fake device is read until its cable is pulled.
type fake struct{ io.ReadCloser }

func (f fake) Read() error {
	_, err := io.Copy(io.Discard, f.ReadCloser)
	return errors.Join(err, io.EOF)
}

// A faulty one fails as soon as it is read.
type faulty struct{ io.ReadCloser }

func (f faulty) Read() error { _, err := f.ReadCloser.Read(make([]byte, 1)); return err }

func newNodes(t *testing.T) *nodes {
	return &nodes{T: t, folder: filepath.Join(t.TempDir(), "input"), told: make(chan error, 16),
		opened: make(chan string, 16), cables: map[string]io.Closer{}}
}

func (n *nodes) follow(patience time.Duration) *Ports {
	n.Helper()
	report := func(err error) { n.told <- err }
	p, err := Hotplug{What: "button", Take: n.take, Report: report, folder: n.folder, patience: patience}.Follow()
	if err != nil {
		n.Fatal(err)
	}
	n.Cleanup(func() { p.Close() })
	return p
}

// take denies a file that its owner may not read even to root.
func (n *nodes) take(node string) (Taken, error) {
	info, err := os.Stat(node)
	if err == nil && info.Mode()&0o400 == 0 {
		err = &fs.PathError{Op: "open", Path: node, Err: syscall.EACCES}
	}
	if err != nil {
		return nil, err
	}
	switch kind, err := os.ReadFile(node); {
	case err != nil || string(kind) == "mouse":
		return nil, ErrUnwanted
	case string(kind) == "taken":
		return nil, explain(syscall.EBUSY, node, "button")
	case string(kind) == "faulty":
		return faulty{io.NopCloser(iotest.ErrReader(syscall.EIO))}, nil
	}
	r, w := io.Pipe()
	n.mu.Lock()
	n.cables[filepath.Base(node)] = w
	n.mu.Unlock()
	n.opened <- filepath.Base(node)
	return fake{r}, nil
}

// plug has a device appear with all that it is, as the kernel does, maybe in the place of another.
func (n *nodes) plug(name, kind string, mode fs.FileMode) {
	n.Helper()
	made, node := filepath.Join(n.TempDir(), name), filepath.Join(n.folder, name)
	err := errors.Join(os.MkdirAll(n.folder, 0o755), os.WriteFile(made, []byte(kind), mode))
	os.Remove(node)
	if err = errors.Join(err, os.Link(made, node)); err != nil {
		n.Fatal(err)
	}
}

// opens waits until a device is opened, which must be this one.
func (n *nodes) opens(name string) {
	n.Helper()
	select {
	case got := <-n.opened:
		if got != name {
			n.Fatalf("%s is opened, not %s", got, name)
		}
	case <-time.After(5 * time.Second):
		n.Fatalf("%s is not opened", name)
	}
}

// tells waits for what is told next: an error that has this in it, or none.
func (n *nodes) tells(want string) {
	n.Helper()
	select {
	case err := <-n.told:
		if got := fmt.Sprint(err); !strings.Contains(got, want) {
			n.Fatalf("told %s, want %s", got, want)
		}
	case <-time.After(5 * time.Second):
		n.Fatalf("nothing is told, want %s", want)
	}
}

func (n *nodes) silent() {
	n.Helper()
	if len(n.opened) > 0 || len(n.told) > 0 {
		n.Errorf("opened %d more, told %d", len(n.opened), len(n.told))
	}
}

// The kernel makes the folder with the first device and removes it with the last.
func TestDevicesAreFoundWheneverTheyArePluggedIn(t *testing.T) {
	n := newNodes(t)
	n.follow(time.Minute)
	for range 3 {
		for _, device := range [][2]string{{"event0", "mouse"}, {"mouse0", ""}, {"event1", ""}} {
			n.plug(device[0], device[1], 0o600)
		}
		n.opens("event1")
		n.plug("event3", "", 0o600)
		n.opens("event3")
		n.cables["event3"].Close()
		n.opens("event3") // the cable is loose
		if err := os.RemoveAll(n.folder); err != nil {
			t.Fatal(err)
		}
	}
	n.silent()
}

// One device is pulled out and another one plugged in, before anybody has looked.
func TestADeviceInThePlaceOfAnother(t *testing.T) {
	n := newNodes(t)
	n.plug("event0", "", 0o600)
	n.follow(time.Minute)
	n.opens("event0")
	first := n.cables["event0"]
	n.plug("event0", "", 0o600)
	n.opens("event0")
	if _, err := first.(io.Writer).Write([]byte{0}); err == nil {
		t.Error("the first one is still open")
	}
	n.silent()
}

// udev changes owner and mode of a device one after the other, when it is there already.
func TestPermissionsComeLater(t *testing.T) {
	n := newNodes(t)
	n.plug("event0", "", 0)
	n.follow(time.Minute)
	n.plug("event1", "", 0)
	for _, name := range []string{"event1", "event0"} {
		for _, mode := range []fs.FileMode{0o040, 0o060, 0o660, 0o664} {
			if err := os.Chmod(filepath.Join(n.folder, name), mode); err != nil {
				t.Fatal(err)
			}
		}
		n.opens(name)
	}
	n.silent()
}

func TestWhatFailsIsToldUntilItIsMended(t *testing.T) {
	for _, tt := range []struct {
		kind string
		mode fs.FileMode
		want string
	}{
		{"", 0, "/input/event0, event1, so that a button there can't be used: " +
			"add it to the group input (sudo usermod -aG input $USER) and log in again"},
		{"taken", 0o600, "another program has taken button "},
		{"faulty", 0o600, "button event0 is not read any more: input/output error"},
	} {
		t.Run(fmt.Sprintf("%q %v", tt.kind, tt.mode), func(t *testing.T) {
			n := newNodes(t)
			n.plug("event0", tt.kind, tt.mode)
			n.plug("event1", "", tt.mode)
			n.follow(20 * time.Millisecond)
			if tt.mode != 0 {
				n.opens("event1")
			}
			n.tells(tt.want)
			n.plug("event0", "", 0o600)
			n.opens("event0")
			if tt.mode == 0 { // the other may still not be read; then it is pulled out
				n.silent()
				if err := os.Remove(filepath.Join(n.folder, "event1")); err != nil {
					t.Fatal(err)
				}
			}
			n.tells("<nil>")
		})
	}
}

// The folder knows nothing of a program that ends.
func TestADeviceThatAnotherProgramHasIsTriedAgain(t *testing.T) {
	t.Parallel() // it takes a second
	n := newNodes(t)
	n.plug("event0", "taken", 0o600)
	n.follow(20 * time.Millisecond)
	n.tells("another program has taken button")
	if err := os.WriteFile(filepath.Join(n.folder, "event0"), nil, 0); err != nil {
		t.Fatal(err)
	}
	n.opens("event0")
	n.tells("<nil>")
}

func TestNothingIsTakenAfterClose(t *testing.T) {
	n := newNodes(t)
	n.plug("event0", "", 0o600)
	p := n.follow(time.Minute)
	n.opens("event0")
	for range 2 {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	}
	n.plug("event1", "", 0o600)
	p.Look()
	n.silent()
}

func TestWhatIsNoInputDeviceIsUnwanted(t *testing.T) {
	file := filepath.Join(t.TempDir(), "event0")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, node := range []string{file, "/dev/null"} {
		if _, err := Take(node, "button"); !errors.Is(err, ErrUnwanted) {
			t.Errorf("%s: %v", node, err)
		}
	}
}
