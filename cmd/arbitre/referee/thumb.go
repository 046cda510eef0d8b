package referee

import (
	"time"

	"arbitre/display/keys"
	"arbitre/games"
)

// A thumb rejects keys that come too soon. When a question appears that the judge's key did not
// bring about (but a button, a clock or a phone), a key that he was already pressing must not
// answer it: he has not read it.
type thumb struct {
	asked answering     // the question that the judge last saw or brought about
	since time.Duration // when the question appeared by itself
	shown time.Duration // when the question appeared, by itself or by a key
	heard time.Duration // when the last refused key went down
}

// answering identifies the question that a key would answer.
type answering struct {
	games.Question
	offers int  // number of entries before its options; OK takes the first one
	box    bool // a question of the box is open
}

// answering returns the question that a key would answer in a view.
func (s *stack) answering(v games.View) answering {
	question, offers := s.dialogue.Asking(v)
	return answering{question, offers, s.asked != nil}
}

// ThumbTime is how long no key answers a question that appeared by itself, or replaces a verdict.
const ThumbTime = 600 * time.Millisecond

// notice notes the time of a question that has appeared by itself.
func (t *thumb) notice(now answering, at time.Duration) {
	if now != t.asked {
		t.asked, t.since, t.shown = now, at, at
	}
}

// expect notes the question to which the judge's own key has led. It can be answered at once: he
// knows what he presses next, and on a busy machine that key may already be down. But if his key
// led to a result that he has not seen yet (unseen), the delay counts from now.
func (t *thumb) expect(now answering, at time.Duration, unseen bool) {
	if now != t.asked {
		t.asked, t.shown = now, at
	}
	t.since = -ThumbTime
	if unseen {
		t.since = at
	}
}

// unread tells whether a key went down before its question could be read. OK acts on release, but
// the judge decided when his thumb went down.
func (t *thumb) unread(down time.Duration) bool { return down < t.since+ThumbTime }

// hasty tells whether a key comes less than ThumbTime after news and would replace it unread, such
// as a second OK pressed out of habit. That includes an OK that would give the first answer of a
// prompt that is always open; not if an arrow has moved the cursor, for then somebody is reading.
func (t *thumb) hasty(k keys.Key, down time.Duration, v games.View, d keys.Draft, happened time.Duration) bool {
	if !v.Headline.Role.Happened() {
		return false
	}
	since := happened
	if d.State == keys.Asked {
		anytime := d.Prompt.Background && d.Prompt.Shape == games.Choice && d.Prompt.Keys == games.Keys{}
		if k != keys.OK || !anytime || d.Cursor != 0 || d.Seats != nil || t.asked.box {
			return false // such as "who goes out?", to which an OK has just led
		}
		since = t.shown
	}
	return down < since+ThumbTime
}

// refuses notes a refused key. First is false if the same press was refused before.
func (t *thumb) refuses(down time.Duration) (first bool) {
	first = t.heard != down
	t.heard = down
	return first
}
