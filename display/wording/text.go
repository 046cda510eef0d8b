package wording

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"arbitre/games"
)

// Text writes a view as plain lines: the headline, what else is said, the hunts with what is known
// of their words and the last proposal with its marks, the grids row by row, the seats with their
// points, or with their clocks as they were at the beginning of the move, the open prompts with their
// options.
func (p Phrases) Text(w io.Writer, v games.View, l Language) error {
	said := p.In(l, v.Game)
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	if v.Game != "" {
		line("%s", said.Word(v.Game))
	}
	if !v.Headline.IsZero() {
		line("%s", said.Sentence(v.Headline))
	}
	for _, t := range slices.Concat(v.Secret, v.Lines) {
		line("  %s", said.Sentence(t))
	}
	for _, s := range v.Slates {
		line("  %s", hunt(s))
	}
	for i, g := range v.Grids {
		line("  #%d %s", i+1, squares(g))
	}
	if v.Race != nil && v.Race.Open && len(v.Headline.Seats) > 0 {
		line("  %s", said.Fill(said.Template(Sentences, "pressed"), v.Headline))
	}
	if finish := said.Finish(v.Race); finish != nil && v.Panel == games.PhotoFinish {
		var seats []string
		for _, r := range finish {
			seats = append(seats, strings.TrimSuffix(Number(int(r.Seat))+NoBreak+r.Margin, NoBreak))
		}
		line("  %s", strings.Join(seats, ", "))
	}
	for _, s := range v.Seats {
		lamp := map[games.Lamp]string{games.Lit: " *", games.Blinking: " !"}[s.Lamp]
		total := Number(s.Total)
		if s.Clock != nil {
			total = said.Clock(*s.Clock, 0)
		}
		place := fmt.Sprintf("%2d %5s%s %s", s.Seat, total, lamp, said.Word(s.Mark))
		line("%s", strings.TrimSuffix(place, " "))
	}
	for _, p := range v.Prompts {
		var options []string
		for _, o := range p.Offers {
			options = append(options, said.Option(games.Prompt{ID: o.Prompt}, o.Option))
		}
		for _, o := range p.Options {
			options = append(options, said.Option(p, o))
		}
		asks := "? " + said.Question(v, p)
		if len(options) > 0 {
			asks += " [" + strings.Join(options, " | ") + "]"
		}
		line("%s", asks)
	}
	_, err := io.WriteString(w, Breakable(b.String()))
	return err
}

// hunt writes the hunt for a word: 1: E.A.. ETUDE XXO--. The word itself follows in brackets if the
// view has it.
func hunt(s games.Slate) string {
	text := fmt.Sprintf("%d: %s", s.Hunt, s.Known)
	if s.Secret != "" {
		text += " (" + s.Secret + ")"
	}
	if s.Word != "" {
		text += " " + s.Word + " " + s.Marks
	}
	return text
}

// squares writes a grid row by row: #.#.. .....
func squares(g games.Grid) string {
	var b strings.Builder
	for i, covered := range g.Covered {
		if i > 0 && i%g.Size == 0 {
			b.WriteByte(' ')
		}
		if covered {
			b.WriteByte('#')
		} else {
			b.WriteByte('.')
		}
	}
	return b.String()
}
