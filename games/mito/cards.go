package mito

import (
	"errors"
	"fmt"
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// play declares the card that was just laid, or that a hand is empty (MITO-14).
func (g *Game) play(step *games.Step, card string, layer games.Seat) error {
	at := step.At
	if layer != 0 {
		if err := games.CheckSeat(g.seats, layer); err != nil {
			return err
		}
	}
	if err := g.mayDeclare(card); err != nil {
		return games.Refuse(games.Text{Word: "not_now"}, err)
	}
	if card == "out" {
		g.goOut(step, layer)
		return nil
	}
	laid, ok := g.laid(layer, at)
	if !ok {
		return games.Refuse(games.Text{Word: "turn_long_over", Seat: layer, Span: g.limits.Lookback},
			fmt.Errorf("it was not the turn of seat %d within the last %v", layer, g.limits.Lookback))
	}

	slaps := g.slapping(laid, at)
	before := g.turn().seat
	g.turns = slices.DeleteFunc(slices.Clone(g.lately()), func(t turn) bool { return t.number > laid.number })
	g.turns[len(g.turns)-1].carded = true
	if g.checking() {
		g.prompts.Close(step, "accused")
		g.prompts.Close(step, "verdict")
		g.endCheck(false)
	}
	g.ended = turn{}
	g.announceTurn(step, before)
	g.layer, g.card, g.phase = laid.seat, card, playing
	g.news = news{}
	switch card {
	case "spider":
		g.phase = giving
		g.prompts.Open(step, games.Prompt{
			ID: "spider_to", For: games.Judge,
			Options: games.SeatsOr(games.Without(g.seats, g.layer), "nobody"), Seats: true, Buttons: games.Select,
		})
	case "ant":
		g.ant(step)
		g.playOn(step)
	default:
		g.openRace(step, slaps)
	}
	if g.phase == racing && g.race.Deadline() == at { // the slaps before the declaration decide it (RACE-5)
		step.Next()
		g.elapse(step)
	}
	return nil
}

// checking tells whether a call has stopped everything.
func (g *Game) checking() bool { return g.phase == accusing || g.phase == judging }

// mayDeclare says what comes before a card, if anything does: during a check only what the call may have been a slap of
// can be declared (MITO-14, MITO-16).
func (g *Game) mayDeclare(card string) error {
	switch {
	case g.phase == playing, g.checking() && (card == "mosquito" || card == "cockroach"):
	case g.checking():
		return errors.New(`"play" may only be answered "mosquito" or "cockroach" during a check`)
	default:
		return fmt.Errorf(`"play" may not be answered now: the %s comes first`, g.busyWith())
	}
	return nil
}

// ant gives each of the others a card (MITO-18, MOTTE-3).
func (g *Game) ant(step *games.Step) {
	others := games.Without(g.seats, g.layer)
	g.news.headline = games.Text{Word: "ant", Role: games.News, Seats: others}
	if g.sheet.antDraws {
		step.Tell(Draw{others, 1})
		g.news.add(games.Text{Word: "draw", Seats: others, Number: 1})
	} else {
		step.Tell(TakeDiscard{others, 1})
		g.news.add(games.Text{Word: "take_discard", Seats: others, Number: 1})
	}
}

func (g *Game) openRace(step *games.Step, slaps slapping) {
	rule, entrants := race.FastestWins, g.seats
	if g.card == "mosquito" {
		rule = race.SlowestLoses
		if !g.sheet.layerSlaps {
			entrants = games.Without(g.seats, g.layer)
		}
	}
	g.race = race.Open(g.card, rule, entrants, step.At, slaps.from, g.limits)
	g.photo, g.old = nil, g.tooOld(g.turn(), slaps)
	g.race.Slapped(slaps.presses)
	g.race.Unclear = !slaps.clear && len(g.race.Pressed()) > 1
	g.phase = racing
	step.Tell(games.RaceOpened{Race: g.card, Entrants: entrants})
	if g.card == "cockroach" {
		g.prompts.Open(step, games.Prompt{ID: "nobody", For: games.Judge, Options: games.Words("nobody")})
	}
}

func (g *Game) endRace(step *games.Step, over games.RaceOver) {
	over.Clauses = append(over.Clauses, g.clause())
	g.prompts.Close(step, "nobody")
	step.Tell(over)
	g.quiet = slices.DeleteFunc(g.quiet, func(q race.Quiet) bool { return q.Over(step.At) })
	g.quiet = append(g.quiet, g.race.Quiet(step.At))
	g.photo = g.develop(over)
	g.phase = deciding
}

// clause names what the card that races does.
func (g *Game) clause() string {
	switch {
	case g.card == "mosquito" && g.sheet.layerSlaps:
		return "MOTTE-1"
	case g.card == "mosquito":
		return "MITO-16"
	case g.sheet.winnerPlaysOn:
		return "MOTTE-2"
	}
	return "MITO-17"
}

// askWho lets the judge say who was slowest or fastest.
func (g *Game) askWho(step *games.Step, options []games.Value) {
	id := "fastest"
	if g.card == "mosquito" {
		id = "slowest"
	}
	g.prompts.Open(step, games.Prompt{ID: id, For: games.Judge, Options: options, Seats: true, Decides: true, Buttons: games.Point})
}

func (g *Game) loseMosquito(step *games.Step, slowest games.Seat) {
	g.news = news{headline: games.Text{Word: "slowest", Role: games.Verdict, Seat: slowest}}
	g.owe(step, games.Without(g.seats, slowest), slowest)
	g.playOn(step)
}

// winCockroach resolves a cockroach; nobody has won it where fastest is 0.
func (g *Game) winCockroach(step *games.Step, fastest games.Seat) {
	if fastest == 0 {
		g.news = news{headline: games.Text{Word: "nobody", Role: games.Verdict}}
		g.playOn(step)
		return
	}
	step.Tell(MayLeave{fastest})
	g.news = news{headline: games.Text{Word: "fastest", Role: games.Verdict, Seat: fastest}}
	g.news.add(games.Text{Word: "may_leave", Seat: fastest})
	if g.sheet.winnerPlaysOn {
		g.phase = playing
		g.passTo(step, fastest)
		return
	}
	g.playOn(step)
}

// playOn goes on left of the layer once a card is resolved.
func (g *Game) playOn(step *games.Step) {
	g.phase = playing
	g.passTo(step, games.LeftOf(g.seats, g.layer))
}
