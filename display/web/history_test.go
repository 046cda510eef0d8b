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

// history is what the page tells of the round, the newest first.
func (h *evening) history() (told []string) {
	h.in(func() {
		h.web.mu.Lock()
		defer h.web.mu.Unlock()
		c := content{options: h.web.options, state: h.web.state}
		for _, p := range c.table(h.web.state.Public, wording.English).Past {
			var said []string
			if p.Word != "" {
				said = append(said, p.Word+" "+p.Marks)
			}
			for _, l := range p.Lines {
				said = append(said, l.Text)
			}
			told = append(told, strings.ReplaceAll(strings.Join(said, "; "), "\u00a0", " "))
		}
	})
	return told
}

// hasTold fails unless that is the history.
func (h *evening) hasTold(when string, want ...string) {
	h.Helper()
	if diff := cmp.Diff(want, h.history()); diff != "" {
		h.Errorf("%s (-want +got):\n%s", when, diff)
	}
}

func TestTheRoundsHistory(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	h.tell("press 1")
	h.hasTold("a turn is nothing to tell")
	h.tell(`play "ant"`)
	ant := "Ant!; 1, 3, 4: 1 card from the discard"
	h.hasTold("a card", ant)
	h.tell(`play "spider"`, `spider_to 1`)
	spider := "3 gives a card"
	h.hasTold("another card", "3 gives 1 card to 1", spider, ant)
}

// A round's history ends with it, and is there until something is told of the next.
func TestAHistoryIsOfOneRound(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mito.Rules(), mitoStart())
	h.tell(`play "ant"`, `play "out"`)
	const over, out, ant = "Round 1 over", "2 goes out!", "Ant!; 2, 3, 4: 1 card from the discard"
	for _, seat := range []string{"3", "4", "1"} {
		h.tell(`hand seat=` + seat + ` {"numbers":1,"actions":0,"mitos":0}`)
	}
	h.hasTold("the first round is over", over, out, ant)
	h.tell(`next_round "ready"`)
	h.hasTold("the second has begun", over)
	h.tell(`play "ant"`)
	h.hasTold("a card of the second", "Ant!; 1, 3, 4: 1 card from the discard")
	h.tell(`undo`)
	h.hasTold("it is taken back", over)
}

// A reply belongs to its guess, even where the same was replied to the guess before.
func TestEachGuessHasAllItsReplies(t *testing.T) {
	h := serve(t, Options{})
	h.sit(mastermind.Rules(), games.Start{Game: "mastermind", Seats: []games.Seat{1, 2, 3, 4}, Options: games.Agreed{}.With(
		games.Field{Key: "dealer", Value: `"entered"`}, games.Field{Key: "first", Value: "1"})})
	h.tell(`token seat=1 {"colour":"blue","position":1}`, `token seat=2 {"colour":"red","position":3}`,
		`token seat=3 {"colour":"green","position":5}`, `token seat=4 {"colour":"yellow","position":2}`)
	h.tell(`guess seat=1 ["blue","yellow","red","brown",""]`, `guess seat=2 ["orange","yellow","red","","green"]`)
	h.hasTold("two guesses", "2: ; 3: black; 4: black; 1: none", "1: ; 2: black; 3: none; 4: black")
}

func TestProposalsAreHistory(t *testing.T) {
	h := serve(t, Options{})
	h.sit(motus.Rules(), games.Start{Game: "motus", Seats: []games.Seat{1, 2, 3, 4}, Options: games.Agreed{}.With(games.Field{Key: "letters", Value: "5"})})
	h.tell(`word hunt=1 "ETAGE"`, `guess hunt=1 "ETUDE"`, `guess hunt=1 "EMAIL"`)
	h.hasTold("two proposals", "EMAIL X-X--", "ETUDE XX--X")
	h.sit(mito.Rules(), mitoStart())
	h.hasTold("another game begins")
}
