package sounds

import (
	"math"
	"testing"
	"time"

	"arbitre/games"
)

func sounding(tune []Note) (notes []Note) {
	for _, n := range tune {
		if n.Hertz != 0 {
			notes = append(notes, n)
		}
	}
	return notes
}

func TestEveryCueHasATuneThatAPiezoCanPlay(t *testing.T) {
	longest := map[games.Cue]time.Duration{
		games.CueKey:       25 * time.Millisecond,
		games.CueIgnored:   60 * time.Millisecond,
		games.CuePress:     60 * time.Millisecond,
		games.CueTurn:      60 * time.Millisecond, // all the time
		games.CueTick:      50 * time.Millisecond, // every second
		games.CueRaceOpen:  150 * time.Millisecond,
		games.CueRoundOver: 2500 * time.Millisecond,
		games.CueGameOver:  2500 * time.Millisecond,
	}
	for _, cue := range games.Cues() {
		tune := Tune(cue)
		if len(tune) == 0 {
			t.Errorf("%s is silent", cue)
			continue
		}
		most, ok := longest[cue]
		if !ok {
			most = 700 * time.Millisecond
		}
		if got := Length(tune); got > most {
			t.Errorf("%s lasts %v, at most %v", cue, got, most)
		}
		for i, n := range tune {
			if n.Hertz != 0 && (n.Hertz < 200 || n.Hertz > 5000) {
				t.Errorf("%s: a piezo doesn't play %d Hz", cue, n.Hertz)
			}
			if n.Length < 20*time.Millisecond {
				t.Errorf("%s: a note of %v is a click", cue, n.Length)
			}
			if n.Hertz == 0 && (i == 0 || i == len(tune)-1) {
				t.Errorf("%s begins or ends with a rest", cue)
			}
			if i > 0 && n.Hertz == tune[i-1].Hertz {
				t.Errorf("%s: two notes of %d Hz without a rest are one", cue, n.Hertz)
			}
		}
	}
}

func TestNoTwoCuesSoundAlike(t *testing.T) {
	// Two tunes are told apart by their number of notes, by a note that differs by a minor third or
	// more, or by one that is half as long again.
	alike := func(a, b []Note) bool {
		if len(a) != len(b) {
			return false
		}
		for i := range a {
			semitones := 12 * math.Abs(math.Log2(float64(a[i].Hertz)/float64(b[i].Hertz)))
			longer := float64(max(a[i].Length, b[i].Length)) / float64(min(a[i].Length, b[i].Length))
			if semitones >= 2.9 || longer >= 1.5 {
				return false
			}
		}
		return true
	}
	cues := games.Cues()
	for i, a := range cues {
		for _, b := range cues[:i] {
			if alike(sounding(Tune(a)), sounding(Tune(b))) {
				t.Errorf("%s sounds like %s", a, b)
			}
		}
	}
}

func TestWhatMustBeHeardAcrossTheTableIsWhereASmallPiezoIsLoud(t *testing.T) {
	// Small piezo discs resonate at 2 to 4 kHz; an octave below they are about 10 dB fainter.
	for _, cue := range []games.Cue{games.CueTurn, games.CuePress, games.CueWrong, games.CueRefused} {
		for _, n := range sounding(Tune(cue)) {
			if n.Hertz < 2000 || n.Hertz > 4000 {
				t.Errorf("%s has a note of %d Hz", cue, n.Hertz)
			}
		}
	}
}
