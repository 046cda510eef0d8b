// Package shown is what the table and its surfaces say to each other, be they pages, a broker or a
// voice: the state that a surface shows, the news, and the answers that come back.
package shown

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"arbitre/display"
	"arbitre/display/wording"
	"arbitre/games"
)

// A Viewer identifies who reads a surface and answers on it. No two pairings have the same one,
// so that a phone that was paired again is a new viewer.
type Viewer uint64

// Box is the viewer at the box itself: its display, keys and shortcut buttons, and the broker.
const Box Viewer = 0

// A State is all that the surfaces show at one moment. They keep it and do not change it.
type State struct {
	Public games.View // what everyone may see
	Judge  games.View // what the judge may see and answer, including the questions of the box itself
	Scene  display.Scene
	Look   display.Look
	// Holder is the seat of the player who holds the display to see his secrets; 0 is the judge.
	// While a player holds it, no page but the Keeper's shows the Scene. The judge may still answer
	// his own prompts: the clock of a word may run.
	Holder games.Seat
	// Keeper is the phone that replaces a missing display: only its page shows the Holder's
	// secrets. Box if there is none.
	Keeper Viewer
	Now    time.Duration // the game's clock at the moment of Show: the pages count down from it
	// Line is how many lines the game's journal has, 0 where there is no game.
	Line int
	// Journal is the path of that journal, "" where there is no game or none is kept, and ID the
	// game's by [results.ID].
	Journal, ID string

	Verbosity wording.Verbosity // how much the box says aloud
	Quiet     bool              // its sounds are off
	Claims    Claims            // of names

	Told []games.Fact // what has happened in the game
	News []News       // all that has happened since the last State
	// Seats are all seats with a button. Before a game begins any of them may play.
	Seats []games.Seat
}

// Nameable returns the seats whose players may be named: those of people who play, or all before a game.
func (s State) Nameable() []games.Seat {
	if s.Line == 0 {
		return s.Seats
	}
	var seats []games.Seat
	for _, p := range s.Public.Seats {
		if !p.Bot {
			seats = append(seats, p.Seat)
		}
	}
	return seats
}

// News is a fact, and the game in which it happened.
type News struct {
	Game, ID string // its name, and its [results.ID]
	games.Fact
}

// A Command asks for something to be said at once, whatever the verbosity but Silent.
type Command uint8

// The commands.
const (
	WhatNow Command = iota + 1
	WhoLeads
	SayAgain
)

// An Answer is an input that was made on a surface.
type Answer struct {
	// Input is an answer or an undo. The receiver sets its time. An undo does what the judge's key
	// Back does when that closes no question.
	Input games.Input
	Asked int // the serial of the question that the surface showed; 0 means whichever is open
	// Done tells the surface whether the answer was taken (nil) or why it was refused. It must be
	// called once, and does not block.
	Done func(error)
	From Viewer // Box for a broker
}

// Why the table refuses an answer before the game sees it. The game's own reasons are those of
// [games.Refuse].
var (
	ErrRevoked  = errors.New("this phone is not paired")
	ErrAnswered = errors.New("the question has been answered already")
	ErrHeld     = errors.New("a player holds the display: only he may close its question")
)

// CheckOpen returns nil if the answer fits one of the prompts that are open now and was given to the
// present asking of it. Otherwise its error is an [ErrAnswered].
func (a Answer) CheckOpen(prompts []games.Prompt) error {
	if a.Input.Kind == games.Undo {
		return nil
	}
	if _, err := games.Find(prompts, a.Input); err != nil {
		return fmt.Errorf("%w: %w", ErrAnswered, err)
	}
	asked := func(p games.Prompt) bool { return p.ID == a.Input.Prompt && p.Serial == a.Asked }
	if a.Asked != 0 && !slices.ContainsFunc(prompts, asked) {
		return fmt.Errorf("%w: question %d is not open any more", ErrAnswered, a.Asked)
	}
	return nil
}

// A Claim is a name that a player has entered on a phone of his own. He proves which seat is his by
// pressing its button, soon. An empty name takes the name of the seat away.
type Claim struct {
	Phone string // identifies the phone, and gives no right
	Host  string // the address that it came from
	games.Sitter
	Joins bool        // he shares the seat with those who sit there already
	Done  func(error) // as of an Answer: whether the claim waits for a press now
}

// Claimed is what has become of a claim.
type Claimed struct {
	Phone string
	Seat  games.Seat // whose button was pressed; 0 without one
	Err   error      // why it was refused; nil if he sits there now
}

// Claims are those of one moment.
type Claims struct {
	Open    bool      // names can be claimed: no game is on
	Waiting []Claim   // the first is whose button is to be pressed
	Done    []Claimed // the newest last
}

// InvitationTime is how long an invitation of a phone is valid.
const InvitationTime = 2 * time.Minute

// An Outcome is an event of an invitation.
type Outcome uint8

// The outcomes.
const (
	Paired  Outcome = iota // a phone is paired; the code and the link are used up
	Guessed                // several wrong codes were entered; the invitation stays open
	Arrived                // a phone is in the box's own Wi-Fi
)
