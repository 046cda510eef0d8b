package box

import (
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/hw/sim"
	"arbitre/systemd"
)

// inTheWay makes things that may lie in the place of a file of the box: they can't be read, and
// opening one may block for ever.
var inTheWay = map[string]func(path string) error{
	"a FIFO":           func(path string) error { return syscall.Mkfifo(path, 0o600) },
	"a folder":         func(path string) error { return os.MkdirAll(filepath.Join(path, "full"), 0o700) },
	"a link to itself": func(path string) error { return os.Symlink(filepath.Base(path), path) },
	"a device":         func(path string) error { return os.Symlink("/dev/zero", path) },
}

// A file that can't be read costs only its own contents, and the status line names the part that
// misses them.
func TestTheTableOpensWhateverLiesInItsFolders(t *testing.T) {
	for _, file := range []struct{ name, trouble string }{
		{"journals/sessions.json", "paired phones"},
		{"journals/names.jsonl", "results"},
		{"journals/results.jsonl", "results"}, // `arbitre results --rebuild` makes it anew
		{"journals/settings.toml", ownSettings},
		{"journals/2026-03-14T20-15-00-mito.open.jsonl", ""},
		{"journals/2026-03-14T20-15-00-mito.jsonl", ""},
		{"runtime/playing", ""},
	} {
		for kind, make := range inTheWay {
			t.Run(file.name+" is "+kind, func(t *testing.T) {
				root := t.TempDir()
				path := filepath.Join(root, file.name)
				check(t, errors.Join(os.MkdirAll(filepath.Join(root, "journals"), 0o700),
					os.Mkdir(filepath.Join(root, "runtime"), 0o700), make(path)))
				opensTable(t, root, file.trouble)
			})
		}
	}
}

// boxBelow is a virtual table with its files below root.
func boxBelow(t *testing.T, root string) (b Box, page *sim.Table, c config.Config) {
	t.Helper()
	c = config.Default(all.Games(), func(string) string { return "" })
	c.Journals = filepath.Join(root, "journals")
	var err error
	if page, err = sim.NewTable(c.Demo.Seats); err != nil {
		t.Fatal(err)
	}
	b = FromConfig(page, AsInDrawing(c))
	if b.Web, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	return b, page, c
}

// openTable starts a table and returns when it is open; end stops it.
func openTable(t *testing.T, b Box, c config.Config, runtime string) (s Service, end func() error) {
	t.Helper()
	ready := make(chan struct{})
	looked := systemd.NoSupervisor()
	looked.Ready = func() { close(ready) }
	s = NewService(all.Games(), slog.New(slog.DiscardHandler), looked, runtime)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := b.Run(ctx, s.withOwn(c), s)
		ended <- err
	}()
	select {
	case <-ready:
	case err := <-ended:
		t.Fatalf("the table is not opened: %v", err)
	case <-time.After(patience):
		t.Fatal("the table waits for what is in its way")
	}
	return s, func() error {
		stop()
		defer s.Folder.Close()
		return <-ended
	}
}

// patience is how long a busy machine may take.
const patience = 30 * time.Second

// soon waits until a condition holds, and reports whether it did in time.
func soon(is func() bool) bool {
	for end := time.Now().Add(patience); !is() && time.Now().Before(end); {
		time.Sleep(10 * time.Millisecond)
	}
	return is()
}

// opensTable fails unless a table with its files below root opens, serves its pages, and reports a
// trouble.
func opensTable(t *testing.T, root, trouble string) {
	b, _, c := boxBelow(t, root)
	s, end := openTable(t, b, c, filepath.Join(root, "runtime"))
	answer := must(http.Get("http://" + b.Web.Addr().String() + "/judge"))
	answer.Body.Close()
	if trouble != "" && !soon(func() bool { return slices.Contains(s.Health.Parts(), trouble) }) {
		t.Errorf("nobody is told: %v do not work, want %s", s.Health.Parts(), trouble)
	}
	check(t, end())
}

// The results learn of a game that begins on a real box, even if the wall clock changes later.
func TestAGameThatBeginsIsInTheBook(t *testing.T) {
	t.Parallel()
	b, page, c := boxBelow(t, t.TempDir())
	_, end := openTable(t, b, c, "")
	press := func(button hw.Button) { // for as long as its stamps say, however busy this machine is
		up := hw.Now()
		page.Buttons.Set(up-50*time.Millisecond, button, true)
		page.Buttons.Set(up, button, false)
		time.Sleep(120 * time.Millisecond)
	}
	time.Sleep(time.Second) // earlier keys answer nothing
	press(hw.KeyOK)
	press(1)
	press(2)
	press(3)
	if !soon(func() bool {
		press(hw.KeyOK)
		text, _ := os.ReadFile(filepath.Join(c.Journals, "names.jsonl"))
		return strings.Contains(string(text), `"up":`) && strings.Contains(string(text), `-mito"}`)
	}) {
		t.Error("no game began, or nobody knows of it")
	}
	check(t, end())
}
