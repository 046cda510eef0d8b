package systemd

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// unread returns a pipe that is full, so that a write waits until somebody reads.
func unread(t *testing.T) (r, w *os.File) {
	var fds [2]int
	check(t, syscall.Pipe2(fds[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK))
	for {
		if _, err := syscall.Write(fds[1], make([]byte, 4096)); errors.Is(err, syscall.EAGAIN) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
	syscall.SetNonblock(fds[1], false) // as standard error is
	r, w = os.NewFile(uintptr(fds[0]), "reader"), os.NewFile(uintptr(fds[1]), "stderr")
	t.Cleanup(func() {
		r.Close()
		w.Close()
	})
	return r, w
}

func TestALogThatNobodyReadsHoldsNothingUp(t *testing.T) {
	reader, stderr := unread(t)
	log, closeLog := OpenLog(stderr, func(string) string { return "" }, "info")
	for range 2 * mostLines { // whoever waited here would wait for ever, and so at the end
		log.Info("said while nobody listens")
	}
	closeLog()

	text := make([]byte, 1<<20)
	var told string
	for !strings.Contains(told, "lines are missing here") || !strings.Contains(told, "nobody listens") ||
		!strings.Contains(told, "lines=") {
		n := must(reader.Read(text))
		told += string(bytes.TrimLeft(text[:n], "\x00"))
	}
}

// The journal reads the priority before a line, and has a time of its own (sd-daemon(3)). Other
// readers of standard error have no use for the one, and need the other.
func TestLinesOfTheLogHavePriorities(t *testing.T) {
	file := must(os.Create(filepath.Join(t.TempDir(), "stderr")))
	defer file.Close()
	info := must(file.Stat())
	stat := info.Sys().(*syscall.Stat_t)
	itself := fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
	for _, stream := range []string{itself, "8:1"} {
		env := func(name string) string { return map[string]string{"JOURNAL_STREAM": stream}[name] }
		log, closeLog := OpenLog(file, env, "info")
		log.Info("fact", "seat", 7)
		log.Warn("two\nlines")
		log.Error("wrong")
		closeLog()
	}
	text := must(os.ReadFile(file.Name()))
	const own = "<6>level=INFO msg=fact seat=7\n<4>level=WARN msg=\"two\\nlines\"\n<3>level=ERROR msg=wrong\n"
	others, ok := strings.CutPrefix(string(text), own)
	if !ok || strings.Count(others, "time=2") != 3 || strings.Contains(others, "<") {
		t.Errorf("the log is\n%s", text)
	}
}
