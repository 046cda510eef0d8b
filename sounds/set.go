package sounds

import (
	"math"
	"strings"
	"time"

	"arbitre/games"

	"github.com/faiface/beep"
)

// SampleRate is the sample rate of all streamers of this package, of players, and of written files.
const SampleRate beep.SampleRate = 48000

// format is 16-bit little-endian stereo, four bytes a frame.
func format() beep.Format { return beep.Format{SampleRate: SampleRate, NumChannels: 2, Precision: 2} }

// A Set holds the sounds of cues for a loudspeaker. The zero Set synthesises each [Tune].
type Set struct {
	recorded map[string]*beep.Buffer // by the name of the file, without its end
}

// say begins the names of recordings that are spoken: "say-turn-3.wav".
const say = "say-"

// Said lists the names of the recordings that are spoken in place of sentences, without "say-".
func (s *Set) Said() (names []string) {
	for name := range s.recorded {
		if said, ok := strings.CutPrefix(name, say); ok {
			names = append(names, said)
		}
	}
	return names
}

// recording returns the first recording of some sentences that there is.
func (s *Set) recording(names []string) *beep.Buffer {
	for _, name := range names {
		if b := s.recorded[say+name]; b != nil {
			return b
		}
	}
	return nil
}

// Streamer plays one cue once, in stereo at [SampleRate]: the recording of its seat, or of all seats, if there
// is one, else its tune with a peak of -6 dB, so that two cues at a time don't clip.
func (s *Set) Streamer(cue games.Cue) beep.Streamer {
	all, _ := cue.Split()
	for _, name := range []games.Cue{cue, all} {
		if b := s.recorded[string(name)]; b != nil {
			return b.Streamer(0, b.Len())
		}
	}
	return &tones{notes: Tune(cue)}
}

// tones synthesises notes one after the other.
type tones struct {
	notes []Note // the first is the one that sounds
	at    int    // samples of it that were streamed
}

func (t *tones) Stream(samples [][2]float64) (n int, ok bool) {
	for len(t.notes) > 0 {
		note := t.notes[0]
		length := SampleRate.N(note.Length)
		for ; n < len(samples) && t.at < length; n++ {
			v := 0.0
			if note.Hertz != 0 {
				v = wave(note.Hertz, t.at) * envelope(t.at, length)
			}
			samples[n] = [2]float64{v, v}
			t.at++
		}
		if t.at < length {
			break
		}
		t.notes, t.at = t.notes[1:], 0
	}
	return n, n > 0
}

func (t *tones) Err() error { return nil }

// wave returns a sample of a sine with a softer octave and twelfth: between flute and clarinet. At
// 5000 Hz, the highest of any tune, the twelfth is 15 kHz: nothing folds back.
func wave(hertz, at int) float64 {
	const (
		octave, twelfth = 0.3, 0.15
		peak            = 1.1409 // of the sum
		level           = 0.5    // -6 dB of full scale
	)
	// Whole hertz: after each second every wave is where it began.
	second := float64(at%int(SampleRate)) / float64(SampleRate)
	sin, cos := math.Sincos(2 * math.Pi * float64(hertz) * second)
	return level / peak * (sin + octave*2*sin*cos + twelfth*sin*(4*cos*cos-1))
}

// envelope fades a note in and out by a raised cosine: an edge would be heard as a click.
func envelope(at, length int) float64 {
	attack := min(SampleRate.N(3*time.Millisecond), length/4)
	release := min(SampleRate.N(10*time.Millisecond), length/2)
	switch left := length - 1 - at; {
	case at < attack:
		return (1 - math.Cos(math.Pi*float64(at)/float64(attack))) / 2
	case left < release:
		return (1 - math.Cos(math.Pi*float64(left)/float64(release))) / 2
	}
	return 1
}
