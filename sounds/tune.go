// Package sounds turns what happened at the table into something to hear: tunes for a piezo buzzer,
// and the same tunes, or recordings in their place, for a loudspeaker.
package sounds

import (
	"time"

	"arbitre/games"
)

// A Note is one tone of a tune, or a rest.
type Note struct {
	Hertz  int // 0 is a rest
	Length time.Duration
}

// Tune is what a cue sounds like on a buzzer, which plays one tone at a time and all equally loud.
// It is nil for a cue that is not one of [games.Cues].
func Tune(cue games.Cue) []Note {
	const ms = time.Millisecond
	switch cue {
	case games.CueJoined: // up a fifth
		return []Note{{784, 60 * ms}, {1175, 100 * ms}}
	case games.CueStart: // two pick-up notes and the octave
		return []Note{{784, 80 * ms}, {0, 40 * ms}, {784, 80 * ms}, {0, 40 * ms}, {1568, 320 * ms}}
	case games.CueTurn: // many times a minute: hardly there
		return []Note{{880, 20 * ms}}
	case games.CueRaceOpen: // up, and up again from higher: it says "slap!", and the table slaps while it sounds
		return []Note{{1568, 30 * ms}, {2349, 35 * ms}, {1976, 30 * ms}, {3136, 45 * ms}}
	case games.CueFastest: // a major triad, rising
		return []Note{{1047, 80 * ms}, {1319, 80 * ms}, {1568, 220 * ms}}
	case games.CueSlowest: // a minor triad, falling
		return []Note{{784, 120 * ms}, {622, 120 * ms}, {523, 300 * ms}}
	case games.CueDeadHeat: // two that nobody can tell apart
		return []Note{{1175, 140 * ms}, {0, 70 * ms}, {1175, 140 * ms}}
	case games.CueNobody: // a shrug
		return []Note{{587, 160 * ms}, {0, 60 * ms}, {440, 280 * ms}}
	case games.CueVoid: // a tritone there and back: something is broken
		return []Note{{1480, 110 * ms}, {1047, 110 * ms}, {1480, 110 * ms}, {0, 60 * ms}, {1047, 220 * ms}}
	case games.CueCall: // a siren
		return []Note{{1760, 70 * ms}, {1319, 70 * ms}, {1760, 70 * ms}, {1319, 70 * ms}, {1760, 70 * ms}, {1319, 70 * ms}}
	case games.CueRight: // a doorbell upside down
		return []Note{{1568, 120 * ms}, {2093, 360 * ms}}
	case games.CueWrong: // a low buzz
		return []Note{{220, 450 * ms}}
	case games.CueUndone: // a tape rewound
		return []Note{{1760, 40 * ms}, {1480, 40 * ms}, {1245, 40 * ms}, {1047, 40 * ms}, {880, 60 * ms}}
	case games.CueRefused: // two steps down, low and dry
		return []Note{{330, 70 * ms}, {247, 110 * ms}}
	case games.CueRoundOver: // a short fanfare
		return []Note{
			{1047, 110 * ms}, {0, 25 * ms}, {1047, 55 * ms}, {0, 25 * ms}, {1047, 55 * ms},
			{1319, 160 * ms}, {1047, 110 * ms}, {1568, 420 * ms},
		}
	case games.CueGameOver: // a long one, home to the octave
		return []Note{
			{784, 130 * ms}, {1047, 130 * ms}, {1319, 130 * ms}, {1568, 330 * ms}, {1319, 130 * ms}, {1568, 330 * ms},
			{0, 60 * ms}, {2093, 800 * ms},
		}
	case games.CueTick: // a clock
		return []Note{{2637, 30 * ms}}
	}
	return nil
}
