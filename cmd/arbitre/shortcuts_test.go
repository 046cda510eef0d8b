package main

import (
	"slices"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

// A shortcut may give every answer that somebody can choose in a game.
func TestEveryChoiceOfAGameIsKnown(t *testing.T) {
	seats := []games.Seat{1, 2, 3, 4}
	for _, s := range sheets() {
		t.Run(s.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				start := games.Start{Game: s.name, Seats: seats}
				var agreed []games.Field
				for _, a := range s.asks {
					if offered, _ := a.offer(terms{seats, agreed}); len(offered) > 0 {
						agreed = append(agreed, games.Field{Key: a.key, Value: rapid.SampledFrom(offered).Draw(t, a.key)})
					}
				}
				start.Options = s.mean(agreed)
				table, _, err := games.NewTable(s.begin, start)
				if err != nil {
					t.Fatal(err)
				}
				known := s.choices(seats)
				for range 60 {
					table.Apply(gametest.Next(t, table)) // what is refused changes nothing
					for _, p := range table.View(games.Judge).Prompts {
						for _, option := range p.Options {
							if p.Shape == games.Choice && !slices.ContainsFunc(known[p.ID], option.Equal) {
								t.Fatalf("%q may be answered %v, which is not among %v", p.ID, option, known[p.ID])
							}
						}
					}
				}
			})
		})
	}
}
