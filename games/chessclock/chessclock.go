// Package chessclock is a chess clock for two and more players: each has a time to think, which runs
// while it is his move (RULES section 7).
package chessclock

import (
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// The phases of a game, and the end.
type phase uint8

const (
	ready    phase = iota // for the press that starts the first clock
	running               // one clock runs
	disputed              // prompt flag
	gameOver
)

// An agreement holds the options of the start line.
type agreement struct {
	fischer   time.Duration // is added to a clock when it begins to run
	bronstein time.Duration // how long a clock stands when a move begins
}

// A move is the time of one seat to think.
type move struct {
	seat  games.Seat
	began time.Duration
	left  time.Duration // when it began
}

// Game is one game with the clock.
type Game struct {
	agreement
	seats  []games.Seat
	limits race.Limits
	totals games.Totals

	phase   phase
	prompts games.Prompts
	in      []games.Seat    // who has not run out of time, nor given up
	left    []time.Duration // of each of seats, by index, while its clock stands
	move    move            // whose clock runs, or is to run first
	before  move            // the move before; zero at the first
	pressed games.Seat      // whose press began the move; 0 if no press did
	late    *time.Duration  // the seat's first press after its time, measured from the end of it

	news    games.Text // who is out last, and by how much he was late
	drawn   bool
	results int
}

func begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	each, bonus := o.Span("time", time.Second, 24*time.Hour), o.Span("bonus", 0, time.Hour)
	g := &Game{
		seats:  start.Seats,
		in:     start.Seats,
		limits: race.ReadLimits(o),
		totals: games.NewTotals(start.Seats),
		left:   slices.Repeat([]time.Duration{each}, len(start.Seats)),
		move:   move{seat: o.Seat("first")},
	}
	switch o.Word("mode", "sudden", "fischer", "bronstein") {
	case "fischer":
		g.fischer = bonus
	case "bronstein":
		g.bronstein = bonus
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	g.ask(step)
	return g, nil
}

// ask opens the prompts by which the judge ends the game, for those who are in (CLOCK-7, CLOCK-8).
func (g *Game) ask(step *games.Step) {
	g.prompts.Close(step, "gives_up")
	g.prompts.Close(step, "finish")
	if len(g.in) > 2 {
		g.prompts.Open(step, games.Prompt{ID: "gives_up", For: games.Judge, Options: games.SeatsOr(g.in), Seats: true, Background: true})
	}
	g.prompts.Open(step, games.Prompt{ID: "finish", For: games.Judge, Options: games.SeatsOr(g.in, "draw"), Seats: true, Background: true})
}

// timeOf returns where the time of a seat that is left to it stands while its clock does.
func (g *Game) timeOf(seat games.Seat) *time.Duration { return &g.left[slices.Index(g.seats, seat)] }

// ends returns when the time of the running clock is up.
func (g *Game) ends() time.Duration { return g.move.began + g.move.left + g.bronstein }

// LateLimit returns how late a press may be delivered.
func (g *Game) LateLimit() time.Duration { return g.limits.Settle }

// Deadline returns when it is certain that the running clock has run out: a press that was in time
// may be delivered, or a polled button asked, a little later (CLOCK-6).
func (g *Game) Deadline() (time.Duration, bool) {
	return g.ends() + g.limits.Settle + g.limits.Resolution(g.move.seat), g.phase == running
}

// Press starts the first clock, or ends the move of its seat (CLOCK-2, CLOCK-3).
func (g *Game) Press(step *games.Step, seat games.Seat) {
	why := games.NoEffect
	switch at := step.At; {
	case g.phase == ready:
		g.pressed = seat
		g.run(step, g.move.seat)
		return
	case g.phase == running && at < g.move.began && g.takesPlace(seat, at):
		step.Add(games.Ignored{Seat: g.pressed, Why: games.NoEffect})
		if g.pressed = seat; g.before.seat == 0 {
			g.move.began = at
			return
		}
		g.move = g.before
		g.pass(step)
		return
	case !slices.Contains(g.in, seat):
		why = games.Eliminated
	case g.phase != running || seat != g.move.seat || at <= g.move.began+g.limits.Settle:
	case at >= g.ends():
		if why = games.Late; g.late == nil || at-g.ends() < *g.late {
			late := at - g.ends()
			g.late = &late
		}
	default:
		g.pressed, g.before = seat, g.move
		g.pass(step)
		return
	}
	step.Add(games.Ignored{Seat: seat, Why: why})
}

// takesPlace reports whether a press that was delivered after the one that began the move has come
// before it, and has the same meaning (RACE-1).
func (g *Game) takesPlace(seat games.Seat, at time.Duration) bool {
	first := g.before.seat == 0 && g.pressed != 0
	return first || seat == g.pressed && at > g.before.began+g.limits.Settle
}

// pass ends the move in time and begins the next one (CLOCK-3 to CLOCK-5).
func (g *Game) pass(step *games.Step) {
	seat, at := g.move.seat, min(step.At, g.ends()) // the judge may say so later (CLOCK-6)
	left := min(g.move.left, g.ends()-at)
	*g.timeOf(seat) = left
	step.Add(Moved{Seat: seat, Used: at - g.move.began, Left: left})
	g.run(step, games.LeftOf(g.in, seat))
}

// run starts the clock of a seat.
func (g *Game) run(step *games.Step, seat games.Seat) {
	g.phase, g.late = running, nil
	g.move = move{seat, step.At, *g.timeOf(seat) + g.fischer}
	step.Add(games.Turn{Seat: seat})
}

// Elapse lets the flag of the running clock fall, unless a polled button leaves that open (CLOCK-6).
func (g *Game) Elapse(step *games.Step) {
	if g.late != nil && *g.late < g.limits.Resolution(g.move.seat) {
		g.dispute(step)
		return
	}
	g.fall(step)
}

// dispute asks the judge whether the move was in time. All clocks stand meanwhile.
func (g *Game) dispute(step *games.Step) {
	g.phase = disputed
	g.prompts.Open(step, games.Prompt{ID: "flag", For: games.Judge, Keys: games.Keys{Seat: g.move.seat},
		Options: games.Words("in_time", "too_late")})
	step.SayAll(g.say())
}

// fall publishes that the time of the running clock is up.
func (g *Game) fall(step *games.Step) {
	seat := g.move.seat
	*g.timeOf(seat) = 0
	g.news = games.Text{Word: "flag", Role: games.News, Seat: seat}
	if g.late != nil {
		g.news.Word, g.news.Span = "flag_late", *g.late
	}
	g.drop(step, Flag{Seat: seat, Late: g.late}, seat)
}

// drop takes a seat out of the game (CLOCK-7). The last one that is in has won (CLOCK-8).
func (g *Game) drop(step *games.Step, how games.Event, seat games.Seat) {
	step.Add(how)
	step.Say(g.news)
	g.results++
	g.in = games.Without(g.in, seat)
	g.pressed, g.before = 0, move{}
	if len(g.in) == 1 {
		g.end(step, 2, "won", g.in[0])
		return
	}
	g.ask(step)
	switch next := games.LeftOf(g.in, seat); {
	case seat != g.move.seat:
	case g.phase == ready:
		g.move.seat = next
	default:
		g.prompts.Close(step, "flag")
		g.run(step, next)
	}
}

// Lost asks the judge about the flag that is about to fall: the press that was in time may have been
// dropped (CLOCK-9). Any other press that was dropped can be made again.
func (g *Game) Lost(step *games.Step, _ int) {
	if g.phase == running && step.At >= g.ends() {
		g.dispute(step)
	}
}

// Answer takes an answer of the judge.
func (g *Game) Answer(step *games.Step, in games.Input) error {
	prompt, choice, err := g.prompts.Read(in)
	if err != nil {
		return err
	}
	seat, _ := choice.Int()
	switch {
	case choice.Is("in_time"):
		g.prompts.Answered(prompt)
		g.pressed, g.before = 0, move{}
		g.pass(step)
	case choice.Is("too_late"):
		g.prompts.Answered(prompt)
		g.fall(step)
	case choice.Is("draw"):
		g.drawn = true
		g.end(step, 1, "draw", g.in...)
	case prompt.ID == "gives_up":
		g.news = games.Text{Word: "gave_up", Role: games.News, Seat: games.Seat(seat)}
		*g.timeOf(games.Seat(seat)) = g.clock(games.Seat(seat)).At(step.At)
		g.drop(step, GaveUp{games.Seat(seat)}, games.Seat(seat))
	default:
		g.end(step, 2, "won", games.Seat(seat))
	}
	return nil
}

// end gives points to those who have won, or share the game, and closes it (CLOCK-8).
func (g *Game) end(step *games.Step, points int, why string, seats ...games.Seat) {
	if g.phase == running {
		*g.timeOf(g.move.seat) = g.clock(g.move.seat).At(step.At)
	}
	for _, s := range seats {
		step.Add(g.totals.Score(s, points, why))
	}
	g.phase, g.prompts = gameOver, nil
	step.Add(g.totals.Over(games.Highest))
	step.SayAll(g.say())
}
