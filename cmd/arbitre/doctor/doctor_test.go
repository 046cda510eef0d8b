package doctor

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games/all"
	"arbitre/hw"
	"arbitre/systemd"

	"github.com/google/go-cmp/cmp"
)

// newDoctor returns a machine that is made of these files; a folder's name ends with a slash.
func newDoctor(t *testing.T, files map[string]string) *Machine {
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
	d := New(usual(), nil, root)
	d.program = func(string, ...string) (string, error) { return "", exec.ErrNotFound }
	return d
}

// refusing returns the access(2) of a user who may not use what has part in its name. Tests may run
// as root, who may use everything.
func refusing(part string) func(string, uint32) error {
	return func(path string, mode uint32) error {
		if strings.Contains(path, part) {
			return &fs.PathError{Op: "access", Path: path, Err: syscall.EACCES}
		}
		return mayUse(path, mode)
	}
}

// usual returns the default configuration.
func usual() config.Config { return config.Default(all.Games(), func(string) string { return "" }) }

func expect(t *testing.T, f verdict, s state, says, mend string) {
	t.Helper()
	mends := strings.Contains(f.Mend, mend) && (mend != "" || f.Mend == "")
	if f.State != s || !strings.Contains(f.Says, says) || !mends {
		t.Errorf("found %+v\nwant %s, %q, %q", f, s, says, mend)
	}
}

func TestALine(t *testing.T) {
	const chip = "gpiochip0 (pinctrl-bcm2711)"
	found := func(status hw.LineStatus) hw.Survey {
		status.Chip, status.Offset = chip, 17
		return hw.Survey{Chips: []string{chip}, Lines: map[string]hw.LineStatus{"GPIO17": status}, Most: chip}
	}
	elsewhere := found(hw.LineStatus{})
	elsewhere.Lines["GPIO17"] = hw.LineStatus{Chip: "gpiochip4 (expander)"}
	active := systemd.Unit{"ActiveState": "active"}
	for _, test := range []struct {
		name       string
		survey     hw.Survey
		unit       systemd.Unit
		button     hw.Button
		want       state
		says, mend string
	}{
		{"free", found(hw.LineStatus{}), nil, 1, fine, "GPIO17: line 17 of gpiochip0 (pinctrl-bcm2711), free",
			""},
		{"free, beside the service", found(hw.LineStatus{}), active, 1, warning, "another configuration",
			"restart"},
		{"of the referee", found(hw.LineStatus{Used: true, Consumer: "arbitre"}), active, 1, fine,
			"the referee itself has it", ""},
		{"lamp of the referee", found(hw.LineStatus{Used: true, Consumer: "arbitre"}), active, 0, fine,
			"the referee itself", ""},
		{"of another program", found(hw.LineStatus{Used: true, Consumer: "lircd"}), nil, 1, missing,
			`taken by "lircd"`, "end that program"},
		{"of one that looks alike", found(hw.LineStatus{Used: true, Consumer: "arbitrex"}), nil, 1, missing,
			"taken by", "end that program"},
		{"of SPI", found(hw.LineStatus{Used: true, Consumer: "spi0 CS0"}), nil, 1, missing, `"spi0 CS0"`,
			"do_spi 1"},
		{"of nobody that has a name", found(hw.LineStatus{Used: true}), nil, 1, missing, "the kernel",
			"another line"},
		{"of a lamp, taken", found(hw.LineStatus{Used: true, Consumer: "led0"}), nil, 0, warning, `"led0"`,
			"another line"},
		{"no such line", hw.Survey{Chips: []string{chip}}, nil, 1, missing, "no such line on gpiochip0",
			"gpioinfo"},
		{"on another chip", elsewhere, nil, 1, missing, "is on gpiochip4 (expander), but the other buttons",
			"one chip"},
		{"not allowed", hw.Survey{Denied: []string{"/dev/gpiochip0"}}, nil, 1, missing,
			"only root may use /dev/gpiochip0", "sudo"},
		{"not allowed, but to the service", hw.Survey{Denied: []string{"/dev/gpiochip0"}}, active, 1, warning,
			"rights of its own", "sudo arbitre doctor"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{"dev/gpiochip0": ""})
			if d.unit = test.unit; len(test.survey.Denied) > 0 {
				d.may = refusing("gpiochip")
			}
			expect(t, d.line(wire{finding{Line: "GPIO17"}, test.button}, test.survey), test.want, test.says,
				test.mend)
		})
	}
}

// Root may use everything; the user of the service may not.
func TestADeviceThatTheServiceMayNotUse(t *testing.T) {
	d := newDoctor(t, map[string]string{"dev/gpiochip0": "", "dev/i2c-1": ""})
	d.unit = shown("ActiveState=activating", "User=nobody")
	const chip = "gpiochip0 (pinctrl-bcm2711)"
	survey := hw.Survey{Lines: map[string]hw.LineStatus{"GPIO17": {Chip: chip, Offset: 17}}, Most: chip}
	line := func() verdict { return d.line(wire{finding{Line: "GPIO17"}, 1}, survey) }
	expect(t, line(), missing, "GPIO17: user nobody, who the service is, may not use /dev/gpiochip0", "udevadm trigger")
	expect(t, display(d), missing, "user nobody, who the service is, may not use /dev/i2c-1", "udevadm trigger")
	d.unit = shown("User=" + userName()) // whose files they are
	expect(t, line(), warning, "another configuration", "restart")
	d.unit = shown("ActiveState=inactive", "User="+userName())
	expect(t, line(), fine, "free", "")
}

// Whatever the configuration has on the header is looked at.
func TestEveryWireIsLookedAt(t *testing.T) {
	c := usual()
	c.Judge.Back = "GPIO4"
	c.Shortcuts = []config.Shortcut{{Line: "GPIO14", Prompt: "play", Value: "mosquito"}}
	c.Buttons.Lamps[4] = ""
	c.Buzzer.Kind = "active"
	var parts []string
	numbers := map[hw.Button]bool{}
	d := New(c, nil, "/")
	for _, w := range append(d.inputs(), d.outputs()...) {
		parts = append(parts, w.Part+" "+w.Line)
		if w.button != 0 && numbers[w.button] {
			t.Errorf("%s has the number of another", w.Part)
		}
		numbers[w.button] = true
	}
	want := []string{
		"button of seat 1 GPIO17", "button of seat 2 GPIO27", "button of seat 3 GPIO22", "button of seat 4 GPIO23",
		"button of seat 5 GPIO24",
		"key previous GPIO5", "key next GPIO6", "key OK GPIO13", "key back GPIO4",
		"shortcut mosquito GPIO14", "lamp of seat 1 GPIO25", "lamp of seat 2 GPIO16", "lamp of seat 3 GPIO26",
		"lamp of seat 4 GPIO20",
		"buzzer GPIO12",
	}
	if diff := cmp.Diff(want, parts); diff != "" {
		t.Error(diff)
	}
}

const pi4 = "Raspberry Pi 4 Model B Rev 1.4\x00"

// debianPi has a Pi with a system of Debian's own, whose device trees take no overlays.
var debianPi = map[string]string{"proc/device-tree/model": pi4, "boot/firmware/config.txt": ""}

func TestTheDisplay(t *testing.T) {
	for _, test := range []struct {
		name       string
		bus        string
		files      map[string]string
		may        func(string, uint32) error
		says, mend string
	}{
		{"no bus on a Pi", "", map[string]string{"proc/device-tree/model": pi4}, mayUse, "switched off",
			"dtparam=i2c_arm=on"},
		{"no bus in Debian on a Pi", "", debianPi, mayUse, "switched off", "the image of a card"},
		{"no bus in Raspberry Pi OS", "", map[string]string{"usr/bin/raspi-config": ""},
			func(string, uint32) error { return nil }, "switched off", "sudo raspi-config nonint do_i2c 0"},
		{"no bus elsewhere", "", nil, mayUse, "switched off", "arbitre demo"},
		{"another bus", "I2C3", map[string]string{"dev/i2c-1": ""}, mayUse, "there is no /dev/i2c-3", "i2cdetect -l"},
		{"no bus's name", "one", nil, mayUse, "named like I2C3", ""},
		{"not allowed", "", map[string]string{"dev/i2c-1": ""}, refusing("i2c-1"), "only root may use /dev/i2c-1",
			"sudo"},
		{"of the kernel's own", "I2C1",
			map[string]string{"dev/i2c-1": "", "sys/bus/i2c/devices/1-003c/uevent": "DRIVER=ssd1307fb\nOF_NAME=oled\n"},
			mayUse, "0x3C on /dev/i2c-1 is taken by the kernel's driver ssd1307fb", "dtoverlay="},
		{"no bus at all behind the name", "/dev/i2c-1", map[string]string{"dev/i2c-1": ""}, mayUse,
			"0x3C on /dev/i2c-1: ", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may = test.may
			d.config.OLED.Bus = test.bus
			expect(t, display(d), missing, test.says, test.mend)
		})
	}
}

// A display that does not answer is looked for at the other address of its kind, unless the other
// display is there.
func TestTheOtherAddressOfADisplay(t *testing.T) {
	for _, test := range []struct {
		name               string
		address, other     config.Address
		enabled            bool
		otherBus           string
		judges, everybodys config.Address
	}{
		{"one display", 0x3C, 0x3D, false, "", 0x3D, 0x3C},
		{"both on one bus", 0x3C, 0x3D, true, "", 0, 0},
		{"that bus by its name", 0x3C, 0x3D, true, "I2C1", 0, 0},
		{"each on a bus of its own", 0x3C, 0x3C, true, "I2C3", 0x3D, 0x3D},
		{"an address of its own", 0x30, 0x3C, true, "", 0, 0x3D},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{"dev/i2c-1": "", "dev/i2c-3": ""})
			d.config.OLED.Enabled, d.config.OLED.Address = true, test.address
			d.config.Public = config.Panel{Enabled: test.enabled, Address: test.other, Bus: test.otherBus}
			judge, public := d.config.OLED.Panel, d.config.Public
			if got := d.otherAddress(judge, public); got != test.judges {
				t.Errorf("the judge's: %v, want %v", got, test.judges)
			}
			judge.Enabled = test.enabled
			if got := d.otherAddress(public, judge); got != test.everybodys {
				t.Errorf("everybody's: %v, want %v", got, test.everybodys)
			}
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
		{"good", "GPIO12", pwm, mayUse, fine, "GPIO12: PWM by /sys/class/pwm/pwmchip0", ""},
		{"off", "GPIO12", map[string]string{"proc/device-tree/model": pi4}, mayUse, warning, "switched off",
			"dtoverlay=pwm,pin=12,func=4"},
		{"off on the other pins", "GPIO18", map[string]string{"proc/device-tree/model": pi4}, mayUse, warning,
			"switched off", "dtoverlay=pwm,pin=18,func=2"},
		{"off in Debian on a Pi", "GPIO12", debianPi, mayUse, warning, "switched off", "the image of a card"},
		{"on a pin without", "GPIO17", pwm, mayUse, warning, "has no PWM", "GPIO12"},
		{"not allowed", "GPIO12", pwm, refusing("export"), warning, "may not use /sys/class/pwm/pwmchip0/export",
			"usermod -aG gpio"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may, d.config.Buzzer.Pin = test.may, test.pin
			if _, on := test.files["sys/class/pwm/pwmchip0/export"]; on {
				if err := os.Symlink("../../../devices/fe20c000.pwm",
					filepath.Join(d.root, "sys/class/pwm/pwmchip0/device")); err != nil {
					t.Fatal(err)
				}
			}
			expect(t, buzzer(d)[0].verdict, test.want, test.says, test.mend)
		})
	}
	d := newDoctor(t, nil)
	d.config.Buzzer.Enabled = false
	expect(t, buzzer(d)[0].verdict, off, "off in the configuration", "")
}

func TestSomebodySeesWhatIsAsked(t *testing.T) {
	d := newDoctor(t, nil)
	d.config.OLED.Enabled = false
	expect(t, display(d), warning, "nobody sees what is asked", `[web] listen = ":8080"`)

	d = newDoctor(t, nil)
	d.config.OLED.Enabled, d.config.Web.Listen = false, ":8080"
	expect(t, display(d), off, "off in the configuration", "")
}

func TestTheSpeaker(t *testing.T) {
	// A Raspberry Pi OS Lite without a sound server.
	const listed = "null\n    Discard all samples (playback) or generate zero samples (capture)\n" +
		"hw:CARD=Headphones,DEV=0\n    bcm2835 Headphones, bcm2835 Headphones\n" +
		"    Direct hardware device without any conversions\n" +
		"plughw:CARD=Headphones,DEV=0\n    bcm2835 Headphones, bcm2835 Headphones\n" +
		"    Hardware device with all software conversions\n"
	cards := map[string]string{
		"proc/asound/cards": " 0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones\n" +
			"                      bcm2835 Headphones\n",
		"proc/asound/card0/pcm0p/": "",
		"dev/snd/pcmC0D0p":         "",
	}
	usb := maps.Clone(cards)
	usb["proc/asound/cards"] += " 1 [Device         ]: USB-Audio - USB Audio Device\n                      C-Media USB Audio Device\n"
	for _, path := range []string{"proc/asound/card1/pcm0p/", "sys/class/sound/pcmC1D0p", "sys/class/sound/card1/device/bInterfaceNumber"} {
		usb[path] = ""
	}
	usb["sys/class/sound/card1/id"] = "Device\n"
	for _, test := range []struct {
		name, card string
		files      map[string]string
		aplay      error
		may        func(string, uint32) error
		want       state
		says, mend string
	}{
		{"by name", "plughw:CARD=Headphones", cards, nil, mayUse, fine, "plughw:CARD=Headphones: bcm2835 Headphones",
			""},
		{"by number", "hw:0,0", cards, nil, mayUse, fine, "hw:0,0: bcm2835 Headphones", ""},
		{"the default", "default", cards, nil, mayUse, fine, "default, of Headphones", ""},
		{"the default on USB", "default", usb, nil, mayUse, fine, "default: USB Audio Device", ""},
		{"another's name", "plughw:CARD=USB", cards, nil, mayUse, warning,
			`no "plughw:CARD=USB" among the cards, which are Headphones`, `card = "plughw:CARD=Headphones"`},
		{"a misspelt device", "defautl", cards, nil, mayUse, warning, `no "defautl"`, "aplay -L"},
		{"no card", "default", nil, nil, mayUse, warning, "no sound card", "USB sound card"},
		{"no aplay", "default", cards, exec.ErrNotFound, mayUse, warning, "aplay is not installed",
			"sudo apt install alsa-utils"},
		{"not allowed", "default", cards, nil, refusing("pcmC0D0p"), warning, "/dev/snd/pcmC0D0p", "sudo"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, test.files)
			d.may, d.config.Speaker.Enabled, d.config.Speaker.Card = test.may, true, test.card
			d.program = func(name string, args ...string) (string, error) { return listed, test.aplay }
			expect(t, speaker(d), test.want, test.says, test.mend)
		})
	}
}

func TestTheVoice(t *testing.T) {
	for _, test := range []struct {
		verbosity  string
		speaker    bool
		installed  error
		want       state
		says, mend string
	}{
		{"off", true, nil, off, "off in the configuration", ""},
		{"turns", true, nil, fine, "eSpeak NG text-to-speech: 1.51", ""},
		{"verdicts", false, nil, warning, "no loudspeaker", "[speaker]"},
		{"everything", true, exec.ErrNotFound, warning, "espeak-ng is not installed", "sudo apt install espeak-ng"},
	} {
		d := newDoctor(t, nil)
		d.config.Sounds.Voice, d.config.Speaker.Enabled = test.verbosity, test.speaker
		d.program = func(string, ...string) (string, error) {
			return "eSpeak NG text-to-speech: 1.51  Data at: /usr/lib/espeak-ng-data\n", test.installed
		}
		expect(t, voice(d), test.want, test.says, test.mend)
	}
}

// Without its broker a table is played at all the same.
func TestTheBroker(t *testing.T) {
	for _, test := range []struct {
		name, url, password string
		err                 error
		want                state
		says, mend          string
	}{
		{"none", "", "", nil, off, "off in the configuration", ""},
		{"it takes all", "mqtt://home", "", nil, fine, "mqtt://home takes what the table tells", ""},
		{"it is away", "mqtt://home", "", syscall.ECONNREFUSED, warning,
			"mqtt://home: connection refused", "below arbitre"},
		{"an authority that nobody knows", "mqtts://home", "", &tls.CertificateVerificationError{
			Err: x509.UnknownAuthorityError{}}, warning, "unknown authority", "mqtt.ca_file"},
		{"a password for root", "mqtt://home", "", fs.ErrPermission, warning,
			"permission denied", "sudo arbitre doctor"},
		{"a password that the service does not see", "mqtt://home", "/home/mimi/password", nil, warning,
			"the service does not see /home/mimi/password", "sudo cp"},
	} {
		t.Run(test.name, func(t *testing.T) {
			d := newDoctor(t, map[string]string{"home/mimi/password": "secret"})
			d.unit = shown()
			d.config.MQTT.Broker, d.config.MQTT.PasswordFile = test.url, test.password
			d.TryBroker = func() error { return test.err }
			expect(t, broker(d), test.want, test.says, test.mend)
		})
	}
}

func TestThePowerSupply(t *testing.T) {
	for _, test := range []struct {
		throttled  string
		want       state
		says, mend string
	}{
		{"throttled=0x0\n", fine, "good", ""},
		{"throttled=0x50005\n", warning, "now", "power supply"},
		{"throttled=0x50000\n", warning, "since the start", "power supply"},
		{"", off, "does not tell", ""},
	} {
		d := newDoctor(t, nil)
		d.program = func(string, ...string) (string, error) { return test.throttled, nil }
		expect(t, power(d), test.want, test.says, test.mend)
	}
}

func TestWhatIsPrinted(t *testing.T) {
	var out bytes.Buffer
	printFindings(&out, fmt.Sprintf, []finding{
		{Part: "button of seat 1",
			verdict: verdict{State: missing, Says: "GPIO17: there is no such line on gpiochip0", Mend: "arbitre demo"}},
		{Part: "lamp of seat 1",
			verdict: verdict{State: warning, Says: "GPIO25: there is no such line on gpiochip0", Mend: "arbitre demo"}},
		{Part: "speaker", verdict: verdict{State: off, Says: "off in the configuration"}},
		{Part: "races", verdict: verdict{State: fine, Says: "dead heats"}},
	})
	const want = `MISSING  button of seat 1  GPIO17: there is no such line on gpiochip0
warning  lamp of seat 1    GPIO25: there is no such line on gpiochip0
                           -> arbitre demo
off      speaker           off in the configuration
ok       races             dead heats
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
	const french = "2 éléments nécessaires au jeu manquent ; 3 avertissements"
	if got := summarise(wording.Translate(wording.French), 2, 3); got != french {
		t.Errorf("%q, want %q", got, french)
	}
}

// Scripts read the document: its names don't change.
func TestTheDocument(t *testing.T) {
	text, err := json.Marshal(Diagnosis{
		Version: "v1", User: "mimi",
		Parts: []finding{{
			Part: "button of seat 1", Line: "GPIO17", verdict: verdict{State: missing, Says: "taken", Mend: "end it"},
			Chip: "gpiochip0 (x)", Consumer: "lircd",
		}},
	})
	const want = `{"version":"v1","user":"mimi","well":false,` +
		`"parts":[{"part":"button of seat 1","line":"GPIO17","state":"missing","says":"taken","mend":"end it",` +
		`"chip":"gpiochip0 (x)","consumer":"lircd"}]}`
	if diff := cmp.Diff(want, string(text)); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}
