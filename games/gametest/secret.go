package gametest

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// keepsSecrets plays two games that differ in what players enter for themselves and, often, in the seed. Whoever is not meant
// to know must not tell them apart, as long as no fact has told all.
func keepsSecrets(c *trial) error {
	starts := [2]games.Start{c.start()}
	starts[1] = starts[0]
	seeded := c.in(2)
	if seeded {
		starts[1].Seed += 1 + c.dice.Uint64N(100)
	}
	var tables [2]*games.Table
	var told [2][]games.Fact
	var err error
	for i := range tables {
		if tables[i], told[i], err = games.NewTable(c.rules, starts[i]); err != nil {
			return err
		}
	}
	outsiders := audiences(tables[0]) // of whom the public is the first
	if seeded {
		outsiders = outsiders[:2] // what the seed deals to players is theirs
	}
	for range c.inputs {
		if Facts(told[0]) != Facts(told[1]) {
			return nil // what all know is no more the same
		}
		for _, a := range outsiders {
			if err := c.looksTheSame(tables, a); err != nil {
				return err
			}
		}
		in, p := c.legal(tables[0])
		in.At = max(in.At, tables[1].Now())
		for i := range tables {
			told[i] = tables[i].Advance(in.At)
		}
		if !stillAsked(tables[0], p) || !stillAsked(tables[1], p) {
			continue
		}
		secret := in
		if p.For > 0 {
			secret.Value = c.another(p, in.Value)
			outsiders = slices.DeleteFunc(outsiders, func(a games.Audience) bool { return a == p.For })
		}
		facts, err := tables[0].Apply(in)
		others, otherErr := tables[1].Apply(secret)
		if (err == nil) != (otherErr == nil) {
			return nil // a refusal tells him who made it
		}
		if err := saysNothing(err, otherErr, p); err != nil {
			return err
		}
		if diff := cmp.Diff(Facts(facts), Facts(others)); diff != "" && p.For > 0 {
			return fmt.Errorf("%s and %s are entered for %q by seat %d alone, and the facts tell which: leave it out of them until the game reveals it\n%s",
				string(in.Value), string(secret.Value), p.ID, p.For, diff)
		}
		told[0], told[1] = append(told[0], facts...), append(told[1], others...)
	}
	return nil
}

// saysNothing holds that a refused secret is refused without repeating any of it.
func saysNothing(err, other error, p games.Prompt) error {
	var refusal, otherRefusal *games.Refusal
	if p.For <= 0 || !errors.As(err, &refusal) || !errors.As(other, &otherRefusal) {
		return nil
	}
	if refusal.Error() != otherRefusal.Error() {
		return fmt.Errorf("what seat %d alone may know is repeated where it is refused (%w; %w): refuse it without", p.For, err, other)
	}
	return nil
}

func (c *trial) looksTheSame(tables [2]*games.Table, a games.Audience) error {
	views := [2]games.View{tables[0].View(a), tables[1].View(a)}
	if a == games.Judge {
		for i := range views {
			views[i] = withoutWords(views[i])
		}
	}
	if diff := cmp.Diff(views[0], views[1]); diff != "" {
		return fmt.Errorf("all facts are the same, but the view of %v tells a secret: make it of what lies open alone\n%s", a, diff)
	}
	height := one(c, display.Height, display.LowHeight)
	var pictures [2]string
	for i := range tables {
		picture := canvas.NewPicture(height)
		c.painter.Draw(picture, display.Scene{View: views[i], Now: tables[i].Now()})
		pictures[i] = string(picture.Pix)
	}
	if pictures[0] != pictures[1] {
		return fmt.Errorf("all facts are the same, but the picture of %v tells a secret", a)
	}
	return nil
}

// hidesTheSeed begins games with many seeds: at least two must begin alike to all.
func hidesTheSeed(c *trial) error {
	start := c.start()
	begun := map[string]bool{}
	const seeds = 60
	for seed := range uint64(seeds) {
		start.Seed = seed
		_, facts, err := games.NewTable(c.rules, start)
		if err != nil {
			return err
		}
		if len(facts) > 0 {
			begun[strings.TrimSpace(Facts(facts))] = true
		}
	}
	if len(begun) == seeds {
		return fmt.Errorf("%d seeds begin with %d different facts, so that these tell what was drawn: leave it out of them until the game reveals it", seeds, seeds)
	}
	return nil
}

// withoutWords leaves out the words that the judge must know to referee.
func withoutWords(v games.View) games.View {
	v.Slates = slices.Clone(v.Slates)
	for i := range v.Slates {
		v.Slates[i].Secret = ""
	}
	return v
}
