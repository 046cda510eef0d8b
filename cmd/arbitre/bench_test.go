package main

import (
	"testing"
	"time"

	"arbitre/games"
	"arbitre/hw"
)

// From the edge that the kernel stamped to the race that the press joins.
// Each press is a little earlier than the one before and so takes its place, as one that is delivered late does.
func BenchmarkPressJoinsARace(b *testing.B) {
	const evening = 10_000 // presses, after which a new game begins
	var table *games.Table
	contacts := hw.NewDebouncer(hw.DefaultDebounce())
	var press, at time.Duration
	b.ReportAllocs()
	for n := 0; b.Loop(); n++ {
		if n%evening == 0 {
			b.StopTimer()
			table, press = raceForLatePresses(b)
			b.StartTimer()
		}
		at += 100 * time.Millisecond
		press--
		contacts.Edge(hw.Edge{At: at, Button: 2, Down: true})
		for _, e := range contacts.Elapse(at + time.Millisecond) {
			if _, err := table.Apply(games.Input{At: press, Kind: games.Press, Seat: games.Seat(e.Button)}); err != nil {
				b.Fatal(err)
			}
		}
		contacts.Edge(hw.Edge{At: at + 50*time.Millisecond, Button: 2})
	}
}

// raceForLatePresses opens a race that takes presses from long before.
func raceForLatePresses(b *testing.B) (table *games.Table, declared time.Duration) {
	begin, err := rules("mito")
	if err != nil {
		b.Fatal(err)
	}
	table, _, err = games.NewTable(begin, games.Start{
		Game: "mito", Seats: []games.Seat{1, 2, 3, 4, 5},
		Options: []games.Field{{Key: "race", Value: `{"settle":"100h","timeout":"1000h"}`}},
	})
	if err != nil {
		b.Fatal(err)
	}
	declared = 100 * time.Hour
	if _, err := table.Apply(games.Input{At: declared, Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")}); err != nil {
		b.Fatal(err)
	}
	return table, declared
}

// From the start of the program to READY: the configuration and the journals are read, buttons and display are there.
// Those are virtual, and so without the reset of a real display.
func BenchmarkStartUntilReady(b *testing.B) {
	binary := build(b)
	for b.Loop() {
		d := &demoTable{state: b.TempDir()}
		d.start(b, binary, "127.0.0.1:0")
		b.StopTimer()
		d.command.Process.Kill()
		d.command.Wait()
		b.StartTimer()
	}
}
