package prove

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"runtime"
	"slices"

	"arbitre/hw"

	"golang.org/x/sys/unix"
)

// A Box is the file that the owner of a box sends: which machine it is, how its buttons are set,
// what their contacts did, and the result of the wire test. It has no field for anything that names
// a person or one single machine, such as a serial number, a host name, or the address of a network
// card.
type Box struct {
	Arbitre  string    `json:"arbitre"`            // its version
	Board    string    `json:"board"`              // the model
	Revision string    `json:"revision,omitempty"` // of the board, as the firmware of a Pi has it
	Kernel   string    `json:"kernel"`             // its release and version
	Chip     string    `json:"gpio_chip"`
	Debounce Debounce  `json:"debounce"`
	Contacts []Contact `json:"contacts"`   // of all seats that are on lines, ascending
	Lost     int       `json:"edges_lost"` // while the contacts were tried
	Wire     string    `json:"wire"`       // the line from which the wire comes
	Test     Report    `json:"wire_test"`
}

// A Debounce is [hw.Debounce] in µs.
type Debounce struct {
	Glitch  float64 `json:"glitch_us"`
	Bounce  float64 `json:"bounce_us"`
	Lockout float64 `json:"lockout_us"`
}

// A Contact says what the contacts of a seat's button did while people pressed it, in µs.
type Contact struct {
	Seat    hw.Button `json:"seat"`
	Line    string    `json:"line"`
	Presses int       `json:"presses"`
	Closing float64   `json:"closing_us"` // the longest bounce when it was pressed
	Opening float64   `json:"opening_us"` // and when it was let go
	Strays  int       `json:"strays"`     // edges that were no part of a press
}

// Describe fills in what a machine says of itself; root is its "/".
func (b *Box) Describe(root fs.FS) error {
	var kernel unix.Utsname // its node name is not used
	if err := unix.Uname(&kernel); err != nil {
		return err
	}
	b.Board, b.Revision = cmp.Or(hw.Printable(hw.Model(root)), "unknown, "+runtime.GOARCH), hw.Revision(root)
	b.Kernel = unix.ByteSliceToString(kernel.Release[:]) + " " + unix.ByteSliceToString(kernel.Version[:])
	return nil
}

// Text returns the box as JSON, unless it contradicts itself.
func (b Box) Text() ([]byte, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// check returns an error if a box says what none can have found.
func (b Box) check() error {
	for _, text := range []struct{ key, value string }{{"arbitre", b.Arbitre}, {"board", b.Board}, {"kernel", b.Kernel},
		{"gpio_chip", b.Chip}, {"wire", b.Wire}, {"revision", b.Revision + "."}} {
		if text.value == "" || len(text.value) > 200 || hw.Printable(text.value) != text.value {
			return fmt.Errorf("%s is %q: it takes a line of 1 to 200 bytes", text.key, text.value)
		}
	}
	last := hw.Button(0)
	for _, c := range b.Contacts {
		switch {
		case !c.Seat.IsSeat() || c.Seat <= last:
			return fmt.Errorf("contacts: seat %d stands after seat %d", c.Seat, last)
		case c.Line == "" || len(c.Line) > 40 || hw.Printable(c.Line) != c.Line:
			return fmt.Errorf("contacts: the line of seat %d is %q", c.Seat, c.Line)
		case min(c.Presses, c.Strays) < 0 || min(c.Closing, c.Opening) < 0 || c.Presses == 0 && max(c.Closing, c.Opening) > 0:
			return fmt.Errorf("contacts: seat %d is said to have done %+v", c.Seat, c)
		}
		last = c.Seat
	}
	if d := b.Debounce; d.Glitch < 0 || d.Lockout < d.Glitch || d.Bounce < 0 || b.Lost < 0 {
		return fmt.Errorf("debounce is %+v, with %d edges lost", d, b.Lost)
	}
	return b.checkTest()
}

// checkTest checks the wire test, whose buttons must be among the contacts.
func (b Box) checkTest() error {
	t := b.Test
	var pairs [][2]hw.Button
	for i, first := range t.Buttons {
		if !slices.ContainsFunc(b.Contacts, func(c Contact) bool { return c.Seat == first }) ||
			i > 0 && first <= t.Buttons[i-1] {
			return fmt.Errorf("wire_test: buttons are %v", t.Buttons)
		}
		for _, second := range t.Buttons[i+1:] {
			pairs = append(pairs, [2]hw.Button{first, second})
		}
	}
	switch {
	case len(pairs) == 0 || len(pairs) != len(t.Pairs):
		return fmt.Errorf("wire_test: %d pairs of the buttons %v", len(t.Pairs), t.Buttons)
	case min(t.DeadHeats, t.Decided, t.Void) < 0 || t.Pulses < 1 || t.DeadHeats+t.Decided+t.Void != t.Pulses:
		return fmt.Errorf("wire_test: %d dead heats, %d decided and %d void of %d pulses", t.DeadHeats, t.Decided, t.Void, t.Pulses)
	case t.Tie < hw.MinTie || t.Tie > hw.MaxTie:
		return fmt.Errorf("wire_test: tie_ns is %d", t.Tie)
	case t.Allowed != allowed*float64(len(t.Buttons)-1):
		return fmt.Errorf("wire_test: allowed_us is %v", t.Allowed)
	}
	for i, p := range t.Pairs {
		if [2]hw.Button{p.First, p.Second} != pairs[i] || p.Low > p.Bias || p.High < p.Bias || p.Spread < 0 ||
			p.Most < max(p.Bias, -p.Bias)-1 || p.P < 0 || p.P > 1 {
			return fmt.Errorf("wire_test: a pair is %+v", p)
		}
	}
	return nil
}
