package box

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/sounds"
)

// Doubts complain about what a configuration says of games and files, which itself knows neither.
func Doubts(rules games.Rulebook) func(config.Config) []config.Complaint {
	return func(c config.Config) []config.Complaint {
		_, wrong := HouseRules(rules, c, nil)
		if _, err := sounds.Load(c.Speaker.Folder); err != nil {
			wrong = append(wrong, config.Complaint{Keys: []string{"speaker.folder"}, What: "speaker.folder: " + err.Error()})
		}
		return append(wrong, wrongShortcuts(rules, c)...)
	}
}

// wrongShortcuts complains about shortcuts whose question nobody asks, or never has that answer.
func wrongShortcuts(rules games.Rulebook, c config.Config) (wrong []config.Complaint) {
	known := referee.Answers(rules, len(c.Buttons.Seats))
	for i, s := range c.Shortcuts {
		complain := func(key, value string, expected []string) {
			hint := "expected " + strings.Join(expected, ", ")
			if near := config.Nearest(value, expected); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			name := fmt.Sprintf("shortcut[%d].%s", i, key)
			wrong = append(wrong, config.Complaint{Keys: []string{name}, What: fmt.Sprintf("key %q is %q; %s", name, value, hint)})
		}
		can, asked := known[s.Prompt]
		switch {
		case s.Prompt == "" || s.Value == "":
		case !asked:
			complain("prompt", s.Prompt, slices.Sorted(maps.Keys(known)))
		case !slices.ContainsFunc(can, s.Answer().Equal):
			var words []string
			for _, a := range can {
				words = append(words, a.String())
			}
			complain("value", s.Value, words)
		}
	}
	return wrong
}
