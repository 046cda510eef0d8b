package box

import (
	"fmt"
	"os"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/sounds"
)

// readHouseRules returns how the configuration wants each game played, and complains about word
// lists that it can't use. It calls limits when a game begins.
func readHouseRules(rules games.Rulebook, c config.Config, limits func([]games.Seat) race.Limits) (
	all map[string]match.HouseRules, wrong []config.Complaint) {
	all = map[string]match.HouseRules{}
	for _, r := range rules {
		h := match.HouseRules{
			Options: func(seats []games.Seat) games.Agreed { return c.Options(r.Name, limits(seats)) },
		}
		for _, s := range c.Of(r.Name) {
			switch {
			case s.Form == games.Reveal:
				h.Reveal = s.On
			case s.Form == games.WordList && s.Path != "":
				list, err := os.Open(s.Path)
				if err == nil {
					h.Doubt, err = r.Doubts(list)
					list.Close()
				}
				if err != nil {
					key := r.Name + "." + s.Key
					wrong = append(wrong, config.Complaint{Keys: []string{key}, What: fmt.Sprintf("%s: %v", key, err)})
				}
			}
		}
		all[r.Name] = h
	}
	return all, wrong
}

// Complaints returns a check of the keys that [config.Reader] can't judge, because they are about
// games and files: word lists, recorded sounds and shortcuts.
func Complaints(rules games.Rulebook) func(config.Config) []config.Complaint {
	return func(c config.Config) []config.Complaint {
		_, wrong := readHouseRules(rules, c, nil)
		if _, err := sounds.Load(c.Speaker.Folder); err != nil {
			const key = "speaker.folder"
			wrong = append(wrong, config.Complaint{Keys: []string{key}, What: key + ": " + err.Error()})
		}
		return append(wrong, referee.WrongShortcuts(rules, c)...)
	}
}
