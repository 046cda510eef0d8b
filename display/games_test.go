package display

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/mastermind"
	"arbitre/games/mito"
	"arbitre/games/mog"
	"arbitre/games/motus"
)

// kinds are games as they can be agreed on.
func kinds() []struct {
	name    string
	rules   games.Rules
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
		rules   games.Rules
		seats   []int
		options [][]games.Field
	}{
		{"mito", mito.Rules(), []int{3, 5}, [][]games.Field{with("rounds", "2")}},
		{"mogelmotte", mito.MogelMotte(), []int{3, 5}, [][]games.Field{with("rounds", "2")}},
		{"mog", mog.Rules(), []int{2, 3, 8}, [][]games.Field{with(), with("holder", `"house"`)}},
		{"mastermind", mastermind.Rules(), []int{2, 3, 4}, [][]games.Field{
			with(), with("call", `"any"`), with("dealer", `"entered"`), with("dealer", `"table"`), with("dealer", `"table"`, "audit", "true"),
		}},
		{"mastermind", mastermind.Rules(), []int{2}, [][]games.Field{with("boards", "2"), with("boards", "2", "dealer", `"entered"`)}},
		{"motus", motus.Rules(), []int{4}, [][]games.Field{
			with("letters", "5", "series", "1", "size", "2"), with("letters", "8", "series", "2", "grid", `"entered"`, "clock", `"8s"`), with("grid", `"none"`, "series", "1"),
		}},
		{"motus", motus.Rules(), []int{2, 3, 4}, [][]games.Field{with("mode", `"solo"`, "series", "1")}},
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
	painter := NewPainter()
	for _, kind := range kinds() {
		for _, options := range kind.options {
			t.Run(fmt.Sprint(kind.name, options), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					start := games.Start{Game: kind.name, Options: options, Seed: uint64(rapid.IntRange(0, 99).Draw(t, "seed"))}
					for i := range rapid.SampledFrom(kind.seats).Draw(t, "seats") {
						start.Seats = append(start.Seats, games.Seat(i+1))
					}
					table, _, err := games.NewTable(kind.rules, start)
					if err != nil {
						t.Fatal(err)
					}
					audiences := []games.Audience{games.Judge, games.Public}
					for _, s := range start.Seats {
						audiences = append(audiences, games.Player(s))
					}
					picture := NewPicture(rapid.SampledFrom(heights()).Draw(t, "height"))
					dialogues := make([]Dialogue, len(audiences))
					for i, a := range audiences {
						if a != games.Public {
							dialogues[i].Rows = picture.Rect.Dy()
						}
					}
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
							said := painter.phrases.In(language, start.Game)
							if _, known := said.find(sentences, refusal.Say.Word); !known {
								t.Fatalf("unknown refusal %q", refusal.Say.Word)
							}
							dialogues[who].Refuse(said.Refusal(err))
						}
						for i, a := range audiences {
							v := table.View(a)
							if a == games.Public && len(v.Prompts) > 0 {
								t.Fatalf("the public is asked: %+v", v.Prompts)
							}
							if unknown := painter.phrases.unknown(v); unknown != nil {
								t.Fatalf("%v: unknown are %q", a, unknown)
							}
							dialogues[i].Follow(v)
							painter.Draw(picture, Scene{View: v, Dialogue: dialogues[i], Language: language, Now: at})
							if painter.spilled+painter.smeared+painter.cut > 0 {
								t.Fatalf("%v: ink beyond the edge %d times, ink over ink %d times, %d texts shortened:\n%s",
									a, painter.spilled, painter.smeared, painter.cut, inDots(picture))
							}
						}
					}
				})
			})
		}
	}
}

// secretly changes what a player or the judge enters that nobody else may know.
func secretly(p games.Prompt, in games.Input, v games.View) games.Input {
	switch {
	case in.Kind != games.Answer:
	case p.ID == "word":
		if w, err := in.Value.Word(); err == nil && w != "" {
			in.Value = games.Word(w[:1] + strings.Repeat("O", len(w)-1))
		}
	case p.ID == "secret":
		in.Value = "[2,5,8]"
	case p.ID == "token" && p.Shape == games.Token:
		in.Value = games.Value(fmt.Sprintf(`{"colour":%s,"position":5}`, string(p.Options[0])))
	}
	return in
}

// Two games of which the public knows the same look the same to it, whatever the cards, the tokens and the words.
func TestAPublicPictureTellsNoSecret(t *testing.T) {
	painter := NewPainter()
	differed := make(map[string]int) // how often an insider was told something else
	for _, kind := range kinds() {
		for _, options := range kind.options {
			t.Run(fmt.Sprint(kind.name, options), func(t *testing.T) {
				rapid.Check(t, func(t *rapid.T) {
					start := games.Start{Game: kind.name, Options: options, Seed: 1}
					for i := range rapid.SampledFrom(kind.seats).Draw(t, "seats") {
						start.Seats = append(start.Seats, games.Seat(i+1))
					}
					other := start
					other.Seed = uint64(rapid.IntRange(2, 99).Draw(t, "seed"))
					tables := [2]*games.Table{}
					var told [2][]games.Fact
					var err error
					for i, s := range []games.Start{start, other} {
						if tables[i], told[i], err = games.NewTable(kind.rules, s); err != nil {
							t.Fatal(err)
						}
					}
					height := rapid.SampledFrom(heights()).Draw(t, "height")
					drawn := func(table *games.Table, a games.Audience) string {
						picture := NewPicture(height)
						painter.Draw(picture, Scene{View: table.View(a), Now: table.Now()})
						return inDots(picture)
					}
					dialogues := make(map[games.Audience]*Dialogue)
					for range rapid.IntRange(1, 40).Draw(t, "steps") {
						if !slices.Equal(inJournal(told[0]), inJournal(told[1])) {
							return // what the public knows is no more the same
						}
						if a, b := drawn(tables[0], games.Public), drawn(tables[1], games.Public); a != b {
							t.Fatalf("the same facts, but\n%s\nand\n%s", a, b)
						}
						insiders := append([]games.Audience{games.Judge}, players(start.Seats)...)
						if a := rapid.SampledFrom(insiders).Draw(t, "insider"); !reflect.DeepEqual(tables[0].View(a), tables[1].View(a)) {
							differed[kind.name]++
						}
						at := max(tables[0].Now(), tables[1].Now()) + 2*time.Second
						in := games.Input{At: at, Kind: rapid.SampledFrom([]games.Kind{games.Press, games.Release}).Draw(t, "edge"), Seat: rapid.SampledFrom(start.Seats).Draw(t, "seat")}
						var asked games.Prompt
						for _, a := range insiders {
							v := tables[0].View(a)
							if len(v.Prompts) == 0 || rapid.IntRange(0, 5).Draw(t, "button") == 0 {
								continue
							}
							if dialogues[a] == nil {
								dialogues[a] = new(Dialogue)
							}
							for range 15 {
								if made, ok := keystroke(t, dialogues[a], at, v); ok {
									in = made
									asked, _ = games.Find(v.Prompts, in)
									break
								}
							}
						}
						for i, table := range tables {
							told[i] = table.Advance(at)
							given := in
							if i == 1 {
								given = secretly(asked, in, table.View(games.Public))
							}
							facts, err := table.Apply(given)
							told[i] = append(told[i], facts...)
							if err != nil {
								told[i] = append(told[i], games.Fact{What: games.Ignored{Why: "refused"}})
							}
						}
					}
				})
			})
		}
	}
	for _, game := range []string{"mog", "mastermind", "motus"} {
		if differed[game] == 0 {
			t.Errorf("%s: nobody was told a secret: nothing was tried", game)
		}
	}
}

// inJournal is facts as the journal has them.
func inJournal(facts []games.Fact) []string {
	var lines []string
	for _, f := range facts {
		line, err := json.Marshal(f)
		if err != nil {
			panic(err)
		}
		lines = append(lines, string(line))
	}
	return lines
}

func players(seats []games.Seat) []games.Audience {
	var list []games.Audience
	for _, s := range seats {
		list = append(list, games.Player(s))
	}
	return list
}

// The README begins with what the display shows after the mosquito of its example.
func TestThePictureOfTheReadme(t *testing.T) {
	const until, zoom = 11 * time.Second, 4
	text, err := os.ReadFile("../games/journal/testdata/mito-mosquito.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	rules := games.Rulebook{mito.Rules()}
	table, _, err := journal.Play(text, rules, until, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	table.Advance(until)
	picture := NewPicture(Height)
	NewPainter().Draw(picture, Scene{View: table.View(games.Judge), Dialogue: Dialogue{Rows: Height}, Language: English, Now: until})
	var made bytes.Buffer
	if err := WritePNG(&made, picture, zoom); err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("slowest.png", made.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile("slowest.png")
	if err != nil {
		t.Fatal(err)
	}
	shown, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(&made)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(shown, want) { // pixels: the same ones may be packed in another way
		t.Errorf("slowest.png is another picture (go test ./display -update accepts this one):\n%s", inDots(picture))
	}
}
