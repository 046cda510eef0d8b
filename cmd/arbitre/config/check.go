package config

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/cmd/arbitre/wiring"
	"arbitre/hw/evdev"
)

// complaints lists values that are out of their limits or contradict each other. It leaves out
// values that depend on a misread key: that key does not have the value that the file means.
func (c *Config) complaints(misread []Complaint) (wrong []Complaint) {
	var unread []string  // keys
	var doubted []string // keys and tables: an unknown key may be any other of its table, misspelt
	for _, m := range misread {
		table, _ := split(m.Keys[0])
		unread, doubted = append(unread, m.Keys[0]), append(doubted, table)
	}
	rows := c.rows()
	for i := range c.Shortcuts {
		if name := fmt.Sprintf("shortcut[%d]", i); !covers(doubted, name) {
			rows = append(rows, within(name, c.Shortcuts[i].keys())...)
		}
	}
	for _, r := range rows {
		if r.value != nil && !r.ok() && !covers(unread, r.name) && !covers(doubted, r.low) {
			wrong = append(wrong, Complaint{[]string{r.name, r.low}, fmt.Sprintf("key %q %s", r.name, r.refusal())})
			doubted = append(doubted, r.name)
		}
	}
	for _, w := range slices.Concat(c.contradictions(), c.wrongWires()) {
		if !slices.ContainsFunc(w.Keys, func(key string) bool { return covers(doubted, key) }) {
			wrong = append(wrong, w)
		}
	}
	return wrong
}

// covers reports whether some names have a key, or a table that it is in; "" is the table of all.
func covers(names []string, key string) bool {
	return key != "" && slices.ContainsFunc(names, func(name string) bool {
		return name == "" || key == name || strings.HasPrefix(key, name+".")
	})
}

// refusal says what the value of a row is and what it must be.
func (r row) refusal() string {
	switch v := r.value.(type) {
	case *[]string:
		return "must have " + r.must
	case *string:
		if *v != "" {
			return fmt.Sprintf("is %q but must be %s", *v, r.must)
		}
		return "is empty but must be " + r.must
	case *time.Duration:
		return fmt.Sprintf("is %s but must be %s", durationText(*v), r.must)
	case *int:
		return fmt.Sprintf("is %d but must be %s", *v, r.must)
	}
	return fmt.Sprintf("is %s but must be %s", r.value, r.must)
}

// contradictions lists values that exclude each other.
func (c *Config) contradictions() (wrong []Complaint) {
	complain := func(key, other, format string, args ...any) {
		wrong = append(wrong, Complaint{[]string{key, other}, fmt.Sprintf(format, args...)})
	}
	if seats, lamps := len(c.Buttons.Seats), len(c.Buttons.Lamps); lamps != 0 && lamps != seats && seats != 0 {
		complain("buttons.lamps", "buttons.seats",
			`key "buttons.lamps" has %d lines but must have %d, one for each of buttons.seats, or none`, lamps, seats)
	}
	if late := c.Contacts().Late(); c.Race.Settle < late {
		complain("race.settle", "buttons.glitch", `key "race.settle" is %s but must be at least %s: `+
			`so late may a bouncing button tell its press`, durationText(c.Race.Settle), durationText(late))
	}
	if strings.Contains(c.MQTT.Broker, "@") {
		complain("mqtt.broker", "", `key "mqtt.broker" names a user: `+
			"write it as user, and the password into a file of its own")
	}
	if !c.HasKeys() && !c.Keyboard.Enabled {
		complain("judge.ok", "keyboard.enabled", `key "judge.ok" is empty but must be a line such as "GPIO17", `+
			`where no keyboard may stand in for the judge's keys`)
	}
	return wrong
}

// wrongWires complains about lines without a name, and about what can't be wired or plugged in.
func (c *Config) wrongWires() (wrong []Complaint) {
	parts := c.Parts(fmt.Sprintf)
	for _, p := range parts {
		what := ""
		switch {
		case p.Plugged():
			what = wrongPlug(p)
		case p.Line == "" && p.Kind != wiring.OLED && p.Kind != wiring.SoundCard:
			what = ` is empty but must be a line such as "GPIO17"`
		}
		if what != "" {
			wrong = append(wrong, Complaint{[]string{p.Key}, fmt.Sprintf("key %q%s", p.Key, what)})
		}
	}
	for _, p := range wiring.Check(parts) {
		var keys []string
		for _, part := range p.Parts {
			keys = append(keys, part.Key)
		}
		wrong = append(wrong, Complaint{keys, p.What})
	}
	return wrong
}

// wrongPlug complains about a part that is plugged in if its key or lamp doesn't exist or can't be
// used.
func wrongPlug(p wiring.Part) string {
	place, err := evdev.ParsePlace(p.Line)
	_, isKey := place.Key()
	switch {
	case p.Kind != wiring.Button && p.Kind != wiring.Lamp:
		return fmt.Sprintf(": a device that is plugged in can be a button or a lamp, but not the %s; "+
			`give it a line such as "GPIO17"`, p.Name)
	case err != nil:
		return ": " + err.Error()
	case p.Kind == wiring.Lamp || isKey:
		return ""
	}
	hint := "Test the buttons, in the menu of the box, shows where a button is; Learn the buttons takes another"
	if near := Nearest(place.Name, evdev.KeyNames()); near != "" {
		hint = fmt.Sprintf("did you mean %q?", near)
	}
	return fmt.Sprintf(": there is no key %q; %s", place.Name, hint)
}
