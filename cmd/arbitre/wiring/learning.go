package wiring

import (
	"cmp"
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
	Lit      evdev.Place // the lamp of a device whose button is to be pressed; its zero value is none
	Said     games.Text  // what became of the last press
	Refused  bool        // and nothing was learnt by it
	Cue      games.Cue   // how that sounds; set to "" once it is heard
	Learnt   hw.Button   // until then, 0 for none
	Answered bool        // by a keyboard or a page, so that keys may be missing

	asks       []hw.Button      // one after the other
	stay       Lines            // whatever is learnt
	shortcuts  []Shortcut       // which lose their lines to buttons that are learnt there
	otherParts []Part           // which are neither buttons nor lamps
	pairs      []Pair           // of lines that may be learnt
	lamps      []evdev.Place    // of devices
	faults     map[string]error // by line or key
	progress
}

// progress is what is forgotten when the learning starts over.
type progress struct {
	next      int                  // index of the button that is asked for
	found     []Assignment         // what was learnt, in this order
	tried     int                  // how many lamps were lit, or are of no use
	light     map[hw.Button]string // lamps of devices, by seat
	lastPlace string               // the place of the last press, if the same press once more has an effect
	down      string               // the place of a known button that is down, "" for none
	skipsAt   time.Duration        // when that says that there are no more
	chords    chords               // of keys that devices press along with others
}

// An Assignment is a button and where it is.
type Assignment struct {
	Button hw.Button
	Place  string // a line, or a key of a device
}

// holdToSkip is how long a known button is held to say that there are no more.
const holdToSkip = 2 * time.Second

// Learn asks for all seats and then for the judge's keys. The lines before hold until then; others are the parts
// that stay.
func Learn(before Lines, others []Part, lamps []evdev.Place) *Learning {
	l := &Learning{shortcuts: before.Shortcuts, otherParts: others, pairs: before.Pairs(others), lamps: lamps}
	for i := range Most {
		l.asks = append(l.asks, hw.Button(i+1))
	}
	l.asks = append(l.asks, hw.KeyOK, hw.KeyPrevious, hw.KeyNext)
	return l.begin()
}

// LearnOne asks for one button alone, the judge's back or a shortcut, and leaves all others as they
// are.
func LearnOne(b hw.Button, before Lines, others []Part) *Learning {
	l := &Learning{asks: []hw.Button{b}, stay: before.with(b, ""), otherParts: others}
	return l.begin()
}

func (l *Learning) begin() *Learning {
	l.faults, l.progress = map[string]error{}, newProgress()
	return l
}

func newProgress() progress {
	return progress{light: map[hw.Button]string{}, chords: chords{last: map[string]time.Duration{}}}
}

// Asks returns the button that is to be pressed, or 0 once all are learnt.
func (l *Learning) Asks() hw.Button {
	if l.next == len(l.asks) {
		return 0
	}
	return l.asks[l.next]
}

// Done reports whether all buttons and lamps are learnt.
func (l *Learning) Done() bool { return l.Asks() == 0 && l.Lit == (evdev.Place{}) }

// MaySkip reports whether the button that is asked for is optional. Without keys, only a
// keyboard or a page could answer anything.
func (l *Learning) MaySkip() bool {
	asks := l.Asks()
	if seat, isSeat := asks.Seat(); isSeat {
		return seat > Fewest
	}
	return asks != hw.KeyPrevious && asks != hw.KeyNext && (asks != hw.KeyOK || l.Answered)
}

// Skip says that there are no more seats, no keys, or no button beside the lit lamp.
func (l *Learning) Skip() {
	l.down, l.lastPlace = "", ""
	asked := l.Asks()
	switch {
	case !l.MaySkip():
		return
	case asked == 0:
		l.Dark()
		return
	}
	for isSeat(l.Asks()) == isSeat(asked) && l.Asks() != 0 {
		l.next++
	}
	l.say(games.Text{}, games.CueTurn)
	l.nextLamp()
}

func isSeat(b hw.Button) bool { _, is := b.Seat(); return is }

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
	case l.Asks() == 0:
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
	if l.Asks() == 0 {
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
	case len(l.found) > 0 && l.found[len(l.found)-1].Button == owner:
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
	n := len(l.found) - 1
	last := l.found[n].Button
	l.next, l.found = slices.Index(l.asks, last), l.found[:n]
	l.say(NameOf(last, "taken_back"), games.CueTurn)
}

// takeLamp gives the lit lamp to the seat whose button was pressed. A button that has none to get says so,
// and pressed once more that nobody has the lamp.
func (l *Learning) takeLamp(place string) {
	switch owner := l.Owner(place); {
	case isSeat(owner) && l.light[owner] == "":
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
	asked := l.Asks()
	for _, wrong := range Check(append(l.known().with(asked, place).Parts(fmt.Sprintf), l.otherParts...)) {
		if slices.ContainsFunc(wrong.Parts, func(p Part) bool { return p.Button == asked }) {
			l.refuse(games.Text{Word: "no_line", Extra: place})
			return
		}
	}
	l.found, l.Learnt = append(l.found, Assignment{asked, place}), asked
	l.next++
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
	for ; l.Done() && l.tried < len(l.lamps); l.tried++ {
		lamp := l.lamps[l.tried]
		known := func(p Pair) bool { return p.Lamp == lamp.String() && isSeat(l.Owner(p.Button)) }
		ofSeat := func(a Assignment) bool { return isSeat(a.Button) && deviceOf(a.Place) == lamp.Device() }
		if !slices.ContainsFunc(l.pairs, known) && slices.ContainsFunc(l.found, ofSeat) {
			l.Lit = lamp
		}
	}
}

// MayStartOver reports whether there is anything to forget.
func (l *Learning) MayStartOver() bool { return l.next > 0 }

// StartOver begins with the first button again.
func (l *Learning) StartOver() {
	l.progress, l.Lit = newProgress(), evdev.Place{}
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
	for b, line := range l.known().Of() {
		if same(line, place) {
			return b
		}
	}
	return 0
}

// hasKeyOf reports whether a key of the same device is a button already.
func (l *Learning) hasKeyOf(place string) bool {
	for _, line := range l.known().Of() {
		if deviceOf(line) == deviceOf(place) {
			return true
		}
	}
	return false
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
	for _, f := range l.found {
		if seat, ok := f.Button.Seat(); ok {
			all.Lamps[seat-1] = cmp.Or(l.light[f.Button], lampOf(l.pairs, f.Place))
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

// lampOf returns the line of the lamp in a button, "" for none.
func lampOf(pairs []Pair, button string) string {
	if i := slices.IndexFunc(pairs, func(p Pair) bool { return p.Button == button }); i >= 0 {
		return pairs[i].Lamp
	}
	return ""
}

func (l *Learning) say(said games.Text, cue games.Cue) {
	l.Said, l.Cue, l.Refused = said, cue, cue == games.CueRefused
}

func (l *Learning) refuse(why games.Text) { l.say(why, games.CueRefused) }
