package club

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"arbitre/display/mqtt"
	"arbitre/games/results"
)

// A Table is what one table says at present.
type Table struct {
	Name   string     `json:"-"` // as in its topics
	Online bool       `json:"online"`
	State  mqtt.State `json:"state"`
}

// Limits of what is heard, so that nobody on the network can fill the memory. Nothing honest comes
// near.
const (
	mostTables = 1_000
	mostState  = 16 << 10  // bytes of a payload
	mostList   = 256 << 10 // bytes of a payload with the results of a hundred games
	mostGame   = 8 << 10   // bytes of one of these
	mostSeats  = 16        // of a game: adding up takes the longer, the more there are
)

// Hear takes in what was published on a topic. What can't be read is left out, and reported once
// for each table.
func (c *Club) Hear(topic mqtt.Topic, payload []byte) { c.fault(topic.Table, c.take(topic, payload)) }

// fault reports an error in what a table says, unless one was reported before.
func (c *Club) fault(table string, err error) {
	c.mu.Lock()
	first := err != nil && !c.faulty[table] && len(c.faulty) < mostTables
	if first {
		c.faulty[table] = true
	}
	c.mu.Unlock()
	if first {
		c.report(fmt.Errorf("table %.64s: something it says is left out, now and later: %w", table, err))
	}
}

// take takes in what a table says.
func (c *Club) take(topic mqtt.Topic, payload []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := c.tables[topic.Table]
	if t == nil {
		if len(c.tables) >= mostTables {
			return fmt.Errorf("there are %d tables already", mostTables)
		}
		t = &Table{Name: topic.Table}
		c.tables[topic.Table] = t
	}
	switch topic.Leaf {
	case mqtt.Status:
		t.Online = string(payload) == mqtt.Online
	case mqtt.StateLeaf:
		state, err := parseState(payload)
		if err != nil {
			return err
		}
		t.State = state
	case mqtt.GamesLeaf:
		c.told[t.Name] = payload // for keep
		return nil
	}
	c.Tell()
	return nil
}

// offline takes note that no table can be heard any more.
func (c *Club) offline() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, t := range c.tables {
		t.Online = false
	}
	c.Tell()
}

// decode reads JSON of at most so many bytes; none leaves the value as it is. Fields that are not
// known are left out, for a newer box may say more.
func decode(payload []byte, most int, into any) error {
	switch {
	case len(payload) == 0: // so a retained message is cleared
		return nil
	case len(payload) > most:
		return fmt.Errorf("%d bytes: expected at most %d", len(payload), most)
	}
	return json.Unmarshal(payload, into)
}

// parseState reads a state. The pages rely on the lists of a game that is on.
func parseState(payload []byte) (s mqtt.State, err error) {
	switch err = decode(payload, mostState, &s); {
	case err != nil:
	case len(s.Places) > mostSeats || len(s.Turn) > mostSeats:
		err = errCrowd
	case s.Game != nil && (s.Places == nil || s.Turn == nil):
		err = errors.New("a game without places, or without whose turn it is")
	}
	return s, err
}

var errCrowd = fmt.Errorf("expected at most %d seats", mostSeats)

// parseGames reads results. One that is wrong costs the others nothing: it is left out, and the
// error tells of it.
func parseGames(payload []byte) (list mqtt.Games, wrong error) {
	var all []json.RawMessage
	if err := decode(payload, mostList, &all); err != nil {
		return nil, err
	}
	for _, text := range all {
		var g results.Game
		err := decode(text, mostGame, &g)
		if err == nil {
			err = check(g)
		}
		if err == nil {
			list = append(list, g)
		} else if wrong == nil {
			wrong = fmt.Errorf("game %.20q: %w", g.ID, err)
		}
	}
	return list, wrong
}

// check returns an error for a result that no box has made.
func check(g results.Game) error {
	if id, err := hex.DecodeString(g.ID); err != nil || len(id) != 8 {
		return errors.New("expected an id of 16 hexadecimal digits")
	}
	if g.Lasted < 0 || g.Lasted > 366*24*time.Hour {
		return fmt.Errorf("it lasted %v", g.Lasted)
	}
	if len(g.Places) > mostSeats {
		return errCrowd
	}
	for _, p := range g.Places {
		if name, err := results.Tidy(p.Name); err != nil || name != p.Name {
			return fmt.Errorf("%q is no name of a player", p.Name)
		}
	}
	return nil
}
