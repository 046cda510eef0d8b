package main

import (
	"context"
	"log/slog"
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

// A referee owns the game, the lobby before it and the questions of the box itself. One goroutine runs it:
// edges and the time come in, everything else is a function of what it then holds.
type referee struct {
	clock  func() time.Duration // the kernel's, that stamps the edges
	events <-chan hw.Event      // of the buttons
	// catchUp passes on what has happened to the buttons and is not read yet, and tells up to when all is known.
	catchUp func(pass func(hw.Event)) time.Duration
	typed   <-chan hw.Event             // of keyboards; nil where there are none
	down    func() ([]hw.Button, error) // which buttons are down now
	log     *slog.Logger

	folder  *journal.Folder
	today   func() time.Time // for the names of journals
	seed    func() uint64
	rules   games.Rulebook
	seats   []games.Seat                    // that have a button
	options func(game string) []games.Field // that every game of a name is started with
	rest    display.Rest

	show     func(frame) // on the judge's display
	showAll  func(frame) // on the one for all; nil where there is none
	phones   *web.Server // nil where no page is served
	lamp     func(hw.Button, hw.Light)
	hearing  *hearing
	troubles *troubles

	began   func(journal string) // is told of a game's path
	putAway func()               // is told of a journal that was

	shortcuts []config.Shortcut

	supervisor supervisor
	reload     <-chan config.Config // what holds from the next game on
	powerOff   func() error

	contacts *hw.Contacts
	keys     keypad
	dialogue display.Dialogue
	language display.Language
	// keepLanguage has the one that is chosen spoken after a restart, too.
	keepLanguage func(display.Language) error

	lobby *lobby // before a game; nil during one
	match *match // nil in the lobby
	thumb thumb
	desk  string           // the question of the box itself that is open, or ""
	under question         // what the game asked when that was opened
	left  journal.LeftGame // that deskResume and deskDiscard are about
	tally tally            // that deskCount and deskMend are about

	invitation *display.Invitation // of a phone, while it stands
	expires    time.Duration       // when it is to be another

	showWords bool                   // to the judge, in Motus
	known     func(word string) bool // to the dictionary; all of them where there is none
	doubted   string                 // the last word that was not
	refused   string                 // what the view was about when something was refused

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

// run referees until the context ends, or until another configuration is to be taken, which it returns.
// The game's journal is left to the folder, to be resumed.
func (r *referee) run(ctx context.Context) (next *config.Config) {
	r.open()
	var answers <-chan web.Answer
	var outcomes <-chan web.Outcome
	if r.phones != nil {
		answers, outcomes = r.phones.Answers(), r.phones.Outcomes()
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
		case e := <-r.events:
			r.event(e)
		case e := <-r.typed:
			r.keyboard(e)
		case a := <-answers:
			r.remote(a)
		case o := <-outcomes:
			r.invited(o)
		case <-r.troubles.changed:
			r.supervisor.status(statusLine(r.troubles.parts()))
		case c := <-r.reload:
			r.next = &c
		case <-timer.C:
			if !happens || due > r.clock() {
				r.live() // nothing else is due, and nothing to be shown anew
				if !r.racing() || !r.lookAgain() {
					continue
				}
			}
		}
		// On a busy machine the clock may be far ahead of what was read: no deadline is applied before an edge that came before it.
		r.now = max(r.now, r.catchUp(r.event))
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
func (r *referee) sleep(due time.Duration, happens bool) (sleep time.Duration, ok bool) {
	if happens && due <= r.now {
		return 0, true
	}
	if sign, watched := r.sign(); watched && (!happens || sign < due) {
		due, happens = sign, true
	}
	if look := r.now + hw.LookAgain; r.racing() && (!happens || look < due) {
		due, happens = look, true
	}
	return max(breath, due-r.clock()), happens
}

// racing tells whether a race is open.
func (r *referee) racing() bool {
	return r.match != nil && r.shown.Race != nil && r.shown.Race.Open
}

// lookAgain catches up with the buttons in the midst of a race, and tells whether anything had come of them.
func (r *referee) lookAgain() (came bool) {
	r.now = max(r.now, r.catchUp(func(e hw.Event) {
		came = true
		r.event(e)
	}))
	return came
}

// live tells the supervisor that the loop goes round, in good time.
func (r *referee) live() {
	if at, ok := r.sign(); ok && r.clock() >= at {
		r.alive = r.clock()
		r.supervisor.alive()
	}
}

// sign is when the supervisor must hear that again; not ok is never.
func (r *referee) sign() (at time.Duration, ok bool) {
	return r.alive + r.supervisor.within/2, r.supervisor.within > 0
}

// breath is how long to wait for edges that are on their way, when a deadline has passed that they may come before.
const breath = 200 * time.Microsecond

func (r *referee) open() {
	r.now = r.clock()
	r.active = r.now
	interrupted, unfinished := r.folder.Interrupted(), r.folder.Unfinished()
	r.toLobby(nil)
	if interrupted != "" {
		r.refuse(r.resume(interrupted))
	} else {
		r.hearing.cue(games.CuePowerOn)
		if unfinished != "" {
			r.offer(r.folder.Read(unfinished))
		}
	}
	if down, err := r.down(); err == nil {
		r.contacts.Resync(r.active, down)
	}
	r.expect()
	r.present()
}

// keyboard takes an event of a keyboard, which doesn't bounce.
func (r *referee) keyboard(e hw.Event) {
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
func (r *referee) stopClock(v games.View) {
	p, ok := r.dialogue.Open(v)
	if !ok || !r.dialogue.Entering() || !slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Until > 0 }) {
		return
	}
	begins := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word("")}
	if err := r.play(begins); err != nil {
		r.log.Info("no clock to be stopped", "err", err) // it has just run out
	}
}

// due is when something happens by itself; on an idle table that is once a minute at most.
func (r *referee) due() (due time.Duration, ok bool) {
	earlier := func(at time.Duration, is bool) {
		if is && (!ok || at < due) {
			due, ok = at, true
		}
	}
	earlier(r.contacts.Deadline())
	earlier(r.keys.deadline())
	if r.match != nil {
		earlier(r.match.deadline())
		at, is := display.NextTick(r.shown, r.gameTime())
		earlier(at+r.match.zero, is && !r.match.paused)
	}
	if _, next := r.rest.Look(r.clock() - r.active); next > 0 {
		earlier(r.active+next, true)
	}
	earlier(r.missedUntil, r.missed > 0)
	earlier(r.expires, r.invitation != nil)
	return due, ok
}

// elapse applies what is due by now, the game's deadlines at their own time.
func (r *referee) elapse(now time.Duration) {
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

func (r *referee) event(e hw.Event) {
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
	for _, press := range r.contacts.Edge(e.Edge) {
		r.edge(press)
	}
}

// settle takes what is certain by now of buttons and keys.
func (r *referee) settle(now time.Duration) {
	for _, e := range r.contacts.Elapse(now) {
		r.edge(e)
	}
	if key, ok := r.keys.elapse(now); ok {
		r.key(key)
	}
}

// missedFor is how long everyone is told that edges were lost.
const missedFor = 10 * time.Second

// lost tells the game that edges were lost, and looks which buttons are down.
func (r *referee) lost(e hw.Event) {
	r.log.Warn("edges lost", "edges", e.Lost)
	r.missed += e.Lost
	r.missedUntil = e.At + missedFor
	if down, err := r.down(); err == nil {
		r.contacts.Resync(e.At, down)
	}
	if r.match != nil && r.match.counts(e.At) {
		r.refuse(r.play(games.Input{At: r.match.at(e.At), Kind: games.Lost, Edges: e.Lost}))
	}
}

// edge takes a press or release.
func (r *referee) edge(e hw.Edge) {
	look, _ := r.rest.Look(e.At - r.active)
	r.happen(e.At)
	seat := games.Seat(e.Button)
	shortcut, isShortcut := e.Button.Shortcut()
	switch {
	case isShortcut && e.Down:
		r.shortcut(r.shortcuts[shortcut])
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
func (r *referee) happen(at time.Duration) {
	r.now = max(r.now, at)
	r.active = max(r.active, at)
}

// shortcut gives the one answer of a shortcut button, if its question is open.
func (r *referee) shortcut(s config.Shortcut) {
	in := games.Input{At: r.gameTime(), Kind: games.Answer, Prompt: s.Prompt, Value: s.Answer()}
	if _, err := games.Find(r.view(games.Judge).Prompts, in); err != nil {
		r.log.Info("nothing asks for what the shortcut answers", "prompt", s.Prompt)
		r.hearing.cue(games.CueRefused)
		return
	}
	r.refuse(r.take(in))
	r.expect()
}

// key takes one of the judge's keys.
func (r *referee) key(k display.Key) {
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
func (r *referee) answered(seat games.Seat) bool {
	_, v := r.face()
	r.dialogue.Follow(v)
	r.notice(v)
	if r.invitation != nil || r.now < r.thumb.shown+thumbTime {
		return false
	}
	in, ok := r.dialogue.Button(seat, r.gameTime(), v)
	if ok {
		r.refuse(r.take(in))
	}
	return ok
}
