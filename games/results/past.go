package results

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// A past is what has been played, in as much memory however much that was: the last evenings game by game, for names that
// are said later, and a clock that learns the time, change what is known of them; those before only added up.
type past struct {
	games []Game  // of the last evenings, without names
	diary []entry // of these
	older sums    // of all games before
	names spellings
	said  int // entries so far
}

func newPast(list []Game, diary []entry) *past {
	p := &past{older: sums{}, games: list, diary: diary, names: spellingsOf(diary), said: len(diary)}
	for i := range p.games {
		p.games[i].Options = nil // no standing asks for them
	}
	return p
}

// add takes a game that was put away.
func (p *past) add(g Game) {
	g.Options = nil
	p.games = append(p.games, g)
}

// has tells whether a game of the last evenings is known.
func (p *past) has(journal string) bool {
	return slices.ContainsFunc(p.games, func(g Game) bool { return g.Journal == journal })
}

// note takes an entry.
func (p *past) note(e entry) {
	p.diary = append(p.diary, e)
	p.said++
	p.names.learn(e, p.said)
}

func (p *past) evenings(now reading) (all []evening, at Moment) {
	return evenings(p.games, p.names.of(p.diary), now)
}

// recent is how many evenings are held game by game, beside the one that is on. A clock may yet learn that one of them is.
const recent = 2

// fold adds up the evenings before the last.
func (p *past) fold(now reading) {
	all, _ := p.evenings(now)
	if len(all) <= recent+1 {
		return
	}
	before := slices.SortedFunc(slices.Values(all[:len(all)-1]), func(a, b evening) int { return a.from.Compare(b.from.Time) })
	gone, said := map[string]bool{}, map[int]bool{}
	for _, e := range before[:len(before)-recent] {
		for _, g := range e.games {
			p.older.add(g)
			gone[g.stem()] = true
		}
		for _, n := range e.names {
			said[n.line] = true
		}
	}
	var diary []entry
	for i, e := range p.diary {
		if !said[i] && !gone[e.Journal] {
			diary = append(diary, e)
		}
	}
	p.diary = diary
	p.games = slices.Clone(slices.DeleteFunc(p.games, func(g Game) bool { return gone[g.stem()] }))
}

// A spelling is how a name was last written, and in which entry.
type spelling struct {
	name  string
	entry int
}

// Spellings are all names that were ever said, by their small letters: Anna is anna.
type spellings map[string]spelling

func spellingsOf(entries []entry) spellings {
	s := spellings{}
	for i, e := range entries {
		s.learn(e, i)
	}
	return s
}

func (s spellings) learn(e entry, number int) {
	if name := e.name(); name != "" {
		s[strings.ToLower(name)] = spelling{name, number}
	}
}

// of are entries as their names were last written.
func (s spellings) of(entries []entry) []entry {
	entries = slices.Clone(entries)
	for i, e := range entries {
		if known, ok := s[strings.ToLower(e.name())]; ok {
			entries[i].Name = &known.name
		}
	}
	return entries
}

// latest are the names, the one that was said last first.
func (s spellings) latest() (names []string) {
	for _, known := range slices.SortedFunc(maps.Values(s), func(a, b spelling) int { return cmp.Compare(b.entry, a.entry) }) {
		names = append(names, known.name)
	}
	return names
}
