package hw

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/warthog618/go-gpiocdev"
	"github.com/warthog618/go-gpiocdev/uapi"
	"golang.org/x/sys/unix"
	"pgregory.net/rapid"
)

func TestNoGPIOIsAClearSentence(t *testing.T) {
	if len(gpiocdev.Chips()) > 0 {
		t.Skip("this machine has GPIO")
	}
	_, err := OpenButtons(map[Button]string{1: "GPIO17"})
	if err == nil || !strings.Contains(err.Error(), "arbitre demo") {
		t.Errorf("got %v", err)
	}
}

func TestErrorsSayWhatToDo(t *testing.T) {
	for _, tt := range []struct {
		name string
		err  error
		want string
	}{
		{"no permission", explainSearch(nil, &fs.PathError{Op: "open", Path: "/dev/gpiochip0", Err: syscall.EACCES}), "group gpio"},
		{"a chip without the line", explainSearch([]string{"gpiochip0 (pinctrl-rp1) has no GPIO99"}, nil), "gpiochip0 (pinctrl-rp1) has no GPIO99"},
		{"taken", explainRequest(syscall.EBUSY, "gpiochip0", []string{"GPIO17 by lircd"}), "GPIO17 by lircd"},
		{"taken by who knows", explainRequest(syscall.EBUSY, "gpiochip0", nil), "gpiochip0 is already taken"},
		{"an old kernel", explainRequest(syscall.EINVAL, "gpiochip0", nil), "Linux 5.10"},
		{"anything else", explainRequest(syscall.EIO, "gpiochip0", nil), "gpiochip0"},
	} {
		if !strings.Contains(tt.err.Error(), tt.want) {
			t.Errorf("%s: %q does not say %q", tt.name, tt.err, tt.want)
		}
	}
	if err := explainRequest(syscall.EBUSY, "gpiochip0", nil); !errors.Is(err, syscall.EBUSY) {
		t.Errorf("%v hides its cause", err)
	}
}

func TestLinesByTheirNumberInTheSoC(t *testing.T) {
	for _, tt := range []struct {
		label, name string
		want        int
		ok          bool
	}{
		{"pinctrl-bcm2835", "GPIO17", 17, true},
		{"pinctrl-bcm2711", "GPIO0", 0, true},
		{"pinctrl-rp1", "GPIO53", 53, true},
		{"pinctrl-rp1", "GPIO54", 0, false},
		{"pinctrl-rp1", "GPIO-1", 0, false},
		{"pinctrl-rp1", "SDA1", 0, false},
		{"pinctrl-rp1", "17", 0, false},
		{"raspberrypi-exp-gpio", "GPIO17", 0, false},
	} {
		got, ok := numbered(tt.label, 54, tt.name)
		if ok != tt.ok || ok && got != tt.want {
			t.Errorf("%s on %s: %d, %v", tt.name, tt.label, got, ok)
		}
	}
}

// own is an edge of a button that has no other.
func own(number uint32) Edge { return Edge{Button: Button(number), Down: true, Seq: number} }

// deliver reads edges a quarter of a millisecond apart, then lets the time pass until nothing waits.
// What is lost is told with -n.
func deliver(edges ...Edge) (got []Edge, numbers []int) {
	s := newSequence(1)
	take := func(now time.Duration) {
		edges, lost := s.take(now)
		if lost > 0 {
			numbers = append(numbers, -lost)
		}
		for _, e := range edges {
			got, numbers = append(got, e), append(numbers, int(e.Seq))
		}
	}
	for i, e := range edges {
		now := time.Duration(i) * time.Millisecond / 4
		s.put(e, now)
		take(now)
	}
	for due, ok := s.due(); ok; due, ok = s.due() {
		take(due)
	}
	return got, numbers
}

func TestEdgesComeInTheOrderOfTheirNumbers(t *testing.T) {
	for _, tt := range []struct {
		name string
		read []uint32
		want []int
	}{
		{"as they are read", []uint32{1, 2, 3}, []int{1, 2, 3}},
		{"neighbours the wrong way round", []uint32{2, 1, 3, 5, 6, 4}, []int{1, 2, 3, 4, 5, 6}},
		{"the last moment to come", []uint32{1, 3, 4, 5, 6, 7, 8, 9, 2}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{"one is lost", []uint32{1, 3, 4}, []int{1, -1, 3, 4}},
		{"the first is lost", []uint32{2}, []int{-1, 2}},
		{"a second gap adds no waiting", []uint32{1, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14}, []int{1, -2, 4, -1, 6, 7, 8, 9, 10, 11, 12, 13, 14}},
		{"a queue that ran over", []uint32{1, 1000, 1001}, []int{1, -998, 1000, 1001}},
		{"too late, but not kept back", []uint32{1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 12}, []int{1, -1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 2, 12}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var edges []Edge
			for _, n := range tt.read {
				edges = append(edges, own(n))
			}
			if _, got := deliver(edges...); !slices.Equal(got, tt.want) {
				t.Errorf("delivered %v, want %v", got, tt.want)
			}
		})
	}
}

func TestTheSequenceNumberRunsOver(t *testing.T) {
	s := newSequence(1<<32 - 2)
	var got []uint32
	for _, number := range []uint32{1<<32 - 2, 0, 1<<32 - 1, 1} {
		s.put(own(number), 0)
		edges, lost := s.take(0)
		for _, e := range edges {
			got = append(got, e.Seq)
		}
		if lost > 0 {
			t.Errorf("%d lost at %d", lost, number)
		}
	}
	if want := []uint32{1<<32 - 2, 1<<32 - 1, 0, 1}; !slices.Equal(got, want) {
		t.Errorf("delivered %v, want %v", got, want)
	}
}

func TestAnEdgeWaitsForNoLongerThanItMust(t *testing.T) {
	s := newSequence(1)
	const read = time.Second
	s.put(own(1), read)
	if edges, _ := s.take(read); len(edges) != 1 {
		t.Errorf("nothing is missing, and %d edges are there", len(edges))
	}
	if due, ok := s.due(); ok {
		t.Errorf("wakes at %v with nothing to wait for", due)
	}
	s.put(own(3), read)
	if edges, lost := s.take(read + straggle - 1); len(edges) > 0 || lost > 0 {
		t.Errorf("%d edges and %d lost before the time", len(edges), lost)
	}
	if due, ok := s.due(); !ok || due != read+straggle {
		t.Errorf("due at %v, %v", due, ok)
	}
	if edges, lost := s.take(read + straggle); len(edges) != 1 || lost != 1 {
		t.Errorf("%d edges and %d lost at the time", len(edges), lost)
	}
}

func TestALineThatMovesFasterThanItsThread(t *testing.T) {
	edge := func(number uint32, at time.Duration, down bool) Edge {
		return Edge{At: at, Button: 1, Down: down, Seq: number}
	}
	touch := func(number uint32, at time.Duration) Edge { // of unknown length
		return Edge{At: at, Button: 1, Down: true, Seq: number, Merged: true}
	}
	const down, up = true, false
	other := Edge{At: 15, Button: 2, Down: true, Seq: 2}
	for _, tt := range []struct {
		name string
		read []Edge
		want []Edge // all of them, or none where some are lost
	}{
		{"twice before the thread ran", []Edge{edge(2, 20, up)}, []Edge{touch(1, 20), edge(2, 20, up)}},
		{"while the thread ran", []Edge{edge(2, 10, down), edge(2, 20, up)}, []Edge{edge(1, 10, down), edge(2, 20, up)}},
		{"while it ran, so that it saw the level after", []Edge{edge(2, 10, up), edge(2, 20, up)}, []Edge{touch(1, 10), edge(2, 10, up)}},
		{"while it ran, again and again", []Edge{edge(2, 10, down), edge(3, 20, up), edge(3, 30, down)},
			[]Edge{edge(1, 10, down), edge(2, 20, up), edge(3, 30, down)}},
		{"three times before the thread ran: it may be another line that is late", []Edge{edge(3, 30, down)}, nil},
		{"twice, and another line between: who was first is not known", []Edge{edge(3, 20, up), other}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, numbers := deliver(tt.read...)
			lost := slices.ContainsFunc(numbers, func(n int) bool { return n < 0 })
			if lost != (tt.want == nil) || !lost && !slices.Equal(got, tt.want) {
				t.Errorf("delivered %v as %v, want %v", got, numbers, tt.want)
			}
		})
	}
}

// The kernel's interrupts and threads, step by step (edge_irq_handler and edge_irq_thread in drivers/gpio/gpiolib-cdev.c).
// Whatever happens when: an edge is delivered as what it was, or the loss is told.
func TestEveryEdgeIsDeliveredOrLost(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		type line struct {
			level   bool
			stamp   time.Duration // of the last interrupt; 0 when the thread has taken it
			number  uint32
			woken   bool
			running bool
			event   Edge // that the thread makes
		}
		var now time.Duration
		var edges, read []Edge
		kernel := [3]line{}
		for range rapid.IntRange(1, 80).Draw(t, "steps") {
			now += time.Microsecond
			i := rapid.IntRange(0, len(kernel)-1).Draw(t, "line")
			l := &kernel[i]
			switch move := rapid.Bool().Draw(t, "move"); {
			case move:
				l.level = !l.level
				l.stamp, l.number, l.woken = now, uint32(len(edges)+1), true
				edges = append(edges, Edge{At: now, Button: Button(i), Down: l.level, Seq: l.number})
			case l.running:
				l.event.Down, l.event.Seq, l.running = l.level, l.number, false
				read = append(read, l.event)
			case l.woken:
				l.event, l.stamp, l.woken, l.running = Edge{At: l.stamp, Button: Button(i)}, 0, false, true
			}
		}
		for i := range kernel { // the threads come to their ends
			l := &kernel[i]
			if l.running {
				read = append(read, Edge{At: l.event.At, Button: Button(i), Down: l.level, Seq: l.number})
			}
			if l.woken {
				read = append(read, Edge{At: l.stamp, Button: Button(i), Down: l.level, Seq: l.number})
			}
		}
		s := newSequence(1)
		told := map[uint32]Edge{}
		lost := 0
		take := func(now time.Duration) {
			edges, n := s.take(now)
			lost += n
			for _, e := range edges {
				told[e.Seq] = e
			}
		}
		for _, e := range read {
			s.put(e, 0)
			take(0)
		}
		take(time.Hour)
		if lost > 0 {
			return // a race is void then, and all levels are read anew
		}
		if len(told) != len(edges) {
			t.Errorf("%d of %d edges\nread %v", len(told), len(edges), read)
		}
		for _, want := range edges {
			got := told[want.Seq]
			if got.Button != want.Button || got.Down != want.Down {
				t.Errorf("delivered %+v, it was %+v\nread %v", got, want, read)
			}
		}
	})
}

// A socket whose other end is closed before it has taken everything fails as a line request does whose chip is gone:
// whoever waits for it is woken, and a read is an error.
func TestLinesThatGoAreToldOnce(t *testing.T) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	b := newButtons([]Button{1})
	b.byLine[17] = 1
	if err := b.start(ends[0]); err != nil {
		t.Fatal(err)
	}
	event := uapi.LineEvent{Timestamp: 5, ID: uapi.LineEventRisingEdge, Offset: 17, Seqno: 1}
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&event)), unsafe.Sizeof(event))
	if _, err := unix.Write(ends[1], raw); err != nil {
		t.Fatal(err)
	}
	if e, want := <-b.Events(), (Event{Edge: Edge{At: 5, Button: 1, Down: true, Seq: 1}}); e != want {
		t.Errorf("read %+v, want %+v", e, want)
	}
	if err := b.Err(); err != nil {
		t.Errorf("gone already: %v", err)
	}
	if _, err := unix.Write(ends[0], []byte{0}); err != nil {
		t.Fatal(err)
	}
	unix.Close(ends[1])
	select {
	case <-b.Done():
	case <-time.After(10 * time.Second):
		t.Fatal("nobody is told")
	}
	if err := b.Err(); !errors.Is(err, syscall.ECONNRESET) || !strings.Contains(err.Error(), "lines have gone") {
		t.Errorf("told: %v", err)
	}
	b.CatchUp(func(e Event) { t.Errorf("after the end comes %+v", e) })
	if err := b.Close(); err != nil {
		t.Error(err)
	}
}

func TestWhatIsClosedHasNotGone(t *testing.T) {
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer unix.Close(ends[1])
	b := newButtons([]Button{1})
	if err := b.start(ends[0]); err != nil {
		t.Fatal(err)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	<-b.Done()
	if err := b.Err(); err != nil {
		t.Error(err)
	}
}

// /proc/uptime counts from the same moment, and goes on while the machine sleeps (proc_uptime(5), CLOCK_BOOTTIME).
func TestTheClockIsTheKernels(t *testing.T) {
	var uptime float64
	before := Clock{}.Now()
	b, err := os.ReadFile("/proc/uptime")
	if err != nil {
		t.Skip(err)
	}
	after := Clock{}.Now()
	if _, err := fmt.Sscan(string(b), &uptime); err != nil {
		t.Fatal(err)
	}
	kernel := time.Duration(uptime * float64(time.Second))
	if before <= 0 || after < before || after > kernel+time.Second {
		t.Errorf("%v to %v, while the kernel has been up for %v", before, after, kernel)
	}
}
