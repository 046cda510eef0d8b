package display

import (
	"cmp"
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"

	"rsc.io/qr/coding"
)

// An Invitation is what a phone needs to become the judge's: where the page is, and the code that pairs it.
type Invitation struct {
	Address string // such as http://arbitre.local:8080/judge
	Number  string // the same without a name, for phones whose network knows none; "" where there is but one
	Turned  bool   // whether the number is shown where there is room for one of them alone
	Code    string // six digits
	Link    string // what the QR code says, if it has room; else it is the address
	Guessed bool   // somebody tries one code after the other
}

// invitation draws the link as a QR code, the address in letters, and the code. That somebody guesses is said in place of
// the address: whoever is still to come scans the link.
//
// A low picture has no QR code: its 32 rows leave one pixel to a module, and on the usual panel of 128×32, which is
// 5.6 mm high, that is less than 0.2 mm: too small for a phone that can't focus nearer than a hand's breadth.
func (p *Painter) invitation(i Invitation) {
	b := p.inside()
	if !p.c.Tight() {
		if text := cmp.Or(i.Link, i.Address); p.qr.text != text {
			p.qr = newQRCode(text)
			if len(p.qr.columns) == 0 {
				p.qr = newQRCode(i.Address)
				p.qr.text = text
			}
		}
		if p.drawQR() {
			b = canvas.At(Height+3, b.Y, canvas.Width-1-Height-3, b.H)
		}
	}
	start := len(p.said)
	p.said = append(p.said, i.Code...)
	if half := len(i.Code) / 2; half == 3 {
		p.said = append(append(append(p.said[:start], i.Code[:half]...), wording.NoBreak...), i.Code[half:]...)
	}
	code := p.said[start:]
	if i.Guessed {
		p.c.Fit(b.CutTop(b.H/2), p.c.Tight(), canvas.Paragraph{Text: p.say(games.Text{Word: "guessed_codes"}), Style: canvas.Tag, Most: 3})
		p.c.Label(b, p.c.Tight(), code, canvas.Head)
		return
	}
	lines, least := p.addresses(i, b)
	p.c.Place(b.CutTop(min(lines+2*canvas.Leading, b.H-least)), false)
	p.c.Label(b, p.c.Tight(), code, canvas.Head)
}

// addresses breaks both into p.c.Rows, or the one whose turn it is, where that has no room without what a browser adds by
// itself. It returns how high the rows are, and how many are to be left for the code.
func (p *Painter) addresses(i Invitation, b canvas.Box) (high, code int) {
	const least, usual = 10, 12
	bare := func(address string) string { return strings.TrimPrefix(address, "http://") }
	try := func(code int, addresses ...string) bool {
		p.c.Rows = p.c.Rows[:0]
		for _, a := range addresses {
			p.address(a, b.W)
		}
		return p.c.High() <= b.H-code
	}
	if i.Number != "" && try(least, bare(i.Address), bare(i.Number)) {
		return p.c.High(), least
	}
	shown := i.Address
	if i.Turned {
		shown = i.Number
	}
	if !try(usual, shown) && !try(usual, bare(shown)) {
		p.said = append(p.said, shown...)
		p.c.Shorten(b.W, b.H-usual, canvas.Paragraph{Text: p.said[len(p.said)-len(shown):], Style: canvas.Tag, Most: 1})
	}
	return p.c.High(), usual
}

// address breaks an address into further p.c.Rows, at its colons, slashes and points.
func (p *Painter) address(text string, w int) {
	f := p.c.Faces[11]
	scheme := strings.Index(text, "//") + 1
	for len(text) > 0 {
		start, end := len(p.said), 0
		for i := 1; i <= len(text); i++ {
			switch {
			case i == len(text), text[i-1] == '.', text[i-1] == '-', i-1 == scheme && text[i-1] == '/', i > scheme && (text[i] == ':' || text[i] == '/'):
			default:
				continue
			}
			if width, _, _ := f.Measure(append(p.said, text[:i]...)[start:]); end > 0 && width > w {
				break
			}
			end = i
		}
		for end > 1 {
			if width, _, _ := f.Measure(append(p.said, text[:end]...)[start:]); width <= w {
				break
			}
			end--
		}
		p.said = append(p.said, text[:end]...)
		p.c.Rows = append(p.c.Rows, canvas.RowOf(f, p.said[start:]))
		text, scheme = text[end:], -1
	}
}

// A qrCode is a text as dark modules, a word for each column.
type qrCode struct {
	text    string
	columns []uint64 // of modules; none where the text is too long for the picture
}

// The QR code's modules are squares of module pixels; quiet is how many lit pixels it needs around it: a bit less than the
// standard's four modules, as the panel's edge is not far from them.
const (
	module = 2
	quiet  = 3
)

// newQRCode encodes a text at the strongest correction that is free in its size.
//
// Scheme and host are the same in capitals, for which a QR code needs fewer modules: the scanned address is in capitals up
// to its path. So is a secret behind the path, if it is in capitals.
func newQRCode(text string) qrCode {
	q := qrCode{text: text}
	host := len(text)
	if i := strings.Index(text, "//"); i >= 0 {
		if n := strings.IndexByte(text[i+2:], '/'); n >= 0 {
			host = i + 2 + n + 1
		}
	}
	shortest := func(capitals, text string) coding.Encoding {
		if short := coding.Alpha(capitals); short.Check() == nil {
			return short
		}
		return coding.String(text)
	}
	parts := []coding.Encoding{shortest(strings.ToUpper(text[:host]), text[:host])}
	if path, secret, _ := strings.Cut(text[host:], "#"); secret != "" {
		parts = append(parts, coding.String(path+"#"), shortest(secret, secret))
	} else if path != "" {
		parts = append(parts, coding.String(path))
	}
	for version := coding.Version(1); module*(17+4*int(version))+2*quiet <= Height; version++ {
		bits := 0
		for _, part := range parts {
			bits += part.Bits(version)
		}
		for level := coding.H; level >= coding.L; level-- {
			if bits > 8*version.DataBytes(level) {
				continue
			}
			plan, err := coding.NewPlan(version, level, 0)
			if err != nil {
				return q
			}
			code, err := plan.Encode(parts...)
			if err != nil {
				return q
			}
			q.columns = make([]uint64, code.Size)
			for x := range code.Size {
				for y := range code.Size {
					if code.Black(x, y) {
						q.columns[x] |= 1 << y
					}
				}
			}
			return q
		}
	}
	return q
}

// drawQR draws the code at the left, dark on a lit square as high as the picture, and tells whether there is one.
func (p *Painter) drawQR() bool {
	const side = Height
	n := len(p.qr.columns)
	if n == 0 {
		return false
	}
	margin := (side - module*n) / 2
	inner := margin + module*n
	p.c.Fill(canvas.At(0, 0, side, margin))
	p.c.Fill(canvas.At(0, inner, side, side-inner))
	p.c.Fill(canvas.At(0, margin, margin, module*n))
	p.c.Fill(canvas.At(inner, margin, side-inner, module*n))
	for x, dark := range p.qr.columns {
		for y := range n {
			if dark>>y&1 == 0 {
				p.c.Fill(canvas.At(margin+module*x, margin+module*y, module, module))
			}
		}
	}
	return true
}
