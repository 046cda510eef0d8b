package results

import (
	"slices"
	"time"

	"arbitre/games"
)

// A Clock is what the machine knows of the time.
type Clock struct {
	Wall func() time.Time     // may jump: when the network tells the time, or somebody sets it
	Up   func() time.Duration // since the machine was started; never jumps

	// Boot names that start, as /proc/sys/kernel/random/boot_id does; "" where nobody knows it.
	Boot string
}

// read is the time, as an entry that says nothing else.
func (c Clock) read() entry {
	now := entry{From: MomentOf(c.Wall())}
	if c.Boot != "" {
		now.Boot, now.Up = c.Boot, c.Up()
	}
	return now
}

// pause is what parts two evenings, and longest how long one lasts where nobody ever pauses.
const (
	pause   = 6 * time.Hour
	longest = 24 * time.Hour
)

// An event is one entry of the diary, or the game of a journal that the diary does not have.
type event struct {
	at, until time.Time
	entry     entry
	line      int   // of the entry in the diary
	game      *Game // of a journal that was put away
}

// A calendar dates entries, one after the other as they stand in the diary.
//
// Within one start of the machine the wall clock is believed as it was last read, because it jumps
// when it learns the time. A start that seems to come a little before what already happened is
// moved just behind it: the clock had gone on from where it was saved. A start that seems to come a
// whole pause earlier is another evening, under another clock.
type calendar struct {
	started map[string]time.Time // by boot: what the wall clock would have said when the machine was started
	last    time.Time            // when the last thing ended
	boot    string               // of the last entry
	ahead   time.Duration        // by how much the entries of that boot are moved
}

func newCalendar(diary []entry, now entry) *calendar {
	c := &calendar{started: map[string]time.Time{}}
	for _, e := range append(slices.Clip(diary), now) {
		c.started[e.Boot] = e.From.Add(-e.Up)
	}
	return c
}

// date tells when an entry was written.
func (c *calendar) date(e entry) time.Time {
	at := e.From.Time
	if e.Boot != "" {
		at = c.started[e.Boot].Add(e.Up)
	}
	if e.Boot == "" || e.Boot != c.boot {
		c.boot, c.ahead = e.Boot, 0
		if late := c.last.Sub(at) + time.Second; late > time.Second && late < pause {
			c.ahead = late
		}
	}
	c.last = at.Add(c.ahead)
	return c.last
}

// events are the past in the order of time.
func events(list []Game, diary []entry, now entry) (past []event, at time.Time) {
	games := map[string]*Game{}
	for i := range list {
		games[list[i].stem()] = &list[i]
	}
	c := newCalendar(diary, now)
	for i, e := range diary {
		at := c.date(e)
		game := games[e.Journal]
		delete(games, e.Journal)
		if game != nil {
			c.last = at.Add(game.Lasted)
		}
		past = append(past, event{at, c.last, e, i, game})
	}
	for i, g := range list {
		if games[g.stem()] != nil { // the diary does not have it
			past = append(past, event{g.Began.Time, g.Began.Add(g.Lasted), entry{}, len(diary), &list[i]})
		}
	}
	slices.SortStableFunc(past, func(a, b event) int { return a.at.Compare(b.at) })
	return past, c.date(now)
}

// An evening is what happened between two pauses.
type evening struct {
	from, until time.Time
	events      []event
}

// evenings parts the past. The last one is the newest that has begun by now. Before it come those
// in a future which a wrong clock has seen.
func evenings(list []Game, diary []entry, now entry) (all []evening, at time.Time) {
	past, at := events(list, diary, now)
	begun := 0
	for _, e := range past {
		n := len(all)
		if n == 0 || e.at.Sub(all[n-1].until) >= pause || e.at.Sub(all[n-1].from) >= longest {
			all = append(all, evening{from: e.at, until: e.at})
			if n++; !e.at.After(at) {
				begun = n
			}
		}
		this := &all[n-1]
		this.events = append(this.events, e)
		if e.until.After(this.until) {
			this.until = e.until
		}
	}
	return slices.Concat(all[begun:], all[:begun]), at
}

// games are those of an evening, with the names of who played.
func (v evening) games() (list []Game) {
	for _, e := range v.events {
		if e.game == nil {
			continue
		}
		seated := v.seated(e.until)
		g := *e.game
		g.Places = slices.Clone(g.Places)
		for i, p := range g.Places {
			g.Places[i].Name = seated[p.Seat]
		}
		list = append(list, g)
	}
	return list
}

// seated is who sat where at a moment of the evening, "" where somebody left the seat. A name
// counts from when it was said; at a seat without one by then, the first that was said later
// counts.
func (v evening) seated(at time.Time) map[games.Seat]string {
	var said, later []entry
	for _, e := range v.events {
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
		for seat, name := range seated {
			if name == e.Name { // nobody sits twice at a table
				seated[seat] = ""
			}
		}
		seated[e.Seat] = e.Name
	}
	return seated
}
