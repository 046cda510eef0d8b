package referee

import (
	"math"

	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/journal"
)

// onPages is what a judge's page shows and asks. Where it is the only display of the box, that is
// all that a display would; but what is for one player alone is shown by the page on which that was
// asked for, and covered on every other.
func (s *stack) onPages(phone web.Phone) games.View {
	if !s.Paged {
		return s.view(games.Judge)
	}
	a, v := s.face()
	if a > 0 && phone != s.cover.keeper && !v.Asks(askCover) {
		v = covered(v, games.Seat(a))
		s.serials.number(v.Prompts)
	}
	return v
}

// recall has the pages know again what has happened in a game that is gone on with: it plays the
// journal once more and shows them what everyone could see, as the referee did then.
func recall(pages *web.Server, rules games.Rulebook, path string, busy func()) error {
	file, err := journal.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var table *games.Table
	see := func() { pages.Recall(table.View(games.Public), table.Lines()) }
	_, _, err = journal.PlayFrom(file, rules, math.MaxInt64, func(l journal.Line) {
		busy()
		if table == nil {
			game, _ := rules.Find(l.Start.Game)
			table, _, _ = games.NewTable(game, l.Start)
			see()
			return
		}
		for at, ok := table.Deadline(); ok && at <= l.Input.At; at, ok = table.Deadline() {
			table.Advance(at)
			see()
		}
		facts, _ := table.Apply(l.Input)
		for _, f := range facts {
			if u, ok := f.What.(games.Undone); ok {
				pages.Undone(u.Line)
			}
		}
		see()
	})
	return err
}
