package games

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"
)

// BotsOption is the option of the seats that the box plays: {"2":"weak","3":"strong"}.
const BotsOption = "bots"

// Where says at which tables bots play a game.
type Where uint8

// The tables of bots.
const (
	NoTable      Where = iota
	VirtualTable       // alone, where a bot can be shown cards and questions
	AnyTable
)

// A Strength says how well a bot plays.
type Strength uint8

// The strengths.
const (
	Weak Strength = iota
	Medium
	Strong
)

// Strengths lists the words of the strengths, the weakest first.
func Strengths() []string { return []string{"weak", "medium", "strong"} }

// A Bot is a seat that the box plays, and what it may know besides the game.
type Bot struct {
	Seat
	Strength
	Alone bool   // no people play, so that the first bot is the judge, too
	Laid  any    // the occasion on which a bot has laid a card for all to slap; nil if none lies there
	Card  string // its name
	Luck  uint64 // of all bots of a game, for [Bot.Roll]
	// Fitting returns the words of this house that fit what is known of one: ".E.A.."; nil if it has none.
	Fitting func(known string) []string
}

// Roll returns a number below n. The same bot has the same luck on the same occasion, which numbers name.
func (b Bot) Roll(n int, occasion ...int) int {
	mixed := uint64(b.Seat)
	for _, o := range occasion {
		mixed = mixed*1_000_003 + uint64(o)
	}
	return rand.New(rand.NewPCG(b.Luck, mixed)).IntN(n)
}

// A Move is what a bot is about to do: it answers, it lays a card, or it presses its button.
type Move struct {
	Asked Prompt // the question that it answers; without an ID none
	Lays  any    // the occasion on which it lays a card for all to slap; nil if it lays none
	On    any    // the occasion of a press: comparable, and the same as long as the bot means the same

	After time.Duration // how long it takes, the median at medium strength; 0 is a hand's reflex
	Hold  time.Duration // how long it holds its button down; 0 as anybody does
	// Value draws the answer, or the name of the card.
	Value func(*rand.Rand) Value
}

// Answers returns the move that answers a prompt.
func Answers(p Prompt, after time.Duration, value func(*rand.Rand) Value) Move {
	return Move{Asked: p, After: after, Value: value}
}

// Any draws one of some values.
func Any(values ...Value) func(*rand.Rand) Value {
	return func(dice *rand.Rand) Value { return values[dice.IntN(len(values))] }
}

// BotRules say how bots play a game; zero if the box plays no seat of it.
type BotRules struct {
	At Where // the tables at which they do
	// Move returns what a bot is about to do, if anything, by what lies open and its own secrets.
	Move func(Game, Bot) (Move, bool)
	// Lies reports whether a card that a bot has laid on an occasion still lies there; nil if bots lay none.
	Lies func(g Game, on any) bool
}

// PlayedByBots returns the rules of bots for games of the type G.
func PlayedByBots[G Game](at Where, move func(G, Bot) (Move, bool), lies func(g G, on any) bool) BotRules {
	r := BotRules{At: at, Move: func(g Game, b Bot) (Move, bool) { return move(g.(G), b) }}
	if lies != nil {
		r.Lies = func(g Game, on any) bool { return lies(g.(G), on) }
	}
	return r
}

// Bots are the seats that the box plays.
type Bots map[Seat]Strength

// Bots returns the seats that the box plays.
func (s Start) Bots() (Bots, error) {
	said, ok := s.Options.Of(BotsOption)
	if !ok {
		return nil, nil
	}
	fields, err := said.Fields()
	bots := Bots{}
	for _, f := range fields {
		i := slices.IndexFunc(s.Seats, func(seat Seat) bool { return strconv.Itoa(int(seat)) == f.Key })
		if i < 0 {
			return nil, fmt.Errorf("option %q: %q: expected seats that play", BotsOption, f.Key)
		}
		strength, err := f.Value.OneOf(Strengths()...)
		if err != nil {
			return nil, fmt.Errorf("option %q: %w", BotsOption, err)
		}
		bots[s.Seats[i]] = Strength(slices.Index(Strengths(), strength))
	}
	return bots, err
}

// Agreed writes the option; nothing without bots.
func (b Bots) Agreed() []Field {
	if len(b) == 0 {
		return nil
	}
	var fields []Field
	for _, seat := range slices.Sorted(maps.Keys(b)) {
		fields = append(fields, Field{strconv.Itoa(int(seat)), Word(Strengths()[b[seat]])})
	}
	return []Field{{BotsOption, Row(fields...)}}
}

// NextMove returns what a bot is about to do, if anything. The first of bots that play alone answers for
// the judge what no single player is asked.
func NextMove(t *Table, b Bot) (m Move, ok bool) {
	if t.rules.Bots.Move == nil {
		return m, false
	}
	if m, ok = t.rules.Bots.Move(t.game, b); !ok && b.Alone && b.Seat == t.start.Seats[0] {
		for _, p := range t.game.View(Judge).Prompts {
			if p.Shape == Choice && !p.Background {
				return t.asked.occasion(Answers(p, 4*time.Second, Any(p.Options...))), true
			}
		}
	}
	return t.asked.occasion(m), ok
}

// StillLies reports whether a card that a bot has laid on an occasion still lies there.
func StillLies(t *Table, on any) bool {
	lies := t.rules.Bots.Lies
	return lies != nil && lies(t.game, on)
}

// occasion makes the question of a move its occasion, so that what is asked anew is thought about anew.
func (q *questions) occasion(m Move) Move {
	if m.Asked.ID != "" {
		prompts := []Prompt{m.Asked}
		q.number(prompts)
		m.Asked, m.On = prompts[0], prompts[0].Question()
	} else if m.Lays != nil {
		m.On = m.Lays
	}
	return m
}
