package realkernel

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
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

// TestOnCardPlays goes on with a game, of which HELD says what must be left of its journal, or begins
// one. It plays until the plug is pulled, and tells each time what of the journal must stay then.
func TestOnCardPlays(t *testing.T) {
	p := onApplianceWith(t, panelSinceBoot)
	p.isReady()
	p.isSeen()
	if held := os.Getenv("HELD"); held == "" {
		p.sitDown()
	} else {
		var name, sum string
		var size int
		if _, err := fmt.Sscan(held, &name, &size, &sum); err != nil {
			t.Fatal(err)
		}
		text := p.read(filepath.Join(p.journals, name))
		if len(text) < size || hash(text[:size]) != sum {
			t.Fatalf("%s must begin with %d bytes of sum %s, and is %d long:\n%s", name, size, sum, len(text), text)
		}
		p.press(ok) // resume
		p.await("the game goes on", func() bool {
			return strings.Contains(do(t, "journalctl", "--boot", "--unit=arbitre", "--output=cat"), "game resumed")
		})
	}
	for dice := rand.New(rand.NewPCG(0, uint64(time.Now().UnixNano()))); ; {
		p.moves(dice)
		name, text := p.openJournal()
		fmt.Println("held", name, len(text), hash(text))
	}
}

func hash(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

// openJournal returns the name and the text of the journal of the game.
func (p *table) openJournal() (name, text string) {
	p.Helper()
	paths, err := filepath.Glob(filepath.Join(p.journals, "*.open.jsonl"))
	if err != nil || len(paths) != 1 {
		p.Fatalf("journals %v, %v; want one", paths, err)
	}
	return filepath.Base(paths[0]), p.read(paths[0])
}

// moves makes a move, by a seat or the guardian, or answers what it asks, and waits until that must
// be kept.
func (p *table) moves(dice *rand.Rand) {
	p.Helper()
	_, before := p.openJournal()
	played, _ := p.played()
	places := played.Places()
	seat := func(is func(games.Place) bool) games.Seat { return places[slices.IndexFunc(places, is)].Seat }
	guardian := seat(func(p games.Place) bool { return p.Mark == "guardian" })
	switch word := played.View(games.Judge).Headline.Word; {
	case word == "call" || word == "check":
		p.reads()
		p.press(ok) // the first that may be meant, and what it has done
	case dice.IntN(3) == 0:
		p.passes(guardian) // he calls, or it is his turn
	default:
		p.passes(seat(func(p games.Place) bool { return p.Lamp == games.Lit }))
	}
	p.await("it counts", func() bool { _, now := p.openJournal(); return len(now) > len(before) })
	time.Sleep(kept)
}

// kept is when a press must be on the disk at the latest.
const kept = 2 * journal.SyncWithin
