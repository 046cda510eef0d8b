package gametest

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"arbitre/games"

	"pgregory.net/rapid"
)

// Start draws a start line as a lobby may write it.
func Start(by *rand.Rand, rules games.Rules) games.Start {
	c := trial{rules: rules, dice: dice{by}}
	return c.start()
}

// Answer draws a valid answer to a prompt.
func Answer(by *rand.Rand, p games.Prompt) games.Value { return dice{by}.value(p) }

// Next draws an input as it may come at a table, for tests that draw by rapid.
func Next(t *rapid.T, table *games.Table) games.Input {
	c := trial{dice: diceOf(rapid.Uint64().Draw(t, "input"))}
	return c.next(table)
}

// dice draw what may come at a table. The same number gives the same.
type dice struct{ *rand.Rand }

func diceOf(number uint64) dice { return dice{rand.New(rand.NewPCG(number, 0))} }

// one draws an element of a list.
func one[T any](d dice, list ...T) T { return list[d.IntN(len(list))] }

// oneIn returns true once in n times.
func (d dice) oneIn(n int) bool { return d.IntN(n) == 0 }

// upTo draws a number from 0 to most.
func (d dice) upTo(most int) int { return d.IntN(max(0, most) + 1) }

// gap draws the time between two inputs: none, near the tie and settle times, that of people, and
// long ones.
func (d dice) gap() time.Duration {
	const ms = time.Millisecond
	return one(d, 0, 1, ms/2, ms, 9*ms, 11*ms, 100*ms, 390*ms, 700*ms, 1500*ms, 3000*ms, 7000*ms)
}

// next draws an input as it may come at a table: presses, some of them late, releases, lost edges,
// undos, redos, and valid answers to open prompts, some of which name a wrong seat.
func (c *trial) next(table *games.Table) games.Input {
	seats := table.Start().Seats
	in := games.Input{At: table.Now() + c.dice.gap()}
	prompts := asked(table)
	switch kind := c.dice.IntN(20); { // nine presses, two releases, one loss, one undo or redo, seven answers
	case kind < 9:
		in.Kind, in.Seat = games.Press, one(c.dice, seats...)
		if c.dice.oneIn(5) {
			late := one(c.dice, time.Nanosecond, 4*time.Millisecond, 10*time.Millisecond)
			in.At = max(table.Earliest(), table.Clock()-late)
		}
	case kind < 11:
		in.Kind, in.Seat = games.Release, one(c.dice, seats...)
	case kind < 12:
		in.Kind, in.Edges = games.Lost, 1
	case kind < 13 || len(prompts) == 0:
		in.Kind = one(c.dice, games.Undo, games.Undo, games.Redo)
	default:
		p := one(c.dice, prompts...)
		in = c.dice.answer(in.At, p)
		if n, _ := p.Names(in.Value); len(n.Seats) > 0 && c.dice.oneIn(2) {
			in.Keys.Seat = one(c.dice, n.Seats...).Seat
		}
	}
	return in
}

// legal draws an input that a game must take: a press, a release, or an answer to an open prompt,
// which it returns as well.
func (c *trial) legal(table *games.Table) (in games.Input, p games.Prompt) {
	at, seats, prompts := table.Now()+c.dice.gap(), table.Start().Seats, asked(table)
	if len(prompts) == 0 || c.dice.oneIn(4) {
		kind := one(c.dice, games.Press, games.Press, games.Release)
		return games.Input{At: at, Kind: kind, Seat: one(c.dice, seats...)}, p
	}
	if p = one(c.dice, prompts...); p.Shape == games.Peek {
		look := games.Input{At: at, Kind: games.Press, Seat: p.Seat}
		if slices.Contains(table.Down(), p.Seat) {
			look.Kind = games.Release
		}
		return look, games.Prompt{}
	}
	return c.dice.answer(at, p), p
}

// answer draws a valid answer to a prompt as an input.
func (d dice) answer(at time.Duration, p games.Prompt) games.Input {
	return games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: d.value(p)}
}

// value draws a valid answer to a prompt.
func (d dice) value(p games.Prompt) games.Value {
	card := p.Shape == games.Card && len(p.Options) > p.Places && d.oneIn(9) // a word instead of a card
	if len(p.Options) > 0 && (p.Shape == games.Choice || p.Shape == games.Amount || card) {
		return one(d, p.Options[p.Places:]...)
	}
	switch p.Shape {
	case games.Hand:
		var hand []int
		for _, count := range p.Counts {
			hand = append(hand, d.upTo(min(3, count.Most))) // few, so that the cards suffice for every hand
		}
		return p.HandOf(hand)
	case games.Card:
		attributes := d.Perm(p.Places)[:p.Max]
		for i := range attributes {
			attributes[i]++ // they count from 1
		}
		return games.CardOf(attributes...)
	case games.Code:
		code := make([]string, p.Places)
		colours := d.Perm(len(p.Options))
		for i, place := range d.Perm(p.Places)[:p.Max] {
			code[place] = p.Options[colours[i]].String()
		}
		return games.CodeOf(code...)
	case games.Token:
		return games.TokenOf(one(d, p.Options...), 1+d.upTo(p.Places-1))
	case games.Letters:
		return games.Word(d.word(p))
	case games.Amount:
		return games.Number(p.Min + d.upTo(p.Max-p.Min))
	}
	return games.Word("done")
}

// word draws one of three words of the length that a prompt asks for: few, so that a secret word is
// found now and then, and with one first letter, so that each may be proposed for the others.
func (d dice) word(p games.Prompt) string {
	letters := []byte("E" + strings.Repeat("A", p.Max-1))
	letters[1+d.upTo(min(2, p.Max-2))] = 'R'
	return string(letters)
}

// another draws a different answer to the same prompt. A word keeps its first letter, which a game
// may tell.
func (d dice) another(p games.Prompt, v games.Value) games.Value {
	for range 20 {
		if other := d.value(p); !other.Equal(v) {
			return other
		}
	}
	return v
}
