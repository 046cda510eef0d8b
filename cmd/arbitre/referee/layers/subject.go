package layers

import (
	"arbitre/games"
)

// A Subject is what a question is about, where its row leaves that open.
type Subject struct {
	Seat  games.Seat
	Left  []Left // the game of the question; in the lobby, all that can be resumed
	Hands []Hand // of a round, in the order of entry

	Version string // of an update
	Then    Effect // what follows once a phone has joined the box's own Wi-Fi; nil is [Invite]
}

// left returns the left game of a question, or a zero one.
func (about Subject) left() (g Left) {
	if len(about.Left) > 0 {
		g = about.Left[0]
	}
	return g
}

// A Left is a game that was left or interrupted, and can be resumed.
type Left struct {
	Path string // of its journal
	Game string // the name of its rules; "" if the journal can't be played
}

// A Hand is one entered hand of cards, with the prompt that it answers.
//
// The judge checks the hands of a round together. The last one ends the round, so the game gets it
// only after the check; until then the judge can correct any hand.
type Hand struct {
	In    games.Input
	Asked games.Prompt
}

// points returns what the hand counts.
func (h Hand) points() int {
	counts, _ := h.Asked.Hand(h.In.Value) // valid: the game has accepted it
	return h.Asked.Points(counts)
}
