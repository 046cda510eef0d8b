package hw

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/warthog618/go-gpiocdev"
)

// A Survey is what the kernel says of GPIO lines without a request for any.
type Survey struct {
	Chips  []string              // that could be opened: "gpiochip0 (pinctrl-bcm2711)"
	Denied []string              // nodes of chips that this user may not open
	Lines  map[string]LineStatus // by the name that was asked for; without those that no chip has
	Most   string                // the chip that has most of them, as in Chips; "" if none has any
}

// A LineStatus is what the kernel says of one line.
type LineStatus struct {
	Chip     string // as in Survey.Chips
	Offset   int    // on the chip
	Used     bool   // a program or a driver has it
	Consumer string // its name for itself; the kernel's own uses may have none
}

// SurveyLines looks up lines by their names and requests none. A chip is known by its label, never
// by its number, which kernel updates change. If several chips have a line of one name, the chip
// with most of the wanted lines counts, and among equals the Raspberry Pi's own.
func SurveyLines(names []string) (Survey, error) {
	var chips []map[string]LineStatus // what each has of them; the Pi's own comes last
	var s Survey
	var failed error
	for _, node := range gpiocdev.Chips() {
		chip, err := gpiocdev.NewChip(node, gpiocdev.WithABIVersion(2))
		switch {
		case errors.Is(err, gpiocdev.ErrNotCharacterDevice):
			continue // a second name of another chip, as some systems have for old programs
		case errors.Is(err, fs.ErrPermission):
			s.Denied = append(s.Denied, "/dev/"+node)
			continue
		case err != nil:
			failed = errors.Join(failed, err)
			continue
		}
		at := 0
		if isPi(chip.Label) {
			at = len(chips)
		}
		s.Chips, chips = append(s.Chips, nameOf(chip)), slices.Insert(chips, at, linesOf(nameOf(chip), chip.Label, infoOf(chip), names))
		chip.Close()
	}
	slices.SortStableFunc(chips, func(a, b map[string]LineStatus) int { return cmp.Compare(len(a), len(b)) })
	s.Lines = map[string]LineStatus{}
	for _, lines := range chips { // the best one is the last
		for line, status := range lines {
			s.Lines[line], s.Most = status, status.Chip
		}
	}
	if len(s.Chips) > 0 || len(s.Denied) > 0 {
		failed = nil
	}
	return s, failed
}

func nameOf(chip *gpiocdev.Chip) string { return fmt.Sprintf("%s (%s)", chip.Name, chip.Label) }

// linesOf returns the status of the named lines that a chip has. All is the chip's lines by their
// offsets; of several with one name the first counts.
func linesOf(chip, label string, all []gpiocdev.LineInfo, names []string) map[string]LineStatus {
	lines := map[string]LineStatus{}
	for _, name := range names {
		offset := slices.IndexFunc(all, func(info gpiocdev.LineInfo) bool { return info.Name == name })
		if offset < 0 {
			offset = numbered(label, len(all), name)
		}
		if offset >= 0 {
			lines[name] = LineStatus{chip, offset, all[offset].Used, Printable(all[offset].Consumer)}
		}
	}
	return lines
}

// infoOf returns what the kernel says of all lines of a chip. A line that can't be read has no name.
func infoOf(chip *gpiocdev.Chip) []gpiocdev.LineInfo {
	all := make([]gpiocdev.LineInfo, chip.Lines())
	for offset := range all {
		all[offset], _ = chip.LineInfo(offset)
	}
	return all
}

// numbered returns the offset of a line by its number in the SoC, or -1: on the Raspberry Pi's own
// chip the offset is that number, and some kernels name lines by their use ("SDA1") or not at all.
func numbered(label string, lines int, name string) (offset int) {
	digits, isGPIO := strings.CutPrefix(name, "GPIO")
	n, err := strconv.Atoi(digits)
	if !isPi(label) || !isGPIO || err != nil || n < 0 || n >= lines {
		return -1
	}
	return n
}

// isPi reports whether a label is that of the chip of the header's pins: on all models up to 3 and
// Zero 2, on 4, and on 5.
func isPi(label string) bool {
	return label == "pinctrl-bcm2835" || label == "pinctrl-bcm2711" || label == "pinctrl-rp1"
}
