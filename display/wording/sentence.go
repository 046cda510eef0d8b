package wording

import (
	"bytes"
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

// Append appends a phrase with its gaps filled.
func (v *Voice) Append(b []byte, template string, t games.Text) []byte {
	for {
		before, rest, found := strings.Cut(template, "{")
		b = appendPlain(b, before)
		if !found {
			return b
		}
		gap, after, _ := strings.Cut(rest, "}")
		if b = v.fillGap(b, gap, t); gap == "word" {
			b = unended(b, after)
		}
		if gap == "n" && strings.HasPrefix(after, " ") {
			b, after = append(b, NoBreak...), after[1:]
		}
		template = after
	}
}

// AppendQuestion appends what a prompt of a view asks.
func (v *Voice) AppendQuestion(b []byte, of games.View, asked games.Prompt) []byte {
	if !asked.Asks.IsZero() {
		return v.Append(b, v.Template(Sentences, asked.Asks.Word), asked.Asks)
	}
	t := games.Text{Seat: asked.Seat, Seats: of.Headline.Seats, Number: asked.Team, Extra: of.Game}
	b = v.Append(b, v.Template(Questions, asked.ID), t)
	if asked.Board > 1 {
		b = append(AppendNumber(append(b, NoBreak+"("...), asked.Board), ')')
	}
	return b
}

// AppendOpens appends what a key opens that leads to questions that wait: of one that has a single
// answer, the answer.
func (v *Voice) AppendOpens(b []byte, of games.View, waiting ...games.Prompt) []byte {
	first := waiting[0]
	switch {
	case len(waiting) > 1 && waiting[1].ID != first.ID:
		return v.AppendQuestion(b, of, games.Prompt{ID: "which"})
	case first.Shape == games.Choice && len(first.Options) == 1:
		return v.AppendOption(b, first, first.Options[0])
	}
	return v.AppendQuestion(b, of, first)
}

// AppendWhose appends the question whom an option is about; nothing where that is none.
func (v *Voice) AppendWhose(b []byte, asked games.Prompt, option games.Value) []byte {
	naming, ok := asked.Names(option)
	if !ok {
		return b
	}
	return v.Append(b, v.Template(Questions, naming.Asks), games.Text{Extra: v.OptionTemplate(asked.ID, option.String())})
}

// AppendOption appends what is said of an option: its label, its word, or its number.
func (v *Voice) AppendOption(b []byte, asked games.Prompt, option games.Value) []byte {
	if label := asked.Label(option); !label.IsZero() {
		return v.Append(b, v.Template(Sentences, label.Word), label)
	}
	if option == "" || option[0] != '"' {
		return append(b, option...)
	}
	return v.Append(b, v.OptionTemplate(asked.ID, option.String()), games.Text{})
}

// appendPlain keeps French punctuation on the row of its word.
func appendPlain(b []byte, s string) []byte {
	for i := range len(s) {
		if s[i] == '~' || s[i] == ' ' && i+1 < len(s) && strings.IndexByte("!?:", s[i+1]) >= 0 {
			b = append(b, NoBreak...)
		} else {
			b = append(b, s[i])
		}
	}
	return b
}

// unended takes the end off a name that is a sentence of its own, where that of the whole follows:
// Hau drauf! is asked about as Hau drauf?
func unended(b []byte, after string) []byte {
	if after = strings.TrimLeft(after, " "); after != "" && strings.IndexByte("?:!", after[0]) >= 0 {
		b = bytes.TrimSuffix(bytes.TrimSuffix(b, []byte("!")), []byte(NoBreak))
	}
	return b
}

func (v *Voice) fillGap(b []byte, gap string, t games.Text) []byte {
	switch gap {
	case "seat":
		return v.appendSeat(b, t.Seat)
	case "button":
		name, n := t.Extra, t.Number
		if t.Seat != 0 {
			name, n = "button", int(t.Seat)
		}
		b = appendPlain(b, v.Template(Words, name))
		if n > 0 {
			b = AppendNumber(append(b, NoBreak...), n)
		}
		return b
	case "seats":
		return v.appendSeats(b, t.Seats)
	case "n":
		return AppendNumber(b, t.Number)
	case "+n":
		if t.Number > 0 {
			b = append(b, '+')
		}
		return AppendNumber(b, t.Number)
	case "span":
		return v.AppendSpan(b, t.Span)
	case "extra":
		return append(b, t.Extra...)
	case "word":
		said := v.Template(Words, t.Extra)
		t.Extra = ""
		return v.Append(b, said, t)
	case "advice":
		if t.Number >= 0 && t.Number < len(v.rules) {
			b = appendPlain(b, v.rules[t.Number].Text)
		}
		return b
	case "code":
		return v.appendCode(b, t.Code)
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
	return appendPlain(b, form)
}

// appendSeat writes who sits somewhere: the name, with the number where another has the same; else
// the number.
func (v *Voice) appendSeat(b []byte, s games.Seat) []byte {
	name := v.names[s]
	if name == "" {
		return strconv.AppendInt(b, int64(s), 10)
	}
	if v.elides {
		b = elide(b, name)
	}
	b = append(b, name...)
	for other, its := range v.names {
		if its == name && other != s {
			return strconv.AppendInt(append(b, NoBreak...), int64(s), 10)
		}
	}
	return b
}

// elide shortens a last "de" before a name that begins with a vowel: "la main d’Élise".
func elide(b []byte, name string) []byte {
	if !strings.ContainsRune("aeiou", unicode.ToLower([]rune(norm.NFD.String(name))[0])) {
		return b
	}
	for _, de := range []string{" de ", " de" + NoBreak} {
		if bytes.HasSuffix(b, []byte(de)) {
			return append(b[:len(b)-len(de)], " d’"...)
		}
	}
	return b
}

// appendSeats lists seats: 2; 1 & 3; 1, 2, 4. Names are as long as they are: a row may end among
// them.
func (v *Voice) appendSeats(b []byte, seats []games.Seat) []byte {
	space := NoBreak
	if len(v.names) > 0 {
		space = " "
	}
	for i, s := range seats {
		switch {
		case i == 0:
		case len(seats) == 2:
			b = append(append(b, NoBreak+"&"...), space...)
		default:
			b = append(append(b, ','), space...)
		}
		b = v.appendSeat(b, s)
	}
	return b
}

// AppendNumber writes a whole number, with the minus sign of print rather than a hyphen.
func AppendNumber(b []byte, n int) []byte {
	if n < 0 {
		b, n = append(b, "−"...), -n
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// tenth is the least that is told of a span.
const tenth = 100 * time.Microsecond

// AppendLag writes how far one is behind another: +37 ms; or that it is less than can be told: <0.1
// ms.
func (v *Voice) AppendLag(b []byte, d time.Duration) []byte {
	if d < tenth/2 {
		return v.AppendSpan(append(b, '<'), tenth)
	}
	return v.AppendSpan(append(b, '+'), d)
}

// AppendSpan writes a span as it is said over a race: 0.4 ms, 37 ms, 1.50 s, 75 s.
func (v *Voice) AppendSpan(b []byte, d time.Duration) []byte {
	if d < 0 {
		b, d = append(b, "−"...), -d
	}
	places, unit, name := 0, time.Second, NoBreak+"s"
	switch {
	case d.Round(tenth) < 10*time.Millisecond:
		places, unit, name = 1, time.Millisecond, NoBreak+"ms"
	case d.Round(time.Millisecond) < time.Second:
		unit, name = time.Millisecond, NoBreak+"ms"
	case d.Round(10*time.Millisecond) < 10*time.Second:
		places = 2
	}
	start := len(b)
	b = strconv.AppendFloat(b, float64(d)/float64(unit), 'f', places, 64)
	if i := bytes.IndexByte(b[start:], '.'); i >= 0 {
		b[start+i] = v.point
	}
	return append(b, name...)
}

// appendCode writes colours that stand side by side, the known ones in short: BL – RO.
func (v *Voice) appendCode(b []byte, code []string) []byte {
	for i, colour := range code {
		if i > 0 {
			b = append(b, ' ')
		}
		switch name, known := v.Find(Words, colour); {
		case colour == "":
			b = append(b, "–"...)
		case known:
			b = AppendShort(b, name, InShort)
		default:
			b = append(b, colour...)
		}
	}
	return b
}

// InShort is how many letters tell the six colours apart.
const InShort = 2

// AppendShort writes the first letters of a word, in capitals.
func AppendShort(b []byte, word string, letters int) []byte {
	for _, r := range word {
		if letters--; letters < 0 {
			break
		}
		b = utf8.AppendRune(b, unicode.ToUpper(r))
	}
	return b
}

// Letter is a peg: the first letter of its colour, a dash for none.
func (v *Voice) Letter(r games.Reply) rune {
	if r.Colour == "" {
		return '–'
	}
	letter, _ := utf8.DecodeRuneInString(v.Template(Words, r.Colour))
	return unicode.ToUpper(letter)
}
