package mog

import (
	"embed"
	"slices"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// mostSeats is the largest table (MOG-1).
const mostSeats = 8

// Rules returns the rules of M.O.G.
func Rules() games.Rules {
	first := games.First()
	first.Offer = games.OfferUnless("holder", "house", first.Offer) // with the house everyone chases
	return games.Rules{
		Name: "mog", Title: "M.O.G.", Least: 1, Most: mostSeats,
		Options: []games.Option{
			{Key: "holder", Default: games.Always(games.Word("players")), Offer: games.AmongFrom(2, "players", "house")}, // who is alone chases the house,
			games.Rounds(),
			first,
			{Key: "attributes", Preset: games.Setting{
				Form: games.Names, Count: attributes,
				Says: "The names of the eight attributes, in the order of their numbers. " +
					"Empty: the sheet's four, and four numbers",
			}},
		},
		Better:       games.Highest,
		PointsOnJoin: slices.Min[[]int],
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"shout_first": games.SeatsOr(seats, "nobody"),
				"accuse":      games.Words("withdraw"),
				"next_round":  games.Words("ready"),
			}
		},
		OwnFacts: []games.Event{Token{}, Found{}, Shout{}, Unmasked{}, Revealed{}, Debrief{}},
		Bots:     games.PlayedByBots(games.AnyTable, func(g *Game, b games.Bot) (games.Move, bool) { return move(&g.open, b) }, nil),
		Words:    words,
		Begin:    begin,
	}
}
