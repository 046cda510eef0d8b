package sounds

import (
	"math"
	"testing"
	"time"

	"arbitre/games"

	"github.com/faiface/beep"
)

// drain returns all that a streamer has, in other portions than those that players are fed.
func drain(s beep.Streamer) (all [][2]float64) {
	buf := make([][2]float64, 512)
	for {
		n, ok := s.Stream(buf)
		if !ok {
			return all
		}
		all = append(all, buf[:n]...)
	}
}

// strength returns how much of one frequency there is in the left channel, by Goertzel's algorithm:
// about half the amplitude of a sine of that frequency.
func strength(samples [][2]float64, hertz float64) float64 {
	c := 2 * math.Cos(2*math.Pi*hertz/float64(SampleRate))
	var a, b float64
	for _, s := range samples {
		a, b = s[0]+c*a-b, a
	}
	return math.Sqrt(a*a+b*b-a*b*c) / float64(len(samples))
}

// loudest returns the strongest frequency from 100 to 16000 Hz.
func loudest(samples [][2]float64) float64 {
	top := func(samples [][2]float64, from, to, step float64) (best float64) {
		most := -1.0
		for f := from; f <= to; f += step {
			if s := strength(samples, f); s > most {
				most, best = s, f
			}
		}
		return best
	}
	// First on 25 ms from the middle, whose peak is 80 Hz wide, then on 100 ms.
	part := samples[max(0, len(samples)/2-600):min(len(samples), len(samples)/2+600)]
	rough := top(part, 100, 16000, 20)
	return top(samples[:min(len(samples), SampleRate.N(100*time.Millisecond))], rough-20, rough+20, 0.5)
}

func TestEveryNoteSoundsAtItsFrequency(t *testing.T) {
	for _, cue := range games.Cues() {
		samples := drain(new(Set).Streamer(cue))
		for i, note := range Tune(cue) {
			n := SampleRate.N(note.Length)
			sound := samples[:n]
			samples = samples[n:]
			if note.Hertz == 0 {
				for _, s := range sound {
					if s != [2]float64{} {
						t.Errorf("%s: note %d is not a rest", cue, i)
						break
					}
				}
				continue
			}
			if got := loudest(sound); math.Abs(got-float64(note.Hertz)) > max(1, 0.005*float64(note.Hertz)) {
				t.Errorf("%s: note %d measures %v Hz, want %d", cue, i, got, note.Hertz)
			}
		}
		if len(samples) > 0 {
			t.Errorf("%s: %d samples more than its tune", cue, len(samples))
		}
	}
}

func TestCuesAreEvenlyLoudAndClean(t *testing.T) {
	for _, cue := range games.Cues() {
		samples := drain(new(Set).Streamer(cue))
		var peak, sum float64
		for _, s := range samples {
			if s[0] != s[1] {
				t.Fatalf("%s: left and right differ", cue)
			}
			peak = max(peak, math.Abs(s[0]))
			sum += s[0]
		}
		if peak > 0.5 || peak < 0.49 {
			t.Errorf("%s: its peak is %.3f, want -6 dB: 0.5", cue, peak)
		}
		if dc := sum / float64(len(samples)); math.Abs(dc) > 0.002 { // -54 dB
			t.Errorf("%s: it has a direct current of %.4f", cue, dc)
		}
		at := 0
		for i, note := range Tune(cue) {
			n := SampleRate.N(note.Length)
			sound := samples[at : at+n]
			at += n
			if first, last := sound[0][0], sound[n-1][0]; math.Abs(first) > 1e-4 || math.Abs(last) > 1e-4 {
				t.Errorf("%s: note %d begins at %.4f and ends at %.4f: a click", cue, i, first, last)
			}
			// A sine of three times the frequency with the same peak is the steepest part of the
			// timbre.
			steepest := 0.5 * 2 * math.Pi * float64(3*note.Hertz) / float64(SampleRate)
			for j := 1; j < n; j++ {
				if step := math.Abs(sound[j][0] - sound[j-1][0]); step > steepest {
					t.Fatalf("%s: note %d jumps by %.3f after %d samples: a click", cue, i, step, j)
				}
			}
		}
	}
}
