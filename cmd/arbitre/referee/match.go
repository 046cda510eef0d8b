package referee

import (
	"slices"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
)

// A match is a game that is being played, with its journal.
type match struct {
	table *games.Table
	file  *journal.File // nil where none is kept
	zero  time.Duration // of the game's time, on the kernel's clock
	since time.Duration // edges count from then on, on the kernel's clock: since the game began, or goes on

	paused  bool
	stopped time.Duration // when it was paused, on the kernel's clock

	views   map[games.Audience]*games.View // that were looked at since the game changed last
	unsaved []games.Input                  // that are not in the journal yet
	decided bool                           // an answer or a verdict is not on the disk yet

	taken struct { // what an undo says that it would take back, and which line that is
		line int
		said games.Text
	}
}

// newMatch plays a game from now on, where it was at its last moment.
func newMatch(table *games.Table, file *journal.File, now time.Duration) *match {
	return &match{table: table, file: file, zero: now - table.Now(), since: now, views: map[games.Audience]*games.View{}}
}

// view is what an audience sees of the game, made once for each state of it. Nobody may change it.
func (m *match) view(a games.Audience) *games.View {
	v, ok := m.views[a]
	if !ok {
		made := m.table.View(a)
		v = &made
		m.views[a] = v
	}
	return v
}

// seats are those that play.
func (m *match) seats() []games.Seat { return m.table.Start().Seats }

// at is a kernel's time on the game's clock, which stands while the game is paused.
func (m *match) at(kernel time.Duration) time.Duration {
	if m.paused {
		kernel = min(kernel, m.stopped)
	}
	return kernel - m.zero
}

// counts tells whether an edge of that time is the game's business.
func (m *match) counts(kernel time.Duration) bool {
	return kernel >= m.since && (!m.paused || kernel < m.stopped)
}

// deadline is when the game changes by itself, on the kernel's clock. While it is paused that is never.
func (m *match) deadline() (time.Duration, bool) {
	at, ok := m.table.Deadline()
	return at + m.zero, ok && !m.paused
}

// pause has the game stand still: no time passes in it, and no button is given to it. Those that are down are let go.
func (m *match) pause(now time.Duration) ([]games.Fact, error) {
	facts, err := m.letGo()
	m.paused, m.stopped = true, now
	return facts, err
}

// proceed ends a pause.
func (m *match) proceed(now time.Duration) {
	m.zero += now - m.stopped
	m.paused, m.since = false, now
}

// takes says what an undo would take back now, and what a redo would bring again; zero where there is nothing.
func (m *match) takes() (undo, redo games.Text) {
	if line := m.table.Back(); m.taken.line != line { // an undo plays the game anew, so it is not asked at every press
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

// A question is one that a game asks the judge.
type question struct {
	id   string
	keys games.Keys
}

// asks is the question that waits for the judge before all else; zero where none does.
func (m *match) asks() question {
	for _, p := range m.view(games.Judge).Prompts {
		if !p.Background {
			return question{p.ID, p.Keys}
		}
	}
	return question{}
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

// write has the journal hold what was played. Answers and verdicts are on the disk when it returns, unless the disk fails;
// a power cut takes at most the presses of the last moment.
func (m *match) write() {
	if m.file == nil {
		m.unsaved, m.decided = m.unsaved[:0], false
		return
	}
	for _, in := range m.unsaved {
		m.file.Append(in)
	}
	m.unsaved = m.unsaved[:0]
	if m.decided {
		m.decided = false
		m.file.Sync()
	}
}

// letGo releases every button that the journal left down. Nobody saw whether it came up while no game was on, and what is
// shown while a button is held must not be shown to an empty chair. One that is still held shows nothing before its next press.
func (m *match) letGo() (facts []games.Fact, err error) {
	for _, seat := range m.table.Down() {
		own, err := m.apply(games.Input{At: m.table.Now(), Kind: games.Release, Seat: seat})
		if facts = append(facts, own...); err != nil {
			return facts, err
		}
	}
	m.decided = true
	return facts, nil
}

// undecided tells whether a race is open, or who was first in a queue is not decided yet: then lost edges decide more than
// to be told of.
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
