package doctor

import (
	"time"

	"arbitre/display/wording"
)

// A check looks at something that a table needs or can use, and returns what it found, if anything.
type check func(m *Machine) []finding

// one returns the check of a single part, given by its name in English. A verdict without a state is
// left out.
func one(part string, look func(m *Machine) verdict) check {
	return func(m *Machine) []finding {
		if v := look(m); v.State != "" {
			return []finding{{Part: m.Say(part), verdict: v}}
		}
		return nil
	}
}

// examine runs all checks, those of the most important parts first.
func (m *Machine) examine() (found []finding) {
	for _, look := range []check{
		lines,
		one("lamps", lamps),
		plugs,
		buzzer,
		one("display", display),
		one("public display", publicDisplay),
		one("speaker", speaker),
		one("voice", voice),
		one("keyboard", keyboards),
		one("broker", broker),
		one("journals", journals),
		wordLists,
		one("recorded sounds", recordings),
		one("power supply", power),
		one("service", service),
		one("races", races),
	} {
		found = append(found, look(m)...)
	}
	return found
}

// A finding is the verdict on one part. Its names in the JSON document don't change.
type finding struct {
	Part string `json:"part"`           // "button of seat 1", "display"
	Line string `json:"line,omitempty"` // of the header, or the key or lamp of a device, as it is configured
	verdict

	Chip       string        `json:"chip,omitempty"`          // of the line
	Device     string        `json:"device,omitempty"`        // of the key or lamp
	Resolution time.Duration `json:"resolution_ns,omitempty"` // of that device
	Consumer   string        `json:"consumer,omitempty"`      // the program or driver that uses the line or device
}

// A verdict says how well something works, and what to do about it.
type verdict struct {
	State state  `json:"state"`
	Says  string `json:"says"`
	Mend  string `json:"mend,omitempty"` // what to type or do

	say wording.Say
}

// A state is how well a part works. The words are those of the JSON document.
type state string

const (
	fine    state = "ok"
	off     state = "off"     // not wanted by the configuration
	warning state = "warning" // it works, but not as well as it should
	missing state = "missing" // not there, or does not work
)

// says returns a verdict without advice; [verdict.mend] adds that.
func (m *Machine) says(s state, format string, args ...any) verdict {
	return verdict{State: s, Says: m.Say(format, args...), say: m.Say}
}

// fails returns a verdict that quotes an error.
func (m *Machine) fails(s state, err error) verdict {
	return verdict{State: s, Says: err.Error(), say: m.Say}
}

// unwanted returns the verdict on a part that the configuration switches off.
func (m *Machine) unwanted() verdict { return m.says(off, "off in the configuration") }

// mend adds advice.
func (v verdict) mend(format string, args ...any) verdict { return v.run(v.say(format, args...)) }

// run adds a command to type as advice. Commands are not translated.
func (v verdict) run(command string) verdict {
	v.Mend = command
	return v
}

// about puts a subject before the sentence of a verdict.
func (v verdict) about(what string) verdict {
	v.Says = what + ": " + v.Says
	return v
}

// and adds to the sentence of a verdict.
func (v verdict) and(format string, args ...any) verdict {
	v.Says += v.say(format, args...)
	return v
}
