package referee

import (
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/sounds"
)

// A hearing decides which cues are played. A key click, slap or ignored press never interrupts
// another sound. Of a seat's presses without effect the first is heard, and then none until the
// seat has paused for a second.
type hearing struct {
	config config.Sounds

	cues    []games.Cue                  // that come to be heard, and were not taken yet
	until   time.Duration                // what says more sounds
	knocked map[games.Seat]time.Duration // the last press that had no effect
}

// cue takes a cue at a time of the kernel's clock.
func (h *hearing) cue(now time.Duration, c games.Cue) {
	switch c {
	case games.CueKey, games.CueIgnored, games.CueSlap:
		if now < h.until || c == games.CueKey && !h.config.KeyClick {
			return
		}
	default:
		h.until = now + sounds.Length(sounds.Tune(c))
	}
	h.cues = append(h.cues, c)
}

// take are the cues that are to be heard now.
func (h *hearing) take() []games.Cue {
	cues := h.cues
	h.cues = nil
	return cues
}

// hammering is the pause after which the next press without effect of a seat is heard again.
const hammering = time.Second

// facts takes the weightiest cue of what happened in one step.
func (h *hearing) facts(now time.Duration, facts []games.Fact) {
	var loudest games.Cue
	for _, f := range facts {
		c := f.Cue()
		if in, ok := f.What.(games.Ignored); ok {
			last, again := h.knocked[in.Seat]
			if h.knocked == nil {
				h.knocked = map[games.Seat]time.Duration{}
			}
			h.knocked[in.Seat] = f.At
			if again && (f.At-last).Abs() < hammering {
				continue
			}
		}
		if c.Weight() > loudest.Weight() {
			loudest = c
		}
	}
	if loudest != "" {
		h.cue(now, loudest)
	}
}
