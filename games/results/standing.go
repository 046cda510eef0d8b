package results

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games/journal"
)

// A standing holds all results in bounded memory. The last evenings are held game by game, because a
// name that is said later, or a clock that learns the time, still changes them. Earlier evenings
// are added up.
type standing struct {
	games   []Game   // of the last evenings
	nameLog []entry  // of the same evenings
	older   sums     // of all games before
	names   []string // of everyone who was named, the most recent first, as they were last written
	marks   []string // the names of the marks in the folder, in order: of the games that do not count
}

// keptEvenings is the number of evenings that are kept game by game, the current one included.
const keptEvenings = 3

func newStanding(nameLog []entry, marks []string) *standing {
	p := &standing{older: sums{}, marks: marks}
	for _, e := range nameLog {
		p.note(e)
	}
	return p
}

// add appends games that were put away, and sets which of them do not count.
func (p *standing) add(list ...Game) {
	for _, g := range list {
		_, g.Uncounted = slices.BinarySearch(p.marks, journal.WithEnd(g.Journal, uncountedEnd))
		p.games = append(p.games, g)
	}
}

// has reports whether a journal is among those of the last evenings.
func (p *standing) has(journal string) bool {
	return slices.ContainsFunc(p.games, func(g Game) bool { return g.Journal == journal })
}

// with returns the standing with the game at the table, if that is over and not yet put away.
func (p standing) with(g Game) standing {
	began, _, ok := journal.ParseName(filepath.Base(g.Journal))
	g.Journal, g.Began = journal.WithEnd(filepath.Base(g.Journal), journal.OverEnd), Moment{began}
	if ok && g.Over && !p.has(g.Journal) {
		p.games = slices.Clone(p.games)
		p.add(g)
	}
	return p
}

// note appends an entry of the name log.
func (p *standing) note(e entry) {
	p.nameLog = append(p.nameLog, e)
	if e.Name == "" {
		return
	}
	for _, one := range People(e.Name) {
		same := func(name string) bool { return strings.EqualFold(name, one) }
		p.names = slices.Insert(slices.DeleteFunc(p.names, same), 0, one)
	}
}

func (p *standing) evenings(now entry) (all []evening, at time.Time) {
	return evenings(p.games, p.spelled(p.nameLog), now)
}

// addUpEarlier moves the games of earlier evenings from games to older, and drops their entries.
func (p *standing) addUpEarlier(now entry) {
	all, _ := p.evenings(now)
	if len(all) <= keptEvenings {
		return
	}
	for _, v := range all[:len(all)-keptEvenings] {
		p.older.add(v.games()...)
	}
	p.games = nil
	from := len(p.nameLog)
	for _, v := range all[len(all)-keptEvenings:] {
		p.games = append(p.games, v.games()...)
		for _, e := range v.Events {
			from = min(from, e.line)
		}
	}
	readings := slices.DeleteFunc(slices.Clone(p.nameLog[:from]), func(e entry) bool {
		of := func(later entry) bool { return later.Boot == e.Boot }
		return !e.isReading() || e.Boot != now.Boot && !slices.ContainsFunc(p.nameLog[from:], of)
	})
	p.nameLog = append(readings, p.nameLog[from:]...)
}

// rows returns the standings of all time up to some evenings, which are added.
func (p *standing) rows(evenings []evening) []Row {
	whole := maps.Clone(p.older)
	for _, v := range evenings {
		whole.add(v.games()...)
	}
	for who, row := range whole {
		row.Name = p.spelling(row.Name)
		whole[who] = row
	}
	return whole.rows()
}

// spelling returns a name as it was last written.
func (p *standing) spelling(name string) string {
	for _, last := range p.names {
		if strings.EqualFold(name, last) {
			return last
		}
	}
	return name
}

// spelled returns entries with their names as they were last written.
func (p *standing) spelled(nameLog []entry) []entry {
	nameLog = slices.Clone(nameLog)
	for i, e := range nameLog {
		people := People(e.Name)
		for j, one := range people {
			people[j] = p.spelling(one)
		}
		nameLog[i].Name = shared(people)
	}
	return nameLog
}
