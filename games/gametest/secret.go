package gametest

import (
	"errors"
	"slices"

	"arbitre/games"
	"arbitre/games/journal"

	"github.com/google/go-cmp/cmp"
)

// Twins plays two games that differ only in what is secret, for as long as their facts are the
// same, and returns their journals. A page, a log or an explanation for a reader who knows no
// secret must be the same for both. The same number is the same pair.
func Twins(rules games.Rules, number int) (journals [2][]byte, err error) {
	c := trial{rules: rules}
	err = failing(func() {
		c.deal(number)
		c.playTwins(func(t *twins) { journals = t.journals })
	})
	return journals, err
}

// playTwins plays twins and calls see before each input.
func (c *trial) playTwins(see func(*twins)) {
	t := c.newTwins()
	for more := true; more && c.inputs > 0; c.inputs-- {
		see(t)
		more = c.playOn(t)
	}
}

// Twins are two games that differ in secrets that players enter and, in half of the cases, in the
// seed.
type twins struct {
	tables    [2]*games.Table
	journals  [2][]byte
	seeded    bool             // the seed is secret, too: what it draws may show at any time
	strangers []games.Audience // who know no secret so far, the public first
}

func (c *trial) newTwins() *twins {
	start := c.start()
	if c.dice.oneIn(2) {
		return c.begunAlike(start, start)
	}
	const seeds = 60
	for range seeds {
		other := start
		other.Seed += 1 + c.dice.Uint64N(100)
		if t := c.begunAlike(start, other); t != nil {
			t.seeded = true
			t.strangers = t.strangers[:2] // what the seed deals to players is theirs
			return t
		}
	}
	fail("%d seeds begin with other facts than one, so that these tell what was drawn: "+
		"leave it out of them until the game reveals it", seeds)
	return nil
}

// begunAlike begins two games. It returns nil if their first facts differ.
func (c *trial) begunAlike(start, other games.Start) *twins {
	t := &twins{}
	var texts [2]string
	for i, s := range [2]games.Start{start, other} {
		table, facts := c.begin(s)
		t.tables[i], t.journals[i], texts[i] = table, journal.AppendStart(nil, s), Facts(facts)
	}
	if texts[0] != texts[1] {
		return nil
	}
	t.strangers = games.Audiences(start.Seats)
	return t
}

// playOn plays one more input in both games. It returns false once their facts differ, or only one
// of them has refused the input.
func (c *trial) playOn(t *twins) (more bool) {
	in, p := c.legal(t.tables[0])
	in.At = max(in.At, t.tables[1].Now())
	var texts [2]string
	for i, table := range t.tables {
		texts[i] = Facts(table.Advance(in.At))
	}
	if texts[0] != texts[1] {
		return false
	}
	if !stillAsked(t.tables[0], p) || !stillAsked(t.tables[1], p) {
		return true
	}
	both := [2]games.Input{in, in}
	if p.For > 0 {
		both[1].Value = c.dice.another(p, in.Value)
		t.strangers = slices.DeleteFunc(t.strangers, func(a games.Audience) bool { return a == p.For })
	}
	var refused [2]error
	for i, table := range t.tables {
		var facts []games.Fact
		facts, refused[i] = table.Apply(both[i])
		texts[i] = Facts(facts)
	}
	if (refused[0] == nil) != (refused[1] == nil) {
		return false
	}
	saysNothing(refused[0], refused[1], p)
	if diff := cmp.Diff(texts[0], texts[1]); diff != "" && p.For > 0 && !t.seeded {
		fail("%s and %s are entered for %q by seat %d alone, and the facts tell which: "+
			"leave it out of them until the game reveals it\n%s",
			both[0].Value.JSON(), both[1].Value.JSON(), p.ID, p.For, diff)
	}
	if texts[0] != texts[1] {
		return false
	}
	for i := range t.journals {
		if refused[i] == nil {
			t.journals[i] = journal.AppendInput(t.journals[i], both[i])
		}
	}
	return true
}

// keepsSecrets checks that twins whose facts are the same look the same to all who know no secret.
func keepsSecrets(c *trial) {
	c.playTwins(func(t *twins) {
		if diff := differ(t.tables[0].History(), t.tables[1].History()); diff != "" {
			fail("all facts are the same, but what people are told reveals a secret: "+
				"say what lies open alone\n%s", diff)
		}
		for _, a := range t.strangers {
			looksTheSame(t.tables, a)
		}
	})
}

// saysNothing checks that the refusal of a secret repeats none of it.
func saysNothing(err, other error, p games.Prompt) {
	one, refused := errors.AsType[*games.Refusal](err)
	two, also := errors.AsType[*games.Refusal](other)
	if p.For > 0 && refused && also && one.Error() != two.Error() {
		fail("what seat %d alone may know is repeated where it is refused (%w; %w): refuse it without",
			p.For, err, other)
	}
}

// looksTheSame checks that an audience sees the same at both tables, but for the secret words that
// the judge's slates have.
func looksTheSame(tables [2]*games.Table, a games.Audience) {
	views := [2]games.View{tables[0].View(a), tables[1].View(a)}
	if a == games.Judge {
		for i := range views {
			views[i] = withoutWords(views[i])
		}
	}
	if diff := cmp.Diff(views[0], views[1]); diff != "" {
		fail("all facts are the same, but the view of %v tells a secret: make it of what lies open alone\n%s", a, diff)
	}
}

// withoutWords leaves out the words that the judge must know to referee.
func withoutWords(v games.View) games.View {
	v.Slates = slices.Clone(v.Slates)
	for i := range v.Slates {
		v.Slates[i].Secret = ""
	}
	return v
}
