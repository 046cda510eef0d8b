package club

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/display/mqtt/address"
	"arbitre/games/results"
)

// person returns who a name stands for at all tables, unless the organiser has said that it is another
// at each.
func (n *notebook) person(name string) string { return cmp.Or(n.People[strings.ToLower(name)], name) }

// personAt returns who a name stands for in a game that began at a table. Where each table has another
// person of that name, the one whom a round has drawn to this table is the same here.
func (n *notebook) personAt(name, table string, began time.Time) string {
	who, said := n.People[strings.ToLower(name)]
	if !said || who != "" || table == "" || n.split(name) != "" {
		return n.person(name)
	}
	own := fmt.Sprintf("%s (%s)", name, table)
	who = own
	for _, s := range slices.Backward(n.Sat) {
		at := results.MomentOf(s.At)
		if s.Table != address.Slug(table) || at.Time.After(began) || began.Sub(at.Time) > wordHolds {
			continue
		}
		for _, person := range s.Persons {
			if strings.EqualFold(n.split(person), name) && !slices.Contains(s.Persons, own) {
				who = person
			}
		}
		break // the newest round there before the game
	}
	return n.person(who)
}

// split returns the name "Anna" of "Anna (Kitchen)", where the organiser has said that each table has
// another person of that name; "" for any other name.
func (n *notebook) split(name string) (of string) {
	if i := strings.LastIndex(name, " ("); i > 0 && strings.HasSuffix(name, ")") {
		if who, said := n.People[strings.ToLower(name[:i])]; said && who == "" {
			return name[:i]
		}
	}
	return ""
}

// A sitting says which persons with a split name a round has sent to a table.
type sitting struct {
	At      time.Time `json:"at"`
	Table   string    `json:"table"` // its name in topics
	Persons []string  `json:"persons"`
}

// noteSittings notes the persons with a split name at each table of a round, and the tables that had such a
// person this evening and have none now. Only the newest notes are kept.
func (n *notebook) noteSittings(r Round) {
	const most = 5_000
	for _, t := range r.Tables {
		s := sitting{At: r.At, Table: address.Slug(t.Name)}
		s.Persons = slices.DeleteFunc(slices.Clone(t.Players), func(name string) bool { return n.split(name) == "" })
		before := slices.ContainsFunc(n.Sat, func(b sitting) bool { return b.Table == s.Table && r.At.Sub(b.At) < wordHolds })
		if before || len(s.Persons) > 0 {
			n.Sat = append(n.Sat, s)
		}
	}
	n.Sat = n.Sat[max(0, len(n.Sat)-most):]
}

// persons returns who some names stand for, each once.
func (n *notebook) persons(names []string) (all []string) {
	for _, name := range names {
		if person := n.person(name); !slices.Contains(all, person) {
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

// Questions lists the open ones, by name. Until one is answered its name is one person.
func (c *Club) Questions() (open []Question) {
	list := c.Games()
	c.mu.Lock()
	defer c.mu.Unlock()
	asked := map[string]Question{} // by names in lower case
	for _, g := range list {
		for _, p := range c.games.rows[g.ID].Result.Places { // where names do not stand for people yet
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
		if _, said := c.notes.People[name]; !said && c.notes.split(name) == "" && len(asked[name].Tables) > 1 {
			slices.Sort(asked[name].Tables)
			open = append(open, asked[name])
		}
	}
	return open
}

// spelling returns a person's name as [Club.People] has it, in any capitals, or that of a newcomer. A name
// that the club has made, "Anna (kitchen)", may be longer than one that is entered.
func spelling(people []string, name string) (string, error) {
	tidy, err := tidyName(name)
	for _, known := range people {
		if known == name || strings.EqualFold(known, tidy) {
			return known, nil
		}
	}
	return tidy, err
}

// People lists everyone who ever played, from the latest game back.
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
