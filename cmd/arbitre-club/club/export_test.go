package club

import (
	"fmt"

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

// Limits has what the club takes in at most, to be changed.
func (c *Club) Limits() *limits { return &c.most }

// Bounds returns what the README says of the limits.
func Bounds() []string {
	l := defaultLimits()
	return []string{
		fmt.Sprintf("or has taken what it is sent | %.0f s |", l.Wait.Seconds()),
		fmt.Sprintf("in IPv6) | %d; then", l.OfAddress),
		fmt.Sprintf("all connections | 1,%d; then", l.Clients-1_000),
		fmt.Sprintf("a message | %d kB, results %d kB,", mostState>>10, mostList>>10),
		fmt.Sprintf("the broker keeps | %d MB, of %d,000 tables;", l.Retained>>20, l.Tables/1_000),
		fmt.Sprintf("the club keeps | %d,000 games, or %d MB of them,", l.Games/1_000, l.Bytes>>20),
	}
}
