// Package keys lets a judge answer with three keys what a game asks.
package keys

import (
	"slices"
	"time"

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

// A Dialogue is where the judge is with the open prompts: which one is being answered, and the
// answer so far. It does nothing by itself: no time passes in it. Its zero value has been asked
// nothing. A copy is a picture of the moment, safe to hand to another goroutine.
//
// The first prompt that does not wait in the background has the display, unless it has one option
// or nothing to enter: those two stand below the scene, and OK gives the one option. OK opens what
// waits; where several wait, a list of them. Back goes one question back; where there is none, it
// is undo. Previous and Next turn the pages of a scene: its points are the last, and what one
// picture does not hold comes after the first.
type Dialogue struct {
	// Rows is the height in pixels of the display that the keys turn; 0 for whoever has no keys and
	// sees the first pages alone. A refusal that is too long for it is told in parts, the next one
	// by any key.
	Rows int

	asked  games.Question // the one that is being answered; zero while none is
	before games.Question // the one that had the display when the answer was begun
	aside  *Dialogue      // an answer that another question has interrupted; never changed

	listing bool       // the list of the prompts that wait is open
	page    int        // of what the scene tells
	paged   games.Text // the headline whose pages are turned

	entry   Entry
	sent    bool // it has been given as the answer
	refusal refusal
}

// Press takes one key at a time on the game's clock. It returns an input where the key has made
// one: an answer or an undo. After each key the scene is to be drawn anew.
func (d *Dialogue) Press(k Key, at time.Duration, v games.View) (in games.Input, ok bool) {
	d.Follow(v)
	if d.Refused() {
		d.refusal.told++
		if p, open := d.Open(v); open && d.entry.Seats != nil {
			d.unname(p) // who could be named then may be too late by now
		}
		return in, false
	}
	p, asked := d.asks(v)
	switch {
	case asked && !d.begun():
		d.begin(p, v)
	case asked:
	case d.listing:
		d.pressList(k, v)
		return in, false
	default:
		return d.pressScene(k, at, v)
	}
	switch {
	case d.entry.Seats != nil:
		return d.pressSeats(k, at, p)
	case p.Shape == games.Choice:
		return d.pressChoice(k, at, p, v)
	}
	value, end := d.entry.press(k, p)
	switch end {
	case whole:
		return d.answer(at, p, value, 0)
	case left:
		return d.back(at, p, v)
	}
	return in, false
}

// pressScene takes a key while no question has the display.
func (d *Dialogue) pressScene(k Key, at time.Duration, v games.View) (in games.Input, ok bool) {
	asked, open := front(v)
	waiting := Waiting(v)
	switch {
	case k == Back:
		return games.Input{At: at, Kind: games.Undo}, true
	case k == OK && open && single(asked):
		d.begin(asked, v)
		return d.answer(at, asked, asked.Options[0], 0)
	case k != OK:
		d.page += k.step()
		d.paged = v.Headline
	case open || len(waiting) == 0:
	case len(waiting) == 1:
		d.begin(waiting[0], v)
	default:
		d.list(0)
	}
	return in, false
}

// list opens the list of what waits.
func (d *Dialogue) list(cursor int) {
	d.Reset()
	d.listing, d.entry.Cursor = true, cursor
}

func (d *Dialogue) pressList(k Key, v games.View) {
	waiting := Waiting(v)
	cursor := min(d.entry.Cursor, len(waiting)-1)
	switch k {
	case OK:
		d.begin(waiting[cursor], v)
	case Back:
		d.Reset()
	default:
		d.entry.Cursor = moved(k, cursor, len(waiting))
	}
}

// Entering tells whether the word that is asked for has been begun.
func (d *Dialogue) Entering() bool { return d.Drafting() && d.entry.Word.begun() }

// Reset forgets the draft, the refusal and the page.
func (d *Dialogue) Reset() { *d = Dialogue{Rows: d.Rows, aside: d.aside} }

// Follow takes a new view. A draft stays as long as its prompt is open, and is dropped when it has
// been answered. A question that comes meanwhile has the display: what was being entered is laid
// aside for it, and comes back after it.
func (d *Dialogue) Follow(v games.View) {
	if d.paged.Word != v.Headline.Word || d.paged.Seat != v.Headline.Seat {
		d.page = 0
	}
	first, now := front(v)
	if d.listing && (now || len(v.Prompts) < 2) {
		d.listing = false
	}
	if d.begun() {
		if _, open := d.Open(v); d.sent || !open {
			refusal := d.refusal
			d.Reset()
			d.refusal = refusal
		}
	}
	asked := first.Question()
	switch {
	case d.begun() && now && asked != d.before && asked != d.asked:
		aside := *d
		aside.aside, aside.refusal = nil, refusal{}
		d.Reset()
		if aside.entry.entered() { // a list is as quickly opened anew
			d.aside = &aside
		}
	case d.aside != nil && !d.begun() && !now && len(v.Prompts) > 0:
		aside := *d.aside
		if _, open := aside.Open(v); open {
			aside.refusal = d.refusal
			*d = aside
		}
		d.aside = nil
	}
}

// Asking is the question that the keys answer now, and how many offers stand before its options. It
// is zero while the keys turn the pages of the scene or open a prompt that waits.
func (d *Dialogue) Asking(v games.View) (q games.Question, offers int) {
	if d.begun() {
		return d.asked, 0
	}
	p, _ := front(v)
	return p.Question(), len(p.Offers)
}

// Refuse shows why the last input was not taken, until the next key. The draft stays, to be mended.
func (d *Dialogue) Refuse(reason string) {
	d.sent = false
	d.refusal = refusal{parts: inParts(reason, d.Rows)}
}

// Refused tells whether a refusal is shown.
func (d *Dialogue) Refused() bool { return d.refusal.told < len(d.refusal.parts) }

// begun tells whether a prompt has a draft.
func (d *Dialogue) begun() bool { return d.asked.ID != "" }

// Drafting tells whether an answer is being entered.
func (d *Dialogue) Drafting() bool { return d.begun() && !d.sent }

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
	if d.begun() {
		return d.Open(v)
	}
	p, ok := front(v)
	return p, ok && !single(p) && p.Shape != games.Peek
}

// begin begins the draft of an answer.
func (d *Dialogue) begin(p games.Prompt, v games.View) {
	d.Reset()
	first, _ := front(v)
	d.asked, d.before, d.entry = p.Question(), first.Question(), start(p)
}

// answer gives the answer, about a seat where it names one.
func (d *Dialogue) answer(at time.Duration, p games.Prompt, v games.Value, s games.Seat) (games.Input, bool) {
	keys := p.Keys
	if s != 0 {
		keys.Seat = s
	}
	d.sent = true
	return games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Keys: keys, Value: v}, true
}

// back leaves a prompt that waits in the background, and is undo anywhere else.
func (d *Dialogue) back(at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	d.Reset()
	if waits(p, v) {
		return in, false
	}
	return games.Input{At: at, Kind: games.Undo}, true
}

// Asks tells whether a question of a view takes the display from what its scene tells.
func Asks(v games.View) bool {
	p, ok := front(v)
	return ok && !single(p)
}

// single tells whether a question has one answer.
func single(p games.Prompt) bool {
	return p.Shape == games.Choice && len(p.Options)+len(p.Offers) == 1
}

// waits tells whether a prompt stands below the scene until a key opens it. A code waits while the
// scene has the answers to the last one: they are to be read first.
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

// Waiting lists the prompts that wait in the background, by their hunts, so that each keeps
// its place in the list.
func Waiting(v games.View) (list []games.Prompt) {
	for _, p := range v.Prompts {
		if waits(p, v) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b games.Prompt) int { return a.Hunt - b.Hunt })
	return list
}

// step is how far Previous and Next go.
func (k Key) step() int {
	if k == Previous {
		return -1
	}
	return 1
}

// moved is the place of a cursor in a list after Previous or Next: behind the last is the first.
func moved(k Key, cursor, n int) int { return (cursor + n + k.step()) % n }
