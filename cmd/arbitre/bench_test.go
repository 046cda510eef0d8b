package main

import (
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/all"
	"arbitre/hw"
)

// From the edge that the kernel stamped to the race that the press joins.
func BenchmarkPressJoinsARace(b *testing.B) {
	const entrants, races = 4, 2500 // after which there are new ones
	var tables []*games.Table
	contacts := hw.NewContacts(hw.DefaultDebounce(), hw.DefaultWatch(), nil)
	var at time.Duration
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%(entrants*races) == 0 {
			b.StopTimer()
			tables = openRaces(b, races)
			b.StartTimer()
		}
		seat := 2 + n%entrants
		table := tables[n/entrants%races]
		at += 100 * time.Millisecond
		contacts.Take(hw.Event{Edge: hw.Edge{At: at, Button: hw.Button(seat), Down: true}})
		for _, e := range contacts.Elapse(at + time.Millisecond) {
			if !e.Down {
				continue
			}
			press := table.Clock() + time.Microsecond
			in := games.Input{At: press, Kind: games.Press, Seat: games.Seat(e.Button)}
			if facts, err := table.Apply(in); err != nil || len(facts) > 0 {
				b.Fatal(facts, err)
			}
		}
		contacts.Take(hw.Event{Edge: hw.Edge{At: at + 50*time.Millisecond, Button: hw.Button(seat)}})
	}
}

// openRaces opens races of four seats in games that have been played for a while.
func openRaces(b *testing.B, n int) []*games.Table {
	begin := must(all.Games().Find("mito"))
	tables := make([]*games.Table, n)
	for i := range tables {
		table, _, err := games.NewTable(begin, games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3, 4, 5}})
		if err != nil {
			b.Fatal(err)
		}
		inputs := slices.Repeat([]games.Input{{Kind: games.Press, Seat: 3}}, 10)
		inputs = append(inputs,
			games.Input{At: time.Minute, Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")})
		for _, in := range inputs {
			must(table.Apply(in))
		}
		tables[i] = table
	}
	return tables
}

// From the start of the program to READY: the configuration and the journals are read, buttons and
// display are there. Those are virtual, and so without the reset of a real display.
func BenchmarkStartUntilReady(b *testing.B) {
	for b.Loop() {
		d := &demoTable{state: b.TempDir()}
		d.start(b, "127.0.0.1:0")
		b.StopTimer()
		d.command.Process.Kill()
		d.command.Wait()
		b.StartTimer()
	}
}
