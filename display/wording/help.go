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

// Rules are the rules of one game in short.
type Rules struct {
	Game, Title string
	Advices     []string
}

// Rules returns the rules of each game in short, in the order of the rule book.
func (p Phrases) Rules(l Language) (all []Rules) {
	for _, game := range p.games {
		v := p.In(l, game)
		all = append(all, Rules{Game: game, Title: v.Word(game), Advices: v.rules})
	}
	return all
}
