package hw_test

import (
	"slices"
	"testing"
	"time"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// The kernel's stamps and the clock are compared with each other: they must be one.
func TestTheClockIsTheKernels(t *testing.T) {
	for range 1000 {
		before := hw.Clock{}.Now()
		var ts unix.Timespec
		if err := unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts); err != nil {
			t.Fatal(err)
		}
		if at := time.Duration(ts.Nano()); at < before || at > (hw.Clock{}).Now() {
			t.Fatalf("%v is not between %v and %v", at, before, hw.Clock{}.Now())
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
	clock := hw.Clock{}
	for _, after := range []time.Duration{3 * time.Millisecond, 400 * time.Microsecond, 0, -time.Second, -2 * clock.Now()} {
		due := clock.Now() + after
		a.Set(due)
		<-a.Rings()
		if now := clock.Now(); now < due {
			t.Errorf("it went off %v too early", due-now)
		}
		a.Set(due) // which has passed: at once
		<-a.Rings()
	}
	a.Set(clock.Now() + time.Hour)
	a.Set(clock.Now() + time.Millisecond)
	<-a.Rings()
	a.Set(clock.Now() + time.Hour)
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
	a.Set(clock.Now() + time.Hour) // does nothing
}

// BenchmarkLate is how much later than 950 µs an alarm wakes, and the runtime's timer.
func BenchmarkLate(b *testing.B) {
	const after = 950 * time.Microsecond
	alarm := newAlarm(b)
	timer := time.NewTimer(time.Hour)
	for _, way := range []struct {
		name string
		wait func(due time.Duration)
	}{
		{"alarm", func(due time.Duration) { alarm.Set(due); <-alarm.Rings() }},
		{"timer", func(due time.Duration) { timer.Reset(due - hw.Clock{}.Now()); <-timer.C }},
	} {
		b.Run(way.name, func(b *testing.B) {
			var late []time.Duration
			for b.Loop() {
				due := hw.Clock{}.Now() + after
				way.wait(due)
				late = append(late, hw.Clock{}.Now()-due)
			}
			slices.Sort(late)
			b.ReportMetric(float64(late[len(late)/2].Microseconds()), "µs-late/median")
			b.ReportMetric(float64(late[len(late)*99/100].Microseconds()), "µs-late/99of100")
		})
	}
}

func BenchmarkClock(b *testing.B) {
	for b.Loop() {
		hw.Clock{}.Now()
	}
}

func BenchmarkClockBySystemCall(b *testing.B) {
	var ts unix.Timespec
	for b.Loop() {
		_ = unix.ClockGettime(unix.CLOCK_MONOTONIC, &ts)
	}
}
