package systemd

import (
	"context"
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

func TestSystemdIsTold(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	listener := must(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"}))
	defer listener.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	t.Setenv("WATCHDOG_USEC", "30000000")
	s, err := Notify()
	if err != nil || s.HeartbeatEvery != 30*time.Second {
		t.Fatalf("the watchdog waits for %v, %v", s.HeartbeatEvery, err)
	}
	s.Status("The table is open.")
	s.Ready()
	s.Heartbeat()
	for _, want := range []string{"STATUS=The table is open.", "READY=1", "WATCHDOG=1"} {
		message := make([]byte, 200)
		n, err := listener.Read(message)
		if err != nil || string(message[:n]) != want {
			t.Errorf("systemd is told %q, %v; want %q", message[:n], err, want)
		}
	}
}

func TestADaemonThatCannotOpenTheTableIsHeldBack(t *testing.T) {
	noLines := errors.New("no lines")
	for _, tc := range []struct {
		name   string
		within time.Duration
		opens  bool
		held   bool
	}{
		{"it was never ready", time.Minute, false, true},
		{"it was ready", time.Minute, true, false},
		{"nobody starts it again", 0, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said []string
				s := NoSupervisor()
				s.HeartbeatEvery, s.Status = tc.within, func(line string) { said = append(said, line) }
				began := time.Now()
				uptime := func() time.Duration { return time.Hour }
				err := s.HoldBackFailedStart(t.Context(), uptime, func(s Supervisor) error {
					if tc.opens {
						s.Ready()
					}
					return noLines
				})
				waited := time.Since(began)
				if err != noLines || (waited > 0) != tc.held || waited > 10*time.Second || (len(said) > 0) != tc.held {
					t.Errorf("%v after %v, says %q", err, waited, said)
				}
			})
		})
	}
}

// When the machine starts, udev may still be giving the devices to their groups.
func TestTheDevicesAreWaitedForAndNothingElse(t *testing.T) {
	const never = time.Hour
	for _, tc := range []struct {
		name            string
		usable, settled time.Duration // after the start
		want            time.Duration
	}{
		{"they are usable before udev has done all", 300 * time.Millisecond, never, 300 * time.Millisecond},
		{"udev has nothing more to do", never, 500 * time.Millisecond, 500 * time.Millisecond},
		{"the machine runs", never, 0, 0},
		{"udev never ends", never, never, 10 * time.Second},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				queue := filepath.Join(t.TempDir(), "queue")
				check(t, os.WriteFile(queue, nil, 0o600))
				began := time.Now()
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				go func() {
					select {
					case <-ctx.Done():
					case <-time.After(tc.settled):
						os.Remove(queue)
					}
				}()
				synctest.Wait()
				NoSupervisor().waitForDevices(ctx, queue, func() bool { return time.Since(began) >= tc.usable })
				if waited := time.Since(began); waited < tc.want || waited > tc.want+settleStep {
					t.Errorf("waited for %v, want %v", waited, tc.want)
				}
			})
		})
	}
}

// On a slow machine a look at the devices takes long, at a higher rank than udev has.
func TestUdevIsNotHeldUpByBeingWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		queue := filepath.Join(t.TempDir(), "queue")
		check(t, os.WriteFile(queue, nil, 0o600))
		const look = 200 * time.Millisecond
		looked := time.Duration(0)
		began := time.Now()
		NoSupervisor().waitForDevices(t.Context(), queue, func() bool {
			time.Sleep(look)
			looked += look
			return false
		})
		if waited := time.Since(began); looked > waited/settleShare {
			t.Errorf("looks for %v of %v", looked, waited)
		}
	})
}

func TestAStartThatWaitsIsNotGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		queue := filepath.Join(t.TempDir(), "queue")
		check(t, os.WriteFile(queue, nil, 0o600))
		s := NoSupervisor()
		s.HeartbeatEvery = 15 * time.Second
		last, longest := time.Now(), time.Duration(0)
		s.Busy = func() { longest, last = max(longest, time.Since(last)), time.Now() }
		uptime := func() time.Duration { return time.Hour }
		_ = s.HoldBackFailedStart(t.Context(), uptime, func(s Supervisor) error {
			s.waitForDevices(t.Context(), queue, func() bool { return false })
			return errors.New("no lines")
		})
		s.Busy()
		if longest > 10*time.Second {
			t.Errorf("the supervisor hears nothing for %v", longest)
		}
	})
}

func TestWithoutSystemdThereIsNoUnit(t *testing.T) {
	if u := AskUnit(os.DirFS(t.TempDir()), nil); u != nil || u.Active() || u.StateFolder() != "" {
		t.Errorf("without systemd: %v", u)
	}
}

func FuzzUnit(f *testing.F) {
	f.Add("StateDirectory=arbitre\nExecMainStartTimestamp=Fri 2026-11-20 19:30:01 UTC\n")
	f.Add("StateDirectory= \nUser=")
	f.Fuzz(func(t *testing.T, text string) {
		u := ParseUnit(text)
		if folder := u.StateFolder(); folder != "" && !strings.HasPrefix(folder, "/var/lib/") {
			t.Errorf("state folder %q", folder)
		}
	})
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// check ends a test at an error.
func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
