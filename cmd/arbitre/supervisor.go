package main

import (
	"fmt"
	"strings"
	"time"

	"github.com/coreos/go-systemd/v22/daemon" // sd_notify(3) in plain Go, kept by the CoreOS project; nothing else of it comes along
)

// A supervisor is what started the daemon and looks after it.
type supervisor struct {
	ready  func()            // the table is open
	status func(line string) // how it is, for people
	alive  func()            // the referee's loop has gone round
	within time.Duration     // without a sign of life for so long it starts the daemon anew; 0 is never
}

// underSystemd is told by sd_notify(3). Where the daemon is no service, nobody listens and nothing is sent.
func underSystemd() (supervisor, error) {
	within, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return supervisor{}, fmt.Errorf("systemd's watchdog: %w", err)
	}
	notify := func(state string) { daemon.SdNotify(false, state) } // what it misses, the watchdog finds
	return supervisor{
		ready:  func() { notify(daemon.SdNotifyReady) },
		status: func(line string) { notify("STATUS=" + line) },
		alive:  func() { notify(daemon.SdNotifyWatchdog) },
		within: within,
	}, nil
}

// nobody looks after the daemon.
func nobody() supervisor {
	return supervisor{ready: func() {}, status: func(string) {}, alive: func() {}}
}

// statusLine says in one line what works and what does not.
func statusLine(broken []string) string {
	if len(broken) == 0 {
		return "The table is open."
	}
	return fmt.Sprintf("The table is open; not working: %s.", strings.Join(broken, ", "))
}
