package gametest

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"arbitre/games"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// A State is all that can be seen of a game.
type State struct {
	Views    []games.View
	Deadline time.Duration
	Due      bool
	Story    []Heard // so far
}

// Heard is what people were told of one fact, and the line of the journal that brought it about.
type Heard struct {
	Line int
	What string
}

// heardAt is what people have been told.
func heardAt(table *games.Table) (heard []Heard) {
	for _, t := range table.Told() {
		what := list(t.Fact.Said)
		if p, ok := t.Fact.What.(games.Proposed); ok {
			word, marks := p.Proposal()
			what += " " + word + " " + marks
		}
		heard = append(heard, Heard{t.Line, what})
	}
	return heard
}

// Look sees what everyone sees.
func Look(table *games.Table) State {
	var s State
	for _, a := range Audiences(table) {
		s.Views = append(s.Views, table.View(a))
	}
	s.Deadline, s.Due = table.Deadline()
	s.Story = heardAt(table)
	return s
}

// differ tells how a state differs from another; "" if it does not.
func differ(a, b State) string {
	if reflect.DeepEqual(a, b) {
		return "" // which is told sooner than the difference
	}
	return cmp.Diff(a, b)
}

// Audiences are all that may look: the public first.
func Audiences(table *games.Table) []games.Audience {
	list := []games.Audience{games.Public, games.Judge}
	for _, s := range table.Start().Seats {
		list = append(list, games.Player(s))
	}
	return list
}

// asked lists what is open, whoever is asked.
func asked(table *games.Table) []games.Prompt {
	var prompts []games.Prompt
	for _, a := range Audiences(table) {
		prompts = append(prompts, table.View(a).Prompts...)
	}
	return prompts
}

// endless is how many inputs a game may take that is agreed to be short.
const endless = 20_000

// ends plays by what is asked alone until the game is over.
func ends(c *trial) {
	table := c.table()
	for range endless {
		if table.View(games.Public).Over {
			return
		}
		if c.in(5) {
			if due, ok := table.Deadline(); ok {
				table.Advance(due)
			}
		}
		c.stuck(table)
		in, p := c.legal(table)
		if table.Advance(in.At); !stillAsked(table, p) {
			continue // it closed by itself
		}
		_, err := table.Apply(in)
		var refusal *games.Refusal
		if err != nil && !errors.As(err, &refusal) {
			fail("prompt %q offers %s and refuses it (%w): let its options and limits say what it takes, "+
				"or refuse by games.Refuse with a sentence for the judge",
				p.ID, string(in.Value), err)
		}
	}
	fail("it is not over after %d inputs that it asked for: give it an end that play comes to, "+
		"or a prompt by which the table ends it (asked at last: %s)", endless, ids(table))
}

// ids are those of the open prompts.
func ids(table *games.Table) string {
	var ids []string
	for _, p := range asked(table) {
		ids = append(ids, p.ID)
	}
	return strings.Join(ids, ", ")
}

func stillAsked(table *games.Table, p games.Prompt) bool {
	same := func(q games.Prompt) bool { return q.Question() == p.Question() }
	return p.ID == "" || slices.ContainsFunc(asked(table), same)
}

// stuck tells that nobody can do anything any more.
func (c *trial) stuck(table *games.Table) {
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

// ignored tells whether a press came to nothing.
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
	states []State // after each line of the journal
}

// perform plays with the deadlines of a running clock and writes the journal as a referee does.
func (c *trial) perform() (p performance) {
	start := c.start()
	p.table, p.facts = c.begin(start)
	p.text = journal.AppendStart(nil, start)
	p.states = append(p.states, Look(p.table))
	for range c.inputs {
		p.facts = append(p.facts, p.table.Advance(p.table.Now()+c.gap())...) // the clock wakes the referee
		in := c.next(p.table)
		in.At = max(in.At, p.table.Earliest())
		if in.Kind != games.Press && in.Kind != games.Release {
			in.At = max(in.At, p.table.Now())
		}
		told, err := p.table.Apply(in)
		p.facts = append(p.facts, told...)
		if err == nil {
			p.text = journal.AppendInput(p.text, in)
			p.states = append(p.states, Look(p.table))
		}
	}
	p.facts = append(p.facts, p.table.Advance(p.table.Now())...)
	return p
}

const stateful = "keep all that it knows in its own value: " +
	"no global, no clock, no chance but the seed, no order of a map"

func replays(c *trial) {
	p := c.perform()
	was, trial := Look(p.table), copied(p.table)
	if diff := differ(was, Look(trial)); diff != "" {
		fail("played again from its start it is another (-table +copy): %s\n%s%s", stateful, diff, p.text)
	}
	trial.Apply(c.next(trial))
	trial.RunOut()
	if diff := differ(was, Look(p.table)); diff != "" {
		fail("a copy went on, and the table with it (-before +after): %s\n%s%s", stateful, diff, p.text)
	}
	facts := append(p.facts, p.table.RunOut()...)

	var again []games.Fact
	keep := func(l journal.Line) { again = append(again, l.Facts...) }
	replayed, _, err := journal.Play(p.text, games.Rulebook{c.rules}, math.MaxInt64, keep)
	if err != nil {
		fail("its own journal is refused: %w\n%s", err, p.text)
	}
	again = append(again, replayed.RunOut()...)
	if diff := cmp.Diff(Facts(facts), Facts(again)); diff != "" {
		fail("its journal tells other facts (-live +replay): %s\n%s%s", stateful, diff, p.text)
	}
}

// resumes cuts a journal at every byte, as a power cut does.
func resumes(c *trial) {
	c.inputs = min(c.inputs, 15)
	p := c.perform()
	whole := 0 // lines up to the cut
	for cut := range len(p.text) {
		if p.text[cut] == '\n' {
			whole++
		}
		table, _, err := journal.Play(p.text[:cut+1], games.Rulebook{c.rules}, math.MaxInt64, func(journal.Line) {})
		if err != nil {
			fail("cut after byte %d: %w\n%s", cut+1, err, p.text)
		}
		if p.text[cut] != '\n' {
			if table != nil && table.Lines() < whole {
				fail("cut after byte %d it has %d lines and not %d\n%s", cut+1, table.Lines(), whole, p.text)
			}
			continue
		}
		if diff := differ(p.states[whole-1], Look(table)); diff != "" {
			fail("taken up again after line %d it is another (-live +resumed): %s\n%s%s",
				whole, stateful, diff, p.text[:cut+1])
		}
	}
}

func undoes(c *trial) {
	table := c.table()
	for range c.inputs {
		in := c.next(table)
		if in.Kind == games.Undo || in.Kind == games.Redo || in.At < table.Clock() {
			table.Apply(in)
			continue
		}
		table.Advance(in.At)
		before := Look(table)
		line := table.Lines() + 1
		if _, err := table.Apply(in); err != nil || table.Back() != line || !c.in(3) {
			continue
		}
		at := in.At + c.gap()
		trial := copied(table)
		trial.Advance(at)
		facts, err := trial.Apply(games.Input{At: at, Kind: games.Undo})
		if err != nil {
			continue // it has come to nothing since
		}
		if undone, ok := facts[0].What.(games.Undone); !ok || undone.Line != line {
			continue // it has come to nothing since, and an earlier input was taken back
		}
		if diff := differ(before, Look(trial)); diff != "" {
			fail("after the undo of %+v (-before +after): %s\n%s", in, stateful, diff)
		}
	}
}

func redoes(c *trial) {
	table := c.table()
	never := copied(table) // where nothing is undone
	for range c.inputs {
		in := c.next(table)
		table.Apply(in)
		never.Apply(in)
	}
	at, undone := table.Now(), 0
	for range 1 + c.dice.IntN(4) {
		at += c.gap()
		if _, err := table.Apply(games.Input{At: at, Kind: games.Undo}); err == nil {
			undone++
		}
	}
	for range undone {
		at = max(at, table.Now()) + c.gap()
		if _, err := table.Apply(games.Input{At: at, Kind: games.Redo}); err != nil {
			fail("what was undone can't be redone: %w", err)
		}
	}
	if undone == 0 {
		return
	}
	table.Advance(at)
	never.Advance(at)
	if diff := differ(uncounted(Look(never)), uncounted(Look(table))); diff != "" {
		fail("%d undos were taken back (-never undone +redone): %s\n%s", undone, stateful, diff)
	}
}

// uncounted leaves out how often something was asked, and after how many lines something was told:
// an undo and its redo are lines, and a deadline that fell between them has asked once more.
func uncounted(s State) State {
	for i := range s.Story {
		s.Story[i].Line = 0
	}
	for _, v := range s.Views {
		for i := range v.Prompts {
			v.Prompts[i].Serial = 0
		}
	}
	return s
}
