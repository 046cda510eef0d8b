package realkernel

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// A diagnosis is what arbitre doctor --json prints.
type diagnosis struct {
	Well  bool
	Parts []struct{ Part, State, Says, Mend, Line, Consumer string }
}

// part is what is said of one.
func (d diagnosis) part(t *testing.T, name string) (state, says string) {
	t.Helper()
	for _, p := range d.Parts {
		if p.Part == name {
			return p.State, p.Says
		}
	}
	t.Errorf("nothing is said of %s", name)
	return "", ""
}

// doctorConfig writes the configuration of a table for three, with the default lines.
func doctorConfig(c *chip) string {
	folder := c.TempDir()
	config := filepath.Join(folder, "arbitre.toml")
	write(c, config, fmt.Sprintf(`journals = '%s'
[buttons]
seats = ["GPIO17", "GPIO27", "GPIO22"]
lamps = ["GPIO25", "GPIO16", "GPIO26"]
[buzzer]
kind = 'active'
`, folder))
	return config
}

// doctor runs the program.
func doctor(t *testing.T, args ...string) (d diagnosis, status int) {
	t.Helper()
	command := exec.Command("/bin/arbitre", append([]string{"doctor", "--json"}, args...)...)
	out, err := command.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &d); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return d, command.ProcessState.ExitCode()
}

// Beside the referee all is well, and nothing is disturbed.
func TestDoctorBesideTheReferee(t *testing.T) {
	p := newTable(t)
	d, status := doctor(t, "--config", filepath.Join(p.journals, "arbitre.toml"))
	for _, name := range []string{"button of seat 1", "key OK", "lamp of seat 1", "buzzer"} {
		if state, says := d.part(t, name); state != "ok" || !strings.Contains(says, "the referee itself") {
			t.Errorf("%s: %s, %s", name, state, says)
		}
	}
	if state, says := d.part(t, "display"); state != "ok" || !strings.Contains(says, "answers at 0x3C on /dev/i2c-1") {
		t.Errorf("display: %s, %s", state, says)
	}
	if status != 0 || !d.Well {
		t.Errorf("status %d: %+v", status, d.Parts)
	}
	p.sitDown()
	p.lit(1)
}

func TestDoctorNamesWhoHasALineAndMissesTheDisplay(t *testing.T) {
	c, p := newChip(t), newPanel(t)
	config := doctorConfig(c)
	d, status := doctor(t, "--config", config)
	if state, says := d.part(t, "button of seat 2"); status != 0 || state != "ok" ||
		!strings.Contains(says, "line 27 of "+c.name+" (pinctrl-bcm2835), free") {
		t.Errorf("status %d; seat 2: %s, %s", status, state, says)
	}
	for _, chip := range []string{"SSD1306", "SH1106"} {
		if chip == "SH1106" {
			p.isSH1106()
		}
		d, _ := doctor(t, "--config", config)
		if state, says := d.part(t, "display"); state != "ok" || !strings.HasPrefix(says, "an "+chip+" answers at 0x3C on ") {
			t.Errorf("an %s: %s, %s", chip, state, says)
		}
	}

	c.lircd(27)
	p.plug(false)
	defer p.plug(true)
	d, status = doctor(t, "--config", config)
	if state, says := d.part(t, "button of seat 2"); state != "missing" || !strings.Contains(says, `taken by "lircd"`) {
		t.Errorf("seat 2: %s, %s", state, says)
	}
	if state, says := d.part(t, "display"); state != "missing" || !strings.Contains(says, "nothing answers at 0x3C") {
		t.Errorf("display: %s, %s", state, says)
	}
	if status != 1 || d.Well {
		t.Errorf("status %d", status)
	}
}

func TestDoctorNamesWhoHasTakenADevice(t *testing.T) {
	c := newChip(t)
	plugPad(t, 0)
	config := doctorConfig(c)
	write(c, config, strings.Replace(c.read(config), "GPIO17", "0079:0006/BTN_THUMB", 1))
	for _, test := range []struct{ state, says string }{
		{"ok", "± 10 ms"},
		{"missing", "is taken by another program: binary"},
	} {
		d, _ := doctor(t, "--config", config)
		if state, says := d.part(t, "button of seat 1"); state != test.state || !strings.Contains(says, test.says) {
			t.Errorf("button of seat 1: %s, %s", state, says)
		}
		grabbed, err := os.Open(listed(t, 0x0079)[0].Node)
		if err != nil {
			t.Fatal(err)
		}
		defer grabbed.Close()
		const grab = 0x40044590                          // EVIOCGRAB
		_ = unix.IoctlSetInt(int(grabbed.Fd()), grab, 1) // by this process already, the second time
	}
}
