package wording

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"arbitre/games"
)

// Text writes a view as plain lines: the headline, what else is said, the hunts with what is known
// of their words and the last proposal with its marks, the grids row by row, the seats with their
// points, the open prompts with their options.
func (p Phrases) Text(w io.Writer, v games.View, l Language) error {
	said := p.In(l, v.Game)
	var b []byte
	line := func(indent, sentence string, t games.Text) {
		b = append(b, indent...)
		b = said.Append(b, sentence, t)
		b = append(b, '\n')
	}
	if v.Game != "" {
		line("", said.Template(Words, v.Game), games.Text{})
	}
	if !v.Headline.IsZero() {
		line("", said.Template(Sentences, v.Headline.Word), v.Headline)
	}
	for _, t := range slices.Concat(v.Secret, v.Lines) {
		line("  ", said.Template(Sentences, t.Word), t)
	}
	for _, s := range v.Slates {
		b = appendSlate(b, s)
	}
	for i, g := range v.Grids {
		b = fmt.Appendf(b, "  #%d %s\n", i+1, squares(g))
	}
	if v.Race != nil && v.Race.Open {
		if len(v.Headline.Seats) > 0 {
			line("  ", said.Template(Sentences, "pressed"), v.Headline)
		}
	} else if v.Panel == games.PhotoFinish {
		if finish := said.appendFinish(nil, v.Race); finish != nil {
			line("  ", "{extra}", games.Text{Extra: string(finish)})
		}
	}
	for _, s := range v.Seats {
		b = fmt.Appendf(b, "%2d %5s", s.Seat, AppendNumber(nil, s.Total))
		b = append(b, [...]string{"", " *", " !"}[s.Lamp]...)
		if s.Mark != "" {
			b = append(b, ' ')
			b = append(b, said.Template(Words, s.Mark)...)
		}
		b = append(b, '\n')
	}
	for _, p := range v.Prompts {
		b = append(b, "? "...)
		b = said.AppendQuestion(b, v, p)
		var options []string
		for _, o := range p.Offers {
			options = append(options, said.OptionTemplate(o.Prompt, o.Option.String()))
		}
		for _, o := range p.Options {
			options = append(options, string(said.AppendOption(nil, p, o)))
		}
		if len(options) > 0 {
			b = fmt.Appendf(b, " [%s]", strings.Join(options, " | "))
		}
		b = append(b, '\n')
	}
	_, err := w.Write(bytes.ReplaceAll(b, []byte(NoBreak), []byte(" ")))
	return err
}

// appendSlate writes a hunt: 1: E.A.. ETUDE XXO--. The word itself stands in brackets for whoever
// may see it.
func appendSlate(b []byte, s games.Slate) []byte {
	b = fmt.Appendf(b, "  %d: %s", s.Hunt, s.Known)
	if s.Secret != "" {
		b = fmt.Appendf(b, " (%s)", s.Secret)
	}
	if s.Word != "" {
		b = fmt.Appendf(b, " %s %s", s.Word, s.Marks)
	}
	return append(b, '\n')
}

// squares writes a grid, its rows apart: #.#.. .....
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

// appendFinish writes a photo finish: who came when, by the first press, and who never did. Nil
// where there is nothing to tell.
func (v *Voice) appendFinish(b []byte, race *games.Photo) []byte {
	if race == nil || len(race.Order) == 0 || len(race.Order)+len(race.Missing) < 2 {
		return b
	}
	var first time.Duration
	for i, f := range race.Pressed() {
		if i == 0 {
			first = f.After
		} else {
			b = append(b, ", "...)
		}
		b = AppendNumber(b, int(f.Seat))
		if i > 0 {
			b = v.AppendLag(append(b, NoBreak...), f.After-first)
		}
	}
	for _, s := range race.Silent() {
		b = append(b, ", "...)
		b = AppendNumber(b, int(s))
		b = v.AppendNever(append(b, NoBreak...), race, s)
	}
	return b
}

// AppendNever writes a dash for a seat that did not press in a race, or how long before it that was
// too early.
func (v *Voice) AppendNever(b []byte, race *games.Photo, s games.Seat) []byte {
	if early := race.TooEarly(s); early < 0 {
		return v.AppendSpan(b, early-race.Order[0].After)
	}
	return append(b, "–"...)
}
