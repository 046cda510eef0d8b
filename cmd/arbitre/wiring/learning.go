package wiring

import (
	"fmt"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// A Learning learns where each button is: it asks for one after the other, and is told what is
// pressed. It has no clock and drives no lamp: times come with the calls, and what is to be shown,
// heard and lit is in its fields.
//
// A press of a button that is known already says so. The same press once more takes it back, if it
// was learnt last, or says that there are no more, if it is seat 1's; to hold any says that, too.
// Keys of a keyboard are learnt when they are pressed twice, unless another of its keys is a button
// already: until then the keyboard may be the judge's.
type Learning struct {
	Asks     hw.Button    // what is to be pressed; 0 once all are learnt
	Found    []Assignment // what was learnt, in this order
	Lit      evdev.Place  // the lamp of a device whose button is to be pressed; its zero value is none
	Said     games.Text   // what became of the last press
	Refused  bool         // and nothing was learnt by it
	Cue      games.Cue    // how that sounds; set to "" once it is heard
	Learnt   hw.Button    // until then, 0 for none
	Answered bool         // by a keyboard or a page, so that keys may be missing

	onlyButton hw.Button // which alone is asked for; 0: all
	before     Lines
	start      Lines                // which stay whatever is learnt
	otherParts []Part               // which are neither buttons nor lamps
	pairs      []Pair               // of lines that may be learnt
	lamps      []evdev.Place        // of devices, that were not lit yet
	light      map[hw.Button]string // lamps of devices, by seat
	lastPlace  string               // the place of the last press, if the same press once more has an effect
	down       string               // the place of a known button that is down, "" for none
	skipsAt    time.Duration        // when that says that there are no more
	chords     chords               // of keys that devices press along with others
	faults     map[string]error     // by line or key
}

// An Assignment is a button and where it is.
type Assignment struct {
	Button hw.Button
	Place  string // a line, or a key of a device
}

// holdToSkip is how long a known button is held to say that there are no more.
const holdToSkip = 2 * time.Second

// Learn begins with seat 1. The lines before hold until then; others are the parts that stay.
func Learn(before Lines, others []Part, lamps []evdev.Place) *Learning {
	return &Learning{Asks: 1, before: before, otherParts: others, pairs: before.Pairs(others), lamps: lamps,
		light: map[hw.Button]string{}, faults: map[string]error{}, chords: chords{last: map[string]time.Duration{}}}
}

// LearnOne asks for one button alone, the judge's back or a shortcut, and leaves all others as they
// are.
func LearnOne(b hw.Button, before Lines, others []Part) *Learning {
	l := Learn(before, others, nil)
	l.Asks, l.onlyButton, l.start, l.pairs = b, b, before.with(b, ""), nil
	for other, line := range before.Of() {
		if other != b {
			l.Found = append(l.Found, Assignment{other, line})
		}
	}
	return l
}

// Done reports whether all buttons and lamps are learnt.
func (l *Learning) Done() bool { return l.Asks == 0 && l.Lit == (evdev.Place{}) }

// MaySkip reports whether the button that is asked for is optional. Without keys, only a
// keyboard or a page could answer anything.
func (l *Learning) MaySkip() bool {
	if l.Asks == hw.KeyOK {
		return l.Answered
	}
	return l.Asks > Fewest || l.onlyButton != 0 || l.Asks == 0
}

// Skip says that there are no more seats, no keys, or no button beside the lit lamp.
func (l *Learning) Skip() {
	l.down, l.lastPlace = "", ""
	switch {
	case !l.MaySkip():
		return
	case l.Asks == 0:
		l.Dark()
		return
	case l.onlyButton != 0 || l.Asks == hw.KeyOK:
		l.Asks = 0
	default:
		l.Asks = hw.KeyOK
	}
	l.say(games.Text{}, games.CueTurn)
	l.nextLamp()
}

// Press takes the press of a button.
func (l *Learning) Press(at time.Duration, s hw.Source) {
	if l.chords.press(at, s) {
		l.press(at, s)
	}
}

// press takes a press that stands alone.
func (l *Learning) press(at time.Duration, s hw.Source) {
	owner := l.Owner(s.Place)
	switch {
	case l.Done():
	case s.Use == hw.Directs || s.Use == hw.Locks:
		l.lastPlace = ""
		l.refuse(games.Text{Word: "not_a_button"})
	case owner != 0 && l.MaySkip():
		l.down, l.skipsAt = s.Place, at+holdToSkip
	case owner != 0:
		l.pressedAgain(owner, s.Place)
	case s.Use != hw.Presses && l.lastPlace != s.Place && !l.hasKeyOf(s.Place):
		l.lastPlace = s.Place
		l.refuse(games.Text{Word: "is_keyboard"})
	case l.Asks == 0:
		l.takeLamp(s.Place)
	default:
		l.take(s.Place)
	}
}

// TakeAnswer takes the press or the release of a key that answers as one of the judge's, as a keyboard's
// arrows do unless its keys are buttons. It reports whether it is one.
func (l *Learning) TakeAnswer(s hw.Source, down bool) bool {
	if s.Answers == 0 || l.hasKeyOf(s.Place) {
		return false
	}
	l.Answered = true
	l.lastPlace = ""
	if down && !l.Done() && l.Said.Word != "is_keyboard" {
		l.say(games.Text{Word: "is_keyboard"}, games.CueKey)
	}
	return true
}

// Release takes the release of a button.
func (l *Learning) Release(place string) {
	l.chords.release(place)
	if l.down != place {
		return
	}
	l.down = ""
	if l.Asks == 0 {
		l.takeLamp(place)
	} else if owner := l.Owner(place); owner != 0 {
		l.pressedAgain(owner, place)
	}
}

// Elapse lets the time pass.
func (l *Learning) Elapse(at time.Duration) {
	for w, ok := l.chords.alone(at); ok; w, ok = l.chords.alone(at) {
		l.press(w.until, w.source)
		if w.up {
			l.Release(w.source.Place)
		}
	}
	if l.down != "" && at >= l.skipsAt {
		l.Skip()
	}
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
func (l *Learning) pressedAgain(owner hw.Button, place string) {
	once := l.lastPlace == place
	l.lastPlace = ""
	switch {
	case owner == 1 && l.MaySkip():
		if once {
			l.Skip()
			return
		}
		l.lastPlace = place
	case l.onlyButton == 0 && l.Found[len(l.Found)-1].Button == owner:
		if once {
			l.takeBack()
			return
		}
		l.lastPlace = place
	}
	l.refuse(NameOf(owner, "is_button"))
}

// takeBack forgets the button that was learnt last, and asks for it again.
func (l *Learning) takeBack() {
	n := len(l.Found) - 1
	l.Asks, l.Found = l.Found[n].Button, l.Found[:n]
	l.say(NameOf(l.Asks, "taken_back"), games.CueTurn)
}

// takeLamp gives the lit lamp to the seat whose button was pressed. A button that has none to get says so,
// and pressed once more that nobody has the lamp.
func (l *Learning) takeLamp(place string) {
	switch owner := l.Owner(place); {
	case owner > 0 && owner <= Most && l.light[owner] == "":
		l.light[owner] = l.Lit.String()
		l.Dark()
		l.Cue = games.CueJoined
	case l.lastPlace == place:
		l.Skip()
	default:
		l.lastPlace = place
		l.refuse(games.Text{Word: "no_seat"})
	}
}

// take learns the button that was pressed.
func (l *Learning) take(place string) {
	l.lastPlace = ""
	asked := l.Asks
	for _, wrong := range Check(append(l.found().with(asked, place).Parts(fmt.Sprintf), l.otherParts...)) {
		if slices.ContainsFunc(wrong.Parts, func(p Part) bool { return p.Button == asked }) {
			l.refuse(games.Text{Word: "no_line", Extra: place})
			return
		}
	}
	l.Found, l.Learnt = append(l.Found, Assignment{asked, place}), asked
	switch {
	case l.onlyButton != 0 || asked == hw.KeyNext:
		l.Asks = 0
	case asked == Most:
		l.Asks = hw.KeyOK
	case asked == hw.KeyOK:
		l.Asks = hw.KeyPrevious
	case asked == hw.KeyPrevious:
		l.Asks = hw.KeyNext
	default:
		l.Asks++
	}
	l.say(NameOf(asked, "learnt"), games.CueJoined)
	l.nextLamp()
}

// Dark puts the lit lamp out, leaves it unassigned, and goes on to the next one.
func (l *Learning) Dark() {
	l.Lit, l.down, l.lastPlace = evdev.Place{}, "", ""
	l.say(games.Text{}, games.CueTurn)
	l.nextLamp()
}

// nextLamp lights the next lamp of a device that has a seat's button, if it is not known yet
// whose it is.
func (l *Learning) nextLamp() {
	for l.Done() && l.onlyButton == 0 && len(l.lamps) > 0 {
		lamp := l.lamps[0]
		l.lamps = l.lamps[1:]
		known := func(p Pair) bool { return p.Lamp == lamp.String() && l.Owner(p.Button) > 0 }
		ofSeat := func(a Assignment) bool { return a.Button > 0 && deviceOf(a.Place) == lamp.Device() }
		if !slices.ContainsFunc(l.pairs, known) && slices.ContainsFunc(l.Found, ofSeat) {
			l.Lit = lamp
		}
	}
}

// StartOver begins with the first button again.
func (l *Learning) StartOver(lamps []evdev.Place) {
	answered, faults := l.Answered, l.faults
	*l = *Learn(l.before, l.otherParts, lamps)
	l.Answered, l.faults = answered, faults
	l.say(games.Text{}, games.CueTurn)
}

// Fault notes what is wrong with a line or key, or by nil that it works again.
func (l *Learning) Fault(place string, fault error) {
	if l.faults[place] = fault; fault == nil {
		delete(l.faults, place)
	}
}

// Owner returns the button that already has a line or key, or 0.
func (l *Learning) Owner(place string) hw.Button {
	for _, f := range l.Found {
		if same(f.Place, place) {
			return f.Button
		}
	}
	return 0
}

// hasKeyOf reports whether a key of the same device is a button already.
func (l *Learning) hasKeyOf(place string) bool {
	return slices.ContainsFunc(l.Found, func(f Assignment) bool { return deviceOf(f.Place) == deviceOf(place) })
}

// found returns the lines of the buttons that were learnt.
func (l *Learning) found() Lines {
	lines := l.start
	for _, f := range l.Found {
		lines = lines.with(f.Button, f.Place)
	}
	return lines
}

// Lines returns what was learnt: each seat has the lamp that belongs to its button, and a shortcut
// whose line was given away has none.
func (l *Learning) Lines() Lines {
	all := l.found()
	if l.onlyButton != 0 {
		return all
	}
	all.Shortcuts = slices.Clone(l.before.Shortcuts)
	for i, s := range all.Shortcuts {
		if l.Owner(s.Line) != 0 {
			all.Shortcuts[i].Line = ""
		}
	}
	all.Lamps = make([]string, len(all.Seats))
	for i, line := range all.Seats {
		all.Lamps[i] = l.light[hw.Button(i+1)]
		if p := slices.IndexFunc(l.pairs, func(p Pair) bool { return p.Button == line }); p >= 0 && all.Lamps[i] == "" {
			all.Lamps[i] = l.pairs[p].Lamp
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

func (l *Learning) say(said games.Text, cue games.Cue) {
	l.Said, l.Cue, l.Refused = said, cue, cue == games.CueRefused
}

func (l *Learning) refuse(why games.Text) { l.say(why, games.CueRefused) }
