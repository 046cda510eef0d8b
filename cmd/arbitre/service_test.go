package main

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/games"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

func TestAnotherConfigurationIsTakenBetweenGames(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reload := make(chan config.Config)
		g := newRig(t, t.TempDir(), func(r *referee) { r.reload = reload })
		g.begin()
		reload <- config.Config{Language: "de"}
		reload <- config.Config{Language: "fr"}
		g.press(1)
		g.shows("turn", "play")
		if g.next != nil {
			t.Fatal("the game was left for another configuration")
		}
		g.hold(ok, 700*time.Millisecond)
		g.press(previous, ok, next, ok) // leave, yes
		if g.next == nil || g.next.Language != "fr" {
			t.Errorf("took %v, want the newer one", g.next)
		}
		g.stop()
	})
}

func TestAFileThatCannotBeReadIsNotTaken(t *testing.T) {
	reasons := make(chan error)
	read := func() (config.Config, error) { return config.Config{}, errors.New("arbitre.toml:3: no") }
	configs := reloads(t.Context(), read, func(err error) { reasons <- err })
	self, err := os.FindProcess(os.Getpid())
	if err != nil {
		t.Fatal(err)
	}
	if err := self.Signal(syscall.SIGHUP); err != nil {
		t.Fatal(err)
	}
	if err := <-reasons; err == nil || err.Error() != "arbitre.toml:3: no" {
		t.Errorf("the reason is %v", err)
	}
	select {
	case c := <-configs:
		t.Errorf("took %v", c)
	default:
	}
}

func TestTheSupervisorHearsThatTheLoopGoesRound(t *testing.T) {
	const within = 30 * time.Second
	synctest.Test(t, func(t *testing.T) {
		var heard []time.Duration
		stuck, stick := make(chan struct{}), false
		g := newRig(t, t.TempDir(), func(r *referee) {
			r.supervisor.within = within
			r.supervisor.alive = func() { heard = append(heard, r.clock()) }
			r.lamp = func(hw.Button, hw.Light) {
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
		g.stop()
	})
}

func TestADaemonThatEndsInTheMidstOfAGameGoesOnWithItUnasked(t *testing.T) {
	folder, runtime := t.TempDir(), t.TempDir()
	asService := func(r *referee) {
		r.folder = newFolder(folder, runtime, r.log, r.troubles.of(journals, games.Text{Word: "disk_full"}))
	}
	var before games.View
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, asService)
		g.begin()
		g.press(1)
		g.wait(time.Second)
		before = g.view()
		g.stop()
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, asService)
		if diff := cmp.Diff(before, g.view()); diff != "" {
			t.Errorf("resumed (-before +after):\n%s", diff)
		}
		g.hold(ok, 700*time.Millisecond)
		g.press(previous, ok, next, ok) // leave, yes
		g.shows("welcome", "game")
		g.stop()
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, asService)
		g.shows("welcome", "game")
		g.stop()
	})
}

func TestAShortcutAnswersItsQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir(), func(r *referee) { r.shortcuts = []config.Shortcut{{Line: "GPIO14", Prompt: "play", Value: "mosquito"}} })
		g.press(hw.Shortcut(0))
		g.shows("welcome", "game")
		if !slices.Contains(g.cues, games.CueRefused) {
			t.Error("nothing is heard of a shortcut whose question is not open")
		}
		g.begin()
		g.press(hw.Shortcut(0))
		g.shows("mosquito", "")
		g.stop()
	})
}

func TestWhatFailsIsSaidUntilItWorksAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		var status []string
		g.referee.supervisor.status = func(line string) { status = append(status, line) }
		speaker := g.referee.troubles.of("speaker", games.Text{Word: "no_speaker"})
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
		if diff := cmp.Diff([]string{"The table is open; not working: speaker.", "The table is open."}, status); diff != "" {
			t.Errorf("status (-want +got):\n%s", diff)
		}
		g.stop()
	})
}

func TestEdgesThatWereLostAreSaidForAWhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		said := func() (numbers []int) {
			for _, line := range g.view().Lines {
				if line.Word == "edges_lost" {
					numbers = append(numbers, line.Number)
				}
			}
			return numbers
		}
		g.events <- hw.Event{Edge: hw.Edge{At: g.now()}, Lost: 3}
		g.wait(time.Second)
		if diff := cmp.Diff([]int{3}, said()); diff != "" {
			t.Error(diff)
		}
		g.wait(missedFor)
		if said() != nil {
			t.Errorf("it is still said: %v", said())
		}
		g.stop()
	})
}

func TestAButtonThatIsStuckIsNamedUntilItIsLetGo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		stuck := games.Text{Word: "button_stuck", Seat: 2}
		g.edge(2, true, g.now())
		g.wait(hw.DefaultWatch().Held - time.Second)
		if slices.ContainsFunc(g.view().Lines, func(l games.Text) bool { return l.Word == stuck.Word }) {
			t.Error("it is named too soon")
		}
		g.wait(2 * time.Second)
		if lines := g.view().Lines; len(lines) == 0 || lines[0].Word != stuck.Word || lines[0].Seat != stuck.Seat {
			t.Errorf("the display says %v", lines)
		}
		g.edge(2, false, g.now())
		g.wait(hw.DefaultWatch().Calm + time.Second)
		if slices.ContainsFunc(g.view().Lines, func(l games.Text) bool { return l.Word == stuck.Word }) {
			t.Error("it is still named")
		}
		g.press(1, 2)
		if v := g.view(); v.Headline.Seat != 3 {
			t.Errorf("it is the turn of %d, want 3: the button is not believed again", v.Headline.Seat)
		}
		g.stop()
	})
}

func TestAJudgesKeyThatIsHeldShutsTheMachineDown(t *testing.T) {
	for name, idle := range map[string]time.Duration{"in a game": 0, "on a dark display": time.Hour} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				runtime := t.TempDir()
				g := newRig(t, t.TempDir(), func(r *referee) {
					r.keys.shut = 5 * time.Second
					r.powerOff = func() error { return powerOff(runtime) }
				})
				asked := func() bool {
					_, err := os.Stat(filepath.Join(runtime, "poweroff"))
					return err == nil
				}
				g.begin()
				g.wait(idle)
				g.hold(ok, 4*time.Second)
				if asked() {
					t.Error("it shuts down too soon")
				}
				g.wait(idle)
				g.hold(ok, 6*time.Second)
				if !asked() {
					t.Error("it does not shut down")
				}
				g.stop()
			})
		})
	}
}

// The journal reads the priority before a line, and has a time of its own (sd-daemon(3)). Other readers of standard error
// have no use for the one, and need the other.
func TestLinesOfTheLogHavePriorities(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	stat := info.Sys().(*syscall.Stat_t)
	itself := fmt.Sprintf("JOURNAL_STREAM=%d:%d", stat.Dev, stat.Ino)
	for _, stream := range []string{itself, "JOURNAL_STREAM=8:1"} {
		log, closeLog := openLog(world{err: file, env: environment(stream)}, config.Config{})
		log.Info("fact", "seat", 7)
		log.Warn("two\nlines")
		log.Error("wrong")
		closeLog()
	}
	text, err := os.ReadFile(file.Name())
	if err != nil {
		t.Fatal(err)
	}
	const own = "<6>level=INFO msg=fact seat=7\n<4>level=WARN msg=\"two\\nlines\"\n<3>level=ERROR msg=wrong\n"
	others, ok := strings.CutPrefix(string(text), own)
	if !ok || strings.Count(others, "time=2") != 3 || strings.Contains(others, "<") {
		t.Errorf("the log is\n%s", text)
	}
}

func TestSystemdIsTold(t *testing.T) {
	socket := filepath.Join(t.TempDir(), "notify")
	listener, err := net.ListenUnixgram("unixgram", &net.UnixAddr{Name: socket, Net: "unixgram"})
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	t.Setenv("NOTIFY_SOCKET", socket)
	t.Setenv("WATCHDOG_USEC", "30000000")
	s, err := underSystemd()
	if err != nil || s.within != 30*time.Second {
		t.Fatalf("the watchdog waits for %v, %v", s.within, err)
	}
	s.status("The table is open.")
	s.ready()
	s.alive()
	for _, want := range []string{"STATUS=The table is open.", "READY=1", "WATCHDOG=1"} {
		message := make([]byte, 200)
		n, err := listener.Read(message)
		if err != nil || string(message[:n]) != want {
			t.Errorf("systemd is told %q, %v; want %q", message[:n], err, want)
		}
	}
}

// A loop that was held up takes what happened in the order in which it would have taken it.
func TestALoopThatWasHeldUpKeepsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.press(ok) // mito
		g.press(1, 2)
		// Everything at once: seat 3 joins, the judge says ready, seat 4 would join.
		now := g.now()
		for i, b := range []hw.Button{3, ok, 4} {
			at := now - time.Duration(3-i)*100*time.Millisecond
			g.edge(b, true, at)
			g.edge(b, false, at+60*time.Millisecond)
		}
		g.wait(time.Second)
		g.shows("agreeing", "rounds")
		if seats := g.view().Headline.Seats; !slices.Equal(seats, []games.Seat{1, 2, 3}) {
			t.Errorf("joined are %v, want 1, 2 and 3", seats)
		}
		g.stop()
	})
}

func TestAConfigurationThatIsNotPossibleLeavesTheLast(t *testing.T) {
	for _, tc := range []struct {
		name   string
		fails  error
		played []string
		judged bool
	}{
		{"its lines are taken", errors.New("lines are already taken"), []string{"fr", "de", "fr"}, true},
		{"its lines go, hours later", fmt.Errorf("%w: no such device", hw.ErrGone), []string{"fr", "de"}, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var played []string
			referee := func(c config.Config) (*config.Config, error) {
				played = append(played, c.Language)
				switch {
				case c.Language == "de":
					return nil, tc.fails
				case len(played) == 1:
					return &config.Config{Language: "de"}, nil
				}
				return nil, nil
			}
			judged := false
			err := inTurn(config.Config{Language: "fr"}, referee, func(error) { judged = true })
			if judged != tc.judged || (err == nil) != tc.judged || !slices.Equal(played, tc.played) {
				t.Errorf("played %v, judged %v, ends with %v", played, judged, err)
			}
		})
	}
}

// Who can't read the question on a dark display only asks to see it.
func TestAKeyWakesADarkDisplayAndAnswersNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.wait(15 * time.Minute)
		if g.frames[len(g.frames)-1].look.Mark == 0 {
			t.Fatal("the display is not dark")
		}
		g.press(ok)
		g.shows("welcome", "game")
		g.press(ok)
		g.shows("joined", "players")
		g.stop()
	})
}

func TestAFullDiskIsSaidAlsoAfterAReload(t *testing.T) {
	parts := newTroubles(slog.New(slog.DiscardHandler))
	parts.of(journals, games.Text{Word: "disk_full"})(errors.New("no space left on device"))
	parts.of("speaker", games.Text{Word: "no_speaker"})(errors.New("aplay is missing"))
	parts.forget(configuration, journals)
	if diff := cmp.Diff([]string{journals}, parts.parts()); diff != "" {
		t.Errorf("what fails (-want +got):\n%s", diff)
	}
}

func TestADaemonThatCannotOpenTheTableIsHeldBack(t *testing.T) {
	noLines := errors.New("no lines")
	for _, tc := range []struct {
		name   string
		within time.Duration
		opens  bool
		held   bool
	}{
		{"it was never ready", time.Minute, false, true},
		{"it was ready", time.Minute, true, false},
		{"nobody starts it again", 0, false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var said []string
				s := nobody()
				s.within, s.status = tc.within, func(line string) { said = append(said, line) }
				began := time.Now()
				err := s.patiently(t.Context(), func(s supervisor) error {
					if tc.opens {
						s.ready()
					}
					return noLines
				})
				waited := time.Since(began)
				if err != noLines || (waited > 0) != tc.held || waited > 10*time.Second || (len(said) > 0) != tc.held {
					t.Errorf("%v after %v, says %q", err, waited, said)
				}
			})
		})
	}
}

// A wish to shut down is granted by a unit of its own, which asks the owner's configuration: the referee can make the
// wish whatever that says, should somebody have made it his.
func TestAShutdownIsGrantedWhereTheConfigurationSaysSo(t *testing.T) {
	unit, err := os.ReadFile("../../systemd/arbitre-poweroff.service")
	if err != nil {
		t.Fatal(err)
	}
	asks := regexp.MustCompile(`(?m)^ExecStart=/bin/sh -c "(.*)"$`).FindSubmatch(unit)
	if asks == nil {
		t.Fatalf("it asks nobody:\n%s", unit)
	}
	file := filepath.Join(t.TempDir(), "arbitre.toml")
	asked := strings.NewReplacer("/usr/bin/arbitre", "arbitre", "/etc/arbitre/arbitre.toml", file).Replace(string(asks[1]))
	for _, c := range []struct {
		text    string
		granted bool
	}{
		{"", false},
		{"[judge]\nshutdown = '0s'", false},
		{"[judge]\nshutdown = '5s'", true},
		{"[judge]\nshutdown = '10s'", true},
		{"[judge]\nshutdown = '5s'\nlong = 'short'", false}, // a file that says nothing that holds
	} {
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.Command("sh", "-c", asked).Output()
		if granted := err == nil; granted != c.granted || len(out) > 0 {
			t.Errorf("%q: granted %t, %v %s", c.text, granted, err, out)
		}
	}
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	if exec.Command("sh", "-c", asked).Run() == nil {
		t.Error("granted without a configuration")
	}
}
