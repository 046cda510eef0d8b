package main

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
	"time"

	"arbitre/cmd/arbitre/box"
	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/web/browser"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/hw"
	"arbitre/hw/sim"

	"github.com/google/go-cmp/cmp"
)

// A demoTable is the program itself, started as a person would, with its page in a real browser.
type demoTable struct {
	*browser.Tab
	command *exec.Cmd
	url     string
	state   string // $XDG_STATE_HOME
}

// startDemo starts the demo and opens its page.
func startDemo(t *testing.T) *demoTable {
	t.Helper()
	browser.Need(t)
	d := &demoTable{state: t.TempDir()}
	d.start(t, "127.0.0.2:0") // where no connection takes the port while it is off
	d.Tab = browser.Open(t, d.url)
	d.Await(`document.body.dataset.link === "live"`)
	return d
}

// start starts it and waits until it is ready: the display, a virtual one, has its first picture.
func (d *demoTable) start(t testing.TB, listen string, flags ...string) {
	t.Helper()
	command := exec.Command("arbitre", append([]string{"demo", "--guide=false", "--listen", listen}, flags...)...)
	command.Env = append(os.Environ(), "XDG_STATE_HOME="+d.state, "LC_ALL=C")
	command.Stderr = os.Stderr
	stdout := must(command.StdoutPipe())
	check(t, command.Start())
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait()
	})
	line := must(bufio.NewReader(stdout).ReadString('\n'))
	d.command, d.url = command, regexp.MustCompile(`http://\S+`).FindString(line)
}

// A family that has nothing set up yet is greeted in its own language.
func TestTheVirtualTableSpeaksAsItsPeopleDo(t *testing.T) {
	german := filepath.Join(t.TempDir(), "german.toml")
	check(t, os.WriteFile(german, []byte("language = \"de\"\n"), 0o600))
	for _, test := range []struct{ name, file, locale, want string }{
		{"a machine in French", "", "fr_BE.UTF-8", "fr"},
		{"a machine in no language of the box", "", "C.UTF-8", "en"},
		{"a configuration that is named", german, "fr_FR.UTF-8", "de"},
	} {
		t.Run(test.name, func(t *testing.T) {
			env := map[string]string{"XDG_STATE_HOME": t.TempDir(), "LANG": test.locale}
			c, err := demo{file: test.file}.config(world{env: func(name string) string { return env[name] }})
			if err != nil || c.Language != test.want {
				t.Errorf("it speaks %q, %v; want %q", c.Language, err, test.want)
			}
			if filepath.Base(c.Journals) != "demo" {
				t.Errorf("its games go among those of the real table: %s", c.Journals)
			}
		})
	}
}

// The virtual table shows what is drawn on the panel of its box.
func TestTheVirtualTableShowsItsDisplay(t *testing.T) {
	c := must(demo{}.config(world{env: func(string) string { return "" }}))
	table := must(sim.NewTable(c.Demo.Seats))
	picture := canvas.NewPicture()
	display.NewPainter(wording.NewPhrases(all.Games())).DrawMark(picture, 7)
	check(t, box.FromConfig(table, c).Panel.Draw(picture))
	if pixels, _, on := table.Shown(); !on || !slices.Equal(pixels, picture.Pix) {
		t.Errorf("%d other bytes are shown, on=%v", len(pixels), on)
	}
}

// What the virtual table has learnt it knows after a restart, whatever the real one has on the same
// lines. Buttons that it has not are those of another table, and forgotten.
func TestTheVirtualTableKnowsItsButtonsAgain(t *testing.T) {
	state := t.TempDir()
	real := filepath.Join(state, "arbitre.toml")
	own := filepath.Join(state, "arbitre", "demo", "settings.toml")
	learnt := "[sounds]\nvolume = 15\n[buttons]\nseats = ['GPIO22', 'GPIO17', 'GPIO24']\n"
	wired := "[buttons]\nseats = ['GPIO4', 'GPIO8', 'GPIO7']\n" +
		"lamps = ['GPIO17', 'GPIO22', 'GPIO24']\n" +
		"[[shortcut]]\nline = 'GPIO27'\nprompt = 'play'\nvalue = 'mosquito'\n"
	err := errors.Join(os.MkdirAll(filepath.Dir(own), 0o700),
		os.WriteFile(own, []byte(learnt), 0o600), os.WriteFile(real, []byte(wired), 0o600))
	if err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"XDG_STATE_HOME": state}
	for _, test := range []struct {
		name string
		demo
		want []string
	}{
		{"again", demo{file: real}, []string{"GPIO22", "GPIO17", "GPIO24"}},
		{"with other seats", demo{file: real, seats: 3}, []string{"GPIO17", "GPIO27", "GPIO22"}},
		{"as a new box", demo{first: true}, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			w := world{err: t.Output(), env: func(name string) string { return env[name] }}
			c, err := test.config(w)
			if err != nil || !slices.Equal(c.Buttons.Seats, test.want) || c.Sounds.Volume != 15 {
				t.Errorf("seats on %q, volume %d, %v", c.Buttons.Seats, c.Sounds.Volume, err)
			}
		})
	}
}

// Two demos on one machine have the same addresses again after a restart, so that open pages find
// them.
func TestADemoKeepsItsPorts(t *testing.T) {
	open := func(address string) (at []string, listeners []net.Listener) {
		t.Helper()
		var c config.Config
		c.Demo.Listen = address
		table, phones, err := listenForDemo(c)
		if err != nil {
			t.Fatal(err)
		}
		return []string{table.Addr().String(), phones.Addr().String()}, []net.Listener{table, phones}
	}
	stop := func(listeners []net.Listener) {
		for _, l := range listeners {
			l.Close()
		}
	}
	const host = "127.0.0.4" // where no connection takes the port while it is off
	at, listeners := open(host + ":0")
	stop(listeners)
	address := at[0]
	var was []string
	for range 3 {
		one, first := open(address)
		two, second := open(address)
		if now := slices.Concat(one, two); was != nil && !slices.Equal(now, was) {
			t.Errorf("after a restart they are at %q, before at %q", now, was)
		}
		was = slices.Concat(one, two)
		stop(first)
		stop(second)
	}
	if was[0] != address {
		t.Errorf("they are at %q, want the first at %s", was, address)
	}
}

// A short press whose edges arrive at the same time counts, and two of them at the same time are
// one.
func TestAPressThatTheNetworkHeldUpIsOne(t *testing.T) {
	c := must(demo{}.config(world{env: func(string) string { return "" }}))
	contacts := hw.NewContacts(c.Contacts(), hw.DefaultWatch(), nil)
	var presses []hw.Edge
	for _, down := range []bool{true, false, true, false} {
		for _, e := range contacts.Take(hw.Event{Edge: hw.Edge{At: time.Hour, Button: 1, Down: down}}) {
			if e.Down {
				presses = append(presses, e)
			}
		}
	}
	if want := []hw.Edge{{At: time.Hour, Button: 1, Down: true}}; !cmp.Equal(presses, want) {
		t.Errorf("the presses are %+v, want %+v", presses, want)
	}
}

// keys taps keys one after the other. After each it waits until the page has changed, or for a
// second if the key changes nothing.
func (d *demoTable) keys(codes ...string) {
	d.Helper()
	const look = `panel.canvas.toDataURL() + [...document.querySelectorAll(".lit")].map(b => b.dataset.button)`
	for _, code := range codes {
		before := browser.See[string](d.Tab, look)
		d.Tap(code)
		time.Sleep(betweenTaps)
		late := time.Now().Add(time.Second)
		for browser.See[string](d.Tab, look) == before && time.Now().Before(late) {
			time.Sleep(20 * time.Millisecond)
		}
	}
}

// betweenTaps is how long a button must be up: one that comes again within 15 ms has bounced.
const betweenTaps = 60 * time.Millisecond

// key presses or releases a key, and waits until its next edge can't be taken for a bounce.
func (d *demoTable) key(code string, down bool) {
	d.Helper()
	d.Key(time.Now(), code, browser.KeyOf(code), down)
	time.Sleep(betweenTaps)
}

// journal reads the journal of the current game.
func (d *demoTable) journal() []byte {
	d.Helper()
	var paths []string
	for late := time.Now().Add(20 * time.Second); len(paths) != 1; time.Sleep(20 * time.Millisecond) { // the keys may still be on their way
		var err error
		if paths, err = filepath.Glob(filepath.Join(d.state, "arbitre", "demo", "*"+journal.OpenEnd)); err != nil || time.Now().After(late) {
			d.GiveUp("journals %v, %v; want one", paths, err)
		}
	}
	return must(os.ReadFile(paths[0]))
}

// shows waits until the journal has led the game to a headline of the judge's view, once all clocks
// have run out.
func (d *demoTable) shows(headline string) {
	d.Helper()
	for deadline := time.Now().Add(20 * time.Second); ; time.Sleep(50 * time.Millisecond) {
		table, _, err := journal.Play(d.journal(), all.Games(), math.MaxInt64, func(journal.Line) {})
		if err != nil {
			d.Fatal(err)
		}
		table.FireRest()
		if table.View(games.Judge).Headline.Word == headline {
			return
		}
		if time.Now().After(deadline) {
			d.GiveUp("the journal does not come to %s:\n%s", headline, d.journal())
		}
	}
}

// says waits until the display has a sentence first, as the page says it.
func (d *demoTable) says(sentence string) {
	d.Helper()
	d.Await(fmt.Sprintf(`document.querySelector("#said").textContent.startsWith(%q)`, sentence))
}

func TestBrowserPlaysARoundOfMito(t *testing.T) {
	d := startDemo(t)
	d.Photograph("lobby.png")
	d.keys("Enter")                               // Mito
	d.keys("Digit1", "Digit2", "Digit3", "Enter") // three join
	d.keys("ArrowLeft", "ArrowLeft", "Enter")     // one round
	d.keys("Enter", "Enter")                      // seat 1 is the guardian; let's go
	d.shows("turn")
	d.Photograph("turn.png")
	d.callACheat()
	d.slapAMosquito()
	d.refuseToUndo()
	d.countHands()
}

// callACheat ends the turn of seat 1. The guardian calls and is right.
func (d *demoTable) callACheat() {
	d.keys("Digit1")
	time.Sleep(500 * time.Millisecond)
	d.keys("Digit1")
	d.shows("call")
	time.Sleep(referee.ReadingTime + 100*time.Millisecond) // the judge reads
	d.keys("ArrowRight", "Enter")                          // seat 3
	d.shows("check")
	d.keys("Enter")
	d.shows("guilty")
}

// slapAMosquito lets seat 2 lay a mosquito. Seats 1 and 3 slap at nearly the same time, 3 is later.
func (d *demoTable) slapAMosquito() {
	time.Sleep(1600 * time.Millisecond)
	d.keys("Enter")
	d.seen() // the cards, below the verdict
	d.Await(`[...document.querySelectorAll("#table .lit")].length > 0`)
	d.Tap("Digit1", "Digit3")
	d.shows("slowest")
	d.says("3 too slow!")
	d.Photograph("slowest.png")
	table, _, err := journal.Play(d.journal(), all.Games(), math.MaxInt64, func(journal.Line) {})
	if err != nil {
		d.Fatal(err)
	}
	table.FireRest()
	if race := table.View(games.Public).Race; race.Order[0].Seat != 1 || race.Slowest != 3 {
		d.Errorf("the race is %+v; want 3 after 1", race)
	}
}

// refuseToUndo asks for an undo of the slap by a held Enter, and goes on.
func (d *demoTable) refuseToUndo() {
	time.Sleep(referee.ReadingTime) // the judge reads
	d.key("Enter", true)
	time.Sleep(800 * time.Millisecond)
	d.key("Enter", false)
	d.says("What now?")
	d.keys("Enter") // at once: it is his own key that led here
	d.says("3 too slow!")
}

// countHands ends the round: seat 3 is out. The hands of 1 and 2 are counted.
func (d *demoTable) countHands() {
	time.Sleep(1600 * time.Millisecond)
	d.keys("Enter", "ArrowRight", "ArrowRight", "Enter")
	d.seen()
	d.shows("count")
	d.Photograph("hand.png")
	d.keys("ArrowLeft", "ArrowLeft", "Enter", "Enter", "Enter") // a number
	d.keys("ArrowLeft", "ArrowLeft", "Enter", "Enter", "Enter") // one, too, by a slip
	d.Photograph("hands.png")
	d.keys("ArrowLeft", "Enter", "ArrowRight", "Enter", "ArrowLeft", "Enter", "Enter") // seat 2 has two
	d.keys("Enter")
	d.shows("game_over")
	d.Photograph("game_over.png")

	over := d.over()
	if !slices.Equal(over.Winners, []games.Seat{3}) {
		d.Errorf("the winners are %v, want seat 3", over.Winners)
	}
	if one, two := over.Totals.Of(1), over.Totals.Of(2); one != 1 || two != 2 {
		d.Errorf("seats 1 and 2 have %d and %d points, want 1 and 2", one, two)
	}
}
