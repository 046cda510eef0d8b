package referee

import (
	"reflect"
	"slices"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/hw"
)

// A Frame tells the devices what to show and play, and the loop when to wake up.
type Frame struct {
	Changed bool    // something has happened since the last frame; if not, only the last three fields are set
	Judge   Picture // for the judge's display
	Public  Picture // for the display for all
	Pages   shown.State
	Cues    []games.Cue  // to be played in this order
	Volume  int          // of buzzer and loudspeaker, in percent
	Facts   []shown.News // for the log
	Done    func()       // called when all is shown; may be nil

	Wake  time.Duration  // when to ask for the next frame, by the kernel's clock
	Wakes bool           // whether Wake is set; if not, only an event wakes the loop
	Next  *config.Config // the configuration for which the referee has ended; nil while it goes on
}

// A Picture is what a display shows: a scene, or the mark of a resting display.
type Picture struct {
	Scene    display.Scene
	Look     display.Look
	Contrast int // of a display that does not rest, from 0 to 255
}

// Same tells whether two pictures look the same, now and until their next tick.
func (p Picture) Same(other Picture) bool {
	tick, ticks := display.NextTick(p.Scene.View, p.Scene.Now)
	next, also := display.NextTick(other.Scene.View, other.Scene.Now)
	p.Scene.Now = other.Scene.Now
	return tick == next && ticks == also && reflect.DeepEqual(p, other)
}

// Elapse fires all that is due by now. The game's deadlines are stamped with their own time.
func (r *Referee) Elapse(now time.Duration) {
	r.now = max(r.now, now)
	r.held(r.now)
	if at, ok := r.moves(); ok && at <= r.now {
		r.changed = true
		r.take(input{at: r.now}) // no layer refuses the time
	}
}

// moves returns when the display next changes by itself.
func (r *Referee) moves() (time.Duration, bool) {
	return earliest(r.due, r.last.tick.due)
}

// wakes returns when something next happens by itself. On an idle table that is once a minute at
// most.
func (r *Referee) wakes() (time.Duration, bool) {
	now := r.now
	rests := func() (time.Duration, bool) {
		_, next := r.Config.OLED.Rest.Look(now - r.active)
		return r.active + next, next > 0
	}
	looksAgain := func() (time.Duration, bool) { return now + hw.LookAgain, r.last.racing || r.Contacts.Held() }
	return earliest(r.Contacts.Deadline, r.keys.deadline, r.moves, rests, looksAgain)
}

// look returns whether the displays are bright, dim or resting now.
func (r *Referee) look() display.Look {
	look, _ := r.Config.OLED.Rest.Look(r.now - r.active)
	return look
}

// news tells whether the next frame would differ from the last.
func (r *Referee) news() bool { return r.changed || r.look() != r.last.look }

// Frame returns what to show and play after all that has happened so far.
func (r *Referee) Frame() Frame {
	var f Frame
	if r.news() {
		f = r.draw()
	}
	if r.match == nil {
		f.Next = r.next
	}
	f.Wake, f.Wakes = r.wakes()
	return f
}

// last holds the parts of a frame that the next ones depend on.
type last struct {
	look    display.Look
	racing  bool // a race is open
	buttons bool // players' buttons may answer the open question
	tick    tick // of the clock on the display
}

// draw makes a frame of the current state.
func (r *Referee) draw() Frame {
	a, v := r.read()
	r.cover.drawn(a, v)
	look, now, shared := r.look(), r.gameTime(), r.view(games.Public)
	if r.last.tick.follow(v, now, r.now-now) {
		r.cue(games.CueTick)
	}
	all := display.Scene{View: shared, Language: r.language, Now: now}
	scene := all
	scene.View, scene.Dialogue, scene.Invitation = v, r.dialogue, r.invitation.shown
	f := Frame{
		Changed: true,
		Judge:   Picture{scene, look, r.Config.OLED.Contrast},
		Public:  Picture{all, look, r.Config.Public.Contrast},
		Volume:  r.Config.Sounds.Volume,
		Cues:    r.hearing.take(),
		Facts:   r.facts,
		Done:    r.done,
	}
	if r.Show != nil {
		f.Pages = shown.State{
			Public: shared, Judge: r.onPages(shown.Box), Keeper: r.cover.keeper, Scene: scene, Look: look,
			Now: now, Holder: games.Seat(max(a, 0)), Seats: r.Seats, News: r.facts,
		}
		if r.match != nil {
			f.Pages.Line, f.Pages.Told = r.match.table.Lines(), r.match.table.Told()
			f.Pages.Journal, f.Pages.ID = r.match.journal(), r.match.id()
		}
	}
	r.last.look, r.last.racing, r.last.buttons = look, v.Race != nil && v.Race.Open, r.dialogue.TakesButtons(v)
	r.changed, r.facts, r.done = false, nil, nil
	return f
}

// A tick is the end of a second on the displayed clock that runs out first.
type tick struct {
	next  time.Duration // by the kernel's clock
	runs  bool
	heard time.Duration // the game's time of the last audible tick
}

func (t *tick) due() (time.Duration, bool) { return t.next, t.runs }

// lastSeconds is how many seconds of a clock are audible before it runs out.
const lastSeconds = 3

// follow notes when the current second of a view's clock ends. Now is the game's time, and zero the
// kernel's time at which the game began. It reports true once for each of the last seconds, which
// are audible.
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
