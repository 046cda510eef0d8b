package display

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/games"
)

var gap = regexp.MustCompile(`\{[^}]*\}`)

func TestEveryPhraseIsThereInEveryLanguage(t *testing.T) {
	d := newDictionary()
	for name, table := range map[string]map[string]phrase{"sentence": d.sentences, "question": d.questions, "word": d.words} {
		for word, p := range table {
			gaps := func(s string) []string {
				var named []string
				for _, g := range gap.FindAllString(s, -1) {
					if !strings.HasPrefix(g, "{s:") && !strings.HasPrefix(g, "{n:") {
						named = append(named, g)
					}
				}
				slices.Sort(named)
				return named
			}
			for _, l := range Languages() {
				s := p.in(l)
				if strings.TrimSpace(s) == "" {
					t.Errorf("%s %s is not said in %v", name, word, l)
				}
				if diff := cmp.Diff(gaps(p.fr), gaps(s)); diff != "" {
					t.Errorf("%s %s has other gaps in %v than in French:\n%s", name, word, l, diff)
				}
				if filled := string(d.fill(nil, s, games.Text{Seats: []games.Seat{1, 2}, Extra: "x"}, l)); strings.ContainsAny(filled, "{}|~") {
					t.Errorf("%s %s in %v: a gap is not filled: %q", name, word, l, filled)
				}
			}
			if p.fr == "" || name == "word" {
				continue
			}
			if regexp.MustCompile(`[^ ][!?:]`).MatchString(gap.ReplaceAllString(p.fr, " ")) {
				t.Errorf("%s %s: French has a space before its ! ? and colon: %q", name, word, p.fr)
			}
		}
	}
}

func say(word string, t games.Text, l Language) string {
	d := newDictionary()
	return strings.ReplaceAll(string(d.fill(nil, template(d.sentences, word, l), t, l)), noBreak, " ")
}

func TestSentences(t *testing.T) {
	one, two, four := []games.Seat{2}, []games.Seat{1, 3}, []games.Seat{1, 2, 4, 5}
	tests := []struct {
		word       string
		text       games.Text
		fr, de, en string
	}{
		{"turn", games.Text{Seat: 2}, "2 joue", "2 ist dran", "2 to play"},
		{"call", games.Text{Seat: 1}, "1 : Vu !", "1: Stopp!", "1: Seen!"},
		{"missing", games.Text{Seats: one}, "2 n’a pas tapé", "2 fehlt", "2 missing"},
		{"missing", games.Text{Seats: two}, "1 & 3 n’ont pas tapé", "1 & 3 fehlen", "1 & 3 missing"},
		{"owe", games.Text{Seats: four, Seat: 3, Number: 1}, "1, 2, 4, 5 : 1 carte à 3", "1, 2, 4, 5: 1 Karte an 3", "1, 2, 4, 5: 1 card to 3"},
		{"owe", games.Text{Seats: one, Seat: 3, Number: 2}, "2 donne 2 cartes à 3", "2 gibt 2 Karten an 3", "2 gives 2 cards to 3"},
		{"draw", games.Text{Seats: four, Number: 1}, "1, 2, 4, 5 piochent 1 carte", "1, 2, 4, 5 ziehen 1 Karte", "1, 2, 4, 5 draw 1 card"},
		{"margin", games.Text{Span: 1500 * time.Microsecond}, "de 1,5 ms", "um 1,5 ms", "by 1.5 ms"},
		{"score", games.Text{Seat: 3, Number: 0}, "3 : 0 point", "3: 0 Punkte", "3: 0 points"},
		{"leader", games.Text{Seats: two, Number: -5}, "1 & 3 mènent : −5", "1 & 3 führen: −5", "1 & 3 lead: −5"},
		{"game_over", games.Text{Seats: one}, "2 gagne la partie !", "2 gewinnt das Spiel!", "2 wins the game!"},
		{"mog_lay", games.Text{Number: 2, Extra: "1·4·7"}, "Pose un 2 : 1·4·7", "Leg eine 2: 1·4·7", "Lay a 2: 1·4·7"},
		{"unmasked", games.Text{Seat: 3, Number: 6}, "3 démasque MOG : +6", "3 entlarvt MOG: +6", "3 unmasks MOG: +6"},
		{"unmasked", games.Text{Seat: 3, Number: 0}, "3 démasque MOG : 0", "3 entlarvt MOG: 0", "3 unmasks MOG: 0"},
		{"mog_wrong", games.Text{Seat: 3, Number: -5}, "3 se trompe : −5", "3 irrt sich: −5", "3 is wrong: −5"},
		{"coach_late", games.Text{Seat: 3, Number: 1}, "3 : 1 carte trop tard", "3: 1 Karte zu spät", "3: 1 card late"},
		{"your_token", games.Text{Number: 3, Extra: "blue"}, "bleu en 3", "blau auf 3", "blue at 3"},
		{"guessed", games.Text{Seat: 2, Code: []string{"yellow", "red", "", "blue", "green"}}, "2 : JA RO – BL VE", "2: GE RO – BL GR", "2: YE RE – BL GR"},
		{"motus_write", games.Text{Seats: one}, "2 écrit un mot", "2 schreibt ein Wort", "2 writes a word"},
		{"motus_write", games.Text{Seats: two}, "1 & 3 écrivent un mot", "1 & 3 schreiben ein Wort", "1 & 3 write a word"},
		{"motus_token", games.Text{Number: 1, Extra: "blank"}, "Équipe 1 : Pas de chance", "Team 1: Niete", "Team 1: Blank"},
		{"motus_token", games.Text{Number: 1, Extra: "12"}, "Équipe 1 : 12", "Team 1: 12", "Team 1: 12"},
		{"motus_won", games.Text{Seat: 4, Number: 2}, "4 : 2 mots", "4: 2 Wörter", "4: 2 words"},
		{"button_stuck", games.Text{Seat: 3}, "Bouton 3 coince : hors jeu", "Knopf 3 klemmt: zählt nicht", "Button 3 is stuck: left out"},
		{"button_noisy", games.Text{Extra: "key OK"}, "Touche OK tremble : hors jeu", "Taste OK flackert: zählt nicht", "Key OK flickers: left out"},
		{"button_noisy", games.Text{Extra: "shortcut 2"}, "Raccourci 2 tremble : hors jeu", "Schnelltaste 2 flackert: zählt nicht", "Shortcut 2 flickers: left out"},
		{"phones", games.Text{Number: 1}, "1 téléphone relié", "1 Handy verbunden", "1 phone paired"},
		{"phones", games.Text{Number: 0}, "0 téléphone relié", "0 Handys verbunden", "0 phones paired"},
		{"not in the dictionary", games.Text{}, "not in the dictionary", "not in the dictionary", "not in the dictionary"},
	}
	for _, tt := range tests {
		got := [...]string{say(tt.word, tt.text, French), say(tt.word, tt.text, German), say(tt.word, tt.text, English)}
		if diff := cmp.Diff([...]string{tt.fr, tt.de, tt.en}, got); diff != "" {
			t.Errorf("%s:\n%s", tt.word, diff)
		}
	}
}

// A fault that there is no room to tell is marked, as long as it is known for one.
func TestEveryFaultIsMarkedWhereItIsNotTold(t *testing.T) {
	painter := NewPainter()
	for _, fault := range faultTexts() {
		v := games.View{Headline: games.Text{Word: "turn", Seat: 2}, Prompts: []games.Prompt{{ID: "verdict", Options: games.Words("guilty", "innocent")}}}
		for _, height := range heights() {
			without, with := NewPicture(height), NewPicture(height)
			painter.Draw(without, Scene{View: v})
			faulty := v
			faulty.Lines = []games.Text{fault.As(games.Fault)}
			painter.Draw(with, Scene{View: faulty})
			if string(with.Pix) == string(without.Pix) {
				t.Errorf("%s is not marked on %d rows", fault.Word, height)
			}
		}
	}
}

func TestSpans(t *testing.T) {
	tests := []struct {
		span   time.Duration
		de, en string
	}{
		{0, "0,0 ms", "0.0 ms"},
		{400 * time.Microsecond, "0,4 ms", "0.4 ms"},
		{9949 * time.Microsecond, "9,9 ms", "9.9 ms"},
		{9950 * time.Microsecond, "10 ms", "10 ms"},
		{37 * time.Millisecond, "37 ms", "37 ms"},
		{999499 * time.Microsecond, "999 ms", "999 ms"},
		{999500 * time.Microsecond, "1,00 s", "1.00 s"},
		{1500 * time.Millisecond, "1,50 s", "1.50 s"},
		{9994 * time.Millisecond, "9,99 s", "9.99 s"},
		{9995 * time.Millisecond, "10 s", "10 s"},
		{75 * time.Second, "75 s", "75 s"},
		{-37 * time.Millisecond, "−37 ms", "−37 ms"},
	}
	for _, tt := range tests {
		for l, want := range map[Language]string{French: tt.de, German: tt.de, English: tt.en} {
			if got := strings.ReplaceAll(string(appendSpan(nil, tt.span, l)), noBreak, " "); got != want {
				t.Errorf("%v in %v: %q, want %q", tt.span, l, got, want)
			}
		}
	}
}

func TestUnknownListsWhatNoDictionaryHas(t *testing.T) {
	words := newDictionary()
	for _, s := range Scenes(French, Height) {
		s.Name, _, _ = strings.Cut(s.Name, "-page-")
		ofTheTable := strings.Contains(s.Name, "own-names") || strings.Contains(s.Name, "own-colours") || strings.HasSuffix(s.Name, "with-spaces")
		if unknown := words.unknown(s.View); s.Name != "table-unknown-word" && !ofTheTable && unknown != nil {
			t.Errorf("%s: unknown are %q", s.Name, unknown)
		}
	}
	got := words.unknown(games.View{
		Game:     "chess",
		Headline: games.Text{Word: "check"},
		Lines:    []games.Text{{Word: "mate"}},
		Seats:    []games.Place{{Mark: "ivory"}, {Mark: "guardian"}},
		Prompts:  []games.Prompt{{ID: "promote", Options: append(games.Words("queen", "ready"), games.Number(3))}},
	})
	want := []string{"game chess", "line mate", "mark ivory", "prompt promote", "option queen"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestTwoLettersTellTheColoursApart(t *testing.T) {
	d := newDictionary()
	for _, l := range Languages() {
		seen := make(map[string]string)
		for _, colour := range []string{"blue", "red", "yellow", "green", "orange", "brown"} {
			short := string(d.appendCode(nil, []string{colour}, l))
			if other, twice := seen[short]; twice || len(short) != inShort {
				t.Errorf("%s in %v is %s, as is %q", colour, l, short, other)
			}
			seen[short] = colour
		}
	}
}

// A table's own colours are shown as they are, and in the boxes of a code as short as tells them apart.
func TestOwnColoursAreToldApart(t *testing.T) {
	painter := NewPainter()
	own := []string{"anthrazit", "hellblau", "hellgrün", "türkis", "rosa", "rot"}
	s := Scene{View: games.View{Prompts: []games.Prompt{{Shape: games.Code, Options: games.Words(own...)}}}}
	var got []string
	for _, colour := range own {
		got = append(got, string(painter.appendColour(nil, s, colour)))
	}
	if diff := cmp.Diff([]string{"AN", "H2", "H3", "TÜ", "ROS", "ROT"}, got); diff != "" {
		t.Error(diff)
	}
	if got := say("code", games.Text{Code: []string{"rosa", "red", "", "", "blue"}}, German); got != "Code rosa RO – – BL" {
		t.Errorf("got %q", got)
	}
}

func TestRefusalIsSaidInTheLanguageOfTheDisplay(t *testing.T) {
	err := errors.Join(games.Refuse(games.Text{Word: "players_needed", Extra: "3–5"}, errors.New("2 seats have joined")))
	if got := Refusal(err, German); got != "3–5 Spieler müssen es sein" {
		t.Errorf("got %q", got)
	}
	if got := Refusal(errors.New("no such prompt"), German); got != "das hat nicht geklappt" {
		t.Errorf("got %q", got)
	}
}

// unknown lists what a view says in words that no dictionary has.
func (d dictionary) unknown(v games.View) []string {
	var unknown []string
	check := func(table map[string]phrase, kind, of, word string) {
		if _, ok := find(table, of, word); !ok && word != "" {
			unknown = append(unknown, kind+" "+word)
		}
	}
	check(d.words, "game", "", v.Game)
	check(d.sentences, "headline", "", v.Headline.Word)
	for _, t := range v.Lines {
		check(d.sentences, "line", "", t.Word)
	}
	for _, s := range v.Seats {
		check(d.words, "mark", "", s.Mark)
	}
	for _, p := range v.Prompts {
		check(d.questions, "prompt", v.Game, p.ID)
		check(d.sentences, "question", "", p.Asks.Word)
		for _, n := range p.Namings {
			check(d.questions, "naming", v.Game, n.Asks)
		}
		for _, o := range p.Options {
			if label := p.Label(o); !label.IsZero() {
				check(d.sentences, "label", "", label.Word)
			} else if w, err := o.Word(); err == nil {
				check(d.words, "option", p.ID, w)
			}
		}
	}
	return unknown
}
