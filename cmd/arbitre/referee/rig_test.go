package referee

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/health"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/games/results"
	"arbitre/hw"
)

// A rig is a referee with a table around it, in the time of a synctest bubble.
type rig struct {
	t       *testing.T
	began   time.Time
	looked  sync.Mutex
	lag     time.Duration // how far reading is behind the clock
	events  chan hw.Event
	referee *Referee
	stop    func() // ends the referee's loop; the end of the test does so too

	frames []Picture
	kept   string // the keys that were chosen, with their values
	lamps  map[hw.Button]hw.Light
	cues   []games.Cue
	log    bytes.Buffer
	next   *config.Config // the configuration for which the referee ended
}

// A setup holds all that a test may alter before its referee begins.
type setup struct {
	Options
	Devices
}

func newRig(t *testing.T, folder string, alter ...func(*setup)) *rig {
	g := &rig{t: t, began: time.Now(), events: make(chan hw.Event, 64), lamps: map[hw.Button]hw.Light{}}
	s := newSetup(folder, "", slog.New(slog.NewTextHandler(&g.log, nil)))
	s.Clock, s.Events, s.CatchUp = g.now, g.events, g.catchUp
	s.Seats = []games.Seat{1, 2, 3, 4}
	s.Seed = func() uint64 { return 7 }
	s.Judge = func(p Picture) { g.frames = append(g.frames, p) }
	s.Lamp = func(b hw.Button, l hw.Light) { g.lamps[b] = l }
	s.Play = func(c games.Cue) { g.cues = append(g.cues, c) }
	s.Keep = func(c config.Config, keys ...string) error { g.kept = c.Only(keys...); return nil }
	for _, a := range alter {
		a(s)
	}
	g.referee = New(s.Options, g.now())
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		g.next = g.referee.Run(ctx, s.Devices)
		close(done)
	}()
	g.stop = func() {
		cancel()
		<-done
		g.referee.stack.Folder.Close()
	}
	t.Cleanup(g.stop)
	synctest.Wait()
	return g
}

// atTable tests a rig in a bubble of its own.
func atTable(t *testing.T, test func(*testing.T, *rig)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { test(t, newRig(t, t.TempDir())) })
}

const (
	previous = hw.KeyPrevious
	next     = hw.KeyNext
	ok       = hw.KeyOK
)

// now returns the kernel's time; the clock has run for a while when the referee starts.
func (g *rig) now() time.Duration {
	// The mutex orders all readers of the clock, the referee among them. The race detector does not
	// know that in a bubble the test sleeps while the referee runs.
	g.looked.Lock()
	defer g.looked.Unlock()
	return time.Hour + time.Since(g.began)
}

func (g *rig) catchUp(pass func(hw.Event)) time.Duration {
	now := g.now()
	for len(g.events) > 0 {
		pass(<-g.events)
	}
	return now - g.lag
}

func (g *rig) wait(d time.Duration) {
	g.now()
	time.Sleep(d)
	synctest.Wait()
}

func (g *rig) edge(b hw.Button, down bool, at time.Duration) {
	g.events <- hw.Event{Edge: hw.Edge{At: at, Button: b, Down: down}}
}

// press holds a button for a while.
func (g *rig) press(buttons ...hw.Button) {
	for _, b := range buttons {
		g.edge(b, true, g.now())
		g.wait(60 * time.Millisecond)
		g.edge(b, false, g.now())
		g.wait(60 * time.Millisecond)
	}
}

func (g *rig) hold(b hw.Button, d time.Duration) {
	g.edge(b, true, g.now())
	g.wait(d)
	g.edge(b, false, g.now())
	g.wait(60 * time.Millisecond)
}

// holdUnread holds a button for a while in which the loop reads nothing.
func (g *rig) holdUnread(b hw.Button, d time.Duration) {
	g.lag = time.Hour
	g.hold(b, d)
	g.lag = 0
	g.wait(60 * time.Millisecond)
}

// picture returns what the judge's display shows.
func (g *rig) picture() *Picture { return &g.frames[len(g.frames)-1] }

func (g *rig) view() games.View { return g.picture().Scene.View }

// labels lists the labels of the options that the display shows, without those that have none.
func (g *rig) labels() []games.Text {
	return slices.DeleteFunc(slices.Clone(g.view().Prompts[0].Labels), games.Text.IsZero)
}

// says reports whether the display shows a text with this word.
func (g *rig) says(word string) bool {
	v := g.view()
	return slices.ContainsFunc(append([]games.Text{v.Headline}, v.Lines...),
		func(t games.Text) bool { return t.Word == word })
}

// isAbout fails unless the headline is about a seat.
func (g *rig) isAbout(seat games.Seat) {
	g.t.Helper()
	if h := g.view().Headline; h.Seat != seat {
		g.t.Errorf("%q is said of seat %d, want %d", h.Word, h.Seat, seat)
	}
}

// shows fails unless the display has this headline and this first question.
func (g *rig) shows(headline, question string) {
	g.t.Helper()
	v := g.view()
	var asked string
	if len(v.Prompts) > 0 {
		asked = v.Prompts[0].ID
	}
	if v.Headline.Word != headline || asked != question {
		g.t.Fatalf("the display shows %q and asks %q; want %q and %q\n%s", v.Headline.Word, asked,
			headline, question, g.log.String())
	}
	if headline == "welcome" && v.Game != "" {
		g.t.Fatalf("the lobby is at %s before a game is chosen", v.Game)
	}
}

// begin goes through the lobby to a game of Mito with seats 1 to 3, one round, seat 1 the guardian.
func (g *rig) begin() {
	g.t.Helper()
	g.shows("welcome", "game")
	g.pick(games.Word("mito"))
	g.shows("joined", "players")
	g.press(1, 2, 3)
	g.press(ok) // ready
	g.shows("agreeing", "rounds")
	g.press(previous, previous, ok)
	g.shows("agreeing", "first")
	g.press(ok)
	g.shows("agreed", "begin")
	g.press(ok)
	g.shows("turn", "play")
}

// lines returns the lines of the game's journal.
func (g *rig) lines() []string {
	g.t.Helper()
	paths, err := filepath.Glob(filepath.Join(g.referee.stack.Folder.Path(), "*"+journal.OverEnd))
	if err != nil || len(paths) != 1 {
		g.t.Fatalf("journals %v, %v; want one", paths, err)
	}
	return strings.Split(strings.TrimSpace(strings.Join(whatIsIn(g.t, paths[0]), "")), "\n")
}

// facts returns those facts of a replay of the journal that have one of these names.
func (g *rig) facts(words ...string) []string {
	g.t.Helper()
	var told []games.Fact
	text := strings.Join(g.lines(), "\n") + "\n"
	table, _, err := journal.Play([]byte(text), all.Games(), math.MaxInt64, func(l journal.Line) {
		told = append(told, l.Facts...)
	})
	if err != nil {
		g.t.Fatal(err)
	}
	var facts []string
	for _, f := range append(told, table.FireRest()...) {
		if slices.Contains(words, f.What.Fact()) {
			line, _ := json.Marshal(f.What)
			facts = append(facts, f.What.Fact()+" "+string(line))
		}
	}
	return facts
}

// choose moves a list's cursor down and takes the option there.
func (g *rig) choose(down int) {
	for range down {
		g.press(next)
	}
	g.press(ok)
}

// pick takes an option of the question on the display, wherever it stands in the list and wherever
// the cursor is.
func (g *rig) pick(option games.Value) {
	g.t.Helper()
	draft := func() keys.Draft { return g.picture().Scene.Dialogue.Draft(g.view()) }
	if d := draft(); d.State == keys.Single && d.Prompt.Options[0].Equal(option) {
		g.press(ok)
		return
	} else if d.State != keys.Asked {
		g.press(next) // nothing is shown of a question in the background before a key
	}
	for range draft().Items {
		if d := draft(); d.Items[d.Cursor].Option.Equal(option) {
			g.press(ok)
			return
		}
		g.press(next)
	}
	g.t.Fatalf("%v is not among the options %v", option, g.view().Prompts)
}

// typed types a word and Enter on a keyboard.
func (g *rig) typed(word string) {
	g.letters(word)
	g.press(ok)
}

// letters types letters on a keyboard.
func (g *rig) letters(word string) {
	for _, r := range word {
		g.events <- hw.Event{Edge: hw.Edge{At: g.now()}, Typed: r}
		g.wait(20 * time.Millisecond)
	}
}

// newSetup returns the setup of a referee without any hardware.
func newSetup(folder, runtime string, log *slog.Logger) *setup {
	parts := health.New(log)
	return &setup{
		Options{
			Box: layers.Box{
				Rules: all.Games(), Seats: []games.Seat{1, 2, 3, 4, 5}, Phrases: wording.NewPhrases(all.Games()),
			},
			Config:    config.Default(all.Games(), func(string) string { return "" }),
			Seed:      rand.Uint64,
			Language:  wording.English,
			Keep:      func(config.Config, ...string) error { return nil },
			Folder:    newFolder(folder, runtime, log, parts),
			Began:     func(string) {},
			PutAway:   func(string) {},
			Counts:    results.Counts,
			SetCounts: results.SetCounts,
			Today:     time.Now,
			Contacts:  hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), parts.Button),
			Down:      func() ([]hw.Button, error) { return nil, nil },
			Health:    parts,
			Log:       log,
		},
		Devices{
			Judge:     func(Picture) {},
			Lamp:      func(hw.Button, hw.Light) {},
			Play:      func(games.Cue) {},
			Heartbeat: func() {},
			Status:    func([]string) {},
		},
	}
}

// newDaemon returns a referee without a loop, whose time stands still unless a test moves it.
func newDaemon(folder, runtime string, alter ...func(*setup)) *Referee {
	s := newSetup(folder, runtime, slog.New(slog.DiscardHandler))
	for _, a := range alter {
		a(s)
	}
	return New(s.Options, time.Hour)
}

// newFolder returns the folder of a test's journals.
func newFolder(path, runtime string, log *slog.Logger, parts *health.Health) *journal.Folder {
	return journal.NewFolder(path, all.Games(),
		journal.FolderOptions{Runtime: runtime, Log: log, Report: parts.Disk("journal")})
}

func mitoOfThree() games.Start { return games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}} }

// write writes a file of the table's folder, before the box starts.
func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func whatIsIn(t *testing.T, path string) (lines []string) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return slices.Collect(strings.Lines(string(text)))
}

// whatIsPlayed returns the table of a journal's lines.
func whatIsPlayed(lines []byte) (*games.Table, error) {
	table, _, err := journal.Play(lines, all.Games(), math.MaxInt64, func(journal.Line) {})
	return table, err
}
