package slap

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// Rules returns the rules of slaps.
func Rules() games.Rules {
	target := games.Target()
	target.Offer = games.OfferUnless("decides", "last", target.Offer) // then no points are won
	return games.Rules{
		Name: "slap", Title: "Slap", Least: 2, Most: 8,
		Options: []games.Option{
			games.TeamsOption(),
			{Key: "decides", Default: games.Always(games.Word("first")), Offer: games.Among("first", "last")},
			{Key: "points", Default: games.Always(games.Number(1))},
			games.MinusOne("false_slap", 1, "minus_1", "nothing"),
			{Key: "window", Default: games.Always(games.Word("3s"))},
			target,
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
		Bots:   games.PlayedByBots(games.AnyTable, move, lies),
		Guided: true,
		Words:  words,
		Begin:  begin,
	}
}
