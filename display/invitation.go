package display

import (
	"cmp"
	"slices"
	"strings"

	"arbitre/display/canvas"
	"arbitre/display/wording"
	"arbitre/games"
)

// An Invitation tells a phone how to become the judge's: the address of the page, and the code that
// pairs it. Without a code it tells where players enter their names, and with a network how to join
// the box's own Wi-Fi.
type Invitation struct {
	Address        string // such as http://arbitre.local:8080/judge
	NumericAddress string // for phones whose network knows no names; "" if Address is numeric
	Turned         bool   // show the numeric one, if there is room for only one of the two
	Code           string // six digits, or ""
	Link           string // the text of the QR code; if it is too long, the address is
	Guessed        bool   // codes are being tried out

	// Network and Key are those of the box's own Wi-Fi. With them nothing is set but Link, and that
	// has both.
	Network, Key string
}

// drawInvitation draws the link as a QR code, the address in letters, and the code. The warning that
// codes are being guessed replaces the address: a phone can still scan the link.
func drawInvitation(c *composer, i Invitation) {
	b := inside()
	qr := qrCode(cmp.Or(i.Link, i.Address))
	if qr == nil {
		qr = qrCode(i.Address)
	}
	if qr != nil {
		c.page.Ink(0, 0, qr...)
		b = canvas.At(canvas.Height+3, b.Y, canvas.Width-1-canvas.Height-3, b.H)
	}
	if i.Network != "" {
		half := b.CutTop(b.H / 2)
		c.page.Fit(half, canvas.Left, canvas.Paragraph{Text: i.Network, Style: canvas.Tag, Most: 2})
		c.page.Fit(b, canvas.Left, canvas.Paragraph{Text: i.spelt(), Style: canvas.Tag, Most: 3})
		return
	}
	if i.Guessed {
		guessed := c.voice.Sentence(games.Text{Word: "guessed_codes"})
		c.page.Fit(b.CutTop(b.H/2), canvas.Left, canvas.Paragraph{Text: guessed, Style: canvas.Tag, Most: 3})
	} else {
		rows, rest := addresses(c.page, i, b)
		c.page.Place(b.CutTop(min(c.page.High(rows)+2*canvas.Leading, b.H-rest)), canvas.Left, rows...)
	}
	below := canvas.Paragraph{Text: c.voice.Word("your_name"), Style: canvas.Note, Most: 2}
	if i.Code != "" {
		below = canvas.Paragraph{Text: i.Code[:3] + wording.NoBreak + i.Code[3:], Style: canvas.Head, Most: 1}
	}
	c.page.Fit(b, canvas.Left, below)
}

// spelt returns the key of the Wi-Fi in groups of four letters, for people to type.
func (i Invitation) spelt() string {
	var groups []string
	for group := range slices.Chunk([]rune(i.Key), 4) {
		groups = append(groups, string(group))
	}
	return strings.Join(groups, " ")
}

// addresses sets both addresses in rows, without the http:// that a browser adds by itself. If they
// have no room it sets only the one that Turned selects, if need be also without http://. It also
// returns the least rows of pixels for the code.
func addresses(p *canvas.Page, i Invitation, b canvas.Box) (rows []canvas.Row, code int) {
	const least, usual = 10, 12
	bare := func(address string) string { return strings.TrimPrefix(address, "http://") }
	if i.NumericAddress != "" {
		rows = append(address(p, bare(i.Address), b.W), address(p, bare(i.NumericAddress), b.W)...)
		if p.High(rows)+least <= b.H {
			return rows, least
		}
	}
	shown := i.Address
	if i.Turned {
		shown = i.NumericAddress
	}
	for _, shown := range []string{shown, bare(shown)} {
		if rows = address(p, shown, b.W); p.High(rows)+usual <= b.H {
			return rows, usual
		}
	}
	return p.Shorten(b.W, b.H-usual, canvas.Paragraph{Text: shown, Style: canvas.Tag, Most: 1}), usual
}

// address breaks an address into rows, at its colons, slashes and points, or where it must.
func address(p *canvas.Page, text string, w int) (rows []canvas.Row) {
	row := func(text string) canvas.Row { return p.Row(text, canvas.Tag.Size(0)) }
	breaks := strings.NewReplacer("http://", "http://\n", ":", "\n:", "/", "\n/", ".", ".\n", "-", "-\n")
	line := ""
	for piece := range strings.SplitSeq(breaks.Replace(text), "\n") {
		if line != "" && row(line+piece).Width > w {
			rows, line = append(rows, row(line)), ""
		}
		for line += piece; row(line).Width > w; {
			end := len(line) - 1
			for end > 1 && row(line[:end]).Width > w {
				end--
			}
			rows, line = append(rows, row(line[:end])), line[end:]
		}
	}
	return append(rows, row(line))
}
