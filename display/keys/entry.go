package keys

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"arbitre/games"
)

// slots is of how many numbers an answer can be made: as many places of a code have room in a picture.
const slots = 8

// Type takes a character of a keyboard. A digit sets a number, goes to the seat of that number, or chooses the attribute of
// that number; a letter goes into a word. Nothing that is typed is an answer before OK: a slip can be mended with Back.
// What waits is opened by a character that it takes; of several words, the one that is known to begin with that letter.
func (d *Dialogue) Type(r rune, v games.View) {
	d.Follow(v)
	if d.refusal != "" {
		d.readOn()
		return
	}
	r = unicode.ToUpper(r)
	p, asked := d.asks(v)
	if !asked {
		if p, asked = d.opens(r, v); !asked {
			return
		}
	}
	if d.asked.ID == "" {
		d.begin(p, v)
	}
	switch n := int(r - '0'); {
	case p.Shape == games.Letters:
		d.letter(r, p)
	case n < 0 || n > 9:
	case d.seats != nil:
		if i := slices.Index(d.seats, games.Seat(n)); i >= 0 {
			d.cursor = i
		}
	case p.Shape == games.Choice:
		if i := slices.Index(p.Options, games.Number(n)); i >= 0 {
			d.cursor = i
		}
	case p.Shape == games.Card:
		if n >= 1 && n <= p.Places {
			d.take(n, p)
		}
	case d.count > 0:
		d.digit(n, p)
	}
}

// opens finds what waits for a character. Where that can't be told it opens the list.
func (d *Dialogue) opens(r rune, v games.View) (games.Prompt, bool) {
	if _, ok := front(v); ok {
		return games.Prompt{}, false
	}
	waiting := AppendWaiting(nil, v)
	var found []games.Prompt
	for i, p := range waiting {
		switch first := p.Given(); {
		case len(waiting) > 1 && r == '0'+rune(p.Seat):
			d.Reset()
			d.listing, d.cursor = true, i
			return games.Prompt{}, false
		case p.Shape == games.Letters && unicode.IsLetter(r) && (first == "" || len(waiting) == 1 || first == initial(r)),
			p.Shape == games.Card && r >= '1' && r <= '0'+rune(p.Places),
			p.Shape == games.Code && r >= '0' && r <= '9':
			found = append(found, p)
		}
	}
	if len(found) != 1 {
		if len(waiting) > 1 && unicode.IsLetter(r) {
			d.Reset()
			d.listing = true
		}
		return games.Prompt{}, false
	}
	return found[0], true
}

// start returns the numbers from which the keys set out, and how many they are.
func start(p games.Prompt) (numbers [slots]int, count int) {
	switch p.Shape {
	case games.Hand:
		for count = range p.Counts {
			numbers[count] = p.Usual(count)
		}
		count = len(p.Counts)
	case games.Code:
		count = min(p.Places, slots)
	case games.Amount:
		numbers[0], count = p.Min, 1
		if p.Preset != "" {
			if n, err := p.Preset.Int(); err == nil && n >= p.Min && n <= p.Max {
				numbers[0] = n
			}
		}
	case games.Token:
		if len(p.Options) > 0 {
			numbers[0], numbers[1], count = 1, 1, 2
		}
	}
	return numbers, count
}

// limits are the least and the most of one number, and whether one follows the other.
// The options of an amount stand below its least. A colour is its place among the options, from 1; 0 is none.
func limits(p games.Prompt, slot int) (least, most int, round bool) {
	switch {
	case p.Shape == games.Hand:
		return 0, p.Counts[slot].Most, false
	case p.Shape == games.Code:
		return 0, len(p.Options), true
	case p.Shape == games.Token && slot == 0:
		return 1, len(p.Options), true
	case p.Shape == games.Token:
		return 1, p.Places, true
	}
	return p.Min - len(p.Options), max(p.Min, p.Max), false
}

// turn sets a number one lower or higher.
func (d *Dialogue) turn(p games.Prompt, by int) {
	if d.slot == d.count {
		return // it is whole
	}
	n := d.slots[d.slot]
	if p.Shape == games.Code {
		pegs := d.pegs(p)
		d.slots[d.slot] = pegs[(slices.Index(pegs, n)+by+len(pegs))%len(pegs)]
		return
	}
	least, most, round := limits(p, d.slot)
	switch n += by; {
	case round && n < least:
		n = most
	case round && n > most:
		n = least
	}
	d.set(max(least, min(most, n)), p)
}

// set sets the number that is being set. What usually comes with the first of a hand stays so.
func (d *Dialogue) set(n int, p games.Prompt) {
	usual := p.Shape == games.Hand && d.slot == 0
	for kind := 1; usual && kind < d.count; kind++ {
		usual = d.slots[kind] == p.Likely(d.slots[0], kind)
	}
	d.slots[d.slot] = n
	for kind := 1; usual && kind < d.count; kind++ {
		d.slots[kind] = p.Likely(n, kind)
	}
}

// left is how many colours and empty places a code lacks from the one on that is being set.
func (d *Dialogue) left(p games.Prompt) (colours, empty int) {
	colours, empty = p.Max, d.count-p.Max
	for _, n := range d.slots[:d.slot] {
		if n == 0 {
			empty--
		} else {
			colours--
		}
	}
	return colours, empty
}

// pegs are what may be at the place of a code that is being set, in the order in which the keys go round, which is the same
// at every place: empty first, if any place still is, then the colours.
func (d *Dialogue) pegs(p games.Prompt) (pegs []int) {
	colours, empty := d.left(p)
	if empty > 0 {
		pegs = append(pegs, 0)
	}
	for n := 1; n <= len(p.Options) && colours > 0; n++ {
		pegs = append(pegs, n)
	}
	return pegs
}

// nextPlace goes to the next place of a code; behind the last one where only empty ones are left.
func (d *Dialogue) nextPlace(p games.Prompt) {
	d.slot++
	if colours, _ := d.left(p); colours == 0 {
		clear(d.slots[d.slot:])
		d.slot = d.count
	}
	if d.slot < d.count {
		if pegs := d.pegs(p); !slices.Contains(pegs, d.slots[d.slot]) {
			d.slots[d.slot] = pegs[0]
		}
	}
}

// digit sets a number, or the whole of a place of a code.
func (d *Dialogue) digit(n int, p games.Prompt) {
	if p.Shape == games.Code {
		if d.slot < d.count && slices.Contains(d.pegs(p), n) {
			d.slots[d.slot] = n
			d.nextPlace(p)
		}
		return
	}
	least, most, _ := limits(p, d.slot)
	if p.Shape == games.Amount {
		least = p.Min
	}
	set := n
	if d.typed {
		set = 10*d.slots[d.slot] + n
	}
	if set > most {
		set = n
	}
	if set >= least && set <= most {
		d.set(set, p)
		d.typed = true
	}
}

func (d *Dialogue) pressSlots(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	d.typed = false
	switch k {
	case Previous:
		d.turn(p, -1)
	case Next:
		d.turn(p, 1)
	case Back:
		if d.slot == 0 {
			return d.back(k, at, p, v)
		}
		d.slot--
		for p.Shape == games.Code && len(d.pegs(p)) == 1 {
			d.slot-- // nothing but empty could be there
		}
	case OK:
		switch {
		case d.slot+1 >= d.count:
			return d.answer(at, p, entered(p, d.slots[:d.count]), 0)
		case p.Shape == games.Code:
			d.nextPlace(p)
		default:
			d.slot++
		}
	}
	return in, false
}

// entered is the answer that the numbers make.
func entered(p games.Prompt, numbers []int) games.Value {
	switch p.Shape {
	case games.Hand:
		return p.HandOf(numbers)
	case games.Code:
		colours := make([]string, len(numbers))
		for i, n := range numbers {
			colours[i] = `""`
			if n > 0 {
				colours[i] = string(p.Options[n-1])
			}
		}
		return games.Value("[" + strings.Join(colours, ",") + "]")
	case games.Token:
		return games.Value(fmt.Sprintf(`{"colour":%s,"position":%d}`, string(p.Options[numbers[0]-1]), numbers[1]))
	}
	if n := numbers[0]; n < p.Min {
		return p.Options[len(p.Options)-(p.Min-n)]
	}
	return games.Number(numbers[0])
}

// sending is the cursor's place behind the attributes of a card and the words that may be answered instead.
// It can be reached when the card is whole.
func sending(p games.Prompt) int { return max(p.Places, len(p.Options)) }

func (d *Dialogue) pressCard(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	n := sending(p)
	switch {
	case k == Back && d.count == 0:
		return d.back(k, at, p, v)
	case k == Back:
		d.count--
		d.cursor = d.slots[d.count] - 1
	case k != OK && d.count == p.Max:
		d.move(k, n+1)
	case k != OK:
		d.move(k, n)
	case d.cursor == n:
		return d.answer(at, p, card(d.chosen()), 0)
	case d.cursor >= p.Places:
		return d.answer(at, p, p.Options[d.cursor], 0)
	default:
		d.take(d.cursor+1, p)
	}
	return in, false
}

// take takes an attribute, or puts it back. The last leads to where OK sends the card.
func (d *Dialogue) take(attribute int, p games.Prompt) {
	if i := slices.Index(d.chosen(), attribute); i >= 0 {
		copy(d.slots[i:d.count], d.slots[i+1:d.count])
		d.count--
	} else if d.count < p.Max && d.count < slots {
		d.slots[d.count] = attribute
		d.count++
	} else {
		return
	}
	d.cursor = attribute - 1
	if d.count == p.Max {
		d.cursor = sending(p)
	}
}

// chosen are the attributes of a card, in the order in which they were taken.
func (d *Dialogue) chosen() []int { return d.slots[:d.count] }

func card(chosen []int) games.Value {
	var b []byte
	for _, n := range slices.Sorted(slices.Values(chosen)) {
		b = strconv.AppendInt(append(b, ','), int64(n), 10)
	}
	return games.Value("[" + string(b[1:]) + "]")
}

// initial is the letter from A to Z with which a letter folds.
func initial(r rune) string {
	switch r {
	case 'Œ':
		return "O"
	case 'Æ':
		return "A"
	}
	return norm.NFD.String(string(r))[:1]
}

// Letters is how many of a word's letters a letter counts for: ligatures fold to two (MOTUS-1).
func Letters(r rune) int {
	if r == 'Œ' || r == 'Æ' || r == 'ß' || r == 'ẞ' {
		return 2
	}
	return 1
}

// length is how many letters a word has.
func length(word string) int {
	n := 0
	for _, r := range word {
		n += Letters(r)
	}
	return n
}

// letter adds a typed letter. Who types the whole word begins with the letter that is there already.
func (d *Dialogue) letter(r rune, p games.Prompt) {
	if !unicode.Is(unicode.Latin, r) {
		return
	}
	word := d.word + string(r)
	if d.again && initial(r) == d.given {
		word = string(r)
	}
	if length(word) > p.Max {
		return
	}
	d.word, d.wheel, d.again = word, 0, false
}

func (d *Dialogue) pressLetters(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	full := length(d.word) >= p.Max
	switch {
	case k == Back || k == Previous && full && p.For > 0:
		r, n := utf8.DecodeLastRuneInString(d.word)
		if length(d.word) <= length(d.given) {
			return d.back(k, at, p, v)
		}
		d.word = d.word[:len(d.word)-n]
		if d.word == "" {
			d.word = d.given
		}
		if (d.wheel != 0 || k == Previous) && r >= 'A' && r <= 'Z' {
			d.wheel = r // to be turned on from
		}
	case k == OK && full:
		return d.answer(at, p, games.Word(d.word), 0)
	case k == OK && d.wheel != 0:
		d.word, d.again = d.word+string(d.wheel), false
		d.wheel = d.ring()[0]
		if length(d.word) >= p.Max && p.For <= 0 { // a secret is looked at once more: nobody else could tell a slip in it
			return d.answer(at, p, games.Word(d.word), 0)
		}
	case k == OK && d.word != d.given: // typed, and too short: who asks says how long it must be
		return d.answer(at, p, games.Word(d.word), 0)
	case k == Next && !full:
		d.roll(1)
	case k == Previous && !full:
		d.roll(-1)
	}
	return in, false
}

// roll turns the wheel by one; where no letter stands on it, to its first.
func (d *Dialogue) roll(by int) {
	ring := d.ring()
	i := slices.Index(ring[:], d.wheel)
	if i < 0 {
		i, by = 0, 0
	}
	d.wheel = ring[(i+by+len(ring))%len(ring)]
}
