package box

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/cmplx"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/sounds"

	"github.com/faiface/beep"
)

// An ear recognises sentences in what the player has played. It knows how each sounds alone, for the
// synthesiser says the same in the same way, and finds it by correlation, beneath cues as well.
type ear struct {
	*tableClock
	path  string // of what was played
	note  func(string)
	next  int64     // the byte of it that was not heard yet
	heard []float64 // since it listens
	loud  bool      // there was something to hear the last time
	known []sentence
	turns map[int][]complex128 // of half a circle, by the length of the transform
}

// A sentence is a text that may be spoken, and what it means to a listener.
type sentence struct {
	text, means string
	wave        []float64
}

// hertz is what an ear hears of: enough for vowels, and less of the cues.
const hertz = 4000

// waves keeps what has been synthesised, for all evenings.
var waves = struct {
	sync.Mutex
	of map[string][]float64
}{of: map[string][]float64{}}

// know adds a sentence in a language.
func (e *ear) know(t testing.TB, language, text, means string) {
	if slices.ContainsFunc(e.known, func(s sentence) bool { return s.text == text && s.means == means }) {
		return
	}
	waves.Lock()
	defer waves.Unlock()
	wave, ok := waves.of[language+text]
	if !ok {
		command := sounds.Espeak(language, text)
		wav, err := exec.Command(command[0], command[1:]...).Output()
		if err != nil || len(wav) < 44 {
			t.Fatal(err)
		}
		wav = wav[44:] // the header
		spoken := beep.Resample(1, 22050, sounds.SampleRate, beep.StreamerFunc(func(samples [][2]float64) (n int, ok bool) {
			for ; n < len(samples) && len(wav) >= 2; n, wav = n+1, wav[2:] {
				samples[n][0] = float64(int16(binary.LittleEndian.Uint16(wav))) / 32768
			}
			return n, n > 0
		}))
		var pcm []float64
		for piece := make([][2]float64, 512); ; {
			n, ok := spoken.Stream(piece)
			if !ok {
				break
			}
			for _, sample := range piece[:n] {
				pcm = append(pcm, math.Trunc(sample[0]*32767))
			}
		}
		wave = trimmed(coarse(pcm))
		waves.of[language+text] = wave
	}
	if len(wave) == 0 {
		return // "?"
	}
	e.known = append(e.known, sentence{text, means, wave})
}

// coarse takes the mean of some samples each.
func coarse(pcm []float64) (wave []float64) {
	for piece := range slices.Chunk(pcm, int(sounds.SampleRate)/hertz) {
		sum := 0.0
		for _, v := range piece {
			sum += v
		}
		wave = append(wave, sum/float64(len(piece)))
	}
	return wave
}

// trimmed returns what lies between the silence before and behind a sentence.
func trimmed(wave []float64) []float64 {
	loud := func(v float64) bool { return math.Abs(v) > 20 }
	from := max(0, slices.IndexFunc(wave, loud))
	for len(wave) > from && !loud(wave[len(wave)-1]) {
		wave = wave[:len(wave)-1]
	}
	return wave[from:]
}

// attend listens from now on.
func (e *ear) attend() {
	e.hear()
	e.heard = nil
}

// hear takes in what has been played meanwhile, of the left channel, and reports whether it was loud.
func (e *ear) hear() (loud bool) {
	f, err := os.Open(e.path)
	if err != nil {
		return false
	}
	defer f.Close()
	raw, _ := io.ReadAll(io.NewSectionReader(f, e.next, 1<<30))
	for ; len(raw) >= 4; raw, e.next = raw[4:], e.next+4 {
		v := float64(int16(binary.LittleEndian.Uint16(raw)))
		e.heard = append(e.heard, v)
		loud = loud || math.Abs(v) > 1
	}
	return loud
}

// listen waits for the end of what is being said, or of what is said soon, and returns what it has understood,
// in order.
func (e *ear) listen() (understood []string) {
	const soon, quiet, most = 2 * time.Second, 600 * time.Millisecond, 20 * time.Second
	begun := e.Now()
	e.loud = false
	for until := begun + soon; e.Now() < min(until, begun+most); e.wait(oneStep) {
		if e.hear() {
			e.loud = true
			until = e.Now() + quiet
		}
	}
	understood = e.understand(coarse(e.heard))
	e.note(fmt.Sprintf("    %q", understood))
	return understood
}

// understand finds sentences in a wave: those that leave the least of it unexplained.
func (e *ear) understand(wave []float64) (understood []string) {
	longest := 0
	for _, s := range e.known {
		longest = max(longest, len(s.wave))
	}
	size := 1
	for size < len(wave)+longest {
		size *= 2
	}
	energy := make([]float64, len(wave)+1)
	for i, v := range wave {
		energy[i+1] = energy[i] + v*v
	}
	heard := e.spectrum(wave, nil, size)
	var all []found
	for i, pair := range e.pairs(size) {
		for j, theirs := range pair {
			pair[j] = heard[j] * cmplx.Conj(theirs)
		}
		e.transform(pair, true)
		one, other := make([]float64, len(wave)), make([]float64, len(wave))
		for at := range wave {
			one[at], other[at] = real(pair[at])/float64(size), -imag(pair[at])/float64(size)
		}
		for j, product := range [][]float64{one, other} {
			if j += 2 * i; j < len(e.known) {
				if best := e.known[j].find(product, energy); best.explains > 0 {
					all = append(all, best)
				}
			}
		}
	}
	slices.SortFunc(all, func(a, b found) int { return cmp.Compare(b.explains, a.explains) })
	var taken []found
	for _, f := range all {
		if !slices.ContainsFunc(taken, func(t found) bool {
			overlap := min(f.at+len(f.wave), t.at+len(t.wave)) - max(f.at, t.at)
			return overlap > min(len(f.wave), len(t.wave))/4 && f.text != t.text
		}) {
			taken = append(taken, f)
		}
	}
	slices.SortStableFunc(taken, func(a, b found) int { return a.at - b.at })
	for _, f := range taken {
		understood = append(understood, f.means)
	}
	return understood
}

// A found sentence is one that was heard, where, and how much of the energy there it explains.
type found struct {
	sentence
	at       int
	explains float64
}

// find returns where a sentence explains the most of what was heard, of which the energy is known up to each
// sample, and the product with the sentence at each.
func (s sentence) find(product, energy []float64) (best found) {
	own := 0.0
	for _, v := range s.wave {
		own += v * v
	}
	alike := 0.4 // beneath cues
	if len(s.wave) < hertz*6/10 {
		alike = 0.65 // a short word is in many others
	}
	best = found{sentence: s}
	for at := range min(len(product), max(0, len(product)-len(s.wave)+hertz/50)) {
		there := energy[min(len(product), at+len(s.wave))] - energy[at]
		explains := 2*product[at] - own
		if explains > max(own/4, best.explains) && product[at] > alike*math.Sqrt(own*there) {
			best.at, best.explains = at, explains
		}
	}
	return best
}

// pairs returns the spectra of what it knows, two in each: of two waves, one of which is turned by a quarter,
// the products can be told apart.
func (e *ear) pairs(size int) (all [][]complex128) {
	for pair := range slices.Chunk(e.known, 2) {
		var other []float64
		if len(pair) > 1 {
			other = pair[1].wave
		}
		all = append(all, e.spectrum(pair[0].wave, other, size))
	}
	return all
}

// spectrum is the Fourier transform of one wave, and of another as its imaginary part, filled up with silence.
func (e *ear) spectrum(wave, other []float64, size int) []complex128 {
	all := make([]complex128, size)
	for i, v := range wave {
		all[i] = complex(v, 0)
	}
	for i, v := range other {
		all[i] += complex(0, v)
	}
	e.transform(all, false)
	return all
}

// transform is the fast Fourier transform (Cooley and Tukey, 1965), in place, of a power of two.
func (e *ear) transform(a []complex128, back bool) {
	n := len(a)
	turns := e.turns[n]
	if turns == nil {
		for k := range n / 2 {
			turns = append(turns, cmplx.Rect(1, -2*math.Pi*float64(k)/float64(n)))
		}
		e.turns[n] = turns
	}
	for i, j := 1, 0; i < n; i++ {
		bit := n >> 1
		for ; j&bit != 0; bit >>= 1 {
			j ^= bit
		}
		if j ^= bit; i < j {
			a[i], a[j] = a[j], a[i]
		}
	}
	for half := 1; half < n; half *= 2 {
		for i := 0; i < n; i += 2 * half {
			for k := range half {
				turn := turns[k*(n/2/half)]
				if back {
					turn = cmplx.Conj(turn)
				}
				u, v := a[i+k], a[i+k+half]*turn
				a[i+k], a[i+k+half] = u+v, u-v
			}
		}
	}
}

// has returns the rest of the last thing understood that begins with a word: "2" of "turn 2".
func has(understood []string, word string) (rest string, ok bool) {
	for _, one := range slices.Backward(understood) {
		if rest, ok := strings.CutPrefix(one, word); ok {
			return strings.TrimPrefix(rest, " "), true
		}
	}
	return "", false
}
