package display_test

import (
	"testing"

	"arbitre/display"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

// Whoever can't see the display hears what it says: the question with what is chosen, or the scene.
func TestPhrasesOfAScene(t *testing.T) {
	p := wording.NewPhrases(all.Games())
	say := func(v games.View, pressed ...keys.Key) string {
		var d keys.Dialogue
		for _, k := range pressed {
			d.Press(k, 0, v)
		}
		return display.Scene{View: v, Dialogue: d, Language: wording.English}.Spoken(p)
	}
	waiting := games.View{Game: "mito", Headline: games.Text{Word: "turn", Seat: 2}, Lines: []games.Text{{Word: "guardian", Seat: 1}},
		Prompts: []games.Prompt{{ID: "play", Background: true, Options: games.Words("mosquito", "cockroach")}}}
	word := games.View{Game: "motus", Prompts: []games.Prompt{{ID: "word", Shape: games.Letters, Max: 5}}}
	var typed keys.Dialogue
	typed.Type('E', word)
	typed.Type('T', word)
	var refused keys.Dialogue
	refused.Refuse("not now")
	for _, tt := range []struct{ got, want string }{
		{say(waiting), "2 to play\nGuard: 1"},
		{say(waiting, keys.OK), "Action card\nMosquito"},
		{say(waiting, keys.OK, keys.Next), "Action card\nCockroach"},
		{display.Scene{View: word, Dialogue: typed, Language: wording.French}.Spoken(p), "Ton mot secret\nET"},
		{display.Scene{View: waiting, Dialogue: refused}.Spoken(p), "not now"},
		{display.Scene{View: waiting, Invitation: &display.Invitation{Address: "http://box/judge", Code: "123456"}}.Spoken(p), "http://box/judge\n123456"},
	} {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}
