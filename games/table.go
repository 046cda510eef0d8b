package games

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// A Table plays one game by the clock of its journal (journal/FORMAT.md): deadlines fire at their own
// time, a press may be delivered a little late, an undo takes back the last input that had an
// effect, and a redo the last undo.
type Table struct {
	rules Rules
	start Start
	bots  Bots

	game   Game
	step   Step          // of the current input, kept here so that a press allocates none
	clock  time.Duration // the highest time of an input so far
	fired  time.Duration // the highest time of a deadline so far
	lines  int           // of the journal, the start line among them
	facts  int           // of the last line, and of the deadlines since
	down   []Seat        // whose last press or release was a press
	inputs record        // all but those that were taken back
	asked  questions     // the open prompts, and the history
	// rewound says that an undo or redo has just restored a state, whose deadlines may be past.
	rewound bool

	undone []undone // the states before the undos; a redo restores the last of them
}

// An undone state is the state of a table before an undo. No input reaches its game until a redo
// restores it.
type undone struct {
	game   Game
	inputs record
	known  *known
	back   accepted // the input that the undo took back
	since  int      // the number of inputs just after the undo
}

// NewTable begins a game, and returns the facts of the start line.
func NewTable(rules Rules, start Start) (*Table, []Fact, error) {
	game, facts, err := rules.Start(start)
	if err != nil {
		return nil, nil, err
	}
	bots, _ := start.Bots() // checked by Start
	t := &Table{rules: rules, start: start, bots: bots, game: game, lines: 1, asked: questions{known: &known{}}}
	t.record(facts)
	return t, facts, nil
}

// View returns what an audience may see now.
func (t *Table) View(a Audience) View {
	v := t.game.View(a)
	v.Game, v.Large = t.rules.Name, t.start.Options.Children()
	v.Seats = t.Places()
	t.asked.number(v.Prompts)
	return v
}

// Places returns the seats that play, as everyone sees them now.
func (t *Table) Places() []Place {
	places := t.game.Places()
	for i, p := range places {
		_, places[i].Bot = t.bots[p.Seat]
	}
	return places
}

// Deadline returns the next time at which the game changes by itself.
func (t *Table) Deadline() (time.Duration, bool) { return t.game.Deadline() }

// Clock returns the highest time of an input so far.
func (t *Table) Clock() time.Duration { return t.clock }

// Now returns the highest time of an input or deadline so far.
func (t *Table) Now() time.Duration { return max(t.clock, t.fired) }

// Rules returns the rules of the game.
func (t *Table) Rules() Rules { return t.rules }

// Start returns the first line of the journal.
func (t *Table) Start() Start { return t.start }

// Questions returns the number of questions asked so far, which is the serial of the last one.
func (t *Table) Questions() int { return t.asked.count }

// Lines returns the number of lines of the journal.
func (t *Table) Lines() int { return t.lines }

// Down lists the seats whose buttons are down, as far as the journal tells.
func (t *Table) Down() []Seat { return slices.Clone(t.down) }

// Earliest returns the lowest time that the journal may have for a press or release now, so that it
// plays again to the same facts. An older one has no effect any more and is written with this time.
func (t *Table) Earliest() time.Duration { return max(0, t.clock-t.game.LateLimit(), t.fired) }

// Advance fires every deadline up to a time, in order, each at its own time. After an undo it also
// fires those that the restored state owes until now.
func (t *Table) Advance(to time.Duration) []Fact {
	facts := t.advance(to)
	t.record(facts)
	return facts
}

// record numbers new facts, and follows the questions and the history in them.
func (t *Table) record(facts []Fact) {
	for i := range facts {
		t.facts++
		facts[i].Line, facts[i].N = t.lines, t.facts
	}
	t.asked.follow(facts)
}

// History returns the facts of the game's history so far, without what was taken back.
func (t *Table) History() []Fact { return slices.Clip(t.asked.history) }

// advance fires deadlines without recording their facts in t.asked: Advance does that, and undo and
// Copy restore it instead.
func (t *Table) advance(to time.Duration) []Fact {
	to = t.upTo(to)
	var facts []Fact
	for {
		at, ok := t.game.Deadline()
		if !ok || at > to {
			return facts
		}
		t.fired = max(t.fired, at)
		t.step = Step{At: at}
		t.game.Elapse(&t.step)
		passed := t.step.Facts()
		if next, ok := t.game.Deadline(); ok && next == at && len(passed) == 0 {
			panic(fmt.Sprintf("games: the deadline at %v did not pass", at))
		}
		t.inputs.markWithoutEffect(passed)
		facts = append(facts, passed...)
	}
}

// upTo returns the time up to which deadlines fire before an input: in a state that was just
// restored up to now, even before a press that came late.
func (t *Table) upTo(at time.Duration) time.Duration {
	if t.rewound {
		return max(at, t.clock)
	}
	return at
}

// FireRest fires all deadlines that are left.
func (t *Table) FireRest() []Fact { return t.Advance(math.MaxInt64) }

// Apply takes the next line of the journal. It returns the facts of the deadlines before it and its
// own. An error says what is wrong with the line and what was expected; it changes nothing, but the
// deadlines up to the line's time have fired, and their facts are returned with it.
func (t *Table) Apply(in Input) ([]Fact, error) {
	if err := t.checkTime(in); err != nil {
		return t.Advance(0), err // deadlines that an undo has made due again
	}
	to := t.upTo(in.At)
	facts := t.Advance(to)
	known := t.asked.known
	own, err := t.apply(&in)
	if err != nil {
		return facts, err
	}
	t.clock = max(t.clock, in.At)
	t.rewound = in.Kind == Undo || in.Kind == Redo
	t.lines, t.facts = t.lines+1, 0
	t.down = downAfter(&in, t.down)
	if !t.rewound {
		t.asked.answer(&in)
	}
	t.record(own)
	if !t.rewound {
		if t.step.said != nil { // by a step without facts (SLAP-3)
			t.asked.follow([]Fact{{At: in.At, Said: t.step.said, Line: t.lines}})
		}
		t.inputs.add(&in, t.lines, to, known, own)
		if in.Kind == Answer || t.inputs[len(t.inputs)-1].effect {
			t.undone = nil // the game has gone another way
		}
	}
	if facts == nil {
		return own, nil
	}
	return append(facts, own...), nil
}

// downAfter returns the seats whose buttons are down after an input. Only a press or release has a
// seat.
func downAfter(in *Input, down []Seat) []Seat {
	if i := slices.Index(down, in.Seat); i >= 0 {
		down = slices.Delete(down, i, i+1)
	}
	if in.Kind == Press {
		down = append(down, in.Seat)
	}
	return down
}

// checkTime returns an error for an input that is too old to be the next line.
func (t *Table) checkTime(in Input) error {
	switch {
	case in.At >= t.Now():
		return nil
	case !in.movesButton():
		return fmt.Errorf("the time runs backwards from %d to %d: only a press or release may come late",
			t.Now(), in.At)
	case in.At < max(0, t.clock-t.game.LateLimit()):
		return fmt.Errorf("the time runs backwards from %d to %d: a press or release may come at most %v late",
			t.clock, in.At, t.game.LateLimit())
	}
	return nil
}

// apply gives an input to the game. It sets the input's Why if a press was ignored, since an undo
// of an earlier line replays it.
func (t *Table) apply(in *Input) ([]Fact, error) {
	step := &t.step
	*step = Step{At: in.At}
	if in.movesButton() {
		if err := CheckSeat(t.start.Seats, in.Seat); err != nil {
			return nil, err
		}
	}
	switch in.Kind {
	case Undo:
		return t.undo(in.At)
	case Redo:
		return t.redo(in.At)
	case Answer:
		if err := t.game.Answer(step, *in); err != nil {
			return nil, err
		}
	case Lost:
		step.Add(EdgesLost{Edges: in.Edges})
		t.game.Lost(step, in.Edges)
	default: // a press or release
		if in.Kind == Press && !in.Spent {
			t.game.Press(step, in.Seat)
		} else if game, watches := t.game.(Watcher); watches {
			game.Watch(step, *in)
		}
	}
	facts := step.Facts()
	for _, f := range facts {
		if ignored, ok := f.What.(Ignored); ok && !ignored.Waited {
			in.Why = ignored.Why
		}
	}
	return facts, nil
}

// UndoLine returns the number of the line that an undo would take back now, 0 where there is none.
func (t *Table) UndoLine() int {
	if last := t.inputs.lastEffect(); last >= 0 {
		return int(t.inputs[last].line)
	}
	return 0
}

// Undoable returns the input that an undo would take back now, if there is one, and the prompt that
// it answered, if it is an answer.
func (t *Table) Undoable() (in Input, asked Prompt, ok bool) {
	last := t.inputs.lastEffect()
	if last < 0 {
		return in, asked, false
	}
	in = t.inputs[last].input()
	before := *t // an undo replaces what the two share, and changes none of it
	if _, err := before.undo(t.Now()); err != nil {
		return in, asked, false
	}
	asked, _ = before.Asked(in)
	return in, asked, true
}

// Asked returns the open prompt of any audience that an answer is for, if there is one.
func (t *Table) Asked(in Input) (asked Prompt, ok bool) {
	if in.Kind != Answer {
		return asked, false
	}
	for _, a := range Audiences(t.start.Seats) {
		if p, err := Find(t.View(a).Prompts, in); err == nil {
			return p, true
		}
	}
	return asked, false
}

// undo plays the game again from its start up to the line that it takes back.
// Lines after that one had no effect; they are replayed as spent.
func (t *Table) undo(at time.Duration) ([]Fact, error) {
	last := t.inputs.lastEffect()
	if last < 0 {
		return nil, Refuse(Text{Word: "nothing_to_undo"}, errors.New("nothing to undo: no input has had an effect yet"))
	}
	back := t.inputs[last]
	before, after := t.inputs[:last], t.inputs[last+1:]

	left := undone{game: t.game, inputs: t.inputs, known: t.asked.known, back: back}
	if err := t.playAgain(before); err != nil {
		return nil, err
	}
	t.advance(back.before)
	t.asked.bringBack(back.known)
	if err := t.replaySpent(after); err != nil {
		return nil, err
	}
	left.since = len(t.inputs)
	t.undone = append(slices.Clip(t.undone), left)
	return []Fact{{At: at, What: Undone{int(back.line)}}}, nil
}

// replaySpent replays presses and releases that came after the line taken back, marked as spent:
// the buttons move, and nothing else happens.
func (t *Table) replaySpent(later record) error {
	for _, one := range later {
		if one.kind == Lost || one.input().BeginsEntry() {
			continue
		}
		one.spent = true
		if err := t.reapply(one); err != nil {
			return err
		}
	}
	return nil
}

// redo takes back the last undo: it restores the state from before the undo. Lines since the undo
// had no effect; they are replayed as spent.
func (t *Table) redo(at time.Duration) ([]Fact, error) {
	last := len(t.undone) - 1
	if last < 0 {
		return nil, Refuse(Text{Word: "nothing_to_redo"},
			errors.New("nothing to redo: since the last undo something else had an effect"))
	}
	left := t.undone[last]
	since := t.inputs[left.since:]
	t.game, t.inputs, t.undone = left.game, left.inputs, t.undone[:last]
	t.asked.bringBack(left.known)
	if err := t.replaySpent(since); err != nil {
		return nil, err
	}
	return []Fact{{At: at, What: Redone{int(left.back.line)}}}, nil
}

// Redoable returns the input that a redo would apply again now, if there is one, and the prompt
// that it answered, if it is an answer.
func (t *Table) Redoable() (in Input, asked Prompt, ok bool) {
	if len(t.undone) == 0 {
		return in, asked, false
	}
	in = t.undone[len(t.undone)-1].back.input()
	asked, _ = t.Asked(in)
	return in, asked, true
}

// playAgain plays the game from its start with earlier inputs.
func (t *Table) playAgain(earlier record) error {
	game, _, err := t.rules.Start(t.start)
	if err != nil {
		return err
	}
	t.game, t.inputs, t.rewound = game, nil, false
	for _, one := range earlier {
		if !one.spent {
			t.advance(one.before)
		}
		if err := t.reapply(one); err != nil {
			return err
		}
	}
	return nil
}

// Copy returns an independent copy of the table, to try something. Deadlines that an undo has made
// due again have fired in it, and it can redo nothing.
func (t *Table) Copy() (*Table, error) {
	c := *t
	c.down, c.undone = slices.Clone(t.down), nil
	c.asked.bringBack(t.asked.known)
	if err := c.playAgain(t.inputs); err != nil {
		return nil, err
	}
	c.rewound = t.rewound
	c.advance(t.Now())
	return &c, nil
}

// reapply applies an input once more. Its effect may change: a press that had waited in vain waits
// again.
func (t *Table) reapply(again accepted) error {
	in := again.input()
	why := in.Why
	if !in.Spent {
		in.Why = ""
	}
	facts, err := t.apply(&in)
	if err != nil {
		return fmt.Errorf("line %d applied once and no longer does: %w", again.line, err)
	}
	if in.Spent {
		in.Why = why
	}
	t.inputs.add(&in, int(again.line), again.before, again.known, facts)
	return nil
}
