package realkernel

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestOnCard… run in the machine of a card; TestCardFirstStart starts them, one after the other.

// A new box asks for its buttons, and plays a round with them. The power is cut in the next game.
func TestOnCardFirstStart(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	p.await("it is ready", func() bool { return property(p, "ActiveState") == "active" })
	p.isSeen()
	learnt := 0
	learns := func(lines ...int) {
		for _, line := range lines {
			learnt++
			p.press(line)
			p.await("it is learnt", func() bool {
				return strings.Count(do(t, "journalctl", "--unit=arbitre", "--output=cat"), "learnt button=") == learnt
			})
		}
	}
	learns(seats[1], seats[2], seats[3])
	p.set(seats[3], true) // no more
	time.Sleep(3 * time.Second)
	p.set(seats[3], false)
	time.Sleep(time.Second)
	learns(ok, previous, following)
	own := filepath.Join(p.journals, "settings.toml")
	p.await("it is kept", func() bool {
		p.reads()
		p.press(ok) // to the language and the letters that it presets
		_, err := os.Stat(own)
		return err == nil
	})
	// These tests read English alone.
	do(t, "sed", "-i", "s/^language = .*/language = 'en'/", own)
	do(t, "systemctl", "restart", "arbitre")
	p.isReady()
	p.isSeen()
	p.sitDown()
	p.playRound()
	time.Sleep(1600 * time.Millisecond) // who has won
	p.press(ok)                         // another game?
	p.reads()
	p.press(ok) // the same
	p.begins()
	p.shows("turn")
	p.press(seats[1])
	p.shows("turn")
	p.lit(2)
}

// After the power cut the box knows its buttons, and offers the game.
func TestOnCardAfterACut(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	p.isReady()
	p.isSeen()
	p.press(ok) // resume
	p.goesOn(2, 3)
}
