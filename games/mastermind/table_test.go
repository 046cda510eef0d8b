package mastermind

import (
	"slices"
	"testing"

	"arbitre/games"

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

// seen is everything that anybody can see.
func (s *sitting) seen() map[games.Audience]games.View {
	views := make(map[games.Audience]games.View)
	for a := games.Judge; a <= 8; a++ {
		views[a] = s.View(a)
	}
	return views
}

func TestMM3_Views(t *testing.T) {
	t.Run("MM-3 the token is seen by its seat alone, while its button is held", func(t *testing.T) {
		rapid.Check(t, func(t *rapid.T) {
			s, _ := sit(t, games.Start{
				Game: "mastermind", Seats: []games.Seat{1, 2}, Seed: rapid.Uint64().Draw(t, "seed"),
				Options: games.Agreed{}.With(games.Field{Key: "boards", Value: "2"}),
			})
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
					yours := games.Text{Word: "your_token", Seat: games.Seat(a)}
					yours.Number, yours.Extra = tok.position, tok.colour
					if diff := cmp.Diff(yours, v.Headline); diff != "" {
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
