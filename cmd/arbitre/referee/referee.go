// Package referee referees a table: one loop owns the game, the lobby before it and the questions
// of the box itself.
//
// A press goes straight to the game. An answer, be it of a key, a phone or a broker, goes down the
// layers of the stack until one takes it, and the executor does what this layer wants done:
//
//	Run ─► handle ─► press ──────────────────────► match.Press
//	  │       └────► console ─► answer ─┐
//	  └────► answer ─► answerOf, admit ─┴► give ─► take ─► Layer.Take ─► effects ─► do
//	  │
//	  └────► frame ◄─ draw ◄─ stack.view ◄─ Layer.View, from the ground up
//
// A refused answer has its reason in the log, with "refused". File answer.go has its way: admit refuses
// what is not asked (any more), a layer what it does not offer, and the game what its rules forbid.
package referee

import (
	"maps"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// A Referee owns a stack of layers: the game or lobby, and the questions of the box. Its loop hands it
// every event; a [Frame] says what to show and play then. Only one goroutine may use it: that of
// [Referee.Run], or of a test.
type Referee struct {
	stack   *stack
	exec    executor
	console console

	changed bool      // something has happened since the last frame
	done    func()    // acknowledges a phone's answer once the frame is shown; may be nil
	last    lastFrame // what the last frame showed
}

// New returns a referee that starts at a time of the kernel's clock, in the lobby or in the game
// that was interrupted.
func New(o Options, now time.Duration) *Referee {
	if o.Playing == nil {
		o.Playing = func(*games.Start) {}
	}
	s := newStack(o, now)
	r := &Referee{stack: s, exec: executor{s}, console: console{stack: s, exec: executor{s}}, changed: true}
	var interrupted, unfinished string
	if o.Learn == nil {
		r.exec.toLobby(slices.Sorted(maps.Keys(o.Bots)), o.Bots)
		if o.Folder != nil {
			interrupted, unfinished = o.Folder.Interrupted(), o.Folder.Unfinished()
		}
	}
	if interrupted != "" {
		r.exec.showRefusal(r.exec.resume(interrupted))
	} else {
		s.cue(games.CuePowerOn)
		if unfinished != "" {
			r.exec.offerUnfinished(unfinished)
		} else if o.Learn == nil && o.Config.Run.Guide {
			s.guide, s.Config.Run.Guide = layers.NewGuide(&s.Box), false
		}
	}
	if down, err := o.Down(); err == nil {
		o.Contacts.Resync(now, down)
	}
	r.console.expect()
	return r
}

// Begin starts a game and its journal.
func (r *Referee) Begin(start games.Start) error { return r.exec.begin(layers.Begin{Start: start}) }

// reload sets the configuration that holds from the next game on.
func (r *Referee) reload(c config.Config) {
	c.Run.Children = r.stack.Config.Run.Children
	r.stack.next, r.changed = &c, true
}

// handle handles a press or release that is certain, a character of a keyboard, or the news that
// edges were lost. A held key that acts before that is handled first, even if the loop was late.
func (r *Referee) handle(e hw.Event) {
	s := r.stack
	if e.Resynced {
		r.console.keypad.forget(e.Button)
		return
	}
	r.changed = r.console.elapse(e.At) || r.changed
	if seat, is := e.Button.Hand(); is && e.Lost == 0 {
		s.now, r.changed = max(s.now, e.At), true
		if e.Button = hw.Button(seat); s.match != nil {
			_, err := r.pressInGame(e.Edge)
			r.exec.showRefusal(err)
		}
		return
	}
	idle := e.At - s.active
	if e.Lost == 0 {
		r.happen(e.At)
		var mine bool
		if e, mine = r.pressed(e, idle); mine {
			return
		}
	}
	switch shortcut, isShortcut := e.Button.Shortcut(); {
	case e.Lost > 0:
		s.Log.Warn("edges lost", "edges", e.Lost, "for", e.Until-e.At)
		r.changed = true
		r.exec.showRefusal(s.lose(e))
	case e.Typed != 0:
		r.console.typed(e.Typed, e.At)
	case isShortcut && e.Down:
		r.console.shortcut(s.Config.Shortcuts[shortcut])
	case isShortcut:
	case e.Button > 0 && e.Down && r.last.buttons && r.console.press(games.Seat(e.Button)):
	case e.Button > 0: // nothing comes between a press and its race
		r.exec.showRefusal(r.press(e.Edge))
	default:
		r.console.edge(e.Edge, idle)
	}
}

// pressed passes an edge to a layer that takes those of all buttons, if there is one. It returns the edge
// for those who get it next, and whether the layer keeps it to itself.
func (r *Referee) pressed(e hw.Event, idle time.Duration) (on hw.Event, mine bool) {
	presser := r.stack.presser()
	if presser == nil {
		return e, false
	}
	m := r.stack.moment()
	m.Idle = idle
	effects, on, mine := presser.Press(m, e)
	r.exec.showRefusal(r.exec.carryOut(effects))
	return on, mine
}

// press passes an edge of a player's button to the game, or to the lobby. If a press means nothing in
// the game, its player may want to leave or join. The button of a seat that the box plays is none of the
// game, but between two rounds a person may want that place.
func (r *Referee) press(e hw.Edge) error {
	s, seat := r.stack, games.Seat(e.Button)
	switch {
	case s.lobby != nil && !e.Down:
		s.lobby.Release(seat)
		return nil
	case s.lobby != nil && s.asked == nil:
		return r.exec.carryOut(s.lobby.Press(s.moment(), seat))
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
		s.cue(games.CuePress)
	}
	return raced, err
}

// happen notes that a person did something at a time.
func (r *Referee) happen(at time.Duration) {
	s := r.stack
	s.now = max(s.now, at)
	if at-s.active >= results.Pause {
		s.playWithChildren(false) // another evening
	}
	s.active = max(s.active, at)
	r.changed = true
}

// answer handles an answer of a phone or a broker like one from the keys.
func (r *Referee) answer(a shown.Answer) {
	r.happen(r.stack.now)
	err := r.exec.answerOf(a)
	r.done = func() { a.Done(err) }
}

// invited handles the outcome of an invitation.
func (r *Referee) invited(o shown.Outcome) {
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
		r.exec.showRefusal(r.exec.carryOut(s.invitation.Dismiss(s.moment())))
	case o == shown.Guessed:
		s.Log.Warn("somebody tries one code after the other; the box says so")
		s.invitation.Guess()
	default:
		s.Log.Info("a phone was paired", "phones", len(s.Pages.Paired()))
		r.exec.showRefusal(r.exec.carryOut([]layers.Effect{layers.Uninvite{}, layers.Cue{Cue: games.CueJoined}}))
	}
}

// wifiIs handles a new state of the box's own Wi-Fi. Once it is up, a display that waits for it shows
// how a phone joins it.
func (r *Referee) wifiIs(is wifi.State) {
	s := r.stack
	s.Log.Info("the box's own Wi-Fi", "phase", is.Phase, "network", is.Network, "home", is.Home, "why", is.Why)
	r.changed = true
	asked, isQuestion := s.asked.(*layers.Asked)
	waits := isQuestion && asked.ID == layers.Wifi
	switch {
	case is.Phase == wifi.Joined:
		r.exec.showRefusal(r.exec.joinedHome())
	case is.Phase == wifi.Joining, is.Phase == wifi.Up && is.Why != "": // its phone may be away
		r.exec.showRefusal(r.exec.do(layers.Uninvite{}))
		s.ask(layers.Wifi, layers.Subject{})
	case is.Phase == wifi.Up && waits:
		s.close()
		s.invitation.Show(is.Invitation(), asked.About.Then, s.now)
	case is.Phase != wifi.Up && s.invitation.IsWifi():
		s.invitation.Shown = nil
		s.ask(layers.Wifi, layers.Subject{Then: s.invitation.Then})
	case waits:
		s.newSerial() // what is asked has changed
	}
}

// claim handles a name that was entered on a phone. It does not wake the display: any phone nearby may
// enter one.
func (r *Referee) claim(c shown.Claim) {
	s := r.stack
	err := layers.Playing()
	if s.claiming() {
		err = s.naming.Claim(s.moment(), c)
	}
	if way := s.invitation.Shown; err == nil && way != nil && way.Code == "" { // the way is found
		err = r.exec.do(layers.Uninvite{})
	}
	r.changed = true
	c.Done(err)
}

// renamed reads who sits where, for that may have changed.
func (r *Referee) renamed() {
	if now := r.stack.Sitters(); !maps.Equal(now, r.stack.sitters) {
		r.stack.sitters, r.changed = now, true
	}
}
