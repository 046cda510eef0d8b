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
	path   string        // of its journal, which is left
	before []games.Field // what was agreed on, but for who begins
	points []games.Place
}

// agreed is what was agreed on before. There may be no series.
func (s *series) agreed(key string) (games.Value, bool) {
	if s == nil {
		return "", false
	}
	i := slices.IndexFunc(s.before, func(f games.Field) bool { return f.Key == key })
	if i < 0 {
		return "", false
	}
	return s.before[i].Value, true
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
	s := &series{path: journal.WithEnd(r.match.file.Path(), journal.LeftEnd), points: v.Seats}
	first, rounds := games.First().Key, games.Rounds().Key
	for _, f := range start.Options {
		if f.Key != first && f.Key != rounds {
			s.before = append(s.before, f)
		}
	}
	s.before = append(s.before, games.Field{Key: rounds, Value: games.Number(v.Rounds - v.Round)})
	r.write()
	r.Folder.LayAside(r.match.file, r.Today(), r.now)
	r.match = nil
	r.toLobby(start.Seats)
	r.lobby.game, r.lobby.step, r.lobby.series = game, joining, s
}
