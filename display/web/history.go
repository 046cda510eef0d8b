package web

import (
	"slices"

	"arbitre/display/wording"
	"arbitre/games"
)

// past is one happening.
type past struct {
	Lines []line `json:"lines,omitempty"`
	Word  string `json:"word,omitempty"`
	Marks string `json:"marks,omitempty"`
}

// longest is how much of a round is told.
const longest = 60

// history is what has happened in the round, the newest first. What one line of the journal brought
// about at one time is one happening.
func (c *content) history(say *wording.Voice) []past {
	happened := []past{}
	var last games.Told
	for _, t := range ofRound(c.state.Told, c.state.Public.Round) {
		if len(happened) == 0 || t.Line != last.Line || t.Fact.At != last.Fact.At {
			happened = append(happened, past{})
		}
		last = t
		p := &happened[len(happened)-1]
		if proposed, ok := t.Fact.What.(games.Proposed); ok {
			p.Word, p.Marks = proposed.Proposal()
		}
		for _, said := range t.Fact.Said {
			if said.Span != 0 && len(p.Lines) > 0 { // goes with the verdict
				p.Lines[0].Text += " " + say.Sentence(said)
				continue
			}
			p.Lines = append(p.Lines, c.line(said, say))
		}
	}
	happened = slices.DeleteFunc(happened, func(p past) bool { return p.Lines == nil && p.Word == "" })
	happened = happened[max(0, len(happened)-longest):]
	slices.Reverse(happened)
	return happened
}

// ofRound are the facts of a round: those behind the end of the one before, or that end as long as
// nothing has come since.
func ofRound(told []games.Told, round int) []games.Told {
	for i, t := range slices.Backward(told) {
		if over, ok := t.Fact.What.(games.RoundOver); ok && over.Round < round {
			if since := slices.IndexFunc(told[i:], func(s games.Told) bool { return s.Line != t.Line }); since >= 0 {
				return told[i+since:]
			}
			return slices.DeleteFunc(slices.Clone(told), func(s games.Told) bool { return s.Line != t.Line })
		}
	}
	return told
}
