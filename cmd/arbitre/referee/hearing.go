package referee

import (
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/sounds"
)

// A hearing decides which cues are played. A key click, slap or ignored press never interrupts
// another sound. When a seat keeps pressing without effect, only the first press sounds, until the
// seat has paused for a second.
type hearing struct {
	config config.Sounds

	cues    []games.Cue                  // to be played, not taken yet
	until   time.Duration                // when the last important cue ends
	knocked map[games.Seat]time.Duration // time of the seat's last press without effect
}

// cue queues a cue, unless it is minor and another sounds. Now is by the kernel's clock.
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

// take returns the queued cues and empties the queue.
func (h *hearing) take() []games.Cue {
	cues := h.cues
	h.cues = nil
	return cues
}

// hammering is how long a seat must pause before its next press without effect sounds again.
const hammering = time.Second

// facts queues the weightiest cue of the facts of one step.
func (h *hearing) facts(now time.Duration, facts []games.Fact) {
	var loudest games.Cue
	for _, f := range facts {
		c := f.Cue()
		if in, ok := f.What.(games.Ignored); ok {
			last, again := h.knocked[in.Seat]
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
