package gametest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"arbitre/games"
)

// refusesNeighbours checks that a game refuses input that is almost valid: a wrong option in the
// start line, an answer with one mistake, a seat that does not play. A refusal must leave the game
// unchanged and tell no facts.
func refusesNeighbours(c *trial) {
	c.refusesOptions()
	table := c.table()
	for range c.inputs {
		in := c.next(table)
		table.Advance(in.At)
		if in.Kind == games.Press || in.Kind == games.Release {
			in.At = max(in.At, table.Earliest())
		}
		refusal(table, in)
		table.Advance(table.Now()) // what an undo has made due again
		at, prompts := table.Now(), asked(table)
		list := []games.Input{
			{At: at, Kind: games.Press, Seat: 99}, {At: at, Kind: games.Release, Seat: 99},
			{At: at, Kind: games.Answer, Prompt: "neighbour", Value: "1"}, {At: at - 1, Kind: games.Lost, Edges: 1},
		}
		for _, p := range prompts {
			list = append(list, c.beside(at, p)...)
			if slices.ContainsFunc(prompts, func(q games.Prompt) bool { return q.ID == p.ID && q.Keys != p.Keys }) {
				in := games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Value: c.value(p)}
				if err := refusal(copied(table), in); err == nil || !strings.Contains(err.Error(), "must say which") {
					fail("%+v may be for any of several prompts (%w): find them by games.Find", in, err)
				}
			}
		}
		for _, in := range list {
			if refusal(table, in) == nil {
				fail("%+v is taken, and lies beside all that it asks for (%s): check an answer against its prompt",
					in, ids(table))
			}
		}
	}
}

// refusal is why an input is refused; nil if it is not.
func refusal(table *games.Table, in games.Input) error {
	before := stateOf(table)
	facts, err := table.Apply(in)
	if err == nil {
		return nil
	}
	const advice = "check an input before changing anything"
	if len(facts) > 0 {
		fail("%+v is refused (%w) and tells facts all the same: %s\n%s", in, err, advice, Facts(facts))
	}
	stays(before, stateOf(table), "%+v is refused (%w) and changes the state all the same: %s", in, err, advice)
	return err
}

// refusesOptions tries options that nobody can mean, and too few or too many seats.
func (c *trial) refusesOptions() {
	start := c.start()
	keys := []string{games.RaceOption, "neighbour"}
	if c.rules.Joiner != nil {
		keys = append(keys, games.TotalsOption, games.PlayedOption)
	}
	for _, o := range c.rules.Options {
		keys = append(keys, o.Key)
	}
	for _, key := range keys {
		for _, v := range []games.Value{`"neighbour"`, `-1`, `1.5`, `null`, `{"neighbour":1}`} {
			wrong := start
			wrong.Options = start.Options.With(games.Field{Key: key, Value: v})
			_, _, err := c.rules.Start(wrong)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("option %q", key)) {
				fail("the option %q may be %s (%v): read it by games.Reader, with its limits", key, string(v), err)
			}
		}
	}
	for _, count := range []int{c.rules.Least - 1, c.rules.Most + 1} {
		wrong := start
		wrong.Seats = c.seats(count)
		if _, _, err := c.rules.Start(wrong); err == nil {
			fail("%d seats may play", count)
		}
	}
}

// beside lists answers that a prompt does not ask for, each with one thing wrong.
func (c *trial) beside(at time.Duration, p games.Prompt) []games.Input {
	keyed := c.answer(at, p)
	keyed.Keys.Line += 99
	list := []games.Input{keyed}
	for _, v := range c.besideValue(p) {
		in := c.answer(at, p)
		in.Value = v
		list = append(list, in)
	}
	return list
}

func (c *trial) besideValue(p games.Prompt) []games.Value {
	list := []games.Value{`"neighbour"`, `null`, `[]`, `{}`, `1.5`}
	switch p.Shape {
	case games.Choice:
		list = append(list, `0`, `99`)
	case games.Amount:
		list = append(list, games.Number(p.Min-1), games.Number(p.Max+1))
	case games.Hand:
		for i, count := range p.Counts {
			for _, n := range []int{-1, count.Most + 1} {
				hand := make([]int, len(p.Counts))
				hand[i] = n
				list = append(list, p.HandOf(hand))
			}
		}
		list = append(list, games.Value(fmt.Sprintf(`{%q:1}`, p.Counts[0].Key)))
	case games.Card:
		beyond := p.Places + 1
		for _, attributes := range [][]int{{1, 2}, {1, 2, 3, 4}, {1, 2, 2, 3}, {1, 2, 2}, {0, 1, 2}, {1, 2, beyond}} {
			list = append(list, games.List(attributes))
		}
	case games.Code:
		colour := p.Options[0].String()
		for colours := range p.Places + 1 {
			entries := slices.Repeat([]string{colour}, colours)
			entries = append(entries, slices.Repeat([]string{""}, p.Places-colours)...)
			if colours != p.Max {
				list = append(list, games.List(entries))
				continue
			}
			unknown := append(slices.Clone(entries[1:]), "neighbour")
			list = append(list, games.List(append(entries, "")), games.List(unknown))
		}
	case games.Token:
		for _, position := range []int{0, p.Places + 1} {
			list = append(list, token(p.Options[0], position))
		}
		list = append(list, token(`"neighbour"`, 1), games.Value(fmt.Sprintf(`{"colour":%s}`, string(p.Options[0]))))
	case games.Letters:
		word := c.word(p)
		short := word[:p.Max-1]
		list = append(list, games.Word(short), games.Word(word+"A"), games.Word(short+"1"))
	}
	return list
}
