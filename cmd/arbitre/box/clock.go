package box

import (
	"os"
	"strings"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/games/results"
	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// clock gives the box the kernel's clock and alarm unless it has a clock, and returns its alarm.
func (a *assembly) clock() (referee.Alarm, error) {
	if a.box.Clock != nil {
		return a.box.Alarm, nil
	}
	alarm, err := hw.NewAlarm()
	if err != nil {
		return nil, err
	}
	a.onClose(func() { alarm.Close() })
	a.box.Clock, a.box.Machine = hw.Now, MachineClock()
	return alarm, nil
}

// MachineClock returns the machine's clocks (clock_gettime(2)) and its boot ID. The systemd unit
// passes the boot ID, without dashes, because the service can't read it from the file of random(4).
// Without a boot ID only the wall clock counts.
func MachineClock() results.Clock {
	boot := os.Getenv("ARBITRE_BOOT")
	if boot == "" {
		id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
		boot = strings.ReplaceAll(strings.TrimSpace(string(id)), "-", "")
	}
	return results.Clock{
		Wall: time.Now,
		Boot: boot,
		Known: func() bool {
			_, err := os.Stat("/run/systemd/timesync/synchronized") // systemd-timesyncd.service(8)
			return err == nil
		},
		Up: func() time.Duration {
			var up unix.Timespec
			_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &up) // never fails: clock and address are valid
			return time.Duration(up.Nano())
		},
	}
}
