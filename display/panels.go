package display

import (
	"arbitre/display/canvas"
	"arbitre/games"
)

// A panel is what is drawn beside the sentences of a view: who may press, how a race ended, points.
//
// To add one: give it a constant among the panels of games, which says what of a view it draws, and
// a case in panel below. How it is drawn stands in a file of its own, such as rivals.go: a text
// goes with Label into a box, boxes are cut from boxes, and Frame, Invert and Fill draw them. A
// moment in a game's scenes.journal shows it; arbitre scenes makes pictures of all moments.
type panel struct {
	rows  int                   // its height below the headline; 0 where it is not on the first page
	draw  func(canvas.Box)      // it draws into a box as wide as text may be; edges makes that wider
	tells func(games.Text) bool // lines that it shows, so that they are not said; nil for none

	tall   bool // lines are left out before it is, and OK's key stands at the top, beside the headline
	points bool // it shows the points of all, which have a page of their own elsewhere

	leaves func() []leaf // its pages where the first has it not; nil for one page with the same
	always bool          // it has them even if the first page has it
}

// panel is the panel of the view; zero for a view that has none.
func (c *composer) panel() panel {
	v := c.View
	switch v.Panel {
	case games.Entrants:
		if cells := entrants(v); len(cells) > 0 {
			return panel{rows: c.rows(19, 25), draw: func(b canvas.Box) { c.seatRow(c.edges(b), cells) }}
		}
	case games.PhotoFinish:
		return finish{c, v.Race}.panel()
	case games.Revealed:
		if c.draft.Turns { // else nobody would ever see the points
			return panel{
				rows:  c.rows(19, 18),
				draw:  func(b canvas.Box) { c.codeBoxes(c.edges(b), codeOf(v.Lines)) },
				tells: func(t games.Text) bool { return t.Code != nil || t.Role == games.Leaders },
			}
		}
		fallthrough
	case games.Standings:
		return standings{c, totals(v)}.panel()
	case games.Squares:
		return grids{c}.panel()
	case games.Replies:
		return panel{
			rows:  c.rows(21, 35),
			draw:  func(b canvas.Box) { c.replies(c.edges(b)) },
			tells: func(t games.Text) bool { return t.Code != nil || t.Reply != nil },
		}
	case games.Rivalry:
		return rivals{c}.panel()
	case games.Hunts:
		return hunts{c}.panel()
	}
	return panel{}
}

func noLeaves() []leaf { return nil }

// edges are all of the columns beside a box in the middle of the picture.
func (c *composer) edges(b canvas.Box) canvas.Box {
	b.X, b.W = 0, canvas.Width-c.arrows()
	return b
}
