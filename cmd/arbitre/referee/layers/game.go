package layers

import (
	"arbitre/cmd/arbitre/wifi"
	"arbitre/games"
)

// A Game is what layers may know of the running game.
type Game struct {
	Results       int            // how many there were so far that people play for
	Asks          games.Question // the judge's first question that is not in the background; zero if there is none
	AsksOnDisplay bool           // a question of the judge takes the display from the scene
	Holder        games.Seat     // the first player whom it asks something that he alone may see; 0 if there is none
	Ahead         games.Seat     // the first player who may answer ahead; 0 if there is none
	Seats         []games.Seat   // that play, ascending
	Over          bool
	Between       bool // rounds: players may leave or join
	Kept          bool // it can be resumed after it was left
	Laid          bool // a bot's card lies there to be slapped
}

// Offers are what decides which choices the box offers, and what it says of them.
type Offers struct {
	Undo, Redo games.Text   // what they would take back or bring again; zero if there is nothing
	Secrets    []games.Seat // the players who have one
	Recorded   Recorded     // the game that is on, or the last one that was played to its end
	Counts     bool         // it counts in the results
	Update     games.Text   // an update that can be installed, or what became of it; zero is nothing
	Wifi       wifi.State   // of the box's own
}

// A Recorded game is one with a journal, so that its result is kept.
type Recorded struct {
	Journal string // its path, with any end; "" if there is no such game
	Game    string // the name of its rules
	ID      string // of the game in the results
}
