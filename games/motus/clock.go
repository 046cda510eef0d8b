package motus

import (
	"errors"
	"slices"
	"time"

	"arbitre/games"
)

// A shotClock is the time for a proposal (MOTUS-15).
type shotClock struct {
	span      time.Duration // 0 is as long as it takes
	oneSpeaks bool          // it runs for one player at a time, else for each who is asked
}

// from is when a clock runs out that starts with its question; 0 where none does.
func (c shotClock) from(at time.Duration) time.Duration {
	if c.span == 0 || c.oneSpeaks {
		return 0
	}
	return at + c.span
}

// firstTimed is the guess whose time runs out first; of equals the one that has been open the longest.
func (g *Game) firstTimed() (first games.Prompt, ok bool) {
	for _, p := range g.prompts {
		if p.Until > 0 && (!ok || p.Until < first.Until) {
			first, ok = p, true
		}
	}
	return first, ok
}

// runClock lets the clock run for whose turn it is to speak, where it runs for one at a time: the lowest line, of equals the
// lowest hunt. It rests while a word is to be written or a token to be drawn, and while a proposal is being entered.
func (g *Game) runClock(at time.Duration) {
	if g.shot.span == 0 || !g.shot.oneSpeaks {
		return
	}
	if slices.ContainsFunc(g.prompts, func(p games.Prompt) bool { return p.ID != "guess" && !p.Background }) {
		g.restClock()
		return
	}
	speaker := -1
	for i, p := range g.prompts {
		switch {
		case p.ID != "guess":
		case p.Until > 0 || p.Keys == g.entry:
			return
		case speaker < 0 || p.Line < g.prompts[speaker].Line || p.Line == g.prompts[speaker].Line && p.Hunt < g.prompts[speaker].Hunt:
			speaker = i
		}
	}
	if speaker >= 0 {
		g.prompts[speaker].Until = at + g.shot.span
	}
}

func (g *Game) restClock() {
	for i := range g.prompts {
		g.prompts[i].Until = 0
	}
}

// stopClock gives the judge all the time that he needs to enter a proposal.
func (g *Game) stopClock(p games.Prompt) error {
	if _, running := g.firstTimed(); !running || !g.shot.oneSpeaks && p.Until == 0 {
		return errors.New("no clock runs that the beginning of an entry could stop: expected a word")
	}
	if g.shot.oneSpeaks {
		g.restClock()
		g.entry = p.Keys
		return nil
	}
	i := slices.IndexFunc(g.prompts, func(q games.Prompt) bool { return q.ID == p.ID && q.Keys == p.Keys })
	g.prompts[i].Until = 0
	return nil
}

// tooLate takes a line from whoever let the clock run out (MOTUS-15).
func (g *Game) tooLate(step *games.Step, p games.Prompt) {
	g.prompts.Answered(p)
	step.Tell(games.Closed{ID: p.ID, Keys: p.Keys}, TooLate{p.Hunt, p.Line, p.Seat})
	g.news.begin(games.Text{Word: "motus_too_late", Role: games.News, Seat: p.Seat})
	g.endLine(step, g.hunt(p.Hunt))
}
