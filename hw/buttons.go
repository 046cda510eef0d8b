package hw

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/warthog618/go-gpiocdev"
)

// Buttons are the switches on the machine's GPIO lines, each between its line and ground.
type Buttons struct {
	buttons []Button // in the order of the request
	lines   *gpiocdev.Lines
	byLine  map[int]Button // by offset on the chip
	events  chan Event
	closing chan struct{}

	mu      sync.Mutex // of what follows: the reader and the timer share it
	numbers sequence
	timer   *time.Timer // runs while a number is missing
	closed  bool
}

// OpenButtons takes the lines, which are named as the kernel has them or as the Raspberry Pi's documents do
// ("GPIO17", the number being that of the SoC, not of the header). They must all be on one chip.
//
// All of them stand in one request of the GPIO character device (uAPI v2, Linux 5.10 or later), so that one queue and
// one sequence number cover them all; both edges, pulled up, active low, stamped with CLOCK_MONOTONIC.
func OpenButtons(lines map[Button]string) (*Buttons, error) {
	chip, offsets, err := findLines(lines)
	if err != nil {
		return nil, err
	}
	defer chip.Close()
	b := &Buttons{
		buttons: slices.Sorted(maps.Keys(lines)),
		byLine:  make(map[int]Button, len(lines)),
		events:  make(chan Event, 256),
		closing: make(chan struct{}),
		numbers: sequence{next: 1},
	}
	order := make([]int, len(b.buttons))
	for i, button := range b.buttons {
		order[i] = offsets[button]
		if other, taken := b.byLine[order[i]]; taken {
			return nil, fmt.Errorf("%v and %v are both on line %s: give each its own", other, button, lines[button])
		}
		b.byLine[order[i]] = button
	}
	b.timer = time.AfterFunc(straggle, b.overdue)
	b.lines, err = chip.RequestLines(order, gpiocdev.WithConsumer("arbitre"), gpiocdev.AsActiveLow, gpiocdev.WithPullUp,
		gpiocdev.WithBothEdges, gpiocdev.WithMonotonicEventClock, gpiocdev.WithEventHandler(b.read))
	if err != nil {
		return nil, explainRequest(err, chip.Name, users(chip, offsets, lines))
	}
	return b, nil
}

// Events are the edges in the order in which they were read, which may differ between buttons from that of their time.
func (b *Buttons) Events() <-chan Event { return b.events }

// Down returns the buttons that are down now.
func (b *Buttons) Down() ([]Button, error) {
	levels := make([]int, len(b.buttons))
	if err := b.lines.Values(levels); err != nil {
		return nil, fmt.Errorf("reading the buttons: %w", err)
	}
	var down []Button
	for i, level := range levels {
		if level != 0 {
			down = append(down, b.buttons[i])
		}
	}
	return down, nil
}

// Close gives the lines back. No event follows.
func (b *Buttons) Close() error {
	b.mu.Lock()
	closed := b.closed
	b.closed = true
	b.timer.Stop()
	b.mu.Unlock()
	if closed {
		return nil
	}
	close(b.closing) // so that the reader, which the library waits for, does not wait for whoever took the events
	return b.lines.Close()
}

// read is called by the library's one reading goroutine.
func (b *Buttons) read(e gpiocdev.LineEvent) {
	b.mu.Lock()
	b.numbers.read(e.Seqno, Clock{}.Now())
	b.watch()
	b.mu.Unlock()
	b.send(Event{Edge: Edge{
		At:     e.Timestamp,
		Button: b.byLine[e.Offset],
		Down:   e.Type == gpiocdev.LineEventRisingEdge, // logical: the line is active low
		Seq:    e.Seqno,
	}})
}

// overdue is called when a number has been missing for too long.
func (b *Buttons) overdue() {
	now := Clock{}.Now()
	b.mu.Lock()
	lost := b.numbers.lost(now)
	b.watch()
	b.mu.Unlock()
	if lost > 0 {
		b.send(Event{Edge: Edge{At: now}, Lost: lost})
	}
}

// watch sets the timer for the next number that may turn out lost.
func (b *Buttons) watch() {
	if due, ok := b.numbers.due(); ok && !b.closed {
		b.timer.Reset(due - Clock{}.Now())
	}
}

func (b *Buttons) send(e Event) {
	select {
	case b.events <- e:
	case <-b.closing:
	}
}

// sequence finds the numbers that are missing from a request's events. The kernel numbers the edges as they happen,
// but several processors put them into the queue, where neighbours may stand in the wrong order: a number is lost
// only if it has not come for a while. When the queue overflows it is the oldest that go.
type sequence struct {
	next  uint32 // the number after the highest that was read
	holes []hole // missing below it, by the time they were noticed
	gone  int    // lost for certain, and not yet told
}

type hole struct {
	number uint32
	since  time.Duration
}

const (
	// straggle is how long a number may be missing. A loss must be known before the race is decided, 11 ms after
	// its last press.
	straggle = 8 * time.Millisecond
	// disorder is how many numbers may be missing at once without being lost: more than there are lines.
	disorder = 64
)

func (s *sequence) read(number uint32, now time.Duration) {
	ahead := int32(number - s.next) // the numbers wrap around
	switch {
	case ahead < 0:
		s.holes = slices.DeleteFunc(s.holes, func(h hole) bool { return h.number == number })
		return
	case ahead > disorder:
		s.gone += int(ahead)
	default:
		for ; s.next != number; s.next++ {
			s.holes = append(s.holes, hole{s.next, now})
		}
	}
	s.next = number + 1
}

// due is when to ask what is lost.
func (s *sequence) due() (time.Duration, bool) {
	switch {
	case s.gone > 0:
		return 0, true
	case len(s.holes) > 0:
		return s.holes[0].since + straggle, true
	}
	return 0, false
}

// lost is how many numbers have been missing for too long by now. Each is told once.
func (s *sequence) lost(now time.Duration) int {
	n := s.gone
	s.gone = 0
	for len(s.holes) > 0 && s.holes[0].since+straggle <= now {
		s.holes = s.holes[1:]
		n++
	}
	return n
}

// findLines finds the one chip that has all the lines, and where on it they are. Chips are known by their label and
// lines by their name, never by the chip's number, which kernel updates change. The Raspberry Pi's own chip goes before
// an expander that names its lines alike.
func findLines(lines map[Button]string) (found *gpiocdev.Chip, offsets map[Button]int, err error) {
	var without []string
	var denied error
	for _, name := range gpiocdev.Chips() {
		chip, err := gpiocdev.NewChip(name, gpiocdev.WithABIVersion(2))
		switch {
		case errors.Is(err, gpiocdev.ErrNotCharacterDevice):
			continue // a second name of another chip, as some systems have for old programs
		case errors.Is(err, fs.ErrPermission):
			denied = err
			continue
		case err != nil:
			without = append(without, err.Error())
			continue
		}
		there, missing := find(chip, lines)
		switch {
		case len(missing) > 0:
			without = append(without, fmt.Sprintf("%s (%s) has no %s", chip.Name, chip.Label, strings.Join(missing, ", ")))
			chip.Close()
		case found == nil:
			found, offsets = chip, there
		case isPi(chip.Label) && !isPi(found.Label):
			found.Close()
			found, offsets = chip, there
		default:
			chip.Close()
		}
	}
	if found == nil {
		return nil, nil, explainSearch(without, denied)
	}
	return found, offsets, nil
}

// find tells where on a chip the lines are, and which it does not have.
func find(chip *gpiocdev.Chip, lines map[Button]string) (offsets map[Button]int, missing []string) {
	named := map[string]int{}
	for offset := chip.Lines() - 1; offset >= 0; offset-- {
		if info, err := chip.LineInfo(offset); err == nil {
			named[info.Name] = offset
		}
	}
	offsets = map[Button]int{}
	for _, button := range slices.Sorted(maps.Keys(lines)) {
		offset, ok := named[lines[button]]
		if !ok {
			offset, ok = numbered(chip.Label, chip.Lines(), lines[button])
		}
		if !ok {
			missing = append(missing, lines[button])
		}
		offsets[button] = offset
	}
	return offsets, missing
}

// numbered is the offset of a line by its number in the SoC: on the Raspberry Pi's own chip the offset is that number,
// and some kernels name lines by their use ("SDA1") or not at all.
func numbered(label string, lines int, name string) (offset int, ok bool) {
	digits, isGPIO := strings.CutPrefix(name, "GPIO")
	n, err := strconv.Atoi(digits)
	return n, isPi(label) && isGPIO && err == nil && 0 <= n && n < lines
}

// isPi tells the chip of the pins on the header, of all models up to 3 and Zero 2, of 4, and of 5.
func isPi(label string) bool {
	return label == "pinctrl-bcm2835" || label == "pinctrl-bcm2711" || label == "pinctrl-rp1"
}

// users tells who else has which of the lines.
func users(chip *gpiocdev.Chip, offsets map[Button]int, lines map[Button]string) (users []string) {
	for _, button := range slices.Sorted(maps.Keys(offsets)) {
		if info, err := chip.LineInfo(offsets[button]); err == nil && info.Used {
			users = append(users, fmt.Sprintf("%s by %s", lines[button], cmp.Or(info.Consumer, "the kernel")))
		}
	}
	return users
}

func explainSearch(without []string, denied error) error {
	switch {
	case denied != nil:
		return fmt.Errorf("this user may not use the GPIO lines: add it to the group gpio (sudo usermod -aG gpio $USER) and log in again: %w", denied)
	case len(without) > 0:
		return fmt.Errorf("no GPIO chip has all the buttons' lines, see gpioinfo for their names: %s", strings.Join(without, "; "))
	}
	return errors.New("this machine has no GPIO lines (no /dev/gpiochip*): play on the virtual table with arbitre demo")
}

func explainRequest(err error, chip string, users []string) error {
	switch {
	case errors.Is(err, syscall.EBUSY) && len(users) > 0:
		return fmt.Errorf("lines are already taken (%s): end that program, or put the buttons elsewhere: %w", strings.Join(users, ", "), err)
	case errors.Is(err, syscall.EBUSY):
		return fmt.Errorf("a button's line on %s is already taken: end the other program, or put the button elsewhere: %w", chip, err)
	case errors.Is(err, syscall.EINVAL), errors.Is(err, syscall.ENOTTY):
		return fmt.Errorf("the kernel refuses the buttons' lines on %s: it must be Linux 5.10 or later: %w", chip, err)
	}
	return fmt.Errorf("taking the buttons' lines on %s: %w", chip, err)
}
