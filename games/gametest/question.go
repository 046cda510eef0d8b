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
	var over []games.Question     // answered or closed
	var undone [][]games.Question // what was asked before each undo that can be redone
	open := c.questions(table)
	for range c.inputs {
		in := c.next(table)
		if facts := table.Advance(in.At); len(facts) > 0 {
			over = append(over, closed(open, facts)...)
		}
		open = c.questions(table)
		before := asked(table)
		facts, err := table.Apply(in)
		if err != nil {
			continue
		}
		now := c.questions(table)
		if _, _, ok := table.Redoable(); !ok && in.Kind != games.Redo {
			undone = nil
		}
		switch in.Kind {
		case games.Undo, games.Redo:
			if last := len(undone) - 1; in.Kind == games.Undo {
				undone = append(undone, open)
			} else if undone, open = undone[:last], undone[last]; !slices.Equal(open, now) {
				fail("a redo asks %+v, and before the undo it was %+v", now, open)
			}
			over = slices.DeleteFunc(over, func(q games.Question) bool { return slices.Contains(now, q) })
		case games.Answer:
			if p, err := games.Find(before, in); err == nil && !in.BeginsEntry() {
				over = append(over, p.Question())
			}
		}
		over = append(over, closed(open, facts)...)
		for _, q := range over {
			if slices.Contains(now, q) {
				fail("the question %+v is over and is asked again: tell of each prompt that it opens, "+
					"and of one that goes away unanswered that it is closed", q)
			}
		}
		open = now
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
