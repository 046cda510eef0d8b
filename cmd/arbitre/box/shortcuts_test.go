package box

import (
	"testing"

	"arbitre/cmd/arbitre/config"
	"arbitre/games/all"
)

// A shortcut must answer a question that some game or the box asks at this table.
func TestAShortcutThatAnswersNothingIsNamed(t *testing.T) {
	for _, tc := range []struct{ prompt, value, want string }{
		{"play", "mosquito", ""},
		{"accused", "2", ""},
		{"accused", "somebody", `key "shortcut[1].value" is "somebody"; expected 1, 2, 3, 4, 5, withdraw`},
		{"begin", "begin", ""},
		{"holder", "house", ""}, // an option of a game
		{"stop", "continue", ""},
		{"plya", "mosquito", `key "shortcut[1].prompt" is "plya"; did you mean "play"?`},
		{"play", "mosqito", `key "shortcut[1].value" is "mosqito"; did you mean "mosquito"?`},
		{"", "mosquito", ""}, // of which the configuration itself complains
		{"play", "", ""},
	} {
		c := config.Default(all.Games(), func(string) string { return "" })
		c.Shortcuts = []config.Shortcut{{Prompt: "play", Value: "ant"}, {Prompt: tc.prompt, Value: tc.value}}
		got := config.Refusal(wrongShortcuts(all.Games(), c))
		if tc.want == "" && got != nil || tc.want != "" && (got == nil || got.Error() != tc.want) {
			t.Errorf("%q %q: %v, want %s", tc.prompt, tc.value, got, tc.want)
		}
	}
}
