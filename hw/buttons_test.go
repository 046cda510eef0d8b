package hw

import (
	"errors"
	"maps"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"

	"github.com/warthog618/go-gpiocdev"
	"github.com/warthog618/go-gpiocdev/uapi"
	"golang.org/x/sys/unix"
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
		{"no permission", explainSearch(Survey{Denied: []string{"/dev/gpiochip0"}}, nil), "group gpio"},
		{"a chip without the line",
			explainSearch(Survey{Chips: []string{"gpiochip0 (pinctrl-rp1)"}},
				[]string{"GPIO99"}), "gpiochip0 (pinctrl-rp1) has no GPIO99"},
		{"taken", explainRequest(syscall.EBUSY, "gpiochip0", []string{"GPIO17 by lircd"}), "GPIO17 by lircd"},
		{"taken by who knows", explainRequest(syscall.EBUSY, "gpiochip0", nil), "lines on gpiochip0 are already taken"},
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

// All lines stand in one request: both edges of a switch to ground, and the longest queue there is.
func TestOneRequestAsksForAllLines(t *testing.T) {
	want := uapi.LineRequest{Lines: 2, EventBufferSize: 1024}
	want.Offsets[0], want.Offsets[1] = 6, 17
	copy(want.Consumer[:], "arbitre")
	const input, activeLow, rising, falling, pullUp = 1 << 2, 1 << 1, 1 << 4, 1 << 5, 1 << 8 // linux/gpio.h
	want.Config.Flags = input | activeLow | rising | falling | pullUp
	lines := map[Button]string{KeyOK: "GPIO6", 1: "GPIO17"}
	if got, err := requestOf([]Button{KeyOK, 1}, []uint32{6, 17}, lines); got != want || err != nil {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestLinesThatAreNotGranted(t *testing.T) {
	lines := map[Button]string{KeyOK: "GPIO6", 1: "GPIO17", 2: "GPIO6"}
	for _, tt := range []struct {
		name, chip string
		third      uint32 // offset, beside 6 and 17
		want       string
	}{
		{"two on one line", "null", 6, "key OK and button 2 are both on line GPIO6"},
		{"a device that is no chip", "null", 5, "lines on null"},
		{"no device", "gpiochip9999", 5, "no such file"},
	} {
		_, err := openLines(tt.chip, []uint32{6, 17, tt.third}, nil, lines)
		if err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v; want %q", tt.name, err, tt.want)
		}
	}
	if _, err := readButtons(-1, nil, nil, uapi.GetLineValuesV2); !errors.Is(err, syscall.EBADF) {
		t.Errorf("a request that is none is read, or is %v", err)
	}
}

// All lines must be on one chip: lines of another chip are missing. The users of taken lines are
// returned.
func TestWhereTheLinesAre(t *testing.T) {
	const most = "gpiochip4 (pinctrl-rp1)"
	s := Survey{Chips: []string{most, "gpiochip0 (pca9555)"}, Most: most, Lines: map[string]LineStatus{
		"GPIO17": {most, 17, false, ""}, "GPIO5": {most, 5, true, "lircd"}, "GPIO6": {most, 6, true, ""},
		"EXP3": {"gpiochip0 (pca9555)", 3, false, ""}}}
	chip, offsets, users, err := s.find(map[Button]string{2: "GPIO5", 1: "GPIO17", KeyOK: "GPIO6"})
	if chip != "gpiochip4" || !slices.Equal(offsets, []uint32{6, 17, 5}) || err != nil ||
		!slices.Equal(users, []string{"GPIO6 by the kernel", "GPIO5 by lircd"}) {
		t.Errorf("%s, %v, %q, %v", chip, offsets, users, err)
	}
	_, _, _, err = s.find(map[Button]string{1: "GPIO17", 2: "EXP3", 3: "GPIO99"})
	if err == nil || !strings.Contains(err.Error(), most+" has no EXP3, GPIO99") {
		t.Errorf("lines of two chips: %v", err)
	}
}

// A line is found by the kernel's name for it, or on the Pi's own chip by its number.
func TestWhichLinesAChipHas(t *testing.T) {
	lines := make([]gpiocdev.LineInfo, 54)
	lines[2] = gpiocdev.LineInfo{Name: "SDA1", Used: true, Consumer: "kernel\x1b"}
	lines[7], lines[40], lines[41] = gpiocdev.LineInfo{Name: "BUTTON"}, gpiocdev.LineInfo{Name: "GPIO3"},
		gpiocdev.LineInfo{Name: "GPIO3"}
	names := []string{"SDA1", "GPIO2", "GPIO3", "GPIO0", "GPIO53", "GPIO54", "GPIO-1", "GPIO", "17", "BUTTON"}
	named := map[string]LineStatus{"SDA1": {"chip", 2, true, "kernel\uFFFD"}, "GPIO3": {"chip", 40, false, ""},
		"BUTTON": {"chip", 7, false, ""}}
	if got := linesOf("chip", "raspberrypi-exp-gpio", lines, names); !maps.Equal(got, named) {
		t.Errorf("an expander has %v, want %v", got, named)
	}
	named["GPIO2"], named["GPIO0"], named["GPIO53"] = LineStatus{"chip", 2, true, "kernel\uFFFD"},
		LineStatus{"chip", 0, false, ""}, LineStatus{"chip", 53, false, ""}
	for _, label := range []string{"pinctrl-bcm2835", "pinctrl-bcm2711", "pinctrl-rp1"} {
		if got := linesOf("chip", label, lines, names); !maps.Equal(got, named) {
			t.Errorf("%s has %v, want %v", label, got, named)
		}
	}
}

// A socket whose other end is closed before it has taken everything fails as a line request does
// whose chip is gone: a reader that waits for it is woken, and a read is an error, but only the first one
// is.
func TestLinesThatGoAreTold(t *testing.T) {
	t.Run("by the reader", func(t *testing.T) {
		b, unplug := linesThatGo(t)
		unplug()
		isGone(t, b)
		b.CatchUp(func(e Event) { t.Errorf("after the end comes %+v", e) })
		b.queue.Lock()
		_, err := b.fetch(^uintptr(0), b.queue.Send)
		b.queue.Unlock()
		if !errors.Is(err, syscall.EBADF) {
			t.Errorf("a second error is %v", err)
		}
		isGone(t, b) // for the first
		check(t, b.Close())
	})
	t.Run("by whoever catches up first", func(t *testing.T) {
		b, unplug := linesThatGo(t)
		defer b.Close()
		b.queue.Lock() // so that the reader comes second
		unplug()
		check(t, b.request.Control(func(fd uintptr) { _, _ = b.fetch(fd, b.queue.Send) }))
		b.queue.Unlock()
		isGone(t, b)
	})
}

// linesThatGo returns the line of button 1, which works until it is unplugged.
func linesThatGo(t *testing.T) (b *Buttons, unplug func()) {
	t.Helper()
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		t.Fatal(err)
	}
	if b, err = readButtons(ends[0], []Button{1}, []uint32{17}, uapi.GetLineValuesV2); err != nil {
		t.Fatal(err)
	}
	send := func(events ...uapi.LineEvent) { queue(ends[1], events...) }
	send(event(2), event(1)) // as threads may have put them into the queue
	for _, want := range []Edge{{At: 5, Button: 1, Down: true}, {At: 9, Button: 1}} {
		if e := <-b.Events(); e.Edge != want || e.Lost != 0 {
			t.Errorf("read %+v, want %+v", e, want)
		}
	}
	const pieces, piece = 20, 101 // more than is read in one go, and the first leaves the line down
	for n := range uint32(pieces) {
		var all []uapi.LineEvent
		for i := range uint32(piece) {
			all = append(all, event(3+n*piece+i))
		}
		send(all...)
		caughtUp := 0
		if b.CatchUp(func(Event) { caughtUp++ }) == 0 || caughtUp != piece {
			t.Errorf("of %d edges that were sent %d are caught up with", piece, caughtUp)
		}
	}
	if down, err := b.Down(); err == nil {
		t.Errorf("a socket has no levels, but down are %v", down)
	}
	must(unix.Write(ends[0], []byte{0}))
	return b, func() { unix.Close(ends[1]) }
}

// queue puts edges into the kernel's queue.
func queue(end int, events ...uapi.LineEvent) {
	raw := unsafe.Slice((*byte)(unsafe.Pointer(&events[0])), uintptr(len(events))*unsafe.Sizeof(events[0]))
	must(unix.Write(end, raw))
}

// event is the edge of line 17 with this number: a press, then a release, and so on.
func event(number uint32) uapi.LineEvent {
	id := uapi.LineEventRisingEdge
	if number%2 == 0 {
		id = uapi.LineEventFallingEdge
	}
	return uapi.LineEvent{Timestamp: uint64(4*number + 1), ID: id, Offset: 17, LineSeqno: number}
}

func isGone(t *testing.T, b *Buttons) {
	t.Helper()
	if err := b.Wait(); !errors.Is(err, ErrGone) || !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("told: %v", err)
	}
}

// RACE-8: a button that is down at the start has not pressed; a level without an edge holds back
// what is known, until it is certain that the chip has lost one.
func TestLevelsAreHeldAgainstEdges(t *testing.T) {
	ends := must(unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0))
	defer unix.Close(ends[1])
	var down atomic.Uint64
	down.Store(1 << 1) // of the second line
	ask := func(_ uintptr, levels *uapi.LineValues) error {
		if levels.Mask != uapi.NewLineBitMask(2) {
			t.Errorf("asked for the lines %b", levels.Mask)
		}
		levels.Bits = uapi.LineBitmap(down.Load())
		return nil
	}
	b := must(readButtons(ends[0], []Button{KeyOK, 1}, []uint32{6, 17}, ask))
	defer b.Close()
	if held, err := b.Down(); !slices.Equal(held, []Button{1}) || err != nil {
		t.Errorf("down are %v, %v", held, err)
	}
	var got []Event
	pass := func(e Event) { got = append(got, e) }
	release := event(2)
	release.LineSeqno, release.Timestamp = 1, uint64(Now())
	queue(ends[1], release)
	down.Store(0)
	known := b.CatchUp(pass)
	if len(got) != 1 || got[0].Button != 1 || got[0].Down || got[0].Lost > 0 {
		t.Errorf("its release is %+v", got)
	}
	if known < got[0].At || known > Now() {
		t.Errorf("all is known up to %v", known)
	}
	got = nil
	down.Store(1 << 0) // and no edge tells of it
	if again := b.CatchUp(pass); again != known || len(got) > 0 {
		t.Errorf("all is known up to %v, not %v; told %+v", again, known, got)
	}
	time.Sleep(longestDelay)
	now := Now()
	if again := b.CatchUp(pass); again < now || len(got) != 2 || got[0].Lost != 1 || got[0].At != known ||
		!got[1].Resynced || got[1].Button != KeyOK || !got[1].Down {
		t.Errorf("all is known up to %v; told %+v", again, got)
	}
}

func TestWhatIsClosedHasNotGone(t *testing.T) {
	ends := must(unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0))
	defer unix.Close(ends[1])
	b := must(readButtons(ends[0], []Button{1}, []uint32{17}, uapi.GetLineValuesV2))
	var many []uapi.LineEvent // more than there is room for
	for n := range uint32(2 * cap(b.Events())) {
		many = append(many, event(n+1))
	}
	queue(ends[1], many...)
	for len(b.Events()) < cap(b.Events()) {
		time.Sleep(time.Millisecond)
	}
	check(t, b.Close())
	b.CatchUp(func(Event) {})
	check(t, b.Wait())
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
