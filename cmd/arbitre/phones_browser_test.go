package main

import (
	"fmt"
	"math"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/display/web/browser"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
)

// A party is the demo with two browsers: the virtual table in one, and a phone on the pages in the
// other.
type party struct {
	*demoTable
	phone *browser.Tab
	pages string // their address
}

// startParty starts the demo, with pages at an address that a restart keeps, and opens a phone's
// browser.
func startParty(t *testing.T) *party {
	t.Helper()
	browser.Need(t)
	free := must(net.Listen("tcp", "127.0.0.2:0"))
	address := free.Addr().String()
	free.Close()
	folder := t.TempDir()
	// Browsers are slow on a busy machine: a race waits for them.
	config := fmt.Sprintf("[web]\nlisten = %q\n[race]\ntimeout = \"1m\"\n", address)
	check(t, os.WriteFile(filepath.Join(folder, "arbitre.toml"), []byte(config), 0o600))
	t.Setenv("CONFIGURATION_DIRECTORY", folder)
	p := &party{demoTable: startDemo(t), pages: "http://" + address}
	p.phone = browser.Open(t, p.pages+"/judge?lang=en")
	p.phone.Resize(360, 640)
	return p
}

// open opens a page on the phone and waits until the table's news has arrived.
func (p *party) open(path string) {
	p.Helper()
	p.phone.Go(p.pages + path)
	p.phone.Await(`document.getElementById("link").dataset.link === "live" &&
		document.getElementById("headline").textContent !== ""`)
}

// photograph keeps the phone's whole page by day and by night.
func (p *party) photograph(name string) {
	p.Helper()
	if browser.See[bool](p.phone, `document.documentElement.scrollWidth > innerWidth`) {
		p.Errorf("%s is wider than the phone", name)
	}
	byDayAndNight(p.phone, "phone-"+name)
}

func byDayAndNight(of *browser.Tab, name string) {
	of.Helper()
	for _, scheme := range []string{"dark", "light"} {
		check(of, of.Page.(*browser.Chromium).Scheme(scheme))
		of.Photograph(name + "-" + scheme + ".png")
	}
}

// answer answers a question by touching buttons.
func (p *party) answer(question string, buttons ...string) {
	p.Helper()
	p.phone.Asked(question)
	for _, b := range buttons {
		p.phone.Choose(b)
	}
}

// refused waits for the reason beside a control.
func (p *party) refused(reason string) {
	p.Helper()
	p.phone.Await(fmt.Sprintf(`[...document.querySelectorAll(".reason")].
		some(r => r.textContent.replaceAll("\u00a0", " ") === %q)`, reason))
}

// code returns the six digits of the invitation, as the table's page says them.
func (p *party) code() string {
	p.Helper()
	const code = `document.querySelector("#said").textContent.match(/\b\d{6}\b/)`
	p.Await(code + ` !== null`)
	return browser.See[string](p.Tab, code+`[0]`)
}

// pair makes the phone the judge's, with wrong codes first.
func (p *party) pair() {
	p.Helper()
	reason := func(text string) {
		p.phone.Await(fmt.Sprintf(`document.getElementById("reason").textContent.startsWith(%q)`, text))
	}
	p.photograph("pair")
	p.phone.Enter("#code", "000000") // six digits are sent by themselves
	reason("The box shows no valid code")
	p.keys("ArrowLeft", "Enter") // a phone
	code := p.code()
	p.Photograph("invitation.png")
	n, _ := strconv.Atoi(code)
	p.phone.Enter("#code", fmt.Sprintf("%06d", (n+1)%1_000_000))
	reason("That is not the code")
	p.photograph("pair-wrong")
	p.phone.Enter("#code", code)
	p.phone.Await(`document.documentElement.dataset.page === "judge"`)
	p.phone.Asked("Which game?")
}

// seen waits as a reader does before a picture that appeared by itself, and goes on.
func (d *demoTable) seen() {
	d.Helper()
	time.Sleep(referee.ReadingTime + 100*time.Millisecond)
	d.keys("Enter")
}

// over returns how the game of the journal ended.
func (d *demoTable) over() (over games.GameOver) {
	d.Helper()
	_, _, err := journal.Play(d.journal(), all.Games(), math.MaxInt64, func(l journal.Line) {
		for _, f := range l.Facts {
			if what, ok := f.What.(games.GameOver); ok {
				over = what
			}
		}
	})
	if err != nil {
		d.Fatal(err)
	}
	return over
}

func TestBrowserJudgesMitoByPhone(t *testing.T) {
	p := startParty(t)
	p.pair()
	p.beginMito()
	p.raceForAMosquito()
	p.comeBackFromAKill()
	p.countHandsByPhone()
	p.answer("Another game?", "To the menu")
	p.phone.Asked("Which game?")
	p.open("/?lang=en")
	p.phone.Await(`document.querySelector("#evening tbody tr")?.
		innerText.replace(/\s+/g, " ").trim().startsWith("Seat 3 1 1 0 ")`) // and the time of his fastest hand
	p.photograph("evening")
}

// beginMito lets three people join a round of Mito. Ready is refused before.
func (p *party) beginMito() {
	p.photograph("lobby")
	p.answer("Which game?", "Mito")
	p.answer("Press your button!", "Ready")
	p.refused("3–5 players are needed")
	p.photograph("refused")
	p.keys("Digit1", "Digit2", "Digit3")
	p.answer("Press your button!", "Ready")
	p.answer("How many rounds?", "1")
	p.answer("Who is the guard?", "Seat 1")
	p.answer("Mito?", "Let’s go!")
	p.phone.Headline("1 to play")
	p.photograph("turn")
}

// raceForAMosquito lets seat 1 lay a mosquito. Everyone watches the race, whose last is seat 3.
func (p *party) raceForAMosquito() {
	p.answer("Action card", "Mosquito")
	p.open("/?lang=en")
	p.phone.Headline("Mosquito!")
	p.phone.Await(`document.querySelectorAll(".seat.blinking").length === 2`)
	p.photograph("race-open")
	p.Tap("Digit2", "Digit3")
	p.shows("slowest")
	p.Resize(960, 600)
	byDayAndNight(p.Tab, "table") // the README shows it
	p.phone.Headline("3 too slow!")
	p.phone.Await(`document.querySelectorAll(".lane").length === 2 &&
		document.querySelector(".lane.decides b").innerText.endsWith("3")`)
	p.photograph("race-over")
	p.phone.Resize(1280, 720)
	p.photograph("race-over-wide")
	p.open("/overlay?lang=en")
	p.photograph("overlay")
	p.phone.Resize(360, 640)
}

// comeBackFromAKill kills the program in the midst of the round and starts it again.
func (p *party) comeBackFromAKill() {
	p.open("/judge?lang=en")
	p.phone.Await(`document.getElementById("past").innerText.includes("3 too slow!")`)
	time.Sleep(2 * time.Second) // the slaps are long over
	p.keys("Digit2")
	p.phone.Headline("3 to play")
	history := `document.getElementById("past").innerText`
	before := browser.See[string](p.phone, history)
	time.Sleep(200 * time.Millisecond) // on the disk by then
	p.command.Process.Signal(syscall.SIGKILL)
	p.command.Wait()
	p.phone.Await(`document.getElementById("link").dataset.link === "lost"`)
	p.photograph("lost")
	p.start(p.TB, strings.TrimSuffix(strings.TrimPrefix(p.url, "http://"), "/"))
	p.answer("Unfinished game", "Go on: Mito")
	p.phone.Headline("3 to play")
	if after := browser.See[string](p.phone, history); after != before {
		p.Errorf("the round's history is\n%s\nand was before the restart\n%s", after, before)
	}
	p.Await(`document.body.dataset.link === "live"`)
}

// countHandsByPhone ends the round: seat 3 has laid the last card, and wins. The hands of 1 and 2
// are counted.
func (p *party) countHandsByPhone() {
	p.answer("Action card", "Hand empty", "Seat 3")
	p.answer("1’s hand", "Numbers: less", "Mitos: more")
	p.photograph("hand")
	p.phone.Choose("Send")
	p.answer("2’s hand", "Actions: more", "Send")
	p.photograph("hands")
	p.answer("Correct a hand?", "All is right")
	p.answer("Another game?")
	p.phone.Headline("3 wins the game!")
	p.photograph("over")
	if winners := p.over().Winners; !slices.Equal(winners, []games.Seat{3}) {
		p.Errorf("the winners are %v, want 3", winners)
	}
}
