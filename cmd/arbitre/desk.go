package main

import "arbitre/games"

// The questions of the box itself. They are no part of a game and stand in no journal.
const (
	deskCover  = "cover"  // the display is handed to one player
	deskStop   = "stop"   // what to do with the game: take back, go on, leave
	deskLeave  = "leave"  // whether the game is really over
	deskAgain  = "again"  // after a game
	deskResume = "resume" // a journal was not put away
	deskPhone  = "phone"  // what to do with the phones that are paired
)

// goBack is what Back does where no question is open that it could leave.
func (r *referee) goBack() {
	switch {
	case r.desk == deskStop || r.desk == deskLeave || r.desk == deskPhone:
		r.ask("")
	case r.desk != "":
	case r.lobby != nil:
		r.lobby.back()
	default:
		r.ask(deskStop)
	}
}

func (r *referee) ask(question string) {
	r.desk = question
	r.dialogue.Reset()
}

// decide takes the answer to a question of the box itself.
func (r *referee) decide(in games.Input) error {
	asked, err := games.Find([]games.Prompt{deskPrompt(r.desk, r.phones != nil)}, in)
	if err != nil {
		return err
	}
	choice, err := asked.Choose(in.Value)
	if err != nil {
		return err
	}
	switch choice.String() {
	case "undo":
		r.ask("")
		return r.play(games.Input{At: r.gameTime(), Kind: games.Undo})
	case "continue", "no", "done":
		r.ask("")
	case "phone":
		r.ask("")
		r.invite()
	case "unpair":
		r.ask("")
		return r.phones.Unpair()
	case "resume":
		return r.resume(r.shelf.unfinished())
	case "discard":
		r.shelf.discard(r.shelf.unfinished(), r.putAway)
		r.ask("")
	case "leave":
		if r.desk == deskStop {
			r.ask(deskLeave) // one slip should not end a game
			return nil
		}
		r.leave()
	case "yes":
		r.leave()
	case "same":
		start := r.match.table.Start()
		r.leave()
		if r.next != nil {
			return nil // another configuration is taken first
		}
		return r.begin(start)
	}
	return nil
}

// leave puts the game away.
func (r *referee) leave() {
	joined := r.match.seats()
	r.shelf.putAway(r.match.file, r.putAway)
	r.match, r.lobby = nil, newLobby(r.seats, joined, r.options, r.phones != nil)
	r.ask("")
}

// checkOver asks how to go on after a game, and no more if its end is taken back.
func (r *referee) checkOver() {
	over := r.match.table.View(games.Public).Over
	switch {
	case over && r.desk == "":
		r.ask(deskAgain)
	case !over && r.desk == deskAgain:
		r.ask("")
	}
}

func deskPrompt(question string, phones bool) games.Prompt {
	p := games.Prompt{ID: question, For: games.Judge}
	switch question {
	case deskStop:
		p.Options = games.Words("undo", "continue", "leave")
		if phones {
			p.Options = games.Words("undo", "continue", "phone", "leave")
		}
	case deskPhone:
		p.Options = games.Words("done", "phone", "unpair")
	case deskLeave:
		p.Options = games.Words("no", "yes")
	case deskAgain:
		p.Options = games.Words("same", "leave", "undo")
		p.Background = true // the result comes first
	case deskResume:
		p.Options = games.Words("resume", "discard")
	}
	return p
}
