package wording_test

import (
	"testing"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

// A page says what the display says.
func TestPhrases(t *testing.T) {
	p := wording.NewPhrases(all.Games())
	laid := games.Prompt{ID: "play", Options: games.Words("mosquito", "out"), Namings: []games.Naming{
		{Options: games.Words("mosquito"), Asks: "laid_by"}, {Options: games.Words("out"), Asks: "out"}}}
	in := p.In
	for _, tt := range []struct{ got, want string }{
		{in(wording.French, "mito").Sentence(games.Text{Word: "owe", Seats: []games.Seat{1, 3}, Number: 2, Seat: 4}), "1\u00a0&\u00a03\u00a0: 2\u00a0cartes à\u00a04"},
		{in(wording.French, "").Sentence(games.Text{}), ""},
		{in(wording.German, "mastermind").Question(games.View{}, games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 2}}), "Hat 2 recht?"},
		{in(wording.English, "mastermind").Question(games.View{}, games.Prompt{ID: "guess", Keys: games.Keys{Seat: 2, Board: 2}}), "2’s guess\u00a0(2)"},
		{in(wording.English, "mito").Whose(laid, games.Word("mosquito")), "Mosquito: whose?"},
		{in(wording.English, "mito").Whose(laid, games.Word("out")), "Who goes out?"},
		{in(wording.English, "mito").Whose(laid, games.Word("ant")), ""},
		{in(wording.French, "").Option(laid, games.Number(3)), "3"},
		{in(wording.German, "mastermind").Option(games.Prompt{ID: "dealer"}, games.Word("entered")), "Jeder gibt ein"},
		{in(wording.German, "mito").Word("guardian"), "Wanze"},
		{in(wording.French, "mastermind").Word("türkis"), "türkis"},
		{in(wording.French, "").Span(37 * time.Millisecond), "37\u00a0ms"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
