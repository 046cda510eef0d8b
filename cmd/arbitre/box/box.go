// Package box assembles a table from real or virtual parts, by a configuration.
package box

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/referee/layers"
	"arbitre/display/shown"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/race"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/systemd"
)

// A Box is the hardware that a referee works with, real or virtual. A nil part is missing.
type Box struct {
	Seats   []games.Seat                     // with a button
	Learn   *layers.Buttons                  // how the buttons are learnt; nil if they are known
	Learns  bool                             // whether they can be learnt anew
	Buttons referee.Buttons                  // on lines, or virtual
	Plugged referee.Buttons                  // on plugged-in devices
	Playing func(*games.Start)               // called with the game that begins, and with nil in the lobby
	Polled  func([]games.Seat) []race.Device // returns the devices with these seats' buttons; nil if all are on lines
	Typed   <-chan hw.Event                  // from keyboards
	Lamps   map[hw.Button]func() (hw.Output, error)
	Panel   Panel
	Public  Panel                 // faces all players
	Told    func(referee.Picture) // called with what the panel shows; may be nil
	Web     net.Listener          // first listener of the pages for phones; nil to listen as configured
	Buzzer  func() (hw.ToneOutput, error)
	Broker  func(context.Context) (net.Conn, error) // connects to the broker, if one is configured; nil to use its URL
	Clock   func() time.Duration                    // stamps the edges; nil for the kernel's
	Machine results.Clock                           // dates the games; of another clock than the kernel's
	Seed    func() uint64                           // seeds a game's random draws
}

// Run runs the table on this hardware until the context ends, or until a new configuration takes
// effect, which it returns. It creates all parts, each after those that it needs.
func (b Box) Run(ctx context.Context, c config.Config, s Service) (next *config.Config, err error) {
	// Some parts run in goroutines beside the referee, until it has ended.
	beside, end := context.WithCancel(context.Background())
	var working sync.WaitGroup
	defer working.Wait()
	defer end()

	// The kernel has an alarm for its own clock alone.
	var alarm referee.Alarm
	if b.Clock == nil {
		kernels, err := hw.NewAlarm()
		if err != nil {
			return nil, err
		}
		defer kernels.Close()
		b.Clock, b.Machine, alarm = hw.Clock{}.Now, MachineClock(), kernels
	}

	language, err := wording.ParseLanguage(c.Language)
	if err != nil {
		return nil, err
	}

	// A game begins with the rules of this house and with the race limits known at that time.
	tie := func() time.Duration { return c.Race.Tie }
	if c.Race.Tie == config.Auto {
		tie = measureTie(beside, working.Go, s.Log, wakeups)
	}
	houseRules, found, wrong := readHouseRules(s.Rules, c, b.limits(c, tie))
	if err := config.Refusal(wrong); err != nil {
		return nil, config.Wrong(err)
	}
	for _, list := range found {
		s.Log.Info("a word list is read: " + list)
	}

	// The journals lie in one folder, and the book reads the results of their games.
	s.Folder.Move(c.Journals)
	var surfaces []surface
	book := results.Open(c.Journals, s.Rules, b.Machine, s.Health.Of("results", games.Text{}), func() {
		for _, one := range surfaces {
			one.Refresh()
		}
	})
	defer book.Close()

	// What people see and hear. Health names a part that fails; the game goes on without it.
	lamps := hw.NewLamps(b.Lamps, func(lamp hw.Button, err error) { lampReport(s.Health, lamp)(err) })
	defer lamps.Close()
	var players []func(games.Cue)
	var volumes []func(percent int)
	if b.Buzzer != nil {
		failed := s.Health.Of("buzzer", games.Text{Word: "no_buzzer"})
		buzzer := hw.NewBuzzer(b.Buzzer, c.Buzzer.Kind == "active", failed)
		defer buzzer.Close()
		players = append(players, func(cue games.Cue) { buzzer.Play(notes(cue)) })
		volumes = append(volumes, buzzer.SetVolume)
	}
	if c.Speaker.Enabled {
		speaker := newSpeaker(c.Speaker.Folder, c.Speaker.Card, s)
		defer speaker.Close()
		players = append(players, speaker.Play)
		volumes = append(volumes, speaker.SetVolume)
	}
	ready := sync.OnceFunc(func() {
		s.Supervisor.Status(statusLine(s.Health.Parts()))
		s.Supervisor.Ready()
		book.Look() // only now: the table must not wait for the results
	})
	screen := func(panel Panel, c config.Panel, failed func(error), tried func()) (show func(referee.Picture)) {
		shown := newScreen(screenOptions{phrases: s.Phrases, panel: panel, config: c, report: failed, tried: tried})
		working.Go(func() { shown.run(beside) })
		return shown.show
	}
	showJudge := func(referee.Picture) {}
	if b.Panel != nil {
		showJudge = screen(b.Panel, c.OLED.Panel, s.Health.Of("display", games.Text{Word: "no_display"}), ready)
		if show := showJudge; b.Told != nil {
			showJudge = func(p referee.Picture) { b.Told(p); show(p) }
		}
	}
	var showPublic func(referee.Picture)
	if b.Public != nil {
		failed := s.Health.Of("display for all", games.Text{Word: "no_public"})
		showPublic = screen(b.Public, c.Public, failed, func() {})
	}
	var pages referee.Pages // nil if none are served
	if listen := b.listensAt(c); listen != "" {
		server := b.newPages(c, s, book, listen)
		defer server.Close()
		pages, surfaces = server, append(surfaces, server)
		failed := s.Health.Of("pages", games.Text{Word: "no_web"})
		working.Go(func() { serve(beside, b.listener(beside, listen), server, failed) })
	}

	var fromBroker <-chan shown.Answer
	publisher, forget := b.newPublisher(c, s, book)
	working.Go(func() { forget(beside) })
	if publisher != nil {
		defer publisher.Close()
		surfaces, fromBroker = append(surfaces, publisher), publisher.Answers()
	}
	var show func(shown.State)
	if len(surfaces) > 0 {
		show = func(state shown.State) {
			for _, one := range surfaces {
				one.Show(state)
			}
		}
	}

	// The referee itself.
	r := referee.New(referee.Options{
		Config:        c,
		Learn:         b.Learn,
		Learns:        b.Learns,
		Rules:         s.Rules,
		Seats:         b.Seats,
		HouseRules:    houseRules,
		Seed:          b.Seed,
		Playing:       b.Playing,
		Phrases:       s.Phrases,
		Language:      language,
		Keep:          s.keep,
		Folder:        s.Folder,
		Began:         book.Began,
		PutAway:       book.Ended,
		Counts:        results.Counts,
		SetCounts:     book.SetCounts,
		Today:         time.Now,
		Contacts:      b.contacts(c, s),
		Down:          b.down,
		Pages:         pages,
		PageIsDisplay: b.Panel == nil && pages != nil,
		Show:          show,
		Health:        s.Health,
		Log:           s.Log,
		PowerOff:      func() error { return powerOff(s.Runtime) },
		Updates:       updates{systemd.Updates{Told: toldOfUpdates, Runtime: s.Runtime}},
	}, b.Clock())
	devices := referee.Devices{
		Clock:   b.Clock,
		Alarm:   alarm,
		Events:  events(b.Buttons),
		Plugged: events(b.Plugged),
		CatchUp: b.catchUp,
		Typed:   b.Typed,
		Answers: fromBroker,
		Reload:  s.Reload,
		Judge:   showJudge,
		Public:  showPublic,
		Lamp:    lamps.Set,
		Play: func(cue games.Cue) {
			for _, play := range players {
				play(cue)
			}
		},
		Volume: func(percent int) {
			for _, set := range volumes {
				set(percent)
			}
		},
		Heartbeat:      s.Supervisor.Alive,
		HeartbeatEvery: s.Supervisor.Within,
		Status:         func(broken []string) { s.Supervisor.Status(statusLine(broken)) },
	}
	if b.Panel == nil {
		ready() // with a panel, after the first picture
	}
	next = r.Run(ctx, devices)
	end()
	working.Wait() // before the parts that these goroutines use are closed
	return next, nil
}

// powerOff asks systemd to shut the machine down.
func powerOff(runtime string) error {
	if runtime == "" {
		return games.Refuse(games.Text{Word: "no_power_off"},
			errors.New("only as a service of systemd can arbitre shut the machine down"))
	}
	return systemd.PowerOff(runtime)
}

// seed returns a random seed for a game: 53 bits, which every JSON reader keeps exactly.
func seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// statusLine returns the status shown by systemd, with the names of the broken parts.
func statusLine(broken []string) string {
	if len(broken) == 0 {
		return "The table is open."
	}
	return fmt.Sprintf("The table is open; not working: %s.", strings.Join(broken, ", "))
}
