package referee

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/shown"
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

// raceBegun begins a game in place of the last one. Ten seconds later a mosquito of seat 1 is
// declared and written: seats 2 and 3 race.
func raceBegun(t *testing.T, r *Referee) (began time.Duration) {
	t.Helper()
	if err := r.Begin(mitoOfThree()); err != nil {
		t.Fatal(err)
	}
	began = r.now
	r.now += 10 * time.Second
	mosquito := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")}
	if err := r.give(mosquito, shown.Box); err != nil || !r.match.decided {
		t.Fatalf("an answer: %v, must be on the disk: %t; want it accepted, true", err, r.match.decided)
	}
	r.match.write()
	return began
}

// A press counts from its own time even if a later one was read first. One that is read too late
// has no effect, but is written. What the game can't take at all is refused in words.
func TestWhatAMatchTakes(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	defer r.Folder.Close()
	began := raceBegun(t, r)
	press := func(b hw.Button, at time.Duration) error {
		return r.match.press(hw.Edge{At: at, Button: b, Down: true})
	}
	second, first := press(2, r.now+3*time.Millisecond), press(3, r.now+time.Millisecond)
	if err := errors.Join(second, first, press(1, began+time.Second)); err != nil {
		t.Errorf("a press is refused: %v", err)
	}
	elephant := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("elephant")}
	if err, refusal := r.give(elephant, shown.Box), (*games.Refusal)(nil); !errors.As(err, &refusal) {
		t.Errorf("an answer that nobody offers gets %v, want a refusal", err)
	}
	if in := r.match.unsaved; len(in) != 3 || in[1].At >= in[0].At || r.match.decided {
		t.Errorf("the journal gets %+v, want three presses, the second before the first", in)
	}
}

// Whether the time or lost edges decide a race, it is on the disk before it is shown.
func TestADecidedRaceIsWrittenBeforeItIsShown(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	raceBegun(t, r)
	if r.Elapse(r.now + 6*time.Second); !r.match.decided { // RACE-4: over after five without a slap
		t.Error("a race that the time decided need not be on the disk")
	}
	began := raceBegun(t, r)
	if err := r.lose(1, began, r.now); err != nil || !r.match.decided {
		t.Errorf("a race that lost edges decided: %v, must be on the disk: %t; want true", err, r.match.decided)
	}
	path := journal.WithEnd(r.match.file.Path(), journal.LeftEnd)
	r.leave()
	r.Folder.Close()
	if lines := whatIsIn(t, path); len(lines) != 3 {
		t.Errorf("the journal is\n%s\nwant a start, an answer, and lost edges", lines)
	}
}

// A race that was over when a pause began is decided all the same: its deadline came before it.
func TestAPauseHoldsBackNoEarlierDeadline(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	defer r.Folder.Close()
	raceBegun(t, r)
	r.now += 6 * time.Second // RACE-4: over after five
	r.ask(pause(&r.stack))
	if r.Elapse(r.now + time.Minute); !r.match.decided {
		t.Error("a race that was over before a pause is not decided")
	}
}

func TestAGameThatIsUnknownDoesNotBegin(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	err, refusal := r.Begin(games.Start{Game: "chess"}), (*games.Refusal)(nil)
	if err == nil || errors.As(err, &refusal) || r.match != nil {
		t.Errorf("chess begins: %v; want an error that no judge is told", err)
	}
}

// A table that keeps no journals, such as a measured one, plays all the same.
func TestATableWithoutJournals(t *testing.T) {
	r := newDaemon(t.TempDir(), "", func(s *setup) { s.Folder = nil })
	raceBegun(t, r)
	err := r.match.press(hw.Edge{At: r.now, Button: 1, Down: true})
	if r.match.write(); err != nil || len(r.match.unsaved) > 0 {
		t.Errorf("a press: %v; %v wait to be written, want none", err, r.match.unsaved)
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
