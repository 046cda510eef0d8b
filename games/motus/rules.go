package motus

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// Rules returns the rules of Motus.
func Rules() games.Rules {
	return games.Rules{
		Name: "motus", Title: "Motus", Least: 2, Most: 4,
		Options: []games.Option{
			{Key: "mode", Default: games.Always(games.Word("teams")), Offer: games.AmongFrom(4, "teams", "solo")},
			{Key: "letters", Default: games.Always(games.Number(7)), Offer: games.Preset(games.Number(7), games.OfferOnly(games.Numbers(shortest, longest)...))},
			{Key: "series", Default: games.Always(games.Number(10)), Offer: games.Preset(games.Number(10), games.OfferOnly(games.Numbers(1, 10)...))},
			{Key: "grid", Default: games.Always(games.Word(string(byHouse))), Offer: drawings},
			{Key: "size", Default: games.Always(games.Number(5))},
			{Key: "blanks", Default: games.Always(games.Number(3))},
			{Key: "clock", Offer: games.Among("no_clock", "8s", "15s", "30s"),
				StartValue: map[string]games.Value{"no_clock": {}}, WithChildren: games.Word("no_clock")},
			{Key: "clocks", Default: games.Always(games.Word("each")),
				Offer: games.OfferUnless("clock", "no_clock", games.OfferOnly(games.Word("speaker")))},
			{Key: "super", Default: games.Always(games.Bool(true)),
				Offer: games.OfferIf("mode", "solo", games.OfferOnly(games.Bool(false)))},
			{Key: "prepare", Default: games.Always(games.Bool(false)),
				Offer: games.OfferIf("mode", "teams", games.OfferOnly(games.Bool(true)))},
		},
		Better: games.Highest,
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"token":      games.Words(blank),
				"super_team": games.Numbers(1, 2),
				"call_first": games.SeatsOr(seats, "nobody"),
			}
		},
		Settings: []games.Setting{
			{
				Key: "words", Form: games.WordList,
				Says: "A file of words, one a line, or a spelling checker's. A word that is not in it is questioned, never refused. " +
					"Empty: none is",
			},
			{
				Key: "show_words", Form: games.Reveal,
				Says: "Whether the judge's display and page show the secret words: only for a judge who does not play",
			},
		},
		List: lexicon,
		Cover: func(v *games.View) {
			for i := range v.Slates {
				v.Slates[i].Secret = "" // the judge plays, too
			}
		},
		OwnFacts: []games.Event{Hint{}, Marks{}, Found{}, Missed{}, Token{}, Motus{}, TooLate{}},
		Bots:     games.PlayedByBots(games.AnyTable, move, nil),
		Words:    words,
		Begin:    begin,
	}
}

func drawings(t games.Terms) (choices []games.Value, preset games.Value) {
	if t.Is("mode", "solo") {
		return games.Words(string(none)), games.Value{}
	}
	if t.Bots { // which draw nothing by hand
		return games.Words(string(byHouse), string(none)), games.Value{}
	}
	return games.Words(string(byHouse), string(entered), string(none)), games.Value{}
}
