package box

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/cmplx"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/sounds"

	"github.com/faiface/beep"
)

// The test binary is the player, too, where it is called aplay: a sound card on which an evening goes by
// quicker.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == "aplay" {
		if err := playQuickly(os.Args[len(os.Args)-2]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(m.Run())
}

// quick is how many seconds of sound go by in one.
const quick = 3

// playQuickly appends what it reads to a file, at the pace of such a card.
func playQuickly(device string) error {
	out, err := os.OpenFile(device, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	start, piece := time.Now(), make([]byte, 4*480)
	for n := 0; ; n++ {
		time.Sleep(time.Until(start.Add(time.Duration(n) * 10 * time.Millisecond / quick)))
		read, err := io.ReadFull(os.Stdin, piece)
		if _, err := out.Write(piece[:read]); err != nil {
			return err
		}
		if err != nil {
			return nil // the speaker has ended it
		}
	}
}

// An ear recognises sentences in what the player has played. It knows how each sounds alone, for the
// synthesiser says the same in the same way, and finds it by correlation, beneath cues as well.
type ear struct {
	path   string // of what was played
	from   int64  // the byte after which it listens
	known  []sentence
	spaces map[int][][]complex128 // the spectra of what it knows, by their length
}

// A sentence is a text that may be spoken, and what it means to a listener.
type sentence struct {
	text, means string
	wave        []float64
}

// hertz is what an ear hears of: enough for vowels, and less of the cues.
const hertz = 2000

// waves keeps what has been synthesised, for all evenings.
var waves = struct {
	sync.Mutex
	of map[string][]float64
}{of: map[string][]float64{}}

// know adds a sentence in a language.
func (e *ear) know(t testing.TB, language, text, means string) {
	if text == "" || slices.ContainsFunc(e.known, func(s sentence) bool { return s.text == text && s.means == means }) {
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
		wave = coarse(pcm)
		waves.of[language+text] = wave
	}
	e.known = append(e.known, sentence{text, means, wave})
}

// coarse leaves out what is silent, for the stream stands still where the synthesiser is late, and takes the
// mean of some samples each.
func coarse(pcm []float64) (wave []float64) {
	const each, pause = int(sounds.SampleRate) / hertz, 48
	var loud []float64
	for i := 0; i < len(pcm); {
		end := i
		for end < len(pcm) && math.Abs(pcm[end]) <= 1 {
			end++
		}
		if end-i < pause {
			end = min(i+1, len(pcm))
			loud = append(loud, pcm[i:end]...)
		}
		i = end
	}
	for piece := range slices.Chunk(loud, each) {
		sum := 0.0
		for _, v := range piece {
			sum += v
		}
		wave = append(wave, sum/float64(len(piece)))
	}
	return wave
}

// attend listens from now on.
func (e *ear) attend() {
	if info, err := os.Stat(e.path); err == nil {
		e.from = info.Size() &^ 3
	}
}

// played returns the left channel since then.
func (e *ear) played() (pcm []float64) {
	f, err := os.Open(e.path)
	if err != nil {
		return nil
	}
	defer f.Close()
	raw, _ := io.ReadAll(io.NewSectionReader(f, e.from, 1<<30))
	for ; len(raw) >= 4; raw = raw[4:] {
		pcm = append(pcm, float64(int16(binary.LittleEndian.Uint16(raw))))
	}
	return pcm
}

// listen waits until it has been quiet for a while, and returns what it has understood, in order.
func (e *ear) listen() (understood []string) {
	const quiet = 700 * time.Millisecond
	since, loud := time.Now(), 0
	for begun := time.Now(); time.Since(since) < quiet && time.Since(begun) < 15*time.Second; time.Sleep(60 * time.Millisecond) {
		if n := len(coarse(e.played())); n > loud {
			since, loud = time.Now(), n
		}
	}
	return e.understand(coarse(e.played()))
}

// understand finds sentences in a wave.
func (e *ear) understand(wave []float64) (understood []string) {
	if len(wave) < hertz/20 {
		return nil
	}
	longest := 0
	for _, s := range e.known {
		longest = max(longest, len(s.wave))
	}
	size := 1
	for size < len(wave)+longest {
		size *= 2
	}
	if e.spaces == nil {
		e.spaces = map[int][][]complex128{}
	}
	known := e.spaces[size]
	for _, s := range e.known[len(known):] {
		known = append(known, spectrum(s.wave, size))
	}
	e.spaces[size] = known
	heard := spectrum(wave, size)
	energy := make([]float64, len(wave)+1)
	for i, v := range wave {
		energy[i+1] = energy[i] + v*v
	}
	type found struct {
		sentence
		at    int
		alike float64
	}
	var all []found
	for i, s := range e.known {
		if len(s.wave) > len(wave)+hertz/50 {
			continue
		}
		product := make([]complex128, size)
		own := 0.0
		for _, v := range s.wave {
			own += v * v
		}
		for j := range product {
			product[j] = heard[j] * cmplx.Conj(known[i][j])
		}
		transform(product, true)
		best := found{sentence: s}
		for at := range min(len(wave), max(1, len(wave)-len(s.wave)+hertz/50)) {
			there := energy[min(len(wave), at+len(s.wave))] - energy[at]
			if there < own/4 {
				continue
			}
			if alike := real(product[at]) / float64(size) / math.Sqrt(own*there); alike > best.alike {
				best.at, best.alike = at, alike
			}
		}
		enough := 0.45 // beneath cues
		if len(s.wave) < hertz*6/10 {
			enough = 0.65 // a short word is in many others
		}
		if best.alike > enough {
			all = append(all, best)
		}
	}
	// Of two that overlap the likelier counts, of two that are as likely the longer.
	slices.SortFunc(all, func(a, b found) int {
		if d := b.alike - a.alike; math.Abs(d) > 0.03 {
			return int(math.Copysign(1, d))
		}
		return len(b.wave) - len(a.wave)
	})
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

// spectrum is the Fourier transform of a wave that is filled up with silence.
func spectrum(wave []float64, size int) []complex128 {
	all := make([]complex128, size)
	for i, v := range wave {
		all[i] = complex(v, 0)
	}
	transform(all, false)
	return all
}

// transform is the fast Fourier transform (Cooley and Tukey, 1965), in place, of a power of two.
func transform(a []complex128, back bool) {
	n := len(a)
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
		angle := -math.Pi / float64(half)
		if back {
			angle = -angle
		}
		turns := make([]complex128, half)
		for k := range turns {
			turns[k] = cmplx.Rect(1, angle*float64(k))
		}
		for i := 0; i < n; i += 2 * half {
			for k := range half {
				u, v := a[i+k], a[i+k+half]*turns[k]
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
