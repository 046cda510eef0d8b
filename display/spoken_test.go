package display_test

import (
	"testing"
	"time"

	"arbitre/display"
	"arbitre/games"
)

// A page says what the display says.
func TestPhrases(t *testing.T) {
	p := display.NewPhrases()
	laid := games.Prompt{ID: "play", Options: games.Words("mosquito", "out")}
	for _, tt := range []struct{ got, want string }{
		{p.Sentence(games.Text{Word: "owe", Seats: []games.Seat{1, 3}, Number: 2, Seat: 4}, display.French), "1\u00a0&\u00a03\u00a0: 2\u00a0cartes à\u00a04"},
		{p.Sentence(games.Text{}, display.French), ""},
		{p.Question(games.View{Game: "mastermind"}, games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 2}}, display.German), "Hat 2 recht?"},
		{p.Question(games.View{}, games.Prompt{ID: "guess", Keys: games.Keys{Seat: 2, Board: 2}}, display.English), "2’s guess\u00a0(2)"},
		{p.Whose(laid, games.Word("mosquito"), display.English), "Mosquito: whose?"},
		{p.Whose(laid, games.Word("out"), display.English), "Who goes out?"},
		{p.Option(laid, games.Number(3), display.French), "3"},
		{p.Option(games.Prompt{ID: "dealer"}, games.Word("entered"), display.German), "Jeder gibt ein"},
		{p.Word("guardian", display.German), "Wanze"},
		{p.Word("türkis", display.French), "türkis"},
		{p.Span(37*time.Millisecond, display.French), "37\u00a0ms"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
