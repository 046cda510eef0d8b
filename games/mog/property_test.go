package mog

import (
	"encoding/json"
	"fmt"
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func start(seats int, seed uint64, options ...games.Field) games.Start {
	s := games.Start{Game: "mog", Seed: seed, Options: options}
	for i := range seats {
		s.Seats = append(s.Seats, games.Seat(i+1))
	}
	return s
}

func option(key string, v games.Value) games.Field { return games.Field{Key: key, Value: v} }

func sitDown(t rapid.TB, s games.Start) *games.Table {
	table, _, err := games.NewTable(Rules(), s)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// audiences are all who look at a table.
func audiences(s games.Start) []games.Audience {
	all := []games.Audience{games.Public, games.Judge}
	for _, seat := range s.Seats {
		all = append(all, games.Player(seat))
	}
	return all
}

// seen is all that a table shows, to some audiences.
func seen(table *games.Table, all []games.Audience) []games.View {
	views := make([]games.View, len(all))
	for i, a := range all {
		views[i] = table.View(a)
	}
	return views
}

func written(facts []games.Fact) []string {
	lines := make([]string, len(facts))
	for i, f := range facts {
		b, err := json.Marshal(f)
		if err != nil {
			panic(err)
		}
		lines[i] = string(b)
	}
	return lines
}

// drawInput draws what may happen next at a table: sensible things mostly, but bad answers and late presses too.
func drawInput(t *rapid.T, table *games.Table, s games.Start, undos bool) games.Input {
	pause := time.Duration(rapid.SampledFrom([]int{0, 1, 400, 999, 1000, 5000, 10999, 11000, 12000, 700000}).Draw(t, "pause")) * time.Microsecond
	in := games.Input{At: table.Now() + pause}
	var asked []games.Prompt
	for _, v := range seen(table, audiences(s)) {
		asked = append(asked, v.Prompts...)
	}
	kinds := []string{"press", "press", "press", "answer", "answer", "answer", "late", "release", "lost", "wild"}
	if undos {
		kinds = append(kinds, "undo")
	}
	seat := rapid.SampledFrom(s.Seats).Draw(t, "seat")
	switch kind := rapid.SampledFrom(kinds).Draw(t, "kind"); {
	case kind == "late":
		back := time.Duration(rapid.IntRange(0, 10000).Draw(t, "late by")) * time.Microsecond
		in.Kind, in.Seat, in.At = games.Press, seat, max(table.Earliest(), table.Clock()-back)
	case kind == "release":
		in.Kind, in.Seat = games.Release, seat
	case kind == "lost":
		in.Kind, in.Edges = games.Lost, 1
	case kind == "undo":
		in.Kind = games.Undo
	case kind == "wild":
		in.Kind, in.Keys.Seat = games.Answer, rapid.SampledFrom([]games.Seat{0, seat}).Draw(t, "key")
		in.Prompt = rapid.SampledFrom([]string{"secret", "designate", "accuse", "shout_first", "next_round"}).Draw(t, "prompt")
		in.Value = rapid.SampledFrom([]games.Value{`[1,2,3]`, `[1,1,2]`, `"withdraw"`, `"ready"`, `2`, `null`}).Draw(t, "value")
	case kind == "answer" && len(asked) > 0:
		p := rapid.SampledFrom(asked).Draw(t, "prompt")
		in.Kind, in.Prompt, in.Keys = games.Answer, p.ID, p.Keys
		switch {
		case p.Shape == games.Choice:
			in.Value = rapid.SampledFrom(p.Options).Draw(t, "choice")
		case p.ID == "accuse" && rapid.IntRange(0, 3).Draw(t, "withdraw") == 0:
			in.Value = games.Word("withdraw")
		default:
			in.Value = value(rapid.SampledFrom(characters()).Draw(t, "card"))
		}
	default:
		in.Kind, in.Seat = games.Press, seat
	}
	return in
}

func drawStart(t *rapid.T) games.Start {
	s := start(rapid.IntRange(2, 5).Draw(t, "seats"), rapid.Uint64().Draw(t, "seed"))
	if rapid.Bool().Draw(t, "house") {
		s.Options = append(s.Options, option("holder", `"house"`))
	}
	return s
}

func TestMog_properties(t *testing.T) {
	t.Run("an error changes nothing, and the good inputs alone tell the same again", rapid.MakeCheck(func(t *rapid.T) {
		s := drawStart(t)
		table, twin := sitDown(t, s), sitDown(t, s)
		var facts []games.Fact // since the last good input
		for range rapid.IntRange(1, 40).Draw(t, "inputs") {
			in := drawInput(t, table, s, true)
			facts = append(facts, table.Advance(in.At)...)
			before := seen(table, audiences(s))
			own, err := table.Apply(in)
			if err != nil {
				if diff := cmp.Diff(before, seen(table, audiences(s))); diff != "" || own != nil {
					t.Fatalf("%v: %v changed (-before +after):\n%s%v", in, err, diff, own)
				}
				continue
			}
			again := twin.Advance(in.At)
			told, err := twin.Apply(in)
			if err != nil {
				t.Fatalf("%v applied once: %v", in, err)
			}
			if diff := cmp.Diff(written(append(facts, own...)), written(append(again, told...))); diff != "" {
				t.Fatalf("%v (-once +again):\n%s", in, diff)
			}
			if diff := cmp.Diff(seen(table, audiences(s)), seen(twin, audiences(s))); diff != "" {
				t.Fatalf("%v (-once +again):\n%s", in, diff)
			}
			facts = nil
		}
	}))

	t.Run("undo of the last input that had an effect is as if it had not come", rapid.MakeCheck(func(t *rapid.T) {
		s := drawStart(t)
		table, twin := sitDown(t, s), sitDown(t, s)
		var good []games.Input
		for range rapid.IntRange(1, 25).Draw(t, "inputs") {
			in := drawInput(t, table, s, false)
			if _, err := table.Apply(in); err == nil {
				good = append(good, in)
			}
		}
		facts, err := table.Apply(games.Input{At: table.Now() + time.Millisecond, Kind: games.Undo})
		if err != nil {
			return // nothing to undo
		}
		back := facts[len(facts)-1].What.(games.Undone).Line - 2 // the start is line 1
		for _, in := range good[:back] {
			if _, err := twin.Apply(in); err != nil {
				t.Fatal(err)
			}
		}
		later := table.Now() + 20*time.Millisecond
		table.Advance(later)
		twin.Advance(later)
		for range 5 {
			if diff := cmp.Diff(seen(twin, audiences(s)), seen(table, audiences(s))); diff != "" {
				t.Fatalf("(-never +undone):\n%s", diff)
			}
			in := drawInput(t, table, s, false)
			in.At = max(in.At, later)
			a, errA := table.Apply(in)
			b, errB := twin.Apply(in)
			if diff := cmp.Diff(written(b), written(a)); diff != "" || (errA == nil) != (errB == nil) {
				t.Fatalf("%v: %v, %v (-never +undone):\n%s", in, errB, errA, diff)
			}
		}
	}))

	t.Run("MOG-3 nothing but MOG's own view tells one secret from another until it is revealed", rapid.MakeCheck(func(t *rapid.T) {
		s := drawStart(t)
		house := len(s.Options) > 0
		table := sitDown(t, s)
		secret := rapid.SampledFrom(characters()).Draw(t, "secret")
		if house {
			for table.View(games.Public).Round == 0 || holds(t, s) != secret {
				s.Seed++
			}
			table = sitDown(t, s)
		}
		inputs, other := play(t, table, s, secret)

		twinStart := s
		if house {
			for holds(t, twinStart) != other {
				twinStart.Seed++
			}
		}
		table, twin := sitDown(t, s), sitDown(t, twinStart)
		others := audiences(s)
		if !house {
			others = slices.DeleteFunc(others, func(a games.Audience) bool { return a == games.Player(1) })
		}
		for _, in := range inputs {
			theirs := in
			if in.Prompt == "secret" && in.Value == value(secret) {
				theirs.Value = value(other)
			}
			a, errA := table.Apply(in)
			b, errB := twin.Apply(theirs)
			if diff := cmp.Diff(written(a), written(b)); diff != "" || fmt.Sprint(errA) != fmt.Sprint(errB) {
				t.Fatalf("%v tells %v from %v: %v, %v\n%s", in, secret, other, errA, errB, diff)
			}
			if diff := cmp.Diff(seen(table, others), seen(twin, others)); diff != "" {
				t.Fatalf("%v shows %v from %v:\n%s", in, secret, other, diff)
			}
		}
	}))

	t.Run("MOG-7 RACE-1 the order of arrival within the settle time never changes who accuses", rapid.MakeCheck(func(t *rapid.T) {
		shouts := drawShouts(t)
		delay := make([]time.Duration, len(shouts))
		for i := range delay {
			delay[i] = time.Duration(rapid.IntRange(0, 10000).Draw(t, "delay")) * time.Microsecond
		}
		arrival := make([]int, len(shouts))
		for i := range arrival {
			arrival[i] = i
		}
		slices.SortStableFunc(arrival, func(a, b int) int {
			return int(shouts[a].At + delay[a] - shouts[b].At - delay[b])
		})
		late := make([]games.Input, len(shouts))
		for i, j := range arrival {
			late[i] = shouts[j]
		}
		slices.SortStableFunc(shouts, func(a, b games.Input) int { return int(a.At - b.At) })
		if diff := cmp.Diff(spoken(t, shouts, slices.Min), spoken(t, late, slices.Min)); diff != "" {
			t.Fatalf("(-in time +late):\n%s", diff)
		}
	}))

	t.Run("MOG-7 RACE-1 permuting the seats permutes who accuses", rapid.MakeCheck(func(t *rapid.T) {
		shouts := drawShouts(t)
		slices.SortStableFunc(shouts, func(a, b games.Input) int { return int(a.At - b.At) })
		to := rapid.Permutation([]games.Seat{2, 3, 4, 5, 6}).Draw(t, "to")
		renamed := func(s games.Seat) games.Seat { return to[s-2] }
		original := func(s games.Seat) games.Seat { return games.Seat(slices.Index(to, s) + 2) }

		want := spoken(t, shouts, slices.Min)
		for _, asked := range want {
			for i := range asked {
				asked[i] = renamed(asked[i])
			}
			slices.Sort(asked)
		}
		permuted := slices.Clone(shouts)
		for i := range permuted {
			permuted[i].Seat = renamed(permuted[i].Seat)
		}
		got := spoken(t, permuted, func(tied []games.Seat) games.Seat {
			return slices.MinFunc(tied, func(a, b games.Seat) int { return int(original(a) - original(b)) })
		})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("(-renamed +permuted):\n%s", diff)
		}
	}))
}

// holds is the secret that the house draws for the first round.
func holds(t rapid.TB, s games.Start) [3]int {
	g, _, err := Rules().Start(s)
	if err != nil {
		t.Fatal(err)
	}
	return g.(*Game).secret.attributes()
}

// play draws inputs until the secret is revealed. It returns those before, and another secret that would have told the same.
func play(t *rapid.T, table *games.Table, s games.Start, secret [3]int) (inputs []games.Input, other [3]int) {
	possible := characters()
	for range rapid.IntRange(1, 40).Draw(t, "inputs") {
		in := drawInput(t, table, s, true)
		if in.Prompt == "secret" {
			in.Value = value(secret)
		}
		facts, err := table.Apply(in)
		var left [][3]int
		for _, c := range possible {
			if tellsApart(secret, c, in, facts, err) {
				continue
			}
			left = append(left, c)
		}
		if !slices.Contains(left, secret) || len(left) < 2 {
			break
		}
		inputs, possible = append(inputs, in), left
	}
	return inputs, rapid.SampledFrom(slices.DeleteFunc(possible, func(c [3]int) bool { return c == secret })).Draw(t, "other")
}

// tellsApart tells whether a good input shows that the secret is not another one; the secret itself is ruled out when it is revealed.
func tellsApart(secret, other [3]int, in games.Input, facts []games.Fact, err error) bool {
	if err != nil || in.Kind != games.Answer || in.Prompt != "designate" && in.Prompt != "accuse" {
		return false
	}
	revealed := slices.ContainsFunc(facts, func(f games.Fact) bool { _, ok := f.What.(Revealed); return ok })
	if revealed {
		return true
	}
	card, err := parseCard(in.Value)
	if err != nil {
		return false // withdrawn
	}
	if in.Prompt == "accuse" {
		return card.attributes() == other
	}
	return inCommon(card.attributes(), secret) != inCommon(card.attributes(), other)
}

// drawShouts draws one press of every chaser of six seats, close together, in the order of the seats.
func drawShouts(t *rapid.T) []games.Input {
	shouts := make([]games.Input, 5)
	for i := range shouts {
		at := 2*time.Second + time.Duration(rapid.IntRange(0, 300).Draw(t, "at"))*100*time.Microsecond
		shouts[i] = games.Input{At: at, Kind: games.Press, Seat: games.Seat(i + 2)}
	}
	return shouts
}

// spoken plays shouts that all prove wrong, and lists who was to speak in turn: one seat, or those that can't be told.
func spoken(t rapid.TB, shouts []games.Input, pick func([]games.Seat) games.Seat) [][]games.Seat {
	s := start(6, 0)
	table := sitDown(t, s)
	for _, in := range append([]games.Input{{At: time.Second, Kind: games.Answer, Prompt: "secret", Value: `[1,2,3]`}}, shouts...) {
		if _, err := table.Apply(in); err != nil {
			t.Fatal(err)
		}
	}
	var order [][]games.Seat
	for at := 3 * time.Second; ; at += time.Second {
		table.Advance(at)
		p := table.View(games.Judge).Prompts[0]
		in := games.Input{At: at, Kind: games.Answer, Prompt: p.ID, Value: `[4,5,6]`}
		switch p.ID {
		case "designate":
			return order
		case "accuse":
			order = append(order, []games.Seat{p.Seat})
		case "shout_first":
			var tied []games.Seat
			for _, o := range p.Options {
				n, _ := o.Int()
				tied = append(tied, games.Seat(n))
			}
			order = append(order, slices.Clone(tied))
			in.Value = games.Number(pick(tied))
		}
		if _, err := table.Apply(in); err != nil {
			t.Fatal(err)
		}
	}
}

func TestEarlierJournalsTellTheSame(t *testing.T) {
	gametest.Frozen(t, Rules(), "testdata/format1.txtar")
}
