package evdev

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"
)

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

func TestErrorsSayWhatToDo(t *testing.T) {
	err := explain(syscall.EBUSY, "/dev/input/event3", "keyboard")
	const want = "another program has taken keyboard /dev/input/event3: end it"
	if !strings.HasPrefix(err.Error(), want) || !errors.Is(err, syscall.EBUSY) {
		t.Errorf("got %v", err)
	}
}

func FuzzChanges(f *testing.F) {
	f.Add([]byte("\x01\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\x08\x00\x00\x00event0\x00\x00"))
	f.Add([]byte("\xff\xff\xff\xff\x00\x40\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"))
	f.Add([]byte("\x01\x00\x00\x00\x00\x01\x00\x00\x00\x00\x00\x00\xff\xff\xff\xffevent0"))
	f.Fuzz(func(t *testing.T, p []byte) {
		size := 0
		for _, c := range changes(p) {
			size += unix.SizeofInotifyEvent + len(c.name)
		}
		if size > len(p) {
			t.Errorf("%d bytes are more than the %d there are", size, len(p))
		}
	})
}
