package motus

import (
	"errors"
	"slices"
	"time"

	"arbitre/games"
)

// A shotClock is the time for a proposal (MOTUS-15). What is left of it stands in the questions
// that it runs for.
type shotClock struct {
	span      time.Duration // 0 is as long as it takes
	oneSpeaks bool          // it runs for one player at a time, else for each who is asked
	entry     games.Keys    // of the proposal that is being entered, where one clock runs for all
}

// from is when a clock runs out that starts with its question; 0 where none does.
func (c *shotClock) from(at time.Duration) time.Duration {
	if c.span == 0 || c.oneSpeaks {
		return 0
	}
	return at + c.span
}

// firstTimed is the question whose time runs out first; of equals the one that has been open the
// longest.
func firstTimed(prompts games.Prompts) (first games.Prompt, ok bool) {
	for _, p := range prompts {
		if p.Until > 0 && (!ok || p.Until < first.Until) {
			first, ok = p, true
		}
	}
	return first, ok
}

// run lets the clock run for whose turn it is to speak, where it runs for one at a time: the lowest
// line, of equals the lowest hunt. It rests while a word is to be written or a token to be drawn,
// and while a proposal is being entered.
func (c *shotClock) run(prompts games.Prompts, at time.Duration) {
	if c.span == 0 || !c.oneSpeaks {
		return
	}
	if slices.ContainsFunc(prompts, func(p games.Prompt) bool { return p.ID != "guess" && !p.Background }) {
		rest(prompts)
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

// rest stops every clock.
func rest(prompts games.Prompts) {
	for i := range prompts {
		prompts[i].Until = 0
	}
}

// stop gives the judge all the time that he needs to enter a proposal.
func (c *shotClock) stop(prompts games.Prompts, entered games.Prompt) error {
	if _, running := firstTimed(prompts); !running || !c.oneSpeaks && entered.Until == 0 {
		return errors.New("no clock runs that the beginning of an entry could stop: expected a word")
	}
	if c.oneSpeaks {
		rest(prompts)
		c.entry = entered.Keys
		return nil
	}
	same := func(p games.Prompt) bool { return p.ID == entered.ID && p.Keys == entered.Keys }
	prompts[slices.IndexFunc(prompts, same)].Until = 0
	return nil
}
