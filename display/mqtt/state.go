package mqtt

import (
	"bytes"
	"encoding/json"
	"strings"

	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"

	"github.com/eclipse/paho.golang/paho"
)

// kept returns the messages that the broker keeps, but for the state: the first that it is told.
func (p *Publisher) kept(s shown.State) []*paho.Publish {
	over := ""
	if s.Public.Over {
		over = s.Journal
	}
	return []*paho.Publish{
		{Retain: true, Topic: p.own.at(Status), Payload: []byte(Online)},
		{Retain: true, Topic: p.own.at(Home), Payload: encode(p.discovery(s.Scene.Language))},
		{Retain: true, Topic: p.own.at(GamesSuffix), Payload: encode(append(Games{}, p.Games(over)...))},
	}
}

// present returns the state: of the public view alone.
func (p *Publisher) present(s shown.State) *paho.Publish {
	v, say, names := s.Public, p.voice(s, s.Public.Game), p.names(s)
	state := State{
		Table: p.Table, Round: v.Round, Rounds: v.Rounds, Over: v.Over,
		Turn: []games.Seat{}, Places: []Place{}, Headline: wording.Breakable(say.Sentence(v.Headline)),
	}
	if s.Line > 0 { // no lobby
		state.Game = &Game{ID: s.ID, Kind: v.Game, Name: say.Word(v.Game)}
		for _, seat := range v.Seats {
			lit := seat.Lamp == games.Lit
			state.Places = append(state.Places, Place{
				Seat: seat.Seat, Bot: seat.Bot, Name: names.Seats[seat.Seat], Team: seat.Team, Total: seat.Total, Won: v.Over && lit,
			})
			if lit && !v.Over {
				state.Turn = append(state.Turn, seat.Seat)
			}
		}
	}
	return &paho.Publish{Retain: true, Topic: p.own.at(StateSuffix), Payload: encode(state)}
}

// event returns what the broker is told of a fact.
func (p *Publisher) event(s shown.State, news shown.News) *paho.Publish {
	say := p.voice(s, news.Game)
	var said []string
	for _, t := range news.Said {
		said = append(said, wording.Breakable(say.Sentence(t)))
	}
	return &paho.Publish{Topic: p.own.at(EventSuffix), Payload: encode(Event{
		Type: news.What.Fact(), Game: news.ID, Line: news.Line, N: news.N,
		Fact: encode(news.Fact), Said: strings.Join(said, ". "),
	})}
}

// voice returns the words of a game, with the players' names.
func (p *Publisher) voice(s shown.State, game string) *wording.Voice {
	return p.Phrases.In(s.Scene.Language, game).Naming(p.names(s))
}

func (p *Publisher) names(s shown.State) wording.Names { return wording.NamesOf(s.Public, p.Sitters()) }

// encode returns a value as JSON. Its text stands as people write it, "1 & 2", for no browser reads
// it as HTML.
func encode(v any) []byte {
	var text bytes.Buffer
	e := json.NewEncoder(&text)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err) // every type that is published has a JSON form
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n"))
}
