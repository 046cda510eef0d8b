package display

import "arbitre/display/canvas"

// finishers draws in their order who came when, by the first press, and who never did: below each other with a bar as long
// as each was late where there is room for that, else in two columns.
func (p *Painter) finishers(from, to int, b canvas.Box) {
	const told = 50 // columns of a time
	order, missing := p.scene.View.Race.Pressed(), p.scene.View.Race.Silent()
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
		tag = canvas.At(tag.X, tag.Y+(tag.H-band)/2, tag.W, min(band, tag.H))
		if i >= len(order) {
			p.c.Label(tag, true, p.number(int(missing[i-len(order)])), canvas.Note)
			start := len(p.said)
			p.said = p.voice.AppendNever(p.said, p.scene.View.Race, missing[i-len(order)])
			p.c.Label(r.CutRight(min(r.W, told)), false, p.said[start:], canvas.Note)
			continue
		}
		p.c.Label(tag, true, p.number(int(order[i].Seat)), canvas.Note)
		if i == 0 {
			p.c.Invert(tag)
			continue
		}
		after := order[i].After - order[0].After
		start := len(p.said)
		p.said = p.voice.AppendLag(p.said, after)
		p.c.Label(r.CutRight(min(r.W-2, told)), false, p.said[start:], canvas.Note)
		if r.W -= 6; r.W > told/2 && last > 0 {
			for x := range max(1, int(int64(r.W)*int64(after)/int64(last))) {
				p.c.Ink(r.X+3+x, r.Y+r.H/2-1, 0b111)
			}
		}
	}
}
