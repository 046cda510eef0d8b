// Package mito plays Mito by its French sheet and Mogel Motte by its German one:
// one game of open cheating and fast hands, two rule sets (RULES section 1).
package mito

import (
	"fmt"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// A sheet is what the two rule sets do differently; the zero one is Mito's.
type sheet struct {
	layerSlaps    bool // at a mosquito (MITO-16, MOTTE-1)
	winnerPlaysOn bool // after a cockroach (MITO-17, MOTTE-2)
	antDraws      bool // from the pile, not from the discard (MITO-18, MOTTE-3)
	guiltyKeeps   bool // the hidden card stays hidden (MITO-8, MOTTE-4)
}

// doublePress is how soon after ending his turn a guardian's next press is a call (MITO-11).
const doublePress = 400 * time.Millisecond

// The phases of a round, and what follows it.
type phase uint8

const (
	playing phase = iota
	racing
	accusing  // prompt accused
	judging   // prompt verdict
	giving    // prompt spider_to
	deciding  // prompt slowest or fastest
	counting  // prompts hand
	roundOver // prompt next_round
	gameOver
)

// A turn is one seat's time to lay a card.
type turn struct {
	number int // within the round, from 1
	seat   games.Seat
	began  time.Duration
	carded bool // a card was declared that was laid in it
}

// A check is the time from a call to its verdict or withdrawal.
type check struct {
	called  time.Duration
	accused games.Seat
	turns   []turn // as they were before the call (MITO-11)
	ended   turn
	endedAt time.Duration
}

// Game is one game of Mito or Mogel Motte.
type Game struct {
	sheet  sheet
	name   string
	seats  []games.Seat
	limits race.Limits
	rounds int

	round    int
	chosen   games.Seat // guardian at the round's start (MITO-22, MOTTE-6)
	guardian games.Seat
	totals   games.Totals

	phase   phase
	prompts games.Prompts
	turns   []turn  // those that can still matter; the last is the one that is on
	presses []press // those that can still matter
	ended   turn    // the guardian's own turn that he ended last, at endedAt (MITO-11)
	endedAt time.Duration

	now     time.Duration // the highest time of an input or deadline so far
	race    *race.Race
	outlook *outlook     // what the views show of the slaps; nil before one asks
	early   []race.Press // of the entrants, that are no slaps of the race
	quiet   []race.Quiet // of the races that were over last, as long as one can still be on
	layer   games.Seat   // of the card that is being resolved
	card    string
	check   check

	out       games.Seat
	uncounted []games.Seat // whose hands are still to be counted
	counted   []int        // of each kind in the hands counted so far

	news  news         // what the last card or check came to, until play goes on
	photo *games.Photo // the last race
}

var _ games.Game = (*Game)(nil)

// begin begins a game by its rule set.
func (s sheet) begin(start games.Start) (games.Game, []games.Fact, error) {
	o := start.Read()
	g := &Game{
		sheet:  s,
		name:   start.Game,
		seats:  start.Seats,
		limits: race.ReadLimits(o),
		rounds: o.AtLeast("rounds", 1),
		totals: o.Totals(),
	}
	first := o.Seat("first")
	if err := o.Err(); err != nil {
		return nil, nil, err
	}
	step := games.NewStep(0)
	step.Tell(games.Started{Game: g.name, Seats: g.seats})
	g.beginRound(step, 0, first)
	return g, step.Facts(), nil
}

func (g *Game) beginRound(step *games.Step, at time.Duration, chosen games.Seat) {
	g.round++
	g.chosen, g.guardian = chosen, chosen
	g.phase = playing
	g.news = news{}
	g.turns, g.presses = g.turns[:0], g.presses[:0]
	g.ended = turn{}
	g.passTo(step, at, chosen)
	g.prompts.Open(step, games.Prompt{
		ID: "play", For: games.Judge, Background: true,
		Options: games.Words("mosquito", "cockroach", "spider", "ant", "out"),
	})
}

// Settle is how late a press may be delivered.
func (g *Game) Settle() time.Duration { return g.limits.Settle }

// Deadline is when the race that is open will be over, or when a slap has waited for too long to be declared.
func (g *Game) Deadline() (time.Duration, bool) {
	if g.phase == racing {
		return g.race.Deadline(), true
	}
	return g.fades()
}

// Apply takes one input.
func (g *Game) Apply(in games.Input) ([]games.Fact, error) {
	g.outlook = nil
	facts, err := g.apply(in)
	if err == nil {
		g.now = max(g.now, in.At)
	}
	return facts, err
}

func (g *Game) apply(in games.Input) ([]games.Fact, error) {
	switch in.Kind {
	case games.Elapse:
		return g.elapse(in.At), nil
	case games.Press:
		if in.Spent {
			g.remember(press{seat: in.Seat, at: in.At, did: g.spent(in.Why)})
			return nil, nil
		}
		return g.press(in.Seat, in.At), nil
	case games.Release:
		return nil, nil
	case games.Lost:
		return g.lost(in), nil
	case games.Answer:
		return g.answer(in)
	}
	return nil, fmt.Errorf("%s takes no such input", g.name)
}

func (g *Game) elapse(at time.Duration) []games.Fact {
	if due, ok := g.Deadline(); !ok || at < due {
		return nil
	}
	if g.phase != racing {
		g.forget(at)
		return nil
	}
	step := games.NewStep(at)
	over, ask := g.race.Over()
	g.endRace(step, at, over)
	switch {
	case over.Unclear != nil && g.card == "cockroach":
		g.askWho(step, games.SeatsOr(ask, "nobody"))
	case ask != nil:
		g.askWho(step, games.SeatsOr(ask))
	case g.card == "mosquito":
		g.loseMosquito(step, at, over.Slowest)
	default:
		g.winCockroach(step, at, over.Fastest)
	}
	return step.Facts()
}

func (g *Game) press(seat games.Seat, at time.Duration) []games.Fact {
	step := games.NewStep(at)
	switch {
	case g.phase == racing && g.race.Join(step, seat, at):
	case g.late(seat, at):
		g.ignore(step, seat, at, games.Late, tooLate)
		if g.photo != nil {
			g.photo = g.photo.With(games.Finish{Seat: seat, After: at - g.photo.Zero})
		}
	case g.phase == accusing && seat != g.guardian && at >= g.check.called+g.limits.Quiet:
		g.remember(press{seat: seat, at: at, did: checked})
		g.accuse(step, seat)
	case g.checking():
		g.ignore(step, seat, at, games.Checking, checked)
	case g.phase != playing:
		g.ignore(step, seat, at, games.NoEffect, nothing)
	case g.isDoublePress(seat, at):
		g.call(step, at)
		g.turns = slices.DeleteFunc(slices.Clone(g.turns), func(t turn) bool { return t.number > g.ended.number })
		g.ended = turn{}
		g.announceTurn(step, last(g.check.turns).seat)
	case seat == g.turn().seat:
		if seat == g.guardian {
			g.ended, g.endedAt = g.turn(), at
		}
		g.news = news{}
		g.remember(press{seat: seat, at: at, did: endedTurn, ended: g.turn().number, began: g.turn().began})
		g.passTo(step, at, games.LeftOf(g.seats, seat))
	case seat == g.guardian:
		g.call(step, at)
	default:
		g.ignore(step, seat, at, games.NoEffect, nothing)
	}
	return step.Facts()
}

// late tells whether a press comes in the quiet after a race (RACE-6). One that is open takes its entrants' presses.
func (g *Game) late(seat games.Seat, at time.Duration) bool {
	if g.phase == racing && slices.Contains(g.race.Entrants, seat) {
		return false
	}
	return slices.ContainsFunc(g.quiet, func(q race.Quiet) bool { return q.Covers(seat, at) })
}

func (g *Game) isDoublePress(seat games.Seat, at time.Duration) bool {
	return g.ended.seat == seat && seat == g.guardian && at-g.endedAt <= doublePress
}

func (g *Game) ignore(step *games.Step, seat games.Seat, at time.Duration, why string, did deed) {
	g.remember(press{seat: seat, at: at, did: did})
	step.Tell(games.Ignored{Seat: seat, Why: why, Slap: why == games.NoEffect && g.phase == playing})
}

func (g *Game) turn() turn { return last(g.turns) }

func last[T any](list []T) T { return list[len(list)-1] }

// passTo begins the next turn.
func (g *Game) passTo(step *games.Step, at time.Duration, seat games.Seat) {
	number := 1
	if len(g.turns) > 0 {
		number = g.turn().number + 1
	}
	horizon := g.horizon(at)
	for len(g.turns) > 1 && (g.turns[1].began < horizon || len(g.turns) > mostPresses) {
		g.turns = g.turns[1:]
	}
	g.turns = append(g.turns, turn{number: number, seat: seat, began: at})
	step.Tell(games.Turn{Seat: seat})
}

// announceTurn tells whose turn it is, if it was another's before.
func (g *Game) announceTurn(step *games.Step, before games.Seat) {
	if now := g.turn().seat; now != before {
		step.Tell(games.Turn{Seat: now})
	}
}

// call stops everything for a check (MITO-7).
func (g *Game) call(step *games.Step, at time.Duration) {
	g.check = check{called: at, turns: g.turns, ended: g.ended, endedAt: g.endedAt}
	g.remember(press{seat: g.guardian, at: at, did: checked})
	g.phase = accusing
	g.news = news{}
	step.Tell(Call{g.guardian})
	g.prompts.Open(step, games.Prompt{
		ID: "accused", For: games.Judge,
		Options: games.SeatsOr(games.Without(g.seats, g.guardian), "withdraw"), Seats: true,
	})
}

func (g *Game) accuse(step *games.Step, accused games.Seat) {
	g.prompts.Answered(games.Prompt{ID: "accused"})
	g.check.accused = accused
	g.phase = judging
	g.prompts.Open(step, games.Prompt{
		ID: "verdict", For: games.Judge, Keys: games.Keys{Seat: accused},
		Options: games.Words("guilty", "innocent", "withdraw"),
	})
}

// withdraw makes it as if nobody had called.
func (g *Game) withdraw(step *games.Step) {
	before := g.turn().seat
	g.endCheck(false)
	g.turns, g.ended, g.endedAt = g.check.turns, g.check.ended, g.check.endedAt
	g.phase = playing
	g.announceTurn(step, before)
}

func (g *Game) judge(step *games.Step, verdict string) {
	accused, guardian := g.check.accused, g.guardian
	if verdict == "withdraw" {
		g.withdraw(step)
		return
	}
	g.endCheck(true)
	g.phase = playing
	switch verdict {
	case "guilty":
		g.news.headline = games.Text{Word: "guilty", Role: games.News, Seat: accused}
		if !g.sheet.guiltyKeeps {
			step.Tell(TakeBack{accused})
			g.news.add(games.Text{Word: "take_back", Seat: accused})
		}
		g.owe(step, []games.Seat{guardian}, accused)
		g.guardian = accused
		step.Tell(Guardian{accused})
		g.news.add(games.Text{Word: "new_guardian", Seat: accused})
	case "innocent":
		step.Tell(Draw{[]games.Seat{guardian}, 1})
		g.news.headline = games.Text{Word: "innocent", Role: games.News, Seat: accused}
		g.news.add(games.Text{Word: "draw", Seats: []games.Seat{guardian}, Number: 1})
	}
}

func (g *Game) owe(step *games.Step, from []games.Seat, to games.Seat) {
	step.Tell(Owe{from, to, 1})
	g.news.add(games.Text{Word: "owe", Seats: from, Seat: to, Number: 1})
}

func (g *Game) answer(in games.Input) ([]games.Fact, error) {
	keys := in
	if in.Prompt == "play" {
		keys.Keys.Seat = 0 // here it names the layer, not the prompt
	}
	prompt, err := games.Find(g.prompts, keys)
	if err != nil {
		return nil, err
	}
	step := games.NewStep(in.At)
	if prompt.ID == "hand" {
		hand, err := g.checkHand(prompt, in.Value)
		if err != nil {
			return nil, err
		}
		g.prompts.Answered(prompt)
		g.count(step, prompt, hand)
		return step.Facts(), nil
	}
	choice, err := prompt.Choose(in.Value)
	if err != nil {
		return nil, err
	}
	if prompt.ID == "play" {
		return g.play(in.At, choice.String(), in.Keys.Seat)
	}
	g.prompts.Answered(prompt)
	seat, _ := choice.Int() // zero where a word was chosen
	switch who := games.Seat(seat); prompt.ID {
	case "accused":
		if who == 0 {
			g.withdraw(step)
		} else {
			g.accuse(step, who)
		}
	case "verdict":
		g.judge(step, choice.String())
	case "spider_to":
		if who != 0 {
			g.owe(step, []games.Seat{g.layer}, who)
		}
		g.playOn(step, in.At)
	case "slowest":
		g.loseMosquito(step, in.At, who)
	case "fastest":
		g.winCockroach(step, in.At, who)
	case "nobody":
		g.endRace(step, in.At, g.race.Nobody())
		g.winCockroach(step, in.At, 0)
	case "next_round":
		g.beginRound(step, in.At, games.LeftOf(g.seats, g.chosen))
	}
	return step.Facts(), nil
}

// lost voids an open race: whose press was dropped nobody can know (RACE-8).
func (g *Game) lost(in games.Input) []games.Fact {
	step := games.NewStep(in.At)
	step.Tell(games.EdgesLost{Edges: in.Edges})
	if g.phase == racing {
		g.endRace(step, in.At, g.race.Void())
		options := games.SeatsOr(g.race.Entrants)
		if g.card == "cockroach" {
			options = games.SeatsOr(g.race.Entrants, "nobody")
		}
		g.askWho(step, options)
	}
	return step.Facts()
}
