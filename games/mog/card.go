package mog

import (
	"errors"
	"math/bits"
	"strconv"

	"arbitre/games"
)

// A character has perCard of the attributes that there are (MOG-2).
const (
	attributes = 8
	perCard    = 3
)

// A Card is one of the 56 characters: bit n-1 stands for attribute n.
type Card uint8

// deck lists the 56 characters, [1,2,3] first and [6,7,8] last (MOG-2).
func deck() []Card {
	cards := make([]Card, 0, 56)
	for a := range attributes {
		for b := a + 1; b < attributes; b++ {
			for c := b + 1; c < attributes; c++ {
				cards = append(cards, 1<<a|1<<b|1<<c)
			}
		}
	}
	return cards
}

// errCard does not repeat what was entered, which may be half of a secret.
var errCard = games.Refuse(games.Text{Word: "mog_no_card"},
	errors.New("no character: expected three different attributes from 1 to 8, such as [1,4,7]"))

// parseCard reads three different attributes in any order.
func parseCard(v games.Value) (Card, error) {
	list, err := v.List()
	if err != nil || len(list) != perCard {
		return 0, errCard
	}
	var c Card
	for _, item := range list {
		n, err := item.Int()
		if err != nil || n < 1 || n > attributes {
			return 0, errCard
		}
		c |= 1 << (n - 1)
	}
	if bits.OnesCount8(uint8(c)) != 3 {
		return 0, errCard
	}
	return c, nil
}

// shared counts the attributes that two characters have in common: the token that MOG lays.
func shared(a, b Card) int { return bits.OnesCount8(uint8(a & b)) }

// attributes lists the numbers of a character's three, ascending.
func (c Card) attributes() [3]int {
	var list [3]int
	for i, rest := 0, uint8(c); rest != 0 && i < len(list); i++ {
		list[i] = bits.TrailingZeros8(rest) + 1
		rest &= rest - 1
	}
	return list
}

// String is the card as it is shown: 1·4·7.
func (c Card) String() string { return string(c.write("·")) }

// MarshalJSON writes the numbers of the attributes, ascending: [1,4,7].
func (c Card) MarshalJSON() ([]byte, error) {
	return append(append([]byte{'['}, c.write(",")...), ']'), nil
}

func (c Card) write(between string) []byte {
	var b []byte
	for i, n := range c.attributes() {
		if i > 0 {
			b = append(b, between...)
		}
		b = strconv.AppendInt(b, int64(n), 10)
	}
	return b
}
