package layers

import (
	"slices"

	"arbitre/display/shown"
	"arbitre/games"
)

// A Curtain hides a player's secret until he has taken the display.
type Curtain struct {
	Static
	open games.Seat   // whose secret the display may show; 0 for none
	page shown.Viewer // the phone that shows it, if the judge's page is the only display; [shown.Box] if none does
}

// The questions of a curtain.
const (
	AskCover = "cover" // a player takes the display
	askHide  = "hide"  // the player has seen his secret
)

// Open returns the player whose secret the display may show; 0 for none.
func (c *Curtain) Open() games.Seat { return c.open }

// Page returns the phone that may show it.
func (c *Curtain) Page() shown.Viewer { return c.page }

// Close hides all secrets.
func (c *Curtain) Close() { c.open, c.page = 0, shown.Box }

// View hides what only one player may see until he has said that it is he who looks.
func (c *Curtain) View(m Moment, a games.Audience, below games.View) games.View {
	switch {
	case a <= 0:
		return below
	case c.hides(m, a, below):
		return Cover(m, games.Seat(a), below)
	case len(below.Prompts) > 0 || len(below.Secret) == 0:
		return below
	}
	return askHolder(m, games.Seat(a), below, below.Secret, askHide, "done")
}

// hides reports whether the display waits for a player to take it. On the box, a player who holds
// his button to look needs no cover; a page may be in other hands than the button.
func (c *Curtain) hides(m Moment, a games.Audience, below games.View) bool {
	switch {
	case m.PageIsDisplay && !slices.Contains(m.Phones, c.page):
		return true
	case !m.PageIsDisplay && len(below.Prompts) > 0 && below.Prompts[0].Shape == games.Peek:
		return false
	}
	return games.Player(c.open) != a
}

// Cover returns the view in place of a player's own, which asks him to take the display.
func Cover(m Moment, seat games.Seat, v games.View) games.View {
	return askHolder(m, seat, v, []games.Text{{Word: "for_eyes", Seat: seat}}, AskCover, "ready")
}

// askHolder returns the view of a game while one player has the display.
func askHolder(m Moment, seat games.Seat, v games.View, says []games.Text, id, answer string) games.View {
	return games.View{Game: v.Game, Seats: v.Seats, Headline: says[0], Lines: says[1:],
		Prompts: []games.Prompt{displayPrompt(m, id, games.Player(seat), seat, answer)}}
}

// Take opens the curtain for the player who has taken the display, on the page on which he did, and
// closes it when he has seen his secret.
func (c *Curtain) Take(m Moment, in Input) (effects []Effect, mine bool) {
	switch in.Prompt {
	case askHide:
		return []Effect{TakeBack{}}, true
	case AskCover:
		c.open = in.Keys.Seat
		switch {
		case in.From != shown.Box:
			c.page = in.From
		case c.page == shown.Box && m.PageIsDisplay && len(m.Phones) == 1:
			c.page = m.Phones[0] // keys can only mean the one page
		}
		return []Effect{Restore{c.open}}, true
	}
	return nil, false
}

// Drawn notes whose view the display shows. The judge's view covers a player's secret again.
func (c *Curtain) Drawn(a games.Audience, v games.View) {
	if a == games.Judge {
		c.open = 0
	}
	if a == games.Judge || v.Asks(AskCover) {
		c.page = shown.Box
	}
}
