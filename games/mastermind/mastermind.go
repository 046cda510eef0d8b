// Package mastermind plays Group Mastermind: every player knows a part of the hidden code,
// and the box deals the parts, gives the answers and hears the calls (RULES section 3).
package mastermind

import (
	"fmt"
	"math/rand/v2"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// pegsToEnd is the number of pegs that ends the game (MM-12).
const pegsToEnd = 7

// stream makes the draws of this game differ from those of other games with the same seed.
const stream = 0x4D4D

// A dealer says who deals and knows the tokens.
type dealer string

const (
	house   dealer = "house"   // the box draws them
	entered dealer = "entered" // drawn by hand, each entered by its player
	table   dealer = "table"   // with the players alone
)

// The phases of a round, and what follows it.
type phase uint8

const (
	setting  phase = iota // prompts peek or token
	guessing              // prompt guess or, while the floor is taken, solve or verdict
	replying              // prompts reply, of the option "audit"
	exposing              // prompts token, of the option "audit"
	roundOver
	gameOver
)

// playing reports whether it is a seat's turn.
func (p phase) playing() bool { return p == guessing || p == replying }

// open holds what everyone at the table may know.
type open struct {
	seats   []games.Seat
	boards  []board // ascending by seat, then board (MM-3)
	colours []string
	dealer  dealer
	anyone  bool // may call at any time (MM-7)
	audit   bool // answers given at the table are written down and checked
	rounds  int

	round  int
	began  games.Seat // who began the round
	totals games.Totals

	phase     phase
	prompts   games.Prompts
	boardsSet int           // number of boards whose tokens were looked at or entered
	look      time.Duration // a shorter look answers nothing
	held      bool          // the player who is to look holds his button down
	since     time.Duration // when he pressed it

	turn   games.Seat
	played games.Seat // who made the last guess of the round (MM-7)
	out    []games.Seat
	failed games.Seat // the last caller, if he was wrong and no guess was made since

	floor   race.Floor // of those who call
	results int        // calls decided so far
	heard   []Answers  // to the guesses of the round
	called  []Code     // wrong codes called in this round

	solver      games.Seat
	code        Code // once revealed
	left        int  // codes that were still possible for the solver; 0 if the box can't know
	wrongAnswer *WrongAnswer
}

// Game is one game of Group Mastermind.
type Game struct {
	open
	random *rand.Rand
	deal   deal
	shown  bool // the display shows a token
}

// begin begins a game. Before the first deal it draws who begins, even if "first" names a seat,
// so that the option does not change the deals.
func begin(step *games.Step, start games.Start) (games.Game, error) {
	random := rand.New(rand.NewPCG(start.Seed, stream))
	first := start.Seats[random.IntN(len(start.Seats))]
	o := start.Read()
	if o.Has("first") {
		first = o.Seat("first")
	}
	boards := games.Read(o, "boards", func(v games.Value) ([]int, error) { return readBoards(v, len(start.Seats)) })
	g := &Game{
		random: random,
		open: open{
			seats:   start.Seats,
			colours: o.Names("colours", colourCount),
			dealer:  dealer(o.Word("dealer", string(house), string(entered), string(table))),
			anyone:  o.Word("call", "turn", "any") == "any",
			audit:   o.Bool("audit"),
			rounds:  o.AtLeast("rounds", 1),
			totals:  games.NewTotals(start.Seats),
			look:    games.Read(o, "look", games.Value.Duration),
			floor: race.Floor{
				Queue: race.Queue{Race: "call", Limits: race.ReadLimits(o)}, Clause: "MM-7", Asks: "call_first",
			},
		},
	}
	if err := o.Err(); err != nil {
		return nil, err
	}
	if g.audit && g.dealer != table {
		return nil, fmt.Errorf(`option "audit": expected it with the dealer "table" only, `+
			`for the dealer %q gives the answers itself`, g.dealer)
	}
	if bots, _ := start.Bots(); bots != nil && g.dealer != house {
		return nil, fmt.Errorf(`option "bots": expected it with the dealer "house" only, for a bot draws nothing by hand`)
	}
	for i, s := range g.seats {
		for number := 1; number <= boards[i]; number++ {
			g.boards = append(g.boards, board{s, number})
		}
	}
	g.beginRound(step, first)
	return g, nil
}

// beginRound deals, or has the players enter their tokens.
func (g *Game) beginRound(step *games.Step, first games.Seat) {
	g.round++
	g.began, g.turn, g.played = first, first, 0
	g.out, g.failed, g.solver = nil, 0, 0
	g.heard, g.called = nil, nil
	g.left, g.wrongAnswer = 0, nil
	g.boardsSet, g.deal = 0, nil
	if g.dealer == house {
		g.deal = drawDeal(g.random, g.colours, len(g.boards))
	}
	g.setNext(step)
}

// setNext has the next board's token looked at or entered; after the last the first turn begins
// (MM-3).
func (g *Game) setNext(step *games.Step) {
	g.phase = setting
	if g.dealer == table || g.boardsSet == len(g.boards) {
		step.Add(games.Turn{Seat: g.turn})
		g.askGuess(step)
		return
	}
	b := g.boards[g.boardsSet]
	p := b.askToken(games.Player(b.seat))
	if g.dealer == house {
		p.ID, p.Shape = "peek", games.Peek
	}
	g.prompts.Open(step, p)
}

// LateLimit returns how late a press may be delivered.
func (o *open) LateLimit() time.Duration { return o.floor.Limits.Settle }

// Deadline returns when it is decided who called first.
func (o *open) Deadline() (time.Duration, bool) {
	if o.phase != guessing {
		return 0, false
	}
	return o.floor.Deadline()
}

// Elapse lets the next in the queue say the code.
func (g *Game) Elapse(step *games.Step) { g.hear(step) }

// Press shows a token to its owner, or calls.
func (g *Game) Press(step *games.Step, seat games.Seat) {
	if g.looks(seat) {
		g.held, g.shown, g.since = true, true, step.At
		return
	}
	why := g.refuses(seat)
	switch {
	case why != "":
	case !g.anyone:
		g.floor.Give(seat)
		g.call(step)
	case !g.floor.Press(step, seat):
		why = games.NoEffect
	}
	if why != "" {
		step.Add(games.Ignored{Seat: seat, Why: why})
	}
}

// looks reports whether this seat is asked to look at its token.
func (o *open) looks(seat games.Seat) bool {
	return o.phase == setting && o.dealer == house && o.boards[o.boardsSet].seat == seat
}

// Watch hides the token at a release, and answers the prompt unless the look was too short to see
// anything or the release is spent: it outlived an undo.
func (g *Game) Watch(step *games.Step, in games.Input) {
	if in.Kind != games.Release || !g.held || !g.looks(in.Seat) {
		return
	}
	g.held, g.shown = false, false
	if !in.Spent && in.At-g.since >= g.look {
		g.prompts.Answered(g.prompts[0])
		g.boardsSet++
		g.setNext(step)
	}
}

// passTurn passes the turn clockwise to the next seat that is not eliminated (MM-4).
func (g *Game) passTurn(step *games.Step) {
	g.turn = games.LeftOf(games.Without(g.seats, g.out...), g.turn)
	step.Add(games.Turn{Seat: g.turn})
}

// askGuess asks the seat in turn for a guess or, with the players alone, for its end.
func (g *Game) askGuess(step *games.Step) {
	g.phase = guessing
	p := games.Prompt{
		ID: "guess", For: games.Judge, Keys: games.Keys{Seat: g.turn}, Shape: games.Code, Background: true,
	}
	if g.dealer == table && !g.audit {
		p.Shape, p.Options = games.Choice, games.Words("done")
	}
	g.prompts.Open(step, p)
}

// Answer takes an answer of the judge, or a token of its owner.
func (g *Game) Answer(step *games.Step, in games.Input) error {
	prompt, value, err := g.prompts.Read(in)
	if err != nil {
		return err
	}
	switch prompt.Shape {
	case games.Peek:
		return fmt.Errorf(`"peek" is answered by the button: seat %d holds it to look and lets go`, prompt.Seat)
	case games.Token:
		t, err := readToken(value, g.colours, g.deal)
		if err != nil {
			return err
		}
		g.prompts.Answered(prompt)
		g.deal = append(g.deal, t)
		g.boardsSet++
		if g.phase == exposing {
			g.expose(step)
		} else {
			g.setNext(step)
		}
	case games.Code:
		code, err := readCode(value, g.colours, len(g.boards))
		if err != nil {
			return err
		}
		g.prompts.Answered(prompt)
		switch {
		case prompt.ID != "solve":
			g.guess(step, code)
		case code == g.deal.code(): // MM-8
			g.right(step)
		default: // MM-9
			g.called = append(g.called, code)
			g.eliminate(step)
		}
	default:
		g.prompts.Answered(prompt)
		g.choose(step, prompt.ID, value)
	}
	return nil
}

// choose takes the judge's choice for the prompt with that id.
func (g *Game) choose(step *games.Step, id string, choice games.Value) {
	switch id {
	case "guess": // done, with the players alone
		g.guessed(step)
		g.askGuess(step)
	case "reply":
		g.replied(step, Peg(choice.String()))
	case "call_first":
		g.floor.Judged(step, choice)
		g.hear(step)
	case "verdict":
		if choice.Equal(games.Word("right")) {
			g.right(step)
		} else {
			g.eliminate(step)
		}
	case "next_round":
		g.beginRound(step, games.LeftOf(g.seats, g.began))
	}
}

// guess answers for the other boards (MM-5), or with "audit" asks their players to answer.
func (g *Game) guess(step *games.Step, code Code) {
	asked := Answers{Seat: g.turn, Guess: code, Replies: make([]Reply, 0, len(g.boards)-1)}
	if g.audit {
		g.heard = append(g.heard, asked)
		step.Say(public{g.open}.lastGuess())
		g.guessed(step)
		g.askReply(step, answerers(g.boards, asked.Seat)[0])
		return
	}
	for _, i := range answerers(g.boards, g.turn) {
		b := g.boards[i]
		asked.Replies = append(asked.Replies, Reply{b.seat, b.number, g.deal[i].reply(code)})
	}
	g.heard = append(g.heard, asked)
	step.Add(asked)
	step.Say(public{g.open}.lastGuess())
	step.Say(public{g.open}.replies()...)
	g.guessed(step)
	g.askGuess(step)
}

// guessed notes who made the guess, and passes the turn.
func (g *Game) guessed(step *games.Step) {
	g.played, g.failed = g.turn, 0
	g.passTurn(step)
}

func (g *Game) reveal(step *games.Step) {
	g.code = g.deal.code()
	step.Add(Revealed{g.code})
}

// endPlay ends the calls of a round. With "audit" the players show their tokens before it is over.
func (g *Game) endPlay(step *games.Step) {
	g.floor.Close(step)
	if g.audit {
		g.expose(step)
		return
	}
	g.endRound(step)
}

func (g *Game) endRound(step *games.Step) {
	g.phase = roundOver
	if g.round == g.rounds || g.solver != 0 && g.totals.Of(g.solver) >= pegsToEnd {
		g.phase = gameOver
	}
	g.prompts.EndRound(step, g.round, g.phase == gameOver, g.totals, games.Highest)
	step.SayAll(public{g.open}.say())
}
