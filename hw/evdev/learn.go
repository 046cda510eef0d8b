package evdev

import (
	"io/fs"
	"os"
	"slices"
	"sync"

	"arbitre/hw"
)

// A Learner reads the keys of all devices, so that people can choose buttons by pressing them. It
// grabs keyboards, as package keyboard does, and leaves everything else to others as well.
type Learner struct {
	*Ports
	root  fs.FS
	open  func(node string, grab bool) (*os.File, error)
	queue *hw.Queue
	// answers returns the judge's key that a key of a keyboard stands for, or 0; nil where keyboards
	// are not the judge's.
	answers func(code uint16) hw.Button

	mu    sync.Mutex
	known []known // as many as keys were pressed: at most 768 a device
}

// A known key, or direction of a stick, is one that was pressed. The i-th is button hw.FirstKey+i.
type known struct {
	device    Device
	code      uint16
	direction bool // of the axis with this code
}

// Learn reads every device that is plugged in, now or later. Each key becomes a button when it is
// first pressed, and so does each direction of a stick; only touches of a pad don't.
// [Learner.Source] says what it is. Report is called as [hw.Outage.Report] for devices that can't
// be read.
func Learn(answers func(code uint16) hw.Button, report func(error)) (*Learner, error) {
	l := &Learner{root: os.DirFS("/"), open: openLearnt, queue: hw.NewQueue(), answers: answers}
	var err error
	l.Ports, err = Hotplug{What: "button", Open: l.reader, Queue: l.queue, Report: report}.Follow()
	return l, err
}

// Source describes a button, with its socket if another device has such a key.
func (l *Learner) Source(b hw.Button) (s hw.Source, ok bool) {
	l.mu.Lock()
	i := int(b - hw.FirstKey)
	if i < 0 || i >= len(l.known) {
		l.mu.Unlock()
		return s, false
	}
	key := l.known[i]
	l.mu.Unlock()
	d, p := key.device, key.device.Place(key.code)
	if slices.ContainsFunc(List(l.root), func(other Device) bool { return other.Node != d.Node && other.Serves(p) }) {
		p.Socket = d.Socket
	}
	s = hw.Source{Place: p.String(), Device: d.Name, Resolution: d.Resolution}
	isJudges := d.Types() && l.answers != nil && !d.Fixed
	switch {
	case key.direction:
		s.Use = hw.Directs
	case isLock(key.code):
		s.Use = hw.Locks
	case IsModifier(key.code):
		s.Use = hw.Modifies
	case isJudges && l.answers(key.code) != 0:
		s.Use, s.Answers = hw.Types, l.answers(key.code)
	case (isJudges || d.Types() && d.Fixed) && key.code <= lastTyping:
		s.Use = hw.Types
	}
	return s, true
}

// openLearnt opens a device, which no other program may have grabbed, and grabs it or leaves it to
// others.
func openLearnt(node string, grab bool) (*os.File, error) {
	file, err := Grab(node, "button")
	if err == nil && !grab {
		if err = ungrab(file); err != nil {
			file.Close()
		}
	}
	return file, err
}

func (l *Learner) reader(d Device) (Reader, error) {
	if d.keys == (keySet{}) {
		return Reader{}, ErrUnwanted
	}
	file, err := l.open(d.Node, d.Types() && !d.Fixed)
	if err != nil {
		return Reader{}, err
	}
	return Reader{file, func() error { return (&decoder{axes: true}).read(file, l.passes(d, file)) }}, nil
}

// passes returns the function that passes on the moves of a device, which is open: those of its keys,
// and of its sticks where it is one to play with.
func (l *Learner) passes(d Device, file *os.File) func(Move) {
	sticks := map[uint16]*stick{}
	return func(m Move) {
		if !m.Axis {
			l.pass(d, m)
		} else if d.Plays() && isStick(m.Key) {
			if sticks[m.Key] == nil {
				sticks[m.Key] = newStick(file, m.Key)
			}
			if down, changed := sticks[m.Key].move(m.Value); changed {
				l.pass(d, Move{At: m.At, Key: m.Key, Axis: true, Down: down})
			}
		}
	}
}

// pass passes on the edge of a key or of a direction.
func (l *Learner) pass(d Device, m Move) {
	if m.Lost || !m.Axis && m.Key >= buttonTool && m.Key <= lastTool {
		return
	}
	l.mu.Lock()
	i := slices.IndexFunc(l.known, func(k known) bool {
		return k.code == m.Key && k.direction == m.Axis && k.device.Node == d.Node
	})
	if i < 0 {
		i, l.known = len(l.known), append(l.known, known{})
	}
	l.known[i] = known{d, m.Key, m.Axis} // the node may have been another device's before
	l.mu.Unlock()
	l.queue.Send(hw.Event{Edge: hw.Edge{At: m.At, Button: hw.FirstKey + hw.Button(i), Down: m.Down}, Decided: true})
}

// lastTyping is KEY_SPACE, the last code of the block of a keyboard that people type on.
const lastTyping = 57

// isLock reports whether a key is Caps Lock, Num Lock or Scroll Lock. Some blocks of digits press
// Num Lock around each of them.
func isLock(code uint16) bool { return code == 58 || code == 69 || code == 70 }

// IsModifier reports whether a key is Ctrl, Shift, Alt or Meta, which a device may press with
// another key.
func IsModifier(code uint16) bool {
	return slices.Contains([]uint16{29, 97, 42, 54, 56, 100, 125, 126}, code)
}

// isStick reports whether an axis is one of a stick or directional pad, ABS_X, ABS_Y and ABS_HAT0X
// to ABS_HAT3Y, from pressures and accelerations.
func isStick(axis uint16) bool { return axis <= 1 || axis >= 0x10 && axis <= 0x17 }

// A stick is an axis of one, which points in a direction once it is near an end of its range.
type stick struct {
	least, most int32
	out         bool
}

func newStick(device *os.File, axis uint16) *stick {
	least, most, err := axisRange(device, axis)
	if err != nil || least >= most {
		least, most = -1, 1 // as a directional pad has it
	}
	return &stick{least: least, most: most}
}

// move reports whether the stick points in a direction, and whether that has changed.
func (s *stick) move(to int32) (out, changed bool) {
	margin := (int64(s.most) - int64(s.least)) / 8
	out = int64(to) <= int64(s.least)+margin || int64(to) >= int64(s.most)-margin
	changed = out != s.out
	s.out = out
	return out, changed
}
