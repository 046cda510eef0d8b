package referee

import (
	"errors"
	"path/filepath"
	"slices"
	"time"

	"arbitre/display/shown"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/results"
	"arbitre/hw"
)

// A match is a running game with its journal.
type match struct {
	clock
	stack *stack
	table *games.Table
	file  *journal.File // nil if none is kept

	views   map[games.Audience]*games.View // cache, cleared when the game changes
	unsaved []games.Input                  // not in the journal yet
	before  int                            // the serial of the box's last question before the game
	decided bool                           // unsaved inputs contain an answer or led to a verdict
	doubted games.Value                    // the last answer that the house rules questioned

	taken struct { // cache of the input that an undo would take back, by its line
		line int
		said games.Text
	}
}

// newMatch continues a game from now on, at the game time that it had reached.
func newMatch(s *stack, table *games.Table, file *journal.File) *match {
	return &match{
		clock: clock{zero: s.now - table.Now(), since: s.now},
		stack: s, table: table, file: file, views: map[games.Audience]*games.View{},
	}
}

// cachedView returns what an audience sees of the game itself. It is made once for each state of
// the game, and callers must not change it.
func (m *match) cachedView(a games.Audience) *games.View {
	v, ok := m.views[a]
	if !ok {
		made := m.look(a)
		v = &made
		m.views[a] = v
	}
	return v
}

// look asks the game for what an audience sees. The serials of its questions continue those of the
// box before the game.
func (m *match) look(a games.Audience) games.View {
	v := m.table.View(a)
	for i := range v.Prompts {
		v.Prompts[i].Serial += m.before
	}
	return v
}

// view adds this house's rules to the game's view and, between rounds, that players may change.
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

// id returns the id that the game has in the results; "" if it has no journal.
func (m *match) id() string {
	if m.journal() == "" {
		return ""
	}
	return results.ID(filepath.Base(m.journal()), m.table.Start().Seed)
}

// journal returns the path of the game's journal, "" if none is kept.
func (m *match) journal() string {
	if m.file == nil {
		return ""
	}
	return m.file.Path()
}

// house returns the house rules of the game.
func (m *match) house() HouseRules { return m.stack.HouseRules[m.table.Start().Game] }

// seats returns the seats that play.
func (m *match) seats() []games.Seat { return m.table.Start().Seats }

// over tells whether the game has ended.
func (m *match) over() bool { return m.cachedView(games.Public).Over }

// between tells whether players may leave or join now.
func (m *match) between() bool { return m.cachedView(games.Public).Next != 0 }

// results returns how many results there were so far that people play for.
func (m *match) results() int { return m.cachedView(games.Public).Result }

// kept tells whether the game can be resumed after it was left: something has happened in it, and
// it is not over.
func (m *match) kept() bool { return m.table.UndoLine() != 0 && !m.over() }

// asksAlone returns the first player who sees a matching prompt.
func (m *match) asksAlone(which func(games.Prompt) bool) (games.Seat, bool) {
	for _, seat := range m.seats() {
		if slices.ContainsFunc(m.cachedView(games.Player(seat)).Prompts, which) {
			return seat, true
		}
	}
	return 0, false
}

// places returns the seats of the game; none is lit in a pause.
func (m *match) places() []games.Place {
	if m.paused {
		return nil
	}
	return m.table.Places()
}

// due returns the game's next deadline. A paused game has only those from before the pause.
func (m *match) due() (time.Duration, bool) {
	at, ok := m.table.Deadline()
	at += m.zero
	return at, ok && (!m.paused || at <= m.stopped)
}

// takes returns texts about what an undo would take back now and what a redo would bring again;
// zero if there is nothing.
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

// asks returns the judge's first question that is not in the background, or zero.
func (m *match) asks() games.Question {
	for _, p := range m.cachedView(games.Judge).Prompts {
		if !p.Background {
			return p.Question()
		}
	}
	return games.Question{}
}

// take passes answers and the time to the game; Back opens the menu.
func (m *match) take(in input) (mine bool, err error) {
	switch in.Kind {
	case games.Undo:
		m.stack.ask(menu(m.stack))
	case games.Answer:
		return true, m.answer(in)
	case games.Elapse:
		clear(m.views)
		facts := m.table.Advance(m.at(in.at))
		m.decided = m.decided || decided(facts)
		m.stack.tell(facts)
	}
	return true, nil
}

// press passes an edge of a player's button to the game. If a press means nothing there, its player
// may want to leave or join.
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
		if len(facts) == 0 { // it joined a race, which tells nothing before it is over
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

// answer handles an answer to the game. An unchanged hand from the keys must be confirmed first.
func (m *match) answer(in input) error {
	asked, _ := m.table.Asked(in.Input)
	if in.from == shown.Box && asked.Shape == games.Hand && in.Value.Equal(asked.Unchanged()) {
		m.stack.ask(unchanged(m.stack, hand{in.Input, asked}))
		return nil
	}
	return m.give(in.Input, asked)
}

// give passes an answer to the game, unless this house doubts it or it is a round's last hand.
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

// chooseInTime stops the clock of a question before a choice answers it. After an undo of the
// choice, even long after the time was up, the judge can then choose again.
func (m *match) chooseInTime(in games.Input) {
	asked, err := games.Find(m.cachedView(games.Judge).Prompts, in)
	if err == nil && asked.Until > 0 && slices.ContainsFunc(asked.Options, in.Value.Equal) {
		m.stopClock(asked)
	}
}

// stopClock tells the game that somebody has begun to answer a question.
func (m *match) stopClock(p games.Prompt) {
	begins := games.Input{Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Word("")}
	_ = m.put(begins) // refused if the clock has just run out
}

// doubts refuses an answer that this house does not expect, unless it is given once more.
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
		if _, err := trial.Apply(in); err != nil {
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

// put plays an input at the current time.
func (m *match) put(in games.Input) error {
	in.At = m.at(m.stack.now)
	_, err := m.play(in)
	return err
}

// play gives one input to the game and tells its facts. An error says why the game refuses it.
// While edges may be missing, a race or queue that the input opens or joins is void at once.
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

// apply plays one input and queues it for the journal. On an error the input has changed nothing
// and stays out of the journal.
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

// write appends the unsaved inputs to the journal. Answers and verdicts are on the disk when it
// returns, unless the disk fails; a power cut costs at most the presses of the last moment.
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

// letGo releases every button that is down by the journal. Nobody notices a release while no game
// runs, and a secret must not be shown to an empty chair. A button that is still held shows nothing
// before its next press.
func (m *match) letGo() (facts []games.Fact) {
	for _, seat := range m.table.Down() {
		own, _ := m.apply(games.Input{At: m.table.Now(), Kind: games.Release, Seat: seat}) // no game refuses a release
		facts = append(facts, own...)
	}
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

// decided tells whether facts hold a decision of the arbiter: a race, a shout, a call or a buzz.
func decided(facts []games.Fact) bool {
	return slices.ContainsFunc(facts, func(f games.Fact) bool {
		judged, ok := f.What.(games.Judged)
		if ok {
			_, ok = judged.Judgement()
		}
		return ok
	})
}
