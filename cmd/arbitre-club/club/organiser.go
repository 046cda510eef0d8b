package club

import (
	"cmp"
	"crypto/rand"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/display/mqtt/address"
	"arbitre/games/results"
)

// A notebook has what the organiser has said, the secret by which a browser is the organiser's, and
// what tables are called.
type notebook struct {
	Secret  string            `json:"secret"`
	People  map[string]string `json:"people"` // by names in lower case; "" for another person at each table
	Counts  map[string]bool   `json:"counts"` // by ids of games; of others the table's word holds
	Tables  map[string]string `json:"tables"` // names of tables as people write them, by those in topics
	Evening organised         `json:"evening"`
	Sat     []sitting         `json:"sat,omitempty"` // the oldest first

	Heard  map[string][]string `json:"heard"`            // tables on the page, with ids of the games they play
	Forget []string            `json:"forget,omitempty"` // tables that the broker is to forget, too
}

// An organised evening is what the organiser has said of one evening.
type organised struct {
	Said    time.Time `json:"said"`    // the last word
	Present []string  `json:"present"` // names as they were then, as in the rounds
	Rounds  []Round   `json:"rounds"`
}

// note changes the notebook, and returns when that is kept.
func (c *Club) note(change func(*notebook)) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	next, written, err := c.store.note(change)
	if err != nil {
		return err
	}
	c.change.wrote(written)
	if !maps.Equal(next.People, c.notes.People) || !maps.Equal(next.Counts, c.notes.Counts) ||
		!maps.Equal(next.Tables, c.notes.Tables) || len(next.Sat) != len(c.notes.Sat) {
		c.list = nil
	}
	c.notes = next
	c.Tell()
	return nil
}

// Secret returns what opens the organiser's page. It stays the same as long as the file is there.
func (c *Club) Secret() (secret string, err error) {
	err = c.note(func(n *notebook) {
		n.Secret = cmp.Or(n.Secret, rand.Text())
		secret = n.Secret
	})
	return secret, err
}

// SetCounted says whether a game counts, whatever its table says. It returns when that is kept.
func (c *Club) SetCounted(id string, counts bool) error {
	return c.note(func(n *notebook) { n.Counts[id] = counts })
}

// NameTable keeps how people write a table's name. It is shown in place of the name in topics, which
// is made of it.
func (c *Club) NameTable(name string) error {
	return c.note(func(n *notebook) { n.Tables[address.Slug(name)] = name })
}

// Answer says who a name stands for at all tables, from now on and in all games before: usually a
// person of that name, perhaps with other capitals, or of another, which was misspelt; "" for
// another person at each table. It returns when that is kept, and can be said again.
func (c *Club) Answer(name, person string) error {
	name, err := tidyName(name)
	as, wrong := results.Tidy(person)
	if as != "" && !strings.EqualFold(name, as) || wrong != nil {
		as, wrong = spelling(c.People(), person)
	}
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	return c.note(func(n *notebook) { n.People[strings.ToLower(name)] = as })
}

// ErrNameless refuses a name without letters.
var ErrNameless = errors.New("the name is empty")

// tidyName returns a name in the form in which it is kept.
func tidyName(name string) (string, error) {
	name, err := results.Tidy(name)
	if err == nil && name == "" {
		err = ErrNameless
	}
	return name, err
}

// wordHolds is how long what the organiser said counts: longer than an evening, shorter than the time
// between two.
const wordHolds = 12 * time.Hour

// evening returns what the organiser said of the evening that is on at a moment. The caller holds
// mu.
func (n *notebook) evening(now time.Time) organised {
	if now.Sub(n.Evening.Said) < wordHolds {
		return n.Evening
	}
	return organised{}
}

// organise returns what the organiser said of the evening that is on, to be changed now, and forgets any
// before.
func (n *notebook) organise(now time.Time) *organised {
	n.Evening = n.evening(now)
	n.Evening.Said = now
	return &n.Evening
}

// Present lists who the organiser said is there, by name, on the evening that is on at a moment.
func (c *Club) Present(now time.Time) []string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Sorted(slices.Values(c.notes.persons(c.notes.evening(now).Present)))
}

// SetPresent says whether a player is there. It returns when that is kept.
func (c *Club) SetPresent(person string, there bool, now time.Time) error {
	person, err := spelling(c.People(), person)
	if err != nil {
		return err
	}
	return c.note(func(n *notebook) {
		e := n.organise(now)
		e.Present = slices.DeleteFunc(e.Present, func(name string) bool {
			return strings.EqualFold(n.person(name), n.person(person))
		})
		if there {
			e.Present = append(e.Present, person)
		}
	})
}

// Rounds lists the rounds of the evening that is on at a moment, in order.
func (c *Club) Rounds(now time.Time) []Round {
	c.mu.Lock()
	defer c.mu.Unlock()
	rounds := slices.Clone(c.notes.evening(now).Rounds)
	for i, r := range rounds {
		rounds[i] = Round{At: r.At, Tables: slices.Clone(r.Tables), Out: c.notes.persons(r.Out)}
		for j, t := range r.Tables {
			rounds[i].Tables[j].Players = c.notes.persons(t.Players)
		}
	}
	return rounds
}

// AddRound keeps who sits where in the next round. It returns when that is kept.
func (c *Club) AddRound(r Round, now time.Time) error {
	r.At = now
	return c.note(func(n *notebook) {
		e := n.organise(now)
		e.Rounds = append(e.Rounds, r)
		n.noteSittings(r)
	})
}

// TakeBack forgets the round of a number, from 1, if it is the last one, and returns when that is
// kept.
func (c *Club) TakeBack(number int, now time.Time) error {
	return c.note(func(n *notebook) {
		e := n.organise(now)
		if number != len(e.Rounds) || number == 0 {
			return
		}
		back := e.Rounds[number-1].At
		e.Rounds = e.Rounds[:number-1]
		n.Sat = slices.DeleteFunc(n.Sat, func(s sitting) bool { return s.At.Equal(back) })
	})
}
