package referee

import (
	"path/filepath"

	"arbitre/games"
	"arbitre/games/journal"
)

// leftGame asks what to do with a game that was left or interrupted.
func leftGame(s *stack, g journal.LeftGame) *question {
	later := func() error { // from now on for a day
		if err := s.Folder.SetAside(g.Path, s.Today(), s.now); err != nil {
			s.Log.Warn("a game is offered again when the box starts", "err", err)
		}
		s.toLobby(s.lobby.joined)
		return nil
	}
	return &question{Prompt: games.Prompt{ID: "resume"}, stack: s, backs: func() { later() }, choices: []choice{
		{value: games.Word("resume"), does: func() error { return s.resume(g.Path) }, offered: named(g)},
		{value: games.Word("later"), does: later},
		{value: games.Word("discard"), leads: func(s *stack) *question { return discard(s, g) }},
	}}
}

// discard asks whether nobody will go on with a game.
func discard(s *stack, g journal.LeftGame) *question {
	back := func() { s.ask(leftGame(s, g)) }
	choices := yesOrNo(func() error {
		err := s.Folder.Discard(g.Path, s.PutAway)
		s.toLobby(s.lobby.joined)
		return err
	})
	choices[0].does = func() error { back(); return nil }
	return &question{Prompt: games.Prompt{ID: "discard"}, stack: s, backs: back, choices: choices}
}

// takesUp is what takes a game up again that was left.
func takesUp(g journal.LeftGame) choice {
	return choice{
		value:   games.Word(filepath.Base(g.Path)),
		leads:   func(s *stack) *question { return leftGame(s, g) },
		offered: named(g),
	}
}

// named says that a game goes on.
func named(g journal.LeftGame) func() (games.Text, bool) {
	return func() (games.Text, bool) { return games.Text{Word: "left_game", Extra: g.Start.Game}, true }
}
