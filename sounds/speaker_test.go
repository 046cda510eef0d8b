package sounds

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbitre/games"

	"github.com/faiface/beep"
)

// The test binary is a player as well: a process that reads its standard input as aplay does.
func TestMain(m *testing.M) {
	if len(os.Args) == 4 && os.Args[1] == "play" {
		if err := play(os.Args[2], os.Args[3]); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	flag.Parse()
	flag.Set("test.parallel", "16") // they wait for players more than they compute
	os.Exit(m.Run())
}

// listens is how much sound a deaf player takes.
const listens = 100 * time.Millisecond

// play writes what it reads to DIR/<process id>, and takes it at the pace of a sound card, once its
// buffer is full. How it does so: "well"; "deaf": it takes no more after a while; "lingering": it
// stays when there is no more.
func play(how, dir string) error {
	out, err := os.Create(filepath.Join(dir, strconv.Itoa(os.Getpid())))
	if err != nil {
		return err
	}
	defer out.Close()
	start := time.Now()
	buf := make([]byte, chunk*format().Width())
	for taken := time.Duration(0); ; taken += SampleRate.D(chunk) {
		if how == "deaf" && taken == listens {
			time.Sleep(time.Hour)
		}
		time.Sleep(time.Until(start.Add(taken - deviceBuffer)))
		n, err := io.ReadFull(os.Stdin, buf)
		if _, err := out.Write(buf[:n]); err != nil {
			return err
		}
		if err != nil { // io.EOF, or the last chunk was short
			break
		}
	}
	if how == "lingering" {
		time.Sleep(time.Hour)
	}
	return nil
}

// A bench is a speaker whose players write what they read into a folder.
type bench struct {
	*Speaker
	dir string

	mu      sync.Mutex // guards reports
	reports []error
}

// newBench returns a speaker whose player is a command, given the folder for what it reads.
func newBench(t *testing.T, command func(dir string) []string) *bench {
	t.Helper()
	b := &bench{dir: t.TempDir()}
	b.Speaker = NewSpeaker(new(Set), func() []string { return command(b.dir) }, b.note)
	t.Cleanup(func() { b.Close() })
	return b
}

func (b *bench) note(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.reports = append(b.reports, err)
}

// plays is the command of this test binary as a player; see [play] for how.
func plays(how string) func(string) []string {
	return func(dir string) []string { return []string{os.Args[0], "play", how, dir} }
}

// cat takes everything at once.
func cat(dir string) []string { return []string{"sh", "-c", `exec cat > "$0/$$"`, dir} }

// reported returns what the speaker has reported so far.
func (b *bench) reported() []error {
	b.mu.Lock()
	defer b.mu.Unlock()
	return slices.Clone(b.reports)
}

// fine fails if the speaker has reported an error.
func (b *bench) fine(t *testing.T) {
	t.Helper()
	for _, err := range b.reported() {
		if err != nil {
			t.Errorf("reported %v, want no error", err)
		}
	}
}

// silent waits until nothing runs any more.
func (b *bench) silent(t *testing.T) {
	t.Helper()
	b.Speaker.mu.Lock()
	feeding := b.feeding
	b.Speaker.mu.Unlock()
	if feeding == nil {
		return
	}
	select {
	case <-feeding:
	case <-time.After(20 * time.Second):
		t.Fatal("the player is still fed")
	}
}

// players returns what each player that was started has read, by process id.
func (b *bench) players(t *testing.T) map[int][]byte {
	t.Helper()
	read := map[int][]byte{}
	for _, e := range must(os.ReadDir(b.dir)) {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if read[pid], err = os.ReadFile(filepath.Join(b.dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return read
}

// only returns what the only player that was started has read.
func (b *bench) only(t *testing.T) []byte {
	t.Helper()
	all := b.players(t)
	if len(all) != 1 {
		t.Fatalf("%d players were started, want 1", len(all))
	}
	for _, read := range all {
		return read
	}
	return nil
}

// ended fails if a player that was started is still there.
func (b *bench) ended(t *testing.T) {
	t.Helper()
	for pid := range b.players(t) {
		if err := syscall.Kill(pid, 0); err != syscall.ESRCH {
			t.Errorf("player %d is still there: %v", pid, err)
		}
	}
}

// await waits until a condition holds.
func await(t *testing.T, what string, cond func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !cond(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("in vain: ", what)
		}
	}
}

// awaitRead waits until the only player has read so much, and returns its process id.
func (b *bench) awaitRead(t *testing.T, sound time.Duration) (player int) {
	t.Helper()
	await(t, "the player plays", func() bool {
		for pid, read := range b.players(t) {
			player = pid
			return len(read) >= format().Width()*SampleRate.N(sound)
		}
		return false
	})
	return player
}

// wantWhole checks that a player has read a whole cue, and silence after it.
func wantWhole(t *testing.T, read []byte, cue games.Cue) {
	t.Helper()
	want := pcm(new(Set).Streamer(cue))
	if !bytes.HasPrefix(read, want) {
		t.Errorf("%s: the player did not get its samples", cue)
		return
	}
	rest := read[len(want):]
	if len(bytes.Trim(rest, "\x00")) > 0 {
		t.Errorf("%s: it is not silent afterwards", cue)
	}
	if got := SampleRate.D(len(rest) / format().Width()); got < tail {
		t.Errorf("%s: silent for only %v afterwards, want %v", cue, got, tail)
	}
}

func TestEveryCueReachesThePlayerWhole(t *testing.T) {
	for _, cue := range games.Cues() {
		b := newBench(t, cat)
		b.Play(cue)
		if err := b.Close(); err != nil { // at once: what sounds is played to its end
			t.Error(err)
		}
		wantWhole(t, b.only(t), cue)
		b.fine(t)
	}
}

// newUnfed returns a speaker that starts no player: the test mixes by itself.
func newUnfed() *Speaker {
	s := NewSpeaker(new(Set), func() []string { return nil }, func(error) {})
	s.feeding = make(chan struct{})
	return s
}

func TestACueTooManyIsDropped(t *testing.T) {
	s := newUnfed()
	for range voices + 1 {
		s.Play(games.CueTick)
	}
	if got := s.mixer.Len(); got != voices {
		t.Errorf("%d cues sound at a time, want %d", got, voices)
	}
}

func TestCuesAtATimeAreMixed(t *testing.T) {
	s := newUnfed()
	s.Play(games.CueRoundOver)
	s.Play(games.CueCall)
	var got [chunk][2]float64
	var quiet time.Duration
	s.mix(got[:], &quiet)
	first, second := drain(s.set.Streamer(games.CueRoundOver)), drain(s.set.Streamer(games.CueCall))
	for i, v := range got {
		if want := first[i][0] + second[i][0]; v[0] != want {
			t.Fatalf("sample %d is %v, want %v", i, v[0], want)
		}
	}
}

// A number is understood beneath a cue: cues are lower while somebody speaks, and louder again afterwards, in a
// chunk, so that nothing clicks.
func TestCuesAreLowWhileSomebodySpeaks(t *testing.T) {
	s := newUnfed()
	s.Play(games.CueGameOver)
	loud := drain(s.set.Streamer(games.CueGameOver))
	s.add(&s.spoken, beep.Silence(2*chunk))
	var got [chunk][2]float64
	var quiet time.Duration
	for n := range 5 {
		s.mix(got[:], &quiet)
		level := func(i int) float64 { return got[i][0] / loud[n*chunk+i][0] }
		first, last := [...]float64{1, beneath, beneath, beneath, 1}[n], [...]float64{beneath, beneath, beneath, 1, 1}[n]
		if at := level(10); math.Abs(at-first) > 0.05 {
			t.Errorf("chunk %d begins at %.2f of a cue, want %.2f", n, at, first)
		}
		if at := level(chunk - 10); math.Abs(at-last) > 0.05 {
			t.Errorf("chunk %d ends at %.2f of a cue, want %.2f", n, at, last)
		}
	}
}

func TestTheVolumeIsThatOfLaterCues(t *testing.T) {
	s := newUnfed()
	s.SetVolume(25)
	s.Play(games.CueCall)
	s.SetVolume(0)
	s.Play(games.CueRoundOver)
	var got [chunk][2]float64
	var quiet time.Duration
	s.mix(got[:], &quiet)
	loud := drain(s.set.Streamer(games.CueCall))
	for i, v := range got {
		if want := loud[i][0] / 4; v[0] != want {
			t.Fatalf("sample %d is %v, want %v", i, v[0], want)
		}
	}
}

func TestAnIdlePlayerEndsAndNothingRunsAnyMore(t *testing.T) {
	b := newBench(t, plays("well"))
	b.idle = 300 * time.Millisecond
	before := runtime.NumGoroutine()
	for round := 1; round <= 2; round++ {
		b.Play(games.CueTurn)
		b.Play(games.CueTurn) // on the same player
		b.silent(t)
		if got := len(b.players(t)); got != round {
			t.Fatalf("%d players were started, want %d", got, round)
		}
	}
	for _, read := range b.players(t) {
		got := SampleRate.D(len(read) / format().Width())
		if want := Length(Tune(games.CueTurn)) + b.idle; got < want || got > want+200*time.Millisecond {
			t.Errorf("the player was fed for %v, want %v", got, want)
		}
	}
	b.ended(t)
	await(t, "the goroutines of the players end", func() bool { return runtime.NumGoroutine() <= before })
	b.fine(t)
}

func TestAPlayerThatIsKilledIsReplacedAtTheNextCue(t *testing.T) {
	t.Parallel()
	b := newBench(t, plays("well"))
	b.Play(games.CueGameOver)
	first := b.awaitRead(t, 300*time.Millisecond)
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	b.silent(t)
	if r := b.reported(); len(r) != 2 || r[0] != nil || !strings.Contains(r[1].Error(), "killed") {
		t.Errorf("reported %v, want that it works and that it was killed", r)
	}
	b.Play(games.CueCall)
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	all := b.players(t)
	delete(all, first)
	if len(all) != 1 {
		t.Fatalf("%d more players, want 1", len(all))
	}
	for _, read := range all {
		wantWhole(t, read, games.CueCall) // and nothing is left of the cue that was cut off
	}
}

// What was mixed and not taken, by a player that took no more, is what ever lies before it.
func TestAPlayerThatDoesNotTakeSoundIsKilledWithAtMost60msBeforeTheDevice(t *testing.T) {
	const onceMore = deviceBuffer + deviceBuffer/4 // in aplay: its buffer, and the period it has read
	t.Parallel()
	b := newBench(t, plays("deaf"))
	b.patience = 2 * time.Second // longer than a player takes to begin on a busy machine
	mixed := 0                   // samples, counted by a silent cue that does not end
	b.mixer.Add(beep.StreamerFunc(func(samples [][2]float64) (int, bool) {
		mixed += len(samples)
		clear(samples)
		return len(samples), true
	}))
	b.Play(games.CueGameOver) // longer than it listens
	b.awaitRead(t, listens)
	b.Play(games.CueTick)
	if r := b.reported(); len(r) > 0 {
		t.Errorf("reported %v: Play has waited for the player", r)
	}
	b.silent(t)
	if r := b.reported(); len(r) != 1 || !strings.Contains(r[0].Error(), "took no sound for 2s") {
		t.Errorf("reported %v, want once, that it took no sound", r)
	}
	b.ended(t)
	waiting := SampleRate.D(mixed - len(b.only(t))/format().Width())
	if waiting+onceMore > 60*time.Millisecond {
		t.Errorf("%v wait before the player, and %v in it", waiting, onceMore)
	}
	if waiting < 10*time.Millisecond {
		t.Errorf("only %v wait before the player: it would stutter", waiting)
	}
}

func TestCloseKillsAPlayerThatStays(t *testing.T) {
	t.Parallel()
	b := newBench(t, plays("lingering"))
	b.patience = 2 * time.Second
	b.Play(games.CueTick)
	if err := b.Close(); err == nil || !strings.Contains(err.Error(), "was killed") {
		t.Errorf("Close: %v, want that it was killed", err)
	}
	wantWhole(t, b.only(t), games.CueTick)
	b.ended(t)
	if err := b.Close(); err != nil {
		t.Errorf("Close again: %v", err)
	}
}

func TestAPlayerThatFailsSaysWhy(t *testing.T) {
	for _, c := range []struct {
		what    string
		command []string
		want    []string // in the error
	}{
		{"missing", []string{"no-such-player"}, []string{"no-such-player", "not found"}},
		{"not executable", []string{os.DevNull}, []string{os.DevNull, "permission denied"}},
		{"not configured", nil, []string{"no player is configured"}},
		{"without a device", []string{"sh", "-c",
			"head -c 999 /dev/zero | tr '\\0' x >&2; echo 'open error: No such device' >&2; echo bye >&2; exit 1"},
			[]string{"sh", "exit status 1", "open error: No such device; bye"}},
		{"ending at once", []string{"true"}, []string{"true", "ended too early"}},
	} {
		t.Run(c.what, func(t *testing.T) {
			b := newBench(t, func(string) []string { return c.command })
			b.Play(games.CueGameOver)
			b.silent(t)
			b.Play(games.CueGameOver) // too early to be tried again
			r := b.reported()
			if len(r) != 1 || len(r[0].Error()) > 400 {
				t.Fatalf("reported %v, want one short error", r)
			}
			for _, want := range c.want {
				if !strings.Contains(r[0].Error(), want) {
					t.Errorf("reported %q, want %q in it", r[0], want)
				}
			}
		})
	}
}

func TestWhatStartsNoPlayer(t *testing.T) {
	b := newBench(t, cat)
	b.Play("applause")
	b.silent(t)
	if n, ok := new(Set).Streamer("applause").Stream(make([][2]float64, 10)); n != 0 || ok {
		t.Errorf("an unknown cue streams %d samples, %t; want none", n, ok)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	b.Play(games.CueCall)
	b.silent(t)
	if got := b.players(t); len(got) > 0 {
		t.Errorf("%d players were started, want none", len(got))
	}
}

// Where alsa-utils is installed, its null device takes every cue.
func TestAplayTakesItsCommand(t *testing.T) {
	if _, err := exec.LookPath("aplay"); err != nil {
		t.Skip(err)
	}
	b := newBench(t, func(string) []string { return Aplay("null") })
	for _, cue := range games.Cues() {
		b.Play(cue)
	}
	if err := b.Close(); err != nil {
		t.Error(err)
	}
	b.fine(t)
}
