package club

import (
	"slices"

	"arbitre/games"
	"arbitre/games/results"
)

// Standing returns the [results.Ranking] of everyone who has a name, since a seat of one table is
// not that of another.
func Standing(list []Game, rules games.Rulebook) []results.Rank {
	all := make([]results.Game, len(list))
	for i, g := range list {
		all[i] = g.Game
	}
	return results.Placed(slices.DeleteFunc(results.Ranking(all, rules), func(r results.Rank) bool { return r.Name == "" }))
}
