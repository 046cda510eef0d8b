package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"arbitre/cmd/arbitre/config"
	"arbitre/hw/evdev"
)

// A namedLine is the line or key of a button, with the name of the part that it is.
type namedLine struct{ part, line string }

// pressed asks for a press of every button, and again until the person says that all is right.
func (f *form) pressed(seats int) {
	for before := f.config; f.err == nil; {
		f.config, f.found = before, nil
		f.buttons(seats)
		f.lamps()
		f.list()
		if f.yesOrNo(f.say("Is that right (yes, no)"), true) {
			return
		}
	}
}

// buttons asks for the buttons of the seats, the judge's keys and the shortcuts.
func (f *form) buttons(seats int) {
	c, header := &f.config, f.Machine.Header
	c.Judge.Previous, c.Judge.Next, c.Judge.OK = "", "", ""
	c.Buttons.Seats, c.Buttons.Lamps = make([]string, seats), []string{}
	var proposed []string
	if header {
		proposed = buttonLines(f.usual)
	}
	fmt.Fprintln(f.out, f.say("Press each button when it is asked for. Its line may be typed instead."))
	if !header && !f.Machine.Plugged {
		fmt.Fprintln(f.out, f.say("Nothing with buttons is plugged in yet. "+
			"Plug it in now, or stop with Ctrl-C: nothing is written then."))
	}
	for i := range seats {
		f.button(fmt.Sprintf("buttons.seats[%d]", i), f.say("button of seat %d", i+1), &c.Buttons.Seats[i], proposed)
	}
	if f.yesOrNo(f.say("Has the judge keys of his own, beside a keyboard (yes, no)"), header) {
		f.keys()
	}
	for f.shortcut() {
	}
}

// button asks for a button that the table needs. Its preset is the first proposed line that is
// free.
func (f *form) button(key, part string, into *string, proposed []string) {
	preset := append(f.unowned(proposed), "")[0]
	f.press(f.say("Press the %s", part), preset, func(line string) error {
		if line == "" {
			return errors.New(f.say("press it, or type where it is, such as GPIO17"))
		}
		return f.take(key, part, line, into)
	})
}

// press asks for a press of a button, or for its line or key. Earlier presses don't count.
func (f *form) press(question, preset string, take func(line string) error) {
	for len(f.Machine.Presses) > 0 {
		<-f.Machine.Presses
	}
	f.await(f.Machine.Presses, question, preset, func(answer string) error { return take(lineName(answer)) })
}

// perhaps asks for a press of an optional button, and reports whether there is one.
func (f *form) perhaps(question string, take func(line string) error) (exists bool) {
	f.press(question, "", func(line string) error {
		exists = line != ""
		if !exists {
			return nil
		}
		return take(line)
	})
	return exists && f.err == nil
}

// owner returns the part that already has a line or key, or "".
func (f *form) owner(line string) string {
	for _, n := range f.found {
		one, err := evdev.ParsePlace(n.line)
		other, failed := evdev.ParsePlace(line)
		if n.line == line || err == nil && failed == nil && one.Same(other) {
			return n.part
		}
	}
	return ""
}

// unowned returns those of some lines that no part has.
func (f *form) unowned(lines []string) []string {
	return slices.DeleteFunc(slices.Clone(lines), func(line string) bool { return f.owner(line) != "" })
}

// take gives a line or key to a part, or returns why that can't be wired.
func (f *form) take(key, part, line string, into *string) error {
	if owner := f.owner(line); owner != "" {
		return errors.New(f.say("that is the %s already; press another", owner))
	}
	*into = line
	for _, wrong := range f.config.WrongWires() {
		if slices.Contains(wrong.Keys, key) {
			*into = ""
			return errors.New(wrong.What)
		}
	}
	f.found = append(f.found, namedLine{part, line})
	return nil
}

// keys asks for the judge's keys.
func (f *form) keys() {
	judge, usual := &f.config.Judge, f.usual.Judge
	for _, k := range []struct {
		key, part, usual string
		into             *string
	}{
		{"judge.previous", f.say("key previous"), usual.Previous, &judge.Previous},
		{"judge.next", f.say("key next"), usual.Next, &judge.Next},
		{"judge.ok", f.say("key OK"), usual.OK, &judge.OK},
	} {
		var proposed []string
		if f.Machine.Header {
			proposed = []string{k.usual, otherOK}
		}
		f.button(k.key, k.part, k.into, proposed)
	}
	back := f.say("key back")
	f.perhaps(f.say("Press the %s, or Enter if there is none", back), func(line string) error {
		return f.take("judge.back", back, line, &judge.Back)
	})
}

// shortcut asks for a button that answers a question at once, and for question and answer. It
// reports whether there is one.
func (f *form) shortcut() bool {
	shortcuts := f.config.Shortcuts
	n := len(shortcuts)
	f.config.Shortcuts = append(shortcuts, config.Shortcut{})
	s := &f.config.Shortcuts[n]
	there := f.perhaps(f.say("Press a button that answers a question at once, or Enter if there is none"),
		func(line string) error {
			return f.take(fmt.Sprintf("shortcut[%d].line", n), f.say("shortcut %s", fmt.Sprint(n+1)), line, &s.Line)
		})
	if !there {
		f.config.Shortcuts = shortcuts
		return false
	}
	f.ask(f.say("Which question, and what it answers, as in a journal"), "play mosquito", func(answer string) error {
		s.Prompt, s.Value, _ = strings.Cut(answer, " ")
		if s.Value = strings.TrimSpace(s.Value); s.Value == "" {
			return errors.New(f.say("two words, such as play mosquito"))
		}
		for _, wrong := range f.Doubts(f.config) {
			return errors.New(wrong.What)
		}
		return nil
	})
	return f.err == nil
}

// lamps asks for the seats' lamps: those of devices by lighting one after the other, then the lines
// of the others.
func (f *form) lamps() {
	c := &f.config
	lamps := make([]string, len(c.Buttons.Seats))
	for _, lamp := range f.Machine.Lamps() {
		f.lamp(lamp, lamps)
	}
	var dark []int // indices of the seats on lines that have no lamp yet
	for i, line := range c.Buttons.Seats {
		if lamps[i] == "" && !evdev.IsPlace(line) {
			dark = append(dark, i)
		}
	}
	if slices.ContainsFunc(lamps, func(l string) bool { return l != "" }) {
		c.Buttons.Lamps = lamps
	}
	if len(dark) == 0 || !f.yesOrNo(f.say("Do the buttons have lamps (yes, no)"), true) {
		return
	}
	proposed := f.unowned(f.lampLines())
	f.several(f.say("Lines of the lamps, in the same order"), len(dark), proposed, func(lines []string) error {
		for i, line := range lines {
			lamps[dark[i]] = line
		}
		c.Buttons.Lamps = lamps
		return c.Check()
	})
}

// lamp lights a lamp of a device that has seats' buttons, and asks whose lamp it is.
func (f *form) lamp(lamp Lamp, lamps []string) {
	besideSeat := func(line string) bool {
		place, err := evdev.ParsePlace(line)
		return err == nil && place.Device() == lamp.Place.Device()
	}
	if f.err != nil || !slices.ContainsFunc(f.config.Buttons.Seats, besideSeat) {
		return
	}
	if err := lamp.Light(true); err != nil {
		fmt.Fprintln(f.out, f.say("The lamp %s can't be lit: %v", lamp.Place, err))
		return
	}
	defer lamp.Light(false)
	f.perhaps(f.say("A lamp is lit. Press the button beside it, or Enter if there is none"), func(line string) error {
		owner := f.owner(line)
		for seat := range lamps { // whose buttons were found first
			if f.found[seat].part == owner && lamps[seat] == "" {
				lamps[seat] = lamp.Place.String()
				return nil
			}
		}
		return errors.New(f.say("that is no seat's button, or one that has a lamp"))
	})
}

// list prints all buttons and their lamps.
func (f *form) list() {
	table := tabwriter.NewWriter(f.out, 0, 0, 2, ' ', 0)
	defer table.Flush()
	for i, n := range f.found {
		lamp := ""
		if lamps := f.config.Buttons.Lamps; i < len(lamps) && lamps[i] != "" {
			lamp = ", " + f.say("lamp %d", i+1) + " " + lamps[i]
		}
		fmt.Fprintf(table, "  %s\t%s%s\n", n.part, n.line, lamp)
	}
}
