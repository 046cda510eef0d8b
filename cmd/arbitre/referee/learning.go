package referee

import (
	"errors"
	"maps"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/lesson"
	"arbitre/cmd/arbitre/referee/layers"
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

func newLearning(learn *Learn, m layers.Moment) *learning {
	l := &learning{Learn: learn, lamps: learn.Lamps}
	l.lesson, l.faults = lesson.New(l.Before), map[string]error{}
	l.setMessage(m, games.Text{}, false)
	return l
}

// setMessage notes what became of a press, from which on the sentences take turns again.
func (l *learning) setMessage(m layers.Moment, said games.Text, refused bool) {
	l.said, l.refused, l.first = said, refused, 0
	l.turns, l.rests = m.Now+perSentence, m.Now+m.Config.OLED.Blank
}

// Press takes an edge of a button that may be learnt: on a dark display a press only wakes it. When
// all are learnt, the judge's own become keys.
func (l *learning) Press(m layers.Moment, e hw.Event) (effects []layers.Effect, mine bool) {
	at, ok := l.Source(e.Button)
	switch {
	case !ok || e.Typed != 0:
		l.typed = true
		return nil, false
	case l.allLearnt():
		if e.Button = l.lesson.Owner(at.Place); e.Button < 0 { // only the judge's keys have anything to say then
			effects = append(effects, layers.Key{Edge: e.Edge})
		}
		return effects, true
	}
	owner := l.lesson.Owner(at.Place)
	look, _ := m.Config.OLED.Rest.Look(m.Idle)
	switch {
	case look.Mark > 0 && l.lesson.Config.OLED.Enabled:
		l.setMessage(m, l.said, l.refused)
	case !e.Down:
		if l.held == e.Button && owner != 0 {
			effects = l.learn(m, at)
		}
		l.held = 0
	case owner != 0 && l.maySkip(m):
		l.held, l.skips = e.Button, e.At+holdToSkip
	default:
		effects = l.learn(m, at)
	}
	return effects, true
}

// learn learns a button that was pressed, or gives the lit lamp to its seat. No answer on a page to
// what was asked before counts any more.
func (l *learning) learn(m layers.Moment, at hw.Source) []layers.Effect {
	asked := l.lesson.Asks
	var err error
	if asked == 0 {
		err = l.lesson.Light(l.lamps[0], at.Place)
	} else {
		err = l.lesson.Press(at.Place)
	}
	if refusal, ok := errors.AsType[*games.Refusal](err); ok {
		l.setMessage(m, refusal.Say, true)
		return []layers.Effect{layers.NewSerial{}, layers.Cue{Cue: games.CueRefused},
			layers.Log{Text: "not learnt", Args: []any{"asked", asked, "err", err}}}
	}
	if asked == 0 {
		l.lampOff(m)
	} else {
		l.setMessage(m, lesson.About(asked, "learnt"), false)
	}
	return append([]layers.Effect{layers.NewSerial{}, layers.Cue{Cue: games.CueJoined},
		layers.Log{Text: "learnt", Args: []any{"button", asked, "at", at.Place, "device", at.Device}}}, l.advance(m)...)
}

// lampOff puts the lamp out that is lit, if there is one.
func (l *learning) lampOff(m layers.Moment) {
	if l.lesson.Asks == 0 && len(l.lamps) > 0 {
		_ = l.lamps[0].Light(false) // the box that follows drives it
		l.lamps = l.lamps[1:]
	}
	l.setMessage(m, games.Text{}, false)
}

// allLearnt reports whether all buttons and lamps are learnt, and only the language is left.
func (l *learning) allLearnt() bool { return l.lesson.Asks == 0 && len(l.lamps) == 0 }

// maySkip reports whether there need not be what is asked for. Without keys, nobody could answer
// anything but on a keyboard or the judge's page.
func (l *learning) maySkip(m layers.Moment) bool {
	if l.lesson.Asks == hw.KeyOK {
		return l.typed || m.PageIsDisplay
	}
	return l.lesson.MaySkip() || l.lesson.Asks == 0
}

// skip says that there are no more of what is asked for.
func (l *learning) skip(m layers.Moment) []layers.Effect {
	l.held = 0
	l.lampOff(m)
	l.lesson.Skip()
	return append([]layers.Effect{layers.Cue{Cue: games.CueTurn}}, l.advance(m)...)
}

// advance, once all buttons are learnt, lights the next lamp of which nobody knows whose it is; one
// that can't be lit is left out. After the last one the lobby opens: at the first start after the
// question for the language, which tries the keys.
func (l *learning) advance(m layers.Moment) []layers.Effect {
	if l.lesson.Asks != 0 {
		return nil
	}
	for len(l.lamps) > 0 && !(l.lesson.Beside(l.lamps[0]) && l.lamps[0].Light(true) == nil) {
		l.lamps = l.lamps[1:]
	}
	c := &l.lesson.Config
	asks := l.isNew() && !l.spoken && c.HasKeys() && (c.OLED.Enabled || m.PageIsDisplay)
	if l.allLearnt() && !asks {
		return l.finish(m)
	}
	return nil
}

// spoke notes that the language was chosen, which is spoken from then on, or that it took its turn.
func (l *learning) spoke(m layers.Moment, chosen bool) []layers.Effect {
	if !chosen {
		return nil
	}
	l.spoken = true
	return l.advance(m)
}

// finish saves what was learnt. It holds at once, even if it can't be saved.
func (l *learning) finish(m layers.Moment) []layers.Effect {
	c := l.lesson.Finish()
	if l.spoken {
		c.Language = m.Language.String()
	}
	return []layers.Effect{layers.Restart{Config: c, Keep: l.learnt()}}
}

// question returns what keyboard and pages may answer, and in the end the keys.
func (l *learning) question(m layers.Moment) *layers.Asked {
	if l.allLearnt() {
		return &layers.Asked{Question: layers.Row("language"), Serial: m.Serial}
	}
	q := layers.Row("learning")
	q.Choices = slices.DeleteFunc(q.Choices, func(c layers.Choice) bool {
		switch c.Effects[0] {
		case layers.SkipButton{}:
			return !l.maySkip(m)
		case layers.StartOver{}:
			return l.lesson.Asks == 1
		case layers.StopLearning{}:
			return l.isNew()
		}
		return false
	})
	return &layers.Asked{Question: q, Serial: m.Serial}
}

// startOver begins with seat 1 again.
func (l *learning) startOver(m layers.Moment) {
	l.lampOff(m)
	l.lesson, l.lamps = lesson.New(l.Before), l.Lamps
}

// cancel leaves all as it was.
func (l *learning) cancel(m layers.Moment) []layers.Effect {
	l.lampOff(m)
	c := l.Before
	c.Learn = false
	return []layers.Effect{layers.Restart{Config: c}}
}

// Take handles answers, and the passing of time.
func (l *learning) Take(m layers.Moment, in layers.Input) (effects []layers.Effect, mine bool) {
	switch {
	case in.Kind == games.Answer:
		asked, _ := l.question(m).Take(m, in)
		for _, e := range asked {
			switch e.(type) {
			case layers.SkipButton:
				effects = append(effects, l.skip(m)...)
			case layers.StartOver:
				l.startOver(m)
			case layers.StopLearning:
				effects = append(effects, l.cancel(m)...)
			default:
				effects = append(effects, e)
			}
		}
	case in.Kind == games.Elapse && l.held != 0 && m.Now >= l.skips:
		effects = l.skip(m)
	case in.Kind == games.Elapse && l.turning() && m.Now >= l.turns:
		if !m.Asking {
			effects = l.turn(m)
		}
		l.turns = m.Now + perSentence
	case in.Kind == games.Elapse && !l.isNew() && m.Now >= l.rests:
		effects = l.cancel(m) // nobody learns them any more, and the table is to be played at
	}
	return effects, true
}

// turn brings the next sentence to the front; after the last one a new box speaks another language.
func (l *learning) turn(m layers.Moment) []layers.Effect {
	if l.first++; l.first < len(l.sentences(m)) {
		return nil
	}
	l.first = 0
	if all := wording.Languages(); l.isNew() && !l.spoken {
		return []layers.Effect{layers.Speak{Language: all[(slices.Index(all, m.Language)+1)%len(all)]}}
	}
	return nil
}

// turning reports whether sentences and languages take turns.
func (l *learning) turning() bool { return !l.allLearnt() && l.turns < l.rests }

// Due returns when the next sentence stands first, or what is held or waited for is over.
func (l *learning) Due() (at time.Duration, ok bool) {
	return layers.Earliest(func() (time.Duration, bool) { return l.skips, l.held != 0 },
		func() (time.Duration, bool) { return l.turns, l.turning() },
		func() (time.Duration, bool) { return l.rests, !l.isNew() })
}

// sentences returns what is to be read: what is asked, behind why the last press was refused; then
// what is wrong, and how to go on otherwise.
func (l *learning) sentences(m layers.Moment) (all []games.Text) {
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
	case asks == hw.KeyOK && !l.maySkip(m):
		all = append(all, games.Text{Word: "no_keys"})
	case asks == hw.KeyOK:
		all = append(all, games.Text{Word: "hold_no_keys"})
	case asks == 0:
		all = append(all, games.Text{Word: "hold_no_lamp"})
	case l.maySkip(m):
		all = append(all, games.Text{Word: "hold_no_more"})
	case asks == 1:
		all = append(all, games.Text{Word: "clockwise"})
	}
	return all
}

// View shows what is to be read, and asks the judge.
func (l *learning) View(m layers.Moment, a games.Audience, _ games.View) games.View {
	all := l.sentences(m)
	return l.question(m).View(m, a, games.View{Headline: all[0], Lines: all[1:]})
}

// onDisplay returns what the display shows of a view: the sentences in turn, as they may not all fit,
// and no question that no key can answer yet, unless something else can. A page shows all at once.
func (l *learning) onDisplay(v games.View, answers bool) games.View {
	all := append([]games.Text{v.Headline}, v.Lines...)
	first := min(l.first, len(all)-1)
	v.Headline = all[first]
	v.Lines = slices.Delete(all, first, first+1)
	if !l.allLearnt() && !l.typed && !answers {
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
