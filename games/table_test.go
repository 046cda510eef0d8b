package games_test

import (
	"fmt"
	"strings"
	"testing"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/mito"
)

// Time, undo and redo, as journal/FORMAT.md has them, and what players bring along.
func TestTable(t *testing.T) {
	gametest.Stories(t, games.Rulebook{mito.Rules(), mito.MogelMotte()}, `
		a press may come late by the settle time, inclusive, and acts on the state as it now is
			mito 1 2 3
			1     press 1
			0.99  press 2
			0.989999999 press 3
			! the time runs backwards from 1000000000 to 989999999: a press or release may come at most 10ms late
			-- turn
			1 turn {"seat":2}
			0.99 turn {"seat":3}

		an answer may not come late at all
			mito 1 2 3
			1     press 1
			0.999999999 play "ant"
			! only a press or release may come late

		undo with nothing to take back is refused
			mito 1 2 3
			1 press 2
			2 undo
			! nothing to undo

		undo passes over lost edges that voided nothing, and a release
			mito 1 2 3
			1 press 1
			2 lost 3
			2 release 1
			3 undo
			-- undone
			3 undone {"line":2}

		undo deadlines that are owed fire before a line that is refused
			mito 1 2 3
			1   play "mosquito"
			1.1 press 3
			7   undo
			6.5 slowest 3
			! the time runs backwards
			-- undone race_over
			1.111 race_over {"race":"mosquito","order":[{"seat":3,"after":100000000}],"missing":[2],"slowest":2}
			7 undone {"line":3}
			6 race_over {"race":"mosquito","order":[],"missing":[2,3]}

		undo: a press that is delivered after a deadline that was owed stays behind it, at the next undo too
			mogelmotte 1 2 3
			10     play "cockroach"
			14     nobody "nobody"
			15.005 undo
			14.998 press 3
			20     press 2
			21     undo
			22     press 2
			-- race_over ignored turn
			14 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
			14 turn {"seat":2}
			15 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}
			15 turn {"seat":2}
			14.998 ignored {"seat":3,"why":"late"}
			20 turn {"seat":3}
			22 turn {"seat":3}

		undo: what was ignored after the line may still be a slap
			mito 1 2 3 4
			10   play "spider"
			10.2 press 3
			10.4 press 4
			11   undo
			11.2 play "mosquito"
			-- ignored undone race_over
			10.2 ignored {"seat":3,"why":"no effect now"}
			10.4 ignored {"seat":4,"why":"no effect now"}
			11 undone {"line":2}
			11.2 race_over {"race":"mosquito","order":[{"seat":3,"after":0},{"seat":4,"after":200000000}]
				,"missing":[2],"slowest":2}

		undo: what was late before is no slap after two undos either
			mito 1 2 3 4
			10   play "cockroach"
			10.1 press 3
			10.5 press 4
			11   undo
			11.1 undo
			12   play "cockroach"
			-- ignored race_over
			10.111 race_over {"race":"cockroach","order":[{"seat":3,"after":100000000}],"missing":[1,2,4],"fastest":3}
			10.5 ignored {"seat":4,"why":"late"}
			17 race_over {"race":"cockroach","order":[],"missing":[1,2,3,4]}

		undo: a press that was taken back is no slap
			mito 1 2 3 4
			10   press 1
			10.2 press 2
			11   undo
			11.2 play seat=1 "cockroach"
			11.3 press 3
			-- undone race_over
			11 undone {"line":3}
			11.2 race_over {"race":"cockroach","order":[{"seat":1,"after":0}],"missing":[2,3,4],"fastest":1}

		undo of the line after a verdict keeps the verdict, and does not print it again
			mito 1 2 3
			10    play "mosquito"
			10.1  press 2
			12    press 2
			13    undo
			14    press 2
			-- race_over turn undone
			10.111 race_over {"race":"mosquito","order":[{"seat":2,"after":100000000}],"missing":[3],"slowest":3}
			10.111 turn {"seat":2}
			12 turn {"seat":3}
			13 undone {"line":4}
			14 turn {"seat":3}

		redo brings a slap back with its own time
			mito 1 2 3
			10   play "mosquito"
			10.3 press 3
			10.5 press 2
			12   undo
			13   redo
			20   press 1
			-- race_over redone turn
			10.311 race_over {"race":"mosquito","order":[{"seat":3,"after":300000000}],"missing":[2],"slowest":2}
			10.311 turn {"seat":2}
			13 redone {"line":3}

		redo nothing once something else has had an effect
			mito 1 2 3
			1 press 1
			3 press 1
			4 accused 2
			5 verdict "guilty"
			6 undo
			7 verdict "innocent"
			8 redo
			! nothing to redo

		redo nothing once a press has had an effect
			mito 1 2 3
			1 press 1
			2 undo
			3 press 1
			4 redo
			! nothing to redo

		Undo a press that was ignored in a check belongs to that which is open when another is taken back
			mito 1 2 3
			1    press 1
			5    press 1
			6    accused 3
			7    play "mosquito"
			9    press 1
			9.1  press 2
			10   undo
			10.5 undo
			11   verdict "innocent"
			12   play "cockroach"
			-- race_over
			7 race_over {"race":"mosquito","order":[{"seat":1,"after":0}],"missing":[3],"slowest":3}
			17 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}

		Undo a press between the undo of a verdict and its redo is of no check any more
			mito 1 2 3
			1    press 1
			5    press 1
			6    accused 3
			7    verdict "innocent"
			8    undo
			8.5  press 3
			9    redo
			10   play "cockroach"
			-- race_over
			10 race_over {"race":"cockroach","order":[{"seat":3,"after":0}],"missing":[1,2],"fastest":3}

		totals that are no numbers
			mito 1 2 3 {"totals":{"1":"x"}}
			! expected a whole number

		totals beyond all games
			mito 1 2 3 {"totals":{"1":1000001}}
			! expected at most
	`)
}

// A reader of facts knows each by its line and number, and after an undo which of them are taken
// back.
func TestFactsAreNumberedWithinTheLineAfterWhichTheyHappen(t *testing.T) {
	_, facts, err := gametest.Play(games.Rulebook{mito.Rules()}, `mito 1 2 3
		1   play "mosquito"
		1.1 press 3
		20  press 2
		21  undo
		22  redo`)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range facts {
		got = append(got, fmt.Sprintf("%d.%d %s", f.Line, f.N, f.What.Fact()))
	}
	const want = "1.1 started, 1.2 turn, 1.3 prompt, 2.1 race_open, 3.1 race_over, 3.2 owe, 3.3 turn, " +
		"4.1 turn, 5.1 undone, 6.1 redone"
	if strings.Join(got, ", ") != want {
		t.Errorf("%s\nwant %s", strings.Join(got, ", "), want)
	}
}
