package mito

import "arbitre/games"

// Choices are the answers to choose from that a question of the game may have, by its id, at a table of these seats.
// Questions that are answered otherwise, such as by a word, are not among them.
func Choices(seats []games.Seat) map[string][]games.Value {
	return map[string][]games.Value{
		"play":       games.Words("mosquito", "cockroach", "spider", "ant", "out"),
		"accused":    games.SeatsOr(seats, "withdraw"),
		"verdict":    games.Words("guilty", "innocent", "withdraw"),
		"spider_to":  games.SeatsOr(seats, "nobody"),
		"nobody":     games.Words("nobody"),
		"slowest":    games.SeatsOr(seats, "nobody"),
		"fastest":    games.SeatsOr(seats, "nobody"),
		"next_round": games.Words("ready"),
	}
}
