// Package sounds plays the cues of a game: as tunes for a piezo buzzer, and as the same tunes, or
// recordings in their place, for a loudspeaker.
package sounds

import (
	"math"
	"slices"
	"time"

	"arbitre/games"
)

// A Note is one tone of a tune, or a rest; it is no type of its own, as that of package hw.
type Note = struct {
	Hertz  int // 0 is a rest
	Length time.Duration
}

// Length returns how long a tune lasts.
func Length(tune []Note) (sum time.Duration) {
	for _, n := range tune {
		sum += n.Length
	}
	return sum
}

// Tune returns the tune of a cue for a buzzer, which plays one tone at a time and all equally loud.
// It is nil for a cue that is not one of [games.Cues]. That of a seat is transposed: each seat has its pitch.
func Tune(cue games.Cue) []Note {
	cue, seat := cue.Split()
	tune := slices.Clone(plain(cue))
	if seat < 1 || int(seat) > len(pitches) {
		return tune
	}
	for i := range tune {
		tune[i].Hertz = int(math.Round(float64(tune[i].Hertz) * math.Exp2(pitches[seat-1]/12)))
	}
	return tune
}

// pitches are those of the seats, in semitones: no two next to each other sound alike, and all of them where
// a small piezo is loud.
var pitches = []float64{0, 7, 3, 10, 5, 12, 2, 8}

func plain(cue games.Cue) []Note {
	const ms = time.Millisecond
	switch cue {
	case games.CueKey: // a click
		return []Note{{4186, 20 * ms}}
	case games.CueIgnored: // one dull knock
		return []Note{{1397, 50 * ms}}
	case games.CuePress: // one sharp knock
		return []Note{{3520, 35 * ms}}
	case games.CueJoined: // up a fifth
		return []Note{{784, 60 * ms}, {1175, 100 * ms}}
	case games.CueLeft: // and down again
		return []Note{{1175, 60 * ms}, {784, 100 * ms}}
	case games.CuePowerOn: // a chord, upwards
		return []Note{{1047, 70 * ms}, {1319, 70 * ms}, {1568, 70 * ms}, {2093, 200 * ms}}
	case games.CueResumed: // down, and up to where it was
		return []Note{{1568, 110 * ms}, {1047, 110 * ms}, {0, 40 * ms}, {1568, 220 * ms}}
	case games.CueStart: // two pick-up notes and the octave
		return []Note{{784, 80 * ms}, {0, 40 * ms}, {784, 80 * ms}, {0, 40 * ms}, {1568, 320 * ms}}
	case games.CueTurn: // many times a minute: short, where a piezo is loud
		return []Note{{2093, 50 * ms}}
	case games.CueRaceOpen: // up, and up again from higher: it says "slap!", and the table slaps while it sounds
		return []Note{{1568, 30 * ms}, {2349, 35 * ms}, {1976, 30 * ms}, {3136, 45 * ms}}
	case games.CueFastest: // a major triad, rising
		return []Note{{1047, 80 * ms}, {1319, 80 * ms}, {1568, 220 * ms}}
	case games.CueSlowest: // a minor triad, falling
		return []Note{{784, 120 * ms}, {622, 120 * ms}, {523, 300 * ms}}
	case games.CueDeadHeat: // two presses that can't be told apart
		return []Note{{1175, 140 * ms}, {0, 70 * ms}, {1175, 140 * ms}}
	case games.CueNobody: // a shrug
		return []Note{{587, 160 * ms}, {0, 60 * ms}, {440, 280 * ms}}
	case games.CueVoid: // a tritone there and back: something is broken
		return []Note{{1480, 110 * ms}, {1047, 110 * ms}, {1480, 110 * ms}, {0, 60 * ms}, {1047, 220 * ms}}
	case games.CueCall: // a siren
		return []Note{{1760, 70 * ms}, {1319, 70 * ms}, {1760, 70 * ms}, {1319, 70 * ms}, {1760, 70 * ms},
			{1319, 70 * ms}}
	case games.CueRight: // a doorbell upside down
		return []Note{{1568, 120 * ms}, {2093, 360 * ms}}
	case games.CueWrong: // three semitones down, the last of them long
		return []Note{{2637, 130 * ms}, {2489, 130 * ms}, {2349, 320 * ms}}
	case games.CueUndone: // a tape rewound
		return []Note{{1760, 40 * ms}, {1480, 40 * ms}, {1245, 40 * ms}, {1047, 40 * ms}, {880, 60 * ms}}
	case games.CueRefused: // two steps down, dry
		return []Note{{2794, 60 * ms}, {0, 20 * ms}, {2217, 100 * ms}}
	case games.CueRoundOver: // a short fanfare
		return []Note{
			{1047, 110 * ms}, {0, 25 * ms}, {1047, 55 * ms}, {0, 25 * ms}, {1047, 55 * ms},
			{1319, 160 * ms}, {1047, 110 * ms}, {1568, 420 * ms},
		}
	case games.CueTriumph: // up the chord and a flourish on top
		return []Note{
			{1568, 60 * ms}, {2093, 60 * ms}, {2637, 60 * ms}, {3136, 120 * ms}, {2637, 60 * ms}, {3136, 320 * ms},
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
