package mastermind

import "arbitre/games"

// Choices are the answers to choose from that a question of the game may have, by its id, at a table of these seats.
// Questions that are answered otherwise, such as by a word, are not among them.
func Choices(seats []games.Seat) map[string][]games.Value {
	return map[string][]games.Value{
		"guess":      games.Words("done"),
		"reply":      games.Words("black", "white", "none"),
		"call_first": games.SeatsOr(seats, "nobody"),
		"verdict":    games.Words("right", "wrong"),
		"next_round": games.Words("ready"),
	}
}
