package referee

import (
	"slices"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"
)

// The IDs of questions that other code looks for.
const (
	askMenu  = "stop"
	askAgain = "again"
)

// menu asks what to do with the game or the box.
func menu(s *stack) *question {
	ofTheGame := []choice{
		{value: games.Word("continue")},
		undoes(s),
		redoes(s),
		playersChoice(s),
		looks(s),
		countsChoice(s),
		{value: games.Word("pause"), leads: pause},
		{value: games.Word("help"), leads: help},
	}
	leaves := choice{value: games.Word("leave"), leads: leave}
	q := s.question(askMenu, append(slices.Concat(ofTheGame, ofTheBox(s)), leaves)...)
	q.yields = true
	return q
}

// ofTheBox returns the choices about the box itself, for the menu and the lobby.
func ofTheBox(s *stack) []choice {
	grants := when(func() bool { return s.Paged || s.Config.Judge.Shutdown > 0 })
	return []choice{
		{value: games.Word("language"), leads: language},
		{value: games.Word("settings"), leads: settings},
		invites(s),
		{value: games.Word("off"), leads: off, offered: grants},
	}
}

// again asks how to go on after a game, in the background: the result comes first.
func again(s *stack) *question {
	same := func() error {
		start := s.match.again()
		s.leave()
		if s.next != nil {
			return nil // a new configuration takes effect first
		}
		return s.begin(start)
	}
	leaves := choice{value: games.Word("leave"), does: done(s.leave)}
	q := s.question(askAgain, choice{value: games.Word("same"), does: same}, leaves, undoes(s), countsChoice(s))
	q.Background, q.backs = true, func() {} // there is nothing to go back to
	return q
}

// undoes returns the choice that takes back the last input of the game.
func undoes(s *stack) choice {
	offered := func() (games.Text, bool) {
		undo, _ := s.match.takes()
		return undo, !undo.IsZero()
	}
	does := func() error { return s.match.put(games.Input{Kind: games.Undo}) }
	return choice{value: games.Word("undo"), does: does, offered: offered}
}

// redoes returns the choice that brings it again.
func redoes(s *stack) choice {
	offered := func() (games.Text, bool) {
		_, redo := s.match.takes()
		return redo, !redo.IsZero()
	}
	does := func() error { return s.match.put(games.Input{Kind: games.Redo}) }
	return choice{value: games.Word("redo"), does: does, offered: offered}
}

// leave asks for confirmation before the game is left.
func leave(s *stack) *question {
	q := yesOrNo(s, "leave", done(s.leave))
	q.yields = true
	q.choices[1].offered = func() (said games.Text, ok bool) {
		if !s.match.kept() {
			said.Word = "leave_now"
		}
		return said, true
	}
	return q
}

// language asks for the language of the box, which is kept over a restart.
func language(s *stack) *question {
	q := s.question("language")
	q.Preset, q.yields = games.Word(s.language.String()), true
	for _, l := range wording.Languages() {
		q.choices = append(q.choices, choice{value: games.Word(l.String()), does: done(func() {
			s.language = l
			s.set(func(c *config.Config) { c.Language = l.String() }, "language")
		})})
	}
	return q
}

// off asks for confirmation before the machine is shut down.
func off(s *stack) *question {
	q := yesOrNo(s, "off", s.switchOff)
	q.yields = true
	return q
}

// switchOff shuts the machine down. The running game stays in its journal.
func (s *stack) switchOff() error {
	s.Log.Info("shutting down, as the judge wants")
	return s.PowerOff()
}

// taken names an input for undo and redo: by the chosen option, else by the question that it
// answered. It never repeats what somebody entered, which may be a secret.
func taken(word string, in games.Input, asked games.Prompt) games.Text {
	t := games.Text{Word: word, Seat: max(in.Keys.Seat, asked.Seat)}
	switch option := in.Value.String(); {
	case in.Kind == games.Press:
		t.Seat, t.Extra = in.Seat, "did_press"
	case in.Kind == games.Lost:
		t.Extra = "did_lost"
	case asked.Shape == games.Choice && asked.Seat == 0 && len(asked.Options) > 1 && games.Word(option).Equal(in.Value):
		t.Extra = option
	default:
		if asked.For > 0 {
			t.Seat = games.Seat(asked.For)
		}
		t.Number, _ = in.Value.Int()
		t.Extra = "did_" + in.Prompt
	}
	return t
}
