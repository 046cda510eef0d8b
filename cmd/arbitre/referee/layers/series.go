package layers

import (
	"slices"
	"strconv"

	"arbitre/games"
)

// A Series is the state of a game between two rounds, for other players to continue it (RULES, Other
// players).
type Series struct {
	Path   string       // of the journal of the game that is left
	Before games.Agreed // the game's options, without who begins
	Points []games.Place
	Played int        // rounds
	Next   games.Seat // the seat that was to begin the next round
}

// agreed returns an option of the game before. The series may be nil.
func (s *Series) agreed(key string) (games.Value, bool) {
	if s == nil {
		return games.Value{}, false
	}
	return s.Before.Of(key)
}

// begins returns who begins: the seat that was to, or the next player on its left.
func (s *Series) begins(joined []games.Seat) games.Value {
	i := slices.IndexFunc(joined, func(seat games.Seat) bool { return seat >= s.Next })
	return games.Number(joined[max(0, i)])
}

// total returns the points with which a seat goes on, 0 without a game before. A new player begins
// with the points of the worst placed.
func (s *Series) total(seat games.Seat, of games.Rules) int {
	if s == nil {
		return 0
	}
	var all []int
	for _, p := range s.Points {
		if p.Seat == seat {
			return p.Total
		}
		all = append(all, p.Total)
	}
	return of.PointsOnJoin(all)
}

// brought returns the options that carry over the players' points and the number of rounds played.
func (s *Series) brought(joined []games.Seat, of games.Rules) []games.Field {
	if s == nil {
		return nil
	}
	var brought []games.Field
	for _, seat := range joined {
		brought = append(brought, games.Field{Key: strconv.Itoa(int(seat)), Value: games.Number(s.total(seat, of))})
	}
	return []games.Field{
		{Key: games.TotalsOption, Value: games.Row(brought...)},
		{Key: games.PlayedOption, Value: games.Number(s.Played)},
	}
}
