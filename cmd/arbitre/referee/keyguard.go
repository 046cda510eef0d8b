package referee

import (
	"time"

	"arbitre/display/keys"
	"arbitre/games"
)

// A keyGuard refuses keys that come too soon. When a question appears that the judge's key did not
// bring about (but a button, a clock or a phone), a key that he was already pressing must not answer
// it: he has not read it.
type keyGuard struct {
	asked   games.Question // that the judge last saw or brought about
	offers  int            // the entries before its options; OK takes the first one
	since   time.Duration  // when the question appeared by itself
	shown   time.Duration  // when the question appeared, by itself or by a key
	refused time.Duration  // when the last refused key went down
	slow    bool           // children read
}

// ReadingTime is how long no key answers a question that appeared by itself, or replaces a verdict.
const ReadingTime = 600 * time.Millisecond

// reading returns how long that is where children read: twice as long.
func (g *keyGuard) reading() time.Duration {
	if g.slow {
		return 2 * ReadingTime
	}
	return ReadingTime
}

// changeTo notes what a key would answer, and reports whether that has changed.
func (g *keyGuard) changeTo(q games.Question, offers int) bool {
	changed := q != g.asked || offers != g.offers
	g.asked, g.offers = q, offers
	return changed
}

// notice notes the time of a question that has appeared by itself.
func (g *keyGuard) notice(q games.Question, offers int, at time.Duration) {
	if g.changeTo(q, offers) {
		g.since, g.shown = at, at
	}
}

// expect notes the question to which the judge's own key has led. It can be answered at once: he
// knows what he presses next, and on a busy machine that key may already be down. But if his key led
// to a result that he has not seen yet (unseen), the time counts from now.
func (g *keyGuard) expect(q games.Question, offers int, at time.Duration, unseen bool) {
	if g.changeTo(q, offers) {
		g.shown = at
	}
	g.since = -g.reading()
	if unseen {
		g.since = at
	}
}

// tooSoon reports whether a key went down before its question could be read. OK acts on release, but
// the judge decided when his thumb went down.
func (g *keyGuard) tooSoon(down time.Duration) bool { return down < g.since+g.reading() }

// tooSoonAfterNews reports whether a key comes less than ReadingTime after news, which happened at a
// time, and would replace it unread, such as a second OK pressed out of habit. That includes an OK
// that would give the first answer of a game's prompt that is always open; not if an arrow has moved
// the cursor, for then the judge is reading.
func (g *keyGuard) tooSoonAfterNews(k keys.Key, down time.Duration, v games.View, d keys.Draft, ofTheBox bool,
	happened time.Duration) bool {
	if !v.Headline.Role.Happened() {
		return false
	}
	since := happened
	if d.State == keys.Asked {
		anytime := d.Prompt.Background && d.Prompt.Shape == games.Choice && d.Prompt.Keys == games.Keys{}
		if k != keys.OK || !anytime || d.Cursor != 0 || d.Seats != nil || ofTheBox {
			return false // such as "who goes out?", to which an OK has just led
		}
		since = g.shown
	}
	return down < since+g.reading()
}

// refuse notes a refused key. First is false if the same press was refused before.
func (g *keyGuard) refuse(down time.Duration) (first bool) {
	first = g.refused != down
	g.refused = down
	return first
}
