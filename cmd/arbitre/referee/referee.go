// Package referee referees a table: one loop owns the game, the lobby before it and the questions of the box itself.
package referee

import (
	"context"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
	"arbitre/hw/keyboard"
)

// A Referee owns the game, the lobby before it and the questions of the box itself. One goroutine runs it:
// edges and the time come in, everything else is a function of what it then holds.
type Referee struct {
	Options
	Devices

	hearing  *hearing
	keys     keypad
	dialogue display.Dialogue
	language display.Language

	lobby *lobby // before a game; nil during one
	match *match // nil in the lobby
	thumb thumb
	desk  string           // the question of the box itself that is open, or ""
	under question         // what the game asked when that was opened
	left  journal.LeftGame // that deskResume and deskDiscard are about
	tally tally            // that deskCount and deskMend are about

	invitation *display.Invitation // of a phone, while it stands
	expires    time.Duration       // when it is to be another

	doubted games.Value // the last answer that was questioned
	refused string      // what the view was about when something was refused

	holder
	told int // results of the game that were there when the display was last drawn
	seen int // and that somebody has seen

	now    time.Duration  // up to when all is known, or the time of what has just happened
	active time.Duration  // when something last happened
	shown  games.View     // what the display shows
	ticked time.Duration  // the second of a clock that was heard last ends then
	alive  time.Duration  // when the supervisor last heard so
	next   *config.Config // taken when no game is played
	done   func()         // tells a phone what came of its answer, once it is shown; else nil

	missed      int           // edges that were lost lately
	missedUntil time.Duration // that is said
}

// Run referees until the context ends, or until another configuration is to be taken, which it returns.
// The game's journal is left to the folder, to be resumed.
func (r *Referee) Run(ctx context.Context) (next *config.Config) {
	r.open()
	var answers <-chan web.Answer
	var outcomes <-chan web.Outcome
	if r.Pages != nil {
		answers, outcomes = r.Pages.Answers(), r.Pages.Outcomes()
	}
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		due, happens := r.due()
		if sleep, wakes := r.sleep(due, happens); wakes {
			timer.Reset(sleep)
		} else {
			timer.Stop()
		}
		select {
		case <-ctx.Done():
			return nil
		case e := <-r.Events:
			r.event(e)
		case e := <-r.Typed:
			r.keyboard(e)
		case a := <-answers:
			r.remote(a)
		case o := <-outcomes:
			r.invited(o)
		case <-r.Health.changed:
			r.Status(r.Health.Parts())
		case c := <-r.Reload:
			r.next = &c
		case <-timer.C:
			if !happens || due > r.Clock() {
				r.live() // nothing else is due, and nothing to be shown anew
				if !r.racing() || !r.lookAgain() {
					continue
				}
			}
		}
		// On a busy machine the clock may be far ahead of what was read: no deadline is applied before an edge that came before it.
		r.now = max(r.now, r.CatchUp(r.event))
		r.elapse(r.now)
		r.present()
		if r.done != nil {
			r.done()
			r.done = nil
		}
		r.live()
		if r.next != nil && r.match == nil {
			return r.next
		}
	}
}

// sleep is for how long nothing need be done, if nothing comes first; not ok is for ever.
func (r *Referee) sleep(due time.Duration, happens bool) (sleep time.Duration, ok bool) {
	if happens && due <= r.now {
		return 0, true
	}
	if sign, watched := r.sign(); watched && (!happens || sign < due) {
		due, happens = sign, true
	}
	if look := r.now + hw.LookAgain; r.racing() && (!happens || look < due) {
		due, happens = look, true
	}
	return max(breath, due-r.Clock()), happens
}

// racing tells whether a race is open.
func (r *Referee) racing() bool {
	return r.match != nil && r.shown.Race != nil && r.shown.Race.Open
}

// lookAgain catches up with the buttons in the midst of a race, and tells whether anything had come of them.
func (r *Referee) lookAgain() (came bool) {
	r.now = max(r.now, r.CatchUp(func(e hw.Event) {
		came = true
		r.event(e)
	}))
	return came
}

// live tells the supervisor that the loop goes round, in good time.
func (r *Referee) live() {
	if at, ok := r.sign(); ok && r.Clock() >= at {
		r.alive = r.Clock()
		r.Alive()
	}
}

// sign is when the supervisor must hear that again; not ok is never.
func (r *Referee) sign() (at time.Duration, ok bool) {
	return r.alive + r.Within/2, r.Within > 0
}

// breath is how long to wait for edges that are on their way, when a deadline has passed that they may come before.
const breath = 200 * time.Microsecond

func (r *Referee) open() {
	r.now = r.Clock()
	r.active = r.now
	interrupted, unfinished := r.Folder.Interrupted(), r.Folder.Unfinished()
	r.toLobby(nil)
	if interrupted != "" {
		r.refuse(r.resume(interrupted))
	} else {
		r.hearing.cue(games.CuePowerOn)
		if unfinished != "" {
			r.offer(r.Folder.Read(unfinished))
		}
	}
	if down, err := r.Down(); err == nil {
		r.Contacts.Resync(r.active, down)
	}
	r.expect()
	r.present()
}

// keyboard takes an event of a keyboard, which doesn't bounce.
func (r *Referee) keyboard(e hw.Event) {
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
	if v.Asks(deskSeen) {
		r.saw()
		return
	}
	entering := r.dialogue.Entering()
	r.dialogue.Type(e.Typed, v)
	if digit, ok := keyboard.Digit(e.Typed); ok && rune('0'+digit) != e.Typed {
		r.dialogue.Type(rune('0'+digit), v) // É is the key of 2, and a word takes no digit
	}
	if !entering {
		r.stopClock(v)
	}
}

// stopClock tells the game that a proposal begins to be entered, where a clock runs: it counts thinking, not typing.
func (r *Referee) stopClock(v games.View) {
	p, ok := r.dialogue.Open(v)
	if !ok || !r.dialogue.Entering() || !slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		return
	}
	begins := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word("")}
	if err := r.play(begins); err != nil {
		r.Log.Info("no clock to be stopped", "err", err) // it has just run out
	}
}

// due is when something happens by itself; on an idle table that is once a minute at most.
func (r *Referee) due() (due time.Duration, ok bool) {
	earlier := func(at time.Duration, is bool) {
		if is && (!ok || at < due) {
			due, ok = at, true
		}
	}
	earlier(r.Contacts.Deadline())
	earlier(r.keys.deadline())
	if r.match != nil {
		earlier(r.match.deadline())
		at, is := display.NextTick(r.shown, r.gameTime())
		earlier(at+r.match.zero, is && !r.match.paused)
	}
	if _, next := r.Rest.Look(r.Clock() - r.active); next > 0 {
		earlier(r.active+next, true)
	}
	earlier(r.missedUntil, r.missed > 0)
	earlier(r.expires, r.invitation != nil)
	return due, ok
}

// elapse applies what is due by now, the game's deadlines at their own time.
func (r *Referee) elapse(now time.Duration) {
	r.settle(now)
	if r.missed > 0 && now >= r.missedUntil {
		r.missed = 0
	}
	if r.invitation != nil && now >= r.expires {
		r.invite()
	}
	if r.keys.off(now) {
		r.switchOff()
	}
	if r.match != nil {
		r.tell(r.match.advance(r.match.at(now)))
		r.checkOver()
		r.giveWay()
	}
}

func (r *Referee) event(e hw.Event) {
	switch {
	case e.Lost > 0:
		r.lost(e)
		return
	case e.Typed != 0:
		r.keyboard(e)
		return
	}
	// Whatever was certain before it comes before it, as if the loop had not been held up.
	r.settle(e.At)
	for _, press := range r.Contacts.Edge(e.Edge) {
		r.edge(press)
	}
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

// lost tells the game that edges were lost, and looks which buttons are down.
func (r *Referee) lost(e hw.Event) {
	r.Log.Warn("edges lost", "edges", e.Lost)
	r.missed += e.Lost
	r.missedUntil = e.At + missedFor
	if down, err := r.Down(); err == nil {
		r.Contacts.Resync(e.At, down)
	}
	if r.match != nil && r.match.counts(e.At) {
		r.refuse(r.play(games.Input{At: r.match.at(e.At), Kind: games.Lost, Edges: e.Lost}))
	}
}

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
	case r.lobby != nil && r.desk == "" && e.Down && r.lobby.press(seat):
		if slices.Contains(r.lobby.joined, seat) {
			r.hearing.cue(games.CueJoined)
		} else {
			r.hearing.cue(games.CueLeft)
		}
	}
}

// happen notes that somebody did something.
func (r *Referee) happen(at time.Duration) {
	r.now = max(r.now, at)
	r.active = max(r.active, at)
}

// shortcut gives the one answer of a shortcut button, if its question is open.
func (r *Referee) shortcut(s config.Shortcut) {
	in := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: s.Prompt, Value: s.Answer()}
	if _, err := games.Find(r.view(games.Judge).Prompts, in); err != nil {
		r.Log.Info("nothing asks for what the shortcut answers", "prompt", s.Prompt)
		r.hearing.cue(games.CueRefused)
		return
	}
	r.refuse(r.take(in))
	r.expect()
}

// key takes one of the judge's keys.
func (r *Referee) key(k display.Key) {
	r.hearing.cue(games.CueKey)
	if r.invitation != nil {
		r.uninvite()
		r.expect()
		return
	}
	_, v := r.face()
	if r.tooSoon(r.keys.down, v) {
		return
	}
	entering := r.dialogue.Entering()
	in, ok := r.dialogue.Press(k, r.gameTime(), v)
	switch {
	case ok:
		r.refuse(r.take(in))
	case !entering:
		r.stopClock(v)
	}
	r.expect()
}

// answered tells whether the press of a player's button was the answer to what the display asks, and could be read there.
func (r *Referee) answered(seat games.Seat) bool {
	_, v := r.face()
	r.dialogue.Follow(v)
	r.notice(v)
	if r.invitation != nil || r.now < r.thumb.shown+ThumbTime {
		return false
	}
	in, ok := r.dialogue.Button(seat, r.gameTime(), v)
	if ok {
		r.refuse(r.take(in))
	}
	return ok
}
