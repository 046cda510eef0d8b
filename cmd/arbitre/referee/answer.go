package referee

import (
	"errors"
	"slices"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/shown"
	"arbitre/games"
)

// answer passes an answer that was made at the box down the layers, and shows why it is refused.
func (c carrier) answer(in games.Input) { c.showRefusal(c.give(in, shown.Box)) }

// answerOf passes an answer of a phone or a broker down the layers, and logs why it is refused. If it
// interrupts an entry on the display, the display says that a phone was faster.
func (c carrier) answerOf(a shown.Answer) error {
	drafting := c.stack.dialogue.Drafting()
	err := c.admit(a)
	if err == nil {
		err = c.give(a.Input, a.From)
	}
	if err != nil {
		c.stack.Log.Info("refused on the phone", "err", err, "prompt", a.Input.Prompt, "asked", a.Asked, "phone", a.From)
		return err
	}
	if c.stack.refresh(); drafting && !c.stack.dialogue.Drafting() {
		c.showRefusal(games.Refuse(games.Text{Word: "answered_elsewhere"}, errors.New("a phone was faster")))
	}
	return nil
}

// admit returns nil if a surface's answer may go to the layers, or the reason of [shown] why not. A
// phone answers only what its page shows: no player's secret question.
func (c carrier) admit(a shown.Answer) error {
	m, back := c.stack.moment(), a.Input.Kind == games.Undo
	switch looking, _ := c.stack.displayView(m); {
	case a.From != shown.Box && !slices.Contains(c.stack.Pages.Paired(), a.From):
		return shown.ErrRevoked
	case back && a.From != shown.Box && looking > 0 && !c.stack.Box.PageIsDisplay:
		return shown.ErrHeld
	}
	return a.CheckOpen(c.stack.onPages(m, a.From).Prompts)
}

// give passes an answer, or Back, to the layer that asked for it. An error says why it is refused.
func (c carrier) give(in games.Input, from shown.Viewer) error {
	err := c.take(layers.Input{Input: in, From: from})
	if err == nil {
		c.stack.dialogue.ShowRefusal("") // clears an earlier refusal on the display
	}
	return err
}

// take passes an input down the layers until one handles or refuses it, and carries out its effects.
func (c carrier) take(in layers.Input) error {
	was, _ := c.stack.asked.(*layers.Asked)
	for _, l := range slices.Backward(c.stack.layers()) {
		effects, mine := l.Take(c.stack.moment(), in)
		err := c.carryOut(effects)
		if err == nil && mine && in.Kind != games.Elapse {
			c.stack.trail(was, in.Input)
			c.stack.newSerial()
		}
		if mine || err != nil {
			return err
		}
	}
	return nil
}

// showRefusal shows and logs why an input was refused, unless err is nil.
func (c carrier) showRefusal(err error) {
	if err == nil {
		return
	}
	c.stack.Log.Warn("refused", "err", err)
	_, v := c.stack.displayView(c.stack.moment())
	c.stack.dialogue.ShowRefusal(c.stack.Phrases.In(c.stack.language, v.Game).Refusal(err))
	c.stack.cue(games.CueRefused)
}
