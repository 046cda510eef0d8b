package referee

import (
	"bytes"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/games"
	"arbitre/hw"
)

// withDaemon calls do with a referee without a loop, and with what it logs.
func withDaemon(t *testing.T, do func(r *Referee, log *bytes.Buffer), alter ...func(*setup)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		var log bytes.Buffer
		alter := append(slices.Clone(alter), func(s *setup) { s.Log = slog.New(slog.NewTextHandler(&log, nil)) })
		r := newDaemon(t.TempDir(), "", alter...)
		defer r.stack.Folder.Close()
		do(r, &log)
	})
}

// What is chosen in the menu holds although it can't be kept, and a key that does not exist is refused.
func TestASettingThatCanNotBeKept(t *testing.T) {
	withDaemon(t, func(r *Referee, log *bytes.Buffer) {
		if err := r.exec.do(layers.Set{Value: 15, Keys: []string{"sounds.volume"}}); err != nil || r.stack.Config.Sounds.Volume != 15 {
			t.Errorf("the volume is %d: %v", r.stack.Config.Sounds.Volume, err)
		}
		if !strings.Contains(log.String(), `keys=[sounds.volume] err="no space"`) {
			t.Errorf("the log says %s", log)
		}
		log.Reset()
		if err := r.exec.do(layers.Set{Value: 15, Keys: []string{"sounds.colour"}}); err == nil || log.Len() > 0 {
			t.Errorf("a key that does not exist: %v, and the log says %s", err, log)
		}
	}, func(s *setup) { s.Keep = func(config.Config, ...string) error { return errors.New("no space") } })
}

// A game whose options in the configuration are wrong does not begin, nor does one that there is not: the
// lobby stays.
func TestAWrongGameDoesNotBegin(t *testing.T) {
	withDaemon(t, func(r *Referee, _ *bytes.Buffer) {
		err := r.Begin(games.Start{Game: "slap", Seats: []games.Seat{1, 2}})
		if refusal, ok := errors.AsType[*games.Refusal](err); !ok || refusal.Say.Word != "bad_config" || r.stack.match != nil || r.stack.lobby == nil {
			t.Errorf("it begins: %v", err)
		}
		unknown := r.Begin(games.Start{Game: "chess"})
		if _, refusal := errors.AsType[*games.Refusal](unknown); unknown == nil || refusal || r.stack.match != nil {
			t.Errorf("chess begins: %v; want an error that no judge is told", unknown)
		}
	}, func(s *setup) {
		s.HouseRules = map[string]match.HouseRules{"slap": {Options: func([]games.Seat) games.Agreed {
			return games.Agreed{}.With(games.Field{Key: "points", Value: games.Number(0)})
		}}}
	})
}

// Buttons of devices and keys of keyboards are read as lines are; a keyboard's keys do not bounce.
func TestDevicesAndKeyboardsAreRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		plugged, typed := make(chan hw.Event), make(chan hw.Event)
		g := newRig(t, t.TempDir(), func(s *setup) { s.Plugged, s.Typed = plugged, typed })
		g.pick(games.Word("slap"))
		tap := func(c chan hw.Event, b hw.Button) {
			for _, down := range []bool{true, false} {
				c <- hw.Event{Edge: hw.Edge{At: g.now(), Button: b, Down: down}}
				g.wait(2 * time.Millisecond)
			}
		}
		tap(plugged, 2)
		g.wait(time.Second)
		if joined, _ := g.referee.stack.lobby.Joined(); !slices.Equal(joined, []games.Seat{2}) {
			t.Errorf("%v have joined", joined)
		}
		at := g.picture().Scene.Dialogue.Draft(g.view()).Cursor
		tap(typed, next)
		tap(typed, next)
		if moved := g.picture().Scene.Dialogue.Draft(g.view()).Cursor - at; moved != 2 {
			t.Errorf("two keys of a keyboard, 4 ms apart, move the cursor by %d", moved)
		}
	})
}

// Whose secret is to be seen is asked, unless the menu has said it or there is one alone.
func TestWhoseSecretIsLookedAt(t *testing.T) {
	withDaemon(t, func(r *Referee, _ *bytes.Buffer) {
		if err := r.Begin(games.Start{Game: "slap", Seats: []games.Seat{1, 2, 3}}); err != nil {
			t.Fatal(err)
		}
		if err := r.exec.do(layers.Look{}); err != nil || r.stack.handover.Guest() != 0 || r.stack.asked.(*layers.Asked).ID != layers.Secret {
			t.Errorf("it asks %+v and gives the display to %d: %v", r.stack.asked, r.stack.handover.Guest(), err)
		}
		if err := r.exec.do(layers.Look{Seat: 2}); err != nil || r.stack.handover.Guest() != 2 {
			t.Errorf("the display is given to %d: %v", r.stack.handover.Guest(), err)
		}
	})
}

// Edges that are lost while no game is on are told, and refuse nothing.
func TestEdgesLostInTheLobby(t *testing.T) {
	withDaemon(t, func(r *Referee, log *bytes.Buffer) {
		r.handle(hw.Event{Edge: hw.Edge{At: time.Hour + time.Second}, Lost: 2, Until: time.Hour + 2*time.Second})
		lines := r.stack.view(r.stack.moment(), games.Public).Lines
		if !slices.ContainsFunc(lines, func(t games.Text) bool { return t.Word == "edges_lost" && t.Number == 2 }) {
			t.Errorf("the display says %+v", lines)
		}
		if strings.Contains(log.String(), "refused") || !strings.Contains(log.String(), `"edges lost" edges=2 for=1s`) {
			t.Errorf("the log says %s", log)
		}
	})
}

// A mark that can't be written is told in the log, and the game that other players continue begins.
func TestAnInheritedMarkThatCanNotBeWritten(t *testing.T) {
	withDaemon(t, func(r *Referee, log *bytes.Buffer) {
		r.exec.inheritCounts("new", "")
		r.exec.inheritCounts("new", "counts")
		if log.Len() > 0 {
			t.Errorf("nothing is to be marked, and the log says %s", log)
		}
		if r.exec.inheritCounts("new", "for-fun"); !strings.Contains(log.String(), `err="no space"`) {
			t.Errorf("the log says %q", log)
		}
	}, func(s *setup) {
		s.Counts = func(journal string) bool { return journal == "counts" }
		s.SetCounts = func(string, bool) error { return errors.New("no space") }
	})
}

// A journal that can't be put away or kept is named in the log, and the table goes on.
func TestAJournalThatIsGone(t *testing.T) {
	for says, do := range map[string]func(*Referee, string) error{
		"a game is offered again when the box starts": func(r *Referee, path string) error { r.exec.postpone(path); return nil },
		"the game before can still be taken up again": func(r *Referee, path string) error {
			return r.exec.begin(layers.Begin{Start: games.Start{Game: "slap", Seats: []games.Seat{1, 2}}, Series: path})
		},
	} {
		withDaemon(t, func(r *Referee, log *bytes.Buffer) {
			if err := do(r, filepath.Join(r.stack.Folder.Path(), "2026-01-01T00-00-00-slap.open.jsonl")); err != nil || !strings.Contains(log.String(), says) {
				t.Errorf("%v, and the log does not say that %s: %s", err, says, log)
			}
		})
	}
}
