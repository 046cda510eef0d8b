package motus

import (
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"arbitre/games"
)

// A proposal is the occasion of a press in the Super Partie.
type proposal struct{ word, line int }

// move writes words of the house's list, and proposes those that the marks leave.
func move(g *Game, b games.Bot) (games.Move, bool) {
	for _, p := range g.prompts {
		switch {
		case p.ID == "word" && p.For == games.Player(b.Seat):
			return games.Answers(p, 5*time.Second, propose(b, strings.Repeat(".", g.letters), nil)), true
		case p.ID == "guess" && p.Seat == b.Seat:
			h := g.hunt(p.Hunt)
			return games.Answers(p, 6*time.Second, propose(b, h.known(g.letters), h.tried)), true
		}
	}
	if g.phase == racing && g.final.mayPress(b.Seat) {
		return games.Move{On: proposal{g.hunts[0].number, g.hunts[0].line}, After: 3 * time.Second}, true
	}
	return games.Move{}, false
}

// propose draws a word by the letters and marks that lie open, of which a weak bot thinks of the last
// alone. Where the list has none it has the known letters and any others: a person's word may be
// in no list.
func propose(b games.Bot, known string, tried []Marks) func(*rand.Rand) games.Value {
	if b.Strength == games.Weak {
		tried = tried[max(0, len(tried)-1):]
	}
	return func(dice *rand.Rand) games.Value {
		var left []string
		if b.Fitting != nil {
			left = slices.DeleteFunc(b.Fitting(known), func(word string) bool {
				return slices.ContainsFunc(tried, func(m Marks) bool { return mark(word, m.Word) != m.Marks })
			})
		}
		if len(left) > 0 {
			return games.Word(left[dice.IntN(len(left))])
		}
		word := []byte(known)
		for i := range word {
			if word[i] == '.' {
				word[i] = 'A' + byte(dice.IntN(26))
			}
		}
		return games.Word(string(word))
	}
}
