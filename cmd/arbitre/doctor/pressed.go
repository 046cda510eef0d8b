package doctor

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"arbitre/cmd/arbitre/words"
	"arbitre/hw"
)

// A pressReport is what came of pressing every button.
type pressReport struct {
	Failed  string          `json:"failed,omitempty"` // why nothing could be pressed
	Mend    string          `json:"mend,omitempty"`
	Buttons []pressedButton `json:"buttons,omitempty"`
	Lost    int             `json:"lost_edges"`
}

// A pressedButton is what came of pressing one.
type pressedButton struct {
	Part     string        `json:"part"`
	Line     string        `json:"line"`
	State    state         `json:"state"`
	Says     string        `json:"says"`
	Mend     string        `json:"mend,omitempty"`
	Answered string        `json:"answered,omitempty"` // whose line moved when this one was asked for
	Presses  int           `json:"presses"`
	Bounce   time.Duration `json:"press_bounce_ns"`   // from the first to the last edge of a press, the longest
	Release  time.Duration `json:"release_bounce_ns"` // the same of a release
	// Of each press and each release, when the line moved after it first did: arbitre prove --bounce does as it did.
	Pressed  [][]time.Duration `json:"presses_ns,omitempty"`
	Released [][]time.Duration `json:"releases_ns,omitempty"`
	Noise    int               `json:"idle_edges"` // in ten seconds in which nobody touched anything
	Stuck    bool              `json:"down_at_start"`
}

// report says what came of each button.
func (p *examination) report(contacts hw.Debounce) *pressReport {
	r := &pressReport{Lost: p.lost}
	for _, w := range p.wires {
		b := p.buttons[w.button]
		b.rest()
		answered, heard := p.call.answers[w.button]
		one := pressedButton{
			Part: w.part, Line: w.line, State: stateOK, Says: p.say("good"),
			Presses: b.presses, Bounce: b.most[0], Release: b.most[1],
			Pressed: b.all[0], Released: b.all[1], Noise: b.noise, Stuck: b.stuck,
		}
		if heard {
			one.Answered = p.buttons[answered].part
		}
		p.judge(&one, b, answered, heard, contacts)
		r.Buttons = append(r.Buttons, one)
	}
	return r
}

// judge says what is wrong with a button, if anything is, and how to mend it.
func (p *examination) judge(one *pressedButton, b *examined, answered hw.Button, heard bool, contacts hw.Debounce) {
	w := b.wire
	switch longest := max(b.most[0], b.most[1]); {
	case heard && answered != w.button && p.call.answers[answered] == w.button:
		one.State = stateMissing
		one.Says = p.say("swapped with the %s", one.Answered)
		one.Mend = p.say("swap their two wires, or %s and %s in the configuration", w.line, p.buttons[answered].line)
		if isEncoder(w.button) {
			one.Says = p.say("turns the wrong way")
		}
	case heard && answered != w.button:
		one.State = stateMissing
		one.Says = p.say("the %s answered for it", one.Answered)
		one.Mend = p.say("check where its wire goes: it should go to %s", w.line)
		if w.isPlug() {
			one.Mend = p.say("press the one that is %s, or write in the configuration what was pressed", w.line)
		}
	case !heard && b.stuck:
		one.State, one.Says, one.Mend = stateMissing, p.say("down all the time"), p.say("its wire touches ground, or its switch sticks")
	case !heard && b.presses == 0:
		one.State, one.Says = stateMissing, p.say("no press was seen")
		one.Mend = p.say("check its two wires, to %s and to ground", w.line)
		if w.isPlug() {
			one.Mend = p.say("plug it in; sudo arbitre init learns the buttons of another")
		}
		if b.instead.Name != "" {
			one.Says = p.say("%s was pressed in its place", b.instead)
			one.Mend = p.say("write %q in the configuration, or press %s", b.instead.String(), w.line)
		}
	case !heard:
		one.State, one.Says = stateWarning, p.say("was not asked for to the end")
	case b.stuck:
		one.State, one.Says, one.Mend = stateWarning, p.say("was down at the start"), p.say("see that nothing lies on it")
	case b.fault != nil || b.noise > 0:
		one.State, one.Says = stateWarning, p.say("moved %d times by itself", b.noise)
		if b.fault != nil {
			one.Says = b.fault.Error()
		}
		one.Mend = p.say("twist its wire with its ground wire, keep it away from mains cables, or add 10 kOhm from the line to 3.3 V")
		if w.isPlug() {
			one.Mend = p.say("take another button, or another device")
		}
	case longest >= contacts.Lockout:
		one.State, one.Says = stateWarning, p.say("bounces for %s: one press may count as two", millis(longest))
		one.Mend = p.say(`[buttons] lockout = "%v", or another switch`, (2 * longest).Round(time.Millisecond))
	case b.most[0] > contacts.Bounce:
		one.State, one.Says = stateWarning, p.say("bounces for %s when pressed, longer than switches do", millis(b.most[0]))
		one.Mend = p.say("check its plugs and wires for a loose contact, or take another switch")
	}
}

// printPressed prints a table.
func printPressed(w io.Writer, say words.Say, r *pressReport) {
	button, wire := say("button"), say("line")
	part, line := utf8.RuneCountInString(button), utf8.RuneCountInString(wire)
	for _, b := range r.Buttons {
		part, line = max(part, utf8.RuneCountInString(b.Part)), max(line, utf8.RuneCountInString(b.Line))
	}
	fmt.Fprintf(w, "\n         %-*s  %-*s  %s\n", part, button, line, wire, say("presses  bounces down  bounces up  moved idle"))
	for _, b := range r.Buttons {
		fmt.Fprintf(w, "%-8s %-*s  %-*s  %7d  %12s  %10s  %10d  %s\n", say(b.State.label()), part, b.Part, line, b.Line,
			b.Presses, millis(b.Bounce), millis(b.Release), b.Noise, b.Says)
		if b.Mend != "" {
			fmt.Fprintf(w, "%s-> %s\n", strings.Repeat(" ", 11+part+line), b.Mend)
		}
	}
	if r.Lost > 0 {
		fmt.Fprintln(w, say("%d edges were lost: a line moves faster than it can be read.", r.Lost))
	}
}
