package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/display/web/browser"
)

// Whoever tries the first start in a browser presses the buttons in an order of his own; then they
// are the seats, and the keys are keys.
func TestBrowserTriesTheFirstStart(t *testing.T) {
	browser.Need(t)
	d := &demoTable{state: t.TempDir()}
	d.start(t, "127.0.0.2:0", "--first")
	d.Tab = browser.Open(t, d.url)
	d.Await(`document.body.dataset.link === "live"`)
	says := func(en, de, fr string) { // in whichever language it speaks just now
		t.Helper()
		const said = `document.querySelector("#said").textContent.replaceAll("\u00a0", " ")`
		d.Await(fmt.Sprintf(`/%s|%s|%s/.test(%s)`, en, de, fr, said))
	}
	for i, code := range []string{"Digit4", "Digit2", "Digit1"} {
		n := i + 1
		says(fmt.Sprintf("Seat %d: press", n), fmt.Sprintf("Platz %d: drück", n), fmt.Sprintf("Place %d : app", n))
		d.Photograph(fmt.Sprintf("first-%d.png", i+1))
		d.keys(code)
	}
	d.key("Digit4", true)
	says("Now: Key OK", "Jetzt: Taste OK", "Maintenant : Touche OK")
	d.key("Digit4", false)
	d.keys("Enter", "ArrowLeft", "ArrowRight")
	says("Language", "Sprache", "Langue")
	time.Sleep(referee.ReadingTime) // it is read
	d.keys("Enter")
	says("Which game", "Welches Spiel", "Quel jeu")
	d.Photograph("first-lobby.png")
	kept, err := os.ReadFile(filepath.Join(d.state, "arbitre", "demo", "first", "settings.toml"))
	if want := "seats = ['GPIO23', 'GPIO27', 'GPIO17']\n"; err != nil || !strings.Contains(string(kept), want) {
		t.Errorf("it keeps %v\n%s", err, kept)
	}
	d.keys("Enter", "Digit4", "Digit2")
	d.Await(`[...document.querySelectorAll("#table .lit")].map(b => b.dataset.button).sort().join() === "2,4"`)
	d.Photograph("first-join.png")
}

// A paired phone begins to learn the buttons anew, and says that there are no more.
func TestBrowserLearnsTheButtonsAnewByPhone(t *testing.T) {
	p := startParty(t)
	p.pair()
	p.answer("Which game?", "Settings")
	p.answer("Settings", "Learn the buttons")
	p.answer("Learn them anew?", "Yes, press them all")
	for i, code := range []string{"Digit4", "Digit2", "Digit1"} {
		p.phone.Headline(fmt.Sprintf("Seat %d: press!", i+1))
		p.keys(code)
	}
	p.answer("The buttons", "No more")
	p.phone.Headline("Now: Key OK")
	p.photograph("learning")
	p.keys("Enter", "ArrowLeft", "ArrowRight")
	p.answer("Which game?", "Mito")
	p.phone.Asked("Press your button!")
	p.keys("Digit4", "Digit5")
	p.Await(`[...document.querySelectorAll("#table .lit")]
		.map(b => b.dataset.button).join() === "4"`)
}
