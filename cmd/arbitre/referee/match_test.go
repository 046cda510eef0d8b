package referee

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/hw"
)

// raceBegun begins a game in place of the last one. Ten seconds later a mosquito of seat 1 is
// declared and written: seats 2 and 3 race.
func raceBegun(t *testing.T, r *Referee) (began time.Duration) {
	t.Helper()
	if err := r.Begin(mitoOfThree()); err != nil {
		t.Fatal(err)
	}
	began = r.stack.now
	r.stack.now += 10 * time.Second
	mosquito := games.Input{Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")}
	if err := r.exec.give(mosquito, shown.Box); err != nil || !r.stack.match.Record.Decided() {
		t.Fatalf("an answer: %v, must be on the disk: %t; want it accepted, true", err, r.stack.match.Record.Decided())
	}
	r.stack.match.Record.Write()
	return began
}

// Whether the time or lost edges decide a race, it is on the disk before it is shown.
func TestADecidedRaceIsWrittenBeforeItIsShown(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	raceBegun(t, r)
	if r.elapse(r.stack.now + 6*time.Second); !r.stack.match.Record.Decided() { // RACE-4: over after five without a slap
		t.Error("a race that the time decided need not be on the disk")
	}
	began := raceBegun(t, r)
	if err := r.stack.lose(hw.Event{Edge: hw.Edge{At: began}, Lost: 2, Until: r.stack.now}); err != nil || !r.stack.match.Record.Decided() {
		t.Errorf("a race that lost edges decided: %v, must be on the disk: %t; want true", err, r.stack.match.Record.Decided())
	}
	path := journal.WithEnd(r.stack.match.Recorded().Journal, journal.LeftEnd)
	r.exec.leave()
	r.stack.Folder.Close()
	if lines := whatIsIn(t, path); len(lines) != 3 || !strings.HasSuffix(lines[2], `"lost":2}`+"\n") {
		t.Errorf("the journal is\n%s\nwant a start, an answer, and two lost edges", lines)
	}
}

// A rig of buttons alone.
type onlyButtons struct{ *rig }

func (b onlyButtons) Events() <-chan hw.Event                   { return b.events }
func (b onlyButtons) CatchUp(pass func(hw.Event)) time.Duration { return b.catchUp(pass) }
func (b onlyButtons) Down() ([]hw.Button, error)                { return nil, nil }

// A table of buttons alone decides a race as any other does, and tells it at the kernel's time.
func TestAHeadlessTable(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := &rig{t: t, began: time.Now(), events: make(chan hw.Event, 64)}
		var over []time.Duration
		r, d := Headless{Buttons: onlyButtons{g}, Rules: all.Games(), Seats: []games.Seat{1, 2}, Clock: g.now,
			Debounce: hw.DefaultDebounce(), Told: func(at time.Duration, f games.Fact) {
				if end, ok := f.What.(games.RaceOver); ok && end.Fastest == 2 {
					over = append(over, at)
				}
			}}.Referee()
		if err := r.Begin(games.Start{Game: "slap", Seats: []games.Seat{1, 2}}); err != nil {
			t.Fatal(err)
		}
		ctx, stop := context.WithCancel(t.Context())
		defer synctest.Wait()
		defer stop()
		go r.Run(ctx, d)
		g.wait(time.Second)
		first := g.now()
		g.edge(1, true, first+5*time.Millisecond)
		g.edge(2, true, first)
		if g.wait(time.Second); len(over) != 1 || over[0] < first || over[0] > first+20*time.Millisecond {
			t.Errorf("seat 2 has pressed at %v, and it was told that it was first at %v", first, over)
		}
	})
}
