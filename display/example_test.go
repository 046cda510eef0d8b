package display_test

import (
	"fmt"
	"os"
	"time"

	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

func ExampleDialogue() {
	view := games.View{Prompts: []games.Prompt{{
		ID: "verdict", For: games.Judge, Keys: games.Keys{Seat: 3},
		Options: games.Words("guilty", "innocent", "withdraw"),
	}}}
	var d display.Dialogue
	d.Press(display.Next, 4*time.Second, view) // from "guilty" to "innocent"
	in, ok := d.Press(display.OK, 5*time.Second, view)
	fmt.Println(ok, in.At, in.Prompt, in.Keys.Seat, in.Value)
	// Output: true 5s verdict 3 innocent
}

func ExampleText() {
	view := games.View{
		Game:     "mogelmotte",
		Headline: games.Text{Word: "slowest", Seat: 3},
		Lines:    []games.Text{{Word: "margin", Span: 37 * time.Millisecond}},
		Seats:    []games.Place{{Seat: 1, Mark: "guardian"}, {Seat: 3, Total: 12}},
	}
	wording.NewPhrases(all.Games()).Text(os.Stdout, view, wording.German)
	// Output:
	// Mogel Motte
	// 3 zu langsam!
	//   um 37 ms
	//  1     0 Wanze
	//  3    12
}
