package main

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games/all"
)

// wrongShortcuts complains about shortcuts whose question nobody asks, or never has that answer.
func wrongShortcuts(c config.Config) (wrong []config.Complaint) {
	known := referee.Answers(all.Games(), len(c.Buttons.Seats))
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
