package web

import (
	"slices"
	"time"

	"arbitre/display/wording"
	"arbitre/games"
)

// past is one entry of the round's history: sentences, or a proposed word with its marks.
type past struct {
	Lines []line `json:"lines,omitempty"`
	Word  string `json:"word,omitempty"`
	Marks string `json:"marks,omitempty"`
}

// mostPast is how many entries of a round's history are shown at most.
const mostPast = 60

// history returns what has happened in the round, the newest first. Facts of one line at one time
// are one entry.
func (c *content) history(say *wording.Voice) []past {
	happened := []past{}
	for _, step := range slices.Backward(steps(ofRound(c.state.Told, c.state.Public.Round))) {
		if p := c.happening(step, say); p.Lines != nil || p.Word != "" {
			if happened = append(happened, p); len(happened) == mostPast {
				break
			}
		}
	}
	return happened
}

// steps divides facts into those of one line at one time.
func steps(told []games.Fact) (all [][]games.Fact) {
	for i, t := range told {
		if i == 0 || t.Line != told[i-1].Line || t.At != told[i-1].At {
			all = append(all, nil)
		}
		last := &all[len(all)-1]
		*last = append(*last, t)
	}
	return all
}

// moment returns the closest verdict of the game, or nil if no race was decided.
func (c *content) moment(say *wording.Voice) *line {
	var closest []games.Fact
	var margin time.Duration
	for _, step := range steps(c.state.Told) {
		won := false // a margin may also stand behind a turn that passes on
		for _, t := range step {
			for _, said := range t.Said {
				won = won || said.Role == games.Verdict
				if won && said.Span > 0 && (closest == nil || said.Span < margin) {
					closest, margin = step, said.Span
				}
			}
		}
	}
	if p := c.happening(closest, say); len(p.Lines) > 0 {
		return &p.Lines[0]
	}
	return nil
}

// tries returns the words proposed in the round by their hunts, the oldest first.
func (c *content) tries() map[int][]try {
	all := map[int][]try{}
	for _, t := range ofRound(c.state.Told, c.state.Public.Round) {
		if proposed, ok := t.What.(games.Proposed); ok {
			made := proposed.Proposal()
			all[made.Hunt] = append(all[made.Hunt], try{made.Seat, c.names.Seats[made.Seat], made.Word, made.Marks})
		}
	}
	return all
}

// A try is a proposed word.
type try struct {
	Seat  games.Seat `json:"seat"`
	Name  string     `json:"name,omitempty"`
	Word  string     `json:"word"`
	Marks string     `json:"marks"`
}

func (c *content) happening(told []games.Fact, say *wording.Voice) (p past) {
	for _, t := range told {
		if proposed, ok := t.What.(games.Proposed); ok {
			made := proposed.Proposal()
			p.Word, p.Marks = made.Word, made.Marks
		}
		for _, said := range t.Said {
			if said.Span != 0 && len(p.Lines) > 0 { // a margin stands behind its verdict
				p.Lines[0].Text += " " + say.Sentence(said)
				continue
			}
			p.Lines = append(p.Lines, c.line(said, say))
		}
	}
	return p
}

// ofRound returns the facts since the last round_over. Right after it, before any further line, it
// returns the facts of the line that ended the round.
func ofRound(told []games.Fact, round int) []games.Fact {
	for i, t := range slices.Backward(told) {
		if over, ok := t.What.(games.RoundOver); ok && over.Round < round {
			if since := slices.IndexFunc(told[i:], func(s games.Fact) bool { return s.Line != t.Line }); since >= 0 {
				return told[i+since:]
			}
			return slices.DeleteFunc(slices.Clone(told), func(s games.Fact) bool { return s.Line != t.Line })
		}
	}
	return told
}
