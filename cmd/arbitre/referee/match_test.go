package referee

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/race"
	"arbitre/hw"
)

// The facts of a decision by the arbiter, of a race, shout, call or buzz, are told from all others:
// the presses that led to one must be on the disk before it is shown.
func TestDecided(t *testing.T) {
	const motus = `
		motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
		1 word hunt=1 "ETAGE"
		2 word hunt=2 "BALLE"
		3 guess hunt=1 "ETAGE"
		4 guess hunt=2 "BALLE"
		5 super_team 1
		6 word "COCON"`
	const mastermind = `
		mastermind 1 2 3 {"dealer":"table","call":"any","first":1}`
	for _, c := range []struct {
		name, story string
		want        bool
	}{
		{"a turn that ends", "mito 1 2 3\n1 press 1", false},
		{"the guardian's call", "mito 1 2 3\n1 press 1\n3 press 1", false},
		{"a race", "mito 1 2 3\n1 play \"mosquito\"\n2 press 2", true},
		{"a token", "mog 1 2 3\n1 secret [1,4,7]\n2 designate [1,2,3]", false},
		{"a shout", "mog 1 2 3\n1 secret [1,4,7]\n2 press 3", true},
		{"a guess", mastermind + "\n1 guess \"done\"", false},
		{"a call", mastermind + "\n1 press 2", true},
		{"calls that can't be told apart", mastermind + "\n1 press 2\n1 press 3", true},
		{"a found word", motus, false},
		{"a buzz for a word", motus + "\n7 press 3", true},
		{"a buzz for a question", "quiz 1 2\n1 press 2", true},
		{"a slap", "slap 1 2\n1 press 2", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			facts, err := gametest.Tell(all.Games(), c.story)
			if err != nil {
				t.Fatal(err)
			}
			if got := decided(facts); got != c.want {
				t.Errorf("decided = %v, want %v; the facts are\n%s", got, c.want, gametest.Facts(facts))
			}
		})
	}
}

// A press that is read too late has no effect, but is written. What the game can't take at all is
// refused in words. Lost edges decide a race, which is then on the disk before it is shown.
func TestWhatAMatchTakes(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	defer r.Folder.Close()
	if err := r.Begin(mitoOfThree()); err != nil {
		t.Fatal(err)
	}
	began := r.now
	r.now += 10 * time.Second
	play := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")}
	if err := r.give(play, nil); err != nil {
		t.Fatal(err)
	}
	if err := r.match.press(hw.Edge{At: began + time.Second, Button: 1, Down: true}); err != nil {
		t.Errorf("a late press is refused: %v", err)
	}
	var refusal *games.Refusal
	play.Value = games.Word("elephant")
	if err := r.give(play, nil); !errors.As(err, &refusal) {
		t.Errorf("an answer that nobody offers is refused by %v", err)
	}
	if n := len(r.match.unsaved); n != 2 {
		t.Errorf("%d inputs go into the journal, want the mosquito and the late press", n)
	}
	r.match.write()
	if err := r.lose(1, began, r.now); err != nil || !r.match.decided {
		t.Errorf("after lost edges the race is decided: %t, %v", r.match.decided, err)
	}
	path := journal.WithEnd(r.match.file.Path(), journal.LeftEnd)
	r.leave()
	r.Folder.Close()
	if lines := whatIsIn(t, path); len(lines) != 4 {
		t.Errorf("the journal of the game that is left has %d lines, want the lost edges, too:\n%s", len(lines), lines)
	}
}

// Slaps without a declaration are shown until it is too late for one (RACE-5). Then they vanish by
// the passing of time alone.
func TestUndeclaredSlapsVanish(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.press(1, 2) // too fast for anybody to have laid a card
		if !g.says("pressed") {
			t.Errorf("of two slaps the display says %v", g.view().Lines)
		}
		g.wait(race.DefaultLimits().Declare + time.Second)
		if g.says("pressed") {
			t.Errorf("long after them it still says %v", g.view().Lines)
		}
	})
}
