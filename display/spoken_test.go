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
	laid := games.Prompt{ID: "play", Options: games.Words("mosquito", "out"), Namings: []games.Naming{
		{Options: games.Words("mosquito"), Asks: "laid_by"}, {Options: games.Words("out"), Asks: "out"}}}
	for _, tt := range []struct{ got, want string }{
		{p.Sentence(games.Text{Word: "owe", Seats: []games.Seat{1, 3}, Number: 2, Seat: 4}, display.French), "1\u00a0&\u00a03\u00a0: 2\u00a0cartes à\u00a04"},
		{p.Sentence(games.Text{}, display.French), ""},
		{p.Question(games.View{Game: "mastermind"}, games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 2}}, display.German), "Hat 2 recht?"},
		{p.Question(games.View{}, games.Prompt{ID: "guess", Keys: games.Keys{Seat: 2, Board: 2}}, display.English), "2’s guess\u00a0(2)"},
		{p.Whose(games.View{}, laid, games.Word("mosquito"), display.English), "Mosquito: whose?"},
		{p.Whose(games.View{}, laid, games.Word("out"), display.English), "Who goes out?"},
		{p.Whose(games.View{}, laid, games.Word("ant"), display.English), ""},
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

// Whoever can't see the display hears what it says: the question with what is chosen, or the scene.
func TestPhrasesOfAScene(t *testing.T) {
	p := display.NewPhrases()
	say := func(v games.View, keys ...display.Key) string {
		var d display.Dialogue
		for _, k := range keys {
			d.Press(k, 0, v)
		}
		return p.Scene(display.Scene{View: v, Dialogue: d, Language: display.English})
	}
	waiting := games.View{Headline: games.Text{Word: "turn", Seat: 2}, Lines: []games.Text{{Word: "guardian", Seat: 1}},
		Prompts: []games.Prompt{{ID: "play", Background: true, Options: games.Words("mosquito", "cockroach")}}}
	word := games.View{Prompts: []games.Prompt{{ID: "word", Shape: games.Letters, Max: 5}}}
	var typed display.Dialogue
	typed.Type('E', word)
	typed.Type('T', word)
	var refused display.Dialogue
	refused.Refuse("not now")
	for _, tt := range []struct{ got, want string }{
		{say(waiting), "2 to play\nGuard: 1"},
		{say(waiting, display.OK), "Action card\nMosquito"},
		{say(waiting, display.OK, display.Next), "Action card\nCockroach"},
		{p.Scene(display.Scene{View: word, Dialogue: typed, Language: display.French}), "Ton mot secret\nET"},
		{p.Scene(display.Scene{View: waiting, Dialogue: refused}), "not now"},
		{p.Scene(display.Scene{View: waiting, Invitation: &display.Invitation{Address: "http://box/judge", Code: "123456"}}), "http://box/judge\n123456"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
