package referee

import (
	"slices"

	"arbitre/games"
)

// The questions of the box itself. They are no part of a game and stand in no journal.
const (
	deskStop     = "stop"     // what to do with the game: go on, take back, pause, leave
	deskPause    = "pause"    // the game stands still
	deskHelp     = "help"     // the rules of the game; meanwhile it stands still
	deskLanguage = "language" // what is spoken
	deskLeave    = "leave"    // whether the game is really left
	deskAgain    = "again"    // after a game
	deskResume   = "resume"   // what to do with a game that was left or interrupted
	deskDiscard  = "discard"  // whether nobody will go on with that one
	deskCount    = "count"    // whether the hands of a round are right
	deskMend     = "hand"     // which one is not, then its cards: as the game asks
	deskPhone    = "phone"    // what to do with the phones that are paired
)

// goBack is what Back does where no question is open that it could leave.
func (r *Referee) goBack() {
	switch r.desk {
	case "":
		switch {
		case r.lobby != nil:
			r.lobby.back()
		case r.guest != 0:
			r.dismiss()
		default:
			r.saw()
			r.ask(deskStop)
		}
	case deskDiscard:
		r.ask(deskResume)
	case deskMend:
		r.ask(deskCount)
	case deskResume:
		r.later()
	case deskAgain:
	default:
		r.ask("")
	}
}

func (r *Referee) ask(question string) {
	if r.match != nil && r.match.paused && question != deskPause && question != deskHelp {
		r.match.proceed(r.now)
	}
	if r.desk == "" && r.match != nil {
		r.under = r.match.asks()
	}
	r.desk = question
	r.dialogue.Reset()
}

// giveWay closes a menu when the game asks something that it did not when the menu was opened: no state of it is ever hidden.
func (r *Referee) giveWay() {
	switch r.desk {
	case deskStop, deskLeave, deskLanguage, deskPhone:
		if now := r.match.asks(); now != r.under && now != (question{}) {
			r.ask("")
		}
	}
}

// decide takes the answer to a question of the box itself.
func (r *Referee) decide(in games.Input) error {
	asked, err := games.Find([]games.Prompt{r.deskPrompt()}, in)
	if err != nil {
		return err
	}
	if r.desk == deskMend {
		return r.mend(in)
	}
	choice, err := asked.Choose(in.Value)
	if err != nil {
		return err
	}
	switch r.desk {
	case deskCount:
		return r.decideCount(choice)
	case deskResume, deskDiscard:
		return r.decideLeft(choice.String())
	case deskLanguage:
		r.ask("")
		return r.speak(choice.String())
	case deskLook:
		seat, _ := choice.Int()
		r.ask("")
		r.guest = games.Seat(seat)
		return nil
	case deskLeave:
		if choice.Equal(games.Word("yes")) {
			r.leave()
		} else {
			r.ask("")
		}
		return nil
	}
	return r.decideOn(choice.String())
}

// decideOn goes on as the judge wants, with the game or without it.
func (r *Referee) decideOn(choice string) error {
	switch choice {
	case "undo":
		r.ask("")
		return r.play(games.Input{At: r.gameTime(), Kind: games.Undo})
	case "redo":
		r.ask("")
		return r.play(games.Input{At: r.gameTime(), Kind: games.Redo})
	case "pause", "help":
		facts, err := r.match.pause(r.now)
		r.tell(facts)
		r.ask(choice)
		return err
	case "players":
		r.regroup()
	case "language":
		r.ask(deskLanguage)
	case "look":
		r.ask("")
		if knowers := r.knowers(); len(knowers) == 1 {
			r.guest = knowers[0]
		} else {
			r.ask(deskLook)
		}
	case "phone":
		r.ask("")
		r.invite()
	case "unpair":
		r.ask("")
		return r.Pages.Unpair()
	case "leave":
		if r.desk == deskStop {
			r.ask(deskLeave) // one slip should not end a game
			return nil
		}
		r.leave()
	case "same":
		start := r.match.table.Start()
		r.leave()
		if r.next != nil {
			return nil // another configuration is taken first
		}
		return r.begin(start)
	default: // go on, or enough of the phones
		r.ask("")
	}
	return nil
}

// decideLeft takes up the game that was left, or lets it lie, or puts it away.
func (r *Referee) decideLeft(choice string) error {
	switch choice {
	case "resume":
		return r.resume(r.left.Path)
	case "later":
		r.later()
	case "discard":
		r.ask(deskDiscard)
	case "no":
		r.ask(deskResume)
	case "yes":
		err := r.Folder.Discard(r.left.Path, r.PutAway)
		r.toLobby(r.lobby.joined)
		return err
	}
	return nil
}

// later leaves a game where it is, from now on for a day.
func (r *Referee) later() {
	if err := r.Folder.SetAside(r.left.Path, r.Today(), r.now); err != nil {
		r.Log.Warn("a game is offered again when the box starts", "err", err)
	}
	r.toLobby(r.lobby.joined)
}

// kept tells whether a game that is left can be taken up again: not one that is over, or in which nothing has happened.
func (r *Referee) kept() bool {
	return r.match.table.Back() > 0 && !r.match.table.View(games.Public).Over
}

// leave goes back to the lobby. A game that is over is put away; one that goes on can be taken up again for a day.
func (r *Referee) leave() {
	joined := r.match.seats()
	if r.kept() {
		r.Folder.LayAside(r.match.file, r.Today(), r.now)
	} else {
		r.Folder.PutAway(r.match.file, r.PutAway)
	}
	r.match = nil
	r.toLobby(joined)
}

func (r *Referee) toLobby(joined []games.Seat) {
	r.Folder.Tidy(r.Today(), r.now, r.PutAway)
	r.lobby = newLobby(r.Rules, r.Seats, joined, r.Pages != nil)
	r.lobby.left = r.Folder.Left()
	r.ask("")
}

// checkOver asks how to go on after a game, and no more if its end is taken back.
func (r *Referee) checkOver() {
	over := r.match.table.View(games.Public).Over
	switch {
	case over && r.desk == "":
		r.ask(deskAgain)
	case !over && r.desk == deskAgain:
		r.ask("")
	}
}

// deskOptions are all that a question of the box itself may be answered with.
func deskOptions(question string) []games.Value {
	switch question {
	case deskStop:
		return games.Words("continue", "undo", "redo", "players", "look", "pause", "help", "language", "phone", "leave")
	case deskPause:
		return games.Words("continue")
	case deskLanguage:
		return languages()
	case deskHelp:
		return games.Words("back")
	case deskPhone:
		return games.Words("done", "phone", "unpair")
	case deskLeave, deskDiscard:
		return games.Words("no", "yes")
	case deskAgain:
		return games.Words("same", "leave", "undo")
	case deskResume:
		return games.Words("resume", "later", "discard")
	}
	return nil
}

// deskPrompt is the question of the box itself that is open.
func (r *Referee) deskPrompt() games.Prompt {
	if r.desk == deskCount || r.desk == deskMend {
		return r.countPrompt()
	}
	p := games.Prompt{ID: r.desk, For: games.Judge, Options: deskOptions(r.desk)}
	switch r.desk {
	case deskStop, deskAgain:
		undo, redo := r.match.takes()
		p.Options = slices.DeleteFunc(p.Options, func(option games.Value) bool {
			word := option.String()
			return word == "undo" && undo.IsZero() || word == "redo" && redo.IsZero() || word == "players" && !r.match.betweenRounds() || word == "phone" && r.Pages == nil ||
				word == "look" && len(r.knowers()) == 0
		})
		p.Labels = make([]games.Text, len(p.Options))
		for i, option := range p.Options {
			switch option.String() {
			case "undo":
				p.Labels[i] = undo
			case "redo":
				p.Labels[i] = redo
			}
		}
		p.Background = r.desk == deskAgain // the result comes first
	case deskPhone:
		p.Asks = games.Text{Word: "phones", Number: r.Pages.Paired()} // what to do with those that there are
	case deskLook:
		p.Options = games.SeatsOr(r.knowers())
	case deskLanguage:
		p.Preset = games.Word(r.language.String())
	case deskLeave:
		if !r.kept() {
			p.Labels = []games.Text{{}, {Word: "leave_now"}}
		}
	case deskResume:
		p.Labels = []games.Text{labelOf(r.left)}
	}
	return p
}

// taken names an input that is taken back: by its option where the judge has chosen among some, else by what it answered.
// What was entered is not repeated: it may be a secret.
func taken(word string, in games.Input, asked games.Prompt) games.Text {
	t := games.Text{Word: word, Seat: max(in.Keys.Seat, asked.Seat)}
	switch option := in.Value.String(); {
	case in.Kind == games.Press:
		t.Seat, t.Extra = in.Seat, "did_press"
	case in.Kind == games.Lost:
		t.Extra = "did_lost"
	case asked.Shape == games.Choice && len(asked.Options) > 1 && games.Word(option).Equal(in.Value):
		t.Extra = option
		if t.Seat != 0 {
			t.Word += "_of"
		}
	default:
		if asked.For > 0 {
			t.Seat = games.Seat(asked.For)
		}
		t.Number, _ = in.Value.Int()
		t.Extra = "did_" + in.Prompt
	}
	return t
}
