package motus

import (
	"errors"
	"slices"
	"time"

	"arbitre/games"
)

// A shotClock limits the time for a proposal (MOTUS-15). The field Until of a prompt says when its
// clock runs out; 0 if none runs for it.
type shotClock struct {
	span      time.Duration // 0 if there is no clock
	oneSpeaks bool          // one clock, for one player at a time; else each prompt has its own
	entry     games.Keys    // with one clock: the keys of the proposal that is being entered
}

// due returns when the clock of a prompt opened at a time runs out; 0 if it has none yet.
func (c *shotClock) due(at time.Duration) time.Duration {
	if c.span == 0 || c.oneSpeaks {
		return 0
	}
	return at + c.span
}

// run starts the one clock for the player who is to speak: on the lowest line, of equals in the
// lowest hunt. The clock rests while a word is to be written or a token to be drawn, and while a
// proposal is being entered.
func (c *shotClock) run(prompts games.Prompts, at time.Duration) {
	if c.span == 0 || !c.oneSpeaks {
		return
	}
	if slices.ContainsFunc(prompts, func(p games.Prompt) bool { return p.ID != "guess" && !p.Background }) {
		prompts.StopClocks()
		return
	}
	var speaker *games.Prompt
	for i := range prompts {
		switch p := &prompts[i]; {
		case p.ID != "guess":
		case p.Until > 0 || p.Keys == c.entry:
			return
		case speaker == nil || p.Line < speaker.Line || p.Line == speaker.Line && p.Hunt < speaker.Hunt:
			speaker = p
		}
	}
	if speaker != nil {
		speaker.Until = at + c.span
	}
}

// stop stops the clock while the judge enters a proposal.
func (c *shotClock) stop(prompts games.Prompts, entered games.Prompt) error {
	if _, running := prompts.FirstDue(); !running || !c.oneSpeaks && entered.Until == 0 {
		return errors.New("no clock runs that the beginning of an entry could stop: expected a word")
	}
	if c.oneSpeaks {
		prompts.StopClocks()
		c.entry = entered.Keys
		return nil
	}
	same := func(p games.Prompt) bool { return p.ID == entered.ID && p.Keys == entered.Keys }
	prompts[slices.IndexFunc(prompts, same)].Until = 0
	return nil
}
