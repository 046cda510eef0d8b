package club

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"arbitre/games"
	"arbitre/games/results"
)

// A Game is the result of one game of a table of the club. Each name in it is one person's.
type Game struct {
	results.Game
	Table string `json:"table"` // its name in the club; "" if it is unknown
}

// A Row is what one person has done in some games. It has no points, since those of one game can't
// be compared with those of another.
type Row struct {
	Name    string           `json:"name"`
	Tally                    // of all games
	Met     int              `json:"met"`    // opponents: each seat of another side, in each game
	Beaten  int              `json:"beaten"` // opponents with a worse rank
	Games   map[string]Tally `json:"games"`  // by the name of the game
	Against map[string]Duel  `json:"-"`      // by the name of the other person
}

// A Tally counts the seats that a person had in games. A game is won by its rules, and only if
// somebody has lost it: not if a player won it alone, nor after a draw of all.
type Tally struct {
	Played int `json:"played"`
	Won    int `json:"won"`
}

// A Duel compares a person with another in the games in which they were on different sides. The one
// with the better rank has won between the two, even if neither has won the game. Equal ranks are a draw.
type Duel struct {
	Tally
	Lost int `json:"lost"`
}

// Standing adds up the games that count, for each person: most won first, then fewest played, then most
// opponents beaten.
func Standing(list []Game, rules games.Rulebook) []Row {
	rows := map[string]Row{}
	for _, g := range list {
		if g.Over && !g.Uncounted {
			add(rows, g, rules)
		}
	}
	return slices.SortedFunc(maps.Values(rows), func(a, b Row) int {
		return cmp.Or(
			cmp.Compare(b.Won, a.Won),
			cmp.Compare(a.Played, b.Played),
			cmp.Compare(b.Beaten, a.Beaten),
			strings.Compare(a.Name, b.Name),
		)
	})
}

// add adds a game to the rows of those who played it.
func add(rows map[string]Row, g Game, rules games.Rulebook) {
	someLost := slices.ContainsFunc(g.People(), func(p results.Place) bool { return !p.Won })
	sides := sidesOf(g, rules)
	for i, own := range sides {
		for _, p := range own.members {
			if p.Name == "" {
				continue
			}
			r, known := rows[p.Name]
			if !known {
				r = Row{Name: p.Name, Games: map[string]Tally{}, Against: map[string]Duel{}}
			}
			r.Tally = r.with(p.Won && someLost)
			r.Games[g.Game.Game] = r.Games[g.Game.Game].with(p.Won && someLost)
			for _, other := range slices.Concat(sides[:i], sides[i+1:]) {
				r.meet(own, other)
			}
			rows[p.Name] = r
		}
	}
}

// meet adds that the person, a member of one side, has played against the other.
func (r *Row) meet(own, other side) {
	for _, p := range other.members {
		d := r.Against[p.Name]
		d.Tally = d.with(own.rank < other.rank)
		r.Met++
		if own.rank < other.rank {
			r.Beaten++
		} else if own.rank > other.rank {
			d.Lost++
		}
		if p.Name != "" && p.Name != r.Name { // a person who had two seats has no duel with himself
			r.Against[p.Name] = d
		}
	}
}

// with returns the tally with one game more.
func (t Tally) with(won bool) Tally {
	t.Played++
	if won {
		t.Won++
	}
	return t
}

// A side is a team, or a player without one and who shared his seat.
type side struct {
	rank    int // from 1; equal in a draw
	members []results.Place
	ratings []Rating // of the members, before the game; in Ratings alone
}

// sidesOf returns the sides of the people of a game in the order of their first seats. A side with a winner ranks
// before one without; then the better total does. Totals rank nobody if the rulebook does not have
// the game, since either the highest or the lowest may be good.
func sidesOf(g Game, rules games.Rulebook) (all []side) {
	for _, p := range g.People() {
		i := slices.IndexFunc(all, func(s side) bool {
			first := s.members[0]
			return p.Seat == first.Seat || p.Team > 0 && p.Team == first.Team
		})
		if i < 0 {
			i, all = len(all), append(all, side{})
		}
		all[i].members = append(all[i].members, p)
	}
	won := func(s side) bool { return slices.ContainsFunc(s.members, func(p results.Place) bool { return p.Won }) }
	better := func(a, b int) int { return 0 }
	if r, err := rules.Find(g.Game.Game); err == nil {
		better = r.Better
	}
	for i, s := range all {
		all[i].rank = 1
		for _, other := range all {
			ahead := won(other) && !won(s)
			if ahead || won(other) == won(s) && better(other.members[0].Total, s.members[0].Total) > 0 {
				all[i].rank++
			}
		}
	}
	return all
}
