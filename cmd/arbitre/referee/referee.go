// Package referee referees a table: one loop owns the game, the lobby before it and the questions of the box itself.
package referee

import (
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/keyboard"
)

// A Referee owns the game, the lobby before it and the questions of the box itself. What happens is handed to it, and
// changes what it holds; what is to be seen and heard of that is its [Frame]. One goroutine has it, by [Referee.Run] or a
// test's own calls.
type Referee struct {
	Options

	lobby *lobby // before a game; nil during one
	match *match // nil in the lobby
	menu  menu
	holder
	tally tally // what menuCount and menuMend ask about

	keys     keypad
	dialogue keys.Dialogue
	language wording.Language
	thumb    thumb
	hearing  hearing
	invited  invited
	missed   missed

	doubted games.Value // the last answer that was questioned
	refused string      // what the view was about when something was refused

	now    time.Duration  // up to when all is known, or the time of what has just happened
	active time.Duration  // when somebody last did something
	next   *config.Config // is taken as soon as no game is played; nil where the one in force stays

	changed bool         // something has happened since the last frame
	look    display.Look // of the last frame
	race    *games.Photo // that the last frame shows
	tick    tick         // of the clock that the last frame shows
	hunts   hunts        // which one a low display shows
	done    func()       // tells a phone what came of its answer, once it is shown; else nil
	facts   []games.Fact // that are not in the log yet
}

// missed is how many edges were lost lately, which everyone is told for a while.
type missed struct {
	edges int
	until time.Duration
	known time.Duration // from then on it is known again what the buttons do, but those that are held since before
}

// New is a referee at a time of the kernel's clock: in the lobby, or in the midst of the game in which it was interrupted.
func New(o Options, now time.Duration) *Referee {
	r := &Referee{
		Options:  o,
		hearing:  hearing{clicks: o.KeyClicks},
		keys:     keypad{long: o.Long, shut: o.Shutdown},
		dialogue: keys.Dialogue{Rows: o.Rows},
		language: o.Language,
		now:      now,
		active:   now,
		changed:  true,
	}
	var interrupted, unfinished string
	if r.Folder != nil {
		interrupted, unfinished = r.Folder.Interrupted(), r.Folder.Unfinished()
	}
	r.toLobby(nil)
	if interrupted != "" {
		r.refuse(r.resume(interrupted))
	} else {
		r.cue(games.CuePowerOn)
		if unfinished != "" {
			r.offer(r.Folder.Read(unfinished))
		}
	}
	if down, err := r.Down(); err == nil {
		r.Contacts.Resync(now, down)
	}
	r.expect()
	return r
}

// Handle takes what has come of the buttons.
func (r *Referee) Handle(e hw.Event) {
	switch {
	case e.Lost > 0:
		r.lost(e)
		return
	case e.Typed != 0:
		r.Type(e)
		return
	}
	if e.Anew {
		r.keys.forget(e.Button)
	}
	// Whatever was certain before it comes before it, as if the loop had not been held up.
	r.settle(e.At)
	for _, press := range r.Contacts.Take(e) {
		r.edge(press)
	}
}

// Type takes what has come of a keyboard, which does not bounce.
func (r *Referee) Type(e hw.Event) {
	if e.Typed == 0 {
		r.edge(e.Edge)
		return
	}
	r.happen(e.At)
	_, v := r.face()
	if r.tooSoon(e.At, v) {
		return
	}
	defer r.expect()
	if v.Asks(menuSeen) {
		r.saw()
		return
	}
	entering := r.dialogue.Entering()
	r.dialogue.Type(e.Typed, v)
	if digit, ok := keyboard.Digit(e.Typed); ok && rune('0'+digit) != e.Typed {
		r.dialogue.Type(rune('0'+digit), v) // É is the key of 2, and a word takes no digit
	}
	if !entering {
		r.beginEntry(v)
	}
}

// beginEntry stops the clock where a proposal begins to be entered: it counts thinking, not typing.
func (r *Referee) beginEntry(v games.View) {
	p, ok := r.dialogue.Open(v)
	if ok && r.dialogue.Entering() && slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		r.stopClock(p, r.gameTime())
	}
}

// stopClock tells the game that the answer to a question is at hand.
func (r *Referee) stopClock(p games.Prompt, at time.Duration) {
	begins := games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word("")}
	if err := r.play(begins); err != nil {
		r.Log.Info("no clock to be stopped", "err", err) // it has just run out
	}
}

// Reload takes another configuration, which holds from the next game on.
func (r *Referee) Reload(c config.Config) {
	r.next, r.changed = &c, true
}

// settle takes what is certain by now of buttons and keys.
func (r *Referee) settle(now time.Duration) {
	for _, e := range r.Contacts.Elapse(now) {
		r.edge(e)
	}
	if key, ok := r.keys.elapse(now); ok {
		r.key(key)
	}
}

// missedFor is how long everyone is told that edges were lost.
const missedFor = 10 * time.Second

// lost tells the game that edges were lost, at the time since when nobody can know what the buttons did: all that was
// decided before it was decided while everything was known.
func (r *Referee) lost(e hw.Event) {
	r.Log.Warn("edges lost", "edges", e.Lost, "for", e.Until-e.At)
	r.settle(e.At)
	r.missed.edges += e.Lost
	r.missed.until = max(e.At, e.Until) + missedFor
	r.missed.known = max(r.missed.known, e.Until)
	r.changed = true
	if r.match == nil {
		return
	}
	if at := max(e.At, r.match.since); at == e.At || at <= e.Until {
		if r.match.counts(at) {
			r.refuse(r.play(games.Input{At: r.match.at(at), Kind: games.Lost, Edges: e.Lost}))
		}
	}
}

// unknown tells whether edges may have been lost that nobody has told of, at a time of the kernel's clock.
func (r *Referee) unknown(at time.Duration) bool { return at <= r.missed.known || r.Contacts.Unknown() }

// edge takes a press or release.
func (r *Referee) edge(e hw.Edge) {
	look, _ := r.Rest.Look(e.At - r.active)
	r.happen(e.At)
	seat := games.Seat(e.Button)
	shortcut, isShortcut := e.Button.Shortcut()
	switch {
	case isShortcut && e.Down:
		r.shortcut(r.Shortcuts[shortcut])
	case isShortcut:
	case e.Button < 0 && look.Mark > 0: // whoever can't read the question only asks to see it, or switches off
		r.keys.lean(e)
	case e.Button > 0 && e.Down && r.answered(seat):
		return
	case e.Button < 0:
		if key, ok := r.keys.edge(e); ok {
			r.key(key)
		}
	case r.match != nil && slices.Contains(r.match.seats(), seat):
		kind := games.Release
		if e.Down {
			kind = games.Press
		}
		if r.match.counts(e.At) {
			r.refuse(r.play(games.Input{At: r.match.at(e.At), Kind: kind, Seat: seat}))
		}
	case r.lobby != nil && r.menu.open == "" && e.Down && r.lobby.press(seat):
		if slices.Contains(r.lobby.joined, seat) {
			r.cue(games.CueJoined)
		} else {
			r.cue(games.CueLeft)
		}
	}
	if e.Button > 0 && e.Down {
		r.comes(seat)
	}
}

// happen notes that somebody did something.
func (r *Referee) happen(at time.Duration) {
	r.now = max(r.now, at)
	r.active = max(r.active, at)
	r.changed = true
}

// shortcut gives the one answer of a shortcut button, if its question is open.
func (r *Referee) shortcut(s config.Shortcut) {
	in := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: s.Prompt, Value: s.Answer()}
	if _, err := games.Find(r.view(games.Judge).Prompts, in); err != nil {
		r.Log.Info("nothing asks for what the shortcut answers", "prompt", s.Prompt)
		r.cue(games.CueRefused)
		return
	}
	r.refuse(r.take(in))
	r.expect()
}

// key takes one of the judge's keys.
func (r *Referee) key(k keys.Key) {
	r.changed = true
	r.cue(games.CueKey)
	if r.invited.to != nil {
		r.uninvite()
		r.expect()
		return
	}
	_, v := r.face()
	if r.tooSoon(r.keys.down, v) || r.hasty(k, r.keys.down, v) {
		return
	}
	entering := r.dialogue.Entering()
	in, ok := r.dialogue.Press(k, r.gameTime(), v)
	switch {
	case ok && r.unturned(in):
	case ok:
		r.refuse(r.take(in))
	case !entering:
		r.beginEntry(v)
	}
	r.expect()
}

// answered tells whether the press of a player's button was the answer to what the display asks, and could be read there.
func (r *Referee) answered(seat games.Seat) bool {
	_, v := r.face()
	r.dialogue.Follow(v)
	r.notice(v)
	if r.invited.to != nil || r.now < r.thumb.shown+ThumbTime {
		return false
	}
	in, ok := r.dialogue.Button(seat, r.gameTime(), v)
	if ok {
		r.refuse(r.take(in))
	}
	return ok
}
