package referee

import (
	"path/filepath"

	"arbitre/games"
	"arbitre/games/journal"
)

// found asks what to do with the game that was on when the box was switched off. One that was over
// is put away: whoever has seen who won pulls the plug.
func found(s *stack, g journal.LeftGame) {
	if !g.Over {
		s.ask(leftGame(s, g))
	} else if err := putAway(s, g); err != nil {
		s.Log.Warn("a game that is over was not put away", "err", err)
	}
}

// putAway puts a left game away for good, and lists those that can be taken up anew.
func putAway(s *stack, g journal.LeftGame) error {
	err := s.Folder.Discard(g.Path, s.PutAway)
	s.toLobby(s.lobby.joined)
	return err
}

// leftGame asks what to do with a game that was left or interrupted.
func leftGame(s *stack, g journal.LeftGame) *question {
	later := func() { // it is kept for a day from now
		if err := s.Folder.Postpone(g.Path, s.Today(), s.now); err != nil {
			s.Log.Warn("a game is offered again when the box starts", "err", err)
		}
		s.toLobby(s.lobby.joined)
	}
	q := s.question("resume",
		choice{value: games.Word("resume"), does: func() error { return s.resume(g.Path) }, offered: as(named(g))},
		choice{value: games.Word("later"), does: done(later)},
		choice{value: games.Word("discard"), leads: func(s *stack) *question { return discard(s, g) }})
	q.backs = later
	return q
}

// discard asks for confirmation before a left game is put away for good.
func discard(s *stack, g journal.LeftGame) *question {
	q := yesOrNo(s, "discard", func() error { return putAway(s, g) })
	q.backs = func() { s.ask(leftGame(s, g)) }
	q.choices[0].does = done(q.backs)
	return q
}

// takesUp returns the lobby's choice that leads to a left game.
func takesUp(g journal.LeftGame) choice {
	leads := func(s *stack) *question { return leftGame(s, g) }
	return choice{value: games.Word(filepath.Base(g.Path)), leads: leads, offered: as(named(g))}
}

// named labels a left game by its name.
func named(g journal.LeftGame) games.Text { return games.Text{Word: "left_game", Extra: g.Start.Game} }
