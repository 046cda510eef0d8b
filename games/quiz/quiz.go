// Package quiz referees any quiz with buzzers: the quizmaster reads a question, and the player who
// presses first answers (RULES section 5).
package quiz

import (
	"math"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// The phases of a question, and the end.
type phase uint8

const (
	reading phase = iota // prompt arm
	open                 // the first to press speaks; prompt verdict while the floor is taken
	gameOver
)

// An agreement holds the options of the start line.
type agreement struct {
	right, wrong int           // points
	power        int           // points for a right answer pressed for before the mark; 0 is none (QUIZ-10)
	interrupt    int           // points off for a first wrong one pressed for before the end (QUIZ-11)
	again        bool          // a player who was wrong may press again
	armed        bool          // presses count from a sign of the quizmaster on
	early        time.Duration // how long a press before the sign locks its seat out
	answer       time.Duration // how long an answer may take; 0 is no limit
	target       int           // points that end the game; 0 is none
}

// Game is one quiz.
type Game struct {
	agreement
	seats  []games.Seat
	teams  games.Teams // nil where everyone plays for himself (QUIZ-9)
	totals games.Totals

	phase        phase
	prompts      games.Prompts
	number       int             // of the question, from 1
	asked        time.Duration   // when it was asked or, once it is armed, armed
	out          []games.Seat    // who is out after a wrong answer to it
	locked       []time.Duration // until when each of seats, by index, is locked out: too early, or after the question before
	tooSoon      []games.Seat    // whose buttons were pressed before the sign of this question, in this order
	floor        race.Floor
	measuredFrom time.Duration // from which its buzzes are measured: its arming, or its first press
	marked, read time.Duration // when its mark and its end had been read; the end of time before that
	tried        bool          // an answer was wrong
	given        time.Duration // when the floor was given: a speaker's lost press was no later

	news    games.Text // result of the last answer
	results int        // answers so far
}

// tooEarly is why a press is ignored before the arming, and while its seat is locked out.
const tooEarly = "too early"

func begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	g := &Game{
		agreement: agreement{
			right: o.Within("right", 1, games.MostPoints),
			wrong: o.Within("wrong", 0, games.MostPoints),

			power:     o.Within("power", 1, games.MostPoints),
			interrupt: o.Within("interrupt", 0, games.MostPoints),

			again:  o.Word("again", "no", "yes") == "yes",
			armed:  o.Word("open", "always", "armed") == "armed",
			early:  games.Read(o, "early", games.Value.Duration),
			answer: games.Read(o, "answer", games.Value.Span),
			target: o.AtLeast("target", 1),
		},
		seats: start.Seats,
		teams: o.Teams(),
		floor: race.Floor{
			Queue:  race.Queue{Race: "buzz", Limits: race.ReadLimits(o)},
			Clause: "QUIZ-3", LostClause: "QUIZ-8", Asks: "shout_first",
		},
		locked: make([]time.Duration, len(start.Seats)),
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	g.totals, g.floor.Teams = g.teams.Totals(start.Seats), g.teams
	g.ask(step)
	g.prompts.Open(step, games.Prompt{ID: "finish", For: games.Judge, Options: games.Words("over"), Background: true})
	return g, nil
}

// ask begins the next question (QUIZ-2).
func (g *Game) ask(step *games.Step) {
	g.number++
	g.asked, g.measuredFrom, g.out, g.tooSoon = step.At, math.MaxInt64, nil, nil
	g.marked, g.read, g.tried = math.MaxInt64, math.MaxInt64, false
	step.Add(Question{g.number})
	if g.phase = open; g.armed {
		g.phase = reading
		read := games.Text{Word: "read", Number: g.number}
		g.prompts.Open(step, games.Prompt{ID: "arm", For: games.Judge, Options: games.Words("ready"), Asks: read})
	} else {
		g.followReading(step)
	}
	g.prompts.Open(step, games.Prompt{
		ID: "question_over", For: games.Judge, Options: games.Words("nobody"), Background: true,
		Asks: games.Text{Word: "question", Number: g.number},
	})
}

// followReading asks the quizmaster how far he has read, where that matters: to the mark (QUIZ-10),
// then to the end (QUIZ-11).
func (g *Game) followReading(step *games.Step) {
	switch {
	case g.power > 0 && g.marked > step.At:
		g.prompts.Open(step, games.Prompt{ID: "mark", For: games.Judge, Options: games.Words("read")})
	case g.interrupt > 0:
		g.prompts.Open(step, games.Prompt{ID: "end", For: games.Judge, Options: games.Words("read")})
	}
}

// pressed returns when the speaker pressed, or where that was lost, the latest time of it.
func (g *Game) pressed() time.Duration {
	if at, heard := g.floor.Heard(); heard {
		return at
	}
	return g.given
}

// LateLimit returns how late a press may be delivered.
func (g *Game) LateLimit() time.Duration { return g.floor.Limits.Settle }

// Deadline returns when the next speaker is decided, or when the speaker's time is up.
func (g *Game) Deadline() (time.Duration, bool) {
	if due, ok := g.prompts.FirstDue(); ok {
		return due.Until, true
	}
	return g.floor.Deadline()
}

func (g *Game) speaking() bool { return g.floor.State == race.Taken }

// Elapse lets the next in the queue speak, or ends the time of the speaker.
func (g *Game) Elapse(step *games.Step) {
	if !g.speaking() {
		g.hear(step)
		return
	}
	g.floor.Photo = g.floor.Spoken()
	g.prompts.Close(step, "verdict")
	step.Add(TooLate{g.teams.Keys(g.floor.Speakers...)})
	g.fail(step, "too_late")
}

// Press joins the queue if its seat may buzz (QUIZ-3).
func (g *Game) Press(step *games.Step, seat games.Seat) {
	at := step.At
	switch {
	case g.phase == gameOver || g.floor.Speaks(seat):
		step.Add(games.Ignored{Seat: seat, Why: games.NoEffect})
	case slices.Contains(g.out, seat):
		step.Add(games.Ignored{Seat: seat, Why: games.Eliminated})
	case g.isEarly(seat, at):
		g.lockOut(step, seat)
	case !g.floor.Press(step, seat):
		step.Add(games.Ignored{Seat: seat, Why: games.NoEffect})
	case !g.armed:
		g.measuredFrom = min(g.measuredFrom, at)
	}
}

// isEarly reports whether a press comes before the question is open, or while its seat is locked
// out.
func (g *Game) isEarly(seat games.Seat, at time.Duration) bool {
	return g.phase == reading || at < g.asked || at < g.locked[slices.Index(g.seats, seat)]
}

// lockOut ignores an early press, or one that was meant for the question before, and its seat for
// some time (QUIZ-2). A later press of the seat that was delivered first, and waits, is ignored as
// well.
func (g *Game) lockOut(step *games.Step, seat games.Seat) {
	why, span := games.Late, g.floor.Limits.Quiet
	if g.armed {
		why, span = tooEarly, g.early
		if !slices.Contains(g.tooSoon, seat) {
			g.tooSoon = append(g.tooSoon, seat)
		}
	}
	step.Add(games.Ignored{Seat: seat, Why: why})
	until := &g.locked[slices.Index(g.seats, seat)]
	*until = max(*until, step.At+span)
	if _, deciding := g.floor.Deadline(); !deciding {
		return
	}
	if pressed, waits := g.floor.At(seat); waits && step.At < pressed && pressed < *until {
		g.floor.Take(seat)
		step.Add(games.Ignored{Seat: seat, Why: why, Waited: true})
		*until = max(*until, pressed+span)
	}
}

// hear lets the next in the queue speak. If no seat waits the question is open again.
func (g *Game) hear(step *games.Step) {
	if g.floor.Next(step, &g.prompts) {
		g.speak(step)
	}
}

// speak lets the seat that has the floor answer (QUIZ-3, QUIZ-4).
func (g *Game) speak(step *games.Step) {
	g.given = step.At
	after := time.Duration(0)
	if pressed, heard := g.floor.Heard(); heard {
		after = pressed - g.measuredFrom
	}
	p := games.Prompt{
		ID: "verdict", For: games.Judge, Keys: g.teams.Keys(g.floor.Speakers...),
		Options: games.Words("right", "wrong", "withdraw"),
	}
	if g.answer > 0 {
		p.Until = step.At + g.answer
	}
	step.Add(Buzz{Keys: p.Keys, After: after, Decision: g.floor.Decision()})
	g.prompts.Open(step, p)
	step.SayAll(g.say())
}

// Lost asks the quizmaster who was first, if that is undecided (QUIZ-8).
func (g *Game) Lost(step *games.Step, edges int) {
	g.floor.Lose(step, &g.prompts, edges, g.mayBuzz(step.At))
}

// mayBuzz returns the seats that are neither out nor locked out.
func (g *Game) mayBuzz(at time.Duration) []games.Seat {
	seats := games.Without(g.seats, g.out...)
	return slices.DeleteFunc(seats, func(s games.Seat) bool {
		return at < g.locked[slices.Index(g.seats, s)]
	})
}
