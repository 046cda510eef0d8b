package main

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/games"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/mog"
	"arbitre/games/motus"
)

// A sheet is what the lobby and the journals must know of a game.
type sheet struct {
	name        string
	begin       games.Begin
	meant       func([]games.Seat) []games.Field            // by a start line that leaves options out
	choices     func([]games.Seat) map[string][]games.Value // the answers of its questions
	least, most int                                         // seats
	asks        []ask
	// joiner is what a seat begins with that joins between two rounds, of what the others have; nil where none may join or leave.
	joiner func(totals []int) int
}

// An ask is an option that the lobby asks for. It offers nothing where there is nothing to choose.
type ask struct {
	key   string
	seats bool // are chosen among
	offer func(t terms) (options []games.Value, preset games.Value)
	// means says what some choices are in a start line; "" leaves the option out.
	means map[games.Value]games.Value
}

// terms are what a table has agreed on so far.
type terms struct {
	seats  []games.Seat
	agreed []games.Field
}

func (t terms) is(key, word string) bool {
	return slices.Contains(t.agreed, games.Field{Key: key, Value: games.Word(word)})
}

// sheets lists the games in the order in which the lobby offers them.
func sheets() []sheet {
	return []sheet{
		{name: "mito", begin: mito.New, meant: mito.Meant, choices: mito.Choices, least: 3, most: 5, joiner: slices.Max[[]int], asks: []ask{askRounds(), askFirst()}},
		{name: "mogelmotte", begin: mito.NewMogelMotte, meant: mito.Meant, choices: mito.Choices, least: 3, most: 5, joiner: slices.Max[[]int], asks: []ask{askRounds(), askFirst()}},
		{name: "mog", begin: mog.New, meant: mog.Meant, choices: mog.Choices, least: 1, most: 8, joiner: slices.Min[[]int], asks: []ask{
			{key: "holder", offer: func(t terms) ([]games.Value, games.Value) {
				if len(t.seats) == 1 {
					return games.Words("house"), ""
				}
				return games.Words("players", "house"), ""
			}},
			askRounds(),
			{key: "first", seats: true, offer: func(t terms) ([]games.Value, games.Value) {
				if t.is("holder", "house") {
					return nil, "" // everyone chases
				}
				return askFirst().offer(t)
			}},
		}},
		{name: "mastermind", begin: mastermind.New, meant: mastermind.Meant, choices: mastermind.Choices, least: 2, most: 4, asks: []ask{
			{key: "dealer", offer: among("house", "entered", "table")},
			{key: "audit", offer: func(t terms) ([]games.Value, games.Value) {
				if !t.is("dealer", "table") {
					return nil, ""
				}
				return games.Words("no", "yes"), ""
			}, means: map[games.Value]games.Value{`"no"`: "", `"yes"`: "true"}},
			{key: "boards", offer: func(t terms) ([]games.Value, games.Value) {
				if len(t.seats) > 2 {
					return nil, ""
				}
				return append(numbers(1, 2), games.Words("one_two", "two_one")...), ""
			}, means: map[games.Value]games.Value{`"one_two"`: "[1,2]", `"two_one"`: "[2,1]"}},
			{key: "call", offer: among("turn", "any")},
			askRounds(),
			unasked("look", `"500ms"`, func(t terms) bool { return t.is("dealer", "house") }),
		}},
		{name: "motus", begin: motus.New, meant: motus.Meant, choices: motus.Choices, least: 2, most: 4, asks: []ask{
			{key: "mode", offer: func(t terms) ([]games.Value, games.Value) {
				if len(t.seats) < 4 {
					return games.Words("solo"), ""
				}
				return games.Words("teams", "solo"), ""
			}},
			{key: "letters", offer: func(terms) ([]games.Value, games.Value) { return numbers(5, 8), games.Number(7) }},
			{key: "series", offer: func(terms) ([]games.Value, games.Value) { return numbers(1, 10), games.Number(10) }},
			{key: "grid", offer: func(t terms) ([]games.Value, games.Value) {
				if t.is("mode", "solo") {
					return games.Words("none"), ""
				}
				return games.Words("house", "entered", "none"), ""
			}},
			{key: "clock", offer: func(terms) ([]games.Value, games.Value) { return games.Words("no_clock", "8s", "15s", "30s"), "" },
				means: map[games.Value]games.Value{`"no_clock"`: ""}},
			unasked("clocks", `"speaker"`, func(t terms) bool { return !t.is("clock", "no_clock") }),
			unasked("super", "false", func(t terms) bool { return t.is("mode", "solo") }),
			unasked("prepare", "true", func(t terms) bool { return t.is("mode", "teams") }),
		}},
	}
}

// unasked is an option that every new game has where it matters: journals without it mean what they always meant.
func unasked(key string, value games.Value, matters func(terms) bool) ask {
	return ask{key: key, offer: func(t terms) ([]games.Value, games.Value) {
		if !matters(t) {
			return nil, ""
		}
		return []games.Value{value}, ""
	}}
}

// mostRounds is how many rounds the lobby offers; a start line may ask for more.
const mostRounds = 12

func askRounds() ask {
	return ask{key: "rounds", offer: func(t terms) ([]games.Value, games.Value) {
		return numbers(1, mostRounds), games.Number(len(t.seats))
	}}
}

func askFirst() ask {
	return ask{key: "first", seats: true, offer: func(t terms) ([]games.Value, games.Value) {
		return games.SeatsOr(t.seats), games.Number(t.seats[0])
	}}
}

func among(words ...string) func(terms) ([]games.Value, games.Value) {
	return func(terms) ([]games.Value, games.Value) { return games.Words(words...), "" }
}

func numbers(from, to int) []games.Value {
	var options []games.Value
	for n := from; n <= to; n++ {
		options = append(options, games.Number(n))
	}
	return options
}

// mean makes the options of a start line of what was chosen.
func (s sheet) mean(chosen []games.Field) []games.Field {
	var options []games.Field
	for _, f := range chosen {
		for _, a := range s.asks {
			if value, special := a.means[f.Value]; a.key == f.Key && special {
				f.Value = value
			}
		}
		if f.Value != "" {
			options = append(options, f)
		}
	}
	return options
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
