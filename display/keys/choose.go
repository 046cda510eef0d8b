package keys

import (
	"slices"
	"time"

	"arbitre/games"
)

// An Item is an entry of a list: an answer to a prompt or, without an option, a prompt to open.
type Item struct {
	Back   bool // closes the question instead; then the rest is zero
	Prompt games.Prompt
	Option games.Value
	Seat   games.Seat // that the option is about, if Entry.Seats asks for it
}

// items lists the prompts that wait, if their list is open, or the seats that a chosen option may
// be about, or else what p lets choose: its offers, its options, and the waiting prompt that can be
// opened behind them. It also returns the item at the cursor, which counts from the first option:
// the offers, before them in number, are at negative places.
func (d *Dialogue) items(p games.Prompt, v games.View) (list []Item, at, offers int) {
	if d.listing {
		for _, prompt := range waiting(v) {
			list = append(list, Item{Prompt: prompt})
		}
		return list, min(d.entry.Cursor, len(list)-1), 0
	}
	if d.entry.Seats != nil {
		for _, seat := range d.entry.Seats {
			list = append(list, Item{Prompt: p, Option: d.entry.Option, Seat: seat})
		}
		return list, d.entry.Cursor, 0
	}
	for _, o := range p.Offers {
		if i := slices.IndexFunc(v.Prompts, func(p games.Prompt) bool { return p.ID == o.Prompt }); i >= 0 {
			list = append(list, Item{Prompt: v.Prompts[i], Option: o.Option})
		}
	}
	offers = len(list)
	if single(p) && inBackground(p, v) && len(waiting(v)) == 1 {
		list = append(list, Item{Back: true}) // or OK pressed twice by an idle hand would give the answer
	}
	list = slices.Grow(list, len(p.Options)+1) // items are big
	for _, o := range p.Options {
		list = append(list, Item{Prompt: p, Option: o})
	}
	last := v.Prompts[len(v.Prompts)-1]
	offered := slices.ContainsFunc(list, func(i Item) bool { return i.Prompt.ID == last.ID })
	if inBackground(last, v) && !inBackground(p, v) && !offered {
		list = append(list, Item{Prompt: last})
	}
	return list, max(0, min(d.entry.Cursor+offers, len(list)-1)), offers
}

// pressItem takes a key in a list.
func (d *Dialogue) pressItem(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	items, place, offers := d.items(p, v)
	switch {
	case k == Back && d.entry.Seats != nil:
		d.clearSeat(p)
		return in, false
	case k == Back:
		return d.back(at, p, v)
	case len(items) == 0:
		return in, false
	case k != OK:
		d.entry.Cursor = moved(k, place, len(items)) - offers
		return in, false
	}
	chosen := items[place]
	if chosen.Back {
		return d.back(at, p, v)
	}
	if chosen.Prompt.Question() != d.asked {
		d.begin(chosen.Prompt, v)
	}
	switch {
	case chosen.Seat != 0:
		return d.answer(at, p, chosen.Option, chosen.Seat)
	case !chosen.Option.IsZero():
		return d.choose(at, chosen.Prompt, chosen.Option)
	}
	return in, false
}

// choose answers with an option, or first asks which seat it is about.
func (d *Dialogue) choose(at time.Duration, p games.Prompt, option games.Value) (in games.Input, ok bool) {
	naming, _ := p.Names(option)
	seats := naming.Left(at)
	if seats == nil {
		return d.answer(at, p, option, 0)
	}
	d.entry.Option, d.entry.Seats, d.entry.Cursor = option, seats, 0
	return in, false
}

// clearSeat goes back from the question which seat an option is about to the options.
func (d *Dialogue) clearSeat(p games.Prompt) {
	d.entry.Cursor = max(0, slices.IndexFunc(p.Options, d.entry.Option.Equal))
	d.entry.Option, d.entry.Seats = games.Value{}, nil
}

// TakesButtons reports whether a player's button may answer, or move the cursor of, the open
// question.
func (d *Dialogue) TakesButtons(v games.View) bool {
	p, asked := d.asks(v)
	return asked && (p.Buttons != games.PressesOnly || d.entry.Seats != nil)
}

// Button takes the press of a player's button. If the open question is about seats, the press moves
// the cursor to that player's. It returns an answer if the press is one: the caller then must not
// pass the press on to the game. Every other press is an input of the game, too.
func (d *Dialogue) Button(seat games.Seat, at time.Duration, v games.View) (in games.Input, ok bool) {
	d.Follow(v)
	p, asked := d.asks(v)
	if !asked || d.Refused() {
		return in, false
	}
	if d.entry.Seats != nil {
		naming, _ := p.Names(d.entry.Option)
		if slices.Contains(d.entry.Seats, seat) && naming.Buttons {
			return d.answer(at, p, d.entry.Option, seat)
		}
		return in, false
	}
	i := slices.IndexFunc(p.Options, games.Number(seat).Equal)
	if p.Buttons == games.PressesOnly || i < 0 {
		return in, false
	}
	if !d.hasDraft() {
		d.begin(p, v)
	}
	d.entry.Cursor = i
	if p.Buttons == games.Select {
		return d.answer(at, p, p.Options[i], 0)
	}
	return in, false
}
