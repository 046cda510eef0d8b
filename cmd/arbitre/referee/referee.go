// Package referee referees a table: one loop owns the game, the lobby before it and the questions
// of the box itself.
package referee

import (
	"errors"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/keyboard"
)

// A Referee owns a stack of layers: the game or lobby, and the questions of the box. Its caller
// hands it every event; its [Frame] says what to show and play. Only one goroutine may use it: that
// of [Referee.Run], or of a test.
type Referee struct {
	stack

	keys  keypad
	thumb thumb

	active  time.Duration // when somebody last did something
	changed bool          // something has happened since the last frame
	done    func()        // acknowledges a phone's answer once the frame is shown; may be nil
	last    last          // of the last frame
}

// New returns a referee that starts at a time of the kernel's clock, in the lobby or in the game
// that was interrupted.
func New(o Options, now time.Duration) *Referee {
	if o.Playing == nil {
		o.Playing = func(*games.Start) {}
	}
	r := &Referee{keys: keypad{config: o.Config.Judge}, active: now, changed: true}
	s := &r.stack
	*s = stack{
		Options:    &o,
		cover:      cover{stack: s},
		notices:    notices{health: o.Health},
		invitation: invitation{stack: s},
		dialogue:   keys.Dialogue{Shown: true},
		language:   o.Language,
		hearing:    hearing{config: o.Config.Sounds, knocked: map[games.Seat]time.Duration{}},
		serial:     1, // pages take 0 for no question
		now:        now,
	}
	var interrupted, unfinished string
	if o.Learn != nil {
		s.learning = newLearning(s)
	} else if o.Folder != nil {
		interrupted, unfinished = o.Folder.Interrupted(), o.Folder.Unfinished()
	}
	if s.learning == nil {
		s.toLobby(nil)
	}
	if interrupted != "" {
		r.refuse(s.resume(interrupted))
	} else {
		s.cue(games.CuePowerOn)
		if unfinished != "" {
			found(s, o.Folder.Read(unfinished))
		}
	}
	if down, err := o.Down(); err == nil {
		o.Contacts.Resync(now, down)
	}
	r.expect()
	return r
}

// Begin starts a game and its journal.
func (r *Referee) Begin(start games.Start) error { return r.begin(start) }

// Reload sets the configuration that holds from the next game on.
func (r *Referee) Reload(c config.Config) { r.next, r.changed = &c, true }

// Handle handles a press or release that is certain, a character of a keyboard, or the news that
// edges were lost. A held key that acts before that is handled first, even if the loop was late.
func (r *Referee) Handle(e hw.Event) {
	if e.Resynced {
		r.keys.forget(e.Button)
		return
	}
	r.held(e.At)
	since := r.active
	if e.Lost == 0 {
		r.happen(e.At)
	}
	if r.learning != nil && e.Lost == 0 && r.learning.hears(&e, e.At-since) {
		return
	}
	switch shortcut, isShortcut := e.Button.Shortcut(); {
	case e.Lost > 0:
		r.Log.Warn("edges lost", "edges", e.Lost, "for", e.Until-e.At)
		r.changed = true
		r.refuse(r.lose(e.Lost, e.At, e.Until))
	case e.Typed != 0:
		r.typed(e.Typed, e.At)
	case isShortcut && e.Down:
		r.shortcut(r.Config.Shortcuts[shortcut])
	case isShortcut:
	case e.Button > 0 && e.Down && r.last.buttons && r.answered(games.Seat(e.Button)):
	case e.Button > 0: // nothing comes between a press and its race
		r.refuse(r.ground().press(e.Edge))
	default:
		if look, _ := r.Config.OLED.Rest.Look(e.At - since); look.Mark > 0 {
			r.keys.switches(e.Edge) // on a dark display a key only wakes it, or switches the machine off
		} else if key, ok := r.keys.edge(e.Edge); ok {
			r.key(key)
		}
	}
}

// held handles the key that the judge has held for long enough by now, if there is one: Back, a
// repeated arrow, or the switch of the machine.
func (r *Referee) held(now time.Duration) {
	if key, ok := r.keys.elapse(now); ok {
		r.key(key)
	}
	if r.keys.off(now) {
		r.changed = true
		r.refuse(r.switchOff())
	}
}

// happen notes that somebody did something.
func (r *Referee) happen(at time.Duration) {
	r.now = max(r.now, at)
	r.active = max(r.active, at)
	r.changed = true
}

// answered gives the press of a player's button as the answer to the displayed question. It returns
// false if the press is no answer, or came before the question could be read.
func (r *Referee) answered(seat games.Seat) bool {
	_, v := r.read()
	if r.invitation.shown != nil || r.now < r.thumb.shown+ThumbTime {
		return false
	}
	in, ok := r.dialogue.Button(seat, r.gameTime(), v)
	if ok {
		r.refuse(r.give(in, shown.Box))
	}
	return ok
}

// key handles one of the judge's keys.
func (r *Referee) key(k keys.Key) {
	r.changed = true
	r.cue(games.CueKey)
	if r.invitation.dismiss() {
		r.expect()
		return
	}
	_, v := r.read()
	if r.tooSoon(r.keys.down, r.thumb.hasty(k, r.keys.down, v, r.dialogue.Draft(v), r.cover.told)) {
		return
	}
	defer r.expect()
	entering := r.dialogue.Entering()
	in, ok := r.dialogue.Press(k, r.gameTime(), v)
	if ok {
		r.refuse(r.give(in, shown.Box))
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
	if v.Asks(askSeen) {
		r.cover.saw()
		return
	}
	entering := r.dialogue.Entering()
	r.dialogue.Type(letter, v)
	if digit, ok := keyboard.Digit(letter); ok && rune('0'+digit) != letter {
		r.dialogue.Type(rune('0'+digit), v) // É is on the key of 2, and a word accepts no digit
	}
	if !entering {
		r.beginEntry(v)
	}
}

// read returns whose view the display shows now, and that view. A question that no key has brought
// about starts the thumb's delay.
func (r *Referee) read() (games.Audience, games.View) {
	a, v := r.refresh()
	r.thumb.notice(r.answering(v), r.now)
	return a, v
}

// expect tells the thumb which question the judge's own key has led to.
func (r *Referee) expect() {
	_, v := r.refresh()
	r.thumb.expect(r.answering(v), r.now, v.Asks(askSeen))
}

// tooSoon refuses a key pressed before the judge could read what it changes, and says so once.
func (r *Referee) tooSoon(down time.Duration, hasty bool) bool {
	if !hasty && !r.thumb.unread(down) {
		return false
	}
	if r.thumb.refuses(down) {
		r.Log.Info("a key came before what it would change could be read")
		r.cue(games.CueRefused)
	}
	return true
}

// beginEntry stops the clock when a proposal is begun: it counts thinking, not typing.
func (r *Referee) beginEntry(v games.View) {
	p, ok := r.dialogue.Open(v)
	if ok && r.dialogue.Entering() && slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		r.match.stopClock(p)
	}
}

// shortcut gives the answer of a shortcut button if its question is open.
func (r *Referee) shortcut(b config.Shortcut) {
	in := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: b.Prompt, Value: b.Answer()}
	if _, err := games.Find(r.view(games.Judge).Prompts, in); err != nil {
		r.Log.Info("nothing asks for what the shortcut answers", "prompt", b.Prompt)
		r.cue(games.CueRefused)
		return
	}
	r.refuse(r.give(in, shown.Box))
	r.expect()
}

// Answer handles an answer from the judge's page like one from the keys. If it interrupts an entry
// on the display, the display says that a phone was faster.
func (r *Referee) Answer(a shown.Answer) {
	r.happen(r.now)
	if a.From != shown.Box && !r.isPaired(a.From) {
		r.done = func() { a.Done(shown.ErrRevoked) }
		return
	}
	a.Input.At = r.gameTime()
	drafting := r.dialogue.Drafting()
	// The page may only answer what it shows: no player's secret question.
	err := a.Open(r.onPages(a.From).Prompts)
	if err == nil {
		err = r.give(a.Input, a.From)
	}
	r.done = func() { a.Done(err) }
	if err != nil {
		r.Log.Info("refused on the phone", "err", err)
		return
	}
	r.refresh()
	if drafting && !r.dialogue.Drafting() {
		r.refuse(games.Refuse(games.Text{Word: "answered_elsewhere"}, errors.New("a phone was faster")))
	}
}

// give passes an answer, or Back, to the layer that asked for it. An error says why it is refused.
func (r *Referee) give(in games.Input, from shown.Viewer) error {
	err := r.take(input{Input: in, at: r.now, from: from})
	if err == nil {
		r.dialogue.Refuse("") // clears an earlier refusal on the display
	}
	return err
}

// Invited handles the outcome of an invitation.
func (r *Referee) Invited(o shown.Outcome) {
	if o != shown.Guessed {
		r.happen(r.now)
	}
	r.changed = true
	r.invitation.came(o)
}

// refuse shows and logs why an input was refused, unless err is nil.
func (r *Referee) refuse(err error) {
	if err == nil {
		return
	}
	r.Log.Warn("refused", "err", err)
	_, v := r.displayView()
	r.dialogue.Refuse(r.Phrases.In(r.language, v.Game).Refusal(err))
	r.cue(games.CueRefused)
}
