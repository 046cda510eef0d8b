package evdev

import (
	"io/fs"
	"os"
	"path"
	"slices"
	"time"
)

// A Press is a key that went down, or up again.
type Press struct {
	Place  Place // with the socket where more than one device has such a key
	At     time.Duration
	Device Device
	Down   bool
	Aside  bool // somebody may press it who only writes on a keyboard or moves a finger over a pad
}

// A Learner reads all devices, to learn which of their keys are to be what.
type Learner struct {
	root    fs.FS
	ports   *Ports
	presses chan Press
	closing chan struct{}
}

// Learn reads every device that is plugged in, now or later, and leaves it to others, too: who answers on the console goes
// on typing there. Report is that of the [hw.Outage] of devices which can't be read.
func Learn(report func(error)) (*Learner, error) {
	l := &Learner{root: os.DirFS("/"), presses: make(chan Press, 64), closing: make(chan struct{})}
	var err error
	l.ports, err = Hotplug{What: "button", Take: l.take, Report: report, Folder: InputDevices, Patience: Patience}.Follow()
	if err != nil {
		return nil, err
	}
	return l, nil
}

// Presses are those of all keys.
func (l *Learner) Presses() <-chan Press { return l.presses }

// Close gives the devices back. No press follows.
func (l *Learner) Close() error {
	select {
	case <-l.closing:
	default:
		close(l.closing)
	}
	return l.ports.Close()
}

func (l *Learner) take(node string) (Taken, error) {
	d, err := find(l.root, path.Base(node))
	if err != nil || d.keys == (keySet{}) {
		return nil, ErrUnwanted
	}
	file, err := Take(node, "button")
	if err != nil {
		return nil, err
	}
	if err := share(file); err != nil {
		file.Close()
		return nil, err
	}
	return &pupil{file, d, l}, nil
}

// A pupil is a device that is learnt from.
type pupil struct {
	*os.File
	device Device
	of     *Learner
}

// Read passes on the presses.
func (p *pupil) Read() error {
	d := NewDecoder(ThisProcess)
	buf := make([]byte, 4096)
	for {
		n, err := p.File.Read(buf)
		d.Decode(buf[:n], p.pass)
		if err != nil {
			return err
		}
	}
}

func (p *pupil) pass(m Move) {
	if m.Lost {
		return
	}
	aside := p.device.Types() && m.Key <= lastTyping || m.Key >= buttonTool && m.Key <= lastTool
	select {
	case p.of.presses <- Press{p.of.place(p.device, m.Key), m.At, p.device, m.Down, aside}:
	case <-p.of.closing:
	}
}

// lastTyping is KEY_SPACE, with which the block of a keyboard ends on which people write.
const lastTyping = 57

// place is where a key is, told apart from that of any other device.
func (l *Learner) place(d Device, code uint16) Place {
	p := d.Place(code)
	all, _ := List(l.root) // whose pattern is good
	if slices.ContainsFunc(all, func(other Device) bool { return other.Node != d.Node && other.Serves(p) }) {
		p.Socket = d.Socket
	}
	return p
}
