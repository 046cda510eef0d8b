package web

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/results"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "accept the pages as they are made now")

// What the pages are told, whole: testdata/pages has a line for each question that the journals of
// games/journal/testdata ask for the first time, and for each verdict of another kind, with the
// keys of words in place of words. Everyone's page leads, then the judge's.
func TestWhatPagesAreTold(t *testing.T) {
	var got strings.Builder
	journals, err := filepath.Glob("../../games/journal/testdata/*.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	allTime := []results.Row{ // the rows of a game stand together
		{Game: "mogelmotte", Name: "Anna", Played: 3, Won: 2, Points: 4}, {Game: "mogelmotte", Seat: 2, Played: 1, Points: 7},
		{Game: "motus", Name: "Anna", Played: 1, Won: 1, Points: 50},
	}
	seen := map[string]bool{}
	for _, file := range journals {
		if strings.HasSuffix(file, ".facts.jsonl") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		lines := slices.Collect(bytes.Lines(text))
		for n := range lines {
			table := played(t, all.Games(), bytes.Join(lines[:n+1], nil))
			judges, everyones := table.View(games.Judge), table.View(games.Public)
			isNew := false
			notes := []string{fmt.Sprint(len(everyones.Grids) > 0), fmt.Sprint(everyones.Over, judges.Game)}
			for _, p := range judges.Prompts {
				notes = append(notes, judges.Game+p.ID)
			}
			if r := everyones.Race; r != nil && !r.Open {
				notes = append(notes, fmt.Sprint(r.Void, len(r.DeadHeat), r.Fastest > 0, r.Slowest > 0, r.Race))
			}
			for _, note := range notes {
				isNew = isNew || !seen[note]
				seen[note] = true
			}
			if !isNew {
				continue
			}
			seats := table.Start().Seats
			known := func(results.Game) Results { return Results{AllTime: allTime[:3*(n%2)]} }
			c := newContent(Options{Rules: all.Games(), Results: known}, "RUN", shown.State{
				Public: everyones, Judge: judges, Holder: seats[n%len(seats)] * games.Seat(n%2), Now: table.Now(),
				Line: table.Lines(), Told: table.History(),
			}, time.Now(), Book{Sitters: map[games.Seat]games.Sitter{seats[1]: {Name: "Anna"}}, Known: []string{"Ben"}}, display.NewPainter(wording.Phrases{}))
			c.panel = nil // which package display holds
			fmt.Fprintf(&got, "%s\n%s\n", c.of(channel{public, wording.English}), c.of(channel{judge, wording.English}))
		}
	}
	const golden = "testdata/pages"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got.String(), "\n")); diff != "" {
		t.Errorf("other pages are told (-want +got), which -update accepts:\n%s", diff)
	}
}

// A number is entered from what was proposed, or else from the least.
func TestWhereAnAmountBegins(t *testing.T) {
	c := content{options: Options{Rules: all.Games()}}
	for preset, want := range map[int]int{0: 1, 1: 1, 3: 3, 5: 5, 6: 1} {
		asked := games.Prompt{Shape: games.Amount, Min: 1, Max: 5, Preset: games.Number(preset)}
		if got := c.prompt(games.View{}, asked, c.voice(games.View{}, wording.English)).Start; got != want {
			t.Errorf("with %d proposed it begins at %d, want %d", preset, got, want)
		}
	}
	nothing := games.Prompt{Shape: games.Amount, Min: 1, Max: 5}
	if got := c.prompt(games.View{}, nothing, c.voice(games.View{}, wording.English)).Start; got != 1 {
		t.Errorf("with nothing proposed it begins at %d", got)
	}
}

// What says nothing is no entry of the history, and of long rounds the newest sixty are shown.
func TestWhatIsNoHistory(t *testing.T) {
	c := content{options: Options{Rules: all.Games()}}
	for n := range 70 {
		said := games.Fact{Line: n + 1, What: games.Turn{Seat: 1}, Said: []games.Text{{Word: fmt.Sprint("word", n)}}}
		c.state.Told = append(c.state.Told, said, games.Fact{Line: n + 1, At: 1, What: games.Turn{Seat: 1}})
	}
	past := c.table(games.View{}, wording.English).Past
	if n := len(past); n != 60 || past[0].Lines[0].Text != "word69" || past[59].Lines[0].Text != "word10" {
		t.Errorf("%d entries: %+v", n, past)
	}
}

// A race says who is decided by it, which race it was where it has a name, and whether it is news.
func TestTheVerdictOfARace(t *testing.T) {
	c := content{options: Options{Phrases: wording.NewPhrases(all.Games())}}
	order := []games.Finish{{Seat: 2, After: time.Second}, {Seat: 1, After: 2 * time.Second}}
	for _, tt := range []struct {
		over games.RaceOver
		want string
	}{
		{games.RaceOver{Race: "mosquito", Slowest: 3, Missing: []games.Seat{3}}, "Mosquito slowest [3]"},
		{games.RaceOver{Race: "mosquito", Fastest: 2}, "Mosquito fastest [2]"},
		{games.RaceOver{Race: "mosquito", DeadHeat: []games.Seat{1, 2}}, "Mosquito dead_heat [2 1]"},
		{games.RaceOver{Race: "mosquito", Void: true, Fastest: 2}, "Mosquito void []"},
		{games.RaceOver{Race: "nameless"}, "  []"},
	} {
		tt.over.Order = order
		v := games.View{Game: "mito", Race: &games.Photo{RaceOver: tt.over}, Headline: games.Text{Role: games.Verdict}}
		r := c.race(v, c.voice(v, wording.English))
		decide := []games.Seat{}
		for _, runner := range r.Runners {
			if runner.Decide {
				decide = append(decide, runner.Seat)
			}
		}
		if got := fmt.Sprint(r.Title, " ", r.Verdict, " ", decide); got != tt.want || !r.Now {
			t.Errorf("%+v is %q, now %v; want %q", tt.over, got, r.Now, tt.want)
		}
	}
	v := games.View{Game: "mito", Race: &games.Photo{RaceOver: games.RaceOver{Order: order[:1]}}}
	if r := c.race(v, c.voice(v, wording.English)); r != nil {
		t.Errorf("a press alone is a race: %+v", r)
	}
}

// The page shows what the display does: the picture, or the mark that stands for it.
func TestThePanelIsTheDisplays(t *testing.T) {
	painter := display.NewPainter(wording.Phrases{})
	scene := display.Scene{View: games.View{Headline: games.Text{Word: "word"}}}
	seen := map[string]bool{}
	for _, look := range []display.Look{{}, {Mark: 1, Dim: true}, {Mark: 2, Dim: true}} {
		p := mirror(shown.State{Scene: scene, Look: look}, painter)
		if seen[string(p.Pixels)] = true; p.Dim != look.Dim || len(p.Pixels) != 1024 {
			t.Errorf("with %+v the panel has %d bytes, dim: %v", look, len(p.Pixels), p.Dim)
		}
	}
	if len(seen) != 3 || seen[string(make([]byte, 1024))] {
		t.Errorf("of three pictures %d differ, or one is empty", len(seen))
	}
}

func TestTeamsAreCounted(t *testing.T) {
	c := content{options: Options{Phrases: wording.NewPhrases(all.Games())}}
	grids := c.table(games.View{Game: "motus", Grids: []games.Grid{{Size: 5}, {Size: 5}}}, wording.English).Grids
	if len(grids) != 2 || !strings.HasSuffix(grids[0].Team, "A") || !strings.HasSuffix(grids[1].Team, "B") {
		t.Errorf("the grids are %+v", grids)
	}
}

// A bot has no name, even where somebody sat who has one, and can't be given any.
func TestABotIsCalledTheBox(t *testing.T) {
	table := played(t, all.Games(), []byte(`{"v":1,"t":0,"start":"slap","seats":[1,2],"options":{"bots":{"2":"weak"}}}`+"\n"))
	v := table.View(games.Public)
	c := newContent(Options{Rules: all.Games(), Phrases: wording.NewPhrases(all.Games())}, "RUN",
		shown.State{Public: v, Judge: v, Line: 1}, time.Now(),
		Book{Sitters: map[games.Seat]games.Sitter{1: {Name: "Anna"}, 2: {Name: "Ben"}}}, display.NewPainter(wording.Phrases{}))
	seats := c.table(v, wording.English).Seats
	if seats[0].Name != "Anna" || seats[1].Name != "The box" {
		t.Errorf("the seats are %+v", seats)
	}
	if named := c.naming().Seats; len(named) != 1 || named[0].Name != "Anna" {
		t.Errorf("names may be given to %+v", named)
	}
}
