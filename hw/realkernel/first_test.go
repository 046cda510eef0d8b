package realkernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A box that knows nothing finds its display, learns lines and a key of a device as they are
// pressed, and opens its lobby. After restarts it knows them, whatever numbers the kernel has given to
// the buses, of which those of screens are never written to.
func TestTheFirstStart(t *testing.T) {
	p := layTable(t)
	p.config = "[buttons]\nseats = []\n"
	p.panel.numberBuses(hdmisBus, hdmi2sBus, headersBus)
	t.Cleanup(func() { p.panel.numberBuses(hdmisBus, headersBus) })
	pad := plugPad(t, 0)
	const thumb = 1
	p.start()
	own := filepath.Join(p.journals, "settings.toml")
	for _, line := range []int{22, 17} {
		p.press(line)
	}
	pad.press(thumb)
	p.await("three are learnt", func() bool { return strings.Count(p.log.String(), "learnt button=") == 3 })
	p.set(22, true) // no more
	time.Sleep(3 * time.Second)
	p.set(22, false)
	time.Sleep(100 * time.Millisecond)
	p.press(ok, previous, following)
	p.await("all are learnt", func() bool { return strings.Count(p.log.String(), "learnt button=") == 6 })
	p.reads()
	p.press(ok) // the language
	p.await("it is kept", func() bool { text, _ := os.ReadFile(own); return len(text) > 0 })
	kept := p.read(own)
	for _, want := range []string{
		"seats = ['GPIO22', 'GPIO17', '0079:0006/BTN_THUMB']\nlamps = ['GPIO26', 'GPIO25', '']\n",
		"previous = 'GPIO5'\nnext = 'GPIO6'\nok = 'GPIO13'\n", "[oled]\nenabled = true\nbus = ''\naddress = 0x3C\n",
	} {
		if !strings.Contains(kept, want) {
			t.Errorf("it does not keep %q:\n%s", want, kept)
		}
	}
	time.Sleep(3 * time.Second)
	p.press(ok) // no guided game now
	for _, buses := range [][]string{{headersBus, hdmisBus}, {hdmisBus, headersBus}} {
		time.Sleep(3 * time.Second) // it opens all of its parts anew
		p.press(ok)                 // the first game
		p.reads()
		p.press(22, 17)
		p.lit(1, 3) // as their lamps are called by default
		p.command.Process.Kill()
		p.command.Wait()
		p.panel.numberBuses(buses...)
		p.start()
	}
}
