package main

import (
	"fmt"
	"strings"

	"arbitre/games"
	"arbitre/games/mito"
)

// A sheet is what the lobby and the journals must know of a game.
type sheet struct {
	name        string
	begin       games.Begin
	least, most int // seats
	asks        []ask
}

// An ask is an option that the lobby asks for.
type ask struct {
	key     string
	choices func(seats []games.Seat) (options []games.Value, preset games.Value)
}

// sheets lists the games in the order in which the lobby offers them.
func sheets() []sheet {
	return []sheet{
		{name: "mito", begin: mito.New, least: 3, most: 5, asks: []ask{askRounds(), askFirst()}},
		{name: "mogelmotte", begin: mito.NewMogelMotte, least: 3, most: 5, asks: []ask{askRounds(), askFirst()}},
	}
}

// mostRounds is how many rounds the lobby offers; a start line may ask for more.
const mostRounds = 12

func askRounds() ask {
	return ask{"rounds", func(seats []games.Seat) ([]games.Value, games.Value) {
		var options []games.Value
		for n := 1; n <= mostRounds; n++ {
			options = append(options, games.Number(n))
		}
		return options, games.Number(len(seats))
	}}
}

func askFirst() ask {
	return ask{"first", func(seats []games.Seat) ([]games.Value, games.Value) {
		return games.SeatsOr(seats), games.Number(seats[0])
	}}
}

func sheetOf(game string) (sheet, error) {
	var names []string
	for _, s := range sheets() {
		if s.name == game {
			return s, nil
		}
		names = append(names, s.name)
	}
	return sheet{}, fmt.Errorf("there is no game %q: expected %s", game, strings.Join(names, ", "))
}

// rules finds a game by the name in its start line.
func rules(game string) (games.Begin, error) {
	s, err := sheetOf(game)
	return s.begin, err
}
