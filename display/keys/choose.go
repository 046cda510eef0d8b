package keys

import (
	"slices"
	"time"

	"arbitre/games"
)

// behind returns the background prompt that can be opened from the end of p's list of options.
func behind(p games.Prompt, v games.View) (games.Prompt, bool) {
	n := len(v.Prompts)
	if n < 2 || waits(p, v) || !waits(v.Prompts[n-1], v) {
		return games.Prompt{}, false
	}
	last := v.Prompts[n-1]
	if !slices.ContainsFunc(p.Offers, func(o games.Offer) bool { return o.Prompt == last.ID }) {
		return last, true // otherwise its answers stand before p's own, as offers
	}
	return games.Prompt{}, false
}

// pressChoice takes a key in the list of a prompt's options. The offers stand before the options,
// at negative places; the prompt that waits behind p stands after them.
func (d *Dialogue) pressChoice(k Key, at time.Duration, p games.Prompt, v games.View) (in games.Input, ok bool) {
	waiting, more := behind(p, v)
	first, last := -len(p.Offers), len(p.Options)-1
	if more {
		last++
	}
	d.entry.Cursor = max(first, min(d.entry.Cursor, last))
	switch {
	case k == Back:
		return d.back(at, p, v)
	case last < first:
		return in, false
	case k != OK:
		d.entry.Cursor = first + moved(k, d.entry.Cursor-first, last-first+1)
		return in, false
	case d.entry.Cursor == len(p.Options):
		d.begin(waiting, v)
		return in, false
	case d.entry.Cursor < 0:
		offer := p.Offers[d.entry.Cursor-first]
		if i := slices.IndexFunc(v.Prompts, func(p games.Prompt) bool { return p.ID == offer.Prompt }); i >= 0 {
			d.begin(v.Prompts[i], v)
			return d.choose(at, v.Prompts[i], offer.Option)
		}
		return in, false
	}
	return d.choose(at, p, p.Options[d.entry.Cursor])
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

// pressSeats takes a key while the dialogue asks which seat an option is about.
func (d *Dialogue) pressSeats(k Key, at time.Duration, p games.Prompt) (in games.Input, ok bool) {
	switch k {
	case OK:
		return d.answer(at, p, d.entry.Option, d.entry.Seats[d.entry.Cursor])
	case Back:
		d.unname(p)
	default:
		d.entry.Cursor = moved(k, d.entry.Cursor, len(d.entry.Seats))
	}
	return in, false
}

// unname goes back from the question which seat an option is about to the options.
func (d *Dialogue) unname(p games.Prompt) {
	d.entry.Cursor = max(0, slices.Index(p.Options, d.entry.Option))
	d.entry.Option, d.entry.Seats = "", nil
}

// TakesButtons reports whether a player's button may answer, or move the cursor of, the open
// question.
func (d *Dialogue) TakesButtons(v games.View) bool {
	p, asked := d.asks(v)
	return asked && (p.Buttons != games.Play || d.entry.Seats != nil)
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
		if slices.Contains(d.entry.Seats, seat) && slices.Contains(naming.Buttons, seat) {
			return d.answer(at, p, d.entry.Option, seat)
		}
		return in, false
	}
	i := slices.Index(p.Options, games.Number(seat))
	if p.Buttons == games.Play || i < 0 {
		return in, false
	}
	if !d.begun() {
		d.begin(p, v)
	}
	d.entry.Cursor = i
	if p.Buttons == games.Select {
		return d.answer(at, p, p.Options[i], 0)
	}
	return in, false
}
