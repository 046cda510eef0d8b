package sounds

import (
	"bytes"
	"fmt"
	"io"
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
	os.Exit(m.Run())
}

// play writes what it reads to DIR/<process id>, and takes it at the pace of a sound card, once its
// buffer is full. How it does so: "well"; "deaf": it takes nothing after 100 ms of sound;
// "lingering": it stays when there is no more.
func play(how, dir string) error {
	out, err := os.Create(filepath.Join(dir, strconv.Itoa(os.Getpid())))
	if err != nil {
		return err
	}
	defer out.Close()
	start := time.Now()
	buf := make([]byte, chunk*format().Width())
	for taken := time.Duration(0); ; taken += SampleRate.D(chunk) {
		if how == "deaf" && taken == 100*time.Millisecond {
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

// A table is a speaker with what was heard from it.
type table struct {
	*Speaker
	dir string

	mu   sync.Mutex
	told []error
}

func newTable(t *testing.T, command func(dir string) []string) *table {
	t.Helper()
	tab := &table{dir: t.TempDir()}
	tab.Speaker = NewSpeaker(new(Set), command(tab.dir), func(err error) {
		tab.mu.Lock()
		defer tab.mu.Unlock()
		tab.told = append(tab.told, err)
	})
	t.Cleanup(func() { tab.Close() })
	return tab
}

func plays(how string) func(string) []string {
	return func(dir string) []string { return []string{os.Args[0], "play", how, dir} }
}

// cat takes everything at once.
func cat(dir string) []string { return []string{"sh", "-c", `exec cat > "$0/$$"`, dir} }

// warned returns what was told so far.
func (tab *table) warned() []error {
	tab.mu.Lock()
	defer tab.mu.Unlock()
	return slices.Clone(tab.told)
}

// fine fails if anything was told to be wrong.
func (tab *table) fine(t *testing.T) {
	t.Helper()
	for _, err := range tab.warned() {
		if err != nil {
			t.Error("warned: ", err)
		}
	}
}

// silent waits until nothing runs any more.
func (tab *table) silent(t *testing.T) {
	t.Helper()
	tab.Speaker.mu.Lock()
	feeding := tab.feeding
	tab.Speaker.mu.Unlock()
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
func (tab *table) players(t *testing.T) map[int][]byte {
	t.Helper()
	read := map[int][]byte{}
	entries, err := os.ReadDir(tab.dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			t.Fatal(err)
		}
		if read[pid], err = os.ReadFile(filepath.Join(tab.dir, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
	return read
}

// only returns what the only player that was started has read.
func (tab *table) only(t *testing.T) []byte {
	t.Helper()
	all := tab.players(t)
	if len(all) != 1 {
		t.Fatalf("%d players were started, want 1", len(all))
	}
	for _, b := range all {
		return b
	}
	return nil
}

// ended fails if a player that was started is still there.
func (tab *table) ended(t *testing.T) {
	t.Helper()
	for pid := range tab.players(t) {
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
func (tab *table) awaitRead(t *testing.T, sound time.Duration) (player int) {
	t.Helper()
	await(t, "the player plays", func() bool {
		for pid, read := range tab.players(t) {
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
		tab := newTable(t, cat)
		tab.Play(cue)
		if err := tab.Close(); err != nil { // at once: what sounds is played to its end
			t.Error(err)
		}
		wantWhole(t, tab.only(t), cue)
		tab.fine(t)
	}
}

func TestCuesAtATimeAreMixed(t *testing.T) {
	s := NewSpeaker(new(Set), nil, func(error) {})
	s.feeding = make(chan struct{}) // by this test
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

func TestAnIdlePlayerEndsAndNothingRunsAnyMore(t *testing.T) {
	tab := newTable(t, plays("well"))
	tab.idle = 300 * time.Millisecond
	before := runtime.NumGoroutine()
	for round := 1; round <= 2; round++ {
		tab.Play(games.CueTurn)
		tab.Play(games.CueTurn) // on the same player
		tab.silent(t)
		if got := len(tab.players(t)); got != round {
			t.Fatalf("%d players were started, want %d", got, round)
		}
	}
	for _, read := range tab.players(t) {
		got := SampleRate.D(len(read) / format().Width())
		if want := Length(Tune(games.CueTurn)) + tab.idle; got < want || got > want+200*time.Millisecond {
			t.Errorf("the player was fed for %v, want %v", got, want)
		}
	}
	tab.ended(t)
	await(t, "the goroutines of the players end", func() bool { return runtime.NumGoroutine() <= before })
	tab.fine(t)
}

func TestAtMost60msLieBetweenACueAndTheDevice(t *testing.T) {
	const onceMore = deviceBuffer + deviceBuffer/4 // in aplay: its buffer, and the period it has read
	t.Parallel()
	tab := newTable(t, plays("deaf"))
	tab.patience = time.Second
	mixed := 0 // samples, counted by a silent cue that does not end
	tab.mixer.Add(beep.StreamerFunc(func(samples [][2]float64) (int, bool) {
		mixed += len(samples)
		clear(samples)
		return len(samples), true
	}))
	now := func() time.Duration {
		tab.Speaker.mu.Lock()
		defer tab.Speaker.mu.Unlock()
		return SampleRate.D(mixed)
	}
	tab.Play(games.CueTick)
	const taken = 100 * time.Millisecond
	await(t, "the speaker waits for the player", func() bool {
		before := now()
		time.Sleep(100 * time.Millisecond)
		return before >= taken && before == now()
	})
	waiting := now() - taken
	if waiting+onceMore > 60*time.Millisecond {
		t.Errorf("%v wait before the player, and %v in it", waiting, onceMore)
	}
	if waiting < 10*time.Millisecond {
		t.Errorf("only %v wait before the player: it would stutter", waiting)
	}
}

func TestAPlayerThatIsKilledIsReplacedAtTheNextCue(t *testing.T) {
	t.Parallel()
	tab := newTable(t, plays("well"))
	tab.Play(games.CueGameOver)
	first := tab.awaitRead(t, 300*time.Millisecond)
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	tab.silent(t)
	if w := tab.warned(); len(w) != 2 || w[0] != nil || !strings.Contains(w[1].Error(), "killed") {
		t.Errorf("told %v, want that it works and that it was killed", w)
	}
	tab.Play(games.CueCall)
	if err := tab.Close(); err != nil {
		t.Error(err)
	}
	all := tab.players(t)
	delete(all, first)
	if len(all) != 1 {
		t.Fatalf("%d more players, want 1", len(all))
	}
	for _, read := range all {
		wantWhole(t, read, games.CueCall) // and nothing is left of the cue that was cut off
	}
}

func TestAPlayerThatDoesNotTakeSoundIsKilled(t *testing.T) {
	t.Parallel()
	tab := newTable(t, plays("deaf"))
	tab.patience = 500 * time.Millisecond
	began := time.Now()
	for range 20 { // more than may sound at a time
		for _, cue := range games.Cues() {
			tab.Play(cue)
		}
	}
	tab.Speaker.mu.Lock()
	if time.Since(began) > tab.patience || tab.mixer.Len() > voices {
		t.Errorf("it waits for the player, or %d cues sound at a time", tab.mixer.Len())
	}
	tab.Speaker.mu.Unlock()
	tab.silent(t)
	if w := tab.warned(); len(w) != 1 || !strings.Contains(w[0].Error(), "took no sound for 500ms") {
		t.Errorf("warned %v, want once, that it took no sound", w)
	}
	tab.ended(t)
}

func TestCloseKillsAPlayerThatStays(t *testing.T) {
	t.Parallel()
	tab := newTable(t, plays("lingering"))
	tab.patience = time.Second
	tab.Play(games.CueTick)
	if err := tab.Close(); err == nil || !strings.Contains(err.Error(), "was killed") {
		t.Errorf("Close: %v, want that it was killed", err)
	}
	wantWhole(t, tab.only(t), games.CueTick)
	tab.ended(t)
	if err := tab.Close(); err != nil {
		t.Errorf("Close again: %v", err)
	}
}

func TestAPlayerThatFailsSaysWhy(t *testing.T) {
	for _, c := range []struct {
		what    string
		command []string
		want    []string // in the warning
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
			tab := newTable(t, func(string) []string { return c.command })
			tab.Play(games.CueGameOver)
			tab.silent(t)
			tab.Play(games.CueGameOver) // too early to be tried again
			w := tab.warned()
			if len(w) != 1 || len(w[0].Error()) > 400 {
				t.Fatalf("warned %v, want once", w)
			}
			for _, want := range c.want {
				if !strings.Contains(w[0].Error(), want) {
					t.Errorf("it says %q, want %q in it", w[0], want)
				}
			}
		})
	}
}

func TestWhatStartsNoPlayer(t *testing.T) {
	tab := newTable(t, cat)
	tab.Play("applause")
	tab.silent(t)
	if n, ok := new(Set).Streamer("applause").Stream(make([][2]float64, 10)); n != 0 || ok {
		t.Errorf("Stream = %d, %t", n, ok)
	}
	if err := tab.Close(); err != nil {
		t.Error(err)
	}
	tab.Play(games.CueCall)
	tab.silent(t)
	if got := tab.players(t); len(got) > 0 {
		t.Errorf("%d players were started", len(got))
	}
}

// Where alsa-utils is installed, its null device takes every cue.
func TestAplayTakesItsCommand(t *testing.T) {
	if _, err := exec.LookPath("aplay"); err != nil {
		t.Skip(err)
	}
	tab := newTable(t, func(string) []string { return Aplay("null") })
	for _, cue := range games.Cues() {
		tab.Play(cue)
	}
	if err := tab.Close(); err != nil {
		t.Error(err)
	}
	tab.fine(t)
}
