package referee

import (
	"arbitre/display/shown"
	"arbitre/games"
)

// onPages returns what a phone's judge page shows and asks. If pages are the only display of the
// box, that is all that a display would show. A player's secret then appears only on the page on
// which he took the display, and is covered on every other.
func (s *stack) onPages(phone shown.Viewer) games.View {
	if !s.Paged {
		return s.view(games.Judge)
	}
	a, v := s.displayView()
	if a > 0 && phone != s.cover.keeper && !v.Asks(askCover) {
		v = s.cover.covered(v, games.Seat(a))
	}
	return v
}

// isPaired reports whether a viewer is a phone that is paired now.
func (s *stack) isPaired(v shown.Viewer) bool { return s.Pages != nil && s.Pages.IsPaired(v) }
