package wording

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"arbitre/games"
)

// says returns a sentence of a game in a language, with plain spaces.
func says(game string, t games.Text, l Language) string {
	return strings.ReplaceAll(house().In(l, game).Sentence(t), NoBreak, " ")
}

func TestSentences(t *testing.T) {
	one, two, four := []games.Seat{2}, []games.Seat{1, 3}, []games.Seat{1, 2, 4, 5}
	tests := []struct {
		word       string
		text       games.Text
		fr, de, en string
	}{
		{"turn", games.Text{Seat: 2}, "2 joue", "2 ist dran", "2 to play"},
		{"mito.call", games.Text{Seat: 1}, "1 : Vu !", "1: Stopp!", "1: Seen!"},
		{"missing", games.Text{Seats: one}, "2 n’a pas tapé", "2 fehlt", "2 missing"},
		{"missing", games.Text{Seats: two}, "1 & 3 n’ont pas tapé", "1 & 3 fehlen", "1 & 3 missing"},
		{"mito.owe", games.Text{Seats: four, Seat: 3, Number: 1}, "1, 2, 4, 5 : 1 carte à 3",
			"1, 2, 4, 5: 1 Karte an 3", "1, 2, 4, 5: 1 card to 3"},
		{"mito.owe", games.Text{Seats: one, Seat: 3, Number: 2}, "2 donne 2 cartes à 3", "2 gibt 2 Karten an 3",
			"2 gives 2 cards to 3"},
		{"mito.draw", games.Text{Seats: four, Number: 1}, "1, 2, 4, 5 piochent 1 carte", "1, 2, 4, 5 ziehen 1 Karte",
			"1, 2, 4, 5 draw 1 card"},
		{"margin", games.Text{Span: 1500 * time.Microsecond}, "de 1,5 ms", "um 1,5 ms", "by 1.5 ms"},
		{"score", games.Text{Seat: 3, Number: 0}, "3 : 0 point", "3: 0 Punkte", "3: 0 points"},
		{"leader", games.Text{Seats: two, Number: -5}, "1 & 3 mènent : −5", "1 & 3 führen: −5", "1 & 3 lead: −5"},
		{"game_over", games.Text{Seats: one}, "2 gagne la partie !", "2 gewinnt das Spiel!", "2 wins the game!"},
		{"mog.mog_lay", games.Text{Number: 2, Extra: "1·4·7"}, "Pose un 2 : 1·4·7", "Leg eine 2: 1·4·7",
			"Lay a 2: 1·4·7"},
		{"mog.unmasked", games.Text{Seat: 3, Number: 6}, "3 démasque MOG : +6", "3 entlarvt MOG: +6",
			"3 unmasks MOG: +6"},
		{"mog.unmasked", games.Text{Seat: 3, Number: 0}, "3 démasque MOG : 0", "3 entlarvt MOG: 0", "3 unmasks MOG: 0"},
		{"mog.mog_wrong", games.Text{Seat: 3, Number: -5}, "3 se trompe : −5", "3 irrt sich: −5", "3 is wrong: −5"},
		{"mog.coach_late", games.Text{Seat: 3, Number: 1}, "3 : 1 carte trop tard", "3: 1 Karte zu spät",
			"3: 1 card late"},
		{"mastermind.your_token", games.Text{Number: 3, Extra: "blue"}, "bleu en 3", "blau auf 3", "blue at 3"},
		{"mastermind.guessed", games.Text{Seat: 2, Code: []string{"yellow", "red", "", "blue", "green"}},
			"2 : JA RO – BL VE", "2: GE RO – BL GR", "2: YE RE – BL GR"},
		{"motus.motus_write", games.Text{Seats: one}, "2 écrit un mot", "2 schreibt ein Wort", "2 writes a word"},
		{"motus.motus_write", games.Text{Seats: two}, "1 & 3 écrivent un mot", "1 & 3 schreiben ein Wort",
			"1 & 3 write a word"},
		{"motus.motus_token", games.Text{Team: 1, Extra: "blank"}, "Équipe A tire : Pas de chance", "Team A zieht: Niete",
			"Team A draws: Blank"},
		{"motus.motus_token", games.Text{Team: 1, Extra: "12"}, "Équipe A tire : 12", "Team A zieht: 12", "Team A draws: 12"},
		{"motus.motus_won", games.Text{Seat: 4, Number: 2}, "4 : 2 mots", "4: 2 Wörter", "4: 2 words"},
		{"button_stuck", games.Text{Seat: 3}, "Bouton 3 coince : hors jeu", "Knopf 3 klemmt: zählt nicht",
			"Button 3 is stuck: left out"},
		{"no_button", games.Text{Extra: "key OK"}, "Touche OK en panne", "Taste OK geht nicht", "Key OK does not work"},
		{"button_missing", games.Text{Seat: 3}, "Bouton 3 : à brancher", "Knopf 3 ist nicht eingesteckt",
			"Button 3 is not plugged in"},
		{"button_slower", games.Text{Seat: 3}, "Bouton 3 : à la prochaine partie", "Knopf 3: ab dem nächsten Spiel",
			"Button 3: from the next game on"},
		{"button_noisy", games.Text{Extra: "key OK"}, "Touche OK tremble : hors jeu",
			"Taste OK flackert: zählt nicht", "Key OK flickers: left out"},
		{"button_noisy", games.Text{Extra: "shortcut", Number: 2}, "Raccourci 2 tremble : hors jeu",
			"Schnelltaste 2 flackert: zählt nicht", "Shortcut 2 flickers: left out"},
		{"phones", games.Text{Number: 1}, "1 téléphone associé", "1 Handy gekoppelt", "1 phone paired"},
		{"phones", games.Text{Number: 0}, "0 téléphone associé", "0 Handys gekoppelt", "0 phones paired"},
		{"slap.undo", games.Text{Extra: "did_slap"}, "Annuler : la tape", "Zurück: der Schlag", "Undo: the slap"},
		{"mito.undo", games.Text{Seat: 3, Extra: "did_verdict"}, "Annuler : verdict", "Zurück: Urteil", "Undo: verdict"},
		{"help", games.Text{Extra: "slap"}, "Tape : les règles", "Hau drauf: die Regeln", "Slap: the rules"},
		{"not in the dictionary", games.Text{}, "not in the dictionary", "not in the dictionary",
			"not in the dictionary"},
	}
	for _, tt := range tests {
		game, word, own := strings.Cut(tt.word, ".")
		if !own {
			game, word = "", tt.word
		}
		tt.text.Word = word
		got := [...]string{says(game, tt.text, French), says(game, tt.text, German), says(game, tt.text, English)}
		if diff := cmp.Diff([...]string{tt.fr, tt.de, tt.en}, got); diff != "" {
			t.Errorf("%s:\n%s", tt.word, diff)
		}
	}
}

func TestFrenchMarksStayOnTheRowOfTheirWord(t *testing.T) {
	got := house().In(French, "").Fill("Tu sais ? Crie : « Hop ! » ; fini", games.Text{})
	if want := strings.ReplaceAll("Tu sais~? Crie~: «~Hop~!~»~; fini", "~", NoBreak); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestSpans(t *testing.T) {
	tests := []struct {
		span         time.Duration
		comma, point string // as languages with that decimal sign say it
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
		for l, want := range map[Language]string{French: tt.comma, German: tt.comma, English: tt.point} {
			if got := strings.ReplaceAll(house().In(l, "").Span(tt.span), NoBreak, " "); got != want {
				t.Errorf("%v in %v: %q, want %q", tt.span, l, got, want)
			}
		}
	}
}

func TestLags(t *testing.T) {
	for lag, want := range map[time.Duration]string{
		0: "<0.1 ms", 49 * time.Microsecond: "<0.1 ms",
		50 * time.Microsecond: "+0.1 ms", 37 * time.Millisecond: "+37 ms",
	} {
		if got := strings.ReplaceAll(house().In(English, "").lag(lag), NoBreak, " "); got != want {
			t.Errorf("%v: %q, want %q", lag, got, want)
		}
	}
}

// A photo finish lists every seat: 4 pressed too early, and 2 never did.
func TestFinish(t *testing.T) {
	const ms = time.Millisecond
	race := &games.Photo{Uncounted: []games.Finish{{Seat: 4, After: -5 * ms}}}
	race.Order = []games.Finish{{Seat: 3, After: 10 * ms}, {Seat: 1, After: 47 * ms}}
	race.Missing = []games.Seat{2, 4}
	want := []Runner{
		{Seat: 3, Pressed: true},
		{Seat: 1, Pressed: true, Share: 1, Margin: "+37" + NoBreak + "ms"},
		{Seat: 2, Margin: "–"},
		{Seat: 4, Early: true, Margin: "−15" + NoBreak + "ms"},
	}
	if diff := cmp.Diff(want, house().In(English, "").Finish(race)); diff != "" {
		t.Error(diff)
	}
	race.Open = true
	if got := house().In(English, "").Finish(race); got != nil {
		t.Errorf("of an open race: %v", got)
	}
}

func TestTwoLettersTellTheColoursApart(t *testing.T) {
	for _, l := range Languages() {
		seen := make(map[string]string)
		for _, colour := range []string{"blue", "red", "yellow", "green", "orange", "brown"} {
			short := says("mastermind", games.Text{Word: "code", Code: []string{colour}}, l)[len("Code "):]
			if other, twice := seen[short]; twice || len(short) != InShort {
				t.Errorf("%s in %v is %s, as is %q", colour, l, short, other)
			}
			seen[short] = colour
		}
	}
}

// A table's own colours are written in full.
func TestOwnColoursAreSaidWhole(t *testing.T) {
	code := games.Text{Word: "code", Code: []string{"rosa", "red", "", "", "blue"}}
	if got := says("mastermind", code, German); got != "Code rosa RO – – BL" {
		t.Errorf("got %q", got)
	}
}

func TestRefusalIsSaidInTheLanguageOfTheDisplay(t *testing.T) {
	err := errors.Join(games.Refuse(games.Text{Word: "players_needed", Extra: "3–5"},
		errors.New("2 seats have joined")))
	if got := house().In(German, "").Refusal(err); got != "dafür braucht es 3–5 Spieler" {
		t.Errorf("got %q", got)
	}
	if got := house().In(German, "").Refusal(errors.New("no such prompt")); got != "das hat nicht geklappt" {
		t.Errorf("got %q", got)
	}
}
