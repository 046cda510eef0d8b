// Package mog plays M.O.G., the man without a face: chasers ask about characters in turn, and
// whoever believes he knows MOG's shouts first and names it (RULES section 2). The box lays every
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

// stream tells the draws of this game from those of others with the same seed.
const stream = 0x4d4f47

// The phases of a round, and what follows it.
type phase uint8

const (
	choosing  phase = iota // prompt secret
	chasing                // prompt designate
	settling               // the next in the queue pressed too short a time ago to be told
	ordering               // prompt shout_first
	accusing               // prompt accuse
	roundOver              // prompt next_round
	gameOver
)

// Game is one game of M.O.G.
type Game struct {
	open
	secret Card
	random *rand.Rand
}

// open is what lies open on the table: all but the secret, so that what is made of it can't give it
// away.
type open struct {
	seats  []games.Seat
	rounds int
	house  bool
	names  []string // of the attributes, where the table has its own

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
	queue   race.Queue
	accuser games.Seat
	lost    int // edges, for which the judge must tell who shouted first
	// undecided are the seats whose place in the queue lost edges have made uncertain (RACE-8).
	undecided []games.Seat

	fresh   bool         // the last token has just been laid
	wrong   games.Seat   // whose accusation has just failed, until play goes on
	results int          // so far: what people play for
	photo   *games.Photo // the last shout of the round
}

// begin begins a game. With the holder "house" each round draws its card from the seed when it
// begins: one number below 56 from a PCG of the seed, which counts through the characters from
// [1,2,3] to [6,7,8].
func begin(step *games.Step, start games.Start) (games.Game, error) {
	o := start.Read()
	g := &Game{
		open: open{
			seats:  start.Seats,
			queue:  race.Queue{Limits: race.ReadLimits(o)},
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
	if !g.house { // somebody holds the card, and somebody chases
		if err := start.CheckSeats(2, mostSeats); err != nil {
			return nil, err
		}
	}
	g.beginRound(step, first)
	return g, nil
}

// beginRound begins a round of which first is MOG, or with the house the first chaser.
func (g *Game) beginRound(step *games.Step, first games.Seat) {
	g.round++
	g.tokens, g.accused, g.finished = nil, nil, nil
	g.fresh, g.wrong, g.photo = false, 0, nil
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
	step.Tell(games.Turn{Seat: seat})
}

// chase lets the seat in turn designate.
func (g *Game) chase(step *games.Step) {
	g.phase = chasing
	g.prompts.Open(step, games.Prompt{
		ID: "designate", For: games.Judge, Keys: games.Keys{Seat: g.turn}, Shape: games.Card, Background: true,
	})
}

// Settle is how late a press may be delivered.
func (g *Game) Settle() time.Duration { return g.queue.Limits.Settle }

// Deadline is when the first of those who shouted can be told.
func (g *Game) Deadline() (time.Duration, bool) {
	if g.phase != chasing && g.phase != settling {
		return 0, false
	}
	return g.queue.Deadline()
}

// Apply takes one input.
func (g *Game) Apply(step *games.Step, in games.Input) error {
	return games.Dispatch(step, in, g.elapse, g.press, g.lose, g.answer)
}

func (g *Game) elapse(step *games.Step) {
	if g.phase == chasing {
		g.interrupt(step, g.finish())
	}
	g.next(step)
}

// press is a shout where one is possible (MOG-7). It is told when it is decided, not when it comes.
func (g *Game) press(step *games.Step, seat games.Seat) {
	switch {
	case seat == g.mog:
		step.Tell(games.Ignored{Seat: seat, Why: games.Holder})
	case !g.hears(seat) || !g.queue.Press(step, seat):
		step.Tell(games.Ignored{Seat: seat, Why: games.NoEffect})
	}
}

// hears tells whether a chaser may join the queue now.
func (g *Game) hears(seat games.Seat) bool {
	switch g.phase {
	case chasing, settling, ordering:
		return true
	case accusing:
		return seat != g.accuser
	}
	return false
}

// interrupt stops the chase for the shouts that are known now.
func (g *Game) interrupt(step *games.Step, finish games.RaceOver) {
	g.prompts.Close(step, "designate")
	step.Tell(Shout{Queue: finish.Order, DeadHeat: finish.DeadHeat, finish: finish})
	g.fresh, g.wrong = false, 0
}

// finish is how the queue stands.
func (g *Game) finish() games.RaceOver { return g.queue.Decide(g.queue.Known("shout"), "MOG-7") }

// next lets the first of the queue accuse, or asks who that is.
func (g *Game) next(step *games.Step) {
	finish := g.finish()
	g.photo = &games.Photo{RaceOver: finish}
	if finish.Fastest == 0 {
		g.order(step, games.SeatsOr(finish.DeadHeat))
		return
	}
	g.accuse(step, finish.Fastest)
}

func (g *Game) order(step *games.Step, options []games.Value) {
	g.phase = ordering
	g.prompts.Open(step, games.Decision("shout_first", options))
	step.Say(g.unordered())
}

func (g *Game) accuse(step *games.Step, seat games.Seat) {
	g.queue.Take(seat)
	g.accuser, g.phase = seat, accusing
	step.Say(g.shouts())
	g.prompts.Open(step, games.Prompt{
		ID: "accuse", For: games.Judge, Keys: games.Keys{Seat: seat}, Shape: games.Card, Background: true,
	})
}

// playOn goes on after an accusation that came to nothing: with the next in the queue, or with the
// same turn.
func (g *Game) playOn(step *games.Step) {
	switch due, waiting := g.queue.Deadline(); {
	case !waiting:
		g.chase(step)
	case due <= step.At:
		g.next(step)
	default:
		g.phase = settling
	}
}

// lose asks who shouted first where that is not decided: whose press was dropped nobody can know
// (RACE-8).
func (g *Game) lose(step *games.Step, edges int) {
	if _, undecided := g.Deadline(); !undecided {
		return
	}
	finish := race.Void(g.queue.Known("shout"))
	if g.phase == chasing {
		g.interrupt(step, finish)
	}
	g.photo = &games.Photo{RaceOver: finish}
	g.lost, g.undecided = edges, g.queue.Seats()
	g.order(step, games.SeatsOr(g.chasers, "nobody"))
}

func (g *Game) answer(step *games.Step, in games.Input) error {
	prompt, err := games.Find(g.prompts, in)
	if err != nil {
		return err
	}
	switch prompt.ID {
	case "shout_first", "next_round":
		choice, err := prompt.Choose(in.Value)
		if err != nil {
			return err
		}
		g.prompts.Answered(prompt)
		if prompt.ID == "next_round" {
			g.beginRound(step, g.nextFirst())
			break
		}
		if seat, err := choice.Int(); err == nil {
			g.accuse(step, games.Seat(seat))
		} else {
			g.queue.Silence(step, g.undecided) // but who has shouted since is heard
			g.playOn(step)
		}
	case "accuse":
		if in.Value.Equal(games.Word("withdraw")) {
			g.prompts.Answered(prompt)
			g.playOn(step)
			break
		}
		card, err := parseCard(in.Value)
		if err != nil {
			return fmt.Errorf(`%w, or "withdraw"`, err)
		}
		g.prompts.Answered(prompt)
		g.try(step, card)
	case "secret":
		card, err := parseCard(in.Value)
		if err != nil {
			return err
		}
		g.prompts.Answered(prompt)
		g.beginChase(step, card)
	case "designate":
		card, err := parseCard(in.Value)
		if err != nil {
			return err
		}
		if slices.ContainsFunc(g.tokens, func(t token) bool { return t.card == card }) {
			return games.Refuse(games.Text{Word: "mog_has_token", Extra: card.String()},
				fmt.Errorf("%v has a token already: expected a character without one", card))
		}
		g.prompts.Answered(prompt)
		g.designate(step, card)
	}
	return nil
}

// designate lays a token, or unmasks MOG by chance (MOG-5, MOG-6).
func (g *Game) designate(step *games.Step, card Card) {
	g.wrong = 0
	if card == g.secret {
		step.Tell(Found{g.turn, card})
		g.endRound(step, g.turn, pointsFound, true)
		return
	}
	t := token{card, shared(card, g.secret)}
	g.tokens = append(g.tokens, t)
	g.fresh = true
	step.Tell(Token{g.turn, card, t.shared, len(g.tokens)})
	step.Say(t.told())
	g.passTo(step, games.LeftOf(g.chasers, g.turn))
	g.chase(step)
}

// try takes the accuser at his word (MOG-8, MOG-9).
func (g *Game) try(step *games.Step, card Card) {
	right := card == g.secret
	g.accused = append(g.accused, accusation{g.accuser, len(g.tokens), right})
	g.results++
	if right {
		step.Tell(Unmasked{g.accuser, card})
		g.endRound(step, g.accuser, pointsUnmasked-len(g.tokens), false)
		return
	}
	wrong := g.accuser
	step.Tell(Wrong{g.totals.Score(wrong, pointsWrong, "wrong")})
	step.Say(wrongly(wrong))
	g.playOn(step)
	g.wrong = wrong
}

// endRound reveals MOG (MOG-12).
func (g *Game) endRound(step *games.Step, winner games.Seat, points int, found bool) {
	why := "unmasked"
	if found {
		why = "found"
	}
	g.finished = &ending{
		seat: winner, found: found, points: points, card: g.secret,
		left: left(g.tokens), accusations: g.accused,
	}
	step.Tell(g.totals.Score(winner, points, why), Revealed{g.secret}, Debrief{g.finished.left})
	g.queue.Silence(step, g.queue.Seats())
	g.phase = roundOver
	if g.round == g.rounds {
		g.phase = gameOver
	}
	g.prompts.EndRound(step, g.round, g.phase == gameOver, g.totals, games.Highest)
	step.SayAll(g.sayEnding())
}

// nextFirst is who is to be MOG in the next round, or with the house to begin it.
func (o *open) nextFirst() games.Seat {
	before := o.mog
	if o.house {
		before = o.starter
	}
	return games.LeftOf(o.seats, before)
}
