// Package motus plays Motus by its French sheet: two teams hunt each other's secret words side by
// side, cover their grids, and the better team's players race for the Super Partie (RULES section
// 4).
package motus

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/race"
)

// Numbers of the sheet. Those of the grid's limits and of the draws are not in it.
const (
	lines        = 6 // of a hunt, before the further hint
	lastLine     = 7 // the one after the further hint
	foundPoints  = 50
	soloPenalty  = 25 // for the further hint (MOTUS-14)
	motusPoints  = 100
	wordsToWin   = 3          // the Super Partie
	largest      = 1000       // grid side, and number of blanks
	tokensStream = 0x6d6f7475 // makes the draws differ from those of other games with the same seed
)

// A drawing says how the tokens of the grids are drawn (MOTUS-7).
type drawing string

const (
	byHouse drawing = "house"
	entered drawing = "entered"
	none    drawing = "none"
)

// An agreement holds the options of the start line.
type agreement struct {
	solo    bool
	letters int
	rounds  int // series
	drawing drawing
	size    int // of the grids
	blanks  int
	super   bool // whether the Super Partie is played
	prepare bool // its next word is written while one is played (MOTUS-10)
	shot    shotClock
	limits  race.Limits
}

// A hunt is the search for one secret word.
type hunt struct {
	number int // as the journal names it
	author int // place of who writes the word, as seating.at counts
	word   string
	line   int // from 1: the open one, or in a race the one that comes next; 0 before the word is written
	over   bool

	shown [longest]bool // letters that a line has had in place, or a hint gave
	tried []Marks       // the proposals so far
	right []games.Seat  // who proposed the word itself on this line
}

// known returns what everyone knows of the word, with dots for unknown letters: "E.A..".
func (h *hunt) known(letters int) string {
	word := make([]byte, letters)
	for i := range word {
		word[i] = '.'
		if h.shown[i] {
			word[i] = h.word[i]
		}
	}
	return string(word)
}

// The phases of a game.
type phase uint8

const (
	hunting   phase = iota // a series, even while its words are written
	choosing               // prompt super_team
	writing                // the next word of the Super Partie
	racing                 // its players may press
	deciding               // prompt call_first
	proposing              // prompts guess
	gameOver
)

// Game is one game of Motus.
type Game struct{ state }

// state is all that there is of a game, the secret words among it.
type state struct {
	agreement
	seating
	totals games.Totals // by team; in solo by seat
	grids  []*grid      // of both teams; nil if none are played

	phase   phase
	round   int     // number of the series that is on, or was the last
	hunts   []*hunt // of the series; in the Super Partie the one that is on
	prompts games.Prompts
	final   *superPartie // nil before it begins
	winners []games.Seat

	news news // what happened last
}

// begin begins a game.
func begin(step *games.Step, start games.Start) (games.Game, error) {
	a, err := agree(start.Read())
	if err != nil {
		return nil, err
	}
	g := &Game{state{agreement: a, seating: seating{seats: start.Seats}}}
	switch {
	case a.solo:
	case len(g.seats) != 4:
		return nil, fmt.Errorf(`%s with %d seats: expected 4 for "mode":"teams"; "mode":"solo" is for 2 to 4`,
			start.Game, len(g.seats))
	default:
		g.teams = games.Teams{{g.seats[0], g.seats[2]}, {g.seats[1], g.seats[3]}}
		g.grids = newGrids(a, start.Seed)
	}
	g.totals = g.teams.Totals(g.seats)
	g.beginSeries(step)
	return g, nil
}

// agree reads the options of a start line.
func agree(o *games.Reader) (agreement, error) {
	a := agreement{
		solo:    o.Word("mode", "teams", "solo") == "solo",
		letters: o.Within("letters", shortest, longest),
		rounds:  o.AtLeast("series", 1),
		drawing: drawing(o.Word("grid", string(byHouse), string(entered), string(none))),
		size:    o.Within("size", 1, largest),
		blanks:  o.Within("blanks", 0, largest),
		super:   o.Bool("super"),
		prepare: o.Bool("prepare"),
		limits:  race.ReadLimits(o),
		shot: shotClock{
			span:      games.Read(o, "clock", games.Value.Span),
			oneSpeaks: o.Word("clocks", "each", "speaker") == "speaker",
		},
	}
	a.super = a.super && !a.solo
	return a, o.Err()
}

// newGrids returns the grids of both teams, or nil if they play without. The house shuffles the
// bags before anything else happens, team 1's first.
func newGrids(a agreement, seed uint64) []*grid {
	if a.drawing == none {
		return nil
	}
	grids := []*grid{newGrid(a.size, a.blanks), newGrid(a.size, a.blanks)}
	if a.drawing == byHouse {
		chance := rand.New(rand.NewPCG(seed, tokensStream))
		for _, grid := range grids {
			grid.fill(chance)
		}
	}
	return grids
}

// guess returns the prompt for a seat's proposal.
func (a agreement) guess(h *hunt, at time.Duration, seat games.Seat) games.Prompt {
	return games.Prompt{
		ID: "guess", For: games.Judge, Keys: games.Keys{Hunt: h.number, Seat: seat, Line: h.line},
		Shape: games.Letters, Max: a.letters, Background: true, Until: a.shot.due(at),
	}
}

// hunt returns the hunt of a number: one that is on, or the one of the word written ahead.
func (g *state) hunt(number int) *hunt {
	i := slices.IndexFunc(g.hunts, func(h *hunt) bool { return h.number == number })
	if i < 0 {
		return g.final.next
	}
	return g.hunts[i]
}

// LateLimit returns how late a press may be delivered.
func (a agreement) LateLimit() time.Duration { return a.limits.Settle }

// Deadline returns when the next clock runs out (MOTUS-15), or who proposes is decided (MOTUS-11).
func (g *Game) Deadline() (time.Duration, bool) {
	if g.phase == racing {
		return g.final.queue.Deadline()
	}
	next, ok := g.prompts.FirstDue()
	return next.Until, ok
}

// Elapse ends the time of a proposal, or lets the fastest propose.
func (g *Game) Elapse(step *games.Step) {
	defer g.news.say(step)
	if g.phase == racing {
		g.letPropose(step, g.final.decide())
	} else { // the player whose clock ran out has lost the line (MOTUS-15)
		late, _ := g.prompts.FirstDue()
		g.prompts.Answered(late)
		step.Add(games.Closed{ID: late.ID, Keys: late.Keys}, TooLate{late.Hunt, late.Line, late.Seat})
		g.news.begin(games.Text{Word: "motus_too_late", Role: games.News, Seat: late.Seat})
		g.endLine(step, g.hunt(late.Hunt))
	}
	g.shot.run(g.prompts, step.At)
}

// Answer takes a secret word, a proposal, a token, or the judge's choice.
func (g *Game) Answer(step *games.Step, in games.Input) error {
	defer g.news.say(step)
	prompt, value, err := g.prompts.Read(in)
	if err != nil {
		return err
	}
	switch prompt.ID {
	case "word":
		word, err := readWord(value, g.letters, "the secret word")
		if err != nil {
			return err
		}
		g.prompts.Answered(prompt)
		h := g.hunt(prompt.Hunt)
		if h.word = word; slices.Contains(g.hunts, h) {
			g.news.begin(games.Text{})
			g.beginHunt(step, h)
		}
	case "guess":
		if in.BeginsEntry() && g.shot.span > 0 {
			return g.shot.stop(g.prompts, prompt)
		}
		if err := g.takeProposal(step, prompt, value); err != nil {
			return err
		}
	case "token":
		token, err := g.grids[prompt.Team-1].read(value)
		if err != nil {
			return err
		}
		g.prompts.Answered(prompt)
		g.draw(step, prompt.Team, token)
		g.endSeries(step)
	case "super_team", "call_first":
		g.prompts.Answered(prompt)
		g.choose(step, prompt.ID, value)
	}
	g.shot.run(g.prompts, step.At)
	return nil
}

// choose takes the judge's choice of a team for the Super Partie, or of who pressed first.
func (g *Game) choose(step *games.Step, id string, choice games.Value) {
	number, _ := choice.Int() // of a team or a seat; 0 for "nobody"
	switch {
	case id == "super_team":
		g.beginSuperPartie(step, number)
	case number == 0: // both may press again
		g.final.queue.Silence(step, g.final.queue.Pressed())
		g.news.begin(games.Text{Word: "nobody", Role: games.Verdict})
		g.phase = racing
	default:
		g.letPropose(step, []games.Seat{games.Seat(number)})
	}
}

// beginHunt gives the first letter of a written word as a hint and opens the first line (MOTUS-3).
func (g *Game) beginHunt(step *games.Step, h *hunt) {
	g.hint(step, h, 0)
	h.line = 1
	g.openLine(step, h)
	if g.final != nil && g.prepare {
		g.haveNextWritten(step)
	}
}

// hint gives away the letter at a position, counted from 0.
func (g *Game) hint(step *games.Step, h *hunt, position int) {
	h.shown[position] = true
	letter := h.word[position : position+1]
	step.Add(Hint{h.number, position + 1, letter})
	g.news.add(games.Text{Word: "motus_hint", Number: position + 1, Extra: letter})
}

// openLine asks the hunter of a line for a proposal or, in the Super Partie, opens a race for it.
func (g *Game) openLine(step *games.Step, h *hunt) {
	if g.final == nil {
		g.prompts.Open(step, g.guess(h, step.At, h.hunter(g.seating)))
		return
	}
	g.phase = racing
	g.final.queue.Clear()
}

// takeProposal reads a proposal and marks it (MOTUS-4).
func (g *Game) takeProposal(step *games.Step, prompt games.Prompt, proposal games.Value) error {
	h := g.hunt(prompt.Hunt)
	word, err := readProposal(proposal, g.letters, h.word[0])
	if err != nil {
		return err
	}
	g.prompts.Answered(prompt)
	if g.shot.entry == prompt.Keys {
		g.shot.entry = games.Keys{}
	}
	marks := mark(h.word, word)
	tried := Marks{Hunt: h.number, Line: h.line, Seat: prompt.Seat, Word: word, Marks: marks}
	step.Add(tried)
	h.tried = append(h.tried, tried)
	for i := range len(marks) {
		if marks[i] == inPlace {
			h.shown[i] = true
		}
	}
	if word == h.word {
		h.right = append(h.right, prompt.Seat)
	}
	g.news.begin(games.Text{}) // the slate shows it
	g.endLine(step, h)
	return nil
}

// endLine decides a line once everyone who had it has spoken: one player, or both after a dead heat
// (MOTUS-12).
func (g *Game) endLine(step *games.Step, h *hunt) {
	if slices.ContainsFunc(g.prompts, func(p games.Prompt) bool { return p.ID == "guess" && p.Hunt == h.number }) {
		return
	}
	switch {
	case len(h.right) == 1:
		g.find(step, h, h.right[0])
	case len(h.right) == 2 || h.line == lastLine:
		g.miss(step, h)
	default:
		if h.line++; h.line == lastLine { // a further hint, if a letter has never been in place (MOTUS-6)
			if i := slices.Index(h.shown[:g.letters], false); i >= 0 {
				g.hint(step, h, i)
			}
		}
		g.openLine(step, h)
	}
}
