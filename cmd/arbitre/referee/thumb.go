package referee

import (
	"time"

	"arbitre/display/keys"
	"arbitre/games"
)

// A thumb is the judge's, on its way to a key. It can't be stopped when a question appears by itself under it: by a button, a
// clock, a phone. What it was meant for is gone then, and it must not answer what nobody has read.
type thumb struct {
	asked asked         // what the keys answer, as the judge last saw it or brought it about
	since time.Duration // when that appeared by itself
	shown time.Duration // when it appeared, by itself or not
	told  time.Duration // when something last happened in the game
	heard time.Duration // when the key went down that was last refused for it
}

// asked is what the keys answer: a question of the game or of the box.
type asked struct {
	keys.Asking
	menu string
}

// ThumbTime is how long a question that appeared by itself takes no key, nor a verdict.
const ThumbTime = 600 * time.Millisecond

// asks is what the keys would answer in a view.
func (r *Referee) asks(v games.View) asked { return asked{r.dialogue.Asking(v), r.menu.open} }

// notice notes a question that has appeared by itself.
func (r *Referee) notice(v games.View) {
	if now := r.asks(v); now != r.thumb.asked {
		r.thumb.asked, r.thumb.since, r.thumb.shown = now, r.now, r.now
	}
}

// expect notes the question to which the judge's own key has led: he knows what he presses next.
func (r *Referee) expect() {
	if r.match != nil {
		r.checkOver() // as the end of a game, to be looked at and gone on from
	}
	_, v := r.face()
	r.dialogue.Follow(v)
	if now := r.asks(v); now != r.thumb.asked {
		r.thumb.asked, r.thumb.shown = now, r.now
	}
	r.thumb.since = -ThumbTime // on a busy machine the next key may already be down
	if v.Asks(menuSeen) {
		r.thumb.since = r.now // whoever knew what he would press next has not seen what came of it
	}
}

// tooSoon refuses a key that went down before its question could be read, and says so once. What counts is when the thumb
// went down, though OK acts when it comes up: by then it has long been decided.
func (r *Referee) tooSoon(down time.Duration, v games.View) bool {
	r.dialogue.Follow(v)
	r.notice(v)
	return down < r.thumb.since+ThumbTime && r.refuseKey(down)
}

// hasty refuses a key that would wipe a verdict before it could be read, whoever brought that about: the second OK of a
// habit. Nor does one more declare the first of what can be declared at any time; an arrow shows that somebody looks.
func (r *Referee) hasty(k keys.Key, down time.Duration, v games.View) bool {
	if !v.Headline.Role.Happened() {
		return false
	}
	since := r.thumb.told
	if d := r.dialogue.Draft(v); d.State == keys.Asked {
		anytime := d.Prompt.Background && d.Prompt.Shape == games.Choice && d.Prompt.Keys == games.Keys{}
		if k != keys.OK || !anytime || d.Cursor != 0 || d.Seats != nil || r.menu.open != "" {
			return false // "who goes out?" is what an OK has just led to
		}
		since = r.thumb.shown
	}
	return down < since+ThumbTime && r.refuseKey(down)
}

// refuseKey says once that a key came too soon.
func (r *Referee) refuseKey(down time.Duration) bool {
	if r.thumb.heard != down {
		r.thumb.heard = down
		r.Log.Info("a key came before what it would change could be read")
		r.cue(games.CueRefused)
	}
	return true
}
