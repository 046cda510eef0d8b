package referee

import (
	"arbitre/cmd/arbitre/config"
	"arbitre/games"
)

// settings asks which setting of the box to change. All of them hold at once and are kept over a
// restart.
func settings(s *stack) *question {
	q := s.question("settings",
		choice{value: games.Word("brightness"), leads: brightness, offered: when(func() bool { return !s.Paged })},
		choice{value: games.Word("volume"), leads: volume},
		learns(s),
		updates(s),
		choice{value: games.Word("back")})
	q.yields = true
	return q
}

// A level is one of a few values of a setting.
type level struct {
	word  string
	value int
}

// brightness asks how bright the displays are: as their contrast, which eyes don't see in
// proportion.
func brightness(s *stack) *question {
	levels := []level{{"bright", 255}, {"medium", 48}, {"faint", 4}}
	return s.levels("brightness", levels, s.Config.OLED.Contrast, func(contrast int) {
		change := func(c *config.Config) { c.OLED.Contrast, c.Public.Contrast = contrast, contrast }
		s.set(change, "oled.contrast", "public.contrast")
	})
}

// volume asks how loud buzzer and loudspeaker are. The answer is heard.
func volume(s *stack) *question {
	levels := []level{{"loud", 100}, {"medium", 40}, {"soft", 15}, {"silent", 0}}
	return s.levels("volume", levels, s.Config.Sounds.Volume, func(percent int) {
		s.set(func(c *config.Config) { c.Sounds.Volume = percent }, "sounds.volume")
		s.cue(games.CueJoined)
	})
}

// levels asks for one of some levels; the one that is nearest to the present value is preset.
func (s *stack) levels(id string, all []level, now int, set func(int)) *question {
	q := s.question(id)
	q.yields = true
	distance := func(l level) int { return max(l.value-now, now-l.value) }
	nearest := all[0]
	for _, l := range all {
		if distance(l) < distance(nearest) {
			nearest = l
		}
		q.choices = append(q.choices, choice{value: games.Word(l.word), does: done(func() { set(l.value) })})
	}
	q.Preset = games.Word(nearest.word)
	return q
}

// set changes the configuration, also one that waits until no game runs, and keeps the keys that
// have changed.
func (s *stack) set(change func(*config.Config), keys ...string) {
	change(&s.Config)
	if s.next != nil {
		change(s.next)
	}
	s.keep(keys...)
}

// keep saves keys of the configuration that were chosen at the box.
func (s *stack) keep(keys ...string) {
	if err := s.Keep(s.Config, keys...); err != nil {
		s.Log.Warn("what was chosen will not be kept", "keys", keys, "err", err)
	}
}

// restart opens the box again, with a configuration that it can't change to while it runs.
func (s *stack) restart(c config.Config) { s.next = &c }
