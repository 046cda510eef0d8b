package referee

import (
	"slices"

	"arbitre/games"
)

// A question is one that the box itself asks the judge, over a game or the lobby. It is no part of
// a game and stands in no journal. It lies over what it was asked in until it is answered, or left
// by Back.
type question struct {
	patient
	games.Prompt // but for its options
	stack        *stack
	choices      []choice
	enters       func(games.Input) error     // takes what is entered, where nothing is chosen
	backs        func()                      // what Back does; nil where it only leaves the question
	tells        func(games.View) games.View // what the judge sees with it; nil where it is what he saw before
	yields       bool                        // it gives way when the game asks something new
	halts        bool                        // meanwhile the game stands still
	under        games.Question              // what the game asked when this was asked
}

// A choice is one answer to a question of the box.
type choice struct {
	value games.Value
	does  func() error           // nil where it does no more than leave the question
	leads func(*stack) *question // what is asked next; nil where nothing is
	// offered tells whether it can be chosen now, and what is said of it where its own word does
	// not; nil where it always can.
	offered func() (said games.Text, ok bool)
}

// done does what can't be refused.
func done(does func()) func() error {
	return func() error {
		does()
		return nil
	}
}

// as is an offered func for a choice that is always available, under a label of its own.
func as(said games.Text) func() (games.Text, bool) {
	return func() (games.Text, bool) { return said, true }
}

// when is a choice that can be made at some times, and is said by its own word.
func when(possible func() bool) func() (games.Text, bool) {
	return func() (games.Text, bool) { return games.Text{}, possible() }
}

// question is one of these choices.
func (s *stack) question(id string, choices ...choice) *question {
	return &question{Prompt: games.Prompt{ID: id, Serial: s.serial}, stack: s, choices: choices}
}

// yesOrNo is a question that one slip should not answer.
func yesOrNo(s *stack, id string, yes func() error) *question {
	return s.question(id, choice{value: games.Word("no")}, choice{value: games.Word("yes"), does: yes})
}

// prompt is what is asked now.
func (q *question) prompt() games.Prompt {
	p := q.Prompt
	p.For = games.Judge
	said := 0 // so many of them have labels, or come before one that has
	for _, c := range q.choices {
		var label games.Text
		if c.offered != nil {
			var ok bool
			if label, ok = c.offered(); !ok {
				continue
			}
		}
		p.Options, p.Labels = append(p.Options, c.value), append(p.Labels, label)
		if !label.IsZero() {
			said = len(p.Labels)
		}
	}
	p.Labels = p.Labels[:said:said]
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

// answer takes an answer. The question is left before a choice does what it does, which may be
// another question.
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
	q.stack.newSerial()
	chosen := q.choices[slices.IndexFunc(q.choices, func(c choice) bool { return c.value == value })]
	if chosen.leads != nil {
		q.stack.ask(chosen.leads(q.stack))
	}
	if chosen.does != nil {
		return chosen.does()
	}
	return nil
}
