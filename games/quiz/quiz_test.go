package quiz

import (
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/race"

	"pgregory.net/rapid"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestQuiz(t *testing.T) {
	gametest.Stories(t, book(),
		"QUIZ-1 Options",
		"QUIZ-2 A question",
		"QUIZ-3 The buzz",
		"QUIZ-4 The verdict",
		"QUIZ-5 The clock",
		"QUIZ-6 Nobody",
		"QUIZ-7 The end",
		"QUIZ-8 Lost edges",
		"QUIZ-9 Teams",
		"QUIZ-10 The power mark",
		"QUIZ-11 Interrupting",
		"RACE-2 Settle",
		"RACE-3 Dead heat",
		"RACE-8 Lost edges",
		"RACE-10 Teams",
	)
}

// QUIZ-2: a player who keeps bashing after a question is over answers no next one before
// it has been quiet.
func TestWhoBashesHasNoAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table, _, err := games.NewTable(Rules(), games.Start{Game: "quiz", Seats: []games.Seat{1, 2, 3}})
		if err != nil {
			t.Fatal(err)
		}
		at, pressed, quiet := time.Duration(0), map[games.Seat]time.Duration{}, time.Duration(-1)
		heed := func(facts []games.Fact) {
			for _, f := range facts {
				switch what := f.What.(type) {
				case Question:
					quiet = f.At + race.DefaultLimits().Quiet
				case Buzz:
					if pressed[what.Seat] < quiet {
						t.Fatalf("seat %d pressed at %v, in the quiet up to %v, and has the answer", what.Seat, pressed[what.Seat], quiet)
					}
				}
			}
		}
		for range rapid.IntRange(1, 40).Draw(t, "inputs") {
			at += time.Duration(rapid.SampledFrom([]int{3, 5, 30, 400, 2000}).Draw(t, "ms later")) * time.Millisecond
			heed(table.Advance(at))
			in := games.Input{At: at, Kind: games.Press, Seat: games.Seat(rapid.IntRange(1, 3).Draw(t, "seat"))}
			if asked := table.View(games.Judge).Prompts; len(asked) > 0 && asked[0].ID == "verdict" && rapid.Bool().Draw(t, "judged") {
				in = games.Input{At: at, Kind: games.Answer, Prompt: "verdict", Keys: asked[0].Keys, Value: games.Word("right")}
			} else if !table.View(games.Public).Asks("verdict") {
				pressed[in.Seat] = at
			}
			facts, err := table.Apply(in)
			if err != nil {
				t.Fatal(err)
			}
			heed(facts)
		}
	})
}

func TestQuizDeclares(t *testing.T) { gametest.Declared(t, Rules(), "testdata/declared") }

func TestQuizConforms(t *testing.T) {
	gametest.Conform(t, Rules(),
		`{"open":"armed","answer":"5s","target":5,"wrong":1}`, `{"again":"yes","answer":"11ms"}`,
		`{"open":"armed","again":"yes","early":"0s"}`,
		`{"right":10,"power":15,"interrupt":5,"answer":"2s","target":40}`, `{"open":"armed","power":2,"wrong":1,"again":"yes"}`)
}
