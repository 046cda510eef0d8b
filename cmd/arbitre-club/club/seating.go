package club

import (
	"cmp"
	"fmt"
	"slices"
	"time"
)

// A Round says who sits where.
type Round struct {
	At     time.Time `json:"at,omitzero"` // when it was drawn
	Tables []Seating `json:"tables"`
	Out    []string  `json:"out,omitempty"` // who sits this round out
}

// A Seating is who sits at one table in a round.
type Seating struct {
	Name    string   `json:"table"`          // for people
	Game    string   `json:"game,omitempty"` // in the rulebook; "" for any
	Players []string `json:"players"`        // by name, best first
	Least   int      `json:"-"`              // number of players, by the rules of the game
	Most    int      `json:"-"`              // likewise
}

// least returns how many players a table needs: two, even if the rules allow one alone.
func (t Seating) least() int { return max(t.Least, 2) }

// TooFew is the error of [Draw] if not even one table can be filled. Its value is the number of
// players that would be enough, or 0 if there is no table.
type TooFew int

func (needed TooFew) Error() string { return fmt.Sprintf("a round needs %d players", int(needed)) }

// Draw draws a round for the people who are present, given by name, best first. Past holds the
// rounds of the evening so far, in their order. Played names who took part in each game of the
// evening, in a round or not. The same arguments give the same round.
//
// As many tables are used as can be filled, and they are filled as evenly as their limits allow. If
// seats are too few, the players with the most rounds sit out; of those the ones with the most rounds
// since their last pause; then the weakest. Among the others the draw avoids, as well as its search
// can, in this order: second meetings, in this round and the next ones; games that a player has played
// before; great differences in strength and changes of tables. The error is a [TooFew].
func Draw(present []string, tables []Seating, past []Round, played ...[]string) (Round, error) {
	sizes, seats := sizesFor(len(present), tables)
	if seats == 0 {
		var needed TooFew
		for _, t := range tables {
			if least := TooFew(t.least()); needed == 0 || least < needed {
				needed = least
			}
		}
		return Round{}, needed
	}
	playing, out := sitOut(present, seats, past)
	round := Round{Out: out}
	for i, players := range group(playing, tables, sizes, past, meetings(past, played)) {
		if t := tables[i]; len(players) > 0 {
			t.Players = players
			round.Tables = append(round.Tables, t)
		}
	}
	return round, nil
}

// sizesFor returns how many of n players sit at each table, 0 at one that is not used, and how many
// sit in all. It opens the tables that need the fewest players, as many as can be filled, and adds
// the others one by one where the fewest sit. With limits as wide as those of the games here, no
// other choice of tables would seat more.
func sizesFor(n int, tables []Seating) (sizes []int, seats int) {
	sizes = make([]int, len(tables))
	for least := range n + 1 {
		for i, t := range tables {
			if t.least() == least && seats+least <= n {
				sizes[i] = least
				seats += least
			}
		}
	}
	for ; seats < n; seats++ {
		smallest := -1
		for i, size := range sizes {
			if size > 0 && size < tables[i].Most && (smallest < 0 || size < sizes[smallest]) {
				smallest = i
			}
		}
		if smallest < 0 {
			break
		}
		sizes[smallest]++
	}
	return sizes, seats
}

// sitOut divides the people who are present into as many as there are seats, and those who sit out.
func sitOut(present []string, seats int, past []Round) (playing, out []string) {
	played, since := map[string]int{}, map[string]int{} // rounds in the evening, and since the last pause
	for _, r := range past {
		for _, name := range present {
			if r.tableOf(name) < 0 {
				since[name] = 0
				continue
			}
			played[name]++
			since[name]++
		}
	}
	order := slices.Clone(present)
	slices.SortStableFunc(order, func(a, b string) int {
		return cmp.Or(cmp.Compare(played[a], played[b]), cmp.Compare(since[a], since[b]))
	})
	rests := func(name string) bool { return slices.Contains(order[seats:], name) }
	return slices.DeleteFunc(slices.Clone(present), rests), order[seats:]
}

// meetings returns the rounds, and the other games as rounds of one table. A game among people who
// sat together in a round is that round's.
func meetings(past []Round, played [][]string) []Round {
	all := slices.Clone(past)
	for _, players := range played {
		if !slices.ContainsFunc(past, func(r Round) bool { return r.seats(players) }) {
			all = append(all, Round{Tables: []Seating{{Players: players}}})
		}
	}
	return all
}

// seats reports whether all of some people sat at one table.
func (r Round) seats(people []string) bool {
	return slices.ContainsFunc(r.Tables, func(t Seating) bool {
		return !slices.ContainsFunc(people, func(name string) bool { return !slices.Contains(t.Players, name) })
	})
}

// tableOf returns the index of the table at which a person sat, or -1.
func (r Round) tableOf(name string) int {
	return slices.IndexFunc(r.Tables, func(t Seating) bool { return slices.Contains(t.Players, name) })
}
