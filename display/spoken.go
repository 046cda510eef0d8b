package display

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/games"
)

// Phrases say what the displays say, for whoever shows it in another way: a page, for instance.
// They never change, and several goroutines may share them. A space at which no row may end is U+00A0.
type Phrases struct{ words dictionary }

// NewPhrases opens the dictionary.
func NewPhrases() Phrases { return Phrases{newDictionary()} }

// Sentence is a headline or a line of a view; "" where there is nothing to say.
func (p Phrases) Sentence(t games.Text, l Language) string {
	return string(p.words.fill(nil, template(p.words.sentences, t.Word, l), t, l))
}

// Question is what a prompt of a view asks.
func (p Phrases) Question(v games.View, asked games.Prompt, l Language) string {
	if !asked.Asks.IsZero() {
		return p.Sentence(asked.Asks, l)
	}
	t := games.Text{Seat: asked.Seat, Seats: v.Headline.Seats, Number: asked.Team, Extra: v.Game}
	text := p.words.fill(nil, p.words.question(v.Game, asked.ID, l), t, l)
	if asked.Board > 1 {
		text = append(appendNumber(append(text, noBreak+"("...), asked.Board), ')')
	}
	return string(text)
}

// Whose asks whom an option is about, where that is a question; "" where it is not.
func (p Phrases) Whose(v games.View, asked games.Prompt, option games.Value, l Language) string {
	naming, ok := asked.Names(option)
	if !ok {
		return ""
	}
	t := games.Text{Extra: p.Option(asked, option, l)}
	return string(p.words.fill(nil, p.words.question(v.Game, naming.Asks, l), t, l))
}

// Option is one that a prompt may be answered with.
func (p Phrases) Option(asked games.Prompt, option games.Value, l Language) string {
	return string(p.words.appendOption(nil, asked, option, l))
}

// Peg is an answer to a guess in short: the first letter of its colour, a dash for none; "" for any other sentence.
func (p Phrases) Peg(t games.Text, l Language) string {
	if t.Reply == nil {
		return ""
	}
	return string(p.words.letterOf(*t.Reply, l))
}

// Word is one of the table's words: a game, a colour, a mark beside a seat. One that is not known is said as it is.
func (p Phrases) Word(word string, l Language) string {
	return string(p.words.fill(nil, template(p.words.words, word, l), games.Text{}, l))
}

// Scene is what a display says at a moment, for whoever can't see it: the question that has it, with what OK would
// answer, or else the sentences of the scene.
func (p Phrases) Scene(s Scene) string {
	d, v := s.Dialogue, s.View
	d.Follow(v)
	asked, open := d.asks(v)
	var said []string
	switch {
	case d.refusal != "":
		part, _ := d.told()
		said = append(said, part)
	case s.Invitation != nil:
		said = append(said, s.Invitation.Address, s.Invitation.Code)
		if s.Invitation.Guessed {
			said = append(said, p.Sentence(games.Text{Word: "guessed_codes"}, s.Language))
		}
	case open && v.Panel != games.Leaflet:
		said = append(said, p.Question(v, asked, s.Language), p.drafted(d, asked, s.Language))
	default:
		for _, t := range slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines) {
			said = append(said, p.Sentence(t, s.Language))
		}
		if waiting := appendWaiting(nil, v); d.listing && d.cursor < len(waiting) {
			said = append(said, p.Question(v, waiting[d.cursor], s.Language))
		}
	}
	said = slices.DeleteFunc(said, func(text string) bool { return text == "" })
	return strings.ReplaceAll(strings.Join(said, "\n"), noBreak, " ")
}

// drafted is the answer as far as it is chosen or entered.
func (p Phrases) drafted(d Dialogue, asked games.Prompt, l Language) string {
	switch first := -len(asked.Offers); {
	case d.seats != nil && d.cursor < len(d.seats):
		return fmt.Sprint(d.seats[d.cursor])
	case asked.Shape == games.Letters:
		return d.word
	case asked.Shape == games.Hand:
		return strings.Trim(fmt.Sprint(d.slots[:d.count]), "[]")
	case asked.Shape != games.Choice || d.cursor < first || d.cursor >= len(asked.Options):
		return ""
	case d.cursor < 0:
		offer := asked.Offers[d.cursor-first]
		return p.Option(games.Prompt{ID: offer.Prompt}, offer.Option, l)
	}
	return p.Option(asked, asked.Options[d.cursor], l)
}

// Rules are what people must know of each game, in the order of the games' names.
func (p Phrases) Rules(l Language) (all []Rules) {
	for _, game := range slices.Sorted(maps.Keys(p.words.help)) {
		rules := Rules{Game: game, Title: p.Word(game, l)}
		for _, advice := range p.words.help[game] {
			rules.Advices = append(rules.Advices, string(appendPlain(nil, advice.in(l))))
		}
		all = append(all, rules)
	}
	return all
}

// Rules are those of one game.
type Rules struct {
	Game, Title string
	Advices     []string
}

// Span is a span of time as it is said over a race: 0.4 ms, 37 ms, 1.50 s, 75 s.
func (p Phrases) Span(d time.Duration, l Language) string { return string(appendSpan(nil, d, l)) }
