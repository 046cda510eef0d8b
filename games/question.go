package games

import "slices"

// A Question is one asking of a prompt. What is asked again after it had its answer is another
// question, whatever it is called, so that an answer which comes late is not taken for it.
type Question struct {
	ID string
	Keys
	Serial int // counts what the table has asked, from 1; 0 where nobody has counted
}

// Question tells this asking of a prompt from every other.
func (p Prompt) Question() Question { return Question{p.ID, p.Keys, p.Serial} }

// questions count what a game asks, and keep what has come of it. The facts of a journal tell all
// that counts, so that it is the same whenever the journal is played again.
type questions struct {
	count int
	*known
}

// known is what is asked, and what people have been told, at one moment of a game. It is replaced
// and never changed, for an undo may bring it back.
type known struct {
	open []asked // in the order of their opening
	told []Told
}

// asked is a question that is open.
type asked struct {
	Question
	answered bool // it had its answer: should its prompt have stayed open, this is the next one
}

func (q Question) sameAs(id string, k Keys) bool { return q.ID == id && q.Keys == k }

// follow takes the facts of a line of the journal.
func (q *questions) follow(facts []Fact, line int) {
	now, changed := *q.known, false
	for _, f := range facts {
		switch what := f.What.(type) {
		case Prompted:
			q.count++
			again := func(a asked) bool { return a.answered && a.sameAs(what.ID, what.Keys) }
			next := asked{Question: Question{what.ID, what.Keys, q.count}}
			now.open, changed = append(without(now.open, again), next), true
		case Closed:
			closed := func(a asked) bool { return a.sameAs(what.ID, what.Keys) }
			now.open, changed = without(now.open, closed), true
		}
		if f.tells() {
			now.told, changed = append(now.told, Told{line, f}), true
		}
	}
	if changed {
		known := now // so that what changes nothing, as most presses, stays off the heap
		q.known = &known
	}
}

// without is another list, of those that are left.
func without(list []asked, gone func(asked) bool) []asked {
	return slices.DeleteFunc(slices.Clone(list), gone)
}

// bringBack brings back what was known at an earlier moment, or at the same of another table.
func (q *questions) bringBack(k *known) { q.known = &known{k.open, slices.Clip(k.told)} }

// answer notes that the game has accepted an answer: if the prompt stays open it gets a new serial,
// and is another question. The empty word that only begins an entry is no answer.
func (q *questions) answer(in Input) {
	if in.Kind != Answer || in.BeginsEntry() {
		return
	}
	at := q.meant(in.Prompt, in.Keys)
	if at < 0 { // the seat says whom the answer is about
		given := in.Keys
		given.Seat = 0
		at = q.meant(in.Prompt, given)
	}
	if at < 0 {
		return
	}
	q.count++
	open := slices.Clone(q.open)
	was := open[at]
	if slices.ContainsFunc(open[at+1:], func(a asked) bool { return a.sameAs(was.ID, was.Keys) }) {
		open = slices.Delete(open, at, at+1) // another one asks the same (MOTUS-7)
	} else {
		open[at].Serial, open[at].answered = q.count, true
	}
	q.known = &known{open, q.told}
}

// meant is the place of the question that an answer of these keys is for, -1 if there is none.
func (q *questions) meant(id string, given Keys) int {
	found := -1
	for i, a := range q.open {
		if a.ID == id && given.covers(a.Keys) && (found < 0 || q.open[found].answered && !a.answered) {
			found = i
		}
	}
	return found
}

// number gives the prompts of a view their serials. Of several that ask the same, the first is the
// oldest.
func (q *questions) number(prompts []Prompt) {
	open := slices.Clone(q.open)
	for i, p := range prompts {
		if at := slices.IndexFunc(open, func(a asked) bool { return a.sameAs(p.ID, p.Keys) }); at >= 0 {
			prompts[i].Serial = open[at].Serial
			open = slices.Delete(open, at, at+1)
		}
	}
}
