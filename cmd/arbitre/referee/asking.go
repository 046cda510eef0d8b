package referee

import (
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/hw"
)

// settle opens or closes the box's own question by the state of the game. When the game is over it
// asks how to go on, and closes that question if an undo takes the end back. No question hides
// what the game asks since then, unless the game is paused.
func (s *stack) settle() {
	if s.match == nil {
		return
	}
	g := s.match.Game()
	q, _ := s.asked.(*layers.Asked)
	switch {
	case g.Over && s.asked == nil:
		s.ask(layers.Again, layers.Subject{})
	case q == nil:
	case q.OnceOver && !g.Over:
		s.close()
	case !q.PausesGame && s.invitation.Shown == nil && g.Asks != q.Under && g.Asks != games.Question{}:
		s.close()
	}
}

// refresh lets the box's own question and the judge's dialogue follow the game to what is asked
// now. It returns who then looks at the display and what it shows.
func (s *stack) refresh() (games.Audience, games.View) {
	s.settle()
	a, v := s.displayView(s.moment())
	s.dialogue.Follow(v)
	return a, v
}

// ask opens a question of the box itself, in place of the one that is open, unless that does not give way.
func (s *stack) ask(id string, about layers.Subject) {
	if !s.giveWay() {
		return
	}
	q := &layers.Asked{Question: layers.Row(id), About: about}
	if s.match != nil {
		q.Under = s.match.Game().Asks
		if q.PausesGame {
			s.tell(s.match.Pause(s.now))
		}
	}
	s.asked, q.Serial = q, s.serial
}

// trail keeps the way back: from a question that an answer has opened, Back and the choice "back" lead
// to the one before, with the cursor where it was. What was confirmed, or not, is not asked once more on
// that way, and no question stands on it twice. Was is what was asked before this input.
func (s *stack) trail(was *layers.Asked, in games.Input) {
	now, opened := s.asked.(*layers.Asked)
	back := in.Kind == games.Undo || in.Value.Is("back")
	for q := was; opened && q != nil; q = q.From {
		if q.ID == now.ID { // it is asked again, or the answer has led back to it
			now.From = q.From
			return
		}
	}
	switch {
	case was == nil:
	case opened && (in.Value.Is("yes") || in.Value.Is("no")):
		now.From = was.From
	case opened && !back:
		was.At, now.From = in.Value, was
	case s.asked == nil && back && was.From != nil:
		s.ask(was.From.ID, was.From.About)
		again := s.asked.(*layers.Asked)
		again.From, again.At = was.From.From, was.From.At
	}
}

// giveWay closes the open question of the box, if there is one, for what has come up by itself. One that
// pauses the game stays: the people for whom it waits are not back yet.
func (s *stack) giveWay() bool {
	if q, ok := s.asked.(*layers.Asked); ok && q.PausesGame {
		return false
	}
	s.close()
	return true
}

// close closes the open question of the box, if there is one, and ends its pause.
func (s *stack) close() {
	if s.match != nil {
		s.match.Proceed(s.now)
	}
	s.asked = nil
	s.Contacts.Measure(nil)
	s.dialogue.Reset()
}

// newSerial gives what the box asks from now on a serial of its own, so that no late answer to an
// earlier question counts for it: after each answer or Back, and when the game tells something.
func (s *stack) newSerial() {
	s.serial++
	if s.match != nil {
		s.serial = max(s.serial, s.match.Serial())
	}
}

// cue queues a cue of the box itself.
func (s *stack) cue(c games.Cue) { s.cues.add(s.now, s.heard(), c) }

// tell passes on the facts of the game: all go to the log, and the weightiest one sounds. With each
// that changes anything a player who has asked for the display gives it back.
func (s *stack) tell(facts []games.Fact) {
	if len(facts) == 0 {
		return // a press that only joins a race makes nothing
	}
	game, id := s.match.Table().Rules().Name, s.match.Recorded().ID
	for _, f := range facts {
		s.facts = append(s.facts, shown.News{Game: game, ID: id, Fact: f})
	}
	for _, f := range facts {
		if s.guide != nil {
			s.guide.Hear(f)
		}
		switch f.What.(type) {
		case games.Ignored, games.EdgesLost:
			continue
		case games.Undone:
			s.unread.See(s.match.Game().Results)
		default:
			s.unread.Happen(s.now)
		}
		s.newSerial()
		s.dialogue.ShowRefusal("") // clears the refusal on the display
		s.takeBack()
	}
	s.cues.addOf(s.now, s.heard(), facts)
}

// takeBack takes the display back from a player who has asked for it, and keeps his unfinished entry.
func (s *stack) takeBack() {
	guest := s.handover.Guest()
	if guest == 0 {
		return
	}
	if s.curtain.Open() == guest && s.dialogue.Drafting() {
		s.parked, s.parkedFor = s.dialogue, guest
	}
	s.handover.Pass(0)
	s.curtain.Close()
	s.dialogue.Reset()
}

// lose reports edges lost between two times to everyone, and to the game.
func (s *stack) lose(e hw.Event) error {
	s.notices.Lose(e.Lost, e.At, e.Until)
	if s.match == nil {
		return nil
	}
	facts, err := s.match.Lose(e.Lost, e.At, e.Until)
	s.tell(facts)
	return err
}
