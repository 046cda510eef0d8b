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

// A carrier is the stack with what changes it as the effects of layers say.
type carrier struct{ *stack }

// begin starts a game and its journal.
func (c carrier) begin(b layers.Begin) error {
	start := b.Start
	start.Seed = c.Seed()
	game, err := c.Rules.Find(start.Game)
	if err != nil {
		return err
	}
	house := c.HouseRules[start.Game]
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
		if err := c.Folder.Discard(b.Series, c.PutAway); err != nil {
			c.Log.Warn("the game before can still be taken up again", "err", err)
		}
	}
	var file *journal.File
	if c.Folder != nil {
		file = c.Folder.Create(start, c.Today())
		c.Log.Info("game begins", "game", start.Game, "seats", start.Seats, "journal", file.Path())
		if path := file.Path(); path != "" {
			c.Began(path)
			c.inheritCounts(path, b.Series)
		}
	}
	c.enter(match.New(table, file, house, c.now, c.serial, c.Seed))
	c.tell(facts)
	return nil
}

// inheritCounts keeps the game of a new journal out of the results if it continues such a game with
// other players.
func (c carrier) inheritCounts(journal, series string) {
	if series == "" || c.Counts(series) {
		return
	}
	if err := c.SetCounts(journal, false); err != nil {
		c.Log.Warn("the game counts, though the one that it continues does not", "err", err)
	}
}

// enter puts a game in place of the lobby.
func (c carrier) enter(m *match.Match) {
	c.match, c.lobby = m, nil
	c.naming.End()
	c.handover, c.curtain, c.unread, c.parkedFor = layers.Handover{}, layers.Curtain{}, layers.Unread{}, 0
	start := m.Table().Start()
	c.Playing(&start)
}

// resume continues the game of a journal that was not put away.
func (c carrier) resume(path string) error {
	file, table, err := c.Folder.Resume(path)
	if err != nil {
		c.toLobby(c.lobby.Joined())
		return err
	}
	c.Log.Info("game resumed", "journal", file.Path())
	c.playWithChildren(table.Start().Options.Children())
	m := match.New(table, file, c.HouseRules[table.Start().Game], c.now, c.serial, c.Seed)
	facts := m.ReleaseAll()
	c.enter(m)
	c.cue(games.CueResumed)
	c.tell(facts)
	if !match.Undecided(table) {
		return nil
	}
	return c.lose(hw.Event{Edge: hw.Edge{At: c.now}, Lost: 1}) // presses meanwhile were not seen (RACE-8)
}

// leave goes back to the lobby. A finished game is put away; an unfinished one can be resumed for a
// day.
func (c carrier) leave() {
	m, g := c.match, c.match.Game()
	m.Record.Write()
	if g.Kept {
		c.Folder.LayAside(m.Record.File, time.Now(), c.now)
	} else {
		if g.Over {
			c.ended = m.Recorded()
		}
		c.Folder.PutAway(m.Record.File, c.PutAway)
	}
	bots, _ := m.Table().Start().Bots() // checked by the table
	c.toLobby(g.Seats, bots)
}

// toLobby replaces the game, if there is one, by the lobby. These seats stay joined, and bots at some of
// them.
func (c carrier) toLobby(joined []games.Seat, bots games.Bots) {
	c.newSerial()
	var left []layers.Left
	if c.Folder != nil {
		c.Folder.Tidy(time.Now(), c.now, c.PutAway)
		for _, g := range c.Folder.Left() {
			left = append(left, layers.Left{Path: g.Path, Game: g.Start.Game})
		}
	}
	c.guide = nil
	c.match, c.lobby = nil, layers.NewLobby(&c.Box, joined, bots, left)
	c.Playing(nil)
	c.close()
}

// changePlayers lays the game aside and lets players join for the rounds that are left, the one first
// who has pressed his button. Until they begin, the game can be resumed as it was.
func (c carrier) changePlayers(seat games.Seat) []layers.Effect {
	game, series := c.match.Table().Rules(), c.match.Series()
	c.leave()
	c.lobby.Continue(game, series)
	return c.lobby.Join(&c.Box, seat)
}

// offerUnfinished asks what to do with the game that was on when the box was switched off. One that
// was over is put away: people pull the plug once they have seen who won.
func (c carrier) offerUnfinished(path string) {
	if start, over := c.Folder.Read(path, math.MaxInt64); !over {
		c.ask(layers.LeftGame, layers.Subject{Left: []layers.Left{{Path: path, Game: start.Game}}})
	} else if err := c.discard(path); err != nil {
		c.Log.Warn("a game that is over was not put away", "err", err)
	}
}

// postpone keeps a game that was left for a day from now.
func (c carrier) postpone(path string) {
	if err := c.Folder.Postpone(path, time.Now(), c.now); err != nil {
		c.Log.Warn("a game is offered again when the box starts", "err", err)
	}
	c.toLobby(c.lobby.Joined())
}

// discard puts a game that was left away for good, and lists those that can be taken up anew.
func (c carrier) discard(path string) error {
	err := c.Folder.Discard(path, c.PutAway)
	c.toLobby(c.lobby.Joined())
	return err
}
