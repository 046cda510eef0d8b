package mog

import (
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// A shouting is the occasion of a shout: how much was known.
type shouting struct{ round, tokens, accused int }

// recent is how many tokens a weak bot thinks of where it names a character.
const recent = 2

// move names characters that can still be MOG, and shouts when only one is left. By open it
// knows what lies open and nothing else.
func move(o *open, b games.Bot) (games.Move, bool) {
	left := fitting(o.tokens)
	for _, p := range o.prompts {
		switch mine := p.For == games.Player(b.Seat) || p.Seat == b.Seat; {
		case mine && p.ID == "secret":
			return games.Answers(p, 3*time.Second, anyOf(deck)), true
		case mine && p.ID == "accuse":
			return games.Answers(p, 2*time.Second, anyOf(func() []Card { return left })), true
		case mine && p.ID == "designate" && len(left) > 1:
			return games.Answers(p, 6*time.Second, anyOf(func() []Card { return worthNaming(o.tokens, b.Strength) })), true
		}
	}
	_, waits := o.floor.At(b.Seat)
	if len(left) > 1 || waits || b.Seat == o.mog || o.floor.State == race.Taken || !o.mayShout(b.Seat) {
		return games.Move{}, false
	}
	return games.Move{On: shouting{o.round, len(o.tokens), len(o.accused)}, After: 4 * time.Second}, true
}

// worthNaming returns the characters of which a bot names one: a strong one those that leave the
// fewest others by the average, a weak one any that fit the last tokens.
func worthNaming(tokens []token, strength games.Strength) []Card {
	remembered := tokens
	if strength == games.Weak {
		remembered = tokens[max(0, len(tokens)-recent):]
	}
	left := slices.DeleteFunc(fitting(remembered), func(c Card) bool {
		return slices.ContainsFunc(tokens, func(t token) bool { return t.card == c })
	})
	if strength < games.Strong {
		return left
	}
	leaves := func(named Card) (squares int) {
		var groups [perCard + 1]int
		for _, c := range left {
			groups[shared(c, named)]++
		}
		for _, n := range groups {
			squares += n * n
		}
		return squares
	}
	fewest := leaves(slices.MinFunc(left, func(x, y Card) int { return leaves(x) - leaves(y) }))
	return slices.DeleteFunc(slices.Clone(left), func(c Card) bool { return leaves(c) > fewest })
}

// anyOf draws one of some characters.
func anyOf(cards func() []Card) func(*rand.Rand) games.Value {
	return func(dice *rand.Rand) games.Value {
		all := cards()
		c := all[dice.IntN(len(all))]
		return games.CardOf(c[:]...)
	}
}
