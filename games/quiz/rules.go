package quiz

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// Rules returns the rules of the quiz.
func Rules() games.Rules {
	return games.Rules{
		Name: "quiz", Title: "Quiz", Least: 2, Most: 8,
		Options: []games.Option{
			games.TeamsOption(),
			{Key: "open", Default: games.Always(games.Word("always")), Offer: games.Among("always", "armed")},
			{Key: "again", Default: games.Always(games.Word("no"))},
			{Key: "right", Default: games.Always(games.Number(1))},
			games.MinusOne("wrong", 0, "nothing", "minus_1"),
			{Key: "early", Default: games.Always(games.Word("250ms"))},
			{Key: "answer", Offer: games.Among("no_clock", "5s", "10s", "20s"),
				StartValue: map[string]games.Value{"no_clock": {}}},
			games.Target(),
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
