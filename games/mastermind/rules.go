package mastermind

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// Rules returns the rules of Group Mastermind. Unless an option says who begins, the seed decides.
func Rules() games.Rules {
	return games.Rules{
		Name: "mastermind", Title: "Group Mastermind", Least: 2, Most: 4,
		Options: []games.Option{
			{Key: "dealer", Default: games.Always(games.Word(string(house))),
				Offer: games.WithoutBots(games.Among(string(house), string(entered), string(table)))},
			{Key: "audit", Default: games.Always(games.Bool(false)),
				Offer:      games.OfferIf("dealer", string(table), games.Among("no", "yes")),
				StartValue: map[string]games.Value{"no": {}, "yes": games.Bool(true)}},
			{Key: "boards", Default: games.Always(games.Number(1)), Offer: func(t games.Terms) ([]games.Value, games.Value) {
				if len(t.Seats) > 2 {
					return nil, games.Value{}
				}
				return append(games.Numbers(1, 2), games.Words("one_two", "two_one")...), games.Value{}
			}, StartValue: map[string]games.Value{"one_two": games.List(games.Numbers(1, 2)), "two_one": games.List([]games.Value{games.Number(2), games.Number(1)})}},
			{Key: "call", Default: games.Always(games.Word("turn")), Offer: games.Among("turn", "any")},
			games.Rounds(),
			{Key: "first", Seats: true},
			{Key: "look", Default: games.Always(games.Word("0s")),
				Offer: games.OfferIf("dealer", string(house), games.OfferOnly(games.Word("500ms")))},
			{
				Key:     "colours",
				Default: games.Always(games.List(games.Words("blue", "red", "yellow", "green", "orange", "brown"))),
				Preset: games.Setting{
					Form: games.Names, Count: colourCount,
					Says: "The names of the six colours. Empty: blue, red, yellow, green, orange, brown",
				},
			},
		},
		Better: games.Highest,
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"guess":      games.Words("done"),
				"reply":      games.Words("black", "white", "none"),
				"call_first": games.SeatsOr(seats, "nobody"),
				"verdict":    games.Words("right", "wrong"),
				"next_round": games.Words("ready"),
			}
		},
		OwnFacts: []games.Event{
			Answers{}, Call{}, Solved{}, Revealed{},
			Eliminated{}, Consistent{}, WrongAnswer{},
		},
		Bots:  games.PlayedByBots(games.AnyTable, move, nil),
		Words: words,
		Begin: begin,
	}
}
