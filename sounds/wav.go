package sounds

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"arbitre/games"

	"github.com/faiface/beep"
	"github.com/faiface/beep/wav"
)

// A recording is short: it says what happened, the table goes on.
const (
	longest = 10 * time.Second
	largest = 16 << 20 // bytes of a file: more than ten seconds in any usual format
)

// Load reads the recordings in a folder: "fastest.wav" replaces the synthesised sound of
// [games.CueFastest], "fastest-3.wav" that of seat 3 alone, and "say-fastest.wav" or "say-fastest-3.wav" the
// sentence with that word. Any PCM WAV of 8, 16, 24 or 32 bits, 8 to 192 kHz and at most ten
// seconds will do; it is resampled to [SampleRate].
//
// The error joins one for each file that can't be played or is named like no cue. The Set can be
// used all the same: cues that could not be read are synthesised. Without a folder all are.
func Load(dir string) (*Set, error) {
	set := &Set{recorded: map[string]*beep.Buffer{}}
	if dir == "" {
		return set, nil
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return set, fmt.Errorf("recordings: %w", err)
	}
	var errs []error
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if !strings.EqualFold(ext, ".wav") || strings.HasPrefix(e.Name(), ".") { // a Mac leaves "._fastest.wav"
			continue
		}
		path := filepath.Join(dir, e.Name())
		name := strings.ToLower(strings.TrimSuffix(e.Name(), ext))
		if cue, _ := games.Cue(name).Split(); !strings.HasPrefix(name, say) && !slices.Contains(games.Cues(), cue) {
			errs = append(errs, fmt.Errorf("%s: no cue has this name: expected one of %v", path, games.Cues()))
			continue
		}
		b, err := readWAV(path)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		set.recorded[name] = b
	}
	return set, errors.Join(errs...)
}

// readWAV reads a file as a sound that can be played.
func readWAV(path string) (*beep.Buffer, error) {
	// Stat first: opening a named pipe would wait for a writer.
	switch info, err := os.Stat(path); {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, &fs.PathError{Op: "read", Path: path, Err: errors.New("not a regular file")}
	case info.Size() > largest:
		return nil, fmt.Errorf("%s: too large: a recording may have at most %d MiB", path, largest>>20)
	}
	file, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	b, err := decodeWAV(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return b, nil
}

// decodeWAV reads a whole RIFF file and resamples it.
//
// The chunks are read here because wav.Decode (v1.1.0) believes them: a size beyond the file
// allocates up to 2 GiB or panics, zero bytes per frame divide by zero, a truncated file streams
// nothing for ever, and 16 and 24 bits come out half as loud as wav.Encode wrote them.
func decodeWAV(file []byte) (*beep.Buffer, error) {
	from, data, err := splitWAV(file)
	if err != nil {
		return nil, err
	}
	switch n := len(data) / from.Width(); {
	case n == 0:
		return nil, errors.New("there is no sound in it")
	case n > from.SampleRate.N(longest):
		return nil, fmt.Errorf("too long: a recording may last at most %v", longest)
	}
	const quality = 4 // of 1 to 64: beep's "good"
	b := beep.NewBuffer(format())
	b.Append(resampled(from, bytes.NewReader(data), quality))
	return b, nil
}

// resampled streams the samples of a file in a format at [SampleRate].
func resampled(from beep.Format, r io.Reader, quality int) beep.Streamer {
	s := &frames{r: r, frame: make([]byte, from.Width()), decode: from.DecodeSigned}
	if from.Precision == 1 { // 8 bits are the only ones without a sign
		s.decode = from.DecodeUnsigned
	}
	if from.SampleRate == SampleRate {
		return s
	}
	return beep.Resample(quality, from.SampleRate, SampleRate, s)
}

// frames decodes samples as they are read.
type frames struct {
	r      io.Reader
	frame  []byte
	decode func([]byte) (sample [2]float64, n int)
	err    error
}

func (f *frames) Stream(samples [][2]float64) (n int, ok bool) {
	for ; n < len(samples); n++ {
		if _, err := io.ReadFull(f.r, f.frame); err != nil {
			if err != io.EOF && !errors.Is(err, io.ErrUnexpectedEOF) {
				f.err = err
			}
			return n, n > 0
		}
		samples[n], _ = f.decode(f.frame)
	}
	return n, true
}

func (f *frames) Err() error { return f.err }

// splitWAV finds the format of a RIFF file and the samples in it, and checks that they agree.
// Layout: "Multimedia Programming Interface and Data Specifications 1.0" (IBM and Microsoft, 1991),
// chapter 3; the extensible format: WAVEFORMATEXTENSIBLE in mmreg.h.
//
//	"RIFF" size "WAVE"  { id size body, padded to even }
//	"fmt ": tag u16, channels u16, rate u32, bytes/s u32, bytes/frame u16, bits u16
//	        [extension's size u16, valid bits u16, speakers u32, sub-format's tag u16, more]
func splitWAV(file []byte) (f beep.Format, data []byte, err error) {
	le := binary.LittleEndian
	if len(file) < 12 || string(file[:4]) != "RIFF" || string(file[8:12]) != "WAVE" {
		return f, nil, errors.New("not a WAV file: it does not begin with RIFF and WAVE")
	}
	for rest := file[12:]; len(rest) >= 8; {
		id, size := string(rest[:4]), le.Uint32(rest[4:])
		rest = rest[8:]
		if uint64(size) > uint64(len(rest)) {
			return f, nil, fmt.Errorf("truncated: the part %q should have %d bytes, %d are there", id, size, len(rest))
		}
		body := rest[:size]
		switch id {
		case "fmt ":
			if f, err = parseFormat(body); err != nil {
				return f, nil, err
			}
		case "data":
			if f.Precision == 0 {
				return f, nil, errors.New("broken: the samples come before their format")
			}
			return f, body, nil
		}
		rest = rest[min(uint64(size)+uint64(size&1), uint64(len(rest))):]
	}
	return f, nil, errors.New("truncated: there are no samples in it")
}

// parseFormat reads the part "fmt ", and refuses what can't be played.
func parseFormat(body []byte) (beep.Format, error) {
	const pcm, extensible = 1, 0xFFFE
	le := binary.LittleEndian
	if len(body) < 16 {
		return beep.Format{}, fmt.Errorf("broken: its format should have 16 bytes or more, %d are there", len(body))
	}
	tag := le.Uint16(body)
	if tag == extensible && len(body) >= 40 {
		tag = le.Uint16(body[24:])
	}
	channels, rate := le.Uint16(body[2:]), le.Uint32(body[4:])
	frame, bits := le.Uint16(body[12:]), le.Uint16(body[14:])
	switch {
	case tag != pcm:
		return beep.Format{}, fmt.Errorf("encoding %#x is not read: save it as 16-bit PCM", tag)
	case bits != 8 && bits != 16 && bits != 24 && bits != 32:
		return beep.Format{}, fmt.Errorf("%d bits are not read: save it as 16-bit PCM", bits)
	case channels < 1 || channels > 8:
		return beep.Format{}, fmt.Errorf("%d channels are not read: save it in mono or stereo", channels)
	case rate < 8000 || rate > 192000:
		return beep.Format{}, fmt.Errorf("%d Hz are not read: save it with 48000 Hz", rate)
	case frame != channels*bits/8:
		return beep.Format{}, fmt.Errorf("broken: %d channels of %d bits don't make frames of %d bytes", channels,
			bits, frame)
	}
	return beep.Format{SampleRate: beep.SampleRate(rate), NumChannels: int(channels), Precision: int(bits / 8)}, nil
}

// WriteWAV writes one cue as a WAV file.
func (s *Set) WriteWAV(w io.WriteSeeker, cue games.Cue) error {
	if err := wav.Encode(w, s.Streamer(cue), format()); err != nil {
		return err
	}
	size, err := w.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	// The size in the header leaves out the eight bytes up to itself; wav.Encode (v1.1.0) counts
	// them.
	if _, err := w.Seek(4, io.SeekStart); err != nil {
		return err
	}
	return binary.Write(w, binary.LittleEndian, uint32(size-8))
}
