package mastermind

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/games/gametest"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A sitting is a game at its table, with the game in reach.
type sitting struct {
	*games.Table
	game *Game // as it is after the last undo
}

func sit(t *rapid.T, start games.Start) (*sitting, []games.Fact) {
	s := &sitting{}
	rules := Rules()
	rules.Begin = func(step *games.Step, start games.Start) (games.Game, error) {
		game, err := begin(step, start)
		if err == nil {
			s.game = game.(*Game)
		}
		return game, err
	}
	table, facts, err := games.NewTable(rules, start)
	if err != nil {
		t.Fatal(err)
	}
	s.Table = table
	return s, facts
}

// anyStart draws who plays what.
func anyStart(t *rapid.T) games.Start {
	seats := rapid.SampledFrom([][]games.Seat{{1, 2}, {3, 7}, {1, 2, 3}, {2, 3, 5, 8}}).Draw(t, "seats")
	start := games.Start{Game: "mastermind", Seats: seats, Seed: rapid.Uint64().Draw(t, "seed")}
	option := func(key string, v games.Value) {
		start.Options = start.Options.With(games.Field{Key: key, Value: v})
	}
	option("call", rapid.SampledFrom(games.Words("turn", "any", "any")).Draw(t, "call"))
	dealer := rapid.SampledFrom(games.Words("house", "entered", "table")).Draw(t, "dealer")
	option("dealer", dealer)
	if dealer == `"table"` && rapid.Bool().Draw(t, "audit") {
		option("audit", "true")
	}
	if len(seats) == 2 {
		option("boards", rapid.SampledFrom([]games.Value{"1", "2", "[1,2]", "[2,1]"}).Draw(t, "boards"))
	}
	if rapid.Bool().Draw(t, "careful") {
		option("look", `"5ms"`)
	}
	return start
}

// anyInput draws what the table may do next: mostly what is asked, sometimes anything else.
func (s *sitting) anyInput(t *rapid.T) games.Input {
	in := games.Input{At: s.Now() + rapid.SampledFrom([]time.Duration{
		0, 200 * time.Microsecond, time.Millisecond, 5 * time.Millisecond, 30 * time.Millisecond, time.Second,
	}).Draw(t, "after")}
	seats := s.Start().Seats
	if what := rapid.IntRange(0, 19).Draw(t, "what"); what < 6 {
		in.Kind = games.Press
		in.Seat = rapid.SampledFrom(seats).Draw(t, "press")
		in.At = max(s.Earliest(), in.At-time.Duration(rapid.IntRange(0, 2).Draw(t, "late"))*4*time.Millisecond)
		if s.game.phase == setting && s.game.dealer == house && what < 4 {
			in.Seat = s.game.prompts[0].Seat
		}
		return in
	} else if what < 8 {
		in.Kind = games.Release
		in.Seat = rapid.SampledFrom(seats).Draw(t, "release")
		if s.game.held {
			in.Seat = s.game.prompts[0].Seat
		}
		return in
	} else if what == 8 {
		in.Kind, in.Edges = games.Lost, 1
		return in
	} else if what == 9 && s.Lines() > 1 {
		in.Kind = games.Undo
		return in
	}
	if len(s.game.prompts) == 0 || s.game.prompts[0].Shape == games.Peek {
		in.Kind, in.Seat = games.Press, rapid.SampledFrom(seats).Draw(t, "press")
		if s.game.held {
			in.Kind = games.Release
		}
		if len(s.game.prompts) > 0 {
			in.Seat = s.game.prompts[0].Seat
		}
		return in
	}
	return s.answer(t, in, s.game.prompts[0])
}

func (s *sitting) answer(t *rapid.T, in games.Input, p games.Prompt) games.Input {
	in.Kind, in.Prompt, in.Keys = games.Answer, p.ID, p.Keys
	switch p.Shape {
	case games.Choice:
		in.Value = rapid.SampledFrom(p.Options).Draw(t, p.ID)
	case games.Token:
		in.Value = tokenValue(s.anyToken(t))
	case games.Code:
		in.Value = value(s.anyCode(t, s.game.colours))
		if p.ID == "solve" && rapid.IntRange(0, 2).Draw(t, "knows") == 0 {
			in.Value = value(s.game.deal.code())
		}
	}
	return in
}

func (s *sitting) anyToken(t *rapid.T) token {
	free := []int{1, 2, 3, 4, 5}
	for _, tok := range s.game.deal {
		free = slices.DeleteFunc(free, func(p int) bool { return p == tok.position })
	}
	return token{rapid.SampledFrom(s.game.colours).Draw(t, "colour"), rapid.SampledFrom(free).Draw(t, "position")}
}

func tokenValue(t token) games.Value {
	return games.Value(fmt.Sprintf(`{"colour":%q,"position":%d}`, t.colour, t.position))
}

func (s *sitting) anyCode(t *rapid.T, colours []string) Code {
	var c Code
	for _, place := range rapid.Permutation([]int{0, 1, 2, 3, 4}).Draw(t, "places")[:len(s.game.boards)] {
		c[place] = rapid.SampledFrom(colours).Draw(t, "colour")
	}
	return c
}

// seen is everything that anybody can see.
func (s *sitting) seen() map[games.Audience]games.View {
	views := make(map[games.Audience]games.View)
	for a := games.Judge; a <= 8; a++ {
		views[a] = s.View(a)
	}
	return views
}

func compare(t *rapid.T, want, got []games.Fact) {
	t.Helper()
	if diff := cmp.Diff(gametest.Facts(want), gametest.Facts(got)); diff != "" {
		t.Fatalf("facts (-want +got):\n%s", diff)
	}
}

// Four seats call within the settle time, in whatever order their presses are delivered.
func TestRACE(t *testing.T) {
	t.Run("RACE-1 the time of the presses alone decides who calls, not their delivery nor the seats", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			start := games.Start{Game: "mastermind", Seats: []games.Seat{1, 2, 3, 4}, Options: games.Agreed{}.With(
				games.Field{Key: "dealer", Value: `"table"`}, games.Field{Key: "call", Value: `"any"`}, games.Field{Key: "first", Value: "1"},
			)}
			s, _ := sit(t, start)
			seats := rapid.Permutation(start.Seats).Draw(t, "seats")
			var presses []games.Input
			for _, seat := range seats {
				at := time.Second + time.Duration(rapid.IntRange(0, 40).Draw(t, "at"))*250*time.Microsecond
				presses = append(presses, games.Input{At: at, Kind: games.Press, Seat: seat})
			}
			var facts []games.Fact
			for _, p := range presses {
				told, err := s.Apply(p)
				if err != nil {
					t.Fatal(err)
				}
				facts = append(facts, told...)
			}
			facts = append(facts, s.RunOut()...)

			first := slices.MinFunc(presses, func(a, b games.Input) int { return int(a.At - b.At) })
			var head []games.Seat
			for _, p := range presses {
				if p.At-first.At < time.Millisecond {
					head = append(head, p.Seat)
				}
			}
			slices.Sort(head)
			want := fmt.Sprintf("closed guess, call %d at %v", head[0], first.At+11*time.Millisecond)
			if len(head) > 1 {
				want = fmt.Sprintf("closed guess, asked %v at %v", games.SeatsOr(head), first.At+11*time.Millisecond)
			}
			got := "nothing"
			if len(facts) == 3 {
				got = fmt.Sprintf("closed %s, ", facts[0].What.(games.Closed).ID)
				if call, ok := facts[1].What.(Call); ok {
					got += fmt.Sprintf("call %d at %v", call.Seat, facts[1].At)
				}
			} else if len(facts) == 2 {
				got = fmt.Sprintf("closed %s, asked %v at %v", facts[0].What.(games.Closed).ID, facts[1].What.(interface{ Opened() games.Prompt }).Opened().Options, facts[1].At)
			}
			if got != want {
				t.Fatalf("%s; expected %s", got, want)
			}
		})
	})
}

// withoutOwn takes the players' own tokens out of what is seen, and fails if anybody else's is among them.
func (s *sitting) withoutOwn(t *rapid.T, seen map[games.Audience]games.View) {
	for a, v := range seen {
		for _, own := range v.Secret {
			if own.Word != "board" && games.Player(own.Seat) != a {
				t.Fatalf("%v may look at %+v", a, own)
			}
		}
		v.Secret = nil
		seen[a] = v
	}
}

// Two games that differ in nothing but their tokens look the same to everyone until the code is revealed,
// or until an answer tells them apart, as the rules want it: to all but the one who holds his button to look.
func TestNothingPublicKnowsTheTokens(t *testing.T) {
	revealed, looked := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		start := anyStart(t)
		start.Options = start.Options.With(games.Field{Key: "first", Value: games.Number(start.Seats[0])})
		other := start
		other.Seed = rapid.Uint64().Draw(t, "other seed")
		a, factsA := sit(t, start)
		b, factsB := sit(t, other)
		compare(t, factsA, factsB)
		for range 80 {
			in := a.anyInput(t)
			forB := in
			p := games.Prompt{}
			if len(a.game.prompts) > 0 {
				p = a.game.prompts[0]
			}
			switch {
			case in.Kind == games.Answer && p.Shape == games.Token:
				forB.Value = tokenValue(b.anyToken(t))
			case in.Kind == games.Answer && p.Shape == games.Code && a.game.dealer != table:
				// Colours that are in neither code tell nothing, so that these games go on to their end.
				if absent := absentColours(a, b); len(absent) > 0 && rapid.IntRange(0, 9).Draw(t, "absent") > 0 {
					in.Value = value(a.anyCode(t, absent))
					forB.Value = in.Value
				}
			}
			toldA, errA := a.Apply(in)
			toldB, errB := b.Apply(forB)
			if slices.ContainsFunc(toldA, reveals) || slices.ContainsFunc(toldB, reveals) || a.game.dealer == table && p.ID == "token" {
				revealed++
				return
			}
			if fmt.Sprint(errA) != fmt.Sprint(errB) {
				t.Fatalf("%v; in the other game %v", errA, errB)
			}
			if answersDiffer(toldA, toldB) {
				return
			}
			compare(t, toldA, toldB)
			seenA, seenB := a.seen(), b.seen()
			if a.game.shown {
				looked++
				looker := games.Player(a.game.prompts[0].Seat)
				tok := a.game.deal[a.game.set]
				if got := seenA[looker].Headline; got.Extra != tok.colour || got.Number != tok.position {
					t.Fatalf("seat %v sees %+v of %v", looker, got, tok)
				}
				delete(seenA, looker)
				delete(seenB, looker)
			}
			a.withoutOwn(t, seenA)
			b.withoutOwn(t, seenB)
			if diff := cmp.Diff(seenA, seenB); diff != "" {
				t.Fatalf("after %+v:\n%s", in, diff)
			}
		}
	})
	if revealed == 0 || looked == 0 {
		t.Errorf("%d codes revealed, %d looks: these games prove little", revealed, looked)
	}
}

// absentColours lists the colours that neither game's tokens have.
func absentColours(a, b *sitting) []string {
	return slices.DeleteFunc(slices.Clone(a.game.colours), func(c string) bool {
		has := func(t token) bool { return t.colour == c }
		return slices.ContainsFunc(a.game.deal, has) || slices.ContainsFunc(b.game.deal, has)
	})
}

func reveals(f games.Fact) bool { return f.What.Fact() == "revealed" }

// answersDiffer tells whether the games part where the rules let them: in the pegs of an answer.
func answersDiffer(a, b []games.Fact) bool {
	if len(a) != len(b) {
		return false
	}
	differ := false
	for i := range a {
		wa, okA := a[i].What.(Answers)
		wb, okB := b[i].What.(Answers)
		if !okA || !okB {
			if gametest.Facts(a[i:i+1]) != gametest.Facts(b[i:i+1]) {
				return false
			}
			continue
		}
		if len(wa.Replies) != len(wb.Replies) || wa.Guess != wb.Guess || wa.Seat != wb.Seat {
			return false
		}
		differ = differ || !slices.Equal(wa.Replies, wb.Replies)
	}
	return differ
}

func TestMM3_Views(t *testing.T) {
	t.Run("MM-3 the token is on the display of its seat while its button is held, and nowhere else", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			s, _ := sit(t, games.Start{Game: "mastermind", Seats: []games.Seat{1, 2}, Seed: rapid.Uint64().Draw(t, "seed"),
				Options: games.Agreed{}.With(games.Field{Key: "boards", Value: "2"})})
			tokens := slices.Clone(s.game.deal)
			shows := func(want map[games.Audience]token) {
				t.Helper()
				for a, v := range s.seen() {
					tok, mine := want[a]
					if !mine {
						if v.Headline.Word == "your_token" || v.Headline.Extra != "" {
							t.Fatalf("%v sees %+v", a, v)
						}
						continue
					}
					if diff := cmp.Diff(games.Text{Word: "your_token", Seat: games.Seat(a), Number: tok.position, Extra: tok.colour}, v.Headline); diff != "" {
						t.Fatal(diff)
					}
				}
			}
			apply := func(in games.Input) {
				if _, err := s.Apply(in); err != nil {
					t.Fatal(err)
				}
			}
			for i, tok := range tokens {
				seat := games.Seat(i/2 + 1)
				shows(nil)
				apply(games.Input{Kind: games.Press, Seat: 3 - seat})
				shows(nil)
				apply(games.Input{Kind: games.Press, Seat: seat})
				shows(map[games.Audience]token{games.Player(seat): tok})
				apply(games.Input{Kind: games.Release, Seat: 3 - seat})
				shows(map[games.Audience]token{games.Player(seat): tok})
				if rapid.Bool().Draw(t, "lost") { // the release may be among them
					apply(games.Input{Kind: games.Lost, Edges: 1})
					shows(nil)
				}
				apply(games.Input{Kind: games.Release, Seat: seat})
			}
			shows(nil)
			if s.game.phase != guessing {
				t.Fatal("the round has not begun")
			}
		})
	})
}
