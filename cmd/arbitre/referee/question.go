package referee

import (
	"slices"

	"arbitre/games"
)

// A question is one that the box itself asks the judge, over a game or the lobby. It is no part of
// a game and stands in no journal. It stays on top until it is answered, or left by Back.
type question struct {
	patient
	games.Prompt // without options: prompt fills them in from choices
	stack        *stack
	choices      []choice
	enters       func(games.Input) error     // handles an entered answer; nil if the judge chooses
	backs        func()                      // what Back does; nil if it only closes the question
	tells        func(games.View) games.View // changes the view behind the question; may be nil
	yields       bool                        // the question closes when the game asks something new
	halts        bool                        // the game is paused meanwhile
	under        games.Question              // what the game asked when this question was opened
}

// A choice is one answer to a question of the box.
type choice struct {
	value games.Value
	does  func() error           // nil if it only closes the question
	leads func(*stack) *question // the next question; nil if there is none
	// offered tells whether the choice is available now, and its label; a zero label means the word
	// of its value. Nil makes the choice always available, without a label.
	offered func() (said games.Text, ok bool)
}

// done makes a function that can't fail return no error.
func done(does func()) func() error {
	return func() error {
		does()
		return nil
	}
}

// as returns an offered func for a choice that is always available, with a label.
func as(said games.Text) func() (games.Text, bool) {
	return func() (games.Text, bool) { return said, true }
}

// when returns an offered func for a choice that is sometimes available, without a label.
func when(possible func() bool) func() (games.Text, bool) {
	return func() (games.Text, bool) { return games.Text{}, possible() }
}

// question returns a question of the box with these choices.
func (s *stack) question(id string, choices ...choice) *question {
	return &question{Prompt: games.Prompt{ID: id, Serial: s.serial}, stack: s, choices: choices}
}

// yesOrNo asks for a confirmation. No stands first, so that one slip does no harm.
func yesOrNo(s *stack, id string, yes func() error) *question {
	return s.question(id, choice{value: games.Word("no")}, choice{value: games.Word("yes"), does: yes})
}

// prompt returns the prompt with the choices that are available now.
func (q *question) prompt() games.Prompt {
	p := q.Prompt
	p.For = games.Judge
	for _, c := range q.choices {
		label, ok := games.Text{}, true
		if c.offered != nil {
			label, ok = c.offered()
		}
		if ok {
			p.Options, p.Labels = append(p.Options, c.value), append(p.Labels, label)
		}
	}
	return p
}

func (q *question) view(a games.Audience, below games.View) games.View {
	if q.halts && q.stack.match != nil {
		below = halted(below)
	}
	if a != games.Judge {
		return below
	}
	if q.tells != nil {
		below = q.tells(below)
	}
	below.Prompts = []games.Prompt{q.prompt()}
	return below
}

func (q *question) take(in input) (mine bool, err error) {
	switch in.Kind {
	case games.Answer:
		return true, q.answer(in.Input)
	case games.Undo:
		if q.backs != nil {
			q.backs()
		} else {
			q.stack.close()
		}
		return true, nil
	}
	return false, nil
}

// answer handles an answer. It closes the question before it runs the choice, which may open
// another one. If the choice is refused, the lobby asks the same question as before: pages show the
// reason beside it.
func (q *question) answer(in games.Input) error {
	asked, err := games.Find([]games.Prompt{q.prompt()}, in)
	if err != nil {
		return err
	}
	if q.enters != nil {
		return q.enters(in)
	}
	value, err := asked.Choose(in.Value)
	if err != nil {
		return err
	}
	q.stack.close()
	chosen := q.choices[slices.IndexFunc(q.choices, func(c choice) bool { return c.value == value })]
	if chosen.leads != nil {
		q.stack.ask(chosen.leads(q.stack))
	}
	if chosen.does != nil {
		return chosen.does()
	}
	return nil
}
