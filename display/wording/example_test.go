package wording_test

import (
	"os"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
)

func ExamplePhrases_Text() {
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
