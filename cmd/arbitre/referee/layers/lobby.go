package layers

import (
	"fmt"
	"slices"

	"arbitre/games"
)

// A Lobby is the layer at the ground while no game is played. It asks for the game, the players, and
// the options one by one.
type Lobby struct {
	Static
	series *Series // continued with other players; nil for a new game
	left   []Left  // games that can be resumed, the last first

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

// NewLobby returns a lobby at the choice of the game, or of a game that was left. Players of the
// last game stay joined if they have a button: a resumed game may have more seats than the box has
// buttons now.
func NewLobby(box *Box, joined []games.Seat, left []Left) *Lobby {
	l := &Lobby{left: left}
	for _, seat := range joined {
		if slices.Contains(box.Seats, seat) {
			l.joined = append(l.joined, seat)
		}
	}
	return l
}

// Joined returns the seats that have joined.
func (l *Lobby) Joined() []games.Seat { return l.joined }

// Continue lets players join for the rounds that are left of a game.
func (l *Lobby) Continue(game games.Rules, s *Series) { l.game, l.step, l.series = game, joining, s }

// Take handles an answer to the lobby's question, and Back.
func (l *Lobby) Take(m Moment, in Input) (effects []Effect, mine bool) {
	switch in.Kind {
	case games.Answer:
		for _, e := range l.question(m).answer(m, in.Input) {
			effects = append(effects, l.carryOut(m, e)...)
		}
	case games.Undo:
		l.back()
	}
	return effects, true
}

// carryOut carries out an effect on the lobby, and returns those on other things.
func (l *Lobby) carryOut(m Moment, e Effect) []Effect {
	switch e := e.(type) {
	case choose:
		l.game, l.step = e.Rules, joining
	case toOptions:
		if n := len(l.joined); n < l.game.Least || n > l.game.Most {
			needed := fmt.Sprintf("%d–%d", l.game.Least, l.game.Most)
			return []Effect{Refuse{games.Refuse(games.Text{Word: "players_needed", Extra: needed},
				fmt.Errorf("%d seats have joined: %s is played by %d to %d", n, l.game.Name, l.game.Least, l.game.Most))}}
		}
		l.answers, l.step = nil, agreeing
	case agree:
		l.answers = append(l.answers, e.Value)
	case begin:
		return []Effect{l.start()}
	case stepBack:
		l.back()
	default:
		return []Effect{e}
	}
	return nil
}

// back returns to the question before.
func (l *Lobby) back() {
	switch {
	case l.step == agreeing && len(l.answers) > 0:
		l.answers = l.answers[:len(l.answers)-1]
	case l.step == agreeing:
		l.step = joining
	default:
		l.step, l.series = choosing, nil
	}
}

// Join makes a seat join, or leave again, when its button is pressed.
func (l *Lobby) Join(box *Box, seat games.Seat) []Effect {
	if l.step != joining || !slices.Contains(box.Seats, seat) {
		return nil
	}
	if slices.Contains(l.joined, seat) {
		l.joined = games.Without(l.joined, seat)
		return []Effect{Forgive{}, Cue{games.CueLeft}}
	}
	l.joined = append(slices.Clone(l.joined), seat)
	slices.Sort(l.joined)
	return []Effect{Forgive{}, Cue{games.CueJoined}}
}

// question returns the lobby's question.
func (l *Lobby) question(m Moment) *Asked {
	q := &Asked{Serial: m.Serial}
	switch open := l.open(); {
	case l.step == choosing:
		q.Question, q.About = Row("game"), Subject{Left: l.left}
	case l.step == joining:
		q.Question = Row("players")
	case open == nil:
		q.Question = Row("begin")
	default:
		q.Question = *open
	}
	return q
}

// start returns the effect that begins the game.
func (l *Lobby) start() Begin {
	agreed, _ := l.agreed()
	start := games.Start{
		Game:    l.game.Name,
		Seats:   l.joined,
		Options: l.game.Chosen(agreed).With(l.series.brought(l.joined, l.game)...),
	}
	if l.series == nil {
		return Begin{Start: start}
	}
	return Begin{start, l.series.Path}
}

// open returns the question for the next option, or nil if none is left.
func (l *Lobby) open() *Question {
	if l.step != agreeing {
		return nil
	}
	_, open := l.agreed()
	return open
}

// agreed returns the options chosen so far and the question for the next one, or nil if none is left.
// An option with a single choice is agreed without a question.
func (l *Lobby) agreed() (agreed games.Agreed, open *Question) {
	answers := l.answers
	for _, o := range l.game.Options {
		if o.Offer == nil {
			continue
		}
		options, preset := o.Offer(games.Terms{Seats: l.joined, Agreed: agreed})
		if v, ok := l.series.agreed(o.Key); ok && slices.ContainsFunc(options, v.Equal) {
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
			if o.Key == games.First().Key && l.series != nil {
				preset = l.series.begins(l.joined)
			}
			return agreed, optionQuestion(o, options, preset)
		}
	}
	return agreed, nil
}

// optionQuestion asks for an option of a game.
func optionQuestion(o games.Option, options []games.Value, preset games.Value) *Question {
	q := &Question{ID: o.Key, Seats: o.Seats, Preset: func(Moment, []Choice) games.Value { return preset }}
	if o.Seats {
		q.Buttons = games.Select
	}
	for _, v := range options {
		q.Choices = append(q.Choices, Choice{Value: v, Effects: []Effect{agree{v}}})
	}
	return q
}

// View shows who has joined what, and asks the judge.
func (l *Lobby) View(m Moment, a games.Audience, _ games.View) games.View {
	v := games.View{Headline: games.Text{Word: "welcome"}, Seats: l.Places(m.Box)}
	if l.step >= joining {
		v.Game = l.game.Name
		v.Headline, v.Panel = games.Text{Word: "joined", Seats: l.joined, Extra: l.game.Name}, games.Entrants
	}
	if l.step == agreeing {
		v.Headline.Word = "agreeing"
		if l.open() == nil {
			v.Headline.Word = "agreed"
		}
	}
	return l.question(m).View(m, a, v)
}

// Places returns the seats that have joined, lit, and those that can still join, blinking.
func (l *Lobby) Places(box *Box) (places []games.Place) {
	for _, s := range box.Seats {
		switch {
		case l.step >= joining && slices.Contains(l.joined, s):
			places = append(places, games.Place{Seat: s, Lamp: games.Lit})
		case l.step == joining && len(l.joined) < l.game.Most:
			places = append(places, games.Place{Seat: s, Lamp: games.Blinking})
		}
	}
	return places
}
