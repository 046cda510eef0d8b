package gametest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/race"

	gocmp "github.com/google/go-cmp/cmp"
)

// moments plays games and calls see at up to three moments at which several seats may join one race
// or queue, with those seats and a time at which all of them may press.
func (c *trial) moments(see func(table *games.Table, seats []games.Seat, at time.Duration)) {
	const patience = 60 // inputs beyond those of the trial
	table := c.table()
	for seen := 0; seen < 3 && c.inputs > -patience; c.inputs-- {
		if table.View(games.Public).Over {
			table = c.table()
		}
		if c.dice.oneIn(3) {
			at := table.Now() + 10*time.Second // the quiet after a race is over by then
			if due, ok := table.Deadline(); ok && due <= at {
				at = table.Now() + 1
			}
			if seats := rivals(table, at); len(seats) > 1 {
				seen++
				see(table, seats, at)
			}
		}
		in, _ := c.legal(table)
		table.Apply(in) // other checks look at refusals
	}
}

// rivals lists the seats whose press at a time would join a race or a queue.
func rivals(table *games.Table, at time.Duration) []games.Seat {
	if due, ok := table.Deadline(); ok && due <= at+20*time.Millisecond {
		return nil
	}
	var seats []games.Seat
	for _, s := range table.Start().Seats {
		if facts, verdict := press(table, []race.Press{{Seat: s, At: at}}); verdict != nil && !ignored(facts) {
			seats = append(seats, s)
		}
	}
	return seats
}

// press delivers presses, in their order, to a copy of a table. It returns their facts, and the
// verdict that the copy comes to, nil for none. It fails the check if that verdict
// can't be explained.
func press(table *games.Table, slaps []race.Press) (facts []games.Fact, verdict *games.RaceOver) {
	replica := copied(table)
	for _, s := range slaps {
		own, _ := replica.Apply(games.Input{At: s.At, Kind: games.Press, Seat: s.Seat}) // no game refuses it
		facts = append(facts, own...)
	}
	all := append(slices.Clone(facts), replica.FireRest()...)
	for _, f := range all {
		if over, decided := f.Judgement(); decided {
			canBeExplained(over, all)
			return facts, &over
		}
	}
	return facts, nil
}

// canBeExplained checks that a dead heat which the judge decides opens a prompt that Decides: the
// explanation of a race takes the verdict from its answer.
func canBeExplained(over games.RaceOver, facts []games.Fact) {
	asked := slices.ContainsFunc(facts, func(f games.Fact) bool {
		p, ok := f.What.(games.Prompted)
		return ok && p.Decides
	})
	if len(over.DeadHeat) > 0 && !over.Shared && !asked {
		fail("the dead heat of seats %v is left to the judge, and nobody can explain what decided it: "+
			"open a prompt that Decides", over.DeadHeat)
	}
}

// slaps draws presses of two or more of the seats within 9 ms, dead heats and narrow verdicts among
// them.
func (c *trial) slaps(seats []games.Seat, at time.Duration) []race.Press {
	n := 2 + c.dice.IntN(len(seats)-1)
	var list []race.Press
	for _, i := range c.dice.Perm(len(seats))[:n] {
		const ms = time.Millisecond
		after := one(c.dice, 0, 3*ms/10, ms-1, ms, 3*ms/2, 5*ms, 9*ms)
		list = append(list, race.Press{Seat: seats[i], At: at + after})
	}
	slices.SortFunc(list, func(a, b race.Press) int { return cmp.Compare(a.At, b.At) })
	return list
}

// decidesByTime checks that a verdict follows if the seats that press change places, within their
// teams if there are any, in whatever order the presses are delivered.
func decidesByTime(c *trial) {
	c.moments(func(table *games.Table, seats []games.Seat, at time.Duration) {
		slaps := c.slaps(seats, at)
		_, verdict := press(table, slaps)
		places := map[games.Seat]games.Seat{}
		moved := renumbering(func(s games.Seat) games.Seat { return cmp.Or(places[s], s) })
		others := slices.Clone(slaps)
		byTeam := map[int][]games.Seat{}
		for _, s := range slaps {
			team := teamOf(table, s.Seat)
			byTeam[team] = append(byTeam[team], s.Seat)
		}
		for _, number := range slices.Sorted(maps.Keys(byTeam)) {
			team := byTeam[number]
			for i, j := range c.dice.Perm(len(team)) {
				places[team[i]] = team[j]
			}
		}
		for i, s := range slaps {
			others[i].Seat = places[s.Seat]
		}
		c.dice.Shuffle(len(others), func(i, j int) { others[i], others[j] = others[j], others[i] })
		_, got := press(table, others)
		if diff := gocmp.Diff(moved.verdict(verdict), got); diff != "" {
			fail("%v, and with the seats changed as %v delivered as %v, come to different verdicts (-want +got): "+
				"decide by the time of the presses alone, best by package race\n%s", slaps, places, others, diff)
		}
	})
}

// teamOf returns the team of a seat; 0 where everyone plays for himself.
func teamOf(table *games.Table, seat games.Seat) int {
	places := table.View(games.Public).Seats
	return places[slices.IndexFunc(places, func(p games.Place) bool { return p.Seat == seat })].Team
}

// A renumbering gives seats other numbers, but 0, which is none.
type renumbering func(games.Seat) games.Seat

// seats returns the other numbers in ascending order.
func (r renumbering) seats(list []games.Seat) []games.Seat {
	list = slices.Clone(list)
	for i, s := range list {
		list[i] = r(s)
	}
	slices.Sort(list)
	return list
}

// verdict returns a verdict about the renumbered seats; nil for nil.
func (r renumbering) verdict(verdict *games.RaceOver) *games.RaceOver {
	if verdict == nil {
		return nil
	}
	over := *verdict
	over.Order = slices.Clone(over.Order)
	for i, f := range over.Order {
		over.Order[i].Seat = r(f.Seat)
	}
	slices.SortFunc(over.Order, func(a, b games.Finish) int {
		return cmp.Or(cmp.Compare(a.After, b.After), cmp.Compare(a.Seat, b.Seat))
	})
	over.Missing, over.DeadHeat = r.seats(over.Missing), r.seats(over.DeadHeat)
	over.Unclear, over.Doubted = r.seats(over.Unclear), r.seats(over.Doubted)
	over.Fastest, over.Slowest = r(over.Fastest), r(over.Slowest)
	over.Mates = r.seats(over.Mates)
	return &over
}

// ignoresNumbers checks that a game at seats with other numbers, in the same order, accepts and
// refuses the same inputs, and tells the same facts about them.
func ignoresNumbers(c *trial) {
	plain := c.start()
	renumbered := plain
	renumbered.Seats = nil
	for _, s := range plain.Seats {
		renumbered.Seats = append(renumbered.Seats, farther(s))
	}
	// An option that names a seat would have to be renumbered, too: it keeps its default.
	for _, o := range c.rules.Options {
		if o.Seats {
			plain.Options = plain.Options.Without(o.Key)
		}
	}
	renumbered.Options = plain.Options
	for _, o := range c.rules.Options {
		if teams, there := plain.Options.Of(o.Key); there && o.Teams {
			renumbered.Options = renumbered.Options.With(games.Field{Key: o.Key, Value: fartherTeams(teams)})
		}
	}
	table, _ := c.begin(plain)
	moved, _ := c.begin(renumbered)
	for range c.inputs {
		in, p := c.legal(table)
		other := in
		other.Seat, other.Keys.Seat = farther(in.Seat), farther(in.Keys.Seat)
		if n, err := in.Value.Int(); err == nil && p.Seats {
			other.Value = games.Number(farther(games.Seat(n)))
		}
		facts, err := table.Apply(in)
		others, otherErr := moved.Apply(other)
		if (err == nil) != (otherErr == nil) {
			fail("at seats %v %+v comes to %v, and at %v to %v: let only the order of the seats matter",
				plain.Seats, in, err, renumbered.Seats, otherErr)
		}
		unchanged := func(s games.Seat) games.Seat { return s }
		if diff := gocmp.Diff(summaries(facts, farther), summaries(others, unchanged)); diff != "" {
			fail("at seats %v %+v comes to other facts than at %v: let only the order of the seats matter\n%s",
				plain.Seats, in, renumbered.Seats, diff)
		}
	}
}

// permutesTeams checks that a verdict follows if the seats of a game of teams change places, and the
// teams their numbers. It holds for games without an option of teams.
func permutesTeams(c *trial) {
	at := slices.IndexFunc(c.rules.Options, func(o games.Option) bool { return o.Teams })
	if at < 0 {
		return
	}
	for range 5 {
		start := c.start()
		start.Seats = c.seats(4 + c.dice.IntN(c.rules.Most-3))
		teams := c.teams(start.Seats, 2+c.dice.IntN(len(start.Seats)-2))
		places, moved := map[games.Seat]games.Seat{}, renumbering(nil)
		for i, j := range c.dice.Perm(len(start.Seats)) {
			places[start.Seats[i]] = start.Seats[j]
		}
		moved = func(s games.Seat) games.Seat { return places[s] }
		order, others := c.dice.Perm(len(teams)), make(games.Teams, len(teams))
		for i, j := range order {
			others[j] = moved.seats(teams[i])
		}
		key := c.rules.Options[at].Key
		start.Options = start.Options.With(games.Field{Key: key, Value: teams.Value()})
		table, _ := c.begin(start)
		start.Options = start.Options.With(games.Field{Key: key, Value: others.Value()})
		permuted, _ := c.begin(start)
		for _, t := range []*games.Table{table, permuted} {
			t.Apply(c.rules.ArmAnswer) // refused where nothing is armed
		}
		slaps := c.slaps(start.Seats, 10*time.Second)
		_, verdict := press(table, slaps)
		for i, s := range slaps {
			slaps[i].Seat = moved(s.Seat)
		}
		c.dice.Shuffle(len(slaps), func(i, j int) { slaps[i], slaps[j] = slaps[j], slaps[i] })
		_, got := press(permuted, slaps)
		want := moved.verdict(verdict)
		if want != nil && want.Team > 0 {
			want.Team = order[want.Team-1] + 1
		}
		if diff := gocmp.Diff(want, got); diff != "" {
			fail("the teams %v, and as other seats %v, come to different verdicts (-want +got): "+
				"let only the time of the presses and who plays together matter\n%s", teams, others, diff)
		}
	}
}

// farther returns a higher number for a seat. The order around the table stays.
func farther(s games.Seat) games.Seat {
	if s == 0 {
		return 0
	}
	return 2*s + 1
}

// fartherTeams returns teams of the seats with the higher numbers.
func fartherTeams(v games.Value) games.Value {
	list, _ := v.List()
	var teams games.Teams
	for _, item := range list {
		team, _ := item.Seats()
		teams = append(teams, renumbering(farther).seats(team))
	}
	return teams.Value()
}

// summaries writes each fact as its time, its word and the renumbered seat that it is about.
func summaries(facts []games.Fact, renumber renumbering) []string {
	var list []string
	for _, f := range facts {
		fields, _ := json.Marshal(f)
		var about struct{ Seat games.Seat }
		_ = json.Unmarshal(fields, &about) // stays 0 for a fact without a field "seat"
		list = append(list, fmt.Sprint(f.At, " ", f.What.Fact(), " ", renumber(about.Seat)))
	}
	return list
}

// joinsWithoutAllocating checks that a press which only joins a race or queue allocates nothing in
// the game. Each measured press needs a copy of the game of its own.
func joinsWithoutAllocating(c *trial) {
	var begun games.Game   // the game of the last table, or copy of one, that began
	begin := c.rules.Begin // wrapped below, since a table hides its game
	played := *c
	played.rules.Begin = func(step *games.Step, s games.Start) (game games.Game, err error) {
		begun, err = begin(step, s)
		return begun, err
	}
	played.moments(func(table *games.Table, seats []games.Seat, at time.Duration) {
		const tries = 4
		var replicas []games.Game
		for range tries + 2 { // one for the warm-up of AllocsPerRun, one to see what the press does
			copied(table)
			begun.Press(games.NewStep(at), seats[0])
			replicas = append(replicas, begun)
		}
		step := games.NewStep(at + 1)
		replicas[tries+1].Press(step, seats[1])
		if len(step.Facts()) > 0 {
			return // it does more than join
		}
		i := 0
		if n := testing.AllocsPerRun(tries, func() {
			replicas[i].Press(step, seats[1])
			i++
		}); n > 0 {
			fail("the press of seat %d joins and tells nothing, and allocates %v times: "+
				"make room for presses when the race opens (asked: %s)", seats[1], n, ids(table))
		}
	})
}
