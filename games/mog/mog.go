// Package mog plays M.O.G., the man without a face: chasers ask about characters in turn, and
// the one who believes he knows MOG's shouts first and names it (RULES section 2). The box lays every
// token by MOG's own card, which it knows even where a player is MOG: no answer at the table can be
// wrong.
package mog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// The points of a round (MOG-6, MOG-8, MOG-9).
const (
	pointsFound    = 5
	pointsUnmasked = 10 // minus the tokens on the table
	pointsWrong    = -5
)

// stream makes the draws of this game differ from those of other games with the same seed.
const stream = 0x4d4f47

// The phases of a round, and what follows it.
type phase uint8

const (
	choosing  phase = iota // prompt secret
	chasing                // prompt designate or, while the floor is taken, accuse
	roundOver              // prompt next_round
	gameOver
)

// Game is one game of M.O.G.
type Game struct {
	open
	secret Card
	random *rand.Rand
}

// open holds what everyone at the table may know.
type open struct {
	seats  []games.Seat
	rounds int
	house  bool     // the box is MOG: it draws the card, and everyone chases
	names  []string // of the attributes, if the table has its own

	round    int
	mog      games.Seat   // 0 with the house
	chasers  []games.Seat // all but MOG
	starter  games.Seat   // the chaser who began the round
	totals   games.Totals
	tokens   []token
	accused  []accusation // in this round
	finished *ending      // of the round that is over

	phase   phase
	prompts games.Prompts
	turn    games.Seat
	floor   race.Floor // of those who shout

	fresh   bool       // a token was laid, and no shout has come since
	wrong   games.Seat // whose accusation has just failed, until play goes on
	results int        // accusations decided so far
}

// begin begins a game. With the holder "house" each round begins by drawing its card: one number
// below 56 from a PCG of the seed is the index in the deck.
func begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	g := &Game{
		open: open{
			seats: start.Seats,
			floor: race.Floor{
				Queue:  race.Queue{Race: "shout", Limits: race.ReadLimits(o)},
				Clause: "MOG-7", Asks: "shout_first",
			},
			house:  o.Word("holder", "players", "house") == "house",
			names:  o.Names("attributes", attributes),
			totals: o.Totals(),
		},
		random: rand.New(rand.NewPCG(start.Seed, stream)),
	}
	g.round, g.rounds = o.Rounds()
	first := o.Seat("first")
	if err := o.Err(); err != nil {
		return nil, err
	}
	if !g.house { // one holds the card, another chases
		if err := start.CheckSeats(2, mostSeats); err != nil {
			return nil, err
		}
	}
	g.beginRound(step, first)
	return g, nil
}

// beginRound begins a round in which first is MOG or, with the house, the first chaser.
func (g *Game) beginRound(step *games.Step, first games.Seat) {
	g.round++
	g.tokens, g.accused, g.finished = nil, nil, nil
	g.fresh, g.wrong, g.floor.Photo = false, 0, nil
	if g.house {
		g.chasers, g.starter = g.seats, first
		g.beginChase(step, deck()[g.random.IntN(len(deck()))])
		return
	}
	g.mog = first
	g.chasers = games.Without(g.seats, g.mog)
	g.starter = games.LeftOf(g.chasers, g.mog)
	g.phase = choosing
	g.prompts.Open(step, games.Prompt{ID: "secret", For: games.Player(g.mog), Shape: games.Card})
}

func (g *Game) beginChase(step *games.Step, secret Card) {
	g.secret = secret
	g.passTo(step, g.starter)
	g.chase(step)
}

func (g *Game) passTo(step *games.Step, seat games.Seat) {
	g.turn = seat
	step.Add(games.Turn{Seat: seat})
}

// chase lets the seat in turn designate.
func (g *Game) chase(step *games.Step) {
	g.phase = chasing
	g.prompts.Open(step, games.Prompt{
		ID: "designate", For: games.Judge, Keys: games.Keys{Seat: g.turn}, Shape: games.Card, Background: true,
	})
}

// LateLimit returns how late a press may be delivered.
func (g *Game) LateLimit() time.Duration { return g.floor.Limits.Settle }

// Deadline returns when it is decided who shouted first.
func (g *Game) Deadline() (time.Duration, bool) { return g.floor.Deadline() }

// Elapse decides whose shout is next. If that stops the chase, it tells the shouts.
func (g *Game) Elapse(step *games.Step) {
	chased := g.floor.State == race.Free
	g.hear(step)
	if chased {
		g.interrupt(step)
	}
}

// Press joins the queue if a shout is possible (MOG-7); the queue decides later.
func (g *Game) Press(step *games.Step, seat games.Seat) {
	switch {
	case seat == g.mog:
		step.Add(games.Ignored{Seat: seat, Why: games.Holder})
	case !g.mayShout(seat) || !g.floor.Press(step, seat):
		step.Add(games.Ignored{Seat: seat, Why: games.NoEffect})
	}
}

// mayShout reports whether a chaser may join the queue now.
func (o *open) mayShout(seat games.Seat) bool {
	return o.phase == chasing && !(o.floor.State == race.Taken && seat == o.floor.Speaker)
}

// interrupt stops the chase and tells the shouts that are known now.
func (g *Game) interrupt(step *games.Step) {
	g.prompts.Close(step, "designate")
	finish := g.floor.Photo.RaceOver
	step.Add(Shout{finish.Order, finish.DeadHeat, g.floor.Decision()})
	g.fresh, g.wrong = false, 0
}

// hear lets the next in the queue accuse. If no seat waits the chase goes on with the same turn.
func (g *Game) hear(step *games.Step) {
	if g.floor.Next(step, &g.prompts) {
		g.accuse(step)
	} else if g.floor.State == race.Free {
		g.chase(step)
	}
}

func (g *Game) accuse(step *games.Step) {
	step.Say(public{g.open}.shouts())
	g.prompts.Open(step, games.Prompt{
		ID: "accuse", For: games.Judge, Keys: games.Keys{Seat: g.floor.Speaker}, Shape: games.Card, Background: true,
	})
}

// Lost asks the judge who shouted first, if that is undecided (RACE-8).
func (g *Game) Lost(step *games.Step, edges int) {
	chased := g.floor.State == race.Free
	if g.floor.Lose(step, &g.prompts, edges, g.chasers) && chased {
		g.interrupt(step)
	}
}

// Answer takes an answer of the judge, or the secret card of MOG's player.
func (g *Game) Answer(step *games.Step, in games.Input) error {
	prompt, value, err := g.prompts.Read(in)
	if err != nil {
		return err
	}
	if prompt.Shape == games.Card {
		return g.answerCard(step, prompt, value)
	}
	g.prompts.Answered(prompt)
	if prompt.ID == "next_round" {
		g.beginRound(step, g.nextFirst())
	} else {
		g.floor.Judged(step, value)
		g.hear(step)
	}
	return nil
}

// answerCard takes a character as an answer, or that an accusation is withdrawn.
func (g *Game) answerCard(step *games.Step, prompt games.Prompt, answer games.Value) error {
	if prompt.ID == "accuse" && answer.Equal(games.Word("withdraw")) {
		g.prompts.Answered(prompt)
		g.hear(step)
		return nil
	}
	card, err := parseCard(answer)
	if err != nil {
		if prompt.ID == "accuse" {
			err = fmt.Errorf(`%w, or "withdraw"`, err)
		}
		return err
	}
	if prompt.ID == "designate" && slices.ContainsFunc(g.tokens, func(t token) bool { return t.card == card }) {
		return games.Refuse(games.Text{Word: "mog_has_token", Extra: card.String()},
			fmt.Errorf("%v has a token already: expected a character without one", card))
	}
	g.prompts.Answered(prompt)
	switch prompt.ID {
	case "secret":
		g.beginChase(step, card)
	case "designate":
		g.designate(step, card)
	case "accuse":
		g.try(step, card)
	}
	return nil
}

// designate lays a token, or unmasks MOG by chance (MOG-5, MOG-6).
func (g *Game) designate(step *games.Step, card Card) {
	g.wrong = 0
	if card == g.secret {
		step.Add(Found{g.turn, card})
		g.endRound(step, g.turn, pointsFound, "found")
		return
	}
	t := token{card, shared(card, g.secret)}
	g.tokens = append(g.tokens, t)
	g.fresh = true
	step.Add(Token{g.turn, card, t.shared, len(g.tokens)})
	step.Say(t.told())
	g.passTo(step, games.LeftOf(g.chasers, g.turn))
	g.chase(step)
}

// try decides an accusation (MOG-8, MOG-9).
func (g *Game) try(step *games.Step, card Card) {
	accuser, right := g.floor.Speaker, card == g.secret
	g.accused = append(g.accused, accusation{accuser, len(g.tokens), right})
	g.results++
	if right {
		step.Add(Unmasked{accuser, card})
		g.endRound(step, accuser, pointsUnmasked-len(g.tokens), "unmasked")
		return
	}
	step.Add(g.totals.Score(accuser, pointsWrong, "wrong").Sounding(games.CueWrong))
	g.wrong = accuser
	step.Say(public{g.open}.failure())
	g.hear(step)
}

// endRound gives the winner his points, why being "found" or "unmasked", and reveals MOG (MOG-12).
func (g *Game) endRound(step *games.Step, winner games.Seat, points int, why string) {
	g.finished = &ending{
		seat: winner, found: why == "found", points: points, card: g.secret,
		possible: possible(g.tokens), accusations: g.accused,
	}
	step.Add(g.totals.Score(winner, points, why), Revealed{g.secret}, Debrief{g.finished.possible[1:]})
	g.floor.Close(step)
	g.phase = roundOver
	if g.round == g.rounds {
		g.phase = gameOver
	}
	g.prompts.EndRound(step, g.round, g.phase == gameOver, g.totals, games.Highest)
	step.SayAll(public{g.open}.sayEnding())
}

// nextFirst returns who is MOG in the next round or, with the house, begins it.
func (o *open) nextFirst() games.Seat {
	before := o.mog
	if o.house {
		before = o.starter
	}
	return games.LeftOf(o.seats, before)
}
