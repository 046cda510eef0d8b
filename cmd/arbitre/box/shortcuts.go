package box

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/games"
)

// wrongShortcuts complains about shortcuts whose question neither a game nor the box asks, or whose
// answer is none of its choices.
func wrongShortcuts(rules games.Rulebook, c config.Config) (wrong []config.Complaint) {
	known := answers(rules, len(c.Buttons.Seats))
	for i, s := range c.Shortcuts {
		key, value, expected := "prompt", s.Prompt, slices.Sorted(maps.Keys(known))
		if choices, asked := known[s.Prompt]; asked {
			key, value, expected = "value", s.Answer().String(), choices
		}
		if s.Prompt == "" || s.Value == "" || slices.Contains(expected, value) {
			continue // of an empty key the configuration itself complains
		}
		hint := "expected " + strings.Join(expected, ", ")
		if near := config.Nearest(value, expected); near != "" {
			hint = fmt.Sprintf("did you mean %q?", near)
		}
		name := fmt.Sprintf("shortcut[%d].%s", i, key)
		what := fmt.Sprintf("key %q is %q; %s", name, value, hint)
		wrong = append(wrong, config.Complaint{Keys: []string{name}, What: what})
	}
	return wrong
}

// answers returns the choices of each question by its ID, of the games and of the box, at a table
// with this number of seats.
func answers(rules games.Rulebook, seats int) map[string][]string {
	known := map[string][]string{}
	add := func(id string, choices ...games.Value) {
		for _, c := range choices {
			if !slices.Contains(known[id], c.String()) {
				known[id] = append(known[id], c.String())
			}
		}
	}
	sitting := games.FirstSeats(seats)
	for _, r := range rules {
		for id, choices := range r.Asks(sitting) {
			add(id, choices...)
		}
		for n := r.Least; n <= min(r.Most, seats); n++ {
			for _, o := range r.Options {
				if o.Offer != nil {
					choices, _ := o.Offer(games.Terms{Seats: sitting[:n]})
					add(o.Key, choices...)
				}
			}
		}
	}
	for _, q := range layers.Table() {
		add(q.ID, q.All(rules, sitting)...)
	}
	return known
}
