package results

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"arbitre/games"
)

// A Player is a person by name, or by the seat where no name was entered.
type Player struct {
	Name string     `json:"name,omitempty"`
	Seat games.Seat `json:"seat,omitempty"` // 0 for a name
}

// A Rank is what one player has done across games. It has no points, since those of one game can't
// be compared with those of another.
type Rank struct {
	Player
	Tally      // of all games
	Met    int `json:"met"`    // opponents: each seat of another side, in each game
	Beaten int `json:"beaten"` // opponents with a worse rank
	Place  int `json:"place"`  // from 1, shared by those who are level

	Games   map[string]Tally `json:"games"` // by the name of the game
	Against map[Player]Duel  `json:"-"`     // by the other player
}

// A Tally counts the seats that a player had in games. A game is won by its rules, and only if
// a person has lost it: not if a player won it alone, nor after a draw of all.
type Tally struct {
	Played int `json:"played"`
	Won    int `json:"won"`
}

// with returns the tally with one game more.
func (t Tally) with(won bool) Tally {
	t.Played++
	if won {
		t.Won++
	}
	return t
}

// A Duel compares a player with another in the games in which they were on different sides. The one
// with the better rank has won between the two, even if neither has won the game. Equal ranks are a draw.
type Duel struct {
	Tally
	Lost int `json:"lost"`
}

// A Rivalry is a duel between two players. One has not lost more often than Other.
type Rivalry struct {
	One, Other Player
	Duel
}

// Rivalries returns the duels in some ranks that were not all draws, those with the most games first.
func Rivalries(ranks []Rank) (all []Rivalry) {
	for _, r := range ranks {
		for other, d := range r.Against { // each duel stands in the ranks of both
			if d.Won > d.Lost || d.Won == d.Lost && d.Won > 0 && r.Player.compare(other) < 0 {
				all = append(all, Rivalry{r.Player, other, d})
			}
		}
	}
	slices.SortFunc(all, func(a, b Rivalry) int {
		return cmp.Or(cmp.Compare(b.Played, a.Played), a.One.compare(b.One), a.Other.compare(b.Other))
	})
	return all
}

// compare sorts names before seats.
func (p Player) compare(other Player) int {
	return cmp.Or(cmp.Compare(p.Seat, other.Seat), strings.Compare(p.Name, other.Name))
}

// Ranking adds up the games that count, of whatever kind, for each player: most won first, then
// fewest played, then most opponents beaten. Players who are level in all three share a place, and
// stand by seat and name there.
func Ranking(list []Game, rules games.Rulebook) []Rank {
	ranks := map[Player]Rank{}
	for _, g := range list {
		if g.Over && !g.Uncounted {
			rank(ranks, g, rules)
		}
	}
	return Placed(slices.SortedFunc(maps.Values(ranks), func(a, b Rank) int {
		return cmp.Or(a.compare(b), a.Player.compare(b.Player))
	}))
}

// compare is negative if r stands before other, and 0 if they share a place.
func (r Rank) compare(other Rank) int {
	return cmp.Or(
		cmp.Compare(other.Won, r.Won), cmp.Compare(r.Played, other.Played), cmp.Compare(other.Beaten, r.Beaten),
	)
}

// Placed sets the places of ranks that are sorted as [Ranking] does.
func Placed(ranks []Rank) []Rank {
	for i := range ranks {
		if ranks[i].Place = i + 1; i > 0 && ranks[i].compare(ranks[i-1]) == 0 {
			ranks[i].Place = ranks[i-1].Place
		}
	}
	return ranks
}

// rank adds a game to the ranks of those who played it.
func rank(ranks map[Player]Rank, g Game, rules games.Rulebook) {
	decided := g.decided()
	sides := g.Sides(rules)
	for i, own := range sides {
		for _, p := range own.Members {
			r, known := ranks[p.player()]
			if !known {
				r = Rank{Player: p.player(), Games: map[string]Tally{}, Against: map[Player]Duel{}}
			}
			r.Tally = r.with(p.Won && decided)
			r.Games[g.Game] = r.Games[g.Game].with(p.Won && decided)
			for _, other := range slices.Concat(sides[:i], sides[i+1:]) {
				r.meet(own, other)
			}
			ranks[p.player()] = r
		}
	}
}

// meet adds that the player, a member of one side, has played against the other.
func (r *Rank) meet(own, other Side) {
	for _, p := range other.Members {
		d := r.Against[p.player()]
		d.Tally = d.with(own.Rank < other.Rank)
		r.Met++
		if own.Rank < other.Rank {
			r.Beaten++
		} else if own.Rank > other.Rank {
			d.Lost++
		}
		if p.player() != r.Player { // a person who had two seats has no duel with himself
			r.Against[p.player()] = d
		}
	}
}

// player returns whose place it is.
func (p Place) player() Player {
	if p.Name != "" {
		return Player{Name: p.Name}
	}
	return Player{Seat: p.Seat}
}

// decided reports whether a person has lost the game: no player wins one alone, against bots alone,
// or in a draw of all.
func (g Game) decided() bool {
	return slices.ContainsFunc(g.People(), func(p Place) bool { return !p.Won })
}

// A Side is a team, or a player without one and those who share his seat.
type Side struct {
	Rank    int // from 1; equal in a draw
	Members []Place
}

// Sides returns the sides of the people of a game in the order of their first seats.
func (g Game) Sides(rules games.Rulebook) []Side { return sides(g.Game, g.People(), rules) }

// sides ranks the sides of a game. A side with a winner ranks before one without; then the better
// total does. Totals rank no side if the rulebook does not have the game, since either the highest or
// the lowest may be good.
func sides(game string, places []Place, rules games.Rulebook) (all []Side) {
	for _, p := range places {
		i := slices.IndexFunc(all, func(s Side) bool {
			first := s.Members[0]
			return p.Seat == first.Seat || p.Team > 0 && p.Team == first.Team
		})
		if i < 0 {
			i, all = len(all), append(all, Side{})
		}
		all[i].Members = append(all[i].Members, p)
	}
	won := func(s Side) bool { return slices.ContainsFunc(s.Members, func(p Place) bool { return p.Won }) }
	better := func(a, b int) int { return 0 }
	if r, err := rules.Find(game); err == nil {
		better = r.Better
	}
	for i, s := range all {
		all[i].Rank = 1
		for _, other := range all {
			ahead := won(other) && !won(s)
			if ahead || won(other) == won(s) && better(other.Members[0].Total, s.Members[0].Total) > 0 {
				all[i].Rank++
			}
		}
	}
	return all
}
