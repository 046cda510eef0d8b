package realkernel

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// wakes returns how often the program's threads have waited for something and gone on
// (proc_pid_status(5)).
func (p *table) wakes() (n int) {
	p.Helper()
	threads, err := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/status", p.command.Process.Pid))
	if err != nil || len(threads) == 0 {
		p.Fatalf("no threads: %v", err)
	}
	for _, thread := range threads {
		n += procField(p, thread, "voluntary_ctxt_switches")
	}
	return n
}

// procField returns the number in a file's line "name: number" (proc_pid_status(5),
// proc_pid_io(5)).
func procField(t testing.TB, path, name string) (n int) {
	t.Helper()
	_, value, _ := strings.Cut("\n"+read(t, path), "\n"+name+":")
	if _, err := fmt.Sscan(value, &n); err != nil {
		t.Fatalf("%s of %s: %v", name, path, err)
	}
	return n
}

// An idle table sends nothing to its displays and hardly wakes. Anything that ran once a second
// would wake it 15 times; the Go runtime alone wakes it a few times.
const (
	idleSpan  = 15 * time.Second
	idleWakes = 15
)

func TestAnIdleTable(t *testing.T) {
	p := layTable(t)
	p.config += "[public]\nenabled = true\n[speaker]\nenabled = true\n"
	p.panel.plugged(bothPanels)
	p.start()
	p.sitDown()
	p.await("the player has ended, after 20 s without a sound", func() bool { return len(running(t, "aplay")) == 0 })
	time.Sleep(time.Second) // until the runtime has come to rest after the player's end
	p.panel.messages()
	before := p.wakes()
	time.Sleep(idleSpan) // nobody moves
	woken := p.wakes() - before
	t.Logf("%d wake-ups in %v; players %v", woken, idleSpan, running(t, "aplay"))
	if woken >= idleWakes {
		t.Errorf("%d wake-ups in %v, want less than %d", woken, idleSpan, idleWakes)
	}
	if n := p.panel.messages(); n > 0 {
		t.Errorf("%d messages to the displays, on which nothing has changed", n)
	}
}
