// Package slap referees any game in which hands fly: the first press opens a race, and who was
// first, or last, is known before anybody can argue (RULES section 6).
package slap

import (
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// The phases of a slap, and the end.
type phase uint8

const (
	waiting  phase = iota // for the first press
	racing                // until the race is decided
	deciding              // prompt fastest or slowest
	judging               // prompt slap
	gameOver
)

// An agreement holds the options of the start line.
type agreement struct {
	rule      race.Rule
	points    int // for winning, or losing
	falseSlap int // points off
	target    int // points that end the game; 0 is none
	out       int // points below zero at which a seat is out; 0 is never
}

// Game is one game of slaps.
type Game struct {
	agreement
	seats  []games.Seat
	teams  games.Teams // nil where everyone plays for himself (SLAP-7)
	limits race.Limits
	totals games.Totals

	phase   phase
	prompts games.Prompts
	race    *race.Race
	quiet   race.Quiet
	photo   *games.Photo
	decided []games.Seat // who was first, or last: one, or several of a team that can't be told apart
	lost    int          // edges that were lost in the last void race

	headline games.Text // result of the last slap; zero if there is none to tell
	results  int        // slaps judged right or false so far
	over     int        // slaps so far, those that were withdrawn as well
}

func begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	g := &Game{
		agreement: agreement{
			points:    o.Within("points", 1, games.MostPoints),
			falseSlap: o.Within("false_slap", 0, games.MostPoints),
			target:    o.AtLeast("target", 1),
			out:       o.AtLeast("out", 1),
		},
		seats:  start.Seats,
		teams:  o.Teams(),
		limits: race.ReadLimits(o),
		quiet:  race.Quiet{},
	}
	g.totals = g.teams.Totals(start.Seats)
	if o.Word("decides", "first", "last") == "last" {
		g.rule = race.SlowestLoses
	}
	g.limits.Timeout = o.Span("window", 100*time.Millisecond, 30*time.Second) // for others to follow the first slap
	if err := o.Err(); err != nil {
		return nil, err
	}
	g.prompts.Open(step, games.Prompt{ID: "finish", For: games.Judge, Options: games.Words("over"), Background: true})
	return g, nil
}

// LateLimit returns how late a press may be delivered.
func (g *Game) LateLimit() time.Duration { return g.limits.Settle }

// Deadline returns when the race is over.
func (g *Game) Deadline() (time.Duration, bool) {
	if g.phase != racing {
		return 0, false
	}
	return g.race.Deadline(), true
}

// Press opens a race or joins it (SLAP-2).
func (g *Game) Press(step *games.Step, seat games.Seat) {
	at := step.At
	ignored := func(why string) { step.Add(games.Ignored{Seat: seat, Why: why}) }
	switch {
	case g.quiet.Covers(seat, at): // meant for the race that is over, even if another is open by now
		g.photo = g.photo.With(games.Finish{Seat: seat, After: at - g.photo.Zero})
		ignored(games.Late)
	case g.phase == racing && g.race.Press(step, seat):
		g.race.OpenBy(at)
	case g.isOut(seat):
		ignored(games.Eliminated)
	case g.phase != waiting:
		ignored(games.NoEffect)
	default:
		g.race = g.limits.Open("slap", g.rule, g.inPlay(), at)
		g.race.From, g.race.Teams = at-g.limits.Settle, g.teams
		g.race.Press(step, seat)
		g.phase = racing
		step.Add(games.RaceOpened{Race: g.race.Name, Entrants: g.race.Entrants})
	}
}

// inPlay returns the seats that are not out.
func (g *Game) inPlay() []games.Seat {
	return slices.DeleteFunc(slices.Clone(g.seats), g.isOut)
}

// isOut reports whether a seat has lost too many points (SLAP-4).
func (g *Game) isOut(seat games.Seat) bool { return g.out > 0 && g.totals.Of(seat) <= -g.out }

// Elapse ends the race by its presses, or lets the judge decide it.
func (g *Game) Elapse(step *games.Step) {
	over, ask := g.race.Over()
	over.Clauses = append(over.Clauses, "SLAP-2")
	g.endRace(step, over)
	if ask != nil {
		g.decide(step, games.SeatsOr(ask))
		return
	}
	g.judge(step, over.Decided()...)
}

// endRace publishes how the race ended, and begins the quiet after it.
func (g *Game) endRace(step *games.Step, over games.RaceOver) {
	g.quiet.After(g.race, step.At)
	g.photo = &games.Photo{RaceOver: over}
	g.headline = games.Text{}
	step.Add(over)
}

// decide asks the judge who was fastest, or slowest (SLAP-3).
func (g *Game) decide(step *games.Step, options []games.Value) {
	g.phase = deciding
	g.prompts.Open(step, g.race.Question(options))
	step.SayAll(g.say())
}

// judge asks the judge whether there was something to slap (SLAP-3).
func (g *Game) judge(step *games.Step, decided ...games.Seat) {
	g.phase, g.decided = judging, decided
	p := games.Prompt{
		ID: "slap", For: games.Judge, Keys: g.teams.Keys(decided...),
		Options: games.Words("right", "false", "withdraw"),
	}
	if g.rule == race.SlowestLoses {
		p.Asks = g.teams.About(games.Text{Word: "slap_last"}, decided)
	}
	g.prompts.Open(step, p)
	step.SayAll(g.say())
}

// Lost voids an open race: any entrant's press may be the one that was dropped (SLAP-6).
func (g *Game) Lost(step *games.Step, edges int) {
	if g.phase != racing {
		return
	}
	g.lost = edges
	known := g.race.Known()
	known.Clauses = []string{"SLAP-6"}
	g.endRace(step, race.Void(known))
	g.decide(step, games.SeatsOr(g.race.Entrants, "nobody"))
}

// Answer takes an answer of the judge.
func (g *Game) Answer(step *games.Step, in games.Input) error {
	prompt, choice, err := g.prompts.Read(in)
	if err != nil {
		return err
	}
	g.prompts.Answered(prompt)
	switch choice.String() {
	case "over":
		g.finish(step)
	case "right":
		g.reward(step)
	case "false":
		g.punish(step)
	case "withdraw", "nobody":
		g.phase = waiting
		g.over++
		g.headline = games.Text{}
	default:
		seat, _ := choice.Int() // who was first, or last
		g.judge(step, games.Seat(seat))
	}
	return nil
}

// reward scores a slap that was right.
func (g *Game) reward(step *games.Step) {
	points, cue := g.points, games.CueRight
	if g.rule == race.SlowestLoses {
		points, cue = -points, games.CueWrong
	}
	step.Add(g.totals.Score(g.decided[0], points, "slap").Sounding(cue))
	g.headline = g.teams.Side(games.Text{Word: "scored", Role: games.News, Number: points}, g.decided[0])
	g.goOn(step)
}

// punish takes points from all who slapped though there was nothing to slap.
func (g *Game) punish(step *games.Step) {
	fooled := g.race.Pressed()
	slices.Sort(fooled)
	g.headline = games.Text{Word: "false_slap", Role: games.News, Seats: fooled, Team: g.teams.Together(fooled)}
	if g.falseSlap > 0 {
		for _, s := range g.teams.Firsts(fooled) {
			step.Add(g.totals.Score(s, -g.falseSlap, "false").Sounding(games.CueWrong))
		}
		g.headline.Word, g.headline.Number = "false_minus", -g.falseSlap
	}
	g.goOn(step)
}

// goOn waits for the next slap, unless the game is over (SLAP-4, SLAP-5).
func (g *Game) goOn(step *games.Step) {
	g.results++
	g.over++
	g.phase = waiting
	step.SayAll(g.say())
	in := g.inPlay()
	if len(in) < 2 || g.teams.Together(in) > 0 || g.target > 0 && g.totals.Leading(games.Highest).Number >= g.target {
		g.end(step)
	}
}

// finish ends the game by the judge's word, and with it the race that is open (SLAP-5).
func (g *Game) finish(step *games.Step) {
	if g.phase == racing {
		over := g.race.Known()
		over.Abandoned, over.Clauses = true, []string{"SLAP-5", "SLAP-2"}
		g.endRace(step, over)
	}
	g.end(step)
}

// end closes the game. If a single seat is not out it has won: those that are out have less.
func (g *Game) end(step *games.Step) {
	g.phase, g.prompts = gameOver, nil
	step.Add(g.totals.Over(games.Highest))
	step.SayAll(g.say())
}
