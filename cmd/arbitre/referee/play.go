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

// A carrier changes the stack as the effects of layers say.
type carrier struct{ stack *stack }

// begin starts a game and its journal.
func (c carrier) begin(b layers.Begin) error {
	start := b.Start
	start.Seed = c.stack.Seed()
	game, err := c.stack.Rules.Find(start.Game)
	if err != nil {
		return err
	}
	house := c.stack.HouseRules[start.Game]
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
		if err := c.stack.Folder.Discard(b.Series, c.stack.PutAway); err != nil {
			c.stack.Log.Warn("the game before can still be taken up again", "err", err)
		}
	}
	var file *journal.File
	if c.stack.Folder != nil {
		file = c.stack.Folder.Create(start, c.stack.Today())
		c.stack.Log.Info("game begins", "game", start.Game, "seats", start.Seats, "journal", file.Path())
		if path := file.Path(); path != "" {
			c.stack.Began(path)
			c.inheritCounts(path, b.Series)
		}
	}
	c.enter(match.New(table, file, house, c.stack.now, c.stack.serial, c.stack.Seed))
	c.stack.tell(facts)
	return nil
}

// inheritCounts keeps the game of a new journal out of the results if it continues such a game with
// other players.
func (c carrier) inheritCounts(journal, series string) {
	if series == "" || c.stack.Counts(series) {
		return
	}
	if err := c.stack.SetCounts(journal, false); err != nil {
		c.stack.Log.Warn("the game counts, though the one that it continues does not", "err", err)
	}
}

// enter puts a game in place of the lobby.
func (c carrier) enter(m *match.Match) {
	c.stack.match, c.stack.lobby = m, nil
	c.stack.naming.End()
	c.stack.handover, c.stack.curtain, c.stack.unread, c.stack.parkedFor = layers.Handover{}, layers.Curtain{}, layers.Unread{}, 0
	start := m.Table().Start()
	c.stack.Playing(&start)
}

// resume continues the game of a journal that was not put away.
func (c carrier) resume(path string) error {
	file, table, err := c.stack.Folder.Resume(path)
	if err != nil {
		c.toLobby(c.stack.lobby.Joined())
		return err
	}
	c.stack.Log.Info("game resumed", "journal", file.Path())
	c.stack.playWithChildren(table.Start().Options.Children())
	m := match.New(table, file, c.stack.HouseRules[table.Start().Game], c.stack.now, c.stack.serial, c.stack.Seed)
	facts := m.ReleaseAll()
	c.enter(m)
	c.stack.cue(games.CueResumed)
	c.stack.tell(facts)
	if !match.Undecided(table) {
		return nil
	}
	return c.stack.lose(hw.Event{Edge: hw.Edge{At: c.stack.now}, Lost: 1}) // presses meanwhile were not seen (RACE-8)
}

// leave goes back to the lobby. A finished game is put away; an unfinished one can be resumed for a
// day.
func (c carrier) leave() {
	m, g := c.stack.match, c.stack.match.Game()
	if g.Kept {
		m.NoteTime(c.stack.now)
	}
	m.Record.Write()
	if g.Kept {
		c.stack.Folder.LayAside(m.Record.File, time.Now(), c.stack.now)
	} else {
		if g.Over {
			c.stack.ended = m.Recorded()
		}
		c.stack.Folder.PutAway(m.Record.File, c.stack.PutAway)
	}
	bots, _ := m.Table().Start().Bots() // checked by the table
	c.toLobby(g.Seats, bots)
}

// toLobby replaces the game, if there is one, by the lobby. These seats stay joined, and bots at some of
// them.
func (c carrier) toLobby(joined []games.Seat, bots games.Bots) {
	c.stack.newSerial()
	var left []layers.Left
	if c.stack.Folder != nil {
		c.stack.Folder.Tidy(time.Now(), c.stack.now, c.stack.PutAway)
		for _, g := range c.stack.Folder.Left() {
			left = append(left, layers.Left{Path: g.Path, Game: g.Start.Game})
		}
	}
	c.stack.guide = nil
	c.stack.match, c.stack.lobby = nil, layers.NewLobby(&c.stack.Box, joined, bots, left)
	c.stack.Playing(nil)
	c.stack.close()
}

// changePlayers lays the game aside and lets players join for the rounds that are left, the one first
// who has pressed his button. Until they begin, the game can be resumed as it was.
func (c carrier) changePlayers(seat games.Seat) []layers.Effect {
	game, series := c.stack.match.Table().Rules(), c.stack.match.Series()
	c.leave()
	c.stack.lobby.Continue(game, series)
	return c.stack.lobby.Join(&c.stack.Box, seat)
}

// offerUnfinished asks what to do with the game that was on when the box was switched off. One that
// was over is put away: people pull the plug once they have seen who won.
func (c carrier) offerUnfinished(path string) {
	if start, over := c.stack.Folder.Read(path, math.MaxInt64); !over {
		c.stack.ask(layers.LeftGame, layers.Subject{Left: []layers.Left{{Path: path, Game: start.Game}}})
	} else if err := c.discard(path); err != nil {
		c.stack.Log.Warn("a game that is over was not put away", "err", err)
	}
}

// postpone keeps a game that was left for a day from now.
func (c carrier) postpone(path string) {
	if err := c.stack.Folder.Postpone(path, time.Now(), c.stack.now); err != nil {
		c.stack.Log.Warn("a game is offered again when the box starts", "err", err)
	}
	c.toLobby(c.stack.lobby.Joined())
}

// discard puts a game that was left away for good, and lists those that can be taken up anew.
func (c carrier) discard(path string) error {
	err := c.stack.Folder.Discard(path, c.stack.PutAway)
	c.toLobby(c.stack.lobby.Joined())
	return err
}
