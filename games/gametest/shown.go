package gametest

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"time"

	"arbitre/display"
	"arbitre/display/canvas"
	"arbitre/display/keys"
	"arbitre/display/wording"
	"arbitre/games"

	"github.com/google/go-cmp/cmp"
)

// canBeRead plays by the keys and buttons of a judge and of the players, and draws what everyone sees.
func canBeRead(c *trial) {
	if missing := c.phrases.Untranslated(c.rules, c.lobby()); len(missing) > 0 {
		fail("no words for %s: write them into the files beside the game", strings.Join(missing, "; "))
	}
	table := c.table()
	rows := one(c, heights()...)
	dialogues := map[games.Audience]*keys.Dialogue{}
	for _, a := range audiences(table) {
		d := &keys.Dialogue{}
		if a != games.Public {
			d.Rows = rows
		}
		dialogues[a] = d
	}
	for range 4 * c.inputs { // for much that may be seen is seldom seen
		at := table.Now() + one(c, time.Millisecond, 20*time.Millisecond, 2*time.Second)
		table.Advance(at)
		in, who := c.operate(table, dialogues, at)
		if _, err := table.Apply(in); err != nil {
			c.canBeSaid(err, in)
			dialogues[who].Refuse(c.phrases.In(one(c, wording.Languages()...), c.rules.Name).Refusal(err))
		}
		for a, d := range dialogues {
			v := table.View(a)
			d.Follow(v)
			if due, ok := table.Deadline(); v.Until > 0 && (!ok || due > v.Until) {
				fail("%v sees time run until %v, and nothing happens then: let Until be a deadline", a, v.Until)
			}
			for _, p := range v.Prompts {
				if slices.ContainsFunc(c.rules.Options, func(o games.Option) bool { return o.Key == p.ID }) {
					fail("an option and a prompt are both %q, and have one line of [questions] between them: name one of them otherwise", p.ID)
				}
			}
			if a == games.Public && len(v.Prompts) > 0 {
				fail("the public is asked %q: a prompt is for the judge or for one player", v.Prompts[0].ID)
			}
		}
		who = one(c, audiences(table)...)
		c.draw(who, table.View(who), *dialogues[who], at)
	}
}

// heights are those of the displays.
func heights() []int { return []int{display.Height, display.LowHeight} }

// lobby is what the lobby asks.
func (c *trial) lobby() []games.Prompt {
	var asked []games.Prompt
	for _, o := range c.rules.Options {
		if o.Offer == nil {
			continue
		}
		p := games.Prompt{ID: o.Key, Seats: o.Seats}
		var seats []games.Seat
		for s := range games.Seat(c.rules.Most) {
			seats = append(seats, s+1)
			if choices, _ := o.Offer(games.Terms{Seats: seats}); len(seats) >= c.rules.Least && len(choices) > 1 {
				p.Options = append(p.Options, choices...) // one choice is agreed unasked
			}
		}
		if len(p.Options) > 0 {
			asked = append(asked, p)
		}
	}
	return asked
}

// operate has a player who is asked, or else the judge, press keys until there is an answer, or somebody his button.
func (c *trial) operate(table *games.Table, dialogues map[games.Audience]*keys.Dialogue, at time.Duration) (games.Input, games.Audience) {
	if c.in(3) {
		return games.Input{At: at, Kind: one(c, games.Press, games.Press, games.Release), Seat: one(c, table.Start().Seats...)}, games.Judge
	}
	who := games.Judge
	for _, s := range table.Start().Seats {
		if len(table.View(games.Player(s)).Prompts) > 0 {
			who = games.Player(s)
			break
		}
	}
	v, d := table.View(who), dialogues[who]
	for range 15 {
		var in games.Input
		var made bool
		switch n := c.dice.IntN(30); {
		case n < 14:
			in, made = d.Press(keys.OK, at, v)
		case n < 20:
			in, made = d.Press(keys.Next, at, v)
		case n < 22:
			in, made = d.Press(keys.Previous, at, v)
		case n < 23:
			in, made = d.Press(keys.Back, at, v)
		default:
			d.Type(one(c, []rune("012345678AELTÉ")...), v)
		}
		if made {
			return in, who
		}
	}
	return games.Input{At: at, Kind: games.Lost, Edges: 1}, who
}

// draw draws a view in every language, at the height that its dialogue is held at.
func (c *trial) draw(who games.Audience, v games.View, d keys.Dialogue, at time.Duration) {
	heights := heights()
	if d.Rows > 0 {
		heights = []int{d.Rows}
	}
	if missing := c.phrases.Unknown(v); len(missing) > 0 {
		fail("%v sees: no words for %s: write them into the files beside the game", who, strings.Join(missing, ", "))
	}
	for _, l := range wording.Languages() {
		for _, height := range heights {
			c.painter.Draw(canvas.NewPicture(height), display.Scene{View: v, Dialogue: d, Language: l, Now: at})
			if flaws := c.painter.Flaws(); flaws != "" {
				fail("%v sees: in %v on %d rows (headline %q) %s: say it in fewer letters", who, l, height, v.Headline.Word, flaws)
			}
		}
	}
}

// canBeHeard holds that nobody misses what decides: it makes a sound.
func canBeHeard(c *trial) {
	table := c.table()
	for range 3 * c.inputs {
		in, _ := c.legal(table)
		isHeard(table.Advance(in.At), "")
		facts, _ := table.Apply(in)
		isHeard(facts, in.Prompt)
	}
}

// isHeard looks at what came of an answer. Points are heard when they are given or, where one question after the other
// gives some, after the last.
func isHeard(facts []games.Fact, answered string) {
	heard := slices.ContainsFunc(facts, func(f games.Fact) bool {
		asked, more := f.What.(games.Prompted)
		return more && asked.ID == answered || f.Cue().Weight() > games.CueTurn.Weight()
	})
	for _, f := range facts {
		if judged, ok := f.What.(games.Judged); ok && f.Cue() == "" {
			if _, decided := judged.Judgement(); decided {
				fail("fact %q decides who was first and can't be heard: give it a Cue", f.What.Fact())
			}
		}
		if f.What.Fact() == (games.Scored{}).Fact() && !heard {
			fail("points are given and nothing can be heard (%s): give a fact of that step a Cue", Facts([]games.Fact{f}))
		}
	}
}

// sharesNoMemory keeps what was shown while the game goes on: pages and pictures are made of it at the same time.
func sharesNoMemory(c *trial) {
	table := c.table()
	type shown struct {
		view, kept games.View
		a          games.Audience
	}
	var all []shown
	for range c.inputs {
		a := one(c, audiences(table)...)
		v := table.View(a)
		all = append(all, shown{v, deepCopy(reflect.ValueOf(v)).Interface().(games.View), a})
		table.Apply(c.next(table))
	}
	table.RunOut()
	for _, s := range all {
		if diff := cmp.Diff(s.kept, s.view); diff != "" {
			fail("a view of %v changed after it was shown (-then +now): give it slices and pointers of its own\n%s", s.a, diff)
		}
	}
}

// deepCopy copies a value with all that it points to. It has no unexported fields.
func deepCopy(v reflect.Value) reflect.Value {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			c.Set(reflect.New(v.Type().Elem()))
			c.Elem().Set(deepCopy(v.Elem()))
		}
	case reflect.Slice:
		if !v.IsNil() {
			c.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
			for i := range v.Len() {
				c.Index(i).Set(deepCopy(v.Index(i)))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			c.Index(i).Set(deepCopy(v.Index(i)))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			c.Field(i).Set(deepCopy(v.Field(i)))
		}
	}
	return c
}

// canBeSaid holds that an answer is refused in words that the judge understands.
func (c *trial) canBeSaid(err error, in games.Input) {
	var refusal *games.Refusal
	if !errors.As(err, &refusal) {
		fail("what the keys answer, %+v, is refused (%w): let the prompt say what it takes, or refuse by games.Refuse with a sentence for the judge", in, err)
	}
	if missing := c.phrases.Unknown(games.View{Game: c.rules.Name, Headline: refusal.Say}); len(missing) > 0 {
		fail("no words for the refusal %q: write them into the files beside the game", refusal.Say.Word)
	}
}
