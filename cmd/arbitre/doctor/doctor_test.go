package doctor

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/hw/latency"
	"arbitre/systemd"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// newDoctor looks at a machine that is made of these files; a folder's name ends with a slash.
func newDoctor(t *testing.T, files map[string]string) *Doctor {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		folder, isFolder := strings.CutSuffix(name, "/")
		if !isFolder {
			folder = filepath.Dir(name)
		}
		if err := os.MkdirAll(filepath.Join(root, folder), 0o755); err != nil {
			t.Fatal(err)
		}
		if isFolder {
			continue
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	d, err := New(config.Default(all.Games(), func(string) string { return "" }), nil, root)
	if err != nil {
		t.Fatal(err)
	}
	d.program = func(string, ...string) (string, error) { return "", exec.ErrNotFound }
	return d
}

// environment has one variable.
func environment(pair string) func(string) string {
	return func(name string) string {
		_, value, _ := strings.Cut("\n"+pair, "\n"+name+"=")
		return value
	}
}

// refusing is a user who may not use what has this in its name, as root is none.
func refusing(part string) func(string, uint32) error {
	return func(path string, mode uint32) error {
		if strings.Contains(path, part) {
			return &fs.PathError{Op: "access", Path: path, Err: syscall.EACCES}
		}
		return MayUse(path, mode)
	}
}

func expect(t *testing.T, f finding, s state, says, mend string) {
	t.Helper()
	if f.State != s || !strings.Contains(f.Says, says) || !strings.Contains(f.Mend, mend) || mend == "" && f.Mend != "" {
		t.Errorf("found %+v\nwant %s, %q, %q", f, s, says, mend)
	}
}

func TestALine(t *testing.T) {
	const chip = "gpiochip0 (pinctrl-bcm2711)"
	found := func(status hw.LineStatus) hw.Survey {
		status.Chip, status.Offset = chip, 17
		return hw.Survey{Chips: []string{chip}, Lines: map[string]hw.LineStatus{"GPIO17": status}}
	}
	elsewhere := found(hw.LineStatus{})
	elsewhere.Lines["GPIO17"] = hw.LineStatus{Chip: "gpiochip4 (expander)"}
	active := systemd.Unit{"ActiveState": "active"}
	for _, test := range []struct {
		name       string
		survey     hw.Survey
		err        error
		unit       systemd.Unit
		worst      state
		want       state
		says, mend string
	}{
		{"free", found(hw.LineStatus{}), nil, nil, stateMissing, stateOK, "GPIO17: line 17 of gpiochip0 (pinctrl-bcm2711), free", ""},
		{"free, beside the service", found(hw.LineStatus{}), nil, active, stateMissing, stateWarning, "another configuration", "restart"},
		{"of the referee", found(hw.LineStatus{Used: true, Consumer: "arbitre"}), nil, active, stateMissing, stateOK, "the referee itself has it", ""},
		{"lamp of the referee", found(hw.LineStatus{Used: true, Consumer: "arbitre@812"}), nil, active, stateWarning, stateOK, "the referee itself", ""},
		{"of another program", found(hw.LineStatus{Used: true, Consumer: "lircd"}), nil, nil, stateMissing, stateMissing, `taken by "lircd"`, "end that program"},
		{"of one that looks alike", found(hw.LineStatus{Used: true, Consumer: "arbitrex"}), nil, nil, stateMissing, stateMissing, "taken by", "end that program"},
		{"of SPI", found(hw.LineStatus{Used: true, Consumer: "spi0 CS0"}), nil, nil, stateMissing, stateMissing, `"spi0 CS0"`, "do_spi 1"},
		{"of nobody that has a name", found(hw.LineStatus{Used: true}), nil, nil, stateMissing, stateMissing, "the kernel", "another line"},
		{"of a lamp, taken", found(hw.LineStatus{Used: true, Consumer: "led0"}), nil, nil, stateWarning, stateWarning, `"led0"`, "another line"},
		{"no such line", hw.Survey{Chips: []string{chip}}, nil, nil, stateMissing, stateMissing, "no such line on gpiochip0", "gpioinfo"},
		{"a chip that fails", hw.Survey{}, errors.New("input/output error"), nil, stateMissing, stateMissing, "input/output error", ""},
		{"on another chip", elsewhere, nil, nil, stateMissing, stateMissing, "is on gpiochip4 (expander), but the other buttons", "one chip"},
		{"not allowed", hw.Survey{Denied: []string{"/dev/gpiochip0"}}, nil, nil, stateMissing, stateMissing, "only root may use /dev/gpiochip0", "sudo"},
		{"not allowed, but to the service", hw.Survey{Denied: []string{"/dev/gpiochip0"}}, nil, active, stateMissing, stateWarning, "rights of its own", "sudo arbitre doctor"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{"dev/gpiochip0": ""})
			d.may, d.unit = refusing("gpiochip"), test.unit
			f := d.line(wire{"button of seat 1", "GPIO17", 1, test.worst}, test.survey, test.err, chip)
			expect(t, f, test.want, test.says, test.mend)
		})
	}
}

// Root may use everything; the user of the service may not.
func TestADeviceThatTheServiceMayNotUse(t *testing.T) {
	d := newDoctor(t, map[string]string{"dev/gpiochip0": "", "dev/i2c-1": ""})
	d.unit = shown("ActiveState=activating", "User=nobody")
	survey := hw.Survey{Lines: map[string]hw.LineStatus{"GPIO17": {Chip: "gpiochip0 (pinctrl-bcm2711)", Offset: 17}}}
	line := func() finding {
		return d.line(wire{"button of seat 1", "GPIO17", 1, stateMissing}, survey, nil, "gpiochip0 (pinctrl-bcm2711)")
	}
	expect(t, line(), stateMissing, "GPIO17: user nobody, who the service is, may not use /dev/gpiochip0", "udevadm trigger")
	display := d.i2c(i2cDevice{"display", "", 0x3C, 0x3D, hw.OLEDNop(), stateMissing})
	expect(t, display, stateMissing, "user nobody, who the service is, may not use /dev/i2c-1", "udevadm trigger")
	d.unit = shown("User=" + userName()) // whose files they are
	expect(t, line(), stateWarning, "another configuration", "restart")
	d.unit = shown("ActiveState=inactive", "User="+userName())
	expect(t, line(), stateOK, "free", "")
}

// Whatever the configuration has on the header is looked at.
func TestEveryWireIsLookedAt(t *testing.T) {
	c := config.Default(all.Games(), environment(""))
	c.Judge.Back, c.Encoder.A, c.Encoder.B = "GPIO4", "GPIO7", "GPIO8"
	c.Shortcuts = []config.Shortcut{{Line: "GPIO14", Prompt: "play", Value: "mosquito"}}
	c.Buttons.Lamps[4] = "PCA0"
	c.Buzzer.Kind = "active"
	var parts []string
	numbers := map[hw.Button]bool{}
	d := &Doctor{Say: fmt.Sprintf, config: c}
	for _, w := range append(d.inputs(), d.outputs()...) {
		parts = append(parts, w.part+" "+w.line)
		if w.button != 0 && numbers[w.button] {
			t.Errorf("%s has the number of another", w.part)
		}
		numbers[w.button] = true
	}
	want := []string{
		"button of seat 1 GPIO17", "button of seat 2 GPIO27", "button of seat 3 GPIO22", "button of seat 4 GPIO23", "button of seat 5 GPIO24",
		"key OK GPIO13", "key back GPIO4", "encoder A GPIO7", "encoder B GPIO8",
		"shortcut mosquito GPIO14", "lamp of seat 1 GPIO25", "lamp of seat 2 GPIO16", "lamp of seat 3 GPIO26", "lamp of seat 4 GPIO20",
		"buzzer GPIO12",
	}
	if diff := cmp.Diff(want, parts); diff != "" {
		t.Error(diff)
	}
}

const pi4 = "Raspberry Pi 4 Model B Rev 1.4\x00"

func TestTheDisplay(t *testing.T) {
	for _, test := range []struct {
		name       string
		bus        string
		files      map[string]string
		may        func(string, uint32) error
		says, mend string
	}{
		{"no bus on a Pi", "", map[string]string{"proc/device-tree/model": pi4}, MayUse, "switched off", "dtparam=i2c_arm=on"},
		{"no bus in Raspberry Pi OS", "", map[string]string{"usr/bin/raspi-config": ""}, func(string, uint32) error { return nil }, "switched off", "sudo raspi-config nonint do_i2c 0"},
		{"no bus elsewhere", "", nil, MayUse, "switched off", "arbitre demo"},
		{"another bus", "I2C3", map[string]string{"dev/i2c-1": ""}, MayUse, "there is no /dev/i2c-3", "i2cdetect -l"},
		{"no bus's name", "one", nil, MayUse, "named like I2C1", ""},
		{"not allowed", "", map[string]string{"dev/i2c-1": ""}, refusing("i2c-1"), "only root may use /dev/i2c-1", "sudo"},
		{"of the kernel's own", "I2C1", map[string]string{"dev/i2c-1": "", "sys/bus/i2c/devices/1-003c/uevent": "DRIVER=ssd1307fb\nOF_NAME=oled\n"},
			MayUse, "0x3C on /dev/i2c-1 is taken by the kernel's driver ssd1307fb", "dtoverlay="},
		{"no bus at all behind the name", "/dev/i2c-1", map[string]string{"dev/i2c-1": ""}, MayUse, "0x3C on /dev/i2c-1: ", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may = test.may
			expect(t, d.i2c(i2cDevice{"display", test.bus, 0x3C, 0x3D, hw.OLEDNop(), stateMissing}), stateMissing, test.says, test.mend)
		})
	}
}

func TestTheBuzzer(t *testing.T) {
	pwm := map[string]string{"sys/class/pwm/pwmchip0/export": "", "sys/devices/fe20c000.pwm/": ""}
	for _, test := range []struct {
		name, pin  string
		files      map[string]string
		may        func(string, uint32) error
		want       state
		says, mend string
	}{
		{"good", "GPIO12", pwm, MayUse, stateOK, "GPIO12: PWM by /sys/class/pwm/pwmchip0", ""},
		{"off", "GPIO12", map[string]string{"proc/device-tree/model": pi4}, MayUse, stateWarning, "switched off", "dtoverlay=pwm,pin=12,func=4"},
		{"off on the other pins", "GPIO18", map[string]string{"proc/device-tree/model": pi4}, MayUse, stateWarning, "switched off", "dtoverlay=pwm,pin=18,func=2"},
		{"on a pin without", "GPIO17", pwm, MayUse, stateWarning, "has no PWM", "GPIO12"},
		{"not allowed", "GPIO12", pwm, refusing("export"), stateWarning, "may not use /sys/class/pwm/pwmchip0/export", "usermod -aG gpio"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may, d.config.Buzzer.Pin = test.may, test.pin
			if _, on := test.files["sys/class/pwm/pwmchip0/export"]; on {
				if err := os.Symlink("../../../devices/fe20c000.pwm", filepath.Join(d.root, "sys/class/pwm/pwmchip0/device")); err != nil {
					t.Fatal(err)
				}
			}
			d.examineBuzzer()
			expect(t, d.found[0], test.want, test.says, test.mend)
		})
	}
	d := newDoctor(t, nil)
	d.config.Buzzer.Enabled = false
	d.examineBuzzer()
	expect(t, d.found[0], stateOff, "off in the configuration", "")
}

func TestTheSpeaker(t *testing.T) {
	// A Raspberry Pi OS Lite without a sound server.
	const listed = "null\n    Discard all samples (playback) or generate zero samples (capture)\n" +
		"hw:CARD=Headphones,DEV=0\n    bcm2835 Headphones, bcm2835 Headphones\n    Direct hardware device without any conversions\n" +
		"plughw:CARD=Headphones,DEV=0\n    bcm2835 Headphones, bcm2835 Headphones\n    Hardware device with all software conversions\n"
	cards := map[string]string{
		"proc/asound/cards":                   " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n                      bcm2835 Headphones\n",
		"proc/asound/card0/pcm0p/sub0/status": "state: RUNNING\nowner_pid   : 812\n",
		"proc/812/comm":                       "mpd\n",
		"dev/snd/pcmC0D0p":                    "",
	}
	for _, test := range []struct {
		name, card string
		files      map[string]string
		aplay      error
		may        func(string, uint32) error
		want       state
		says, mend string
	}{
		{"by name", "plughw:CARD=Headphones", cards, nil, MayUse, stateOK, "bcm2835 Headphones; mpd (process 812) plays on it now", ""},
		{"by number", "hw:0,0", cards, nil, MayUse, stateOK, "hw:0,0: bcm2835 Headphones", ""},
		{"the default", "default", cards, nil, MayUse, stateOK, "default, of Headphones", ""},
		{"another's name", "plughw:CARD=USB", cards, nil, MayUse, stateWarning, `no "plughw:CARD=USB" among the cards, which are Headphones`, `card = "plughw:CARD=Headphones"`},
		{"a misspelt device", "defautl", cards, nil, MayUse, stateWarning, `no "defautl"`, "aplay -L"},
		{"no card", "default", nil, nil, MayUse, stateWarning, "no sound card", "USB sound card"},
		{"no aplay", "default", cards, exec.ErrNotFound, MayUse, stateWarning, "aplay is not installed", "sudo apt install alsa-utils"},
		{"not allowed", "default", cards, nil, refusing("pcmC0D0p"), stateWarning, "/dev/snd/pcmC0D0p", "sudo"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may, d.config.Speaker.Enabled, d.config.Speaker.Card = test.may, true, test.card
			d.program = func(name string, args ...string) (string, error) { return listed, test.aplay }
			expect(t, d.speaker(), test.want, test.says, test.mend)
		})
	}
}

func TestTheJournals(t *testing.T) {
	for _, test := range []struct {
		name       string
		files      map[string]string
		may        func(string, uint32) error
		unit       systemd.Unit
		want       state
		says, mend string
	}{
		{"there", map[string]string{"journals/": ""}, MayUse, nil, stateOK, "can be written; ", ""},
		{"to be made", nil, MayUse, nil, stateOK, "can be written; ", ""},
		{"not allowed", map[string]string{"journals/": ""}, refusing("journals"), nil, stateMissing, "may not write", "another folder"},
		{"the service's", map[string]string{"journals/": ""}, refusing("journals"), systemd.Unit{"ActiveState": "active"}, stateWarning, "the service's own", "sudo arbitre doctor"},
		{"read-only", nil, func(path string, _ uint32) error { return &fs.PathError{Op: "access", Path: path, Err: syscall.EROFS} }, nil,
			stateMissing, "read-only", "restart"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may, d.unit, d.config.Journals = test.may, test.unit, "/journals"
			d.examineJournals()
			expect(t, d.found[0], test.want, test.says, test.mend)
			if _, err := os.Stat(filepath.Join(d.root, "journals")); err == nil && test.files == nil {
				t.Error("the doctor made the folder")
			}
		})
	}
}

// On a card that is failing access(2) and statfs(2) may find nothing wrong.
func TestADiskWithErrors(t *testing.T) {
	d := newDoctor(t, map[string]string{"journals/": "", "sys/dev/block/": "", "sys/fs/ext4/mmcblk0p2/errors_count": "3\n"})
	d.config.Journals = "/journals"
	var stat unix.Stat_t
	if err := unix.Stat(d.root, &stat); err != nil {
		t.Fatal(err)
	}
	device := fmt.Sprintf("sys/dev/block/%d:%d", unix.Major(stat.Dev), unix.Minor(stat.Dev))
	if err := os.Symlink("../../devices/platform/mmc_host/mmc0/block/mmcblk0/mmcblk0p2", filepath.Join(d.root, device)); err != nil {
		t.Fatal(err)
	}
	d.examineJournals()
	expect(t, d.found[0], stateWarning, "3 errors on the file system of", "copy the card")
}

// The doctor sees more of the machine than the unit lets the referee see.
func TestWhatTheServiceMayNotUse(t *testing.T) {
	for _, test := range []struct {
		name, journals, words string
		unit                  systemd.Unit
		want                  []finding
	}{
		{"its own folders", "/var/lib/arbitre/spring", "/etc/arbitre/words", shown(), []finding{
			{State: stateOK, Says: "can be written"}, {State: stateOK, Says: "/etc/arbitre/words"}}},
		{"a person's", "/home/pi/journals", "/home/pi/words", shown(), []finding{
			{State: stateWarning, Says: "may write in /var/lib/arbitre alone", Mend: "ReadWritePaths="},
			{State: stateMissing, Says: "does not see /home/pi/words", Mend: "sudo cp -r /home/pi/words /etc/arbitre"}}},
		{"one that was allowed", "/mnt/stick/journals", "", shown("ReadWritePaths=-/sys/devices/platform /mnt/stick"), []finding{
			{State: stateOK, Says: "can be written"}}},
		{"one that looks alike", "/var/lib/arbitre2", "/etc/arbitre/nowhere", shown(), []finding{
			{State: stateWarning, Says: "may write in /var/lib/arbitre alone", Mend: "ReadWritePaths="},
			{State: stateMissing, Says: "no such file", Mend: "configuration"}}},
		{"without the service", "/home/pi/journals", "/home/pi/words", nil, []finding{{State: stateOK, Says: "can be written"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{
				"var/lib/arbitre/spring/": "", "var/lib/arbitre2/": "", "home/pi/journals/": "", "mnt/stick/journals/": "",
				"etc/arbitre/words": "", "home/pi/words": "",
			})
			d.unit, d.config.Journals, d.config.Of("motus")[0].Path = test.unit, test.journals, test.words
			d.examineJournals()
			d.examineFiles()
			if len(d.found) != len(test.want) {
				t.Fatalf("found %+v", d.found)
			}
			for i, want := range test.want {
				expect(t, d.found[i], want.State, want.Says, want.Mend)
			}
		})
	}
}

func TestTheClock(t *testing.T) {
	const file = "sys/devices/system/clocksource/clocksource0/current_clocksource"
	for _, test := range []struct {
		source string
		tie    time.Duration
		want   state
		mend   string
	}{
		{"arch_sys_counter", time.Millisecond, stateOK, ""},
		{"timer", time.Millisecond, stateOK, ""}, // a Pi Zero's
		{"jiffies", time.Millisecond, stateWarning, "available_clocksource"},
		{"arch_sys_counter", time.Nanosecond, stateWarning, "available_clocksource"},
	} {
		d := newDoctor(t, map[string]string{file: test.source + "\n"})
		d.config.Race.Tie.Duration = test.tie
		d.examineClock()
		expect(t, d.found[0], test.want, test.source, test.mend)
	}
}

func TestPowerAndHeat(t *testing.T) {
	for _, test := range []struct {
		name, throttled, volt, celsius string
		power, heat                    state
	}{
		{"well", "throttled=0x0\n", "0", "48312", stateOK, stateOK},
		{"too low now", "throttled=0x50005\n", "1", "48312", stateWarning, stateOK},
		{"too low once", "throttled=0x50000\n", "0", "48312", stateWarning, stateOK},
		{"too low, and no vcgencmd", "", "1", "48312", stateWarning, stateOK},
		{"hot", "throttled=0x80008\n", "0", "66000", stateOK, stateWarning},
		{"very hot", "", "0", "82000", stateOK, stateWarning},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{
				"sys/class/hwmon/hwmon1/name":            "rpi_volt\n",
				"sys/class/hwmon/hwmon1/in0_lcrit_alarm": test.volt + "\n",
				"sys/class/thermal/thermal_zone0/type":   "cpu-thermal\n",
				"sys/class/thermal/thermal_zone0/temp":   test.celsius + "\n",
			})
			d.program = func(string, ...string) (string, error) {
				if test.throttled == "" {
					return "", exec.ErrNotFound
				}
				return test.throttled, nil
			}
			d.examinePower()
			if d.found[0].State != test.power || d.found[1].State != test.heat {
				t.Errorf("found %+v", d.found)
			}
		})
	}
	d := newDoctor(t, nil) // no Pi
	d.examinePower()
	expect(t, d.found[0], stateOff, "does not tell", "")
	expect(t, d.found[1], stateOff, "does not tell", "")
}

// shown is what systemctl show prints of a unit, with some properties changed.
func shown(changes ...string) systemd.Unit {
	u := systemd.ParseUnit(`Result=success
NRestarts=0
ExecMainStartTimestamp=Fri 2026-11-20 19:30:01 UTC
ExecStart={ path=/usr/bin/arbitre ; argv[]=/usr/bin/arbitre run ; ignore_errors=no ; start_time=[Fri 2026-11-20 19:30:01 UTC] ; stop_time=[n/a] ; pid=812 ; code=(null) ; status=0/0 }
MainPID=812
WatchdogUSec=10s
StateDirectory=arbitre
LoadState=loaded
ActiveState=active
SubState=running
UnitFileState=enabled
`)
	for _, change := range changes {
		for key, value := range systemd.ParseUnit(change) {
			u[key] = value
		}
	}
	return u
}

func TestTheService(t *testing.T) {
	for _, test := range []struct {
		name       string
		unit       systemd.Unit
		want       state
		says, mend string
	}{
		{"runs", shown(), stateOK, "runs since Fri 2026-11-20 19:30:01 UTC; watchdog 10s", ""},
		{"no systemd", nil, stateOff, "systemd does not run", ""},
		{"not installed", shown("LoadState=not-found", "ActiveState=inactive"), stateOff, "arbitre run", ""},
		{"failed", shown("ActiveState=failed", "Result=watchdog"), stateMissing, "has failed (watchdog)", "journalctl -u arbitre"},
		{"stopped", shown("ActiveState=inactive"), stateWarning, "is stopped", "systemctl start"},
		{"stopped for good", shown("ActiveState=inactive", "UnitFileState=disabled"), stateWarning, "does not start with the machine", "enable --now"},
		{"starts again and again", shown("ActiveState=activating", "SubState=auto-restart", "Result=exit-code"), stateMissing, "activating, auto-restart (exit-code)", "journalctl"},
		{"was restarted", shown("NRestarts=3"), stateWarning, "was restarted 3 times", "journalctl"},
		{"without a watchdog", shown("WatchdogUSec=infinity"), stateWarning, "nobody watches", "WatchdogSec"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, nil)
			d.unit = test.unit
			d.examineUnit()
			expect(t, d.found[0], test.want, test.says, test.mend)
		})
	}
}

func TestWhatSystemdIsAsked(t *testing.T) {
	d := newDoctor(t, map[string]string{"run/systemd/system/": ""})
	d.program = func(name string, args ...string) (string, error) {
		if name != "systemctl" || args[0] != "show" || args[1] != "arbitre.service" {
			t.Errorf("asked %s %v", name, args)
		}
		return "ActiveState=active\nStateDirectory=arbitre tmp\n", nil
	}
	if u := systemd.AskUnit(d.files, d.program); !u.Active() || u.StateFolder() != "/var/lib/arbitre" {
		t.Errorf("unit %v", u)
	}
	for _, c := range []struct {
		unit systemd.Unit
		env  func(string) string
		want string
	}{
		{shown(), environment("HOME=/home/mimi"), "/var/lib/arbitre"},
		{shown("LoadState=not-found"), environment("HOME=/home/mimi"), "/home/mimi/.local/state/arbitre"},
		{nil, environment("HOME=/home/mimi"), "/home/mimi/.local/state/arbitre"},
		{shown(), environment("STATE_DIRECTORY=/srv"), "/srv"},
	} {
		if got := config.Default(all.Games(), c.unit.Env(c.env)).Journals; got != c.want {
			t.Errorf("the journals are in %s, want %s", got, c.want)
		}
	}
}

func TestTheVersionThatRuns(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	shell, err := exec.LookPath("sh") // another program
	if err != nil {
		t.Fatal(err)
	}
	link := func(t *testing.T, d *Doctor, name, to string) {
		path := filepath.Join(d.root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, path); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("the same", func(t *testing.T) {
		d := newDoctor(t, nil)
		d.unit = shown()
		link(t, d, "proc/812/exe", self)
		expect(t, d.versions(), stateOK, "this same program", "")
	})
	for said, want := range map[string]struct {
		state
		says, mend string
	}{
		"arbitre v1.2.3 arm64 go1.26\n": {stateOK, "this same program", ""}, // a copy of it
		"arbitre v1.2.2 arm64 go1.26\n": {stateWarning, "the service runs version v1.2.2 arm64 go1.26, this is v1.2.3 arm64 go1.26", "systemctl restart"},
		"":                              {stateWarning, "has no version: exit status 2", ""},
	} {
		t.Run("another that says "+said, func(t *testing.T) {
			d := newDoctor(t, nil)
			d.unit, d.Version = shown(), "v1.2.3 arm64 go1.26"
			link(t, d, "proc/812/exe", shell)
			d.program = func(name string, args ...string) (string, error) {
				if name != filepath.Join(d.root, "proc/812/exe") || !slices.Equal(args, []string{"version"}) {
					t.Errorf("ran %s %v", name, args)
				}
				if said == "" {
					return "", errors.New("exit status 2")
				}
				return said, nil
			}
			expect(t, d.versions(), want.state, want.says, want.mend)
		})
	}
	t.Run("not to be read, installed before the start", func(t *testing.T) {
		d := newDoctor(t, nil)
		d.unit = shown("ExecMainStartTimestamp=" + time.Now().Add(time.Hour).UTC().Format("Mon 2006-01-02 15:04:05 MST"))
		link(t, d, "usr/bin/arbitre", self)
		expect(t, d.versions(), stateOK, "this same program", "")
	})
	t.Run("not to be read, installed after the start", func(t *testing.T) {
		d := newDoctor(t, nil)
		d.unit = shown("ExecMainStartTimestamp=Fri 2016-11-18 19:30:01 UTC")
		link(t, d, "usr/bin/arbitre", self)
		expect(t, d.versions(), stateWarning, "a newer program was installed", "systemctl restart")
	})
	t.Run("gone", func(t *testing.T) {
		d := newDoctor(t, nil)
		d.unit = shown()
		expect(t, d.versions(), stateWarning, "can't be read", "sudo arbitre doctor")
	})
}

func TestWhatWasWritten(t *testing.T) {
	const io = "rchar: 6976\nwchar: 8192\nsyscr: 10\nsyscw: 2\nread_bytes: 0\nwrite_bytes: %d\ncancelled_write_bytes: 0\n"
	started := time.Now().Add(-2 * time.Hour).UTC().Format("ExecMainStartTimestamp=Mon 2006-01-02 15:04:05 MST")
	for _, test := range []struct {
		name    string
		written int
		want    state
		mend    string
	}{
		{"a game's", 200 << 10, stateOK, ""},
		{"far too much", 100 << 20, stateWarning, "far more"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{
				"proc/812/io": fmt.Sprintf(io, test.written),
				"journals/2026-11-18T20-00-00-mito.jsonl":     strings.Repeat("x", 50_000),
				"journals/2026-11-20T20-00-00-mito.jsonl":     strings.Repeat("x", 20_000),
				"journals/2026-11-20T21-00-00-mog.open.jsonl": strings.Repeat("x", 10_000),
				"journals/words.txt":                          strings.Repeat("x", 1_000_000),
				"journals/results.jsonl":                      strings.Repeat("x", 1_000_000),
				"journals/names.jsonl":                        strings.Repeat("x", 1_000_000),
			})
			d.unit, d.config.Journals = shown(started), "/journals"
			before := time.Now().Add(-48 * time.Hour)
			if err := os.Chtimes(filepath.Join(d.root, "journals/2026-11-18T20-00-00-mito.jsonl"), before, before); err != nil {
				t.Fatal(err)
			}
			d.examineWrites()
			expect(t, d.found[0], test.want, "2, journals of 29 kB; the referee wrote "+inBytes(int64(test.written)), test.mend)
		})
	}
	d := newDoctor(t, nil)
	d.examineWrites()
	expect(t, d.found[0], stateOff, "no game was played yet", "")
}

func TestWhatIsPrinted(t *testing.T) {
	var out bytes.Buffer
	printFindings(&out, fmt.Sprintf, []finding{
		{Part: "button of seat 1", State: stateMissing, Says: "GPIO17: there is no such line on gpiochip0", Mend: "arbitre demo"},
		{Part: "lamp of seat 1", State: stateWarning, Says: "GPIO25: there is no such line on gpiochip0", Mend: "arbitre demo"},
		{Part: "speaker", State: stateOff, Says: "off in the configuration"},
		{Part: "clock", State: stateOK, Says: "arch_sys_counter"},
	})
	const want = `MISSING  button of seat 1  GPIO17: there is no such line on gpiochip0
warning  lamp of seat 1    GPIO25: there is no such line on gpiochip0
                           -> arbitre demo
off      speaker           off in the configuration
ok       clock             arch_sys_counter
`
	if diff := cmp.Diff(want, out.String()); diff != "" {
		t.Error(diff)
	}
	for _, c := range out.Bytes() {
		if c >= 0x80 {
			t.Fatal("some terminals can't show that")
		}
	}
}

func TestTheLastSentence(t *testing.T) {
	for _, test := range []struct {
		missing, warnings int
		want              string
	}{
		{0, 0, "All is well."},
		{0, 1, "A game can be played; 1 warning."},
		{1, 0, "1 part that a game needs is missing"},
		{2, 3, "2 parts that a game needs are missing; 3 warnings"},
	} {
		if got := summarise(fmt.Sprintf, test.missing, test.warnings); got != test.want {
			t.Errorf("%d, %d: %q, want %q", test.missing, test.warnings, got, test.want)
		}
	}
}

// What scripts read keeps its names.
func TestTheDocument(t *testing.T) {
	text, err := json.Marshal(diagnosis{
		Version: "v1", User: "mimi",
		Parts: []finding{{Part: "button of seat 1", State: stateMissing, Says: "taken", Mend: "end it", Line: "GPIO17", Chip: "gpiochip0 (x)", Consumer: "lircd"}},
		Press: &pressReport{Buttons: []pressedButton{{Part: "key OK", Line: "GPIO13", State: stateOK, Says: "good", Answered: "key OK", Presses: 1, Bounce: 400, Release: 500}}},
		Race:  &raceReport{State: stateOK, Says: "good", ClockStep: 52, HonestTie: 200000, Settle: 6000000, Edges: &latency.Spread{Count: 1}},
	})
	const want = `{"version":"v1","user":"mimi","well":false,` +
		`"parts":[{"part":"button of seat 1","state":"missing","says":"taken","mend":"end it","line":"GPIO17","chip":"gpiochip0 (x)","consumer":"lircd"}],` +
		`"press":{"buttons":[{"part":"key OK","line":"GPIO13","state":"ok","says":"good","answered":"key OK","presses":1,` +
		`"press_bounce_ns":400,"release_bounce_ns":500,"idle_edges":0,"down_at_start":false}],"lost_edges":0},` +
		`"race":{"state":"ok","says":"good","clock_step_ns":52,` +
		`"interrupt_to_thread":{"count":0,"median_ns":0,"of_1000_ns":0,"most_ns":0},` +
		`"kernel_to_program":{"count":0,"median_ns":0,"of_1000_ns":0,"most_ns":0},` +
		`"edge_to_program":{"count":1,"median_ns":0,"of_1000_ns":0,"most_ns":0},"honest_tie_ns":200000,"settle_needed_ns":6000000}}`
	if diff := cmp.Diff(want, string(text)); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}
