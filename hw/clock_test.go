package hw_test

import (
	"testing"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// The kernel's stamps and the clock are compared with each other: they must be one.
func TestTheClockIsTheKernels(t *testing.T) {
	for range 1000 {
		before := hw.Now()
		var ts unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
			t.Fatal(err)
		}
		if at := time.Duration(ts.Nano()); at < before || at > hw.Now() {
			t.Fatalf("%v is not between %v and %v", at, before, hw.Now())
		}
	}
}

func newAlarm(t testing.TB) *hw.Alarm {
	t.Helper()
	a, err := hw.NewAlarm()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

func TestAnAlarmGoesOffAtItsTime(t *testing.T) {
	a := newAlarm(t)
	for _, after := range []time.Duration{3 * time.Millisecond, 400 * time.Microsecond, 0, -time.Second,
		-2 * hw.Now()} {
		due := hw.Now() + after
		a.Set(due)
		<-a.Rings()
		if now := hw.Now(); now < due {
			t.Errorf("it went off %v too early", due-now)
		}
		a.Set(due) // which has passed: at once
		<-a.Rings()
	}
	a.Set(hw.Now() + time.Hour)
	a.Set(hw.Now() + time.Millisecond)
	<-a.Rings()
	a.Set(hw.Now() + time.Hour)
	a.Stop()
	a.Stop()
	select {
	case <-a.Rings():
		t.Error("it went off after it was stopped")
	default:
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	a.Set(hw.Now() + time.Hour) // does nothing
}
