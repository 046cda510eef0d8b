package display_test

import (
	"bytes"
	"image/png"
	"os"
	"reflect"
	"testing"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/mito"
)

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
	picture := canvas.NewPicture(display.Height)
	display.NewPainter(house()).Draw(picture, display.Scene{View: table.View(games.Judge), Dialogue: keys.Dialogue{Rows: display.Height}, Language: wording.English, Now: until})
	var made bytes.Buffer
	if err := new(canvas.PNGWriter).Write(&made, picture, zoom); err != nil {
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
