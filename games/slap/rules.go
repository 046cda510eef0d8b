package slap

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// mostPoints is the most that a slap can win or lose.
const mostPoints = 1000

// Rules returns the rules of slaps.
func Rules() games.Rules {
	return games.Rules{
		Name: "slap", Title: "Slap", Least: 2, Most: 8,
		Options: []games.Option{
			{Key: "decides", Default: games.Always(games.Word("first")), Offer: games.Among("first", "last")},
			{Key: "points", Default: games.Always(games.Number(1))},
			{Key: "false_slap", Default: games.Always(games.Number(1)), Offer: games.Among("minus_1", "nothing"),
				StartValue: map[string]games.Value{"nothing": games.Number(0), "minus_1": games.Number(1)}},
			{Key: "window", Default: games.Always(games.Word("3s"))},
			// If the last one loses points, nobody wins any.
			{Key: "target",
				Offer: games.OfferUnless("decides", "last", games.Among("no_target", "to_5", "to_10", "to_20")),
				StartValue: map[string]games.Value{
					"no_target": {}, "to_5": games.Number(5), "to_10": games.Number(10), "to_20": games.Number(20),
				}},
			{Key: "out", Offer: games.Among("never", "at_3", "at_5", "at_10"),
				StartValue: map[string]games.Value{"never": {}, "at_3": games.Number(3), "at_5": games.Number(5), "at_10": games.Number(10)}},
		},
		Better: games.Highest,
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"slap":    games.Words("right", "false", "withdraw"),
				"fastest": games.SeatsOr(seats, "nobody"),
				"slowest": games.SeatsOr(seats, "nobody"),
				"finish":  games.Words("over"),
			}
		},
		Bots:  games.AnyTable,
		Words: words,
		Begin: begin,
	}
}
