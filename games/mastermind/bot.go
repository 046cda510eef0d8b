package mastermind

import (
	"maps"
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// Occasions of bots, by the number of the round and what was said in it.
type (
	peeking struct{ round, board int }
	calling struct{ round, heard, called int }
)

const (
	recent = 2  // how many guesses a weak bot thinks of where it makes one
	drawn  = 10 // how many guesses a strong bot compares
	few    = 64 // of more codes than that no bot sees that one alone is left
)

// move gives a bot the tokens that its own boards may have, and those of the others that fit what was
// said: it knows nothing else.
func move(g *Game, b games.Bot) (games.Move, bool) {
	if g.dealer != house {
		return games.Move{}, false
	}
	if g.phase == setting {
		looks := games.Move{On: peeking{g.round, g.boardsSet}, After: 2 * time.Second, Hold: g.look + time.Second}
		return looks, g.looks(b.Seat)
	}
	asked := slices.ContainsFunc(g.prompts, func(p games.Prompt) bool { return p.Seat == b.Seat })
	if !asked && g.refuses(b.Seat) != "" {
		return games.Move{}, false // it need not think
	}
	heard := g.heard
	if b.Strength == games.Weak {
		heard = heard[max(0, len(heard)-recent):]
	}
	return thinker{g.tokensFor(b.Seat, g.heard), g.tokensFor(b.Seat, heard), g.called}.move(&g.open, b)
}

// A thinker has the tokens that the boards may have.
type thinker struct {
	exact, vague []deal // by all that was said, and by what a bot thinks of
	called       []Code // in vain
}

// move calls as soon as one code alone fits what a bot knows exactly, and guesses by what it thinks of.
func (t thinker) move(o *open, b games.Bot) (games.Move, bool) {
	count := 1
	for _, tokens := range t.exact {
		count = min(count*len(tokens), few+1)
	}
	knows := count <= few && len(codes(t.exact, t.called)) == 1
	for _, p := range o.prompts {
		switch {
		case p.Seat != b.Seat:
		case p.ID == "solve":
			return games.Answers(p, 2*time.Second, func(dice *rand.Rand) games.Value { return t.guess(dice, t.exact, 1) }), true
		case p.ID == "guess" && !knows && o.floor.State == race.Free:
			many := 1
			if b.Strength == games.Strong {
				many = drawn
			}
			return games.Answers(p, 7*time.Second, func(dice *rand.Rand) games.Value { return t.guess(dice, t.vague, many) }), true
		}
	}
	_, waits := o.floor.At(b.Seat)
	if !knows || waits || o.phase != guessing || o.floor.State == race.Taken || o.refuses(b.Seat) != "" {
		return games.Move{}, false
	}
	return games.Move{On: calling{o.round, len(o.heard), len(o.called)}, After: 4 * time.Second}, true
}

// guess draws codes that can be made of the tokens, and returns the one whose answers leave the
// fewest tokens by the average.
func (t thinker) guess(dice *rand.Rand, boards []deal, many int) games.Value {
	var best Code
	fewest := 0
	for range many {
		code := t.draw(dice, boards)
		if leaves := leaves(boards, code); fewest == 0 || leaves < fewest {
			best, fewest = code, leaves
		}
	}
	return games.CodeOf(best[:]...)
}

// draw draws a code that can be made of the tokens, and was not called in vain if it finds one.
func (t thinker) draw(dice *rand.Rand, boards []deal) Code {
	const tries = 500
	for range tries {
		var code Code
		filled := 0
		for _, tokens := range boards {
			if t := tokens[dice.IntN(len(tokens))]; code[t.position-1] == "" {
				code[t.position-1] = t.colour
				filled++
			}
		}
		if filled == len(boards) && !slices.Contains(t.called, code) {
			return code
		}
	}
	few := slices.Collect(maps.Keys(codes(boards, t.called)))
	return slices.MinFunc(few, func(a, b Code) int { return slices.Compare(a[:], b[:]) })
}

// leaves adds up the squares of the numbers of tokens that each answer of a board would leave.
func leaves(boards []deal, code Code) (squares int) {
	for _, tokens := range boards {
		groups := map[Peg]int{}
		for _, t := range tokens {
			groups[t.reply(code)]++
		}
		for _, n := range groups {
			squares += n * n
		}
	}
	return squares
}
