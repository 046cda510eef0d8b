package referee

import (
	"errors"
	"fmt"
	"time"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

func (r *Referee) gameTime() time.Duration {
	if r.match == nil {
		return 0
	}
	return r.match.at(r.now)
}

// Begin starts a game and its journal.
func (r *Referee) Begin(start games.Start) error {
	start.Seed = r.Seed()
	game, err := r.Rules.Find(start.Game)
	if err != nil {
		return err
	}
	if own := r.Houses[start.Game].Options; own != nil {
		start.Options = start.Options.With(own(start.Seats).All()...) // the limits of now, also where the same is played again
	}
	start.Options = game.Agree(start.Seats, start.Options)
	table, facts, err := games.NewTable(game, start)
	if err != nil { // by options of the configuration: what the lobby agrees on is right
		return games.Refuse(games.Text{Word: "bad_config"}, err)
	}
	if line := len(journal.AppendStart(nil, start)); line > journal.LongestLine {
		return games.Refuse(games.Text{Word: "bad_config"},
			fmt.Errorf("the names in the configuration make a line of %d bytes: a journal takes %d", line, journal.LongestLine))
	}
	var file *journal.File
	if r.Folder != nil {
		file = r.Folder.Create(start, r.Today())
		r.Log.Info("game begins", "game", start.Game, "seats", start.Seats, "journal", file.Path())
		if path := file.Path(); path != "" {
			r.Began(path)
		}
	}
	r.enter(newMatch(table, file, r.now))
	r.tell(facts)
	return nil
}

// enter leaves the lobby for a game.
func (r *Referee) enter(m *match) {
	r.match, r.lobby = m, nil
	r.holder = holder{}
	start := m.table.Start()
	r.playing(&start)
	r.ask("")
	r.checkOver()
}

func (r *Referee) playing(start *games.Start) {
	if r.Playing != nil {
		r.Playing(start)
	}
}

// resume goes on with a game that was not put away.
func (r *Referee) resume(path string) error {
	file, table, err := r.Folder.Resume(path)
	if err != nil {
		r.toLobby(r.lobby.joined)
		return err
	}
	path = file.Path()
	r.Log.Info("game resumed", "journal", path)
	if r.Pages != nil {
		if err := recall(r.Pages, r.Rules, path, r.Busy); err != nil {
			r.Log.Warn("the pages do not know what has happened in this round", "err", err)
		}
	}
	m := newMatch(table, file, r.now)
	facts, err := m.letGo()
	if err != nil {
		return err
	}
	r.enter(m)
	r.cue(games.CueResumed)
	r.tell(facts)
	if m.undecided() {
		r.lost(hw.Event{Edge: hw.Edge{At: r.now}, Lost: 1}) // nobody has seen who pressed meanwhile (RACE-8)
	}
	return nil
}

// play gives one input to the game. An error says why the game refuses it. What it opens or joins while nobody can know who
// pressed is void at once.
func (r *Referee) play(in games.Input) error {
	facts, err := r.match.apply(in)
	if err == nil && in.Kind != games.Lost && r.unknown(in.At+r.match.zero) && r.match.undecided() {
		var void []games.Fact
		void, err = r.match.apply(games.Input{At: in.At, Kind: games.Lost, Edges: 1})
		facts = append(facts, void...)
	}
	r.tell(facts)
	if in.Kind == games.Press && err == nil && len(facts) == 0 && r.audience() == games.Judge {
		r.cue(games.CueSlap) // it joined a race, of which nothing is told before it is over
	}
	if refusal := (*games.Refusal)(nil); err != nil && !errors.As(err, &refusal) {
		err = games.Refuse(games.Text{Word: "no_answer"}, err)
	}
	return err
}

// tell makes what happened heard, the weightiest of it, and logged, all of it.
func (r *Referee) tell(facts []games.Fact) {
	for _, f := range facts {
		if u, ok := f.What.(games.Undone); ok && r.Pages != nil {
			r.Pages.Undone(u.Line)
		}
	}
	r.facts = append(r.facts, facts...)
	r.moved(facts)
	r.hearing.facts(r.now, facts)
}

// refuse shows why the last input was not taken, if there is a reason.
func (r *Referee) refuse(err error) {
	if err == nil {
		return
	}
	r.Log.Warn("refused", "err", err)
	_, v := r.face()
	r.refused = topic(v)
	r.dialogue.Refuse(r.Phrases.In(r.language, v.Game).Refusal(err))
	r.cue(games.CueRefused)
}

// topic is what a view is about: while it stays the same, a refusal is worth reading.
func topic(v games.View) string {
	about := fmt.Sprint(v.Headline)
	for _, p := range v.Prompts {
		about += fmt.Sprint(p.ID, p.Keys)
	}
	return about
}
