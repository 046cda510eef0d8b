package realkernel

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A diagnosis is what arbitre doctor --json prints.
type diagnosis struct {
	Well  bool
	Parts []struct{ Part, State, Says, Mend, Line, Consumer string }
	Press struct {
		Buttons []struct {
			Part, State, Says, Answered string
			Presses                     int
			Bounce                      time.Duration `json:"press_bounce_ns"`
			Idle                        int           `json:"idle_edges"`
		}
	}
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

// doctorConfig is a table for three, with the lines of the defaults.
func doctorConfig(c *chip) string {
	folder := c.TempDir()
	config := filepath.Join(folder, "arbitre.toml")
	c.write(config, fmt.Sprintf(`journals = '%s'
[buttons]
seats = ["GPIO17", "GPIO27", "GPIO22"]
lamps = ["GPIO25", "GPIO16", "GPIO26"]
[buzzer]
kind = 'active'
`, folder))
	return config
}

// doctor runs the program, and hears what it says while it does.
func doctor(t *testing.T, heard func(line string), args ...string) (d diagnosis, status int) {
	t.Helper()
	command := exec.Command("/bin/arbitre", append([]string{"doctor", "--json"}, args...)...)
	var out strings.Builder
	command.Stdout = &out
	said, err := command.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(said); lines.Scan(); {
		t.Log(lines.Text())
		heard(lines.Text())
	}
	var exit *exec.ExitError
	if err := command.Wait(); err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(out.String()), &d); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	return d, command.ProcessState.ExitCode()
}

func quiet(string) {}

// Beside the referee all is well, and nothing is disturbed.
func TestDoctorBesideTheReferee(t *testing.T) {
	p := newTable(t)
	d, status := doctor(t, quiet, "--config", filepath.Join(p.journals, "arbitre.toml"))
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
	d, status := doctor(t, quiet, "--config", config)
	if state, says := d.part(t, "button of seat 2"); status != 0 || state != "ok" ||
		!strings.Contains(says, "line 27 of "+c.name+" (pinctrl-bcm2835), free") {
		t.Errorf("status %d; seat 2: %s, %s", status, state, says)
	}

	c.lircd(27)
	p.plug(false)
	defer p.plug(true)
	d, status = doctor(t, quiet, "--config", config)
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

// Two wires are swapped, one contact bounces and one line moves by itself.
func TestDoctorHasEveryButtonPressed(t *testing.T) {
	c := newChip(t)
	newPanel(t)
	wires := map[string]int{
		"button of seat 1": 17, "button of seat 2": 22, "button of seat 3": 27,
		"key previous": 5, "key next": 6, "key OK": 13,
	}
	finger := func(line int, bounces bool) {
		for _, closed := range []bool{true, false} {
			c.set(line, closed)
			for range 2 {
				if bounces {
					time.Sleep(time.Millisecond)
					closed = !closed
					c.set(line, closed)
				}
			}
			time.Sleep(80 * time.Millisecond)
		}
	}
	heard := func(said string) {
		switch {
		case strings.HasPrefix(said, "Hands off"):
			go func() {
				time.Sleep(2 * time.Second)
				finger(6, false)
			}()
		case strings.HasPrefix(said, "Press the "):
			asked, _, _ := strings.Cut(strings.TrimPrefix(said, "Press the "), ".")
			go func() {
				time.Sleep(300 * time.Millisecond)
				if asked == "button of seat 1" && c.level(25) != "1" {
					c.Error("lamp 1 is not lit")
				}
				finger(wires[asked], asked == "key OK")
			}()
		}
	}
	d, status := doctor(t, heard, "--press", "--config", doctorConfig(c))
	if status != 1 || d.Well {
		t.Errorf("status %d", status)
	}
	want := map[string]string{
		"button of seat 1": "good",
		"button of seat 2": "swapped with the button of seat 3",
		"button of seat 3": "swapped with the button of seat 2",
		"key previous":     "good", "key next": "moved 2 times by itself", "key OK": "good",
	}
	for _, b := range d.Press.Buttons {
		bounces := b.Part == "key OK" // for how long, a busy machine says
		if b.Says != want[b.Part] && !(bounces && strings.HasPrefix(b.Says, "bounces for ")) || b.Presses != 1 {
			t.Errorf("%+v, want %q", b, want[b.Part])
		}
		delete(want, b.Part)
		if bounced := b.Bounce >= 2*time.Millisecond; bounced != bounces {
			t.Errorf("%s bounced for %v", b.Part, b.Bounce)
		}
	}
	if len(want) > 0 {
		t.Errorf("not pressed: %v", want)
	}
	if _, says := d.part(t, "races"); !strings.HasPrefix(says, "presses ") {
		t.Errorf("races: %s", says)
	}
}
