package gallery

import (
	"slices"
	"strings"
	"testing"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/scenes"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

// The gallery has every question of the box with all of its choices.
func TestTheGalleryHasEveryQuestionOfTheBox(t *testing.T) {
	shown := map[string][]games.Value{}
	for _, v := range Views(all.Games()) {
		for _, asked := range v.Prompts {
			shown[asked.ID] = append(shown[asked.ID], asked.Options...)
		}
	}
	for _, q := range layers.Table() {
		if len(shown[q.ID]) == 0 {
			t.Errorf("it lacks %q", q.ID)
		}
		for _, choice := range q.All(all.Games(), []games.Seat{1, 2, 4}) {
			if !slices.ContainsFunc(shown[q.ID], choice.Equal) {
				t.Errorf("it lacks %v of %q", choice, q.ID)
			}
		}
	}
}

// No question of the box has a text that is shortened, in any language.
func TestEveryQuestionOfTheBoxCanBeRead(t *testing.T) {
	painter, picture := display.NewPainter(wording.NewPhrases(all.Games())), canvas.NewPicture()
	for _, l := range wording.Languages() {
		shown, err := scenes.Of(nil, l, Views(all.Games())...)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range shown {
			painter.Draw(picture, s.Scene)
			if n := painter.Cut(); n > 0 && !strings.HasPrefix(s.Name, "box-unknown-word") {
				t.Errorf("%s in %v: %d texts are shortened: say them in fewer letters", s.Name, l, n)
			}
		}
	}
}
