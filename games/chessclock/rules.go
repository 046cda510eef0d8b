package chessclock

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// Rules returns the rules of the chess clock.
func Rules() games.Rules {
	return games.Rules{
		Name: "chessclock", Title: "Chess clock", Least: 2, Most: 8,
		Options: []games.Option{
			{Key: "time", Default: games.Always(games.Word("5m")),
				Offer: games.Preset(games.Word("5m"), games.Among("1m", "3m", "5m", "10m", "15m", "30m", "1h", "1h30m"))},
			{Key: "mode", Default: games.Always(games.Word("sudden")), Offer: games.Among("sudden", "fischer", "bronstein")},
			{Key: "bonus", Default: games.Always(games.Word("3s")),
				Offer: games.OfferUnless("mode", "sudden", games.Preset(games.Word("3s"), games.Among("1s", "2s", "3s", "5s", "10s", "30s")))},
			games.First(),
		},
		Better: games.Highest,
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"flag":     games.Words("in_time", "too_late"),
				"gives_up": games.SeatsOr(seats),
				"finish":   games.SeatsOr(seats, "draw"),
			}
		},
		OwnFacts: []games.Event{Moved{}, Flag{}, GaveUp{}},
		Words:    words,
		Begin:    begin,
	}
}
