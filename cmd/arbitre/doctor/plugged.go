package doctor

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"arbitre/hw/evdev"
)

// examinePlugs looks at the devices that buttons and lamps are on, and lists those that could have some.
func (d *Doctor) examinePlugs() {
	devices, err := evdev.List(d.files)
	if err != nil {
		return // this kernel has none, so that whatever is on one is not plugged in
	}
	used := map[string]bool{}
	for _, w := range d.inputs() {
		if place, err := evdev.ParsePlace(w.line); err == nil {
			d.add(d.plug(w, place, devices, used))
		}
	}
	for _, w := range d.outputs() {
		if place, err := evdev.ParsePlace(w.line); err == nil {
			d.add(d.plugLamp(w, place, devices, used))
		}
	}
	for _, dev := range devices {
		if dev.Plays() && !used[dev.Node] {
			d.add(finding{Part: "device", State: stateOff, Says: d.Say("%v, %s, has no button of this table", dev, evdev.Within(dev.Resolution))})
		}
	}
}

// plug says how the device of a button is.
func (d *Doctor) plug(w wire, place evdev.Place, devices []evdev.Device, used map[string]bool) finding {
	f := finding{Part: w.part, State: w.worst, Line: w.line}
	anywhere := place
	anywhere.Socket = ""
	of := func(has func(evdev.Device) bool) []evdev.Device {
		return slices.DeleteFunc(slices.Clone(devices), func(dev evdev.Device) bool { return !has(dev) })
	}
	can := of(func(dev evdev.Device) bool { return dev.Serves(place) })
	elsewhere := of(func(dev evdev.Device) bool { return dev.Serves(anywhere) })
	alike := of(func(dev evdev.Device) bool { return dev.Vendor == place.Vendor && dev.Product == place.Product })
	for _, dev := range can {
		used[dev.Node] = true
	}
	switch {
	case len(can) > 1:
		f.Says = d.Say("%s: %d such devices are plugged in", place, len(can))
		f.Mend = d.Say("write %s", socketed(place, can))
	case len(can) == 1:
		return d.plugged(f, w, can[0])
	case len(elsewhere) > 0:
		f.Says = d.Say("%s: it is not in that socket, but %v is there", place, elsewhere[0])
		f.Mend = d.Say("write %s", socketed(place, elsewhere))
	case len(alike) > 0:
		f.Says = d.Say("%s: %v has no such key", place, alike[0])
		f.Mend = d.Say("sudo arbitre init learns what its buttons are called")
	default:
		f.Says = d.Say("%s: no such device is plugged in", place)
		f.Mend = d.Say("plug it in; sudo arbitre init learns the buttons of another")
	}
	return f
}

// socketed is what to write for one of several devices.
func socketed(place evdev.Place, devices []evdev.Device) string {
	var all []string
	for _, dev := range devices {
		place.Socket = dev.Socket
		all = append(all, fmt.Sprintf("%q", place))
	}
	return strings.Join(all, ", ")
}

// plugged says how a button is whose device is there.
func (d *Doctor) plugged(f finding, w wire, dev evdev.Device) finding {
	f.Device, f.Resolution = dev.Name, dev.Resolution
	if f.Says, f.Mend = d.access(dev.Node); f.Says != "" {
		f.Says = fmt.Sprintf("%s: %s", w.line, f.Says)
		return d.denied(f, w.worst)
	}
	taken, by := d.taken(dev.Node)
	switch referee := slices.Contains(by, "arbitre") || len(by) == 0 && d.unit.Active(); {
	case taken && referee:
		f.State, f.Consumer = stateOK, "arbitre"
		f.Says = d.Say("%s: the referee itself has it: it is running", w.line) + "; " + evdev.Within(dev.Resolution)
	case taken:
		f.Consumer = strings.Join(by, ", ")
		f.Says = d.Say("%s: %v is taken by another program: %s", w.line, dev, f.Consumer)
		f.Mend = d.Say("end that program")
	case d.unit.Active():
		f.State, f.Says = stateWarning, d.Say("%s: free, although the service runs: it has another configuration", w.line)
		f.Mend = "sudo systemctl restart arbitre"
	default:
		f.State, f.Says = stateOK, d.Say("%s: %v, %s", w.line, dev, evdev.Within(dev.Resolution))
	}
	return f
}

// taken tells whether a program has a device for itself alone, and which programs have it open.
func (d *Doctor) taken(node string) (taken bool, by []string) {
	file, err := evdev.Take(filepath.Join(d.root, node), "button")
	if err == nil {
		file.Close()
	}
	if !errors.Is(err, syscall.EBUSY) {
		return false, nil
	}
	files, _ := fs.Glob(d.files, "proc/[0-9]*/fd/*") // those that this user may see
	for _, file := range files {
		if target, err := fs.ReadLink(d.files, file); err == nil && target == node {
			name, _ := fs.ReadFile(d.files, path.Join(path.Dir(path.Dir(file)), "comm")) // it may have ended meanwhile
			by = append(by, strings.TrimSpace(string(name)))
		}
	}
	slices.Sort(by)
	return true, slices.Compact(by)
}

// plugLamp says how a lamp of a device is.
func (d *Doctor) plugLamp(w wire, place evdev.Place, devices []evdev.Device, used map[string]bool) finding {
	f := finding{Part: w.part, State: w.worst, Line: w.line}
	var names []string
	for _, dev := range devices {
		if dev.Vendor != place.Vendor || dev.Product != place.Product || place.Socket != "" && place.Socket != dev.Socket {
			continue
		}
		for _, led := range dev.LEDs {
			names = append(names, led.Name)
			if led.Name != place.Name {
				continue
			}
			used[dev.Node], f.Device = true, dev.Name
			if f.Says, f.Mend = d.access(led.Brightness); f.Says != "" {
				return d.denied(f, w.worst)
			}
			f.State, f.Says = stateOK, d.Say("%s: a lamp of %v", w.line, dev)
			return f
		}
	}
	f.Says = d.Say("%s: no such device is plugged in", place)
	f.Mend = d.Say("plug it in; sudo arbitre init learns the buttons of another")
	if len(names) > 0 {
		f.Says = d.Say("%s: its lamps are %s", place, strings.Join(names, ", "))
		f.Mend = d.Say("write one of those")
	}
	return f
}
