// Package mito plays Mito by its French sheet and Mogel Motte by its German one:
// one game of open cheating and fast hands, two rule sets (RULES section 1).
package mito

import (
	"errors"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// A sheet says what the two rule sets do differently.
type sheet struct {
	clauses       map[string]string // of the cards that people slap
	layerSlaps    bool              // at a mosquito (MITO-16, MOTTE-1)
	winnerPlaysOn bool              // after a cockroach (MITO-17, MOTTE-2)
	antDraws      bool              // from the pile, not from the discard (MITO-18, MOTTE-3)
	guiltyKeeps   bool              // the hidden card stays hidden (MITO-8, MOTTE-4)
}

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

// checking reports whether a call has stopped everything.
func (p phase) checking() bool { return p == accusing || p == judging }

// Game is one game of Mito or Mogel Motte.
type Game struct {
	sheet  sheet
	seats  []games.Seat
	limits race.Limits
	rounds int
	clumsy bool // a guardian's second press in his own turn is no call (MITO-11)

	round    int
	chosen   games.Seat // guardian at the round's start (MITO-22, MOTTE-6)
	guardian games.Seat
	totals   games.Totals

	phase   phase
	prompts games.Prompts
	history history // of the round
	quiet   race.Quiet
	card    card       // the one that is being resolved, or the last
	accused games.Seat // in the check
	hands   hands      // counted when a player is out

	news  news         // result of the last card or check, until play goes on
	photo *games.Photo // the last race
}

// begin begins a game by its rule set.
func (s sheet) begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	g := &Game{
		sheet:  s,
		seats:  start.Seats,
		limits: race.ReadLimits(o),
		quiet:  race.Quiet{},
		totals: o.Totals(),
	}
	g.round, g.rounds = o.Rounds()
	g.clumsy = o.Word("double", "call", "nothing") == "nothing"
	first := o.Seat("first")
	if err := o.Err(); err != nil {
		return nil, err
	}
	g.beginRound(step, first)
	return g, nil
}

func (g *Game) beginRound(step *games.Step, chosen games.Seat) {
	g.round++
	g.chosen, g.guardian = chosen, chosen
	g.phase = playing
	g.news = news{}
	g.history = history{limits: g.limits}
	g.history.begin(step, chosen)
	g.prompts.Open(step, games.Prompt{ID: "play", For: games.Judge, Background: true, Options: declarations()})
}

// LateLimit returns how late a press may be delivered.
func (g *Game) LateLimit() time.Duration { return g.limits.Settle }

// Deadline returns when the open race is over. Without a race it is when the last slaps have waited
// too long for their declaration, so that views no longer show them.
func (g *Game) Deadline() (time.Duration, bool) {
	presses := g.history.presses
	switch {
	case g.phase == racing:
		return g.card.race.Deadline(), true
	case g.phase != playing || len(presses) == 0:
		return 0, false
	}
	due := presses[len(presses)-1].At + g.limits.Declare + 1 // a declaration at just Declare counts them
	return due, due > g.history.now
}

// Watch remembers a spent press, whose effect was undone: it may still have been a slap.
func (g *Game) Watch(step *games.Step, in games.Input) {
	g.history.advance(step.At)
	if in.Kind == games.Press && in.Why != games.Late {
		g.history.note(in.Seat, in.At)
	}
}

// Press joins the race, ends a turn, calls, accuses, or is remembered as a possible slap.
func (g *Game) Press(step *games.Step, seat games.Seat) {
	g.history.advance(step.At)
	at := step.At
	races := g.phase == racing && slices.Contains(g.card.race.Entrants, seat)
	switch {
	case races && g.card.race.Press(step, seat):
	case !races && g.quiet.Covers(seat, at): // an open race takes its entrants' presses (RACE-6)
		step.Add(games.Ignored{Seat: seat, Why: games.Late})
		if g.photo != nil {
			g.photo = g.photo.With(games.Finish{Seat: seat, After: at - g.photo.Zero})
		}
	case g.phase == accusing && seat != g.guardian && at >= g.history.called+g.limits.Quiet:
		g.history.note(seat, at)
		g.accuse(step, seat)
	case g.phase.checking():
		g.history.note(seat, at)
		step.Add(games.Ignored{Seat: seat, Why: games.Checking})
	case g.phase == playing && seat == g.guardian && g.history.isDoublePress(seat, at):
		if g.clumsy {
			g.history.note(seat, at)
			step.Add(games.Ignored{Seat: seat, Why: games.NoEffect})
			return
		}
		before := g.history.turn().seat
		g.call(step, true)
		g.history.announceTurn(step, before)
	case g.phase == playing && seat == g.history.turn().seat:
		g.endTurn(step)
	case g.phase == playing && seat == g.guardian:
		g.call(step, false)
	default:
		g.history.note(seat, at)
		step.Add(games.Ignored{Seat: seat, Why: games.NoEffect, MayCount: g.phase == playing})
	}
}

// endTurn ends the turn that is on, by a press of its seat (MITO-4).
func (g *Game) endTurn(step *games.Step) {
	on := g.history.turn()
	if on.seat == g.guardian {
		g.history.ended = on.number
	}
	g.news = news{}
	g.prompts.Close(step, "has_none")
	g.history.end(step.At)
	g.history.begin(step, games.LeftOf(g.seats, on.seat))
}

// call stops everything for a check (MITO-7). After a double press the turn is the guardian's again
// (MITO-11).
func (g *Game) call(step *games.Step, double bool) {
	g.phase = accusing
	g.history.call(step.At, double)
	g.history.note(g.guardian, step.At)
	g.news = news{}
	step.Add(Call{g.guardian})
	step.SayAll(g.say())
	g.prompts.Open(step, games.Prompt{
		ID: "accused", For: games.Judge,
		Options: games.SeatsOr(games.Without(g.seats, g.guardian), "withdraw"), Seats: true, Buttons: games.Point,
	})
}

// accuse asks for the verdict about the accused (MITO-8).
func (g *Game) accuse(step *games.Step, accused games.Seat) {
	g.prompts.Answered(games.Prompt{ID: "accused"})
	g.accused = accused
	g.phase = judging
	g.prompts.Open(step, games.Prompt{
		ID: "verdict", For: games.Judge, Keys: games.Keys{Seat: accused},
		Options: games.Words("guilty", "innocent", "withdraw"),
	})
}

// judge ends the check by the judge's verdict, or takes the call back (MITO-8).
func (g *Game) judge(step *games.Step, verdict string) {
	before, guardian := g.history.turn().seat, g.guardian
	g.phase = playing
	g.history.endCheck(verdict != "withdraw")
	switch verdict {
	case "withdraw": // as if there had been no call
		g.history.announceTurn(step, before)
	case "guilty":
		g.news.headline = games.Text{Word: "guilty", Role: games.News, Seat: g.accused}
		g.news.add(games.Text{Word: "new_guardian", Seat: g.accused}) // comes first: everyone must know it from here on
		if !g.sheet.guiltyKeeps {
			step.Add(TakeBack{g.accused})
			g.news.add(games.Text{Word: "take_back", Seat: g.accused})
		}
		g.owe(step, []games.Seat{guardian}, g.accused)
		g.guardian = g.accused
		step.Add(Guardian{g.accused})
	case "innocent":
		step.Add(Draw{Seats: []games.Seat{guardian}, Cards: 1, wrong: true})
		g.news.headline = games.Text{Word: "innocent", Role: games.News, Seat: g.accused}
		g.news.add(games.Text{Word: "draw", Seats: []games.Seat{guardian}, Number: 1})
	}
	step.SayAll(g.say())
}

// owe notes who gives a card to whom.
func (g *Game) owe(step *games.Step, from []games.Seat, to games.Seat) {
	step.Add(Owe{from, to, 1})
	g.news.add(games.Text{Word: "owe", Seats: from, Seat: to, Number: 1})
}

// Answer takes an answer of the judge.
func (g *Game) Answer(step *games.Step, in games.Input) error {
	err := g.answer(step, in)
	if err == nil {
		g.history.advance(in.At)
	}
	return err
}

func (g *Game) answer(step *games.Step, in games.Input) error {
	asked := in
	if in.Prompt == "play" {
		asked.Keys.Seat = 0 // it names the layer: the prompt itself has no seat
	}
	prompt, value, err := g.prompts.Read(asked)
	if err != nil {
		return err
	}
	switch {
	case prompt.ID == "hand":
		return g.count(step, prompt, value)
	case prompt.ID == "play":
		return g.play(step, value.String(), in.Keys.Seat)
	case prompt.ID == "has_none" && g.phase != playing:
		return games.Refuse(games.Text{Word: "not_now"}, errors.New(`"has_none" may not be answered now: the check comes first`))
	}
	g.prompts.Answered(prompt)
	g.choose(step, prompt, value)
	return nil
}

// choose takes the choice that answers a prompt.
func (g *Game) choose(step *games.Step, asked games.Prompt, choice games.Value) {
	seat, _ := choice.Int() // zero where a word was chosen
	switch who := games.Seat(seat); asked.ID {
	case "accused":
		if who == 0 {
			g.judge(step, "withdraw") // the only word that is offered
		} else {
			g.accuse(step, who)
		}
	case "verdict":
		g.judge(step, choice.String())
	case "spider_to":
		if who != 0 {
			g.owe(step, []games.Seat{g.card.layer}, who)
		}
		g.playOn(step, games.LeftOf(g.seats, g.card.layer))
	case "has_none":
		g.passOver(step, asked.Seat)
	case "slowest", "fastest":
		g.resolveRace(step, who)
	case "nobody":
		g.endRace(step, g.card.race.Known())
		g.resolveRace(step, 0)
	case "next_round":
		g.beginRound(step, games.LeftOf(g.seats, g.chosen)) // MITO-22
	}
}
