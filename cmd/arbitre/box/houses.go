package box

import (
	"fmt"
	"os"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/race"
)

// HouseRules are how the configuration has each game played, with the limits of races that hold for who plays when it begins, and what is wrong
// with the files that it names for that.
func HouseRules(rules games.Rulebook, c config.Config, limits func([]games.Seat) race.Limits) (all map[string]referee.HouseRules, wrong []config.Complaint) {
	all = map[string]referee.HouseRules{}
	for _, r := range rules {
		h := referee.HouseRules{Options: func(seats []games.Seat) games.Agreed { return c.Options(r.Name, limits(seats)) }}
		for _, s := range c.Of(r.Name) {
			switch {
			case s.Form == games.Reveal:
				h.Reveal = s.On
			case s.Form == games.WordList && s.Path != "":
				var err error
				if h.Doubt, err = readList(r, s.Path); err != nil {
					name := r.Name + "." + s.Key
					wrong = append(wrong, config.Complaint{Keys: []string{name}, What: fmt.Sprintf("%s: %v", name, err)})
				}
			}
		}
		all[r.Name] = h
	}
	return all, wrong
}

// readList reads a list of words by a game's own rules.
func readList(r games.Rules, path string) (doubt func(games.Input) games.Text, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if doubt, err = r.Doubts(file); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return doubt, nil
}
