package club

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// A seatplan says which player sits at each seat. Players are numbered from the best, and seats from
// those of the first table on.
type seatplan []int

// The costs of a draw are what is weighed. A pair at one table costs the distance of the two players'
// numbers, a change of tables costs one. A game that a player has played before costs more than all of
// these together, times the square of how often. A second meeting costs more than all games together;
// where second meetings can't be avoided, each costs three times as much as a game played for a second
// time.
type costs struct {
	pair      [][]int // by two players
	seat      [][]int // by player and table
	rematch   int     // of a second meeting
	tableOf   []int   // by seat
	firstSeat []int   // by table, and at last the number of all seats
	random    *rand.Rand
}

// group divides players, best first, into tables of the given sizes, each best first. It avoids second
// meetings where it can. Of the plans without any it takes one after which the next rounds need the
// fewest, and of those the cheapest that it finds. The same arguments give the same tables.
func group(players []string, tables []Seating, sizes []int, past []Round, met []Round) [][]string {
	c := newCosts(players, tables, sizes, past, met)
	found := c.search()
	best, least := found[0], -1
	if c.rematches(best) == 0 {
		for _, s := range found {
			if later := c.later(s, 3); least < 0 || later < least {
				best, least = s, later
			}
			if least == 0 {
				break
			}
		}
	} else {
		c.rematch = len(players) * len(players) * len(players)
		c.setPairs(players, met)
		best = c.search()[0]
	}
	seated := make([][]string, len(sizes))
	for t := range sizes {
		for _, player := range c.at(t, best) {
			seated[t] = append(seated[t], players[player])
		}
	}
	return seated
}

// at returns the part of a plan with the seats of a table.
func (c *costs) at(table int, s seatplan) seatplan { return s[c.firstSeat[table]:c.firstSeat[table+1]] }

// search returns plans with as few second meetings as any that it finds, the cheapest first.
func (c *costs) search() []seatplan {
	const work, most = 1 << 16, 24 // tries, by pairs of players; and plans
	n := len(c.tableOf)
	first := make(seatplan, n)
	for i := range first {
		first[i] = i
	}
	byMeetings := c.clone() // alone: by strength, too, each start would lead to the same plan
	for _, row := range byMeetings.pair {
		for i := range row {
			row[i] -= row[i] % c.rematch
		}
	}
	found := []seatplan{c.improve(first)}
	for i := range max(most, work/(n*n)) {
		if i > 4*most && c.rematches(found[0]) == 0 {
			break
		}
		by := []*costs{c, byMeetings}[i%2]
		found = append(found, by.improve(c.random.Perm(n)))
		if c.of(found[i+1]) < c.of(found[0]) {
			found[0], found[i+1] = found[i+1], found[0]
		}
	}
	slices.SortFunc(found, func(a, b seatplan) int { return cmp.Or(c.of(a)-c.of(b), slices.Compare(a, b)) })
	seen, least := map[string]bool{}, c.rematches(found[0])
	found = slices.DeleteFunc(found, func(s seatplan) bool {
		groups := c.groups(s)
		known := seen[groups]
		seen[groups] = true
		return known || c.rematches(s) > least
	})
	return found[:min(len(found), most)]
}

// groups names who sits with whom in a plan, at whatever table: for each player the best of theirs.
func (c *costs) groups(s seatplan) string {
	with := make([]rune, len(s))
	for seat, player := range s {
		with[player] = rune(c.at(c.tableOf[seat], s)[0])
	}
	return string(with)
}

// newCosts returns the costs among players after some rounds, and after all meetings, of which some
// were in no round.
func newCosts(players []string, tables []Seating, sizes []int, past []Round, met []Round) *costs {
	n := len(players)
	game := n * n * n // more than all distances and changes together
	c := &costs{rematch: game * (n*len(past)*len(past) + 1), random: rand.New(rand.NewPCG(uint64(n), uint64(len(met))))}
	for t, size := range sizes {
		c.firstSeat = append(c.firstSeat, len(c.tableOf))
		c.tableOf = append(c.tableOf, slices.Repeat([]int{t}, size)...)
	}
	c.firstSeat = append(c.firstSeat, len(c.tableOf))
	for i, name := range players {
		c.pair, c.seat = append(c.pair, make([]int, n)), append(c.seat, make([]int, len(sizes)))
		played, last := map[string]int{}, ""
		for _, r := range past {
			if at := r.tableOf(name); at >= 0 {
				played[r.Tables[at].Game]++
				last = r.Tables[at].Name
			}
		}
		for t, at := range tables {
			if times := played[at.Game]; at.Game != "" {
				c.seat[i][t] += times * times * game
			}
			if last != "" && last != at.Name {
				c.seat[i][t]++
			}
		}
	}
	c.setPairs(players, met)
	return c
}

// clone returns costs whose pairs can be changed.
func (c *costs) clone() *costs {
	next := *c
	next.pair = nil
	for _, row := range c.pair {
		next.pair = append(next.pair, slices.Clone(row))
	}
	return &next
}

// setPairs sets what it costs that two players sit together, after all meetings.
func (c *costs) setPairs(players []string, met []Round) {
	for i := range c.pair {
		for j := range c.pair {
			c.pair[i][j] = max(i-j, j-i)
		}
	}
	for _, r := range met {
		at := make([]int, len(players))
		for i, name := range players {
			at[i] = r.tableOf(name)
			for j, other := range at[:i] {
				if other >= 0 && other == at[i] {
					c.addMeeting(i, j)
				}
			}
		}
	}
}

// addMeeting takes note that two players have met.
func (c *costs) addMeeting(one, other int) {
	c.pair[one][other] += c.rematch
	c.pair[other][one] += c.rematch
}

// atSeat returns what a player costs at a seat, among the others of its table.
func (c *costs) atSeat(s seatplan, seat, player int) int {
	table := c.tableOf[seat]
	cost := c.seat[player][table] - c.pair[player][s[seat]] // who sits there gives the seat up
	for _, other := range c.at(table, s) {
		cost += c.pair[player][other]
	}
	return cost
}

// of returns what a plan costs, each pair twice.
func (c *costs) of(s seatplan) (cost int) {
	for seat, player := range s {
		cost += c.atSeat(s, seat, player)
	}
	return cost
}

// rematches returns how many second meetings a plan has, each twice.
func (c *costs) rematches(s seatplan) int { return c.of(s) / c.rematch }

// improve exchanges two players, or all of two tables, as long as that is cheaper, and returns the plan.
func (c *costs) improve(s seatplan) seatplan {
	for better := true; better; {
		better = false
		for a := range s {
			for b := range a {
				if c.tableOf[a] != c.tableOf[b] &&
					c.atSeat(s, a, s[b])+c.atSeat(s, b, s[a]) < c.atSeat(s, a, s[a])+c.atSeat(s, b, s[b]) {
					s[a], s[b] = s[b], s[a]
					better = true
				}
			}
		}
		better = c.exchangeTables(s) || better
	}
	for t := range c.firstSeat[1:] {
		slices.Sort(c.at(t, s)) // best first
	}
	return s
}

// exchangeTables exchanges the players of tables of the same size where that is cheaper, and reports
// whether it has.
func (c *costs) exchangeTables(s seatplan) (any bool) {
	for t := range c.firstSeat[1:] {
		for u := range t {
			one, other, gain := c.at(t, s), c.at(u, s), 0
			for k := range min(len(one), len(other)) {
				gain += c.seat[one[k]][t] + c.seat[other[k]][u] - c.seat[one[k]][u] - c.seat[other[k]][t]
			}
			if len(one) != len(other) || gain <= 0 {
				continue
			}
			for k := range one {
				one[k], other[k] = other[k], one[k]
			}
			any = true
		}
	}
	return any
}

// later weighs the second meetings that so many rounds after a plan are likely to need, if the same
// players sit at the same tables: one in a round counts more than all in the rounds after it.
func (c *costs) later(s seatplan, rounds int) int {
	if rounds == 0 {
		return 0
	}
	tries := 6 + 1_000/(len(s)*len(s))
	next := c.clone()
	for a := range s {
		for b := range a {
			if c.tableOf[a] == c.tableOf[b] {
				next.addMeeting(s[a], s[b])
			}
		}
	}
	best := next.improve(slices.Clone(s))
	for range tries {
		if next.rematches(best) == 0 {
			break
		}
		if other := next.improve(next.random.Perm(len(s))); next.of(other) < next.of(best) {
			best = other
		}
	}
	weight := 1
	for range rounds - 1 {
		weight *= len(s) * len(s) // more than all pairs of a round
	}
	return weight*next.rematches(best) + next.later(best, rounds-1)
}
