// Package quiz referees any quiz with buzzers: whoever has the keys reads a question, and whoever
// presses first answers (RULES section 5).
package quiz

import (
	"errors"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// The phases of a question, and the end.
type phase uint8

const (
	reading phase = iota // prompt arm
	open                 // whoever presses first speaks: prompt verdict where the floor is taken
	gameOver
)

// The agreement is what the start line says.
type agreement struct {
	right, wrong int           // points
	again        bool          // who was wrong may press again
	armed        bool          // a question counts from a sign of the quizmaster on
	early        time.Duration // how long a press before that locks its seat out
	answer       time.Duration // how long an answer may take; 0 is as long as it takes
	target       int           // points that end the game; 0 is none
}

// Game is one quiz.
type Game struct {
	agreement
	seats  []games.Seat
	totals games.Totals

	phase   phase
	prompts games.Prompts
	number  int             // of the question, from 1
	asked   time.Duration   // since when it is open: when it was asked, or armed
	out     []games.Seat    // who has answered it wrongly and is out
	locked  []time.Duration // until when, of each seat
	floor   race.Floor
	pressed time.Duration // when who speaks did, or unknown
	until   time.Duration // when his time is up; 0 is never, or the clock was stopped

	// What every buzz of this question is measured from: its arming, or its first press once there
	// is one.
	zero   time.Duration
	zeroed bool

	news    games.Text // what the last answer came to
	results int        // answers so far
}

// unknown is when a speaker pressed whose press was lost.
const unknown time.Duration = -1

// tooEarly is why a press before the arming is ignored, and those shortly after such a press.
const tooEarly = "too early"

func begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	g := &Game{
		agreement: agreement{
			right:  o.Within("right", 1, mostPoints),
			wrong:  o.Within("wrong", 0, mostPoints),
			again:  o.Word("again", "no", "yes") == "yes",
			armed:  o.Word("open", "always", "armed") == "armed",
			early:  games.Read(o, "early", games.Value.Duration),
			answer: games.Read(o, "answer", positive),
			target: o.AtLeast("target", 1),
		},
		seats: start.Seats,
		floor: race.Floor{
			Queue: race.Queue{Limits: race.ReadLimits(o)}, Clause: "QUIZ-3", Asks: "shout_first",
		},
		totals: games.NewTotals(start.Seats),
		locked: make([]time.Duration, len(start.Seats)),
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	g.ask(step)
	g.prompts.Open(step, games.Prompt{ID: "finish", For: games.Judge, Options: games.Words("over"), Background: true})
	return g, nil
}

// positive is a span of some length.
func positive(v games.Value) (time.Duration, error) {
	span, err := v.Duration()
	if err == nil && span == 0 {
		err = errors.New("expected a span of some length")
	}
	return span, err
}

// ask begins the next question (QUIZ-2).
func (g *Game) ask(step *games.Step) {
	g.number++
	g.asked, g.zeroed, g.out = step.At, false, nil
	step.Tell(Question{g.number})
	if g.phase = open; g.armed {
		g.phase = reading
		read := games.Text{Word: "read", Number: g.number}
		g.prompts.Open(step, games.Prompt{ID: "arm", For: games.Judge, Options: games.Words("ready"), Asks: read})
	}
	g.prompts.Open(step, games.Prompt{
		ID: "question_over", For: games.Judge, Options: games.Words("nobody"), Background: true,
		Asks: games.Text{Word: "question", Number: g.number},
	})
}

// Settle is how late a press may be delivered.
func (g *Game) Settle() time.Duration { return g.floor.Limits.Settle }

// Deadline is when the first in the queue can be told, or when the time for an answer is up.
func (g *Game) Deadline() (time.Duration, bool) {
	if g.speaking() {
		return g.until, g.until > 0
	}
	return g.floor.Deadline()
}

func (g *Game) speaking() bool { return g.floor.State == race.Taken }

// Apply takes one input.
func (g *Game) Apply(step *games.Step, in games.Input) error {
	return games.Dispatch(step, in, g.elapse, g.press, g.lose, g.judge)
}

func (g *Game) elapse(step *games.Step) {
	if !g.speaking() {
		g.hear(step)
		return
	}
	g.floor.Photo = g.spoken()
	g.prompts.Close(step, "verdict")
	step.Tell(TooLate{g.floor.Speaker})
	g.fail(step, "too_late")
}

// press is a buzz where one is possible (QUIZ-3). It is told when it is decided, not when it comes.
func (g *Game) press(step *games.Step, seat games.Seat) {
	at := step.At
	switch {
	case g.phase == gameOver || g.speaking() && seat == g.floor.Speaker:
		step.Tell(games.Ignored{Seat: seat, Why: games.NoEffect})
	case slices.Contains(g.out, seat):
		step.Tell(games.Ignored{Seat: seat, Why: games.Eliminated})
	case g.armed && g.isEarly(seat, at):
		g.lockOut(step, seat)
	case at < g.asked:
		step.Tell(games.Ignored{Seat: seat, Why: games.Late}) // it was for the question before
	case !g.floor.Press(step, seat):
		step.Tell(games.Ignored{Seat: seat, Why: games.NoEffect})
	default:
		if !g.zeroed || !g.armed && at < g.zero {
			g.zero, g.zeroed = at, true
		}
	}
}

func (g *Game) isEarly(seat games.Seat, at time.Duration) bool {
	return g.phase == reading || at < g.asked || at < g.locked[slices.Index(g.seats, seat)]
}

// lockOut ignores a seat for some time (QUIZ-2). Its press that was delivered first, though it came
// later, is in vain as well.
func (g *Game) lockOut(step *games.Step, seat games.Seat) {
	step.Tell(games.Ignored{Seat: seat, Why: tooEarly})
	until := &g.locked[slices.Index(g.seats, seat)]
	*until = max(*until, step.At+g.early)
	if _, deciding := g.floor.Deadline(); !deciding {
		return
	}
	if pressed, waits := g.floor.At(seat); waits && step.At < pressed && pressed < *until {
		g.floor.Take(seat)
		step.Tell(games.Ignored{Seat: seat, Why: tooEarly, Waited: true})
		*until = max(*until, pressed+g.early)
	}
}

// finish is the order of those who have pressed: of who speaks and of who waits.
func (g *Game) finish() games.RaceOver {
	finish := g.floor.Known("buzz", g.zero)
	if g.speaking() && g.pressed != unknown {
		finish.Order = slices.Insert(finish.Order, 0, games.Finish{Seat: g.floor.Speaker, After: g.pressed - g.zero})
	}
	return finish
}

// spoken is the photo finish of who speaks: others still join it.
func (g *Game) spoken() *games.Photo {
	finish := g.finish()
	finish.Fastest = g.floor.Speaker
	return &games.Photo{RaceOver: finish}
}

// hear lets the next in the queue speak; with nobody left the question is open again.
func (g *Game) hear(step *games.Step) {
	g.floor.State = race.Free
	if seat := g.floor.Next(step, &g.prompts, g.finish()); seat != 0 {
		g.speak(step, seat)
	}
}

// speak lets a seat answer (QUIZ-3, QUIZ-4). Its press may have been lost.
func (g *Game) speak(step *games.Step, seat games.Seat) {
	after := time.Duration(0)
	g.pressed, g.until = unknown, 0
	if pressed, waits := g.floor.At(seat); waits {
		g.pressed, after = pressed, pressed-g.zero
	}
	g.floor.Give(seat)
	step.Tell(Buzz{Seat: seat, After: after, Decision: g.floor.Decision()})
	p := games.Prompt{
		ID: "verdict", For: games.Judge, Keys: games.Keys{Seat: seat},
		Options: games.Words("right", "wrong", "withdraw"),
	}
	if g.answer > 0 {
		g.until = step.At + g.answer
		p.Until = g.until
	}
	g.prompts.Open(step, p)
	step.SayAll(g.say())
}

// lose asks who was first where that is not decided (QUIZ-8).
func (g *Game) lose(step *games.Step, edges int) {
	finish := g.finish()
	finish.Clauses = []string{"QUIZ-8"}
	g.floor.Lose(step, &g.prompts, edges, finish, g.mayBuzz(step.At))
}

// mayBuzz lists who is neither out nor locked out.
func (g *Game) mayBuzz(at time.Duration) []games.Seat {
	seats := games.Without(g.seats, g.out...)
	return slices.DeleteFunc(seats, func(s games.Seat) bool {
		return g.armed && at < g.locked[slices.Index(g.seats, s)]
	})
}
