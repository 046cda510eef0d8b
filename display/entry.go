package display

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"arbitre/games"
)

// What the cards and codes of the table are made of.
const (
	attributes = 8 // of a card, which names perCard of them (MOG-2)
	perCard    = 3
	places     = 5 // of a code (MM-2)
)

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
	if d.id == "" {
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
		if n >= 1 && n <= attributes {
			d.choose(n, p)
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
	waiting := appendWaiting(nil, v)
	var found []games.Prompt
	for i, p := range waiting {
		switch known := knownLetter(p, v); {
		case len(waiting) > 1 && r == '0'+rune(p.Seat):
			d.Reset()
			d.listing, d.cursor = true, i
			return games.Prompt{}, false
		case p.Shape == games.Letters && unicode.IsLetter(r) && (known == "" || len(waiting) == 1 || known == initial(r)),
			p.Shape == games.Card && r >= '1' && r <= '0'+attributes,
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
func start(p games.Prompt) (slots [places]int, count int) {
	switch p.Shape {
	case games.Hand:
		count = len(p.Most)
	case games.Code:
		count = places
	case games.Amount:
		slots[0], count = p.Min, 1
		if p.Preset != "" {
			if n, err := p.Preset.Int(); err == nil && n >= p.Min && n <= p.Max {
				slots[0] = n
			}
		}
	case games.Token:
		if len(p.Options) > 0 {
			slots[0], slots[1], count = 1, 1, 2
		}
	}
	return slots, count
}

// limits are the least and the most of one number, and whether one follows the other.
// The options of an amount stand below its least. A colour is its place among the options, from 1; 0 is none.
func limits(p games.Prompt, slot int) (least, most int, round bool) {
	switch {
	case p.Shape == games.Hand:
		return 0, p.Most[slot], false
	case p.Shape == games.Code:
		return 0, len(p.Options), true
	case p.Shape == games.Token && slot == 0:
		return 1, len(p.Options), true
	case p.Shape == games.Token:
		return 1, places, true
	}
	return p.Min - len(p.Options), max(p.Min, p.Max), false
}

// turn sets a number one lower or higher.
func (d *Dialogue) turn(p games.Prompt, by int) {
	least, most, round := limits(p, d.slot)
	n := d.slots[d.slot] + by
	switch {
	case round && n < least:
		n = most
	case round && n > most:
		n = least
	}
	d.slots[d.slot] = max(least, min(most, n))
}

func (d *Dialogue) digit(n int, p games.Prompt) {
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
		d.slots[d.slot] = set
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
	case OK:
		if d.slot+1 < d.count {
			d.slot++
			return in, false
		}
		return d.answer(at, p, entered(p, d.slots), 0)
	}
	return in, false
}

// entered is the answer that the numbers make.
func entered(p games.Prompt, slots [places]int) games.Value {
	switch p.Shape {
	case games.Hand:
		return games.HandCount{Numbers: slots[0], Actions: slots[1], Mitos: slots[2]}.Value()
	case games.Code:
		colours := make([]string, places)
		for i, n := range slots {
			colours[i] = `""`
			if n > 0 {
				colours[i] = string(p.Options[n-1])
			}
		}
		return games.Value("[" + strings.Join(colours, ",") + "]")
	case games.Token:
		return games.Value(fmt.Sprintf(`{"colour":%s,"position":%d}`, string(p.Options[slots[0]-1]), slots[1]))
	}
	if n := slots[0]; n < p.Min {
		return p.Options[len(p.Options)-(p.Min-n)]
	}
	return games.Number(slots[0])
}

// sending is the cursor's place behind the attributes of a card and the words that may be answered instead.
// It can be reached when the card is whole.
func sending(p games.Prompt) int { return max(attributes, len(p.Options)) }

func (d *Dialogue) pressCard(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	n := sending(p)
	switch {
	case k == Back && d.count == 0:
		return d.back(k, at, p, v)
	case k == Back:
		d.count--
		d.cursor = d.slots[d.count] - 1
	case k != OK && d.count == perCard:
		d.move(k, n+1)
	case k != OK:
		d.move(k, n)
	case d.cursor == n:
		return d.answer(at, p, card(d.chosen()), 0)
	case d.cursor >= attributes:
		return d.answer(at, p, p.Options[d.cursor], 0)
	default:
		d.choose(d.cursor+1, p)
	}
	return in, false
}

// choose takes an attribute, or puts it back. The third leads to where OK sends the card.
func (d *Dialogue) choose(attribute int, p games.Prompt) {
	if i := slices.Index(d.chosen(), attribute); i >= 0 {
		copy(d.slots[i:d.count], d.slots[i+1:d.count])
		d.count--
	} else if d.count < perCard {
		d.slots[d.count] = attribute
		d.count++
	} else {
		return
	}
	d.cursor = attribute - 1
	if d.count == perCard {
		d.cursor = sending(p)
	}
}

// chosen are the attributes of a card, in the order in which they were taken.
func (d *Dialogue) chosen() []int { return d.slots[:d.count] }

func card(chosen []int) games.Value {
	c := slices.Sorted(slices.Values(chosen))
	return games.Value(fmt.Sprintf("[%d,%d,%d]", c[0], c[1], c[2]))
}

// knownLetter is the first letter of the word that is asked for, where everyone knows it; else "".
func knownLetter(p games.Prompt, v games.View) string {
	for _, s := range v.Slates {
		if p.Shape == games.Letters && s.Hunt == p.Hunt && s.Known != "" && s.Known[0] != '.' {
			return s.Known[:1]
		}
	}
	return ""
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

// size is how many of a word's letters a letter counts for: ligatures fold to two (MOTUS-1).
func size(r rune) int {
	if r == 'Œ' || r == 'Æ' || r == 'ß' || r == 'ẞ' {
		return 2
	}
	return 1
}

// length is how many letters a word has.
func length(word string) int {
	n := 0
	for _, r := range word {
		n += size(r)
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
	case k == Back:
		r, n := utf8.DecodeLastRuneInString(d.word)
		if length(d.word) <= length(d.given) {
			return d.back(k, at, p, v)
		}
		d.word = d.word[:len(d.word)-n]
		if d.word == "" {
			d.word = d.given
		}
		if d.wheel != 0 && r >= 'A' && r <= 'Z' {
			d.wheel = r // to be turned on from
		}
	case k == OK && !full && d.wheel != 0:
		d.word, d.wheel, d.again = d.word+string(d.wheel), 'A', false
		if length(d.word) >= p.Max {
			return d.answer(at, p, games.Word(d.word), 0)
		}
	case k == OK && full:
		return d.answer(at, p, games.Word(d.word), 0)
	case k == Next && !full:
		d.wheel = rolled(d.wheel, 'A', 'Z', 1)
	case k == Previous && !full:
		d.wheel = rolled(d.wheel, 'Z', 'A', -1)
	}
	return in, false
}

// rolled turns the wheel by one. It goes round, and where no letter stands on it, it begins with the first.
func rolled(wheel, first, last, by rune) rune {
	if wheel == 0 || wheel == last {
		return first
	}
	return wheel + by
}
