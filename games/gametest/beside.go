package gametest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbitre/games"
)

// absent is a number that no seat, no line and no option has.
const absent = 99

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
		applyChecked(table, in)
		table.Advance(table.Now()) // fires deadlines that an undo has made due again
		c.mustNameWhich(table)
		for _, wrong := range c.nearMisses(table) {
			if applyChecked(table, wrong) == nil {
				fail("%+v is taken, and lies beside all that it asks for (%s): check an answer against its prompt",
					wrong, ids(table))
			}
		}
	}
}

// applyChecked applies an input and returns why it was refused, if it was. A refusal must leave the
// game unchanged and tell no facts.
func applyChecked(table *games.Table, in games.Input) error {
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

// refusesOptions tries options that make no sense, and too few or too many seats.
func (c *trial) refusesOptions() {
	start := c.start()
	keys := []string{games.RaceOption, "neighbour"}
	if c.rules.PointsOnJoin != nil {
		keys = append(keys, games.TotalsOption, games.PlayedOption)
	}
	for _, o := range c.rules.Options {
		keys = append(keys, o.Key)
	}
	for _, key := range keys {
		for _, v := range jsonValues(`["neighbour",-1,1.5,null,{"neighbour":1}]`) {
			wrong := start
			wrong.Options = start.Options.With(games.Field{Key: key, Value: v})
			_, _, err := c.rules.Start(wrong)
			if err == nil || !strings.Contains(err.Error(), fmt.Sprintf("option %q", key)) {
				fail("the option %q may be %s (%v): read it by games.Reader, with its limits", key, v.JSON(), err)
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

// mustNameWhich checks that an answer without keys is refused where several prompts of its id are
// open.
func (c *trial) mustNameWhich(table *games.Table) {
	prompts := asked(table)
	for _, p := range prompts {
		several := func(q games.Prompt) bool { return q.ID == p.ID && q.Keys != p.Keys }
		if !slices.ContainsFunc(prompts, several) {
			continue
		}
		in := games.Input{At: table.Now(), Kind: games.Answer, Prompt: p.ID, Value: c.dice.value(p)}
		if err := applyChecked(copied(table), in); !errors.Is(err, games.ErrAmbiguous) {
			fail("%+v may be for any of several prompts (%w): find them by games.Find", in, err)
		}
	}
}

// nearMisses lists inputs that a table must refuse now: one of a seat that does not play, to a
// prompt that is not open or out of time, and answers with one mistake to each open prompt.
func (c *trial) nearMisses(table *games.Table) []games.Input {
	at := table.Now()
	list := []games.Input{
		{At: at, Kind: games.Press, Seat: absent},
		{At: at, Kind: games.Release, Seat: absent},
		{At: at, Kind: games.Answer, Prompt: "neighbour", Value: games.Number(1)},
		{At: at - 1, Kind: games.Lost, Edges: 1},
	}
	for _, p := range asked(table) {
		keyed := c.dice.answer(at, p)
		keyed.Keys.Line += absent
		list = append(list, keyed)
		for _, v := range c.besideValue(p) {
			in := c.dice.answer(at, p)
			in.Value = v
			list = append(list, in)
		}
	}
	return list
}

// besideValue lists values that a prompt must refuse: of another shape, or with one mistake.
func (c *trial) besideValue(p games.Prompt) []games.Value {
	list := jsonValues(`["neighbour",null,[],{},1.5]`)
	switch p.Shape {
	case games.Choice:
		return append(list, games.Number(0), games.Number(absent))
	case games.Amount:
		return append(list, games.Number(p.Min-1), games.Number(p.Max+1))
	case games.Hand:
		return append(list, besideHand(p)...)
	case games.Card:
		return append(list, besideCard(p)...)
	case games.Code:
		return append(list, besideCode(p)...)
	case games.Token:
		return append(list, besideToken(p)...)
	case games.Letters:
		return append(list, besideWord(c.dice.word(p))...)
	}
	return list
}

// Value reads the JSON of a value.
func Value(text string) (v games.Value) {
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		panic(err) // a test that is written wrongly
	}
	return v
}

// jsonValues reads the JSON of a list.
func jsonValues(text string) []games.Value {
	list, err := Value(text).List()
	if err != nil {
		panic(err)
	}
	return list
}

// besideHand lists hands with too few kinds, and with a count beyond its limits.
func besideHand(p games.Prompt) []games.Value {
	incomplete := games.Row(games.Field{Key: p.Counts[0].Key, Value: games.Number(1)})
	list := []games.Value{incomplete}
	for i, count := range p.Counts {
		for _, n := range []int{-1, count.Most + 1} {
			hand := make([]int, len(p.Counts))
			hand[i] = n
			list = append(list, p.HandOf(hand))
		}
	}
	return list
}

// besideCard lists wrong cards, for a prompt that wants three attributes.
func besideCard(p games.Prompt) []games.Value {
	return []games.Value{
		games.CardOf(1, 2),             // one too few
		games.CardOf(1, 2, 3, 4),       // one too many
		games.CardOf(1, 2, 2),          // one twice
		games.CardOf(1, 2, 2, 3),       // one twice, beside the three
		games.CardOf(0, 1, 2),          // they count from 1
		games.CardOf(1, 2, p.Places+1), // beyond the last
	}
}

// besideCode lists codes with an unknown colour, a place too many, and too few or too many colours.
func besideCode(p games.Prompt) []games.Value {
	colour := p.Options[0].String()
	code := func(colours int) []string {
		blanks := slices.Repeat([]string{""}, p.Places-colours)
		return append(slices.Repeat([]string{colour}, colours), blanks...)
	}
	unknown := append(code(p.Max)[1:], "neighbour")
	long := append(code(p.Max), "")
	list := []games.Value{games.CodeOf(unknown...), games.CodeOf(long...)}
	for colours := range p.Places + 1 {
		if colours != p.Max { // too few, or too many
			list = append(list, games.CodeOf(code(colours)...))
		}
	}
	return list
}

// besideToken lists tokens with a wrong colour, a wrong position, or none.
func besideToken(p games.Prompt) []games.Value {
	colour := p.Options[0]
	return []games.Value{
		games.TokenOf(colour, 0), // they count from 1
		games.TokenOf(colour, p.Places+1),
		games.TokenOf(games.Word("neighbour"), 1),
		games.Row(games.Field{Key: "colour", Value: colour}), // without a position
	}
}

// besideWord lists words of a wrong length, and one with a digit.
func besideWord(word string) []games.Value {
	short := word[:len(word)-1]
	return []games.Value{games.Word(short), games.Word(word + "A"), games.Word(short + "1")}
}
