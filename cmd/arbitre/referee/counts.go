package referee

import "arbitre/games"

// A recorded game is one with a journal, so that its result is kept.
type recorded struct {
	journal string // its path, with any end; "" if there is no such game
	game    string // the name of its rules
}

// lastRecorded returns the game that is on. In the lobby it returns the last one that was played to
// its end since the box was started.
func (s *stack) lastRecorded() recorded {
	switch {
	case s.match == nil:
		return s.ended
	case s.match.file == nil:
		return recorded{}
	}
	return recorded{s.match.file.Path(), s.match.table.Start().Game}
}

// countsChoice returns the choice that lets a game count for nobody in the results, such as a
// child's first try, or lets it count again. Its label says which of the two a press does.
func countsChoice(s *stack) choice {
	offered := func() (games.Text, bool) {
		last := s.lastRecorded()
		label := games.Text{Word: "uncount", Extra: last.game}
		if last.journal != "" && !s.Counts(last.journal) {
			label.Word = "count"
		}
		return label, last.journal != ""
	}
	does := func() error {
		last := s.lastRecorded()
		return s.SetCounts(last.journal, !s.Counts(last.journal))
	}
	return choice{value: games.Word("counts"), does: does, offered: offered}
}

// inheritCounts lets the game of a new journal count for nobody if it continues such a game with
// other players.
func (s *stack) inheritCounts(journal string) {
	if s.lobby == nil || s.lobby.series == nil || s.Counts(s.lobby.series.path) {
		return
	}
	if err := s.SetCounts(journal, false); err != nil {
		s.Log.Warn("the game counts, though the one that it continues does not", "err", err)
	}
}
