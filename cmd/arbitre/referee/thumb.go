package referee

import (
	"time"

	"arbitre/display/keys"
	"arbitre/games"
)

// A thumb rejects keys that come too soon. When a question appears that the judge did not bring
// about himself (by a button, a clock or a phone), a key that he was already pressing must not
// answer it: he has not read it.
type thumb struct {
	asked answering     // what the keys answer, as the judge last saw it or brought it about
	since time.Duration // when that appeared by itself
	shown time.Duration // when it appeared, by itself or not
	heard time.Duration // when the key went down that was last refused for it
}

// answering is what the keys answer.
type answering struct {
	games.Question
	offers int  // that stand before its options, so that the keys answer with the first of them
	box    bool // a question of the box is open
}

// answering is what the keys would answer in a view.
func (s *stack) answering(v games.View) answering {
	question, offers := s.dialogue.Asking(v)
	return answering{question, offers, s.asked != nil}
}

// ThumbTime is how long a question that appeared by itself takes no key, nor a verdict.
const ThumbTime = 600 * time.Millisecond

// notice notes a question that has appeared by itself.
func (t *thumb) notice(now answering, at time.Duration) {
	if now != t.asked {
		t.asked, t.since, t.shown = now, at, at
	}
}

// expect notes the question to which the judge's own key has led: he knows what he presses next. On
// a busy machine the next key may already be down. But whoever knew what he would press next has
// not seen a result that came of it.
func (t *thumb) expect(now answering, at time.Duration, unseen bool) {
	if now != t.asked {
		t.asked, t.shown = now, at
	}
	t.since = -ThumbTime
	if unseen {
		t.since = at
	}
}

// unread tells whether a key went down before its question could be read. What counts is when the
// thumb went down, though OK acts when it comes up: by then it has long been decided.
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
			return false // "who goes out?" is what an OK has just led to
		}
		since = t.shown
	}
	return down < since+ThumbTime
}

// refuses tells, once for each time that it went down, that a key was refused.
func (t *thumb) refuses(down time.Duration) (first bool) {
	first = t.heard != down
	t.heard = down
	return first
}
