package hw

import (
	"os"
	"sync"
	"syscall"
	"time"
	_ "unsafe" // for go:linkname

	"golang.org/x/sys/unix"
)

// Now is the time since an arbitrary moment before the machine started, on the clock with which the
// kernel stamps edges (clock_gettime(2), CLOCK_MONOTONIC).
func Now() time.Duration { return time.Duration(nanotime()) }

// nanotime reads that clock, where the kernel shares it without a system call. The runtime promises
// to keep it for programs that link to it (runtime/time_nofake.go, go.dev/issue/67401).
// [time.Since] reads the same clock but returns differences only: the offset between them and the
// stamps of edges would have to be measured, never exactly, and kept in a global variable.
//
//go:linkname nanotime runtime.nanotime
func nanotime() int64

// An Alarm goes off at a time on the clock of [Now], which one goroutine sets. The runtime's timers wait in
// whole milliseconds where nothing else is to be done (epoll_wait(2)), and a press is certain one
// millisecond after its edge: the lamp would follow as late again.
type Alarm struct {
	rings chan time.Time
	timer *os.File // timerfd_create(2)
	conn  syscall.RawConn
	set   time.Duration // 0 is never
	done  sync.WaitGroup
}

// NewAlarm returns an alarm that is not set.
func NewAlarm() (*Alarm, error) {
	fd, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK|unix.TFD_CLOEXEC)
	if err != nil {
		return nil, err
	}
	a := &Alarm{timer: os.NewFile(uintptr(fd), "alarm"), rings: make(chan time.Time, 1)}
	if a.conn, err = a.timer.SyscallConn(); err != nil {
		a.timer.Close()
		return nil, err
	}
	a.done.Go(a.wait)
	return a, nil
}

func (a *Alarm) wait() {
	for times := make([]byte, 8); ; {
		if _, err := a.timer.Read(times); err != nil {
			return
		}
		select {
		case a.rings <- time.Now():
		default: // the last ring was not received yet
		}
	}
}

// Rings receives a value when the alarm goes off, as the channel of a [time.Timer] does. It may
// still hold one of a time that was replaced.
func (a *Alarm) Rings() <-chan time.Time { return a.rings }

// Set sets the alarm to a time, in place of any other. If that has passed, it goes off at once.
func (a *Alarm) Set(at time.Duration) { a.arm(max(1, at)) }

// Stop unsets the alarm.
func (a *Alarm) Stop() { a.arm(0) }

func (a *Alarm) arm(at time.Duration) {
	if at == a.set && (at == 0 || at > Now()) {
		return // it is set so already
	}
	a.set = at
	// Neither call has a way to fail while the alarm is not closed: the timer exists and every time
	// is valid.
	_ = a.conn.Control(func(fd uintptr) {
		spec := unix.ItimerSpec{Value: unix.NsecToTimespec(int64(at))}
		_ = unix.TimerfdSettime(int(fd), unix.TFD_TIMER_ABSTIME, &spec, nil)
	})
}

// Close ends it.
func (a *Alarm) Close() error {
	err := a.timer.Close()
	a.done.Wait()
	return err
}
