package wording

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"arbitre/games"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
)

// NoBreak is a space at which no row ends: "Vu !", "1 & 3", "1 carte", "37 ms".
const NoBreak = "\u00a0"

// Breakable returns a text with plain spaces, for a reader who breaks its rows, or speaks it.
func Breakable(text string) string { return strings.ReplaceAll(text, NoBreak, " ") }

// Sentence returns the text of a headline or a line; "" for a zero one.
func (v *Voice) Sentence(t games.Text) string {
	in := Sentences
	if t.Role == games.Fault {
		in = Faults
	}
	return v.Fill(v.Template(in, t.Word), t)
}

// Word returns the text of a game's name, a colour, or a mark beside a seat. An unknown word is
// returned as it is.
func (v *Voice) Word(word string) string { return v.Fill(v.Template(Words, word), games.Text{}) }

// Question returns the question of a prompt of a view.
func (v *Voice) Question(of games.View, asked games.Prompt) string {
	if !asked.Asks.IsZero() {
		return v.Sentence(asked.Asks)
	}
	t := games.Text{Seat: asked.Seat, Seats: of.Headline.Seats, Team: asked.Team, Extra: of.Game}
	said := v.Fill(v.Template(Questions, asked.ID), t)
	alike := func(p games.Prompt) bool { return p.ID == asked.ID && p.Seat == asked.Seat && p.Hunt != asked.Hunt }
	switch {
	case asked.Board > 1:
		said += NoBreak + "(" + Number(asked.Board) + ")"
	case asked.Hunt != 0 && slices.ContainsFunc(of.Prompts, alike): // one player proposes in both hunts
		said += NoBreak + "(" + Number(asked.Hunt) + ")"
	}
	return said
}

// Opens names the waiting prompts that a key opens: by their question, by the answer if a single
// one can be given, or by a general question if they differ.
func (v *Voice) Opens(of games.View, waiting ...games.Prompt) string {
	first := waiting[0]
	switch {
	case len(waiting) > 1 && waiting[1].ID != first.ID:
		return v.Question(of, games.Prompt{ID: "which"})
	case first.Shape == games.Choice && len(first.Options) == 1:
		return v.Option(first, first.Options[0])
	}
	return v.Question(of, first)
}

// Whose returns the question which seat an option is about; "" if that is not asked.
func (v *Voice) Whose(asked games.Prompt, option games.Value) string {
	naming, ok := asked.Names(option)
	if !ok {
		return ""
	}
	said := games.Text{Extra: v.optionTemplate(asked.ID, option.String())}
	return v.Fill(v.Template(Questions, naming.Asks), said)
}

// Option returns the text of an answer to a prompt: its label, its word, or its number.
func (v *Voice) Option(asked games.Prompt, option games.Value) string {
	if label := asked.Label(option); !label.IsZero() {
		return v.Sentence(label)
	}
	word, err := option.Word()
	if err != nil {
		return option.String()
	}
	return v.Fill(v.optionTemplate(asked.ID, word), games.Text{})
}

// Refusal returns the sentence of a [games.Refusal] for people. Any other error is for the log: the
// sentence then only says that it did not work.
func (v *Voice) Refusal(err error) string {
	say := games.Text{Word: "failed"}
	if r := (*games.Refusal)(nil); errors.As(err, &r) {
		say = r.Say
	}
	return v.Sentence(say)
}

// withNoBreaks keeps French punctuation on the row of its word.
func withNoBreaks(s string) string { return noBreaks.Replace(s) }

var noBreaks = strings.NewReplacer("~", NoBreak, " !", NoBreak+"!", " ?", NoBreak+"?", " :", NoBreak+":",
	" ;", NoBreak+";", "« ", "«"+NoBreak, " »", NoBreak+"»")

// withoutEnd cuts the exclamation mark off a name if another mark follows: Hau drauf! becomes Hau
// drauf?
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

// seat returns the name of the player at a seat, with the number if another has the same name, or
// else the number alone.
func (v *Voice) seat(s games.Seat) string {
	name := v.names.Seats[s]
	if name == "" {
		return strconv.Itoa(int(s))
	}
	for other, its := range v.names.Seats {
		if its == name && other != s {
			return Isolated(name) + NoBreak + strconv.Itoa(int(s))
		}
	}
	return Isolated(name)
}

// team names a team, or in short with the seat that pressed for it: Team A, A (3).
func (v *Voice) team(t games.Text) string {
	if t.Seat != 0 {
		return v.Team(t.Team) + NoBreak + "(" + v.seat(t.Seat) + ")"
	}
	return v.Fill(v.Template(Sentences, "team"), t)
}

// Name returns the name of the player at a seat, or "" if he has none.
func (v *Voice) Name(s games.Seat) string { return v.names.Seats[s] }

// Team returns the name of a team, or else its letter.
func (v *Voice) Team(team int) string {
	if name := v.names.Teams[team]; name != "" {
		return Isolated(name)
	}
	return Letter(team)
}

// Letter returns the letter that stands for a team: A for 1.
func Letter(team int) string { return string(rune('A' + team - 1)) }

// Isolated returns a name as it stands in a sentence. One that is written from right to left stands
// between U+2068 and U+2069: else the number behind it would be drawn before it, and a list of names
// in reverse (Unicode Standard Annex 9, 2.7).
func Isolated(name string) string {
	for rest := name; rest != ""; {
		class, size := bidi.LookupString(rest)
		if c := class.Class(); c == bidi.R || c == bidi.AL {
			return "\u2068" + name + "\u2069"
		}
		rest = rest[max(1, size):]
	}
	return name
}

// seats lists seats: 2; 1 & 3; 1, 2, 4. Names may be long, so that a row may end between two of
// them.
func (v *Voice) seats(seats []games.Seat) string {
	space := NoBreak
	if len(v.names.Seats) > 0 {
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

// Number writes a whole number with the minus sign of print, not a hyphen.
func Number(n int) string { return strings.Replace(strconv.Itoa(n), "-", "−", 1) }

// tenth is the smallest span that is shown.
const tenth = 100 * time.Microsecond

// A Runner is a seat in a photo finish.
type Runner struct {
	Seat    games.Seat
	Pressed bool    // in the race
	Early   bool    // before it
	Share   float64 // its lag behind the first press as a share of the last one's; 0 if it did not press
	Margin  string  // to the first press, for people: "+37 ms"; "–" without a press, "" for the first
}

// Finish lists the seats of a race in the order of their presses, then the others; none before the
// race is over, or if there are no two seats to compare.
func (v *Voice) Finish(race *games.Photo) (runners []Runner) {
	if race == nil || race.Open || len(race.Order) == 0 || len(race.Order)+len(race.Missing) < 2 {
		return nil
	}
	pressed := race.Pressed()
	first := pressed[0].After
	whole := pressed[len(pressed)-1].After - first
	for i, f := range pressed {
		r := Runner{Seat: f.Seat, Pressed: true}
		if i > 0 {
			r.Margin = v.lag(f.After - first)
		}
		if whole > 0 {
			r.Share = float64(f.After-first) / float64(whole)
		}
		runners = append(runners, r)
	}
	for _, s := range race.Silent() {
		r := Runner{Seat: s, Margin: "–"}
		if early := race.TooEarly(s); early < 0 {
			r.Early, r.Margin = true, v.Span(early-first)
		}
		runners = append(runners, r)
	}
	return runners
}

// lag writes how far one press is behind another: +37 ms, or <0.1 ms if the lag rounds to nothing.
func (v *Voice) lag(d time.Duration) string {
	if d < tenth/2 {
		return "<" + v.Span(tenth)
	}
	return "+" + v.Span(d)
}

// Span writes a time between presses: 0.4 ms, 37 ms, 1.50 s, 75 s.
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

// Clock writes the time that is left on a clock: 1:05:09, 4:59, and 9.4 in the last seconds.
func (v *Voice) Clock(c games.Clock, now time.Duration) string {
	left, step := c.Shown(now)
	if step < time.Second {
		return fmt.Sprintf("%d%c%d", left/time.Second, v.point, left%time.Second/step)
	}
	seconds := int(left / time.Second)
	if left < time.Hour {
		return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
	}
	return fmt.Sprintf("%d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// code writes colours side by side, the known ones in short: BL – RO.
func (v *Voice) code(code []string) string {
	said := make([]string, len(code))
	for i, colour := range code {
		switch name, known := v.Find(Words, colour); {
		case v.aloud && colour == "":
			said[i] = v.Template(Words, "empty") + ","
		case v.aloud:
			said[i] = v.Template(Words, colour) + ","
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

// InShort is the number of letters that tell the six colours apart.
const InShort = 2

// Short returns the first letters of a word, in capitals.
func Short(word string, letters int) string {
	runes := []rune(word)
	return strings.Map(unicode.ToUpper, string(runes[:min(letters, len(runes))]))
}

// Peg returns the reply to a guess in short: the first letter of the peg's colour, a dash for none;
// "" for a sentence without a reply.
func (v *Voice) Peg(t games.Text) string {
	switch {
	case t.Reply == nil:
		return ""
	case t.Reply.Colour == "":
		return "–"
	}
	return Short(v.Template(Words, t.Reply.Colour), 1)
}
