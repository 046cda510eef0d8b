package referee

import (
	"arbitre/display/web"
	"arbitre/games"
)

// onPages is what a judge's page shows and asks. Where it is the only display of the box, that is
// all that a display would; but what is for one player alone is shown by the page on which that was
// asked for, and covered on every other.
func (s *stack) onPages(phone web.Phone) games.View {
	if !s.Paged {
		return s.view(games.Judge)
	}
	a, v := s.displayView()
	if a > 0 && phone != s.cover.keeper && !v.Asks(askCover) {
		v = s.cover.covered(v, games.Seat(a))
	}
	return v
}
