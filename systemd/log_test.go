package box

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/web"
)

// unread is a pipe that is full, and of which nobody takes anything until it is read.
func unread(t *testing.T) (r, w *os.File) {
	var fds [2]int
	if err := syscall.Pipe2(fds[:], syscall.O_CLOEXEC|syscall.O_NONBLOCK); err != nil {
		t.Fatal(err)
	}
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
	log, closeLog := OpenLog(stderr, func(string) string { return "" }, config.Config{})
	for range 2 * mostLines { // whoever waited here would wait for ever, and so at the end
		log.Info("said while nobody listens")
	}
	closeLog()

	text := make([]byte, 1<<20)
	var told string
	for !strings.Contains(told, "lines are missing here") || !strings.Contains(told, "nobody listens") || !strings.Contains(told, "lines=") {
		n, err := reader.Read(text)
		if err != nil {
			t.Fatal(err)
		}
		told += string(bytes.TrimLeft(text[:n], "\x00"))
	}
}

// One line for each try would be 33 MB in a quarter of a minute.
func TestStrangersWhoGuessFillNoLog(t *testing.T) {
	var b bytes.Buffer
	pages, err := web.New(web.Options{Hosts: []string{"box.test"}, Log: Sparing(slog.New(slog.NewTextHandler(&b, nil)))})
	if err != nil {
		t.Fatal(err)
	}
	defer pages.Close()
	pages.Invite()
	for range 200 {
		request := httptest.NewRequest("POST", "http://box.test/judge/pair", strings.NewReader(`{"code":"000000"}`))
		request.Header.Set("Content-Type", "application/json")
		answer := httptest.NewRecorder()
		if pages.ServeHTTP(answer, request); answer.Code == http.StatusNoContent {
			t.Fatal("it was the code")
		}
	}
	if n := strings.Count(b.String(), "no phone paired"); n < 1 || n > 5 {
		t.Errorf("%d lines of 200 tries in a moment", n)
	}
}

func TestOfEachKindOneLineASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var b bytes.Buffer
		log := Sparing(slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Attr{}
			}
			return a
		}})))
		for i := range 25 { // for 2.5 s
			log.Warn("guessed", "from", i)
			if i%5 == 0 {
				log.With("a", 1).Info("paired")
			}
			time.Sleep(100 * time.Millisecond)
		}
		log.Warn("only way in", "link", 1)
		log.Warn("only way in", "link", 2)
		want := strings.Join([]string{
			"level=WARN msg=guessed from=0", "level=INFO msg=paired a=1",
			"level=WARN msg=guessed from=10 left_out_before=9", "level=INFO msg=paired a=1 left_out_before=1",
			"level=WARN msg=guessed from=20 left_out_before=9", "level=INFO msg=paired a=1 left_out_before=1",
			`level=WARN msg="only way in" link=1`, `level=WARN msg="only way in" link=2`,
		}, "\n") + "\n"
		if got := b.String(); got != want {
			t.Errorf("the log is\n%swant\n%s", got, want)
		}
	})
}

// The journal reads the priority before a line, and has a time of its own (sd-daemon(3)). Other readers of standard error
// have no use for the one, and need the other.
func TestLinesOfTheLogHavePriorities(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	itself := fmt.Sprintf("%d:%d", stat.Dev, stat.Ino)
	for _, stream := range []string{itself, "8:1"} {
		env := func(name string) string { return map[string]string{"JOURNAL_STREAM": stream}[name] }
		log, closeLog := OpenLog(file, env, config.Config{})
		log.Info("fact", "seat", 7)
		log.Warn("two\nlines")
		log.Error("wrong")
		closeLog()
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	const own = "<6>level=INFO msg=fact seat=7\n<4>level=WARN msg=\"two\\nlines\"\n<3>level=ERROR msg=wrong\n"
	others, ok := strings.CutPrefix(string(text), own)
	if !ok || strings.Count(others, "time=2") != 3 || strings.Contains(others, "<") {
		t.Errorf("the log is\n%s", text)
	}
}
