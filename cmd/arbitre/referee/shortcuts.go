package referee

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/games/journal"
)

// WrongShortcuts complains about shortcuts with a question that nobody asks, or an answer that it
// never has.
func WrongShortcuts(rules games.Rulebook, c config.Config) (wrong []config.Complaint) {
	known := answers(rules, len(c.Buttons.Seats))
	for i, s := range c.Shortcuts {
		complain := func(key, value string, expected []string) {
			hint := "expected " + strings.Join(expected, ", ")
			if near := config.Nearest(value, expected); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			name := fmt.Sprintf("shortcut[%d].%s", i, key)
			what := fmt.Sprintf("key %q is %q; %s", name, value, hint)
			wrong = append(wrong, config.Complaint{Keys: []string{name}, What: what})
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

// answers returns the choices of each question by its ID, of the games and of the box, at a table
// with this number of seats.
func answers(rules games.Rulebook, seats int) map[string][]games.Value {
	all := map[string][]games.Value{}
	add := func(id string, options []games.Value) {
		for _, a := range options {
			if !slices.ContainsFunc(all[id], a.Equal) {
				all[id] = append(all[id], a)
			}
		}
	}
	var sitting []games.Seat
	for n := range seats {
		sitting = append(sitting, games.Seat(n+1))
	}
	for _, r := range rules {
		for id, options := range r.Asks(sitting) {
			add(id, options)
		}
		for n := r.Least; n <= min(r.Most, seats); n++ {
			for _, o := range r.Options {
				if o.Offer != nil {
					options, _ := o.Offer(games.Terms{Seats: sitting[:n]})
					add(o.Key, options)
				}
			}
		}
	}
	box := &stack{Options: &Options{Games: Games{Rules: rules, Seats: sitting}}}
	lobby := newLobby(box, nil)
	for lobby.step = choosing; lobby.step <= agreeing; lobby.step++ {
		addAll(lobby.question(), box, add)
	}
	for _, q := range []*question{
		menu(box), again(box), leftGame(box, journal.LeftGame{}), askPlayersChange(box, 0),
		unchanged(box, hand{}), phones(box),
	} {
		addAll(q, box, add)
	}
	return all
}

// addAll adds the choices of a question of the box, and of all questions to which they lead.
func addAll(q *question, box *stack, add func(id string, options []games.Value)) {
	for _, c := range q.choices {
		add(q.ID, []games.Value{c.value})
		if c.leads != nil {
			addAll(c.leads(box), box, add)
		}
	}
}
