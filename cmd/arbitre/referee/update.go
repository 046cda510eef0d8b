package referee

import "arbitre/games"

// updateOffered is the word for a version that can be installed.
const updateOffered = "update_offered"

// Updates are the updates of the whole box, where it can have any.
type Updates interface {
	// Says tells of one: update_offered, with its version, or what became of it; zero is nothing.
	Says() games.Text
	Install() error // the offered one, while the game goes on
}

// updates returns the choice that shows an update.
func updates(s *stack) choice {
	offered := func() (games.Text, bool) {
		said := s.update()
		if said.Word != updateOffered && !said.IsZero() {
			return games.Text{}, true // what became of it is too long for a row
		}
		return said, !said.IsZero()
	}
	return choice{value: games.Word("update"), leads: update, offered: offered}
}

// update tells of an update; zero is nothing.
func (s *stack) update() games.Text {
	if s.Updates == nil {
		return games.Text{}
	}
	return s.Updates.Says()
}

// update asks whether to install an update that is offered, or says what became of it.
func update(s *stack) *question {
	said := s.update()
	if said.Word != updateOffered {
		q := s.question("updated", choice{value: games.Word("back")})
		q.Asks, q.yields = said, true
		return q
	}
	install := func() error {
		if err := s.Updates.Install(); err != nil {
			return err
		}
		s.ask(update(s))
		return nil
	}
	q := yesOrNo(s, "update", install)
	q.yields = true
	return q
}
