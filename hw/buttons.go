package hw

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
	"unsafe"

	"github.com/warthog618/go-gpiocdev/uapi"
	"golang.org/x/sys/unix"
)

// Buttons are the switches on the machine's GPIO lines, each between its line and ground.
type Buttons struct {
	buttons []Button // ascending
	offsets []uint32 // of their lines on the chip
	lines   *os.File // the request
	request syscall.RawConn
	ask     func(request uintptr, levels *uapi.LineValues) error // asks the kernel for the lines' levels
	queue   *Queue
	reader  sync.WaitGroup
	close   func() error

	// What follows is guarded by the queue's lock.
	wires *Wires
	batch [64]uapi.LineEvent
	gone  error // why the lines can't be read any more; it does not change after the reader has ended
}

// eventBuffer is how many edges the kernel keeps until they are read, the most it grants
// (drivers/gpio/gpiolib-cdev.c). Left to itself it keeps 16 a line, which one chattering contact
// fills at once.
const eventBuffer = uint32(16 * uapi.LinesMax)

// consumer is the name under which the kernel lists the lines.
const consumer = "arbitre"

// OpenButtons requests lines by the kernel's names or those of the Raspberry Pi's documents
// ("GPIO17", with the number of the SoC, not of the header). They must all be on one chip.
//
// All of them stand in one request of the GPIO character device (uAPI v2, Linux 5.10 or later), so
// that one queue and one sequence number cover them all; both edges, pulled up, active low, stamped
// with CLOCK_MONOTONIC.
func OpenButtons(lines map[Button]string) (*Buttons, error) {
	chip, offsets, users, err := findLines(lines)
	if err != nil {
		return nil, err
	}
	return openLines(chip, offsets, users, lines)
}

// openLines requests the lines of a chip, by their offsets in the order of the buttons. Users are
// those of lines that are taken already.
func openLines(chip string, offsets []uint32, users []string, lines map[Button]string) (*Buttons, error) {
	buttons := slices.Sorted(maps.Keys(lines))
	request, err := requestOf(buttons, offsets, lines)
	if err != nil {
		return nil, err
	}
	if err := takeLines(chip, &request); err != nil {
		return nil, explainRequest(err, chip, users)
	}
	b, err := readButtons(int(request.Fd), buttons, offsets, uapi.GetLineValuesV2)
	if err != nil {
		return nil, fmt.Errorf("reading the buttons: %w", err)
	}
	return b, nil
}

// requestOf returns the request to the kernel for the buttons' lines, by their offsets on a chip.
func requestOf(buttons []Button, offsets []uint32, names map[Button]string) (uapi.LineRequest, error) {
	request := uapi.LineRequest{
		Lines:           uint32(len(offsets)),
		EventBufferSize: eventBuffer,
		Config: uapi.LineConfig{Flags: uapi.LineFlagV2Input | uapi.LineFlagV2ActiveLow | uapi.LineFlagV2BiasPullUp |
			uapi.LineFlagV2EdgeBoth},
	}
	copy(request.Consumer[:], consumer)
	for i, offset := range offsets {
		if other := slices.Index(offsets, offset); other < i {
			return request, fmt.Errorf("%v and %v are both on line %s: give each its own",
				buttons[other], buttons[i], names[buttons[i]])
		}
		request.Offsets[i] = offset
	}
	return request, nil
}

// readButtons reads the lines of a request that the kernel has granted, and asks it for their
// levels.
func readButtons(request int, buttons []Button, offsets []uint32,
	ask func(uintptr, *uapi.LineValues) error) (*Buttons, error) {
	// Without blocking, so that the runtime waits for edges, and a read can be given a deadline.
	blocks := unix.SetNonblock(request, true)
	lines := os.NewFile(uintptr(request), "buttons")
	conn, err := lines.SyscallConn()
	if err := errors.Join(blocks, err); err != nil {
		lines.Close()
		return nil, err
	}
	b := &Buttons{buttons: buttons, offsets: offsets, lines: lines, request: conn, ask: ask,
		queue: NewQueue(), wires: NewWires(buttons)}
	b.close = sync.OnceValue(func() error {
		b.queue.Close() // so that the reader does not wait for room
		err := b.lines.Close()
		b.reader.Wait()
		return err
	})
	if levels, err := b.levels(); err == nil {
		b.wires.Begin(Now(), func(i int) bool { return levels.Get(i) != 0 })
	}
	b.reader.Go(func() {
		_ = b.queue.Read(b.request, b.fetch) // fetch keeps the error in b.gone
	})
	return b, nil
}

// takeLines requests lines of a chip. The library's own request forgets the size of the event
// buffer (v0.9.1).
func takeLines(chip string, request *uapi.LineRequest) error {
	device, err := os.Open("/dev/" + chip)
	if err != nil {
		return err
	}
	defer device.Close()
	return uapi.GetLine(device.Fd(), request)
}

// Events returns the edges. Those of one button are in the order of their time; those of different
// buttons nearly, for the kernel's threads may put them into its queue the wrong way round.
func (b *Buttons) Events() <-chan Event { return b.queue.Events() }

// LookAgain is how often to catch up while a race is open: a press that the chip loses shows only
// in the level of its line, and only while the button is held.
const LookAgain = 10 * time.Millisecond

// CatchUp passes on all edges that stand in Events or in the kernel, and returns the time up to
// which no more will come. No later deadline may be applied: on a busy machine the clock may be far
// ahead of what was read.
func (b *Buttons) CatchUp(pass func(Event)) time.Duration {
	b.queue.Drain(pass)
	defer b.queue.Unlock()
	now := Now()
	var err error
	for more := true; more && err == nil; {
		if e := b.request.Control(func(fd uintptr) { more, err = b.fetch(fd, pass) }); e != nil {
			break
		}
	}
	levels, err := b.levels()
	if err != nil {
		return now // the lines have gone
	}
	return b.wires.Agree(now, Now(), func(i int) bool { return levels.Get(i) != 0 }, pass)
}

// Down returns the buttons that are down now: their lines are active, that is, low on the wire.
func (b *Buttons) Down() (down []Button, err error) {
	levels, err := b.levels()
	if err != nil {
		return nil, fmt.Errorf("reading the buttons: %w", err)
	}
	for i, button := range b.buttons {
		if levels.Get(i) != 0 {
			down = append(down, button)
		}
	}
	return down, nil
}

func (b *Buttons) levels() (uapi.LineValues, error) {
	levels := uapi.LineValues{Mask: uapi.NewLineBitMask(len(b.buttons))}
	var failed error
	err := b.request.Control(func(fd uintptr) { failed = b.ask(fd, &levels) })
	return levels, errors.Join(err, failed)
}

// ErrGone is returned by [Buttons.Wait] when lines that were there have gone.
var ErrGone = errors.New("the buttons' lines have gone")

// Wait waits until the lines can't be read any more and returns why, such as an expander on USB
// that was pulled out; after Close it returns nil. Lines that have gone must be opened anew.
func (b *Buttons) Wait() error {
	b.reader.Wait()
	return b.gone
}

// Close releases the lines. No event follows.
func (b *Buttons) Close() error { return b.close() }

// fetch reads edges without waiting, passes them on, and reports whether there were any. An error is
// permanent.
func (b *Buttons) fetch(fd uintptr, pass func(Event)) (more bool, err error) {
	const size = int(unsafe.Sizeof(b.batch[0]))
	// The kernel writes the struct as it is.
	buffer := unsafe.Slice((*byte)(unsafe.Pointer(&b.batch)), len(b.batch)*size)
	n, err := unix.Read(int(fd), buffer)
	switch {
	case errors.Is(err, unix.EAGAIN), errors.Is(err, unix.EINTR):
		n = 0
	case err != nil:
		if b.gone == nil {
			b.gone = fmt.Errorf("%w: %w", ErrGone, err)
		}
		_ = b.lines.SetReadDeadline(time.Now()) // older kernels don't wake the reader, who waits for edges
		return false, err
	}
	events := b.batch[:n/size]
	slices.SortStableFunc(events, func(a, b uapi.LineEvent) int { return cmp.Compare(a.Timestamp, b.Timestamp) })
	for _, e := range events {
		down := e.ID == uapi.LineEventRisingEdge // logical: the line is active low
		b.wires.Edge(slices.Index(b.offsets, e.Offset), time.Duration(e.Timestamp), down, e.LineSeqno, pass)
	}
	return n > 0, nil
}

// findLines finds the one chip that has all the lines. It returns their offsets by ascending
// buttons, and who uses lines that are taken already.
func findLines(lines map[Button]string) (chip string, offsets []uint32, users []string, err error) {
	survey, err := SurveyLines(slices.Collect(maps.Values(lines)))
	if err != nil {
		return chip, offsets, users, err
	}
	return survey.find(lines)
}

func (s Survey) find(lines map[Button]string) (chip string, offsets []uint32, users []string, err error) {
	var missing []string
	for _, button := range slices.Sorted(maps.Keys(lines)) {
		line, ok := s.Lines[lines[button]]
		if !ok || line.Chip != s.Most {
			missing = append(missing, lines[button])
		}
		if line.Used {
			users = append(users, fmt.Sprintf("%s by %s", lines[button], cmp.Or(line.Consumer, "the kernel")))
		}
		offsets = append(offsets, uint32(line.Offset))
	}
	if len(missing) > 0 {
		return chip, offsets, users, explainSearch(s, missing)
	}
	chip, _, _ = strings.Cut(s.Most, " ")
	return chip, offsets, users, nil
}

func explainSearch(s Survey, missing []string) error {
	switch {
	case len(s.Denied) > 0:
		return fmt.Errorf("this user may not use the GPIO lines: add it to the group gpio "+
			"(sudo usermod -aG gpio $USER) and log in again: %w: %s", fs.ErrPermission, strings.Join(s.Denied, ", "))
	case len(s.Chips) > 0:
		return fmt.Errorf("no GPIO chip has all these lines, see gpioinfo for their names: %s has no %s",
			cmp.Or(s.Most, s.Chips[0]), strings.Join(missing, ", "))
	}
	return errors.New("this machine has no GPIO lines (no /dev/gpiochip*): " +
		"buttons on USB need none (seats = [] below [buttons]: the box asks for them), nor does arbitre demo")
}

func explainRequest(err error, chip string, users []string) error {
	switch {
	case errors.Is(err, syscall.EBUSY):
		return fmt.Errorf("lines on %s are already taken (%s): end that program, or use other lines: %w",
			chip, cmp.Or(strings.Join(users, ", "), "the kernel does not say which"), err)
	case errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENOTTY):
		return fmt.Errorf("the kernel refuses the lines on %s: it must be Linux 5.10 or later: %w", chip, err)
	}
	return fmt.Errorf("taking the lines on %s: %w", chip, err)
}
