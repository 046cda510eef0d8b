package referee

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// A served table is a referee in real time, with a journal on the disk and its pages on a socket. A judge's phone is paired.
type servedTable struct {
	testing.TB
	url    string
	kernel sync.Mutex // stamps an edge and has it read as one
	events chan hw.Event
	cookie string
	judge  http.Client

	judging sync.Mutex // one answer of the judge after the other
	turn    games.Seat
	decided chan decision
	seen    atomic.Value // the last headline
}

// A decision is when a race was shown to be over, and whose turn it is then.
type decision struct {
	at   time.Duration
	turn games.Seat
}

func serveTable(t testing.TB, log *slog.Logger) *servedTable {
	t.Helper()
	folder := t.TempDir()
	pages, err := web.New(web.Options{Folder: folder, Log: log})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &servedTable{TB: t, url: "http://" + listener.Addr().String(), events: make(chan hw.Event, 64), turn: 1, decided: make(chan decision, 1)}
	o := newSetup(folder, "", log)
	o.Clock, o.Events, o.Pages, o.Seats = hw.Clock{}.Now, s.events, pages, []games.Seat{1, 2, 3}
	o.CatchUp = func(pass func(hw.Event)) time.Duration {
		s.kernel.Lock()
		defer s.kernel.Unlock()
		now := o.Clock()
		for len(s.events) > 0 {
			pass(<-s.events)
		}
		return now
	}
	o.HouseRules = map[string]HouseRules{"mito": { // each race follows the one before at once
		Options: func([]games.Seat) games.Agreed {
			return games.Agreed{}.With(games.Field{Key: "race", Value: `{"quiet":"0s","lookback":"0s"}`})
		},
	}}
	was := ""
	o.Judge = func(p Picture) {
		v := p.Scene.View
		s.seen.Store(fmt.Sprintf("%v %v", v.Headline, v.Prompts))
		if v.Headline.Word == "slowest" && v.Headline.Word != was {
			turn := slices.IndexFunc(v.Lines, func(t games.Text) bool { return t.Word == "turn" })
			s.decided <- decision{o.Clock(), v.Lines[turn].Seat}
		}
		was = v.Headline.Word
	}
	r := New(o.Options, o.Clock())
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { r.Run(ctx, o.Devices) })
	running.Go(func() { pages.Serve(ctx, listener) })
	t.Cleanup(func() {
		cancel()
		pages.Close()
		running.Wait()
		r.Folder.Close()
		s.judge.CloseIdleConnections()
	})
	s.judge.Transport = &http.Transport{}
	s.post("/judge/pair", fmt.Sprintf(`{"code":%q}`, pages.Invite().Code))
	s.answer(`{"prompt":"game","value":"mito"}`)
	for seat := range hw.Button(3) {
		s.press(seat + 1)
	}
	for _, a := range []string{
		`{"prompt":"players","value":"ready"}`, `{"prompt":"rounds","value":1}`,
		`{"prompt":"first","value":1}`, `{"prompt":"begin","value":"begin"}`,
	} {
		s.answer(a)
	}
	return s
}

// post sends a JSON text as the judge's phone does: not before his page asks for it.
func (s *servedTable) post(path, text string) {
	s.Helper()
	for late := time.Now().Add(10 * time.Second); ; time.Sleep(time.Millisecond) {
		status, said := s.send(path, text)
		if status == http.StatusNoContent {
			return
		}
		if status != http.StatusConflict && status != http.StatusServiceUnavailable || time.Now().After(late) {
			s.Errorf("%s: %d %s", text, status, said)
			return
		}
	}
}

func (s *servedTable) send(path, text string) (status int, said []byte) {
	s.Helper()
	request, err := http.NewRequest("POST", s.url+path, strings.NewReader(text))
	if err != nil {
		s.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("Cookie", s.cookie)
	answer, err := s.judge.Do(request)
	if err != nil {
		s.Error(err)
		return 0, nil
	}
	defer answer.Body.Close()
	if said, err = io.ReadAll(answer.Body); err != nil {
		s.Error(err)
	}
	if set := answer.Header.Get("Set-Cookie"); set != "" {
		s.cookie, _, _ = strings.Cut(set, ";")
	}
	return answer.StatusCode, said
}

// answer gives answers of the judge, one right after the other.
func (s *servedTable) answer(texts ...string) {
	s.Helper()
	s.judging.Lock()
	defer s.judging.Unlock()
	for _, text := range texts {
		s.post("/judge/answer", text)
	}
}

// press holds a button down for long enough.
func (s *servedTable) press(b hw.Button) {
	s.edge(b, true)
	time.Sleep(20 * time.Millisecond)
	s.edge(b, false)
	time.Sleep(20 * time.Millisecond)
}

func (s *servedTable) edge(b hw.Button, down bool) { s.edges(down, games.Seat(b)) }

// edges are those of several buttons, one after the other by a millisecond, however busy the machine is.
func (s *servedTable) edges(down bool, seats ...games.Seat) {
	s.kernel.Lock()
	defer s.kernel.Unlock()
	at := hw.Clock{}.Now()
	for i, seat := range seats {
		s.events <- hw.Event{Edge: hw.Edge{At: at + time.Duration(i)*time.Millisecond, Button: hw.Button(seat), Down: down}}
	}
}

// from dials as one of the machines in the house: all of 127.0.0.0/8 is this one.
func from(machine int) func(ctx context.Context, network, address string) (net.Conn, error) {
	return (&net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(machine))}}).DialContext
}

// watched lets so many browsers listen, each of which has heard the state, until they are sent away.
func (s *servedTable) watched(browsers int) (leave func()) {
	s.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	var listening sync.WaitGroup
	for i := range browsers {
		transport := &http.Transport{DisableKeepAlives: true, DialContext: from(2 + i/10)}
		request, err := http.NewRequestWithContext(ctx, "GET", s.url+"/events", nil)
		if err != nil {
			s.Fatal(err)
		}
		answer, err := (&http.Client{Transport: transport}).Do(request)
		if err != nil {
			s.Fatal(err)
		}
		if answer.StatusCode != http.StatusOK {
			s.Fatalf("status %d", answer.StatusCode)
		}
		first := make([]byte, 4096)
		for heard := ""; !strings.Contains(heard, "id: "); {
			n, err := answer.Body.Read(first)
			if err != nil {
				s.Fatal(err)
			}
			heard += string(first[:n])
		}
		listening.Go(func() {
			defer answer.Body.Close()
			io.Copy(io.Discard, answer.Body)
		})
	}
	return func() {
		cancel()
		listening.Wait()
	}
}

// judged lets the judge answer ten times a second, without any harm to the game, until he is told to stop.
func (s *servedTable) judged() (stop func()) {
	ctx, cancel := context.WithCancel(context.Background())
	var judging sync.WaitGroup
	judging.Go(func() {
		twice := time.NewTicker(200 * time.Millisecond)
		defer twice.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-twice.C:
				s.answer(`{"undo":true}`, `{"prompt":"stop","value":"continue"}`)
			}
		}
	})
	return func() {
		cancel()
		judging.Wait()
	}
}

// benchmark reports how late the verdicts of races were shown.
func (s *servedTable) benchmark(b *testing.B) {
	var late []time.Duration
	for b.Loop() {
		late = append(late, s.race())
	}
	slices.Sort(late)
	b.ReportMetric(0, "ns/op") // of which most is the pause between two races
	b.ReportMetric(float64(late[len(late)/2].Microseconds()), "µs-median")
	b.ReportMetric(float64(late[len(late)*9/10].Microseconds()), "µs-9in10")
	b.ReportMetric(float64(late[len(late)-1].Microseconds()), "µs-worst")
}

// race declares a mosquito and has the two others slap it. It tells how long after it could be decided it was shown who was
// the slowest: all but one have slapped, and the time for late presses is over (RACE-2, RACE-3).
func (s *servedTable) race() (late time.Duration) {
	s.Helper()
	s.answer(`{"prompt":"play","value":"mosquito"}`)
	limits := race.DefaultLimits()
	due := hw.Clock{}.Now() + limits.Settle + limits.Tie
	entrants := games.Without([]games.Seat{1, 2, 3}, s.turn)
	s.edges(true, entrants...)
	select {
	case d := <-s.decided:
		s.turn, late = d.turn, d.at-due
	case <-time.After(20 * time.Second):
		s.Fatalf("the race is not decided: %s", s.seen.Load())
	}
	s.edges(false, entrants...)
	time.Sleep(30 * time.Millisecond) // no contact bounces that long
	return late
}

// From the press that decides a race to the moment when the loser is shown, through the referee's own loop and onto the
// disk: alone, and while a hundred browsers watch and the judge answers ten times a second. Not counted is the time for
// which a race waits for late presses.
func BenchmarkPressWhileWatched(b *testing.B) {
	for _, watchers := range []int{0, 100} {
		b.Run(fmt.Sprintf("watchers=%d", watchers), func(b *testing.B) {
			s := serveTable(b, slog.New(slog.DiscardHandler))
			if watchers > 0 {
				defer s.watched(watchers)()
				defer s.judged()()
			}
			s.benchmark(b)
		})
	}
}

// What a hundred watchers and ten answers a second have taken is free again when they have gone. ARBITRE_LOAD=1m makes
// each of the waves last a minute.
func TestWatchersLeaveNothingBehind(t *testing.T) {
	lasts := time.Second
	if long := os.Getenv("ARBITRE_LOAD"); long != "" {
		var err error
		if lasts, err = time.ParseDuration(long); err != nil {
			t.Fatal(err)
		}
	}
	s := serveTable(t, slog.New(slog.DiscardHandler))
	s.judge.CloseIdleConnections()
	time.Sleep(200 * time.Millisecond) // the server's side of a connection ends a little later
	before := runtime.NumGoroutine()
	heap := 0
	for n := range 3 {
		leave, stop := s.watched(100), s.judged()
		races := 0
		for end := time.Now().Add(lasts); time.Now().Before(end); races++ {
			s.race()
		}
		stop()
		leave()
		s.judge.CloseIdleConnections()
		for late := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
			if time.Now().After(late) {
				stacks := make([]byte, 1<<16)
				t.Fatalf("%d goroutines, before %d\n%s", runtime.NumGoroutine(), before, stacks[:runtime.Stack(stacks, true)])
			}
		}
		runtime.GC()
		runtime.GC() // what a sync.Pool keeps is free after the second
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		left := int(m.HeapAlloc)
		t.Logf("%d KiB after %d races", left>>10, races)
		// A connection that is kept holds more than 8 KiB, a race that an undo may take back a few. The first wave fills caches.
		if n > 0 && left > heap+100*4<<10+races*4<<10 {
			t.Errorf("%d KiB, after the wave before %d", left>>10, heap>>10)
		}
		heap = left
	}
}
