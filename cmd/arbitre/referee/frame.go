package referee

import (
	"reflect"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/games"
)

// A Frame is what the devices show and play, and when the loop wakes up.
type Frame struct {
	Changed bool    // something has happened since the last frame; if not, only the last three fields are set
	Judge   Picture // for the judge's display
	Public  Picture // for the display for all
	Pages   shown.State
	Cues    []games.Cue   // to be played in this order
	Command shown.Command // to be spoken once all is shown; 0 for none
	Volume  int           // of buzzer and loudspeaker, in percent
	Facts   []shown.News  // for the log
	Done    func()        // called when all is shown; may be nil

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

// Same reports whether two pictures look the same, now and until their next tick.
func (p Picture) Same(other Picture) bool {
	tick, ticks := display.NextTick(p.Scene.View, p.Scene.Now)
	next, also := display.NextTick(other.Scene.View, other.Scene.Now)
	p.Scene.Now = other.Scene.Now
	return tick == next && ticks == also && reflect.DeepEqual(p, other)
}

// lastFrame holds the parts of the last frame that the next ones depend on.
type lastFrame struct {
	look     display.Look
	audience games.Audience // of the judge's display
	racing   bool           // a race is open
	buttons  bool           // players' buttons may answer the open question
	tick     tick           // of the clock on the display
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

// follow notes when what is shown of a view's clock changes next. Now is the game's time, and zero
// the kernel's time at which the game began. It reports true once for each of the last seconds, which
// are audible, and for the first of the last time of a player.
func (t *tick) follow(v games.View, now, zero time.Duration) (heard bool) {
	next, ok := display.NextTick(v, now)
	t.next, t.runs = next+zero, ok
	var ends time.Duration // of the last second, or of the one that begins the last time
	for _, p := range v.Prompts {
		if left := p.Until - now; left > 0 && left <= lastSeconds*time.Second {
			ends = p.Until - (left-1)/time.Second*time.Second
		}
	}
	for _, p := range v.Seats {
		if p.Clock == nil || p.Clock.Until <= now {
			continue
		}
		left := p.Clock.At(now)
		if left <= lastSeconds*time.Second || left <= games.LastTime && left > games.LastTime-time.Second {
			ends = p.Clock.Until - (left-1)/time.Second*time.Second
		}
	}
	if ends == 0 || ends == t.heard {
		return false
	}
	t.heard = ends
	return true
}
