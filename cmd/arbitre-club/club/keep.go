package club

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"arbitre/display/mqtt/address"
	"arbitre/games/results"

	"golang.org/x/time/rate"
)

// Run keeps what is heard, now and then, so that a slow disk delays no message, until the context
// is done.
func (c *Club) Run(ctx context.Context) error {
	next := time.NewTicker(time.Second)
	defer next.Stop()
	seldom := rate.Sometimes{Interval: time.Minute}
	for {
		select {
		case <-ctx.Done():
			return c.keep()
		case <-next.C:
			if err := c.keep(); err != nil && !errors.Is(err, context.Canceled) {
				seldom.Do(func() { c.report(fmt.Errorf("it is tried again: %w", err)) })
			}
		}
	}
}

// keep writes what tables told, and reads what another program wrote. After a failure it waits for
// the next time.
func (c *Club) keep() error {
	c.mu.Lock()
	told, err := c.told, c.refresh()
	c.told = map[string][]byte{}
	for _, t := range c.notes.Forget {
		delete(c.heard.tables, t)
		delete(told, t)
	}
	forget := c.notes.Forget
	note, isNew := c.heard.changes(c.notes)
	c.mu.Unlock()
	if err == nil && isNew {
		err = c.note(note)
	}
	for table, payload := range told { // decoded without holding mu, for that takes long
		list, wrong := parseGames(payload)
		if err == nil {
			_, err = c.add(table, list, false)
		}
		if errors.Is(err, errFull) || errors.Is(err, errAnothers) {
			wrong, err = err, nil
		}
		c.faults.tell(table, wrong, c.most.Tables)
	}
	if err != nil {
		c.mu.Lock()
		defer c.mu.Unlock()
		maps.Copy(told, c.told) // which is newer
		c.told = told
		return err
	}
	return errors.Join(c.clearTables(forget), c.tellMembers(time.Now()))
}

// changes returns a function that notes what is new of the tables: that they are there, which games
// they play, and their names. It reports whether anything is. A table may use no name but one that its
// topic is made of, so that it can't pass for another.
func (h *heard) changes(known notebook) (note func(*notebook), any bool) {
	names, began := map[string]string{}, map[string][]string{}
	for topic, t := range h.tables {
		began[topic] = t.began
		name, err := results.Tidy(t.State.Table)
		if err == nil && address.Slug(name) == topic && name != cmp.Or(known.Tables[topic], topic) {
			names[topic] = name
		}
	}
	same := maps.EqualFunc(began, known.Heard, slices.Equal[[]string])
	return func(n *notebook) {
		n.Heard = began
		maps.Copy(n.Tables, names)
	}, len(names) > 0 || !same
}

// refresh reads the store if another program has written it. The caller holds mu, or is the only
// one.
func (c *Club) refresh() error {
	if newest, err := c.store.lastChange(); err != nil || mark(newest) == c.change {
		return err
	}
	games, notes, change, err := c.store.all()
	if err != nil {
		return err
	}
	c.change, c.games, c.notes, c.list = mark(change), games, notes, nil
	c.Tell()
	return nil
}
