package layers

import (
	"time"

	"arbitre/games"
)

// Unread holds back the next question until the result before it was seen: the judge presses a
// key, or something else happens at the table.
type Unread struct {
	Static
	shown    int           // how many results the game had when the display was last drawn
	seen     int           // how many of them were seen
	happened time.Duration // when something last happened in the game
}

// AskSeen asks whether a result was seen.
const AskSeen = "seen"

// Waits reports whether the last result was not seen yet. Asks is whether a question would take
// its place.
func (u *Unread) Waits(results int, asks bool) bool { return asks && results != u.seen }

// Happened returns when something last happened in the game.
func (u *Unread) Happened() time.Duration { return u.happened }

// See marks the shown result as seen.
func (u *Unread) See(results int) { u.seen = results }

// Drawn notes that the display shows the last result.
func (u *Unread) Drawn(results int) { u.shown = results }

// Happen notes that something has happened in the game: the result that was shown before counts as
// seen.
func (u *Unread) Happen(now time.Duration) { u.seen, u.happened = max(u.seen, u.shown), now }

// AddDisplayPrompts asks the judge whether the result was seen.
func (*Unread) AddDisplayPrompts(m Moment, v games.View) games.View {
	v.Prompts = []games.Prompt{displayPrompt(m, AskSeen, games.Judge, 0, "ready")}
	return v
}

// Take marks the result as seen. Back does it beside what else it does.
func (u *Unread) Take(m Moment, in Input) (effects []Effect, mine bool) {
	mine = in.Prompt == AskSeen
	if mine || in.Kind == games.Undo {
		u.See(m.Game.Results)
	}
	return nil, mine
}
