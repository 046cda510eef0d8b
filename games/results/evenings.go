package results

import (
	"cmp"
	"slices"
	"time"

	"arbitre/games"
)

// A Clock reads the clocks of the machine.
type Clock struct {
	Wall func() time.Time     // may jump: when the network tells the time, or a person sets it
	Up   func() time.Duration // since the machine was started; never jumps

	// Boot identifies the start of the machine, as /proc/sys/kernel/random/boot_id does; "" if it
	// is unknown, and then Up is not called.
	Boot string

	Known func() bool // reports whether Wall is right, as a network has told it; nil if that is unknown
}

// read returns an entry with the current time and nothing else.
func (c Clock) read() entry {
	now := entry{From: MomentOf(c.Wall())}
	if c.Boot != "" {
		now.Boot, now.Up = c.Boot, c.Up()
		now.Sure = c.Known != nil && c.Known()
	}
	return now
}

// Pause is the time without games and entries that ends an evening. An evening without one ends
// after Longest.
const (
	Pause   = 6 * time.Hour
	Longest = 24 * time.Hour
)

// An event is an entry of the name log, with its game if it notes one, or a game that the name log lacks.
type event struct {
	at, until time.Time
	entry     entry
	line      int   // index of the entry in the name log; its length for a game that it lacks
	game      *Game // nil if the entry is about none, or its journal was not put away
}

// A calendar dates entries, which it must be given in the order of the name log.
//
// All entries of one boot are dated by its last sure reading, or else by its last reading of the wall
// clock, because the clock jumps when it learns the time. A boot that seems to begin less than a day before the end of
// the last event is moved just behind it: the clock went on from where it was saved. A boot that
// seems to begin earlier belongs to another evening. An entry without a boot is dated as one of a
// boot of its own, unless it was written during the last event.
type calendar struct {
	started map[string]time.Time // by boot: the time of the wall clock at the start of the machine
	from    time.Time            // start of the last event
	last    time.Time            // end of the last event
	boot    string               // of the last entry
	ahead   time.Duration        // by which the entries of that boot are moved
}

func newCalendar(nameLog []entry, now entry) *calendar {
	c := &calendar{started: map[string]time.Time{}}
	sure := map[string]bool{}
	for _, e := range append(slices.Clip(nameLog), now) {
		if e.Sure || !sure[e.Boot] {
			sure[e.Boot] = e.Sure
			c.started[e.Boot] = e.From.Time.Add(-e.Up)
		}
	}
	return c
}

// date returns the time at which an entry was written.
func (c *calendar) date(e entry) time.Time {
	at := e.From.Time
	if e.Boot != "" {
		at = c.started[e.Boot].Add(e.Up)
	}
	if e.Boot == "" || e.Boot != c.boot {
		c.boot, c.ahead = e.Boot, 0
		during := e.Boot == "" && !at.Before(c.from)
		if late := c.last.Sub(at) + time.Second; !during && late > time.Second && late < Longest {
			c.ahead = late
		}
	}
	c.from = at.Add(c.ahead)
	c.last = c.from
	return c.from
}

// events returns the games and entries in the order of time, and the time of now.
func events(list []Game, nameLog []entry, now entry) (all []event, at time.Time) {
	undated := map[string]*Game{} // by the stems of their journals: games that the name log lacks
	for i := range list {
		undated[list[i].stem()] = &list[i]
	}
	c := newCalendar(nameLog, now)
	for i, e := range nameLog {
		if e.isReading() {
			continue
		}
		at := c.date(e)
		game := undated[e.Journal]
		delete(undated, e.Journal)
		if game != nil {
			c.last = at.Add(game.Lasted)
		}
		all = append(all, event{at: at, until: c.last, entry: e, line: i, game: game})
	}
	for _, g := range list {
		if game := undated[g.stem()]; game != nil {
			from, until := g.Span()
			all = append(all, event{at: from, until: until, line: len(nameLog), game: game})
		}
	}
	slices.SortStableFunc(all, func(a, b event) int { return a.at.Compare(b.at) })
	return all, c.date(now)
}

// An Evening holds what happened between two pauses.
type Evening[E any] struct {
	from, until time.Time
	Events      []E
}

// Split splits what happened, in the order in which it began, into evenings. Span returns from when
// until when something lasted. Their lists are parts of the one that is split.
func Split[E any](happened []E, span func(E) (from, until time.Time)) (all []Evening[E]) {
	first := 0
	for i, e := range happened {
		from, until := span(e)
		if n := len(all); n == 0 || from.Sub(all[n-1].until) >= Pause || from.Sub(all[n-1].from) >= Longest {
			all = append(all, Evening[E]{from: from, until: from})
			first = i
		}
		this := &all[len(all)-1]
		this.Events = happened[first : i+1]
		if until.After(this.until) {
			this.until = until
		}
	}
	return all
}

// IsOn reports whether the evening has begun at a moment, and no pause has ended it.
func (v Evening[E]) IsOn(at time.Time) bool { return !v.from.After(at) && at.Sub(v.until) < Pause }

// An evening is one of the table.
type evening struct{ Evening[event] }

// evenings splits what happened into evenings. The last of them is the newest that has begun by now.
// Evenings in the future, which a wrong clock has dated, come first.
func evenings(list []Game, nameLog []entry, now entry) (all []evening, at time.Time) {
	happened, at := events(list, nameLog, now)
	begun := 0
	for _, v := range Split(happened, func(e event) (from, until time.Time) { return e.at, e.until }) {
		all = append(all, evening{v})
		if !v.from.After(at) {
			begun = len(all)
		}
	}
	return slices.Concat(all[begun:], all[:begun]), at
}

// games returns the games of an evening with the names of their players. Each of those who share a
// seat has a place with its result.
func (v evening) games() (list []Game) {
	for _, e := range v.Events {
		if e.game == nil {
			continue
		}
		seated := v.seated(e.until)
		g := *e.game
		if off := e.at.Sub(g.Began.Time); off.Abs() > time.Minute { // its clock did not know the time
			g.Began = MomentOf(e.at)
		}
		g.Places = nil
		for _, p := range e.game.Places {
			people := []string{""}
			if !p.Bot {
				people = People(seated[p.Seat])
			}
			for _, p.Name = range people {
				g.Places = append(g.Places, p)
			}
		}
		list = append(list, g)
	}
	return list
}

// seated returns who sat where at a moment of the evening, "" for a seat that was left. A name
// counts from when it was said. At a seat that had none by then, the first later name counts.
func (v evening) seated(at time.Time) map[games.Seat]string {
	var said, later []entry
	for _, e := range v.Events {
		switch {
		case e.entry.Seat == 0:
		case e.at.After(at):
			later = append(later, e.entry)
		default:
			said = append(said, e.entry)
		}
	}
	slices.Reverse(later)
	seated := map[games.Seat]string{}
	for _, e := range append(later, said...) {
		for seat, name := range seated { // no person sits twice at a table
			seated[seat] = shared(slices.DeleteFunc(People(name), func(one string) bool {
				return slices.Contains(People(e.Name), one)
			}))
		}
		seated[e.Seat] = e.Name
	}
	return seated
}

// sitters returns who sits where at the end of the evening.
func (v evening) sitters() map[games.Seat]games.Sitter {
	all := map[games.Seat]games.Sitter{}
	for i, e := range v.Events {
		switch said := e.entry; {
		case said.Seat == 0:
		case said.Name == "":
			delete(all, said.Seat)
		default:
			s := all[said.Seat]
			if s.Colour = cmp.Or(said.Colour, s.Colour); said.Team != "" {
				s.Team, s.Said = said.Team, i
			}
			all[said.Seat] = s
		}
	}
	for seat, name := range v.seated(v.until) {
		s := all[seat]
		if s.Name = name; name == "" { // he has moved to another seat
			delete(all, seat)
		} else {
			all[seat] = s
		}
	}
	return all
}
