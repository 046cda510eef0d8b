package main

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
)

// sitDown picks the n-th game, counted from 0, and lets seats join.
func (d *demoTable) sitDown(game, seats int) {
	d.Helper()
	for range game {
		d.keys("ArrowRight")
	}
	d.keys("Enter")
	for seat := range seats {
		d.keys("Digit" + strconv.Itoa(seat+1))
	}
	d.keys("Enter")
}

// word types a word, letter by letter, and Enter.
func (d *demoTable) word(word string) {
	d.Helper()
	for _, letter := range word {
		d.keys("Key" + string(letter))
	}
	d.keys("Enter")
}

// seen looks at what has appeared by itself, and goes on.
func (d *demoTable) seen() {
	d.Helper()
	time.Sleep(referee.ThumbTime + 100*time.Millisecond)
	d.keys("Enter")
}

func asks(id string) func(*games.Table) bool {
	return func(t *games.Table) bool {
		return slices.ContainsFunc(t.View(games.Judge).Prompts, func(p games.Prompt) bool { return p.ID == id })
	}
}

func over(t *games.Table) bool { return t.View(games.Public).Over }

// won tells who won the game of the journal.
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

func TestBrowserPlaysARoundOfMOG(t *testing.T) {
	d := startDemo(t)
	d.sitDown(2, 3)
	d.keys("Enter")                           // players are MOG
	d.keys("ArrowLeft", "ArrowLeft", "Enter") // one round
	d.keys("Enter", "Enter")                  // seat 1 is the first MOG; begin
	d.Photograph("mog-cover.png")
	secret := []string{"Enter", "ArrowRight", "Enter", "ArrowRight", "Enter", "Enter"} // 1, 2 and 3
	d.keys("Enter")
	d.keys(secret...)
	d.shows("turn")
	d.keys("Enter", "Enter", "ArrowRight", "ArrowRight", "Enter", "ArrowRight", "ArrowRight", "Enter", "Enter") // 1, 3 and 5
	d.shows("mog_lay")
	d.Photograph("mog-lay.png")
	d.Tap("Digit3")
	d.table("a shout", asks("accuse"))
	d.Photograph("mog-accuse.png")
	d.keys("Enter")
	d.keys(secret...)
	d.shows("game_over", "again")
	d.Photograph("mog-over.png")
	if winners := d.won(); !slices.Equal(winners, []games.Seat{3}) {
		t.Errorf("the winners are %v, want 3\n%s", winners, d.journal())
	}
}

func TestBrowserPlaysARoundOfMastermind(t *testing.T) {
	d := startDemo(t)
	d.sitDown(3, 3)
	d.keys("Enter", "Enter")                  // the house deals; calls in turn
	d.keys("ArrowLeft", "ArrowLeft", "Enter") // one round
	d.keys("Enter")
	for seat := range 3 {
		key := "Digit" + strconv.Itoa(seat+1)
		d.key(key, true)
		time.Sleep(700 * time.Millisecond) // shorter is no look
		d.Photograph("mastermind-peek-" + strconv.Itoa(seat+1) + ".png")
		d.key(key, false)
		time.Sleep(100 * time.Millisecond)
	}
	d.table("the first guess", asks("guess"))
	code := []string{"ArrowRight", "Enter", "ArrowRight", "ArrowRight", "Enter", "ArrowRight", "ArrowRight", "ArrowRight", "Enter", "Enter"} // the rest is empty
	d.seen()
	d.keys(code...)
	d.table("the answers", func(*games.Table) bool { return strings.Contains(string(d.journal()), `"answer":"guess"`) })
	d.Photograph("mastermind-answers.png")
	for range 3 { // each calls, until one is right or all are out
		table := d.table("a turn, or the end", func(t *games.Table) bool { return over(t) || asks("guess")(t) })
		if over(table) {
			break
		}
		turn := table.View(games.Judge).Prompts[0].Seat
		d.keys("Digit" + strconv.Itoa(int(turn)))
		d.table("the call", asks("solve"))
		d.seen()
		d.keys(code...)
	}
	d.table("the end", over)
	d.Photograph("mastermind-over.png")
	if !strings.Contains(string(d.journal()), `"answer":"solve"`) {
		t.Errorf("nobody has called\n%s", d.journal())
	}
}

func TestBrowserPlaysASeriesOfMotusAndTheSuperPartie(t *testing.T) {
	d := startDemo(t)
	d.sitDown(4, 4)
	d.keys("Enter")                           // teams
	d.keys("ArrowLeft", "ArrowLeft", "Enter") // five letters
	for range 9 {
		d.keys("ArrowLeft")
	}
	d.keys("Enter")                             // one series
	d.keys("ArrowRight", "ArrowRight", "Enter") // no grid
	d.keys("Enter", "Enter")                    // no clock; begin

	d.keys("Enter") // seat 1 takes the display
	d.word("ETAGE")
	d.keys("Enter") // seat 2
	d.word("BALLE")
	d.table("two hunts", asks("guess"))
	d.word("ETUDE") // opens the hunt whose word begins with E
	d.word("BELLE")
	d.table("two lines", func(t *games.Table) bool {
		slates := t.View(games.Public).Slates
		return len(slates) == 2 && slates[0].Marks == "XX--X" && slates[1].Marks == "X-XXX"
	})
	d.Photograph("motus-slates.png")
	d.word("ETAGE")
	d.word("BALLE")
	d.table("level teams", asks("super_team"))
	d.seen()
	d.keys("Enter") // team 1: seats 1 and 3
	for i, author := range []int{2, 4, 2} {
		if i > 0 {
			d.seen()
		}
		d.table("a word to write", func(t *games.Table) bool {
			return len(t.View(games.Player(games.Seat(author))).Prompts) > 0
		})
		d.keys("Enter")
		d.word("COCON")
		d.Await(`[...document.querySelectorAll("#table .lit")].length > 0`)
		d.keys("Digit3")
		d.table("the buzz", asks("guess"))
		d.Photograph("motus-buzz.png")
		d.word("COCON")
	}
	d.table("the end", over)
	d.Photograph("motus-over.png")
	if winners := d.won(); !slices.Equal(winners, []games.Seat{3}) {
		t.Errorf("the winners are %v, want 3\n%s", winners, d.journal())
	}
}
