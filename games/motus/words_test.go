package motus

import (
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

func TestMark(t *testing.T) {
	for _, c := range []struct{ word, proposal, marks string }{
		{"ETAGE", "ETUDE", "XX--X"},
		{"ETAGE", "EGEEE", "XO--X"}, // the last E is in place, so none is left to be misplaced
		{"BALLE", "BALAI", "XXX--"},
		{"ELEVE", "EEEEE", "X-X-X"},
		{"ELEVE", "EVEEL", "XOXOO"},
		{"ELLES", "ESSLE", "XO-OO"}, // one S: the one further left has it
		{"ERREUR", "EURRRE", "XOXOOO"},
		{"ANANAS", "ASANNA", "XOXXOO"},
		{"OEUVRE", "ORVUEE", "XOOOOX"},
		{"SERRURE", "SURREES", "XOXXOO-"},
		{"TROTTER", "TTTTTTT", "X--XX--"},
		{"ASSASSIN", "ASASSINA", "XXOOXOO-"},
		{"ILLICITE", "ICILLITE", "XOOOOXXX"},
	} {
		t.Run("MOTUS-4_"+c.word+"_"+c.proposal, func(t *testing.T) {
			if got := mark(c.word, c.proposal); got != c.marks {
				t.Errorf("%s proposed for %s: marks %s, want %s", c.proposal, c.word, got, c.marks)
			}
		})
	}
}

// mark agrees with a rule for each letter by itself: it is misplaced if fewer of its kind before it
// are out of place than the word has out of place.
func TestMarkOfEachLetterByItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		letters := rapid.IntRange(shortest, longest).Draw(t, "letters")
		of := rapid.StringOfN(rapid.RuneFrom([]rune("AEST")), letters, letters, -1)
		word, proposal := of.Draw(t, "word"), of.Draw(t, "proposal")
		outOfPlace := func(in string, c byte, before int) (n int) {
			for i := range before {
				if in[i] == c && word[i] != proposal[i] {
					n++
				}
			}
			return n
		}
		var want strings.Builder
		for i := range letters {
			switch c := proposal[i]; {
			case word[i] == c:
				want.WriteByte('X')
			case outOfPlace(proposal, c, i) < outOfPlace(word, c, letters):
				want.WriteByte('O')
			default:
				want.WriteByte('-')
			}
		}
		if got := mark(word, proposal); got != want.String() {
			t.Fatalf("%s proposed for %s: marks %s, want %s", proposal, word, got, want.String())
		}
	})
}

func TestFold(t *testing.T) {
	for _, c := range []struct{ word, folded string }{
		{"étage", "ETAGE"},
		{"Étage", "ETAGE"},
		{"e\u0301tage", "ETAGE"}, // the accent by itself, as some keyboards and systems write it
		{"ÂÄÀÁÃÅ", "AAAAAA"},
		{"çÇñ", "CCN"},
		{"ŸÜîÿ", "YUIY"},
		{"Œuvre", "OEUVRE"},
		{"cœur", "COEUR"},
		{"Æthuse", "AETHUSE"},
		{"ǽ", "AE"},
		{"Straße", "STRASSE"},
		{"STRAẞE", "STRASSE"},
		{"noël", "NOEL"},
		{"", ""},
	} {
		if got, ok := fold(c.word); !ok || string(got) != c.folded {
			t.Errorf("MOTUS-1: %q folds to %q, %v; expected %q", c.word, got, ok, c.folded)
		}
	}
}

func TestFoldRefusesOtherCharacters(t *testing.T) {
	for _, word := range []string{
		"aujourd'hui", "porte-clé", "a b", " ete", "été ", "L2", "ΣΩ", "Ж", "été!", "\xff", "e\xcc",
	} {
		if got, ok := fold(word); ok {
			t.Errorf("MOTUS-1: %q folds to %q; expected it to be refused", word, got)
		}
	}
}

func FuzzFold(f *testing.F) {
	for _, s := range []string{"Étage", "Œuvre", "e\u0301", "\xff", "Straße"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, word string) {
		folded, ok := fold(word)
		if !ok {
			return
		}
		if strings.Trim(string(folded), "ABCDEFGHIJKLMNOPQRSTUVWXYZ") != "" {
			t.Errorf("MOTUS-1: %q folds to %q, want letters from A to Z alone", word, folded)
		}
		if again, ok := fold(string(folded)); !ok || string(again) != string(folded) {
			t.Errorf("MOTUS-1: %q folds to %q, which folds to %q, %v; want it unchanged", word, folded, again, ok)
		}
	})
}

// An error about a secret word has none of its letters.
func TestSecretIsNotRepeated(t *testing.T) {
	for _, v := range []games.Value{games.Word("XYLOPHONE"), games.Word("XYLO-3"), gametest.Value(`["XYLO"]`), games.Number(77777)} {
		_, err := readWord(v, 7, "the secret word")
		if err == nil {
			t.Errorf("%s is accepted", string(v.AppendJSON(nil)))
		} else if strings.ContainsAny(err.Error(), `XYLPH3[`) || strings.Contains(err.Error(), "7777") {
			t.Errorf("the error for %s repeats it: %v", string(v.AppendJSON(nil)), err)
		}
	}
}

func TestReadDictionary(t *testing.T) {
	d, err := readDictionary(strings.NewReader(
		"\ufeffétage\r\nBALLE\n\nballe\nl'eau\nsel\nuï\nanticonstitutionnel\n Œuvre \nassassin"))
	if err != nil {
		t.Fatal(err)
	}
	for word, known := range map[string]bool{
		"ETAGE": true, "étage": true, "Balle": true, "OEUVRE": true, "œuvre": true, "ASSASSIN": true,
		"SEL": true, "ETAGES": false, "UI": false, "LEAU": false, "l'eau": false, "anticonstitutionnel": false,
		"": false, "X": false,
	} {
		if d.knows(word) != known {
			t.Errorf("knows %q: %v, expected %v", word, !known, known)
		}
	}
	if n := len(d.words); n != 5 {
		t.Errorf("%d words, expected 5", n)
	}
}

func TestWithoutADictionaryEveryWordIsKnown(t *testing.T) {
	if absent := (*dictionary)(nil); !absent.knows("BALLE") {
		t.Error("BALLE is not known, want every word to be")
	}
}

// A list has its words as people have them.
func TestReadDictionaryOfAnyForm(t *testing.T) {
	for name, text := range map[string]string{
		"a spelling checker's":         "3\nmaison/S.\nchâteau/X.\nvoici\t89\n",
		"with morphology":              "2\nmaison/S. po:nom is:fem\nchâteau/X. po:nom\nvoici po:pre\n",
		"frequencies":                  "maison;12.5\nchâteau;3.1\nvoici;2\n",
		"frequencies, decimal commas":  "maison;12,5\nchâteau;3,1\nvoici;2,0\n",
		"frequencies behind a space":   "maison 125\nchâteau 31\nvoici 20\n",
		"frequencies before the words": "  125 maison\n   31 château\n    2\tvoici\n",
		"a table":                      "word,freq\n\"maison\",12\n\"château\",3\nvoici,2\n",
		"a single line":                "maison,château,voici",
		"a single line with line end":  "maison; château; voici\r\n",
		"of an old Mac":                "maison\rchâteau\rvoici",
		"accents apart":                "maison\nchâteau\nvoici\n",
		"in UTF-16":                    "\xff\xfem\x00a\x00i\x00s\x00o\x00n\x00\r\x00\n\x00c\x00h\x00\xe2\x00t\x00e\x00a\x00u\x00\n\x00v\x00o\x00i\x00c\x00i\x00",
		"with phrases":                 "maison\nchâteau\nvoici\nparce que\nabord (d')\n",
	} {
		d, err := readDictionary(strings.NewReader(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for word, known := range map[string]bool{
			"MAISON": true, "CHATEAU": true, "VOICI": true, "PARCE": false, "ABORD": false, "FREQ": false,
		} {
			if d.knows(word) != known {
				t.Errorf("%s: knows %q: %v, expected %v", name, word, !known, known)
			}
		}
	}
}

func TestReadDictionaryErrors(t *testing.T) {
	const none = "no line begins with a word of 3 to 8 letters: expected one word a line"
	for _, c := range []struct{ text, err string }{
		{"", none},
		{"\n\n", none},
		{"au\nchien-loup\n1;2\n", none},
		{"étage\n\xe9tage\n", "line 2 is not UTF-8: save the file as UTF-8"},
		{"étage\nnoir\x00\n", "line 2 has a NUL byte, as a power cut may leave them: expected text"},
		{"étage\nballe\n" + strings.Repeat("x", 70000), "line 3 is longer than 65536 bytes: expected one word a line"},
		{strings.Repeat("\x7fELF", 20000), "line 1 is longer than 65536 bytes: expected one word a line"},
	} {
		if _, err := readDictionary(strings.NewReader(c.text)); err == nil || err.Error() != c.err {
			t.Errorf("error %v, expected %q", err, c.err)
		}
	}
}

// Bots propose words of the list that fit what is known.
func TestWordsThatFit(t *testing.T) {
	list, err := lexicon(strings.NewReader("balle\nbelle\némue\nbal\nballes\n"))
	if err != nil {
		t.Fatal(err)
	}
	for known, want := range map[string]string{
		".....": "BALLE BELLE", "B.LLE": "BALLE BELLE", ".A...": "BALLE", "E...": "EMUE", "...": "BAL", "BALLES": "BALLES", "X....": "", "........": "",
	} {
		if got := strings.Join(list.Fitting(known), " "); got != want {
			t.Errorf("%s: %s, want %s", known, got, want)
		}
	}
}

// The dictionary questions what is proposed as a word, and nothing else.
func TestDoubts(t *testing.T) {
	list, err := lexicon(strings.NewReader("balle"))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		prompt, word string
		want         string
	}{
		{"word", "BALLE", ""}, {"word", "BELLE", "unknown_word"}, {"guess", "BELLE", "unknown_word"},
		{"guess", "balle", ""}, {"guess", "", ""}, {"super_team", "BELLE", ""},
	} {
		in := games.Input{Kind: games.Answer, Prompt: c.prompt, Value: games.Word(c.word)}
		if got := list.Doubt(in); got.Word != c.want || c.want != "" && got.Extra != c.word {
			t.Errorf("%s %q: %+v, want %q", c.prompt, c.word, got, c.want)
		}
	}
}
