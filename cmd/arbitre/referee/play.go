package referee

import (
	"arbitre/games"
	"arbitre/games/journal"
)

// begin starts a game and its journal.
func (s *stack) begin(start games.Start) error {
	start.Seed = s.Seed()
	game, err := s.Rules.Find(start.Game)
	if err != nil {
		return err
	}
	if own := s.HouseRules[start.Game].Options; own != nil {
		// The race limits of now count, even if the same game is played again.
		start.Options = start.Options.With(own(start.Seats).All()...)
	}
	start.Options = game.Agree(start.Seats, start.Options)
	table, facts, err := games.NewTable(game, start)
	if err != nil { // options of the configuration are wrong: the lobby offers only valid ones
		return games.Refuse(games.Text{Word: "bad_config"}, err)
	}
	if s.lobby != nil { // a bench begins a game in place of the last one
		s.lobby.endSeries()
	}
	var file *journal.File
	if s.Folder != nil {
		file = s.Folder.Create(start, s.Today())
		s.Log.Info("game begins", "game", start.Game, "seats", start.Seats, "journal", file.Path())
		if path := file.Path(); path != "" {
			s.Began(path)
			s.inheritCounts(path)
		}
	}
	s.enter(newMatch(s, table, file))
	s.tell(facts)
	return nil
}

// enter puts a game in place of the lobby.
func (s *stack) enter(m *match) {
	s.match, s.lobby, s.cover = m, nil, cover{stack: s}
	m.before = s.serial
	start := m.table.Start()
	s.Playing(&start)
}

// resume continues the game of a journal that was not put away.
func (s *stack) resume(path string) error {
	file, table, err := s.Folder.Resume(path)
	if err != nil {
		s.toLobby(s.lobby.joined)
		return err
	}
	s.Log.Info("game resumed", "journal", file.Path())
	m := newMatch(s, table, file)
	facts := m.letGo()
	s.enter(m)
	s.cue(games.CueResumed)
	s.tell(facts)
	if !m.undecided() {
		return nil
	}
	return s.lose(1, s.now, 0) // nobody has seen who pressed meanwhile (RACE-8)
}

// leave goes back to the lobby. A finished game is put away; an unfinished one can be resumed for a
// day.
func (s *stack) leave() {
	m := s.match
	m.write()
	if m.kept() {
		s.Folder.LayAside(m.file, s.Today(), s.now)
	} else {
		if m.over() {
			s.ended = s.lastRecorded()
		}
		s.Folder.PutAway(m.file, s.PutAway)
	}
	s.toLobby(m.seats())
}

// toLobby replaces the game, if there is one, by the lobby. These seats stay joined.
func (s *stack) toLobby(joined []games.Seat) {
	s.newSerial()
	s.match = nil
	s.lobby = newLobby(s, joined)
	s.Playing(nil)
	s.close()
}
