package setup

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/lesson"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// pressed asks for a press of every button, and again until the person says that all is right.
func (f *form) pressed() {
	for before := f.config; f.err == nil; {
		f.lesson = lesson.New(before)
		f.buttons()
		f.config = f.lesson.Config
		f.lamps()
		f.list()
		if f.yesOrNo(f.say("Is that right (yes, no)"), true) {
			return
		}
	}
}

// buttons asks for the buttons of the seats, the judge's keys and the shortcuts.
func (f *form) buttons() {
	fmt.Fprintln(f.out, f.say("Press each button when it is asked for. Its line may be typed instead."))
	if !f.Machine.Header && !f.Machine.Plugged {
		fmt.Fprintln(f.out, f.say("Nothing with buttons is plugged in yet. "+
			"Plug it in now, or stop with Ctrl-C: nothing is written then."))
	}
	l := f.lesson
	for f.err == nil && l.Asks != 0 {
		name := f.name(l.Asks)
		question := f.say("Press the %s", name)
		if l.MaySkip() {
			question = f.say("Press the %s, or Enter if there is none", name)
		}
		f.press(question, func(line string) error {
			switch {
			case line != "":
				return f.known(line, l.Press)
			case !l.MaySkip():
				return errors.New(f.say("press it, or type where it is, such as GPIO17"))
			}
			l.Skip()
			return nil
		})
	}
	if l.Config.HasKeys() {
		f.perhaps(f.say("Press the %s, or Enter if there is none", f.name(hw.KeyBack)), func(line string) error {
			return f.known(line, func(line string) error { return l.Take(hw.KeyBack, line) })
		})
	}
	for f.shortcut() {
	}
}

// name returns what a button is called.
func (f *form) name(b hw.Button) string {
	switch i, isShortcut := b.Shortcut(); {
	case isShortcut:
		return f.say("shortcut %s", fmt.Sprint(i+1))
	case b > 0:
		return f.say("button of seat %d", int(b))
	}
	return f.say(b.String())
}

// known refuses a line that a button already has; any other it passes on.
func (f *form) known(line string, take func(line string) error) error {
	if owner := f.lesson.Owner(line); owner != 0 {
		return errors.New(f.say("that is the %s already; press another", f.name(owner)))
	}
	return take(line)
}

// press asks for a press of a button, or for its line or key. Earlier presses don't count.
func (f *form) press(question string, take func(line string) error) {
	for len(f.Machine.Presses) > 0 {
		<-f.Machine.Presses
	}
	f.await(f.Machine.Presses, question, "", func(answer string) error { return take(lineName(answer)) })
}

// perhaps asks for a press of an optional button, and reports whether there is one.
func (f *form) perhaps(question string, take func(line string) error) (exists bool) {
	f.press(question, func(line string) error {
		exists = line != ""
		if !exists {
			return nil
		}
		return take(line)
	})
	return exists && f.err == nil
}

// shortcut asks for a button that answers a question at once, and for question and answer. It
// reports whether there is one.
func (f *form) shortcut() bool {
	c := &f.lesson.Config
	shortcuts := c.Shortcuts
	n := len(shortcuts)
	c.Shortcuts = append(shortcuts, config.Shortcut{})
	s := &c.Shortcuts[n]
	there := f.perhaps(f.say("Press a button that answers a question at once, or Enter if there is none"),
		func(line string) error {
			return f.known(line, func(line string) error { return f.lesson.Take(hw.Shortcut(n), line) })
		})
	if !there {
		c.Shortcuts = shortcuts
		return false
	}
	f.ask(f.say("Which question, and what it answers, as in a journal"), "play mosquito", func(answer string) error {
		s.Prompt, s.Value, _ = strings.Cut(answer, " ")
		if s.Value = strings.TrimSpace(s.Value); s.Value == "" {
			return errors.New(f.say("two words, such as play mosquito"))
		}
		for _, wrong := range f.Doubts(*c) {
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
	_, proposed := lesson.Drawn(*c)
	proposed = slices.DeleteFunc(proposed, func(line string) bool { return f.lesson.Owner(line) != 0 })
	f.several(f.say("Lines of the lamps, in the same order"), len(dark), proposed, func(lines []string) error {
		for i, line := range lines {
			lamps[dark[i]] = line
		}
		c.Buttons.Lamps = lamps
		return c.Check()
	})
}

// lamp lights a lamp of a device that has seats' buttons, and asks whose lamp it is.
func (f *form) lamp(lamp lesson.Lamp, lamps []string) {
	if f.err != nil || !f.lesson.Beside(lamp) {
		return
	}
	if err := lamp.Light(true); err != nil {
		fmt.Fprintln(f.out, f.say("The lamp %s can't be lit: %v", lamp.Place, err))
		return
	}
	defer lamp.Light(false)
	f.perhaps(f.say("A lamp is lit. Press the button beside it, or Enter if there is none"), func(line string) error {
		if f.lesson.Light(lamp, line) == nil {
			lamps[f.lesson.Owner(line)-1] = lamp.Place.String()
			return nil
		}
		return errors.New(f.say("that is no seat's button, or one that has a lamp"))
	})
}

// list prints all buttons and their lamps.
func (f *form) list() {
	table := tabwriter.NewWriter(f.out, 0, 0, 2, ' ', 0)
	defer table.Flush()
	for i, n := range f.lesson.Found { // those of the seats first
		lamp := ""
		if lamps := f.config.Buttons.Lamps; i < len(lamps) && lamps[i] != "" {
			lamp = ", " + f.say("lamp %d", i+1) + " " + lamps[i]
		}
		fmt.Fprintf(table, "  %s\t%s%s\n", f.name(n.Button), n.Line, lamp)
	}
}
