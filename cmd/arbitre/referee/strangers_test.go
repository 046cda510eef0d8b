package referee

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/hw"
)

// strangers starts a process of 500 strangers who ask for one of the pages again and again until
// gone is called: it shares only the machine with the referee.
func strangers(t testing.TB, page, address string) (gone func()) {
	t.Helper()
	cmd := exec.Command("nice", os.Args[0], "-test.run", "^TestStrangers$") // the unit's priority is higher, too
	cmd.Env = append(os.Environ(), "ARBITRE_STRANGERS="+page+" "+address)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(500 * time.Millisecond) // until all are connected
	return func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
}

func TestStrangers(t *testing.T) {
	page, address, ok := strings.Cut(os.Getenv("ARBITRE_STRANGERS"), " ")
	if !ok {
		t.Skip("it is run by other tests, as a process of its own")
	}
	var all sync.WaitGroup
	for i := range 500 {
		all.Go(func() {
			// one address may only make so many requests a second
			from := net.Dialer{LocalAddr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, byte(1+i/8))}}
			client := http.Client{Transport: &http.Transport{DialContext: from.DialContext}}
			for {
				if answer, err := client.Get("http://" + address + page); err == nil {
					io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
				}
				time.Sleep(time.Duration(i%10) * time.Millisecond)
			}
		})
	}
	all.Wait()
}

// A servedTable is a referee in real time, with its journals on the disk and its pages on a socket.
type servedTable struct {
	referee *Referee
	devices Devices
	kernel  sync.Mutex // makes stamping and queueing an edge one step
	events  chan hw.Event
	decided chan time.Duration // when the end of a race was told
}

func serveTable(t testing.TB, listener net.Listener) *servedTable {
	folder, log := t.TempDir(), slog.New(slog.DiscardHandler)
	s := &servedTable{events: make(chan hw.Event, 64), decided: make(chan time.Duration, 1)}
	o := newSetup(folder, "", log)
	o.Clock, o.Events = hw.Now, s.events
	pages := o.serve(web.Options{Folder: folder, Log: log})
	o.CatchUp = func(pass func(hw.Event)) time.Duration {
		s.kernel.Lock()
		defer s.kernel.Unlock()
		now := o.Clock()
		for len(s.events) > 0 {
			pass(<-s.events)
		}
		return now
	}
	o.Told = func(_ time.Duration, f games.Fact) {
		if f.What.Fact() == "race_over" {
			s.decided <- o.Clock()
		}
	}
	s.referee, s.devices = New(o.Options, o.Clock()), o.Devices
	var serving sync.WaitGroup
	serving.Go(func() { pages.Serve(t.Context(), listener) })
	t.Cleanup(func() {
		pages.Close()
		serving.Wait()
		s.referee.stack.Folder.Close()
	})
	return s
}

// race makes two seats slap. It returns the delay between the earliest possible decision (both have
// slapped, and the time for late presses is over: RACE-2, RACE-3) and the moment when the slowest
// was shown.
func (s *servedTable) race(t testing.TB) (late time.Duration) {
	slowest := games.Agreed{}.With(games.Field{Key: "decides", Value: games.Word("last")})
	if err := s.referee.Begin(games.Start{Game: "slap", Seats: []games.Seat{1, 2}, Options: slowest}); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { s.referee.Run(ctx, s.devices) })
	limits := race.DefaultLimits()
	late = -s.edges(true) - limits.Settle - limits.Tie
	late += <-s.decided
	s.edges(false)
	time.Sleep(30 * time.Millisecond) // no contact bounces that long
	stop()
	running.Wait()
	return late
}

// edges makes an edge of both buttons, a millisecond apart however busy the machine is. It returns
// the time of the later one.
func (s *servedTable) edges(down bool) time.Duration {
	s.kernel.Lock()
	defer s.kernel.Unlock()
	at := hw.Now()
	s.events <- hw.Event{Edge: hw.Edge{At: at, Button: 1, Down: down}}
	at += time.Millisecond
	s.events <- hw.Event{Edge: hw.Edge{At: at, Button: 2, Down: down}}
	return at
}

// The time from the press that decides a race until the loser is shown, with 500 busy strangers and
// without any.
func BenchmarkPressAmongStrangers(b *testing.B) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	s := serveTable(b, listener)
	s.compare(b, map[string]func() (gone func()){
		"-quiet": alone,
		"": func() func() {
			gone := strangers(b, "/", listener.Addr().String())
			return func() { gone(); time.Sleep(200 * time.Millisecond) }
		},
	})
}

// alone is the load of a machine that does nothing else.
func alone() (gone func()) { return func() {} }

// compare reports how late races are decided beside some loads: the median, and what nine in ten don't
// exceed. The loads take turns, so that it makes no difference what else the machine does.
func (s *servedTable) compare(b *testing.B, loads map[string]func() (gone func())) {
	late := map[string][]time.Duration{}
	for b.Loop() {
		for name, load := range loads {
			gone := load()
			for range 25 {
				late[name] = append(late[name], s.race(b))
			}
			gone()
		}
	}
	b.ReportMetric(0, "ns/op")
	for name, took := range late {
		slices.Sort(took)
		b.ReportMetric(float64(took[len(took)/2].Microseconds()), "µs-median"+name)
		b.ReportMetric(float64(took[len(took)*9/10].Microseconds()), "µs-9in10"+name)
	}
}
