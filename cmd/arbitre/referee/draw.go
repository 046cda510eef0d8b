package referee

import (
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/wifi"
	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/results"
	"arbitre/hw"
)

// elapse fires all that is due by now. The game's deadlines are stamped with their own time.
func (r *Referee) elapse(now time.Duration) {
	s := r.stack
	s.now = max(s.now, now)
	r.changed = r.console.elapse(s.now) || r.changed
	if at, ok := r.wifiEnds(); ok && at <= s.now {
		s.Wifi.Close()
	}
	if at, ok := r.moves(); ok && at <= s.now {
		r.changed = true
		r.exec.take(layers.Input{Input: games.Input{Kind: games.Elapse}}) // no layer refuses the time
	}
}

// moves returns when the display next changes by itself.
func (r *Referee) moves() (time.Duration, bool) {
	return layers.Earliest(r.stack.due, r.last.tick.due)
}

// wakes returns when something next happens by itself. On an idle table that is once a minute at
// most.
func (r *Referee) wakes() (time.Duration, bool) {
	now := r.stack.now
	rests := func() (time.Duration, bool) {
		_, next := layers.IdleLook(&r.stack.Config, now-r.stack.active)
		return r.stack.active + next, next > 0
	}
	looksAgain := func() (time.Duration, bool) { return now + hw.LookAgain, r.last.racing || r.stack.Contacts.Held() }
	return layers.Earliest(r.stack.Contacts.Deadline, r.console.keypad.deadline, r.moves, rests, looksAgain, r.wifiEnds)
}

// wifiEnds returns when the box's own Wi-Fi ends with the evening, if nothing is done at the table until then.
func (r *Referee) wifiEnds() (time.Duration, bool) {
	return r.stack.active + results.Pause, r.stack.Wifi != nil && r.stack.Wifi.State().Phase == wifi.Up
}

// look returns whether the displays are bright, dim or resting now.
func (r *Referee) look() display.Look {
	look, _ := layers.IdleLook(&r.stack.Config, r.stack.now-r.stack.active)
	return look
}

// news reports whether the next frame would differ from the last.
func (r *Referee) news() bool { return r.changed || r.look() != r.last.look }

// frame returns what to show and play after all that has happened so far.
func (r *Referee) frame() Frame {
	var f Frame
	if r.news() {
		f = r.draw()
	}
	if r.stack.match == nil {
		f.Next = r.stack.next
	}
	f.Wake, f.Wakes = r.wakes()
	return f
}

// draw makes a frame of the current state.
func (r *Referee) draw() Frame {
	s := r.stack
	a, v := r.console.read()
	s.drawn(a, v)
	m := s.moment()
	look, now, shared := r.look(), s.gameTime(), s.view(m, games.Public)
	if r.last.tick.follow(v, now, s.now-now) {
		s.cue(games.CueTick)
	}
	all := display.Scene{View: shared, Language: s.language, Now: now, Sitters: s.sitters}
	scene := all
	scene.View, scene.Dialogue, scene.Invitation = v, s.dialogue, s.invitation.Shown
	f := Frame{
		Changed: true,
		Judge:   Picture{scene, look, s.Config.OLED.Contrast},
		Public:  Picture{all, look, s.Config.Public.Contrast},
		Volume:  s.Config.Sounds.Volume,
		Cues:    s.cues.take(),
		Facts:   s.facts,
		Done:    r.done,
		Command: s.command,
	}
	if s.Show != nil {
		f.Pages = shown.State{
			Public: shared, Judge: s.onPages(m, shown.Box), Keeper: s.curtain.Page(), Scene: scene, Look: look, Quiet: f.Volume == 0,
			Now: now, Holder: games.Seat(max(a, 0)), Seats: s.Seats, News: s.facts,
			Verbosity: s.verbosity(),
			Claims:    s.naming.Claims(m.Claiming),
		}
		if m := s.match; m != nil {
			f.Pages.Line, f.Pages.Told = m.Table().Lines(), m.Table().History()
			recorded := m.Recorded()
			f.Pages.Journal, f.Pages.ID = recorded.Journal, recorded.ID
		}
	}
	r.last = lastFrame{
		look: look, audience: a, racing: v.Race != nil && v.Race.Open, buttons: s.dialogue.TakesButtons(v), tick: r.last.tick,
	}
	r.changed, s.facts, r.done, s.command = false, nil, nil, 0
	return f
}
