package evdev

import (
	"io/fs"
	"os"
	"slices"
	"sync"

	"arbitre/hw"
)

// A Learner reads the keys of all devices, so that people can choose buttons by pressing them.
type Learner struct {
	*Ports
	places map[hw.Button]Place
	root   fs.FS
	queue  *hw.Queue

	mu     sync.Mutex
	others []learnt // keys beside the places; the i-th is button firstOther+i
}

// A learnt key is one that was pressed.
type learnt struct {
	device Device
	code   uint16
}

// firstOther is the button of the first key beside the places, beyond all buttons of a table.
const firstOther hw.Button = 1 << 16

// Learn reads every device that is plugged in, now or later, and does not grab it: whoever answers
// on the console goes on typing there. The keys of places are their buttons. Every other key
// becomes a button when it is first pressed, except keys for typing and touches of a pad;
// [Learner.Source] tells which key it is. Report is called as [hw.Outage.Report] for devices that
// can't be read.
func Learn(places map[hw.Button]Place, report func(error)) (*Learner, error) {
	l := &Learner{places: places, root: os.DirFS("/"), queue: hw.NewQueue()}
	var err error
	l.Ports, err = Hotplug{What: "button", Open: l.reader, Queue: l.queue, Report: report}.Follow()
	return l, err
}

// Source tells where a button is, with its socket if another device has such a key.
func (l *Learner) Source(b hw.Button) hw.Source {
	l.mu.Lock()
	i := int(b - firstOther)
	if i < 0 || i >= len(l.others) {
		l.mu.Unlock()
		return hw.Source{Place: l.places[b].String()}
	}
	d, p := l.others[i].device, l.others[i].device.Place(l.others[i].code)
	l.mu.Unlock()
	all, _ := List(l.root) // its pattern is valid
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

// lastTyping is KEY_SPACE, the last code of the block of a keyboard that people type on.
const lastTyping = 57

// button returns the button of a key, unless the key is for typing or a touch of a pad.
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
	l.others[i] = learnt{d, code} // the node may have been another device's before
	return firstOther + hw.Button(i), true
}
