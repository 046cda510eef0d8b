package box

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing/synctest"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display/keys"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/journal"
	"arbitre/games/race"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/hw/evdev"
	"arbitre/hw/sim"
	"arbitre/systemd"
)

// A powered table is a box on virtual chips with its disk, in the time of a synctest bubble.
type powered struct {
	bare          bool   // no display, keys or lines: all buttons are plugged in, and the judge has his phone
	disk, runtime string // folders; a reboot empties runtime
	seeds         uint64

	booted  time.Time
	looked  sync.Mutex
	table   *sim.Table
	device  *sim.Buttons // holds the buttons above lined
	out     bool         // the device is pulled out
	service Service
	wire    *wire
	broker  broker
	shown   referee.Picture // on the judge's display
	stop    func()          // ends the program
	log     *story
}

// seats is the number of seats; the first ones (lined) have buttons on lines, the others on the
// device.
const seats, lined = 5, 3

// start starts the program on the disk as it is, like demo and run do.
func (p *powered) start() error {
	p.booted = time.Now()
	c := config.Default(all.Games(), func(string) string { return "" })
	c.Journals, c.Demo.Seats, c.Race.Tie = p.disk, seats, time.Millisecond
	c.MQTT.Broker, c.MQTT.Table = "mqtt://broker", "Kitchen"
	p.service = NewService(all.Games(), slog.New(p.log), systemd.NoSupervisor(), p.runtime)
	table, err := sim.NewTable(seats)
	if err != nil {
		return err
	}
	c = p.service.withOwn(c)
	b := FromConfig(table, AsInDrawing(c))
	b.Learns = false // no evening ends with another configuration
	p.table, p.device, p.wire = table, sim.NewButtons(), newWire()
	table.Buttons.Clock, p.device.Clock, b.Clock = p.now, p.now, p.now
	b.Machine = results.Clock{Wall: time.Now, Up: p.now}
	b.Broker = p.broker.dial
	b.Plugged, b.Web, b.Told = p.device, p.wire, func(shown referee.Picture) { p.shown = shown }
	b.Seed = func() uint64 { p.seeds += 2; return p.seeds }
	b.Polled = func(playing []games.Seat) []race.Device {
		out := func(s games.Seat) bool { return !p.plugged(hw.Button(s)) || p.out }
		d := race.Device{Resolution: 8 * time.Millisecond, Seats: slices.DeleteFunc(slices.Clone(playing), out)}
		if len(d.Seats) == 0 {
			return nil
		}
		return []race.Device{d}
	}
	if p.bare {
		b.Buttons, b.Panel, b.Buzzer = nil, nil, nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() {
		_, err := b.Run(ctx, c, p.service)
		ended <- err
	}()
	p.stop = func() {
		cancel()
		<-ended
		p.service.Folder.Close()
		p.wire.Close()
	}
	p.wait(100 * time.Millisecond)
	return nil
}

// now is the kernel's clock of this run.
func (p *powered) now() time.Duration {
	p.looked.Lock() // orders all readers for the race detector, which does not know that others sleep meanwhile
	defer p.looked.Unlock()
	return time.Minute + time.Since(p.booted)
}

// wait lets the time pass and waits until all goroutines are idle.
func (p *powered) wait(d time.Duration) {
	p.now()
	time.Sleep(d)
	synctest.Wait()
	p.now()
}

// plugged reports whether a button is on the device.
func (p *powered) plugged(b hw.Button) bool { return p.bare || b > lined }

// move presses or releases a button.
func (p *powered) move(b hw.Button, down bool) {
	switch {
	case !p.plugged(b):
		p.table.Buttons.Set(p.now(), b, down)
	case !p.out:
		p.device.Set(p.now(), b, down)
	}
}

// hold holds a button for a while.
func (p *powered) hold(b hw.Button, d time.Duration) {
	p.move(b, true)
	p.wait(d)
	p.move(b, false)
	p.wait(60 * time.Millisecond)
}

// press presses one of the judge's keys.
func (p *powered) press(k keys.Key) {
	button := map[keys.Key]hw.Button{
		keys.Back: hw.KeyBack, keys.OK: hw.KeyOK, keys.Previous: hw.KeyPrevious, keys.Next: hw.KeyNext,
	}[k]
	p.hold(button, 60*time.Millisecond)
}

// pull pulls the device out, or plugs it in again.
func (p *powered) pull() {
	p.out = !p.out
	var err error
	if p.out {
		err = evdev.ErrMissing
		down, _ := p.device.Down()
		for _, b := range down {
			p.device.Set(p.now(), b, false)
		}
	}
	for b := range hw.Button(seats) {
		if p.plugged(b + 1) {
			p.service.Health.Device(b+1, err)
		}
	}
	p.wait(100 * time.Millisecond)
}

// files returns the files of a folder by their names.
func files(folder string) map[string][]byte {
	all := map[string][]byte{}
	entries, _ := os.ReadDir(folder)
	for _, e := range entries {
		if text, err := os.ReadFile(filepath.Join(folder, e.Name())); err == nil {
			all[e.Name()] = text
		}
	}
	return all
}

// restore writes these files into a folder and removes all others.
func restore(folder string, files map[string][]byte) error {
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), text, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// A wire is an in-memory listener by which phones reach the box.
type wire struct {
	conns chan net.Conn
	gone  chan struct{}
	once  sync.Once
}

func newWire() *wire { return &wire{conns: make(chan net.Conn), gone: make(chan struct{})} }

func (w *wire) Accept() (net.Conn, error) {
	select {
	case c := <-w.conns:
		return c, nil
	case <-w.gone:
		return nil, net.ErrClosed
	}
}

func (w *wire) Close() error {
	w.once.Do(func() { close(w.gone) })
	return nil
}

// Addr returns the address of the box.
func (w *wire) Addr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 80} }

// An end is one end of a connection, with addresses.
type end struct {
	net.Conn
	*wire
}

func (e end) Close() error         { return e.Conn.Close() }
func (e end) LocalAddr() net.Addr  { return e.Addr() }
func (e end) RemoteAddr() net.Addr { return &net.TCPAddr{IP: net.IPv4(192, 0, 2, 9), Port: 40000} }

// A phone sends requests to the box's pages.
type phone struct {
	*powered
	cookie string
}

// ask sends one request and returns the answer; of a stream only the first event.
func (p *phone) ask(method, path, body string) (status int, text string, err error) {
	defer synctest.Wait()
	own, theirs := net.Pipe()
	defer own.Close()
	select {
	case p.wire.conns <- end{theirs, p.wire}:
	case <-p.wire.gone:
		return 0, "", net.ErrClosed
	}
	r, err := http.NewRequest(method, "http://192.0.2.1"+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Connection", "close")
	if p.cookie != "" {
		r.Header.Set("Cookie", p.cookie)
	}
	go r.Write(own)
	in := bufio.NewReader(own)
	answer, err := http.ReadResponse(in, r)
	if err != nil {
		return 0, "", err
	}
	for _, c := range answer.Cookies() {
		p.cookie = c.Name + "=" + c.Value
	}
	if answer.Header.Get("Content-Type") != "text/event-stream" {
		all, err := io.ReadAll(answer.Body)
		return answer.StatusCode, string(all), err
	}
	for events := bufio.NewReader(answer.Body); ; {
		line, err := events.ReadString('\n')
		if data, ok := strings.CutPrefix(line, "data: {"); ok || err != nil {
			return answer.StatusCode, "{" + data, err
		}
	}
}

// A page holds the parts of the judge's page that the evening reads.
type page struct {
	Holder  games.Seat
	Playing bool
	Prompts []struct {
		ID string
		games.Keys
		Asked            int
		Shape            string
		Options          []struct{ Value json.RawMessage }
		Min, Max, Places int
		Background       bool
		Given            string
		Counts           []struct {
			Key  string
			Most int
		}
	}
	Evening, AllTime []struct {
		Rows []struct{ Played, Won, Points int }
	}
}

// look reads a page.
func (p *phone) look(path string) (shown page, raw string, err error) {
	status, raw, err := p.ask("GET", path, "")
	if err == nil && status != http.StatusOK {
		err = fmt.Errorf("%s: status %d: %s", path, status, raw)
	}
	if err == nil {
		err = json.Unmarshal([]byte(raw), &shown)
	}
	return shown, raw, err
}

// A story collects from the log the facts of each journal's game, as they were shown, and what went
// wrong.
type story struct {
	mu    sync.Mutex
	on    string              // the journal of the running game
	facts map[string][]string // by journal, without the end of its name
	wrong []string
	lines []string

	link   string // makes a phone the judge's
	linked time.Time
}

func (s *story) Enabled(context.Context, slog.Level) bool { return true }
func (s *story) WithAttrs([]slog.Attr) slog.Handler       { return s }
func (s *story) WithGroup(string) slog.Handler            { return s }

func (s *story) Handle(_ context.Context, r slog.Record) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	said := map[string]string{}
	line := r.Message
	r.Attrs(func(a slog.Attr) bool {
		said[a.Key] = a.Value.String()
		line += " " + a.String()
		return true
	})
	s.lines = append(s.lines, line)
	switch {
	case r.Message == "fact":
		s.facts[s.on] = append(s.facts[s.on], said["fact"])
	case r.Message == "game begins":
		s.on = stem(said["journal"])
	case r.Message == "game resumed":
		s.on = stem(said["journal"])
		s.resumed(said["journal"])
	case said["link"] != "":
		s.link, s.linked = said["link"], time.Now()
	case r.Level >= slog.LevelError,
		strings.Contains(r.Message, "can't be"), strings.Contains(r.Message, "a bot was refused"), strings.Contains(r.Message, "not put away"):
		s.wrong = append(s.wrong, line)
	}
	return nil
}

// resumed drops the facts that were shown after the last line of a game's journal: the resumed game
// continues at that line. The caller holds the mutex.
func (s *story) resumed(path string) {
	text, err := os.ReadFile(path)
	if err != nil {
		s.wrong = append(s.wrong, err.Error())
		return
	}
	told, _, _, err := replayed(text)
	if before := s.facts[s.on]; err != nil || len(told) > len(before) || !slices.Equal(told, before[:len(told)]) {
		s.wrong = append(s.wrong,
			fmt.Sprintf("%s is taken up with other facts than were shown: %v\n%s\n%s", path, err, told, before))
	}
	s.facts[s.on] = told
}

// replayed plays a journal like replay does. It returns the facts up to the last line, those that
// deadlines add later, and whether the game is over.
func replayed(text []byte) (told, follow []string, over bool, err error) {
	see := func(l journal.Line) { told = appendFacts(told, l.Facts) }
	table, _, err := journal.Play(text, all.Games(), math.MaxInt64, see)
	if err == nil && table != nil {
		follow = appendFacts(follow, table.FireRest())
		over = table.View(games.Public).Over
	}
	return told, follow, over, err
}

func appendFacts(list []string, facts []games.Fact) []string {
	for _, f := range facts {
		line, _ := json.Marshal(f)
		list = append(list, string(line))
	}
	return list
}

// stem returns a journal's name without its end, which changes.
func stem(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return name
}
