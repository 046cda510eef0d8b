package sounds

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"arbitre/games"

	"github.com/cenkalti/backoff/v5"
	"github.com/faiface/beep"
	"github.com/faiface/beep/effects"
	"golang.org/x/sys/unix"
)

// What lies between a cue and the air is at most 60 ms: a chunk that waits for room, those that the
// kernel keeps for aplay, what aplay has read and not yet handed on (a quarter of its buffer), and
// its buffer.
const (
	chunk        = 240                   // frames that are mixed at a time: 5 ms
	kept         = 4096                  // SO_SNDBUF for four chunks: the kernel doubles it for what it adds to each
	deviceBuffer = 25 * time.Millisecond // aplay's
)

const (
	voices  = 8                      // cues that may sound at a time, and sentences
	beneath = 0.3                    // how loud they are while somebody speaks: -10 dB, so that a number is understood
	idle    = 20 * time.Second       // how long a player is fed silence
	tail    = 200 * time.Millisecond // the least silence at the end, of which drivers may cut off some
	worked  = 200 * time.Millisecond // more sound than the kernel keeps: a player that took it has opened its device

	// patience is how long a player may take no sound, or take to end: longer than any tune.
	patience = 3 * time.Second
)

// Aplay is the command of the player of alsa-utils on an ALSA device: "default", or
// "plughw:CARD=Headphones".
func Aplay(device string) []string {
	return []string{"aplay", "-q", "-t", "raw", "-f", "S16_LE", "-r", strconv.Itoa(int(SampleRate)),
		"-c", strconv.Itoa(format().NumChannels), fmt.Sprintf("--buffer-time=%d", deviceBuffer.Microseconds()), "-D",
		device, "-"}
}

// A Speaker plays cues on a loudspeaker, low while a [Voice] speaks there. A player, a child process,
// reads the sound from its standard input: 16-bit little-endian stereo at [SampleRate], as fast as it
// plays. It starts with the first cue and ends after 20 s of silence. While it runs a cue is heard
// within 60 ms, if the device grants aplay the buffer it asks for; without one nothing runs.
type Speaker struct {
	set     *Set
	command func() []string
	report  func(error)

	idle     time.Duration
	patience time.Duration

	mu      sync.Mutex // guards what follows
	mixer   beep.Mixer
	spoken  beep.Mixer    // what is spoken, over which cues are low
	low     float64       // how loud cues are now
	volume  int           // of cues that begin, in percent
	feeding chan struct{} // closed when the goroutine that feeds players ends; nil if there is none
	player  *os.Process   // nil if there is none
	closed  bool
	pauses  backoff.ExponentialBackOff // before another player is tried
	retryAt time.Time
}

// NewSpeaker makes a speaker for a command such as [Aplay], which is asked for as each player starts:
// another card may have been plugged in. Nothing is started before the first cue. A player that is
// missing or fails is tried again when a cue comes, after a pause: a second at first, then twice as
// long each time, up to a minute. Report is called from another goroutine, for each player: with an
// error if it failed, and with nil as soon as it has played.
func NewSpeaker(set *Set, command func() []string, report func(error)) *Speaker {
	return &Speaker{set: set, command: command, report: report, idle: idle, patience: patience, volume: 100, low: 1,
		pauses: backoff.ExponentialBackOff{InitialInterval: time.Second, Multiplier: 2, MaxInterval: time.Minute}}
}

// Play lets a cue sound, together with those that sound already. It never waits: a cue too many,
// one that comes while a failed player is not yet tried again, or after Close, is dropped.
func (s *Speaker) Play(cue games.Cue) {
	if Tune(cue) == nil {
		return
	}
	s.add(&s.mixer, s.set.Streamer(cue))
}

// add lets something sound together with what sounds already, and reports whether it does.
func (s *Speaker) add(to *beep.Mixer, sound beep.Streamer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.volume == 0 || to.Len() >= voices || s.feeding == nil && time.Now().Before(s.retryAt) {
		return false
	}
	to.Add(&effects.Gain{Streamer: sound, Gain: float64(s.volume)/100 - 1})
	if s.feeding == nil {
		s.feeding = make(chan struct{})
		go s.feed(s.feeding)
	}
	return true
}

// SetVolume says how loud later cues are, from 0, which is silence, to 100 percent.
func (s *Speaker) SetVolume(percent int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.volume = percent
}

// Close lets sounding cues end, and then the player; after three seconds it kills the player.
func (s *Speaker) Close() error {
	s.mu.Lock()
	s.closed = true
	feeding := s.feeding
	s.mu.Unlock()
	if feeding == nil {
		return nil
	}
	select {
	case <-feeding:
		return nil
	case <-time.After(s.patience):
	}
	s.mu.Lock()
	s.clear()
	if s.player != nil {
		s.player.Kill()
	}
	s.mu.Unlock()
	<-feeding
	return fmt.Errorf("the loudspeaker was not done within %v: its player was killed", s.patience)
}

// feed starts players as long as there is something to hear.
func (s *Speaker) feed(done chan struct{}) {
	defer close(done)
	for again := true; again; {
		fed, err := s.run()
		if err != nil {
			err = fmt.Errorf("the loudspeaker is silent: %w", err)
		}
		s.tell(err)
		again = s.ended(err == nil || fed > worked)
	}
}

// ended records how a player ended, and reports whether another one has something to play. If not,
// the next cue starts a new feeder.
func (s *Speaker) ended(well bool) (again bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.player = nil
	if well {
		s.pauses.Reset()
	} else {
		s.retryAt = time.Now().Add(s.pauses.NextBackOff())
		s.clear()
	}
	if s.sounding() {
		return true
	}
	s.feeding = nil
	return false
}

// tell reports how the speaker works, but not after Close: when the service is stopped, its players
// may be stopped first.
func (s *Speaker) tell(err error) {
	s.mu.Lock()
	closed := s.closed
	s.mu.Unlock()
	if !closed {
		s.report(err)
	}
}

// run feeds one player from its start to its end and returns how much it took.
func (s *Speaker) run() (fed time.Duration, err error) {
	p, err := startPlayer(s.command(), s.patience)
	if err != nil {
		return 0, err
	}
	s.mu.Lock()
	s.player = p.cmd.Process
	s.mu.Unlock()

	var (
		samples [chunk][2]float64
		bytes   = make([]byte, chunk*format().Width())
		quiet   time.Duration
	)
	for s.mix(samples[:], &quiet) {
		for i, sample := range samples {
			format().EncodeSigned(bytes[i*format().Width():], sample)
		}
		p.stdin.SetWriteDeadline(time.Now().Add(s.patience))
		if _, err := p.stdin.Write(bytes); err != nil { // it waits until the player has room
			s.mu.Lock()
			s.clear() // the moment of these cues is over; the next ones may have another player
			s.mu.Unlock()
			return fed, p.fail(err)
		}
		before := fed
		if fed += SampleRate.D(chunk); before <= worked && fed > worked {
			s.tell(nil)
		}
	}
	return fed, p.end()
}

// mix mixes the next samples, and counts how long it has been quiet. It returns false after enough
// silence.
func (s *Speaker) mix(samples [][2]float64, quiet *time.Duration) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	enough := max(s.idle, tail)
	if s.closed {
		enough = tail
	}
	switch {
	case s.sounding():
		*quiet = 0
	case *quiet >= enough:
		return false
	default:
		*quiet += SampleRate.D(len(samples))
	}
	s.mixer.Stream(samples)
	to := 1.0
	if s.spoken.Len() > 0 {
		to = beneath
	}
	var spoken [chunk][2]float64
	s.spoken.Stream(spoken[:len(samples)])
	for i := range samples {
		level := s.low + (to-s.low)*float64(i)/float64(len(samples)) // no click
		samples[i][0] = samples[i][0]*level + spoken[i][0]
		samples[i][1] = samples[i][1]*level + spoken[i][1]
	}
	s.low = to
	return true
}

func (s *Speaker) sounding() bool { return s.mixer.Len()+s.spoken.Len() > 0 }

func (s *Speaker) clear() {
	s.mixer.Clear()
	s.spoken.Clear()
}

// A player is a child process that plays what it reads.
type player struct {
	cmd   *exec.Cmd
	stdin *os.File
	said  lastWords

	patience time.Duration
}

// startPlayer starts a player that reads from a socket. A pipe would hold a page at least: that is
// 85 ms of sound on a Raspberry Pi 5, whose pages have 16 KiB.
func startPlayer(command []string, patience time.Duration) (*player, error) {
	if len(command) == 0 {
		return nil, errors.New("no player is configured")
	}
	ends, err := unix.Socketpair(unix.AF_UNIX, unix.SOCK_STREAM|unix.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	// Without blocking, so that a write can be given a deadline.
	err = errors.Join(unix.SetNonblock(ends[0], true),
		unix.SetsockoptInt(ends[0], unix.SOL_SOCKET, unix.SO_SNDBUF, kept))
	w, r := os.NewFile(uintptr(ends[0]), "sound"), os.NewFile(uintptr(ends[1]), "sound")
	defer r.Close()
	p := &player{cmd: exec.Command(command[0], command[1:]...), stdin: w, patience: patience}
	if err == nil {
		p.cmd.Stdin = r
		p.cmd.Stderr = &p.said
		p.cmd.WaitDelay = patience // for a child of the player that keeps standard error
		// An interrupt typed at the terminal is for us; the player ends when its input does.
		p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
		err = p.cmd.Start()
	}
	if err != nil {
		w.Close()
		return nil, err
	}
	return p, nil
}

// end lets the player play what it has, and waits until it ends, or kills it.
func (p *player) end() error {
	p.stdin.Close()
	kill := time.AfterFunc(p.patience, func() { p.cmd.Process.Kill() })
	defer kill.Stop()
	return p.said.explain(p.cmd.Path, p.cmd.Wait())
}

// fail ends a player that could not be written to, and says why.
func (p *player) fail(why error) error {
	if errors.Is(why, os.ErrDeadlineExceeded) {
		p.cmd.Process.Kill()
		p.end()
		return fmt.Errorf("%s took no sound for %v and was killed", p.cmd.Path, p.patience)
	}
	return cmp.Or(p.end(), fmt.Errorf("%s ended too early: %w", p.cmd.Path, why))
}

// lastWords keeps the end of what a program writes to its standard error, maybe all evening long.
type lastWords []byte

func (l *lastWords) Write(b []byte) (int, error) {
	const most = 300
	*l = append(*l, b...)
	*l = (*l)[max(0, len(*l)-most):]
	return len(b), nil
}

// explain returns the error of a program with what was kept, on one line; nil for nil.
func (l *lastWords) explain(program string, err error) error {
	if err == nil {
		return nil
	}
	err = fmt.Errorf("%s: %w", program, err)
	if len(*l) > 0 {
		err = fmt.Errorf("%w: %s", err, strings.ReplaceAll(strings.TrimSpace(string(*l)), "\n", "; "))
	}
	return err
}
