package mog

import (
	"errors"
	"fmt"
	"slices"

	"arbitre/games"
)

// There are eight attributes, three on each card (MOG-2).
const (
	attributes = 8
	perCard    = 3
)

// A Card is one of the 56 characters: the numbers of its attributes, from 1, ascending.
type Card [perCard]int

// deck returns the 56 characters, from [1,2,3] to [6,7,8] (MOG-2).
func deck() []Card {
	cards := make([]Card, 0, 56)
	for a := 1; a <= attributes; a++ {
		for b := a + 1; b <= attributes; b++ {
			for c := b + 1; c <= attributes; c++ {
				cards = append(cards, Card{a, b, c})
			}
		}
	}
	return cards
}

// errCard does not repeat what was entered, for it may be half of a secret.
var errCard = games.Refuse(games.Text{Word: "mog_no_card"},
	errors.New("no character: expected three different attributes from 1 to 8, such as [1,4,7]"))

// parseCard reads three different attributes in any order.
func parseCard(v games.Value) (c Card, err error) {
	list, err := v.List()
	if err != nil || len(list) != perCard {
		return c, errCard
	}
	for i, item := range list {
		if c[i], err = item.Within(1, attributes); err != nil {
			return c, errCard
		}
	}
	slices.Sort(c[:])
	if len(slices.Compact(slices.Clone(c[:]))) != perCard {
		return c, errCard
	}
	return c, nil
}

// shared returns how many attributes two characters have in common, which is what MOG's token says.
func shared(a, b Card) int {
	n := 0
	for _, attribute := range a {
		if slices.Contains(b[:], attribute) {
			n++
		}
	}
	return n
}

// String returns the card as it is shown: 1·4·7.
func (c Card) String() string { return fmt.Sprintf("%d·%d·%d", c[0], c[1], c[2]) }
