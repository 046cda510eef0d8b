package display

// leaflet draws a page of help: the title, or an advice, which has as many pages as it needs.
func (p *Painter) leaflet() {
	b := p.inside()
	b.w -= turning - margin
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
	each := (len(p.rows) + n - 1) / n
	all := p.rows
	p.rows = all[part*each : min((part+1)*each, len(all))]
	p.place(b, false)
	p.rows = all
	if page > 0 {
		p.arrow(Width-6, 1, -1)
	}
	if page+1 < pages {
		p.arrow(Width-6, p.high-5, 1)
	}
}

// advice is one of a leaflet, from 1, or its title.
func (p *Painter) advice(i int) paragraph {
	const most = 20
	if i == 0 {
		return paragraph{p.say(p.scene.View.Headline), &nameSizes, most}
	}
	return paragraph{p.say(p.scene.View.Lines[i-1]), &noteSizes, most}
}

// parts sets a paragraph in p.rows and returns how many boxes it takes, all of them about as full.
func (p *Painter) parts(q paragraph, b box) int {
	if _, _, ok := p.set(b.w, b.h, q); ok {
		return 1
	}
	all := p.rows
	defer func() { p.rows = all }()
	for n := 2; ; n++ {
		each, fits := (len(all)+n-1)/n, true
		for from := 0; from < len(all) && fits; from += each {
			p.rows = all[from:min(from+each, len(all))]
			fits = p.height() <= b.h
		}
		if fits || each == 1 {
			return n
		}
	}
}
