// Package keys lets a judge answer a game's prompts with three keys. What they do depends on what the
// view asks:
//
//	the view has               State   Previous, Next    OK                         Back
//	no prompt                  Idle    turn the pages    nothing                    undo
//	a prompt with one answer   Single  turn the pages    gives it                   undo
//	waiting prompts alone      Waits   turn the pages    opens it, or lists them    undo
//	the list of them           Listed  move the cursor   opens one                  closes the list
//	a question                 Asked   choose or change  goes on, then gives it     a step back, then undo
//
// A typed character does what several keys would. A player's button may answer, too.
package keys

import (
	"slices"
	"time"

	"arbitre/games"
)

// A Key is a key of the judge.
type Key uint8

// The keys. Back is a long OK, or a key of its own.
const (
	Previous Key = iota
	Next
	OK
	Back
)

// A Dialogue is the state of the judge's keys: the prompt that is being answered, and the answer so
// far. It has no clock: it changes only by its methods. Its zero value is ready. A copy is a
// snapshot, safe to hand to another goroutine.
//
// The first prompt that does not wait in the background has the display. A prompt with a single
// option, or with nothing to enter, stands below the scene instead, and OK gives the option. OK
// opens the prompt that waits, or a list if several do. Back returns to the question before;
// without one it is undo. Previous and Next turn the pages of a scene: behind the first one follows
// what it had no room for, and the points are last.
type Dialogue struct {
	// Shown says that there is a display beside the keys. Without one a scene has its first page
	// alone.
	Shown bool

	asked       games.Question // the question that is being answered; zero if none
	interrupted games.Question // the question that had the display when the answer was begun
	parked      *Dialogue      // an answer that another question has interrupted; never changed

	listing bool       // the list of the waiting prompts is open
	page    int        // of the scene; pages go round in both directions
	paged   games.Text // the headline at which a page was turned last

	entry     Entry
	submitted bool     // the entry was given as the answer: the next Follow drops it
	refusal   []string // the parts of the reason why an answer was refused, shown one after the other
	partsRead int      // how many of them have been read
}

// Press takes a key, pressed at a time on the game's clock. It returns the input that the key
// makes, an answer or an undo, if any. The caller redraws the scene after each key.
func (d *Dialogue) Press(k Key, at time.Duration, v games.View) (in games.Input, ok bool) {
	d.Follow(v)
	if d.Refused() {
		d.partsRead++
		if p, open := d.DraftPrompt(v); open && d.entry.Seats != nil {
			d.clearSeat(p) // a seat that could be named then may be too late by now
		}
		return in, false
	}
	p, asked := d.asks(v)
	switch {
	case asked && !d.hasDraft():
		d.begin(p, v)
	case asked:
	case d.listing:
		return d.pressItem(k, at, listPrompt(), v)
	default:
		return d.pressScene(k, at, v)
	}
	if p.Shape == games.Choice {
		return d.pressItem(k, at, p, v)
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
	list := waiting(v)
	switch {
	case k == Back:
		return games.Input{At: at, Kind: games.Undo}, true
	case k == OK && open && single(asked):
		d.begin(asked, v)
		return d.answer(at, asked, asked.Options[0], 0)
	case k != OK:
		d.page += k.step()
		d.paged = v.Headline
	case open || len(list) == 0:
	case len(list) == 1:
		d.begin(list[0], v)
	default:
		d.list(0)
	}
	return in, false
}

// list opens the list of the waiting prompts.
func (d *Dialogue) list(cursor int) {
	d.Reset()
	d.listing, d.entry.Cursor = true, cursor
}

// listPrompt returns the question that the list of the waiting prompts asks.
func listPrompt() games.Prompt { return games.Prompt{ID: "which", Background: true} }

// Entering reports whether a word has been begun.
func (d *Dialogue) Entering() bool { return d.Drafting() && d.entry.Word.changed() }

// Reset forgets the draft, the refusal and the page.
func (d *Dialogue) Reset() { *d = Dialogue{Shown: d.Shown, parked: d.parked} }

// Follow takes a new view. It drops the draft if its prompt is answered or closed. A question that
// comes while another is being answered takes the display: what was entered is laid aside, and
// comes back after it.
func (d *Dialogue) Follow(v games.View) {
	if d.paged.Word != v.Headline.Word || d.paged.Seat != v.Headline.Seat {
		d.page = 0
	}
	first, now := front(v)
	if d.listing && (now || len(v.Prompts) < 2) {
		d.listing = false
	}
	if d.hasDraft() {
		if _, open := d.DraftPrompt(v); d.submitted || !open {
			refusal, read := d.refusal, d.partsRead
			d.Reset()
			d.refusal, d.partsRead = refusal, read
		}
	}
	asked := first.Question()
	switch {
	case d.hasDraft() && now && asked != d.interrupted && asked != d.asked:
		parked := *d
		parked.parked, parked.refusal, parked.partsRead = nil, nil, 0
		d.Reset()
		if parked.entry.entered() { // a chosen place in a list is found again as quickly
			d.parked = &parked
		}
	case d.parked != nil && !d.hasDraft() && !now && len(v.Prompts) > 0:
		parked := *d.parked
		if _, open := parked.DraftPrompt(v); open {
			parked.refusal, parked.partsRead = d.refusal, d.partsRead
			*d = parked
		}
		d.parked = nil
	}
}

// Asking returns the question that the keys answer now, and how many offers stand before its
// options. The question is zero while the keys turn pages or open waiting prompts.
func (d *Dialogue) Asking(v games.View) (q games.Question, offers int) {
	if d.hasDraft() {
		return d.asked, 0
	}
	p, _ := front(v)
	return p.Question(), len(p.Offers)
}

// ShowRefusal shows the reason why the last input was refused, until the next key; if it is too long, in
// parts, of which any key shows the next one. The draft stays, so that it can be corrected.
func (d *Dialogue) ShowRefusal(reason string) {
	d.submitted = false
	d.refusal, d.partsRead = inParts(reason), 0
}

// Refused reports whether a refusal is shown.
func (d *Dialogue) Refused() bool { return d.partsRead < len(d.refusal) }

// hasDraft reports whether a prompt has a draft.
func (d *Dialogue) hasDraft() bool { return d.asked.ID != "" }

// Drafting reports whether an answer is being entered.
func (d *Dialogue) Drafting() bool { return d.hasDraft() && !d.submitted }

// DraftPrompt returns the prompt of the draft; false if it is not open any more.
func (d *Dialogue) DraftPrompt(v games.View) (games.Prompt, bool) {
	for _, p := range v.Prompts {
		if p.Question() == d.asked {
			return p, true
		}
	}
	return games.Prompt{}, false
}

// asks returns the prompt that has the display, if any.
func (d *Dialogue) asks(v games.View) (games.Prompt, bool) {
	if d.hasDraft() {
		return d.DraftPrompt(v)
	}
	p, ok := front(v)
	return p, ok && !single(p) && p.Shape != games.Peek
}

// begin begins the draft of an answer.
func (d *Dialogue) begin(p games.Prompt, v games.View) {
	d.Reset()
	first, _ := front(v)
	d.asked, d.interrupted, d.entry = p.Question(), first.Question(), start(p)
}

// answer returns the input that answers p, about seat s unless that is 0.
func (d *Dialogue) answer(at time.Duration, p games.Prompt, v games.Value, s games.Seat) (games.Input, bool) {
	keys := p.Keys
	if s != 0 {
		keys.Seat = s
	}
	d.submitted = true
	return games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Keys: keys, Value: v}, true
}

// back closes a background prompt; for any other it returns an undo.
func (d *Dialogue) back(at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	d.Reset()
	if inBackground(p, v) {
		return in, false
	}
	return games.Input{At: at, Kind: games.Undo}, true
}

// Asks reports whether a question takes the display from the scene of a view.
func Asks(v games.View) bool {
	p, ok := front(v)
	return ok && !single(p)
}

// single reports whether a prompt has exactly one answer.
func single(p games.Prompt) bool {
	return p.Shape == games.Choice && len(p.Options)+len(p.Offers) == 1
}

// inBackground reports whether a prompt stands below the scene until a key opens it. The prompt for a code
// waits while the scene shows the replies to the last one, which must be read first.
func inBackground(p games.Prompt, v games.View) bool {
	return p.Background || p.Shape == games.Code && v.Panel == games.Replies
}

// front returns the first prompt that does not wait.
func front(v games.View) (games.Prompt, bool) {
	for _, p := range v.Prompts {
		if !inBackground(p, v) {
			return p, true
		}
	}
	return games.Prompt{}, false
}

// waiting lists the prompts that wait in the background, by their hunts, so that each keeps
// its place in the list. One that another of them offers is found there.
func waiting(v games.View) (list []games.Prompt) {
	offered := func(p games.Prompt) bool {
		return slices.ContainsFunc(v.Prompts, func(q games.Prompt) bool {
			return inBackground(q, v) && slices.ContainsFunc(q.Offers, func(o games.Offer) bool { return o.Prompt == p.ID })
		})
	}
	for _, p := range v.Prompts {
		if inBackground(p, v) && !offered(p) {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(a, b games.Prompt) int { return a.Hunt - b.Hunt })
	return list
}

// step returns −1 for Previous and 1 for Next.
func (k Key) step() int {
	if k == Previous {
		return -1
	}
	return 1
}

// moved returns the place of a cursor in a list of n after Previous or Next. The list goes round.
func moved(k Key, cursor, n int) int { return (cursor + n + k.step()) % n }
