package web

import (
	"slices"

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
	told := ofRound(c.state.Told, c.state.Public.Round)
	for end := len(told); end > 0 && len(happened) < mostPast; {
		last, start := told[end-1], end-1
		for start > 0 && told[start-1].Line == last.Line && told[start-1].At == last.At {
			start--
		}
		if p := c.happening(told[start:end], say); p.Lines != nil || p.Word != "" {
			happened = append(happened, p)
		}
		end = start
	}
	return happened
}

func (c *content) happening(told []games.Fact, say *wording.Voice) (p past) {
	for _, t := range told {
		if proposed, ok := t.What.(games.Proposed); ok {
			p.Word, p.Marks = proposed.Proposal()
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
