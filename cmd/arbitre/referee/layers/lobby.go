package layers

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

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
	bots    games.Bots    // the joined seats that the box plays
	held    games.Seat    // whose button is held down; 0 if none is
	heldFor time.Duration // up to when: then the box asks whether it plays the seat
	answers []games.Value // to the options with more than one choice
	at      games.Value   // what was chosen last in place of a game, such as the settings
	teams   games.Teams   // while players choose theirs; else nil
}

// A step is a stage of the lobby; while agreeing, it asks the game's options one by one.
type step int

const (
	choosing step = iota
	joining
	agreeing
)

// NewLobby returns a lobby at the choice of the game, or of a game that was left. Players and bots of the
// last game stay joined if they have a button: a resumed game may have more seats than the box has
// buttons now.
func NewLobby(box *Box, joined []games.Seat, bots games.Bots, left []Left) *Lobby {
	l := &Lobby{left: left, bots: games.Bots{}}
	for _, seat := range joined {
		if slices.Contains(box.Seats, seat) {
			l.joined = append(l.joined, seat)
			if strength, sits := bots[seat]; sits {
				l.bots[seat] = strength
			}
		}
	}
	return l
}

// Joined returns the seats that have joined, and which of them the box plays.
func (l *Lobby) Joined() ([]games.Seat, games.Bots) { return l.joined, l.bots }

// playsBots reports whether bots may play the game that was chosen.
func (l *Lobby) playsBots(box *Box) bool {
	return l.game.Bots.At == games.AnyTable || l.game.Bots.At == games.VirtualTable && box.Virtual
}

// SitDown has a person, or the box, play a seat.
func (l *Lobby) SitDown(who SitDown) {
	if !slices.Contains(l.joined, who.Seat) {
		l.joined = append(slices.Clone(l.joined), who.Seat)
		slices.Sort(l.joined)
	}
	delete(l.bots, who.Seat)
	if at := slices.Index(games.Strengths(), who.Strength); at >= 0 {
		l.bots[who.Seat] = games.Strength(at)
	}
}

// Named lets a seat join whose player has entered his name there, as long as seats join and leave.
func (l *Lobby) Named(seat games.Seat) {
	full := l.step == joining && len(l.joined) >= l.game.Most && !slices.Contains(l.joined, seat)
	if l.step != agreeing && !full {
		l.SitDown(SitDown{Seat: seat})
	}
}

// Press takes a press of a seat's button, which joins or leaves. If it is held for long the box asks
// whether it is to play the seat.
func (l *Lobby) Press(m Moment, seat games.Seat) []Effect {
	if l.step == joining && l.playsBots(m.Box) {
		l.held, l.heldFor = seat, m.Now+m.Config.Judge.Long
	}
	return l.Join(m.Box, seat)
}

// Release notes that the button of a seat was let go.
func (l *Lobby) Release(seat games.Seat) {
	if seat == l.held {
		l.held = 0
	}
}

// Due returns when a button has been held for long.
func (l *Lobby) Due() (time.Duration, bool) { return l.heldFor, l.held != 0 }

// Continue lets players join for the rounds that are left of a game.
func (l *Lobby) Continue(game games.Rules, s *Series) { l.game, l.step, l.series = game, joining, s }

// Take handles an answer to the lobby's question, and Back.
func (l *Lobby) Take(m Moment, in Input) (effects []Effect, mine bool) {
	if in.Kind != games.Elapse {
		l.held = 0 // who is still held may not join any more
	}
	switch in.Kind {
	case games.Answer:
		l.at = in.Value
		for _, e := range l.question(m).answer(m, in.Input) {
			effects = append(effects, l.carryOut(m, e)...)
		}
	case games.Undo:
		l.back()
	case games.Elapse:
		if seat := l.held; seat != 0 && m.Now >= l.heldFor {
			l.held, effects = 0, []Effect{Ask{Bot, Subject{Seat: seat}}}
		}
	}
	return effects, true
}

// carryOut carries out an effect on the lobby, and returns those on other things.
func (l *Lobby) carryOut(m Moment, e Effect) []Effect {
	switch e := e.(type) {
	case choose:
		if l.game, l.step = e.Rules, joining; !l.playsBots(m.Box) {
			l.joined = games.Without(l.joined, slices.Collect(maps.Keys(l.bots))...)
			clear(l.bots)
		}
	case toOptions:
		if n := len(l.joined); n < l.game.Least || n > l.game.Most {
			needed := fmt.Sprintf("%d–%d", l.game.Least, l.game.Most)
			return []Effect{Reject{games.Refuse(games.Text{Word: "players_needed", Extra: needed},
				fmt.Errorf("%d seats have joined: %s is played by %d to %d", n, l.game.Name, l.game.Least, l.game.Most))}}
		}
		l.answers, l.step = nil, agreeing
	case agree:
		l.answers = append(l.answers, e.Value)
	case deal:
		l.teams = games.Deal(l.joined, e.teams)
	case lineUp:
		if slices.ContainsFunc(l.teams, func(t []games.Seat) bool { return len(t) == 0 }) {
			return []Effect{Reject{games.Refuse(games.Text{Word: "empty_team"}, errors.New("a team has no player"))}}
		}
		l.answers, l.teams = append(l.answers, l.teams.Value()), nil
	case begin:
		return []Effect{l.start(m)}
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
	case l.teams != nil:
		l.teams = nil
	case l.step == agreeing && len(l.answers) > 0:
		l.answers = l.answers[:len(l.answers)-1]
	case l.step == agreeing:
		l.step = joining
	default:
		l.step, l.series = choosing, nil
	}
}

// Join makes a seat join, or leave again. While teams are made the seat joins the next one.
func (l *Lobby) Join(box *Box, seat games.Seat) []Effect {
	if l.teams != nil && slices.Contains(l.joined, seat) {
		l.teams = l.teams.Move(seat)
		return []Effect{ClearRefusal{}, Cue{games.CueJoined}}
	}
	if l.step != joining || !slices.Contains(box.Seats, seat) {
		return nil
	}
	if slices.Contains(l.joined, seat) {
		l.joined = games.Without(l.joined, seat)
		delete(l.bots, seat)
		return []Effect{ClearRefusal{}, Cue{games.CueLeft}}
	}
	l.SitDown(SitDown{Seat: seat})
	return []Effect{ClearRefusal{}, Cue{games.CueJoined}}
}

// question returns the lobby's question.
func (l *Lobby) question(m Moment) *Asked {
	q := &Asked{Serial: m.Serial}
	switch open := l.open(m); {
	case l.step == choosing:
		q.Question, q.About, q.At = Row("game"), Subject{Left: l.left}, l.at
	case l.step == joining:
		if q.Question = Row("players"); l.playsBots(m.Box) {
			q.Choices = slices.Insert(slices.Clone(q.Choices), 1, choice("bots", Ask{ID: "bots"}))
		}
	case l.teams != nil:
		q.Question = Row("lineup")
	case open == nil:
		q.Question = Row("begin")
	default:
		q.Question = *open
	}
	return q
}

// start returns the effect that begins the game.
func (l *Lobby) start(m Moment) Begin {
	agreed, _ := l.agreed(m)
	start := games.Start{
		Game:    l.game.Name,
		Seats:   l.joined,
		Options: l.game.Chosen(agreed).With(l.series.brought(l.joined, l.game)...).With(l.bots.Agreed()...),
	}
	if l.children(m) {
		start.Options = start.Options.With(games.Field{Key: games.ChildrenOption, Value: games.Bool(true)})
	}
	if l.series == nil {
		return Begin{Start: start}
	}
	return Begin{start, l.series.Path}
}

// open returns the question for the next option, or nil if none is left.
func (l *Lobby) open(m Moment) *Question {
	if l.step != agreeing {
		return nil
	}
	_, open := l.agreed(m)
	return open
}

// children reports whether the game is to be played with children, as a series was before.
func (l *Lobby) children(m Moment) bool {
	if l.series != nil {
		return l.series.Before.Children()
	}
	return m.Config.Run.Children
}

// agreed returns the options chosen so far and the question for the next one, or nil if none is left.
// An option with a single choice is agreed without a question.
func (l *Lobby) agreed(m Moment) (agreed games.Agreed, open *Question) {
	answers := l.answers
	for _, o := range l.game.Options {
		if o.Offer == nil {
			continue
		}
		options, preset := o.Offer(games.Terms{Seats: l.joined, Bots: len(l.bots) > 0, Agreed: agreed})
		if v, ok := l.series.agreed(o.Key); ok && slices.ContainsFunc(options, v.Equal) {
			options = []games.Value{v}
		} else if l.children(m) && slices.ContainsFunc(options, o.WithChildren.Equal) {
			options = []games.Value{o.WithChildren}
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
		var chosen Effect = agree{v}
		if n, err := v.Int(); err == nil && o.Teams {
			chosen = deal{n}
		}
		q.Choices = append(q.Choices, Choice{Value: v, Effects: []Effect{chosen}})
	}
	return q
}

// View shows who has joined what, and asks the judge.
func (l *Lobby) View(m Moment, a games.Audience, _ games.View) games.View {
	v := games.View{Headline: games.Text{Word: "welcome"}, Seats: l.places(m.Box)}
	if v.Large = l.children(m); v.Large {
		v.Lines = []games.Text{{Word: "with_children"}}
	}
	if l.step >= joining {
		v.Game = l.game.Name
		v.Headline, v.Panel = games.Text{Word: "joined", Seats: l.joined, Extra: l.game.Name}, games.Entrants
	}
	if l.step == agreeing {
		v.Headline.Word = "agreeing"
		if l.open(m) == nil {
			v.Headline.Word = "agreed"
		}
	}
	if l.teams != nil {
		v.Headline, v.Panel = games.Text{Word: "lineup"}, games.Lineup
		for i, team := range l.teams {
			v.Lines = append(v.Lines, games.Text{Word: "in_team", Team: i + 1, Seats: team})
		}
	}
	return l.question(m).View(m, a, v)
}

// Places returns the seats that have joined, lit, and those that can still join, blinking. Of a game
// that goes on they have their points.
func (l *Lobby) Places(box *Box) (places []games.Place, ok bool) { return l.places(box), true }

func (l *Lobby) places(box *Box) (places []games.Place) {
	for _, s := range box.Seats {
		switch total := l.series.total(s, l.game); {
		case l.step >= joining && slices.Contains(l.joined, s):
			place := games.Place{Seat: s, Team: l.teams.Of(s), Lamp: games.Lit, Total: total}
			if _, place.Bot = l.bots[s]; place.Bot {
				place.Lamp = games.Dark
			}
			places = append(places, place)
		case l.step == joining && len(l.joined) < l.game.Most:
			places = append(places, games.Place{Seat: s, Lamp: games.Blinking, Total: total})
		}
	}
	return places
}
