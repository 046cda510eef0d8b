package referee

import (
	"fmt"
	"path/filepath"
	"slices"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
)

// A lobby is the time before a game: which one, who plays, what is agreed, who begins. It asks by prompts, as games do.
type lobby struct {
	rules  games.Rulebook
	seats  []games.Seat       // that have a button, ascending
	phones bool               // can be invited
	off    bool               // the machine can be shut down by a choice
	series *series            // that goes on with other players; nil where a game begins
	left   []journal.LeftGame // that can be taken up again, the last first

	language wording.Language // that is spoken

	step    step
	game    games.Rules
	joined  []games.Seat  // ascending
	answers []games.Value // to what the game asks, as far as there was something to choose
}

// step is where the lobby is; from asking on, the options of the game are asked one by one.
type step int

const (
	choosing step = iota
	speaking
	joining
	asking
)

// newLobby begins at the choice of the game. The seats that played last are still joined, if they have a button:
// a game that is resumed may have more seats than the box has by now.
func newLobby(rules games.Rulebook, seats, joined []games.Seat, phones bool) *lobby {
	joined = slices.DeleteFunc(slices.Clone(joined), func(s games.Seat) bool { return !slices.Contains(seats, s) })
	return &lobby{rules: rules, seats: seats, joined: joined, phones: phones}
}

// A lobbyOutcome is what an answer in the lobby leads to.
type lobbyOutcome struct {
	language string            // to be spoken from now on
	start    *games.Start      // the game to begin
	left     *journal.LeftGame // the game to take up again
	phone    bool              // a phone is to be invited
	off      bool              // the machine is to be shut down
	help     bool              // the rules of the game are to be told
}

// press joins a seat, or lets it leave again. It tells whether it did.
func (l *lobby) press(seat games.Seat) bool {
	if l.step != joining || !slices.Contains(l.seats, seat) {
		return false
	}
	if slices.Contains(l.joined, seat) {
		l.joined = games.Without(l.joined, seat)
		return true
	}
	l.joined = append(slices.Clone(l.joined), seat)
	slices.Sort(l.joined)
	return true
}

// answer takes the judge's choice. An error says why it can't be.
func (l *lobby) answer(in games.Input) (lobbyOutcome, error) {
	prompt, err := games.Find(l.prompts(), in)
	if err != nil {
		return lobbyOutcome{}, err
	}
	choice, err := prompt.Choose(in.Value)
	if err != nil {
		return lobbyOutcome{}, err
	}
	switch {
	case choice.Equal(games.Word("back")):
		l.back()
	case l.step == choosing && choice.Equal(games.Word("language")):
		l.step = speaking
	case l.step == choosing && choice.Equal(games.Word("phone")):
		return lobbyOutcome{phone: true}, nil
	case l.step == choosing && choice.Equal(games.Word("off")):
		return lobbyOutcome{off: true}, nil
	case l.step == choosing && l.isLeft(choice) >= 0:
		return lobbyOutcome{left: &l.left[l.isLeft(choice)]}, nil
	case l.step == choosing:
		l.game, err = l.rules.Find(choice.String())
		l.step = joining
	case l.step == speaking:
		l.step = choosing
		return lobbyOutcome{language: choice.String()}, nil
	case choice.Equal(games.Word("help")):
		return lobbyOutcome{help: true}, nil
	case l.step == joining:
		if n := len(l.joined); n < l.game.Least || n > l.game.Most {
			return lobbyOutcome{}, games.Refuse(
				games.Text{Word: "players_needed", Extra: fmt.Sprintf("%d–%d", l.game.Least, l.game.Most)},
				fmt.Errorf("%d seats have joined: %s is played by %d to %d", n, l.game.Name, l.game.Least, l.game.Most))
		}
		l.answers = nil
		l.step = asking
	case prompt.ID == "begin":
		agreed, _ := l.agreed()
		return lobbyOutcome{start: &games.Start{
			Game:    l.game.Name,
			Seats:   l.joined,
			Options: l.game.Chosen(agreed).With(l.series.brought(l.joined, l.game)...),
		}}, nil
	default:
		l.answers = append(l.answers, choice)
	}
	return lobbyOutcome{}, err
}

// isLeft is the place of a game that was left among them, -1 if a choice is none of them.
func (l *lobby) isLeft(choice games.Value) int {
	return slices.IndexFunc(l.left, func(g journal.LeftGame) bool { return optionOf(g).Equal(choice) })
}

// back returns to the question before.
func (l *lobby) back() {
	switch {
	case l.step == asking && len(l.answers) > 0:
		l.answers = l.answers[:len(l.answers)-1]
	case l.step == asking:
		l.step = joining
	default:
		l.step, l.series = choosing, nil
	}
}

// agreed is what the answers so far come to, and the next question, if there is one.
// Where there is one thing to choose it is agreed unasked.
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

func (l *lobby) prompts() []games.Prompt {
	p := games.Prompt{For: games.Judge}
	switch l.step {
	case choosing:
		p.ID = "game"
		for _, g := range l.left {
			p.Options = append(p.Options, optionOf(g))
			p.Labels = append(p.Labels, labelOf(g))
		}
		if len(l.left) > 0 {
			p.Preset = games.Word(l.rules[0].Name) // who has left a game wants another
		}
		p.Options = append(p.Options, games.Words(append(l.rules.Names(), "language")...)...)
		if l.phones {
			p.Options = append(p.Options, games.Word("phone"))
		}
		if l.off {
			p.Options = append(p.Options, games.Word("off"))
		}
	case speaking:
		p.ID, p.Options = "language", games.Words(wording.Codes()...)
		p.Preset = games.Word(l.language.String())
	case joining:
		p.ID, p.Options = "players", games.Words("ready", "help", "back")
	default:
		if _, open := l.agreed(); open != nil {
			return []games.Prompt{*open}
		}
		p.ID, p.Options = "begin", games.Words("begin", "back")
	}
	return []games.Prompt{p}
}

func (l *lobby) view(a games.Audience) games.View {
	v := games.View{Headline: games.Text{Word: "welcome"}}
	if l.step >= joining {
		v.Game = l.game.Name
		v.Headline, v.Panel = games.Text{Word: "joined", Seats: l.joined, Extra: l.game.Name}, games.Entrants
		if l.step == asking {
			v.Headline.Word = "agreeing"
			if _, open := l.agreed(); open == nil {
				v.Headline.Word = "agreed"
			}
		}
		for _, s := range l.joined {
			v.Seats = append(v.Seats, games.Place{Seat: s, Lamp: games.Lit})
		}
	}
	if l.step == joining && len(l.joined) < l.game.Most {
		for _, s := range games.Without(l.seats, l.joined...) {
			v.Seats = append(v.Seats, games.Place{Seat: s, Lamp: games.Blinking})
		}
		slices.SortFunc(v.Seats, func(a, b games.Place) int { return int(a.Seat - b.Seat) })
	}
	if a == games.Judge {
		v.Prompts = l.prompts()
	}
	return v
}

// optionOf is what is answered to take a game up again that was left.
func optionOf(g journal.LeftGame) games.Value { return games.Word(filepath.Base(g.Path)) }

// labelOf says that it goes on.
func labelOf(g journal.LeftGame) games.Text {
	return games.Text{Word: "left_game", Extra: g.Start.Game}
}
