package display

import (
	"arbitre/display/canvas"
	"arbitre/games"
)

// A finish draws the photo finish of a race.
type finish struct {
	*composer
	race *games.Photo
}

// panel has the photo finish below a headline without lines, or on as many pages as it needs.
func (f finish) panel() panel {
	race := f.race
	if race == nil || race.Open || len(race.Order) == 0 || len(race.Order)+len(race.Missing) < 2 {
		return panel{}
	}
	n := len(race.Order) + len(race.Missing)
	var p panel
	if len(f.View.Lines) == 0 {
		p.rows = f.rows(0, (n+1)/2*13)
	}
	p.draw = func(b canvas.Box) { f.draw(0, n, b) }
	p.leaves = func() (leaves []leaf) {
		most := f.page().H / band * 2
		pages := (n + most - 1) / most
		each := (n + pages - 1) / pages // evenly filled
		for from := 0; from < n; from += each {
			draw := func(b canvas.Box) { f.draw(from, min(n, from+each), b) }
			leaves = append(leaves, leaf{draw: draw})
		}
		return leaves
	}
	return p
}

// draw draws the seats from place from to place to: in the order of their presses with the time
// after the first one, then those that never pressed. They stand below each other, each with a bar
// as long as its lag, or in two columns if there are too many.
func (f finish) draw(from, to int, b canvas.Box) {
	const lagWide = 50 // columns of a time, such as +37 ms
	order, silent := f.race.Pressed(), f.race.Silent()
	w, rows := b.W, to-from
	if rows*band > b.H {
		w, rows = b.W/2, (rows+1)/2
	}
	h := b.H / rows
	last := order[len(order)-1].After - order[0].After
	for i := from; i < to; i++ {
		n := i - from
		r := canvas.At(b.X+n/rows*w, b.Y+n%rows*h, w, h)
		tag := r.CutLeft(12)
		tag = tag.Middle(tag.W, min(band, tag.H))
		if i >= len(order) {
			seat := silent[i-len(order)]
			f.Label(tag, canvas.Middle, number(int(seat)), canvas.Note)
			never := f.voice.Never(f.race, seat)
			f.Label(r.CutRight(min(r.W, lagWide)), canvas.Left, never, canvas.Note)
			continue
		}
		f.Label(tag, canvas.Middle, number(int(order[i].Seat)), canvas.Note)
		if i == 0 {
			f.Invert(tag)
			continue
		}
		after := order[i].After - order[0].After
		lag := f.voice.Lag(after)
		f.Label(r.CutRight(min(r.W-2, lagWide)), canvas.Left, lag, canvas.Note)
		if r.W -= 6; r.W > lagWide/2 && last > 0 {
			long := max(1, int(int64(r.W)*int64(after)/int64(last)))
			f.Fill(canvas.At(r.X+3, r.Y+r.H/2-1, long, 3))
		}
	}
}
