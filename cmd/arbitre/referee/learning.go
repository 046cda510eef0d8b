package referee

import (
	"errors"
	"maps"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/lesson"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
)

// Learn is what a box needs that does not know its buttons yet.
type Learn struct {
	Before config.Config // which holds until then
	// Source tells where a button is that may be learnt; false for a key that only answers, such as
	// that of a keyboard.
	Source func(hw.Button) (at hw.Source, ok bool)
	Lamps  []lesson.Lamp // of devices, of which somebody sees whose they are

	lesson *lesson.Lesson
	faults map[string]error // by line or key
}

// Fault notes what is wrong with a button, or by nil that it works again. It is called from within
// the calls of the referee's contacts.
func (l *Learn) Fault(b hw.Button, fault error) {
	at, _ := l.Source(b)
	if l.faults[at.Place] = fault; fault == nil {
		delete(l.faults, at.Place)
	}
}

// wrong says which lines are at fault: by the button that was learnt there, if there is one.
func (l *Learn) wrong() (said []games.Text) {
	for _, place := range slices.Sorted(maps.Keys(l.faults)) {
		word := "noisy"
		if l.faults[place] == hw.Stuck {
			word = "stuck"
		}
		if owner := l.lesson.Owner(place); owner != 0 {
			said = append(said, lesson.About(owner, "button_"+word))
		} else {
			said = append(said, games.Text{Word: "line_" + word, Extra: place})
		}
	}
	return said
}

// isNew reports whether nobody has chosen anything at this box yet. It then speaks all of its
// languages in turn, and asks for the language in the end.
func (l *Learn) isNew() bool { return len(l.Before.Buttons.Seats) == 0 }

// learnt returns the keys of the configuration that a lesson fills in, at the first start with what
// was found beside the buttons.
func (l *learning) learnt() []string {
	keys := []string{"buttons.seats", "buttons.lamps", "shortcut",
		"judge.previous", "judge.next", "judge.ok", "judge.back"}
	if l.spoken {
		keys = append(keys, "language")
	}
	if !l.isNew() {
		return keys
	}
	return append(keys, "oled.enabled", "oled.bus", "oled.address", "public.enabled", "public.bus",
		"public.address", "buzzer.enabled", "buzzer.pin")
}

const (
	// holdToSkip is how long a known button is held to say that there are no more.
	holdToSkip = 2 * time.Second
	// perSentence is how long one sentence stands first. No key is known yet that could turn pages.
	perSentence = 3 * time.Second
)

// A learning is the bottom layer while the box learns its buttons, in place of the lobby: somebody
// presses one after the other.
type learning struct {
	*Learn
	stack   *stack
	said    games.Text    // what became of the last press
	refused bool          // and it was learnt for nobody
	lamps   []lesson.Lamp // left of Lamps; the first one is lit once all buttons are learnt
	typed   bool          // somebody has a keyboard
	spoken  bool          // the language was chosen
	held    hw.Button     // a known button that may say that there are no more; 0 is none
	skips   time.Duration // when it does
	first   int           // index of the sentence that stands first
	turns   time.Duration // when the next one does
	rests   time.Duration // from when on the same one does: nobody is there
}

func newLearning(s *stack) *learning {
	l := &learning{Learn: s.Learn, stack: s, lamps: s.Learn.Lamps}
	l.lesson, l.faults = lesson.New(l.Before), map[string]error{}
	l.told(games.Text{}, false)
	return l
}

// told notes what became of a press, from which on the sentences take turns again.
func (l *learning) told(said games.Text, refused bool) {
	now := l.stack.now
	l.said, l.refused, l.first = said, refused, 0
	l.turns, l.rests = now+perSentence, now+l.stack.Config.OLED.Blank
}

// hears takes an edge of a button that may be learnt, after the box was idle for a time: on a dark
// display a press only wakes it. When all are learnt, the judge's own become keys.
func (l *learning) hears(e *hw.Event, idle time.Duration) (mine bool) {
	at, ok := l.Source(e.Button)
	switch {
	case !ok || e.Typed != 0:
		l.typed = true
		return false
	case l.allLearnt():
		e.Button = l.lesson.Owner(at.Place)
		return e.Button >= 0 // only the judge's keys have anything to say then
	}
	owner := l.lesson.Owner(at.Place)
	look, _ := l.stack.Config.OLED.Rest.Look(idle)
	switch {
	case look.Mark > 0 && l.lesson.Config.OLED.Enabled:
		l.told(l.said, l.refused)
	case !e.Down:
		if l.held == e.Button && owner != 0 {
			l.hear(at)
		}
		l.held = 0
	case owner != 0 && l.maySkip():
		l.held, l.skips = e.Button, e.At+holdToSkip
	default:
		l.hear(at)
	}
	return true
}

// hear learns a button that was pressed, or gives the lit lamp to its seat.
func (l *learning) hear(at hw.Source) {
	asked := l.lesson.Asks
	var err error
	if asked == 0 {
		err = l.lesson.Light(l.lamps[0], at.Place)
	} else {
		err = l.lesson.Press(at.Place)
	}
	l.stack.newSerial() // no answer on a page to what was asked before counts any more
	if refusal, ok := errors.AsType[*games.Refusal](err); ok {
		l.stack.Log.Info("not learnt", "asked", asked, "err", err)
		l.stack.cue(games.CueRefused)
		l.told(refusal.Say, true)
		return
	}
	l.stack.Log.Info("learnt", "button", asked, "at", at.Place, "device", at.Device)
	l.stack.cue(games.CueJoined)
	if asked == 0 {
		l.putOut()
	} else {
		l.told(lesson.About(asked, "learnt"), false)
	}
	l.goOn()
}

// putOut puts the lamp out that is lit, if there is one.
func (l *learning) putOut() {
	if l.lesson.Asks == 0 && len(l.lamps) > 0 {
		_ = l.lamps[0].Light(false) // the box that follows drives it
		l.lamps = l.lamps[1:]
	}
	l.told(games.Text{}, false)
}

// allLearnt reports whether all buttons and lamps are learnt, and only questions are left.
func (l *learning) allLearnt() bool { return l.lesson.Asks == 0 && len(l.lamps) == 0 }

// maySkip reports whether there need not be what is asked for. Without keys, nobody could answer
// anything but on a keyboard or the judge's page.
func (l *learning) maySkip() bool {
	if l.lesson.Asks == hw.KeyOK {
		return l.typed || l.stack.Paged
	}
	return l.lesson.MaySkip() || l.lesson.Asks == 0
}

// skip says that there are no more of what is asked for.
func (l *learning) skip() {
	l.held = 0
	l.putOut()
	l.lesson.Skip()
	l.stack.cue(games.CueTurn)
	l.goOn()
}

// goOn, once all buttons are learnt, lights the next lamp of which nobody knows whose it is; one that
// can't be lit is left out. After the last one the lobby opens: at the first start after questions
// for the language and the display, which try the keys.
func (l *learning) goOn() {
	if l.lesson.Asks != 0 {
		return
	}
	for len(l.lamps) > 0 && !(l.lesson.Beside(l.lamps[0]) && l.lamps[0].Light(true) == nil) {
		l.lamps = l.lamps[1:]
	}
	c := &l.lesson.Config
	asks := l.isNew() && !l.spoken && c.HasKeys() && (c.OLED.Enabled || l.stack.Paged)
	if l.allLearnt() && !asks {
		l.finish()
	}
}

// language asks for the language, which is spoken from then on.
func (l *learning) language(s *stack) *question {
	q := language(s)
	for i, chosen := range wording.Languages() {
		q.choices[i].does = done(func() {
			s.language, l.spoken = chosen, true
			l.goOn()
		})
	}
	return q
}

// finish saves what was learnt. It holds at once, even if it can't be saved.
func (l *learning) finish() {
	c := l.lesson.Finish()
	if l.spoken {
		c.Language = l.stack.language.String()
	}
	l.stack.Config = c
	l.stack.keep(l.learnt()...)
	l.stack.restart(c)
}

// question returns what keyboard and pages may answer, and in the end the keys.
func (l *learning) question() *question {
	if l.allLearnt() {
		return l.language(l.stack)
	}
	q := l.stack.question("learning",
		choice{value: games.Word("no_more"), does: done(l.skip), offered: when(l.maySkip)},
		choice{value: games.Word("anew"), does: done(l.anew), offered: when(func() bool { return l.lesson.Asks != 1 })},
		choice{value: games.Word("language"), leads: l.language},
		choice{value: games.Word("withdraw"), does: done(l.withdraw), offered: when(func() bool { return !l.isNew() })})
	q.Background = true
	return q
}

// anew begins with seat 1 again.
func (l *learning) anew() {
	l.putOut()
	l.lesson, l.lamps = lesson.New(l.Before), l.Lamps
}

// withdraw leaves all as it was.
func (l *learning) withdraw() {
	l.putOut()
	c := l.Before
	c.Learn = false
	l.stack.restart(c)
}

func (l *learning) take(in input) (mine bool, err error) {
	switch {
	case in.Kind == games.Answer:
		return true, l.question().answer(in.Input)
	case in.Kind == games.Elapse && l.held != 0 && in.at >= l.skips:
		l.skip()
	case in.Kind == games.Elapse && l.turning() && in.at >= l.turns:
		l.turn()
		l.turns = in.at + perSentence
	case in.Kind == games.Elapse && !l.isNew() && in.at >= l.rests:
		l.withdraw() // nobody learns them any more, and the table is to be played at
	}
	return true, nil
}

// turn brings the next sentence to the front; after the last one a new box speaks another language.
func (l *learning) turn() {
	if l.first++; l.first < len(l.sentences()) {
		return
	}
	l.first = 0
	if all := wording.Languages(); l.isNew() && !l.spoken {
		l.stack.language = all[(slices.Index(all, l.stack.language)+1)%len(all)]
	}
}

// turning tells whether sentences and languages take turns.
func (l *learning) turning() bool {
	return !l.allLearnt() && l.stack.asked == nil && l.turns < l.rests
}

func (l *learning) due() (at time.Duration, ok bool) {
	return earliest(func() (time.Duration, bool) { return l.skips, l.held != 0 },
		func() (time.Duration, bool) { return l.turns, l.turning() },
		func() (time.Duration, bool) { return l.rests, !l.isNew() })
}

func (l *learning) press(hw.Edge) error { return nil } // all edges that count are heard before

// sentences returns what is to be read: what is asked, behind why the last press was refused; then
// what is wrong, and how to go on otherwise.
func (l *learning) sentences() (all []games.Text) {
	asks := l.lesson.Asks
	switch {
	case l.allLearnt():
		return []games.Text{{Word: "welcome"}}
	case asks == 0:
		all = append(all, games.Text{Word: "press_lit"})
	case asks > 0:
		all = append(all, games.Text{Word: "press_seat", Number: int(asks)})
	default:
		all = append(all, lesson.About(asks, "press_key"))
	}
	switch {
	case l.refused:
		all = slices.Insert(all, 0, l.said)
	case !l.said.IsZero():
		all = append(all, l.said)
	}
	all = append(all, l.wrong()...)
	switch {
	case asks == hw.KeyOK && !l.maySkip():
		all = append(all, games.Text{Word: "no_keys"})
	case asks == hw.KeyOK:
		all = append(all, games.Text{Word: "hold_no_keys"})
	case asks == 0:
		all = append(all, games.Text{Word: "hold_no_lamp"})
	case l.maySkip():
		all = append(all, games.Text{Word: "hold_no_more"})
	case asks == 1:
		all = append(all, games.Text{Word: "clockwise"})
	}
	return all
}

func (l *learning) view(a games.Audience, _ games.View) games.View {
	all := l.sentences()
	v := games.View{Headline: all[0], Lines: all[1:]}
	if a == games.Judge {
		v.Prompts = []games.Prompt{l.question().prompt()}
	}
	return v
}

// onDisplay returns what the display shows of a view: the sentences in turn, as they may not all fit,
// and no question that no key can answer yet. A page shows all at once.
func (l *learning) onDisplay(v games.View) games.View {
	all := append([]games.Text{v.Headline}, v.Lines...)
	first := min(l.first, len(all)-1)
	v.Headline = all[first]
	v.Lines = slices.Delete(all, first, first+1)
	if !l.allLearnt() && !l.typed && !l.stack.Paged && l.stack.asked == nil {
		v.Prompts = nil
	}
	return v
}

// places returns the lamps: lit where the button is learnt, and at the next one blinking. They have
// the numbers of the lesson's pairs.
func (l *learning) places() (places []games.Place) {
	next := l.lesson.Asks
	for i, pair := range l.lesson.Pairs {
		lamp := games.LitIf(l.lesson.Owner(pair.Button) != 0)
		if lamp == games.Dark && next > 0 {
			lamp, next = games.Blinking, 0
		}
		places = append(places, games.Place{Seat: games.Seat(i + 1), Lamp: lamp})
	}
	return places
}

// learns returns the choice to learn the buttons again; it is offered in the lobby alone.
func learns(s *stack) choice {
	possible := when(func() bool { return s.Learns && s.match == nil })
	return choice{value: games.Word("learn"), leads: learnsAnew, offered: possible}
}

// learnsAnew asks whether to. Until all are learnt, nothing is changed that would be kept.
func learnsAnew(s *stack) *question {
	return yesOrNo(s, "learn", done(func() {
		c := s.Config
		c.Learn = true
		s.restart(c)
	}))
}
