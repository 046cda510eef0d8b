package display

import (
	"arbitre/display/canvas"
	"arbitre/games"
)

// A panel is what is drawn beside the sentences of a view. To add one: name it in games, say here
// what it is, and in panel() when it is shown.
type panel struct {
	rows  int                   // how high it is below the headline; 0 where there is no room for it
	draw  func(canvas.Box)      // in the columns of the text, which it may leave by a margin
	tells func(games.Text) bool // lines that need not be said where it is shown; nil for none

	tall   bool          // it counts more than what else is said, which counts more than
	yields bool          // this one
	grids  bool          // it has the grids of the teams
	points bool          // it has the points of all
	leaves func() []leaf // its pages where the first has no room for it; nil for one with the panel alone
	always bool          // they are there even if the first has it
}

// panel is that of the view; its zero value where it has none.
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
	b.X, b.W = 0, canvas.Width
	if c.Tight() && c.draft.Turns {
		b.W -= turning
	}
	return b
}
