package realkernel

import (
	"bytes"
	"fmt"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
	"github.com/warthog618/go-gpiocdev"
)

// A table is the program itself, arbitre run, on the kernel's lines and bus.
type table struct {
	*chip
	panel    *panel
	journals string
	config   string // beside the defaults
	command  *exec.Cmd
	log      tail
}

// The lines of the configuration's defaults.
var (
	seats = map[games.Seat]int{1: 17, 2: 27, 3: 22}
	lamps = map[games.Seat]int{1: 25, 2: 16, 3: 26}
)

const (
	previous  = 5
	following = 6
	ok        = 13
)

func newTable(t testing.TB) *table {
	t.Helper()
	p := layTable(t)
	p.start()
	return p
}

// layTable returns a table whose program is still to be started.
func layTable(t testing.TB) *table {
	t.Helper()
	p := &table{chip: newChip(t), panel: newPanel(t), journals: t.TempDir(), config: "[buzzer]\nkind = 'active'\n"}
	return p
}

// start starts the program and waits until it has taken the lines: before, a switch may be
// overridden.
func (p *table) start() {
	p.Helper()
	p.panel.powerOn()
	config := filepath.Join(p.journals, "arbitre.toml")
	write(p, config, fmt.Sprintf("language = 'en'\njournals = '%s'\n%s", p.journals, p.config))
	p.command = exec.Command("/bin/arbitre", "run", "--config", config)
	p.command.Stderr = &p.log
	if err := p.command.Start(); err != nil {
		p.Fatal(err)
	}
	p.ends(p.command)
	device, err := gpiocdev.NewChip(p.name)
	if err != nil {
		p.Fatal(err)
	}
	defer device.Close()
	p.await("the buttons' lines are taken", func() bool {
		info, err := device.LineInfo(ok)
		return err == nil && info.Consumer == "arbitre"
	})
	p.isSeen()
}

// await waits until something is so.
func (p *table) await(what string, is func() bool) {
	p.Helper()
	await(p, what, is)
}

// isSeen waits until something is on the display, as whoever sits down does.
func (p *table) isSeen() {
	p.Helper()
	p.await("something is on the display", func() bool {
		return slices.ContainsFunc(p.panel.picture().Pix, func(b byte) bool { return b != 0 })
	})
}

// ends ends a program with the test, and tells what it said if that fails.
func (p *table) ends(command *exec.Cmd) {
	p.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
		if p.Failed() {
			p.Log(p.log.String())
		}
	})
}

// press presses switches one after the other, as fast as a person does.
func (p *table) press(on ...int) {
	for _, line := range on {
		p.set(line, true)
		time.Sleep(60 * time.Millisecond)
		p.set(line, false)
		time.Sleep(60 * time.Millisecond)
	}
}

// passes lets a seat end its turn, after as long as it takes to lay a card: what is quicker is
// taken for a slap (RACE-5).
func (p *table) passes(seat games.Seat) {
	p.Helper()
	time.Sleep(600 * time.Millisecond)
	p.press(seats[seat])
}

// played returns the game so far, as its journal has it.
func (p *table) played() (*games.Table, []games.Fact) {
	p.Helper()
	paths, err := filepath.Glob(filepath.Join(p.journals, "*.open.jsonl"))
	if err != nil || len(paths) != 1 {
		p.Fatalf("journals %v, %v; want one", paths, err)
	}
	text := read(p, paths[0])
	var facts []games.Fact
	played, _, err := journal.Play([]byte(text), all.Games(), math.MaxInt64,
		func(l journal.Line) { facts = append(facts, l.Facts...) })
	if err != nil {
		p.Fatalf("%v\n%s", err, text)
	}
	facts = append(facts, played.FireRest()...)
	return played, facts
}

// shows waits until the journal tells this and the panel has just the picture of it.
// If the box itself asks something, that is its question.
func (p *table) shows(headline string, question ...games.Prompt) {
	p.Helper()
	painter, want := display.NewPainter(wording.NewPhrases(all.Games())), canvas.NewPicture()
	var v games.View
	shown := func() bool {
		played, _ := p.played()
		v = played.View(games.Judge)
		if len(question) > 0 {
			v.Prompts = question
		}
		painter.Draw(want, display.Scene{View: v, Language: wording.English,
			Dialogue: keys.Dialogue{Shown: true}})
		return v.Headline.Word == headline && cmp.Equal(p.panel.picture().Pix, want.Pix)
	}
	defer func() {
		if p.Failed() {
			p.Logf("the journal tells %q. On the display:\n%s\nwanted:\n%s", v.Headline.Word,
				art(p.panel.picture().Pix), art(want.Pix))
		}
	}()
	p.await("it shows "+headline, shown)
}

// art draws a picture with letters, two rows a line.
func art(pix []byte) string {
	var out strings.Builder
	for y := 0; y < 64; y += 2 {
		for x := range 128 {
			out.WriteString([]string{" ", "▀", "▄", "█"}[pix[y/8*128+x]>>(y%8)&3])
		}
		out.WriteByte('\n')
	}
	return out.String()
}

// lit tells whose lamps are lit, when they are still.
func (p *table) lit(want ...games.Seat) {
	p.Helper()
	p.await(fmt.Sprintf("the lamps of %v are lit", want), func() bool {
		for seat, line := range lamps {
			if (p.level(line) == "1") != slices.Contains(want, seat) {
				return false
			}
		}
		return true
	})
}

// sitDown begins one round of Mito with three seats, of which the first is the guardian.
func (p *table) sitDown() {
	p.Helper()
	p.press(ok)                               // Mito
	p.press(seats[1], seats[2], seats[3], ok) // three join
	p.press(previous, previous, ok)           // one round
	p.press(ok, ok)                           // seat 1 is the guardian; let's go
	p.begins()
	p.shows("turn")
}

// reads lets the judge read a question that has appeared by itself: until then it takes no key.
func (p *table) reads() { time.Sleep(700 * time.Millisecond) }

// begins waits for the journal of a game.
func (p *table) begins() {
	p.Helper()
	p.await("a journal", func() bool {
		paths, _ := filepath.Glob(filepath.Join(p.journals, "*.open.jsonl"))
		return len(paths) == 1
	})
}

func TestARoundOfMito(t *testing.T) {
	p := newTable(t)
	p.sitDown()
	p.playRound()
}

// playRound plays the only round of a game: seat 3 is out.
func (p *table) playRound() {
	p.Helper()
	p.lit(1)

	// Seat 1 ends its turn; the guardian calls, and is right.
	p.press(seats[1])
	p.lit(2)
	time.Sleep(500 * time.Millisecond)
	p.press(seats[1])
	p.shows("call")
	p.reads()
	p.press(following, ok) // seat 3
	p.shows("check")
	p.press(ok)
	p.shows("guilty")

	// Seat 2 lays a mosquito; 1 slaps, and 3 is 4 ms later.
	time.Sleep(1600 * time.Millisecond)
	p.press(ok)
	p.reads() // what can be declared
	p.press(ok)
	p.await("the race is open", func() bool { _, facts := p.played(); return has[games.RaceOpened](facts) })
	at := 4 * time.Millisecond
	p.play([]move{
		{line: seats[1], closed: true}, {at: at, line: seats[3], closed: true},
		{at: 20 * at, line: seats[1]}, {at: 20 * at, line: seats[3]},
	})
	p.shows("slowest")
	_, facts := p.played()
	if over := last[games.RaceOver](facts); over.Slowest != 3 {
		p.Errorf("seat 3 was the slowest, the verdict is %+v", over)
	}

	// Seat 3 is out; the hands of 1 and 2 are counted.
	time.Sleep(1600 * time.Millisecond)
	p.press(ok, following, following, ok, ok) // the hand of who is in turn
	p.shows("count")
	p.press(ok, ok, ok, following, ok) // as many of each as there usually are; yes, unchanged
	p.press(following, ok, ok, ok)
	p.press(ok) // all is right
	p.shows("game_over", games.Prompt{
		ID: "again", For: games.Judge, Background: true, Options: games.Words("same", "leave", "undo", "counts"),
	})
	played, facts := p.played()
	over := last[games.GameOver](facts)
	if !played.View(games.Public).Over || !slices.Equal(over.Winners, []games.Seat{3}) || over.Totals.Of(1) == 0 ||
		over.Totals.Of(2) <= over.Totals.Of(1) {
		p.Errorf("the game ends with %+v", over)
	}
}

func has[What any](facts []games.Fact) bool {
	return slices.ContainsFunc(facts, func(f games.Fact) bool { _, is := f.What.(What); return is })
}

func last[What any](facts []games.Fact) (what What) {
	for _, f := range facts {
		if w, is := f.What.(What); is {
			what = w
		}
	}
	return what
}

// A tail is the output of a program, which can be read while it runs.
type tail struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.Write(b)
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.text.String()
}
