package display

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

// A Dialogue is where the judge is with the open prompts: which one is being answered, and the answer so far.
// It does nothing by itself: no time passes in it. Its zero value has been asked nothing.
// A copy is a picture of the moment, safe to hand to another goroutine.
//
// The first prompt of the view has the display, unless it has one option or waits in the background: those two stand
// below the scene; OK gives the one option, any key opens what waits. Back goes one question back; where there is
// none, it is undo.
type Dialogue struct {
	id   string // the prompt that has a draft; none where empty
	keys games.Keys

	cursor int          // in a list
	option games.Value  // chosen, when the next question is whose it is
	seats  []games.Seat // that may be named then

	slots []int // the numbers of a hand or an amount; never changed in place, for copies keep them
	slot  int   // which of them is being set
	typed bool  // by digits, to which further ones are appended

	sent    bool // the draft has been given as the answer
	refusal string
}

// Press takes one key at a time on the game's clock. It returns an input where the key has made one: an answer or an undo.
// After each key the scene is to be drawn anew.
func (d *Dialogue) Press(k Key, at time.Duration, v games.View) (in games.Input, ok bool) {
	d.Follow(v)
	if d.refusal != "" {
		d.refusal = ""
		return in, false
	}
	p, asked := d.asks(v)
	if !asked {
		switch {
		case k == Back:
			return games.Input{At: at, Kind: games.Undo}, true
		case len(v.Prompts) == 0:
			return in, false
		case v.Prompts[0].Background:
			d.begin(v.Prompts[0])
			return in, false
		case k == OK:
			d.begin(v.Prompts[0])
			return d.answer(at, v.Prompts[0], v.Prompts[0].Options[0], 0)
		}
		return in, false
	}
	if d.id == "" {
		d.begin(p)
	}
	switch {
	case d.seats != nil:
		return d.pressSeats(k, at, p)
	case p.Shape == games.Choice:
		return d.pressChoice(k, at, p, v)
	case len(d.slots) > 0:
		return d.pressSlots(k, at, p)
	}
	return d.back(k, at, p)
}

// Digit takes a digit of a keyboard: it sets an amount, or goes to the seat of that number.
func (d *Dialogue) Digit(n int, v games.View) {
	d.Follow(v)
	p, asked := d.asks(v)
	if !asked || d.refusal != "" {
		return
	}
	if d.id == "" {
		d.begin(p)
	}
	switch {
	case d.seats != nil:
		if i := slices.Index(d.seats, games.Seat(n)); i >= 0 {
			d.cursor = i
		}
	case p.Shape == games.Choice:
		if i := slices.Index(p.Options, games.Number(n)); i >= 0 {
			d.cursor = i
		}
	case len(d.slots) > 0:
		_, most := limits(p, d.slot)
		set := n
		if d.typed {
			set = 10*d.slots[d.slot] + n
		}
		if set > most {
			set = n
		}
		if set >= p.Min && set <= most {
			d.setSlot(set)
			d.typed = true
		}
	}
}

// Follow takes a new view. A draft stays as long as its prompt is open, and is dropped when it has been answered.
func (d *Dialogue) Follow(v games.View) {
	if d.id == "" {
		return
	}
	if _, open := d.open(v); d.sent || !open {
		*d = Dialogue{refusal: d.refusal}
	}
}

// Refuse shows why the last input was not taken, until the next key. The draft stays, to be mended.
func (d *Dialogue) Refuse(reason string) {
	d.sent = false
	d.refusal = reason
}

// open finds the prompt of the draft.
func (d *Dialogue) open(v games.View) (games.Prompt, bool) {
	for _, p := range v.Prompts {
		if p.ID == d.id && p.Keys == d.keys {
			return p, true
		}
	}
	return games.Prompt{}, false
}

// asks returns the prompt that has the display.
func (d *Dialogue) asks(v games.View) (games.Prompt, bool) {
	if d.id != "" {
		return d.open(v)
	}
	if len(v.Prompts) == 0 || v.Prompts[0].Background || single(v.Prompts[0]) {
		return games.Prompt{}, false
	}
	return v.Prompts[0], true
}

func single(p games.Prompt) bool { return p.Shape == games.Choice && len(p.Options) == 1 }

// behind returns the prompt that waits behind p and can be reached from its list.
func behind(p games.Prompt, v games.View) (games.Prompt, bool) {
	if n := len(v.Prompts); n > 1 && v.Prompts[n-1].Background && !p.Background {
		return v.Prompts[n-1], true
	}
	return games.Prompt{}, false
}

func (d *Dialogue) begin(p games.Prompt) {
	*d = Dialogue{id: p.ID, keys: p.Keys, slots: start(p), cursor: max(0, slices.IndexFunc(p.Options, p.Preset.Equal))}
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
func (d *Dialogue) back(k Key, at time.Duration, p games.Prompt) (in games.Input, ok bool) {
	if k != Back {
		return in, false
	}
	*d = Dialogue{}
	if p.Background {
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

func (d *Dialogue) pressChoice(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	waiting, more := behind(p, v)
	n := len(p.Options)
	if more {
		n++
	}
	d.cursor = min(d.cursor, n-1)
	switch {
	case k == Back:
		return d.back(k, at, p)
	case n == 0:
		return in, false
	case k != OK:
		d.move(k, n)
		return in, false
	case d.cursor == len(p.Options):
		d.begin(waiting)
		return in, false
	}
	option := p.Options[d.cursor]
	seats := whose(p, option, at)
	switch len(seats) {
	case 0:
		return d.answer(at, p, option, 0)
	case 1:
		return d.answer(at, p, option, seats[0])
	}
	d.option, d.seats, d.cursor = option, seats, 0
	return in, false
}

// whose lists the seats that an option may be about, the likeliest first; none where that is no question.
func whose(p games.Prompt, option games.Value, at time.Duration) []games.Seat {
	if option.Equal(games.Word("out")) {
		return p.Out
	}
	var seats []games.Seat
	for _, l := range p.Layers {
		switch {
		case l.Until != 0 && l.Until < at:
		case l.Turns == 1: // who asks so late means the turn that has just passed
			seats = slices.Insert(seats, 0, l.Seat)
		default:
			seats = append(seats, l.Seat)
		}
	}
	if len(seats) == 1 && p.Layers[0].Seat == seats[0] && p.Layers[0].Turns == 0 {
		return nil // the seat in turn needs no naming
	}
	return seats
}

func (d *Dialogue) pressSeats(k Key, at time.Duration, p games.Prompt) (in games.Input, ok bool) {
	switch k {
	case OK:
		return d.answer(at, p, d.option, d.seats[d.cursor])
	case Back:
		d.cursor = max(0, slices.Index(p.Options, d.option))
		d.option, d.seats = "", nil
	default:
		d.move(k, len(d.seats))
	}
	return in, false
}

// start returns the numbers from which the keys set out.
func start(p games.Prompt) []int {
	switch p.Shape {
	case games.Hand:
		return make([]int, len(p.Most))
	case games.Amount:
		if n, err := p.Preset.Int(); err == nil && n >= p.Min && n <= p.Max {
			return []int{n}
		}
		return []int{p.Min}
	}
	return nil
}

// limits are the least and the most of one number. The options of an amount stand below its least.
func limits(p games.Prompt, slot int) (least, most int) {
	if p.Shape == games.Hand {
		return 0, p.Most[slot]
	}
	return p.Min - len(p.Options), max(p.Min, p.Max)
}

func (d *Dialogue) setSlot(n int) {
	d.slots = slices.Clone(d.slots)
	d.slots[d.slot] = n
}

func (d *Dialogue) pressSlots(k Key, at time.Duration, p games.Prompt) (in games.Input, ok bool) {
	least, most := limits(p, d.slot)
	d.typed = false
	switch k {
	case Previous:
		d.setSlot(max(least, min(most, d.slots[d.slot]-1)))
	case Next:
		d.setSlot(min(most, max(least, d.slots[d.slot]+1)))
	case Back:
		if d.slot == 0 {
			return d.back(k, at, p)
		}
		d.slot--
	case OK:
		if d.slot+1 < len(d.slots) {
			d.slot++
			return in, false
		}
		return d.answer(at, p, entered(p, d.slots), 0)
	}
	return in, false
}

// entered is the answer that the numbers make.
func entered(p games.Prompt, slots []int) games.Value {
	if p.Shape == games.Hand {
		return games.HandCount{Numbers: slots[0], Actions: slots[1], Mitos: slots[2]}.Value()
	}
	if n := slots[0]; n < p.Min {
		return p.Options[len(p.Options)-(p.Min-n)]
	}
	return games.Number(slots[0])
}
