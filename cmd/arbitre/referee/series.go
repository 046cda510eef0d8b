package referee

import (
	"slices"
	"strconv"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// A series holds the state of a game between two rounds, for other players to continue it (RULES,
// Other players).
type series struct {
	path   string       // of the journal of the game that is left
	before games.Agreed // the game's options, without who begins
	points []games.Place
	played int        // rounds
	next   games.Seat // the seat that was to begin the next round
}

// agreed returns an option of the game before. The series may be nil.
func (s *series) agreed(key string) (games.Value, bool) {
	if s == nil {
		return "", false
	}
	return s.before.Of(key)
}

// begins returns who begins: the seat that was to, or the next player on its left.
func (s *series) begins(joined []games.Seat) games.Value {
	i := slices.IndexFunc(joined, func(seat games.Seat) bool { return seat >= s.next })
	return games.Number(joined[max(0, i)])
}

// brought returns the options that carry over the players' points and the number of rounds played.
// A new player begins with the points of the worst placed.
func (s *series) brought(joined []games.Seat, of games.Rules) []games.Field {
	if s == nil {
		return nil
	}
	var all []int
	for _, p := range s.points {
		all = append(all, p.Total)
	}
	var brought []games.Field
	for _, seat := range joined {
		total := of.Joiner(all)
		if i := slices.IndexFunc(s.points, func(p games.Place) bool { return p.Seat == seat }); i >= 0 {
			total = s.points[i].Total
		}
		brought = append(brought, games.Field{Key: strconv.Itoa(int(seat)), Value: games.Number(total)})
	}
	return []games.Field{
		{Key: games.TotalsOption, Value: games.Object(brought...)},
		{Key: games.PlayedOption, Value: games.Number(s.played)},
	}
}

// again returns the start of a rematch: the same players and options, all rounds, and no points
// carried over.
func (m *match) again() games.Start {
	start := m.table.Start()
	if _, brought := start.Options.Of(games.PlayedOption); brought {
		all := games.Field{Key: games.Rounds().Key, Value: games.Number(m.cachedView(games.Public).Rounds)}
		start.Options = start.Options.Without(games.TotalsOption, games.PlayedOption).With(all)
	}
	return start
}

// askPlayersChange asks whether the players change after somebody has pressed his button between
// two rounds: he may not know that the menu offers it.
func askPlayersChange(s *stack, seat games.Seat) *question {
	q := yesOrNo(s, "regroup", done(func() {
		s.changePlayers()
		s.lobby.press(hw.Edge{Button: hw.Button(seat), Down: true})
	}))
	q.Keys.Seat, q.Asks = seat, games.Text{Word: "joins", Seat: seat}
	if s.match != nil && slices.Contains(s.match.seats(), seat) {
		q.Asks.Word = "stops"
	}
	return q
}

// playersChoice returns the menu's choice to continue with other players.
func playersChoice(s *stack) choice {
	between := func() bool { return s.match.between() }
	return choice{value: games.Word("players"), does: done(s.changePlayers), offered: when(between)}
}

// changePlayers lays the game aside and lets players join for the rounds that are left. Until they
// begin, the game can be resumed as it was.
func (s *stack) changePlayers() {
	m := s.match
	game, start, v := m.table.Rules(), m.table.Start(), m.cachedView(games.Public)
	left := games.Field{Key: games.Rounds().Key, Value: games.Number(v.Rounds - v.Round)}
	series := &series{
		path:   journal.WithEnd(m.file.Path(), journal.LeftEnd),
		before: start.Options.Without(games.First().Key).With(left),
		points: v.Seats,
		played: v.Round,
		next:   v.Next,
	}
	s.leave()
	s.lobby.game, s.lobby.step, s.lobby.series = game, joining, series
}
