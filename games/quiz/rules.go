package quiz

import (
	"embed"

	"arbitre/games"
)

//go:embed *.txt *.journal
var words embed.FS

// naqt is the offer of points by the rules of National Academic Quiz Tournaments (QUIZ-10, QUIZ-11).
const naqt = "naqt"

// Rules returns the rules of the quiz.
func Rules() games.Rules {
	wrong, target := games.MinusOne("wrong", 0, "nothing", "minus_1"), games.Target()
	wrong.Offer, target.Offer = games.OfferUnless("right", naqt, wrong.Offer), games.OfferUnless("right", naqt, target.Offer)
	return games.Rules{
		Name: "quiz", Title: "Quiz", Least: 2, Most: 8,
		Options: []games.Option{
			games.TeamsOption(),
			{Key: "open", Default: games.Always(games.Word("always")), Offer: games.Among("always", "armed")},
			{Key: "again", Default: games.Always(games.Word("no"))},
			{Key: "right", Default: games.Always(games.Number(1)), Offer: games.Among("one", naqt),
				StartValue: map[string]games.Value{"one": games.Number(1), naqt: games.Number(10)}},
			{Key: "power", Offer: games.OfferIf("right", naqt, games.OfferOnly(games.Number(15)))},
			{Key: "interrupt", Default: games.Always(games.Number(0)), Offer: games.OfferIf("right", naqt, games.OfferOnly(games.Number(5)))},
			wrong,
			{Key: "early", Default: games.Always(games.Word("250ms")), WithChildren: games.Word("0s")},
			{Key: "answer", Offer: games.Among("no_clock", "5s", "10s", "20s"),
				StartValue: map[string]games.Value{"no_clock": {}}, WithChildren: games.Word("no_clock")},
			target,
		},
		Better: games.Highest,
		Asks: func(seats []games.Seat) map[string][]games.Value {
			return map[string][]games.Value{
				"arm":           games.Words("ready"),
				"mark":          games.Words("read"),
				"end":           games.Words("read"),
				"verdict":       games.Words("right", "wrong", "withdraw"),
				"shout_first":   games.SeatsOr(seats, "nobody"),
				"question_over": games.Words("nobody"),
				"finish":        games.Words("over"),
			}
		},
		ArmAnswer: games.Input{Kind: games.Answer, Prompt: "arm", Value: games.Word("ready")},
		OwnFacts:  []games.Event{Question{}, Armed{}, Buzz{}, InVain{}, TooLate{}, Passed{}},
		Bots:      games.PlayedByBots(games.VirtualTable, move, nil),
		Words:     words,
		Begin:     begin,
	}
}
