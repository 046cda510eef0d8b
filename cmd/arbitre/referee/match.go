package referee

import (
	"errors"
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// A match is a game that is being played, with its journal.
type match struct {
	clock
	stack *stack
	table *games.Table
	file  *journal.File // nil where none is kept

	views   map[games.Audience]*games.View // that were looked at since the game changed last
	unsaved []games.Input                  // that are not in the journal yet
	before  int                            // the serial of what the box asked last before the game
	decided bool                           // an answer or a verdict is not on the disk yet
	doubted games.Value                    // the last answer that was questioned

	taken struct { // what an undo says that it would take back, and which line that is
		line int
		said games.Text
	}
}

// newMatch plays a game from now on, where it was at its last moment.
func newMatch(s *stack, table *games.Table, file *journal.File) *match {
	return &match{
		clock: clock{zero: s.now - table.Now(), since: s.now},
		stack: s, table: table, file: file, views: map[games.Audience]*games.View{},
	}
}

// cachedView is what an audience sees of the game alone, made once for each state of it. Nobody may
// change it.
func (m *match) cachedView(a games.Audience) *games.View {
	v, ok := m.views[a]
	if !ok {
		made := m.look(a)
		v = &made
		m.views[a] = v
	}
	return v
}

// look has the game tell what an audience sees. Its questions are counted on from those before it.
func (m *match) look(a games.Audience) games.View {
	v := m.table.View(a)
	for i := range v.Prompts {
		v.Prompts[i].Serial += m.before
	}
	return v
}

// view is what an audience sees of the game at this house, and that players may leave and join now.
func (m *match) view(a games.Audience, _ games.View) games.View {
	v := *m.cachedView(a)
	if cover := m.table.Rules().Cover; a == games.Judge && cover != nil && !m.house().Reveal {
		v = m.look(a) // a copy of its own: cover changes it, and the cached view must stay whole
		cover(&v)
	}
	if m.between() {
		v.Lines = slices.Concat([]games.Text{{Word: "between"}}, v.Lines)
	}
	return v
}

// house is how the game is played here.
func (m *match) house() HouseRules { return m.stack.HouseRules[m.table.Start().Game] }

// seats are those that play.
func (m *match) seats() []games.Seat { return m.table.Start().Seats }

// over tells whether the game has ended.
func (m *match) over() bool { return m.cachedView(games.Public).Over }

// between tells whether players may leave or join now.
func (m *match) between() bool { return m.cachedView(games.Public).Next != 0 }

// results counts the results that people play for.
func (m *match) results() int { return m.cachedView(games.Public).Result }

// kept tells whether the game can be taken up again if it is left: not one that is over, or in
// which nothing has happened.
func (m *match) kept() bool { return m.table.UndoLine() > 0 && !m.over() }

// asksAlone finds a player who is asked something.
func (m *match) asksAlone(which func(games.Prompt) bool) (games.Seat, bool) {
	for _, seat := range m.seats() {
		if slices.ContainsFunc(m.cachedView(games.Player(seat)).Prompts, which) {
			return seat, true
		}
	}
	return 0, false
}

// due is when the game changes by itself. While it is paused that is never.
func (m *match) due() (time.Duration, bool) {
	at, ok := m.table.Deadline()
	return at + m.zero, ok && !m.paused
}

// takes says what an undo would take back now, and what a redo would bring again; zero where there
// is nothing.
func (m *match) takes() (undo, redo games.Text) {
	// To find the input, Undoable plays the game anew: too much for every press.
	if line := m.table.UndoLine(); m.taken.line != line {
		m.taken.line, m.taken.said = line, games.Text{}
		if in, asked, ok := m.table.Undoable(); ok {
			m.taken.said = taken("undo", in, asked)
		}
	}
	if in, asked, ok := m.table.Redoable(); ok {
		redo = taken("redo", in, asked)
	}
	return m.taken.said, redo
}

// asks is the question that waits for the judge before all else; zero where none does.
func (m *match) asks() games.Question {
	for _, p := range m.cachedView(games.Judge).Prompts {
		if !p.Background {
			return p.Question()
		}
	}
	return games.Question{}
}

// take takes what the game takes; Back opens the menu.
func (m *match) take(in input) (mine bool, err error) {
	switch in.Kind {
	case games.Undo:
		m.stack.ask(menu(m.stack))
	case games.Answer:
		return true, m.answer(in)
	case games.Elapse:
		m.stack.tell(m.advance(m.at(in.at)))
	}
	return true, nil
}

// press takes an edge of a player's button. Where it means nothing to the game, he may want to
// leave or to join.
func (m *match) press(e hw.Edge) error {
	seat := games.Seat(e.Button)
	if slices.Contains(m.seats(), seat) && m.counts(e.At) {
		in := games.Input{At: m.at(e.At), Kind: games.Release, Seat: seat}
		if e.Down {
			in.Kind = games.Press
		}
		facts, err := m.play(in)
		if err != nil || !e.Down {
			return err
		}
		if len(facts) == 0 { // it joined a race, of which nothing is told before it is over
			if m.stack.cover.shownTo <= 0 {
				m.stack.cue(games.CueSlap)
			}
			return nil
		}
	}
	if e.Down && m.stack.asked == nil && m.between() && e.At >= m.stack.cover.told+ThumbTime {
		m.stack.ask(askPlayersChange(m.stack, seat))
	}
	return nil
}

// answer takes an answer to a question of the game.
func (m *match) answer(in input) error {
	asked, _ := m.table.Asked(in.Input)
	if in.from == nil && asked.Shape == games.Hand && in.Value.Equal(asked.Unchanged()) {
		m.stack.ask(unchanged(m.stack, hand{in.Input, asked}))
		return nil
	}
	return m.give(in.Input, asked)
}

// give gives the game an answer, after the last look at it.
func (m *match) give(in games.Input, asked games.Prompt) error {
	if err := m.doubts(in); err != nil {
		return err
	}
	m.chooseInTime(in)
	held, err := m.holdsLastHand(in, asked)
	if err == nil && !held {
		err = m.put(in)
	}
	if err == nil {
		m.stack.cover.dismiss()
	}
	return err
}

// chooseInTime stops the clock of the question that a choice answers. Whoever takes the choice back
// by an undo, maybe when the time is long up, can then make another one.
func (m *match) chooseInTime(in games.Input) {
	asked, err := games.Find(m.cachedView(games.Judge).Prompts, in)
	if err == nil && asked.Until > 0 && slices.ContainsFunc(asked.Options, in.Value.Equal) {
		m.stopClock(asked)
	}
}

// stopClock tells the game that the answer to a question is at hand.
func (m *match) stopClock(p games.Prompt) {
	begins := games.Input{Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word("")}
	if err := m.put(begins); err != nil {
		m.stack.Log.Info("no clock to be stopped", "err", err) // it has just run out
	}
}

// doubts questions an answer that this house does not expect. Given once more, it is taken.
func (m *match) doubts(in games.Input) error {
	doubt := m.house().Doubt
	if doubt == nil {
		return nil
	}
	said := doubt(in)
	if said.Word == "" {
		return nil
	}
	if trial, err := m.table.Copy(); err == nil {
		tried := in
		tried.At = max(in.At, trial.Now())
		if _, err := trial.Apply(tried); err != nil {
			return nil // the game itself says what is wrong with it, such as its length
		}
	}
	if m.doubted.Equal(in.Value) {
		m.doubted = ""
		return nil
	}
	m.doubted = in.Value
	return games.Refuse(said, errors.New("the answer is not what this house expects"))
}

// put gives the game an input of now.
func (m *match) put(in games.Input) error {
	in.At = m.at(m.stack.now)
	_, err := m.play(in)
	return err
}

// play gives one input to the game, and tells what came of it. An error says why the game refuses
// it. What it opens or joins while nobody can know who pressed is void at once.
func (m *match) play(in games.Input) ([]games.Fact, error) {
	facts, err := m.apply(in)
	if err == nil && in.Kind != games.Lost && m.stack.unknown(in.At+m.zero) && m.undecided() {
		var void []games.Fact
		void, err = m.apply(games.Input{At: in.At, Kind: games.Lost, Edges: 1})
		facts = append(facts, void...)
	}
	m.stack.tell(facts)
	if refusal := (*games.Refusal)(nil); err != nil && !errors.As(err, &refusal) {
		err = games.Refuse(games.Text{Word: "no_answer"}, err)
	}
	return facts, err
}

// apply plays one input, which is to be written down.
// An error refuses the input, which then changes nothing and stands in no journal.
func (m *match) apply(in games.Input) ([]games.Fact, error) {
	if in.Kind == games.Press || in.Kind == games.Release {
		in.At = max(in.At, m.table.Earliest())
	} else {
		in.At = max(in.At, m.table.Now())
	}
	clear(m.views)
	facts, err := m.table.Apply(in)
	m.decided = m.decided || decided(facts)
	if err == nil {
		m.unsaved = append(m.unsaved, in)
		m.decided = m.decided || in.Kind == games.Answer || in.Kind == games.Undo || in.Kind == games.Redo
	}
	return facts, err
}

// write has the journal hold what was played. Answers and verdicts are on the disk when it returns,
// unless the disk fails; a power cut takes at most the presses of the last moment.
func (m *match) write() {
	if m.file != nil {
		for _, in := range m.unsaved {
			m.file.Append(in)
		}
		if m.decided {
			m.file.Sync()
		}
	}
	m.unsaved, m.decided = m.unsaved[:0], false
}

// letGo releases every button that is down by the journal. Nobody sees whether it comes up while no
// game is on, and what is shown while a button is held must not be shown to an empty chair. One
// that is still held shows nothing before its next press.
func (m *match) letGo() (facts []games.Fact) {
	for _, seat := range m.table.Down() {
		own, _ := m.apply(games.Input{At: m.table.Now(), Kind: games.Release, Seat: seat}) // which no game refuses
		facts = append(facts, own...)
	}
	m.decided = true
	return facts
}

// undecided tells whether a race or queue is open, which lost edges would make void.
func (m *match) undecided() bool {
	trial, err := m.table.Copy()
	if err != nil {
		return false
	}
	facts, err := trial.Apply(games.Input{At: trial.Now(), Kind: games.Lost, Edges: 1})
	return err == nil && len(facts) > 1
}

// advance fires the deadlines up to a time.
func (m *match) advance(to time.Duration) []games.Fact {
	due, waits := m.table.Deadline()
	facts := m.table.Advance(to)
	if next, still := m.table.Deadline(); next != due || still != waits || len(facts) > 0 {
		clear(m.views)
	}
	m.decided = m.decided || decided(facts)
	return facts
}

// decided tells whether the arbiter has decided something: a race, a shout, a call or a buzz.
func decided(facts []games.Fact) bool {
	return slices.ContainsFunc(facts, func(f games.Fact) bool {
		judged, ok := f.What.(games.Judged)
		if ok {
			_, ok = judged.Judgement()
		}
		return ok
	})
}
