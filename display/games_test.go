package display

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbitre/games"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/mog"
	"arbitre/games/motus"
)

// kinds are games as they can be agreed on.
func kinds() []struct {
	name    string
	begin   games.Begin
	seats   []int // how many can play
	options [][]games.Field
} {
	with := func(fields ...string) []games.Field {
		var options []games.Field
		for i := 0; i < len(fields); i += 2 {
			options = append(options, games.Field{Key: fields[i], Value: games.Value(fields[i+1])})
		}
		return options
	}
	return []struct {
		name    string
		begin   games.Begin
		seats   []int
		options [][]games.Field
	}{
		{"mito", mito.New, []int{3, 5}, [][]games.Field{with("rounds", "2")}},
		{"mogelmotte", mito.NewMogelMotte, []int{3, 5}, [][]games.Field{with("rounds", "2")}},
		{"mog", mog.New, []int{2, 3, 8}, [][]games.Field{with(), with("holder", `"house"`)}},
		{"mastermind", mastermind.New, []int{2, 3, 4}, [][]games.Field{
			with(), with("call", `"any"`), with("dealer", `"entered"`), with("dealer", `"table"`), with("dealer", `"table"`, "audit", "true"),
		}},
		{"mastermind", mastermind.New, []int{2}, [][]games.Field{with("boards", "2"), with("boards", "2", "dealer", `"entered"`)}},
		{"motus", motus.New, []int{4}, [][]games.Field{
			with("letters", "5", "series", "1", "size", "2"), with("letters", "8", "series", "2", "grid", `"entered"`, "clock", `"8s"`), with("grid", `"none"`, "series", "1"),
		}},
		{"motus", motus.New, []int{2, 3, 4}, [][]games.Field{with("mode", `"solo"`, "series", "1")}},
	}
}

// keystroke is one that a judge or a player may make: mostly OK, so that there is progress.
func keystroke(t *rapid.T, d *Dialogue, at time.Duration, v games.View) (games.Input, bool) {
	switch n := rapid.IntRange(0, 29).Draw(t, "key"); {
	case n < 14:
		return d.Press(OK, at, v)
	case n < 20:
		return d.Press(Next, at, v)
	case n < 22:
		return d.Press(Previous, at, v)
	case n < 23:
		return d.Press(Back, at, v)
	}
	d.Type(rapid.SampledFrom([]rune("012345678AELTÉ")).Draw(t, "typed"), v)
	return games.Input{}, false
}

// Real games, played with keys and buttons in any order: all that they say is in the dictionary and can be read,
// what the keys answer is what was asked, and where it breaks a rule the judge is told in his language.
func TestGamesAreSaidAndAskedInFull(t *testing.T) {
	painter, picture, words := NewPainter(), NewPicture(), newDictionary()
	for _, kind := range kinds() {
		for _, options := range kind.options {
			t.Run(fmt.Sprint(kind.name, options), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					start := games.Start{Game: kind.name, Options: options, Seed: uint64(rapid.IntRange(0, 99).Draw(t, "seed"))}
					for i := range rapid.SampledFrom(kind.seats).Draw(t, "seats") {
						start.Seats = append(start.Seats, games.Seat(i+1))
					}
					table, _, err := games.NewTable(kind.begin, start)
					if err != nil {
						t.Fatal(err)
					}
					audiences := []games.Audience{games.Judge, games.Public}
					for _, s := range start.Seats {
						audiences = append(audiences, games.Player(s))
					}
					dialogues := make([]Dialogue, len(audiences))
					language := rapid.SampledFrom(Languages()).Draw(t, "language")
					for range rapid.IntRange(1, 50).Draw(t, "steps") {
						at := table.Now() + rapid.SampledFrom([]time.Duration{time.Millisecond, 20 * time.Millisecond, 2 * time.Second}).Draw(t, "gap")
						table.Advance(at)
						var in games.Input
						var who int
						if rapid.IntRange(0, 5).Draw(t, "button") == 0 {
							in = games.Input{At: at, Kind: rapid.SampledFrom([]games.Kind{games.Press, games.Release}).Draw(t, "edge"), Seat: rapid.SampledFrom(start.Seats).Draw(t, "seat")}
						} else {
							who = max(0, slices.IndexFunc(audiences, func(a games.Audience) bool { return a > 0 && len(table.View(a).Prompts) > 0 }))
							v := table.View(audiences[who])
							made := false
							for n := 0; n < 15 && !made; n++ {
								in, made = keystroke(t, &dialogues[who], at, v)
							}
							if !made {
								in = games.Input{At: at, Kind: games.Lost, Edges: 1}
							}
						}
						if _, err := table.Apply(in); err != nil {
							var refusal *games.Refusal
							if !errors.As(err, &refusal) {
								t.Fatalf("%+v: %v", in, err)
							}
							if _, known := words.sentences[refusal.Say.Word]; !known {
								t.Fatalf("unknown refusal %q", refusal.Say.Word)
							}
							dialogues[who].Refuse(Refusal(err, language))
						}
						for i, a := range audiences {
							v := table.View(a)
							if unknown := words.unknown(v); unknown != nil {
								t.Fatalf("%v: unknown are %q", a, unknown)
							}
							dialogues[i].Follow(v)
							painter.Draw(picture, Scene{View: v, Dialogue: dialogues[i], Language: language, Now: at})
							if painter.spilled+painter.smeared+painter.cut > 0 {
								t.Fatalf("%v: ink beyond the edge %d times, ink over ink %d times, %d texts shortened:\n%s",
									a, painter.spilled, painter.smeared, painter.cut, inBlocks(picture))
							}
						}
					}
				})
			})
		}
	}
}
