package sounds

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"arbitre/games"

	"github.com/faiface/beep"
	"github.com/faiface/beep/wav"
	"github.com/google/go-cmp/cmp"
)

// pcm returns the 16-bit samples of a streamer, as a player reads them.
func pcm(s beep.Streamer) (b []byte) {
	frame := make([]byte, format().Width())
	for _, sample := range drain(s) {
		format().EncodeSigned(frame, sample)
		b = append(b, frame...)
	}
	return b
}

// A part of a RIFF file, written with whatever size it claims.
type part struct {
	id   string
	size uint32
	body []byte
}

func riff(parts ...part) []byte {
	b := []byte("RIFF\x00\x00\x00\x00WAVE")
	for _, p := range parts {
		b = append(b, p.id...)
		b = binary.LittleEndian.AppendUint32(b, p.size)
		b = append(b, p.body...)
	}
	return b
}

func whole(id string, body []byte) part { return part{id, uint32(len(body)), body} }

// fmtPart is a format: tag, channels, rate, bytes per frame, bits.
func fmtPart(tag, channels uint16, rate uint32, frame, bits uint16) part {
	var b []byte
	for _, v := range []any{tag, channels, rate, rate * uint32(frame), frame, bits} {
		b, _ = binary.Append(b, binary.LittleEndian, v)
	}
	return whole("fmt ", b)
}

// extensibleFmt is a format that names its encoding in a GUID.
func extensibleFmt(tag, channels uint16, rate uint32, frame, bits uint16) part {
	p := fmtPart(0xFFFE, channels, rate, frame, bits)
	var b []byte
	for _, v := range []any{uint16(22), bits, uint32(3), tag} {
		b, _ = binary.Append(b, binary.LittleEndian, v)
	}
	return whole("fmt ", append(append(p.body, b...), "\x00\x00\x00\x00\x10\x00\x80\x00\x00\xAA\x00\x38\x9B\x71"...))
}

// sine is samples of 1000 Hz at 0.8 of full scale, 100 ms of them.
func sine(f beep.Format) (b []byte) {
	frame := make([]byte, f.Width())
	for i := range f.SampleRate.N(100 * time.Millisecond) {
		v := 0.8 * math.Sin(2*math.Pi*1000*float64(i)/float64(f.SampleRate))
		if f.Precision == 1 {
			f.EncodeUnsigned(frame, [2]float64{v, v})
		} else {
			f.EncodeSigned(frame, [2]float64{v, v})
		}
		b = append(b, frame...)
	}
	return b
}

func TestRecordingsOfAnyUsualFormatSoundAsTheyWereRecorded(t *testing.T) {
	list := part{"LIST", 3, []byte("odd\x00")} // editors add such parts
	for _, f := range []beep.Format{
		{SampleRate: 8000, NumChannels: 1, Precision: 1}, {SampleRate: 44100, NumChannels: 1, Precision: 2},
		{SampleRate: 44100, NumChannels: 6, Precision: 3}, {SampleRate: 192000, NumChannels: 2, Precision: 4},
	} {
		for name, form := range map[string]func(tag, channels uint16, rate uint32, frame, bits uint16) part{
			"plain": fmtPart, "extensible": extensibleFmt,
		} {
			t.Run(fmt.Sprintf("%s, %+v", name, f), func(t *testing.T) {
				form := form(1, uint16(f.NumChannels), uint32(f.SampleRate), uint16(f.Width()), uint16(8*f.Precision))
				b := must(decodeWAV(riff(list, form, list, whole("data", sine(f)), list)))
				samples := drain(b.Streamer(0, b.Len()))
				if got := SampleRate.D(len(samples)); got < 99*time.Millisecond || got > 101*time.Millisecond {
					t.Errorf("it lasts %v, want 100ms", got)
				}
				if got := loudest(samples); math.Abs(got-1000) > 1 {
					t.Errorf("it measures %v Hz, want 1000", got)
				}
				if got := 2 * strength(samples, 1000); math.Abs(got-0.8) > 0.02 {
					t.Errorf("its amplitude is %.3f, want 0.8", got)
				}
			})
		}
	}
}

func TestABrokenRecordingIsOneClearError(t *testing.T) {
	good := fmtPart(1, 2, 48000, 4, 16)
	data := whole("data", make([]byte, 400))
	for _, c := range []struct {
		what string
		file []byte
		want string // in the error
	}{
		{"empty", nil, "not a WAV file"},
		{"RIFF of another kind", []byte("RIFF\x04\x00\x00\x00AVI LIST"), "not a WAV file"},
		{"half a header of a part", append(riff(good), "dat"...), "no samples"},
		{"data without samples", riff(good, whole("data", nil)), "no sound"},
		{"data before format", riff(data, good), "before their format"},
		{"data cut off", riff(good, part{"data", 400, make([]byte, 399)}),
			`"data" should have 400 bytes, 399 are there`},
		{"a short format", riff(whole("fmt ", good.body[:14]), data), "16 bytes"},
		{"floating point", riff(fmtPart(3, 2, 48000, 8, 32), data), "16-bit PCM"},
		{"extensible floating point", riff(extensibleFmt(3, 2, 48000, 8, 32), data), "16-bit PCM"},
		{"12 bits", riff(fmtPart(1, 2, 48000, 3, 12), data), "12 bits"},
		{"too many channels", riff(fmtPart(1, 0xFFFF, 48000, 0xFFFE, 16), data), "65535 channels"},
		{"frames of no bytes", riff(fmtPart(1, 2, 48000, 0, 16), data), "frames of 0 bytes"},
		{"a negative rate", riff(fmtPart(1, 2, 0xFFFFFFFF, 4, 16), data), "Hz"},
		{"too long", riff(fmtPart(1, 1, 8000, 1, 8), whole("data", make([]byte, 8000*11))),
			"too long: a recording may last at most 10s"},
	} {
		t.Run(c.what, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "fastest.wav")
			if err := os.WriteFile(path, c.file, 0o666); err != nil {
				t.Fatal(err)
			}
			set, err := Load(dir)
			if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), c.want) ||
				strings.Contains(err.Error(), "\n") {
				t.Errorf("the error is %v, want %s: … %s …", err, path, c.want)
			}
			if !bytes.Equal(pcm(set.Streamer(games.CueFastest)), pcm(new(Set).Streamer(games.CueFastest))) {
				t.Error("the cue is not synthesised in its place")
			}
		})
	}
}

func TestAFolderOfRecordings(t *testing.T) {
	dir := t.TempDir()
	write := func(name string, b []byte) {
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	good := riff(fmtPart(1, 2, 48000, 4, 16), whole("data", sine(format())))
	write("fastest.wav", good)
	write("turn.WAV", good)
	write("fastets.wav", good)
	write("slowest.wav", good[:60])
	write("notes.txt", nil)
	if err := syscall.Mkfifo(filepath.Join(dir, "call.wav"), 0o666); err != nil {
		t.Fatal(err)
	}
	huge := must(os.Create(filepath.Join(dir, "wrong.wav")))
	huge.Truncate(1 << 30)
	huge.Close()

	set, err := Load(dir)
	if err == nil {
		t.Fatal("no error")
	}
	lines := strings.Split(strings.ReplaceAll(err.Error(), dir+"/", ""), "\n")
	for i := range lines {
		lines[i], _, _ = strings.Cut(lines[i], ": expected one of")
	}
	want := []string{
		"read call.wav: not a regular file",
		"fastets.wav: no cue has this name",
		`slowest.wav: truncated: the part "data" should have 19200 bytes, 16 are there`,
		"wrong.wav: too large: a recording may have at most 16 MiB",
	}
	if diff := cmp.Diff(want, lines); diff != "" {
		t.Errorf("errors (-want +got):\n%s", diff)
	}
	for _, cue := range games.Cues() {
		n := len(drain(set.Streamer(cue)))
		wantN := SampleRate.N(Length(Tune(cue)))
		if cue == games.CueFastest || cue == games.CueTurn {
			wantN = SampleRate.N(100 * time.Millisecond)
		}
		if n != wantN {
			t.Errorf("%s has %d samples, want %d", cue, n, wantN)
		}
	}

	if set, err := Load(filepath.Join(dir, "nowhere")); err == nil || !strings.Contains(err.Error(), "nowhere") ||
		set == nil {
		t.Errorf("a folder that is not there: %v, %v", set, err)
	}
}

func TestWrittenCuesAreWhatIsHeard(t *testing.T) {
	dir, set := t.TempDir(), new(Set)
	for _, cue := range games.Cues() {
		file := must(os.Create(filepath.Join(dir, string(cue)+".wav")))
		if err := errors.Join(set.WriteWAV(file, cue), file.Close()); err != nil {
			t.Fatal(err)
		}
		text, _ := os.ReadFile(file.Name())
		if size := binary.LittleEndian.Uint32(text[4:]); int(size) != len(text)-8 {
			t.Errorf("%s: its RIFF size is %d, want %d", cue, size, len(text)-8)
		}
		if _, f, err := wav.Decode(bytes.NewReader(text)); err != nil || f != format() {
			t.Errorf("%s: beep reads %v, %v", cue, f, err)
		}
	}
	again := must(Load(dir))
	for _, cue := range games.Cues() {
		if !bytes.Equal(pcm(again.Streamer(cue)), pcm(set.Streamer(cue))) {
			t.Errorf("%s: the file holds other samples", cue)
		}
	}
}

func FuzzDecodeWAV(f *testing.F) {
	good := fmtPart(1, 2, 44100, 4, 16)
	f.Add(riff(good, whole("data", make([]byte, 400))))
	f.Add(riff(fmtPart(1, 1, 8000, 1, 8), whole("data", make([]byte, 41))))
	f.Add(riff(extensibleFmt(1, 2, 192000, 6, 24), part{"LIST", 3, []byte("odd\x00")},
		whole("data", make([]byte, 600))))
	f.Add(riff(fmtPart(1, 6, 96000, 24, 32), whole("data", make([]byte, 24))))
	f.Add(riff(part{"fmt ", 0x7FFFFFF0, good.body}, part{"data", 0xFFFFFFFF, nil}))
	f.Fuzz(func(t *testing.T, file []byte) {
		b, err := decodeWAV(file)
		if err != nil {
			if err.Error() == "" || strings.Contains(err.Error(), "\n") {
				t.Errorf("unclear error %q", err)
			}
			return
		}
		if n := b.Len(); n == 0 || n > SampleRate.N(longest) {
			t.Errorf("%d samples", n)
		}
		for _, s := range drain(b.Streamer(0, b.Len())) {
			if math.IsNaN(s[0]) || math.Abs(s[0]) > 1 || math.IsNaN(s[1]) || math.Abs(s[1]) > 1 {
				t.Fatalf("sample %v", s)
			}
		}
	})
}

// must returns a value that a test can't do without.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
