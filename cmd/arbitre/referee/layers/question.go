package layers

import (
	"slices"

	"arbitre/games"
)

// A Question is a row of the table of all that the box itself asks the judge. It is no part of a
// game, and stands in no journal.
type Question struct {
	ID      string
	Choices []Choice
	// Made returns choices that depend on the moment, which stand before the others; nil if there are none.
	Made func(Moment, Subject) []Choice
	// Preset returns the choice on which the cursor stands first; nil for the first one.
	Preset func(Moment, []Choice) games.Value
	// Asks returns the question, if it is not the one that the dictionary has for the ID.
	Asks func(Moment, Subject) games.Text
	// Back returns what Back does; nil if it closes the question.
	Back func(Subject) []Effect
	// Behind returns what is shown behind the question; nil for all that lies below.
	Behind func(m Moment, below games.View) games.View

	Seats      bool          // the numbers among the choices are seats
	Buttons    games.Buttons // what the buttons of those seats do
	Background bool          // the display shows it once a key is pressed
	PausesGame bool          // while it is open; any other one is closed when the game asks something new
	OnceOver   bool          // it is open only while the game is over
}

// A Choice is one answer to a question of the box.
type Choice struct {
	Value   games.Value
	Effects []Effect // after the question is closed
	// Offered returns whether the choice is available, and its label; a zero label stands for the
	// word of its value. Nil makes it always available, without a label.
	Offered func(Moment) (label games.Text, ok bool)
}

// choice returns the choice of a word.
func choice(word string, effects ...Effect) Choice {
	return Choice{Value: games.Word(word), Effects: effects}
}

// onlyIf makes a choice available at some moments only.
func (c Choice) onlyIf(possible func(Moment) bool) Choice {
	c.Offered = func(m Moment) (games.Text, bool) { return games.Text{}, possible(m) }
	return c
}

// labelled gives a choice a label.
func (c Choice) labelled(label games.Text) Choice {
	c.Offered = func(Moment) (games.Text, bool) { return label, true }
	return c
}

// onlyWith makes a choice available while it has a label, which depends on the moment.
func (c Choice) onlyWith(label func(Moment) games.Text) Choice {
	c.Offered = func(m Moment) (games.Text, bool) {
		said := label(m)
		return said, !said.IsZero()
	}
	return c
}

// yesOrNo are the choices of a confirmation. No stands first, so that one slip does no harm.
func yesOrNo(yes ...Effect) []Choice { return []Choice{choice("no"), choice("yes", yes...)} }

// choices returns all choices of a question, also those that are not available.
func (q Question) choices(m Moment, about Subject) []Choice {
	if q.Made == nil {
		return q.Choices
	}
	return append(q.Made(m, about), q.Choices...)
}

// Prompt returns the question with the choices that are available.
func (q Question) Prompt(m Moment, about Subject) games.Prompt {
	all := q.choices(m, about)
	p := games.Prompt{
		ID: q.ID, For: games.Judge, Keys: games.Keys{Seat: about.Seat},
		Seats: q.Seats, Buttons: q.Buttons, Background: q.Background,
	}
	if q.Preset != nil {
		p.Preset = q.Preset(m, all)
	}
	if q.Asks != nil {
		p.Asks = q.Asks(m, about)
	}
	for _, c := range all {
		if label, ok := c.offered(m); ok {
			p.Options, p.Labels = append(p.Options, c.Value), append(p.Labels, label)
		}
	}
	return p
}

func (c Choice) offered(m Moment) (label games.Text, ok bool) {
	if c.Offered == nil {
		return games.Text{}, true
	}
	return c.Offered(m)
}

// An Asked is the layer of an open question of the box. It stays until it is answered, or left by
// Back.
type Asked struct {
	Static
	Question
	About  Subject
	Serial int
	Under  games.Question // what the game asked when this question was opened
	From   *Asked         // the question whose answer has opened it, to which Back leads; nil for none
	At     games.Value    // the choice on which the cursor stands, in place of the preset; zero for none
}

// View shows the question to the judge.
func (q *Asked) View(m Moment, a games.Audience, below games.View) games.View {
	if q.PausesGame && m.Game != nil {
		below = halted(below)
	}
	if a != games.Judge {
		return below
	}
	if q.Behind != nil {
		below = q.Behind(m, below)
	}
	p := q.Prompt(m, q.About)
	p.Serial = q.Serial
	if slices.ContainsFunc(p.Options, q.At.Equal) {
		p.Preset = q.At
	}
	below.Prompts = []games.Prompt{p}
	return below
}

// halted returns the view of a paused game: it shows nothing of the game, and all lamps are dark.
func halted(v games.View) games.View {
	seats := slices.Clone(v.Seats)
	for i := range seats {
		seats[i].Lamp = games.Dark
	}
	paused := games.Text{Word: "paused"}
	return games.View{Game: v.Game, Round: v.Round, Rounds: v.Rounds, Large: v.Large, Headline: paused, Seats: seats}
}

// Take handles an answer, or Back.
func (q *Asked) Take(m Moment, in Input) (effects []Effect, mine bool) {
	switch in.Kind {
	case games.Answer:
		return q.answer(m, in.Input), true
	case games.Undo:
		if q.Back == nil {
			return []Effect{Close{}}, true
		}
		return q.Back(q.About), true
	}
	return nil, false
}

// answer returns the effects of an answer. The question is closed before they are carried out, for
// they may open another one.
func (q *Asked) answer(m Moment, in games.Input) []Effect {
	p := q.Prompt(m, q.About)
	_, err := games.Find([]games.Prompt{p}, in)
	if err == nil {
		_, err = p.Choose(in.Value)
	}
	if err != nil {
		return []Effect{Reject{err}}
	}
	all := q.choices(m, q.About)
	chosen := slices.IndexFunc(all, func(c Choice) bool { _, ok := c.offered(m); return ok && c.Value.Equal(in.Value) })
	return append([]Effect{Close{}}, all[chosen].Effects...)
}

// All returns all answers that the question may have, with some rules, at a table with some seats.
func (q Question) All(rules games.Rulebook, seats []games.Seat) (all []games.Value) {
	m := Moment{Box: &Box{Rules: rules, Seats: seats}, Offers: Offers{Secrets: seats}}
	for _, c := range q.choices(m, Subject{}) {
		all = append(all, c.Value)
	}
	return all
}
