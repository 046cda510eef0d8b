package referee

import (
	"fmt"
	"slices"
	"strings"

	"arbitre/games"
	"arbitre/games/journal"
)

// A series is what is left of a game between two rounds, to be gone on with by other players (RULES, Other players).
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

// brought are the options by which those who play bring their points and the rounds along. Who joins begins with the points
// of the worst placed.
func (s *series) brought(joined []games.Seat, of games.Rules) []games.Field {
	if s == nil {
		return nil
	}
	var all []int
	for _, p := range s.points {
		all = append(all, p.Total)
	}
	var brought []string
	for _, seat := range joined {
		total := of.Joiner(all)
		if i := slices.IndexFunc(s.points, func(p games.Place) bool { return p.Seat == seat }); i >= 0 {
			total = s.points[i].Total
		}
		brought = append(brought, fmt.Sprintf(`"%d":%d`, seat, total))
	}
	return []games.Field{
		{Key: games.TotalsOption, Value: games.Value("{" + strings.Join(brought, ",") + "}")},
		{Key: games.PlayedOption, Value: games.Number(s.played)},
	}
}

// again is how the same players begin anew: as they agreed, for all rounds, and without what other players had left them.
func (m *match) again() games.Start {
	start := m.table.Start()
	if _, brought := start.Options.Of(games.PlayedOption); brought {
		all := games.Field{Key: games.Rounds().Key, Value: games.Number(m.view(games.Public).Rounds)}
		start.Options = start.Options.Without(games.TotalsOption, games.PlayedOption).With(all)
	}
	return start
}

// between tells whether players may leave or join now.
func (m *match) between() bool { return m.view(games.Public).Next != 0 }

// comes asks whether other players go on where somebody presses his button between two rounds, who may not know that there is
// a menu for it.
func (r *Referee) comes(seat games.Seat) {
	if r.match != nil && r.menu.open == "" && r.match.between() && r.now >= r.thumb.told+ThumbTime {
		r.ask(menuRegroup)
		r.menu.seat = seat
	}
}

// regroup asks who plays the rounds that are left. Until they begin the game is one that was left.
func (r *Referee) regroup() {
	game, start, v := r.match.table.Rules(), r.match.table.Start(), r.match.view(games.Public)
	left := games.Field{Key: games.Rounds().Key, Value: games.Number(v.Rounds - v.Round)}
	s := &series{
		path:   journal.WithEnd(r.match.file.Path(), journal.LeftEnd),
		before: start.Options.Without(games.First().Key).With(left),
		points: v.Seats,
		played: v.Round,
		next:   v.Next,
	}
	r.write()
	r.Folder.LayAside(r.match.file, r.Today(), r.now)
	r.match = nil
	r.toLobby(start.Seats)
	r.lobby.game, r.lobby.step, r.lobby.series = game, joining, s
}
