package referee

import (
	"fmt"
	"slices"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// A lobby is the bottom layer while no game is played. It asks for the game, the players, and the
// options one by one.
type lobby struct {
	patient
	stack  *stack
	series *series            // continued with other players; nil for a new game
	left   []journal.LeftGame // games that can be resumed, the last first

	step    step
	game    games.Rules
	joined  []games.Seat  // ascending
	answers []games.Value // to the options with more than one choice
}

// A step is a stage of the lobby; while agreeing, it asks the game's options one by one.
type step int

const (
	choosing step = iota
	joining
	agreeing
)

// newLobby returns a lobby at the choice of the game. The seats that played last stay joined if
// they have a button: a resumed game may have more seats than the box has buttons now.
func newLobby(s *stack, joined []games.Seat) *lobby {
	l := &lobby{stack: s}
	for _, seat := range joined {
		if slices.Contains(s.Seats, seat) {
			l.joined = append(l.joined, seat)
		}
	}
	if s.Folder != nil {
		s.Folder.Tidy(s.Today(), s.now, s.PutAway)
		l.left = s.Folder.Left()
	}
	return l
}

// take handles an answer to the lobby's question, and Back.
func (l *lobby) take(in input) (mine bool, err error) {
	switch in.Kind {
	case games.Answer:
		return true, l.question().answer(in.Input)
	case games.Undo:
		l.back()
	}
	return true, nil
}

// press makes a seat join, or leave again.
func (l *lobby) press(e hw.Edge) error {
	seat := games.Seat(e.Button)
	if !e.Down || l.stack.asked != nil || l.step != joining || !slices.Contains(l.stack.Seats, seat) {
		return nil
	}
	l.stack.dialogue.Refuse("") // clears the refusal on the display
	if slices.Contains(l.joined, seat) {
		l.joined = games.Without(l.joined, seat)
		l.stack.cue(games.CueLeft)
	} else {
		l.joined = append(slices.Clone(l.joined), seat)
		slices.Sort(l.joined)
		l.stack.cue(games.CueJoined)
	}
	return nil
}

// back returns to the question before.
func (l *lobby) back() {
	switch {
	case l.step == agreeing && len(l.answers) > 0:
		l.answers = l.answers[:len(l.answers)-1]
	case l.step == agreeing:
		l.step = joining
	default:
		l.step, l.series = choosing, nil
	}
}

// question returns the lobby's current question.
func (l *lobby) question() *question {
	back := choice{value: games.Word("back"), does: done(l.back)}
	switch l.step {
	case choosing:
		return l.whichGame()
	case joining:
		ready := choice{value: games.Word("ready"), does: l.ready}
		return l.stack.question("players", ready, choice{value: games.Word("help"), leads: help}, back)
	}
	agreed, open := l.agreed()
	if open == nil {
		begin := choice{value: games.Word("begin"), does: func() error { return l.stack.begin(l.start(agreed)) }}
		return l.stack.question("begin", begin, back)
	}
	q := l.stack.question(open.ID)
	for _, o := range open.Options {
		q.choices = append(q.choices, choice{value: o, does: done(func() { l.answers = append(l.answers, o) })})
	}
	open.Serial, open.Options = q.Serial, nil
	q.Prompt = *open
	return q
}

// whichGame offers the left games first, then all games, then what can be done with the box.
func (l *lobby) whichGame() *question {
	q := l.stack.question("game")
	for _, g := range l.left {
		q.choices = append(q.choices, takesUp(g))
		q.Preset = games.Word(l.stack.Rules[0].Name) // whoever has left a game wants another
	}
	for _, g := range l.stack.Rules {
		choose := func() { l.game, l.step = g, joining }
		q.choices = append(q.choices, choice{value: games.Word(g.Name), does: done(choose)})
	}
	q.choices = append(q.choices, append(ofTheBox(l.stack), countsChoice(l.stack))...)
	return q
}

// ready goes on to the options, if the number of joined seats suits the game.
func (l *lobby) ready() error {
	if n := len(l.joined); n < l.game.Least || n > l.game.Most {
		needed := fmt.Sprintf("%d–%d", l.game.Least, l.game.Most)
		return games.Refuse(games.Text{Word: "players_needed", Extra: needed},
			fmt.Errorf("%d seats have joined: %s is played by %d to %d", n, l.game.Name, l.game.Least, l.game.Most))
	}
	l.answers, l.step = nil, agreeing
	return nil
}

// start returns the first line of the game's journal.
func (l *lobby) start(agreed games.Agreed) games.Start {
	return games.Start{
		Game:    l.game.Name,
		Seats:   l.joined,
		Options: l.game.Chosen(agreed).With(l.series.brought(l.joined, l.game)...),
	}
}

// endSeries puts away the game that the next one continues with other players, if there is one.
func (l *lobby) endSeries() {
	if l.series == nil {
		return
	}
	if err := l.stack.Folder.Discard(l.series.path, l.stack.PutAway); err != nil {
		l.stack.Log.Warn("the game before can still be taken up again", "err", err)
	}
}

// agreed returns the options chosen so far and the next question, or nil if none is left. An option
// with a single choice is agreed without a question.
func (l *lobby) agreed() (agreed games.Agreed, open *games.Prompt) {
	answers := l.answers
	for _, o := range l.game.Options {
		if o.Offer == nil {
			continue
		}
		options, preset := o.Offer(games.Terms{Seats: l.joined, Agreed: agreed})
		if v, ok := l.series.agreed(o.Key); ok && slices.Contains(options, v) {
			options = []games.Value{v}
		}
		switch {
		case len(options) == 0:
		case len(options) == 1:
			agreed = agreed.With(games.Field{Key: o.Key, Value: options[0]})
		case len(answers) > 0:
			agreed = agreed.With(games.Field{Key: o.Key, Value: answers[0]})
			answers = answers[1:]
		default:
			p := games.Prompt{ID: o.Key, For: games.Judge, Options: options, Preset: preset, Seats: o.Seats}
			if o.Seats {
				p.Buttons = games.Select
			}
			if o.Key == games.First().Key && l.series != nil {
				p.Preset = l.series.begins(l.joined)
			}
			return agreed, &p
		}
	}
	return agreed, nil
}

func (l *lobby) view(a games.Audience, _ games.View) games.View {
	v := games.View{Headline: games.Text{Word: "welcome"}, Seats: l.places()}
	if l.step >= joining {
		v.Game = l.game.Name
		v.Headline, v.Panel = games.Text{Word: "joined", Seats: l.joined, Extra: l.game.Name}, games.Entrants
	}
	if l.step == agreeing {
		v.Headline.Word = "agreeing"
		if _, open := l.agreed(); open == nil {
			v.Headline.Word = "agreed"
		}
	}
	if a == games.Judge {
		v.Prompts = []games.Prompt{l.question().prompt()}
	}
	return v
}

// places returns the seats that have joined, lit, and those that can still join, blinking.
func (l *lobby) places() (places []games.Place) {
	for _, s := range l.stack.Seats {
		switch {
		case l.step >= joining && slices.Contains(l.joined, s):
			places = append(places, games.Place{Seat: s, Lamp: games.Lit})
		case l.step == joining && len(l.joined) < l.game.Most:
			places = append(places, games.Place{Seat: s, Lamp: games.Blinking})
		}
	}
	return places
}
