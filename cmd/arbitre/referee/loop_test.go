package referee

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// A configuration that is read during a game waits for its end. A setting of the menu is not lost to it.
func TestAnotherConfigurationIsTakenBetweenGames(t *testing.T) {
	for end, answers := range map[string][]string{
		"left":       {backKey, `{"prompt":"stop","value":"leave"}`, `{"prompt":"leave","value":"yes"}`},
		"same again": {`{"prompt":"finish","value":"over"}`, `{"prompt":"again","value":"same"}`},
	} {
		t.Run(end, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				reload := make(chan config.Config)
				p := newPhone(t, t.TempDir(), func(s *setup) { s.Reload = reload })
				p.beginSlaps()
				read := p.referee.stack.Config
				for _, read.Language = range []string{"de", "fr"} {
					reload <- read
				}
				p.press(1)
				p.answers(backKey, `{"prompt":"stop","value":"settings"}`, `{"prompt":"settings","value":"volume"}`,
					`{"prompt":"volume","value":"soft"}`)
				if p.next != nil {
					t.Fatal("the game was left for another configuration")
				}
				p.answers(answers...)
				if p.next == nil || p.next.Language != "fr" || p.next.Sounds.Volume != 15 {
					t.Errorf("took %v, want the newer one, and the volume of the menu", p.next)
				}
			})
		})
	}
}

func TestTheSupervisorHearsThatTheLoopGoesRound(t *testing.T) {
	const within = 30 * time.Second
	synctest.Test(t, func(t *testing.T) {
		var heard []time.Duration
		stuck, stick := make(chan struct{}), false
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.HeartbeatEvery = within
			s.Heartbeat = func() { heard = append(heard, s.Clock()) }
			s.Lamp = func(hw.Button, hw.Light) {
				if stick {
					<-stuck
				}
			}
		})
		began, shown := g.now(), len(g.frames)
		g.wait(10 * time.Minute)
		if n := len(g.frames) - shown; n > 4 { // it dims, and goes dark
			t.Errorf("an idle table was shown %d times in ten minutes", n)
		}
		last := began
		for _, at := range append(heard, g.now()) {
			if at-last > within*2/3 {
				t.Errorf("nothing was heard from %v to %v", last, at)
			}
			last = at
		}
		if n := len(heard); n > 45 {
			t.Errorf("an idle table woke up %d times in ten minutes", n)
		}

		stick, heard = true, nil
		g.edge(1, true, g.now())
		g.wait(10 * time.Minute)
		if len(heard) > 1 {
			t.Errorf("a loop that is stuck says that it goes round: %v", heard)
		}
		stick = false
		close(stuck)
	})
}

func TestAShortcutAnswersItsQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.Config.Shortcuts = []config.Shortcut{{Line: "GPIO14", Prompt: "play", Value: "mosquito"}}
		})
		g.press(hw.Shortcut(0))
		g.shows("welcome", "game")
		if !slices.Contains(g.cues, games.CueRefused) {
			t.Error("nothing is heard of a shortcut whose question is not open")
		}
		g.begin()
		g.press(hw.Shortcut(0))
		g.shows("mosquito", "")
	})
}

func TestWhatFailsIsSaidUntilItWorksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var status []string
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.Status = func(broken []string) { status = append(status, strings.Join(broken, " ")) }
		})
		speaker := g.referee.stack.Health.Of("speaker", games.Text{Word: "no_speaker"})
		speaker(errors.New("aplay is missing"))
		speaker(errors.New("aplay is still missing"))
		g.wait(time.Second)
		if lines := g.view().Lines; len(lines) != 1 || lines[0].Word != "no_speaker" {
			t.Errorf("the display says %v", lines)
		}
		if n := strings.Count(g.log.String(), "aplay is"); n != 1 {
			t.Errorf("the log says it %d times, want once:\n%s", n, &g.log)
		}
		speaker(nil)
		g.wait(time.Second)
		if lines := g.view().Lines; len(lines) != 0 {
			t.Errorf("the display still says %v", lines)
		}
		if diff := cmp.Diff([]string{"speaker", ""}, status); diff != "" {
			t.Errorf("status (-want +got):\n%s", diff)
		}
	})
}

// hasLost fails unless the last line of the journal says that so many edges were lost.
func (g *rig) hasLost(edges int) {
	g.t.Helper()
	lines := g.lines()
	if last := lines[len(lines)-1]; !strings.Contains(last, fmt.Sprintf(`"lost":%d}`, edges)) {
		g.t.Errorf("the journal ends with %s, want %d lost edges", last, edges)
	}
}

// RACE-8: while a button is held whose press was lost, nobody knows who was first.
func TestARaceIsVoidWhileAButtonIsUncertain(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.begin()
		g.wait(time.Second)
		g.events <- hw.Event{Edge: hw.Edge{At: g.now(), Button: 2, Down: true}, Resynced: true}
		g.wait(time.Second)
		g.press(ok, ok) // mosquito of seat 1
		g.shows("void", "slowest")
		g.hasLost(1)
	})
}

func TestAJudgesKeyThatIsHeldShutsTheMachineDown(t *testing.T) {
	for name, tc := range map[string]struct {
		idle time.Duration
		hold func(*rig, hw.Button, time.Duration)
	}{
		"in a game":         {0, (*rig).hold},
		"on a dark display": {time.Hour, (*rig).hold},
		"on a late loop":    {time.Minute, (*rig).holdUnread},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				asked := false
				g := newRig(t, t.TempDir(), func(s *setup) {
					s.Config.Judge.Shutdown = 5 * time.Second
					s.PowerOff = func() error { asked = true; return nil }
				})
				g.begin()
				g.wait(tc.idle)
				tc.hold(g, ok, 4*time.Second)
				if asked {
					t.Error("it shuts down too soon")
				}
				g.wait(tc.idle)
				tc.hold(g, ok, 6*time.Second)
				if !asked {
					t.Error("it does not shut down")
				}
			})
		})
	}
}

// A machine that can't be switched off says so while the key is still held.
func TestAMachineThatCannotBeShutDownSaysSo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.Config.Judge.Shutdown = 5 * time.Second
			s.PowerOff = func() error { return games.Refuse(games.Text{Word: "no_power_off"}, errors.ErrUnsupported) }
		})
		g.edge(ok, true, g.now())
		g.wait(6 * time.Second)
		if !g.picture().Scene.Dialogue.Refused() || !slices.Contains(g.cues, games.CueRefused) {
			t.Errorf("nothing is shown of the refusal; heard were %v", g.cues)
		}
	})
}

// A lamp only says that a press was seen, so it comes before the disk. An answer is on the disk
// before anything shows it.
func TestALampComesBeforeTheJournalAndAnAnswerAfterIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g *rig
		var lines, pictures []int // lines of the journal, and pictures, at each call of Lamp
		watched := false
		g = newRig(t, t.TempDir(), func(s *setup) {
			s.Lamp = func(hw.Button, hw.Light) {
				if watched {
					lines, pictures = append(lines, len(g.lines())), append(pictures, len(g.frames))
				}
			}
		})
		g.begin()
		watched = true
		for _, tc := range []struct {
			act     func()
			written int // lines of the journal after its start line when the first lamp is set
		}{
			{func() { g.edge(1, true, g.now()) }, 0},
			{func() { g.edge(1, false, g.now()) }, 1},                // the line of the press before
			{func() { g.wait(3 * time.Second); g.press(ok, ok) }, 2}, // the first only opens the cards
		} {
			lines, pictures = nil, nil
			before := len(g.frames)
			tc.act()
			g.wait(100 * time.Millisecond)
			if lines[0] != 1+tc.written || pictures[0] != before {
				t.Errorf("%d lines were written and %d pictures drawn before the lamps, want %d and none",
					lines[0], pictures[0]-before, 1+tc.written)
			}
		}
		if last := lines[len(lines)-1]; last != 4 {
			t.Errorf("the lamps of an answer are set with %d lines on the disk, want 4", last)
		}
	})
}

// A viewed game counts the calls of View.
type viewed struct {
	games.Game
	views *int
}

func (v viewed) View(a games.Audience) games.View {
	*v.views++
	return v.Game.View(a)
}

// RACE-1: nothing comes between a press and its lamp, such as a view for a display.
func TestAPressThatJoinsARaceLooksAtNothingBeforeItsLamp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		views, before := 0, -1
		g := newRig(t, t.TempDir(), func(s *setup) {
			house, rules := s.Rules[0], slices.Clone(s.Rules)
			rules[0].Begin = func(step *games.Step, start games.Start) (games.Game, error) {
				game, err := house.Begin(step, start)
				return viewed{game, &views}, err
			}
			s.Lamp = func(b hw.Button, l hw.Light) {
				if b == 2 && l == hw.Dark && before < 0 {
					before = views
				}
			}
			s.Rules = rules
		})
		g.begin()
		g.wait(time.Second)
		g.press(ok, ok) // mosquito of seat 1: 2 and 3 race
		g.wait(time.Second)
		views, before = 0, -1
		g.press(2)
		if before != 0 || views == 0 || views > 20 { // no audience's view is made twice of one state
			t.Errorf("%d views are made before the lamp, and %d in all; want none, and 1 to 20", before, views)
		}
	})
}

func TestALampIsLitBeforeAnotherGoesOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		lit := map[hw.Button]hw.Light{}
		var changed []hw.Button
		g := newRig(t, t.TempDir(), func(s *setup) {
			s.Lamp = func(b hw.Button, l hw.Light) {
				if l != lit[b] {
					lit[b], changed = l, append(changed, b)
				}
			}
		})
		g.begin()
		for _, seat := range []hw.Button{1, 2, 3} {
			changed = nil
			g.press(seat)
			if want := []hw.Button{seat%3 + 1, seat}; !slices.Equal(changed, want) {
				t.Errorf("the turn of %v is over: lamps %v change, want %v", seat, changed, want)
			}
		}
	})
}

// An edge without visible effect draws no picture: a possible glitch, or a release.
func TestOnlyWhatHasChangedIsDrawn(t *testing.T) {
	r := newDaemon(t.TempDir(), "")
	defer r.stack.Folder.Close()
	if err := r.Begin(mitoOfThree()); err != nil {
		t.Fatal(err)
	}
	var read []hw.Event
	var now time.Duration
	arrived := newArrivals(r.stack.Contacts, func() time.Duration { return now }, func(pass func(hw.Event)) time.Duration {
		for _, e := range read {
			pass(e)
		}
		read = nil
		return now
	})
	frame := func(at time.Duration) Frame {
		now = at
		r.elapse(arrived.take(r.handle))
		return r.frame()
	}
	if f := frame(r.stack.now); !f.Changed {
		t.Error("a game that begins is not shown")
	}
	glitch := hw.DefaultDebounce().Glitch
	at := time.Hour + time.Second
	edge := func(down bool) Frame {
		at += 100 * time.Millisecond
		read = append(read, hw.Event{Edge: hw.Edge{At: at, Button: 1, Down: down}})
		return frame(at)
	}
	if f := edge(true); f.Changed || !f.Wakes || f.Wake != at+glitch {
		t.Errorf("an edge that may be a glitch makes %+v", f)
	}
	pressed := frame(at + glitch)
	if scene := pressed.Judge.Scene; !pressed.Changed || scene.View.Headline.Seat != 2 ||
		scene.Now != at+glitch-time.Hour || len(pressed.Cues) == 0 || len(pressed.Facts) == 0 {
		t.Errorf("a press that ends a turn makes %+v", pressed)
	}
	if !pressed.Wakes || pressed.Wake != at+glitch+hw.LookAgain {
		t.Errorf("while a button is down nobody looks whether it has come up: %+v", pressed)
	}
	edge(false)
	f := frame(at + time.Second)
	if f.Changed && !f.Judge.Same(pressed.Judge) {
		t.Error("a button that comes up is drawn")
	}
	if f.Wakes && f.Wake < at+2*time.Second {
		t.Errorf("nothing is down, and the table wakes %v after the release", f.Wake-at)
	}
}

// On a busy machine edges are read late, while the clock runs ahead of the known events.
func TestNoDeadlineIsAppliedBeforeAnEdgeThatIsOnItsWay(t *testing.T) {
	atTable(t, func(t *testing.T, g *rig) {
		g.begin()
		g.wait(time.Second)
		g.press(ok, ok) // mosquito of seat 1: 2 and 3 race
		g.wait(time.Second)
		g.lag = 70 * time.Millisecond
		first := g.now()
		g.edge(3, true, first+2*time.Millisecond)
		g.wait(50 * time.Millisecond) // by the clock the race is long over
		g.shows("mosquito", "")
		g.edge(2, true, first)
		g.wait(100 * time.Millisecond)
		g.shows("slowest", "play")
		g.isAbout(3)
	})
}

// Nobody has seen who pressed while no daemon ran: the judge decides.
func TestWhatWasUndecidedWhenTheDaemonEndedIsVoid(t *testing.T) {
	for _, c := range []struct {
		name             string
		play             func(g *rig)
		headline, prompt string
	}{
		{"RACE-8 a race", func(g *rig) {
			g.begin()
			g.wait(time.Second)
			g.press(ok, ok) // mosquito of seat 1: 2 and 3 race
			g.shows("mosquito", "")
		}, "void", "slowest"},
		{"RACE-8 a queue", func(g *rig) {
			g.pick(games.Word("quiz"))
			g.press(1, 2, 3, ok)
			for strings.HasPrefix(g.view().Headline.Word, "agree") {
				g.press(ok)
			}
			g.edge(2, true, g.now())
			g.wait(5 * time.Millisecond) // of the eleven
		}, "lost", "shout_first"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				folder := t.TempDir()
				g := newRig(t, folder)
				c.play(g)
				g.stop()
				g = newRig(t, folder)
				g.press(ok) // resume
				g.shows(c.headline, c.prompt)
				g.hasLost(1)
				if !slices.Contains(g.cues, games.CueResumed) {
					t.Errorf("heard %v", g.cues)
				}
			})
		})
	}
}

// The display for all shows what everyone may see, and is drawn when that changes.
func TestTheDisplayForAllIsDrawn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var drawn []Picture
		g := newRig(t, t.TempDir(), func(s *setup) { s.Public = func(p Picture) { drawn = append(drawn, p) } })
		if len(drawn) != 1 || drawn[0].Scene.View.Headline.Word != "welcome" {
			t.Errorf("at the start it was drawn %d times", len(drawn))
		}
		g.begin()
		before := len(drawn)
		g.press(1) // ends a turn
		if n := len(drawn); n <= before {
			t.Fatalf("it was drawn %d times before a turn ended, and %d times after", before, n)
		}
		last := drawn[len(drawn)-1].Scene
		if v := last.View; v.Headline.Word != "turn" || v.Headline.Seat != 2 || len(v.Prompts) > 0 || last.Dialogue.Shown {
			t.Errorf("it shows %+v", last)
		}
		before = len(drawn)
		g.press(next) // moves the judge's cursor
		if n := len(drawn); n != before {
			t.Errorf("a key of the judge draws it %d times", n-before)
		}
		frames := len(g.frames)
		g.press(4) // takes no part
		if n := len(g.frames); n != frames || len(drawn) != before {
			t.Errorf("what changes nothing draws the judge's display %d times, and this one %d times", n-frames, len(drawn)-before)
		}
	})
}
