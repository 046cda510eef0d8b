package referee

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// heard returns the cues that sound when facts happen at these times.
func heard(clicks bool, at []time.Duration, facts ...[]games.Fact) (cues []games.Cue) {
	h := hearing{config: config.Sounds{KeyClick: clicks}}
	for i, f := range facts {
		h.facts(at[i], f)
	}
	return h.take()
}

func fact(at time.Duration, what games.Happening) games.Fact { return games.Fact{At: at, What: what} }

func ignored(seat games.Seat, at time.Duration) games.Fact {
	return fact(at, games.Ignored{Seat: seat, Why: games.Late})
}

func TestOfAStepTheWeightiestIsHeard(t *testing.T) {
	step := []games.Fact{ignored(1, 0), fact(0, games.RaceOver{Slowest: 2}), fact(0, games.Turn{Seat: 2})}
	if got := heard(false, []time.Duration{0}, step); !slices.Equal(got, []games.Cue{games.CueSlowest}) {
		t.Errorf("heard %v", got)
	}
}

func TestALatePressDoesNotCutTheVerdictOff(t *testing.T) {
	at := []time.Duration{0, 200 * time.Millisecond, 700 * time.Millisecond}
	got := heard(false, at, []games.Fact{fact(0, games.RaceOver{Slowest: 2})}, []games.Fact{ignored(3, at[1])},
		[]games.Fact{ignored(4, at[2])})
	if want := []games.Cue{games.CueSlowest, games.CueIgnored}; !slices.Equal(got, want) {
		t.Errorf("heard %v, want %v", got, want)
	}
}

func TestAChildThatHammersMakesNoSiren(t *testing.T) {
	var at []time.Duration
	var steps [][]games.Fact
	for i := range 100 { // eight a second
		at = append(at, time.Duration(i)*125*time.Millisecond)
		steps = append(steps, []games.Fact{ignored(1, at[i])})
		if i == 50 {
			steps[i] = append(steps[i], ignored(2, at[i])) // another seat's press still sounds
		}
	}
	later := at[99] + 1100*time.Millisecond
	at, steps = append(at, later), append(steps, []games.Fact{ignored(1, later)})
	if got := heard(false, at, steps...); len(got) != 3 {
		t.Errorf("heard %d knocks, want the first, the other's, and one after a pause", len(got))
	}
}

func TestWhatTheTableHears(t *testing.T) {
	for _, c := range []struct {
		what   string
		clicks bool
		play   func(*rig)
		want   []games.Cue
	}{
		{"power on, somebody joins and leaves", false, func(g *rig) {
			g.choose(0)
			g.press(1)
			g.wait(time.Second)
			g.press(1)
		}, []games.Cue{games.CuePowerOn, games.CueJoined, games.CueLeft}},
		{"slaps before and after the declaration", false, func(g *rig) {
			g.begin()
			g.wait(time.Second)
			g.cues = nil
			g.press(3)
			g.wait(20 * time.Second)
			g.press(ok, ok) // declares a mosquito
			g.wait(time.Second)
			g.press(2, 3)
			g.wait(time.Second)
		}, []games.Cue{games.CueSlap, games.CueRaceOpen, games.CueSlap, games.CueSlowest}},
		{"keys that click", true, func(g *rig) {
			g.wait(time.Second)
			g.press(next, next)
		}, []games.Cue{games.CuePowerOn, games.CueKey, games.CueKey}},
	} {
		t.Run(c.what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newRig(t, t.TempDir(), func(s *setup) { s.Config.Sounds.KeyClick = c.clicks })
				c.play(g)
				if diff := cmp.Diff(c.want, g.cues); diff != "" {
					t.Errorf("heard (-want +got):\n%s", diff)
				}
			})
		})
	}
}
