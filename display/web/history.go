package web

import (
	"slices"

	"arbitre/games"
)

// A history is what has happened in the round, as the public view told it from one state to the next.
type history struct {
	game        string
	round, line int
	happened    []happening // the oldest first

	said     []games.Text        // by the last view
	proposed map[int]games.Slate // the hunts of the last view
	undone   int                 // the line that was taken back before the next view, whose news are none; 0 is none
}

// A happening is what one state told that the one before had not.
type happening struct {
	line  int // how many lines the journal had then
	said  []games.Text
	slate games.Slate // a proposal with its marks; zero where there is none
}

// longest is how much of a round is kept.
const longest = 60

// see takes the next public view, and how many lines the journal has.
func (h *history) see(v games.View, line int) {
	if v.Game != h.game || v.Round != h.round || line < h.line {
		*h = history{game: v.Game, round: v.Round}
	}
	h.line = line
	now := happening{line: line}
	fresh := func(t games.Text) bool {
		return t.Role.Happened() && !slices.ContainsFunc(h.said, t.Equal)
	}
	if v.Panel == games.Replies && slices.ContainsFunc(v.Lines, func(t games.Text) bool { return t.Code != nil && fresh(t) }) {
		h.said = h.said[:0] // what is replied to it is news, even if it is what was replied to the last
	}
	if fresh(v.Headline) {
		now.said = append(now.said, v.Headline)
	}
	for _, t := range v.Lines {
		if fresh(t) {
			now.said = append(now.said, t)
		}
	}
	for _, s := range v.Slates {
		before := h.proposed[s.Hunt]
		if s.Word != "" && (s.Word != before.Word || s.Line != before.Line) {
			now.slate = games.Slate{Hunt: s.Hunt, Word: s.Word, Marks: s.Marks}
		}
	}
	if h.undone > 0 {
		h.happened = slices.DeleteFunc(h.happened, func(w happening) bool { return w.line >= h.undone })
	} else if now.said != nil || now.slate.Word != "" {
		h.happened = append(h.happened, now)
		if len(h.happened) > longest {
			h.happened = slices.Delete(h.happened, 0, 1)
		}
	}
	h.undone = 0
	h.said = append(append(h.said[:0], v.Headline), v.Lines...)
	if h.proposed == nil {
		h.proposed = map[int]games.Slate{}
	}
	clear(h.proposed)
	for _, s := range v.Slates {
		h.proposed[s.Hunt] = s
	}
}

// undo forgets, with the next view, what happened from a line of the journal on.
func (h *history) undo(line int) {
	if h.undone == 0 || line < h.undone {
		h.undone = line
	}
}
