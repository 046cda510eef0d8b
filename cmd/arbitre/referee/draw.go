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
	r.stack.now = max(r.stack.now, now)
	r.changed = r.console.elapse(r.stack.now) || r.changed
	if at, ok := r.wifiEnds(); ok && at <= r.stack.now {
		r.stack.Wifi.Close()
	}
	if at, ok := r.moves(); ok && at <= r.stack.now {
		r.changed = true
		r.carry.take(layers.Input{Input: games.Input{Kind: games.Elapse}}) // no layer refuses the time
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
	a, v := r.console.read()
	r.stack.drawn(a, v)
	m := r.stack.moment()
	look, now, shared := r.look(), r.stack.gameTime(), r.stack.view(m, games.Public)
	if r.last.tick.follow(v, now, r.stack.now-now) {
		r.stack.cue(games.CueTick)
	}
	all := display.Scene{View: shared, Language: r.stack.language, Now: now, Sitters: r.stack.sitters}
	scene := all
	scene.View, scene.Dialogue, scene.Invitation = v, r.stack.dialogue, r.stack.invitation.Shown
	f := Frame{
		Changed: true,
		Judge:   Picture{scene, look, r.stack.Config.OLED.Contrast},
		Public:  Picture{all, look, r.stack.Config.Public.Contrast},
		Volume:  r.stack.Config.Sounds.Volume,
		Cues:    r.stack.cues.take(),
		Facts:   r.stack.facts,
		Done:    r.done,
		Command: r.stack.command,
	}
	if r.stack.Show != nil {
		f.Pages = shown.State{
			Public: shared, Judge: r.stack.onPages(m, shown.Box), Keeper: r.stack.curtain.Page(), Scene: scene, Look: look, Quiet: f.Volume == 0,
			Now: now, Holder: games.Seat(max(a, 0)), Seats: r.stack.Seats, News: r.stack.facts,
			Verbosity: r.stack.verbosity(),
			Claims:    r.stack.naming.Claims(m.Claiming),
		}
		if m := r.stack.match; m != nil {
			f.Pages.Line, f.Pages.Told = m.Table().Lines(), m.Table().History()
			recorded := m.Recorded()
			f.Pages.Journal, f.Pages.ID = recorded.Journal, recorded.ID
		}
	}
	r.last = lastFrame{
		look: look, audience: a, racing: v.Race != nil && v.Race.Open, buttons: r.stack.dialogue.TakesButtons(v), tick: r.last.tick,
	}
	r.changed, r.stack.facts, r.done, r.stack.command = false, nil, nil, 0
	return f
}
