package referee

import (
	"cmp"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/sounds"
)

// A cueFilter decides which cues are played. A key click, slap or ignored press never interrupts
// another sound. When a seat keeps pressing without effect, only the first press sounds, until the
// seat has paused for a second.
type cueFilter struct {
	cues    []games.Cue                  // to be played, not taken yet
	until   time.Duration                // when the last important cue ends
	ignored map[games.Seat]time.Duration // time of the seat's last press without effect
}

// add queues a cue, unless it is minor and another sounds. Now is by the kernel's clock.
func (f *cueFilter) add(now time.Duration, c config.Sounds, cue games.Cue) {
	all, _ := cue.Split()
	if cmp.Or(wording.Verbosity(c.Voice), wording.Silent) == wording.Silent {
		cue = all // seats sound of their own to those who listen
	}
	switch all {
	case games.CueKey, games.CueIgnored, games.CuePress:
		if now < f.until || all == games.CueKey && !c.KeyClick {
			return
		}
	default:
		f.until = now + sounds.Length(sounds.Tune(cue))
	}
	f.cues = append(f.cues, cue)
}

// take returns the queued cues and empties the queue.
func (f *cueFilter) take() []games.Cue {
	cues := f.cues
	f.cues = nil
	return cues
}

// repeatPause is how long a seat must pause before its next press without effect sounds again.
const repeatPause = time.Second

// addOf queues the weightiest cue of the facts of one step.
func (f *cueFilter) addOf(now time.Duration, c config.Sounds, facts []games.Fact) {
	var loudest games.Cue
	for _, fact := range facts {
		if in, ok := fact.What.(games.Ignored); ok {
			last, again := f.ignored[in.Seat]
			f.ignored[in.Seat] = fact.At
			if again && (fact.At-last).Abs() < repeatPause {
				continue
			}
		}
		if cue := fact.Cue(); cue.Weight() > loudest.Weight() {
			loudest = cue
			if seat := seatOf(fact); seat != 0 {
				loudest = cue.Of(seat)
			}
		}
	}
	if loudest != "" {
		f.add(now, c, loudest)
	}
}

// seatOf returns the seat of a fact whose cue is that seat's; 0 for none.
func seatOf(f games.Fact) games.Seat {
	switch e := f.What.(type) {
	case games.Turn:
		return e.Seat
	case games.RaceOver:
		return max(e.Fastest, e.Slowest)
	}
	for _, t := range f.Said {
		if t.Seat != 0 && f.Cue() == games.CueCall {
			return t.Seat
		}
	}
	return 0
}
