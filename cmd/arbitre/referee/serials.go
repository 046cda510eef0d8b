package referee

import (
	"slices"

	"arbitre/games"
)

// serials count the questions of the box itself, as a table counts those of its game. No question
// of this run has the serial of another of the same name.
type serials struct {
	last int              // the highest serial so far, those of games among them
	open []games.Question // of the box
}

// number gives the box's own prompts of a view their serials; a game's have theirs.
func (s *serials) number(prompts []games.Prompt) {
	for i := range prompts {
		p := &prompts[i]
		if p.Serial > 0 {
			s.last = max(s.last, p.Serial)
			continue
		}
		at := slices.IndexFunc(s.open, func(q games.Question) bool { return q.ID == p.ID && q.Keys == p.Keys })
		if at >= 0 {
			p.Serial = s.open[at].Serial
			continue
		}
		s.last++
		p.Serial = s.last
		s.open = append(s.open, p.Question())
	}
}

// answered makes a question of the box another one, should it be asked again.
func (s *serials) answered(in games.Input) {
	s.open = slices.DeleteFunc(s.open, func(q games.Question) bool { return q.ID == in.Prompt })
}

// shown forgets the questions that nobody is shown any more.
func (s *serials) shown(views ...games.View) {
	s.open = slices.DeleteFunc(s.open, func(q games.Question) bool {
		return !slices.ContainsFunc(views, func(v games.View) bool {
			return slices.ContainsFunc(v.Prompts, func(p games.Prompt) bool { return p.Question() == q })
		})
	})
}
