package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw/evdev"
)

// A Machine is where buttons are asked for by pressing them.
type Machine struct {
	Header  bool         // it has a Pi's header
	Plugged bool         // something with buttons is plugged in
	Presses <-chan Press // of whatever is connected; nil: nobody is there to press, as the answers are from a file
	Lamps   func() []Lamp
	Forget  func() // what a key has typed that was pressed as a button; nil: no such key types
}

// A Press is one of a button, wherever that is.
type Press struct {
	Place      string        // as the configuration has it
	Device     string        // that has the button; empty for a GPIO line
	Resolution time.Duration // of that device
}

func (p Press) String() string {
	if p.Device == "" {
		return p.Place
	}
	return fmt.Sprintf("%s (%s, %s)", p.Place, p.Device, evdev.Within(p.Resolution))
}

// A Lamp is one of a device that is plugged in.
type Lamp struct {
	Place evdev.Place
	Light func(on bool) error
}

// A named button is one that has been pressed or typed.
type named struct{ key, part, line string }

// A finder asks for one button after the other, each of which is no other's.
type finder struct {
	*form
	config *config.Config
	free   []string // lines that are proposed
	found  []named
}

// pressed asks to press every button, until all of it is right.
func (f *form) pressed(c *config.Config, m Machine, seats int, doubts func(config.Config) []config.Complaint) {
	before := *c
	for f.err == nil {
		*c = before
		c.Judge.Previous, c.Judge.Next, c.Judge.OK = "", "", ""
		c.Buttons.Seats, c.Buttons.Lamps = nil, []string{}
		find := finder{form: f, config: c}
		if m.Header {
			find.free, _ = usual(before)
		}
		fmt.Fprintln(f.out, f.say("Press each button when it is asked for. Its line may be typed instead."))
		if !m.Header && !m.Plugged {
			fmt.Fprintln(f.out, f.say("Nothing with buttons is plugged in yet. It may be at any time."))
		}
		for i := range seats {
			c.Buttons.Seats = append(c.Buttons.Seats, "")
			find.button(fmt.Sprintf("buttons.seats[%d]", i), f.say("button of seat %d", i+1), &c.Buttons.Seats[i])
		}
		if f.yesOrNo(f.say("Has the judge keys of his own, beside a keyboard (yes, no)"), m.Header) {
			find.keys(before, m.Header)
		}
		find.shortcuts(doubts)
		find.lamps(before, m)
		find.list()
		if f.yesOrNo(f.say("Is that right (yes, no)"), true) {
			return
		}
	}
}

// button asks for one that must be.
func (f *finder) button(key, part string, into *string) {
	preset := ""
	if i := slices.IndexFunc(f.free, func(line string) bool { _, taken := f.owner(line); return !taken }); i >= 0 {
		preset = f.free[i]
	}
	f.press(f.say("Press the %s", part), preset, func(line string) error {
		if line == "" {
			return errors.New(f.say("press it, or type where it is, such as GPIO17"))
		}
		return f.take(key, part, line, into)
	})
}

// press asks for a press, or for where a button is. What was pressed before that counts no more.
func (f *finder) press(question, preset string, take func(line string) error) {
	for len(f.presses) > 0 {
		<-f.presses
	}
	f.await(f.presses, question, preset, func(answer string) error { return take(lineName(answer)) })
}

// owner is the part that a line is by now.
func (f *finder) owner(line string) (part string, taken bool) {
	for _, n := range f.found {
		if n.line == line {
			return n.part, true
		}
		one, err := evdev.ParsePlace(n.line)
		other, failed := evdev.ParsePlace(line)
		if err == nil && failed == nil && one.Same(other) {
			return n.part, true
		}
	}
	return "", false
}

// take has a line be a part, if it can.
func (f *finder) take(key, part, line string, into *string) error {
	if owner, taken := f.owner(line); taken {
		return errors.New(f.say("that is the %s already; press another", owner))
	}
	*into = line
	for _, wrong := range f.config.WrongWires() {
		if slices.Contains(wrong.Keys, key) {
			*into = ""
			return errors.New(wrong.What)
		}
	}
	f.found = append(f.found, named{key, part, line})
	return nil
}

// keys asks for the judge's.
func (f *finder) keys(usual config.Config, header bool) {
	judge := &f.config.Judge
	for _, k := range []struct {
		key, part, usual string
		into             *string
	}{
		{"judge.previous", f.say("key previous"), usual.Judge.Previous, &judge.Previous},
		{"judge.next", f.say("key next"), usual.Judge.Next, &judge.Next},
		{"judge.ok", f.say("key OK"), usual.Judge.OK, &judge.OK},
	} {
		if f.free = nil; header {
			f.free = []string{k.usual, otherOK}
		}
		f.button(k.key, k.part, k.into)
	}
	f.press(f.say("Press the %s, or Enter if there is none", f.say("key back")), "", func(line string) error {
		if line == "" {
			return nil
		}
		return f.take("judge.back", f.say("key back"), line, &judge.Back)
	})
}

// shortcuts asks for buttons that give an answer, and which.
func (f *finder) shortcuts(doubts func(config.Config) []config.Complaint) {
	c := f.config
	for more := true; more && f.err == nil; {
		c.Shortcuts = append(c.Shortcuts, config.Shortcut{})
		last := len(c.Shortcuts) - 1
		f.press(f.say("Press a button that answers a question at once, or Enter if there is none"), "", func(line string) error {
			if more = line != ""; !more {
				c.Shortcuts = c.Shortcuts[:last]
				return nil
			}
			return f.take(fmt.Sprintf("shortcut[%d].line", last), f.say("shortcut %s", fmt.Sprint(last+1)), line, &c.Shortcuts[last].Line)
		})
		if !more || f.err != nil {
			break
		}
		f.ask(f.say("Which question, and what it answers, as in a journal"), "play mosquito", func(answer string) error {
			s := &c.Shortcuts[last]
			s.Prompt, s.Value, _ = strings.Cut(answer, " ")
			s.Value = strings.TrimSpace(s.Value)
			if s.Value == "" {
				return errors.New(f.say("two words, such as play mosquito"))
			}
			for _, wrong := range doubts(*c) {
				return errors.New(wrong.What)
			}
			return nil
		})
	}
}

// lamps lights those of the devices that have seats, one by one, and asks which it is; then it asks for the lines of the others.
func (f *finder) lamps(usualOnes config.Config, m Machine) {
	c := f.config
	lamps := make([]string, len(c.Buttons.Seats))
	for _, lamp := range m.Lamps() {
		f.lamp(lamp, lamps)
	}
	var dark []int // seats on lines, which have none yet
	for i, line := range c.Buttons.Seats {
		if lamps[i] == "" && !evdev.IsPlace(line) {
			dark = append(dark, i)
		}
	}
	set := func() {
		if c.Buttons.Lamps = lamps; !slices.ContainsFunc(lamps, func(l string) bool { return l != "" }) {
			c.Buttons.Lamps = []string{}
		}
	}
	set()
	if len(dark) == 0 || !f.yesOrNo(f.say("Do the buttons have lamps (yes, no)"), true) {
		return
	}
	_, presets := usual(usualOnes)
	if c.Speaker.Header {
		presets = besideCard()
	}
	presets = slices.DeleteFunc(presets, func(line string) bool { _, taken := f.owner(line); return taken })
	f.several(f.say("Lines of the lamps, in the same order"), presets[:len(dark)], func(lines []string) error {
		for i, line := range lines {
			lamps[dark[i]] = line
		}
		set()
		return c.Check()
	})
}

// lamp asks whose lamp is one of a device, if that has seats.
func (f *finder) lamp(lamp Lamp, lamps []string) {
	if !slices.ContainsFunc(f.config.Buttons.Seats, func(line string) bool {
		place, err := evdev.ParsePlace(line)
		return err == nil && place.Device() == lamp.Place.Device()
	}) {
		return
	}
	if err := lamp.Light(true); err != nil {
		fmt.Fprintln(f.out, f.say("The lamp %s can't be lit: %v", lamp.Place, err))
		return
	}
	defer lamp.Light(false)
	f.press(f.say("A lamp is lit. Press the button beside it, or Enter if there is none"), "", func(line string) error {
		if line == "" {
			return nil
		}
		owner, _ := f.owner(line)
		for i := range lamps {
			if f.found[i].part == owner && lamps[i] == "" {
				lamps[i] = lamp.Place.String()
				return nil
			}
		}
		return errors.New(f.say("that is no seat's button, or one that has a lamp"))
	})
}

// list shows what was found.
func (f *finder) list() {
	width := 0
	for _, n := range f.found {
		width = max(width, utf8.RuneCountInString(n.part))
	}
	for i, n := range f.found {
		lamp := ""
		if i < len(f.config.Buttons.Lamps) && f.config.Buttons.Lamps[i] != "" {
			lamp = ", " + f.say("lamp %d", i+1) + " " + f.config.Buttons.Lamps[i]
		}
		fmt.Fprintf(f.out, "  %-*s  %s%s\n", width, n.part, n.line, lamp)
	}
}
