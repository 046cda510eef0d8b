package box

import (
	"os"
	"strings"
	"time"

	"arbitre/games/results"

	"golang.org/x/sys/unix"
)

// MachineClock is the time as the machine knows it (clock_gettime(2)). The unit names the start of
// the machine, for the service does not see the file of random(4) that has the same, with dashes.
// Without it the clock on the wall is all there is.
func MachineClock() results.Clock {
	boot := os.Getenv("ARBITRE_BOOT")
	if boot == "" {
		id, _ := os.ReadFile("/proc/sys/kernel/random/boot_id")
		boot = strings.ReplaceAll(strings.TrimSpace(string(id)), "-", "")
	}
	return results.Clock{
		Wall: time.Now,
		Boot: boot,
		Up: func() time.Duration {
			var up unix.Timespec
			_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &up) // never fails, for the clock and the address are good
			return time.Duration(up.Nano())
		},
	}
}
