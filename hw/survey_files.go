package hw

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A SoundCard is an ALSA card that can play.
type SoundCard struct {
	Number int
	ID     string // as in "plughw:CARD=Headphones"
	Name   string
}

// soundCard is the first of a card's two lines in /proc/asound/cards; the second is a longer name.
//
//	0 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
//	                     bcm2835 Headphones
var soundCard = regexp.MustCompile(`(?m)^ *([0-9]+) \[(.*?) *\]: .*? - (.*)$`)

// SoundCards lists the cards of a machine; root is its "/".
func SoundCards(root fs.FS) (cards []SoundCard, err error) {
	text, err := fs.ReadFile(root, "proc/asound/cards")
	for _, line := range soundCard.FindAllStringSubmatch(string(text), -1) {
		number, _ := strconv.Atoi(line[1])
		outputs, _ := fs.Glob(root, fmt.Sprintf("proc/asound/card%d/pcm*p", number)) // the pattern is good
		if len(outputs) > 0 {                                                        // no microphone
			cards = append(cards, SoundCard{number, Printable(line[2]), Printable(line[3])})
		}
	}
	return cards, err
}

// SoundDevice returns the ALSA device that a configured one stands for. "default" is the first
// loudspeaker on USB, which somebody has plugged in to hear it, but no gamepad's: ALSA's own default
// is the first card, a Raspberry Pi's jack or HDMI socket. But where /etc/asound.conf says what the
// default is, or a sound server runs for this user, it is theirs. Root is "/", and runtime is the
// user's $XDG_RUNTIME_DIR; "" for none. The service may look at /sys, not at /proc/asound.
func SoundDevice(root fs.FS, device, runtime string) string {
	const usual, cards = "default", "sys/class/sound/"
	there := func(path string) bool {
		_, err := fs.Stat(root, strings.TrimPrefix(path, "/"))
		return err == nil
	}
	if device != usual || there("etc/asound.conf") ||
		runtime != "" && (there(runtime+"/pulse/native") || there(runtime+"/pipewire-0")) {
		return device
	}
	var numbers []int
	outputs, _ := fs.Glob(root, cards+"pcmC*D*p") // the pattern is good
	for _, output := range outputs {
		if text, _, ok := strings.Cut(strings.TrimPrefix(output, cards+"pcmC"), "D"); ok {
			if number, err := strconv.Atoi(text); err == nil {
				numbers = append(numbers, number)
			}
		}
	}
	slices.Sort(numbers)
	for _, number := range numbers {
		card := cards + "card" + strconv.Itoa(number)
		id, err := fs.ReadFile(root, card+"/id")
		if err == nil && there(card+"/device/bInterfaceNumber") && !isGamepad(root, card) { // which only USB has
			return "plughw:CARD=" + strings.TrimSpace(string(id))
		}
	}
	return device
}

// isGamepad reports whether a sound card on USB is the socket for headphones of a gamepad, which somebody
// has plugged in for its buttons: a joystick has the same vendor and product.
func isGamepad(root fs.FS, card string) bool {
	uevent, _ := fs.ReadFile(root, card+"/device/uevent") // with PRODUCT=54c/9cc/100
	sticks, _ := fs.Glob(root, "sys/class/input/js*")     // the pattern is good
	return slices.ContainsFunc(sticks, func(stick string) bool {
		product := "\nPRODUCT="
		for _, of := range []string{"vendor", "product"} {
			id, _ := fs.ReadFile(root, stick+"/device/id/"+of) // 054c
			product += strings.TrimLeft(strings.TrimSpace(string(id)), "0") + "/"
		}
		return strings.Contains("\n"+string(uevent), product)
	})
}

// SurveyPWM returns the folder of the chip that drives a line's PWM, found as by [OpenPWM] but
// below a machine's root, or "" where the firmware does not switch it on.
func SurveyPWM(root, line string) (chip string) {
	var p PWMLine
	_ = p.find(filepath.Join(root, "sys/class/pwm"), line) // it fails where there is none
	return p.chip
}

// Model returns the name of a machine's model, such as "Raspberry Pi 4 Model B Rev 1.4", or "" if
// it has none. Root is its "/".
func Model(root fs.FS) string {
	model, _ := fs.ReadFile(root, "proc/device-tree/model") // there is none on other machines
	return strings.TrimRight(string(model), "\x00")
}

// Revision returns the revision of a Raspberry Pi's board, such as "c03114", which stands for model,
// memory and maker, or "" on other machines. Root is its "/" (raspberrypi.com/documentation/computers/raspberry-pi.html,
// new-style revision codes; the firmware puts it into the device tree).
func Revision(root fs.FS) string {
	code, err := fs.ReadFile(root, "proc/device-tree/system/linux,revision")
	if err != nil || len(code) != 4 {
		return ""
	}
	return fmt.Sprintf("%04x", binary.BigEndian.Uint32(code))
}

// ParseThrottled reads what vcgencmd get_throttled prints, "throttled=0x50005": whether the supply
// is too low now, and whether it ever was since the start
// (raspberrypi.com/documentation/computers/os.html, get_throttled: bits 0 and 16).
func ParseThrottled(text string) (now, ever bool, err error) {
	digits, ok := strings.CutPrefix(strings.TrimSpace(text), "throttled=0x")
	n, err := strconv.ParseUint(digits, 16, 32)
	if !ok || err != nil {
		return false, false, fmt.Errorf("%q is not what get_throttled prints", text)
	}
	return n&1 != 0, n&(1|1<<16) != 0, nil
}

// Printable replaces all characters that a terminal obeys or XML forbids in a text from outside,
// such as the name of a device.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7F || 0x80 <= r && r < 0xA0 || 0xFFFE <= r&0xFFFF {
			return '\uFFFD'
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}
