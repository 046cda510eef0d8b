package wiring

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A Learning learns where each button is: it asks for one after the other, and is told what is
// pressed. It has no clock and drives no lamp: times come with the calls, which return what is to be
// heard and lit.
//
// A press of a button that is known already says so. The same press once more takes it back, if it
// was learnt last, or says that there are no more, if it is seat 1's; to hold any says that, too.
// Keys of a keyboard are learnt when they are pressed twice, unless another of its keys is a button
// already: until then the keyboard may be the judge's.
type Learning struct {
	asks       []hw.Button      // one after the other
	stay       Lines            // of buttons that are known before
	shortcuts  []Shortcut       // which lose their lines to buttons that are learnt there
	otherParts []Part           // which are neither buttons nor lamps
	pairs      []Pair           // of lines that may be learnt
	lamps      []evdev.Place    // of devices
	faults     map[string]error // by line or key
	answered   bool             // by a keyboard or a page, so that keys may be missing
	progress
}

// progress is what is forgotten when the learning starts over.
type progress struct {
	next      int                  // index of the button that is asked for
	found     []assignment         // what was learnt, in this order
	lit       evdev.Place          // the lamp whose button is to be pressed; its zero value is none
	tried     int                  // how many lamps were lit, or are of no use
	light     map[hw.Button]string // lamps of devices, by seat
	said      games.Text           // what became of the last press
	refused   bool                 // and nothing was learnt by it
	lastPlace string               // the place of the last press, if the same press once more has an effect
	down      string               // the place of a known button that is down, "" for none
	skipsAt   time.Duration        // when that says that there are no more
	chords    chords               // of keys that devices press along with others
}

// A Step is what came of a press, of an answer or of the time.
type Step struct {
	Said   games.Text  // what became of it
	Cue    games.Cue   // how that sounds; "" if nothing came of it, and the rest is zero
	Learnt hw.Button   // 0 for none
	Asks   hw.Button   // what is to be pressed next; 0 once all are learnt
	Lit    evdev.Place // the lamp of a device whose button is to be pressed; its zero value is none
}

// An assignment is a button and where it is.
type assignment struct {
	Button hw.Button
	Place  string // a line, or a key of a device
}

// holdToSkip is how long a known button is held to say that there are no more.
const holdToSkip = 2 * time.Second

// Learn asks for all seats and then for the judge's keys. The lines before hold until then; others are the parts
// that stay.
func Learn(before Lines, others []Part, lamps []evdev.Place) *Learning {
	l := Learning{shortcuts: before.Shortcuts, otherParts: others, pairs: before.Pairs(others), lamps: lamps}
	for i := range Most {
		l.asks = append(l.asks, hw.Button(i+1))
	}
	l.asks = append(l.asks, hw.KeyOK, hw.KeyPrevious, hw.KeyNext)
	return l.begin()
}

// LearnOne asks for one button alone, the judge's back or a shortcut, and leaves all others as they
// are.
func LearnOne(b hw.Button, before Lines, others []Part) *Learning {
	return Learning{asks: []hw.Button{b}, stay: before.with(b, ""), otherParts: others}.begin()
}

func (l Learning) begin() *Learning {
	l.faults = map[string]error{}
	l.StartOver()
	return &l
}

// asked returns the button that is to be pressed, or 0 once all are learnt.
func (l *Learning) asked() hw.Button {
	if l.next == len(l.asks) {
		return 0
	}
	return l.asks[l.next]
}

// Done reports whether all buttons and lamps are learnt.
func (l *Learning) Done() bool { return l.asked() == 0 && l.lit == (evdev.Place{}) }

// MaySkip reports whether the button that is asked for is optional. Without keys, only a
// keyboard or a page could answer anything.
func (l *Learning) MaySkip() bool {
	switch asked := l.asked(); asked {
	case hw.KeyOK:
		return l.answered
	case hw.KeyPrevious, hw.KeyNext:
		return false
	default:
		return !asked.IsSeat() || asked > Fewest
	}
}

// Skip says that there are no more seats, no keys, or no button beside the lit lamp.
func (l *Learning) Skip() Step {
	l.down, l.lastPlace = "", ""
	asked := l.asked()
	switch {
	case !l.MaySkip():
		return Step{}
	case asked == 0:
		return l.SkipLamp()
	}
	for l.asked() != 0 && l.asked().IsSeat() == asked.IsSeat() {
		l.next++
	}
	return l.goOn(games.Text{}, games.CueTurn)
}

// Press takes the press of a button.
func (l *Learning) Press(at time.Duration, s hw.Source) Step {
	if l.chords.press(at, s) {
		return l.press(at, s)
	}
	return Step{}
}

// press takes a press that stands alone.
func (l *Learning) press(at time.Duration, s hw.Source) Step {
	owner := l.Owner(s.Place)
	switch {
	case l.Done():
		return Step{}
	case s.Use == hw.Directs || s.Use == hw.Locks:
		l.lastPlace = ""
		return l.refuse(games.Text{Word: "not_a_button"})
	case owner != 0 && l.MaySkip():
		l.down, l.skipsAt = s.Place, at+holdToSkip
		return Step{}
	case owner != 0:
		return l.pressedAgain(owner, s.Place)
	case s.Use != hw.Presses && l.lastPlace != s.Place && !l.known().hasKeyOf(s.Place):
		l.lastPlace = s.Place
		return l.refuse(games.Text{Word: "is_keyboard"})
	case l.asked() == 0:
		return l.takeLamp(s.Place)
	}
	return l.take(s.Place)
}

// TakeAnswer takes the press or the release of a key that answers as one of the judge's, as a keyboard's
// arrows do unless its keys are buttons. It reports whether it is one.
func (l *Learning) TakeAnswer(s hw.Source, down bool) (step Step, isAnswer bool) {
	if s.Answers == 0 || l.known().hasKeyOf(s.Place) {
		return Step{}, false
	}
	l.NoteAnswer()
	l.lastPlace = ""
	if down && !l.Done() && l.said.Word != "is_keyboard" {
		step = l.say(games.Text{Word: "is_keyboard"}, games.CueKey)
	}
	return step, true
}

// NoteAnswer notes that a keyboard or a page can answer.
func (l *Learning) NoteAnswer() { l.answered = true }

// Answered reports whether a keyboard or a page can answer.
func (l *Learning) Answered() bool { return l.answered }

// Release takes the release of a button.
func (l *Learning) Release(place string) Step {
	l.chords.release(place)
	if l.down != place {
		return Step{}
	}
	l.down = ""
	if l.asked() == 0 {
		return l.takeLamp(place)
	}
	return l.pressedAgain(l.Owner(place), place)
}

// Elapse handles the first of what is due.
func (l *Learning) Elapse(at time.Duration) Step {
	if w, ok := l.chords.alone(at); ok {
		step := l.press(w.until, w.source)
		if w.up && l.down == w.source.Place {
			step = l.Release(l.down)
		}
		return step
	}
	if l.down != "" && at >= l.skipsAt {
		return l.Skip()
	}
	return Step{}
}

// Due is when to call Elapse next.
func (l *Learning) Due() (at time.Duration, ok bool) {
	at, ok = l.chords.due()
	if l.down != "" && (!ok || l.skipsAt < at) {
		at, ok = l.skipsAt, true
	}
	return at, ok
}

// pressedAgain takes the press of a button that is known. Once more, it takes back what was learnt
// last, or says by seat 1 that there are no more.
func (l *Learning) pressedAgain(owner hw.Button, place string) Step {
	once := l.lastPlace == place
	last := len(l.found) - 1
	l.lastPlace = ""
	skips, takesBack := owner == 1 && l.MaySkip(), last >= 0 && l.found[last].Button == owner
	switch {
	case once && skips:
		return l.Skip()
	case once && takesBack:
		l.next, l.found = slices.Index(l.asks, owner), l.found[:last]
		return l.say(NameOf(owner, "taken_back"), games.CueTurn)
	case skips || takesBack:
		l.lastPlace = place
	}
	return l.refuse(NameOf(owner, "is_button"))
}

// takeLamp gives the lit lamp to the seat whose button was pressed. A button that has none to get says so,
// and pressed once more that nobody has the lamp.
func (l *Learning) takeLamp(place string) Step {
	switch owner := l.Owner(place); {
	case owner.IsSeat() && l.light[owner] == "":
		l.light[owner] = l.lit.String()
		step := l.SkipLamp()
		step.Cue = games.CueJoined
		return step
	case l.lastPlace == place:
		return l.Skip()
	}
	l.lastPlace = place
	return l.refuse(games.Text{Word: "no_seat"})
}

// take learns the button that was pressed.
func (l *Learning) take(place string) Step {
	l.lastPlace = ""
	asked := l.asked()
	for _, wrong := range Check(append(l.known().with(asked, place).Parts(fmt.Sprintf), l.otherParts...)) {
		if slices.ContainsFunc(wrong.Parts, func(p Part) bool { return p.Button == asked }) {
			return l.refuse(games.Text{Word: "no_line", Extra: place})
		}
	}
	l.found = append(l.found, assignment{asked, place})
	l.next++
	step := l.goOn(NameOf(asked, "learnt"), games.CueJoined)
	step.Learnt = asked
	return step
}

// SkipLamp leaves the lit lamp unassigned, and goes on to the next one.
func (l *Learning) SkipLamp() Step {
	l.lit, l.down, l.lastPlace = evdev.Place{}, "", ""
	return l.goOn(games.Text{}, games.CueTurn)
}

// goOn goes on to the next lamp of a device that has a seat's button, if it is not known yet whose it is, once
// all buttons are learnt.
func (l *Learning) goOn(said games.Text, cue games.Cue) Step {
	for ; l.Done() && l.tried < len(l.lamps); l.tried++ {
		lamp := l.lamps[l.tried]
		known := func(p Pair) bool { return p.Lamp == lamp.String() && l.Owner(p.Button).IsSeat() }
		ofSeat := func(a assignment) bool { return a.Button.IsSeat() && deviceOf(a.Place) == lamp.Device() }
		if !slices.ContainsFunc(l.pairs, known) && slices.ContainsFunc(l.found, ofSeat) {
			l.lit = lamp
		}
	}
	return l.say(said, cue)
}

// MayStartOver reports whether there is anything to forget.
func (l *Learning) MayStartOver() bool { return l.next > 0 }

// StartOver begins with the first button again.
func (l *Learning) StartOver() Step {
	l.progress = progress{light: map[hw.Button]string{}, chords: chords{last: map[string]time.Duration{}}}
	return l.say(games.Text{}, games.CueTurn)
}

// Fault notes what is wrong with a line or key, or by nil that it works again.
func (l *Learning) Fault(place string, fault error) {
	if l.faults[place] = fault; fault == nil {
		delete(l.faults, place)
	}
}

// Owner returns the button that already has a line or key, or 0.
func (l *Learning) Owner(place string) hw.Button {
	for b, line := range l.known().Of() {
		if same(line, place) {
			return b
		}
	}
	return 0
}

// hasKeyOf reports whether a key of the same device is a button already.
func (l Lines) hasKeyOf(place string) bool {
	lines := slices.Collect(maps.Values(l.Of()))
	return slices.ContainsFunc(lines, func(line string) bool { return deviceOf(line) == deviceOf(place) })
}

// known returns the lines of the buttons that are known by now.
func (l *Learning) known() Lines {
	lines := l.stay
	for _, f := range l.found {
		lines = lines.with(f.Button, f.Place)
	}
	return lines
}

// Lines returns what was learnt: each seat has the lamp that belongs to its button, and a shortcut
// whose line was given away has none.
func (l *Learning) Lines() Lines {
	all := l.known()
	for _, s := range l.shortcuts {
		if l.Owner(s.Line) != 0 {
			s.Line = ""
		}
		all.Shortcuts = append(all.Shortcuts, s)
	}
	all.Lamps = append(slices.Clone(all.Lamps), make([]string, max(0, len(all.Seats)-len(all.Lamps)))...)
	lampIn := map[string]string{} // by the line of its button
	for _, p := range l.pairs {
		lampIn[p.Button] = p.Lamp
	}
	for _, f := range l.found {
		if f.Button.IsSeat() {
			all.Lamps[f.Button-1] = cmp.Or(l.light[f.Button], lampIn[f.Place])
		}
	}
	for _, wrong := range Check(append(all.Parts(fmt.Sprintf), l.otherParts...)) {
		for _, p := range wrong.Parts {
			if i := slices.Index(all.Lamps, p.Line); i >= 0 && p.Kind == Lamp {
				all.Lamps[i] = ""
			}
		}
	}
	if !slices.ContainsFunc(all.Lamps, func(lamp string) bool { return lamp != "" }) {
		all.Lamps = []string{}
	}
	return all
}

func (l *Learning) say(said games.Text, cue games.Cue) Step {
	l.said, l.refused = said, cue == games.CueRefused
	return Step{Said: said, Cue: cue, Asks: l.asked(), Lit: l.lit}
}

func (l *Learning) refuse(why games.Text) Step { return l.say(why, games.CueRefused) }
