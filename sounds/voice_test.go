package sounds

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"arbitre/games"

	"github.com/faiface/beep"
	"golang.org/x/sys/unix"
)

// spoken is a tone as a synthesiser writes it: 22050 Hz, mono, and a length that says nothing.
func spoken(hertz float64, length time.Duration) []byte {
	const rate = 22050
	wav := riff(fmtPart(1, 1, rate, 2, 16), part{"data", 0x7ffff000, nil})
	for i := range beep.SampleRate(rate).N(length) {
		wav = binary.LittleEndian.AppendUint16(wav, uint16(int16(16000*math.Sin(2*math.Pi*hertz*float64(i)/rate))))
	}
	return wav
}

// speaks returns a bench and a voice on it. Its texts are shell scripts, which stand for the synthesiser; $0 is
// a folder with tones: low and high of half a second, and long.
func speaks(t *testing.T) (*bench, *Voice) {
	t.Helper()
	b := newBench(t, plays("well"))
	dir := t.TempDir()
	for name, wav := range map[string][]byte{
		"low": spoken(700, 500*time.Millisecond), "high": spoken(1200, 500*time.Millisecond), "long": spoken(700, 20*time.Second),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), wav, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	v := NewVoice(b.Speaker, func(_, script string) []string { return []string{"sh", "-c", script, dir} }, b.note)
	t.Cleanup(func() { v.Close() })
	return b, v
}

// heard returns how much of what a player has read is louder than a whisper, and its loudest frequency.
func heard(pcm []byte) (length time.Duration, hertz float64) {
	var samples [][2]float64
	for ; len(pcm) >= format().Width(); pcm = pcm[format().Width():] {
		sample, _ := format().DecodeSigned(pcm)
		if math.Abs(sample[0]) > 0.01 {
			samples = append(samples, sample)
		}
	}
	if len(samples) == 0 {
		return 0, 0
	}
	for f, best := 300.0, 0.0; f < 2000; f += 20 {
		if s := strength(samples, f); s > best {
			best, hertz = s, f
		}
	}
	return SampleRate.D(len(samples)), hertz
}

// all returns what all players have read once nothing plays any more.
func (b *bench) all(t *testing.T) (pcm []byte) {
	t.Helper()
	b.Speaker.Close()
	for _, read := range b.players(t) {
		pcm = append(pcm, read...)
	}
	return pcm
}

func TestWhatASynthesiserSaysIsHeardWhole(t *testing.T) {
	t.Parallel()
	b, v := speaks(t)
	v.Say("en", []Sentence{{Text: `cat "$0/low"`}, {Text: `cat "$0/low"`}})
	time.Sleep(1300 * time.Millisecond)
	length, hertz := heard(b.all(t))
	if length < 950*time.Millisecond || length > 1050*time.Millisecond || math.Abs(hertz-700) > 20 {
		t.Errorf("%v of %v Hz, want 1s of 700", length, hertz)
	}
	b.fine(t)
}

// A newer sentence cuts an older one, wherever that is: its synthesiser hangs, or it is half said.
func TestANewerSentenceCutsAnOlderOne(t *testing.T) {
	t.Parallel()
	for name, older := range map[string]string{
		"speaks": `cat "$0/long"`, "hangs": `sleep 60`, "hangs in the midst": `head -c 4000 "$0/long"; sleep 60`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b, v := speaks(t)
			v.Say("en", []Sentence{{Text: older}})
			time.Sleep(200 * time.Millisecond)
			for range 20 { // all in one moment: the last one counts
				v.Say("en", []Sentence{{Text: `cat "$0/low"`}})
			}
			v.Say("en", []Sentence{{Text: `cat "$0/high"`}})
			time.Sleep(1500 * time.Millisecond)
			pcm := b.all(t)
			if length, hertz := heard(pcm); length > 2*time.Second || math.Abs(hertz-1200) > 100 {
				t.Errorf("%v of %v Hz, want mostly 1200", length, hertz)
			}
			b.fine(t)
		})
	}
}

// A recording of the seat comes before one for all seats, and both before the synthesiser.
func TestARecordingIsHeardInPlaceOfASentence(t *testing.T) {
	t.Parallel()
	b, v := speaks(t)
	tone := func(cue games.Cue) *beep.Buffer {
		b := beep.NewBuffer(format())
		b.Append(new(Set).Streamer(cue))
		return b
	}
	b.set.recorded = map[string]*beep.Buffer{"say-turn": tone(games.CueGameOver), "say-turn-3": tone(games.CueJoined)}
	v.Say("en", []Sentence{{Recordings: []string{"turn-3", "turn"}, Text: "exit 1"}})
	time.Sleep(500 * time.Millisecond)
	want := Length(Tune(games.CueJoined))
	if length, _ := heard(b.all(t)); length > want || length < want/2 {
		t.Errorf("%v is heard, want the tune of %v", length, want)
	}
	b.fine(t)
}

// Whatever a synthesiser does, cues are heard, nothing is left running, and the reason is told.
func TestABrokenSynthesiserHoldsNothingUp(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, script, want string }{
		{"missing", "nothing", "executable file not found"},
		{"silent", "sleep 60", "said nothing for 2s"},
		{"dying", `head -c 9000 "$0/low"; echo no voice >&2; exit 3`, "no voice"},
		{"half a header", "printf RIFF", "4 bytes of sound"},
		{"garbage", "head -c 100000 /dev/zero", "not a WAV"},
		{"without an end", `cat "$0/low"; sleep 60`, "said nothing for 2s"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			b, v := speaks(t)
			v.patience = 2 * time.Second // longer than a player takes to begin on a busy machine
			if tt.name == "missing" {
				v.command = func(string, string) []string { return []string{"no-such-synthesiser"} }
			}
			v.Say("en", []Sentence{{Text: tt.script}})
			b.Play(games.CueFastest)
			said := ""
			await(t, "an error", func() bool {
				for _, err := range b.reported() {
					if err != nil {
						said = err.Error()
					}
				}
				return said != ""
			})
			if !strings.Contains(said, tt.want) || strings.Contains(said, "\n") {
				t.Errorf("reported %q, want %q in it", said, tt.want)
			}
			if length, _ := heard(b.all(t)); length < Length(Tune(games.CueFastest))*3/4 {
				t.Errorf("only %v of the cue is heard", length)
			}
		})
	}
}

// A press does not wait on the one processor of a Zero for what is being spoken: the synthesiser has not the
// rank of the service (proc_pid_stat(5), 41).
func TestRootASynthesiserHasNoRank(t *testing.T) {
	if os.Getenv("ARBITRE_ROOT") != "1" {
		t.Skip("takes a real-time rank: set ARBITRE_ROOT=1, as root")
	}
	_, v := speaks(t)
	failed := make(chan error, 1)
	v.report = func(err error) { failed <- err }
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads { // of which any may start it
		id, _ := strconv.Atoi(thread.Name())
		if err := unix.SchedSetAttr(id, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_RR, Priority: 1}, 0); err != nil {
			t.Fatal(err)
		}
	}
	v.Say("en", []Sentence{{Text: "sleep 0.1; echo policy $(cut -d' ' -f41 /proc/$$/stat) >&2; exit 3"}})
	if err := <-failed; !strings.Contains(err.Error(), "policy 0") {
		t.Errorf("it has %v", err)
	}
}

// Without a loudspeaker that plays, the synthesiser is not left running.
func TestNobodySpeaksToADeafLoudspeaker(t *testing.T) {
	t.Parallel()
	b := newBench(t, plays("deaf"))
	b.patience = time.Second
	v := NewVoice(b.Speaker, func(_, path string) []string { return []string{"cat", path} }, b.note)
	v.patience = 100 * time.Millisecond
	defer v.Close()
	path := filepath.Join(t.TempDir(), "long")
	os.WriteFile(path, spoken(700, 30*time.Second), 0o600)
	begun := time.Now()
	v.speak(context.Background(), utterance{"en", []Sentence{{Text: path}}})
	if took := time.Since(begun); took > 20*time.Second {
		t.Errorf("it spoke for %v", took)
	}
}

// How long after it is said a sentence of espeak-ng reaches a player: one that runs, and one that has to start.
func BenchmarkFirstSampleOfSpeech(b *testing.B) {
	if _, err := exec.LookPath("espeak-ng"); err != nil {
		b.Skip("needs espeak-ng")
	}
	for _, runs := range []bool{true, false} {
		b.Run(fmt.Sprintf("player runs=%v", runs), func(b *testing.B) {
			for b.Loop() {
				dir := b.TempDir()
				speaker := NewSpeaker(new(Set), func() []string { return plays("well")(dir) }, func(error) {})
				voice := NewVoice(speaker, Espeak, func(err error) {
					if err != nil {
						b.Error(err)
					}
				})
				if runs {
					speaker.add(&speaker.mixer, beep.Silence(1))
					time.Sleep(300 * time.Millisecond)
				}
				begun := time.Now()
				voice.Say("en", []Sentence{{Text: "3 was first!"}})
				for {
					var read []byte
					if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) > 0 {
						read, _ = os.ReadFile(files[0])
					}
					if length, _ := heard(read); length > 0 {
						break
					}
				}
				b.ReportMetric(float64(time.Since(begun).Milliseconds()), "ms/first-sample")
				voice.Close()
				speaker.Close()
			}
		})
	}
}
