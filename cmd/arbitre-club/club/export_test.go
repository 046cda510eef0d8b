package club

import "arbitre/display/mqtt"

// ParseState reads what a table says at present.
func ParseState(payload []byte) (mqtt.State, error) { return parseState(payload) }

// ParseGames reads the results that a table tells.
func ParseGames(payload []byte) (mqtt.Games, error) { return parseGames(payload) }

// Keep writes what tables told, as [Club.Follow] does now and then.
func (c *Club) Keep() error { return c.keep() }

// Limit has the club take in no more than so much.
func (c *Club) Limit(tables, games, bytes int) { c.most = limits{tables, games, bytes} }
