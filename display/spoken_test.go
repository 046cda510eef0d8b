package display_test

import (
	"testing"
	"time"

	"arbitre/display"
	"arbitre/games"
	"arbitre/games/all"
)

// A page says what the display says.
func TestPhrases(t *testing.T) {
	p := display.NewPhrases(all.Games())
	laid := games.Prompt{ID: "play", Options: games.Words("mosquito", "out"), Namings: []games.Naming{
		{Options: games.Words("mosquito"), Asks: "laid_by"}, {Options: games.Words("out"), Asks: "out"}}}
	in := p.In
	for _, tt := range []struct{ got, want string }{
		{in(display.French, "mito").Sentence(games.Text{Word: "owe", Seats: []games.Seat{1, 3}, Number: 2, Seat: 4}), "1\u00a0&\u00a03\u00a0: 2\u00a0cartes à\u00a04"},
		{in(display.French, "").Sentence(games.Text{}), ""},
		{in(display.German, "mastermind").Question(games.View{}, games.Prompt{ID: "verdict", Keys: games.Keys{Seat: 2}}), "Hat 2 recht?"},
		{in(display.English, "mastermind").Question(games.View{}, games.Prompt{ID: "guess", Keys: games.Keys{Seat: 2, Board: 2}}), "2’s guess\u00a0(2)"},
		{in(display.English, "mito").Whose(laid, games.Word("mosquito")), "Mosquito: whose?"},
		{in(display.English, "mito").Whose(laid, games.Word("out")), "Who goes out?"},
		{in(display.English, "mito").Whose(laid, games.Word("ant")), ""},
		{in(display.French, "").Option(laid, games.Number(3)), "3"},
		{in(display.German, "mastermind").Option(games.Prompt{ID: "dealer"}, games.Word("entered")), "Jeder gibt ein"},
		{in(display.German, "mito").Word("guardian"), "Wanze"},
		{in(display.French, "mastermind").Word("türkis"), "türkis"},
		{in(display.French, "").Span(37 * time.Millisecond), "37\u00a0ms"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

// Whoever can't see the display hears what it says: the question with what is chosen, or the scene.
func TestPhrasesOfAScene(t *testing.T) {
	p := display.NewPhrases(all.Games())
	say := func(v games.View, keys ...display.Key) string {
		var d display.Dialogue
		for _, k := range keys {
			d.Press(k, 0, v)
		}
		return p.Scene(display.Scene{View: v, Dialogue: d, Language: display.English})
	}
	waiting := games.View{Game: "mito", Headline: games.Text{Word: "turn", Seat: 2}, Lines: []games.Text{{Word: "guardian", Seat: 1}},
		Prompts: []games.Prompt{{ID: "play", Background: true, Options: games.Words("mosquito", "cockroach")}}}
	word := games.View{Game: "motus", Prompts: []games.Prompt{{ID: "word", Shape: games.Letters, Max: 5}}}
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
