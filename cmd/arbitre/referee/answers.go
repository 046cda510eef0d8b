package referee

import (
	"errors"
	"slices"

	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
)

// take gives an answer to what asked for it. An error says why it can't be taken.
func (r *Referee) take(in games.Input) error {
	err := r.give(in)
	if err == nil && r.Pages != nil {
		r.Pages.Answered(in)
	}
	return err
}

// give gives it to the box itself, the lobby or the game.
func (r *Referee) give(in games.Input) error {
	switch {
	case in.Kind == games.Undo:
		r.goBack()
		return nil
	case r.menu.open != "":
		return r.decide(in)
	case r.lobby != nil:
		return r.inLobby(in)
	case r.handOver(in):
		return nil
	}
	if err := r.doubts(in); err != nil {
		return err
	}
	r.chooseInTime(in)
	held, err := r.counts(in)
	if err == nil && !held {
		err = r.play(in)
	}
	if err == nil {
		r.dismiss()
	}
	return err
}

// chooseInTime stops the clock of the question that a choice answers. Whoever takes the choice back by an undo, maybe when
// the time is long up, can then make another one.
func (r *Referee) chooseInTime(in games.Input) {
	asked, err := games.Find(r.match.view(games.Judge).Prompts, in)
	if err == nil && asked.Until > 0 && slices.ContainsFunc(asked.Options, in.Value.Equal) {
		r.stopClock(asked, in.At)
	}
}

// doubts questions an answer that this house does not expect. Given once more, it is taken.
func (r *Referee) doubts(in games.Input) error {
	doubt := r.house().Doubt
	if doubt == nil {
		return nil
	}
	said := doubt(in)
	if said.Word == "" {
		return nil
	}
	if trial, err := r.match.table.Copy(); err == nil {
		tried := in
		tried.At = max(in.At, trial.Now())
		if _, err := trial.Apply(tried); err != nil {
			return nil // the game itself says what is wrong with it, such as its length
		}
	}
	if r.doubted.Equal(in.Value) {
		r.doubted = ""
		return nil
	}
	r.doubted = in.Value
	return games.Refuse(said, errors.New("the answer is not what this house expects"))
}

// house is how the game is played here.
func (r *Referee) house() House { return r.Houses[r.match.table.Start().Game] }

// switchOff has the machine shut down. What is played stays on the disk.
func (r *Referee) switchOff() error {
	r.Log.Info("shutting down, as the judge wants")
	return r.PowerOff()
}

func (r *Referee) inLobby(in games.Input) error {
	outcome, err := r.lobby.answer(in)
	if err != nil {
		return err
	}
	switch {
	case outcome.language != "":
		return r.speak(outcome.language)
	case outcome.phone:
		r.pairAnother()
	case outcome.off:
		r.ask(menuOff)
	case outcome.help:
		r.ask(menuHelp)
	case outcome.left != nil:
		r.offer(*outcome.left)
	case outcome.start != nil:
		if r.lobby.series != nil {
			if err := r.Folder.Discard(r.lobby.series.path, r.PutAway); err != nil {
				r.Log.Warn("the game before can still be taken up again", "err", err)
			}
		}
		return r.Begin(*outcome.start)
	}
	return nil
}

// offer asks what to do with a game that was left or interrupted.
func (r *Referee) offer(g journal.LeftGame) {
	r.menu.left = g
	r.ask(menuResume)
}

// speak has the box speak a language from now on, after a restart, too.
func (r *Referee) speak(code string) error {
	l, err := wording.ParseLanguage(code)
	if err != nil {
		return err
	}
	r.language = l
	if r.lobby != nil {
		r.lobby.language = l
	}
	if err := r.KeepLanguage(l); err != nil {
		r.Log.Warn("the language will not be kept", "err", err)
	}
	return nil
}
