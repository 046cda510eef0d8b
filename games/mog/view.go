package mog

import (
	"fmt"
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// View returns what an audience may see. Before it is revealed, only MOG's player sees the secret
// character; with the house no player does.
func (g *Game) View(a games.Audience) games.View {
	o := public{g.open}
	switch {
	case a == games.Judge:
		return o.forJudge()
	case a > 0 && a == games.Player(g.mog):
		return o.forHolder(g.secret)
	}
	return o.view()
}

// public shows what lies open. It has no more than that, so it can't give MOG's card away.
type public struct{ open }

// view returns what everyone may see.
func (o public) view() games.View {
	v := games.View{
		Round: o.round, Rounds: o.rounds,
		Over:   o.phase == gameOver,
		Race:   o.floor.Photo,
		Result: o.results,
	}
	v.Headline, v.Lines = o.say()
	if o.phase == roundOver {
		v.Next = o.nextFirst()
	}
	switch {
	case o.phase == roundOver, o.phase == gameOver:
		v.Panel = games.Standings
	case o.floor.State == race.Disputed && v.Headline.Role == games.Verdict:
		v.Panel = games.PhotoFinish
	}
	return v
}

// forJudge returns the public view with the token to lay, while it is fresh, and the prompts.
func (o public) forJudge() games.View {
	v := o.view()
	if o.phase == chasing && o.fresh {
		t := o.tokens[len(o.tokens)-1]
		v.Lines[0] = v.Headline // in place of the line about that token
		v.Headline = games.Text{Word: "mog_lay", Number: t.shared, Extra: t.card.String()}
	}
	v.Prompts = o.asked(games.Judge)
	return v
}

// forHolder returns the public view with MOG's card and prompts.
func (o public) forHolder(secret Card) games.View {
	v := o.view()
	v.Prompts = o.asked(games.Player(o.mog))
	if o.phase != choosing && o.finished == nil {
		v.Secret = append([]games.Text{{Word: "secret_card", Extra: secret.String()}}, o.described(secret)...)
	}
	return v
}

// say returns the texts of a public view.
func (o public) say() (headline games.Text, lines []games.Text) {
	round := games.RoundOf(o.round, o.rounds)
	worth := games.Text{Word: "shout_worth", Number: pointsUnmasked - len(o.tokens)}
	now := games.Text{Word: "turn", Seat: o.turn}
	switch {
	case o.phase == choosing:
		return games.Text{Word: "mog_chooses", Seat: o.mog}, []games.Text{round}
	case o.finished != nil:
		return o.sayEnding()
	case o.floor.State == race.Disputed:
		dispute := o.floor.Dispute()
		if o.floor.Photo.Void {
			return dispute, o.waiting()
		}
		if o.wrong != 0 {
			return o.failure(), []games.Text{dispute}
		}
		return dispute, nil
	case o.floor.State == race.Taken:
		lines = append(o.waiting(), worth)
		if o.wrong != 0 {
			lines = append(lines, o.failure())
		}
		return o.shouts(), lines
	}
	if n := len(o.tokens); n > 0 {
		lines = append(lines, o.tokens[n-1].told())
	}
	lines = append(lines, worth, round)
	if o.wrong != 0 {
		return o.failure(), slices.Insert(lines, 0, now)
	}
	return now, lines
}

// failure says whose accusation was wrong.
func (o public) failure() games.Text {
	return games.Text{Word: "mog_wrong", Role: games.News, Seat: o.wrong, Number: pointsWrong}
}

func (o public) shouts() games.Text {
	return games.Text{Word: "mog_shout", Role: games.Verdict, Seat: o.floor.Speaker}
}

func (t token) told() games.Text {
	return games.Text{Word: "mog_token", Role: games.News, Number: t.shared, Extra: t.card.String()}
}

// waiting says who will accuse next, in the order of the shouts.
func (o public) waiting() []games.Text {
	if o.floor.Empty() {
		return nil
	}
	return []games.Text{{Word: "shout_next", Seats: o.floor.Pressed()}}
}

func (o public) sayEnding() (headline games.Text, lines []games.Text) {
	e := o.finished
	headline = games.Text{Word: "unmasked", Role: games.News, Seat: e.seat, Number: e.points}
	if e.found {
		headline.Word = "mog_found"
	}
	lines = append(lines, games.Text{Word: "mog_was", Role: games.News, Extra: e.card.String()})
	lines = append(lines, e.coach()...)
	lines = append(lines, o.described(e.card)...)
	if o.phase == gameOver {
		return o.totals.Won(games.Highest), slices.Insert(lines, 0, headline)
	}
	return headline, append(lines, o.totals.Leading(games.Highest))
}

// described names the three attributes of a character, by the table's own names if it has any.
func (o public) described(c Card) []games.Text {
	lines := make([]games.Text, 0, 3)
	for _, n := range c {
		if o.names == nil {
			lines = append(lines, games.Text{Word: ownWord(n), Number: n})
		} else {
			lines = append(lines, games.Text{Word: "attribute", Number: n, Extra: o.names[n-1]})
		}
	}
	return lines
}

// ownWord returns the key of an attribute in words.*.txt, for a table without names of its own.
func ownWord(n int) string { return fmt.Sprintf("attribute_%d", n) }

// Places returns the seats as everyone sees them.
func (g *Game) Places() []games.Place {
	o := public{g.open}
	return games.Places(o.seats, o.totals, func(p *games.Place) {
		if p.Lamp = games.LitIf(o.lit(p.Seat)); p.Seat == o.mog {
			p.Mark = "mog"
		}
	})
}

func (o public) lit(s games.Seat) bool {
	switch {
	case o.phase == gameOver:
		return slices.Contains(o.totals.Winners(games.Highest), s)
	case o.phase == roundOver:
		return s == o.finished.seat
	case o.phase == choosing:
		return s == o.mog
	case o.floor.State == race.Free:
		return s == o.turn
	case o.floor.State == race.Disputed:
		return slices.Contains(o.floor.Photo.DeadHeat, s)
	}
	return o.floor.State == race.Taken && s == o.floor.Speaker
}

// asked returns the open prompts of an audience. A prompt for a card has the names of the eight
// attributes as options, attribute n at n-1, and after them the words that may be answered instead.
func (o public) asked(a games.Audience) []games.Prompt {
	prompts := o.prompts.Of(a)
	for i := range prompts {
		p := &prompts[i]
		if p.Shape == games.Card {
			p.Options, p.Places = o.attributeNames(), attributes
			p.Min, p.Max = perCard, perCard
		}
		if p.ID == "accuse" {
			p.Options = append(p.Options, games.Word("withdraw"))
		}
	}
	return prompts
}

func (o public) attributeNames() []games.Value {
	if o.names != nil {
		return games.Words(o.names...)
	}
	var words [attributes]string
	for i := range words {
		words[i] = ownWord(i + 1)
	}
	return games.Words(words[:]...)
}
