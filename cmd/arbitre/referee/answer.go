package referee

import (
	"errors"
	"slices"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/shown"
	"arbitre/games"
)

// answer passes an answer that was made at the box down the layers, and shows why it is refused.
func (x executor) answer(in games.Input) { x.showRefusal(x.give(in, shown.Box)) }

// answerOf passes an answer of a phone or a broker down the layers, and logs why it is refused. If it
// interrupts an entry on the display, the display says that a phone was faster.
func (x executor) answerOf(a shown.Answer) error {
	s := x.stack
	drafting := s.dialogue.Drafting()
	err := x.admit(a)
	if err == nil {
		err = x.give(a.Input, a.From)
	}
	if err != nil {
		s.Log.Info("refused on the phone", "err", err, "prompt", a.Input.Prompt, "asked", a.Asked, "phone", a.From)
		return err
	}
	if s.refresh(); drafting && !s.dialogue.Drafting() {
		x.showRefusal(games.Refuse(games.Text{Word: "answered_elsewhere"}, errors.New("a phone was faster")))
	}
	return nil
}

// admit returns nil if a surface's answer may go to the layers, or the reason of [shown] why not. A
// phone answers only what its page shows: no player's secret question.
func (x executor) admit(a shown.Answer) error {
	s := x.stack
	m, back := s.moment(), a.Input.Kind == games.Undo
	switch looking, _ := s.displayView(m); {
	case a.From != shown.Box && !slices.Contains(s.Pages.Paired(), a.From):
		return shown.ErrRevoked
	case back && a.From != shown.Box && looking > 0 && !s.Box.PageIsDisplay:
		return shown.ErrHeld
	}
	return a.CheckOpen(s.onPages(m, a.From).Prompts)
}

// give passes an answer, or Back, to the layer that asked for it. An error says why it is refused.
func (x executor) give(in games.Input, from shown.Viewer) error {
	err := x.take(layers.Input{Input: in, From: from})
	if err == nil {
		x.stack.dialogue.ShowRefusal("") // clears an earlier refusal on the display
	}
	return err
}

// take passes an input down the layers until one handles or refuses it, and carries out its effects.
func (x executor) take(in layers.Input) error {
	s := x.stack
	was, _ := s.asked.(*layers.Asked)
	for _, l := range slices.Backward(s.layers()) {
		effects, mine := l.Take(s.moment(), in)
		err := x.carryOut(effects)
		if err == nil && mine && in.Kind != games.Elapse {
			s.trail(was, in.Input)
			s.newSerial()
		}
		if mine || err != nil {
			return err
		}
	}
	return nil
}

// showRefusal shows and logs why an input was refused, unless err is nil.
func (x executor) showRefusal(err error) {
	s := x.stack
	if err == nil {
		return
	}
	s.Log.Warn("refused", "err", err)
	_, v := s.displayView(s.moment())
	s.dialogue.ShowRefusal(s.Phrases.In(s.language, v.Game).Refusal(err))
	s.cue(games.CueRefused)
}
