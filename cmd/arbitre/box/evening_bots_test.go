package box

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/hw"
)

// Bots alone play every game to its end at a whole table, and its journal, its results and its
// scoreboard are as those of people. ARBITRE_CASES=N plays N games of each.
func TestBotsPlayWholeGames(t *testing.T) {
	gametest.CollectRarely()
	count := 1
	if n, err := strconv.Atoi(os.Getenv("ARBITRE_CASES")); err == nil {
		count = n
	}
	for _, rules := range all.Games() {
		if rules.Bots.At == games.NoTable {
			continue
		}
		t.Run(rules.Name, func(t *testing.T) {
			t.Parallel()
			for n := range count {
				e := &evening{rules: rules}
				e.seeds, e.dice = uint64(2*n), rand.New(rand.NewPCG(uint64(n), 0))
				if err := e.spend(t, e.watchBots); err != nil {
					t.Fatalf("game %d: %v", n+1, err)
				}
			}
		})
	}
}

// watchBots seats bots alone, and watches them to the end of the game.
func (e *evening) watchBots() error {
	if err := e.take("game", e.rules.Name); err != nil {
		return err
	}
	var table []hw.Button
	for seat := range hw.Button(max(2, e.rules.Least)) {
		table = append(table, seat+1)
	}
	for _, seat := range table {
		e.hold(seat, 1500*time.Millisecond)
		if err := e.take("bot", one(e.dice, games.Strengths()...)); err != nil {
			return err
		}
	}
	for range 20 {
		list, err := e.asked()
		if err != nil || e.on() || len(list) == 0 {
			break
		}
		v := one(e.dice, list[0].Options...)
		switch list[0].ID {
		case "players", "lineup":
			v = games.Word("ready")
		case "begin":
			v = games.Word("begin")
		}
		if err := e.give(list[0], v); err != nil {
			return err
		}
	}
	for range 3000 {
		if _, over, err := e.find("again"); err != nil || over {
			err = errors.Join(err, e.does(step{1, "the end", (*evening).resultsAreTold}))
			board, _, wrong := e.phone.look("/events")
			if len(e.over) != 1 || len(board.AllTime) > 0 {
				err = errors.Join(err, wrong, fmt.Errorf("over are %v, and who has won are %+v", e.over, board.AllTime))
			}
			return err
		}
		e.wait(20 * time.Second)
	}
	return fmt.Errorf("it is not over; it shows %+v", e.shown.Scene.View)
}

// A house without a list of words has enough for its bots, of every length and in every language.
func TestTheHelpHasWordsForBots(t *testing.T) {
	for _, l := range wording.Languages() {
		for _, r := range all.Games() {
			if r.List == nil {
				continue
			}
			words := must(r.List(strings.NewReader(ownWords(wording.NewPhrases(all.Games()), l))))
			for known := "..."; len(known) <= 8; known += "." {
				if n := len(words.Fitting(known)); n < 10 {
					t.Errorf("%s has %d words of %d letters for %s", l, n, len(known), r.Name)
				}
			}
		}
	}
}
