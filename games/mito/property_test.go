package mito

import (
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/race"

	"pgregory.net/rapid"
)

func starts(name string) *rapid.Generator[games.Start] {
	return rapid.Custom(func(t *rapid.T) games.Start {
		seats := rapid.SampledFrom([][]games.Seat{{1, 2, 3}, {1, 2, 3, 4}, {2, 3, 5, 7}, {1, 2, 3, 4, 5}}).Draw(t, "seats")
		start := games.Start{Game: name, Seats: seats, Options: []games.Field{
			{Key: "rounds", Value: games.Number(rapid.IntRange(1, 3).Draw(t, "rounds"))},
			{Key: "first", Value: games.Number(rapid.SampledFrom(seats).Draw(t, "first"))},
		}}
		if rapid.IntRange(0, 3).Draw(t, "format 1") > 0 {
			start.Options = append(start.Options, games.Field{Key: "race", Value: race.DefaultLimits().Value()})
		}
		return start
	})
}

func TestMitoHolds(t *testing.T)       { gametest.Hold(t, Rules(), starts("mito")) }
func TestMogelMotteHolds(t *testing.T) { gametest.Hold(t, MogelMotte(), starts("mogelmotte")) }
