package display_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
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

// A few pictures of 64 and of 32 rows, block by block.
func TestCompose(t *testing.T) {
	turn := games.View{Game: "mito", Headline: games.Text{Word: "turn", Seat: 2},
		Lines: []games.Text{{Word: "guardian", Seat: 1}}}
	slowest := games.View{Game: "mito",
		Prompts: []games.Prompt{{ID: "slowest", Options: games.SeatsOr([]games.Seat{1, 3})}}}
	hunt := games.View{Game: "motus", Panel: games.Hunts, Headline: games.Text{Word: "draw"},
		Slates: []games.Slate{{Known: "E.", Word: "EA", Marks: "XO"}}}
	for _, tt := range []struct {
		name   string
		view   games.View
		rows   int
		keys   string
		blocks []string
	}{
		{"the seat that the headline begins with is a figure", turn, 64, "",
			[]string{`"2" of 66 at 2,7, 37×49`, `"to play" of 24 at 46,11, 79×24`, `"Guard: 1" of 14 at 46,40, 59×11`}},
		{"all is smaller on 32 rows", turn, 32, "",
			[]string{`"2" of 36 at 2,2, 20×27`, `"to play" of 20 at 29,1, 65×19`, `"Guard: 1" of 13 at 29,21, 53×10`}},
		{"the seat at the cursor is lit, the others are framed", slowest, 32, "v",
			[]string{`"Who was last?" of 12 at 1,1, 81×9`, `"1" of 18 at 42,15, 10×13`, "frame at 32,13, 30×18",
				`"3" of 18 at 75,15, 10×13`, "lit at 65,13, 30×18"}},
		{"a letter that is in place is lit, a misplaced one framed", hunt, 64, "",
			[]string{`"E" of 14 at 38,34, 9×10`, "lit at 34,33, 18×13", "full at 61,39, 2×2",
				`"E" of 14 at 38,49, 9×10`, "lit at 34,47, 18×14", `"A" of 14 at 57,49, 11×10`, "frame at 53,47, 18×14",
				`"draw" of 30 at 29,4, 70×23`}},
	} {
		d := keys.Dialogue{Rows: tt.rows}
		press(&d, tt.view, tt.keys)
		s := display.Scene{View: tt.view, Dialogue: d, Language: wording.English}
		blocks, _ := display.Composed(house(), s, tt.rows)
		if diff := cmp.Diff(tt.blocks, inWords(blocks)); diff != "" {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
}

// The same scene always makes the same blocks, each of them in the picture, whatever was composed
// before.
func TestBlocksAreInThePicture(t *testing.T) {
	for _, rows := range heights() {
		all := stories(t, wording.German, rows)
		for i := range all {
			s := all[len(all)-1-i]
			blocks, _ := display.Composed(house(), s.Scene, rows)
			again, _ := display.Composed(house(), s.Scene, rows)
			if diff := cmp.Diff(blocks, again); diff != "" {
				t.Fatalf("%s on %d rows: %s", s.Name, rows, diff)
			}
			for _, b := range blocks {
				if b.X < 0 || b.Y < 0 || b.Right() > canvas.Width || b.Bottom() > rows {
					t.Errorf("%s on %d rows: %v is beyond it", s.Name, rows, inWords([]canvas.Block{b}))
				}
			}
		}
	}
}
