package evdev

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/hw"
)

// Buttons are switches that plugged-in devices report as keys. Devices come and go at any time.
type Buttons struct {
	places map[hw.Button]Place
	root   string // of the machine
	open   func(node string) (*os.File, error)
	report func(hw.Button, error)

	*Ports
	queue *hw.Queue
	known time.Duration // up to when everything was read; guarded by the queue's lock

	mu      sync.Mutex // guards what follows
	devices []*openDevice
	began   []Served    // the devices with which the game began
	held    []hw.Button // the buttons of the game; nil: none is on

	telling sync.Mutex // held while report is called
	told    map[hw.Button]string
}

// Served says how exact the stamps of some buttons are.
type Served struct {
	Resolution time.Duration
	Buttons    []hw.Button // ascending
}

// Reasons why the device of a button is not read.
var (
	ErrMissing = errors.New("it is not plugged in")
	ErrSlower  = errors.New("it is slower than what the game began with: it counts from the next game on")
)

// Open reads the devices that have these keys, whenever they are plugged in, and grabs them: the
// presses of a seat don't type into a console. A device that is unplugged releases its buttons, and
// has them again when it comes back. A place without a socket is in any, as long as only one device
// has such a key; while there are two, neither counts.
//
// Report is called for a button with the reason why its device is not read, and with nil when it is
// read again, from within Open and from other goroutines.
func Open(places map[hw.Button]Place, report func(hw.Button, error)) (*Buttons, error) {
	return open("/", func(node string) (*os.File, error) { return Grab(node, "button") }, places, report)
}

// open opens the buttons of a machine below another root; node opens the node of a device.
func open(root string, node func(string) (*os.File, error), places map[hw.Button]Place,
	report func(hw.Button, error)) (*Buttons, error) {
	b := &Buttons{places: places, root: root, open: node, report: report, queue: hw.NewQueue(),
		known: hw.Now(), told: map[hw.Button]string{}}
	ports, err := Hotplug{What: "button", Open: b.reader, Queue: b.queue, Changed: b.tell, root: root}.Follow()
	if err != nil {
		return nil, err
	}
	b.Ports = ports
	b.tell(ports)
	return b, nil
}

// CatchUp passes on all edges that stand in Events or in the kernel, and returns the time up to
// which no more will come.
func (b *Buttons) CatchUp(pass func(hw.Event)) time.Duration {
	b.queue.Drain(pass)
	defer b.queue.Unlock()
	now := hw.Now()
	b.mu.Lock()
	devices := b.devices // none of them is removed while the queue is locked
	b.mu.Unlock()
	for _, d := range devices {
		d.catchUp(pass)
	}
	b.known = now
	return now
}

// Down returns the buttons that are down, as far as was read.
func (b *Buttons) Down() ([]hw.Button, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	var down []hw.Button
	for _, d := range b.devices {
		for _, k := range d.keys {
			if d.down.has(k.code) {
				down = append(down, k.button)
			}
		}
	}
	return down, nil
}

// Served returns the buttons of each device that is read, and its resolution. A button without a
// device stands alone with the resolution [Unknown].
func (b *Buttons) Served() (all []Served) {
	b.mu.Lock()
	defer b.mu.Unlock()
	left := maps.Clone(b.places)
	for _, d := range b.devices {
		s := Served{Resolution: d.Resolution}
		for _, k := range d.keys {
			s.Buttons = append(s.Buttons, k.button)
			delete(left, k.button)
		}
		all = append(all, s)
	}
	for button := range left {
		all = append(all, Served{Unknown, []hw.Button{button}})
	}
	slices.SortFunc(all, func(x, y Served) int { return cmp.Compare(x.Buttons[0], y.Buttons[0]) })
	return all
}

// Hold says that a game is on with these buttons, and with which devices it began; without buttons
// none is on. During a game no device is read that is coarser than the one a button began with: its
// presses would be believed more than they may be.
func (b *Buttons) Hold(began []Served, buttons []hw.Button) {
	b.mu.Lock()
	b.began, b.held = began, buttons
	slow := slices.DeleteFunc(slices.Clone(b.devices), func(d *openDevice) bool { return !b.tooSlow(d.Device, d.keys) })
	b.mu.Unlock()
	for _, d := range slow {
		d.Close() // ends its read, which does the rest
	}
	b.refresh(false)
}

// tooSlow reports whether a device is too coarse for the game that is on: if one of its buttons began
// with a line or a finer device, or shared a device with buttons that this device does not have.
func (b *Buttons) tooSlow(d Device, keys []key) bool {
	return slices.ContainsFunc(keys, func(k key) bool {
		if !slices.Contains(b.held, k.button) {
			return false
		}
		i := slices.IndexFunc(b.began, func(s Served) bool { return slices.Contains(s.Buttons, k.button) })
		return i < 0 || b.began[i].Resolution < d.Resolution ||
			slices.ContainsFunc(b.began[i].Buttons, func(other hw.Button) bool { return !d.Serves(b.places[other]) })
	})
}

// Claims reports whether a device has one of the buttons, so that nothing else should read it.
func (b *Buttons) Claims(d Device) bool {
	for _, p := range b.places {
		if d.Serves(p) {
			return true
		}
	}
	return false
}

// reader opens a device that has buttons, if it is exact enough for the game that is on.
func (b *Buttons) reader(d Device) (Reader, error) {
	keys, slow := b.keys(d, b.plugged())
	if len(keys) == 0 || slow {
		return Reader{}, ErrUnwanted
	}
	file, err := b.open(d.Node)
	if errors.Is(err, fs.ErrPermission) {
		return Reader{}, fmt.Errorf("this user may not read %v: %s: %w", d, joinInput, err)
	} else if err != nil {
		return Reader{}, err
	}
	opened, err := b.opened(d, keys, file)
	if err != nil {
		return Reader{}, err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.devices = append(b.devices, opened)
	return Reader{opened, opened.read}, nil
}

// plugged returns the devices that are plugged in. When one is pulled out, its node goes before its
// folder in sysfs does.
func (b *Buttons) plugged() []Device {
	return slices.DeleteFunc(List(os.DirFS(b.root)), func(d Device) bool {
		_, err := os.Lstat(path.Join(b.root, d.Node))
		return err != nil
	})
}

// keys returns a device's keys that are buttons, but for those that another device has, or could
// have. Slow reports whether the device is too coarse for the game that is on.
func (b *Buttons) keys(d Device, all []Device) (keys []key, slow bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, button := range slices.Sorted(maps.Keys(b.places)) {
		p := b.places[button]
		if code, _ := p.Key(); d.Serves(p) && len(serving(p, all)) == 1 && !b.served(button) {
			keys = append(keys, key{code, button})
		}
	}
	return keys, b.tooSlow(d, keys)
}

// serving returns the devices that have the key of a place.
func serving(p Place, all []Device) []Device {
	return slices.DeleteFunc(slices.Clone(all), func(d Device) bool { return !d.Serves(p) })
}

// served reports whether a device that is read has a button.
func (b *Buttons) served(button hw.Button) bool {
	return slices.ContainsFunc(b.devices, func(d *openDevice) bool {
		return slices.ContainsFunc(d.keys, func(k key) bool { return k.button == button })
	})
}

// tell reports every button that has changed since it was last reported.
func (b *Buttons) tell(ports *Ports) {
	b.telling.Lock()
	defer b.telling.Unlock()
	if b.queue.Closed() {
		return
	}
	all := b.plugged()
	for _, button := range slices.Sorted(maps.Keys(b.places)) {
		err := b.why(button, all, ports)
		if errors.Is(err, errComing) {
			continue
		}
		if said := fmt.Sprint(err); said != cmp.Or(b.told[button], fmt.Sprint(nil)) {
			b.told[button] = said
			b.report(button, err)
		}
	}
}

// why returns the reason why a button's device is not read, or nil.
func (b *Buttons) why(button hw.Button, all []Device, ports *Ports) error {
	b.mu.Lock()
	served := b.served(button)
	b.mu.Unlock()
	p := b.places[button]
	can := serving(p, all)
	switch {
	case served:
		return nil
	case len(can) > 1:
		return ambiguous(p, can)
	case len(can) == 1:
		if _, slow := b.keys(can[0], all); slow {
			return fmt.Errorf("%v: %w", can[0], ErrSlower)
		}
		return cmp.Or(ports.failure(can[0]), errComing)
	}
	for _, d := range all {
		if d.Is(p) {
			return fmt.Errorf("%v of %v: it has no such key", button, p)
		}
	}
	return fmt.Errorf("%v of %v: %w", button, p, ErrMissing)
}

// errComing stands for a device that was just plugged in and is about to be opened.
var errComing = errors.New("it is being taken")

// ambiguous says how to tell equal devices apart.
func ambiguous(p Place, can []Device) error {
	var write []string
	for _, d := range can {
		p.Socket = d.Socket
		write = append(write, fmt.Sprintf("%q for %v", p, d))
	}
	p.Socket = ""
	if can[0].Socket == can[1].Socket {
		return fmt.Errorf("%v and %v both have %v and can't be told apart: unplug one", can[0], can[1], p)
	}
	return fmt.Errorf("more than one device has %v: write %s", p, strings.Join(write, ", or "))
}
