package display

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/games"
)

// Sentence is a headline or a line of a view; "" where there is nothing to say.
func (v *Voice) Sentence(t games.Text) string {
	return string(v.fill(nil, v.text(sentences, t.Word), t))
}

// Question is what a prompt of a view asks.
func (v *Voice) Question(of games.View, asked games.Prompt) string {
	if !asked.Asks.IsZero() {
		return v.Sentence(asked.Asks)
	}
	t := games.Text{Seat: asked.Seat, Seats: of.Headline.Seats, Number: asked.Team, Extra: of.Game}
	text := v.fill(nil, v.text(questions, asked.ID), t)
	if asked.Board > 1 {
		text = append(appendNumber(append(text, noBreak+"("...), asked.Board), ')')
	}
	return string(text)
}

// Whose asks whom an option is about, where that is a question; "" where it is not.
func (v *Voice) Whose(asked games.Prompt, option games.Value) string {
	naming, ok := asked.Names(option)
	if !ok {
		return ""
	}
	t := games.Text{Extra: v.Option(asked, option)}
	return string(v.fill(nil, v.text(questions, naming.Asks), t))
}

// Option is one that a prompt may be answered with.
func (v *Voice) Option(asked games.Prompt, option games.Value) string {
	return string(v.appendOption(nil, asked, option))
}

// Peg is an answer to a guess in short: the first letter of its colour, a dash for none; "" for any other sentence.
func (v *Voice) Peg(t games.Text) string {
	if t.Reply == nil {
		return ""
	}
	return string(v.letterOf(*t.Reply))
}

// Word is one of the table's words: a game, a colour, a mark beside a seat. One that is not known is said as it is.
func (v *Voice) Word(word string) string {
	return string(v.fill(nil, v.text(singleWords, word), games.Text{}))
}

// Span is a span of time as it is said over a race: 0.4 ms, 37 ms, 1.50 s, 75 s.
func (v *Voice) Span(d time.Duration) string { return string(v.appendSpan(nil, d)) }

// Scene is what a display says at a moment, for whoever can't see it: the question that has it, with what OK would
// answer, or else the sentences of the scene.
func (p Phrases) Scene(s Scene) string {
	d, v := s.Dialogue, s.View
	say := p.In(s.Language, v.Game)
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
			said = append(said, say.Sentence(games.Text{Word: "guessed_codes"}))
		}
	case open && v.Panel != games.Leaflet:
		said = append(said, say.Question(v, asked), say.drafted(d, asked))
	default:
		for _, t := range slices.Concat([]games.Text{v.Headline}, v.Secret, v.Lines) {
			said = append(said, say.Sentence(t))
		}
		if waiting := appendWaiting(nil, v); d.listing && d.cursor < len(waiting) {
			said = append(said, say.Question(v, waiting[d.cursor]))
		}
	}
	said = slices.DeleteFunc(said, func(text string) bool { return text == "" })
	return strings.ReplaceAll(strings.Join(said, "\n"), noBreak, " ")
}

// drafted is the answer as far as it is chosen or entered.
func (v *Voice) drafted(d Dialogue, asked games.Prompt) string {
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
		return v.Option(games.Prompt{ID: offer.Prompt}, offer.Option)
	}
	return v.Option(asked, asked.Options[d.cursor])
}

// Rules are what people must know of each game, in the order of the games' names.
func (p Phrases) Rules(l Language) (all []Rules) {
	for _, game := range p.games {
		v := p.In(l, game)
		rules := Rules{Game: game, Title: v.Word(game)}
		for _, advice := range v.rules {
			rules.Advices = append(rules.Advices, string(appendPlain(nil, advice.Text)))
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
