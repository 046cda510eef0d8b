package referee

import (
	"math"
	"time"

	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/cmd/arbitre/referee/match"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// An executor carries out the effects of layers: on the stack, and on what lies around it, such as journals,
// the configuration, the Wi-Fi and the pages.
type executor struct{ stack *stack }

// begin starts a game and its journal.
func (x executor) begin(b layers.Begin) error {
	s := x.stack
	start := b.Start
	start.Seed = s.Seed()
	game, err := s.Rules.Find(start.Game)
	if err != nil {
		return err
	}
	house := s.HouseRules[start.Game]
	if house.Options != nil {
		// The race limits of now count, even if the same game is played again.
		start.Options = start.Options.With(house.Options(start.Seats).All()...)
	}
	start.Options = game.Agree(start.Seats, start.Options)
	table, facts, err := games.NewTable(game, start)
	if err != nil { // options of the configuration are wrong: the lobby offers only valid ones
		return games.Refuse(games.Text{Word: "bad_config"}, err)
	}
	if b.Series != "" {
		if err := s.Folder.Discard(b.Series, s.PutAway); err != nil {
			s.Log.Warn("the game before can still be taken up again", "err", err)
		}
	}
	var file *journal.File
	if s.Folder != nil {
		file = s.Folder.Create(start, s.Today())
		s.Log.Info("game begins", "game", start.Game, "seats", start.Seats, "journal", file.Path())
		if path := file.Path(); path != "" {
			s.Began(path)
			x.inheritCounts(path, b.Series)
		}
	}
	x.enter(match.New(table, file, house, s.now, s.serial, s.Seed))
	s.tell(facts)
	return nil
}

// inheritCounts keeps the game of a new journal out of the results if it continues such a game with
// other players.
func (x executor) inheritCounts(journal, series string) {
	s := x.stack
	if series == "" || s.Counts(series) {
		return
	}
	if err := s.SetCounts(journal, false); err != nil {
		s.Log.Warn("the game counts, though the one that it continues does not", "err", err)
	}
}

// enter puts a game in place of the lobby.
func (x executor) enter(m *match.Match) {
	s := x.stack
	s.match, s.lobby = m, nil
	s.naming.End()
	s.handover, s.curtain, s.unread, s.parkedFor = layers.Handover{}, layers.Curtain{}, layers.Unread{}, 0
	start := m.Table().Start()
	s.Playing(&start)
}

// rematch begins the same game again, unless a new configuration takes effect first.
func (x executor) rematch() error {
	start := x.stack.match.Rematch()
	if x.leave(); x.stack.next != nil {
		return nil
	}
	return x.begin(layers.Begin{Start: start})
}

// resume continues the game of a journal that was not put away.
func (x executor) resume(path string) error {
	s := x.stack
	file, table, err := s.Folder.Resume(path)
	if err != nil {
		x.toLobby(s.lobby.Joined())
		return err
	}
	s.Log.Info("game resumed", "journal", file.Path())
	s.playWithChildren(table.Start().Options.Children())
	m := match.New(table, file, s.HouseRules[table.Start().Game], s.now, s.serial, s.Seed)
	facts := m.ReleaseAll()
	x.enter(m)
	s.cue(games.CueResumed)
	s.tell(facts)
	if !match.Undecided(table) {
		return nil
	}
	return s.lose(hw.Event{Edge: hw.Edge{At: s.now}, Lost: 1}) // presses meanwhile were not seen (RACE-8)
}

// leave goes back to the lobby. A finished game is put away; an unfinished one can be resumed for a
// day.
func (x executor) leave() {
	s := x.stack
	m, g := s.match, s.match.Game()
	if g.Kept {
		m.NoteTime(s.now)
	}
	m.Record.Write()
	if g.Kept {
		s.Folder.LayAside(m.Record.File, time.Now(), s.now)
	} else {
		if g.Over {
			s.ended = m.Recorded()
		}
		s.Folder.PutAway(m.Record.File, s.PutAway)
	}
	bots, _ := m.Table().Start().Bots() // checked by the table
	x.toLobby(g.Seats, bots)
}

// toLobby replaces the game, if there is one, by the lobby. These seats stay joined, and bots at some of
// them.
func (x executor) toLobby(joined []games.Seat, bots games.Bots) {
	s := x.stack
	s.newSerial()
	var left []layers.Left
	if s.Folder != nil {
		s.Folder.Tidy(time.Now(), s.now, s.PutAway)
		for _, g := range s.Folder.Left() {
			left = append(left, layers.Left{Path: g.Path, Game: g.Start.Game})
		}
	}
	s.guide = nil
	s.match, s.lobby = nil, layers.NewLobby(&s.Box, joined, bots, left)
	s.Playing(nil)
	s.close()
}

// changePlayers lays the game aside and lets players join for the rounds that are left, the one first
// who has pressed his button. Until they begin, the game can be resumed as it was.
func (x executor) changePlayers(seat games.Seat) []layers.Effect {
	s := x.stack
	game, series := s.match.Table().Rules(), s.match.Series()
	x.leave()
	s.lobby.Continue(game, series)
	return s.lobby.Join(&s.Box, seat)
}

// offerUnfinished asks what to do with the game that was on when the box was switched off. One that
// was over is put away: people pull the plug once they have seen who won.
func (x executor) offerUnfinished(path string) {
	s := x.stack
	if start, over := s.Folder.Read(path, math.MaxInt64); !over {
		s.ask(layers.LeftGame, layers.Subject{Left: []layers.Left{{Path: path, Game: start.Game}}})
	} else if err := x.discard(path); err != nil {
		s.Log.Warn("a game that is over was not put away", "err", err)
	}
}

// postpone keeps a game that was left for a day from now.
func (x executor) postpone(path string) {
	s := x.stack
	if err := s.Folder.Postpone(path, time.Now(), s.now); err != nil {
		s.Log.Warn("a game is offered again when the box starts", "err", err)
	}
	x.toLobby(s.lobby.Joined())
}

// discard puts a game that was left away for good, and lists those that can be taken up anew.
func (x executor) discard(path string) error {
	s := x.stack
	err := s.Folder.Discard(path, s.PutAway)
	x.toLobby(s.lobby.Joined())
	return err
}
