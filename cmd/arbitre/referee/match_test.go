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

// Answers and decisions are on the disk before they are shown, whether the time or lost edges have
// decided a race. A press counts from its own time even if a later one was read first; one that is
// read too late has no effect, but is written. What the game can't take at all is refused in words.
func TestWhatAMatchTakes(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	defer r.Folder.Close()
	var refusal *games.Refusal
	if err := r.Begin(games.Start{Game: "chess"}); err == nil || errors.As(err, &refusal) {
		t.Errorf("a game that is unknown begins with %v", err)
	}
	for _, decides := range []func(began time.Duration) error{
		func(time.Duration) error { r.Elapse(r.now + time.Second); return nil },
		func(began time.Duration) error { return r.lose(1, began, r.now) },
	} {
		if err := r.Begin(mitoOfThree()); err != nil { // in place of the last game
			t.Fatal(err)
		}
		began := r.now
		r.now += 10 * time.Second
		play := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")}
		if err := r.give(play, nil); err != nil || !r.match.decided {
			t.Fatalf("an answer is decided: %t, %v", r.match.decided, err)
		}
		r.match.write()
		for _, e := range []hw.Edge{{At: r.now + 3*time.Millisecond, Button: 2, Down: true},
			{At: r.now + time.Millisecond, Button: 3, Down: true}, {At: began + time.Second, Button: 1, Down: true}} {
			if err := r.match.press(e); err != nil {
				t.Errorf("%+v is refused: %v", e, err)
			}
		}
		play.Value = games.Word("elephant")
		if err := r.give(play, nil); !errors.As(err, &refusal) {
			t.Errorf("an answer that nobody offers is refused by %v", err)
		}
		if in := r.match.unsaved; len(in) != 3 || in[1].At >= in[0].At || r.match.decided {
			t.Errorf("the journal gets %+v, want three presses, the second before the first", in)
		}
		r.match.write()
		if err := decides(began); err != nil || !r.match.decided {
			t.Errorf("the race is decided: %t, %v", r.match.decided, err)
		}
	}
	path := journal.WithEnd(r.match.file.Path(), journal.LeftEnd)
	r.leave()
	r.Folder.Close()
	if lines := whatIsIn(t, path); len(lines) != 6 {
		t.Errorf("the journal of the game that is left has %d lines, want the lost edges, too:\n%s", len(lines), lines)
	}
}

// A table that keeps no journals, such as a measured one, plays all the same.
func TestATableWithoutJournals(t *testing.T) {
	r := newDaemon(t.TempDir(), "", func(s *setup) { s.Folder = nil })
	if err := r.Begin(mitoOfThree()); err != nil {
		t.Fatal(err)
	}
	err := r.match.press(hw.Edge{At: r.now, Button: 1, Down: true})
	if r.match.write(); err != nil || len(r.match.unsaved) > 0 {
		t.Errorf("a press is refused, %v, or waits to be written: %v", err, r.match.unsaved)
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
