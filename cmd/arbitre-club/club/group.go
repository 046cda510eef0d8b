package club

import (
	"cmp"
	"math/rand/v2"
	"slices"
)

// A seatplan says which player sits at each seat. Players are numbered from the best, and seats from
// those of the first table on.
type seatplan []int

// A plan has what a draw weighs: what it costs that two players sit together, and that one sits at a
// table. A pair costs the distance of the two players' numbers, a change of tables costs one. A game
// that a player has played before costs more than all of these together, times the square of how often.
// A second meeting costs more than all games together; where second meetings can't be avoided, each
// costs three times as much as a game played for a second time.
type plan struct {
	pair   [][]int // by two players
	seat   [][]int // by player and table
	table  []int   // of each seat
	first  []int   // the first seat of each table, and at last the number of all seats
	again  int     // what a second meeting costs
	random *rand.Rand
}

// group divides players, best first, into tables of the given sizes, each best first. It avoids second
// meetings where it can. Of the plans without any it takes one after which the next rounds need the
// fewest, and of those the cheapest that it finds. The same arguments give the same tables.
func group(players []string, tables []Seating, sizes []int, past []Round, met []Round) [][]string {
	p := newPlan(players, tables, sizes, past, met)
	found := p.search()
	best, least := found[0], -1
	if p.cost(best) < p.again {
		for _, s := range found {
			if later := p.later(s, 3); least < 0 || later < least {
				best, least = s, later
			}
			if least == 0 {
				break
			}
		}
	} else {
		p.again = len(players) * len(players) * len(players)
		p.remember(players, met)
		best = p.search()[0]
	}
	seated := make([][]string, len(sizes))
	for t := range sizes {
		for _, player := range p.at(t, best) {
			seated[t] = append(seated[t], players[player])
		}
	}
	return seated
}

// at returns the part of a plan with the seats of a table.
func (p *plan) at(table int, s seatplan) seatplan { return s[p.first[table]:p.first[table+1]] }

// search returns plans with as few second meetings as any that it finds, the cheapest first.
func (p *plan) search() []seatplan {
	const work, most = 1 << 16, 24 // tries, by pairs of players; and plans
	n := len(p.table)
	first := make(seatplan, n)
	for i := range first {
		first[i] = i
	}
	blind := *p // with second meetings alone: by strength, too, each start would lead to the same plan
	blind.pair = nil
	for _, row := range p.pair {
		row = slices.Clone(row)
		for i := range row {
			row[i] -= row[i] % p.again
		}
		blind.pair = append(blind.pair, row)
	}
	found := []seatplan{p.improved(first)}
	for i := range max(most, work/(n*n)) {
		if i > 4*most && p.cost(found[0]) < p.again {
			break
		}
		by := []*plan{p, &blind}[i%2]
		found = append(found, by.improved(p.random.Perm(n)))
		if p.cost(found[i+1]) < p.cost(found[0]) {
			found[0], found[i+1] = found[i+1], found[0]
		}
	}
	slices.SortFunc(found, func(a, b seatplan) int { return cmp.Or(p.cost(a)-p.cost(b), slices.Compare(a, b)) })
	seen, least := map[string]bool{}, p.cost(found[0])/p.again
	found = slices.DeleteFunc(found, func(s seatplan) bool {
		together := p.together(s)
		known := seen[together]
		seen[together] = true
		return known || p.cost(s)/p.again > least
	})
	return found[:min(len(found), most)]
}

// together returns who sits with whom in a plan, at whatever table: for each player the best of theirs.
func (p *plan) together(s seatplan) string {
	with := make([]rune, len(s))
	for seat, player := range s {
		with[player] = rune(p.at(p.table[seat], s)[0])
	}
	return string(with)
}

// newPlan returns the costs among players after some rounds, and after all meetings, of which some
// were in no round.
func newPlan(players []string, tables []Seating, sizes []int, past []Round, met []Round) *plan {
	n := len(players)
	game := n * n * n // more than all distances and changes together
	p := &plan{again: game * (n*len(past)*len(past) + 1), random: rand.New(rand.NewPCG(uint64(n), uint64(len(met))))}
	for t, size := range sizes {
		p.first = append(p.first, len(p.table))
		p.table = append(p.table, slices.Repeat([]int{t}, size)...)
	}
	p.first = append(p.first, len(p.table))
	for i, name := range players {
		p.pair, p.seat = append(p.pair, make([]int, n)), append(p.seat, make([]int, len(sizes)))
		played, last := map[string]int{}, ""
		for _, r := range past {
			if at := r.tableOf(name); at >= 0 {
				played[r.Tables[at].Game]++
				last = r.Tables[at].Name
			}
		}
		for t, at := range tables {
			if times := played[at.Game]; at.Game != "" {
				p.seat[i][t] += times * times * game
			}
			if last != "" && last != at.Name {
				p.seat[i][t]++
			}
		}
	}
	p.remember(players, met)
	return p
}

// remember sets what it costs that two players sit together, after all meetings.
func (p *plan) remember(players []string, met []Round) {
	for i := range p.pair {
		for j := range p.pair {
			p.pair[i][j] = max(i-j, j-i)
		}
	}
	for _, r := range met {
		at := make([]int, len(players))
		for i, name := range players {
			at[i] = r.tableOf(name)
			for j, other := range at[:i] {
				if other >= 0 && other == at[i] {
					p.meet(i, j)
				}
			}
		}
	}
}

// meet takes note that two players have met.
func (p *plan) meet(one, other int) {
	p.pair[one][other] += p.again
	p.pair[other][one] += p.again
}

// costAt returns what a player costs at a seat, among the others of its table.
func (p *plan) costAt(s seatplan, seat, player int) int {
	table := p.table[seat]
	cost := p.seat[player][table] - p.pair[player][s[seat]] // who sits there gives the seat up
	for _, other := range p.at(table, s) {
		cost += p.pair[player][other]
	}
	return cost
}

// cost returns what a plan costs, each pair twice.
func (p *plan) cost(s seatplan) (cost int) {
	for seat, player := range s {
		cost += p.costAt(s, seat, player)
	}
	return cost
}

// improved exchanges two players, or all of two tables, as long as that is cheaper.
func (p *plan) improved(s seatplan) seatplan {
	for better := true; better; {
		better = false
		for a := range s {
			for b := range a {
				if p.table[a] != p.table[b] &&
					p.costAt(s, a, s[b])+p.costAt(s, b, s[a]) < p.costAt(s, a, s[a])+p.costAt(s, b, s[b]) {
					s[a], s[b] = s[b], s[a]
					better = true
				}
			}
		}
		better = p.exchanged(s) || better
	}
	for t := range p.first[1:] {
		slices.Sort(p.at(t, s)) // best first
	}
	return s
}

// exchanged exchanges the players of tables of the same size where that is cheaper, and reports
// whether it has.
func (p *plan) exchanged(s seatplan) (any bool) {
	for t := range p.first[1:] {
		for u := range t {
			one, other, gain := p.at(t, s), p.at(u, s), 0
			for k := range min(len(one), len(other)) {
				gain += p.seat[one[k]][t] + p.seat[other[k]][u] - p.seat[one[k]][u] - p.seat[other[k]][t]
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

// later returns how many second meetings so many rounds after a plan are likely to need, if the same
// players sit at the same tables.
func (p *plan) later(s seatplan, rounds int) int {
	if rounds == 0 {
		return 0
	}
	tries := 6 + 1_000/(len(s)*len(s))
	next := *p
	next.pair = nil
	for _, row := range p.pair {
		next.pair = append(next.pair, slices.Clone(row))
	}
	for a := range s {
		for b := range a {
			if p.table[a] == p.table[b] {
				next.meet(s[a], s[b])
			}
		}
	}
	best := next.improved(slices.Clone(s))
	for range tries {
		if next.cost(best) < next.again {
			break
		}
		if other := next.improved(next.random.Perm(len(s))); next.cost(other) < next.cost(best) {
			best = other
		}
	}
	soon := next.cost(best) / next.again
	for range rounds - 1 {
		soon *= len(s) * len(s) // more than all pairs of a round: those to come first count most
	}
	return soon + next.later(best, rounds-1)
}
