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
	stack  *stack
	exec   executor
	keypad keypad
	guard  keyGuard
}

// edge handles an edge of one of the judge's keys, after the box was idle for a time.
func (c *console) edge(e hw.Edge, idle time.Duration) {
	settings := c.stack.Config.Judge
	if look, _ := layers.IdleLook(&c.stack.Config, idle); look.Mark > 0 {
		c.keypad.switches(settings, e) // on a dark display a key only wakes it, or switches the machine off
	} else if command := c.keypad.command(e); command != 0 && c.stack.verbosity() != wording.Silent {
		c.stack.command = command
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
		c.exec.showRefusal(c.exec.do(layers.SwitchOff{}))
	}
	return acts
}

// key handles one of the judge's keys.
func (c *console) key(k keys.Key) {
	c.stack.cue(games.CueKey)
	if c.dismiss() {
		return
	}
	_, v := c.read()
	down := c.keypad.down
	if c.tooSoon(down, c.guard.tooSoonAfterNews(k, down, v, c.stack.dialogue.Draft(v), c.stack.asked != nil, c.stack.unread.Happened())) {
		return
	}
	defer c.expect()
	entering := c.stack.dialogue.Entering()
	if in, ok := c.stack.dialogue.Press(k, c.stack.gameTime(), v); ok {
		c.exec.answer(in)
	} else if !entering {
		c.beginEntry(v)
	}
}

// dismiss ends the invitation that fills the display, if there is one, as any key does.
func (c *console) dismiss() bool {
	if c.stack.invitation.Shown == nil {
		return false
	}
	c.exec.showRefusal(c.exec.carryOut(c.stack.invitation.Dismiss(c.stack.moment())))
	c.expect()
	return true
}

// typed handles a character of a keyboard.
func (c *console) typed(letter rune, at time.Duration) {
	if c.dismiss() {
		return
	}
	_, v := c.read()
	if c.tooSoon(at, false) {
		return
	}
	defer c.expect()
	if v.Asks(layers.AskSeen) {
		c.stack.unread.See(c.stack.match.Game().Results)
		return
	}
	entering := c.stack.dialogue.Entering()
	c.stack.dialogue.Type(letter, v)
	if digit, ok := keyboard.Digit(letter); ok && rune('0'+digit) != letter {
		c.stack.dialogue.Type(rune('0'+digit), v) // É is on the key of 2, and a word accepts no digit
	}
	if !entering {
		c.beginEntry(v)
	}
}

// press gives the press of a player's button as the answer to the displayed question. It returns
// false if the press is no answer, or came before the question could be read.
func (c *console) press(seat games.Seat) bool {
	_, v := c.read()
	if c.stack.invitation.Shown != nil || c.stack.now < c.guard.shown+c.guard.reading() {
		return false
	}
	in, ok := c.stack.dialogue.Button(seat, c.stack.gameTime(), v)
	if ok {
		c.exec.answer(in)
	}
	return ok
}

// shortcut gives the answer of a shortcut button if its question is open.
func (c *console) shortcut(b config.Shortcut) {
	in := games.Input{At: c.stack.gameTime(), Kind: games.Answer, Prompt: b.Prompt, Value: b.Answer()}
	if _, err := games.Find(c.stack.view(c.stack.moment(), games.Judge).Prompts, in); err != nil {
		c.stack.Log.Info("nothing asks for what the shortcut answers", "prompt", b.Prompt)
		c.stack.cue(games.CueRefused)
		return
	}
	c.exec.answer(in)
	c.expect()
}

// read returns whose view the display shows now, and that view. A question that no key has brought
// about can't be answered at once.
func (c *console) read() (games.Audience, games.View) {
	a, v := c.stack.refresh()
	q, offers := c.stack.dialogue.Asking(v)
	c.guard.notice(q, offers, c.stack.now)
	c.guard.slow = v.Large
	return a, v
}

// expect tells the guard which question the judge's own key has led to.
func (c *console) expect() {
	_, v := c.stack.refresh()
	q, offers := c.stack.dialogue.Asking(v)
	c.guard.expect(q, offers, c.stack.now, v.Asks(layers.AskSeen))
}

// tooSoon refuses a key pressed before the judge could read what it changes, and says so once.
func (c *console) tooSoon(down time.Duration, afterNews bool) bool {
	if !afterNews && !c.guard.tooSoon(down) {
		return false
	}
	if c.guard.refuse(down) {
		c.stack.Log.Info("a key came before what it would change could be read")
		c.stack.cue(games.CueRefused)
	}
	return true
}

// beginEntry stops the clock when a proposal is begun: it counts thinking, not typing.
func (c *console) beginEntry(v games.View) {
	p, ok := c.stack.dialogue.DraftPrompt(v)
	if ok && c.stack.dialogue.Entering() && slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		_ = c.exec.carryOut(c.stack.match.StopClock(c.stack.moment(), p)) // it is not refused
	}
}
