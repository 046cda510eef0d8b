package motus

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func play(text []byte) (*games.Table, error) {
	table, _, err := journal.Play(text, book(), math.MaxInt64, func(journal.Line) {})
	return table, err
}

func starts() *rapid.Generator[games.Start] {
	return rapid.Custom(func(t *rapid.T) games.Start {
		start := games.Start{Game: "motus", Seats: []games.Seat{2, 3, 5, 8}, Seed: uint64(rapid.IntRange(0, 3).Draw(t, "seed"))}
		option := func(key string, values ...games.Value) {
			start.Options = append(start.Options, games.Field{Key: key, Value: rapid.SampledFrom(values).Draw(t, key)})
		}
		option("letters", "5")
		option("series", "1", "2", "3")
		option("size", "1", "2")
		option("blanks", "0", "1")
		option("grid", `"house"`, `"entered"`, `"none"`)
		if rapid.Bool().Draw(t, "timed") {
			option("clock", `"8s"`, `"1s"`, `"11ms"`)
			option("clocks", `"each"`, `"speaker"`)
		}
		if rapid.IntRange(0, 3).Draw(t, "alone") == 0 {
			option("mode", `"solo"`)
			start.Seats = start.Seats[:rapid.IntRange(2, 4).Draw(t, "seats")]
		}
		return start
	})
}

// superParties are the rules of games whose series are over when they begin.
func superParties() games.Rules {
	r := Rules()
	r.Begin = beginSuperPartie
	return r
}

func beginSuperPartie(start games.Start) (games.Game, []games.Fact, error) {
	game, facts, err := begin(start)
	if err != nil {
		return nil, nil, err
	}
	for _, line := range []string{`word hunt=1 "ETAGE"`, `word hunt=2 "BALLE"`, `guess hunt=1 "ETAGE"`, `guess "BALLE"`, `super_team 2`} {
		in, err := gametest.Input("0 " + line)
		if err != nil {
			return nil, nil, err
		}
		told, err := game.Apply(in)
		if err != nil {
			return nil, nil, err
		}
		facts = append(facts, told...)
	}
	return game, facts, nil
}

func superStarts() *rapid.Generator[games.Start] {
	return rapid.Custom(func(t *rapid.T) games.Start {
		start := games.Start{Game: "motus", Seats: []games.Seat{2, 3, 5, 8}, Options: []games.Field{
			{Key: "letters", Value: "5"}, {Key: "series", Value: "1"}, {Key: "grid", Value: `"none"`},
		}}
		if rapid.Bool().Draw(t, "timed") {
			start.Options = append(start.Options, games.Field{Key: "clock", Value: `"8s"`},
				games.Field{Key: "clocks", Value: rapid.SampledFrom([]games.Value{`"each"`, `"speaker"`}).Draw(t, "clocks")})
		}
		if rapid.Bool().Draw(t, "ahead") {
			start.Options = append(start.Options, games.Field{Key: "prepare", Value: "true"})
		}
		return start
	})
}

func TestMotusHolds(t *testing.T)            { gametest.Hold(t, Rules(), starts()) }
func TestMotusSuperPartieHolds(t *testing.T) { gametest.Hold(t, superParties(), superStarts()) }

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
	seven := bags(7)
	if bags(7) != seven {
		t.Error("MOTUS-7: one seed gave two orders")
	}
	if bags(8) == seven {
		t.Error("MOTUS-7: two seeds gave one order")
	}
}

// Whichever order the presses of a queue are delivered in, the same comes of them.
func TestOrderOfArrivalDecidesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		span := rapid.SampledFrom([]time.Duration{0, 1, 999_999, 1_000_000, 1_000_001, 5_000_000, 10_000_000})
		one := games.Input{At: 11*time.Second + span.Draw(t, "one"), Kind: games.Press, Seat: 1}
		three := games.Input{At: 11*time.Second + span.Draw(t, "three"), Kind: games.Press, Seat: 3}
		text, err := gametest.Journal(written)
		if err != nil {
			t.Fatal(err)
		}
		told := func(presses ...games.Input) string {
			journalled := slices.Clone(text)
			for _, p := range presses {
				journalled = journal.AppendInput(journalled, p)
			}
			table, err := play(journalled)
			if err != nil {
				t.Fatal(err)
			}
			return gametest.Facts(table.RunOut())
		}
		if diff := cmp.Diff(told(one, three), told(three, one)); diff != "" {
			t.Fatalf("RACE-1 (-1 then 3, +3 then 1):\n%s", diff)
		}
	})
}

// Games that differ in their secret words alone look alike to all but the judge and the authors
// for as long as no mark, no hint and no found or missed word has told them apart.
func TestSecretIsKept(t *testing.T) {
	words := []string{"ETAGE", "ETUDE", "EPAVE", "ECOLE", "ELEVE"}
	rapid.Check(t, func(t *rapid.T) {
		rules := []games.Rules{Rules(), superParties()}[rapid.IntRange(0, 1).Draw(t, "rules")]
		start := superStarts().Draw(t, "start")
		secrets := [2]string{rapid.SampledFrom(words).Draw(t, "one"), rapid.SampledFrom(words).Draw(t, "other")}
		var tables [2]*games.Table
		for i := range tables {
			var err error
			if tables[i], _, err = games.NewTable(rules, start); err != nil {
				t.Fatal(err)
			}
		}
		authors := make(map[games.Audience]bool) // who have written a word
		var at time.Duration
		for range rapid.IntRange(1, 20).Draw(t, "inputs") {
			at += rapid.SampledFrom([]time.Duration{0, 500 * time.Microsecond, 20 * time.Millisecond, 9 * time.Second}).Draw(t, "gap")
			var in games.Input
			var asked []games.Prompt
			for _, a := range append([]games.Audience{games.Judge}, 2, 3, 5, 8) {
				asked = append(asked, tables[0].View(a).Prompts...)
			}
			if len(asked) == 0 || rapid.Bool().Draw(t, "press") {
				in = games.Input{Kind: games.Press, Seat: rapid.SampledFrom(start.Seats).Draw(t, "seat")}
			} else {
				p := rapid.SampledFrom(asked).Draw(t, "prompt")
				guess := rapid.SampledFrom(append(words, "BALLE", "EN")).Draw(t, "guess")
				in = games.Input{Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word(guess)}
				authors[p.For] = true
				if len(p.Options) > 0 {
					in.Value = p.Options[0]
				}
			}
			in.At = at
			var facts, errs [2]string
			for i, table := range tables {
				if in.Prompt == "word" {
					in.Value = games.Word(secrets[i])
				}
				told, err := table.Apply(in)
				facts[i], errs[i] = gametest.Facts(told), fmt.Sprint(err)
			}
			if facts[0] != facts[1] {
				if a, b := firstDifference(facts); !mayTell(a) && !mayTell(b) {
					t.Fatalf("facts that may not tell of a secret differ:\n%s\n%s", a, b)
				}
				return
			}
			if errs[0] != errs[1] {
				t.Fatalf("errors differ:\n%s\n%s", errs[0], errs[1])
			}
			for _, a := range []games.Audience{games.Public, 2, 3, 5, 8} {
				one, other := tables[0].View(a), tables[1].View(a)
				if authors[a] {
					one.Slates, other.Slates = withoutSecrets(one.Slates), withoutSecrets(other.Slates)
					one.Secret, other.Secret = nil, nil
				}
				if diff := cmp.Diff(one, other); diff != "" {
					t.Fatalf("%v sees the difference:\n%s", a, diff)
				}
			}
		}
	})
}

func withoutSecrets(slates []games.Slate) []games.Slate {
	for i := range slates {
		slates[i].Secret = ""
	}
	return slates
}

// firstDifference returns the facts with which two stories part.
func firstDifference(facts [2]string) (one, other string) {
	a, b := strings.Split(facts[0], "\n"), strings.Split(facts[1], "\n")
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i], b[i]
		}
	}
	return "", ""
}

func mayTell(fact string) bool {
	for _, word := range []string{" marks ", " hint ", " missed "} {
		if strings.Contains(fact, word) {
			return true
		}
	}
	return false
}

// benchmark plays a story and then a round of inputs over and over, which must come back to where it began.
func benchmark(b *testing.B, story string, round ...string) {
	text, err := gametest.Journal(story)
	if err != nil {
		b.Fatal(err)
	}
	var game games.Game
	keep := Rules()
	keep.Begin = func(start games.Start) (games.Game, []games.Fact, error) {
		g, facts, err := begin(start)
		game = g
		return g, facts, err
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
			if _, err := game.Apply(in); err != nil {
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

func TestEarlierJournalsTellTheSame(t *testing.T) {
	gametest.Frozen(t, Rules(), "testdata/format1.txtar")
}
