package wording

import "arbitre/games"

// Leaflet returns the view of a game's help: a title, and a line for each advice.
func (p Phrases) Leaflet(game string) games.View {
	v := games.View{Game: game, Panel: games.Leaflet, Headline: games.Text{Word: "help", Extra: game}}
	for i := range p.In(English, game).rules {
		v.Lines = append(v.Lines, games.Text{Word: "advice", Number: i})
	}
	return v
}

// Rules returns the rules of each game in short, in the order of the rule book.
func (p Phrases) Rules(l Language) (all []Rules) {
	for _, game := range p.games {
		v := p.In(l, game)
		rules := Rules{Game: game, Title: v.Word(game)}
		for _, advice := range v.rules {
			rules.Advices = append(rules.Advices, plain(advice.Text))
		}
		all = append(all, rules)
	}
	return all
}

// Rules are the rules of one game in short.
type Rules struct {
	Game, Title string
	Advices     []string
}
