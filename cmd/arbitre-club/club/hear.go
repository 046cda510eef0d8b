package club

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"arbitre/display/mqtt"
	"arbitre/games/results"
)

// A Table is what one table says at present.
type Table struct {
	Name   string     `json:"-"` // as in its topics
	Online bool       `json:"online"`
	State  mqtt.State `json:"state"`
	began  []string   // ids of the games that it said it is playing, the newest last; at most mostBegun
	heard  int        // the number of messages of all tables until its last one
}

// Hear takes in what was published on a topic. What can't be read is left out, and reported once
// for each table.
func (c *Club) Hear(topic mqtt.Topic, payload []byte) {
	_, err := c.take(topic, payload)
	c.faults.tell(topic.Table, err, c.most.Tables)
}

// A faults reports what tables say that can't be read.
type faults struct {
	report func(error)

	mu     sync.Mutex
	tables map[string]bool // of which was reported
}

// tell reports an error in what a table says, unless one was reported before, or of so many tables.
func (f *faults) tell(table string, err error, most int) {
	f.mu.Lock()
	first := err != nil && !f.tables[table] && len(f.tables) < most
	if first {
		f.tables[table] = true
	}
	f.mu.Unlock()
	if first {
		f.report(fmt.Errorf("table %.64s: something it says is left out, now and later: %w", table, err))
	}
}

// errCrowded refuses another table.
var errCrowded = errors.New("there are too many tables with results")

// take takes in what a table says, and returns the table that has given way to it, if one had to. A
// table that clears its status has gone for good.
func (c *Club) take(topic mqtt.Topic, payload []byte) (gone string, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(payload) == 0 && topic.Suffix == mqtt.Status {
		delete(c.heard.tables, topic.Table)
		c.Tell()
	}
	t := c.heard.tables[topic.Table]
	if t == nil {
		if len(payload) == 0 {
			return "", nil
		}
		if len(c.heard.tables) >= c.most.Tables {
			if gone = c.heard.giveWay(topic.Table, c.games.played); gone == "" {
				return "", errCrowded
			}
		}
		t = &Table{Name: topic.Table}
		c.heard.tables[topic.Table] = t
	}
	c.heard.messages++
	t.heard = c.heard.messages
	switch topic.Suffix {
	case mqtt.Status:
		t.Online = string(payload) == mqtt.Online
	case mqtt.StateSuffix:
		state, err := parseState(payload)
		if err != nil {
			return gone, err
		}
		t.State = state
		if state.Game != nil && c.games.rows[state.Game.ID].Result.ID == "" {
			c.heard.begins(t, state.Game.ID)
		}
	case mqtt.GamesSuffix:
		waiting := len(payload) - len(c.told[t.Name])
		for _, other := range c.told {
			waiting += len(other)
		}
		if waiting > c.most.Told {
			return gone, fmt.Errorf("more than %d MB wait to be kept", c.most.Told>>20)
		}
		c.told[t.Name] = payload // for keep
		return gone, nil
	}
	c.Tell()
	return gone, nil
}

// heard is what tables say at present.
type heard struct {
	tables   map[string]*Table // by their names in topics
	messages int               // that were heard
}

// begins takes note that a table says it is playing a game without a result: that will be its own,
// unless another table has said so before.
func (h *heard) begins(t *Table, id string) {
	if !isID(id) || slices.Contains(t.began, id) || h.owners()[id] != "" {
		return
	}
	t.began = append(t.began, id)
	t.began = t.began[max(0, len(t.began)-mostBegun):]
}

// owners returns which table said it is playing a game, by the game's id.
func (h *heard) owners() map[string]string {
	owners := map[string]string{}
	for name, t := range h.tables {
		for _, id := range t.began {
			owners[id] = name
		}
	}
	return owners
}

// giveWay takes out a table that has played nothing, but for one, and returns its name: one that is
// not connected if there is any, and of these the one that was not heard for the longest. It returns
// "" if all have played.
func (h *heard) giveWay(butFor string, played map[string]int) (name string) {
	var least *Table
	for _, t := range h.tables {
		if played[t.Name] > 0 || t.Name == butFor {
			continue
		}
		if least == nil || !t.Online && least.Online || t.Online == least.Online && t.heard < least.heard {
			least = t
		}
	}
	if least == nil {
		return ""
	}
	delete(h.tables, least.Name)
	return least.Name
}

// restore has the tables that the club has noted be there, though they are not connected.
func (h *heard) restore(n notebook) {
	for name, began := range n.Heard {
		h.tables[name] = &Table{Name: name, began: began, State: mqtt.State{Table: n.Tables[name]}}
	}
}

// giveWay takes a table without results out, but for one, and returns its name, or "".
func (c *Club) giveWay(butFor string) (name string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.heard.giveWay(butFor, c.games.played)
}

// hasPlayed reports whether a table has results.
func (c *Club) hasPlayed(table string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.games.played[table] > 0
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

// isID reports whether a text has the form of [results.ID].
func isID(text string) bool {
	id, err := hex.DecodeString(text)
	return err == nil && len(id) == 8
}

// check returns an error for a result that no box has made.
func check(g results.Game) error {
	if !isID(g.ID) {
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
		if p.Bot && p.Name != "" {
			return fmt.Errorf("%q is a bot, which has no name", p.Name)
		}
	}
	return nil
}
