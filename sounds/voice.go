package sounds

import (
	"bufio"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"syscall"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/faiface/beep"
	"golang.org/x/sys/unix"
)

// How far a synthesiser is ahead of what is heard. It works in small pieces, so that it takes no long turn
// of the only processor that a small Pi has: as soon as all places are full it waits.
const (
	aheadChunks = 3                     // of the stream
	aheadLength = 50 * time.Millisecond // of each
	aheadPipe   = 4096                  // bytes between the processes, a page: 93 ms

	longestSpeech = 40 * time.Second
)

// Espeak is the command of espeak-ng that reads a text in a language, "de", and writes it as WAV to its
// standard output. The text should have letters, numbers and pauses alone.
func Espeak(language, text string) []string {
	return []string{"espeak-ng", "-v", language, "--stdout", "--", text}
}

// A Sentence is spoken by the first of some recordings that there is in the [Set] of the speaker, or else by
// a synthesiser.
type Sentence struct {
	Recordings []string // without "say-" and ".wav": "fastest-3", "fastest"
	Text       string
}

// A Voice speaks on a [Speaker], among its cues. A synthesiser is a child process for each sentence; one that
// is missing, slow or dies delays nothing, and is tried again after a pause.
type Voice struct {
	speaker  *Speaker
	command  func(language, text string) []string
	report   func(error)
	patience time.Duration // how long a synthesiser may say nothing
	pauses   backoff.ExponentialBackOff
	retryAt  time.Time

	mu      sync.Mutex // guards what follows
	cut     context.CancelFunc
	next    *utterance    // waits for the one that is cut; the newest alone
	changed chan struct{} // of one
	end     context.CancelFunc
	work    sync.WaitGroup
}

type utterance struct {
	language  string
	sentences []Sentence
}

// NewVoice returns a voice with a synthesiser such as [Espeak]. Report is called from another goroutine with
// an error if the synthesiser failed, and with nil once it has spoken. Close ends it.
func NewVoice(speaker *Speaker, command func(language, text string) []string, report func(error)) *Voice {
	ctx, end := context.WithCancel(context.Background())
	v := &Voice{speaker: speaker, command: command, report: report, patience: patience,
		pauses: backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute},
		cut:    func() {}, changed: make(chan struct{}, 1), end: end}
	v.work.Go(func() { v.run(ctx) })
	return v
}

// Say speaks sentences one after the other, in place of those that are being spoken. It never waits.
func (v *Voice) Say(language string, sentences []Sentence) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.cut()
	v.next = &utterance{language, sentences}
	select {
	case v.changed <- struct{}{}:
	default:
	}
}

// Close ends what is being spoken, and the synthesiser.
func (v *Voice) Close() {
	v.end()
	v.work.Wait()
}

func (v *Voice) run(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-v.changed:
		}
		v.mu.Lock()
		say := v.next
		v.next = nil
		var one context.Context
		one, v.cut = context.WithTimeout(ctx, longestSpeech)
		v.mu.Unlock()
		if say != nil {
			v.speak(one, *say)
		}
	}
}

// speak speaks until all is said, or it is cut.
func (v *Voice) speak(cut context.Context, u utterance) {
	ctx, end := context.WithCancel(cut)
	defer end()
	out := &stream{chunks: make(chan [][2]float64, aheadChunks), cut: cut.Done()}
	defer close(out.chunks)
	begun := false
	put := func(s beep.Streamer) error {
		for {
			chunk := make([][2]float64, SampleRate.N(aheadLength))
			n, ok := s.Stream(chunk)
			if !ok {
				return s.Err()
			}
			patient := time.NewTimer(v.patience) // it may be in vain: the loudspeaker is off, or dies
			select {
			case out.chunks <- chunk[:n]:
			case <-patient.C:
				end()
			case <-ctx.Done():
			}
			patient.Stop()
			if !begun && !v.speaker.add(&v.speaker.spoken, out) {
				end()
			}
			if begun = true; ctx.Err() != nil {
				return nil
			}
		}
	}
	for _, s := range u.sentences {
		if b := v.speaker.set.recording(s.Recordings); b != nil {
			put(b.Streamer(0, b.Len()))
		} else if s.Text != "" && !time.Now().Before(v.retryAt) {
			err := v.synthesise(ctx, u.language, s.Text, put)
			if ctx.Err() != nil {
				return // it was cut
			}
			if err == nil {
				v.pauses.Reset()
			} else {
				v.retryAt = time.Now().Add(v.pauses.NextBackOff())
				err = fmt.Errorf("nothing is spoken: %w", err)
			}
			v.report(err)
		}
	}
}

// synthesise runs the synthesiser and puts what it says.
func (v *Voice) synthesise(ctx context.Context, language, text string, put func(beep.Streamer) error) error {
	command := v.command(language, text)
	r, w, err := os.Pipe()
	if err != nil {
		return err
	}
	defer r.Close()
	defer w.Close()
	unix.FcntlInt(w.Fd(), unix.F_SETPIPE_SZ, aheadPipe) // refused: it runs further ahead
	var said lastWords
	c := exec.CommandContext(ctx, command[0], command[1:]...)
	c.Stdout, c.Stderr, c.WaitDelay = w, &said, v.patience
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}                              // an interrupt typed at the terminal is for us
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) } // its children, too
	if err := c.Start(); err != nil {
		return err
	}
	// It computes for tens of milliseconds, for which no press may wait on the one processor of a Zero: it has not
	// the rank of the service. Where that is refused, as by a unit of the owner's own, it speaks all the same.
	unix.SchedSetAttr(c.Process.Pid, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_NORMAL}, 0)
	w.Close()
	spoken, err := streamWAV(patientReader{r, v.patience})
	if err == nil {
		err = put(spoken)
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		err = fmt.Errorf("it said nothing for %v", v.patience)
	}
	if err != nil || ctx.Err() != nil {
		c.Cancel()
	}
	r.Close() // it may have more to say
	if failed := c.Wait(); err == nil {
		err = failed
	}
	return said.explain(c.Path, err)
}

// A patientReader reads from a pipe, and gives up after a silence.
type patientReader struct {
	pipe     *os.File
	patience time.Duration
}

func (r patientReader) Read(b []byte) (int, error) {
	r.pipe.SetReadDeadline(time.Now().Add(r.patience))
	return r.pipe.Read(b)
}

// streamWAV reads a WAV file while it is written, and resamples it. Reading it waits.
func streamWAV(r io.Reader) (beep.Streamer, error) {
	const canonical = 44 // bytes of a header with the parts "fmt " and "data" alone
	header := make([]byte, canonical)
	if n, err := io.ReadFull(r, header); err != nil {
		return nil, fmt.Errorf("%d bytes of sound: %w", n, err)
	}
	binary.LittleEndian.PutUint32(header[canonical-4:], 0) // the length was not known when it was written
	from, _, err := splitWAV(header)
	if err != nil {
		return nil, err
	}
	const quality = 1 // it is computed while it is heard
	return resampled(from, bufio.NewReaderSize(r, 512), quality), nil
}

// A stream plays chunks as they come. While none is there it is silent, for nothing may wait while cues are
// mixed.
type stream struct {
	chunks chan [][2]float64
	rest   [][2]float64
	cut    <-chan struct{}
}

func (s *stream) Stream(samples [][2]float64) (n int, ok bool) {
	for n < len(samples) {
		if len(s.rest) == 0 {
			select {
			case <-s.cut:
				return n, n > 0
			default:
			}
			select {
			case chunk, more := <-s.chunks:
				if !more {
					return n, n > 0
				}
				s.rest = chunk
			default:
				clear(samples[n:])
				return len(samples), true
			}
		}
		part := copy(samples[n:], s.rest)
		s.rest = s.rest[part:]
		n += part
	}
	return n, true
}

func (s *stream) Err() error { return nil }
