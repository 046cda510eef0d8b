package realkernel

import (
	"context"
	"encoding/binary"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"arbitre/games"
	"arbitre/hw"
	"arbitre/sounds"
)

// An ear hears what is played on the kernel's loop (snd-aloop), through arecord on its other end.
type ear struct {
	testing.TB
	stop func()

	mu     sync.Mutex
	frames []int16         // of the left channel
	at     []time.Duration // when each piece of them had been heard
	ends   []int           // of each piece
}

const rate = int(sounds.SampleRate)

// newEar listens until it is stopped. A recorder that ends is started anew: a machine that is held
// up ends it, and so does the loop when the player at its other end is about to choose its format,
// for then there is none for the recorder (params_change in sound/drivers/aloop.c).
func newEar(t testing.TB) *ear {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	e := &ear{TB: t}
	var listening sync.WaitGroup
	listening.Go(func() {
		for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
			e.listen(ctx)
		}
	})
	e.stop = func() {
		stop()
		listening.Wait()
	}
	t.Cleanup(e.stop)
	return e
}

// listen stores the sound of one recorder.
func (e *ear) listen(ctx context.Context) {
	recorder := exec.CommandContext(ctx, "/bin/arecord", "-q", "-t", "raw", "-f", "S16_LE", "-r", strconv.Itoa(rate),
		"-c", "2", "--period-time=5000", "--buffer-time=500000", "-D", "plughw:CARD=Loopback,DEV=1", "-")
	recorder.Stderr = os.Stderr
	out, err := recorder.StdoutPipe()
	if err == nil {
		err = recorder.Start()
	}
	if err != nil {
		e.Error(err)
		return
	}
	defer recorder.Wait()
	for piece := make([]byte, 4*rate/200); ; {
		if _, err := io.ReadFull(out, piece); err != nil {
			return
		}
		e.mu.Lock()
		for i := 0; i < len(piece); i += 4 {
			e.frames = append(e.frames, int16(binary.LittleEndian.Uint16(piece[i:])))
		}
		e.at, e.ends = append(e.at, hw.Now()), append(e.ends, len(e.frames))
		e.mu.Unlock()
	}
}

// sound is the first that is heard after a time: when, at the latest, and so much of it.
func (e *ear) sound(after time.Duration, length time.Duration) (at time.Duration, frames []int16, ok bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	begin := 0
	for i, end := range e.ends {
		for j := begin; j < end && e.at[i] > after; j++ {
			if e.frames[j] > 1000 || e.frames[j] < -1000 {
				n := int(length.Seconds() * float64(rate))
				return e.at[i], e.frames[j:min(j+n, len(e.frames))], j+n <= len(e.frames)
			}
		}
		begin = end
	}
	return 0, nil, false
}

// hertz is the strongest frequency between 100 and 5000 Hz, by Goertzel's algorithm in steps of 2
// Hz.
func hertz(frames []int16) (strongest int) {
	best := 0.0
	for f := 100; f < 5000; f += 2 {
		c := 2 * math.Cos(2*math.Pi*float64(f)/float64(rate))
		var s, s1, s2 float64
		for _, v := range frames {
			s = float64(v) + c*s1 - s2
			s1, s2 = s, s1
		}
		if power := s1*s1 + s2*s2 - c*s1*s2; power > best {
			best, strongest = power, f
		}
	}
	return strongest
}

// joins presses the button of seat 1, which joins a game, or leaves it again: that can be heard. It
// returns how long after.
func (p *table) joins(e *ear) (delay time.Duration, heard bool) {
	p.Helper()
	joined, left := sounds.Tune(games.CueJoined)[0], sounds.Tune(games.CueLeft)[0]
	made := p.play([]move{{line: seats[1], closed: true}, {at: 60 * time.Millisecond, line: seats[1]}})
	for deadline := time.Now().Add(3 * time.Second); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		at, frames, ok := e.sound(made[0].from, joined.Length)
		if !ok {
			continue
		}
		f := hertz(frames)
		// Where samples are lost, for the machine was held up, the tone is blurred.
		is := func(n sounds.Note) bool { return math.Abs(float64(f-n.Hertz)) < 0.05*float64(n.Hertz) }
		if !is(joined) && !is(left) {
			p.Errorf("heard %d Hz, want %d or %d", f, joined.Hertz, left.Hertz)
		}
		time.Sleep(300 * time.Millisecond) // until it has died away
		return at - made[0].from, true
	}
	return 0, false
}

// running returns the processes of a program.
func running(t testing.TB, program string) (all []int) {
	t.Helper()
	names, err := filepath.Glob("/proc/[0-9]*/comm")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(name))); err == nil && string(text) == program+"\n" {
			all = append(all, pid)
		}
	}
	return all
}

func TestTheSoundCardIsPulledOutAndPluggedInAgain(t *testing.T) {
	p := layTable(t)
	p.config += "[speaker]\nenabled = true\ncard = 'plughw:CARD=Loopback,DEV=0'\n"
	p.start()
	time.Sleep(2 * time.Second) // until the sound of power-on has died away, with a player that has just started
	e := newEar(t)
	p.press(ok) // Mito: who plays?
	isHeard := func() {
		t.Helper()
		for range 30 { // for longer than the longest pause before another player is tried
			if delay, heard := p.joins(e); heard {
				t.Logf("press to sound: %v", delay)
				return
			}
		}
		t.Fatal("nothing is heard")
	}
	for range 3 {
		isHeard()
	}
	before := len(p.log.String())
	news := func(what string) int { return strings.Count(p.log.String()[before:], what) }
	gone := make(chan struct{})
	go func() { // returns when nobody has the card any more
		defer close(gone)
		write(p, "/sys/bus/platform/drivers/snd_aloop/unbind", "snd_aloop.0")
	}()
	e.stop()
	<-gone
	plays := func() {
		p.press(seats[1])
		time.Sleep(time.Second)
	}
	p.await("the speaker is missed", func() bool { plays(); return news("speaker failed") > 0 })
	plays()
	plays()
	if n := news("speaker failed"); n != 1 {
		t.Errorf("the speaker is missed, and %d times named", n)
	}
	write(p, "/sys/bus/platform/drivers/snd_aloop/bind", "snd_aloop.0")
	e = newEar(t)
	isHeard()
	p.await("that it is back is told", func() bool { return news("speaker works again") > 0 })
}
