package results

import "time"

// A Clock is what the machine knows of the time.
type Clock struct {
	Wall func() time.Time     // may jump: when the network tells the time, or somebody sets it
	Up   func() time.Duration // since the machine was started; never jumps
	Boot string               // names that start, as /proc/sys/kernel/random/boot_id does; "" where nobody knows it
}

// A reading is what it said at a moment.
type reading struct {
	wall Moment
	boot string
	up   time.Duration
}

func (c Clock) read() reading {
	now := reading{wall: MomentOf(c.Wall())}
	if c.Boot != "" {
		now.boot, now.up = c.Boot, c.Up()
	}
	return now
}

// entry begins one with the time.
func (r reading) entry() entry { return entry{From: r.wall, Boot: r.boot, Up: r.up} }

// place tells when everything happened, and what time it is now. Of games that were put away it is known how long they
// lasted. Within a start of the machine the clock on the wall is taken for right as it was last, for it jumps when it learns
// the time. A start that seems to come somewhat before what has happened already comes just after it: the clock went on
// from where it was saved. What seems to come a whole pause earlier is another evening, seen by another clock.
func place(entries []entry, lasted map[string]time.Duration, now reading) (names []naming, began map[string]Moment, at Moment) {
	known := map[string]time.Duration{} // by boot: the wall's time when the machine was started
	since := func(e entry) time.Duration { return time.Duration(e.From.UnixNano()) - e.Up }
	for _, e := range append(entries[:len(entries):len(entries)], now.entry()) {
		known[e.Boot] = since(e)
	}
	began = map[string]Moment{}
	var boot string
	var ahead time.Duration // by how much the start is moved, to come after what came before it
	put := func(e entry) Moment {
		when := e.From
		if e.Boot != "" {
			when.Time = when.Add(known[e.Boot] - since(e))
		}
		if e.Boot == "" || e.Boot != boot {
			boot, ahead = e.Boot, at.Sub(when.Time)+time.Second
			if ahead <= time.Second || ahead >= pause || at.IsZero() {
				ahead = 0
			}
		}
		when.Time = when.Add(ahead)
		return when
	}
	for i, e := range entries {
		at = put(e)
		if e.Journal != "" {
			began[e.Journal] = at
			at.Time = at.Add(lasted[e.Journal])
		} else {
			names = append(names, naming{at, e.Seat, e.name(), i})
		}
	}
	return names, began, put(now.entry())
}
