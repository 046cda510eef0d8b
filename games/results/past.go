package results

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// A past is what has been played, in as much memory however much that was. The last evenings are
// held game by game, because names that are said later, and a clock that learns the time, still
// change them. Those before are added up.
type past struct {
	games []Game              // of the last evenings
	diary []entry             // of the same evenings
	older sums                // of all games before
	names map[string]spelling // of everyone, by the small letters: Anna is anna
	said  int                 // how often anybody was named
}

// A spelling is how a name was last written, and when: the higher its turn, the later.
type spelling struct {
	name string
	turn int
}

// held is how many evenings are held game by game, with the one that is on.
const held = 3

func newPast(diary []entry) *past {
	p := &past{older: sums{}, names: map[string]spelling{}}
	for _, e := range diary {
		p.note(e)
	}
	return p
}

// add takes games that were put away.
func (p *past) add(list ...Game) { p.games = append(p.games, list...) }

// has tells whether a game of the last evenings is known.
func (p *past) has(journal string) bool {
	return slices.ContainsFunc(p.games, func(g Game) bool { return g.Journal == journal })
}

// note takes an entry.
func (p *past) note(e entry) {
	p.diary = append(p.diary, e)
	if e.Name != "" {
		p.said++
		p.names[strings.ToLower(e.Name)] = spelling{e.Name, p.said}
	}
}

func (p *past) evenings(now entry) (all []evening, at time.Time) {
	return evenings(p.games, p.spelled(p.diary), now)
}

// fold adds up the evenings before the last ones.
func (p *past) fold(now entry) {
	all, _ := p.evenings(now)
	if len(all) <= held {
		return
	}
	for _, v := range all[:len(all)-held] {
		p.older.add(v.games()...)
	}
	p.games = nil
	from := len(p.diary)
	for _, v := range all[len(all)-held:] {
		p.games = append(p.games, v.games()...)
		for _, e := range v.events {
			from = min(from, e.line)
		}
	}
	p.diary = slices.Clone(p.diary[from:])
}

// rows adds up everything.
func (p *past) rows(now entry) []Row {
	whole := maps.Clone(p.older)
	all, _ := p.evenings(now)
	for _, v := range all {
		whole.add(v.games()...)
	}
	for who, row := range whole {
		row.Name = p.spelling(row.Name)
		whole[who] = row
	}
	return whole.rows()
}

// spelling is how a name was last written.
func (p *past) spelling(name string) string { return p.names[strings.ToLower(name)].name }

// spelled writes the names of entries as they were last written.
func (p *past) spelled(diary []entry) []entry {
	diary = slices.Clone(diary)
	for i, e := range diary {
		diary[i].Name = p.spelling(e.Name)
	}
	return diary
}

// known are the names, the one that was said last first.
func (p *past) known() (names []string) {
	latest := func(a, b spelling) int { return cmp.Compare(b.turn, a.turn) }
	for _, s := range slices.SortedFunc(maps.Values(p.names), latest) {
		names = append(names, s.name)
	}
	return names
}
