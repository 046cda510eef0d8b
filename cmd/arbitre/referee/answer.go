package referee

import (
	"errors"
	"slices"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/shown"
	"arbitre/games"
)

// answer passes an answer that was made at the box down the layers, and shows why it is refused.
func (s *stack) answer(in games.Input) { s.showRefusal(s.give(in, shown.Box)) }

// answerOf passes an answer of a phone or a broker down the layers, and logs why it is refused. If it
// interrupts an entry on the display, the display says that a phone was faster.
func (s *stack) answerOf(a shown.Answer) error {
	drafting := s.dialogue.Drafting()
	err := s.admit(a)
	if err == nil {
		err = s.give(a.Input, a.From)
	}
	if err != nil {
		s.Log.Info("refused on the phone", "err", err, "prompt", a.Input.Prompt, "asked", a.Asked, "phone", a.From)
		return err
	}
	if s.refresh(); drafting && !s.dialogue.Drafting() {
		s.showRefusal(games.Refuse(games.Text{Word: "answered_elsewhere"}, errors.New("a phone was faster")))
	}
	return nil
}

// admit returns nil if a surface's answer may go to the layers, or the reason of [shown] why not. A
// phone answers only what its page shows: no player's secret question.
func (s *stack) admit(a shown.Answer) error {
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
func (s *stack) give(in games.Input, from shown.Viewer) error {
	err := s.take(layers.Input{Input: in, From: from})
	if err == nil {
		s.dialogue.ShowRefusal("") // clears an earlier refusal on the display
	}
	return err
}

// take passes an input down the layers until one handles or refuses it, and carries out its effects.
func (s *stack) take(in layers.Input) error {
	was, _ := s.asked.(*layers.Asked)
	for _, l := range slices.Backward(s.layers()) {
		effects, mine := l.Take(s.moment(), in)
		err := s.carryOut(effects)
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
func (s *stack) showRefusal(err error) {
	if err == nil {
		return
	}
	s.Log.Warn("refused", "err", err)
	_, v := s.displayView(s.moment())
	s.dialogue.ShowRefusal(s.Phrases.In(s.language, v.Game).Refusal(err))
	s.cue(games.CueRefused)
}
