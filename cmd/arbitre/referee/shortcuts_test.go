package referee

import (
	"slices"
	"testing"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/gametest"

	"pgregory.net/rapid"
)

// A shortcut may give every answer that can be chosen in a game.
func TestEveryChoiceOfAGameIsKnown(t *testing.T) {
	seats := []games.Seat{1, 2, 3, 4}
	for _, s := range all.Games() {
		t.Run(s.Name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				start := games.Start{Game: s.Name, Seats: seats}
				var agreed games.Agreed
				for _, o := range s.Options {
					if o.Offer == nil {
						continue
					}
					if offered, _ := o.Offer(games.Terms{Seats: seats, Agreed: agreed}); len(offered) > 0 {
						agreed = agreed.With(games.Field{Key: o.Key, Value: rapid.SampledFrom(offered).Draw(t, o.Key)})
					}
				}
				start.Options = s.Chosen(agreed)
				table, _, err := games.NewTable(s, start)
				if err != nil {
					t.Fatal(err)
				}
				known := s.Asks(seats)
				for range 60 {
					table.Apply(gametest.Next(t, table)) // a refused input changes nothing
					for _, p := range table.View(games.Judge).Prompts {
						for _, option := range p.Options {
							if p.Shape == games.Choice && !slices.ContainsFunc(known[p.ID], option.Equal) {
								t.Fatalf("%q may be answered %v, which is not among %v", p.ID, option, known[p.ID])
							}
						}
					}
				}
			})
		})
	}
}

// Every question of the box and each of its choices has words in every language.
func TestEveryQuestionOfTheBoxHasItsWords(t *testing.T) {
	for _, l := range wording.Languages() {
		voice := wording.NewPhrases(nil).In(l, "")
		for id, options := range answers(nil, 0) {
			if _, ok := voice.Find(wording.Questions, id); !ok {
				t.Errorf("%s: %q has no words", l, id)
			}
			for _, o := range options {
				_, own := voice.Find(wording.Words, id+"."+o)
				if _, ok := voice.Find(wording.Words, o); !own && !ok {
					t.Errorf("%s: the answer %s to %q has no words", l, o, id)
				}
			}
		}
	}
}
