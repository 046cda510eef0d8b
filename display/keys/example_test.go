package keys_test

import (
	"fmt"
	"time"

	"arbitre/display/keys"
	"arbitre/games"
)

func ExampleDialogue() {
	view := games.View{Prompts: []games.Prompt{{
		ID: "verdict", For: games.Judge, Keys: games.Keys{Seat: 3},
		Options: games.Words("guilty", "innocent", "withdraw"),
	}}}
	var d keys.Dialogue
	d.Press(keys.Next, 4*time.Second, view) // from "guilty" to "innocent"
	in, ok := d.Press(keys.OK, 5*time.Second, view)
	fmt.Println(ok, in.At, in.Prompt, in.Keys.Seat, in.Value)
	// Output: true 5s verdict 3 innocent
}
