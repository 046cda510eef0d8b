package web

import (
	"cmp"
	"slices"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// forJudge encodes the judge's page: his view, his prompts and the display of the box. With keeper
// it encodes the page of state.Keeper, which shows the Holder's secrets.
func (c *content) forJudge(l wording.Language, keeper bool) []byte {
	var page struct {
		table
		Holder   games.Seat `json:"holder,omitempty"`
		Held     bool       `json:"held,omitempty"`     // the Holder has the display of the box
		Inviting bool       `json:"inviting,omitempty"` // the box shows a code, which this page must not show
		Panel    *panel     `json:"panel,omitempty"`
		Run      string     `json:"run"` // changes with a restart: then the same questions have other serials
		Prompts  []prompt   `json:"prompts"`
		Naming   *naming    `json:"naming,omitempty"`
		Joins    bool       `json:"joins,omitempty"` // it can join a home's network now
	}
	page.Run, page.Prompts, page.Naming = c.run, []prompt{}, c.naming()
	page.Joins = c.options.Homes != nil && c.options.Homes.Homes().Open
	v := c.state.Judge
	if keeper {
		v = c.state.Scene.View
	}
	page.table = c.table(v, l)
	say := c.voice(v, l)
	for i, s := range v.Slates {
		page.Slates[i].Secret = s.Secret
	}
	for _, p := range v.Prompts {
		page.Prompts = append(page.Prompts, c.prompt(v, p, say))
	}
	// The forms of two hunts keep their places, whichever was answered last.
	first := func(id string) int {
		return slices.IndexFunc(v.Prompts, func(p games.Prompt) bool { return p.ID == id })
	}
	slices.SortStableFunc(page.Prompts, func(a, b prompt) int {
		return cmp.Or(first(a.ID)-first(b.ID), a.Hunt-b.Hunt)
	})
	if c.options.NoDisplay { // this page is the display: the judge hands it to a player
		if c.state.Keeper != shown.Box && !keeper {
			page.Holder = c.state.Holder
		}
	} else {
		page.Holder, page.Inviting = c.state.Holder, c.state.Scene.Invitation != nil && c.state.Scene.Invitation.Code != ""
		page.Held = page.Holder != 0
	}
	if page.Holder == 0 && !page.Inviting {
		page.Panel = c.panel
	}
	return site.Encode(page)
}

// A naming has the data of the judge's form for the players' names.
type naming struct {
	Seats   []player `json:"seats"`
	Longest int      `json:"longest"` // letters of a name
	Known   []string `json:"known"`   // names of earlier games, to choose from
}

// A player is a seat and the name of its player.
type player struct {
	Seat   games.Seat `json:"seat"`
	Name   string     `json:"name,omitempty"`
	Colour string     `json:"colour,omitempty"`
}

// naming returns nil if no player can be named.
func (c *content) naming() *naming {
	seats := c.state.Nameable()
	if len(seats) == 0 {
		return nil
	}
	n := &naming{Longest: results.LongestName, Known: append([]string{}, c.book.Known...)}
	for _, s := range seats {
		n.Seats = append(n.Seats, player{Seat: s, Name: c.names.Seats[s]})
	}
	return n
}

// A panel is the display of the box: 8 rows of 128 bytes, each 8 pixels from top (bit 0) to bottom.
type panel struct {
	Pixels []byte `json:"pixels"`
	Dim    bool   `json:"dim,omitempty"`
}

// mirror draws what the display of the box shows.
func mirror(s shown.State, painter *display.Painter) *panel {
	picture := canvas.NewPicture()
	if s.Look.Mark > 0 {
		painter.DrawMark(picture, s.Look.Mark)
	} else {
		painter.Draw(picture, s.Scene)
	}
	return &panel{picture.Pix, s.Look.Dim}
}

// A prompt is a question with the data of its control.
type prompt struct {
	ID         string `json:"id"`
	games.Keys        // as an answer repeats them
	Asked      int    `json:"asked"`
	Shape      string `json:"shape"`
	Question   string `json:"question"`
	Background bool   `json:"background,omitempty"`

	Offers  []option `json:"offers,omitempty"` // answers to other prompts, shown before the prompt's own
	Options []option `json:"options,omitempty"`
	Preset  int      `json:"preset"` // the index of the preselected option; -1 is none
	Seats   bool     `json:"seats,omitempty"`

	Until   float64       `json:"until,omitempty"` // ms on the game's clock
	Namings [][]candidate `json:"namings,omitempty"`

	Min    int     `json:"min,omitempty"`
	Max    int     `json:"max,omitempty"`
	Places int     `json:"places,omitempty"` // of a code or a token; for a card, how many options are attributes
	Start  int     `json:"start,omitempty"`  // of an amount
	Counts []count `json:"counts,omitempty"` // of a hand
	Given  string  `json:"given,omitempty"`  // the letter that everyone knows
}

// A count is one kind of card in a hand.
type count struct {
	Key   string `json:"key"`
	Text  string `json:"text"`
	Most  int    `json:"most"`
	Worth int    `json:"worth"`
	Usual int    `json:"usual"` // the initial value
}

type option struct {
	Value games.Value `json:"value"`
	Text  string      `json:"text"`
	Whose string      `json:"whose,omitempty"` // the question "whose?" if several seats are possible,
	About int         `json:"about,omitempty"` // and the index of the naming that lists them
	Of    string      `json:"of,omitempty"`    // the other prompt that it answers
}

// A candidate is a seat that may be named.
type candidate struct {
	Seat  games.Seat `json:"seat"`
	Until float64    `json:"until,omitempty"`
}

func (c *content) prompt(v games.View, asked games.Prompt, say *wording.Voice) prompt {
	p := prompt{
		ID: asked.ID, Keys: asked.Keys, Asked: asked.Serial,
		Shape:      asked.Shape.String(),
		Question:   say.Question(v, asked),
		Background: asked.Background,
		Preset:     slices.IndexFunc(asked.Options, asked.Preset.Equal),
		Seats:      asked.Seats,
		Until:      milliseconds(asked.Until),
		Min:        asked.Min,
		Max:        asked.Max,
		Places:     asked.Places,
	}
	for _, o := range asked.Offers {
		for _, other := range v.Prompts {
			if other.ID == o.Prompt {
				offer := c.option(other, o.Option, say)
				offer.Of = o.Prompt
				p.Offers = append(p.Offers, offer)
			}
		}
	}
	for _, o := range asked.Options {
		p.Options = append(p.Options, c.option(asked, o, say))
	}
	for _, naming := range asked.Namings {
		seats := []candidate{}
		for _, s := range naming.Seats {
			seats = append(seats, candidate{s.Seat, milliseconds(s.Until)})
		}
		p.Namings = append(p.Namings, seats)
	}
	switch asked.Shape {
	case games.Hand:
		for i, c := range asked.Counts {
			text := say.Option(asked, games.Word(c.Key))
			p.Counts = append(p.Counts, count{c.Key, text, c.Most, c.Worth, asked.Usual(i)})
		}
	case games.Amount:
		p.Start = asked.Min
		if n, err := asked.Preset.Int(); err == nil && n >= asked.Min && n <= asked.Max {
			p.Start = n
		}
	case games.Letters:
		p.Given = asked.Given()
	}
	return p
}

// option returns an answer to a prompt, with the question that may follow it.
func (c *content) option(asked games.Prompt, o games.Value, say *wording.Voice) option {
	return option{
		Value: o, Text: say.Option(asked, o),
		Whose: say.Whose(asked, o),
		About: slices.IndexFunc(asked.Namings, func(n games.Naming) bool { return slices.ContainsFunc(n.Options, o.Equal) }),
	}
}
