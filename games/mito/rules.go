package mito

import (
	"embed"
	"slices"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// Rules returns the rules of Mito.
func Rules() games.Rules {
	return games.Rules{
		Name: "mito", Title: "Mito", Least: 3, Most: 5,
		Options: []games.Option{games.Rounds(), games.First(),
			{Key: "double", WithChildren: games.Word("nothing")}},
		Better:       games.Lowest,
		PointsOnJoin: slices.Max[[]int],
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"play":       declarations(),
				"accused":    games.SeatsOr(seats, "withdraw"),
				"verdict":    games.Words("guilty", "innocent", "withdraw"),
				"spider_to":  games.SeatsOr(seats, "nobody"),
				"nobody":     games.Words("nobody"),
				"slowest":    games.SeatsOr(seats, "nobody"),
				"fastest":    games.SeatsOr(seats, "nobody"),
				"has_none":   games.Words("none"),
				"next_round": games.Words("ready"),
			}
		},
		OwnFacts: []games.Event{Call{}, TakeBack{}, Owe{}, Guardian{}, Draw{}, TakeDiscard{}, MayLeave{}, HasNone{}, Out{}},
		Bots:     games.PlayedByBots(games.VirtualTable, move, lies),
		Words:    words,
		Begin:    sheet{clauses: map[string]string{"mosquito": "MITO-16", "cockroach": "MITO-17"}}.begin,
	}
}

// cards lists the action cards, those first that people slap.
func cards() []games.Value { return games.Words("mosquito", "cockroach", "spider", "ant") }

// slapped is the number of cards that people slap.
const slapped = 2

// declarations lists what the judge may declare: a card, or an empty hand.
func declarations() []games.Value { return append(cards(), games.Word("out")) }

// isSlapped reports whether people slap a card.
func isSlapped(card string) bool {
	return slices.ContainsFunc(cards()[:slapped], games.Word(card).Equal)
}

// MogelMotte returns the rules of Mogel Motte: Mito's, with the differences of its sheet.
func MogelMotte() games.Rules {
	r := Rules()
	r.Name, r.Title = "mogelmotte", "Mogel Motte"
	r.Options[0].Offer = games.Preset(games.Value{}, r.Options[0].Offer) // one, as the sheet has it (MOTTE-5)
	r.Begin = sheet{
		clauses:    map[string]string{"mosquito": "MOTTE-1", "cockroach": "MOTTE-2"},
		layerSlaps: true, winnerPlaysOn: true, antDraws: true, guiltyKeeps: true,
	}.begin
	return r
}
