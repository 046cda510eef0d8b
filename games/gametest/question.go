package gametest

import (
	"slices"

	"arbitre/games"
)

// asksAnew holds that an answer which comes late can be told from one to what is asked now: each
// opening of a prompt is a question of its own, one that had its answer is asked no more, and only
// an undo or redo brings an old one back.
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

// questions are those that are open. No two of them are the same.
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

// closed are the questions that facts say went away unanswered.
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
