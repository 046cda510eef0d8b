package mito

import (
	"testing"

	"arbitre/games/gametest"
)

// Redo, as RULES section 0 has it.
func TestRedo(t *testing.T) {
	const check = `
		mito 1 2 3
		1 press 1
		3 press 1
		4 accused 2
		5 verdict "guilty"`
	gametest.Run(t, book(), []gametest.Case{
		{
			Clause: "redo brings a verdict back, and it can be taken back again",
			Story:  check + "\n6 undo\n7 redo\n8 undo",
			Only:   "undone redone",
			Facts: `
				6 undone {"line":5}
				7 redone {"line":5}
				8 undone {"line":5}`,
		},
		{
			Clause: "redo as many undos as there were, the last first",
			Story:  check + "\n6 undo\n7 undo\n8 redo\n9 redo",
			Only:   "undone redone",
			Facts: `
				6 undone {"line":5}
				7 undone {"line":4}
				8 redone {"line":4}
				9 redone {"line":5}`,
		},
		{
			Clause: "redo brings a slap back with its own time",
			Story: `
				mito 1 2 3
				10   play "mosquito"
				10.3 press 3
				10.5 press 2
				12   undo
				13   redo
				20   press 1`,
			Only: "race_over redone turn",
			Facts: `
				0 turn {"seat":1}
				10.311 race_over {"race":"mosquito","order":[{"seat":3,"after":300000000}],"missing":[2],"slowest":2}
				10.311 turn {"seat":2}
				13 redone {"line":3}`,
		},
		{
			Clause: "redo after a press that was ignored, which has no effect in what comes back",
			Story:  check + "\n6 undo\n6.5 press 3\n6.6 release 3\n7 redo",
			Only:   "redone ignored",
			Facts: `
				6.5 ignored {"seat":3,"why":"checking"}
				7 redone {"line":5}`,
		},
		{
			Clause: "redo nothing once something else has had an effect",
			Story:  check + "\n6 undo\n7 verdict \"innocent\"\n8 redo",
			Only:   "redone",
			Err:    "nothing to redo",
		},
		{
			Clause: "redo fires the deadlines that it owes before the next line",
			Story: `
				mito 1 2 3
				10 play "cockroach"
				11 undo
				12 redo
				30 press 1`,
			Only: "redone race_over",
			Facts: `
				12 redone {"line":2}
				15 race_over {"race":"cockroach","order":[],"missing":[1,2,3]}`,
		},
	})
}
