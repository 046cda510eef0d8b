package quiz

import (
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/race"

	"pgregory.net/rapid"
)

func book() games.Rulebook { return games.Rulebook{Rules()} }

func TestQuiz(t *testing.T) {
	gametest.Stories(t, book(), `
		QUIZ-1 without options a question is open at once, right is a point, and nobody ends the game but the quizmaster
			quiz 1 2 3
			--
			0 started {"game":"quiz","seats":[1,2,3]}
			0 question {"number":1}
			0 prompt {"id":"question_over","for":"judge","options":["nobody"]}
			0 prompt {"id":"finish","for":"judge","options":["over"]}

		QUIZ-2 armed: a press before the sign is too early, and so is one within 250 ms of it
			quiz 1 2 {"open":"armed"}
			1     press 1
			1.1   arm "ready"
			1.2   press 1
			1.449 press 1
			1.699 press 1
			2     press 2
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1 ignored {"seat":1,"why":"too early"}
			1.1 armed {}
			1.2 ignored {"seat":1,"why":"too early"}
			1.449 ignored {"seat":1,"why":"too early"}
			1.71 buzz {"seat":1,"after":599000000}

		QUIZ-2 the prompt for the sign comes before the others
			quiz 1 2 {"open":"armed"}
			-- prompt

		QUIZ-2 a press stamped before the sign is too early though it is delivered after it, and takes a later one along
			quiz 1 2 {"open":"armed"}
			1      arm "ready"
			1.004  press 1
			0.999  press 1
			1.3    press 1
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1 armed {}
			0.999 ignored {"seat":1,"why":"too early"}
			0.999 ignored {"seat":1,"why":"too early"}
			1.311 buzz {"seat":1,"after":300000000}

		QUIZ-2 a press stamped before the question was asked was for the one before
			quiz 1 2
			1     question_over "nobody"
			0.995 press 1
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1 passed {"number":1}
			1 question {"number":2}
			0.995 ignored {"seat":1,"why":"late"}

		QUIZ-2 who bashes on after a question has nothing of it, until he has let go for a second
			quiz 1 2 3
			1     press 1
			1.05  press 2
			2     verdict "right"
			2.005 press 2
			2.999 press 2
			3     press 3
			3.998 press 2
			4.998 press 2
			-- question buzz score ignored
			1.011 buzz {"seat":1,"after":0}
			2 score {"delta":1,"total":1,"why":"right","seat":1}
			2 ignored {"seat":2,"why":"late"}
			2 question {"number":2}
			2.005 ignored {"seat":2,"why":"late"}
			2.999 ignored {"seat":2,"why":"late"}
			3.011 buzz {"seat":3,"after":0}
			3.998 ignored {"seat":2,"why":"late"}

		QUIZ-2 after all were wrong and after nobody knew it is quiet, too, as long as the table agreed
			quiz 1 2 {"race":{"quiet":"200ms"}}
			1     press 1
			2     verdict "wrong"
			2.1   press 2
			3     verdict "wrong"
			3.1   press 2
			3.3   press 2
			4     question_over "nobody"
			4.199 press 1
			4.2   press 2
			-- question buzz ignored
			1.011 buzz {"seat":1,"after":0}
			2.111 buzz {"seat":2,"after":1100000000}
			3 question {"number":2}
			3.1 ignored {"seat":2,"why":"late"}
			3.311 buzz {"seat":2,"after":0}
			4 question {"number":3}
			4.199 ignored {"seat":1,"why":"late"}
			4.211 buzz {"seat":2,"after":0}

		QUIZ-2 a press of the quiet takes a later one along that was delivered before it
			quiz 1 2
			1      question_over "nobody"
			2      press 1
			1.999  press 1
			-- question buzz ignored
			1 question {"number":2}
			1.999 ignored {"seat":1,"why":"late"}
			1.999 ignored {"seat":1,"why":"late"}

		QUIZ-2 a verdict that is taken back takes its quiet along
			quiz 1 2
			1      press 1
			2      verdict "right"
			2.1    undo
			2.2    verdict "withdraw"
			2.3    press 2
			-- question buzz ignored
			1.011 buzz {"seat":1,"after":0}
			2 question {"number":2}
			2.311 buzz {"seat":2,"after":1300000000}

		QUIZ-2 where the buttons are switched on, only a press before that locks out
			quiz 1 2 {"open":"armed"}
			1      question_over "nobody"
			1.1    arm "ready"
			1.2    press 1
			-- question buzz ignored
			1 question {"number":2}
			1.211 buzz {"seat":1,"after":100000000}

		QUIZ-3 RACE-2 the first speaks 11 ms after the press, and those who follow wait
			quiz 1 2 3
			1     press 2
			1.002 press 3
			5     press 1
			6     verdict "wrong"
			7     verdict seat=3 "withdraw"
			8     verdict "wrong"
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.011 buzz {"seat":2,"after":0}
			6 in_vain {"seat":2}
			6 buzz {"seat":3,"after":2000000}
			7 buzz {"seat":1,"after":4000000000}
			8 in_vain {"seat":1}

		QUIZ-3 RACE-3 a dead heat goes to the quizmaster
			quiz 1 2 3
			1       press 2
			1.0009  press 1
			1.0005  press 3
			2       shout_first 1
			3       verdict "wrong"
			4       shout_first 3
			--
			0 started {"game":"quiz","seats":[1,2,3]}
			0 question {"number":1}
			0 prompt {"id":"question_over","for":"judge","options":["nobody"]}
			0 prompt {"id":"finish","for":"judge","options":["over"]}
			1.011 prompt {"id":"shout_first","for":"judge","options":[1,2,3]}
			2 buzz {"seat":1,"after":900000}
			2 prompt {"id":"verdict","for":"judge","seat":1,"options":["right","wrong","withdraw"]}
			3 in_vain {"seat":1}
			3 prompt {"id":"shout_first","for":"judge","options":[2,3]}
			4 buzz {"seat":3,"after":500000}
			4 prompt {"id":"verdict","for":"judge","seat":3,"options":["right","wrong","withdraw"]}

		QUIZ-3 who speaks and who waits can't press again
			quiz 1 2
			1   press 1
			2   press 1
			3   press 2
			4   press 2
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.011 buzz {"seat":1,"after":0}
			2 ignored {"seat":1,"why":"no effect now"}
			4 ignored {"seat":2,"why":"no effect now"}

		QUIZ-4 right: the points, the question is closed, and who waited is late
			quiz 1 2 {"right":3}
			1   press 1
			2   press 2
			3   verdict "right"
			--
			0 started {"game":"quiz","seats":[1,2]}
			0 question {"number":1}
			0 prompt {"id":"question_over","for":"judge","options":["nobody"]}
			0 prompt {"id":"finish","for":"judge","options":["over"]}
			1.011 buzz {"seat":1,"after":0}
			1.011 prompt {"id":"verdict","for":"judge","seat":1,"options":["right","wrong","withdraw"]}
			3 closed {"id":"question_over"}
			3 score {"delta":3,"total":3,"why":"right","seat":1}
			3 ignored {"seat":2,"why":"late"}
			3 question {"number":2}
			3 prompt {"id":"question_over","for":"judge","options":["nobody"]}

		QUIZ-4 wrong costs points where it was agreed, and the question is open again, and armed still
			quiz 1 2 {"wrong":2,"open":"armed"}
			1   arm "ready"
			2   press 1
			3   verdict "wrong"
			4   press 1
			5   press 2
			6   verdict "right"
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1 armed {}
			2.011 buzz {"seat":1,"after":1000000000}
			3 score {"delta":-2,"total":-2,"why":"wrong","seat":1}
			4 ignored {"seat":1,"why":"eliminated"}
			5.011 buzz {"seat":2,"after":4000000000}
			6 score {"delta":1,"total":1,"why":"right","seat":2}
			6 question {"number":2}

		QUIZ-4 all were wrong: the question is closed
			quiz 1 2
			1   press 1
			2   verdict "wrong"
			3   press 2
			4   verdict "wrong"
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.011 buzz {"seat":1,"after":0}
			2 in_vain {"seat":1}
			3.011 buzz {"seat":2,"after":2000000000}
			4 in_vain {"seat":2}
			4 question {"number":2}

		QUIZ-4 with "again" who was wrong may press once more
			quiz 1 2 {"again":"yes"}
			1   press 1
			2   verdict "wrong"
			3   press 1
			4   verdict "withdraw"
			5   press 1
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.011 buzz {"seat":1,"after":0}
			2 in_vain {"seat":1}
			3.011 buzz {"seat":1,"after":2000000000}
			5.011 buzz {"seat":1,"after":4000000000}

		QUIZ-4 the next who waits is told only when nobody earlier can come
			quiz 1 2 3
			1     press 1
			2     press 2
			2.005 verdict "wrong"
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.011 buzz {"seat":1,"after":0}
			2.005 in_vain {"seat":1}
			2.011 buzz {"seat":2,"after":1000000000}

		QUIZ-5 the time for an answer is up: as wrong
			quiz 1 2 {"answer":"5s","wrong":1}
			1   press 1
			2   press 2
			--
			0 started {"game":"quiz","seats":[1,2]}
			0 question {"number":1}
			0 prompt {"id":"question_over","for":"judge","options":["nobody"]}
			0 prompt {"id":"finish","for":"judge","options":["over"]}
			1.011 buzz {"seat":1,"after":0}
			1.011 prompt {"id":"verdict","for":"judge","seat":1,"options":["right","wrong","withdraw"]}
			6.011 closed {"id":"verdict","seat":1}
			6.011 too_late {"seat":1}
			6.011 score {"delta":-1,"total":-1,"why":"wrong","seat":1}
			6.011 buzz {"seat":2,"after":1000000000}
			6.011 prompt {"id":"verdict","for":"judge","seat":2,"options":["right","wrong","withdraw"]}
			11.011 closed {"id":"verdict","seat":2}
			11.011 closed {"id":"question_over"}
			11.011 too_late {"seat":2}
			11.011 score {"delta":-1,"total":-1,"why":"wrong","seat":2}
			11.011 question {"number":2}
			11.011 prompt {"id":"question_over","for":"judge","options":["nobody"]}

		QUIZ-5 an answer at the very end is too late
			quiz 1 2 {"answer":"5s"}
			1      press 1
			6.011  verdict "right"
			! no prompt "verdict" is open
			-- too_late
			6.011 too_late {"seat":1}

		QUIZ-5 the empty word stops the clock, and a verdict that is taken back has all the time
			quiz 1 2 {"answer":"5s"}
			1   press 1
			5   verdict ""
			20  verdict "wrong"
			21  undo
			40  verdict "right"
			-- question armed buzz score too_late passed in_vain ignored lost game_over undone
			1.011 buzz {"seat":1,"after":0}
			20 in_vain {"seat":1}
			21 undone {"line":4}
			40 score {"delta":1,"total":1,"why":"right","seat":1}
			40 question {"number":2}

		QUIZ-5 the next who speaks has a clock of his own, though the one before was stopped
			quiz 1 2 {"answer":"5s"}
			1   press 1
			2   press 2
			5   verdict ""
			20  verdict "wrong"
			-- in_vain buzz too_late
			1.011 buzz {"seat":1,"after":0}
			20 in_vain {"seat":1}
			20 buzz {"seat":2,"after":1000000000}
			25 too_late {"seat":2}
			25 in_vain {"seat":2}

		QUIZ-5 a verdict that is taken back when its time is up is too late
			quiz 1 2 {"answer":"5s","again":"yes"}
			1   press 1
			2   verdict "right"
			9   undo
			10  undo
			11  press 1
			12  verdict "right"
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.011 buzz {"seat":1,"after":0}
			2 score {"delta":1,"total":1,"why":"right","seat":1}
			2 question {"number":2}
			6.011 too_late {"seat":1}
			6.011 in_vain {"seat":1}
			11.011 buzz {"seat":1,"after":0}
			12 score {"delta":1,"total":1,"why":"right","seat":1}
			12 question {"number":2}

		QUIZ-5 without a clock the empty word is no verdict
			quiz 1 2 {"answer":"5s"}
			1   press 1
			5   verdict ""
			6   verdict ""
			! "" is no answer to "verdict"

		QUIZ-6 nobody knows, whoever speaks
			quiz 1 2
			1   press 1
			2   question_over "nobody"
			-- closed passed question
			2 closed {"id":"verdict","seat":1}
			2 passed {"number":1}
			2 question {"number":2}

		QUIZ-6 a question can be left before it is armed
			quiz 1 2 {"open":"armed"}
			2   question_over "nobody"
			-- closed passed
			2 closed {"id":"arm"}
			2 passed {"number":1}

		QUIZ-7 the quizmaster ends it, and the highest total wins
			quiz 1 2 3
			1   press 2
			2   verdict "right"
			3   press 1
			4   finish "over"
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.011 buzz {"seat":2,"after":0}
			2 score {"delta":1,"total":1,"why":"right","seat":2}
			2 question {"number":2}
			3.011 buzz {"seat":1,"after":0}
			4 game_over {"totals":{"1":0,"2":1,"3":0},"winners":[2]}

		QUIZ-7 a target ends it at once
			quiz 1 2 {"target":2,"right":2}
			1   press 2
			1.5 press 1
			2   verdict "right"
			3   press 1
			-- score ignored game_over closed
			2 score {"delta":2,"total":2,"why":"right","seat":2}
			2 ignored {"seat":1,"why":"late"}
			2 game_over {"totals":{"1":0,"2":2},"winners":[2]}
			3 ignored {"seat":1,"why":"no effect now"}

		QUIZ-8 RACE-8 lost edges: the quizmaster tells who was first, and whose press was lost has no time
			quiz 1 2 3
			1     press 2
			1.005 lost 1
			2     shout_first 3
			3     verdict "wrong"
			4     verdict "wrong"
			-- lost prompt buzz
			1.005 lost {"edges":1}
			1.005 prompt {"id":"shout_first","for":"judge","options":[1,2,3,"nobody"]}
			2 buzz {"seat":3,"after":0}
			2 prompt {"id":"verdict","for":"judge","seat":3,"options":["right","wrong","withdraw"]}
			3 buzz {"seat":2,"after":0}
			3 prompt {"id":"verdict","for":"judge","seat":2,"options":["right","wrong","withdraw"]}

		QUIZ-8 nobody: who was uncertain is late, and whoever pressed since is heard
			quiz 1 2 3
			1     press 2
			1.005 lost 1
			1.5   press 3
			2     shout_first "nobody"
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1.005 lost {"edges":1}
			2 ignored {"seat":2,"why":"late"}
			2 buzz {"seat":3,"after":500000000}

		QUIZ-8 elsewhere edges that are lost change nothing
			quiz 1 2
			1 lost 2
			2 press 1
			3 lost 1
			-- question armed buzz score too_late passed in_vain ignored lost game_over
			1 lost {"edges":2}
			2.011 buzz {"seat":1,"after":0}
			3 lost {"edges":1}
	`)
}

// QUIZ-2: whose button was pressed before the sign stands on the displays until the next question.
func TestQUIZ2TooEarlyIsNamed(t *testing.T) {
	for story, want := range map[string][]games.Seat{
		"1 press 1\n1.1 press 1\n1.2 press 3":                                 {1, 3},
		"1 press 1\n1.1 arm \"ready\"\n2 press 2":                             {1},
		"1 press 1\n1.1 arm \"ready\"\n2 question_over \"nobody\"":            nil,
		"1 press 1\n1.1 arm \"ready\"\n2 question_over \"nobody\"\n3 press 3": {3},
	} {
		table, _, err := gametest.Play(book(), "quiz 1 2 3 {\"open\":\"armed\"}\n"+story)
		if err != nil {
			t.Fatal(err)
		}
		v := table.View(games.Public)
		for _, line := range append(v.Lines, v.Headline) {
			if line.Word == "too_soon" && slices.Equal(line.Seats, want) {
				want = nil
			}
		}
		if want != nil {
			t.Errorf("%s: %+v and %+v do not name %v", story, v.Headline, v.Lines, want)
		}
	}
}

// QUIZ-2: whoever presses on after a question is over, however he bashes, answers no next one before
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

func TestQuizConforms(t *testing.T) {
	gametest.Conform(t, Rules(),
		`{"open":"armed","answer":"5s","target":5,"wrong":1}`, `{"again":"yes","answer":"11ms"}`,
		`{"open":"armed","again":"yes","early":"0s"}`)
}
