// Package systemd talks to systemd: it reports the state of the service, asks for a shutdown, waits for
// udev, reads the unit, and writes lines as the journal reads them.
package systemd

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync/atomic"
	"time"

	// sd_notify(3) in plain Go, kept by the CoreOS project; nothing else of it comes along
	"github.com/coreos/go-systemd/v22/activation"
	"github.com/coreos/go-systemd/v22/daemon"
	"golang.org/x/time/rate"
)

// A Supervisor has started the daemon and looks after it.
type Supervisor struct {
	Ready          func()            // to call once the table is open
	Status         func(line string) // shows people how it is
	Heartbeat      func()            // to call whenever the referee's loop has gone round
	Busy           func()            // to call while something slow goes on, before the table is open or after
	HeartbeatEvery time.Duration     // it restarts the daemon after so long without Heartbeat or Busy; 0: never
}

// NoSupervisor returns a supervisor that does nothing.
func NoSupervisor() Supervisor {
	return Supervisor{Ready: func() {}, Status: func(string) {}, Heartbeat: func() {}, Busy: func() {}}
}

// Notify returns systemd as the supervisor, by sd_notify(3). If the daemon is no service,
// nothing is sent.
func Notify() (Supervisor, error) {
	within, err := daemon.SdWatchdogEnabled(false)
	if err != nil {
		return Supervisor{}, fmt.Errorf("systemd's watchdog: %w", err)
	}
	notify := func(state string) { daemon.SdNotify(false, state) } // if a message is lost, the watchdog notices
	seldom := rate.Sometimes{Interval: time.Second}
	return Supervisor{
		Ready:     func() { notify(daemon.SdNotifyReady) },
		Status:    func(line string) { notify("STATUS=" + line) },
		Heartbeat: func() { notify(daemon.SdNotifyWatchdog) },
		Busy: func() {
			seldom.Do(func() { notify(daemon.SdNotifyWatchdog + "\nEXTEND_TIMEOUT_USEC=30000000") })
		},
		HeartbeatEvery: within,
	}, nil
}

// HoldBackFailedStart runs a daemon. One that ends without having been ready is held back: systemd starts it
// again half a second later, which would be eight lines a second in the log on the SD card for as
// long as a wire is loose. A device that is missing just after power-on comes in a moment, one that
// is missing for long does not; so the pause grows with the machine's uptime.
func (s Supervisor) HoldBackFailedStart(ctx context.Context, uptime func() time.Duration, daemon func(Supervisor) error) error {
	var opened atomic.Bool
	reported := s
	reported.Ready = func() {
		opened.Store(true)
		s.Ready()
	}
	err := daemon(reported)
	if err == nil || opened.Load() || s.HeartbeatEvery == 0 {
		return err
	}
	s.Status(fmt.Sprintf("The table can't be opened: %v", err))
	s.Busy() // the start goes on while it is held back
	select {
	case <-ctx.Done():
	case <-time.After(min(uptime()/10, 10*time.Second)):
	}
	return err
}

// PowerOff asks for a shutdown by a file in the service's runtime folder, which
// arbitre-poweroff.path waits for: the daemon itself may not shut the machine down.
func PowerOff(runtime string) error {
	return os.WriteFile(filepath.Join(runtime, "poweroff"), nil, 0o600)
}

const (
	settleMost  = 10 * time.Second
	settleStep  = 20 * time.Millisecond
	settleShare = 10 // it looks for at most one part in so many of the time
)

// WaitForDevices waits, when the machine starts, until udev has given the devices that are needed to their
// groups: until they are usable or udev has nothing left to do, whichever is first. While the
// machine runs it returns at once. Meanwhile the supervisor hears that the start goes on.
func (s Supervisor) WaitForDevices(ctx context.Context, usable func() bool) {
	s.waitForDevices(ctx, "/run/udev/queue", usable)
}

// waitForDevices watches the queue file, which exists while udev is busy, as "udevadm settle" does. This
// program has a real-time rank and udev has none: where looking at the devices takes long, it looks
// less often, so that udev is not held up by being waited for.
func (s Supervisor) waitForDevices(ctx context.Context, queue string, usable func() bool) {
	for end := time.Now().Add(settleMost); ctx.Err() == nil && time.Now().Before(end); {
		began := time.Now()
		if _, err := os.Stat(queue); err != nil || usable() {
			return
		}
		s.Busy()
		time.Sleep(max(settleStep, settleShare*time.Since(began)))
	}
}

// Socket returns the listening socket of that name which systemd has passed to this service
// (FileDescriptorName= of systemd.socket(5)); nil if there is none. Call it once.
func Socket(name string) *os.File {
	for _, file := range activation.Files(true) {
		if file.Name() == name {
			return file
		}
	}
	return nil
}
