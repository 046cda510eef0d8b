package results_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"arbitre/games"
	"arbitre/games/results"
)

// A machine has no battery for its clock: while it is off, the wall clock stands still.
type machine struct {
	shelf
	book    *results.Book
	boots   int
	unknown bool     // the machine does not tell its boots
	began   []string // the names of the journals, as the box makes them
	started time.Time
	off     time.Duration // by how much the wall clock is ahead
}

func (m *machine) clock() results.Clock {
	boot, started := fmt.Sprint("boot ", m.boots), m.started
	if m.unknown {
		boot = ""
	}
	return results.Clock{
		Wall: func() time.Time { return time.Now().Add(m.off) },
		Up:   func() time.Duration { return time.Since(started) },
		Boot: boot,
	}
}

// start switches the machine on, with its wall clock ahead by off.
func (m *machine) start(off time.Duration) {
	m.boots++
	m.started, m.off = time.Now(), off
	m.again()
}

// again restarts the daemon alone.
func (m *machine) again() {
	if m.book != nil {
		m.book.Close()
	}
	m.book = results.Open(m.folder, book(), m.clock(), func(err error) {
		if err != nil {
			m.Error(err)
		}
	}, func() {})
	m.book.Look()
	synctest.Wait()
}

// play plays a game of one hour, and calls meanwhile in the middle.
func (m *machine) play(meanwhile func()) {
	name := m.clock().Wall().Format("2006-01-02T15-04-05")
	for slices.Contains(m.began, name) {
		name += "-2"
	}
	m.began = append(m.began, name)
	m.book.Began("/somewhere/" + name + "-mito.open.jsonl")
	synctest.Wait()
	time.Sleep(30 * time.Minute)
	meanwhile()
	time.Sleep(30 * time.Minute)
	ended := m.put(name, firstWins)
	time.Sleep(2 * time.Second) // before anybody says where he sits in the next
	m.book.Ended(ended)
	synctest.Wait()
}

// seated returns the names of those who sit where.
func seated(b *results.Book) map[games.Seat]string {
	names := map[games.Seat]string{}
	for seat, who := range b.Sitters() {
		names[seat] = who.Name
	}
	return names
}

func (m *machine) names(seat games.Seat, name string) {
	m.Helper()
	check(m, m.book.SetName(seat, name))
	if got := seated(m.book)[seat]; got != name {
		m.Fatalf("%s said to sit at %d, and %q does", name, seat, got)
	}
}

// tells checks the first players of the evening's games, in the book and in the last evening of
// Read.
func (m *machine) tells(want ...string) {
	m.Helper()
	same(m, "this evening", played(m.book.Evening(results.Game{})), want)
	if all, _, err := results.Read(m.folder, book(), m.clock()); err != nil || len(want) > 0 && len(all) == 0 {
		m.Fatal(len(all), err)
	} else if len(want) > 0 {
		same(m, "the last evening of all", played(all[len(all)-1]), want)
	}
}

// played lists who played at seat 1.
func played(list []results.Game) (names []string) {
	for _, g := range list {
		names = append(names, g.Places[0].Name)
	}
	return names
}

const day = 24 * time.Hour

// The clock is wrong when the machine starts, and learns the time or is set wrong during a game.
func TestAnEveningHoldsWhereTheClockJumps(t *testing.T) {
	for _, jump := range []time.Duration{-30 * 365 * day, -7 * day, -7 * time.Hour, -time.Hour, -time.Second,
		time.Second, time.Hour, 7 * time.Hour, 7 * day, 30 * 365 * day} {
		t.Run(jump.String(), func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(70 * 365 * day) // a fake clock begins in 2000; names of journals need years from 1 to 9999
				m := &machine{shelf: newShelf(t)}
				m.start(-jump)
				defer func() { m.book.Close() }()
				m.names(1, "Zoe")
				m.play(func() {
					m.off += jump
					m.names(1, "Anna") // takes over
					m.names(2, "Ben")
				})
				m.tells("Anna")
				m.play(func() { m.again() })
				m.tells("Anna", "Anna")
				same(t, "seated", seated(m.book), map[games.Seat]string{1: "Anna", 2: "Ben"})
				time.Sleep(5 * time.Hour)
				m.off -= jump
				m.tells("Anna", "Anna")
				time.Sleep(7 * time.Hour)
				m.tells()
				same(t, "seated the next day", seated(m.book), map[games.Seat]string{})
				m.names(1, "Cleo")
				m.play(func() {})
				m.tells("Cleo")
			})
		})
	}
}

func TestAnEveningHoldsWhereTheMachineStartsAnew(t *testing.T) {
	for _, tt := range []struct {
		name string
		back time.Duration // by which the clock begins again behind
		same bool          // evening
	}{
		{"the clock has gone on", 0, true},
		{"it begins where it was last saved", 17 * time.Minute, true},
		{"it begins before the evening did", 7 * time.Hour, true},
		{"it begins nearly a day before the last game ended", day + 60*time.Second, true},
		{"it begins a day before that", day + 61*time.Second, false},
		{"it begins in 1970", 60 * 365 * day, false}, // nobody knows which day it is
		{"it was a year ahead before", 365 * day, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				time.Sleep(30 * 365 * day)
				m := &machine{shelf: newShelf(t)}
				m.start(0)
				defer func() { m.book.Close() }()
				m.names(1, "Anna")
				m.play(func() {})
				time.Sleep(time.Minute)
				m.start(-tt.back)
				want := []string{"Anna"}
				if !tt.same {
					want = nil
				}
				m.tells(want...)
				m.names(1, "Ben")
				m.play(func() {})
				m.tells(append(want, "Ben")...)
				if m.off += tt.back; !tt.same { // the network tells the time: it is the same evening after all
					want = []string{"Anna"}
				}
				m.tells(append(want, "Ben")...)
			})
		})
	}
}

func TestSomebodyTakesOverDuringAGameWhereNoBootIsKnown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{shelf: newShelf(t), unknown: true}
		m.start(0)
		defer func() { m.book.Close() }()
		m.names(1, "Anna")
		time.Sleep(time.Second)
		m.play(func() { m.names(1, "Ben") })
		m.tells("Ben")
	})
}

// Journals of other machines, and of earlier versions, are dated by their names alone.
func TestAJournalOfTheFutureIsNoNewsOfThisEvening(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{shelf: newShelf(t)}
		m.put("2099-03-14T20-15-00", firstWins)
		m.write("names.jsonl", `{"from":"2099-03-14T20:00:00","seat":1,"name":"Zoe"}`+"\n")
		m.start(0)
		defer func() { m.book.Close() }()
		m.tells()
		m.names(1, "Anna")
		m.play(func() {})
		m.tells("Anna")
		same(t, "games of all time", m.book.AllTime(), standings(m.shelf))
	})
}

// A box without a battery and without a network begins each day in 1970. The judge's phone tells it
// the time, whenever it comes, and every evening has its date for good.
func TestAPhoneTellsABoxWithoutAClockTheTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := &machine{shelf: newShelf(t)}
		defer func() { m.book.Close() }()
		time.Sleep(27 * 365 * day) // to December 2026
		var want []string
		for range 6 { // more evenings than are kept game by game
			time.Sleep(day)
			now := time.Now()
			m.start(time.Unix(int64(m.boots), 0).Sub(now))
			m.names(1, "Anna")
			m.play(func() {})
			for _, wrong := range []time.Time{{}, time.Unix(0, 0), now.AddDate(-3, 0, 0), now.AddDate(300, 0, 0)} {
				if m.book.SetTime(wrong) == nil {
					t.Errorf("it takes %v for the time", wrong)
				}
			}
			for range 3 { // pages tell it again and again
				check(t, m.book.SetTime(time.Now()))
			}
			if off := time.Since(m.book.Today()); off.Abs() > time.Second {
				t.Errorf("it knows the time by %v", off)
			}
			m.again() // which forgets what was only told
			m.play(func() {})
			m.tells("Anna", "Anna")
			want = append(want, now.Format(time.DateOnly))
		}
		all, _, err := results.Read(m.folder, book(), m.clock())
		var got []string
		for _, evening := range all {
			got = append(got, evening[0].Began.Time.Format(time.DateOnly))
		}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("evenings of %v, %v; want %v", got, err, want)
		}
		m.start(-time.Since(time.Unix(0, 0))) // nobody has told anything yet
		m.tells()
		if n := strings.Count(m.text("names.jsonl"), `"sure"`); n != len(want) {
			t.Errorf("the time was noted %d times, want once a start, %d times", n, len(want))
		}
	})
}
