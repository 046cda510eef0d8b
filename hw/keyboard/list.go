package keyboard

import (
	"io/fs"
	"math/bits"
	"strconv"
	"strings"
)

// A Device is a keyboard that [Open] would read.
type Device struct {
	Name string
	Node string // /dev/input/event3
}

// List lists the keyboards of a machine, whoever may read them; root is its "/".
func List(root fs.FS) ([]Device, error) {
	text, err := fs.ReadFile(root, "proc/bus/input/devices")
	if err != nil {
		return nil, err
	}
	return devicesIn(text, bits.UintSize), nil
}

// devicesIn reads /proc/bus/input/devices: blocks of lines, of which these say what can type.
//
//	N: Name="Gaming Keyboard"
//	H: Handlers=sysrq kbd leds event2
//	B: KEY=1000000000007 ff800000000007ff febeffdfffefffff fffffffffffffffe
//
// The keys are one bit each, the highest first, in words as long as the reader's own, without their leading zeros
// (input_bits_to_string in drivers/input/input.c).
func devicesIn(text []byte, wordBits int) []Device {
	var all []Device
	for block := range strings.SplitSeq(string(text), "\n\n") {
		var k Device
		keys := make([]byte, keyBytes)
		for line := range strings.Lines(block) {
			line = strings.TrimSpace(line)
			if name, ok := strings.CutPrefix(line, "N: Name="); ok {
				k.Name = strings.Trim(name, `"`)
			} else if handlers, ok := strings.CutPrefix(line, "H: Handlers="); ok {
				for handler := range strings.FieldsSeq(handlers) {
					if strings.HasPrefix(handler, "event") {
						k.Node = "/dev/input/" + handler
					}
				}
			} else if words, ok := strings.CutPrefix(line, "B: KEY="); ok {
				setKeys(keys, strings.Fields(words), wordBits)
			}
		}
		if k.Node != "" && canType(keys) {
			all = append(all, k)
		}
	}
	return all
}

func setKeys(keys []byte, words []string, wordBits int) {
	for i, word := range words {
		w, err := strconv.ParseUint(word, 16, wordBits)
		first := (len(words) - 1 - i) * wordBits / 8
		for n := 0; err == nil && n < wordBits/8 && first+n < len(keys); n++ {
			keys[first+n] = byte(w >> (8 * n))
		}
	}
}
