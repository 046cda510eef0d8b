package box

import (
	"os"
	"strings"
	"time"

	"arbitre/games/results"

	"golang.org/x/sys/unix"
)

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
