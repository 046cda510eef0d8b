package motus

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"pgregory.net/rapid"
)

func play(text []byte) (*games.Table, error) {
	table, _, err := journal.Play(text, book(), math.MaxInt64, func(journal.Line) {})
	return table, err
}

// The house draws every token of a team's bag once, whatever the other team does.
func TestHouseDrawsWithoutReplacement(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		size, blanks := rapid.IntRange(1, 4).Draw(t, "size"), rapid.IntRange(0, 4).Draw(t, "blanks")
		game := &Game{agreement: agreement{size: size, blanks: blanks, drawing: byHouse}}
		game.layGrids(rapid.Uint64().Draw(t, "seed"))
		for _, grid := range game.grids {
			var drawn []int
			for grid.left() > 0 {
				token := grid.next()
				grid.draw(token)
				drawn = append(drawn, token)
			}
			want := make([]int, blanks)
			for n := range size * size {
				want = append(want, n+1)
			}
			slices.Sort(drawn)
			if !slices.Equal(drawn, want) {
				t.Fatalf("MOTUS-7: drawn %v, expected %v", drawn, want)
			}
		}
	})
}

func TestSeedFeedsTheTokens(t *testing.T) {
	bags := func(seed uint64) string {
		game := &Game{agreement: agreement{size: 5, blanks: 3, drawing: byHouse}}
		game.layGrids(seed)
		return fmt.Sprint(game.grids[0].bag, game.grids[1].bag)
	}
	if got := bags(7); got != "[0 19 0 2 6 16 18 20 8 0 17 1 15 13 9 12 22 5 10 14 4 3 25 24 21 11 23 7] "+
		"[20 11 24 4 18 6 22 3 14 0 25 2 7 0 15 8 9 10 16 13 23 0 5 12 17 21 19 1]" {
		t.Errorf("MOTUS-7: the draws of a seed are the same for ever; got %s", got)
	}
}

// benchmark plays a story and then a round of inputs over and over, which must come back to where it began.
func benchmark(b *testing.B, story string, round ...string) {
	text, err := gametest.Journal(story)
	if err != nil {
		b.Fatal(err)
	}
	var game games.Game
	keep := Rules()
	keep.Begin = func(step *games.Step, start games.Start) (_ games.Game, err error) {
		game, err = begin(step, start)
		return game, err
	}
	if _, _, err := journal.Play(text, games.Rulebook{keep}, math.MaxInt64, func(journal.Line) {}); err != nil {
		b.Fatal(err)
	}
	var inputs []games.Input
	for _, line := range round {
		in, err := gametest.Input("11 " + line)
		if err != nil {
			b.Fatal(err)
		}
		inputs = append(inputs, in)
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, in := range inputs {
			if err := game.Apply(games.NewStep(in.At), in); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(inputs)), "ns/input")
}

// Two words, a proposal that fails, and two finds with the tokens that the house draws.
func BenchmarkSeries(b *testing.B) {
	for _, proposal := range []string{"ETUDE", "étudé"} {
		b.Run(proposal, func(b *testing.B) {
			benchmark(b, `motus 1 2 3 4 {"letters":5,"series":1000000000}`,
				`word hunt=1 "ETAGE"`, `word hunt=2 "BALLE"`,
				`guess hunt=1 "`+proposal+`"`, `guess hunt=1 "ETAGE"`, `guess hunt=2 "BALLE"`)
		})
	}
}

func BenchmarkPressInVain(b *testing.B) { benchmark(b, plain, `press 1`) }

// Two presses join the queue, which is begun anew by the judge.
func BenchmarkBuzz(b *testing.B) {
	benchmark(b, written, `press 1`, `press 3`, `lost 1`, `call_first "nobody"`)
}
