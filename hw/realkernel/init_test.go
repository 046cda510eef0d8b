package realkernel

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// onTerminal runs the program as a person does who sits before it, and has every question answered
// by what stands beside a part of it: a line, or a func that presses. It returns what was on the
// screen.
func onTerminal(t *testing.T, answers [][2]any, args ...string) string {
	t.Helper()
	host, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer host.Close()
	fd := int(host.Fd())
	if err := unix.IoctlSetPointerInt(fd, unix.TIOCSPTLCK, 0); err != nil {
		t.Fatal(err)
	}
	number, err := unix.IoctlGetInt(fd, unix.TIOCGPTN)
	if err != nil {
		t.Fatal(err)
	}
	terminal, err := os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	command := exec.Command("/bin/arbitre", args...)
	command.Stdin, command.Stdout, command.Stderr = terminal, terminal, terminal
	command.SysProcAttr = &syscall.SysProcAttr{Setsid: true, Setctty: true}
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	terminal.Close()
	var screen bytes.Buffer
	seen := 0
	buffer := make([]byte, 4096)
	for {
		n, err := host.Read(buffer)
		if screen.Write(buffer[:n]); err != nil {
			break // the program has ended
		}
		said := screen.String()[seen:]
		if len(answers) == 0 || !strings.HasSuffix(said, ": ") || !strings.Contains(said, answers[0][0].(string)) {
			continue
		}
		seen = screen.Len()
		switch does := answers[0][1].(type) {
		case string:
			fmt.Fprintln(host, does)
		case func():
			does()
		}
		answers = answers[1:]
	}
	if err := command.Wait(); err != nil || len(answers) > 0 {
		t.Errorf("%v; nobody asked %v\n%s", err, answers, &screen)
	}
	return screen.String()
}

// Whoever presses a button of a device or of the header need not know what it is called; the doctor
// then finds all of them.
func TestInitLearnsWhatIsPressed(t *testing.T) {
	c := newChip(t)
	newPanel(t)
	pad := plugPad(t, 0)
	const trigger, thumb, top, pinkie = 0, 1, 3, 5
	lircd := c.lircd(27) // which nobody may take
	key := func(button int) func() { return func() { pad.press(button) } }
	line := func(offset int) func() {
		return func() {
			c.set(offset, true)
			time.Sleep(100 * time.Millisecond)
			c.set(offset, false)
		}
	}
	file := filepath.Join(t.TempDir(), "arbitre.toml")
	screen := onTerminal(t, [][2]any{
		{"Language", "en"}, {"Height", "0"}, {"Buzzer", "none"}, {"sound card", ""},
		{"connected by now", "yes"},
		{"seat 1", key(thumb)},
		{"seat 2", line(22)},
		{"seat 3", key(thumb)},
		{"seat 3", key(top)},
		{"seat 4", ""},
		{"key OK", key(trigger)}, {"key previous", line(5)}, {"key next", "6"},
		{"key back", ""},
		{"at once", ""},
		{"have lamps", "no"},
		{"Is that right", ""}, {"loudspeaker", ""}, {"phones", ""},
	}, "init", file)
	for _, want := range []string{
		"0079:0006/BTN_THUMB (DragonRise Inc. Generic USB Joystick, ± 10 ms)",
		"that is the button of seat 1 already; press another",
	} {
		if !strings.Contains(screen, want) {
			t.Errorf("it does not say %q:\n%s", want, screen)
		}
	}
	written := c.read(file)
	for _, want := range []string{
		"seats = ['0079:0006/BTN_THUMB', 'GPIO22', '0079:0006/BTN_TOP']", "\nok = '0079:0006/BTN_TRIGGER'",
		"\nlamps = []",
	} {
		if !strings.Contains(written, want) {
			t.Errorf("it does not write %q:\n%s", want, written)
		}
	}

	lircd.Close()
	asked := map[string]func(){
		"button of seat 1": key(thumb), "button of seat 2": line(22),
		"button of seat 3": func() { pad.press(pinkie, top) },
		"key previous":     line(5), "key next": line(6), "key OK": key(trigger),
	}
	named := false // what was pressed and is no button
	d, status := doctor(t, func(said string) {
		named = named || strings.Contains(said, "that was 0079:0006/BTN_PINKIE of DragonRise")
		if part, ok := strings.CutPrefix(said, "Press the "); ok {
			go func() {
				time.Sleep(300 * time.Millisecond)
				asked[strings.TrimSuffix(part, ".")]()
			}()
		}
	}, "--press", "--config", file)
	if state, says := d.part(t, "button of seat 1"); state != "ok" || !strings.Contains(says, "± 10 ms") {
		t.Errorf("button of seat 1: %s, %s", state, says)
	}
	for _, b := range d.Press.Buttons {
		if b.Says != "good" || b.Presses != 1 {
			t.Errorf("%+v", b)
		}
	}
	if status != 0 || !named || len(d.Press.Buttons) != 6 {
		t.Errorf("status %d, %t: %+v", status, named, d.Press)
	}

	// Another program has the device for itself.
	grabbed, err := os.Open(listed(t, 0x0079)[0].Node)
	if err != nil {
		t.Fatal(err)
	}
	defer grabbed.Close()
	const grab = 0x40044590 // EVIOCGRAB
	if err := unix.IoctlSetInt(int(grabbed.Fd()), grab, 1); err != nil {
		t.Fatal(err)
	}
	d, _ = doctor(t, quiet, "--config", file)
	if state, says := d.part(t, "button of seat 1"); state != "missing" ||
		!strings.Contains(says, "is taken by another program: binary") {
		t.Errorf("button of seat 1: %s, %s", state, says)
	}
}
