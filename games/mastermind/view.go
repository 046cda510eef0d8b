package mastermind

import (
	"slices"

	"arbitre/games"
	"arbitre/games/race"
)

// View returns what an audience may see: what lies open and the prompts it answers. A player also
// sees his own tokens: while he holds his button to look, and later as his secret.
func (g *Game) View(a games.Audience) games.View {
	o := public{g.open}
	v := o.view()
	v.Prompts = o.asked(a)
	if g.shown && a == games.Player(g.boards[g.boardsSet].seat) {
		v.Headline, v.Lines = o.token(g.deal, g.boardsSet), o.boardLine(g.boardsSet)
	}
	v.Secret = o.secret(g.deal, a)
	return v
}

// public shows what lies open. It has no more than that, so it gives no token away but those it is handed.
type public struct{ open }

// token says which token a player has on a board.
func (o public) token(d deal, i int) games.Text {
	return games.Text{Word: "your_token", Seat: o.boards[i].seat, Number: d[i].position, Extra: d[i].colour}
}

// secret returns the tokens that a player has looked at or entered, for him to look at again until
// the round is over.
func (o public) secret(d deal, a games.Audience) (tokens []games.Text) {
	if o.phase == roundOver || o.phase == gameOver || o.dealer == table {
		return nil
	}
	for i, b := range o.boards[:min(o.boardsSet, len(d))] {
		if a == games.Player(b.seat) {
			tokens = append(append(tokens, o.token(d, i)), o.boardLine(i)...)
		}
	}
	return tokens
}

func (o public) view() games.View {
	v := games.View{
		Round: o.round, Rounds: o.rounds,
		Over:   o.phase == gameOver,
		Race:   o.floor.Photo,
		Result: o.results,
	}
	v.Headline, v.Lines = o.say()
	v.Panel = o.panel(v.Headline)
	return v
}

// panel returns what is drawn beside the texts.
func (o public) panel(headline games.Text) games.Panel {
	over := o.phase == roundOver || o.phase == gameOver
	switch state := o.floor.State; {
	case state == race.Disputed && headline.Role == games.Verdict:
		return games.PhotoFinish
	case over && o.code != (Code{}):
		return games.Revealed
	case o.phase == gameOver:
		return games.Standings
	case o.phase == guessing && (state == race.Free || state == race.Settling):
		if o.failed == 0 && len(o.heard) > 0 {
			return games.Replies
		}
	}
	return games.Nothing
}

// say returns the texts of a public view.
func (o public) say() (headline games.Text, lines []games.Text) {
	now := games.Text{Word: "turn", Seat: o.turn}
	switch o.phase {
	case setting, exposing:
		headline = games.Text{Word: "enter_token", Seat: o.boards[o.boardsSet].seat}
		if o.dealer == house {
			headline.Word = "peek"
		}
		if o.phase == exposing && o.boardsSet == 0 {
			return o.outcome(), []games.Text{headline}
		}
		return headline, o.boardLine(o.boardsSet)
	case replying:
		return o.lastGuess(), nil
	case roundOver:
		return o.outcome(), append(o.debrief(), o.totals.Leading(games.Highest))
	case gameOver:
		return o.totals.Won(games.Highest), append([]games.Text{o.outcome()}, o.debrief()...)
	}
	switch {
	case o.floor.State == race.Taken:
		return o.calls(), o.floor.Decision().Finish.Margin()
	case o.floor.State == race.Disputed && (o.floor.Photo.Void || o.failed == 0):
		return o.floor.Dispute(), nil
	case o.floor.State == race.Disputed:
		return o.failure(), []games.Text{o.floor.Dispute()}
	case o.failed != 0:
		return o.failure(), []games.Text{now}
	case len(o.heard) > 0:
		return now, append([]games.Text{o.lastGuess()}, o.replies()...)
	}
	return now, []games.Text{games.RoundOf(o.round, o.rounds)}
}

// failure says whose code was wrong.
func (o public) failure() games.Text {
	return games.Text{Word: "eliminated", Role: games.News, Seat: o.failed}
}

func (o public) calls() games.Text {
	return games.Text{Word: "mastermind", Role: games.Verdict, Seat: o.floor.Speaker}
}

// boardLine names the board, if its seat has two.
func (o public) boardLine(i int) []games.Text {
	if !o.hasTwo(o.boards[i].seat) {
		return nil
	}
	return []games.Text{{Word: "board", Number: o.boards[i].number}}
}

func (o public) hasTwo(seat games.Seat) bool { return slices.Contains(o.boards, board{seat, 2}) }

func (o public) lastGuess() games.Text {
	last := o.heard[len(o.heard)-1]
	return games.Text{Word: "guessed", Role: games.News, Seat: last.Seat, Code: slices.Clone(last.Guess[:])}
}

// replies returns the answers to the last guess, one for each board.
func (o public) replies() []games.Text {
	last := o.heard[len(o.heard)-1]
	lines := make([]games.Text, 0, len(last.Replies)+2)
	for _, r := range last.Replies {
		reply := games.Reply{Of: int(r.Seat)}
		if r.Peg != None {
			reply.Colour = string(r.Peg)
		}
		t := games.Text{Word: "reply_" + string(r.Peg), Role: games.News, Seat: r.Seat, Reply: &reply}
		if o.hasTwo(r.Seat) {
			t.Word, t.Number, reply.Of = "board_"+string(r.Peg), r.Board, r.Board
		}
		lines = append(lines, t)
	}
	return lines
}

// outcome says who solved the code, or that it was not solved.
func (o public) outcome() games.Text {
	if o.solver == 0 {
		return games.Text{Word: "unsolved", Role: games.News}
	}
	return games.Text{Word: "solved", Role: games.News, Seat: o.solver}
}

// debrief returns what the box knows of the round that is over.
func (o public) debrief() []games.Text {
	var lines []games.Text
	if e := o.wrongAnswer; e != nil {
		wrong := "wrong_" + string(e.Peg)
		lines = append(lines, games.Text{Word: wrong, Role: games.News, Seat: e.Seat, Number: e.Guess})
	} else if o.audit {
		lines = append(lines, games.Text{Word: "consistent", Role: games.News})
	}
	if o.code != (Code{}) {
		lines = append(lines, games.Text{Word: "code", Role: games.News, Code: slices.Clone(o.code[:])})
	}
	if o.left > 0 {
		lines = append(lines, games.Text{Word: "codes_left", Role: games.News, Seat: o.solver, Number: o.left})
	}
	return lines
}

// Places returns the seats as everyone sees them.
func (g *Game) Places() []games.Place {
	o := public{g.open}
	return games.Places(o.seats, o.totals, func(p *games.Place) {
		p.Lamp = o.lamp(p.Seat)
		switch {
		case slices.Contains(o.out, p.Seat):
			p.Mark = games.Eliminated
		case p.Seat == o.turn && o.phase.playing():
			p.Mark = "turn"
		}
	})
}

func (o public) lamp(s games.Seat) games.Lamp {
	lit := false
	switch o.phase {
	case setting:
		lit = s == o.boards[o.boardsSet].seat
		if lit && o.dealer == house && !o.held {
			return games.Blinking
		}
	case guessing, replying:
		switch o.floor.State {
		case race.Disputed:
			lit = slices.Contains(o.floor.Photo.DeadHeat, s)
		case race.Taken:
			lit = s == o.floor.Speaker
		default:
			lit = s == o.turn
		}
	case exposing:
		lit = s == o.boards[o.boardsSet].seat
	case roundOver:
		lit = s == o.solver
	case gameOver:
		lit = slices.Contains(o.totals.Winners(games.Highest), s) // MM-12
	}
	return games.LitIf(lit)
}

// asked returns the open prompts of an audience. Prompts for a code or a token have the colours as
// their options; a code has one colour for each board, which is both Min and Max.
func (o public) asked(a games.Audience) []games.Prompt {
	prompts := o.prompts.Of(a)
	for i := range prompts {
		switch p := &prompts[i]; p.Shape {
		case games.Code:
			p.Min, p.Max, p.Places = len(o.boards), len(o.boards), places
			p.Options = games.Words(o.colours...)
		case games.Token:
			p.Options, p.Places = games.Words(o.colours...), places
		}
	}
	return prompts
}
