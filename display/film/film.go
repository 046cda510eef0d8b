// Package film makes animations of a game: of a display while a journal is played again, and of a
// verdict with the seconds that led to it.
package film

import (
	"bytes"
	"cmp"
	"image"
	"image/gif"
	"slices"
	"time"

	"periph.io/x/devices/v3/ssd1306/image1bit"

	"arbitre/display/canvas"
	"arbitre/games"
	"arbitre/games/journal"
)

// zoom is how many times larger than the display a film of it is, in both directions.
const zoom = 4

// unit is that of delays in a GIF.
const unit = 10 * time.Millisecond

// Display plays the lines of a journal again and films a display, which still draws, whenever it may
// change. The last line has only facts. A picture stays for as long as it did at the table, within
// limits for people who watch.
func Display(rules games.Rules, lines []journal.Line, still func(*games.Table) *image1bit.VerticalLSB) *gif.GIF {
	const (
		least = 400 * time.Millisecond
		most  = 2 * time.Second
		last  = 4 * time.Second // of the last picture
	)
	var times []time.Duration
	for _, l := range lines {
		times = append(times, l.Input.At)
		for _, fact := range l.Facts {
			times = append(times, fact.At)
		}
	}
	times = slices.Compact(slices.Sorted(slices.Values(times)))
	inputs := lines[1 : len(lines)-1]
	p := player{next: func() (in games.Input, ok bool) {
		if ok = len(inputs) > 0; ok {
			in, inputs = inputs[0].Input, inputs[1:]
		}
		return in, ok
	}}
	p.table, _, _ = games.NewTable(rules, lines[0].Start) // played before, without an error
	var r reel
	var shown *image1bit.VerticalLSB
	for i, at := range times {
		p.play(at)
		if picture := still(p.table); shown == nil || !bytes.Equal(picture.Pix, shown.Pix) {
			r.add(canvas.Enlarged(picture, zoom))
			shown = picture
		}
		if i+1 < len(times) {
			r.stay(max(times[i+1]-at, least), most)
		}
	}
	r.film.Delay[len(r.film.Delay)-1] = 0
	r.stay(last, last)
	return &r.film
}

// A player plays the inputs of a journal at their times.
type player struct {
	table *games.Table
	next  func() (games.Input, bool)

	ahead   games.Input // the next one, if it waits for its time
	waiting bool
	err     error // of reading or playing them
}

// play plays all inputs and deadlines up to a time.
func (p *player) play(to time.Duration) {
	for {
		if !p.waiting {
			p.ahead, p.waiting = p.next()
		}
		if !p.waiting || p.ahead.At > to {
			break
		}
		_, err := p.table.Apply(p.ahead)
		p.err = cmp.Or(p.err, err)
		p.waiting = false
	}
	p.table.Advance(to)
}

// A reel collects pictures of one size. Of each it keeps only what differs from the one before.
type reel struct {
	film  gif.GIF
	shown *image.Paletted
}

// add shows a picture for no time yet. It copies the picture.
func (r *reel) add(picture *image.Paletted) {
	changed := picture.Rect
	if r.shown == nil {
		r.shown = image.NewPaletted(changed, picture.Palette)
	} else if changed = difference(picture, r.shown); changed.Empty() {
		return
	}
	part := image.NewPaletted(changed, picture.Palette)
	for y := changed.Min.Y; y < changed.Max.Y; y++ {
		row := picture.Pix[picture.PixOffset(changed.Min.X, y):][:changed.Dx()]
		copy(part.Pix[part.PixOffset(changed.Min.X, y):], row)
		copy(r.shown.Pix[r.shown.PixOffset(changed.Min.X, y):], row)
	}
	r.film.Image, r.film.Delay = append(r.film.Image, part), append(r.film.Delay, 0)
}

// stay shows the last picture for longer, up to a limit.
func (r *reel) stay(longer, most time.Duration) {
	last := &r.film.Delay[len(r.film.Delay)-1]
	*last = min(*last+int(longer/unit), int(most/unit))
}

// difference returns the smallest rectangle outside of which two pictures of one size are equal.
func difference(a, b *image.Paletted) (d image.Rectangle) {
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		row, other := a.Pix[a.PixOffset(a.Rect.Min.X, y):][:a.Rect.Dx()], b.Pix[b.PixOffset(b.Rect.Min.X, y):]
		left := 0
		for left < len(row) && row[left] == other[left] {
			left++
		}
		if left == len(row) {
			continue
		}
		right := len(row)
		for row[right-1] == other[right-1] {
			right--
		}
		d = d.Union(image.Rect(a.Rect.Min.X+left, y, a.Rect.Min.X+right, y+1))
	}
	return d
}
