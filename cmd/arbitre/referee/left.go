package referee

import (
	"path/filepath"

	"arbitre/games"
	"arbitre/games/journal"
)

// optionOf is what is answered to take a game up again that was left.
func optionOf(g journal.LeftGame) games.Value { return games.Word(filepath.Base(g.Path)) }

// labelOf tells its name, round and players.
func labelOf(g journal.LeftGame) games.Text {
	return games.Text{Word: "left_game", Extra: g.Start.Game, Seats: g.Start.Seats, Number: g.Round}
}
