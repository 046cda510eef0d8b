package mog

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/games"
)

// A token lies on a designated character and counts the attributes that it shares with MOG's.
type token struct {
	card   Card
	shared int
}

// possible returns how many characters were possible before the first token and after each, in
// order (MOG-13).
func possible(tokens []token) []int {
	counts := []int{len(deck())}
	for i := range tokens {
		counts = append(counts, len(fitting(tokens[:i+1])))
	}
	return counts
}

// fitting returns the characters that fit all tokens.
func fitting(tokens []token) []Card {
	return slices.DeleteFunc(deck(), func(c Card) bool {
		return slices.ContainsFunc(tokens, func(t token) bool { return shared(c, t.card) != t.shared })
	})
}

// An accusation is the result of one shout.
type accusation struct {
	seat   games.Seat
	tokens int // that lay on the table
	right  bool
}

// An ending holds what becomes public when a round is over.
type ending struct {
	seat        games.Seat // who found or unmasked MOG
	found       bool       // by designating, not by a shout
	points      int        // of that seat
	card        Card       // MOG's
	possible    []int      // characters, before the first token and after each
	accusations []accusation
}

// forced returns the number, from 1, of the first token that left one character; 0 if none did.
func (e *ending) forced() int { return max(0, slices.Index(e.possible, 1)) }

// coach judges the shouts, the last one first, and says what could be concluded from the tokens.
func (e *ending) coach() []games.Text {
	var lines []games.Text
	for _, a := range slices.Backward(e.accusations) {
		lines = append(lines, e.judge(a).As(games.News))
	}
	last := len(e.possible) - 1
	if last > 0 {
		lines = append(lines, games.Text{Word: "coach_left", Role: games.News, Extra: e.course()})
	}
	if n := e.forced(); n > 0 {
		lines = append(lines, games.Text{Word: "coach_forced", Role: games.News, Number: n})
	} else {
		lines = append(lines, games.Text{Word: "coach_open", Role: games.News, Number: e.possible[last]})
	}
	return lines
}

// judge says whether a shout was lucky, early, missed, late or in time.
func (e *ending) judge(a accusation) games.Text {
	possible := e.possible[a.tokens]
	switch late := a.tokens - e.forced(); {
	case possible > 1 && a.right:
		return games.Text{Word: "coach_lucky", Seat: a.seat, Number: possible}
	case possible > 1:
		return games.Text{Word: "coach_early", Seat: a.seat, Number: possible}
	case !a.right:
		return games.Text{Word: "coach_missed", Seat: a.seat}
	case late > 0:
		return games.Text{Word: "coach_late", Seat: a.seat, Number: late}
	}
	return games.Text{Word: "coach_in_time", Seat: a.seat}
}

// course returns the counts after each token, such as "15 6 1", up to the token that forced the
// answer; all later ones are 1.
func (e *ending) course() string {
	counts := e.possible[1:]
	if n := e.forced(); n > 0 {
		counts = counts[:n]
	}
	return strings.Trim(fmt.Sprint(counts), "[]")
}
