package mog

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

func TestMogConforms(t *testing.T) { gametest.Conform(t, Rules()) }

func start(seats int, seed uint64, options ...games.Field) games.Start {
	s := games.Start{Game: "mog", Seed: seed, Options: games.Agreed{}.With(options...)}
	for i := range seats {
		s.Seats = append(s.Seats, games.Seat(i+1))
	}
	return s
}

func option(key string, v games.Value) games.Field { return games.Field{Key: key, Value: v} }

func sitDown(t rapid.TB, s games.Start) *games.Table {
	table, _, err := games.NewTable(Rules(), s)
	if err != nil {
		t.Fatal(err)
	}
	return table
}
