package gametest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// Hold checks, over random games of one kind, what must hold for every game (RULES section 0):
// a journal played again is the game as it was live, an error changes nothing, an undo leaves no trace.
func Hold(t *testing.T, game games.Rules, start *rapid.Generator[games.Start]) {
	rules := games.Rulebook{game}
	t.Run("a journal played again is the game as it was live", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { liveIsReplay(t, rules, game, start.Draw(t, "start")) })
	})
	t.Run("an error changes nothing", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { errorsChangeNothing(t, game, start.Draw(t, "start")) })
	})
	t.Run("an undo is as if the last input with an effect had not been", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { undoLeavesNoTrace(t, game, start.Draw(t, "start")) })
	})
	t.Run("a redo is as if the last undo had not been", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) { redoBringsEverythingBack(t, game, start.Draw(t, "start")) })
	})
}

// gaps are those between inputs: nothing, about the tie and the settle time, human ones, and long ones.
func gap(t *rapid.T) time.Duration {
	return rapid.SampledFrom([]time.Duration{
		0, 1, 500 * time.Microsecond, time.Millisecond, 9 * time.Millisecond, 11 * time.Millisecond,
		100 * time.Millisecond, 390 * time.Millisecond, 700 * time.Millisecond, 1500 * time.Millisecond, 3 * time.Second, 7 * time.Second,
	}).Draw(t, "gap")
}

// Next draws an input that a table may well see: most answers are to open prompts and among their options.
func Next(t *rapid.T, table *games.Table) games.Input {
	seats := table.Start().Seats
	in := games.Input{At: table.Now() + gap(t)}
	prompts := asked(table, seats)
	switch kind := rapid.IntRange(0, 19).Draw(t, "kind"); {
	case kind < 9:
		in.Kind = games.Press
		in.Seat = rapid.SampledFrom(seats).Draw(t, "seat")
		if rapid.IntRange(0, 4).Draw(t, "late") == 0 {
			in.At = max(table.Earliest(), table.Clock()-rapid.SampledFrom([]time.Duration{1, 4 * time.Millisecond, 10 * time.Millisecond}).Draw(t, "by"))
		}
	case kind < 11:
		in.Kind = games.Release
		in.Seat = rapid.SampledFrom(seats).Draw(t, "seat")
	case kind < 12:
		in.Kind, in.Edges = games.Lost, 1
	case kind < 13 || len(prompts) == 0:
		in.Kind = rapid.SampledFrom([]games.Kind{games.Undo, games.Undo, games.Redo}).Draw(t, "back or forth")
	default:
		p := rapid.SampledFrom(prompts).Draw(t, "prompt")
		in.Kind, in.Prompt, in.Keys, in.Value = games.Answer, p.ID, p.Keys, value(t, p, seats)
		if n, about := p.Names(in.Value); about && rapid.Bool().Draw(t, "named") {
			in.Keys.Seat = rapid.SampledFrom(n.Seats).Draw(t, "candidate").Seat
		}
	}
	return in
}

// asked lists what is open, whoever is asked.
func asked(table *games.Table, seats []games.Seat) []games.Prompt {
	prompts := table.View(games.Judge).Prompts
	for _, s := range seats {
		prompts = append(prompts, table.View(games.Player(s)).Prompts...)
	}
	return prompts
}

func value(t *rapid.T, p games.Prompt, seats []games.Seat) games.Value {
	number := func(most int) int { return rapid.IntRange(0, most).Draw(t, "number") }
	switch p.Shape {
	case games.Hand:
		return games.HandCount{Numbers: number(12), Actions: number(5), Mitos: number(2)}.Value()
	case games.Card:
		c := rapid.Permutation([]int{1, 2, 3, 4, 5, 6, 7, 8}).Draw(t, "card")
		return games.Value(fmt.Sprintf("[%d,%d,%d]", c[0], c[1], c[2]))
	case games.Code:
		colours := rapid.SliceOfN(rapid.SampledFrom([]string{"", "blue", "red", "yellow", "green"}), 5, 5).Draw(t, "code")
		for i := range colours {
			if i >= len(seats) {
				colours[i] = ""
			}
		}
		v, _ := json.Marshal(colours)
		return games.Value(v)
	case games.Token:
		return games.Value(fmt.Sprintf(`{"colour":%q,"position":%d}`,
			rapid.SampledFrom([]string{"blue", "red", "yellow"}).Draw(t, "colour"), 1+number(4)))
	case games.Letters:
		return games.Word(rapid.SampledFrom([]string{"ETAGE", "ETUDE", "EPAVE", "BALLE", "BELLE", "BALAI", "CINQ", ""}).Draw(t, "word"))
	case games.Amount:
		if len(p.Options) == 0 {
			return games.Number(p.Min + number(max(0, p.Max-p.Min)))
		}
	}
	if len(p.Options) == 0 {
		return games.Word("done")
	}
	return rapid.SampledFrom(p.Options).Draw(t, "option")
}

// A State is all that can be seen of a game.
type State struct {
	Views    []games.View
	Deadline time.Duration
	Due      bool
}

// Look sees what everyone sees.
func Look(table *games.Table) State {
	var s State
	for _, a := range []games.Audience{games.Public, games.Judge} {
		s.Views = append(s.Views, table.View(a))
	}
	for _, seat := range table.Start().Seats {
		s.Views = append(s.Views, table.View(games.Player(seat)))
	}
	s.Deadline, s.Due = table.Deadline()
	return s
}

func open(t *rapid.T, game games.Rules, start games.Start) *games.Table {
	table, _, err := games.NewTable(game, start)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

const steps = 40

// liveIsReplay plays with the deadlines of a running clock, writes the journal as a referee does, and plays that again.
func liveIsReplay(t *rapid.T, rules games.Rulebook, game games.Rules, start games.Start) {
	table, started, err := games.NewTable(game, start)
	if err != nil {
		t.Fatal(err)
	}
	text := journal.AppendStart(nil, start)
	facts := started
	var states []State
	for range rapid.IntRange(1, steps).Draw(t, "inputs") {
		facts = append(facts, table.Advance(table.Now()+gap(t))...) // the clock wakes the referee
		in := Next(t, table)
		in.At = max(in.At, table.Earliest())
		if in.Kind != games.Press && in.Kind != games.Release {
			in.At = max(in.At, table.Now())
		}
		told, err := table.Apply(in)
		facts = append(facts, told...)
		if err == nil {
			text = journal.AppendInput(text, in)
			states = append(states, Look(table))
		}
	}
	facts = append(facts, table.Advance(table.Now())...)
	was := Look(table)
	trial, err := table.Copy()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(was, Look(trial)); diff != "" {
		t.Fatalf("a copy (-table +copy):\n%s\n%s", diff, text)
	}
	trial.Apply(Next(t, trial))
	trial.RunOut()
	if diff := cmp.Diff(was, Look(table)); diff != "" {
		t.Fatalf("a copy went on, and the table with it (-before +after):\n%s\n%s", diff, text)
	}
	facts = append(facts, table.RunOut()...)

	var again []games.Fact
	replayed, _, err := journal.Play(text, rules, math.MaxInt64, func(l journal.Line) { again = append(again, l.Facts...) })
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	again = append(again, replayed.RunOut()...)
	if diff := cmp.Diff(Facts(facts), Facts(again)); diff != "" {
		t.Fatalf("facts (-live +replay):\n%s\n%s", diff, text)
	}
	for i := range states {
		cut := text[:nthLine(text, i+2)]
		table, _, err := journal.Play(cut, rules, math.MaxInt64, func(journal.Line) {})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(states[i], Look(table)); diff != "" {
			t.Fatalf("state after line %d (-live +replay):\n%s\n%s", i+2, diff, cut)
		}
	}
}

// nthLine is where the n-th line ends.
func nthLine(text []byte, n int) int {
	end := 0
	for range n {
		end += bytes.IndexByte(text[end:], '\n') + 1
	}
	return end
}

func errorsChangeNothing(t *rapid.T, game games.Rules, start games.Start) {
	table := open(t, game, start)
	for range rapid.IntRange(1, steps).Draw(t, "inputs") {
		in := Next(t, table)
		if rapid.Bool().Draw(t, "spoiled") {
			in = spoil(t, in)
		}
		if in.Kind == games.Press || in.Kind == games.Release {
			in.At = max(in.At, table.Earliest()) // as a referee does, after a refused input has let the time pass
		}
		table.Advance(in.At)
		before := Look(table)
		if facts, err := table.Apply(in); err != nil {
			if diff := cmp.Diff(before, Look(table)); diff != "" || len(facts) > 0 {
				t.Fatalf("%+v was refused (%v) and changed the state:\n%s%s", in, err, Facts(facts), diff)
			}
		}
	}
}

// spoil makes an input that is likely to be wrong.
func spoil(t *rapid.T, in games.Input) games.Input {
	switch rapid.IntRange(0, 4).Draw(t, "spoil") {
	case 0:
		in.Seat = 9
	case 1:
		in.Value = rapid.SampledFrom([]games.Value{`9`, `-1`, `"nonsense"`, `[1,1,2]`, `[]`, `{}`, `null`, `["","","","",""]`}).Draw(t, "value")
	case 2:
		in.Keys.Seat = 9
	case 3:
		in.Prompt = "nonsense"
	case 4:
		in.At = 0
	}
	return in
}

func redoBringsEverythingBack(t *rapid.T, game games.Rules, start games.Start) {
	table, never := open(t, game, start), open(t, game, start)
	for range rapid.IntRange(0, steps).Draw(t, "inputs") {
		in := Next(t, table)
		table.Apply(in)
		never.Apply(in)
	}
	at, undone := table.Now(), 0
	for range rapid.IntRange(1, 4).Draw(t, "undos") {
		at += gap(t)
		if _, err := table.Apply(games.Input{At: at, Kind: games.Undo}); err == nil {
			undone++
		}
	}
	for range undone {
		at = max(at, table.Now()) + gap(t)
		if _, err := table.Apply(games.Input{At: at, Kind: games.Redo}); err != nil {
			t.Fatal(err)
		}
	}
	if undone == 0 {
		return
	}
	table.Advance(at)
	never.Advance(at)
	if diff := cmp.Diff(Look(never), Look(table)); diff != "" {
		t.Fatalf("%d undos were taken back (-never undone +redone):\n%s", undone, diff)
	}
}

func undoLeavesNoTrace(t *rapid.T, game games.Rules, start games.Start) {
	table := open(t, game, start)
	for range rapid.IntRange(0, steps).Draw(t, "inputs") {
		table.Apply(Next(t, table))
	}
	in := Next(t, table)
	if in.Kind == games.Undo || in.Kind == games.Redo || in.At < table.Clock() {
		return
	}
	table.Advance(in.At)
	before := Look(table)
	line := table.Lines() + 1
	if _, err := table.Apply(in); err != nil {
		return
	}
	at := in.At + gap(t)
	table.Advance(at)
	facts, err := table.Apply(games.Input{At: at, Kind: games.Undo})
	if err != nil {
		return // nothing had an effect
	}
	if undone, ok := facts[0].What.(games.Undone); !ok || undone.Line != line {
		return // it had no effect, and an earlier input was taken back
	}
	if diff := cmp.Diff(before, Look(table)); diff != "" {
		t.Fatalf("after the undo of %+v (-before +after):\n%s", in, diff)
	}
}
