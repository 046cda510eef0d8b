package games_test

import (
	"encoding/json"
	"fmt"
	"time"

	"arbitre/games"
	"arbitre/games/mito"
)

// A table plays one game by its rules: inputs with their time go in, facts come out, and a view
// says what is to be seen.
func ExampleTable() {
	table, _, err := games.NewTable(mito.Rules(), games.Start{Game: "mito", Seats: []games.Seat{1, 2, 3}})
	if err != nil {
		panic(err)
	}
	for _, in := range []games.Input{
		{At: 1 * time.Second, Kind: games.Press, Seat: 1},
		{At: 3 * time.Second, Kind: games.Answer, Prompt: "play", Value: games.Word("mosquito")},
		{At: 3400 * time.Millisecond, Kind: games.Press, Seat: 1},
	} {
		facts, err := table.Apply(in)
		if err != nil {
			panic(err)
		}
		tell(facts)
	}
	tell(table.FireRest())
	fmt.Println(table.View(games.Public).Headline.Word)
	// Output:
	// 1s turn:
	// {"seat":2}
	// 3s race_open:
	// {"race":"mosquito","entrants":[1,3]}
	// 3.411s race_over:
	// {"race":"mosquito","order":[{"seat":1,"after":400000000}],"missing":[3],"slowest":3}
	// 3.411s owe:
	// {"from":[1,2],"to":3,"cards":1}
	// 3.411s turn:
	// {"seat":3}
	// slowest
}

// The same rules serve everyone who asks about a game: which options there are, what a start line
// means that leaves them out, and which games there are at all.
func ExampleRulebook() {
	book := games.Rulebook{mito.Rules(), mito.MogelMotte()}
	r, _ := book.Find("mogelmotte")
	fmt.Println(r.Title, r.Least, r.Most, r.FewIsGood(), r.Agree([]games.Seat{2, 3, 5}, games.Agreed{}).All())
	_, err := book.Find("chess")
	fmt.Println(err)
	// Output:
	// Mogel Motte 3 5 true [{rounds 3} {first 2}]
	// there is no game "chess": expected mito, mogelmotte
}

func tell(facts []games.Fact) {
	for _, f := range facts {
		fields, err := json.Marshal(f.What)
		if err != nil {
			panic(err)
		}
		fmt.Printf("%v %s:\n%s\n", f.At, f.What.Fact(), fields)
	}
}
