package club

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// person returns who a name stands for at a table: one person at all tables, unless the organiser
// has said otherwise.
func (n *notebook) person(name, table string) string {
	who, said := n.People[strings.ToLower(name)]
	if said && who == "" && table != "" {
		return fmt.Sprintf("%s (%s)", name, table)
	}
	return cmp.Or(who, name)
}

// persons returns who some names stand for, each once.
func (n *notebook) persons(names []string) (all []string) {
	for _, name := range names {
		if person := n.person(name, ""); !slices.Contains(all, person) {
			all = append(all, person)
		}
	}
	return all
}

// A Question asks whether a name that was said at several tables is one person.
type Question struct {
	Name   string   `json:"name"`
	Tables []string `json:"tables"` // by the names that people read
}

// Questions lists what nobody has answered yet, by name. Until then a name is one person.
func (c *Club) Questions() (open []Question) {
	list := c.Games()
	c.mu.Lock()
	defer c.mu.Unlock()
	asked := map[string]Question{} // by names in lower case
	for _, g := range list {
		for _, p := range c.games[g.ID].Result.Places { // where names do not stand for people yet
			q := asked[strings.ToLower(p.Name)]
			q.Name = p.Name
			if g.Table != "" && !slices.Contains(q.Tables, g.Table) {
				q.Tables = append(q.Tables, g.Table)
			}
			asked[strings.ToLower(p.Name)] = q
		}
	}
	delete(asked, "") // a seat without a name
	for _, name := range slices.Sorted(maps.Keys(asked)) {
		if _, said := c.notes.People[name]; !said && len(asked[name].Tables) > 1 {
			slices.Sort(asked[name].Tables)
			open = append(open, asked[name])
		}
	}
	return open
}

// somebody returns a person's name as People has it, whatever its capitals, or that of a newcomer.
// A name that the club has made, "Anna (kitchen)", may be longer than one that is entered.
func (c *Club) somebody(name string) (string, error) {
	tidy, err := named(name)
	for _, known := range c.People() {
		if known == name || strings.EqualFold(known, tidy) {
			return known, nil
		}
	}
	return tidy, err
}

// People lists everyone who ever played, whoever played last first.
func (c *Club) People() (all []string) {
	seen := map[string]bool{"": true}
	for _, g := range slices.Backward(c.Games()) {
		for _, p := range g.Places {
			if !seen[p.Name] {
				seen[p.Name] = true
				all = append(all, p.Name)
			}
		}
	}
	return all
}
