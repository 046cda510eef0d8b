package referee

import (
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/keyboard"
)

// A console is where the judge reads and answers at the box: the display, his keys, a keyboard, and
// the buttons that answer a question.
type console struct {
	*stack
	keypad keypad
	guard  keyGuard
}

// edge handles an edge of one of the judge's keys, after the box was idle for a time.
func (c *console) edge(e hw.Edge, idle time.Duration) {
	settings := c.Config.Judge
	if look, _ := layers.IdleLook(&c.Config, idle); look.Mark > 0 {
		c.keypad.switches(settings, e) // on a dark display a key only wakes it, or switches the machine off
	} else if command := c.keypad.command(e); command != 0 && c.verbosity() != wording.Silent {
		c.command = command
	} else if key, ok := c.keypad.edge(settings, e); ok {
		c.key(key)
	}
}

// elapse handles the key that the judge has held for long enough by now: Back, a repeated arrow, or
// the switch of the machine. It reports whether there is one.
func (c *console) elapse(now time.Duration) (acts bool) {
	key, acts := c.keypad.elapse(now)
	if acts {
		c.key(key)
	}
	if c.keypad.off(now) {
		acts = true
		c.showRefusal(c.do(layers.SwitchOff{}))
	}
	return acts
}

// key handles one of the judge's keys.
func (c *console) key(k keys.Key) {
	c.cue(games.CueKey)
	if c.invitation.Shown != nil {
		c.showRefusal(c.carryOut(c.invitation.Dismiss(c.moment())))
		c.expect()
		return
	}
	_, v := c.read()
	down := c.keypad.down
	if c.tooSoon(down, c.guard.tooSoonAfterNews(k, down, v, c.dialogue.Draft(v), c.asked != nil, c.unread.Happened())) {
		return
	}
	defer c.expect()
	entering := c.dialogue.Entering()
	if in, ok := c.dialogue.Press(k, c.gameTime(), v); ok {
		c.answer(in)
	} else if !entering {
		c.beginEntry(v)
	}
}

// typed handles a character of a keyboard.
func (c *console) typed(letter rune, at time.Duration) {
	_, v := c.read()
	if c.tooSoon(at, false) {
		return
	}
	defer c.expect()
	if v.Asks(layers.AskSeen) {
		c.unread.See(c.match.Game().Results)
		return
	}
	entering := c.dialogue.Entering()
	c.dialogue.Type(letter, v)
	if digit, ok := keyboard.Digit(letter); ok && rune('0'+digit) != letter {
		c.dialogue.Type(rune('0'+digit), v) // É is on the key of 2, and a word accepts no digit
	}
	if !entering {
		c.beginEntry(v)
	}
}

// press gives the press of a player's button as the answer to the displayed question. It returns
// false if the press is no answer, or came before the question could be read.
func (c *console) press(seat games.Seat) bool {
	_, v := c.read()
	if c.invitation.Shown != nil || c.now < c.guard.shown+c.guard.reading() {
		return false
	}
	in, ok := c.dialogue.Button(seat, c.gameTime(), v)
	if ok {
		c.answer(in)
	}
	return ok
}

// shortcut gives the answer of a shortcut button if its question is open.
func (c *console) shortcut(b config.Shortcut) {
	in := games.Input{At: c.gameTime(), Kind: games.Answer, Prompt: b.Prompt, Value: b.Answer()}
	if _, err := games.Find(c.view(c.moment(), games.Judge).Prompts, in); err != nil {
		c.Log.Info("nothing asks for what the shortcut answers", "prompt", b.Prompt)
		c.cue(games.CueRefused)
		return
	}
	c.answer(in)
	c.expect()
}

// read returns whose view the display shows now, and that view. A question that no key has brought
// about can't be answered at once.
func (c *console) read() (games.Audience, games.View) {
	a, v := c.refresh()
	q, offers := c.dialogue.Asking(v)
	c.guard.notice(q, offers, c.now)
	c.guard.slow = v.Large
	return a, v
}

// expect tells the guard which question the judge's own key has led to.
func (c *console) expect() {
	_, v := c.refresh()
	q, offers := c.dialogue.Asking(v)
	c.guard.expect(q, offers, c.now, v.Asks(layers.AskSeen))
}

// tooSoon refuses a key pressed before the judge could read what it changes, and says so once.
func (c *console) tooSoon(down time.Duration, afterNews bool) bool {
	if !afterNews && !c.guard.tooSoon(down) {
		return false
	}
	if c.guard.refuse(down) {
		c.Log.Info("a key came before what it would change could be read")
		c.cue(games.CueRefused)
	}
	return true
}

// beginEntry stops the clock when a proposal is begun: it counts thinking, not typing.
func (c *console) beginEntry(v games.View) {
	p, ok := c.dialogue.DraftPrompt(v)
	if ok && c.dialogue.Entering() && slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		_ = c.carryOut(c.match.StopClock(c.moment(), p)) // it is not refused
	}
}
