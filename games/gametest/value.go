package gametest

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"arbitre/games"
)

// value draws what a prompt asks for, within its limits.
func (c *trial) value(p games.Prompt) games.Value {
	if len(p.Options) > 0 && (p.Shape == games.Choice || p.Shape == games.Amount || p.Shape == games.Card && len(p.Options) > p.Places && c.in(9)) {
		return one(c, p.Options[p.Places:]...)
	}
	switch p.Shape {
	case games.Hand:
		var hand []int
		for _, count := range p.Counts {
			hand = append(hand, c.upTo(min(3, count.Most))) // so that there are cards for every hand
		}
		return p.HandOf(hand)
	case games.Card:
		var attributes []string
		for _, n := range c.dice.Perm(p.Places)[:p.Max] {
			attributes = append(attributes, strconv.Itoa(1+n))
		}
		return games.Value("[" + strings.Join(attributes, ",") + "]")
	case games.Code:
		code := make([]string, p.Places)
		colours := c.dice.Perm(len(p.Options))
		for i, place := range c.dice.Perm(p.Places)[:p.Max] {
			code[place] = p.Options[colours[i]].String()
		}
		v, _ := json.Marshal(code)
		return games.Value(v)
	case games.Token:
		return games.Value(fmt.Sprintf(`{"colour":%s,"position":%d}`, string(one(c, p.Options...)), 1+c.upTo(p.Places-1)))
	case games.Letters:
		return games.Word(one(c, words(p.Max)...))
	case games.Amount:
		return games.Number(p.Min + c.upTo(p.Max-p.Min))
	}
	return games.Word("done")
}

func (c *trial) upTo(most int) int { return c.dice.IntN(max(0, most) + 1) }

// words are some of so many letters, all of one initial so that each may be proposed for each.
func words(letters int) []string {
	list := []string{"ETAGE", "ETUDE", "EPAVE", "ELEVE"}
	for i := range list {
		for len(list[i]) < letters {
			list[i] += "R"
		}
	}
	return list
}

// another is another answer to the same question: a word keeps its initial, which a game may tell.
func (c *trial) another(p games.Prompt, v games.Value) games.Value {
	for range 20 {
		if other := c.value(p); !other.Equal(v) {
			return other
		}
	}
	return v
}
