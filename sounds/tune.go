// Package sounds plays the cues of a game: as tunes for a piezo buzzer, and as the same tunes, or
// recordings in their place, for a loudspeaker.
package sounds

import (
	"math"
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
func Tune(cue games.Cue) (tune []Note) {
	cue, seat := cue.Split()
	pitch := 1.0
	if seat >= 1 && int(seat) <= len(pitches) {
		pitch = math.Exp2(pitches[seat-1] / 12)
	}
	for _, n := range tunes[cue] {
		hertz := int(math.Round(float64(n.hertz) * pitch))
		tune = append(tune, Note{hertz, time.Duration(n.ms) * time.Millisecond})
	}
	return tune
}

// pitches are those of the seats, in semitones: no two next to each other sound alike, and all of them where
// a small piezo is loud.
var pitches = []float64{0, 7, 3, 10, 5, 12, 2, 8}

// tunes are those of all seats; 0 Hz is a rest.
var tunes = map[games.Cue][]struct{ hertz, ms int }{
	games.CueKey:     {{4186, 20}},                                          // a click
	games.CueIgnored: {{1397, 50}},                                          // one dull knock
	games.CuePress:   {{3520, 35}},                                          // one sharp knock
	games.CueJoined:  {{784, 60}, {1175, 100}},                              // up a fifth
	games.CueLeft:    {{1175, 60}, {784, 100}},                              // and down again
	games.CuePowerOn: {{1047, 70}, {1319, 70}, {1568, 70}, {2093, 200}},     // a chord, upwards
	games.CueResumed: {{1568, 110}, {1047, 110}, {0, 40}, {1568, 220}},      // down, and up to where it was
	games.CueStart:   {{784, 80}, {0, 40}, {784, 80}, {0, 40}, {1568, 320}}, // two pick-up notes and the octave
	games.CueTurn:    {{2093, 50}},                                          // many times a minute: short, where a piezo is loud
	games.CueRaceOpen: { // up, and up again from higher: it says "slap!", and the table slaps while it sounds
		{1568, 30}, {2349, 35}, {1976, 30}, {3136, 45},
	},
	games.CueFastest:  {{1047, 80}, {1319, 80}, {1568, 220}},                         // a major triad, rising
	games.CueSlowest:  {{784, 120}, {622, 120}, {523, 300}},                          // a minor triad, falling
	games.CueDeadHeat: {{1175, 140}, {0, 70}, {1175, 140}},                           // two presses that can't be told apart
	games.CueNobody:   {{587, 160}, {0, 60}, {440, 280}},                             // a shrug
	games.CueVoid:     {{1480, 110}, {1047, 110}, {1480, 110}, {0, 60}, {1047, 220}}, // a tritone there and back: something is broken
	games.CueCall: { // a siren
		{1760, 70}, {1319, 70}, {1760, 70}, {1319, 70}, {1760, 70}, {1319, 70},
	},
	games.CueRight:   {{1568, 120}, {2093, 360}},                                  // a doorbell upside down
	games.CueWrong:   {{2637, 130}, {2489, 130}, {2349, 320}},                     // three semitones down, the last of them long
	games.CueUndone:  {{1760, 40}, {1480, 40}, {1245, 40}, {1047, 40}, {880, 60}}, // a tape rewound
	games.CueRefused: {{2794, 60}, {0, 20}, {2217, 100}},                          // two steps down, dry
	games.CueRoundOver: { // a short fanfare
		{1047, 110}, {0, 25}, {1047, 55}, {0, 25}, {1047, 55},
		{1319, 160}, {1047, 110}, {1568, 420},
	},
	games.CueTriumph: { // up the chord and a flourish on top
		{1568, 60}, {2093, 60}, {2637, 60}, {3136, 120}, {2637, 60}, {3136, 320},
	},
	games.CueGameOver: { // a long one, home to the octave
		{784, 130}, {1047, 130}, {1319, 130}, {1568, 330}, {1319, 130}, {1568, 330},
		{0, 60}, {2093, 800},
	},
	games.CueTick: {{2637, 30}}, // a clock
}
