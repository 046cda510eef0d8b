package main

import (
	"bytes"
	"fmt"
	"math"
	"math/bits"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/web/browser"
	"arbitre/display/wording"
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
	free, err := net.Listen("tcp", "127.0.0.2:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	folder := t.TempDir()
	// Browsers are slow on a busy machine: a race waits for them.
	config := fmt.Sprintf("[web]\nlisten = %q\n[race]\ntimeout = \"1m\"\n", address)
	if err := os.WriteFile(filepath.Join(folder, "arbitre.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
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
		if err := of.Page.(*browser.Chromium).Scheme(scheme); err != nil {
			of.Error(err)
		}
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

// code reads the six digits from the pixels of the table's display.
func (p *party) code() string {
	p.Helper()
	for late := time.Now().Add(20 * time.Second); time.Now().Before(late); time.Sleep(50 * time.Millisecond) {
		if code, ok := p.codeIn(p.canvas()); ok {
			return code
		}
	}
	p.Photograph("failed.png")
	p.Fatal("no code can be read from the display")
	return ""
}

// codeIn draws invitations and changes one digit of their code after the other, until the picture
// is the one on the display. It goes from left to right: a digit moves only what is right of it.
func (p *party) codeIn(shown []byte) (code string, ok bool) {
	painter, picture := display.NewPainter(wording.NewPhrases(all.Games())), canvas.NewPicture()
	differ := func(code []byte) (pixels int) {
		painter.Draw(picture, display.Scene{Language: wording.English,
			Invitation: &display.Invitation{Address: p.pages + "/judge", Code: string(code)}})
		for i, b := range picture.Pix {
			if i%canvas.Width < canvas.Height {
				continue // the QR code, which has a secret of its own
			}
			pixels += bits.OnesCount8(b ^ shown[i])
		}
		return pixels
	}
	digits := []byte("000000")
	for range 2 { // digits differ in width
		for i := range digits {
			best, least := digits[i], differ(digits)
			for digit := byte('0'); digit <= '9'; digit++ {
				digits[i] = digit
				if n := differ(digits); n < least {
					best, least = digit, n
				}
			}
			digits[i] = best
		}
	}
	return string(digits), differ(digits) == 0
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

// word types a word, letter by letter, and Enter.
func (d *demoTable) word(word string) {
	d.Helper()
	for _, letter := range word {
		d.keys("Key" + string(letter))
	}
	d.keys("Enter")
}

// seen waits as a reader does before a picture that appeared by itself, and goes on.
func (d *demoTable) seen() {
	d.Helper()
	time.Sleep(referee.ReadingTime + 100*time.Millisecond)
	d.keys("Enter")
}

// won returns who won the game of the journal.
func (d *demoTable) won() (winners []games.Seat) {
	d.Helper()
	_, _, err := journal.Play(d.journal(), all.Games(), math.MaxInt64, func(l journal.Line) {
		for _, f := range l.Facts {
			if what, ok := f.What.(games.GameOver); ok {
				winners = what.Winners
			}
		}
	})
	if err != nil {
		d.Fatal(err)
	}
	return winners
}

// leave puts the game away by the phone.
func (p *party) leave() {
	p.Helper()
	p.phone.Choose("Back, undo…")
	p.answer("What now?", "Leave")
	p.answer("Leave the game?", "Yes, kept for a day")
	p.phone.Asked("Which game?")
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
		innerText.replace(/\s+/g, " ").trim() === "Seat 3 1 1 0"`)
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
	if winners := p.won(); len(winners) != 1 || winners[0] != 3 {
		p.Errorf("the winners are %v, want 3", winners)
	}
}

func TestBrowserEntersCardsCodesAndWordsByPhone(t *testing.T) {
	p := startParty(t)
	p.pair()
	p.enterACard()
	p.leave()
	p.enterACode()
	p.leave()
	p.enterAWord()
	p.open("/?lang=de")
	p.photograph("words")
	p.phone.Resize(1280, 720)
	p.photograph("words-wide")
	p.open("/overlay?lang=fr")
	p.photograph("overlay-words")
}

// begin begins a game with those who have joined. The answers are pairs of a question and a button.
func (p *party) begin(game string, answers ...[2]string) {
	p.Helper()
	p.answer("Press your button!", "Ready")
	for _, a := range answers {
		p.answer(a[0], a[1])
	}
	p.answer(game+"?", "Let’s go!")
}

// entered waits until an answer stands in the journal.
func (p *party) entered(answer string) {
	p.Helper()
	for late := time.Now().Add(20 * time.Second); !bytes.Contains(p.journal(), []byte(answer)); {
		if time.Now().After(late) {
			p.Fatalf("the journal has no %s\n%s", answer, p.journal())
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// enterACard picks the three parts of a card of M.O.G. Two are refused.
func (p *party) enterACard() {
	p.answer("Which game?", "M.O.G.")
	p.phone.Asked("Press your button!")
	p.keys("Digit1", "Digit2", "Digit3")
	p.begin("M.O.G.", [2]string{"MOG is…", "The box"}, [2]string{"How many rounds?", "1"})
	p.answer("1 picks a card", "1 black hat", "4 red scarf", "Send")
	p.refused("Exactly 3 are needed.")
	p.phone.Choose("7 feature 7")
	p.photograph("card")
	p.phone.Choose("Send")
	p.entered(`"answer":"designate","seat":1,"value":[1,4,7]`)
	p.phone.Asked("2 picks a card")
	p.photograph("card-laid")
}

// enterACode guesses a code of Mastermind, once each player has looked at his token. An empty code
// is refused.
func (p *party) enterACode() {
	p.answer("Which game?", "Mastermind")
	p.begin("Mastermind", [2]string{"Who deals?", "The box"}, [2]string{"Who may call?", "Whose turn it is"},
		[2]string{"How many rounds?", "1"})
	for seat := range 3 { // each looks at his token
		p.phone.Headline(strconv.Itoa(seat+1) + ": hold your button")
		key := "Digit" + strconv.Itoa(seat+1)
		p.key(key, true)
		if seat == 0 {
			p.phone.Await(`!document.getElementById("holder").hidden && document.getElementById("glass").hidden`)
			p.photograph("peek")
		}
		time.Sleep(700 * time.Millisecond) // shorter is no look
		p.key(key, false)
		time.Sleep(100 * time.Millisecond)
	}
	p.phone.Await(`document.querySelector(".prompt h3")?.textContent.endsWith("’s guess")`)
	guesser := browser.See[string](p.phone,
		`document.querySelector(".prompt h3").textContent.replaceAll("\u00a0", " ")`)
	p.answer(guesser, "Send") // of whoever was drawn
	p.refused("exactly 3 colours")
	for _, colour := range []string{"blue", "empty", "red", "empty", "green"} {
		p.phone.Choose(colour)
	}
	p.photograph("code")
	p.phone.Choose("Send")
	p.entered(`"value":["blue","","red","","green"]`)
	p.phone.Await(`document.querySelectorAll("#lines .peg").length === 2`)
	p.photograph("pegs")
}

// enterAWord proposes a word of Motus; whoever played last, plays. One with too few letters is
// refused.
func (p *party) enterAWord() {
	p.answer("Which game?", "Motus")
	p.begin("Motus", [2]string{"Letters per word?", "5"}, [2]string{"How many series?", "1"},
		[2]string{"Time per word?", "No clock"})
	for _, word := range []string{"ETAGE", "BALLE", "COCON"} {
		p.seen() // it is me
		p.word(word)
	}
	p.phone.Asked("2 proposes…")
	first := "#prompts > :first-child .word"
	p.phone.Enter(first, "etag\r") // the E is there already
	p.refused("5 letters!")
	p.photograph("word-refused")
	p.phone.Enter(first, "\b\b\btude\r")
	p.entered(`"value":"ETUDE"`)
	p.phone.Await(`[...document.querySelectorAll("#slates .letters")].
		some(l => l.ariaLabel.startsWith("E in place, T in place, U absent"))`)
	p.photograph("word")
}
