// Package mito plays Mito by its French sheet and Mogel Motte by its German one:
// one game of open cheating and fast hands, two rule sets (RULES section 1).
package mito

import (
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
	old     []race.Press // that are no slaps of the race
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

// begin begins a game by its rule set.
func (s sheet) begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	g := &Game{
		sheet:  s,
		name:   start.Game,
		seats:  start.Seats,
		limits: race.ReadLimits(o),
		totals: o.Totals(),
	}
	g.round, g.rounds = o.Rounds()
	first := o.Seat("first")
	if err := o.Err(); err != nil {
		return nil, err
	}
	g.beginRound(step, first)
	return g, nil
}

// nextFirst is who is to be guardian at the start of the next round (MITO-22).
func (g *Game) nextFirst() games.Seat { return games.LeftOf(g.seats, g.chosen) }

func (g *Game) beginRound(step *games.Step, chosen games.Seat) {
	g.round++
	g.chosen, g.guardian = chosen, chosen
	g.phase = playing
	g.news = news{}
	g.turns, g.presses = g.turns[:0], g.presses[:0]
	g.ended = turn{}
	g.passTo(step, chosen)
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

// Apply takes one input. A press that is spent may still have been a slap.
func (g *Game) Apply(step *games.Step, in games.Input) error {
	g.outlook = nil
	if in.Kind == games.Press && in.Spent && in.Why != games.Late {
		g.remember(press{seat: in.Seat, at: in.At, did: g.came()})
	}
	err := games.Dispatch(step, in, g.elapse, g.press, g.lost, g.answer)
	if err == nil {
		g.now = max(g.now, in.At)
	}
	return err
}

func (g *Game) elapse(step *games.Step) {
	if g.phase != racing {
		return // slaps have waited too long: views show them no more
	}
	over, ask := g.race.Over()
	g.endRace(step, over)
	switch {
	case over.Unclear != nil && g.card == "cockroach":
		g.askWho(step, games.SeatsOr(ask, "nobody"))
	case ask != nil:
		g.askWho(step, games.SeatsOr(ask))
	case g.card == "mosquito":
		g.loseMosquito(step, over.Slowest)
	default:
		g.winCockroach(step, over.Fastest)
	}
}

func (g *Game) press(step *games.Step, seat games.Seat) {
	at := step.At
	switch {
	case g.phase == racing && g.race.Join(step, seat):
	case g.late(seat, at):
		step.Tell(games.Ignored{Seat: seat, Why: games.Late})
		if g.photo != nil {
			g.photo = g.photo.With(games.Finish{Seat: seat, After: at - g.photo.Zero})
		}
	case g.phase == accusing && seat != g.guardian && at >= g.check.called+g.limits.Quiet:
		g.remember(press{seat: seat, at: at, did: checked})
		g.accuse(step, seat)
	case g.checking():
		g.ignore(step, seat, games.Checking)
	case g.phase != playing:
		g.ignore(step, seat, games.NoEffect)
	case g.isDoublePress(seat, at):
		g.call(step)
		g.turns = slices.DeleteFunc(slices.Clone(g.turns), func(t turn) bool { return t.number > g.ended.number })
		g.ended = turn{}
		g.announceTurn(step, last(g.check.turns).seat)
	case seat == g.turn().seat:
		if seat == g.guardian {
			g.ended, g.endedAt = g.turn(), at
		}
		g.news = news{}
		g.remember(press{seat: seat, at: at, did: endedTurn, ended: g.turn().number, short: at-g.turn().began <= g.limits.Burst/2})
		g.passTo(step, games.LeftOf(g.seats, seat))
	case seat == g.guardian:
		g.call(step)
	default:
		g.ignore(step, seat, games.NoEffect)
	}
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

func (g *Game) ignore(step *games.Step, seat games.Seat, why string) {
	g.remember(press{seat: seat, at: step.At, did: g.came()})
	step.Tell(games.Ignored{Seat: seat, Why: why, Slap: why == games.NoEffect && g.phase == playing})
}

// came is what a press counts as that has no effect now.
func (g *Game) came() deed {
	if g.checking() {
		return checked
	}
	return nothing
}

func (g *Game) turn() turn { return last(g.turns) }

func last[T any](list []T) T { return list[len(list)-1] }

// passTo begins the next turn.
func (g *Game) passTo(step *games.Step, seat games.Seat) {
	number := 1
	if len(g.turns) > 0 {
		number = g.turn().number + 1
	}
	horizon := g.horizon(step.At)
	if len(g.presses) > 0 {
		horizon = min(horizon, g.presses[0].at-max(g.limits.Lookback, g.limits.Burst))
	}
	for len(g.turns) > 1 && g.turns[1].began < horizon {
		g.turns = g.turns[1:]
	}
	g.turns = append(g.turns, turn{number: number, seat: seat, began: step.At})
	step.Tell(games.Turn{Seat: seat})
}

// announceTurn tells whose turn it is, if it was another's before.
func (g *Game) announceTurn(step *games.Step, before games.Seat) {
	if now := g.turn().seat; now != before {
		step.Tell(games.Turn{Seat: now})
	}
}

// call stops everything for a check (MITO-7).
func (g *Game) call(step *games.Step) {
	g.check = check{called: step.At, turns: g.turns, ended: g.ended, endedAt: g.endedAt}
	g.remember(press{seat: g.guardian, at: step.At, did: checked})
	g.phase = accusing
	g.news = news{}
	step.Tell(Call{g.guardian})
	g.prompts.Open(step, games.Prompt{
		ID: "accused", For: games.Judge,
		Options: games.SeatsOr(games.Without(g.seats, g.guardian), "withdraw"), Seats: true, Buttons: games.Point,
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
		g.news.add(games.Text{Word: "new_guardian", Seat: accused}) // what everyone must know from here on
		if !g.sheet.guiltyKeeps {
			step.Tell(TakeBack{accused})
			g.news.add(games.Text{Word: "take_back", Seat: accused})
		}
		g.owe(step, []games.Seat{guardian}, accused)
		g.guardian = accused
		step.Tell(Guardian{accused})
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

func (g *Game) answer(step *games.Step, in games.Input) error {
	keys := in
	if in.Prompt == "play" {
		keys.Keys.Seat = 0 // here it names the layer, not the prompt
	}
	prompt, err := games.Find(g.prompts, keys)
	if err != nil {
		return err
	}
	if prompt.ID == "hand" {
		hand, err := g.checkHand(prompt, in.Value)
		if err != nil {
			return err
		}
		g.prompts.Answered(prompt)
		g.count(step, prompt, hand)
		return nil
	}
	choice, err := prompt.Choose(in.Value)
	if err != nil {
		return err
	}
	if prompt.ID == "play" {
		return g.play(step, choice.String(), in.Keys.Seat)
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
		g.playOn(step)
	case "slowest":
		g.loseMosquito(step, who)
	case "fastest":
		g.winCockroach(step, who)
	case "nobody":
		g.endRace(step, g.race.Known())
		g.winCockroach(step, 0)
	case "next_round":
		g.beginRound(step, g.nextFirst())
	}
	return nil
}

// lost voids an open race: whose press was dropped nobody can know (RACE-8).
func (g *Game) lost(step *games.Step, _ int) {
	if g.phase != racing {
		return
	}
	g.endRace(step, race.Void(g.race.Known()))
	options := games.SeatsOr(g.race.Entrants)
	if g.card == "cockroach" {
		options = games.SeatsOr(g.race.Entrants, "nobody")
	}
	g.askWho(step, options)
}
