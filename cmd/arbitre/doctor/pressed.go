package doctor

import (
	"fmt"
	"io"
	"time"

	"arbitre/hw"
)

// A pressReport holds the results of pressing every button.
type pressReport struct {
	Failed  string           `json:"failed,omitempty"` // why nothing could be pressed
	Mend    string           `json:"mend,omitempty"`
	Buttons []*pressedButton `json:"buttons,omitempty"`
	Lost    int              `json:"lost_edges"`
}

// notPressed prints and returns the report for buttons that can't be pressed.
func notPressed(talk io.Writer, v verdict) *pressReport {
	fmt.Fprintf(talk, "\n%s\n-> %s\n", v.Says, v.Mend)
	return &pressReport{Failed: v.Says, Mend: v.Mend}
}

// A pressedButton holds the results of one button.
type pressedButton struct {
	wire
	Answered string        `json:"answered,omitempty"` // the part that moved when this one was asked for
	Presses  int           `json:"presses"`
	Bounce   time.Duration `json:"press_bounce_ns"`   // from the first to the last edge of a press, the longest
	Release  time.Duration `json:"release_bounce_ns"` // the same of a release
	Noise    int           `json:"idle_edges"`        // in ten seconds in which nobody touched anything
	Stuck    bool          `json:"down_at_start"`

	held    bool   // down now
	instead string // the key outside the table that was pressed for this button
}

// report judges each button, and prints the verdicts.
func (p *examination) report() *pressReport {
	r := &pressReport{Lost: p.presses.Lost()}
	var found []finding
	for _, w := range p.inputs() {
		b := p.buttons[w.button]
		answered, heard := p.call.answers[b.button]
		switch {
		case !heard:
			b.verdict = p.unheard(b)
		case answered != b.button:
			other := p.buttons[answered]
			b.Answered = other.Part
			b.verdict = p.mixedUp(b, other, p.call.answers[answered] == b.button)
		default:
			b.Answered = b.Part
			b.verdict = p.judge(b, p.presses.Fault(b.button), p.config.Contacts())
		}
		r.Buttons, found = append(r.Buttons, b), append(found, b.finding)
	}
	fmt.Fprintln(p.out)
	printFindings(p.out, p.Say, found)
	if r.Lost > 0 {
		p.tell("%d edges were lost: a line moves faster than it can be read.", r.Lost)
	}
	return r
}

// unheard returns the verdict on a button for which no line answered.
func (p *examination) unheard(b *pressedButton) verdict {
	switch {
	case b.Stuck:
		return p.says(missing, "down all the time").mend("its wire touches ground, or its switch sticks")
	case b.Presses > 0:
		return p.says(warning, "was not asked for to the end")
	case b.instead != "":
		return p.says(missing, "%s was pressed in its place", b.instead).
			mend("write %q in the configuration, or press %s", b.instead, b.Line)
	case b.isPlug():
		return p.says(missing, "no press was seen").mend("plug it in; sudo arbitre init learns the buttons of another")
	}
	return p.says(missing, "no press was seen").mend("check its two wires, to %s and to ground", b.Line)
}

// mixedUp returns the verdict on a button for which another one answered. Swapped means that this
// one answered for the other.
func (p *examination) mixedUp(b, other *pressedButton, swapped bool) verdict {
	v := p.says(missing, "the %s answered for it", other.Part)
	switch {
	case swapped:
		v = p.says(missing, "swapped with the %s", other.Part)
	case b.isPlug():
		return v.mend("press the one that is %s, or write in the configuration what was pressed", b.Line)
	default:
		return v.mend("check where its wire goes: it should go to %s", b.Line)
	}
	return v.mend("swap their two wires, or %s and %s in the configuration", b.Line, other.Line)
}

// judge returns the verdict on a button that answered for itself.
func (p *examination) judge(b *pressedButton, fault error, contacts hw.Debounce) verdict {
	switch longest := max(b.Bounce, b.Release); {
	case b.Stuck:
		return p.says(warning, "was down at the start").mend("see that nothing lies on it")
	case fault != nil || b.Noise > 0:
		v := p.says(warning, "moved %d times by itself", b.Noise)
		if fault != nil {
			v = p.fails(warning, fault)
		}
		if b.isPlug() {
			return v.mend("take another button, or another device")
		}
		return v.mend("twist its wire with its ground wire, keep it away from mains cables, " +
			"or add 10 kOhm from the line to 3.3 V")
	case longest >= contacts.Lockout:
		return p.says(warning, "bounces for %s: one press may count as two", millis(longest)).
			mend(`[buttons] lockout = "%v", or another switch`, (2 * longest).Round(time.Millisecond))
	case b.Bounce > contacts.Bounce:
		return p.says(warning, "bounces for %s when pressed, longer than switches do", millis(b.Bounce)).
			mend("check its plugs and wires for a loose contact, or take another switch")
	}
	return p.says(fine, "good")
}

func millis(d time.Duration) string {
	return fmt.Sprintf("%.3f ms", float64(d)/float64(time.Millisecond))
}
