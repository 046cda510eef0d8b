package gametest

import (
	"slices"

	"arbitre/games"
)

// asksAnew checks that a late answer is never taken for an answer to a newer question: each opening
// of a prompt is a question of its own, an answered question is not asked again, and only an undo
// or redo brings one back.
func asksAnew(c *trial) {
	table := c.table()
	var over []games.Question
	for range c.inputs {
		in := c.next(table)
		over = append(over, closed(c.questions(table), table.Advance(in.At))...)
		prompts, open := asked(table), c.questions(table)
		facts, err := table.Apply(in)
		over = append(over, closed(open, facts)...)
		now := c.questions(table)
		switch in.Kind {
		case games.Undo, games.Redo:
			over = slices.DeleteFunc(over, func(q games.Question) bool { return slices.Contains(now, q) })
		case games.Answer:
			if p, _ := games.Find(prompts, in); err == nil && !in.BeginsEntry() {
				over = append(over, p.Question())
			}
		}
		for _, q := range over {
			if slices.Contains(now, q) {
				fail("the question %+v is over and is asked again: tell of each prompt that it opens, "+
					"and of one that goes away unanswered that it is closed", q)
			}
		}
	}
}

// questions lists the open questions, and checks that no two of them are the same.
func (c *trial) questions(table *games.Table) (open []games.Question) {
	for _, p := range asked(table) {
		q := p.Question()
		if q.Serial == 0 {
			fail("prompt %q is asked, and no fact has told that it opens: ask by games.Prompts", q.ID)
		}
		if slices.Contains(open, q) {
			fail("the question %+v is asked twice: tell of each prompt that it opens", q)
		}
		open = append(open, q)
	}
	return open
}

// closed returns the open questions that facts report as closed without an answer.
func closed(open []games.Question, facts []games.Fact) (gone []games.Question) {
	for _, f := range facts {
		what, ok := f.What.(games.Closed)
		for _, q := range open {
			if ok && q.ID == what.ID && q.Keys == what.Keys {
				gone = append(gone, q)
			}
		}
	}
	return gone
}
