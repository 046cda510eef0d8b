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

	"arbitre/hw"
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
			d.found = append(d.found, d.plug(w, place, devices, used))
		}
	}
	for _, w := range d.outputs() {
		if place, err := evdev.ParsePlace(w.line); err == nil {
			d.found = append(d.found, d.plugLamp(w, place, devices, used))
		}
	}
	for _, dev := range devices {
		if dev.Plays() && !used[dev.Node] {
			d.add("device", verdict{stateOff, d.Say("%v, %s, has no button of this table", dev, evdev.Within(dev.Resolution)), ""})
		}
	}
}

// plug says how the device of a button is.
func (d *Doctor) plug(w wire, place evdev.Place, devices []evdev.Device, used map[string]bool) finding {
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
	f := finding{Part: w.part, Line: w.line}
	switch {
	case len(can) == 1:
		f.Device, f.Resolution = can[0].Name, can[0].Resolution
		f.verdict, f.Consumer = d.plugged(w, can[0])
	case len(can) > 1:
		f.verdict = verdict{w.worst, d.Say("%s: %d such devices are plugged in", place, len(can)), d.Say("write %s", socketed(place, can))}
	case len(elsewhere) > 0:
		f.verdict = verdict{w.worst, d.Say("%s: it is not in that socket, but %v is there", place, elsewhere[0]), d.Say("write %s", socketed(place, elsewhere))}
	case len(alike) > 0:
		f.verdict = verdict{w.worst, d.Say("%s: %v has no such key", place, alike[0]), d.Say("sudo arbitre init learns what its buttons are called")}
	default:
		f.verdict = d.notPluggedIn(w, place)
	}
	return f
}

func (d *Doctor) notPluggedIn(w wire, place evdev.Place) verdict {
	return verdict{w.worst, d.Say("%s: no such device is plugged in", place), d.Say("plug it in; sudo arbitre init learns the buttons of another")}
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

// plugged says how a button is whose device is there, and which program has that for itself.
func (d *Doctor) plugged(w wire, dev evdev.Device) (v verdict, consumer string) {
	if refused := d.refused(dev.Node, w.worst); refused != nil {
		return refused.about(w.line), ""
	}
	taken, by := d.taken(dev.Node)
	consumer = strings.Join(by, ", ")
	switch referee := slices.Contains(by, "arbitre") || len(by) == 0 && d.unit.Active(); {
	case taken && referee:
		v = d.ofReferee(w)
		v.Says += "; " + evdev.Within(dev.Resolution)
		return v, "arbitre"
	case taken:
		return verdict{w.worst, d.Say("%s: %v is taken by another program: %s", w.line, dev, consumer), d.Say("end that program")}, consumer
	case d.unit.Active():
		return d.leftFree(w), ""
	}
	return verdict{stateOK, d.Say("%s: %v, %s", w.line, dev, evdev.Within(dev.Resolution)), ""}, ""
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
			by = append(by, hw.Printable(strings.TrimSpace(string(name))))
		}
	}
	slices.Sort(by)
	return true, slices.Compact(by)
}

// plugLamp says how a lamp of a device is.
func (d *Doctor) plugLamp(w wire, place evdev.Place, devices []evdev.Device, used map[string]bool) finding {
	f := finding{Part: w.part, Line: w.line}
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
			f.verdict = verdict{stateOK, d.Say("%s: a lamp of %v", w.line, dev), ""}
			if refused := d.refused(led.Brightness, w.worst); refused != nil {
				f.verdict = *refused
			}
			return f
		}
	}
	if f.verdict = d.notPluggedIn(w, place); len(names) > 0 {
		f.verdict = verdict{w.worst, d.Say("%s: its lamps are %s", place, strings.Join(names, ", ")), d.Say("write one of those")}
	}
	return f
}
