package referee

import (
	"slices"
	"time"

	"arbitre/display/keys"
	"arbitre/display/shown"
	"arbitre/games"
)

// The questions about who may look at the display.
const (
	askCover   = "cover"   // a player takes the display
	askHide    = "hide"    // the player has seen his secret
	askPrepare = "prepare" // a player may answer ahead, while the others play
	askSeen    = "seen"    // somebody has seen a result
)

// A cover hides a player's secret until he has taken the display. It also holds back the next
// question until somebody has seen the result before it.
type cover struct {
	patient
	stack *stack

	guest     games.Seat   // who has asked for the display; 0 if nobody has
	uncovered games.Seat   // whose secret the display may show now
	keeper    shown.Viewer // the phone that shows it, if the judge's page is the only display; Box if none does
	shownTo   games.Audience

	aside   keys.Dialogue // a guest's unfinished entry when the table went on
	asideOf games.Seat

	shown int           // how many results the game had when the display was last drawn
	seen  int           // how many of them somebody has seen
	told  time.Duration // when something last happened in the game
}

// view hides what only one player may see until he has said that it is he who looks.
func (c *cover) view(a games.Audience, below games.View) games.View {
	switch {
	case a <= 0:
		return below
	case c.hides(a, below):
		return c.covered(below, games.Seat(a))
	}
	return c.secret(below, games.Seat(a))
}

// hides tells whether the display waits for a player to take it. On the box, a player who holds his
// button to look needs no cover; a page may be seen by somebody else than who holds the button.
func (c *cover) hides(a games.Audience, below games.View) bool {
	switch {
	case c.stack.Paged && !c.stack.isPaired(c.keeper):
		return true
	case !c.stack.Paged && len(below.Prompts) > 0 && below.Prompts[0].Shape == games.Peek:
		return false
	}
	return games.Player(c.uncovered) != a
}

// covered asks a player to take the display.
func (c *cover) covered(v games.View, seat games.Seat) games.View {
	return c.handed(v, seat, games.Text{Word: "for_eyes", Seat: seat}, nil, askCover, "ready")
}

// secret shows a player his secret, unless he is asked something.
func (c *cover) secret(v games.View, seat games.Seat) games.View {
	if len(v.Prompts) > 0 || len(v.Secret) == 0 {
		return v
	}
	return c.handed(v, seat, v.Secret[0], v.Secret[1:], askHide, "done")
}

// handed returns the view of a game while one player has the display.
func (c *cover) handed(
	v games.View, seat games.Seat, headline games.Text, lines []games.Text, asks, answer string,
) games.View {
	return games.View{Game: v.Game, Seats: v.Seats, Headline: headline, Lines: lines, Prompts: []games.Prompt{
		{
			ID: asks, For: games.Player(seat), Keys: games.Keys{Seat: seat}, Serial: c.stack.serial,
			Options: games.Words(answer),
		},
	}}
}

// take handles the answers to the cover's own questions. Back sends a guest away.
func (c *cover) take(in input) (mine bool, err error) {
	if in.Kind == games.Undo {
		if c.guest != 0 {
			c.dismiss()
			return true, nil
		}
		c.saw()
	}
	if in.Kind != games.Answer {
		return false, nil
	}
	switch in.Prompt {
	case askSeen:
		c.saw()
	case askPrepare:
		c.guest = in.Keys.Seat
	case askHide:
		c.dismiss()
	case askCover:
		c.uncover(in.Keys.Seat, in.from)
	default:
		return false, nil
	}
	return true, nil
}

// uncover shows a player his secret, on the page on which he took the display.
func (c *cover) uncover(seat games.Seat, by shown.Viewer) {
	c.uncovered = seat
	switch {
	case by != shown.Box:
		c.keeper = by
	case c.keeper == shown.Box && c.stack.Paged:
		c.keeper = c.stack.Pages.Only() // keys can only mean the one page
	}
	if c.asideOf == seat {
		c.stack.dialogue, c.asideOf = c.aside, 0
	}
}

// dismiss takes the display back from a guest and keeps his unfinished entry.
func (c *cover) dismiss() {
	if c.guest == 0 {
		return
	}
	if c.uncovered == c.guest && c.stack.dialogue.Drafting() {
		c.aside, c.asideOf = c.stack.dialogue, c.guest
	}
	c.guest, c.uncovered, c.keeper = 0, 0, shown.Box
	c.stack.dialogue.Reset()
}

// audience returns who looks at the display: a guest, else the player whom the game asks something,
// else the judge.
func (c *cover) audience() games.Audience {
	if seat := c.holder(); seat != 0 && !c.unseen() {
		return games.Player(seat)
	}
	return games.Judge
}

// holder returns the player who has the display or is to take it; 0 is the judge.
func (c *cover) holder() games.Seat {
	if c.guest != 0 {
		return c.guest
	}
	asked, _ := c.stack.match.asksAlone(func(p games.Prompt) bool { return !p.Background })
	return asked
}

// unseen tells whether nobody has seen the last result yet, and the next question would take its
// place. The result stays until somebody presses a key, or something else happens at the table.
func (c *cover) unseen() bool {
	return c.stack.match.results() != c.seen && (c.holder() != 0 || keys.Asks(*c.stack.match.cachedView(games.Judge)))
}

// saw marks the shown result as seen.
func (c *cover) saw() { c.seen = c.stack.match.results() }

// hands adds a question that only the display asks: whether somebody has seen a result, or whether
// a player takes the display to answer ahead.
func (c *cover) hands(v games.View) games.View {
	ask := func(id string, seat games.Seat) {
		v.Prompts = []games.Prompt{{
			ID: id, For: games.Judge, Keys: games.Keys{Seat: seat}, Serial: c.stack.serial,
			Options: games.Words("ready"),
		}}
	}
	if c.unseen() {
		ask(askSeen, 0)
	} else if len(v.Prompts) == 0 {
		if seat, ok := c.stack.match.asksAlone(func(p games.Prompt) bool { return p.Background }); ok {
			ask(askPrepare, seat)
		}
	}
	return v
}

// drawn notes whose view the display now shows. The judge's view covers a player's secret again.
func (c *cover) drawn(a games.Audience, v games.View) {
	c.shownTo = a
	if a == games.Judge {
		c.uncovered = 0
	}
	if a == games.Judge || v.Asks(askCover) {
		c.keeper = shown.Box
	}
	if c.stack.match != nil {
		c.shown = c.stack.match.results()
	}
}

// happened reacts to the facts of the game: the result shown before them counts as seen, and a
// guest gives the display back.
func (c *cover) happened(facts []games.Fact) {
	for _, f := range facts {
		switch f.What.(type) {
		case games.Ignored, games.EdgesLost:
			continue
		case games.Undone:
			c.saw()
		default:
			c.seen = max(c.seen, c.shown)
			c.told = c.stack.now
		}
		c.stack.newSerial()
		c.stack.dialogue.Refuse("") // clears the refusal on the display
		c.dismiss()
	}
}

// looks returns the menu's choice that hands the display to a player who wants to see his secret.
func looks(s *stack) choice {
	knowers := func() []games.Seat { // the players with a secret
		return slices.DeleteFunc(slices.Clone(s.match.seats()), func(seat games.Seat) bool {
			return len(s.match.cachedView(games.Player(seat)).Secret) == 0
		})
	}
	looks := func() {
		q := s.question("look")
		for _, seat := range knowers() {
			hand := func() { s.cover.guest = seat }
			q.choices = append(q.choices, choice{value: games.Number(seat), does: done(hand)})
		}
		if len(q.choices) == 1 {
			q.choices[0].does()
		} else {
			s.ask(q)
		}
	}
	someKnow := func() bool { return len(knowers()) > 0 }
	return choice{value: games.Word("look"), does: done(looks), offered: when(someKnow)}
}
