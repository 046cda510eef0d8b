package referee

import (
	"time"

	"arbitre/games"
	"arbitre/games/bot"
	"arbitre/hw"
)

// botsDue returns when the next bot acts, by the kernel's clock. While the box asks something itself
// all of them rest, as they do when nothing is left to learn.
func (s *stack) botsDue() (at time.Duration, ok bool) {
	m := s.match
	if m == nil || s.asked != nil || s.guide.Ends() {
		return 0, false
	}
	at, ok = m.Bots().Due()
	return m.Kernel(at), ok
}

// botsMove passes on the edges of all hands that have moved by now, with the times at which they did,
// as a button's are. It returns what a bot does otherwise, up to which it has come.
func (s *stack) botsMove(now time.Duration, pass func(hw.Event)) (a bot.Act, acts bool) {
	for {
		due, ok := s.botsDue()
		if !ok || due > now {
			return a, false
		}
		m := s.match
		if a, acts = m.Bots().Act(m.At(now)); a.Kind != games.Press && a.Kind != games.Release {
			return a, acts
		}
		pass(hw.Event{
			Edge:     hw.Edge{At: m.Kernel(a.At), Button: hw.Hand(int(a.Seat)), Down: a.Kind == games.Press},
			NoBounce: true,
		})
	}
}

// botActs gives the game what a bot answers, if it is still asked, or shows that it has laid a card.
func (x executor) botActs(a bot.Act) {
	s := x.stack
	if a.Kind == games.Elapse {
		s.cue(games.CueRaceOpen)
		return
	}
	if s.match == nil {
		return
	}
	if asked, open := s.match.Table().Asked(a.Input); !open || asked.Question() != a.Asked.Question() {
		return // a person was faster
	}
	if err := x.carryOut(s.match.Give(s.moment(), a.Input)); err != nil {
		s.Log.Warn("a bot was refused", "err", err)
	}
}
