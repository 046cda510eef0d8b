package club

import (
	"bytes"
	"fmt"
	"slices"
	"time"

	"arbitre/display/mqtt"
)

// connected sets what has the broker keep a message at a topic, or none there if it is empty, and how
// the topics of tables begin. Without a broker, nil, no table is connected any more.
func (c *Club) connected(prefix string, retain func(topic string, payload []byte) error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.prefix, c.retain, c.members = prefix, retain, nil
	if retain == nil {
		for _, t := range c.heard.tables {
			t.Online = false
		}
		c.Tell()
	}
}

// clearTables has the broker forget tables that are to be forgotten there, too.
func (c *Club) clearTables(forget []string) error {
	c.mu.Lock()
	prefix, retain := c.prefix, c.retain
	c.mu.Unlock()
	if len(forget) == 0 || retain == nil {
		return nil
	}
	for _, table := range forget {
		for _, topic := range mqtt.Retained(prefix, table) {
			if err := retain(topic, nil); err != nil {
				return fmt.Errorf("the broker does not forget %q yet: %w", forget, err)
			}
		}
	}
	return c.note(func(n *notebook) {
		n.Forget = slices.DeleteFunc(n.Forget, func(table string) bool { return slices.Contains(forget, table) })
	})
}

// tellMembers has the broker keep the names that tables offer, if they have changed: those who are here, and
// then everyone else.
func (c *Club) tellMembers(now time.Time) error {
	c.mu.Lock()
	told, change, retain, topic := c.members, c.change, c.retain, mqtt.MembersTopic(c.prefix)
	known := told != nil && c.membersAt == change
	c.mu.Unlock()
	if known || retain == nil {
		return nil
	}
	names := c.Present(now)
	for _, name := range c.People() {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	payload := mqtt.EncodeMembers(names)
	if !bytes.Equal(payload, told) {
		if err := retain(topic, payload); err != nil {
			return fmt.Errorf("the broker does not take the names of the club's players: %w", err)
		}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.members, c.membersAt = payload, change
	return nil
}
