package games

import "slices"

// A Question identifies one opening of a prompt. A prompt of the same id and keys that opens again
// is another question, so that a late answer is not taken for it.
type Question struct {
	ID string
	Keys
	Serial int // numbers the questions of a table from 1; 0 if it has none
}

// Question returns the identity of this opening of a prompt.
func (p Prompt) Question() Question { return Question{p.ID, p.Keys, p.Serial} }

// questions number the prompts of a game by its facts alone, so that a journal that is played again
// gives them the same serials.
type questions struct {
	count int
	*known
}

// known holds the open questions and the history at one moment of a game. It is replaced and never
// changed, since an undo may restore it.
type known struct {
	open    []asked // in the order of their opening
	history []Fact
}

// asked is a question that is open.
type asked struct {
	Question
	answered bool // accepted an answer and has stayed open since, with a new serial
}

func (q Question) sameAs(id string, k Keys) bool { return q.ID == id && q.Keys == k }

// follow updates the questions and the history by new facts.
func (q *questions) follow(facts []Fact) {
	for _, f := range facts {
		now, changed := *q.known, false
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
		if f.inHistory() {
			now.history, changed = append(now.history, f), true
		}
		if changed {
			known := now // the copy escapes to the heap, which most presses must not cause
			q.known = &known
		}
	}
}

// without returns a new list, of the questions that are not gone.
func without(list []asked, gone func(asked) bool) []asked {
	return slices.DeleteFunc(slices.Clone(list), gone)
}

// bringBack restores what was known at an earlier moment, or to another table.
func (q *questions) bringBack(k *known) { q.known = &known{k.open, slices.Clip(k.history)} }

// answer notes that the game has accepted an answer: if the prompt stays open it gets a new serial,
// and is another question. The empty word that only begins an entry is no answer.
func (q *questions) answer(in *Input) {
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
	q.known = &known{open, q.history}
}

// meant returns the index of the question that an answer with these keys is for, or -1. An
// unanswered question comes before one that was answered and stayed open.
func (q *questions) meant(id string, given Keys) int {
	found := -1
	for i, a := range q.open {
		if a.ID == id && given.selects(a.Keys) && (found < 0 || q.open[found].answered && !a.answered) {
			found = i
		}
	}
	return found
}

// number gives the prompts of a view their serials. Of several with the same id and keys, the first
// is the oldest.
func (q *questions) number(prompts []Prompt) {
	open := slices.Clone(q.open)
	for i, p := range prompts {
		if at := slices.IndexFunc(open, func(a asked) bool { return a.sameAs(p.ID, p.Keys) }); at >= 0 {
			prompts[i].Serial = open[at].Serial
			open = slices.Delete(open, at, at+1)
		}
	}
}
