package match

import (
	"slices"

	"arbitre/games"
	"arbitre/games/journal"
)

// A Record holds a game's inputs until they are written into its journal. The zero value keeps none.
type Record struct {
	File    *journal.File // nil if none is kept
	unsaved []games.Input // not in the journal yet
	decided bool          // they contain an answer or led to a verdict
}

// add notes an input that the game has taken.
func (r *Record) add(in games.Input) {
	r.unsaved = append(r.unsaved, in)
	r.decided = r.decided || in.Kind == games.Answer || in.Kind == games.Undo || in.Kind == games.Redo
}

// judge notes whether facts hold a decision of the arbiter: a race, a shout, a call or a buzz.
func (r *Record) judge(facts []games.Fact) {
	r.decided = r.decided || slices.ContainsFunc(facts, func(f games.Fact) bool {
		_, judged := f.Judgement()
		return judged
	})
}

// Decided reports whether what waits for the journal has an answer or a verdict, which must be on
// the disk before it is shown.
func (r *Record) Decided() bool { return r.decided }

// Write appends the unsaved inputs to the journal. Answers and verdicts are on the disk when it
// returns, unless the disk fails; a power cut costs at most the presses of the last moment.
func (r *Record) Write() {
	if r.File != nil {
		for _, in := range r.unsaved {
			r.File.Append(in)
		}
		if r.decided {
			r.File.Sync()
		}
	}
	r.unsaved, r.decided = r.unsaved[:0], false
}
