package wording

import (
	"errors"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arbitre/games"

	"golang.org/x/text/unicode/norm"
)

// NoBreak is the space at which no row ends: around what belongs together, "Vu !", "1 & 3", "1
// carte", "37 ms".
const NoBreak = "\u00a0"

// Sentence is a headline or a line of a view; "" where there is nothing to say.
func (v *Voice) Sentence(t games.Text) string { return v.Fill(v.Template(Sentences, t.Word), t) }

// Word is one of the table's words: a game, a colour, a mark beside a seat. One that is not known
// is said as it is.
func (v *Voice) Word(word string) string { return v.Fill(v.Template(Words, word), games.Text{}) }

// Question is what a prompt of a view asks.
func (v *Voice) Question(of games.View, asked games.Prompt) string {
	if !asked.Asks.IsZero() {
		return v.Sentence(asked.Asks)
	}
	t := games.Text{Seat: asked.Seat, Seats: of.Headline.Seats, Number: asked.Team, Extra: of.Game}
	said := v.Fill(v.Template(Questions, asked.ID), t)
	if asked.Board > 1 {
		said += NoBreak + "(" + Number(asked.Board) + ")"
	}
	return said
}

// Opens says what a key opens, of the questions that wait: the question, or the answer where only
// one can be given.
func (v *Voice) Opens(of games.View, waiting ...games.Prompt) string {
	first := waiting[0]
	switch {
	case len(waiting) > 1 && waiting[1].ID != first.ID:
		return v.Which(of)
	case first.Shape == games.Choice && len(first.Options) == 1:
		return v.Option(first, first.Options[0])
	}
	return v.Question(of, first)
}

// Which asks which of several open questions is meant.
func (v *Voice) Which(of games.View) string { return v.Question(of, games.Prompt{ID: "which"}) }

// Whose asks whom an option is about, where that is a question; "" where it is not.
func (v *Voice) Whose(asked games.Prompt, option games.Value) string {
	naming, ok := asked.Names(option)
	if !ok {
		return ""
	}
	said := games.Text{Extra: v.OptionTemplate(asked.ID, option.String())}
	return v.Fill(v.Template(Questions, naming.Asks), said)
}

// Option says an answer to a prompt: by its label, its word, or its number.
func (v *Voice) Option(asked games.Prompt, option games.Value) string {
	if label := asked.Label(option); !label.IsZero() {
		return v.Sentence(label)
	}
	if option == "" || option[0] != '"' {
		return string(option)
	}
	return v.Fill(v.OptionTemplate(asked.ID, option.String()), games.Text{})
}

// Refusal is an error as a person is told it. One that is no [games.Refusal] is for the log alone:
// he is told that it did not work.
func (v *Voice) Refusal(err error) string {
	say := games.Text{Word: "failed"}
	if r := (*games.Refusal)(nil); errors.As(err, &r) {
		say = r.Say
	}
	return v.Sentence(say)
}

// Fill is a template with its gaps filled.
func (v *Voice) Fill(template string, t games.Text) (text string) {
	for {
		before, rest, found := strings.Cut(template, "{")
		text += plain(before)
		if !found {
			return text
		}
		gap, after, _ := strings.Cut(rest, "}")
		said := v.gap(gap, t)
		switch {
		case gap == "word":
			said = withoutEnd(said, after)
		case gap == "n" && strings.HasPrefix(after, " "):
			said, after = said+NoBreak, after[1:]
		case v.elides && (gap == "seat" || gap == "seats"):
			text = elide(text, said)
		}
		text += said
		template = after
	}
}

// plain keeps French punctuation on the row of its word.
func plain(s string) string { return noBreaks.Replace(s) }

var noBreaks = strings.NewReplacer("~", NoBreak, " !", NoBreak+"!", " ?", NoBreak+"?", " :", NoBreak+":")

// withoutEnd takes the end off a name that is a sentence of its own, where that of the whole
// follows: Hau drauf! is asked about as Hau drauf?
func withoutEnd(said, after string) string {
	if after = strings.TrimLeft(after, " "); after != "" && strings.IndexByte("?:!", after[0]) >= 0 {
		return strings.TrimSuffix(strings.TrimSuffix(said, "!"), NoBreak)
	}
	return said
}

// elide shortens a last "de" before a name that begins with a vowel: "la main d’Élise".
func elide(text, name string) string {
	first, _ := utf8.DecodeRuneInString(norm.NFD.String(name))
	if !strings.ContainsRune("aeiou", unicode.ToLower(first)) {
		return text
	}
	for _, de := range []string{" de ", " de" + NoBreak} {
		if before, ok := strings.CutSuffix(text, de); ok {
			return before + " d’"
		}
	}
	return text
}

// gap is the text for one gap of a template.
func (v *Voice) gap(gap string, t games.Text) string {
	switch gap {
	case "seat":
		return v.seat(t.Seat)
	case "button":
		name, n := t.Extra, t.Number
		if t.Seat != 0 {
			name, n = "button", int(t.Seat)
		}
		said := plain(v.Template(Words, name))
		if n > 0 {
			said += NoBreak + Number(n)
		}
		return said
	case "seats":
		return v.seats(t.Seats)
	case "n":
		return Number(t.Number)
	case "+n":
		if t.Number > 0 {
			return "+" + Number(t.Number)
		}
		return Number(t.Number)
	case "span":
		return v.Span(t.Span)
	case "extra":
		return t.Extra
	case "word":
		said := v.Template(Words, t.Extra)
		t.Extra = ""
		return v.Fill(said, t)
	case "advice":
		if t.Number >= 0 && t.Number < len(v.rules) {
			return plain(v.rules[t.Number].Text)
		}
		return ""
	case "code":
		return v.code(t.Code)
	}
	of, forms, _ := strings.Cut(gap, ":") // {s:one|several} and {n:one|several}
	count := len(t.Seats)
	if of == "n" {
		count = max(t.Number, -t.Number)
	}
	form, others, more := strings.Cut(forms, "|")
	for n := v.plural(count); n > 0 && more; n-- {
		form, others, more = strings.Cut(others, "|")
	}
	return plain(form)
}

// seat is who sits somewhere: the name, with the number where another has the same; else the
// number.
func (v *Voice) seat(s games.Seat) string {
	name := v.names[s]
	if name == "" {
		return strconv.Itoa(int(s))
	}
	for other, its := range v.names {
		if its == name && other != s {
			return name + NoBreak + strconv.Itoa(int(s))
		}
	}
	return name
}

// seats lists some: 2; 1 & 3; 1, 2, 4. Names are as long as they are: a row may end among them.
func (v *Voice) seats(seats []games.Seat) string {
	space := NoBreak
	if len(v.names) > 0 {
		space = " "
	}
	said := make([]string, len(seats))
	for i, s := range seats {
		said[i] = v.seat(s)
	}
	if len(seats) == 2 {
		return strings.Join(said, NoBreak+"&"+space)
	}
	return strings.Join(said, ","+space)
}

// Number is a whole number, with the minus sign of print rather than a hyphen.
func Number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

// tenth is the least that is told of a span.
const tenth = 100 * time.Microsecond

// Lag is how far one is behind another: +37 ms; or that it is less than can be told: <0.1 ms.
func (v *Voice) Lag(d time.Duration) string {
	if d < tenth/2 {
		return "<" + v.Span(tenth)
	}
	return "+" + v.Span(d)
}

// Never is a dash for a seat that did not press in a race, or how long before it that was too
// early.
func (v *Voice) Never(race *games.Photo, s games.Seat) string {
	if early := race.TooEarly(s); early < 0 {
		return v.Span(early - race.Order[0].After)
	}
	return "–"
}

// Span is a span of time as it is said over a race: 0.4 ms, 37 ms, 1.50 s, 75 s.
func (v *Voice) Span(d time.Duration) string {
	if d < 0 {
		return "−" + v.Span(-d)
	}
	places, unit, name := 0, time.Second, "s"
	switch {
	case d.Round(tenth) < 10*time.Millisecond:
		places, unit, name = 1, time.Millisecond, "ms"
	case d.Round(time.Millisecond) < time.Second:
		unit, name = time.Millisecond, "ms"
	case d.Round(10*time.Millisecond) < 10*time.Second:
		places = 2
	}
	number := strconv.FormatFloat(float64(d)/float64(unit), 'f', places, 64)
	return strings.Replace(number, ".", string(v.point), 1) + NoBreak + name
}

// code is colours that stand side by side, the known ones in short: BL – RO.
func (v *Voice) code(code []string) string {
	said := make([]string, len(code))
	for i, colour := range code {
		switch name, known := v.Find(Words, colour); {
		case colour == "":
			said[i] = "–"
		case known:
			said[i] = Short(name, InShort)
		default:
			said[i] = colour
		}
	}
	return strings.Join(said, " ")
}

// InShort is how many letters tell the six colours apart.
const InShort = 2

// Short is the first letters of a word, in capitals.
func Short(word string, letters int) string {
	runes := []rune(word)
	return strings.Map(unicode.ToUpper, string(runes[:min(letters, len(runes))]))
}

// Peg is an answer to a guess in short: the first letter of its colour, a dash for none; "" for any
// other sentence.
func (v *Voice) Peg(t games.Text) string {
	switch {
	case t.Reply == nil:
		return ""
	case t.Reply.Colour == "":
		return "–"
	}
	return Short(v.Template(Words, t.Reply.Colour), 1)
}
