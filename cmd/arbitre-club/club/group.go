package club

import (
	"math/rand/v2"
	"slices"
)

// group divides players, best first, into tables of the given sizes, each best first.
//
// It fills the tables in order, and exchanges players between tables as long as that helps. If some
// still meet again, it tries from random orders as well. The same arguments give the same tables.
func group(players []string, sizes []int, past []Round) (tables [][]string) {
	const work = 1 << 16 // pairs of players in all tries: the more players, the fewer tries are needed
	n := len(players)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	price := pricesOf(players, past)
	best := price.improved(order, sizes)
	random := rand.New(rand.NewPCG(uint64(n), uint64(len(past))))
	for range work / (n * n) {
		if price.of(best...) < again(n) {
			break
		}
		if other := price.improved(random.Perm(n), sizes); price.of(other...) < price.of(best...) {
			best = other
		}
	}
	for _, seated := range best {
		slices.Sort(seated)
		var names []string
		for _, player := range seated {
			names = append(names, players[player])
		}
		tables = append(tables, names)
	}
	return tables
}

// Prices say what it costs that two players sit together. Players are numbered from the best. A
// price is the distance of the two numbers, and much more for each time that the two have met.
type prices [][]int

// again returns the price of another meeting, among n players: more than all distances together.
func again(n int) int { return n * n * n }

func pricesOf(players []string, past []Round) prices {
	n := len(players)
	price := make(prices, n)
	for i := range n {
		for j := range n {
			price[i] = append(price[i], max(i-j, j-i))
		}
	}
	for _, r := range past {
		tables := make([]int, n)
		for i, name := range players {
			tables[i] = r.tableOf(name)
			for j, table := range tables[:i] {
				if table >= 0 && table == tables[i] {
					price[i][j] += again(n)
					price[j][i] += again(n)
				}
			}
		}
	}
	return price
}

// of returns the price of some tables.
func (p prices) of(tables ...[]int) (cost int) {
	for _, players := range tables {
		for i, one := range players {
			for _, other := range players[:i] {
				cost += p[one][other]
			}
		}
	}
	return cost
}

// improved fills tables of these sizes with the players in this order, which it changes: it
// exchanges two players as long as that is cheaper.
func (p prices) improved(order, sizes []int) (tables [][]int) {
	var at [][]int // for each seat, the players of its table
	for _, size := range sizes {
		table := order[len(at):][:size]
		tables, at = append(tables, table), append(at, slices.Repeat([][]int{table}, size)...)
	}
	for better := true; better; {
		better = false
		for a := range order {
			for b := range a {
				before := p.of(at[a], at[b])
				order[a], order[b] = order[b], order[a]
				if p.of(at[a], at[b]) < before {
					better = true
				} else {
					order[a], order[b] = order[b], order[a]
				}
			}
		}
	}
	return tables
}
