package gametest

import (
	"fmt"
	"os"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"

	"arbitre/games"
	"arbitre/games/race"
)

// A check holds a game to one thing that all games owe, over random games.
type check struct {
	name string
	hold func(*trial)
}

// checks lists everything that Conform checks.
func checks() []check {
	return []check{
		{"legal play comes to an end and is never stuck", ends},
		{"a journal played again is the game as it was live", replays},
		{"a journal cut at any byte can be taken up again", resumes},
		{"every option and every question refuses its neighbours, and changes nothing by it", refusesNeighbours},
		{"an undo is as if the last input with an effect had not been, a redo as if the undo had not", undoes},
		{"a prompt that is asked again is another question", asksAnew},
		{"RACE-1 neither the order of delivery nor a seat decides who was first", decidesByTime},
		{"RACE-1 the numbers on the seats decide nothing but their order around the table", ignoresNumbers},
		{"bots play it to its end", botsEnd},
		{"a bot knows what lies open and its own secrets", botsKnowNoMore},
		{"RACE-10 seats and teams that change places change the verdict alike", permutesTeams},
		{"nothing public tells of a secret", keepsSecrets},
		{"a view stays as it was shown", sharesNoMemory},
		{"what is asked is asked of the judge or of one player", asksSomebody},
		{"a button that a question points at does nothing else", pointsOnly},
		{"what has happened is told", tellsAll},
		{"what weighs can be heard", canBeHeard},
		{"a press that only joins a race allocates nothing", joinsWithoutAllocating},
	}
}

// Conform runs every check as a subtest, on random games. Their options are drawn as a lobby may
// offer them. If options are given as JSON, such as {"rounds":1}, two of three games take one.
func Conform(t *testing.T, rules games.Rules, options ...string) {
	CollectRarely()
	all := trial{rules: rules}
	for _, o := range options {
		all.options = append(all.options, Value(o))
	}
	for _, c := range checks() {
		t.Run(c.name, func(t *testing.T) {
			for number := range Cases() {
				if err := c.try(all, number); err != nil {
					t.Fatalf("%s, case %d of %d: %v", rules.Name, number+1, Cases(), err)
				}
			}
		})
	}
}

// CollectRarely makes the garbage collector of this process wait until the heap has grown fivefold.
// Random games leave little behind, and collecting their garbage took a third of a test's time.
func CollectRarely() { debug.SetGCPercent(400) }

// Cases returns how many games each check plays, by ARBITRE_CASES. The default is low, since the
// tests of all games share a minute.
func Cases() int {
	if n, err := strconv.Atoi(os.Getenv("ARBITRE_CASES")); err == nil {
		return n
	}
	if testing.Short() {
		return 4
	}
	return 5
}

// try runs the check on the random game of a number.
func (c check) try(all trial, number int) error {
	return failing(func() {
		all.deal(number)
		c.hold(&all)
	})
}

// A failure ends a check. It is what fail panics with.
type failure struct{ error }

// fail ends the running check with what is wrong with the game and what to do.
func fail(format string, args ...any) { panic(failure{fmt.Errorf(format, args...)}) }

// failing runs a check and returns its failure. A panic of the game is an error, too.
func failing(hold func()) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case failure:
			err = r.error
		default:
			err = fmt.Errorf("it panics: %v\n%s", r, debug.Stack())
		}
	}()
	hold()
	return nil
}

// A trial plays one random game. The same number gives the same game.
type trial struct {
	rules   games.Rules
	options []games.Value

	dice   dice
	inputs int // about how many are played; few in the first games, so that the first failure is short
}

// deal seeds the dice with the number of a game.
func (c *trial) deal(number int) {
	c.dice = diceOf(uint64(number))
	c.inputs = 10 + 5*number%60
}

// start draws a start line. The options given to [Conform] may allow only some numbers of seats.
func (c *trial) start() games.Start {
	start := games.Start{Game: c.rules.Name, Seed: c.dice.Uint64N(100)}
	if len(c.options) > 0 && !c.dice.oneIn(3) {
		given, _ := one(c.dice, c.options...).Fields()
		start.Options = start.Options.With(given...)
		start.Seats = one(c.dice, c.seatings(start)...)
	} else {
		start.Seats = c.seats(c.rules.Least + c.dice.IntN(c.rules.Most-c.rules.Least+1))
		start.Options = c.rules.Chosen(c.choices(start.Seats, false))
	}
	if c.dice.oneIn(6) {
		start.Options = start.Options.With(games.Field{Key: games.ChildrenOption, Value: games.Bool(true)})
	}
	if !c.dice.oneIn(4) { // else the defaults hold
		start.Options = start.Options.With(games.Field{Key: games.RaceOption, Value: race.DefaultLimits().Value()})
	}
	return start
}

// seatings draws a list of seats of each length that the options of a start line allow.
func (c *trial) seatings(start games.Start) [][]games.Seat {
	var list [][]games.Seat
	for count := c.rules.Least; count <= c.rules.Most; count++ {
		start.Seats = c.seats(count)
		if _, _, err := c.rules.Start(start); err == nil {
			list = append(list, start.Seats)
		}
	}
	if list == nil {
		fail("no number of seats may play by the options %v: give Conform others", start.Options)
	}
	return list
}

// seats draws the numbers of count seats. Places between them may stay empty.
func (c *trial) seats(count int) []games.Seat {
	var seats []games.Seat
	for s := games.Seat(1); len(seats) < count; s++ {
		seats = append(seats, s)
		if c.dice.oneIn(4) {
			s++
		}
	}
	return seats
}

// choices draws options as a lobby may offer them. Of numbers it takes one of the first three, so
// that games come to an end.
func (c *trial) choices(seats []games.Seat, bots bool) games.Agreed {
	terms := games.Terms{Seats: seats, Bots: bots}
	for _, o := range c.rules.Options {
		if o.Offer == nil {
			continue
		}
		choices, _ := o.Offer(terms)
		if len(choices) == 0 {
			continue
		}
		if _, err := choices[0].Int(); err == nil && !o.Seats {
			choices = choices[:min(3, len(choices))]
		}
		choice := one(c.dice, choices...)
		if n, err := choice.Int(); err == nil && o.Teams {
			choice = c.teams(seats, n).Value()
		}
		terms.Agreed = terms.Agreed.With(games.Field{Key: o.Key, Value: choice})
	}
	return terms.Agreed
}

// teams draws who plays with whom in a number of teams.
func (c *trial) teams(seats []games.Seat, n int) games.Teams {
	teams := games.Deal(seats, n)
	for range c.dice.IntN(6) {
		if moved := teams.Move(one(c.dice, seats...)); !slices.ContainsFunc(moved, func(t []games.Seat) bool { return len(t) == 0 }) {
			teams = moved
		}
	}
	return teams
}

// begin begins a game.
func (c *trial) begin(start games.Start) (*games.Table, []games.Fact) {
	table, facts, err := games.NewTable(c.rules, start)
	if err != nil {
		fail("what a lobby may agree on is refused (%w): offer less, or take it", err)
	}
	return table, facts
}

// table begins a random game.
func (c *trial) table() *games.Table {
	table, _ := c.begin(c.start())
	return table
}

// copied returns an independent copy of a table.
func copied(table *games.Table) *games.Table {
	replica, err := table.Copy()
	if err != nil {
		fail("it can't be played again from its start: %w", err)
	}
	return replica
}
