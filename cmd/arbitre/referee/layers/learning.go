package layers

import (
	"fmt"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/evdev"
)

// Buttons are all that can be pressed at a box that does not know its buttons yet.
type Buttons struct {
	Before config.Config // which holds until they are learnt
	// Source returns where a button is that may be learnt; false for one that only answers.
	Source func(hw.Button) (at hw.Source, ok bool)
	Lamps  []evdev.Place // of devices; people see which button each is in
	Light  func(lamp evdev.Place, on bool) error

	learning *wiring.Learning
}

// Fault notes what is wrong with a button, or by nil that it works again. It is called from within
// the calls of the referee's contacts.
func (b *Buttons) Fault(button hw.Button, fault error) {
	at, _ := b.Source(button)
	b.learning.Fault(at.Place, fault)
}

// perSentence is how long one sentence stands first. No key is known yet that could turn pages.
const perSentence = 3 * time.Second

// A Learning is the ground while the box learns its buttons, in place of the lobby: people
// press one after the other, as [wiring.Learning] has it.
type Learning struct {
	*Buttons
	lit     evdev.Place   // the lamp of a device that was lit
	pressed hw.Source     // last
	spoken  bool          // the language was chosen
	first   int           // index of the sentence that stands first
	turns   time.Duration // when the next one does
	rests   time.Duration // from when on the same one does, for lack of a press
}

// NewLearning begins with the first button.
func NewLearning(b *Buttons, m Moment) *Learning {
	l := &Learning{Buttons: b}
	c := l.Before
	b.learning = wiring.Learn(c.Wires(), c.Others(fmt.Sprintf), l.Lamps)
	if c.Run.LearnOnly != 0 {
		b.learning = wiring.LearnOne(c.Run.LearnOnly, c.Wires(), c.Others(fmt.Sprintf))
	}
	if m.PageIsDisplay {
		b.learning.NoteAnswer()
	}
	l.setMessage(m)
	return l
}

// isFirst reports whether nothing was chosen at this box yet. It then speaks all of its languages in
// turn, and asks for the language in the end.
func (l *Learning) isFirst() bool { return len(l.Before.Buttons.Seats) == 0 }

// setMessage shows what became of a press, from which on the sentences take turns again.
func (l *Learning) setMessage(m Moment) {
	l.first, l.turns, l.rests = 0, m.Now+perSentence, m.Now+m.Config.OLED.Blank
}

// Press takes an edge of a button that may be learnt: on a dark display a press only wakes it. When
// all are learnt, the judge's own become keys.
func (l *Learning) Press(m Moment, e hw.Event) (effects []Effect, on hw.Event, mine bool) {
	at, ok := l.Source(e.Button)
	if !ok || e.Typed != 0 {
		l.learning.NoteAnswer()
		return nil, e, false
	}
	step, isJudges := l.learning.TakeAnswer(at, e.Down)
	look, _ := IdleLook(m.Config, m.Idle)
	switch {
	case isJudges:
		e.Button = at.Answers
	case l.learning.Done():
		e.Button = l.learning.Owner(at.Place)
	case look.Mark > 0 && l.Before.OLED.Enabled:
		l.setMessage(m)
	case e.Down:
		l.pressed = at
		step = l.learning.Press(e.At, at)
	default:
		step = l.learning.Release(at.Place)
	}
	return l.advance(m, step), e, e.Button >= 0 // only the judge's keys have anything to say then
}

// advance shows what came of a press, and lights the lamp that is asked about; one that can't be lit
// is left out. No answer on a page to what was asked before counts any more. After the last button the
// lobby opens: at the first start after the question for the language, which tries the keys.
func (l *Learning) advance(m Moment, step wiring.Step) (effects []Effect) {
	if step.Cue == "" {
		return nil
	}
	log := Log{Text: "not learnt", Args: []any{"asked", step.Asks, "at", l.pressed.Place, "device", l.pressed.Device,
		"said", step.Said.Word}}
	if step.Learnt != 0 {
		log = Log{Text: "learnt", Args: []any{"button", step.Learnt, "at", l.pressed.Place, "device", l.pressed.Device}}
	}
	l.lampOff()
	for step.Lit != (evdev.Place{}) && l.Light(step.Lit, true) != nil {
		step = l.learning.SkipLamp()
	}
	l.lit = step.Lit
	l.setMessage(m)
	effects = []Effect{NewSerial{}, Cue{Cue: step.Cue}, log}
	keys := l.learning.Lines().HasKeys()
	asks := l.isFirst() && !l.spoken && keys && (l.Before.OLED.Enabled || m.PageIsDisplay)
	if l.learning.Done() && !asks {
		effects = append(effects, l.finish(m))
	}
	return effects
}

// lampOff puts the lamp out that is lit, if there is one.
func (l *Learning) lampOff() {
	if l.lit != (evdev.Place{}) {
		_ = l.Light(l.lit, false) // the box that follows drives it
	}
}

// Spoke notes that the language was chosen, which is spoken from then on.
func (l *Learning) Spoke(m Moment) []Effect {
	l.spoken = true
	if l.learning.Done() {
		return []Effect{l.finish(m)}
	}
	return nil
}

// finish saves what was learnt, at the first start with what was found beside the buttons. It holds
// at once, even if it can't be saved.
func (l *Learning) finish(m Moment) Effect {
	c := l.Before.WithWires(l.learning.Lines())
	c.Run.Guide = c.Run.LearnOnly == 0 && !c.Run.NoGuide
	c.Run.Learn, c.Run.LearnOnly = false, 0
	keep := []string{"buttons.seats", "buttons.lamps", "shortcut",
		"judge.previous", "judge.next", "judge.ok", "judge.back"}
	if l.spoken {
		c.Language = m.Language.String()
		keep = append(keep, "language")
	}
	if l.isFirst() {
		keep = append(keep, "oled.enabled", "oled.bus", "oled.address", "public.enabled", "public.bus",
			"public.address", "buzzer.enabled", "buzzer.pin")
	}
	return Restart{Config: c, Keep: keep}
}

// cancel leaves all as it was.
func (l *Learning) cancel() Effect {
	l.lampOff()
	c := l.Before.WithWires(l.Before.Wires()) // without a shortcut that has no line yet
	c.Run.Learn, c.Run.LearnOnly = false, 0
	return Restart{Config: c}
}

// question returns what keyboard and pages may answer, and in the end the keys.
func (l *Learning) question(m Moment) *Asked {
	if l.learning.Done() {
		return &Asked{Question: Row("language"), Serial: m.Serial}
	}
	return &Asked{Question: Row("learning"), Serial: m.Serial}
}

// offers returns a moment with the answers that may be given now.
func (l *Learning) offers(m Moment) Moment {
	m.Learning = LearningOffers{
		NoMore:   l.learning.MaySkip(),
		Anew:     l.learning.MayStartOver(),
		Withdraw: !l.isFirst(),
	}
	return m
}

// Take handles answers, and the passing of time.
func (l *Learning) Take(m Moment, in Input) (effects []Effect, mine bool) {
	switch {
	case in.Kind == games.Answer:
		asked, _ := l.question(m).Take(l.offers(m), in)
		for _, e := range asked {
			switch e.(type) {
			case skipButton:
				effects = append(effects, l.advance(m, l.learning.Skip())...)
			case startOver:
				effects = append(effects, l.advance(m, l.learning.StartOver())...)
			case stopLearning:
				effects = append(effects, l.cancel())
			default:
				effects = append(effects, e)
			}
		}
	case in.Kind != games.Elapse:
	case l.turning() && m.Now >= l.turns:
		if !m.Asking {
			effects = l.turn(m)
		}
		l.turns = m.Now + perSentence
	case !l.isFirst() && m.Now >= l.rests:
		effects = []Effect{l.cancel()} // the table is to be played at, though the learning was not ended
	default:
		effects = l.advance(m, l.learning.Elapse(m.Now))
	}
	return effects, true
}

// turn brings the next sentence to the front; after the last one a new box speaks another language.
func (l *Learning) turn(m Moment) []Effect {
	if l.first++; l.first < len(l.learning.Sentences()) {
		return nil
	}
	l.first = 0
	if all := wording.Languages(); l.isFirst() && !l.spoken {
		return []Effect{Speak{Language: all[(slices.Index(all, m.Language)+1)%len(all)]}}
	}
	return nil
}

// turning reports whether sentences and languages take turns.
func (l *Learning) turning() bool { return !l.learning.Done() && l.turns < l.rests }

// Due returns when the next sentence stands first, or what is held or waited for is over.
func (l *Learning) Due() (at time.Duration, ok bool) {
	return Earliest(l.learning.Due,
		func() (time.Duration, bool) { return l.turns, l.turning() },
		func() (time.Duration, bool) { return l.rests, !l.isFirst() })
}

// View shows what is to be read, and asks the judge.
func (l *Learning) View(m Moment, a games.Audience, _ games.View) games.View {
	all := l.learning.Sentences()
	return l.question(m).View(l.offers(m), a, games.View{Headline: all[0], Lines: all[1:]})
}

// OnDisplay returns what the display shows of a view: the sentences in turn, as they may not all fit,
// and no question that no key can answer yet, unless something else can. A page shows all at once.
func (l *Learning) OnDisplay(v games.View, answers bool) games.View {
	all := append([]games.Text{v.Headline}, v.Lines...)
	first := min(l.first, len(all)-1)
	v.Headline = all[first]
	v.Lines = slices.Delete(all, first, first+1)
	if !l.learning.Done() && !l.learning.Answered() && !answers {
		v.Prompts = nil
	}
	return v
}

// Places returns the lamps, which have the numbers of the pairs that may be learnt.
func (l *Learning) Places(*Box) ([]games.Place, bool) { return l.learning.Places(), true }
