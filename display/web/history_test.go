package web

import (
	"strings"
	"testing"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/motus"

	"github.com/google/go-cmp/cmp"
)

// hasTold checks the round's history on the page, the newest entry first.
func (h *evening) hasTold(when string, want ...string) {
	h.Helper()
	var told []string
	h.in(func() {
		c := content{options: h.web.options, state: h.web.shown()}
		for _, p := range c.table(c.state.Public, wording.English).Past {
			said := []string{p.Word + p.Marks}
			for _, l := range p.Lines {
				said = append(said, l.Text)
			}
			line := strings.TrimPrefix(strings.Join(said, "; "), "; ")
			told = append(told, strings.ReplaceAll(line, "\u00a0", " "))
		}
	})
	if diff := cmp.Diff(want, told); diff != "" {
		h.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

// The history of a round stays until something happens in the next round.
func TestAHistoryIsOfOneRound(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	h.tell("press 1")
	h.hasTold("a turn is nothing to tell")
	h.tell(`play "ant"`, `play "spider"`, `spider_to 1`)
	const ant, spider = "Ant!; 1, 3, 4: 1 card from the discard", "3 gives a card"
	h.hasTold("two cards", "3 gives 1 card to 1", spider, ant)
	h.tell(`play "out"`)
	const over, out = "Round 1 over", "4 goes out!"
	for _, seat := range []string{"1", "2", "3"} {
		h.tell(`hand seat=` + seat + ` {"numbers":1,"actions":0,"mitos":0}`)
	}
	h.hasTold("the first round is over", over, out, "3 gives 1 card to 1", spider, ant)
	h.tell(`next_round "ready"`)
	h.hasTold("the second has begun", over)
	h.tell(`play "ant"`)
	h.hasTold("a card of the second", "Ant!; 1, 3, 4: 1 card from the discard")
	h.tell(`undo`)
	h.hasTold("it is taken back", over)
}

// Replies stand with their guess, even if they equal those to the guess before; and what is
// proposed stands with its marks.
func TestGuessesAndProposalsAreHistory(t *testing.T) {
	h := serve(t, Options{})
	sit := func(rules games.Rules, options ...games.Field) {
		h.sit(rules, games.Start{Game: rules.Name, Seats: []games.Seat{1, 2, 3, 4},
			Options: games.Agreed{}.With(options...)})
	}
	sit(mastermind.Rules(), games.Field{Key: "dealer", Value: games.Word("entered")}, games.Field{Key: "first", Value: games.Number(1)})
	h.tell(`token seat=1 {"colour":"blue","position":1}`, `token seat=2 {"colour":"red","position":3}`,
		`token seat=3 {"colour":"green","position":5}`, `token seat=4 {"colour":"yellow","position":2}`)
	h.tell(`guess seat=1 ["blue","yellow","red","brown",""]`, `guess seat=2 ["orange","yellow","red","","green"]`)
	h.hasTold("two guesses", "2: ; 3: black; 4: black; 1: none", "1: ; 2: black; 3: none; 4: black")

	sit(motus.Rules(), games.Field{Key: "letters", Value: games.Number(5)})
	h.hasTold("another game begins")
	h.tell(`word hunt=1 "ETAGE"`, `guess hunt=1 "ETUDE"`, `guess hunt=1 "EMAIL"`)
	h.hasTold("two proposals", "EMAILX-X--", "ETUDEXX--X")
}
