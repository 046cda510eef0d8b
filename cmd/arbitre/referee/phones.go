package referee

import (
	"errors"
	"math"
	"time"

	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/journal"
)

// invited is what a phone is shown that is to become the judge's.
type invited struct {
	to    *display.Invitation // nil where no phone is invited
	until time.Duration       // when it is to be another
	turns time.Duration       // when the other address has its turn, if there are two
}

// perAddress is how long a display with room for one of them shows the box's name before its number, and the other way
// round: where a network knows no names, as many guests' networks and some phones do not, the number is to be typed.
const perAddress = 6 * time.Second

// Answer takes an answer of the judge's page. It is the same as one of the keys; whoever was about to give another is told.
func (r *Referee) Answer(a web.Answer) {
	r.happen(r.now)
	if a.From.Forgotten() {
		r.done = func() { a.Done(web.ErrForgotten) }
		return
	}
	a.Input.At = r.gameTime()
	drafting := r.dialogue.Drafting()
	err := r.takeRemote(a.Input, a.From)
	r.done = func() { a.Done(err) }
	if err != nil {
		r.Log.Info("refused on the phone", "err", err)
		return
	}
	_, v := r.face()
	r.dialogue.Follow(v)
	if drafting && !r.dialogue.Drafting() {
		r.refuse(games.Refuse(games.Text{Word: "answered_elsewhere"}, errors.New("a phone was faster")))
	}
}

func (r *Referee) takeRemote(in games.Input, from web.Phone) error {
	if in.Kind == games.Answer {
		// What a player is asked in secret is no business of the judge.
		if _, err := games.Find(r.onPages(from).Prompts, in); err != nil {
			return err
		}
	}
	if in.Prompt == menuCover {
		r.keeper = from
	}
	return r.take(in)
}

// onPages is what a judge's page shows and asks. Where it is the only display of the box, that is all that a display would;
// but what is for one player alone is shown by the page on which that was asked for, and covered on every other.
func (r *Referee) onPages(phone web.Phone) games.View {
	if !r.Paged {
		return r.view(games.Judge)
	}
	a, v := r.face()
	if a > 0 && phone != r.keeper && !v.Asks(menuCover) {
		v = cover(v, games.Seat(a))
	}
	return v
}

// pairAnother begins an invitation. A page that is the only display has no key that ends it: it asks about the phones.
func (r *Referee) pairAnother() {
	r.ask("")
	if r.Paged {
		r.ask(menuPhone)
	}
	r.invite()
}

// invite shows a phone how to become the judge's, by a new code.
func (r *Referee) invite() {
	i := r.Pages.Invite()
	shown := &display.Invitation{Address: i.Address, Number: i.Number, Code: i.Code, Link: i.Link}
	r.invited = invited{shown, r.now + time.Until(i.Until), r.now + perAddress}
	r.changed = true
}

func (r *Referee) turnAddress(now time.Duration) {
	turned := *r.invited.to
	turned.Turned = !turned.Turned
	r.invited.to, r.invited.turns, r.changed = &turned, now+perAddress, true
}

// takesTurns tells whether two addresses take turns.
func (i invited) takesTurns() bool { return i.to != nil && i.to.Number != "" }

// endInvitation takes the code away.
func (r *Referee) endInvitation() {
	if r.invited.to != nil {
		r.Pages.Uninvite()
		r.invited = invited{}
	}
}

// uninvite takes the code away, and asks about the phones that there are.
func (r *Referee) uninvite() {
	r.endInvitation()
	r.ask("")
	if r.Pages.Paired() > 0 {
		r.ask(menuPhone)
	}
}

// Invited takes what came of an invitation.
func (r *Referee) Invited(o web.Outcome) {
	switch {
	case r.invited.to == nil:
	case o == web.Guessed:
		r.Log.Warn("somebody tries one code after the other; the box says so")
		guessed := *r.invited.to
		guessed.Guessed = true
		r.invited.to, r.changed = &guessed, true
	default:
		r.Log.Info("a phone was paired", "phones", r.Pages.Paired())
		r.happen(r.now)
		r.Pages.Uninvite() // of a code that was to follow just now
		r.invited = invited{}
		r.ask("")
		r.cue(games.CueJoined)
	}
}

// recall has the pages know again what has happened in a game that is gone on with: it plays the journal once more and
// shows them what everyone could see, as the referee did then.
func recall(pages *web.Server, rules games.Rulebook, path string, busy func()) error {
	file, err := journal.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	var table *games.Table
	see := func() { pages.Recall(table.View(games.Public), table.Lines()) }
	_, _, err = journal.PlayFrom(file, rules, math.MaxInt64, func(l journal.Line) {
		busy()
		if table == nil {
			game, _ := rules.Find(l.Start.Game)
			table, _, _ = games.NewTable(game, l.Start)
			see()
			return
		}
		for at, ok := table.Deadline(); ok && at <= l.Input.At; at, ok = table.Deadline() {
			table.Advance(at)
			see()
		}
		facts, _ := table.Apply(l.Input)
		for _, f := range facts {
			if u, ok := f.What.(games.Undone); ok {
				pages.Undone(u.Line)
			}
		}
		see()
	})
	return err
}
