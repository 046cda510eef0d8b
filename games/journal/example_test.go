package journal_test

import (
	"encoding/json"
	"fmt"
	"math"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/mito"
)

// A journal is lines that anybody can write. Played again it gives the same facts on every machine.
func ExamplePlay() {
	const text = `{"v":1,"t":0,"start":"mito","seats":[1,2,3]}
{"t":1000000000,"press":1}
{"t":3000000000,"press":1}
`
	table, _, err := journal.Play([]byte(text), games.Rulebook{mito.Rules()}, math.MaxInt64, func(l journal.Line) {
		for _, f := range l.Facts[:1] {
			line, _ := json.Marshal(f)
			fmt.Println(l.Number, string(line))
		}
	})
	fmt.Println(table.View(games.Judge).Prompts[0].ID, err)
	// Output:
	// 1 {"t":0,"fact":"started","game":"mito","seats":[1,2,3]}
	// 2 {"t":1000000000,"fact":"turn","seat":2}
	// 3 {"t":3000000000,"fact":"call","seat":1}
	// accused <nil>
}
