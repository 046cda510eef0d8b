package mog

import (
	"math/bits"
	"slices"
	"testing"

	"arbitre/games"
)

// A set of characters, by their place in the deck.
type set uint64

// everyone is all 56.
const everyone set = 1<<56 - 1

func (s set) size() int { return bits.OnesCount64(uint64(s)) }

// each lists the members.
func (s set) each(yield func(int) bool) {
	for rest := uint64(s); rest != 0; rest &= rest - 1 {
		if !yield(bits.TrailingZeros64(rest)) {
			return
		}
	}
}

// A solver finds the card to designate for every set of characters that are still possible.
// It counts for itself what two characters share, and knows no more of the game.
type solver struct {
	consistent bool       // only a character that is still possible is named
	sharing    [56][3]set // by card and token: who shares so many attributes with it
	plans      map[set]plan
}

// A plan is what to name, and how many cards that takes over all members of the set: in all, or at most.
type plan struct{ card, cost int }

func newSolver(consistent bool) *solver {
	s := &solver{consistent: consistent, plans: map[set]plan{}}
	all := characters()
	for i, a := range all {
		for j, b := range all {
			if n := inCommon(a, b); n < 3 {
				s.sharing[i][n] |= 1 << j
			}
		}
	}
	return s
}

// parts splits a set by what a card's token tells; the card itself would be found.
func (s *solver) parts(card int, possible set) [3]set {
	return [3]set{
		possible & s.sharing[card][0],
		possible & s.sharing[card][1],
		possible & s.sharing[card][2],
	}
}

// least bounds from below the cards that n characters take in all: a token tells three apart, and a card finds one.
func least(n int) int {
	sum, depth, room := 0, 1, 1
	for ; n > 0; depth, room = depth+1, 3*room {
		sum += depth * min(n, room)
		n -= room
	}
	return sum
}

// candidates lists which cards may be named; the first one is as good as any other.
func (s *solver) candidates(possible set) set {
	switch {
	case possible == everyone:
		return 1
	case s.consistent:
		return possible
	}
	return everyone
}

// mean finds the plan with the fewest cards over all members together.
func (s *solver) mean(possible set) plan {
	n := possible.size()
	if n == 1 {
		return plan{bits.TrailingZeros64(uint64(possible)), 1}
	}
	if known, ok := s.plans[possible]; ok {
		return known
	}
	best := plan{-1, 1 << 30}
	s.byPromise(possible, func(card, promise int) bool {
		if promise >= best.cost {
			return false
		}
		cost := promise
		for _, part := range s.parts(card, possible) {
			if part == 0 {
				continue
			}
			if cost += s.mean(part).cost - least(part.size()); cost >= best.cost {
				return true
			}
		}
		best = plan{card, cost}
		return true
	})
	s.plans[possible] = best
	return best
}

// byPromise goes through the candidates, those that can cost the least first.
func (s *solver) byPromise(possible set, try func(card, promise int) bool) {
	type promising struct{ card, promise int }
	var order []promising
	for card := range s.candidates(possible).each {
		promise := possible.size()
		useless := false
		for _, part := range s.parts(card, possible) {
			promise += least(part.size())
			useless = useless || part == possible
		}
		if !useless {
			order = append(order, promising{card, promise})
		}
	}
	slices.SortStableFunc(order, func(a, b promising) int { return a.promise - b.promise })
	for _, p := range order {
		if !try(p.card, p.promise) {
			return
		}
	}
}

// most finds the plan with the fewest cards for the hardest member.
func (s *solver) most(possible set) plan {
	for limit := 1; ; limit++ {
		if card, ok := s.within(possible, limit); ok {
			return plan{card, limit}
		}
	}
}

// within finds a card with which every member takes at most limit cards.
// The plans hold a limit that suffices, or without a card one that does not.
func (s *solver) within(possible set, limit int) (card int, ok bool) {
	card = -1
	n := possible.size()
	switch {
	case n == 1:
		return bits.TrailingZeros64(uint64(possible)), limit >= 1
	case limit <= 0 || n > reach(limit):
		return -1, false
	}
	if known, tried := s.plans[possible]; tried {
		solved := known.card >= 0
		if solved && limit >= known.cost || !solved && limit <= known.cost {
			return known.card, solved
		}
	}
	s.byPromise(possible, func(candidate, _ int) bool {
		for _, part := range s.parts(candidate, possible) {
			if part == 0 {
				continue
			}
			if _, solved := s.within(part, limit-1); !solved {
				return true
			}
		}
		card, ok = candidate, true
		return false
	})
	s.plans[possible] = plan{card, limit}
	return card, ok
}

// reach is how many characters can be found within so many cards.
func reach(limit int) int {
	sum, room := 0, 1
	for range limit {
		sum += room
		room *= 3
	}
	return sum
}

// A tactic names the next card, by who is still possible and how many cards lie already.
type tactic func(possible set, laid int) (card int)

// The least that 56 secrets take proves tokens, counts and scoring together: a wrong token leads the solver astray.
func TestMog_solver(t *testing.T) {
	for _, c := range []struct {
		name       string
		consistent bool
		all, worst int // fewest cards over all secrets, and for the hardest
	}{
		{"MOG-5 MOG-6 any card may be named", false, 246, 6},
		{"MOG-5 MOG-6 only a character that is still possible", true, 248, 7},
	} {
		t.Run(c.name, func(t *testing.T) {
			mean := newSolver(c.consistent)
			all, _ := findAll(t, mean, func(possible set, _ int) int { return mean.mean(possible).card })
			if all != c.all {
				t.Errorf("minimising the mean took %d cards over 56 secrets; expected %d", all, c.all)
			}
			most := newSolver(c.consistent)
			limit := most.most(everyone).cost
			_, worst := findAll(t, most, func(possible set, laid int) int {
				card, _ := most.within(possible, limit-laid)
				return card
			})
			if worst != c.worst || limit != worst {
				t.Errorf("minimising the worst case took up to %d cards, planned %d; expected %d", worst, limit, c.worst)
			}
		})
	}
}

// findAll plays a round for every secret until MOG is found, and counts the cards that were designated: in all, and at most.
func findAll(t *testing.T, s *solver, next tactic) (all, most int) {
	t.Helper()
	for _, secret := range characters() {
		cards := chase(t, s, secret, next, false)
		all, most = all+cards, max(most, cards)
		chase(t, s, secret, next, true)
	}
	return all, most
}

// chase plays one round by the game's own inputs and believes its tokens. It designates until MOG is found,
// or shouts as soon as one character alone is possible. The score and the debrief must agree with what it knows.
func chase(t *testing.T, s *solver, secret [3]int, next tactic, shout bool) (designated int) {
	t.Helper()
	g := against(t, secret)
	possible := everyone
	var left []int
	for {
		if shout && possible.size() == 1 {
			name := characters()[next(possible, designated)]
			unmask(t, g, name, 10-designated, left)
			return designated
		}
		card := next(possible, designated)
		facts := apply(t, g, games.Input{Kind: games.Answer, Prompt: "designate", Value: value(characters()[card])})
		designated++
		token, ok := facts[0].What.(Token)
		if !ok {
			check(t, facts, 5, left)
			return designated
		}
		possible = s.parts(card, possible)[token.Shared]
		if left = append(left, possible.size()); token.Tokens != designated {
			t.Fatalf("%d tokens after %d cards", token.Tokens, designated)
		}
	}
}

func unmask(t *testing.T, g games.Game, name [3]int, points int, left []int) {
	t.Helper()
	apply(t, g, games.Input{At: 0, Kind: games.Press, Seat: 2})
	decided, _ := g.Deadline()
	apply(t, g, games.Input{At: decided, Kind: games.Elapse})
	facts := apply(t, g, games.Input{At: decided, Kind: games.Answer, Prompt: "accuse", Value: value(name)})
	if _, right := facts[0].What.(Unmasked); !right {
		t.Fatalf("%v was forced and is wrong: %v", name, facts)
	}
	check(t, facts, points, left)
}

// check compares the points and the debrief of a round that is over.
func check(t *testing.T, facts []games.Fact, points int, left []int) {
	t.Helper()
	for _, f := range facts {
		switch what := f.What.(type) {
		case games.Scored:
			if what.Delta != points {
				t.Errorf("%d points; expected %d", what.Delta, points)
			}
		case Debrief:
			if !slices.Equal(what.Left, left) {
				t.Errorf("debrief %v; expected %v", what.Left, left)
			}
			return
		}
	}
	t.Errorf("no debrief: %v", facts)
}
