package keys

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"arbitre/games"
)

// The most keys that an answer may take somebody who knows the box: the table waits for them.
const (
	mostForWord     = 45 // of five to seven letters, by the wheel
	mostForCode     = 15 // of two to four colours
	averageForCode  = 12
	mostForAllHands = 15 // of three players, at the end of a round
)

// fewest returns the number of keys on the shortest way from a view to an answer. It does not
// follow a way on which prune is true.
func fewest(t *testing.T, v games.View, want games.Value, prune func(Dialogue) bool) int {
	t.Helper()
	type stop struct {
		dialogue Dialogue
		keys     int
	}
	queue, seen := []stop{{}}, map[string]bool{}
	for len(queue) > 0 {
		from := queue[0]
		queue = queue[1:]
		for _, k := range [...]Key{Previous, Next, OK} {
			d := from.dialogue
			in, ok := d.Press(k, now, v)
			if ok && in.Kind == games.Answer && in.Value.Equal(want) {
				return from.keys + 1
			}
			if place := fmt.Sprint(d); !ok && !seen[place] && !prune(d) {
				seen[place] = true
				queue = append(queue, stop{d, from.keys + 1})
			}
		}
	}
	t.Fatalf("no way leads to %s", want)
	return 0
}

// wordKeys returns the number of keys that a word takes.
func wordKeys(t *testing.T, p games.Prompt, word, known string) int {
	t.Helper()
	p.Shape, p.Max = games.Letters, len(word)
	p.Known = known
	v := games.View{Prompts: []games.Prompt{p}}
	prune := func(d Dialogue) bool { return !strings.HasPrefix(word, d.entry.Word.Letters) }
	return fewest(t, v, games.Word(word), prune)
}

// commonWords are common French, German and English words of five to seven letters.
var commonWords = []string{
	"MAISON", "TEMPS", "ENFANT", "MATIN", "VOITURE", "CUISINE", "JARDIN", "FROMAGE", "SOLEIL", "MONTRER", "CHAPEAU",
	"ROUGE", "TABLE", "JOUEUR", "QUATRE", "HIVER", "LETTRE", "BALLON", "PLAGE", "ETAGE",
	"KINDER", "STRASSE", "ABEND", "GARTEN", "KUCHEN", "WASSER", "FENSTER", "SOMMER", "MORGEN", "SCHULE", "FREUND",
	"KATZE", "WINTER", "SPIEL", "TISCH", "BLUME", "ZUCKER", "VOGEL", "BRIEF", "KARTE",
	"HOUSE", "MORNING", "WINDOW", "KITCHEN", "GARDEN", "WATER", "FRIEND", "SUMMER", "SCHOOL", "PLAYER",
	"LETTER", "CHEESE", "ORANGE", "BRIDGE", "DOCTOR", "FLOWER", "PICTURE", "YELLOW", "JACKET",
}

func TestKeysOfAWord(t *testing.T) {
	for name, p := range map[string]games.Prompt{"secret": {ID: "word"}, "proposal": {ID: "guess", Background: true}} {
		sum, most, longest := 0, 0, ""
		for _, word := range commonWords {
			known := ""
			if p.Background {
				known = word[:1] + strings.Repeat(".", len(word)-1)
			}
			keys := wordKeys(t, p, word, known)
			if sum += keys; keys > most {
				most, longest = keys, word
			}
		}
		t.Logf("%s: %.1f keys on average, %d for %s", name, float64(sum)/float64(len(commonWords)), most, longest)
		if most > mostForWord {
			t.Errorf("%s: %d keys for %s, want %d at most", name, most, longest, mostForWord)
		}
	}
}

// codes returns all codes of five places with that many different colours.
func codes(colours int) [][]int {
	var all [][]int
	var fill func(code []int, i, left int)
	fill = func(code []int, i, left int) {
		if i == len(code) {
			if left == 0 {
				all = append(all, slices.Clone(code))
			}
			return
		}
		code[i] = 0
		fill(code, i+1, left)
		for n := 1; n <= 6 && left > 0; n++ {
			if !slices.Contains(code[:i], n) {
				code[i] = n
				fill(code, i+1, left-1)
			}
		}
	}
	fill(make([]int, 5), 0, colours)
	return all
}

func TestKeysOfACode(t *testing.T) {
	for boards := 2; boards <= 4; boards++ {
		p := games.Prompt{ID: "guess", Shape: games.Code, Min: boards, Max: boards, Places: 5,
			Options: games.Words("blue", "red", "yellow", "green", "orange", "brown")}
		v := games.View{Prompts: []games.Prompt{p}}
		sum, n, most := 0, 0, 0
		all := codes(boards)
		for i := 0; i < len(all); i += 1 + len(all)/150 {
			code := all[i]
			want := Entry{count: len(code)}
			copy(want.list[:], code)
			prune := func(d Dialogue) bool {
				set := d.entry.Cursor
				return !slices.Equal(d.entry.list[:set], code[:set])
			}
			keys := fewest(t, v, want.answer(p), prune)
			n, sum, most = n+1, sum+keys, max(most, keys)
		}
		average := float64(sum) / float64(n)
		t.Logf("%d boards: %.1f keys on average, %d at most", boards, average, most)
		if average > averageForCode {
			t.Errorf("%d boards: %.1f keys on average, want %d", boards, average, averageForCode)
		}
		if most > mostForCode {
			t.Errorf("%d boards: up to %d keys, want %d at most", boards, most, mostForCode)
		}
	}
}

func TestKeysOfHands(t *testing.T) {
	for _, hands := range [][3][]int{
		{{4, 2, 1}, {4, 2, 1}, {4, 2, 1}},
		{{4, 2, 1}, {3, 1, 0}, {2, 1, 0}},
		{{5, 2, 0}, {1, 0, 0}, {3, 2, 1}},
		{{2, 0, 0}, {3, 2, 1}, {4, 1, 1}},
	} {
		keys := 0
		for _, hand := range hands {
			p := games.Prompt{ID: "hand", Shape: games.Hand, Counts: kindsOfCards()}
			prune := func(d Dialogue) bool {
				set := d.entry.Cursor
				return !slices.Equal(d.entry.list[:set], hand[:set]) || slices.Max(d.entry.list[:]) > 12
			}
			keys += fewest(t, games.View{Prompts: []games.Prompt{p}}, p.HandOf(hand), prune)
		}
		t.Logf("%v: %d keys", hands, keys)
		if keys > mostForAllHands {
			t.Errorf("%v take %d keys, want %d at most", hands, keys, mostForAllHands)
		}
	}
}

func kindsOfCards() []games.Count {
	return []games.Count{{Key: "numbers", Most: 43, Worth: 1}, {Key: "actions", Most: 20, Worth: 5},
		{Key: "mitos", Most: 8, Worth: 10}}
}
