package realkernel

import (
	"encoding/binary"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/hw"
	"arbitre/hw/evdev"

	"golang.org/x/sys/unix"
)

// A hid is a device whose driver is the kernel's own, and whose hardware is this program
// (Documentation/hid/uhid.rst).
type hid struct {
	testing.TB
	file *os.File

	mu  sync.Mutex
	set []byte // the report that the kernel sent last
}

// What linux/uhid.h calls the events that are used here.
const (
	uhidDestroy        = 1
	uhidOutput         = 6
	uhidCreate2        = 11
	uhidInput2         = 12
	uhidSetReport      = 13
	uhidSetReportReply = 14
)

const busUSB = 3

// plugHID plugs in a device whose descriptor describes its reports.
func plugHID(t testing.TB, name string, vendor, product uint32, descriptor []byte) *hid {
	t.Helper()
	guest(t)
	fd, err := unix.Open("/dev/uhid", unix.O_RDWR|unix.O_CLOEXEC|unix.O_NONBLOCK, 0)
	if err != nil {
		t.Fatal(err)
	}
	h := &hid{TB: t, file: os.NewFile(uintptr(fd), "uhid")}
	create := make([]byte, 128+64+64) // name, phys, uniq
	copy(create, name)
	create = binary.NativeEndian.AppendUint16(create, uint16(len(descriptor)))
	create = binary.NativeEndian.AppendUint16(create, busUSB)
	for _, n := range []uint32{vendor, product, 0, 0} {
		create = binary.NativeEndian.AppendUint32(create, n)
	}
	h.event(uhidCreate2, append(create, descriptor...))
	go h.serve()
	t.Cleanup(h.unplug)
	return h
}

func (h *hid) event(kind uint32, data []byte) {
	h.Helper()
	if _, err := h.file.Write(append(binary.NativeEndian.AppendUint32(nil, kind), data...)); err != nil {
		h.Fatal(err)
	}
}

// serve receives the kernel's messages to the device, until it is unplugged.
func (h *hid) serve() {
	for buf := make([]byte, 8192); ; {
		n, err := h.file.Read(buf)
		if err != nil || n < 4 {
			return
		}
		switch data := buf[4:]; binary.NativeEndian.Uint32(buf) {
		case uhidOutput: // the report, its length, its type
			h.took(data[:binary.NativeEndian.Uint16(data[4096:])])
		case uhidSetReport: // an id, the report's number and type, its length, the report, which begins with its number
			h.took(data[9 : 8+binary.NativeEndian.Uint16(data[6:])])
			h.event(uhidSetReportReply, append(data[:4:4], 0, 0))
		}
	}
}

func (h *hid) took(report []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.set = append([]byte(nil), report...)
}

// got returns the last report that the kernel sent.
func (h *hid) got() []byte {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.set
}

// report sends the present state of the device's buttons.
func (h *hid) report(bytes ...byte) {
	h.Helper()
	h.event(uhidInput2, append(binary.NativeEndian.AppendUint16(nil, uint16(len(bytes))), bytes...))
}

func (h *hid) unplug() {
	_, _ = h.file.Write(binary.NativeEndian.AppendUint32(nil, uhidDestroy)) // it may be unplugged already
	h.file.Close()
}

// padDescriptor is that of an encoder of twelve buttons, which are the lowest bits of two bytes.
func padDescriptor() []byte {
	return []byte{
		0x05, 0x01, 0x09, 0x04, 0xA1, 0x01, // a joystick:
		0x05, 0x09, 0x19, 1, 0x29, 12, 0x15, 0, 0x25, 1, 0x75, 1, 0x95, 12, 0x81, 0x02, // twelve buttons
		0x75, 4, 0x95, 1, 0x81, 0x01, // and four bits of nothing
		0x06, 0x00, 0xFF, 0x09, 0x01, 0x26, 0xFF, 0, 0x75, 8, 0x95, 7, 0x91, 0x02, // a motor, as hid-dr expects it
		0xC0,
	}
}

// buzzDescriptor is that of a set of quiz buzzers, as hid-sony expects it: two axes that say
// nothing, five buttons of each of four players, and a report of seven bytes for the lamps.
func buzzDescriptor() []byte {
	return []byte{
		0x05, 0x01, 0x09, 0x04, 0xA1, 0x01,
		0xA1, 0x02,
		0x75, 8, 0x95, 2, 0x15, 0, 0x26, 0xFF, 0, 0x35, 0, 0x46, 0xFF, 0, 0x09, 0x30, 0x09, 0x31, 0x81, 0x02,
		0x75, 1, 0x95, 20, 0x25, 1, 0x45, 1, 0x05, 0x09, 0x19, 1, 0x29, 20, 0x81, 0x02,
		0x06, 0x00, 0xFF, 0x75, 1, 0x95, 4, 0x25, 1, 0x45, 1, 0x09, 0x01, 0x81, 0x02,
		0xC0,
		0xA1, 0x02,
		0x75, 8, 0x95, 7, 0x46, 0xFF, 0, 0x26, 0xFF, 0, 0x09, 0x02, 0x91, 0x02,
		0xC0,
		0xC0,
	}
}

func plugBuzz(t testing.TB) *hid {
	return plugHID(t, "Namtai Wireless Buzz", 0x054c, 0x1000, buzzDescriptor())
}

// buzz has players press their red buttons, which are the first of five each, and nobody else.
func (h *hid) buzz(players ...int) {
	h.Helper()
	var bits uint32
	for _, player := range players {
		bits |= 1 << (5 * (player - 1))
	}
	h.report(0x7f, 0x7f, byte(bits), byte(bits>>8), 0xf0|byte(bits>>16))
}

// buzzSeats returns the places of the red buttons.
func buzzSeats() []string {
	return []string{"054c:1000/BTN_TRIGGER_HAPPY1", "054c:1000/BTN_TRIGGER_HAPPY6", "054c:1000/BTN_TRIGGER_HAPPY11",
		"054c:1000/BTN_TRIGGER_HAPPY16"}
}

// A gadget is a USB device, full speed, that is plugged into a socket of this machine's other end
// (dummy_hcd, and Documentation/usb/gadget_configfs.rst): enumerated, and asked by the kernel's own
// host.
type gadget struct {
	testing.TB
	folder string // in configfs
	socket int    // of two, from 0
	node   *os.File
}

// plugPad plugs an encoder of twelve buttons into a socket. Its endpoint asks for a poll every 10
// ms, as f_hid has it.
func plugPad(t testing.TB, socket int) *gadget {
	t.Helper()
	guest(t)
	g := &gadget{TB: t, folder: fmt.Sprintf("/sys/kernel/config/usb_gadget/pad%d", socket), socket: socket}
	function := g.folder + "/functions/hid.usb0"
	for _, folder := range []string{"", "/strings/0x409", "/configs/c.1", "/configs/c.1/strings/0x409",
		"/functions/hid.usb0"} {
		if err := os.Mkdir(g.folder+folder, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{
		"/idVendor": "0x0079", "/idProduct": "0x0006", "/strings/0x409/product": "Generic USB Joystick",
		"/strings/0x409/manufacturer": "DragonRise Inc.", "/strings/0x409/serialnumber": "1",
		"/functions/hid.usb0/protocol": "0", "/functions/hid.usb0/subclass": "0",
		"/functions/hid.usb0/report_length": "2",
		"/functions/hid.usb0/report_desc":   string(padDescriptor()),
	} {
		write(g, g.folder+name, value)
	}
	if err := os.Symlink(function, g.folder+"/configs/c.1/hid.usb0"); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		g.unplug()
		for _, name := range []string{"/configs/c.1/hid.usb0", "/configs/c.1/strings/0x409", "/configs/c.1",
			"/functions/hid.usb0", "/strings/0x409", ""} {
			if err := os.Remove(g.folder + name); err != nil {
				t.Error(err)
			}
		}
	})
	g.plug()
	return g
}

// plug plugs it in and waits until it has a node.
func (g *gadget) plug() {
	g.Helper()
	before := len(listed(g, 0x0079))
	write(g, g.folder+"/UDC", fmt.Sprintf("dummy_udc.%d", g.socket))
	await(g, "the pad is enumerated", func() bool { return len(listed(g, 0x0079)) > before })
	var err error
	if g.node, err = os.OpenFile(fmt.Sprintf("/dev/hidg%d", g.minor()), os.O_RDWR|unix.O_NONBLOCK, 0); err != nil {
		g.Fatal(err)
	}
}

func (g *gadget) minor() (minor int) {
	g.Helper()
	if _, err := fmt.Sscanf(read(g, g.folder+"/functions/hid.usb0/dev"), "%d:%d", new(int), &minor); err != nil {
		g.Fatal(err)
	}
	return minor
}

// unplug pulls it out and waits until it has no node any more: whoever plugs in next would else
// take it for that pad.
func (g *gadget) unplug() {
	g.Helper()
	if g.node == nil {
		return
	}
	before := len(listed(g, 0x0079))
	g.node.Close()
	g.node = nil
	write(g, g.folder+"/UDC", "\n")
	await(g, "the pad is gone", func() bool { return len(listed(g, 0x0079)) < before })
}

// hold reports to the host that exactly these of the buttons 0 to 11 are down.
func (g *gadget) hold(buttons ...int) error {
	var bits uint16
	for _, b := range buttons {
		bits |= 1 << b
	}
	_, err := g.node.Write([]byte{byte(bits), byte(bits >> 8)})
	return err
}

// press presses buttons one after the other.
func (g *gadget) press(buttons ...int) {
	g.Helper()
	for _, button := range buttons {
		for _, down := range [][]int{{button}, nil} {
			if err := g.hold(down...); err != nil {
				g.Fatal(err)
			}
			time.Sleep(30 * time.Millisecond)
		}
	}
}

// listed returns the devices of a vendor that the kernel has.
func listed(t testing.TB, vendor uint16) (found []evdev.Device) {
	t.Helper()
	for _, d := range evdev.List(os.DirFS("/")) {
		if _, err := os.Stat(d.Node); err == nil && d.Vendor == vendor {
			found = append(found, d)
		}
	}
	return found
}

// patience is longer than the display's longest pause between two attempts.
const patience = 40 * time.Second

// await waits until something is so.
func await(t testing.TB, what string, is func() bool) {
	t.Helper()
	for deadline := time.Now().Add(patience); !is(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatalf("waited in vain: %s", what)
		}
	}
}

// plugged reads the buttons 1, 2, 3 … that are keys of devices.
func plugged(t testing.TB, places ...string) (*evdev.Buttons, chan error) {
	t.Helper()
	told := make(chan error, 256)
	all := map[hw.Button]evdev.Place{}
	for i, text := range places {
		p, err := evdev.ParsePlace(text)
		if err != nil {
			t.Fatal(err)
		}
		all[hw.Button(i+1)] = p
	}
	b, err := evdev.Open(all, func(_ hw.Button, err error) { told <- err })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b, told
}

// says waits for news of a button: something with this in it, or nothing wrong.
func says(t testing.TB, told <-chan error, want string) {
	t.Helper()
	for timeout := time.After(patience); ; {
		select {
		case err := <-told:
			if want == "" && err == nil || want != "" && err != nil && strings.Contains(err.Error(), want) {
				return
			}
		case <-timeout:
			t.Fatalf("nobody says %q", want)
		}
	}
}
