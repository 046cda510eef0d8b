package main

import (
	"errors"
	"time"

	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
)

// remote takes an answer from the judge's page. It is the same as one from the keys; whoever was about to give another is told.
func (r *referee) remote(a web.Answer) {
	r.now = max(r.now, r.catchUp(r.event))
	r.happen(r.now)
	if a.Forgotten() {
		r.done = func() { a.Done(web.ErrForgotten) }
		return
	}
	a.Input.At = r.gameTime()
	drafting := r.dialogue.Drafting()
	err := r.takeRemote(a.Input)
	r.done = func() { a.Done(err) }
	if err != nil {
		r.log.Info("refused on the phone", "err", err)
		return
	}
	_, v := r.face()
	r.dialogue.Follow(v)
	if drafting && !r.dialogue.Drafting() {
		r.refuse(games.Refuse(games.Text{Word: "answered_elsewhere"}, errors.New("a phone was faster")))
	}
}

func (r *referee) takeRemote(in games.Input) error {
	if in.Kind == games.Answer {
		// What a player is asked in secret is no business of the judge.
		if _, err := games.Find(r.view(games.Judge).Prompts, in); err != nil {
			return err
		}
	}
	return r.take(in)
}

// invite shows a phone how to become the judge's, by a new code.
func (r *referee) invite() {
	i := r.phones.Invite()
	r.invitation = &display.Invitation{Address: i.Address, Code: i.Code}
	r.expires = r.clock() + time.Until(i.Until)
}

// uninvite takes the code away, and asks about the phones that there are.
func (r *referee) uninvite() {
	r.phones.Uninvite()
	r.invitation = nil
	r.ask("")
	if r.phones.Paired() > 0 {
		r.ask(deskPhone)
	}
}

// invited takes how an invitation ended by itself.
func (r *referee) invited(o web.Outcome) {
	switch {
	case r.invitation == nil:
	case o == web.Exhausted:
		r.log.Warn("a wrong code was tried too often; the box shows another one")
		r.invite()
	default:
		r.log.Info("a phone was paired", "phones", r.phones.Paired())
		r.happen(r.now)
		r.phones.Uninvite() // of a code that was to follow just now
		r.invitation = nil
		r.ask("")
		r.hearing.cue(games.CueJoined)
	}
}
