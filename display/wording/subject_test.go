package wording

import (
	"testing"

	"arbitre/games"
)

func TestSubject(t *testing.T) {
	english, french := locale{code: English, point: '.'}, locale{code: French, point: ','}
	for _, c := range []struct {
		author, translator string
		said               games.Text
		want               Subject
	}{
		{"{seat} plays", "{seat} joue", games.Text{Seat: 2}, Subject{Seat: 2, Says: "joue"}},
		{"{seat} to play", "à {seat} de jouer", games.Text{Seat: 2}, Subject{Seat: 2, Says: "à 2 de jouer"}},
		{"Round {n}", "{seat} fait {n}", games.Text{Seat: 2, Number: 3}, Subject{}},
		{"{seats}: {n} words", "{seats} : {n} mots", games.Text{Seats: []games.Seat{3}, Number: 4},
			Subject{Seat: 3, Says: "4" + NoBreak + "mots"}},
		{"{seats} win", "{seats} gagnent", games.Text{Seats: []games.Seat{1, 3}}, Subject{Listed: true, Says: "gagnent"}},
		{"{seats} win", "gagné : {seats}", games.Text{Seats: []games.Seat{1, 3}},
			Subject{Listed: true, Says: "gagné" + NoBreak + ": 1" + NoBreak + "&" + NoBreak + "3"}},
		{"{seat}", "{seat}", games.Text{Seat: 2}, Subject{}},
		{"{seat}: {+n}", "{seat} : {+n}", games.Text{Seat: 2, Number: -1}, Subject{Says: "−1"}}, // "2 −1" is a sum
	} {
		voice := func(l *locale, text string) *Voice {
			return &Voice{locale: l, tables: []*table{newTable(Entry{Section: Sentences, Key: "said", Text: text})}}
		}
		got := voice(&french, c.translator).Subject(voice(&english, c.author), Sentences, "said", c.said)
		if got != c.want {
			t.Errorf("%q, %q: got %+v, want %+v", c.author, c.translator, got, c.want)
		}
	}
}
