package gametest

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"arbitre/games"

	gocmp "github.com/google/go-cmp/cmp"
)

// A slap is one seat's press among several.
type slap struct {
	seat games.Seat
	at   time.Duration
}

// moments plays games and stops where presses of several seats would be entered into one race or
// queue. It hands on those seats, and a time at which all of them may press.
func (c *trial) moments(see func(table *games.Table, seats []games.Seat, at time.Duration)) {
	table := c.table()
	for seen := 0; seen < 3 && c.inputs > -60; c.inputs-- {
		if table.View(games.Public).Over {
			table = c.table()
		}
		if c.in(3) {
			at := table.Now() + 10*time.Second // all is quiet by then
			if due, ok := table.Deadline(); ok && due <= at {
				at = table.Now() + 1
			}
			if seats := rivals(table, at); len(seats) > 1 {
				seen++
				see(table, seats, at)
			}
		}
		in, _ := c.legal(table)
		table.Apply(in) // what is refused is the business of others
	}
}

// rivals are the seats whose press at a time would be entered into a race or a queue.
func rivals(table *games.Table, at time.Duration) []games.Seat {
	if due, ok := table.Deadline(); ok && due <= at+20*time.Millisecond {
		return nil
	}
	var seats []games.Seat
	for _, s := range table.Start().Seats {
		if facts, verdict := press(table, []slap{{s, at}}); verdict != nil && !ignored(facts) {
			seats = append(seats, s)
		}
	}
	return seats
}

// press has seats press on a copy of a table, in the order in which the presses are delivered, and
// lets it decide.
func press(table *games.Table, slaps []slap) (facts []games.Fact, verdict *games.RaceOver) {
	trial := copied(table)
	for _, s := range slaps {
		told, err := trial.Apply(games.Input{At: s.at, Kind: games.Press, Seat: s.seat})
		if err != nil {
			fail("a press is refused (%w): tell that it is ignored instead", err)
		}
		facts = append(facts, told...)
	}
	told := append(slices.Clone(facts), trial.RunOut()...)
	for _, f := range told {
		if j, ok := f.What.(games.Judged); ok {
			if over, decided := j.Judgement(); decided {
				canBeExplained(over, told)
				return facts, &over
			}
		}
	}
	return facts, nil
}

// canBeExplained holds that a dead heat which is left to the judge opens a prompt that Decides: the
// explanation of the race tells the verdict by its answer.
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

// slaps are presses of some of the seats, close together: dead heats and verdicts by a hair among
// them.
func (c *trial) slaps(seats []games.Seat, at time.Duration) []slap {
	n := 2 + c.dice.IntN(len(seats)-1)
	var list []slap
	for _, i := range c.dice.Perm(len(seats))[:n] {
		const ms = time.Millisecond
		after := one(c, 0, 3*ms/10, ms-1, ms, 3*ms/2, 5*ms, 9*ms)
		list = append(list, slap{seats[i], at + after})
	}
	slices.SortFunc(list, func(a, b slap) int { return cmp.Compare(a.at, b.at) })
	return list
}

// decidesByTime has the same presses delivered in another order, and pressed by each other's seats.
func decidesByTime(c *trial) {
	const advice = "decide by the time of the presses alone, best by package race"
	c.moments(func(table *games.Table, seats []games.Seat, at time.Duration) {
		slaps := c.slaps(seats, at)
		_, verdict := press(table, slaps)
		shuffled, others := slices.Clone(slaps), slices.Clone(slaps)
		moved := map[games.Seat]games.Seat{}
		for i, j := range c.dice.Perm(len(slaps)) {
			shuffled[i] = slaps[j]
			others[i].seat = slaps[j].seat
			moved[slaps[i].seat] = slaps[j].seat
		}
		_, delivered := press(table, shuffled)
		if diff := gocmp.Diff(verdict, delivered); diff != "" {
			fail("%v delivered as %v come to another verdict (-by time +as delivered): %s\n%s",
				slaps, shuffled, advice, diff)
		}
		_, other := press(table, others)
		if verdict != nil {
			there := moveSeats(*verdict, moved)
			verdict = &there
		}
		if diff := gocmp.Diff(verdict, other); diff != "" {
			fail("with the seats changed as %v the verdict of %v is another (-changed +got): %s\n%s",
				moved, slaps, advice, diff)
		}
	})
}

// moveSeats is a verdict as it is with the seats changed.
func moveSeats(over games.RaceOver, moved map[games.Seat]games.Seat) games.RaceOver {
	to := func(s games.Seat) games.Seat {
		if m, ok := moved[s]; ok {
			return m
		}
		return s
	}
	all := func(seats []games.Seat) []games.Seat {
		seats = slices.Clone(seats)
		for i := range seats {
			seats[i] = to(seats[i])
		}
		slices.Sort(seats)
		return seats
	}
	over.Order = slices.Clone(over.Order)
	for i := range over.Order {
		over.Order[i].Seat = to(over.Order[i].Seat)
	}
	slices.SortFunc(over.Order, func(a, b games.Finish) int {
		return cmp.Or(cmp.Compare(a.After, b.After), cmp.Compare(a.Seat, b.Seat))
	})
	over.Missing, over.DeadHeat = all(over.Missing), all(over.DeadHeat)
	over.Unclear, over.Doubted = all(over.Unclear), all(over.Doubted)
	over.Fastest, over.Slowest = to(over.Fastest), to(over.Slowest)
	return over
}

// ignoresNumbers plays with the same seats under other numbers.
func ignoresNumbers(c *trial) {
	near := c.start()
	far := near
	far.Seats = nil
	for _, s := range near.Seats {
		far.Seats = append(far.Seats, farther(s))
	}
	for _, o := range c.rules.Options {
		if o.Seats {
			near.Options = near.Options.Without(o.Key)
		}
	}
	far.Options = near.Options
	table, _ := c.begin(near)
	farTable, _ := c.begin(far)
	for range c.inputs {
		in, p := c.legal(table)
		moved := in
		moved.Seat, moved.Keys.Seat = farther(in.Seat), farther(in.Keys.Seat)
		if n, err := in.Value.Int(); err == nil && p.Seats {
			moved.Value = games.Number(farther(games.Seat(n)))
		}
		facts, err := table.Apply(in)
		others, otherErr := farTable.Apply(moved)
		if (err == nil) != (otherErr == nil) {
			fail("at seats %v %+v comes to %v, and at %v to %v: let only the order of the seats matter",
				near.Seats, in, err, far.Seats, otherErr)
		}
		if diff := gocmp.Diff(concerned(facts, farther), concerned(others, same)); diff != "" {
			fail("at seats %v %+v comes to other facts than at %v: let only the order of the seats matter\n%s",
				near.Seats, in, far.Seats, diff)
		}
	}
}

func same(s games.Seat) games.Seat { return s }

func farther(s games.Seat) games.Seat {
	if s == 0 {
		return 0
	}
	return 2*s + 1
}

// concerned lists the facts by their time, their word and the seat that they are about, under its
// other number.
func concerned(facts []games.Fact, as func(games.Seat) games.Seat) []string {
	var list []string
	for _, f := range facts {
		text, _ := json.Marshal(f)
		var about struct{ Seat games.Seat }
		_ = json.Unmarshal(text, &about) // what has no such field is about none
		list = append(list, fmt.Sprint(f.At, " ", f.What.Fact(), " ", as(about.Seat)))
	}
	return list
}

// joinsWithoutAllocating has somebody join a race or queue on copies of a game, by the game alone.
func joinsWithoutAllocating(c *trial) {
	var begun games.Game // last, by a table or by the copy of one
	begin := c.rules.Begin
	played := *c
	played.rules.Begin = func(step *games.Step, s games.Start) (game games.Game, err error) {
		begun, err = begin(step, s)
		return begun, err
	}
	played.moments(func(table *games.Table, seats []games.Seat, at time.Duration) {
		const tries = 4
		var replicas []games.Game
		for range tries + 2 { // one is for the look, one for the warming up
			copied(table)
			begun.Apply(games.NewStep(at), games.Input{At: at, Kind: games.Press, Seat: seats[0]})
			replicas = append(replicas, begun)
		}
		join := games.Input{At: at + 1, Kind: games.Press, Seat: seats[1]}
		step := games.NewStep(join.At)
		if err := replicas[tries+1].Apply(step, join); err != nil || len(step.Facts()) > 0 {
			return // more comes of it
		}
		i := 0
		if n := testing.AllocsPerRun(tries, func() {
			replicas[i].Apply(step, join)
			i++
		}); n > 0 {
			fail("the press of seat %d joins and tells nothing, and allocates %v times: "+
				"make room for presses when the race opens (asked: %s)", join.Seat, n, ids(table))
		}
	})
}
