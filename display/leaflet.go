package display

import "arbitre/display/canvas"

// leaflet draws a page of help: the title, or an advice, which has as many pages as it needs.
func (p *Painter) leaflet() {
	b := p.inside()
	b.W -= turning - margin
	for i := range len(p.scene.View.Lines) + 1 {
		for range p.parts(p.advice(i), b) {
			p.leaves = append(p.leaves, leaf{from: i})
		}
		p.said = p.said[:0]
	}
	pages := len(p.leaves)
	page := (p.draft.Page%pages + pages) % pages
	from, part := p.leaves[page].from, 0 // the advice, and which part of it
	for part < page && p.leaves[page-part-1].from == from {
		part++
	}
	n := p.parts(p.advice(from), b)
	each := (len(p.c.Rows) + n - 1) / n
	all := p.c.Rows
	p.c.Rows = all[part*each : min((part+1)*each, len(all))]
	p.c.Place(b, false)
	p.c.Rows = all
	if page > 0 {
		p.c.Arrow(canvas.Width-6, 1, -1)
	}
	if page+1 < pages {
		p.c.Arrow(canvas.Width-6, p.c.Height-5, 1)
	}
}

// advice is one of a leaflet, from 1, or its title.
func (p *Painter) advice(i int) canvas.Paragraph {
	const most = 20
	if i == 0 {
		return canvas.Paragraph{Text: p.say(p.scene.View.Headline), Style: canvas.Name, Most: most}
	}
	return canvas.Paragraph{Text: p.say(p.scene.View.Lines[i-1]), Style: canvas.Note, Most: most}
}

// parts sets a canvas.Paragraph in p.c.Rows and returns how many boxes it takes, all of them about as full.
func (p *Painter) parts(q canvas.Paragraph, b canvas.Box) int {
	if _, _, ok := p.c.Set(b.W, b.H, q); ok {
		return 1
	}
	all := p.c.Rows
	defer func() { p.c.Rows = all }()
	for n := 2; ; n++ {
		each, fits := (len(all)+n-1)/n, true
		for from := 0; from < len(all) && fits; from += each {
			p.c.Rows = all[from:min(from+each, len(all))]
			fits = p.c.High() <= b.H
		}
		if fits || each == 1 {
			return n
		}
	}
}
