package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"arbitre/cmd/arbitre-club/club"
	"arbitre/cmd/arbitre-club/page"
	"arbitre/display/mqtt"
	"arbitre/display/wording"
	"arbitre/games/all"
	"arbitre/games/results"
)

// needsBroker skips a test unless ARBITRE_BROKER says that mosquitto may be started.
func needsBroker(t testing.TB) {
	t.Helper()
	if os.Getenv("ARBITRE_BROKER") == "" {
		t.Skip("ARBITRE_BROKER=1 measures with mosquitto, for minutes")
	}
}

// A process is a program that can be killed and started again.
type process struct {
	make func() *exec.Cmd
	*exec.Cmd
	stdin interface{ Close() error }
}

// start starts a program that ends with the test.
func start(t testing.TB, program func() *exec.Cmd) *process {
	t.Helper()
	p := &process{make: program}
	p.again()
	t.Cleanup(p.kill)
	return p
}

func (p *process) again() {
	p.Cmd = p.make()
	p.Stderr = os.Stderr
	p.stdin = must(p.StdinPipe())
	must(0, p.Start())
}

func (p *process) kill() {
	p.Process.Kill()
	p.Wait()
	p.stdin.Close()
}

// resident returns the most memory that a process ever had.
func resident(pid int) string {
	text := string(must(os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))))
	_, text, _ = strings.Cut(text, "VmHWM:")
	var kB int
	must(fmt.Sscan(text, &kB))
	return fmt.Sprint(kB>>10, " MB")
}

// self returns this program in another part.
func self(as string, args ...string) func() *exec.Cmd {
	return func() *exec.Cmd {
		cmd := exec.Command(must(os.Executable()), args...)
		cmd.Env = append(os.Environ(), "ARBITRE_AS="+as)
		return cmd
	}
}

// mosquitto starts Debian's broker with its own limits and further lines of its configuration. It
// forgets everything when it is killed. Where it is started as root it stays so, to read the files
// of the test.
func mosquitto(t testing.TB, lines string) (*process, *url.URL) {
	t.Helper()
	at := &url.URL{Scheme: "mqtt", Host: freeAddress()}
	file := filepath.Join(t.TempDir(), "mosquitto.conf")
	text := "listener " + at.Port() + " 127.0.0.1\nuser root\npersistence false\nlog_type none\n" + lines + "\n"
	must(0, os.WriteFile(file, []byte(text), 0o600))
	return start(t, func() *exec.Cmd { return exec.Command("/usr/sbin/mosquitto", "-c", file) }), at
}

// everybody may enter.
const everybody = "allow_anonymous true"

// freeAddress returns an address of this machine at which nobody listens.
func freeAddress() string {
	listener := must(net.Listen("tcp", "127.0.0.1:0"))
	defer listener.Close()
	return listener.Addr().String()
}

// BenchmarkBehind measures how far the club's page lies behind what 200 tables tell mosquitto, 20
// facts a second each.
func BenchmarkBehind(b *testing.B) {
	needsBroker(b)
	const tables, perSecond, long = 200, 20, 30 * time.Second
	broker, at := mosquitto(b, everybody)
	c := must(club.Open(b.TempDir(), func(err error) { b.Log(err) }))
	ctx, stop := context.WithCancel(b.Context())
	followed := make(chan error, 1)
	go func() { followed <- c.Follow(ctx, mqtt.Broker{URL: at}, "arbitre") }()
	defer func() { stop(); <-followed }()
	start(b, self("tables", at.String(), b.TempDir(), "t", fmt.Sprint(tables), fmt.Sprint(perSecond), "0s"))
	time.Sleep(10 * time.Second) // until all are there
	for b.Loop() {
		behind := watchPage(c, long)
		slices.Sort(behind)
		b.ReportMetric(float64(len(behind))/long.Seconds(), "states/s")
		for name, i := range map[string]int{"p50-ms": len(behind) / 2, "p99-ms": len(behind) * 99 / 100} {
			b.ReportMetric(float64(behind[i].Microseconds())/1000, name)
		}
	}
	b.Logf("mosquitto had at most %s, club, page and this test %s", resident(broker.Process.Pid), resident(os.Getpid()))
}

// watchPage follows the page of a club as a browser does, and returns how late each state was seen.
func watchPage(c *club.Club, long time.Duration) (behind []time.Duration) {
	pages := must(page.New(page.Options{Club: c, Rules: all.Games(), Phrases: wording.NewPhrases(all.Games())}))
	defer pages.Close()
	server := httptest.NewServer(pages)
	defer server.Close()
	stream := must(http.Get(server.URL + "/events"))
	defer stream.Body.Close()
	lines := bufio.NewReader(stream.Body)
	first := true
	for until := time.Now().Add(long); time.Now().Before(until); {
		line := must(lines.ReadBytes('\n'))
		text, data := bytes.CutPrefix(line, []byte("data: "))
		if !data {
			continue
		}
		var parts map[string]struct{ State mqtt.State }
		json.Unmarshal(text, &parts) // other parts have other forms
		for name, part := range parts {
			if told := part.State.Round; strings.HasPrefix(name, "table/") && told > 0 && !first {
				behind = append(behind, time.Since(time.UnixMilli(int64(told))))
			}
		}
		first = false
	}
	return behind
}

// Broker, club and tables are killed fifty times in all, in the midst of games that end every few
// seconds. In the end the club has each game once, as its table has it: with mosquitto, which
// forgets everything when it is killed, and with the broker that the club carries.
func TestBrokerClubAndTablesMayDie(t *testing.T) {
	needsBroker(t)
	t.Run("mosquitto", func(t *testing.T) {
		t.Parallel()
		broker, at := mosquitto(t, everybody)
		folder := t.TempDir()
		hub := start(t, self("club", "--folder", folder, "--broker", at.String(), "--listen", "127.0.0.1:0"))
		manyDie(t, folder, at.String(), hub, broker)
	})
	t.Run("the club's own", func(t *testing.T) {
		t.Parallel()
		at, folder := freeAddress(), t.TempDir()
		hub := start(t, self("club", "--folder", folder, "--mqtt", at, "--listen", "127.0.0.1:0"))
		manyDie(t, folder, "mqtt://"+at, hub)
	})
}

// manyDie plays at tables while they, the club and others die.
func manyDie(t *testing.T, folder, address string, hub *process, others ...*process) {
	t.Helper()
	const tables, processes, kills = 200, 10, 50
	kept, victims := t.TempDir(), append(others, hub)
	var players []*process
	for i := range processes {
		players = append(players, start(t,
			self("tables", address, kept, fmt.Sprint("t", i), fmt.Sprint(tables/processes), "2", "5s")))
	}
	time.Sleep(5 * time.Second) // games that end
	for i := range kills {
		victim := players[rand.IntN(processes)]
		if turn := i % (len(victims) + 1); turn < len(victims) {
			victim = victims[turn]
		}
		victim.kill()
		time.Sleep(rand.N(time.Second))
		victim.again()
		time.Sleep(rand.N(time.Second))
	}
	for i, p := range players {
		p.kill() // and come back without playing, so that the truth is known
		p.make = self("tables", address, kept, fmt.Sprint("t", i), fmt.Sprint(tables/processes), "1", "0s")
		p.again()
	}
	truth, diff := truthOf(kept), ""
	for late := time.Now().Add(2 * time.Minute); time.Now().Before(late); time.Sleep(time.Second) {
		if diff = compare(t, folder, truth); diff == "" {
			t.Logf("%d kills, %d games of %d tables: none is lost, none doubled; the club had at most %s",
				kills, len(truth), tables, resident(hub.Process.Pid))
			return
		}
	}
	t.Error(diff)
}

// truthOf returns the games that tables have kept, by their ids.
func truthOf(kept string) map[string]results.Game {
	truth := map[string]results.Game{}
	for _, path := range must(filepath.Glob(kept + "/*.jsonl")) {
		s := simulated{name: strings.TrimSuffix(filepath.Base(path), ".jsonl"), folder: kept}
		s.resume()
		for _, g := range s.finished {
			truth[g.ID] = g
		}
	}
	return truth
}

// compare says how the games of a club differ from the truth.
func compare(t *testing.T, folder string, truth map[string]results.Game) string {
	t.Helper()
	c := must(club.Open(folder, func(err error) { t.Error(err) }))
	list := c.Games()
	for _, g := range list {
		if !reflect.DeepEqual(g.Game, truth[g.ID]) || !strings.Contains(g.Journal, "-"+g.Table+".") {
			return fmt.Sprintf("the club has %+v, the table %+v", g, truth[g.ID])
		}
	}
	if len(list) != len(truth) {
		return fmt.Sprintf("the club has %d games, the tables %d", len(list), len(truth))
	}
	return ""
}
