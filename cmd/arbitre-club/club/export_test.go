package club

import (
	"cmp"
	"fmt"
	"time"

	"arbitre/display/mqtt"
	"arbitre/games/results"
)

// ParseState reads what a table says at present.
func ParseState(payload []byte) (mqtt.State, error) { return parseState(payload) }

// ParseGames reads the results that a table tells.
func ParseGames(payload []byte) (mqtt.Games, error) { return parseGames(payload) }

// Add keeps results that a table told, as [Club.Hear] has them kept.
func (c *Club) Add(table string, list []results.Game) error {
	_, err := c.add(table, list, false)
	return err
}

// Keep writes what tables told, as [Club.Follow] does now and then.
func (c *Club) Keep() error { return c.keep() }

// Limits are what a club takes in at most; 0 for as much as usual.
type Limits struct {
	Tables, Games, Bytes, Told, Retained, Clients, OfAddress, Known int
	Wait                                                            time.Duration
}

// Limit has the club take in no more than so much.
func (c *Club) Limit(l Limits) {
	c.most = limits{
		tables: cmp.Or(l.Tables, usual.tables), games: cmp.Or(l.Games, usual.games), bytes: cmp.Or(l.Bytes, usual.bytes),
		told: cmp.Or(l.Told, usual.told), retained: cmp.Or(l.Retained, usual.retained), clients: cmp.Or(l.Clients, usual.clients),
		ofAddress: cmp.Or(l.OfAddress, usual.ofAddress), known: cmp.Or(l.Known, usual.known),
		wait: cmp.Or(l.Wait, usual.wait),
	}
}

// Bounds returns what the README says of the limits.
func Bounds() []string {
	return []string{
		fmt.Sprintf("or has taken what it is sent | %.0f s |", usual.wait.Seconds()),
		fmt.Sprintf("in IPv6) | %d; then", usual.ofAddress),
		fmt.Sprintf("all connections | 1,%d; then", usual.clients-1_000),
		fmt.Sprintf("a message | %d kB, results %d kB,", mostState>>10, mostList>>10),
		fmt.Sprintf("the broker keeps | %d MB, of %d,000 tables;", usual.retained>>20, usual.tables/1_000),
		fmt.Sprintf("the club keeps | %d,000 games, or %d MB of them,", usual.games/1_000, usual.bytes>>20),
	}
}
