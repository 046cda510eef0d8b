package display

import (
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// A heading is the headline, whole, and as what is said of the seats that it is about.
type heading struct {
	whole canvas.Paragraph
	named bool               // the seat of which it speaks has a name
	of    games.Seat         // the only seat that it is about; 0 if there is none, or several
	rest  canvas.Paragraph   // what is said of that seat
	seats []canvas.Paragraph // a list of seats and what is said of them; nil if it is not about a list
}

// A remark is a line of the view, whole, and without the seat that the headline shows as a large
// figure.
type remark struct {
	whole, rest canvas.Paragraph
	fault       bool
}

// headline returns the headline of the view, or the question in the lobby, which has no headline.
func headline(c *composer) heading {
	v, said, in := c.View, c.View.Headline, wording.Sentences
	key := said.Word
	if said.IsZero() && len(v.Prompts) > 0 {
		if said = v.Prompts[0].Asks; said.IsZero() {
			in, key = wording.Questions, v.Prompts[0].ID
		} else {
			key = said.Word
		}
	}
	head := func(text string, most int) canvas.Paragraph {
		return canvas.Paragraph{Text: text, Style: canvas.Head, Most: most}
	}
	h := heading{whole: head(c.voice.Fill(c.voice.Template(in, key), said), 3)}
	if about := c.voice.Subject(c.author, in, key, said); about.Seat != 0 {
		h.of, h.rest, h.named = about.Seat, head(about.Says, 2), c.voice.Name(about.Seat) != ""
	} else if about.Listed {
		h.seats = []canvas.Paragraph{head(c.voice.Fill("{seats}", said), 1), head(about.Says, 2)}
	}
	return h
}

// remarks returns the lines of the view that its panel does not show, those with a margin of time or
// a code first, and how many of the last may be left out of all pages: names of rounds.
func remarks(c *composer, head heading, shownByPanel func(games.Text) bool) (list []remark, optional int) {
	v := c.View
	var first []remark
	for _, line := range v.Lines {
		onGrid := isOnGrid(line) && v.Headline.Grid > 0 && len(v.Grids) > 0
		if onGrid || shownByPanel != nil && shownByPanel(line) {
			continue
		}
		whole := canvas.Paragraph{Text: c.voice.Sentence(line), Style: canvas.Line, Most: 2}
		if line.Span != 0 {
			whole.Style = canvas.Span
		}
		rest := whole
		if about := c.voice.Subject(c.author, wording.Sentences, line.Word, line); about.Seat != 0 && about.Seat == head.of {
			rest.Text = about.Says
		}
		if optional++; line.Role != games.Round {
			optional = 0
		}
		if r := (remark{whole, rest, isFault(line)}); line.Span != 0 || line.Code != nil {
			first = append(first, r)
		} else {
			list = append(list, r)
		}
	}
	return append(first, list...), optional
}

// whatOKDoes returns what the footer says of OK; "" if it does nothing.
func whatOKDoes(c *composer) string {
	asked, open := c.draft.Prompt, c.draft.State == keys.Single
	switch {
	case c.draft.State == keys.Idle || open && asked.Shape == games.Peek: // a player's button answers
		return ""
	case open && c.View.Headline.IsZero(): // the question is the headline
		return c.voice.Option(asked, asked.Options[0])
	case open:
		return c.voice.Question(c.View, asked)
	}
	return c.voice.Opens(c.View, c.View.Prompts...)
}
