package web

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"arbitre/display"
	"arbitre/display/aloud"
	"arbitre/display/shown"
	"arbitre/display/web/site"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/results"
)

// A content has all data from which the pages of one moment are encoded.
type content struct {
	options Options
	run     string
	state   shown.State
	since   time.Time // when it was shown
	book    Book
	names   wording.Names
	results Results
	story   results.Story // of the game at the table, or of the last one while none is there
	ranking *ranking      // across games; it has no words of any language
	panel   *panel

	mu      sync.Mutex
	encoded map[channel][]byte // the JSON of the channels that were asked for
}

func newContent(o Options, run string, s shown.State, since time.Time, b Book, p *display.Painter) *content {
	b.Sitters = wording.People(s.Public, b.Sitters)
	c := &content{options: o, run: run, state: s, since: since, book: b, names: wording.NamesOf(s.Public, b.Sitters),
		panel: mirror(s, p), encoded: map[channel][]byte{}}
	c.askResults()
	return c
}

// of returns all that a channel's page shows, a JSON object. It is encoded once for all who read
// it.
func (c *content) of(to channel) []byte {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case c.encoded[to] != nil:
	case to.audience == public:
		c.encoded[to] = site.Encode(c.table(c.state.Public, to.language))
	case to.audience == entrant:
		c.encoded[to] = c.forEntrants(to.language)
	default:
		c.encoded[to] = c.forJudge(to.language, to.audience == keeper)
	}
	return c.encoded[to]
}

// message returns a channel's JSON as a server-sent event (HTML standard, section 9.2). It adds
// "now", the game's present clock in milliseconds.
func (c *content) message(encoded []byte) []byte {
	now := c.state.Now + time.Since(c.since)
	return fmt.Appendf(nil, "data: {\"now\":%d,%s\n\n", now.Milliseconds(), encoded[1:])
}

// A table is the JSON of a view for everyone. It contains no prompts and no secrets.
type table struct {
	Game     string  `json:"game"`
	Round    string  `json:"round"`
	Headline line    `json:"headline"`
	Lines    []line  `json:"lines"`
	Until    float64 `json:"until,omitempty"` // when the headline's time is up, in ms on the game's clock
	Over     bool    `json:"over,omitempty"`
	Claiming bool    `json:"claiming,omitempty"` // names can be entered on phones
	Playing  bool    `json:"playing,omitempty"`  // a game that is not over
	Large    bool    `json:"large,omitempty"`    // letters are larger, for children
	Calm     bool    `json:"calm,omitempty"`     // no page celebrates
	Few      bool    `json:"few,omitempty"`      // few points are good
	Moment   *line   `json:"moment,omitempty"`   // of a game that is over, the closest verdict
	Film     string  `json:"film,omitempty"`     // the path of the last verdict's
	Seats    []seat  `json:"seats"`
	Race     *race   `json:"race"`
	Slates   []slate `json:"slates"`
	Grids    []grid  `json:"grids"`
	Past     []past  `json:"past"` // the newest first
	Aloud    spoken  `json:"aloud"`

	Story   *story     `json:"story,omitempty"`
	Ranking *ranking   `json:"ranking,omitempty"`
	Evening []standing `json:"evening"`
	AllTime []standing `json:"allTime"`
}

// What may be spoken, and is by browsers where people choose that.
type spoken struct {
	Sentences []aloud.Sentence `json:"sentences"`
	Now       string           `json:"now"`   // what is now
	Leads     string           `json:"leads"` // who leads
}

// A line is one sentence and the pictures beside it.
type line struct {
	Text string   `json:"text"`
	Code []colour `json:"code,omitempty"` // drawn in place of the colours' names
	Peg  string   `json:"peg,omitempty"`  // as a letter of the language, or a dash
}

// A colour is one place of a code: its name in the journal, by which it is drawn, and its word in
// the page's language. An empty place has "" for both.
type colour struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type seat struct {
	Seat    games.Seat `json:"seat"`
	Name    string     `json:"name,omitempty"`
	Colour  string     `json:"colour,omitempty"`
	Team    string     `json:"team,omitempty"`  // its name; the seats of a team follow each other
	Total   *int       `json:"total,omitempty"` // of the seat, or of its team; missing before a game
	Lamp    string     `json:"lamp,omitempty"`  // lit or blinking
	Mark    string     `json:"mark,omitempty"`
	Pressed bool       `json:"pressed,omitempty"` // in the race that is open
	Clock   *clock     `json:"clock,omitempty"`   // shown in place of the total
}

// A clock is a seat's time to think, in ms, as [games.Clock].
type clock struct {
	Left  float64 `json:"left"`
	Until float64 `json:"until,omitempty"`
}

// A race is the photo finish of a race that is over.
type race struct {
	Title   string   `json:"title,omitempty"`
	Verdict string   `json:"verdict,omitempty"` // fastest, slowest, dead_heat or void
	Runners []runner `json:"runners"`           // in the order of their presses, then those who did not press
	Now     bool     `json:"now,omitempty"`     // the headline is about it
}

// A runner is one seat in a race.
type runner struct {
	Seat games.Seat `json:"seat"`
	Name string     `json:"name,omitempty"`
	// At is the time after the first press, as a fraction of the time between the first and the
	// last press; missing without a press.
	At     *float64 `json:"at,omitempty"`
	After  string   `json:"after"`            // the first press
	Early  bool     `json:"early,omitempty"`  // it came too early to count
	Decide bool     `json:"decide,omitempty"` // the verdict is about this seat
}

type slate struct {
	Hunt   int          `json:"hunt"`
	Seats  []games.Seat `json:"seats"`
	Line   int          `json:"line"`
	Lines  int          `json:"lines"`           // without the one more that may follow
	Until  float64      `json:"until,omitempty"` // ms on the game's clock
	Known  string       `json:"known"`
	Tries  []try        `json:"tries"`
	Secret string       `json:"secret,omitempty"` // for the judge
}

type grid struct {
	Team    string `json:"team"`
	Size    int    `json:"size"`
	Covered []bool `json:"covered"`
}

// table returns the public part of a page for a view, in a language.
func (c *content) table(v games.View, l wording.Language) table {
	say := c.voice(v, l)
	t := table{
		Game:     say.Word(v.Game),
		Headline: c.line(v.Headline, say),
		Round:    c.round(v, say),
		Lines:    []line{},
		Until:    milliseconds(v.Until),
		Over:     v.Over,
		Claiming: c.state.Claims.Open,
		Large:    v.Large,
		Calm:     c.state.Quiet,
		Playing:  c.state.Line > 0 && !v.Over,
		Seats:    c.seats(v, say),
		Slates:   c.slates(v),
		Grids:    []grid{},
		Past:     c.history(say),
		Race:     c.race(v, say),
		Few:      c.fewIsGood(v.Game),
		Story:    c.storyOf(say),
		Ranking:  c.ranking,
		Evening:  c.standings(results.Standings(c.results.Evening), say),
		AllTime:  c.standings(c.results.AllTime, say),
	}
	voice := say.Aloud()
	t.Aloud = spoken{
		append([]aloud.Sentence{}, aloud.Sentences(c.state, games.Fact{}, voice)...),
		aloud.Joined(aloud.Now(c.state, voice)), aloud.Joined(aloud.Leads(c.state, t.Few, voice)),
	}
	if v.Over {
		t.Moment = c.moment(say)
	}
	if _, name := lastVerdict(c.state); name != "" {
		t.Film = filmPath + name
	}
	for _, said := range v.Lines {
		if said.Role != games.Round {
			t.Lines = append(t.Lines, c.line(said, say))
		}
	}
	for i, g := range v.Grids {
		t.Grids = append(t.Grids, grid{say.Sentence(games.Text{Word: "team", Team: i + 1}), g.Size, g.Covered})
	}
	return t
}

// seats returns the seats of a view, those of a team beside each other. Before a game they have no
// points, unless it continues another.
func (c *content) seats(v games.View, say *wording.Voice) []seat {
	all := []seat{}
	noPoints := c.state.Line == 0 && !slices.ContainsFunc(v.Seats, func(p games.Place) bool { return p.Total != 0 })
	for _, p := range slices.Concat(games.Sides(v.Seats)...) {
		shown := seat{
			Seat: p.Seat, Name: c.names.Seats[p.Seat], Total: &p.Total, Mark: say.Word(p.Mark),
			Colour: c.book.Sitters[p.Seat].Colour, Lamp: p.Lamp.String(),
			Pressed: v.Race != nil && v.Race.Open && slices.Contains(v.Headline.Seats, p.Seat),
		}
		if noPoints {
			shown.Total = nil
		}
		if p.Bot {
			shown.Name = say.Word("bot")
		}
		if p.Clock != nil {
			shown.Clock = &clock{milliseconds(p.Clock.Left), milliseconds(p.Clock.Until)}
		}
		if p.Team > 0 {
			shown.Team = say.Sentence(games.Text{Word: "team", Team: p.Team})
		}
		all = append(all, shown)
	}
	return all
}

// slates returns the hunts for words, with what was tried in them.
func (c *content) slates(v games.View) []slate {
	all, tries := []slate{}, c.tries()
	for _, s := range v.Slates {
		all = append(all, slate{
			Hunt: s.Hunt, Seats: s.Seats, Line: s.Line, Lines: s.Lines, Until: milliseconds(s.Until),
			Known: s.Known, Tries: append([]try{}, tries[s.Hunt]...),
		})
	}
	return all
}

// voice returns the words of a view's game, with the players' names.
func (c *content) voice(v games.View, l wording.Language) *wording.Voice {
	return c.options.Phrases.In(l, v.Game).Naming(c.names)
}

// fewIsGood reports whether few points of a game are good.
func (c *content) fewIsGood(game string) bool {
	rules, err := c.options.Rules.Find(game)
	return err == nil && rules.FewIsGood()
}

// round returns "round 2/3" in the page's language, or "" if the headline says it or no game is on.
func (c *content) round(v games.View, say *wording.Voice) string {
	if v.Rounds == 0 || v.Headline.Role == games.Round {
		return ""
	}
	return say.Sentence(games.Text{Word: "round", Extra: fmt.Sprintf("%d/%d", v.Round, v.Rounds)})
}

func (c *content) line(t games.Text, say *wording.Voice) line {
	said := line{Peg: say.Peg(t)}
	for _, name := range t.Code {
		said.Code = append(said.Code, colour{name, say.Word(name)})
	}
	t.Code = nil
	said.Text = say.Sentence(t)
	return said
}

// race returns a view's photo finish with margins to scale; nil without two seats to compare.
func (c *content) race(v games.View, say *wording.Voice) *race {
	p := v.Race
	runners := say.Finish(p)
	if runners == nil {
		return nil
	}
	r := &race{Now: v.Headline.Role == games.Verdict}
	if title := say.Word(p.Race); title != p.Race {
		r.Title = title
	}
	decide := p.Decided()
	switch {
	case p.Void:
		r.Verdict, decide = "void", nil
	case decide == nil && len(p.DeadHeat) > 0:
		r.Verdict, decide = "dead_heat", p.DeadHeat
	case p.Slowest != 0 || p.Team != 0 && p.SlowestLoses:
		r.Verdict = "slowest"
	case decide != nil:
		r.Verdict = "fastest"
	}
	for _, f := range runners {
		said := runner{Seat: f.Seat, Name: c.names.Seats[f.Seat], After: f.Margin, Early: f.Early,
			Decide: slices.Contains(decide, f.Seat)}
		if f.Pressed {
			said.At = &f.Share
		}
		r.Runners = append(r.Runners, said)
	}
	return r
}

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }
