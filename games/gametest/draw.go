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
func Start(dice *rand.Rand, rules games.Rules) games.Start {
	c := trial{rules: rules, dice: dice}
	return c.start()
}

// Answer draws a valid answer to a prompt.
func Answer(dice *rand.Rand, p games.Prompt) games.Value {
	c := trial{dice: dice}
	return c.value(p)
}

// Next draws an input as it may come at a table, for tests that draw by rapid.
func Next(t *rapid.T, table *games.Table) games.Input {
	c := trial{dice: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "input"), 0))}
	return c.next(table)
}

// one draws an element of a list.
func one[T any](c *trial, list ...T) T { return list[c.dice.IntN(len(list))] }

// oneIn returns true once in n times.
func (c *trial) oneIn(n int) bool { return c.dice.IntN(n) == 0 }

// upTo draws a number from 0 to most.
func (c *trial) upTo(most int) int { return c.dice.IntN(max(0, most) + 1) }

// gap draws the time between two inputs: none, near the tie and settle times, that of people, and
// long ones.
func (c *trial) gap() time.Duration {
	const ms = time.Millisecond
	return one(c, 0, 1, ms/2, ms, 9*ms, 11*ms, 100*ms, 390*ms, 700*ms, 1500*ms, 3000*ms, 7000*ms)
}

// next draws an input as it may come at a table: presses, some of them late, releases, lost edges,
// undos, redos, and valid answers to open prompts, some of which name a wrong seat.
func (c *trial) next(table *games.Table) games.Input {
	seats := table.Start().Seats
	in := games.Input{At: table.Now() + c.gap()}
	prompts := asked(table)
	switch kind := c.dice.IntN(20); { // nine presses, two releases, one loss, one undo or redo, seven answers
	case kind < 9:
		in.Kind, in.Seat = games.Press, one(c, seats...)
		if c.oneIn(5) {
			late := one(c, time.Nanosecond, 4*time.Millisecond, 10*time.Millisecond)
			in.At = max(table.Earliest(), table.Clock()-late)
		}
	case kind < 11:
		in.Kind, in.Seat = games.Release, one(c, seats...)
	case kind < 12:
		in.Kind, in.Edges = games.Lost, 1
	case kind < 13 || len(prompts) == 0:
		in.Kind = one(c, games.Undo, games.Undo, games.Redo)
	default:
		p := one(c, prompts...)
		in = c.answer(in.At, p)
		if n, _ := p.Names(in.Value); len(n.Seats) > 0 && c.oneIn(2) {
			in.Keys.Seat = one(c, n.Seats...).Seat
		}
	}
	return in
}

// legal draws an input that a game must take: a press, a release, or an answer to an open prompt,
// which it returns as well.
func (c *trial) legal(table *games.Table) (in games.Input, p games.Prompt) {
	at, seats, prompts := table.Now()+c.gap(), table.Start().Seats, asked(table)
	if len(prompts) == 0 || c.oneIn(4) {
		kind := one(c, games.Press, games.Press, games.Release)
		return games.Input{At: at, Kind: kind, Seat: one(c, seats...)}, p
	}
	if p = one(c, prompts...); p.Shape == games.Peek {
		look := games.Input{At: at, Kind: games.Press, Seat: p.Seat}
		if slices.Contains(table.Down(), p.Seat) {
			look.Kind = games.Release
		}
		return look, games.Prompt{}
	}
	return c.answer(at, p), p
}

// answer draws a valid answer to a prompt as an input.
func (c *trial) answer(at time.Duration, p games.Prompt) games.Input {
	return games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: c.value(p)}
}

// value draws a valid answer to a prompt.
func (c *trial) value(p games.Prompt) games.Value {
	card := p.Shape == games.Card && len(p.Options) > p.Places && c.oneIn(9) // a word instead of a card
	if len(p.Options) > 0 && (p.Shape == games.Choice || p.Shape == games.Amount || card) {
		return one(c, p.Options[p.Places:]...)
	}
	switch p.Shape {
	case games.Hand:
		var hand []int
		for _, count := range p.Counts {
			hand = append(hand, c.upTo(min(3, count.Most))) // few, so that the cards suffice for every hand
		}
		return p.HandOf(hand)
	case games.Card:
		attributes := c.dice.Perm(p.Places)[:p.Max]
		for i := range attributes {
			attributes[i]++ // they count from 1
		}
		return games.CardOf(attributes...)
	case games.Code:
		code := make([]string, p.Places)
		colours := c.dice.Perm(len(p.Options))
		for i, place := range c.dice.Perm(p.Places)[:p.Max] {
			code[place] = p.Options[colours[i]].String()
		}
		return games.CodeOf(code...)
	case games.Token:
		return games.TokenOf(one(c, p.Options...), 1+c.upTo(p.Places-1))
	case games.Letters:
		return games.Word(c.word(p))
	case games.Amount:
		return games.Number(p.Min + c.upTo(p.Max-p.Min))
	}
	return games.Word("done")
}

// word draws one of three words of the length that a prompt asks for: few, so that a secret word is
// found now and then, and with one first letter, so that each may be proposed for the others.
func (c *trial) word(p games.Prompt) string {
	letters := []byte("E" + strings.Repeat("A", p.Max-1))
	letters[1+c.upTo(min(2, p.Max-2))] = 'R'
	return string(letters)
}

// another draws a different answer to the same prompt. A word keeps its first letter, which a game
// may tell.
func (c *trial) another(p games.Prompt, v games.Value) games.Value {
	for range 20 {
		if other := c.value(p); !other.Equal(v) {
			return other
		}
	}
	return v
}
