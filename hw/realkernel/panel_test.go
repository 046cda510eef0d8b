package realkernel

import (
	"encoding/binary"
	"os"
	"strings"
	"testing"

	"arbitre/hw/sim"

	"golang.org/x/sys/unix"
	"periph.io/x/devices/v3/ssd1306/image1bit"
)

// A panel is the judge's display, at 0x3C on the header's bus, and a second one for everyone at 0x3D:
// models of their chips that read what the kernel wrote on the bus.
type panel struct {
	testing.TB
	log    *os.File
	chip   chipModel // the judge's
	public *sim.SSD1306
	sh1106 bool // what the judge's is
}

// A chipModel is an SSD1306 or an SH1106.
type chipModel interface {
	sim.Device
	Picture() *image1bit.VerticalLSB
	Registers() sim.Registers
}

// The panels that are plugged in, one bit each, as the module i2c-panel reads them.
const (
	noPanel     = "0"
	judgePanel  = "1"
	publicPanel = "2"
	bothPanels  = "3"
)

const panelFolder = "/sys/kernel/debug/i2c-panel"

func newPanel(t testing.TB) *panel {
	t.Helper()
	p := panelSinceBoot(t)
	p.plug(true)
	p.powerOn()
	return p
}

// panelSinceBoot returns a panel that reads everything written since the guest started. Only the
// first reader gets it.
func panelSinceBoot(t testing.TB) *panel {
	t.Helper()
	guest(t)
	log, err := os.Open(panelFolder + "/log")
	if err != nil {
		t.Fatal(err)
	}
	p := &panel{TB: t, log: log, chip: sim.NewSSD1306(nil), public: sim.NewSSD1306(nil)}
	t.Cleanup(func() { p.log.Close() })
	return p
}

// The buses of a Pi 4, by their devices.
const (
	headersBus = "fe804000.i2c"
	hdmisBus   = "fef04500.i2c"
	hdmi2sBus  = "fef09500.i2c"
)

// numberBuses makes all buses anew, numbered from 0 in this order. Nobody may have one open. It
// fails if any but the header's was written to.
func (p *panel) numberBuses(places ...string) {
	p.Helper()
	if astray, err := os.ReadFile(panelFolder + "/astray"); err != nil || strings.TrimSpace(string(astray)) != "0" {
		p.Errorf("a screen's bus got %s messages, %v", astray, err)
	}
	p.log.Close()
	if err := unix.DeleteModule("i2c_panel", 0); err != nil {
		p.Fatal(err)
	}
	module, err := os.Open("/modules/i2c-panel.ko")
	if err != nil {
		p.Fatal(err)
	}
	defer module.Close()
	if err := unix.FinitModule(int(module.Fd()), "places="+strings.Join(places, ","), 0); err != nil {
		p.Fatal(err)
	}
	if p.log, err = os.Open(panelFolder + "/log"); err != nil {
		p.Fatal(err)
	}
}

// powerOn cuts the power of both panels for a moment: they forget everything.
func (p *panel) powerOn() {
	p.Helper()
	p.messages() // of before
	p.judgeLosesPower()
	p.public = sim.NewSSD1306(nil)
}

// judgeLosesPower has the judge's panel forget everything.
func (p *panel) judgeLosesPower() {
	if p.chip = sim.NewSSD1306(nil); p.sh1106 {
		p.chip = sim.NewSH1106()
	}
}

// isSH1106 makes the judge's panel one with an SH1106, until the test is over.
func (p *panel) isSH1106() {
	p.Helper()
	write(p, panelFolder+"/sh1106", judgePanel)
	p.Cleanup(func() { write(p, panelFolder+"/sh1106", noPanel) })
	p.sh1106 = true
	p.judgeLosesPower()
}

// plug plugs the judge's panel in, or out: then it does not acknowledge its address.
func (p *panel) plug(in bool) {
	p.Helper()
	if in {
		p.plugged(judgePanel)
	} else {
		p.plugged(noPanel)
	}
}

// plugged tells the kernel module which panels are plugged in.
func (p *panel) plugged(present string) {
	p.Helper()
	write(p, panelFolder+"/present", present)
}

// messages passes new messages of the bus on to the models, and returns how many there were.
func (p *panel) messages() int {
	p.Helper()
	var text []byte
	for buffer := make([]byte, 1<<16); ; {
		n, err := p.log.Read(buffer)
		text = append(text, buffer[:n]...)
		if n == 0 || err != nil {
			break
		}
	}
	n := 0
	for ; len(text) > 0; n++ {
		address, length := binary.LittleEndian.Uint16(text), binary.LittleEndian.Uint16(text[2:])
		message := text[4 : 4+length]
		text = text[4+length:]
		chip := sim.Device(p.chip)
		if address == 0x3D {
			chip = p.public
		}
		if err := chip.Tx(message, nil); err != nil {
			p.Fatal(err)
		}
	}
	return n
}

// picture returns what the judge's panel shows now.
func (p *panel) picture() *image1bit.VerticalLSB {
	p.Helper()
	p.messages()
	return p.chip.Picture()
}
