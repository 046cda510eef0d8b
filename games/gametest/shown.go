package gametest

import (
	"reflect"
	"slices"

	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// asksSomebody checks that every prompt is for the judge or one player, that its id is no option's
// key, and that a deadline is due by the time at which a visible clock runs out.
func asksSomebody(c *trial) {
	for table := range c.moves() {
		for _, a := range games.Audiences(table.Start().Seats) {
			v := table.View(a)
			if due, ok := table.Deadline(); v.Until > 0 && (!ok || due > v.Until) {
				fail("%v sees time run until %v, and nothing happens then: let Until be a deadline", a, v.Until)
			}
			if a == games.Public && len(v.Prompts) > 0 {
				fail("the public is asked %q: a prompt is for the judge or for one player", v.Prompts[0].ID)
			}
			for _, p := range v.Prompts {
				if slices.ContainsFunc(c.rules.Options, func(o games.Option) bool { return o.Key == p.ID }) {
					fail("an option and a prompt are both %q, and have one line of [questions] between them: "+
						"name one of them otherwise", p.ID)
				}
			}
		}
	}
}

// pointsOnly checks that a seat which a question is about may press its button: the press answers
// the question with that seat, or means nothing to the game.
func pointsOnly(c *trial) {
	for table := range c.moves() {
		table.Advance(table.Now())
		for _, p := range asked(table) {
			for _, s := range table.Start().Seats {
				if p.Buttons != games.Point || !slices.ContainsFunc(p.Options, games.Number(s).Equal) {
					continue
				}
				pressed, answered := copied(table), copied(table)
				in := games.Input{At: table.Now(), Kind: games.Answer, Prompt: p.ID, Keys: p.Keys, Value: games.Number(s)}
				got, _ := pressed.Apply(games.Input{At: in.At, Kind: games.Press, Seat: s})
				want, _ := answered.Apply(in)
				waits := len(got) == 0 || ignored(got)
				if !(waits && stillAsked(pressed, p)) && Facts(got) != Facts(want) {
					fail("prompt %q is about seat %d, whose press does something else: %s", p.ID, s, Facts(got))
				}
			}
		}
	}
}

// tellsAll checks that the history of a game has every event and every proposed word that the
// public view shows.
func tellsAll(c *trial) {
	for table := range c.moves() {
		v, history := table.View(games.Public), table.History()
		for _, t := range append([]games.Text{v.Headline}, v.Lines...) {
			later := t.Span != 0 // a margin may be known only after the step that it is about
			if t.Role.Happened() && !later && !isSaid(history, t) {
				fail("everyone sees that %q has happened (%s), and nobody was parts: have the step say it",
					t.Word, describe(reflect.ValueOf(t)))
			}
		}
		for _, s := range v.Slates {
			if s.Word != "" && !isProposed(history, s) {
				fail("everyone sees that %q was proposed, and no fact is a games.Proposed", s.Word)
			}
		}
	}
}

// isSaid reports whether a step of the history has said a sentence.
func isSaid(history []games.Fact, t games.Text) bool {
	return slices.ContainsFunc(history, func(f games.Fact) bool { return slices.ContainsFunc(f.Said, t.Equal) })
}

// isProposed reports whether a fact of the history has the last proposal of a slate.
func isProposed(history []games.Fact, s games.Slate) bool {
	return slices.ContainsFunc(history, func(f games.Fact) bool {
		if p, ok := f.What.(games.Proposed); ok {
			made := p.Proposal()
			return made.Hunt == s.Hunt && made.Word == s.Word && made.Marks == s.Marks
		}
		return false
	})
}

// canBeHeard checks that verdicts and points make a sound.
func canBeHeard(c *trial) {
	table := c.table()
	for range 3 * c.inputs {
		in, _ := c.legal(table)
		isHeard(table.Advance(in.At), "")
		facts, _ := table.Apply(in)
		isHeard(facts, in.Prompt)
	}
}

// isHeard checks the cues of one step. Points need a sound at once, unless the same prompt is asked
// again: then they are heard after its last answer.
func isHeard(facts []games.Fact, answered string) {
	heard := slices.ContainsFunc(facts, func(f games.Fact) bool {
		asked, more := f.What.(games.Prompted)
		return more && asked.ID == answered || f.Cue().Weight() > games.CueTurn.Weight()
	})
	for _, f := range facts {
		if _, decided := f.Judgement(); decided && f.Cue() == "" {
			fail("fact %q decides who was first and can't be heard: give it a Cue", f.What.Fact())
		}
		if _, scored := f.What.(games.Scored); scored && !heard {
			fail("points are given and nothing can be heard (%s): give a fact of that step a Cue",
				Facts([]games.Fact{f}))
		}
	}
}

// sharesNoMemory checks that a view stays as it was while the game goes on: pages and pictures are
// made of it at the same time.
func sharesNoMemory(c *trial) {
	var views []games.View
	var then []string // each view as text, when it was made
	for table := range c.moves() {
		v := table.View(one(c.dice, games.Audiences(table.Start().Seats)...))
		views, then = append(views, v), append(then, describe(reflect.ValueOf(v)))
	}
	for i, v := range views {
		if diff := cmp.Diff(then[i], describe(reflect.ValueOf(v))); diff != "" {
			fail("a view changed after it was shown (-then +now): give it slices and pointers of its own\n%s", diff)
		}
	}
}
