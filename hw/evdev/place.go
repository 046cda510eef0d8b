// Package evdev reads keys and buttons that are plugged in, as the kernel stamps them.
//
// [List] describes the devices by sysfs, to anybody. [Hotplug] opens those that are wanted, now and
// when they are plugged in. Two readers want some: [Buttons] those with the keys that a configuration
// names by their [Place], and [Learner] all, to find out which keys these are. A [Lamp] is an LED of
// such a device.
//
//	/dev/input/event3 ─► Hotplug ─► Grab ─► Moves ─► hw.Event, at the time that the kernel stamped
//
// The kernel's side is in Documentation/input/input.rst, "Event interface"; the names of keys are those
// of linux/input-event-codes.h.
package evdev

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// A Place is a key or a lamp of a plugged-in device.
type Place struct {
	Vendor, Product uint16
	Socket          string // as sysfs names it, such as "1-1.3"; empty: any
	// Name is the key's name in linux/input-event-codes.h or its number; for a lamp, its
	// [LED].Name.
	Name string
}

var (
	// placeStart matches the beginning of a text that is meant as a Place, however wrong the rest is.
	placeStart = regexp.MustCompile(`^[0-9A-Fa-f]{1,8}:`)
	placeForm  = regexp.MustCompile(`^([0-9A-Fa-f]{4}):([0-9A-Fa-f]{4})(?:@([0-9A-Za-z.:_-]+))?/([0-9A-Za-z_:-]+)$`)
)

// IsPlace reports whether a text is meant as a Place, and not as the name of a GPIO line.
func IsPlace(text string) bool { return placeStart.MatchString(text) }

// ParsePlace parses what String returns: "0079:0006/BTN_THUMB", or "0079:0006@1-1.3/BTN_THUMB" for
// one of several equal devices. [Place.Key] reports whether there is such a key.
func ParsePlace(text string) (Place, error) {
	part := placeForm.FindStringSubmatch(text)
	if part == nil {
		return Place{}, fmt.Errorf(`%q is no key of a device: that is such as "0079:0006/BTN_THUMB", `+
			`or with its socket "0079:0006@1-1.3/BTN_THUMB"`, text)
	}
	return Place{Vendor: hexadecimal(part[1]), Product: hexadecimal(part[2]), Socket: part[3], Name: part[4]}, nil
}

// hexadecimal returns the number that four hexadecimal digits stand for.
func hexadecimal(digits string) uint16 {
	n, _ := strconv.ParseUint(digits, 16, 16)
	return uint16(n)
}

func (p Place) String() string { return p.Device() + "/" + p.Name }

// Device returns the part of String that says which device: "0079:0006@1-1.3".
func (p Place) Device() string {
	text := fmt.Sprintf("%04x:%04x", p.Vendor, p.Product)
	if p.Socket != "" {
		text += "@" + p.Socket
	}
	return text
}

// Compare orders places by their text.
func (p Place) Compare(other Place) int { return strings.Compare(p.String(), other.String()) }

// Key returns the kernel's code of the key that Name names.
func (p Place) Key() (code uint16, ok bool) {
	if n, err := strconv.ParseUint(p.Name, 0, 16); err == nil {
		return uint16(n), n <= keyMax
	}
	return keyCode(p.Name)
}

// Same reports whether two places may be one key or lamp: a place without a socket may be in any.
func (p Place) Same(other Place) bool {
	a, isKey := p.Key()
	b, otherIsKey := other.Key()
	return p.Vendor == other.Vendor && p.Product == other.Product &&
		(p.Socket == other.Socket || p.Socket == "" || other.Socket == "") &&
		(p.Name == other.Name || isKey && otherIsKey && a == b)
}
