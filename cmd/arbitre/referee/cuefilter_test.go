package referee

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display/wording"
	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// Of the facts of each step one cue is heard, unless another still sounds or a seat hammers.
func TestWhatIsHeardOfFacts(t *testing.T) {
	ignored := func(seat games.Seat, at time.Duration) games.Fact {
		return games.Fact{At: at, What: games.Ignored{Seat: seat, Why: games.Late}}
	}
	over := games.Fact{What: games.RaceOver{Slowest: 2}}
	var hammered []games.Fact // a child's eight presses a second
	for i := range time.Duration(100) {
		hammered = append(hammered, ignored(1, i*time.Second/8))
	}
	hammered = append(hammered, ignored(2, 12400*time.Millisecond), ignored(1, 13500*time.Millisecond))
	for name, c := range map[string]struct {
		steps [][]games.Fact
		want  []games.Cue
	}{
		"the weightiest of a step": {
			[][]games.Fact{{ignored(1, 0), over, {What: games.Turn{Seat: 2}}}}, []games.Cue{games.CueSlowest},
		},
		"a late press does not cut the verdict off": {
			[][]games.Fact{{over}, {ignored(3, 200*time.Millisecond)}, {ignored(4, 700*time.Millisecond)}},
			[]games.Cue{games.CueSlowest, games.CueIgnored},
		},
		"of hammering the first press, another seat's, and one after a pause": {
			slices.Collect(slices.Chunk(hammered, 1)),
			[]games.Cue{games.CueIgnored, games.CueIgnored, games.CueIgnored},
		},
	} {
		f := cueFilter{ignored: map[games.Seat]time.Duration{}}
		for _, step := range c.steps {
			f.addOf(step[0].At, config.Sounds{}, step)
		}
		if got := f.take(); !slices.Equal(got, c.want) {
			t.Errorf("%s: heard %v, want %v", name, got, c.want)
		}
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
		}, []games.Cue{games.CuePress, games.CueRaceOpen, games.CuePress, games.CueSlowest}},
		{"a player looks at his token", false, func(g *rig) {
			g.pick(games.Word("mastermind"))
			g.press(1, 2, 3, ok)
			g.press(ok, ok, ok, ok) // the house deals, calls in turn, rounds, begin
			g.wait(2 * time.Second)
			g.cues = nil
			g.looks(1)
		}, nil},
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

// The cue of a turn has the seat's own pitch for those who listen: where a loudspeaker speaks.
func TestSeatsHaveTheirPitchWhereSomethingSpeaks(t *testing.T) {
	for _, speaks := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, t.TempDir(), func(s *setup) {
				s.Config.Sounds.Voice, s.Config.Speaker.Enabled = string(wording.Turns), speaks
			})
			g.begin()
			g.wait(time.Second)
			g.cues = nil
			g.press(1)
			g.wait(time.Second)
			want := games.CueTurn
			if speaks {
				want = want.Of(2)
			}
			if !slices.Equal(g.cues, []games.Cue{want}) {
				t.Errorf("a loudspeaker: %t; heard %v, want %v", speaks, g.cues, want)
			}
		})
	}
}
