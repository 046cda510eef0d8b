package box

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/wiring"
	"arbitre/games/all"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/hw/sim"
	"arbitre/systemd"

	"github.com/google/go-cmp/cmp"
)

// A box that knows nothing is pressed through its first start on virtual chips; then its lobby is
// open, its keys and buttons are where they were pressed, and it knows them after a restart. One
// that is told in its menu to learn its buttons anew asks for no more than these.
func TestTheFirstStartEndsInTheLobby(t *testing.T) {
	c := config.Default(all.Games(), func(string) string { return "" })
	c.Race.Tie, c.Run.Learn = time.Millisecond, true
	known := AsInDrawing(c)
	known.Run.Learn, c.Buttons.Seats = false, nil
	t.Run("first", func(t *testing.T) { testLearning(t, c, nil, 1) }) // the language
	t.Run("anew", func(t *testing.T) { testLearning(t, known, []string{"Settings", "Learn the buttons", "Yes"}, 0) })
}

// testLearning picks rows of the menu, presses all buttons, and takes what is preset in the
// questions that follow.
func testLearning(t *testing.T, c config.Config, menu []string, questions int) {
	synctest.Test(t, func(t *testing.T) {
		folder := t.TempDir()
		c.Journals = folder
		table := must(sim.NewTable(5))
		began := time.Now()
		table.Buttons.Clock = func() time.Duration { return time.Minute + time.Since(began) }
		service := NewService(all.Games(), slog.New(slog.DiscardHandler), systemd.NoSupervisor(), "")
		defer service.Folder.Close()
		var shown referee.Picture
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() {
			done <- RunConfigs(c, func(c config.Config) (*config.Config, error) {
				b := FromConfig(table, c)
				b.Clock, b.Machine = table.Clock, results.Clock{Wall: time.Now, Up: table.Clock}
				b.Told = func(p referee.Picture) { shown = p }
				return b.Run(ctx, c, service)
			}, func(error) {})
		}()
		wait := func(d time.Duration) { time.Sleep(d); synctest.Wait() }
		press := func(b hw.Button, held time.Duration) {
			table.Buttons.Set(table.Clock(), b, true)
			wait(held)
			table.Buttons.Set(table.Clock(), b, false)
			wait(500 * time.Millisecond)
		}
		const short = 80 * time.Millisecond
		wait(time.Second)
		for _, row := range menu {
			for rows := 0; !strings.Contains(shown.Scene.Spoken(service.Phrases), row); rows++ {
				if press(hw.KeyPrevious, short); rows > 20 {
					t.Fatalf("the menu has no row %q", row)
				}
			}
			wait(time.Second)
			press(hw.KeyOK, short)
			wait(time.Second)
		}
		for _, b := range []hw.Button{3, 2, 1} {
			press(b, short)
		}
		press(3, 3*time.Second)
		for _, b := range []hw.Button{hw.KeyOK, hw.KeyPrevious, hw.KeyNext} {
			press(b, short)
		}
		for range questions {
			wait(time.Second)
			press(hw.KeyOK, short)
		}
		if got := shown.Scene.View; got.Headline.Word != "guide_press" {
			t.Fatalf("the display shows %+v", got)
		}
		wait(time.Second)
		press(hw.KeyOK, short) // leaves the guided first game
		if got := shown.Scene.View; got.Headline.Word != "welcome" || !got.Asks("game") {
			t.Fatalf("the display shows %+v", got)
		}
		press(hw.KeyOK, short)
		press(3, short) // joins as seat 1
		if got := shown.Scene.View.Headline.Seats; len(got) != 1 || got[0] != 1 {
			t.Errorf("joined %v", got)
		}
		if !table.Lamps[3].Lit() {
			t.Error("the lamp of seat 1 is dark")
		}
		stop()
		if err := <-done; err != nil {
			t.Error(err)
		}
		text, _ := os.ReadFile(ownPath(c.Journals))
		const want = "seats = ['GPIO22', 'GPIO27', 'GPIO17']\nlamps = ['GPIO26', 'GPIO16', 'GPIO25']\n"
		if !strings.Contains(string(text), want) {
			t.Errorf("it keeps\n%s", text)
		}
		again, err := WithOwn(config.Reader{Rules: all.Games(), Env: func(string) string { return "" }}, c)
		if err != nil || again.Run.Learn || again.Judge.OK != "GPIO13" || len(again.Buttons.Seats) != 3 {
			t.Errorf("after a restart it has %v, %+v", err, again.Buttons)
		}
	})
}

// Where all lines of a header are free, no lamp is driven on one that is watched as a button: of
// the eight that are drawn, the last has to stay dark.
func TestNoLampIsDrivenOnALineThatIsWatched(t *testing.T) {
	watched := map[hw.Button]string{}
	for i, line := range wiring.Watchable() {
		watched[hw.Button(i+1)] = line
	}
	want := []string{"GPIO25", "GPIO16", "GPIO26", "GPIO20", "GPIO21", "GPIO18", "GPIO19", ""}
	if diff := cmp.Diff(want, lampsMeanwhile(config.Default(nil, func(string) string { return "" }), true, watched)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
