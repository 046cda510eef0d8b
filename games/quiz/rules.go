package quiz

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// mostPoints is the most that an answer can be worth.
const mostPoints = 1000

// Rules returns the rules of the quiz.
func Rules() games.Rules {
	return games.Rules{
		Name: "quiz", Title: "Quiz", Least: 2, Most: 8,
		Options: []games.Option{
			{Key: "open", Default: games.Always(games.Word("always")), Offer: games.Among("always", "armed")},
			{Key: "again", Default: games.Always(games.Word("no"))},
			{Key: "right", Default: games.Always(games.Number(1))},
			{Key: "wrong", Default: games.Always(games.Number(0)), Offer: games.Among("nothing", "minus_1"),
				StartValue: map[string]games.Value{"nothing": games.Number(0), "minus_1": games.Number(1)}},
			{Key: "early", Default: games.Always(games.Word("250ms"))},
			{Key: "answer", Offer: games.Among("no_clock", "5s", "10s", "20s"),
				StartValue: map[string]games.Value{"no_clock": {}}},
			{Key: "target", Offer: games.Among("no_target", "to_5", "to_10", "to_20"),
				StartValue: map[string]games.Value{
					"no_target": {}, "to_5": games.Number(5), "to_10": games.Number(10), "to_20": games.Number(20),
				}},
		},
		Better: games.Highest,
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"arm":           games.Words("ready"),
				"verdict":       games.Words("right", "wrong", "withdraw"),
				"shout_first":   games.SeatsOr(seats, "nobody"),
				"question_over": games.Words("nobody"),
				"finish":        games.Words("over"),
			}
		},
		ArmAnswer: games.Input{Kind: games.Answer, Prompt: "arm", Value: games.Word("ready")},
		OwnFacts:  []games.Event{Question{}, Armed{}, Buzz{}, InVain{}, TooLate{}, Passed{}},
		Bots:      games.VirtualTable,
		Words:     words,
		Begin:     begin,
	}
}
