// Package aloud makes the sentences that are spoken of a table, for people who don't look or can't see. It
// makes them of facts, of what everyone may see, and of what the judge is asked.
package aloud

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
)

// A Sentence is one that may be spoken.
type Sentence struct {
	Key   string     `json:"key"`   // the same as long as nothing has happened that would have it said again
	Level int        `json:"level"` // the place of the least [wording.Verbosity] that speaks it
	Text  string     `json:"text"`  // pronounceable
	Of    games.Text `json:"-"`     // for a recording in its place
}

const (
	verdicts = iota + 1 // the places in wording.Verbosities
	turns
	everything
)

// Sentences returns what can be said of a table: what has happened in the game after a fact, or in its last
// step if the fact is zero, and what is now.
func Sentences(s shown.State, after games.Fact, say *wording.Voice) (all []Sentence) {
	add := func(key string, level int, t games.Text) {
		text := say.Pronounced(say.Sentence(t))
		same := func(s Sentence) bool { return s.Text == text }
		if text != "" && !slices.ContainsFunc(all, same) {
			all = append(all, Sentence{key, level, text, t})
		}
	}
	for i, f := range since(s.Told, after) {
		key := func(n int) string { return fmt.Sprint(f.Line, f.At, i, n) }
		decided := false // a margin stands behind its verdict
		for n, t := range f.Said {
			level := everything
			if decided = t.Role == games.Verdict || t.Role == games.Winners || decided && t.Span != 0; decided {
				level = verdicts
			}
			add(key(n), level, t)
		}
		if p, ok := f.What.(games.Proposed); ok {
			all = append(all, Sentence{key(-1), everything, say.Pronounced(say.Proposed(p.Proposal())), games.Text{}})
		}
	}
	v := s.Public
	for _, t := range v.Lines {
		if t.Role == games.Fault {
			add("fault "+say.Sentence(t), verdicts, t)
		}
	}
	for i, t := range append([]games.Text{v.Headline}, v.Lines...) {
		if i > 0 && (t.Role != games.State || t.Seat == 0 || !v.Headline.Role.Happened()) {
			continue // whose turn it is says the headline, unless that tells what has happened
		}
		level := turns
		if t.Role == games.Verdict || t.Role == games.Winners {
			level = verdicts
		}
		subject := fmt.Sprint(t.Word, t.Seat, t.Team, t.Number, t.Extra)
		if v.Race == nil || !v.Race.Open { // else the seats that press come one by one
			subject += fmt.Sprint(t.Seats)
		}
		add("now "+subject, level, t)
	}
	return all
}

// since returns the facts that happened after another, those of the last step if it is zero. An undo leaves
// none that is later.
func since(told []games.Fact, after games.Fact) []games.Fact {
	for len(told) > 0 && !tells(told[len(told)-1]) {
		told = told[:len(told)-1]
	}
	if len(told) == 0 {
		return nil
	}
	last := told[len(told)-1]
	later := func(f games.Fact) bool {
		if after.Line == 0 {
			return f.Line == last.Line && f.At == last.At
		}
		return f.Line > after.Line || f.Line == after.Line && f.At > after.At
	}
	first := slices.IndexFunc(told, later)
	if first < 0 {
		return nil
	}
	return told[first:]
}

// tells reports whether a fact has anything to say: a press that came too late has not.
func tells(f games.Fact) bool {
	_, drawn := f.What.(games.Proposed)
	return drawn || len(f.Said) > 0
}

// Now says what is now: the headline, all lines below it, and the marks beside seats that none of them says.
func Now(s shown.State, say *wording.Voice) (all []Sentence) {
	now := append([]games.Text{s.Public.Headline}, s.Public.Lines...)
	for _, p := range s.Public.Seats {
		said := func(t games.Text) bool {
			return t.Word == p.Mark && (t.Seat == p.Seat || slices.Contains(t.Seats, p.Seat))
		}
		if _, ok := say.Find(wording.Sentences, p.Mark); ok && !slices.ContainsFunc(now, said) {
			now = append(now, games.Text{Word: p.Mark, Seat: p.Seat})
		}
	}
	for _, t := range now {
		all = append(all, Sentence{Text: say.Sentence(t), Of: t})
	}
	return pronounced(say, all)
}

// Leads says who leads, and the points of all, the best first.
func Leads(s shown.State, few bool, say *wording.Voice) []Sentence {
	sides := games.Sides(s.Public.Seats)
	slices.SortStableFunc(sides, func(a, b []games.Place) int {
		if few {
			a, b = b, a
		}
		return cmp.Compare(b[0].Total, a[0].Total)
	})
	all := []Sentence{leaders(sides, say)}
	for _, side := range sides {
		t := games.Text{Word: "score", Seat: side[0].Seat, Number: side[0].Total}
		if t.Team = side[0].Team; t.Team > 0 {
			t.Seat = 0 // all of the team have it
		}
		if c := side[0].Clock; c != nil {
			t.Number = int(c.At(s.Now) / time.Second)
			all = append(all, Sentence{Text: say.Fill("{seat}: {n} s", t)})
			continue
		}
		all = append(all, Sentence{Text: say.Sentence(t), Of: t})
	}
	return pronounced(say, all)
}

// leaders names those who lead, unless all have the same points.
func leaders(sides [][]games.Place, say *wording.Voice) Sentence {
	if len(sides) == 0 || sides[0][0].Clock != nil || sides[0][0].Total == sides[len(sides)-1][0].Total {
		return Sentence{}
	}
	t := games.Text{Word: "leader", Number: sides[0][0].Total}
	for _, side := range sides {
		if side[0].Total == t.Number {
			for _, p := range side {
				t.Seats = append(t.Seats, p.Seat)
			}
		}
	}
	return Sentence{Text: say.Sentence(t), Of: t}
}

// pronounced returns sentences as a synthesiser says them, without those of which nothing is left.
func pronounced(say *wording.Voice, sentences []Sentence) (all []Sentence) {
	for _, one := range sentences {
		if one.Text = say.Pronounced(one.Text); one.Text != "" {
			all = append(all, one)
		}
	}
	return all
}

// Joined makes one text of sentences, with a pause behind each.
func Joined(sentences []Sentence) string {
	var all []string
	for _, one := range sentences {
		if !strings.ContainsRune(".!?,;:", rune(one.Text[len(one.Text)-1])) {
			one.Text += "."
		}
		all = append(all, one.Text)
	}
	return strings.Join(all, " ")
}
