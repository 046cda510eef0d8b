package display

import (
	"arbitre/display/canvas"
	"arbitre/games"
)

// A panel is the part of a view that is drawn, below its sentences: seats that may join, a photo
// finish, points.
//
// To add one: give it a constant among the panels of games, which says what of a view it draws, and
// a case in panelOf below. Draw it in a file of its own, such as rivals.go: cut boxes from boxes,
// write with Label, and use Frame, Invert and Fill. Name a moment in a game's scenes.journal that
// shows it; arbitre scenes makes pictures of all of them.
type panel struct {
	rows  int                   // its height below the headline; 0 if it is not on the first page
	draw  func(canvas.Box)      // draws into a box as wide as inside, which edges widens
	shows func(games.Text) bool // reports whether it shows a line, which is then not written; nil for none

	tall   bool // remarks are left out before it is, and an OK key in the corner stands at the top
	points bool // it shows the points of all seats, which then need no page

	pages func() []laterPage // its pages if the first page lacks it; nil for one page drawn by draw
}

// panelOf returns the panel of the view; zero for a view without one.
func panelOf(c *composer) panel {
	v := c.View
	switch v.Panel {
	case games.Entrants:
		if cells := entrants(c); len(cells) > 0 {
			return panel{rows: 25, draw: func(b canvas.Box) { drawSeatRow(c.page, edges(b), cells) }}
		}
	case games.Lineup:
		p := standings{c, inTeams(c)}.panel()
		p.shows = func(t games.Text) bool { return t.Team > 0 }
		return p
	case games.PhotoFinish:
		return finish{c, c.voice.Finish(v.Race)}.panel()
	case games.Revealed:
		if c.draft.Turns { // else the points would never be seen
			return panel{
				rows:  18,
				draw:  func(b canvas.Box) { drawCode(c, edges(b), codeOf(v.Lines)) },
				shows: func(t games.Text) bool { return t.Code != nil || t.Role == games.Leaders },
			}
		}
		fallthrough
	case games.Standings:
		return standings{c, totals(c)}.panel()
	case games.Squares:
		return grids{c}.panel()
	case games.Replies:
		return panel{
			rows:  35,
			draw:  func(b canvas.Box) { drawReplies(c, edges(b)) },
			shows: func(t games.Text) bool { return t.Code != nil || t.Reply != nil },
		}
	case games.Clocks:
		return clocks{c}.panel()
	case games.Rivalry:
		return c.rivals()
	case games.Hunts:
		return hunts{c}.panel()
	}
	return panel{}
}

func noPages() []laterPage { return nil }
