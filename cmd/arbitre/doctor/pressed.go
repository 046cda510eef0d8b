package doctor

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"arbitre/cmd/arbitre/messages"
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
	Part string `json:"part"`
	Line string `json:"line"`
	verdict
	Answered string        `json:"answered,omitempty"` // whose line moved when this one was asked for
	Presses  int           `json:"presses"`
	Bounce   time.Duration `json:"press_bounce_ns"`   // from the first to the last edge of a press, the longest
	Release  time.Duration `json:"release_bounce_ns"` // the same of a release
	Noise    int           `json:"idle_edges"`        // in ten seconds in which nobody touched anything
	Stuck    bool          `json:"down_at_start"`
}

// report says what came of each button.
func (p *examination) report() *pressReport {
	r := &pressReport{Lost: p.lost}
	for _, w := range p.wires {
		b := p.buttons[w.button]
		b.rest()
		answered, heard := p.call.answers[w.button]
		one := pressedButton{
			Part: w.part, Line: w.line, verdict: p.judge(b, answered, heard),
			Presses: b.presses, Bounce: b.most[0], Release: b.most[1],
			Noise: b.noise, Stuck: b.stuck,
		}
		if heard {
			one.Answered = p.buttons[answered].part
		}
		r.Buttons = append(r.Buttons, one)
	}
	return r
}

// judge says what is wrong with a button, if anything is, and how to mend it; heard tells whether a line answered for it.
func (p *examination) judge(b *examined, answered hw.Button, heard bool) verdict {
	contacts := p.config.Contacts()
	switch longest := max(b.most[0], b.most[1]); {
	case heard && answered != b.button:
		return p.mixedUp(b, p.buttons[answered])
	case !heard && b.stuck:
		return verdict{stateMissing, p.say("down all the time"), p.say("its wire touches ground, or its switch sticks")}
	case !heard && b.presses == 0 && b.instead.Name != "":
		return verdict{stateMissing, p.say("%s was pressed in its place", b.instead), p.say("write %q in the configuration, or press %s", b.instead.String(), b.line)}
	case !heard && b.presses == 0 && b.isPlug():
		return verdict{stateMissing, p.say("no press was seen"), p.say("plug it in; sudo arbitre init learns the buttons of another")}
	case !heard && b.presses == 0:
		return verdict{stateMissing, p.say("no press was seen"), p.say("check its two wires, to %s and to ground", b.line)}
	case !heard:
		return verdict{stateWarning, p.say("was not asked for to the end"), ""}
	case b.stuck:
		return verdict{stateWarning, p.say("was down at the start"), p.say("see that nothing lies on it")}
	case b.fault != nil || b.noise > 0:
		v := verdict{stateWarning, p.say("moved %d times by itself", b.noise),
			p.say("twist its wire with its ground wire, keep it away from mains cables, or add 10 kOhm from the line to 3.3 V")}
		if b.fault != nil {
			v.Says = b.fault.Error()
		}
		if b.isPlug() {
			v.Mend = p.say("take another button, or another device")
		}
		return v
	case longest >= contacts.Lockout:
		return verdict{stateWarning, p.say("bounces for %s: one press may count as two", millis(longest)),
			p.say(`[buttons] lockout = "%v", or another switch`, (2 * longest).Round(time.Millisecond))}
	case b.most[0] > contacts.Bounce:
		return verdict{stateWarning, p.say("bounces for %s when pressed, longer than switches do", millis(b.most[0])),
			p.say("check its plugs and wires for a loose contact, or take another switch")}
	}
	return verdict{stateOK, p.say("good"), ""}
}

// mixedUp is the verdict on a button for which another one answered.
func (p *examination) mixedUp(b, other *examined) verdict {
	if p.call.answers[other.button] == b.button {
		says := p.say("swapped with the %s", other.part)
		if isEncoder(b.button) {
			says = p.say("turns the wrong way")
		}
		return verdict{stateMissing, says, p.say("swap their two wires, or %s and %s in the configuration", b.line, other.line)}
	}
	mend := p.say("check where its wire goes: it should go to %s", b.line)
	if b.isPlug() {
		mend = p.say("press the one that is %s, or write in the configuration what was pressed", b.line)
	}
	return verdict{stateMissing, p.say("the %s answered for it", other.part), mend}
}

// printPressed prints a table.
func printPressed(w io.Writer, say messages.Say, r *pressReport) {
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

func millis(d time.Duration) string {
	return fmt.Sprintf("%.3f ms", float64(d)/float64(time.Millisecond))
}
