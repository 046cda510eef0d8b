package referee

import (
	"slices"
	"strconv"

	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/hw"
)

// A series is what is left of a game between two rounds, to be gone on with by other players
// (RULES, Other players).
type series struct {
	path   string       // of its journal, which is left
	before games.Agreed // what was agreed on, but for who begins
	points []games.Place
	played int        // rounds
	next   games.Seat // who was to begin the next round
}

// agreed is what was agreed on before. There may be no series.
func (s *series) agreed(key string) (games.Value, bool) {
	if s == nil {
		return "", false
	}
	return s.before.Of(key)
}

// begins is who is to begin where these play: who was to, or who plays on his left.
func (s *series) begins(joined []games.Seat) games.Value {
	i := slices.IndexFunc(joined, func(seat games.Seat) bool { return seat >= s.next })
	return games.Number(joined[max(0, i)])
}

// brought are the options by which those who play bring their points and the rounds along. Who
// joins begins with the points of the worst placed.
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

// again is how the same players begin anew: as they agreed, for all rounds, and without what other
// players had left them.
func (m *match) again() games.Start {
	start := m.table.Start()
	if _, brought := start.Options.Of(games.PlayedOption); brought {
		all := games.Field{Key: games.Rounds().Key, Value: games.Number(m.cachedView(games.Public).Rounds)}
		start.Options = start.Options.Without(games.TotalsOption, games.PlayedOption).With(all)
	}
	return start
}

// askPlayersChange asks whether the players change, when somebody has pressed his button between two rounds:
// he may not know that the menu offers it.
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

// playersChoice has other players go on.
func playersChoice(s *stack) choice {
	between := func() bool { return s.match.between() }
	return choice{value: games.Word("players"), does: done(s.changePlayers), offered: when(between)}
}

// changePlayers asks who plays the rounds that are left. Until they begin the game is one that was left.
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
	m.write()
	s.Folder.LayAside(m.file, s.Today(), s.now)
	s.toLobby(start.Seats)
	s.lobby.game, s.lobby.step, s.lobby.series = game, joining, series
}
