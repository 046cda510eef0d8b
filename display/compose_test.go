package display_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/typeface"
	"arbitre/display/wording"
	"arbitre/games"
)

// inWords returns blocks as text that can be compared and read: the kind and the box of each.
func inWords(blocks []canvas.Block) (words []string) {
	for _, b := range blocks {
		what := [...]string{canvas.Ink: "ink", canvas.Fill: "full", canvas.Frame: "frame", canvas.Invert: "lit"}[b.Kind]
		if b.Kind == canvas.Text {
			what = fmt.Sprintf("%q of %d", b.Text, b.Size)
		}
		words = append(words, fmt.Sprintf("%s at %d,%d, %d×%d", what, b.X, b.Y, b.W, b.H))
	}
	return words
}

// A name stands where it has room and the letters are there, or else the number or the letter.
func TestNamesStandWhereTheyHaveRoom(t *testing.T) {
	turn := games.View{Game: "mito", Headline: games.Text{Word: "turn", Seat: 1}}
	won := games.View{Game: "quiz", Headline: games.Text{Word: "game_over", Team: 1, Seats: []games.Seat{1}}, Panel: games.Standings,
		Seats: []games.Place{{Seat: 1, Team: 1}, {Seat: 2, Team: 2}}}
	claim := func(name string) games.View {
		return games.View{Headline: games.Text{Word: "claim", Extra: name}}
	}
	sits := func(name string) games.View { // the player learns from the list of games how to take it back
		return games.View{Prompts: []games.Prompt{{ID: "game", Options: games.Words("mito", "slap"),
			Asks: games.Text{Word: "sits", Number: 4, Extra: name}}}}
	}
	for _, tt := range []struct {
		name, team string
		view       games.View
		want       string
	}{
		{"Anna", "", turn, "Anna to play"},
		{"Jean-Baptiste", "", turn, "Jean-Baptiste to play"},
		{strings.Repeat("W", 30), "", turn, "1 to play"},
		{"אסתר", "", turn, "1 to play"},
		{"علی\u200cرضا", "", turn, "1 to play"},
		{"👩\u200d🔬", "", turn, "1 to play"},
		{"", "", turn, "1 to play"},
		{"Anna", "Foxes", won, "Foxes 0 B 0 Team Foxes wins the game!"},
		{"Anna", "נמרים", won, "A 0 B 0 Team A wins the game!"},
		{"", "", claim("Anna"), "Anna: press!"},
		{"", "", claim("אסתר"), "Your name: press!"},
		{"", "", sits("Anna"), "No? Press! 4: Anna Mito Slap"},
		{"", "", sits("Maximiliane"), "No? Press! 4: Maximili… Mito Slap"},
	} {
		blocks, _ := display.Composed(house(), display.Scene{View: tt.view, Language: wording.English,
			Sitters: map[games.Seat]games.Sitter{1: {Name: tt.name, Team: tt.team}}})
		var words []string
		for _, b := range blocks {
			if b.Kind == canvas.Text {
				words = append(words, wording.Breakable(b.Text))
			}
		}
		if got := strings.Join(words, " "); got != tt.want {
			t.Errorf("%q of %q: the display has %s, want %s", tt.name, tt.team, got, tt.want)
		}
	}
}

// A few pictures, block by block.
func TestCompose(t *testing.T) {
	turn := games.View{Game: "mito", Headline: games.Text{Word: "turn", Seat: 2},
		Lines: []games.Text{{Word: "guardian", Seat: 1}}}
	slowest := games.View{Game: "mito",
		Prompts: []games.Prompt{{ID: "slowest", Options: games.SeatsOr([]games.Seat{1, 3})}}}
	update := games.View{Prompts: []games.Prompt{{ID: "updated", Options: games.Words("back"),
		Asks: games.Text{Word: "update_failed"}}}}
	hunt := games.View{Game: "motus", Panel: games.Hunts, Headline: games.Text{Word: "draw"},
		Slates: []games.Slate{{Known: "E.", Word: "EA", Marks: "XO"}}}
	rounds := games.View{Prompts: []games.Prompt{{ID: "rounds", Options: games.Numbers(1, 12)}}}
	for _, tt := range []struct {
		name   string
		view   games.View
		keys   string
		blocks []string
	}{
		{"previous leads from the least of many numbers to the most, and an arrow says so", rounds, "",
			[]string{`"How many rounds?" of 13 at 1,2, 121×13`, `"1" of 30 at 55,29, 17×22`, "lit at 14,20, 100×40",
				"ink at 4,36, 5×9", "ink at 119,36, 5×9"}},
		{"the seat that the headline begins with is a figure", turn, "",
			[]string{`"2" of 66 at 2,7, 37×49`, `"to play" of 24 at 46,11, 79×24`, `"Guard: 1" of 14 at 46,40, 59×11`}},
		{"the seat at the cursor is lit, the others are framed", slowest, "v",
			[]string{`"Who was last?" of 14 at 1,1, 100×11`, `"1" of 24 at 40,24, 13×18`, "frame at 32,17, 30×32",
				`"3" of 24 at 73,24, 13×18`, "lit at 65,17, 30×32"}},
		{"a single answer stands below what its prompt asks", update, "",
			[]string{`"OK" of 12 at 2,53, 14×9`, "lit at 0,51, 20×13", `"Back" of 12 at 24,52, 28×9`,
				`"Update" of 24 at 23,1, 81×24`, `"failed" of 24 at 32,28, 63×19`}},
		{"a letter that is in place is lit, a misplaced one framed", hunt, "",
			[]string{`"E" of 14 at 38,34, 9×10`, "lit at 34,33, 18×13", "full at 61,39, 2×2",
				`"E" of 14 at 38,49, 9×10`, "lit at 34,47, 18×14", `"A" of 14 at 57,49, 11×10`, "frame at 53,47, 18×14",
				`"draw" of 30 at 29,4, 70×23`}},
	} {
		d := keys.Dialogue{Shown: true}
		press(&d, tt.view, tt.keys)
		s := display.Scene{View: tt.view, Dialogue: d, Language: wording.English}
		blocks, _ := display.Composed(house(), s)
		if diff := cmp.Diff(tt.blocks, inWords(blocks)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// A letter in place is dark on lit ground that can be seen beside it, and whole, an M and a J as well: else it is
// taken for one in a frame.
func TestALetterInPlaceStandsOnLitGround(t *testing.T) {
	faces := typeface.New()
	for letters := 3; letters <= 8; letters++ {
		for r := 'A'; r <= 'Z'; r++ {
			slate := games.Slate{Hunt: 1, Line: 2, Lines: 6, Seats: []games.Seat{3}, Known: string(r) + strings.Repeat(".", letters-1),
				Word: strings.Repeat(string(r), letters), Marks: strings.Repeat("X", letters)}
			v := games.View{Game: "motus", Panel: games.Hunts, Headline: games.Text{Word: "turn", Seat: 3}, Slates: []games.Slate{slate, slate}}
			blocks, _ := display.Composed(house(), display.Scene{View: v, Language: wording.English})
			for i, cell := range blocks {
				if cell.Kind != canvas.Invert {
					continue
				}
				for at, g := range blocks[i-1].Letters(faces) {
					left, right := at.X-cell.X, cell.Right()-at.X-len(g.Columns)
					baseline := at.Y - g.Top
					if min(left, right) < 2 || baseline-g.Up < cell.Y || baseline+g.Down > cell.Bottom() {
						t.Fatalf("%d letters: %q", letters, inWords(blocks[i-1:i+1]))
					}
				}
			}
		}
	}
}

// The same scene always makes the same blocks, each of them in the picture, whatever was composed
// before.
func TestBlocksAreInThePicture(t *testing.T) {
	all := stories(t, wording.German)
	for i := range all {
		s := all[len(all)-1-i]
		blocks, _ := display.Composed(house(), s.Scene)
		again, _ := display.Composed(house(), s.Scene)
		if diff := cmp.Diff(blocks, again); diff != "" {
			t.Fatalf("%s: %s", s.Name, diff)
		}
		for _, b := range blocks {
			if b.X < 0 || b.Y < 0 || b.Right() > canvas.Width || b.Bottom() > canvas.Height {
				t.Errorf("%s: %v is beyond it", s.Name, inWords([]canvas.Block{b}))
			}
		}
	}
}
