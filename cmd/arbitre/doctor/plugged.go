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

// plugs looks at the buttons and lamps of devices, and lists devices that the table does not use.
func plugs(m *Machine) (found []finding) {
	devices := evdev.List(m.files)
	var places []evdev.Place
	for _, w := range append(m.inputs(), m.outputs()...) {
		place, err := evdev.ParsePlace(w.Line)
		if err != nil {
			continue
		}
		if w.button != 0 {
			m.plug(&w, place, devices)
		} else {
			m.plugLamp(&w, place, devices)
		}
		found, places = append(found, w.finding), append(places, place)
	}
	for _, d := range devices {
		used := func(p evdev.Place) bool { return d.Serves(p) || d.Is(p) && lights(d, p.Name) }
		if d.Plays() && !slices.ContainsFunc(places, used) {
			v := m.says(off, "%v, %s, has no button of this table", d, evdev.FormatResolution(d.Resolution))
			found = append(found, finding{Part: m.Say("device"), verdict: v})
		}
	}
	return found
}

// plug fills in the finding of a button on a device.
func (m *Machine) plug(w *wire, place evdev.Place, devices []evdev.Device) {
	var can, elsewhere, keyless []evdev.Device
	anywhere := evdev.Place{Vendor: place.Vendor, Product: place.Product, Name: place.Name}
	for _, d := range devices {
		switch {
		case d.Serves(place):
			can = append(can, d)
		case d.Serves(anywhere):
			elsewhere = append(elsewhere, d)
		case d.Is(anywhere):
			keyless = append(keyless, d)
		}
	}
	switch {
	case len(can) == 1:
		w.Device, w.Resolution = can[0].Name, can[0].Resolution
		w.verdict, w.Consumer = m.plugged(w, can[0])
	case len(can) > 1:
		w.verdict = m.says(w.worst(), "%s: %d such devices are plugged in", place, len(can)).
			mend("write %s", socketed(place, can))
	case len(elsewhere) > 0:
		w.verdict = m.says(w.worst(), "%s: it is not in that socket, but %v is there", place, elsewhere[0]).
			mend("write %s", socketed(place, elsewhere))
	case len(keyless) > 0:
		w.verdict = m.says(w.worst(), "%s: %v has no such key", place, keyless[0]).
			mend("Learn the buttons, in the menu of the box, finds what they are called")
	default:
		w.verdict = m.notPluggedIn(w, place)
	}
}

// notPluggedIn returns the verdict on a button or lamp whose device is not there.
func (m *Machine) notPluggedIn(w *wire, place evdev.Place) verdict {
	return m.says(w.worst(), "%s: no such device is plugged in", place).
		mend("plug it in; Learn the buttons, in the menu of the box, takes another")
}

// socketed lists the ways to write a place so that it means one of several equal devices.
func socketed(place evdev.Place, devices []evdev.Device) string {
	var all []string
	for _, d := range devices {
		place.Socket = d.Socket
		all = append(all, fmt.Sprintf("%q", place))
	}
	return strings.Join(all, ", ")
}

// plugged returns the verdict on a button whose device is there. Consumer names the programs that
// have the device open, if one has taken it for itself.
func (m *Machine) plugged(w *wire, d evdev.Device) (v verdict, consumer string) {
	if v, refused := m.refused(d.Node, w.worst()); refused {
		return v.about(w.Line), ""
	}
	taken, by := m.grabbed(d.Node)
	consumer = strings.Join(by, ", ")
	switch referee := slices.Contains(by, "arbitre") || len(by) == 0 && m.unit.Active(); {
	case taken && referee:
		v := m.ofReferee(*w)
		v.Says += "; " + evdev.FormatResolution(d.Resolution)
		return v, "arbitre"
	case taken:
		v := m.says(w.worst(), "%s: %v is taken by another program: %s", w.Line, d, consumer)
		return v.mend("end that program"), consumer
	case m.unit.Active():
		return m.leftFree(*w), ""
	}
	return m.says(fine, "%s: %v, %s", w.Line, d, evdev.FormatResolution(d.Resolution)), ""
}

// grabbed reports whether a program has taken a device for itself, and which programs have it open.
func (m *Machine) grabbed(node string) (taken bool, by []string) {
	file, err := evdev.Grab(filepath.Join(m.root, node), "button")
	if err == nil {
		file.Close()
	}
	if !errors.Is(err, syscall.EBUSY) {
		return false, nil
	}
	files, _ := fs.Glob(m.files, "proc/[0-9]*/fd/*") // of the processes that this user may look at
	for _, file := range files {
		if target, err := fs.ReadLink(m.files, file); err == nil && target == node {
			name, _ := fs.ReadFile(m.files, path.Join(file, "../../comm")) // "" of one that has ended
			by = append(by, hw.Printable(strings.TrimSpace(string(name))))
		}
	}
	slices.Sort(by)
	return true, slices.Compact(by)
}

// lights reports whether a device has a lamp of that name.
func lights(d evdev.Device, name string) bool {
	return slices.ContainsFunc(d.LEDs, func(l evdev.LED) bool { return l.Name == name })
}

// plugLamp fills in the finding of a lamp on a device.
func (m *Machine) plugLamp(w *wire, place evdev.Place, devices []evdev.Device) {
	var names []string
	for _, d := range devices {
		if !d.Is(place) {
			continue
		}
		for _, led := range d.LEDs {
			if led.Name == place.Name {
				w.Device, w.verdict = d.Name, m.says(fine, "%s: a lamp of %v", w.Line, d)
				if v, refused := m.refused(led.Brightness, w.worst()); refused {
					w.verdict = v
				}
				return
			}
			names = append(names, led.Name)
		}
	}
	if w.verdict = m.notPluggedIn(w, place); len(names) > 0 {
		w.verdict = m.says(w.worst(), "%s: its lamps are %s", place, strings.Join(names, ", ")).
			mend("write one of those")
	}
}

// keyboards looks at the keyboards that are plugged in. It is no fault if there is none.
func keyboards(m *Machine) verdict {
	if !m.config.Keyboard.Enabled {
		return m.unwanted()
	}
	var names []string
	for _, k := range evdev.List(m.files) {
		if !k.Types() || k.Fixed {
			continue
		}
		if v, refused := m.refused(k.Node, warning); refused {
			return v.about(k.Name)
		}
		names = append(names, fmt.Sprintf("%s (%s)", k.Name, k.Node))
	}
	if len(names) == 0 {
		return m.says(off, "none is plugged in; one may be at any time")
	}
	return verdict{State: fine, Says: strings.Join(names, ", ")}
}
