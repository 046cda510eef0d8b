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
}

// agreed is what was agreed on before. There may be no series.
func (s *series) agreed(key string) (games.Value, bool) {
	if s == nil {
		return "", false
	}
	return s.before.Of(key)
}

// totals is the option by which those who play bring their points along. Who joins begins with those of the worst placed.
func (s *series) totals(joined []games.Seat, of games.Rules) []games.Field {
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
	return []games.Field{{Key: games.TotalsOption, Value: games.Value("{" + strings.Join(brought, ",") + "}")}}
}

// betweenRounds tells whether players may leave or join now.
func (m *match) betweenRounds() bool {
	return m.table.Rules().Joiner != nil &&
		slices.ContainsFunc(m.view(games.Judge).Prompts, func(p games.Prompt) bool { return p.Between })
}

// regroup asks who plays the rounds that are left. Until they begin the game is one that was left.
func (r *Referee) regroup() {
	game, start, v := r.match.table.Rules(), r.match.table.Start(), r.match.view(games.Public)
	left := games.Field{Key: games.Rounds().Key, Value: games.Number(v.Rounds - v.Round)}
	s := &series{
		path:   journal.WithEnd(r.match.file.Path(), journal.LeftEnd),
		before: start.Options.Without(games.First().Key).With(left),
		points: v.Seats,
	}
	r.write()
	r.Folder.LayAside(r.match.file, r.Today(), r.now)
	r.match = nil
	r.toLobby(start.Seats)
	r.lobby.game, r.lobby.step, r.lobby.series = game, joining, s
}
