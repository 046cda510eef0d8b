package results

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
)

// A Story says how a game went. It is made of the history of a game alone, which an undo shortens,
// so it is the same while the game is played and when its journal is played again.
type Story struct {
	Sides  []Side  // the best first, bots among them
	Rounds []Round // the beginning first, at most mostRounds
	Hands  []Hand  // of people who have raced, by seat
	// Signed says that races began with a sign that was seen, such as a declared card: the hands are
	// times since then. Else they are times behind the first hand.
	Signed bool
	Rivals []Rivals // the most met first, then the closest; at most mostRivals
}

// What a story has at most, so that a page of a long evening stays small.
const (
	mostRounds = 48 // of more, some between the first and the last are left out
	mostRivals = 6  // pairs; eight seats make 28
)

// A Round has the totals after a round; in a game without rounds, after points were given or taken.
type Round struct {
	Number int   `json:"number"` // from 1; 0 for the beginning
	Totals []int `json:"totals"` // in the order of [Story.Sides]
}

// A Hand is how fast the hand of a seat was in the races and queues of a game.
type Hand struct {
	Seat            games.Seat
	Met, First      int           // races with another hand, and in how many it was first for certain
	Fastest, Median time.Duration // 0 without a time
}

// Rivals are two seats of different sides that pressed in the same races.
type Rivals struct {
	One, Other games.Seat // One has not been behind more often
	Met        int
	Ahead      int // how often One pressed first
	Behind     int // how often Other did; a dead heat is neither
	Closest    time.Duration
}

// Of returns the result of a game, and its story, from what everyone sees of it and its history. The
// result has neither the journal nor what follows from that.
func Of(v games.View, told []games.Fact, rules games.Rulebook) (g Game, s Story) {
	g = Game{Game: v.Game, Over: v.Over}
	races := raced(told)
	s.hands(v, races)
	s.rivals(v, races)
	won := winners(v, told)
	for _, p := range v.Seats {
		place := Place{Seat: p.Seat, Bot: p.Bot, Team: p.Team, Total: p.Total, Won: slices.Contains(won, p.Seat)}
		if i := slices.IndexFunc(s.Hands, func(h Hand) bool { return h.Seat == p.Seat }); i >= 0 && s.Signed {
			place.Fastest = s.Hands[i].Fastest
		}
		g.Places = append(g.Places, place)
	}
	s.Sides = sides(g.Game, g.Places, rules)
	slices.SortStableFunc(s.Sides, func(a, b Side) int {
		return cmp.Or(cmp.Compare(a.Rank, b.Rank), cmp.Compare(a.Members[0].Team, b.Members[0].Team))
	})
	s.Rounds = rounds(v, told, s.Sides)
	return g, s
}

// winners returns who has won, by the last game_over; none while the game goes on.
func winners(v games.View, told []games.Fact) []games.Seat {
	for _, f := range slices.Backward(told) {
		if over, ok := f.What.(games.GameOver); ok && v.Over {
			return over.Winners
		}
	}
	return nil
}

// rounds returns how the totals grew. They began at what they are less all that was scored.
func rounds(v games.View, told []games.Fact, sides []Side) []Round {
	now := make([]int, len(sides))
	for i, s := range sides {
		now[i] = s.Members[0].Total
	}
	change := func(f games.Fact, sign int) (changed bool) {
		given, ok := f.What.(games.Scored)
		if !ok {
			return false
		}
		i := slices.IndexFunc(sides, func(s Side) bool {
			return slices.ContainsFunc(s.Members, func(p Place) bool {
				return given.Team > 0 && p.Team == given.Team || given.Team == 0 && p.Seat == given.Seat
			})
		})
		if i >= 0 {
			now[i] += sign * given.Delta
		}
		return i >= 0
	}
	byRounds := v.Rounds > 0
	for _, f := range told {
		change(f, -1)
		if _, over := f.What.(games.RoundOver); over {
			byRounds = true
		}
	}
	all := []Round{{Totals: slices.Clone(now)}}
	since := false // points were given since the last of them
	for i, f := range told {
		since = change(f, 1) || since
		over, ends := f.What.(games.RoundOver)
		next := i+1 == len(told) || told[i+1].Line != f.Line || told[i+1].At != f.At
		switch {
		case ends:
			all, since = append(all, Round{over.Round, slices.Clone(now)}), false
		case next && since && (!byRounds || i+1 == len(told)):
			all, since = append(all, Round{all[len(all)-1].Number + 1, slices.Clone(now)}), false
		}
	}
	return thinned(all)
}

// thinned leaves rounds out, evenly, and keeps the first and the last.
func thinned(all []Round) []Round {
	n := len(all)
	if n <= mostRounds {
		return all
	}
	kept := make([]Round, mostRounds)
	for i := range kept {
		kept[i] = all[i*(n-1)/(mostRounds-1)]
	}
	return kept
}

// A contest is a race or queue, with the presses that are beyond doubt.
type contest struct {
	games.RaceOver
	sign time.Duration // since which the hands are timed; 0 if the first of them came before any sign
	race bool          // for a queue no press is too late
}

// place returns the index of a seat in the order, or -1.
func (c *contest) place(seat games.Seat) int {
	return slices.IndexFunc(c.Order, func(f games.Finish) bool { return f.Seat == seat })
}

// follow adds a press that came too late.
func (c *contest) follow(seat games.Seat, at time.Duration) {
	if after := at - c.Zero; c.race && after >= c.Order[0].After && c.place(seat) < 0 {
		c.Order = append(slices.Clip(c.Order), games.Finish{Seat: seat, After: after})
	}
}

// raced returns the races in a history, with the first press of each seat that came too late. A seat
// that waits in a queue stands in several, and counts in the first.
func raced(told []games.Fact) (all []contest) {
	type press struct {
		seat games.Seat
		at   time.Duration
	}
	seen := map[press]bool{}
	sign := time.Duration(0)
	for _, f := range told {
		if f.Cue() == games.CueRaceOpen {
			sign = f.At
		}
		if late, ok := f.What.(games.Ignored); ok && late.Why == games.Late && !late.Waited && len(all) > 0 {
			all[len(all)-1].follow(late.Seat, f.At)
		}
		over, ok := f.Judgement()
		if !ok || over.Void || over.Unclear != nil || over.Doubted != nil || len(over.Order) == 0 {
			continue
		}
		again := seen[press{over.Order[0].Seat, over.Zero + over.Order[0].After}]
		for _, p := range over.Order {
			seen[press{p.Seat, over.Zero + p.After}] = true
		}
		if again {
			continue
		}
		c := contest{RaceOver: over}
		_, c.race = f.What.(games.RaceOver)
		if first := over.Zero + over.Order[0].After; sign > 0 && first > sign {
			c.sign = sign
		}
		all, sign = append(all, c), 0
	}
	return all
}

// hands times the hands of people.
func (s *Story) hands(v games.View, races []contest) {
	s.Signed = slices.ContainsFunc(races, func(c contest) bool { return c.sign > 0 })
	for _, p := range v.Seats {
		h := Hand{Seat: p.Seat}
		var times []time.Duration
		for _, c := range races {
			i := c.place(p.Seat)
			if i < 0 || p.Bot {
				continue
			}
			after := c.Order[i].After - c.Order[0].After
			if len(c.Order) > 1 {
				h.Met++
				if after == 0 && !slices.Contains(c.DeadHeat, p.Seat) {
					h.First++
				}
			}
			switch {
			case c.sign > 0:
				times = append(times, c.Zero+c.Order[i].After-c.sign)
			case !s.Signed && after > 0:
				times = append(times, after)
			}
		}
		if n := len(times); n > 0 {
			slices.Sort(times)
			h.Fastest, h.Median = times[0], (times[(n-1)/2]+times[n/2])/2
		}
		if h.Met > 0 || h.Fastest > 0 {
			s.Hands = append(s.Hands, h)
		}
	}
}

// rivals compares each two people of different sides.
func (s *Story) rivals(v games.View, races []contest) {
	for i, one := range v.Seats {
		for _, other := range v.Seats[i+1:] {
			if one.Bot || other.Bot || one.Team > 0 && one.Team == other.Team {
				continue
			}
			if r := meet(one.Seat, other.Seat, races); r.Met > 0 {
				s.Rivals = append(s.Rivals, r)
			}
		}
	}
	slices.SortStableFunc(s.Rivals, func(a, b Rivals) int {
		return cmp.Or(cmp.Compare(b.Met, a.Met), cmp.Compare(a.Closest, b.Closest))
	})
	s.Rivals = s.Rivals[:min(len(s.Rivals), mostRivals)]
}

// meet compares two seats in the races in which both pressed.
func meet(one, other games.Seat, races []contest) Rivals {
	r := Rivals{One: one, Other: other}
	for _, c := range races {
		i, j := c.place(one), c.place(other)
		if i < 0 || j < 0 {
			continue
		}
		gap := c.Order[j].After - c.Order[i].After
		if r.Met++; r.Met == 1 || gap.Abs() < r.Closest {
			r.Closest = gap.Abs()
		}
		switch tied := slices.Contains(c.DeadHeat, one) && slices.Contains(c.DeadHeat, other); {
		case tied || gap == 0:
		case gap > 0:
			r.Ahead++
		default:
			r.Behind++
		}
	}
	if r.Behind > r.Ahead {
		r.One, r.Other, r.Ahead, r.Behind = other, one, r.Behind, r.Ahead
	}
	return r
}
