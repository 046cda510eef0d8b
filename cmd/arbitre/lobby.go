package main

import (
	"fmt"
	"slices"

	"arbitre/games"
)

// A lobby is the time before a game: which one, who plays, what is agreed, who begins. It asks by prompts, as games do.
type lobby struct {
	seats   []games.Seat  // that have a button, ascending
	options []games.Field // that every game is started with: how races are judged

	step   step
	sheet  sheet
	joined []games.Seat // ascending
	agreed []games.Field
}

// step is where the lobby is; from asking on, the options of the game are asked one by one.
type step int

const (
	choosing step = iota
	speaking
	joining
	asking
)

// newLobby begins at the choice of the game. The seats that played last are still joined.
func newLobby(seats, joined []games.Seat, options []games.Field) *lobby {
	return &lobby{seats: seats, joined: joined, options: options}
}

// A lobbyOutcome is what an answer in the lobby leads to.
type lobbyOutcome struct {
	language string       // to be spoken from now on
	start    *games.Start // the game to begin
}

// press joins a seat, or lets it leave again. It tells whether it did.
func (l *lobby) press(seat games.Seat) bool {
	if l.step != joining || !slices.Contains(l.seats, seat) {
		return false
	}
	if i := slices.Index(l.joined, seat); i >= 0 {
		l.joined = slices.Delete(slices.Clone(l.joined), i, i+1)
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
	case l.step == choosing:
		l.sheet, err = sheetOf(choice.String())
		l.step = joining
	case l.step == speaking:
		l.step = choosing
		return lobbyOutcome{language: choice.String()}, nil
	case l.step == joining:
		if n := len(l.joined); n < l.sheet.least || n > l.sheet.most {
			return lobbyOutcome{}, games.Refuse(
				games.Text{Word: "players_needed", Extra: fmt.Sprintf("%d–%d", l.sheet.least, l.sheet.most)},
				fmt.Errorf("%d seats have joined: %s is played by %d to %d", n, l.sheet.name, l.sheet.least, l.sheet.most))
		}
		l.agreed = nil
		l.step = asking
	case prompt.ID == "begin":
		return lobbyOutcome{start: &games.Start{
			Game:    l.sheet.name,
			Seats:   l.joined,
			Options: slices.Concat(l.agreed, l.options),
		}}, nil
	default:
		l.agreed = append(l.agreed, games.Field{Key: prompt.ID, Value: choice})
	}
	return lobbyOutcome{}, err
}

// back returns to the question before.
func (l *lobby) back() {
	switch {
	case l.step == asking && len(l.agreed) > 0:
		l.agreed = l.agreed[:len(l.agreed)-1]
	case l.step == asking:
		l.step = joining
	default:
		l.step = choosing
	}
}

func (l *lobby) prompts() []games.Prompt {
	p := games.Prompt{For: games.Judge}
	switch l.step {
	case choosing:
		p.ID = "game"
		for _, s := range sheets() {
			p.Options = append(p.Options, games.Word(s.name))
		}
		p.Options = append(p.Options, games.Word("language"))
	case speaking:
		p.ID, p.Options = "language", games.Words("fr", "de", "en")
	case joining:
		p.ID, p.Options = "players", games.Words("ready", "back")
	default:
		if next := len(l.agreed); next < len(l.sheet.asks) {
			p.ID = l.sheet.asks[next].key
			p.Options, p.Preset = l.sheet.asks[next].choices(l.joined)
		} else {
			p.ID, p.Options = "begin", games.Words("begin", "back")
		}
	}
	return []games.Prompt{p}
}

func (l *lobby) view(a games.Audience) games.View {
	v := games.View{Game: l.sheet.name, Headline: games.Text{Word: "welcome"}}
	if l.step >= joining {
		v.Headline = games.Text{Word: "joined", Seats: l.joined}
		for _, s := range l.joined {
			v.Seats = append(v.Seats, games.Place{Seat: s, Lamp: games.Lit})
		}
	}
	if l.step == joining && len(l.joined) < l.sheet.most {
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
