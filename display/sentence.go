package display

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arbitre/games"
)

// noBreak is the space at which no row ends: around what belongs together, "Vu !", "1 & 3", "1 carte", "37 ms".
const noBreak = "\u00a0"

// fill appends a phrase with its gaps filled.
func (d dictionary) fill(b []byte, template string, t games.Text, l Language) []byte {
	for {
		before, rest, found := strings.Cut(template, "{")
		b = appendPlain(b, before)
		if !found {
			return b
		}
		gap, after, _ := strings.Cut(rest, "}")
		b = d.fillGap(b, gap, t, l)
		if gap == "n" && strings.HasPrefix(after, " ") {
			b, after = append(b, noBreak...), after[1:]
		}
		template = after
	}
}

// appendOption appends what is said of an option: its label, its word, or its number.
func (d dictionary) appendOption(b []byte, asked games.Prompt, option games.Value, l Language) []byte {
	if label := asked.Label(option); !label.IsZero() {
		return d.fill(b, template(d.sentences, label.Word, l), label, l)
	}
	if option == "" || option[0] != '"' {
		return append(b, option...)
	}
	return d.fill(b, d.option(asked.ID, option.String(), l), games.Text{}, l)
}

// appendPlain keeps French punctuation on the row of its word.
func appendPlain(b []byte, s string) []byte {
	for i := range len(s) {
		if s[i] == '~' || s[i] == ' ' && i+1 < len(s) && strings.IndexByte("!?:", s[i+1]) >= 0 {
			b = append(b, noBreak...)
		} else {
			b = append(b, s[i])
		}
	}
	return b
}

func (d dictionary) fillGap(b []byte, gap string, t games.Text, l Language) []byte {
	switch gap {
	case "seat":
		return strconv.AppendInt(b, int64(t.Seat), 10)
	case "button":
		name, n := t.Extra, ""
		if t.Seat != 0 {
			name, n = "button", strconv.Itoa(int(t.Seat))
		} else if which, ok := strings.CutPrefix(t.Extra, "shortcut "); ok {
			name, n = "shortcut", which
		}
		b = appendPlain(b, template(d.words, name, l))
		if n != "" {
			b = append(append(b, noBreak...), n...)
		}
		return b
	case "seats":
		return appendSeats(b, t.Seats)
	case "row":
		return appendRow(b, t.Seats)
	case "n":
		return appendNumber(b, t.Number)
	case "+n":
		if t.Number > 0 {
			b = append(b, '+')
		}
		return appendNumber(b, t.Number)
	case "span":
		return appendSpan(b, t.Span, l)
	case "extra":
		return append(b, t.Extra...)
	case "word":
		said := template(d.words, t.Extra, l)
		t.Extra = ""
		return d.fill(b, said, t, l)
	case "advice":
		if all := d.help[t.Extra]; t.Number >= 0 && t.Number < len(all) {
			b = appendPlain(b, all[t.Number].in(l))
		}
		return b
	case "code":
		return d.appendCode(b, t.Code, l)
	}
	// {s:one|several} and {n:one|several}: French, German and English agree on what is one,
	// but for zero, which French counts with it.
	of, forms, _ := strings.Cut(gap, ":")
	one, several, _ := strings.Cut(forms, "|")
	count := len(t.Seats)
	if of == "n" {
		count = max(t.Number, -t.Number)
	}
	if count == 1 || count == 0 && l == French {
		return appendPlain(b, one)
	}
	return appendPlain(b, several)
}

// appendSeats lists seats: 2; 1 & 3; 1, 2, 4.
func appendSeats(b []byte, seats []games.Seat) []byte {
	for i, s := range seats {
		switch {
		case i == 0:
		case len(seats) == 2:
			b = append(b, noBreak+"&"+noBreak...)
		default:
			b = append(b, ","+noBreak...)
		}
		b = strconv.AppendInt(b, int64(s), 10)
	}
	return b
}

// appendRow lists seats where there is little room: 1 2 4; 1–8.
func appendRow(b []byte, seats []games.Seat) []byte {
	for i := 0; i < len(seats); i++ {
		if i > 0 {
			b = append(b, noBreak...)
		}
		b = strconv.AppendInt(b, int64(seats[i]), 10)
		last := i
		for last+1 < len(seats) && seats[last+1] == seats[last]+1 {
			last++
		}
		if last > i+1 {
			b = strconv.AppendInt(append(b, "–"...), int64(seats[last]), 10)
			i = last
		}
	}
	return b
}

// appendNumber writes a whole number, with the minus sign of print rather than a hyphen.
func appendNumber(b []byte, n int) []byte {
	if n < 0 {
		b, n = append(b, "−"...), -n
	}
	return strconv.AppendInt(b, int64(n), 10)
}

// appendSpan writes a span as it is said over a race: 0.4 ms, 37 ms, 1.50 s, 75 s.
func appendSpan(b []byte, d time.Duration, l Language) []byte {
	if d < 0 {
		b, d = append(b, "−"...), -d
	}
	places, unit, name := 0, time.Second, noBreak+"s"
	switch {
	case d.Round(100*time.Microsecond) < 10*time.Millisecond:
		places, unit, name = 1, time.Millisecond, noBreak+"ms"
	case d.Round(time.Millisecond) < time.Second:
		unit, name = time.Millisecond, noBreak+"ms"
	case d.Round(10*time.Millisecond) < 10*time.Second:
		places = 2
	}
	start := len(b)
	b = strconv.AppendFloat(b, float64(d)/float64(unit), 'f', places, 64)
	if l != English {
		for i := start; i < len(b); i++ {
			if b[i] == '.' {
				b[i] = ','
			}
		}
	}
	return append(b, name...)
}

// appendCode writes colours that stand side by side, the known ones in short: BL – RO.
func (d dictionary) appendCode(b []byte, code []string, l Language) []byte {
	for i, colour := range code {
		if i > 0 {
			b = append(b, ' ')
		}
		switch _, known := d.words[colour]; {
		case colour == "":
			b = append(b, "–"...)
		case known:
			b = appendShort(b, template(d.words, colour, l), inShort)
		default:
			b = append(b, colour...)
		}
	}
	return b
}

// inShort is how many letters tell the six colours apart.
const inShort = 2

// appendShort writes the first letters of a word, in capitals.
func appendShort(b []byte, word string, letters int) []byte {
	for _, r := range word {
		if letters--; letters < 0 {
			break
		}
		b = utf8.AppendRune(b, unicode.ToUpper(r))
	}
	return b
}
