package referee

import (
	"slices"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
)

// The questions of the box itself. They are no part of a game and stand in no journal.
const (
	menuStop      = "stop"      // what to do with the game: go on, take back, pause, leave
	menuPause     = "pause"     // the game stands still
	menuHelp      = "help"      // the rules of the game; meanwhile it stands still
	menuLanguage  = "language"  // what is spoken
	menuLeave     = "leave"     // whether the game is really left
	menuAgain     = "again"     // after a game
	menuResume    = "resume"    // what to do with a game that was left or interrupted
	menuDiscard   = "discard"   // whether nobody will go on with that one
	menuCount     = "count"     // whether the hands of a round are right
	menuUnchanged = "unchanged" // whether a hand is as the keys set out from it
	menuMend      = "hand"      // which one is not, then its cards: as the game asks
	menuPhone     = "phone"     // what to do with the phones that are paired
	menuOff       = "off"       // whether the machine is really shut down
	menuRegroup   = "regroup"   // whether somebody who has pressed between two rounds joins, or leaves
)

// A menu is the question of the box itself that is open.
type menu struct {
	open  string           // "" where none is
	under question         // what the game asked when it was opened
	left  journal.LeftGame // that menuResume and menuDiscard are about
	seat  games.Seat       // that menuRegroup is about
}

// goBack is what Back does where no question is open that it could leave.
func (r *Referee) goBack() {
	if r.invited.to != nil {
		r.endInvitation()
		r.ask("")
		return
	}
	switch r.menu.open {
	case "":
		switch {
		case r.lobby != nil:
			r.lobby.back()
		case r.guest != 0:
			r.dismiss()
		default:
			r.saw()
			r.ask(menuStop)
		}
	case menuDiscard:
		r.ask(menuResume)
	case menuMend:
		r.ask(menuCount)
	case menuResume:
		r.later()
	case menuAgain:
	default:
		r.ask("")
	}
}

func (r *Referee) ask(question string) {
	if r.match != nil && r.match.paused && question != menuPause && question != menuHelp {
		r.match.proceed(r.now)
	}
	if r.menu.open == "" && r.match != nil {
		r.menu.under = r.match.asks()
	}
	r.menu.open = question
	r.dialogue.Reset()
}

// giveWay closes a menu when the game asks something that it did not when the menu was opened: no state of it is ever hidden.
func (r *Referee) giveWay() {
	switch r.menu.open {
	case menuStop, menuLeave, menuLanguage, menuPhone, menuOff:
		if r.invited.to != nil {
			return
		}
		if now := r.match.asks(); now != r.menu.under && now != (question{}) {
			r.ask("")
		}
	}
}

// decide takes the answer to a question of the box itself.
func (r *Referee) decide(in games.Input) error {
	asked, err := games.Find([]games.Prompt{r.menuPrompt()}, in)
	if err != nil {
		return err
	}
	if r.menu.open == menuMend {
		return r.mend(in)
	}
	choice, err := asked.Choose(in.Value)
	if err != nil {
		return err
	}
	switch r.menu.open {
	case menuCount:
		return r.decideCount(choice)
	case menuResume, menuDiscard:
		return r.decideLeft(choice.String())
	case menuLanguage:
		r.ask("")
		return r.speak(choice.String())
	case menuLook:
		seat, _ := choice.Int()
		r.ask("")
		r.guest = games.Seat(seat)
		return nil
	case menuOff:
		r.ask("")
		if choice.Equal(games.Word("yes")) {
			return r.switchOff()
		}
		return nil
	case menuUnchanged:
		if r.ask(""); choice.Equal(games.Word("yes")) {
			return r.give(r.tally.unchanged.in)
		}
		return nil
	case menuRegroup:
		if r.ask(""); choice.Equal(games.Word("yes")) {
			r.regroup()
			r.lobby.press(r.menu.seat)
		}
		return nil
	case menuLeave:
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
		r.ask(menuLanguage)
	case "look":
		r.ask("")
		if knowers := r.knowers(); len(knowers) == 1 {
			r.guest = knowers[0]
		} else {
			r.ask(menuLook)
		}
	case "phone":
		r.pairAnother()
	case "off":
		r.ask(menuOff)
	case "unpair":
		r.endInvitation()
		r.ask("")
		return r.Pages.Unpair()
	case "leave":
		if r.menu.open == menuStop {
			r.ask(menuLeave) // one slip should not end a game
			return nil
		}
		r.leave()
	case "same":
		start := r.match.again()
		r.leave()
		if r.next != nil {
			return nil // another configuration is taken first
		}
		return r.Begin(start)
	default: // go on, or enough of the phones
		r.endInvitation()
		r.ask("")
	}
	return nil
}

// decideLeft takes up the game that was left, or lets it lie, or puts it away.
func (r *Referee) decideLeft(choice string) error {
	switch choice {
	case "resume":
		return r.resume(r.menu.left.Path)
	case "later":
		r.later()
	case "discard":
		r.ask(menuDiscard)
	case "no":
		r.ask(menuResume)
	case "yes":
		err := r.Folder.Discard(r.menu.left.Path, r.PutAway)
		r.toLobby(r.lobby.joined)
		return err
	}
	return nil
}

// later leaves a game where it is, from now on for a day.
func (r *Referee) later() {
	if err := r.Folder.SetAside(r.menu.left.Path, r.Today(), r.now); err != nil {
		r.Log.Warn("a game is offered again when the box starts", "err", err)
	}
	r.toLobby(r.lobby.joined)
}

// kept tells whether a game that is left can be taken up again: not one that is over, or in which nothing has happened.
func (r *Referee) kept() bool {
	return r.match.table.Back() > 0 && !r.match.view(games.Public).Over
}

// leave goes back to the lobby. A game that is over is put away; one that goes on can be taken up again for a day.
func (r *Referee) leave() {
	joined := r.match.seats()
	r.write()
	if r.kept() {
		r.Folder.LayAside(r.match.file, r.Today(), r.now)
	} else {
		r.Folder.PutAway(r.match.file, r.PutAway)
	}
	r.match = nil
	r.toLobby(joined)
}

func (r *Referee) toLobby(joined []games.Seat) {
	var left []journal.LeftGame
	if r.Folder != nil {
		r.Folder.Tidy(r.Today(), r.now, r.PutAway)
		left = r.Folder.Left()
	}
	r.lobby = newLobby(r.Rules, r.Seats, joined, r.Pages != nil)
	r.lobby.left, r.lobby.language, r.lobby.off = left, r.language, r.Paged
	r.playing(nil)
	r.ask("")
}

// checkOver asks how to go on after a game, and no more if its end is taken back.
func (r *Referee) checkOver() {
	over := r.match.view(games.Public).Over
	switch {
	case over && r.menu.open == "":
		r.ask(menuAgain)
	case !over && r.menu.open == menuAgain:
		r.ask("")
	}
}

// menuOptions are all that a question of the box itself may be answered with.
func menuOptions(question string) []games.Value {
	switch question {
	case menuStop:
		return games.Words("continue", "undo", "redo", "players", "look", "pause", "help", "language", "phone", "off", "leave")
	case menuPause:
		return games.Words("continue")
	case menuLanguage:
		return games.Words(wording.Codes()...)
	case menuHelp:
		return games.Words("back")
	case menuPhone:
		return games.Words("done", "phone", "unpair")
	case menuLeave, menuDiscard, menuOff, menuRegroup, menuUnchanged:
		return games.Words("no", "yes")
	case menuAgain:
		return games.Words("same", "leave", "undo")
	case menuResume:
		return games.Words("resume", "later", "discard")
	}
	return nil
}

// menuPrompt is the question of the box itself that is open.
func (r *Referee) menuPrompt() games.Prompt {
	if r.menu.open == menuCount || r.menu.open == menuMend {
		return r.countPrompt()
	}
	p := games.Prompt{ID: r.menu.open, For: games.Judge, Options: menuOptions(r.menu.open)}
	switch r.menu.open {
	case menuStop, menuAgain:
		undo, redo := r.match.takes()
		impossible := map[string]bool{
			"undo": undo.IsZero(), "redo": redo.IsZero(), "players": !r.match.between(),
			"look": len(r.knowers()) == 0, "phone": r.Pages == nil, "off": !r.Paged,
		}
		p.Options = slices.DeleteFunc(p.Options, func(option games.Value) bool { return impossible[option.String()] })
		labels := map[string]games.Text{"undo": undo, "redo": redo}
		for _, option := range p.Options {
			p.Labels = append(p.Labels, labels[option.String()])
		}
		p.Background = r.menu.open == menuAgain // the result comes first
	case menuPhone:
		p.Asks = games.Text{Word: "phones", Number: r.Pages.Paired()} // what to do with those that there are
	case menuUnchanged:
		p.Labels = []games.Text{{}, {Word: "unchanged", Number: r.tally.unchanged.points}}
	case menuRegroup:
		p.Keys.Seat, p.Asks = r.menu.seat, games.Text{Word: "joins", Seat: r.menu.seat}
		if slices.Contains(r.match.seats(), r.menu.seat) {
			p.Asks.Word = "stops"
		}
	case menuLook:
		p.Options = games.SeatsOr(r.knowers())
	case menuLanguage:
		p.Preset = games.Word(r.language.String())
	case menuLeave:
		if !r.kept() {
			p.Labels = []games.Text{{}, {Word: "leave_now"}}
		}
	case menuResume:
		p.Labels = []games.Text{labelOf(r.menu.left)}
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
	case asked.Shape == games.Choice && asked.Seat == 0 && len(asked.Options) > 1 && games.Word(option).Equal(in.Value):
		t.Extra = option
	default:
		if asked.For > 0 {
			t.Seat = games.Seat(asked.For)
		}
		t.Number, _ = in.Value.Int()
		t.Extra = "did_" + in.Prompt
	}
	return t
}
