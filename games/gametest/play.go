package gametest

import (
	"errors"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// A state is everything about a game that audiences and its referee can see.
type state struct {
	views    []games.View
	deadline time.Duration
	due      bool
	history  []games.Fact
}

// stateOf records the state of a table.
func stateOf(table *games.Table) state {
	s := state{history: table.History()}
	for _, a := range games.Audiences(table.Start().Seats) {
		s.views = append(s.views, table.View(a))
	}
	s.deadline, s.due = table.Deadline()
	return s
}

// stateful is the advice where a game has two states that should be one.
const stateful = "keep all that it knows in its own value: " +
	"no global, no clock, no chance but the seed, no order of a map"

// differ returns the difference of two values, unexported fields of all packages included.
func differ(want, got any) string {
	return cmp.Diff(want, got, cmp.Exporter(func(reflect.Type) bool { return true }))
}

// stays fails the check if two states of a game differ. The format says which states they are.
func stays(want, got state, format string, args ...any) {
	if !reflect.DeepEqual(want, got) { // much faster than cmp.Diff
		fail(format+" (-want +got): %s\n%s", append(args, stateful, differ(want, got))...)
	}
}

// asked lists the open prompts of all audiences.
func asked(table *games.Table) []games.Prompt {
	var prompts []games.Prompt
	for _, a := range games.Audiences(table.Start().Seats) {
		prompts = append(prompts, table.View(a).Prompts...)
	}
	return prompts
}

// moves plays a random game and yields the table after each input.
func (c *trial) moves() iter.Seq[*games.Table] {
	return func(yield func(*games.Table) bool) {
		table := c.table()
		for range c.inputs {
			if table.Apply(c.next(table)); !yield(table) {
				return
			}
		}
	}
}

// endless is a number of inputs by which every short game must be over.
const endless = 20_000

// ends checks that legal play comes to an end, is never stuck and never refused without a reason
// for the judge, and tells no fact that the rules do not list.
func ends(c *trial) {
	table := c.table()
	for range endless {
		if table.View(games.Public).Over {
			return
		}
		if c.dice.oneIn(5) {
			if due, ok := table.Deadline(); ok {
				table.Advance(due)
			}
		}
		c.mustNotBeStuck(table)
		in, p := c.legal(table)
		if table.Advance(in.At); !stillAsked(table, p) {
			continue // it closed by itself
		}
		facts, err := table.Apply(in)
		for _, f := range facts {
			if word := f.What.Fact(); !slices.Contains(c.rules.Facts(), word) {
				fail("the fact %q stands nowhere in the rules' OwnFacts: list it there", word)
			}
		}
		if _, refused := errors.AsType[*games.Refusal](err); err != nil && (!refused || p.Shape == games.Hand) { // players hold what they hold
			fail("prompt %q offers %s and refuses it (%w): let its options and limits say what it takes, "+
				"or, but for a hand, refuse by games.Refuse with a sentence for the judge",
				p.ID, in.Value.JSON(), err)
		}
	}
	fail("it is not over after %d inputs that it asked for: give it an end that play comes to, "+
		"or a prompt by which the table ends it (asked at last: %s)", endless, ids(table))
}

// ids lists the ids of the open prompts.
func ids(table *games.Table) string {
	var ids []string
	for _, p := range asked(table) {
		ids = append(ids, p.ID)
	}
	return strings.Join(ids, ", ")
}

// stillAsked reports whether a prompt is still open. The zero prompt, of an input that is no
// answer, counts as open.
func stillAsked(table *games.Table, p games.Prompt) bool {
	same := func(q games.Prompt) bool { return q.Question() == p.Question() }
	return p.ID == "" || slices.ContainsFunc(asked(table), same)
}

// mustNotBeStuck fails the check if no input is possible any more.
func (c *trial) mustNotBeStuck(table *games.Table) {
	if _, due := table.Deadline(); due || len(asked(table)) > 0 || table.View(games.Public).Over {
		return
	}
	for _, s := range table.Start().Seats {
		facts, err := table.Apply(games.Input{At: table.Now() + time.Second, Kind: games.Press, Seat: s})
		if err == nil && !ignored(facts) {
			return
		}
	}
	fail("it is stuck: nothing is asked, no button does anything, no deadline is due, and it is not over "+
		"(the headline is %q): open a prompt there, or end the game",
		table.View(games.Public).Headline.Word)
}

// ignored reports whether a press that has just come was ignored.
func ignored(facts []games.Fact) bool {
	return slices.ContainsFunc(facts, func(f games.Fact) bool {
		i, ok := f.What.(games.Ignored)
		return ok && !i.Waited
	})
}

// A performance is a game that was played live, with its journal.
type performance struct {
	table  *games.Table
	text   []byte
	facts  []games.Fact
	states []state // after each line of the journal
}

// perform plays a random game as a referee does: the clock fires deadlines between inputs, and each
// input that is taken goes into the journal.
func (c *trial) perform() (p performance) {
	start := c.start()
	p.table, p.facts = c.begin(start)
	p.text = journal.AppendStart(nil, start)
	p.states = append(p.states, stateOf(p.table))
	for range c.inputs {
		p.facts = append(p.facts, p.table.Advance(p.table.Now()+c.dice.gap())...) // the clock wakes the referee
		in := c.next(p.table)
		in.At = max(in.At, p.table.Earliest())
		if in.Kind != games.Press && in.Kind != games.Release {
			in.At = max(in.At, p.table.Now())
		}
		own, err := p.table.Apply(in)
		p.facts = append(p.facts, own...)
		if err == nil {
			p.text = journal.AppendInput(p.text, in)
			p.states = append(p.states, stateOf(p.table))
		}
	}
	p.facts = append(p.facts, p.table.Advance(p.table.Now())...)
	return p
}

// replays checks that a copy of a game, and its journal, play again to the same facts and state.
func replays(c *trial) {
	p := c.perform()
	was, replica := stateOf(p.table), copied(p.table)
	stays(was, stateOf(replica), "played again from the start of\n%s", p.text)
	replica.Apply(c.next(replica))
	replica.FireRest()
	stays(was, stateOf(p.table), "after a copy went on of\n%s", p.text)

	var again []games.Fact
	keep := func(l journal.Line) { again = append(again, l.Facts...) }
	replayed, _, err := journal.Play(p.text, games.Rulebook{c.rules}, math.MaxInt64, keep)
	if err != nil {
		fail("its own journal is refused: %w\n%s", err, p.text)
	}
	facts, again := append(p.facts, p.table.FireRest()...), append(again, replayed.FireRest()...)
	if diff := cmp.Diff(Facts(facts), Facts(again)); diff != "" {
		fail("its journal tells other facts (-live +replay): %s\n%s%s", stateful, diff, p.text)
	}
}

// resumes checks that a journal cut at any byte, as by a power cut, can be resumed to the state of
// its last whole line.
func resumes(c *trial) {
	c.inputs = min(c.inputs, 15)
	p := c.perform()
	whole := 0 // lines up to the cut
	for cut := range len(p.text) {
		text := p.text[:cut+1]
		ended := text[cut] == '\n'
		if ended {
			whole++
		}
		table, _, err := journal.Play(text, games.Rulebook{c.rules}, math.MaxInt64, func(journal.Line) {})
		switch {
		case err != nil:
			fail("its journal is refused where it is cut: %w\n%s", err, text)
		case ended:
			stays(p.states[whole-1], stateOf(table), "live, and taken up again after\n%s", text)
		case table != nil && table.Lines() < whole:
			fail("it has %d lines and not %d where its journal is cut\n%s", table.Lines(), whole, text)
		}
	}
}

// undoes checks that an undo restores the state before the last input with an effect, and that
// redos restore the states before up to four undos.
func undoes(c *trial) {
	table := c.table()
	for range c.inputs {
		in := c.next(table)
		table.Advance(in.At)
		before, line := stateOf(table), table.Lines()+1
		if _, err := table.Apply(in); err != nil || table.UndoLine() != line || !c.dice.oneIn(3) {
			continue
		}
		replica, at := copied(table), table.Now()+c.dice.gap()
		if replica.Advance(at); replica.UndoLine() != line {
			continue // a press that waited has been ignored since
		}
		var undone []state
		for range 1 + c.dice.IntN(4) {
			was := stateOf(replica)
			if _, err := replica.Apply(games.Input{At: at, Kind: games.Undo}); err != nil {
				break // nothing is left to undo
			}
			if undone == nil {
				stays(before, stateOf(replica), "before and after the undo of %+v", in)
			}
			undone = append(undone, was)
			at = max(at, replica.Now()) + c.dice.gap()
			replica.Advance(at)
		}
		for _, was := range slices.Backward(undone) {
			at = max(at, replica.Now()) + c.dice.gap()
			if _, err := replica.Apply(games.Input{At: at, Kind: games.Redo}); err != nil {
				fail("what was undone can't be redone: %w", err)
			}
			stays(was, stateOf(replica), "before an undo and after its redo")
		}
	}
}
