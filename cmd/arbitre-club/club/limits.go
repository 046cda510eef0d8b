package club

import (
	"errors"
	"fmt"
	"time"
)

// limits say what a club takes in at most, so that no client on the network can fill memory or
// disk. Nothing honest comes near them. In memory a game takes some six times its bytes.
type limits struct {
	Tables int // on the page
	Games  int
	Bytes  int // of all games as JSON; a game of five players has some 500
	Told   int // bytes of results of all tables that wait for the disk

	// Of the club's own broker.
	Retained  int // bytes that it keeps for clients that connect later; a table with a hundred games has some 70 kB
	Clients   int // connections: all tables, and a home or two
	OfAddress int // connections of one address
	Known     int // addresses that are remembered, as a table with results has spoken from there

	// Wait is how long the broker waits until a connection has said who it is, and until a client has
	// taken what it is sent.
	Wait time.Duration
}

func defaultLimits() limits {
	return limits{Tables: 1_000, Games: 100_000, Bytes: 48 << 20, Told: 32 << 20,
		Retained: 64 << 20, Clients: 1_200, OfAddress: 32, Known: 1_000, Wait: 5 * time.Second}
}

// Limits of one message and what it says.
const (
	mostState     = 16 << 10  // bytes of any payload but the following
	mostList      = 256 << 10 // bytes of a payload with the results of a hundred games
	mostGame      = 4 << 10   // bytes of one game
	mostSeats     = 32        // of a game, one for each of four who share a seat: adding up takes the longer, the more there are
	mostBegun     = 4         // games of a table whose results are still to come
	largestPacket = mostList + 1<<10
)

// full returns the error for a game for which there is no room.
func (l limits) full() error {
	return fmt.Errorf("%w: %d, or %d MB of them; arbitre-club forget TABLE makes room", errFull, l.Games, l.Bytes>>20)
}

var errFull = errors.New("the club has as many games as it takes in")
