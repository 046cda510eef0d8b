package keys

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"arbitre/games"
)

// mostNumbers is of how many numbers an answer can be made: as many places of a code have room in a
// picture.
const mostNumbers = 8

// numbers are what a hand, a code, a token or an amount is made of, or the chosen attributes of a
// card.
type numbers struct {
	list  [mostNumbers]int
	count int  // how many they are
	at    int  // which of them is being set; of a card, where the cursor is
	typed bool // by digits, to which further ones are appended
}

// start returns the numbers from which the keys set out.
func start(p games.Prompt) (n numbers) {
	switch p.Shape {
	case games.Hand:
		n.count = len(p.Counts)
		for kind := range p.Counts {
			n.list[kind] = p.Usual(kind)
		}
	case games.Code:
		n.count = min(p.Places, mostNumbers)
	case games.Amount:
		n.list[0], n.count = p.Min, 1
		if preset, err := p.Preset.Int(); err == nil && preset >= p.Min && preset <= p.Max {
			n.list[0] = preset
		}
	case games.Token:
		if len(p.Options) > 0 {
			n.list[0], n.list[1], n.count = 1, 1, 2
		}
	}
	return n
}

// all are the numbers that there are.
func (n *numbers) all() []int { return n.list[:n.count] }

// limits are the least and the most of one number, and whether one follows the other. The options
// of an amount stand below its least. A colour is its place among the options, from 1; 0 is none.
func limits(p games.Prompt, place int) (least, most int, round bool) {
	switch {
	case p.Shape == games.Hand:
		return 0, p.Counts[place].Most, false
	case p.Shape == games.Code:
		return 0, len(p.Options), true
	case p.Shape == games.Token && place == 0:
		return 1, len(p.Options), true
	case p.Shape == games.Token:
		return 1, p.Places, true
	}
	return p.Min - len(p.Options), max(p.Min, p.Max), false
}

// press takes a key, and gives the answer when the last number has been set.
func (n *numbers) press(k Key, p games.Prompt) (games.Value, end) {
	n.typed = false
	switch {
	case k == Previous:
		n.turn(p, -1)
	case k == Next:
		n.turn(p, 1)
	case k == Back && n.at == 0:
		return "", left
	case k == Back:
		n.at--
		for p.Shape == games.Code && len(n.pegs(p)) == 1 {
			n.at-- // nothing but empty could be there
		}
	case n.at+1 >= n.count:
		return entered(p, n.all()), whole
	case p.Shape == games.Code:
		n.nextPlace(p)
	default:
		n.at++
	}
	return "", none
}

// turn sets a number one lower or higher.
func (n *numbers) turn(p games.Prompt, by int) {
	if n.at == n.count {
		return // it is whole
	}
	number := n.list[n.at]
	if p.Shape == games.Code {
		pegs := n.pegs(p)
		n.list[n.at] = pegs[(slices.Index(pegs, number)+by+len(pegs))%len(pegs)]
		return
	}
	least, most, round := limits(p, n.at)
	switch number += by; {
	case round && number < least:
		number = most
	case round && number > most:
		number = least
	}
	n.set(max(least, min(most, number)), p)
}

// set sets the number that is being set. What usually comes with the first of a hand stays so.
func (n *numbers) set(number int, p games.Prompt) {
	usual := p.Shape == games.Hand && n.at == 0
	for kind := 1; usual && kind < n.count; kind++ {
		usual = n.list[kind] == p.Likely(n.list[0], kind)
	}
	n.list[n.at] = number
	for kind := 1; usual && kind < n.count; kind++ {
		n.list[kind] = p.Likely(number, kind)
	}
}

// lacks is how many colours and empty places a code lacks from the one on that is being set.
func (n *numbers) lacks(p games.Prompt) (colours, empty int) {
	colours, empty = p.Max, n.count-p.Max
	for _, peg := range n.list[:n.at] {
		if peg == 0 {
			empty--
		} else {
			colours--
		}
	}
	return colours, empty
}

// pegs are what may be at the place of a code that is being set, in the order in which the keys go
// round, which is the same at every place: empty first, if any place still is, then the colours.
func (n *numbers) pegs(p games.Prompt) (pegs []int) {
	colours, empty := n.lacks(p)
	if empty > 0 {
		pegs = append(pegs, 0)
	}
	for peg := 1; peg <= len(p.Options) && colours > 0; peg++ {
		pegs = append(pegs, peg)
	}
	return pegs
}

// nextPlace goes to the next place of a code; behind the last one where only empty ones are left.
func (n *numbers) nextPlace(p games.Prompt) {
	n.at++
	if colours, _ := n.lacks(p); colours == 0 {
		clear(n.list[n.at:])
		n.at = n.count
	}
	if n.at < n.count {
		if pegs := n.pegs(p); !slices.Contains(pegs, n.list[n.at]) {
			n.list[n.at] = pegs[0]
		}
	}
}

// digit sets a number, or the whole of a place of a code.
func (n *numbers) digit(digit int, p games.Prompt) {
	if p.Shape == games.Code {
		if n.at < n.count && slices.Contains(n.pegs(p), digit) {
			n.list[n.at] = digit
			n.nextPlace(p)
		}
		return
	}
	least, most, _ := limits(p, n.at)
	if p.Shape == games.Amount {
		least = p.Min
	}
	number := digit
	if n.typed && 10*n.list[n.at]+digit <= most {
		number += 10 * n.list[n.at]
	}
	if number >= least && number <= most {
		n.set(number, p)
		n.typed = true
	}
}

// entered is the answer that the numbers make.
func entered(p games.Prompt, numbers []int) games.Value {
	switch p.Shape {
	case games.Hand:
		return p.HandOf(numbers)
	case games.Code:
		colours := make([]string, len(numbers))
		for i, n := range numbers {
			if n > 0 {
				colours[i] = p.Options[n-1].String()
			}
		}
		return games.List(colours)
	case games.Token:
		return games.Value(fmt.Sprintf(`{"colour":%s,"position":%d}`, string(p.Options[numbers[0]-1]), numbers[1]))
	}
	if n := numbers[0]; n < p.Min {
		return p.Options[len(p.Options)-(p.Min-n)]
	}
	return games.Number(numbers[0])
}

// sending is the cursor's place behind the attributes of a card and the words that may be answered
// instead. It can be reached when the card is whole.
func sending(p games.Prompt) int { return max(p.Places, len(p.Options)) }

// pressCard takes a key on a card, where OK chooses an attribute.
func (n *numbers) pressCard(k Key, p games.Prompt) (games.Value, end) {
	send := sending(p)
	switch {
	case k == Back && n.count == 0:
		return "", left
	case k == Back:
		n.count--
		n.at = n.list[n.count] - 1
	case k != OK && n.count == p.Max:
		n.at = moved(k, n.at, send+1)
	case k != OK:
		n.at = moved(k, n.at, send)
	case n.at == send:
		return card(n.all()), whole
	case n.at >= p.Places:
		return p.Options[n.at], whole
	default:
		n.take(n.at+1, p)
	}
	return "", none
}

// take takes an attribute, or puts it back. The last leads to where OK sends the card.
func (n *numbers) take(attribute int, p games.Prompt) {
	if i := slices.Index(n.all(), attribute); i >= 0 {
		copy(n.list[i:n.count], n.list[i+1:n.count])
		n.count--
	} else if n.count < min(p.Max, mostNumbers) {
		n.list[n.count] = attribute
		n.count++
	} else {
		return
	}
	n.at = attribute - 1
	if n.count == p.Max {
		n.at = sending(p)
	}
}

// card is the answer that the chosen attributes make.
func card(chosen []int) games.Value {
	var attributes []string
	for _, n := range slices.Sorted(slices.Values(chosen)) {
		attributes = append(attributes, strconv.Itoa(n))
	}
	return games.Value("[" + strings.Join(attributes, ",") + "]")
}
