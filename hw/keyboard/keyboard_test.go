package keyboard

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"time"

	"arbitre/hw"
	"arbitre/hw/evdev"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// ports are a folder in which files stand for input devices: the kernel tells its changes as it does those of
// /dev/input, and what is read of a device goes through a pipe. A file that its owner may not read is denied even to root.
type ports struct {
	t        *testing.T
	folder   string
	warnings chan error

	mu     sync.Mutex
	cables map[string]*os.File // the pipes' other ends
	opened chan string
}

func newPorts(t *testing.T) *ports {
	return &ports{t: t, folder: filepath.Join(t.TempDir(), "input"), warnings: make(chan error, 16),
		cables: map[string]*os.File{}, opened: make(chan string, 16)}
}

func (p *ports) keyboards(patience time.Duration) *All {
	p.t.Helper()
	k, err := follow(AZERTY, p.open, evdev.Hotplug{Folder: p.folder, Patience: patience, Report: func(err error) { p.warnings <- err }})
	if err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { k.Close() })
	return k
}

func (p *ports) open(path string) (io.ReadCloser, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if info.Mode()&0o400 == 0 {
		return nil, &fs.PathError{Op: "open", Path: path, Err: syscall.EACCES}
	}
	switch kind, err := os.ReadFile(path); {
	case err != nil || string(kind) == "mouse":
		return nil, evdev.ErrUnwanted
	case string(kind) == "taken":
		return nil, fmt.Errorf("another program has taken keyboard %s: %w", path, syscall.EBUSY)
	case string(kind) == "faulty":
		return io.NopCloser(iotest.ErrReader(syscall.EIO)), nil
	}
	r, w, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	p.mu.Lock()
	p.cables[filepath.Base(path)] = w
	p.mu.Unlock()
	p.opened <- filepath.Base(path)
	return r, nil
}

func (p *ports) plug(name, kind string, mode fs.FileMode) {
	p.t.Helper()
	if err := os.MkdirAll(p.folder, 0o755); err != nil {
		p.t.Fatal(err)
	}
	// As the kernel does, the device appears with all that it is.
	made := filepath.Join(p.t.TempDir(), name)
	if err := os.WriteFile(made, []byte(kind), mode); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Link(made, filepath.Join(p.folder, name)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *ports) unplug(name string) {
	p.t.Helper()
	if err := os.Remove(filepath.Join(p.folder, name)); err != nil {
		p.t.Fatal(err)
	}
}

// opens waits until a device is opened, which must be this one.
func (p *ports) opens(name string) {
	p.t.Helper()
	select {
	case got := <-p.opened:
		if got != name {
			p.t.Fatalf("%s is opened, not %s", got, name)
		}
	case err := <-p.warnings:
		p.t.Fatalf("%s is not opened: %v", name, err)
	case <-time.After(5 * time.Second):
		p.t.Fatalf("%s is not opened", name)
	}
}

func (p *ports) send(name string, moves ...move) {
	p.t.Helper()
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, m := range moves {
		if _, err := p.cables[name].Write(sent(unix.SizeofPtr, 0, kindKey, m.code, m.value)); err != nil {
			p.t.Fatal(err)
		}
	}
}

func next(t *testing.T, k *All) hw.Event {
	t.Helper()
	select {
	case e := <-k.Events():
		return e
	case <-time.After(5 * time.Second):
		t.Fatal("no event")
	}
	panic("not reached")
}

// The kernel makes the folder with the first device and removes it with the last.
func TestKeyboardsAreFoundWheneverTheyArePluggedIn(t *testing.T) {
	p := newPorts(t)
	k := p.keyboards(time.Minute)
	for range 3 {
		for _, device := range [][2]string{{"event0", "mouse"}, {"mouse0", "keyboard"}, {"event1", "keyboard"}, {"event3", "keyboard"}} {
			p.plug(device[0], device[1], 0o600)
		}
		p.opens("event1")
		p.opens("event3")
		p.send("event1", stroke(keyA)...)
		if e := next(t, k); e.Typed != 'Q' {
			t.Errorf("the first keyboard: %+v", e)
		}
		p.send("event3", stroke(key2)...)
		if e := next(t, k); e.Typed != 'É' {
			t.Errorf("the second keyboard: %+v", e)
		}
		for _, name := range []string{"event0", "mouse0", "event1", "event3"} {
			p.unplug(name)
		}
		if err := os.Remove(p.folder); err != nil {
			t.Fatal(err)
		}
	}
	if len(p.warnings) > 0 {
		t.Error(<-p.warnings)
	}
}

// udev changes owner and mode of a device one after the other, when it is there already.
func TestPermissionsComeLater(t *testing.T) {
	p := newPorts(t)
	p.plug("event0", "keyboard", 0)
	k := p.keyboards(time.Minute)
	p.plug("event1", "keyboard", 0)
	for _, name := range []string{"event1", "event0"} {
		for _, mode := range []fs.FileMode{0o040, 0o060, 0o660, 0o664} {
			if err := os.Chmod(filepath.Join(p.folder, name), mode); err != nil {
				t.Fatal(err)
			}
		}
		p.opens(name)
		p.send(name, stroke(codeEnter)...)
		if e := next(t, k); e.Button != hw.KeyOK || !e.Down {
			t.Errorf("%s: %+v", name, e)
		}
		next(t, k)
	}
	if len(p.opened) > 0 || len(p.warnings) > 0 {
		t.Errorf("opened once more %d, warned %d times", len(p.opened), len(p.warnings))
	}
}

func TestPermissionsThatDoNotComeAreToldUntilTheyDo(t *testing.T) {
	p := newPorts(t)
	p.plug("event0", "keyboard", 0)
	p.plug("event1", "keyboard", 0)
	p.keyboards(20 * time.Millisecond)
	p.told("this user may not read " + p.folder + "/event0, event1, so that a keyboard there can't be used: " +
		"add it to the group input (sudo usermod -aG input $USER) and log in again")
	for _, name := range []string{"event0", "event1"} {
		if err := os.Chmod(filepath.Join(p.folder, name), 0o660); err != nil {
			t.Fatal(err)
		}
		if got := <-p.opened; got != name {
			t.Errorf("%s is opened, want %s", got, name)
		}
	}
	p.told("<nil>")
}

// told waits for what is told next: an error that has this in it, or none.
func (p *ports) told(want string) {
	p.t.Helper()
	select {
	case err := <-p.warnings:
		if got := fmt.Sprint(err); !strings.Contains(got, want) {
			p.t.Fatalf("told %s, want %s", got, want)
		}
	case <-time.After(5 * time.Second):
		p.t.Fatalf("nothing is told, want %s", want)
	}
}

func TestAKeyboardThatAnotherProgramHasIsTriedAgain(t *testing.T) {
	t.Parallel() // it takes a second
	p := newPorts(t)
	p.plug("event0", "taken", 0o600)
	k := p.keyboards(time.Minute)
	p.told("another program has taken keyboard")
	p.plug("event1", "taken", 0o600) // is told with the first
	p.plug("event2", "keyboard", 0o600)
	p.opens("event2")
	// The other program ends, of which the folder knows nothing.
	if err := os.WriteFile(filepath.Join(p.folder, "event0"), []byte("keyboard"), 0); err != nil {
		t.Fatal(err)
	}
	p.opens("event0")
	p.send("event0", stroke(keyC)...)
	if e := next(t, k); e.Typed != 'C' {
		t.Errorf("got %+v", e)
	}
	if len(p.warnings) > 0 {
		t.Errorf("one still fails, but told was %v", <-p.warnings)
	}
	p.unplug("event1")
	p.told("<nil>")
}

func TestAKeyboardThatCannotBeReadAnyMoreIsTriedAgain(t *testing.T) {
	t.Parallel() // it takes a second
	p := newPorts(t)
	p.plug("event0", "faulty", 0o600)
	k := p.keyboards(time.Minute)
	p.told("keyboard event0 is not read any more: input/output error")
	if err := os.WriteFile(filepath.Join(p.folder, "event0"), []byte("keyboard"), 0); err != nil {
		t.Fatal(err)
	}
	p.told("<nil>")
	p.opens("event0")
	p.send("event0", stroke(keyC)...)
	if e := next(t, k); e.Typed != 'C' {
		t.Errorf("got %+v", e)
	}
}

func TestAKeyboardThatIsUnpluggedLetsGoOfItsKeys(t *testing.T) {
	for name, pull := range map[string]func(p *ports){
		"read error first": func(p *ports) { p.cables["event0"].Close() },
		"node first":       func(p *ports) { p.unplug("event0") },
	} {
		t.Run(name, func(t *testing.T) {
			p := newPorts(t)
			p.plug("event0", "keyboard", 0o600)
			p.plug("event1", "keyboard", 0o600)
			k := p.keyboards(time.Minute)
			p.opens("event0")
			p.opens("event1")
			p.send("event0", move{codeEnter, down})
			next(t, k)
			before := hw.Clock{}.Now()
			pull(p)
			got := next(t, k)
			if got.At < before || got.At > (hw.Clock{}).Now() {
				t.Errorf("released at %v", got.At)
			}
			got.At = 0
			if diff := cmp.Diff(hw.Event{Edge: hw.Edge{Button: hw.KeyOK}}, got); diff != "" {
				t.Errorf("-want +got:\n%s", diff)
			}
			p.send("event1", stroke(keyC)...)
			if e := next(t, k); e.Typed != 'C' {
				t.Errorf("the other keyboard: %+v", e)
			}
		})
	}
}

func TestNothingIsReadAfterClose(t *testing.T) {
	p := newPorts(t)
	p.plug("event0", "keyboard", 0o600)
	k := p.keyboards(time.Minute)
	p.opens("event0")
	p.send("event0", stroke(slices.Repeat([]uint16{codeEnter}, 200)...)...) // more than anybody takes
	for len(k.Events()) < cap(k.Events()) {
		time.Sleep(time.Millisecond)
	}
	for range 2 {
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	}
	p.plug("event1", "keyboard", 0o600)
	if _, err := p.cables["event0"].Write([]byte{0}); !errors.Is(err, syscall.EPIPE) {
		t.Errorf("the keyboard is still open: %v", err)
	}
	if len(p.opened) > 0 || len(p.warnings) > 0 {
		t.Errorf("opened %d, warned %d times", len(p.opened), len(p.warnings))
	}
}
