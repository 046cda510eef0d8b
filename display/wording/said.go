package wording

import (
	"errors"
	"time"

	"arbitre/games"
)

// Sentence is a headline or a line of a view; "" where there is nothing to say.
func (v *Voice) Sentence(t games.Text) string {
	return string(v.Append(nil, v.Template(Sentences, t.Word), t))
}

// Question is what a prompt of a view asks.
func (v *Voice) Question(of games.View, asked games.Prompt) string {
	return string(v.AppendQuestion(nil, of, asked))
}

// Whose asks whom an option is about, where that is a question; "" where it is not.
func (v *Voice) Whose(asked games.Prompt, option games.Value) string {
	return string(v.AppendWhose(nil, asked, option))
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

// Option is one that a prompt may be answered with.
func (v *Voice) Option(asked games.Prompt, option games.Value) string {
	return string(v.AppendOption(nil, asked, option))
}

// Peg is an answer to a guess in short: the first letter of its colour, a dash for none; "" for any
// other sentence.
func (v *Voice) Peg(t games.Text) string {
	if t.Reply == nil {
		return ""
	}
	return string(v.Letter(*t.Reply))
}

// Word is one of the table's words: a game, a colour, a mark beside a seat. One that is not known
// is said as it is.
func (v *Voice) Word(word string) string {
	return string(v.Append(nil, v.Template(Words, word), games.Text{}))
}

// Span is a span of time as it is said over a race: 0.4 ms, 37 ms, 1.50 s, 75 s.
func (v *Voice) Span(d time.Duration) string { return string(v.AppendSpan(nil, d)) }

// Leaflet is the view of a game's help, for whoever reads it: a title, and an advice a line.
func (p Phrases) Leaflet(game string) games.View {
	v := games.View{Game: game, Panel: games.Leaflet, Headline: games.Text{Word: "help", Extra: game}}
	for i := range p.In(English, game).rules {
		v.Lines = append(v.Lines, games.Text{Word: "advice", Number: i})
	}
	return v
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
