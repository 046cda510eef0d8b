package gametest

import (
	"math/rand/v2"

	"arbitre/games"

	"pgregory.net/rapid"
)

// Answer draws what a prompt asks for, within its limits.
func Answer(dice *rand.Rand, p games.Prompt) games.Value {
	c := trial{dice: dice}
	return c.value(p)
}

// Next draws an input that a table may well see, for tests that draw by rapid.
func Next(t *rapid.T, table *games.Table) games.Input {
	c := trial{dice: rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "input"), 0))}
	return c.next(table)
}
