package referee

import (
	"bufio"
	"context"
	"fmt"
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

// strangers runs a process of strangers until gone is called: it shares only the machine with the
// referee. ARBITRE_STRANGERS tells it what to do, and at which address.
func strangers(t testing.TB, what, address string) (gone func()) {
	t.Helper()
	// as low a priority as in the systemd unit
	cmd := exec.Command("chrt", "--other", "0", "nice", "-n", "10", os.Args[0], "-test.run", "^TestStrangers$")
	cmd.Env = append(os.Environ(), "ARBITRE_STRANGERS="+what+" "+address)
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "they are here\n" {
		t.Fatalf("no strangers: %q, %v", line, err)
	}
	return func() {
		cmd.Process.Kill()
		cmd.Wait()
	}
}

func TestStrangers(t *testing.T) {
	what, address, ok := strings.Cut(os.Getenv("ARBITRE_STRANGERS"), " ")
	if !ok {
		t.Skip("it is run by other tests, as a process of its own")
	}
	fmt.Println("they are here")
	head := "Host: " + address + "\r\nAccept-Language: " + strings.Repeat("x-aa,", 800) + "fr\r\n"
	var all sync.WaitGroup
	for i := range 500 {
		all.Go(func() {
			for {
				switch what {
				case "pages": // one after the other on a connection
					request(address, "GET / HTTP/1.1\r\n"+head+"\r\n", 1<<30)
				case "connections": // each for one page
					request(address, "GET / HTTP/1.1\r\n"+head+"Connection: close\r\n\r\n", 1)
				case "codes":
					request(address, "POST /judge/pair HTTP/1.1\r\n"+head+
						"Content-Type: application/json\r\nContent-Length: 17\r\n\r\n"+`{"code":"123456"}`, 1<<30)
				case "answers":
					request(address, "POST /judge/answer HTTP/1.1\r\n"+head+
						"Content-Type: application/json\r\nContent-Length: 13\r\n\r\n"+`{"undo":true}`, 1<<30)
				case "heads": // letter by letter
					dribble(address, "GET / HTTP/1.1\r\n"+head)
				case "places": // and hold them
					request(address, "GET /events HTTP/1.1\r\n"+head+"\r\n", 0)
				}
				time.Sleep(time.Duration(i%10) * time.Millisecond)
			}
		})
	}
	all.Wait()
}

// request sends a request a number of times, each after the answer to the one before. With 0 it
// sends one and waits for its end.
func request(address, text string, times int) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer conn.Close()
	r := bufio.NewReader(conn)
	if times == 0 {
		fmt.Fprint(conn, text)
		io.Copy(io.Discard, r)
	}
	for range times {
		if _, err := fmt.Fprint(conn, text); err != nil {
			return
		}
		answer, err := http.ReadResponse(r, nil)
		if err != nil {
			return
		}
		io.Copy(io.Discard, answer.Body)
		answer.Body.Close()
	}
}

// dribble sends a text slower than any browser does.
func dribble(address, text string) {
	conn, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer conn.Close()
	for i := range len(text) {
		if _, err := conn.Write([]byte{text[i]}); err != nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
}

// A servedTable is a referee in real time, with its journals on the disk and its pages on a socket.
type servedTable struct {
	testing.TB
	referee *Referee
	devices Devices
	address string
	kernel  sync.Mutex // makes stamping and queueing an edge one step
	events  chan hw.Event
	decided chan time.Duration // when the end of a race was told
}

func serveTable(t testing.TB) *servedTable {
	t.Helper()
	folder, log := t.TempDir(), slog.New(slog.DiscardHandler)
	pages := web.New(web.Options{Folder: folder, Log: log})
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &servedTable{TB: t, address: listener.Addr().String(), events: make(chan hw.Event, 64),
		decided: make(chan time.Duration, 1)}
	o := newSetup(folder, "", log)
	o.Clock, o.Events, o.Pages = hw.Clock{}.Now, s.events, pages
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
	ctx, cancel := context.WithCancel(context.Background())
	var serving sync.WaitGroup
	serving.Go(func() { pages.Serve(ctx, listener) })
	t.Cleanup(func() {
		cancel()
		pages.Close()
		serving.Wait()
		s.referee.Folder.Close()
	})
	return s
}

// race makes two seats slap. It returns the delay between the earliest possible decision (both have
// slapped, and the time for late presses is over: RACE-2, RACE-3) and the moment when the slowest
// was shown.
func (s *servedTable) race() (late time.Duration) {
	s.Helper()
	slowest := games.Agreed{}.With(games.Field{Key: "decides", Value: games.Word("last")})
	if err := s.referee.Begin(games.Start{Game: "slap", Seats: []games.Seat{1, 2}, Options: slowest}); err != nil {
		s.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { s.referee.Run(ctx, s.devices) })
	limits := race.DefaultLimits()
	due := s.edges(true) + limits.Settle + limits.Tie
	select {
	case at := <-s.decided:
		late = at - due
	case <-time.After(20 * time.Second):
		s.Fatal("the race is not decided")
	}
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
	at := hw.Clock{}.Now()
	s.events <- hw.Event{Edge: hw.Edge{At: at, Button: 1, Down: down}}
	at += time.Millisecond
	s.events <- hw.Event{Edge: hw.Edge{At: at, Button: 2, Down: down}}
	return at
}

// The time from the press that decides a race until the loser is shown, in turn with 500 busy
// strangers and without any. So the difference does not depend on what else the machine does.
func BenchmarkPressAmongStrangers(b *testing.B) {
	for _, what := range []string{"pages", "connections", "codes", "answers", "places", "heads"} {
		b.Run("they="+what, func(b *testing.B) {
			s := serveTable(b)
			var quiet, storm []time.Duration
			for b.Loop() {
				for range 25 {
					quiet = append(quiet, s.race())
				}
				gone := strangers(b, what, s.address)
				time.Sleep(500 * time.Millisecond) // until all are connected
				for range 25 {
					storm = append(storm, s.race())
				}
				gone()
				time.Sleep(200 * time.Millisecond)
			}
			slices.Sort(quiet)
			slices.Sort(storm)
			b.ReportMetric(0, "ns/op")
			for name, at := range map[string]float64{"median": .5, "9in10": .9} {
				was, is := quiet[int(at*float64(len(quiet)))], storm[int(at*float64(len(storm)))]
				b.ReportMetric(float64(was.Microseconds()), "µs-"+name+"-quiet")
				b.ReportMetric(float64(is.Microseconds()), "µs-"+name)
				b.ReportMetric(float64(is)/float64(was), "×-"+name)
			}
		})
	}
}
