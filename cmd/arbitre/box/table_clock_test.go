package box

import (
	"context"
	"fmt"
	"io"
	"net"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// A tableClock is the time at a table whose player is a process of its own. It goes on by a step, of which the
// player plays as many samples, as soon as every thread of this process, and of those that it has started,
// sleeps: what computes takes no time at the table, however slow or busy the machine is.
type tableClock struct {
	rings chan time.Time

	mu    sync.Mutex
	moved *sync.Cond
	now   time.Duration
	alarm time.Duration // 0 is never
}

const (
	oneStep = 40 * time.Millisecond
	perStep = 4 * 1920 // bytes of sound
)

// newTableClock starts a clock for a player on a device. It stops with the context, and then done is closed.
func newTableClock(ctx context.Context, t testing.TB, device string) (c *tableClock, done chan struct{}) {
	at := must(net.ListenUnixgram("unixgram", &net.UnixAddr{Name: device + ".clock", Net: "unixgram"}))
	c = &tableClock{rings: make(chan time.Time, 1), now: time.Minute}
	c.moved = sync.NewCond(&c.mu)
	done = make(chan struct{})
	go func() {
		defer close(done)
		defer at.Close()
		runtime.LockOSThread()
		player := &net.UnixAddr{Name: device + ".steps", Net: "unixgram"}
		watch := newWatch()
		defer watch.close()
		for ctx.Err() == nil {
			if time.Sleep(20 * time.Microsecond); !watch.allSleep() {
				continue
			}
			if time.Sleep(20 * time.Microsecond); watch.allSleep() { // not in the moment in which one wakes another
				at.WriteTo([]byte{1}, player) // nobody is there: nothing is played
				c.goOn()
			}
		}
	}()
	return c, done
}

func (c *tableClock) goOn() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now += oneStep
	c.ring()
	c.moved.Broadcast()
}

func (c *tableClock) ring() {
	if c.alarm == 0 || c.alarm > c.now {
		return
	}
	c.alarm = 0
	select {
	case c.rings <- time.Now():
	default: // the last ring was not received yet
	}
}

func (c *tableClock) Now() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Set, Stop and Rings are those of the referee's alarm.
func (c *tableClock) Set(at time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.alarm = max(1, at)
	c.ring()
}

func (c *tableClock) Stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.alarm = 0
}

func (c *tableClock) Rings() <-chan time.Time { return c.rings }

// wait lets some time go by.
func (c *tableClock) wait(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for until := c.now + d; c.now < until; {
		c.moved.Wait()
	}
}

// playInSteps appends what it reads to a file, as much with each step as a sound card plays in it.
func playInSteps(device string) error {
	os.Remove(device + ".steps") // of the player before
	steps, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: device + ".steps", Net: "unixgram"})
	if err != nil {
		return err
	}
	out, err := os.OpenFile(device, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	for piece := make([]byte, perStep); ; {
		if _, err := steps.Read(make([]byte, 1)); err != nil {
			return err
		}
		read, err := io.ReadFull(os.Stdin, piece)
		if _, err := out.Write(piece[:read]); err != nil {
			return err
		}
		if err != nil {
			return nil // the speaker has ended it
		}
	}
}

// A watch sees whether the threads of this process and of those that it has started sleep (proc_pid_stat(5)).
type watch struct {
	threads []*os.File
	own     int
	newest  int // of all threads on the machine that were looked at
	most    int
	recent  *os.File // names the newest (proc_loadavg(5))
	text    []byte
}

// newWatch returns a watch of all threads but that of the caller.
func newWatch() *watch {
	w := &watch{own: unix.Gettid(), text: make([]byte, 1024), recent: must(os.Open("/proc/loadavg"))}
	w.most = must(strconv.Atoi(strings.TrimSpace(string(must(os.ReadFile("/proc/sys/kernel/pid_max"))))))
	w.newest = w.last()
	for _, entry := range must(os.ReadDir("/proc/self/task")) {
		w.add(must(strconv.Atoi(entry.Name())))
	}
	return w
}

func (w *watch) last() int {
	words := w.read(w.recent)
	return must(strconv.Atoi(words[len(words)-1]))
}

// add watches a thread, if it is one of ours.
func (w *watch) add(thread int) {
	f, err := os.Open(fmt.Sprintf("/proc/self/task/%d/stat", thread))
	if err != nil {
		if f, err = os.Open(fmt.Sprintf("/proc/%[1]d/task/%[1]d/stat", thread)); err != nil {
			return
		}
		if words := w.read(f); len(words) < 2 || words[1] != strconv.Itoa(os.Getpid()) { // its parent
			f.Close()
			return
		}
	}
	if thread == w.own {
		f.Close()
		return
	}
	w.threads = append(w.threads, f)
}

// allSleep reports whether all of them wait for something.
func (w *watch) allSleep() bool {
	for last := w.last(); w.newest != last; {
		w.newest = (w.newest + 1) % w.most
		w.add(w.newest)
	}
	for i := 0; i < len(w.threads); i++ {
		words := w.read(w.threads[i])
		if len(words) == 0 { // it has ended
			w.threads[i].Close()
			w.threads = slices.Delete(w.threads, i, i+1)
			i--
			continue
		}
		if words[0] != "S" && words[0] != "Z" {
			w.threads[0], w.threads[i] = w.threads[i], w.threads[0] // looked at first the next time
			return false
		}
	}
	return true
}

func (w *watch) close() {
	for _, f := range append(w.threads, w.recent) {
		f.Close()
	}
}

// read returns the words of a file in /proc behind the name of the program.
func (w *watch) read(f *os.File) []string {
	n, _ := f.ReadAt(w.text, 0)
	text := string(w.text[:n])
	return strings.Fields(text[1+strings.LastIndexByte(text, ')'):])
}
