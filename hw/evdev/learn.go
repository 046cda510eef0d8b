package evdev

import (
	"io/fs"
	"os"
	"slices"
	"sync"

	"arbitre/hw"
)

// A Learner reads the keys of all devices, to learn which of them are to be what.
type Learner struct {
	*Ports
	places map[hw.Button]Place
	root   fs.FS
	queue  *hw.Queue

	mu     sync.Mutex
	others []learnt // that are none of the places, by their number
}

// A learnt key is one that was pressed.
type learnt struct {
	device Device
	code   uint16
}

// firstOther is the number of the first key that is none of the places, beyond all buttons of a
// table.
const firstOther hw.Button = 1 << 16

// Learn reads every device that is plugged in, now or later, and leaves it to others, too: who
// answers on the console goes on typing there. The keys of places are their buttons; every other
// key gets a number when it is pressed first, of which [Learner.Source] tells; but not where people
// write or move a finger over a pad. Report is that of the [hw.Outage] of devices which can't be
// read.
func Learn(places map[hw.Button]Place, report func(error)) (*Learner, error) {
	l := &Learner{places: places, root: os.DirFS("/"), queue: hw.NewQueue()}
	var err error
	l.Ports, err = Hotplug{What: "button", Open: l.reader, Queue: l.queue, Report: report}.Follow()
	return l, err
}

// Source tells where a button is that is none of the places, with its socket if others have such a
// key.
func (l *Learner) Source(b hw.Button) hw.Source {
	l.mu.Lock()
	i := int(b - firstOther)
	if i < 0 || i >= len(l.others) {
		l.mu.Unlock()
		return hw.Source{Place: l.places[b].String()}
	}
	d, p := l.others[i].device, l.others[i].device.Place(l.others[i].code)
	l.mu.Unlock()
	all, _ := List(l.root) // whose pattern is good
	if slices.ContainsFunc(all, func(other Device) bool { return other.Node != d.Node && other.Serves(p) }) {
		p.Socket = d.Socket
	}
	return hw.Source{Place: p.String(), Device: d.Name, Resolution: d.Resolution}
}

func (l *Learner) reader(d Device) (Reader, error) {
	if d.keys == (keySet{}) {
		return Reader{}, ErrUnwanted
	}
	file, err := Grab(d.Node, "button")
	if err != nil {
		return Reader{}, err
	}
	if err := ungrab(file); err != nil {
		file.Close()
		return Reader{}, err
	}
	return Reader{file, func() error { return Moves(file, func(m Move) { l.pass(d, m) }) }}, nil
}

// pass passes on the edge of a key.
func (l *Learner) pass(d Device, m Move) {
	if m.Lost {
		return
	}
	if b, ok := l.button(d, m.Key); ok {
		l.queue.Send(hw.Event{Edge: hw.Edge{At: m.At, Button: b, Down: m.Down}})
	}
}

// lastTyping is KEY_SPACE, with which the block of a keyboard ends on which people write.
const lastTyping = 57

// button is the button that a key is, if somebody may mean to press it.
func (l *Learner) button(d Device, code uint16) (b hw.Button, ok bool) {
	for b, p := range l.places {
		if c, _ := p.Key(); c == code && d.Serves(p) {
			return b, true
		}
	}
	if d.Types() && code <= lastTyping || code >= buttonTool && code <= lastTool {
		return 0, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.others, func(o learnt) bool { return o.code == code && o.device.Node == d.Node })
	if i < 0 {
		i, l.others = len(l.others), append(l.others, learnt{})
	}
	l.others[i] = learnt{d, code} // which may have been another device with that node
	return firstOther + hw.Button(i), true
}
