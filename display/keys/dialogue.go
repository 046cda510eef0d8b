// Package keys lets a judge answer with three keys what a game asks.
package keys

import (
	"slices"
	"time"
	"unicode/utf8"

	"arbitre/games"
)

// A Key is one of the judge's.
type Key uint8

// The keys. A long OK, or a key of its own, is Back.
const (
	Previous Key = iota
	Next
	OK
	Back
)

// A Dialogue is where the judge is with the open prompts: which one is being answered, and the answer so far.
// It does nothing by itself: no time passes in it. Its zero value has been asked nothing.
// A copy is a picture of the moment, safe to hand to another goroutine.
//
// The first prompt that does not wait in the background has the display, unless it has one option or nothing to enter:
// those two stand below the scene, and OK gives the one option. OK opens what waits; where several wait, a list of them.
// Back goes one question back; where there is none, it is undo. Previous and Next turn the pages of a scene: its points are
// the last, and what one picture does not hold comes after the first.
type Dialogue struct {
	// Rows is the height in pixels of the display that the keys turn; 0 for whoever has no keys and sees the first pages alone.
	// A refusal that is too long for it is told in parts, the next one by any key.
	Rows int

	asked games.Question // that has a draft; zero where none has
	over  games.Question // what had the display when the draft was begun
	laid  *Dialogue      // a draft that was laid aside for a question that came meanwhile; it is never changed

	listing bool // one is being chosen of those that wait
	page    int  // of what the scene tells
	read    games.Text

	cursor int          // in a list
	option games.Value  // chosen, when the next question is whose it is
	seats  []games.Seat // that may be named then

	slots [slots]int // the numbers of which the answer is made
	count int        // how many they are
	slot  int        // which of them is being set
	typed bool       // by digits, to which further ones are appended

	word  string // as far as it is entered
	known string // what everyone knows of it: "E.A.."
	given string // the letter of that with which it begins
	again bool   // that letter may still be typed once more
	wheel rune   // the letter that OK would add; none after a typed one

	sent    bool // the draft has been given as the answer
	refusal string
	further bool // its beginning has been read
}

// Press takes one key at a time on the game's clock. It returns an input where the key has made one: an answer or an undo.
// After each key the scene is to be drawn anew.
func (d *Dialogue) Press(k Key, at time.Duration, v games.View) (in games.Input, ok bool) {
	d.Follow(v)
	if d.refusal != "" {
		d.readOn()
		if p, open := d.Open(v); open && d.seats != nil {
			d.unnamed(p) // who could be named then may be too late by now
		}
		return in, false
	}
	p, asked := d.asks(v)
	switch {
	case asked && d.asked.ID == "":
		d.begin(p, v)
	case asked:
	case d.listing:
		d.pressList(k, v)
		return in, false
	default:
		return d.pressScene(k, at, v)
	}
	switch {
	case d.seats != nil:
		return d.pressSeats(k, at, p)
	case p.Shape == games.Choice:
		return d.pressChoice(k, at, p, v)
	case p.Shape == games.Card:
		return d.pressCard(k, at, p, v)
	case p.Shape == games.Letters:
		return d.pressLetters(k, at, p, v)
	case d.count > 0:
		return d.pressSlots(k, at, p, v)
	}
	return d.back(k, at, p, v)
}

// pressScene takes a key while no question has the display.
func (d *Dialogue) pressScene(k Key, at time.Duration, v games.View) (in games.Input, ok bool) {
	asked, open := front(v)
	waiting := AppendWaiting(nil, v)
	switch {
	case k == Back:
		return games.Input{At: at, Kind: games.Undo}, true
	case k == OK && open && single(asked):
		d.begin(asked, v)
		return d.answer(at, asked, asked.Options[0], 0)
	case k != OK:
		d.page += int(k)*2 - 1
		d.read = v.Headline
	case open || len(waiting) == 0:
	case len(waiting) == 1:
		d.begin(waiting[0], v)
	default:
		d.Reset()
		d.listing = true
	}
	return in, false
}

// Asks tells whether a question of a view takes the display from what its scene tells.
func Asks(v games.View) bool {
	p, ok := front(v)
	return ok && !single(p)
}

// Entering tells whether the word that is asked for has been begun.
func (d *Dialogue) Entering() bool {
	return d.Drafting() && (d.word != d.given || d.wheel != 0 && d.wheel != d.ring()[0])
}

// Reset forgets the draft, the refusal and the page.
func (d *Dialogue) Reset() { *d = Dialogue{Rows: d.Rows, laid: d.laid} }

func (d *Dialogue) pressList(k Key, v games.View) {
	waiting := AppendWaiting(nil, v)
	d.cursor = min(d.cursor, len(waiting)-1)
	switch k {
	case OK:
		d.begin(waiting[d.cursor], v)
	case Back:
		d.Reset()
	default:
		d.move(k, len(waiting))
	}
}

// Follow takes a new view. A draft stays as long as its prompt is open, and is dropped when it has been answered.
// A question that comes meanwhile has the display: what was being entered is laid aside for it, and comes back after it.
func (d *Dialogue) Follow(v games.View) {
	if d.read.Word != v.Headline.Word || d.read.Seat != v.Headline.Seat {
		d.page = 0
	}
	if d.listing && !several(v) {
		d.listing = false
	}
	if d.asked.ID != "" {
		if _, open := d.Open(v); d.sent || !open {
			d.drop()
		}
	}
	first, now := front(v)
	asked := first.Question()
	switch {
	case d.asked.ID != "" && now && asked != d.over && asked != d.asked:
		aside := *d
		aside.laid, aside.refusal = nil, ""
		d.Reset()
		if aside.count > 0 || aside.word != aside.given { // a list is as quickly opened anew
			d.laid = &aside
		}
	case d.laid != nil && d.asked.ID == "" && !now && len(v.Prompts) > 0:
		aside := *d.laid
		if _, open := aside.Open(v); open {
			aside.refusal, aside.further = d.refusal, d.further
			*d = aside
		}
		d.laid = nil
	}
}

// drop forgets the draft and the page.
func (d *Dialogue) drop() {
	reason, further := d.refusal, d.further
	d.Reset()
	d.refusal, d.further = reason, further
}

// Asking is the question that the keys answer now, and how many offers stand before its options: then they answer with the
// first of those. It is zero where they turn the scene's pages or open what waits.
func (d *Dialogue) Asking(v games.View) (q games.Question, offers int) {
	if d.asked.ID != "" {
		return d.asked, 0
	}
	p, _ := front(v)
	return p.Question(), len(p.Offers)
}

// Refuse shows why the last input was not taken, until the next key. The draft stays, to be mended.
func (d *Dialogue) Refuse(reason string) {
	d.sent = false
	d.refusal, d.further = reason, false
}

// Drafting tells whether an answer is being entered.
func (d *Dialogue) Drafting() bool { return d.asked.ID != "" && !d.sent }

// Refused tells whether a refusal is shown.
func (d *Dialogue) Refused() bool { return d.refusal != "" }

// told is the part of a refusal that is shown, and what is still to be told. The parts are about as long as each other, so
// that no word is left alone.
func (d *Dialogue) told() (part, rest string) {
	most := 4 + 18*d.Rows/16 // letters that a picture tells at once, in rows of 16 pixels
	all := utf8.RuneCountInString(d.refusal)
	if d.Rows == 0 || all <= most {
		return d.refusal, ""
	}
	parts := (all + most - 1) / most
	letters, end := 0, 0
	for i, r := range d.refusal {
		if letters > most && end > 0 {
			break
		}
		if r == ' ' {
			if end = i; letters >= all/parts {
				break
			}
		}
		letters++
	}
	if end == 0 {
		return d.refusal, ""
	}
	return d.refusal[:end], d.refusal[end+1:]
}

func (d *Dialogue) readOn() {
	_, d.refusal = d.told()
	d.further = true
}

// Open finds the prompt of the draft.
func (d *Dialogue) Open(v games.View) (games.Prompt, bool) {
	for _, p := range v.Prompts {
		if p.Question() == d.asked {
			return p, true
		}
	}
	return games.Prompt{}, false
}

// asks returns the prompt that has the display.
func (d *Dialogue) asks(v games.View) (games.Prompt, bool) {
	if d.asked.ID != "" {
		return d.Open(v)
	}
	p, ok := front(v)
	return p, ok && !single(p) && p.Shape != games.Peek
}

func single(p games.Prompt) bool {
	return p.Shape == games.Choice && len(p.Options)+len(p.Offers) == 1
}

// waits tells whether a prompt stands below the scene until a key opens it. A code waits while the scene has the answers
// to the last one: they are to be read first.
func waits(p games.Prompt, v games.View) bool {
	return p.Background || p.Shape == games.Code && v.Panel == games.Replies
}

// front is the first prompt that does not wait.
func front(v games.View) (games.Prompt, bool) {
	for _, p := range v.Prompts {
		if !waits(p, v) {
			return p, true
		}
	}
	return games.Prompt{}, false
}

// AppendWaiting lists the prompts that wait in the background, by their hunts, so that each keeps its place in the list.
func AppendWaiting(list []games.Prompt, v games.View) []games.Prompt {
	for _, p := range v.Prompts {
		if waits(p, v) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b games.Prompt) int { return a.Hunt - b.Hunt })
	return list
}

// several tells whether there is a choice among those that wait.
func several(v games.View) bool {
	if _, ok := front(v); ok {
		return false
	}
	return len(v.Prompts) > 1
}

func (d *Dialogue) begin(p games.Prompt, v games.View) {
	d.Reset()
	d.asked = p.Question()
	first, _ := front(v)
	d.over = first.Question()
	d.slots, d.count = start(p)
	if d.cursor = -len(p.Offers); p.Preset != "" {
		d.cursor = max(0, slices.Index(p.Options, p.Preset))
	}
	if p.Shape == games.Letters {
		d.known, d.given = p.Known, p.Given()
		d.word, d.again = d.given, d.given != ""
		d.wheel = d.ring()[0]
	}
}

func (d *Dialogue) answer(at time.Duration, p games.Prompt, v games.Value, s games.Seat) (games.Input, bool) {
	keys := p.Keys
	if s != 0 {
		keys.Seat = s
	}
	d.sent = true
	return games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Keys: keys, Value: v}, true
}

// back leaves a prompt that waits in the background, and is undo anywhere else.
func (d *Dialogue) back(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	if k != Back {
		return in, false
	}
	d.Reset()
	if waits(p, v) {
		return in, false
	}
	return games.Input{At: at, Kind: games.Undo}, true
}

func (d *Dialogue) move(k Key, n int) {
	switch k {
	case Previous:
		d.cursor = (d.cursor + n - 1) % n
	case Next:
		d.cursor = (d.cursor + 1) % n
	}
}
