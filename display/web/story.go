package web

import (
	"maps"
	"slices"
	"strings"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// A story is the JSON of a [results.Story].
type story struct {
	Title  string          `json:"title"`
	Few    bool            `json:"few,omitempty"` // few points are good: the least is the best
	Sides  []side          `json:"sides"`         // the best first
	Rounds []results.Round `json:"rounds"`        // of one side each a total
	Signed bool            `json:"signed,omitempty"`
	Hands  []hand          `json:"hands,omitempty"`
	Rivals []rivals        `json:"rivals,omitempty"`
}

// A side is a seat, or a team with its seats.
type side struct {
	Label  string `json:"label"` // the number of the seat, or the letter of the team
	Name   string `json:"name,omitempty"`
	Colour string `json:"colour,omitempty"`
	Place  int    `json:"place"`
	Total  int    `json:"total"`
}

type hand struct {
	Seat    games.Seat `json:"seat"`
	Name    string     `json:"name,omitempty"`
	First   int        `json:"first"`
	Met     int        `json:"met"`
	Fastest string     `json:"fastest,omitempty"`
	Median  string     `json:"median,omitempty"`
}

// rivals are two who have met in races, or in games.
type rivals struct {
	One     results.Player `json:"one"`
	Other   results.Player `json:"other"`
	Met     int            `json:"met"`
	Won     int            `json:"won"`
	Lost    int            `json:"lost"`
	Closest string         `json:"closest,omitempty"`
}

// A ranking says how everyone stands across the evening's games.
type ranking struct {
	Rows   []results.Rank `json:"rows"`
	Rivals []rivals       `json:"rivals,omitempty"`
}

// A standing has the results of one game.
type standing struct {
	Game string `json:"game"`
	Few  bool   `json:"few,omitempty"` // few points are good
	Rows []row  `json:"rows"`
}

// A row is one of the results, with the fastest hand in the page's language.
type row struct {
	results.Row
	Fastest string `json:"fastest,omitempty"` // hides the time
	Best    bool   `json:"best,omitempty"`    // never before has this player been so fast
}

// What the scoreboard has at most of a long evening.
const (
	mostRows   = 32 // of the ranking
	mostRivals = 6  // pairs in it
)

// askResults asks for the results, and for the story of the game at the table or of the last one.
func (c *content) askResults() {
	var atTable results.Game
	if c.state.Line > 0 {
		atTable, c.story = results.Of(c.state.Public, c.state.Told, c.options.Rules)
		atTable.Journal = c.state.Journal
		if n := len(c.state.Told); n > 0 {
			atTable.Lasted = c.state.Told[n-1].At
		}
	}
	if c.options.Results != nil {
		c.results = c.options.Results(atTable)
	}
	if c.state.Line == 0 {
		c.story = c.results.Story
	}
	c.ranking = rankingOf(results.Ranking(c.results.Evening, c.options.Rules))
}

// storyOf returns the story, or nil where nothing was scored and no race was run.
func (c *content) storyOf(say *wording.Voice) *story {
	game, names := c.state.Public.Game, c.names.Seats
	if c.state.Line == 0 {
		game, names = c.results.Last.Game, map[games.Seat]string{}
		for _, p := range c.results.Last.Places { // several may have shared a seat
			names[p.Seat] = strings.TrimPrefix(names[p.Seat]+" + "+p.Name, " + ")
		}
		maps.DeleteFunc(names, func(_ games.Seat, name string) bool { return name == "" })
	}
	if len(c.story.Rounds) < 2 && len(c.story.Hands) == 0 {
		return nil
	}
	s := &story{Title: say.Word(game), Few: c.fewIsGood(game), Rounds: c.story.Rounds, Signed: c.story.Signed}
	for _, ranked := range c.story.Sides {
		of := ranked.Members[0]
		one := side{Label: games.Number(int(of.Seat)).String(), Name: names[of.Seat], Place: ranked.Rank, Total: of.Total}
		if who := c.book.Sitters[of.Seat]; who.Name == one.Name { // who played there still sits there
			one.Colour = who.Colour
		}
		if of.Bot {
			one.Name = say.Word("bot")
		}
		if of.Team > 0 {
			one.Label, one.Name, one.Colour = wording.Letter(of.Team), say.Sentence(games.Text{Word: "team", Team: of.Team}), ""
		}
		s.Sides = append(s.Sides, one)
	}
	for _, h := range c.story.Hands {
		one := hand{Seat: h.Seat, Name: names[h.Seat], First: h.First, Met: h.Met}
		if h.Fastest > 0 {
			one.Fastest, one.Median = say.Span(h.Fastest), say.Span(h.Median)
		}
		s.Hands = append(s.Hands, one)
	}
	player := func(s games.Seat) results.Player {
		if names[s] != "" {
			return results.Player{Name: names[s]}
		}
		return results.Player{Seat: s}
	}
	for _, r := range c.story.Rivals {
		s.Rivals = append(s.Rivals, rivals{player(r.One), player(r.Other), r.Met, r.Ahead, r.Behind, say.Span(r.Closest)})
	}
	return s
}

// rankingOf returns how the evening's players stand across games; nil before the first game is over.
func rankingOf(all []results.Rank) *ranking {
	if len(all) == 0 {
		return nil
	}
	r := &ranking{Rows: all[:min(len(all), mostRows)]}
	for _, d := range results.Rivalries(all) {
		if len(r.Rivals) < mostRivals {
			r.Rivals = append(r.Rivals, rivals{One: d.One, Other: d.Other, Met: d.Played, Won: d.Won, Lost: d.Lost})
		}
	}
	return r
}

// standings groups the rows by game. A fastest hand that no game before this evening had is marked.
func (c *content) standings(rows []results.Row, say *wording.Voice) []standing {
	parts := []standing{}
	for i, r := range rows {
		if i == 0 || r.Game != rows[i-1].Game {
			parts = append(parts, standing{Game: say.Word(r.Game), Few: c.fewIsGood(r.Game)})
		}
		one := row{Row: r}
		if r.Fastest > 0 {
			one.Fastest = say.Span(r.Fastest)
			one.Best = r.Name != "" && slices.ContainsFunc(c.results.Before, func(of results.Row) bool {
				return of.Game == r.Game && strings.EqualFold(of.Name, r.Name) && r.Fastest < of.Fastest
			})
		}
		last := &parts[len(parts)-1]
		last.Rows = append(last.Rows, one)
	}
	return parts
}
