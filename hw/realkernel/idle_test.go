package realkernel

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// wakes is how often the program's threads have waited for something and gone on
// (proc_pid_status(5)).
func (p *table) wakes() (n int) {
	p.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", p.command.Process.Pid))
	if err != nil || len(threads) == 0 {
		p.Fatalf("no threads: %v", err)
	}
	for _, thread := range threads {
		n += procNumber(p, thread, "voluntary_ctxt_switches")
	}
	return n
}

// procNumber is a number of a file that has one to a line, with its name (proc_pid_status(5),
// proc_pid_io(5)).
func procNumber(t testing.TB, path, name string) (n int) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, value, _ := strings.Cut("\n"+string(text), "\n"+name+":")
	if _, err := fmt.Sscan(value, &n); err != nil {
		t.Fatalf("%s of %s: %v", name, path, err)
	}
	return n
}

// In a game in which nobody moves nothing is sent to the displays, and no thread of the program
// wakes up more than a few times, which the runtime needs to come to rest, on a busy machine more
// often: anything periodic of a second or less would be fifteen.
func TestAnIdleTable(t *testing.T) {
	p := layTable(t)
	p.config += "[public]\nenabled = true\n[speaker]\nenabled = true\n"
	p.panel.plugged("3")
	p.start()
	p.sitDown()
	p.await("the player has ended, after 20 s without a sound", func() bool { return len(players(t)) == 0 })
	time.Sleep(time.Second)
	p.panel.messages()
	before := p.wakes()
	time.Sleep(15 * time.Second)
	woken := p.wakes() - before
	t.Logf("%d wake-ups in 15 s; players %v", woken, players(t))
	if woken >= 15 {
		t.Errorf("%d wake-ups in 15 s", woken)
	}
	if n := p.panel.messages(); n > 0 {
		t.Errorf("%d messages to the displays, on which nothing has changed", n)
	}
}
