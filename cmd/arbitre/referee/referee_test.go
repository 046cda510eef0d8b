package referee

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/display"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/hw"

	"github.com/google/go-cmp/cmp"
)

// A rig is a referee with a table around it, in the time of a synctest bubble.
type rig struct {
	t       *testing.T
	began   time.Time
	looked  sync.Mutex
	lag     time.Duration // how far what was read is behind the clock
	events  chan hw.Event
	referee *Referee
	stop    func()

	frames []Picture
	kept   display.Language // to be spoken after a restart
	lamps  map[hw.Button]hw.Light
	cues   []games.Cue
	log    bytes.Buffer
	next   *config.Config // what the referee ended for
}

// A setup is what a test may alter before its referee begins.
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
	s.Houses = map[string]House{"motus": {Doubt: func(in games.Input) games.Text {
		if !in.Value.Equal(games.Word("XYLEM")) {
			return games.Text{}
		}
		return games.Text{Word: "unknown_word", Extra: "XYLEM"}
	}}}
	s.Judge = func(p Picture) { g.frames = append(g.frames, p) }
	s.Lamp = func(b hw.Button, l hw.Light) { g.lamps[b] = l }
	s.Play = func(c games.Cue) { g.cues = append(g.cues, c) }
	s.KeepLanguage = func(l display.Language) error { g.kept = l; return nil }
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
		g.referee.Folder.Close()
	}
	synctest.Wait()
	return g
}

// now is the kernel's clock; it has run for a while when the referee starts.
func (g *rig) now() time.Duration {
	// Whoever looks at the clock comes after whoever looked before: the referee does each time that it wakes,
	// and the race detector does not know that in a bubble the test sleeps then.
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

func (g *rig) view() games.View {
	g.t.Helper()
	return g.frames[len(g.frames)-1].Scene.View
}

// shows fails unless this is the headline, and this the first question.
func (g *rig) shows(headline, question string) {
	g.t.Helper()
	v := g.view()
	var asked string
	if len(v.Prompts) > 0 {
		asked = v.Prompts[0].ID
	}
	if v.Headline.Word != headline || asked != question {
		g.t.Fatalf("the display shows %q and asks %q; want %q and %q\n%s", v.Headline.Word, asked, headline, question, g.log.String())
	}
}

const (
	previous = hw.KeyPrevious
	next     = hw.KeyNext
	ok       = hw.KeyOK
)

// begin goes through the lobby to a game of Mito with seats 1 to 3, one round, seat 1 the guardian.
func (g *rig) begin() {
	g.t.Helper()
	g.shows("welcome", "game")
	g.press(ok) // mito
	g.shows("joined", "players")
	g.press(1, 2, 3)
	g.press(ok) // ready
	g.shows("agreeing", "rounds")
	g.press(previous, previous, ok)
	g.shows("agreeing", "first")
	g.press(ok)
	g.shows("agreeing", "begin")
	g.press(ok)
	g.shows("turn", "play")
}

// lines are those of the game's journal.
func (g *rig) lines() []string {
	g.t.Helper()
	paths, err := filepath.Glob(filepath.Join(g.referee.Folder.Path(), "*"+journal.OverEnd))
	if err != nil || len(paths) != 1 {
		g.t.Fatalf("journals %v, %v; want one", paths, err)
	}
	text, err := os.ReadFile(paths[0])
	if err != nil {
		g.t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// facts are those that the journal gives when it is played again.
func (g *rig) facts(words ...string) []string {
	g.t.Helper()
	var facts []string
	text := strings.Join(g.lines(), "\n") + "\n"
	table, _, err := journal.Play([]byte(text), all.Games(), math.MaxInt64, func(l journal.Line) {
		for _, f := range l.Facts {
			if slices.Contains(words, f.What.Fact()) {
				line, _ := json.Marshal(f.What)
				facts = append(facts, f.What.Fact()+" "+string(line))
			}
		}
	})
	if err != nil {
		g.t.Fatal(err)
	}
	for _, f := range table.RunOut() {
		if slices.Contains(words, f.What.Fact()) {
			line, _ := json.Marshal(f.What)
			facts = append(facts, f.What.Fact()+" "+string(line))
		}
	}
	return facts
}

func TestARoundFromTheLobbyToTheLastPoint(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		if g.lamps[1] != hw.Lit || g.lamps[2] != hw.Dark {
			t.Errorf("lamps %v; want that of the seat in turn", g.lamps)
		}
		g.press(1)
		g.shows("turn", "play")
		if v := g.view(); v.Headline.Seat != 2 {
			t.Errorf("it is the turn of %d, want 2", v.Headline.Seat)
		}

		// Seat 2 lays a mosquito; the judge opens the cards and declares the first.
		g.wait(3 * time.Second)
		g.press(ok, ok)
		g.shows("mosquito", "")
		if g.lamps[1] != hw.Blinking || g.lamps[2] != hw.Dark || g.lamps[3] != hw.Blinking {
			t.Errorf("lamps %v; want those blinking that must slap", g.lamps)
		}
		g.press(3)
		g.wait(100 * time.Millisecond)
		g.shows("slowest", "play")
		if v := g.view(); v.Headline.Seat != 1 {
			t.Errorf("the slowest is %d, want 1", v.Headline.Seat)
		}

		// Seat 3 goes out; the hands of 1 and 2 are counted with the keys.
		g.wait(3 * time.Second)
		g.press(ok, next, next, ok) // the cards, and the third: out
		for g.referee.view(games.Judge).Headline.Word != "count" {
			g.press(next, ok)
			if len(g.cues) > 100 {
				t.Fatal("nobody goes out")
			}
		}
		g.shows("count", "hand")
		g.press(next, next, ok, ok, ok) // two numbers
		g.shows("count", "hand")
		g.press(next, ok, next, ok, ok) // a number and an action
		g.shows("count", "count")
		g.press(ok) // all is right
		g.shows("game_over", "again")

		if !slices.Contains(g.cues, games.CueSlowest) || g.cues[len(g.cues)-1] != games.CueGameOver {
			t.Errorf("heard %v; want the slowest and at last the end", g.cues)
		}
		g.press(ok, next, ok) // what now: leave
		g.shows("welcome", "game")
		g.stop()
		got := g.facts("race_over", "game_over")
		if len(got) != 2 || !strings.Contains(got[0], `"slowest":1`) {
			t.Errorf("the journal tells %v", got)
		}
	})
}

func TestPressesAreDecidedByTheirStampsHoweverLateTheLoopIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.wait(time.Second)
		g.press(ok, ok) // mosquito of seat 1: 2 and 3 race
		g.wait(time.Second)
		first := g.now()
		// The edges reach the referee in one go when the decision is long due, the earlier one last.
		time.Sleep(500 * time.Millisecond)
		g.edge(3, true, first+2*time.Millisecond)
		g.edge(2, true, first)
		g.wait(20 * time.Millisecond)
		g.shows("slowest", "play")
		if v := g.view(); v.Headline.Seat != 3 {
			t.Errorf("the slowest is %d, want 3", v.Headline.Seat)
		}
		g.stop()
		got := g.facts("race_over")
		if want := []string{`race_over {"race":"mosquito","order":[{"seat":2,"after":`}; len(got) != 1 || !strings.HasPrefix(got[0], want[0]) {
			t.Errorf("the journal tells %v, want %v…", got, want)
		}
	})
}

// On a busy machine edges are read long after they happened, and the clock is ahead of what is known.
func TestNoDeadlineIsAppliedBeforeAnEdgeThatIsOnItsWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.wait(time.Second)
		g.press(ok, ok) // mosquito of seat 1: 2 and 3 race
		g.wait(time.Second)
		g.lag = 70 * time.Millisecond
		first := g.now()
		g.edge(3, true, first+2*time.Millisecond)
		g.wait(50 * time.Millisecond) // the decision is long due by the clock
		g.shows("mosquito", "")
		g.edge(2, true, first)
		g.wait(100 * time.Millisecond)
		g.shows("slowest", "play")
		if v := g.view(); v.Headline.Seat != 3 {
			t.Errorf("the slowest is %d, want 3", v.Headline.Seat)
		}
		g.stop()
	})
}

func TestADeadlineIsAppliedAtItsOwnTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.wait(time.Second)
		g.press(ok, next, ok) // cockroach
		g.wait(time.Second)
		g.shows("cockroach", "nobody")
		g.wait(10 * time.Second)
		g.shows("nobody", "play")
		g.stop()
		var opened, over time.Duration
		for line := range strings.Lines(g.log.String()) {
			for word, at := range map[string]*time.Duration{"race_open": &opened, "race_over": &over} {
				if _, after, ok := strings.Cut(line, `{\"t\":`); ok && strings.Contains(line, word) {
					digits, _, _ := strings.Cut(after, ",")
					*at, _ = time.ParseDuration(digits + "ns")
				}
			}
		}
		if over-opened != 5*time.Second {
			t.Errorf("the race was over %v after it opened, want 5s\n%s", over-opened, g.log.String())
		}
	})
}

func TestALongOKAsksWhetherToTakeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.press(1)
		g.hold(ok, time.Second)
		g.shows("turn", "stop")
		if diff := cmp.Diff(games.Text{Word: "undo", Seat: 1, Extra: "did_press"}, g.view().Prompts[0].Labels[1]); diff != "" {
			t.Errorf("it is not said what would be taken back (-want +got):\n%s", diff)
		}
		g.press(next, ok) // undo
		g.shows("turn", "play")
		if v := g.view(); v.Headline.Seat != 1 {
			t.Errorf("it is the turn of %d, want 1 again", v.Headline.Seat)
		}
		g.hold(ok, time.Second)
		if slices.Contains(g.view().Prompts[0].Options, games.Word("undo")) {
			t.Error("an undo is offered, and there is nothing to take back")
		}
		if diff := cmp.Diff(games.Text{Word: "redo", Seat: 1, Extra: "did_press"}, g.view().Prompts[0].Labels[1]); diff != "" {
			t.Errorf("it is not said what would come back (-want +got):\n%s", diff)
		}
		g.press(next, ok) // redo
		if v := g.view(); v.Headline.Seat != 2 {
			t.Errorf("it is the turn of %d, want 2 as before the undo", v.Headline.Seat)
		}
		g.hold(ok, time.Second)
		g.press(previous, ok) // leave
		g.shows("turn", menuLeave)
		g.press(next, ok) // yes
		g.shows("welcome", "game")
		g.stop()
		want := []string{"press", "release", "undo", "redo"}
		for i, line := range g.lines()[1:] {
			if i >= len(want) || !strings.Contains(line, want[i]) {
				t.Errorf("line %d is %s", i+2, line)
			}
		}
	})
}

func TestAGameIsResumedAfterACut(t *testing.T) {
	folder := t.TempDir()
	var before games.View
	var began []string
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, func(s *setup) { s.Began = func(journal string) { began = append(began, journal) } })
		g.begin()
		g.press(1, 2)
		g.wait(time.Second) // on the disk by then
		before = g.view()
		g.stop()
	})
	path := newFolder(folder, "", nil, NewHealth(nil)).Unfinished()
	if !slices.Equal(began, []string{path}) {
		t.Errorf("%v began, want %s", began, path)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, `{"t":99,"pre`...), 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.shows("welcome", "resume")
		g.press(ok)
		if diff := cmp.Diff(before, g.view()); diff != "" {
			t.Errorf("resumed (-before +after):\n%s", diff)
		}
		g.press(3)
		if v := g.view(); v.Headline.Seat != 1 {
			t.Errorf("after the next press it is the turn of %d, want 1", v.Headline.Seat)
		}
		g.stop()
	})
}

func TestAJournalThatCannotBeResumedIsSetAside(t *testing.T) {
	folder := t.TempDir()
	bad := filepath.Join(folder, "2026-01-01T00-00-00-mito"+journal.OpenEnd)
	if err := os.WriteFile(bad, []byte(`{"v":1,"t":0,"start":"mito","seats":[1,2,3]}`+"\nnonsense\n\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder)
		g.shows("welcome", "resume")
		g.press(ok)
		g.shows("welcome", "game")
		if !strings.Contains(g.log.String(), "mito.open.jsonl:2: not a JSON object") {
			t.Errorf("the log does not name the line:\n%s", g.log.String())
		}
		g.stop()
	})
	if _, err := os.Stat(filepath.Join(folder, "2026-01-01T00-00-00-mito"+journal.BrokenEnd)); err != nil {
		t.Error(err)
	}
}

func TestLostEdgesVoidTheRace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.begin()
		g.wait(time.Second)
		g.press(ok, ok)
		g.events <- hw.Event{Edge: hw.Edge{At: g.now()}, Lost: 3}
		g.wait(time.Millisecond)
		g.shows("void", "slowest")
		g.stop()
	})
}

func TestAnIdleTableSleeps(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.press(ok) // whoever joins is called by blinking lamps
		if g.lamps[1] != hw.Blinking {
			t.Errorf("lamps %v; want them blinking", g.lamps)
		}
		before := len(g.frames)
		g.wait(time.Hour)
		if woken := len(g.frames) - before; woken > 60 {
			t.Errorf("woken %d times in an hour", woken)
		}
		last := g.frames[len(g.frames)-1]
		if !last.Look.Dim || last.Look.Mark == 0 {
			t.Errorf("the display looks %+v after an hour", last.Look)
		}
		if g.lamps[1] == hw.Blinking {
			t.Error("the lamps still blink")
		}
		g.press(2)
		if last := g.frames[len(g.frames)-1]; last.Look.Dim {
			t.Error("a press does not wake the display")
		}
		g.stop()
	})
}

func TestTooFewPlayersAreTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.press(ok)
		g.press(1, 2, 2) // 2 has left again
		g.press(ok)
		if !slices.Contains(g.cues, games.CueRefused) {
			t.Error("a game of one begins")
		}
		g.shows("joined", "players")
		if !g.frames[len(g.frames)-1].Scene.Dialogue.Refused() {
			t.Error("nobody is told why")
		}
		g.press(2) // joins, and what was refused is over
		if g.frames[len(g.frames)-1].Scene.Dialogue.Refused() {
			t.Error("the refusal hides who joins")
		}
		g.stop()
	})
}

func TestTheLanguageIsChosenInTheLobby(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.press(previous, ok) // the last entry
		g.shows("welcome", "language")
		g.press(previous, ok) // from English, which is spoken
		g.shows("welcome", "game")
		if l := g.frames[len(g.frames)-1].Scene.Language; l != display.German {
			t.Errorf("the display speaks %v, want de", l)
		}
		if g.kept != display.German {
			t.Errorf("kept is %v; want de", g.kept)
		}
		g.stop()
	})
}

// choose moves a list's cursor down and takes what is there.
func (g *rig) choose(down int) {
	for range down {
		g.press(next)
	}
	g.press(ok)
}

// typed is a word of a keyboard, with Enter.
func (g *rig) typed(word string) {
	g.letters(word)
	g.press(ok)
}

// letters are typed on a keyboard.
func (g *rig) letters(word string) {
	for _, r := range word {
		g.events <- hw.Event{Edge: hw.Edge{At: g.now()}, Typed: r}
		g.wait(20 * time.Millisecond)
	}
}

func TestTheDisplayIsHandedToMOGAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.choose(2) // M.O.G.
		g.press(1, 2, 3, ok)
		g.shows("agreeing", "holder")
		g.press(ok) // a player is MOG
		g.shows("agreeing", "rounds")
		g.press(ok)
		g.press(ok, ok) // the first is MOG; begin
		g.shows("for_eyes", "cover")
		g.press(ok)
		g.shows("mog_chooses", "secret")
		g.press(ok, next, ok, next, ok) // attributes 1, 2 and 3
		for range 3 {
			if g.view().Headline.Word != "turn" {
				g.press(ok)
			}
		}
		g.shows("turn", "designate")
		g.press(ok)                     // opens the cards
		g.press(ok, next, ok, next, ok) // the same: MOG himself
		for range 3 {
			if g.view().Headline.Word == "turn" {
				g.press(ok)
			}
		}
		g.shows("mog_found", "next_round")
		g.press(ok)
		g.shows("for_eyes", "cover") // the next is MOG
		if seat := g.view().Headline.Seat; seat != 2 {
			t.Errorf("the display is for %d, want 2", seat)
		}
		g.stop()
	})
}

func TestAWordIsTypedAndAnUnknownOneQuestioned(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.choose(4) // Motus
		g.press(1, 2, 3, ok)
		g.shows("agreeing", "letters")
		g.press(previous, previous, ok) // five
		g.shows("agreeing", "series")
		g.press(ok)
		g.shows("agreeing", "clock")
		g.choose(1) // 8 s
		g.shows("agreeing", "begin")
		g.press(ok)
		g.shows("for_eyes", "cover")
		g.press(ok)
		g.shows("motus_write", "word")
		g.typed("XYLEM")
		if !slices.Contains(g.cues, games.CueRefused) {
			t.Error("a word that is in no dictionary is not questioned")
		}
		g.press(ok) // seen
		g.press(ok) // it is meant
		g.shows("for_eyes", "cover")
		g.press(ok)
		g.typed("ÉTAGE")
		g.press(ok)
		g.typed("BALLE")
		slates := g.view().Slates
		if len(slates) != 3 || slates[1].Known != "E...." || slates[1].Secret != "" {
			t.Fatalf("the slates are %+v", slates)
		}
		house := g.referee.Houses["motus"]
		g.referee.Houses["motus"] = House{Doubt: house.Doubt, Reveal: true}
		if slates := g.referee.view(games.Judge).Slates; slates[1].Secret != "ETAGE" {
			t.Errorf("to a judge who does not play they are %+v", slates)
		}
		g.referee.Houses["motus"] = house
		if a := g.referee.audience(); a != games.Judge {
			t.Fatalf("the display is %v's, want the judge's", a)
		}

		// The shot clock of the first hunt has been running; it ticks three times, and the line is lost.
		ticks := func() (n int) {
			for _, c := range g.cues {
				if c == games.CueTick {
					n++
				}
			}
			return n
		}
		g.wait(20 * time.Second)
		if n := ticks(); n < 3 || n > 27 {
			t.Errorf("%d ticks of three clocks in 20 s", n)
		}
		if line := g.view().Slates[0].Line; line < 2 {
			t.Errorf("line %d is open after the clock", line)
		}
		g.stop()
	})
}

func TestATokenIsSeenOnlyWhileItsButtonIsHeld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.choose(3) // Mastermind
		g.press(1, 2, 3, ok)
		g.shows("agreeing", "dealer")
		g.press(ok) // the house
		g.press(ok) // in turn
		g.press(ok) // rounds
		g.shows("agreeing", "begin")
		g.press(ok)
		shown := func() bool {
			v := g.view()
			return slices.ContainsFunc(append(v.Lines, v.Headline), func(t games.Text) bool { return t.Word == "your_token" })
		}
		for _, seat := range []hw.Button{1, 2, 3} {
			g.shows("peek", "peek")
			if shown() {
				t.Fatalf("the token of %d is on the display before anyone looks", seat)
			}
			g.edge(seat, true, g.now())
			g.wait(time.Second)
			if !shown() {
				t.Errorf("%d holds the button and sees no token", seat)
			}
			g.edge(seat, false, g.now())
			g.wait(time.Second)
		}
		g.shows("turn", "guess")
		if shown() {
			t.Error("a token is on the display")
		}
		g.stop()
	})
}

// showsToken tells whether a token is on the display.
func (g *rig) showsToken() bool {
	v := g.view()
	return slices.ContainsFunc(append(v.Lines, v.Headline), func(t games.Text) bool { return t.Word == "your_token" })
}

// The daemon ends while somebody looks at his token: his hand may be gone when the next one begins, or still there.
// Either way nothing is shown before a button really goes down, and the game goes on.
func TestWhatIsShownWhileAButtonIsHeldIsHiddenAfterARestart(t *testing.T) {
	for _, marked := range []bool{true, false} { // the daemon has started anew, or the machine
		for held := range hw.Button(3) {
			for _, still := range []bool{false, true} {
				t.Run(fmt.Sprintf("marked=%v/seat %d/still there=%v", marked, held+1, still), func(t *testing.T) {
					restartWhileLooking(t, marked, held+1, still)
				})
			}
		}
	}
}

func restartWhileLooking(t *testing.T, marked bool, held hw.Button, still bool) {
	folder, runtime := t.TempDir(), ""
	if marked {
		runtime = t.TempDir()
	}
	shelve := func(s *setup) { s.Folder = newFolder(folder, runtime, s.Log, s.Health) }
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, shelve)
		g.choose(3) // Mastermind
		g.press(1, 2, 3, ok)
		g.press(ok, ok, ok, ok) // the house deals, calls in turn, rounds, begin
		for seat := range held {
			g.shows("peek", "peek")
			g.edge(seat+1, true, g.now())
			g.wait(time.Second)
			if !g.showsToken() {
				t.Fatalf("%d holds the button and sees no token", seat+1)
			}
			if seat+1 < held {
				g.edge(seat+1, false, g.now())
				g.wait(time.Second)
			}
		}
		g.stop()
	})
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, folder, shelve, func(s *setup) {
			if still {
				s.Down = func() ([]hw.Button, error) { return []hw.Button{held}, nil }
			}
		})
		if !marked {
			g.press(ok) // resume
		}
		g.wait(time.Second)
		if still {
			g.edge(held, false, g.now())
			g.wait(time.Second)
		}
		for _, f := range g.frames {
			if v := f.Scene.View; v.Headline.Word == "your_token" {
				t.Fatalf("nobody has pressed, and the display shows %+v", v)
			}
		}
		for range 4 { // whoever has not seen his token yet
			if v := g.view(); v.Headline.Word == "peek" {
				next := hw.Button(v.Headline.Seat)
				g.edge(next, true, g.now())
				g.wait(time.Second)
				if !g.showsToken() {
					t.Errorf("%d holds the button and sees no token", next)
				}
				g.edge(next, false, g.now())
				g.wait(time.Second)
			}
		}
		g.shows("turn", "guess")
		path := g.referee.match.file.Path()
		g.stop()
		text, err := os.ReadFile(path)
		if want := fmt.Sprintf(`"release":%d}`, held); err != nil || !strings.Contains(string(text), want) {
			t.Errorf("the journal lacks %s (%v):\n%s", want, err, text)
		}
	})
}

// Two games that differ only in the secret can't be told apart by anything but the display in the holder's hand:
// not by the log, the lamps, or what is heard.
func TestNothingTellsOfTheSecret(t *testing.T) {
	// chase plays M.O.G. with a secret, up to a shout.
	chase := func(t *testing.T, secret string) (told []string) {
		folder := t.TempDir()
		synctest.Test(t, func(t *testing.T) {
			g := newRig(t, folder)
			g.choose(2)
			g.press(1, 2, 3, ok)
			g.press(ok, ok, ok, ok) // players, rounds, first, begin
			g.press(ok)             // the display is taken
			g.typed(secret)
			g.shows("turn", "designate")
			g.typed("128") // shares two with either
			g.shows("mog_lay", "designate")
			g.press(3)
			g.wait(time.Second)
			told = append(told, strings.ReplaceAll(g.log.String(), folder, ""))
			for _, c := range g.cues {
				told = append(told, string(c))
			}
			for seat := range hw.Button(4) {
				told = append(told, fmt.Sprint(g.lamps[seat+1]))
			}
			g.stop()
		})
		return told
	}
	if diff := cmp.Diff(chase(t, "123"), chase(t, "124")); diff != "" {
		t.Error(diff)
	}
}

func TestAWordIsNotInTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g := newRig(t, t.TempDir())
		g.choose(4)
		g.press(1, 2, ok)
		g.press(previous, previous, ok, ok, ok, ok) // five letters
		g.shows("for_eyes", "cover")
		g.press(ok)
		g.typed("XYLEM") // is questioned
		g.press(ok, ok)
		g.stop()
		if strings.Contains(g.log.String(), "XYLEM") {
			t.Errorf("the log tells the secret word:\n%s", g.log.String())
		}
	})
}
