package referee

import (
	"reflect"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/hw"
)

// A Frame is what the devices are to do, and when the referee wants to be asked again.
type Frame struct {
	Changed bool    // something has happened since the last frame; else there is nothing to be done
	Judge   Picture // on the judge's display
	Public  Picture // on the one for all
	Pages   web.State
	Cues    []games.Cue  // to be heard, in their order
	Facts   []games.Fact // to be logged
	Done    func()       // is called when all is shown, if it is not nil

	Wake  time.Duration  // when the referee is to be asked again, by the kernel's clock
	Wakes bool           // or else only when something happens
	Next  *config.Config // the referee has ended for this configuration; else nil
}

// A Picture is what a display is to show: a scene, or the mark of one that rests.
type Picture struct {
	Scene display.Scene
	Look  display.Look
}

// Same tells whether two pictures can't be told apart.
func (p Picture) Same(other Picture) bool {
	tick, ticks := display.NextTick(p.Scene.View, p.Scene.Now)
	next, also := display.NextTick(other.Scene.View, other.Scene.Now)
	p.Scene.Now = other.Scene.Now
	return tick == next && ticks == also && reflect.DeepEqual(p, other)
}

// Elapse applies what is due by now, the game's deadlines at their own time.
func (r *Referee) Elapse(now time.Duration) {
	s := &r.stack
	s.now = max(s.now, now)
	r.settle(s.now)
	if r.keys.off(s.now) {
		r.refuse(s.switchOff())
	}
	if at, ok := r.moves(); ok && at <= s.now {
		r.changed = true
	}
	s.take(input{at: s.now}) // the time, which no layer refuses
}

// moves is when the display changes by itself.
func (r *Referee) moves() (time.Duration, bool) {
	return earliest(r.stack.due, r.shown.tick.due, r.shown.hunts.due)
}

// due is when something happens by itself; on an idle table that is once a minute at most,
// unless hunts take turns there.
func (r *Referee) due() (time.Duration, bool) {
	now := r.stack.now
	rests := func() (time.Duration, bool) {
		_, next := r.Config.OLED.Rest.Look(now - r.active)
		return r.active + next, next > 0
	}
	looksAgain := func() (time.Duration, bool) { return now + hw.LookAgain, r.shown.racing }
	return earliest(r.Contacts.Deadline, r.keys.deadline, r.moves, rests, looksAgain)
}

// look is how the displays look now.
func (r *Referee) look() display.Look {
	look, _ := r.Config.OLED.Rest.Look(r.stack.now - r.active)
	return look
}

// news tells whether a frame would be another than the last.
func (r *Referee) news() bool { return r.changed || r.look() != r.shown.look }

// Frame tells what is to be seen and heard of what has happened so far.
func (r *Referee) Frame() Frame {
	var f Frame
	if r.news() {
		f = r.draw()
	}
	if r.stack.match == nil {
		f.Next = r.stack.next
	}
	f.Wake, f.Wakes = r.due()
	return f
}

// shown is what of the last frame matters for what comes.
type shown struct {
	look    display.Look
	racing  bool  // a race is open
	buttons bool  // what is asked, players' buttons may answer
	tick    tick  // of its clock
	hunts   hunts // which one a low display shows
}

// draw makes the frame of the state as it is now.
func (r *Referee) draw() Frame {
	s := &r.stack
	a, v := r.read()
	s.cover.drawn(a, v)
	look, now, shared := r.look(), s.gameTime(), s.view(games.Public)
	if r.shown.tick.follow(v, now, s.now-now) {
		s.cue(games.CueTick)
	}
	if r.Config.HasLowDisplay() && look.Mark == 0 {
		r.shown.hunts.turn(shared, s.now)
	} else {
		r.shown.hunts = hunts{}
	}
	all := display.Scene{View: shared, Language: s.language, Now: now, Turn: r.shown.hunts.shown}
	scene := all
	scene.View, scene.Dialogue, scene.Invitation = v, s.dialogue, s.invitation.shown
	f := Frame{
		Changed: true,
		Judge:   Picture{scene, look},
		Public:  Picture{all, look},
		Cues:    s.hearing.take(),
		Facts:   s.facts,
		Done:    r.done,
	}
	if r.Pages != nil {
		f.Pages = web.State{
			Public: shared, Judge: s.onPages(nil), Keeper: s.cover.keeper, Scene: scene, Look: look,
			Now: now, Holder: games.Seat(max(a, 0)), Seats: r.Seats,
		}
		if s.match != nil {
			f.Pages.Line, f.Pages.Told = s.match.table.Lines(), s.match.table.Told()
		}
	}
	r.shown.look, r.shown.racing, r.shown.buttons = look, v.Race != nil && v.Race.Open, s.dialogue.TakesButtons(v)
	r.changed, s.facts, r.done = false, nil, nil
	return f
}

// A tick is the end of a second of the clock that runs out first.
type tick struct {
	next  time.Duration // by the kernel's clock
	runs  bool
	heard time.Duration // the end, on the game's clock, of the second that was heard last
}

func (t *tick) due() (time.Duration, bool) { return t.next, t.runs }

// lastSeconds are those of a clock that can be heard.
const lastSeconds = 3

// follow notes when the second of a view's clock ends, by the clock of a game that began at zero.
// It tells whether it is one of the last ones, which are heard, each once.
func (t *tick) follow(v games.View, now, zero time.Duration) (heard bool) {
	next, ok := display.NextTick(v, now)
	t.next, t.runs = next+zero, ok
	last := slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool {
		return p.Until > now && p.Until-now <= lastSeconds*time.Second
	})
	if !ok || !last || next == t.heard {
		return false
	}
	t.heard = next
	return true
}

// perHunt is how long a display that has room for one of several hunts shows each.
const perHunt = 4 * time.Second

// hunts take turns on a display of 32 rows.
type hunts struct {
	shown  int           // whose turn it is
	next   time.Duration // when the next one's comes, by the kernel's clock; 0 is never
	slates []games.Slate // as they were shown last
}

func (h *hunts) due() (time.Duration, bool) { return h.next, h.next > 0 }

// turn shows the hunt of which something new is known, or the next where the last had its time.
func (h *hunts) turn(v games.View, now time.Duration) {
	news := slices.IndexFunc(v.Slates, func(s games.Slate) bool {
		return !slices.ContainsFunc(h.slates, func(was games.Slate) bool {
			return was.Hunt == s.Hunt && was.Line == s.Line && was.Known == s.Known
		})
	})
	switch {
	case v.Panel != games.Hunts || len(v.Slates) < 2:
		*h = hunts{}
	case news >= 0:
		*h = hunts{news, now + perHunt, v.Slates}
	case now >= h.next:
		h.shown, h.next = (h.shown+1)%len(v.Slates), now+perHunt
	}
}
