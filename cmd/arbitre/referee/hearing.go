package referee

import (
	"time"

	"arbitre/games"
	"arbitre/sounds"
)

// A hearing is what of the cues comes to be heard: nothing faint cuts off what says more, and nobody makes a siren of it.
type hearing struct {
	clock  func() time.Duration
	play   func(games.Cue)
	clicks bool // of the judge's keys

	until   time.Duration                // what says more sounds
	knocked map[games.Seat]time.Duration // the last press that had no effect
}

func newHearing(clock func() time.Duration, play func(games.Cue), clicks bool) *hearing {
	return &hearing{clock: clock, play: play, clicks: clicks, knocked: map[games.Seat]time.Duration{}}
}

// cue plays a cue.
func (h *hearing) cue(c games.Cue) {
	now := h.clock()
	switch c {
	case games.CueKey, games.CueIgnored, games.CueSlap:
		if now < h.until || c == games.CueKey && !h.clicks {
			return
		}
	default:
		h.until = now + sounds.Length(sounds.Tune(c))
	}
	h.play(c)
}

// hammering is how far apart presses without effect of one seat are that are all heard.
const hammering = time.Second

// facts plays the weightiest cue of what happened in one step.
func (h *hearing) facts(facts []games.Fact) {
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
		h.cue(loudest)
	}
}
