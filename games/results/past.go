package results

import (
	"maps"
	"slices"
	"strings"
	"time"

	"arbitre/games/journal"
)

// A past holds all results in bounded memory. The last evenings are held game by game, because a
// name that is said later, or a clock that learns the time, still changes them. Earlier evenings
// are added up.
type past struct {
	games []Game   // of the last evenings
	diary []entry  // of the same evenings
	older sums     // of all games before
	names []string // of everyone who was named, the most recent first, as they were last written
	marks []string // the names of the marks in the folder, in order: of the games that count for nobody
}

// held is the number of evenings that are held game by game, the current one included.
const held = 3

func newPast(diary []entry, marks []string) *past {
	p := &past{older: sums{}, marks: marks}
	for _, e := range diary {
		p.note(e)
	}
	return p
}

// add appends games that were put away, and sets which of them count for nobody.
func (p *past) add(list ...Game) {
	for _, g := range list {
		_, g.Uncounted = slices.BinarySearch(p.marks, journal.WithEnd(g.Journal, uncountedEnd))
		p.games = append(p.games, g)
	}
}

// has reports whether a journal is among those of the last evenings.
func (p *past) has(journal string) bool {
	return slices.ContainsFunc(p.games, func(g Game) bool { return g.Journal == journal })
}

// note appends an entry of the diary.
func (p *past) note(e entry) {
	p.diary = append(p.diary, e)
	if e.Name != "" {
		same := func(name string) bool { return strings.EqualFold(name, e.Name) }
		p.names = slices.Insert(slices.DeleteFunc(p.names, same), 0, e.Name)
	}
}

func (p *past) evenings(now entry) (all []evening, at time.Time) {
	return evenings(p.games, p.spelled(p.diary), now)
}

// fold moves the games of earlier evenings from games to older, and drops their entries.
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

// rows returns the standings of all time.
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

// spelling returns a name as it was last written.
func (p *past) spelling(name string) string {
	for _, last := range p.names {
		if strings.EqualFold(name, last) {
			return last
		}
	}
	return name
}

// spelled returns entries with their names as they were last written.
func (p *past) spelled(diary []entry) []entry {
	diary = slices.Clone(diary)
	for i, e := range diary {
		diary[i].Name = p.spelling(e.Name)
	}
	return diary
}
