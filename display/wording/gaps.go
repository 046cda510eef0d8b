package wording

import (
	"strings"

	"arbitre/games"
)

// Fill returns a template with its gaps filled. The head of words.en.txt lists them.
func (v *Voice) Fill(template string, t games.Text) (text string) {
	f := filler{v, t}
	for {
		before, rest, found := strings.Cut(template, "{")
		text += withNoBreaks(before)
		if !found {
			return text
		}
		gap, after, _ := strings.Cut(rest, "}")
		said := f.gap(gap)
		switch {
		case gap == "word":
			said = withoutEnd(said, after)
		case gap == "n" && strings.HasPrefix(after, " "):
			said, after = said+NoBreak, after[1:]
		case v.elides && (gap == "seat" || gap == "seats"):
			text = elide(text, said)
		}
		if gap == "seat" || gap == "team" { // {seats} behind it are named themselves
			f.text.Team = 0
		}
		text += said
		template = after
	}
}

// A filler fills the gaps of one template with what a text says.
type filler struct {
	voice *Voice
	text  games.Text
}

// gap returns the text for one gap.
func (f filler) gap(gap string) string {
	switch gap {
	case "seat":
		return f.player()
	case "seats":
		return f.players()
	case "team":
		return f.voice.Team(f.text.Team)
	case "name":
		return f.name()
	case "button":
		return f.button()
	case "n":
		return Number(f.text.Number)
	case "+n":
		return signed(f.text.Number)
	case "span":
		return f.voice.Span(f.text.Span)
	case "extra":
		return f.text.Extra
	case "word":
		t := f.text
		t.Extra = ""
		return f.voice.Fill(f.voice.Template(Words, f.text.Extra), t)
	case "advice":
		return f.advice()
	case "code":
		return f.voice.code(f.text.Code)
	}
	return f.form(gap)
}

// player returns the player of the text, or the team that he pressed for.
func (f filler) player() string {
	if f.text.Team > 0 {
		return f.voice.team(f.text)
	}
	return f.voice.seat(f.text.Seat)
}

// players returns the players of the text, or their team.
func (f filler) players() string {
	if f.text.Team > 0 {
		return f.voice.team(games.Text{Team: f.text.Team})
	}
	return f.voice.seats(f.text.Seats)
}

// name returns a name that was entered, or "Your name" where its letters can't be drawn.
func (f filler) name() string {
	if draws := f.voice.names.Draws; draws != nil && !draws(f.text.Extra) {
		return withNoBreaks(f.voice.Template(Words, "your_name"))
	}
	return Isolated(f.text.Extra)
}

// button names a button: that of a seat, or one of the kind that the text names, with its number.
func (f filler) button() string {
	kind, n := f.text.Extra, f.text.Number
	if f.text.Seat != 0 {
		kind, n = "button", int(f.text.Seat)
	}
	said := withNoBreaks(f.voice.Template(Words, kind))
	if n > 0 {
		said += NoBreak + Number(n)
	}
	return said
}

// advice returns a line of the game's help; "" if it has no such line.
func (f filler) advice() string {
	if n := f.text.Number; n >= 0 && n < len(f.voice.rules) {
		return f.voice.rules[n]
	}
	return ""
}

// form returns the singular or the plural of {s:one|several} or {n:one|several}: by how many seats the
// text has, or by its number.
func (f filler) form(gap string) string {
	of, forms, _ := strings.Cut(gap, ":")
	one, several, _ := strings.Cut(forms, "|")
	count := len(f.text.Seats)
	if of == "n" {
		count = max(f.text.Number, -f.text.Number)
	}
	if count == 1 || count == 0 && f.voice.likeOne || of == "s" && f.text.Team > 0 {
		return withNoBreaks(one)
	}
	return withNoBreaks(several)
}

// signed writes a whole number with its sign: +3.
func signed(n int) string {
	if n > 0 {
		return "+" + Number(n)
	}
	return Number(n)
}
