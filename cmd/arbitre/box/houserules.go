package box

import (
	"fmt"
	"os"
	"strings"
	"time"
	"unicode"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/games/textfile"
	"arbitre/sounds"
)

// houseRules returns how the house wants each game played. A game begins with the race limits that
// are known at that time.
func (a *assembly) houseRules(l wording.Language) (map[string]match.HouseRules, error) {
	tie := func() time.Duration { return a.config.Race.Tie }
	if a.config.Race.Tie == config.Auto {
		tie = measureTie(a.beside, a.working.Go, a.service.Log, wakeups)
	}
	rules, found, wrong := readHouseRules(a.service.Rules, a.config, a.limits(tie))
	if err := config.Refusal(wrong); err != nil {
		return nil, config.Wrong(err)
	}
	for _, list := range found {
		a.service.Log.Info("a word list is read: " + list)
	}
	for _, r := range a.service.Rules {
		if h := rules[r.Name]; r.List != nil && h.Fitting == nil {
			own, _ := r.List(strings.NewReader(ownWords(a.service.Phrases, l))) // bots without words use any letters
			h.Fitting = own.Fitting
			rules[r.Name] = h
		}
	}
	return rules, nil
}

// readHouseRules returns how the configuration wants each game played, what it has found in word
// lists, and what is wrong with those that it can't use. It calls limits when a game begins.
func readHouseRules(rules games.Rulebook, c config.Config, limits func([]games.Seat) race.Limits) (
	all map[string]match.HouseRules, found []string, wrong []config.Complaint) {
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
				key := r.Name + "." + s.Key
				list, err := readWordList(r, s.Path)
				if h.Doubt, h.Fitting = list.Doubt, list.Fitting; err != nil {
					wrong = append(wrong, config.Complaint{Keys: []string{key}, What: fmt.Sprintf("%s: %v", key, err)})
				} else {
					found = append(found, fmt.Sprintf("%s: %s in %s", key, list.Found, s.Path))
				}
			}
		}
		all[r.Name] = h
	}
	return all, found, wrong
}

// readWordList reads the word list of a game by its [games.Rules.List].
func readWordList(r games.Rules, path string) (games.Lexicon, error) {
	list, err := textfile.Open(path, os.O_RDONLY)
	if err != nil {
		return games.Lexicon{}, err
	}
	defer list.Close()
	return r.List(list)
}

// ownWords returns the words of the help of all games, one a line: bots play with them where the house
// has no list.
func ownWords(phrases wording.Phrases, l wording.Language) string {
	var words []string
	for _, help := range phrases.Rules(l) {
		words = append(words, strings.FieldsFunc(strings.Join(help.Advices, " "), func(r rune) bool { return !unicode.IsLetter(r) })...)
	}
	return strings.Join(words, "\n")
}

// WordLists says what is found in each word list that the configuration names.
func WordLists(rules games.Rulebook, c config.Config) []string {
	_, found, _ := readHouseRules(rules, c, nil)
	return found
}

// Complaints returns a check of the keys that [config.Reader] can't judge, because they are about
// games and files: word lists, recorded sounds and shortcuts.
func Complaints(rules games.Rulebook) func(config.Config) []config.Complaint {
	return func(c config.Config) []config.Complaint {
		_, _, wrong := readHouseRules(rules, c, nil)
		if _, err := sounds.Load(c.Speaker.Folder); err != nil {
			const key = "speaker.folder"
			wrong = append(wrong, config.Complaint{Keys: []string{key}, What: key + ": " + err.Error()})
		}
		return append(wrong, wrongShortcuts(rules, c)...)
	}
}
