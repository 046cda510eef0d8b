package evdev

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"math/bits"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"arbitre/hw"
)

// A Device is an input device as sysfs describes it, even to those who may not read it.
type Device struct {
	Name            string
	Node            string // /dev/input/event3
	Vendor, Product uint16
	// Socket is the USB socket as sysfs names it, such as "1-1.3", and ends with ":2" for a
	// device's second node. It is empty for a device that is not on USB.
	Socket string
	Fixed  bool // it is part of the machine, as a laptop's keyboard is
	LEDs   []LED
	// Resolution is the longest time from a touch to its stamp. See [Unknown].
	Resolution time.Duration
	keys       keySet
}

// An LED is a lamp of a device.
type LED struct {
	Name       string // the kernel's name after its last colon: "buzz1"
	Brightness string // the file that lights it: /sys/…/leds/0003:054C:1000.0001::buzz1/brightness
}

// keyBytes is the size of a keySet.
const keyBytes = keyMax/8 + 1

// A keySet has one bit a key, as the kernel has it (linux/input.h, EVIOCGBIT and EVIOCGKEY).
type keySet [keyBytes]byte

func (s *keySet) has(code uint16) bool { return code <= keyMax && s[code/8]>>(code%8)&1 == 1 }

// Unknown is the resolution assumed of a device that doesn't tell its polling interval. Low-speed
// USB devices are polled every 10 ms unless they ask for less; a laptop's keyboard scans its keys
// about as often.
const Unknown = 10 * time.Millisecond

// unknownRadio is the same for Bluetooth: two connection intervals of 15 ms, which the profile for
// such devices (HOGP) assumes, as the first may be lost.
const unknownRadio = 30 * time.Millisecond

// Buses of linux/input.h.
const (
	busBluetooth = 0x05
	busI8042     = 0x11 // PS/2, the bus of most laptops' keyboards
	busADB       = 0x17
	busI2C       = 0x18
	busHost      = 0x19
	busSPI       = 0x1c
)

// List lists the devices of a machine that have keys, by the number of their node; root is its "/".
func List(root fs.FS) (all []Device) {
	nodes, _ := fs.Glob(root, "sys/class/input/event*") // the pattern is valid
	for _, node := range nodes {
		if d, err := find(root, path.Base(node)); err == nil && d.keys != (keySet{}) {
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b Device) int { return number(a.Node) - number(b.Node) })
	return all
}

// onUSB is an interface of a USB device in a path of sysfs: its socket, a colon, and the
// configuration and number.
var onUSB = regexp.MustCompile(`/([0-9]+-[0-9.]+):[0-9]+\.[0-9]+(/|$)`)

// find returns the device of a node, such as "event3".
func find(root fs.FS, node string) (Device, error) {
	const class = "sys/class/input"
	link, err := fs.ReadLink(root, path.Join(class, node))
	if err != nil {
		return Device{}, err
	}
	folder := path.Dir(path.Join(class, link)) // sys/devices/…/input5, without the node itself
	d := Device{Name: hw.Printable(text(root, folder+"/name")), Node: "/dev/input/" + node, Resolution: Unknown}
	d.Vendor = hexadecimal(text(root, folder+"/id/vendor"))
	d.Product = hexadecimal(text(root, folder+"/id/product"))
	d.keys = parseKeys(text(root, folder+"/capabilities/key"), bits.UintSize)
	bus := hexadecimal(text(root, folder+"/id/bustype"))
	d.Fixed = slices.Contains([]uint16{busI8042, busADB, busI2C, busHost, busSPI}, bus)
	// The folder above its lamps: the USB device, or what the kernel has in place of one, but not
	// the folder of all virtual devices.
	body := strings.TrimSuffix(path.Dir(folder), "/input")
	if strings.HasSuffix(body, "/virtual") {
		body = folder
	}
	if at := onUSB.FindStringSubmatchIndex(folder); at != nil {
		d.Socket = folder[at[2]:at[3]]
		body = folder[:at[0]]
		d.Resolution = period(root, folder[:at[4]])
		if n := nodesBefore(root, body, folder); n > 0 {
			d.Socket += fmt.Sprint(":", n+1)
		}
	} else if bus == busBluetooth {
		d.Resolution = unknownRadio
	}
	d.LEDs = leds(root, body)
	return d, nil
}

// nodesBefore counts the nodes of the same USB device before one: an encoder for two players may
// have a node for each, with the same keys. Their order is the same whenever it is plugged in.
func nodesBefore(root fs.FS, body, folder string) (n int) {
	own := number(folder)
	// The first pattern is for drivers that are not HID, the second for HID.
	for _, pattern := range []string{"/*:*/input/input*", "/*:*/*/input/input*"} {
		nodes, _ := fs.Glob(root, body+pattern) // the pattern is valid: these names of sysfs have no brackets
		for _, node := range nodes {
			if number(node) < own {
				n++
			}
		}
	}
	return n
}

// number returns the number at the end of a path: 12 of …/input12.
func number(name string) int {
	n, _ := strconv.Atoi(strings.TrimLeft(path.Base(name), "abcdefghijklmnopqrstuvwxyz"))
	return n
}

// period returns the longest polling interval of an interface of a USB device, which the kernel
// derives from bInterval and the speed. Parameters of the usual driver can make it longer
// (usbhid.jspoll and its like).
func period(root fs.FS, folder string) time.Duration {
	longest := time.Duration(0)
	ends, _ := fs.Glob(root, folder+"/ep_*") // the pattern is valid
	for _, end := range ends {
		if text(root, end+"/type") != "Interrupt" || text(root, end+"/direction") != "in" {
			continue
		}
		every, err := time.ParseDuration(text(root, end+"/interval"))
		if err != nil {
			every = Unknown
		}
		longest = max(longest, every)
	}
	if longest == 0 {
		return Unknown
	}
	for _, parameter := range []string{"jspoll", "kbpoll", "mousepoll"} {
		if ms, err := strconv.Atoi(text(root, "sys/module/usbhid/parameters/"+parameter)); err == nil {
			longest = max(longest, time.Duration(ms)*time.Millisecond)
		}
	}
	return longest
}

// leds returns the lamps below a folder, in the order of their names.
func leds(root fs.FS, body string) (all []LED) {
	const class = "sys/class/leds"
	entries, _ := fs.ReadDir(root, class) // there are none where there is no folder
	for _, e := range entries {
		link, err := fs.ReadLink(root, path.Join(class, e.Name()))
		if folder := path.Join(class, link); err == nil && strings.HasPrefix(folder, body+"/") {
			all = append(all, LED{e.Name()[strings.LastIndex(e.Name(), ":")+1:], "/" + folder + "/brightness"})
		}
	}
	return all
}

// text returns the content of a file of sysfs, or "" if there is none.
func text(root fs.FS, name string) string {
	content, _ := fs.ReadFile(root, name)
	return strings.TrimSpace(string(content))
}

// parseKeys reads one bit a key, the highest first, in words as long as the reader's own, without
// their leading zeros (input_bits_to_string in drivers/input/input.c):
//
//	1000000000007 ff800000000007ff febeffdfffefffff fffffffffffffffe
func parseKeys(text string, wordBits int) (keys keySet) {
	words := strings.Fields(text)
	for i, word := range words {
		w, err := strconv.ParseUint(word, 16, wordBits)
		first := (len(words) - 1 - i) * wordBits / 8
		var bytes [8]byte
		if binary.LittleEndian.PutUint64(bytes[:], w); err == nil && first < len(keys) {
			copy(keys[first:], bytes[:wordBits/8])
		}
	}
	return keys
}

// Has reports whether the device has a key.
func (d Device) Has(code uint16) bool { return d.keys.has(code) }

// Types reports whether a device is a keyboard, with all letters and Enter; mice, power buttons and
// remotes are none.
func (d Device) Types() bool {
	for code := range uint16(keyMax) {
		if isLetter(code) && !d.Has(code) || code == KeyEnter && !d.Has(code) {
			return false
		}
	}
	return true
}

// KeyEnter is KEY_ENTER of linux/input-event-codes.h.
const KeyEnter = 28

// isLetter reports whether a key is one of the 26 letters, which stand in three rows.
func isLetter(code uint16) bool {
	return code >= 16 && code <= 25 || code >= 30 && code <= 38 || code >= 44 && code <= 50
}

// Place returns the place of a key of the device, in any socket.
func (d Device) Place(code uint16) Place {
	return Place{Vendor: d.Vendor, Product: d.Product, Name: KeyName(code)}
}

// Is reports whether a place means this device.
func (d Device) Is(p Place) bool {
	return p.Vendor == d.Vendor && p.Product == d.Product && (p.Socket == "" || p.Socket == d.Socket)
}

// Serves reports whether the device has the key of a place.
func (d Device) Serves(p Place) bool {
	code, ok := p.Key()
	return ok && d.Is(p) && d.Has(code)
}

func (d Device) String() string {
	if d.Socket == "" {
		return fmt.Sprintf("%s (%s)", d.Name, d.Node)
	}
	return fmt.Sprintf("%s (%s, socket %s)", d.Name, d.Node, d.Socket)
}
