package motus

import "arbitre/games"

// Choices are the answers to choose from that a question of the game may have, by its id, at a table of these seats.
// Questions that are answered otherwise, such as by a word, are not among them.
func Choices(seats []games.Seat) map[string][]games.Value {
	return map[string][]games.Value{
		"token":      games.Words("blank"),
		"super_team": {games.Number(1), games.Number(2)},
		"call_first": games.SeatsOr(seats, "nobody"),
	}
}
