package layers

import (
	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"
)

// Samples returns every question of the box with all of its choices, also those that are never
// offered together, and with the longest labels that they may have: what a picture or a translator
// has to find room for.
func Samples(rules games.Rulebook, l wording.Language) (all []games.Prompt) {
	longest := ""
	for _, r := range rules {
		if len(r.Name) > len(longest) {
			longest = r.Name
		}
	}
	m := Moment{
		Box:    &Box{Rules: rules, Seats: []games.Seat{1, 2, 8}},
		Config: &config.Config{}, Language: l, Serial: 1,
		Game: &Game{Seats: []games.Seat{1, 2, 8}},
		Offers: Offers{
			Undo:     games.Text{Word: "undo", Seat: 2, Extra: "did_press"},
			Redo:     games.Text{Word: "redo", Seat: 2, Extra: "did_verdict"},
			Secrets:  []games.Seat{1, 2, 8},
			Recorded: Recorded{Journal: "a-journal", Game: longest},
			Counts:   true,
			Update:   games.Text{Word: UpdateOffered, Extra: "12.34.56"},
		},
	}
	about := Subject{Seat: 8, Left: []Left{{Path: "a-journal", Game: longest}}}
	for _, q := range Table() {
		all = append(all, q.prompt(m, about, func(c Choice) (games.Text, bool) {
			label, _ := c.offered(m)
			return label, true
		}))
	}
	return all
}
