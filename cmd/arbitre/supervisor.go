package main

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"arbitre/hw"

	"github.com/coreos/go-systemd/v22/daemon" // sd_notify(3) in plain Go, kept by the CoreOS project; nothing else of it comes along
)

// A supervisor is what started the daemon and looks after it.
type supervisor struct {
	ready  func()            // the table is open
	status func(line string) // how it is, for people
	alive  func()            // the referee's loop has gone round
	busy   func()            // what takes long goes on, before the table is open or after
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
		busy:   seldom(func() { notify(daemon.SdNotifyWatchdog + "\nEXTEND_TIMEOUT_USEC=30000000") }),
		within: within,
	}, nil
}

// patiently runs a daemon. One that ends without having been ready is held back: systemd starts it again half a second
// later, which would be eight lines a second in the log on the SD card for as long as a wire is loose. What is missing just
// after power-on comes in a moment, what is missing for long does not, and so the pause grows with the time since then.
func (s supervisor) patiently(ctx context.Context, daemon func(supervisor) error) error {
	var opened atomic.Bool
	told := s
	told.ready = func() {
		opened.Store(true)
		s.ready()
	}
	err := daemon(told)
	if err == nil || opened.Load() || s.within == 0 {
		return err
	}
	s.status(fmt.Sprintf("The table can't be opened: %v", err))
	select {
	case <-ctx.Done():
	case <-time.After(min(hw.Clock{}.Now()/10, 10*time.Second)):
	}
	return err
}

// seldom calls what is to be called often, but once a second at most.
func seldom(call func()) func() {
	var last time.Time
	return func() {
		if now := time.Now(); now.Sub(last) >= time.Second {
			last = now
			call()
		}
	}
}

// nobody looks after the daemon.
func nobody() supervisor {
	return supervisor{ready: func() {}, status: func(string) {}, alive: func() {}, busy: func() {}}
}

// statusLine says in one line what works and what does not.
func statusLine(broken []string) string {
	if len(broken) == 0 {
		return "The table is open."
	}
	return fmt.Sprintf("The table is open; not working: %s.", strings.Join(broken, ", "))
}
