package proof

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"time"
	"unicode/utf8"

	"arbitre/cmd/arbitre/words"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/hw/prove"
)

// A Report is what came of all races.
type Report struct {
	Machine   string        `json:"machine,omitempty"` // on which they were judged
	Version   string        `json:"version"`           // of the program that did
	Generator string        `json:"generator"`
	At        time.Time     `json:"at"`
	Seats     []hw.Button   `json:"seats"` // that the generator reaches
	Tie       time.Duration `json:"tie_ns"`
	Settle    time.Duration `json:"settle_ns"`
	Glitch    time.Duration `json:"glitch_ns"`
	Bounce    time.Duration `json:"bounce_ns"`
	Lockout   time.Duration `json:"lockout_ns"`
	Switches  []string      `json:"switches"`
	Repeated  int           `json:"repeated"` // races that the generator was late for
	Total     Count         `json:"total"`
	Counts    []Count       `json:"counts"`
	Allowed   float64       `json:"allowed_us"` // bias of two seats that decides nothing
	Pairs     []prove.Pair  `json:"pairs"`
}

// A Count is how races of a kind ended; each is in one of right, dead heat, void, wrong and lost.
type Count struct {
	Gap      time.Duration `json:"gap_ns"` // between the two presses
	Switches string        `json:"switches"`
	Busy     bool          `json:"busy"` // the machine had much to do

	Races    int `json:"races"`
	Right    int `json:"right"`
	DeadHeat int `json:"dead_heat"`
	Void     int `json:"void"`                // the box said that it can't know
	Wrong    int `json:"wrong"`               // it named somebody who was not the first, or not the last
	Lost     int `json:"lost"`                // it saw a press of one alone, and did not say so
	Needless int `json:"needless_dead_heats"` // further apart than the tie window
}

func (c *Count) add(o Count) {
	c.Races += o.Races
	c.Right += o.Right
	c.DeadHeat += o.DeadHeat
	c.Void += o.Void
	c.Wrong += o.Wrong
	c.Lost += o.Lost
	c.Needless += o.Needless
}

func newReport(b Bench, lines map[hw.Button]int) Report {
	r := Report{
		At: time.Now(), Seats: slices.Sorted(maps.Keys(lines)), Tie: b.Limits.Tie, Settle: b.Limits.Settle,
		Glitch: b.Contacts.Glitch, Bounce: b.Contacts.Bounce, Lockout: b.Contacts.Lockout,
		Allowed: prove.Allowed, Pairs: []prove.Pair{}, Counts: []Count{},
	}
	for _, s := range b.Switches {
		r.Switches = append(r.Switches, s.Name)
	}
	return r
}

// count says how a race ended.
func (r *Report) count(t trial, rule race.Rule, over games.RaceOver, touched map[hw.Button]time.Duration) {
	named, truth := hw.Button(over.Fastest), t.first
	if rule == race.SlowestLoses {
		named, truth = hw.Button(over.Slowest), t.second
	}
	c := Count{Gap: t.gap, Switches: r.Switches[t.switches], Busy: t.busy, Races: 1}
	switch {
	case over.Void:
		c.Void = 1
	case len(touched) < 2:
		c.Lost = 1
	case len(over.DeadHeat) > 0:
		c.DeadHeat = 1
		if t.gap > r.Tie {
			c.Needless = 1
		}
	case named == truth && t.gap > 0:
		c.Right = 1
	default:
		c.Wrong = 1
	}
	r.Total.add(c)
	for i, o := range r.Counts {
		if o.Gap == c.Gap && o.Switches == c.Switches && o.Busy == c.Busy {
			r.Counts[i].add(c)
			return
		}
	}
	r.Counts = append(r.Counts, c)
}

// Fair tells whether no verdict is wrong and no press lost, hardly any is void or needlessly a dead heat, and no seat is
// favoured.
func (r Report) Fair() bool {
	t := r.Total
	return t.Right > 0 && t.Wrong+t.Lost == 0 && 100*t.Void <= t.Races && 50*t.Needless <= t.Races &&
		!slices.ContainsFunc(r.Pairs, prove.Pair.Biased)
}

// of sums the counts that are so.
func (r Report) of(is func(Count) bool) (sum Count) {
	for _, c := range r.Counts {
		if is(c) {
			sum.add(c)
		}
	}
	return sum
}

// Rarer is n, if with a confidence of 95 in 100 fewer than one race in n ends in a way that none did.
func (r Report) Rarer() int { return int(float64(r.Total.Races) / -math.Log(0.05)) }

// A row is one of the report's table.
type row struct {
	name string
	head bool // of a group, which has no figures
	Count
}

// rows are the table: by gap, and by what else differs.
func (r Report) rows(say words.Say) []row {
	rows := []row{{name: say("apart by"), head: true}}
	for _, gap := range gaps(r.Tie) {
		rows = append(rows, row{name: micros(gap), Count: r.of(func(c Count) bool { return c.Gap == gap })})
	}
	rows = append(rows, row{name: say("switches"), head: true})
	for _, s := range r.Switches {
		rows = append(rows, row{name: switches(say, s), Count: r.of(func(c Count) bool { return c.Switches == s })})
	}
	return append(rows, row{name: say("machine"), head: true},
		row{name: say("idle"), Count: r.of(func(c Count) bool { return !c.Busy })},
		row{name: say("busy"), Count: r.of(func(c Count) bool { return c.Busy })},
		row{name: say("all races"), Count: r.Total})
}

func switches(say words.Say, name string) string {
	switch name {
	case clean:
		return say("clean")
	case slow:
		return say("slow bounce")
	case fast:
		return say("fast bounce")
	}
	return say("recorded bounce")
}

func micros(d time.Duration) string { return fmt.Sprintf("%d µs", d.Microseconds()) }

// Text prints the report for a terminal.
func (r Report) Text(w io.Writer, say words.Say) {
	fmt.Fprintln(w, say("Races of two among %d seats, pressed by %s and judged with a tie window of %v", len(r.Seats), r.Generator, r.Tie))
	rows, columns := r.rows(say), columns(say)
	wide := 0
	for _, row := range rows {
		wide = max(wide, utf8.RuneCountInString(row.name))
	}
	for _, row := range rows {
		fmt.Fprintf(w, "%-*s", wide+2, row.name)
		for _, c := range columns {
			if row.head {
				fmt.Fprintf(w, "  %9s", c.name)
			} else {
				fmt.Fprintf(w, "  %9d", c.of(row.Count))
			}
		}
		fmt.Fprintln(w)
	}
	for _, p := range r.Pairs {
		fmt.Fprintln(w, "  "+say("seat %d is %+.1f µs later than seat %d (95 in 100: %+.1f to %+.1f)", p.Second, p.Bias, p.First, p.Low, p.High))
		warn(w, say, p, r.Allowed)
	}
	for _, s := range r.verdict(say) {
		fmt.Fprintln(w, s)
	}
}

// warn says that two seats differ by more than is allowed.
func warn(w io.Writer, say words.Say, p prove.Pair, allowed float64) {
	if p.Biased() {
		fmt.Fprintln(w, "  -> "+say("that is more than %.0f µs, and not by chance (p = %.1g): what differs between the two lines?", allowed, p.P))
	}
}

// A column of the table is how many races there were, or ended in one way, and how the chart fills its bars.
type column struct {
	name, fill string
	of         func(Count) int
}

// columns are all of them, how many there were first.
func columns(say words.Say) []column {
	return []column{
		{say("races"), "", func(c Count) int { return c.Races }},
		{say("right"), "#2f6f4f", func(c Count) int { return c.Right }},
		{say("dead heat"), "url(#hatched)", func(c Count) int { return c.DeadHeat }},
		{say("void"), "url(#dotted)", func(c Count) int { return c.Void }},
		{say("wrong"), "#c8321e", func(c Count) int { return c.Wrong }},
		{say("lost"), "black", func(c Count) int { return c.Lost }},
	}
}

// verdict is what the figures say, in words.
func (r Report) verdict(say words.Say) (lines []string) {
	if n := r.Total.Wrong + r.Total.Lost; n > 0 {
		lines = append(lines, say("%d verdicts of %d are wrong.", n, r.Total.Races))
	} else {
		lines = append(lines, say("No verdict is wrong; with a confidence of 95 in 100 that holds but for 1 in %d.", r.Rarer()))
	}
	if 100*r.Total.Void > r.Total.Races {
		lines = append(lines, say("%d races are void, more than 1 in 100: the chip or the wires lose edges.", r.Total.Void))
	}
	if 50*r.Total.Needless > r.Total.Races {
		lines = append(lines, say("%d are a dead heat although they are further apart than the tie window, more than 2 in 100.", r.Total.Needless))
	}
	if slices.ContainsFunc(r.Pairs, prove.Pair.Biased) {
		return append(lines, say("A seat is favoured."))
	}
	return append(lines, say("No seat is favoured."))
}
