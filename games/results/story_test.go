package results_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"
	"arbitre/games/journal"
	"arbitre/games/results"

	"pgregory.net/rapid"
)

// replayed returns the story of a game as gametest writes it.
func replayed(t rapid.TB, story string) results.Story {
	t.Helper()
	table, _, err := journal.PlayFrom(bytes.NewReader(gametest.Journal(story)), book(), math.MaxInt64, func(journal.Line) {})
	if err != nil {
		t.Fatal(err)
	}
	table.FireRest()
	return storyOf(table)
}

func storyOf(table *games.Table) results.Story {
	_, s := results.Of(table.View(games.Public), table.History(), book())
	return s
}

// summary writes a story as "1. 2=2, 2. 1=0; 0 0 0, 1 1 0; 2 1/1 fastest median; 1-2 1:0 of 1 by 5ms".
func summary(s results.Story) string {
	var sides, rounds, hands, rivals []string
	for _, side := range s.Sides {
		first := side.Members[0]
		who := fmt.Sprint(first.Seat)
		if first.Team > 0 {
			who = "team " + fmt.Sprint(first.Team)
		}
		sides = append(sides, fmt.Sprintf("%d. %s=%d", side.Rank, who, first.Total))
	}
	for _, r := range s.Rounds {
		rounds = append(rounds, strings.Trim(fmt.Sprint(r.Number, r.Totals), " "))
	}
	for _, h := range s.Hands {
		hands = append(hands, fmt.Sprintf("%d %d/%d %v %v", h.Seat, h.First, h.Met, h.Fastest, h.Median))
	}
	for _, r := range s.Rivals {
		rivals = append(rivals, fmt.Sprintf("%d-%d %d:%d of %d by %v", r.One, r.Other, r.Ahead, r.Behind, r.Met, r.Closest))
	}
	all := []string{strings.Join(sides, ", "), strings.Join(rounds, ", "), strings.Join(hands, ", "), strings.Join(rivals, ", ")}
	if s.Signed {
		all = append(all, "signed")
	}
	return strings.Join(all, "; ")
}

func TestTheStoryOfAGame(t *testing.T) {
	for claim, c := range map[string]struct{ game, want string }{
		"each point makes a round where there are none, and of a race counts what was behind the first": {`
			slap 1 2 3
			1      press 2
			1.005  press 1
			2      slap "right"
			4      press 2
			4.003  press 3
			4.008  press 1
			5      slap "right"`,
			"1. 2=2, 2. 1=0, 2. 3=0; 0 [0 0 0], 1 [1 0 0], 2 [2 0 0]; 1 0/2 5ms 6.5ms, 2 2/2 0s 0s, 3 0/1 3ms 3ms; " +
				"2-1 2:0 of 2 by 5ms, 2-3 1:0 of 1 by 3ms, 3-1 1:0 of 1 by 5ms"},
		"who is too late for the verdict has a hand, too": {`
			slap 1 2 3
			1      press 2
			1.060  press 1
			1.065  press 1
			1.100  press 3
			2      slap "right"`,
			"1. 2=1, 2. 1=0, 2. 3=0; 0 [0 0 0], 1 [1 0 0]; 1 0/1 60ms 60ms, 2 1/1 0s 0s, 3 0/1 100ms 100ms; " +
				"1-3 1:0 of 1 by 40ms, 2-1 1:0 of 1 by 60ms, 2-3 1:0 of 1 by 100ms"},
		"an undo takes its round out": {`
			quiz 1 2
			1   press 2
			2   verdict "right"
			5   press 1
			6   verdict "right"
			7   undo`,
			"1. 2=1, 2. 1=0; 0 [0 0], 1 [1 0]; ; "},
		"a redo puts it back": {`
			quiz 1 2
			1   press 2
			2   verdict "right"
			7   undo
			8   redo`,
			"1. 2=1, 2. 1=0; 0 [0 0], 1 [1 0]; ; "},
		"few points are good in Mito, whose rounds are told one by one": {`
			mito 1 2 3 {"rounds":2}
			1   play seat=1 "out"
			2   hand seat=2 {"numbers":3,"actions":0,"mitos":0}
			3   hand seat=3 {"numbers":0,"actions":1,"mitos":0}
			4   next_round "ready"
			5   play seat=2 "out"
			6   hand seat=3 {"numbers":1,"actions":0,"mitos":0}
			7   hand seat=1 {"numbers":0,"actions":0,"mitos":1}`,
			"1. 2=3, 2. 3=6, 3. 1=10; 0 [0 0 0], 1 [3 5 0], 2 [3 6 10]; ; "},
		"the round that goes on comes last": {`
			mito 1 2 3 {"rounds":2,"totals":{"3":7}}
			1   play seat=1 "out"
			2   hand seat=2 {"numbers":3,"actions":0,"mitos":0}`,
			"1. 1=0, 2. 2=3, 3. 3=7; 0 [0 0 7], 1 [0 3 7]; ; "},
		"hands after a sign are timed from it, and one who waits in the queue has one": {`
			quiz 1 2 3 {"open":"armed"}
			1      arm "ready"
			1.5    press 2
			1.502  press 3
			2      verdict "wrong"
			3      verdict "right"`,
			"1. 3=1, 2. 1=0, 2. 2=0; 0 [0 0 0], 1 [1 0 0]; 2 1/1 500ms 500ms, 3 0/1 502ms 502ms; 2-3 1:0 of 1 by 2ms; signed"},
		"nobody is first in a dead heat": {`
			slap 1 2
			1       press 2
			1.0004  press 1
			2       fastest 1
			3       slap "right"`,
			"1. 1=1, 2. 2=0; 0 [0 0], 1 [1 0]; 1 0/1 400µs 400µs, 2 0/1 0s 0s; 1-2 0:0 of 1 by 400µs"},
		"members of a team are no rivals, and bots are nobody": {`
			slap 1 2 3 4 {"teams":[[1,2],[3,4]],"bots":{"4":"weak"}}
			1      press 1
			1.004  press 2
			1.006  press 3
			1.008  press 4
			2      slap "right"`,
			"1. team 1=1, 2. team 2=0; 0 [0 0], 1 [1 0]; 1 1/1 0s 0s, 2 0/1 4ms 4ms, 3 0/1 6ms 6ms; " +
				"2-3 1:0 of 1 by 2ms, 1-3 1:0 of 1 by 6ms"},
		"who wins the Super Partie is ahead of all points": {`
			motus 1 2 3 4 {"letters":5,"series":1,"grid":"none"}
			1   word hunt=1 "ETAGE"
			1   word hunt=2 "BALLE"
			1   guess hunt=1 "ETAGE"
			1   guess hunt=2 "BALLE"`,
			"1. team 1=50, 1. team 2=50; 0 [0 0], 1 [50 50]; ; "},
		"before anything happens there is a beginning": {"\nquiz 1 2", "1. 1=0, 1. 2=0; 0 [0 0]; ; "},
	} {
		t.Run(claim, func(t *testing.T) { same(t, claim, summary(replayed(t, c.game)), c.want) })
	}
}

// Of a long evening the first round and the last stay, and those between evenly.
func TestALongGameIsThinned(t *testing.T) {
	story := "\nquiz 1 2"
	for n := range 200 {
		story += fmt.Sprintf("\n%d press 1\n%d verdict \"right\"", 10*n+5, 10*n+6)
	}
	rounds := replayed(t, story).Rounds
	if first, last := rounds[0].Number, rounds[len(rounds)-1].Number; len(rounds) != 48 || first != 0 || last != 200 {
		t.Errorf("%d rounds from %d to %d, want 48 from 0 to 200", len(rounds), first, last)
	}
	for i, r := range rounds {
		if i > 0 && (r.Number <= rounds[i-1].Number || r.Number > rounds[i-1].Number+5) || r.Totals[0] != r.Number {
			t.Fatalf("uneven: %v", rounds)
		}
	}
}

// A move is a press, an answer to whatever is asked, or an undo, some time after the one before.
type move struct {
	kind  games.Kind
	seat  games.Seat
	pick  int // of the answers
	after time.Duration
}

// playing plays moves at a table whose seat s sits where the seat of the moves is, and leaves out those
// that the rules refuse. It returns the table and the journal.
func playing(t rapid.TB, moves []move, at func(games.Seat) games.Seat) (*games.Table, []byte) {
	rules := must(book().Find("slap"))
	start := games.Start{Game: "slap", Seats: []games.Seat{1, 2, 3, 4}}
	table, _, err := games.NewTable(rules, start)
	if err != nil {
		t.Fatal(err)
	}
	text := gametest.Journal("\nslap 1 2 3 4")
	now := time.Second
	for _, m := range moves {
		now += m.after
		in := games.Input{At: now, Kind: m.kind, Seat: at(m.seat)}
		if m.kind == games.Answer {
			table.Advance(now)
			in.Seat = 0
			for _, p := range table.View(games.Judge).Prompts {
				if p.ID == "slap" || p.ID == "fastest" {
					in.Prompt, in.Keys, in.Value = p.ID, p.Keys, p.Options[m.pick%len(p.Options)]
					if p.ID == "fastest" { // the seat is meant, wherever it sits
						in.Value = games.Number(int(slices.MinFunc(seatsOf(p.Options), func(a, b games.Seat) int {
							return int(back(at, a) - back(at, b))
						})))
					}
				}
			}
		} else if m.kind == games.Undo {
			in.Seat = 0
		}
		if _, err := table.Apply(in); err == nil {
			text = journal.AppendInput(text, in)
		}
	}
	table.Advance(table.Now()) // what an undo has made due again
	return table, text
}

func seatsOf(options []games.Value) (seats []games.Seat) {
	for _, o := range options {
		if n, err := o.Int(); err == nil {
			seats = append(seats, games.Seat(n))
		}
	}
	return seats
}

// back returns the seat of the moves that sits at a seat.
func back(at func(games.Seat) games.Seat, sits games.Seat) games.Seat {
	for s := games.Seat(1); s <= 4; s++ {
		if at(s) == sits {
			return s
		}
	}
	return 0
}

// bySeat writes what a story says of each seat, whatever the order in which it says it.
func bySeat(s results.Story, from func(games.Seat) games.Seat) []string {
	var all []string
	for i, side := range s.Sides {
		line := fmt.Sprintf("%d: %d. %d", from(side.Members[0].Seat), side.Rank, side.Members[0].Total)
		for _, r := range s.Rounds {
			line += fmt.Sprintf(" %d=%d", r.Number, r.Totals[i])
		}
		all = append(all, line)
	}
	for _, h := range s.Hands {
		h.Seat = from(h.Seat)
		all = append(all, fmt.Sprint(h))
	}
	for _, r := range s.Rivals {
		if r.One, r.Other = from(r.One), from(r.Other); r.Ahead == r.Behind && r.One > r.Other {
			r.One, r.Other = r.Other, r.One
		}
		all = append(all, fmt.Sprint(r))
	}
	slices.Sort(all)
	return all
}

// The story is the same while a game is played and when its journal is played again, and it is of
// no matter who sits where.
func TestAStoryIsTheSameReplayedAndWhereverOneSits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		moves := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) move {
			return move{
				kind: rapid.SampledFrom([]games.Kind{games.Press, games.Press, games.Press, games.Answer, games.Answer, games.Undo}).Draw(t, "kind"),
				seat: games.Seat(rapid.IntRange(1, 4).Draw(t, "seat")), pick: rapid.IntRange(0, 2).Draw(t, "pick"),
				after: rapid.SampledFrom([]time.Duration{0, 400 * time.Microsecond, 3 * time.Millisecond, 2 * time.Second}).Draw(t, "after"),
			}
		}), 0, 60).Draw(t, "moves")
		straight := func(s games.Seat) games.Seat { return s }
		table, text := playing(t, moves, straight)
		live := storyOf(table)
		again, _, err := journal.PlayFrom(bytes.NewReader(text), book(), math.MaxInt64, func(journal.Line) {})
		if err != nil {
			t.Fatal(err)
		}
		again.Advance(table.Now())
		same(t, "replayed", storyOf(again), live)

		order := rapid.Permutation([]games.Seat{1, 2, 3, 4}).Draw(t, "order")
		other, _ := playing(t, moves, func(s games.Seat) games.Seat { return order[s-1] })
		same(t, "at other seats", bySeat(storyOf(other), func(s games.Seat) games.Seat {
			return games.Seat(1 + slices.Index(order, s))
		}), bySeat(live, straight))
	})
}

// Across games, equal wins stand by games played and opponents beaten, and who is level shares a place.
// A seat without a name is a player of its own; a game that is over at the table counts at once.
func TestARankingAcrossGames(t *testing.T) {
	game := func(name string, told ...results.Place) results.Game {
		for i := range told {
			told[i].Seat = games.Seat(i + 1)
		}
		return results.Game{Game: name, Over: true, Places: told}
	}
	of := func(name string, total int, won bool) results.Place {
		return results.Place{Name: name, Total: total, Won: won}
	}
	var got []string
	for _, r := range results.Ranking([]results.Game{
		game("quiz", of("Anna", 5, true), of("Ben", 1, false), of("", 0, false)),
		game("mito", of("Anna", 9, false), of("Ben", 2, true), of("", 9, false)),
		game("mog", of("Cleo", 0, false), of("Dan", 0, false)), // won by nobody
	}, book()) {
		got = append(got, fmt.Sprintf("%d. %s%d %d/%d %d/%d", r.Place, r.Name, r.Seat, r.Won, r.Played, r.Beaten, r.Met))
	}
	same(t, "ranking", got, []string{"1. Ben0 1/2 3/4", "2. Anna0 1/2 2/4", "3. Cleo0 0/1 0/1", "3. Dan0 0/1 0/1", "5. 3 0/2 0/4"})
}
