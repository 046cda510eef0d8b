// Package referee referees a table: one loop owns the game, the lobby before it and the questions
// of the box itself.
package referee

import (
	"errors"
	"maps"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/hw/keyboard"
)

// A Referee owns a stack of layers: the game or lobby, and the questions of the box. Its caller
// hands it every event; its [Frame] says what to show and play. Only one goroutine may use it: that
// of [Referee.Run], or of a test.
type Referee struct {
	stack  *stack
	carry  carrier
	keypad keypad
	guard  keyGuard

	changed bool          // something has happened since the last frame
	command shown.Command // a key has asked for something to be said; 0 for nothing
	done    func()        // acknowledges a phone's answer once the frame is shown; may be nil
	last    lastFrame     // what the last frame showed
}

// New returns a referee that starts at a time of the kernel's clock, in the lobby or in the game
// that was interrupted.
func New(o Options, now time.Duration) *Referee {
	if o.Playing == nil {
		o.Playing = func(*games.Start) {}
	}
	s := newStack(o, now)
	r := &Referee{stack: s, carry: carrier{s}, changed: true}
	var interrupted, unfinished string
	if o.Learn == nil {
		r.carry.toLobby(slices.Sorted(maps.Keys(o.Bots)), o.Bots)
		if o.Folder != nil {
			interrupted, unfinished = o.Folder.Interrupted(), o.Folder.Unfinished()
		}
	}
	if interrupted != "" {
		r.showRefusal(r.carry.resume(interrupted))
	} else {
		s.cue(games.CuePowerOn)
		if unfinished != "" {
			r.carry.offerUnfinished(unfinished)
		} else if o.Learn == nil && o.Config.Guide {
			s.guide, s.Config.Guide = layers.NewGuide(&s.Box), false
		}
	}
	if down, err := o.Down(); err == nil {
		o.Contacts.Resync(now, down)
	}
	r.expect()
	return r
}

// Begin starts a game and its journal.
func (r *Referee) Begin(start games.Start) error { return r.carry.begin(layers.Begin{Start: start}) }

// Reload sets the configuration that holds from the next game on.
func (r *Referee) Reload(c config.Config) {
	c.Children = r.stack.Config.Children
	r.stack.next, r.changed = &c, true
}

// Handle handles a press or release that is certain, a character of a keyboard, or the news that
// edges were lost. A held key that acts before that is handled first, even if the loop was late.
func (r *Referee) Handle(e hw.Event) {
	if e.Resynced {
		r.keypad.forget(e.Button)
		return
	}
	r.held(e.At)
	if seat, is := e.Button.Hand(); is && e.Lost == 0 {
		r.stack.now, r.changed = max(r.stack.now, e.At), true
		if e.Button = hw.Button(seat); r.stack.match != nil {
			_, err := r.pressInGame(e.Edge)
			r.showRefusal(err)
		}
		return
	}
	idle := e.At - r.stack.active
	if e.Lost == 0 {
		r.happen(e.At)
		if r.pressed(e, idle) {
			return
		}
	}
	switch shortcut, isShortcut := e.Button.Shortcut(); {
	case e.Lost > 0:
		r.stack.Log.Warn("edges lost", "edges", e.Lost, "for", e.Until-e.At)
		r.changed = true
		r.showRefusal(r.stack.lose(e))
	case e.Typed != 0:
		r.typed(e.Typed, e.At)
	case isShortcut && e.Down:
		r.shortcut(r.stack.Config.Shortcuts[shortcut])
	case isShortcut:
	case e.Button > 0 && e.Down && r.last.buttons && r.answered(games.Seat(e.Button)):
	case e.Button > 0: // nothing comes between a press and its race
		r.showRefusal(r.press(e.Edge))
	default:
		r.keyEdge(e.Edge, idle)
	}
}

// pressed passes an edge to a layer that takes those of all buttons, if there is one. It reports
// whether the layer keeps it to itself.
func (r *Referee) pressed(e hw.Event, idle time.Duration) (mine bool) {
	presser, ok := r.stack.presser()
	if !ok {
		return false
	}
	m := r.stack.moment()
	m.Idle = idle
	effects, mine := presser.Press(m, e)
	for _, effect := range effects {
		if key, ok := effect.(layers.Key); ok {
			r.keyEdge(key.Edge, idle)
		} else if err := r.carry.do(effect); err != nil {
			r.showRefusal(err)
			break
		}
	}
	return mine
}

// press passes an edge of a player's button to the game, or to the lobby. If a press means nothing in
// the game, its player may want to leave or join. The button of a seat that the box plays is nobody's.
func (r *Referee) press(e hw.Edge) error {
	s, seat := r.stack, games.Seat(e.Button)
	switch {
	case s.lobby != nil && !e.Down:
		s.lobby.Release(seat)
		return nil
	case s.lobby != nil && s.asked == nil:
		return r.carry.carryOut(s.lobby.Press(s.moment(), seat))
	case s.match == nil:
		return nil
	}
	if !s.match.Bots().Plays(seat) {
		if raced, err := r.pressInGame(e); err != nil || raced {
			return err
		}
	}
	if e.Down && s.asked == nil && e.At >= s.unread.Happened()+ReadingTime && s.match.Game().Between {
		// The time comes first: a press that has passed the turn must make no view before its lamp.
		s.ask(layers.Regroup, layers.Subject{Seat: seat})
	}
	return nil
}

// pressInGame passes an edge of a button, or of a bot's hand, to the game. It reports whether it was a
// press that has joined a race, which tells nothing before it is over.
func (r *Referee) pressInGame(e hw.Edge) (raced bool, err error) {
	s := r.stack
	facts, counted, err := s.match.Press(e, s.lostUntil())
	s.tell(facts)
	raced = err == nil && e.Down && counted && len(facts) == 0
	if raced && r.last.audience <= 0 {
		s.cue(games.CueSlap)
	}
	return raced, err
}

// keyEdge handles an edge of one of the judge's keys, after the box was idle for a time.
func (r *Referee) keyEdge(e hw.Edge, idle time.Duration) {
	if look, _ := layers.IdleLook(&r.stack.Config, idle); look.Mark > 0 {
		r.keypad.switches(r.stack.Config.Judge, e) // on a dark display a key only wakes it, or switches the machine off
	} else if command := r.keypad.command(e); command != 0 && r.stack.verbosity() != wording.Silent {
		r.command, r.changed = command, true
	} else if key, ok := r.keypad.edge(r.stack.Config.Judge, e); ok {
		r.key(key)
	}
}

// held handles the key that the judge has held for long enough by now, if there is one: Back, a
// repeated arrow, or the switch of the machine.
func (r *Referee) held(now time.Duration) {
	if key, ok := r.keypad.elapse(now); ok {
		r.key(key)
	}
	if r.keypad.off(now) {
		r.changed = true
		r.showRefusal(r.carry.carryOut([]layers.Effect{layers.SwitchOff{}}))
	}
}

// happen notes that somebody did something.
func (r *Referee) happen(at time.Duration) {
	r.stack.now = max(r.stack.now, at)
	if at-r.stack.active >= results.Pause {
		r.stack.playWithChildren(false) // another evening
	}
	r.stack.active = max(r.stack.active, at)
	r.changed = true
}

// answered gives the press of a player's button as the answer to the displayed question. It returns
// false if the press is no answer, or came before the question could be read.
func (r *Referee) answered(seat games.Seat) bool {
	_, v := r.read()
	if r.guard.slow = v.Large; r.stack.invitation.Shown != nil || r.stack.now < r.guard.shown+r.guard.reading() {
		return false
	}
	in, ok := r.stack.dialogue.Button(seat, r.stack.gameTime(), v)
	if ok {
		r.showRefusal(r.give(in, shown.Box))
	}
	return ok
}

// key handles one of the judge's keys.
func (r *Referee) key(k keys.Key) {
	r.changed = true
	s := r.stack
	s.cue(games.CueKey)
	if s.invitation.Shown != nil {
		r.showRefusal(r.carry.carryOut(s.invitation.Dismiss(s.moment())))
		r.expect()
		return
	}
	_, v := r.read()
	r.guard.slow = v.Large
	if r.tooSoon(r.keypad.down, r.guard.tooSoonAfterNews(
		k, r.keypad.down, v, s.dialogue.Draft(v), s.asked != nil, s.unread.Happened())) {
		return
	}
	defer r.expect()
	entering := r.stack.dialogue.Entering()
	in, ok := r.stack.dialogue.Press(k, r.stack.gameTime(), v)
	if ok {
		r.showRefusal(r.give(in, shown.Box))
	} else if !entering {
		r.beginEntry(v)
	}
}

// typed handles a character of a keyboard.
func (r *Referee) typed(letter rune, at time.Duration) {
	_, v := r.read()
	if r.tooSoon(at, false) {
		return
	}
	defer r.expect()
	if v.Asks(layers.AskSeen) {
		r.stack.unread.See(r.stack.match.Game().Results)
		return
	}
	entering := r.stack.dialogue.Entering()
	r.stack.dialogue.Type(letter, v)
	if digit, ok := keyboard.Digit(letter); ok && rune('0'+digit) != letter {
		r.stack.dialogue.Type(rune('0'+digit), v) // É is on the key of 2, and a word accepts no digit
	}
	if !entering {
		r.beginEntry(v)
	}
}

// read returns whose view the display shows now, and that view. A question that no key has brought
// about can't be answered at once.
func (r *Referee) read() (games.Audience, games.View) {
	a, v := r.stack.refresh()
	q, offers := r.stack.dialogue.Asking(v)
	r.guard.notice(q, offers, r.stack.now)
	return a, v
}

// expect tells the guard which question the judge's own key has led to.
func (r *Referee) expect() {
	_, v := r.stack.refresh()
	q, offers := r.stack.dialogue.Asking(v)
	r.guard.expect(q, offers, r.stack.now, v.Asks(layers.AskSeen))
}

// tooSoon refuses a key pressed before the judge could read what it changes, and says so once.
func (r *Referee) tooSoon(down time.Duration, afterNews bool) bool {
	if !afterNews && !r.guard.tooSoon(down) {
		return false
	}
	if r.guard.refuse(down) {
		r.stack.Log.Info("a key came before what it would change could be read")
		r.stack.cue(games.CueRefused)
	}
	return true
}

// beginEntry stops the clock when a proposal is begun: it counts thinking, not typing.
func (r *Referee) beginEntry(v games.View) {
	p, ok := r.stack.dialogue.DraftPrompt(v)
	if ok && r.stack.dialogue.Entering() && slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		_ = r.carry.carryOut(r.stack.match.StopClock(r.stack.moment(), p)) // it is not refused
	}
}

// shortcut gives the answer of a shortcut button if its question is open.
func (r *Referee) shortcut(b config.Shortcut) {
	in := games.Input{At: r.stack.gameTime(), Kind: games.Answer, Prompt: b.Prompt, Value: b.Answer()}
	if _, err := games.Find(r.stack.view(games.Judge).Prompts, in); err != nil {
		r.stack.Log.Info("nothing asks for what the shortcut answers", "prompt", b.Prompt)
		r.stack.cue(games.CueRefused)
		return
	}
	r.showRefusal(r.give(in, shown.Box))
	r.expect()
}

// Answer handles an answer from the judge's page like one from the keys. If it interrupts an entry
// on the display, the display says that a phone was faster.
func (r *Referee) Answer(a shown.Answer) {
	r.happen(r.stack.now)
	drafting := r.stack.dialogue.Drafting()
	err := r.stack.admit(a)
	if err == nil {
		err = r.give(a.Input, a.From)
	}
	r.done = func() { a.Done(err) }
	if err != nil {
		r.stack.Log.Info("refused on the phone", "err", err, "prompt", a.Input.Prompt, "asked", a.Asked, "phone", a.From)
		return
	}
	r.stack.refresh()
	if drafting && !r.stack.dialogue.Drafting() {
		r.showRefusal(games.Refuse(games.Text{Word: "answered_elsewhere"}, errors.New("a phone was faster")))
	}
}

// give passes an answer, or Back, to the layer that asked for it. An error says why it is refused.
func (r *Referee) give(in games.Input, from shown.Viewer) error {
	err := r.take(layers.Input{Input: in, From: from})
	if err == nil {
		r.stack.dialogue.ShowRefusal("") // clears an earlier refusal on the display
	}
	return err
}

// take passes an input down the layers until one handles or refuses it, and carries out its effects.
func (r *Referee) take(in layers.Input) error {
	was, _ := r.stack.asked.(*layers.Asked)
	for _, l := range slices.Backward(r.stack.layers()) {
		effects, mine := l.Take(r.stack.moment(), in)
		err := r.carry.carryOut(effects)
		if err == nil && mine && in.Kind != games.Elapse {
			r.stack.trail(was, in.Input)
			r.stack.newSerial()
		}
		if mine || err != nil {
			return err
		}
	}
	return nil
}

// Invited handles the outcome of an invitation.
func (r *Referee) Invited(o shown.Outcome) {
	if o == shown.Arrived && !r.stack.invitation.IsWifi() {
		return // phones ask again and again
	}
	if o != shown.Guessed {
		r.happen(r.stack.now)
	}
	r.changed = true
	switch s := r.stack; {
	case s.invitation.Shown == nil:
	case o == shown.Arrived: // the next thing that it needs is the page
		s.Log.Info("a phone is in the box's own Wi-Fi")
		r.showRefusal(r.carry.carryOut(s.invitation.Dismiss(s.moment())))
	case o == shown.Guessed:
		s.Log.Warn("somebody tries one code after the other; the box says so")
		s.invitation.Guess()
	default:
		s.Log.Info("a phone was paired", "phones", len(s.Pages.Paired()))
		r.showRefusal(r.carry.carryOut([]layers.Effect{layers.Uninvite{}, layers.Cue{Cue: games.CueJoined}}))
	}
}

// WifiIs handles a new state of the box's own Wi-Fi. Whoever waits for it at the display sees how a
// phone joins it.
func (r *Referee) WifiIs(is wifi.State) {
	s := r.stack
	s.Log.Info("the box's own Wi-Fi", "phase", is.Phase, "network", is.Network, "why", is.Why)
	r.changed = true
	asked, isQuestion := s.asked.(*layers.Asked)
	waits := isQuestion && asked.ID == layers.Wifi
	switch {
	case is.Phase == wifi.Up && waits:
		s.close()
		s.invitation.Show(wifiInvitation(is), s.now)
	case is.Phase != wifi.Up && s.invitation.IsWifi():
		s.invitation.Shown = nil
		s.ask(layers.Wifi, layers.Subject{})
	case waits:
		s.newSerial() // what is asked has changed
	}
}

// showRefusal shows and logs why an input was refused, unless err is nil.
func (r *Referee) showRefusal(err error) {
	if err == nil {
		return
	}
	r.stack.Log.Warn("refused", "err", err)
	_, v := r.stack.displayView()
	r.stack.dialogue.ShowRefusal(r.stack.Phrases.In(r.stack.language, v.Game).Refusal(err))
	r.stack.cue(games.CueRefused)
}
