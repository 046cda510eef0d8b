package display_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
)

// A fault that a question leaves no room for is marked by a sign.
func TestEveryFaultIsMarkedWhereItIsNotTold(t *testing.T) {
	painter := display.NewPainter(house())
	for _, fault := range house().Faults() {
		v := games.View{Headline: games.Text{Word: "turn", Seat: 2},
			Prompts: []games.Prompt{{ID: "verdict", Options: games.Words("guilty", "innocent")}}}
		without, with := canvas.NewPicture(), canvas.NewPicture()
		painter.Draw(without, display.Scene{View: v})
		v.Lines = []games.Text{{Word: fault, Role: games.Fault}}
		painter.Draw(with, display.Scene{View: v})
		if string(with.Pix) == string(without.Pix) {
			t.Errorf("%s is not marked", fault)
		}
	}
}

func TestEveryWordOfEverySceneIsKnown(t *testing.T) {
	for _, s := range stories(t, wording.French) {
		ofTheTable := strings.Contains(s.Name, "-own-")
		ofTheTable = ofTheTable || strings.HasPrefix(s.Name, "box-unknown-word")
		if missing := unknown(house(), s.View); !ofTheTable && missing != nil {
			t.Errorf("%s: unknown are %q", s.Name, missing)
		}
	}
	got := unknown(house(), games.View{
		Game:     "chess",
		Headline: games.Text{Word: "turn"},
		Lines:    []games.Text{{Word: "mate"}},
		Seats:    []games.Place{{Mark: "ivory"}, {Mark: "turn"}},
		Prompts:  []games.Prompt{{ID: "promote", Options: append(games.Words("queen", "ready"), games.Number(3))}},
	})
	want := []string{"game chess", "line mate", "mark ivory", "prompt promote", "option queen"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A table's own colours are abbreviated in the boxes of a code, so that no two look the same.
func TestOwnColoursAreToldApart(t *testing.T) {
	want := map[string]string{"anthrazit": "AN", "hellblau": "H2", "hellgrün": "H3", "türkis": "TÜ", "rosa": "ROS",
		"rot": "ROT"}
	own := games.Words("anthrazit", "hellblau", "hellgrün", "türkis", "rosa", "rot")
	for colour, short := range want {
		v := games.View{Game: "mastermind", Panel: games.Revealed,
			Lines:   []games.Text{{Word: "code", Code: []string{colour}}},
			Prompts: []games.Prompt{{Shape: games.Code, Options: own, Background: true}}}
		s := display.Scene{View: v, Dialogue: keys.Dialogue{Shown: true}}
		blocks, _ := display.Composed(house(), s)
		if !slices.ContainsFunc(blocks, func(b canvas.Block) bool { return b.Text == short }) {
			t.Errorf("%s is not shown as %s: %v", colour, short, blocks)
		}
	}
}
