package layers

import (
	"slices"

	"arbitre/games"
	"arbitre/hw"
)

// A Guide leads one player through a first game, in about a minute: it lays words over a real game
// against a bot, and goes on when the game tells that what they ask for has happened.
type Guide struct {
	Static
	game   games.Rules
	step   lesson
	player games.Seat // who has pressed his button
	bot    games.Seat
}

// A lesson is what the player is to learn next.
type lesson int

const (
	pressing lesson = iota // his button, which begins the game
	slapping               // the card that the bot lays, until he is first
	losing                 // the next race
	undoing                // by the menu
	ending
	learnt
)

// NewGuide begins with the player's button; nil if no game leads through itself, or two seats are
// missing.
func NewGuide(box *Box) *Guide {
	game, ok := guided(box)
	if !ok {
		return nil
	}
	return &Guide{game: game}
}

// Waits reports whether the game waits for the first press of a button.
func (g *Guide) Waits() bool { return g != nil && g.step == pressing }

// HoldsBack reports whether a press is kept from the game, because no card lies there to be slapped: a
// newcomer is not to be first, or to lose a point, at nothing.
func (g *Guide) HoldsBack(laid bool) bool {
	return g != nil && (g.step == slapping || g.step == losing) && !laid
}

// Ends reports whether nothing is left to learn but the end, for which the bot waits.
func (g *Guide) Ends() bool { return g != nil && g.step >= ending }

// Press begins the game for the player who presses, with the next seat as a weak bot. It counts in no
// results. Later it keeps a press too early to itself, and says so by its sound.
func (g *Guide) Press(m Moment, e hw.Event) (effects []Effect, on hw.Event, mine bool) {
	seat := games.Seat(e.Button)
	if g.step != pressing {
		if seat != g.player || !e.Down {
			return nil, e, false
		}
		return []Effect{Cue{games.CueIgnored}}, e, true
	}
	if !e.Down || !slices.Contains(m.Seats, seat) {
		return nil, e, seat > 0
	}
	g.step, g.player, g.bot = slapping, seat, games.LeftOf(m.Seats, seat)
	start := games.Start{Game: g.game.Name, Seats: []games.Seat{min(g.player, g.bot), max(g.player, g.bot)}}
	start.Options = start.Options.With(games.Bots{g.bot: games.Weak}.Agreed()...)
	return []Effect{Cue{games.CueJoined}, Begin{Start: start}, Count{false}}, e, true
}

// Hear goes on when something has happened that the player was to bring about.
func (g *Guide) Hear(f games.Fact) {
	switch what := f.What.(type) {
	case games.RaceOver:
		switch {
		case g.step == slapping && what.Fastest == g.player:
			g.step = losing
		case g.step == losing && what.Fastest == g.bot:
			g.step = undoing
		}
	case games.Undone:
		if g.step == undoing {
			g.step = ending
		}
	case games.GameOver:
		g.step = learnt
	}
}

// says returns the words for what is to be learnt. Laid reports whether a card lies there to be slapped.
func (g *Guide) says(laid bool) games.Text {
	words := [...]string{
		pressing: "guide_press", slapping: "guide_slap", losing: "guide_lose", undoing: "guide_undo", ending: "guide_end",
		learnt: "guide_learnt",
	}
	said := games.Text{Word: words[g.step], Seat: g.player}
	if g.step == slapping && !laid {
		said.Word = "guide_wait"
	}
	return said
}

// question lets the guide be left before the game has begun. Later the game is left as any is.
func (g *Guide) question(m Moment) *Asked { return &Asked{Question: Row("guide"), Serial: m.Serial} }

// View lays the words over the game, of which they leave all else.
func (g *Guide) View(m Moment, a games.Audience, below games.View) games.View {
	if g.step == pressing {
		v := games.View{Headline: g.says(false), Lines: []games.Text{{Word: "guide_minute"}}, Seats: g.places(m.Box), Large: m.Config.Run.Children}
		return g.question(m).View(m, a, v)
	}
	said := g.says(m.Game != nil && m.Game.Laid)
	said.Seats = below.Headline.Seats // whom the panel shows
	below.Lines = slices.Concat([]games.Text{below.Headline}, below.Lines)
	below.Headline = said
	if g.step == ending { // OK alone ends the game, whatever else could be answered
		below.Prompts = slices.DeleteFunc(slices.Clone(below.Prompts), func(p games.Prompt) bool { return !p.Background })
		for i := range below.Prompts {
			below.Prompts[i].Background = false
		}
	}
	return below
}

// Take handles the answer that leaves the guide, and Back, before the first press.
func (g *Guide) Take(m Moment, in Input) (effects []Effect, mine bool) {
	if g.step != pressing || in.Kind == games.Elapse {
		return nil, false
	}
	if in.Kind == games.Undo {
		return []Effect{StopGuide{}}, true
	}
	return g.question(m).Take(m, in)
}

// Places returns the seats, any of which may begin; later the game has its own.
func (g *Guide) Places(box *Box) (places []games.Place, ok bool) {
	return g.places(box), g.step == pressing
}

func (g *Guide) places(box *Box) (places []games.Place) {
	for _, s := range box.Seats {
		places = append(places, games.Place{Seat: s, Lamp: games.Blinking})
	}
	return places
}
