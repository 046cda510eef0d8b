// Package box puts a referee on hardware, real or virtual, as a configuration has it.
package box

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"slices"
	"strings"
	"sync"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display/web"
	"arbitre/display/wording"
	"arbitre/games"
	"arbitre/games/journal"
	"arbitre/games/race"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/systemd"
)

// A Box is the hardware that a referee works with, real or virtual. What is nil is not there.
type Box struct {
	Seats   []games.Seat                     // that have a button
	Buttons Buttons                          // on lines, or virtual
	Plugged Buttons                          // of devices that are plugged in
	Playing func(*games.Start)               // is told which game is played, or nil
	Polled  func([]games.Seat) []race.Device // that have the buttons of some of these seats; nil where all have lines
	Typed   <-chan hw.Event                  // of keyboards
	Lamps   map[hw.Button]func() (hw.Output, error)
	Panel   Panel
	Public  Panel                 // for all
	Told    func(referee.Picture) // what the panel shows, for whoever can't see it
	Web     net.Listener          // of the pages for phones; nil where they are served as configured
	Buzzer  func() (hw.ToneOutput, error)
	Clock   func() time.Duration // that stamps the edges; nil where it is the kernel's
	Seed    func() uint64        // of a game's random draws; nil where chance has it
}

// now is the time on the clock that stamps the edges.
func (b *Box) now() time.Duration {
	if b.Clock != nil {
		return b.Clock()
	}
	return hw.Clock{}.Now()
}

// Buttons are switches of a box.
type Buttons interface {
	Events() <-chan hw.Event
	CatchUp(pass func(hw.Event)) time.Duration
	Down() ([]hw.Button, error)
}

// A Service is what of the daemon lasts longer than one configuration.
type Service struct {
	Rules      games.Rulebook
	Phrases    wording.Phrases
	Log        *slog.Logger
	Health     *referee.Health
	Supervisor systemd.Supervisor
	Reload     <-chan config.Config
	Runtime    string // a folder that only a reboot empties; "" where there is none
	Folder     *journal.Folder
}

// The parts of the box that outlive a configuration: what a bad file is a trouble of, and a full disk.
const (
	configuration = "configuration"
	journals      = "journal"
)

// NewService has the folder of the journals; whoever makes it closes that.
func NewService(rules games.Rulebook, log *slog.Logger, supervisor systemd.Supervisor, runtime string) Service {
	health := referee.NewHealth(log)
	folder := journal.NewFolder("", rules, journal.FolderOptions{
		Runtime: runtime, Log: log, Report: health.Of(journals, games.Text{Word: "disk_full"}), Busy: supervisor.Busy,
	})
	return Service{Rules: rules, Phrases: wording.NewPhrases(rules), Log: log, Health: health, Supervisor: supervisor, Runtime: runtime, Folder: folder}
}

// open is what is open while one configuration holds.
type open struct {
	Box
	Service
	config  config.Config
	closing []func() // in the order in which they were opened

	play          func(games.Cue)
	judge, public func(referee.Picture)
	book          *results.Book
	pages         *web.Server
}

// close ends everything, the latest first.
func (o *open) close() {
	for _, end := range slices.Backward(o.closing) {
		end()
	}
}

// beside runs something beside the referee until all is closed.
func (o *open) beside(run func(context.Context)) {
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { run(ctx) })
	o.closing = append(o.closing, running.Wait, stop)
}

// ready tells systemd and people that the table is open. Only then are the results read: nobody waits for them.
func (o *open) ready() {
	o.Supervisor.Status(statusLine(o.Health.Parts()))
	o.Supervisor.Ready()
	o.book.Look()
}

// Run runs the table on a box until the context ends, or until another configuration is to be taken, which it returns.
func (b Box) Run(ctx context.Context, c config.Config, s Service) (next *config.Config, err error) {
	language, err := wording.ParseLanguage(c.Language)
	if err != nil {
		return nil, err
	}
	if kept, ok := KeptLanguage(c.Journals); ok {
		language = kept
	}
	o := open{Box: b, Service: s, config: c}
	defer o.close()
	houses, wrong := HouseRules(s.Rules, c, o.limits())
	if err := config.Refusal(wrong); err != nil {
		return nil, config.Wrong(err)
	}
	s.Folder.Move(c.Journals)
	lamps := hw.NewLamps(b.Lamps, func(lamp hw.Button, err error) {
		lampHealth(s.Health, lamp)(err)
	})
	o.closing = append(o.closing, lamps.Close)
	o.openSounds()
	o.openScreens()
	if err := o.openPages(); err != nil {
		return nil, err
	}
	r := o.newReferee(language, houses)
	devices, err := o.devices(lamps)
	if err != nil {
		return nil, err
	}
	if b.Panel == nil {
		o.ready()
	}
	return r.Run(ctx, devices), nil
}

// newReferee is a referee on what is open, who begins in a language and has each game played as its house wants.
func (o *open) newReferee(language wording.Language, houses map[string]referee.HouseRules) *referee.Referee {
	c := o.config
	watch := hw.DefaultWatch()
	watch.Held = c.Buttons.Stuck.Duration
	if o.Seed == nil {
		o.Seed = seed
	}
	return referee.New(referee.Options{
		Config: c,
		Games:  referee.Games{Rules: o.Rules, Seats: o.Seats, HouseRules: houses, Seed: o.Seed, Playing: o.Playing},
		Voice: referee.Voice{
			Phrases:      o.Phrases,
			Language:     language,
			KeepLanguage: func(l wording.Language) error { return keepLanguage(c.Journals, l) },
		},
		Journals: referee.Journals{Folder: o.Folder, Began: o.book.Began, PutAway: o.book.Ended, Today: time.Now},
		Contacts: hw.NewContacts(c.Contacts(), watch, hw.Detent(c.Encoder.Edges), o.Health.Button),
		Down:     o.down,
		Pages:    o.pages,
		Paged:    o.Panel == nil && o.pages != nil,
		Health:   o.Health,
		Log:      o.Log,
		Busy:     o.Supervisor.Busy,
		PowerOff: func() error { return powerOff(o.Runtime) },
	}, o.now())
}

// devices are what a referee on all of this perceives and acts by.
func (o *open) devices(lamps *hw.Lamps) (referee.Devices, error) {
	d := referee.Devices{
		Clock:   o.now,
		Events:  events(o.Buttons),
		Plugged: events(o.Plugged),
		CatchUp: o.catchUp,
		Typed:   o.Typed,
		Reload:  o.Reload,
		Judge:   o.judge,
		Public:  o.public,
		Lamp:    lamps.Set,
		Play:    o.play,
		Alive:   o.Supervisor.Alive,
		Within:  o.Supervisor.Within,
		Status:  func(broken []string) { o.Supervisor.Status(statusLine(broken)) },
	}
	if o.Box.Clock != nil {
		return d, nil // of which the kernel has no alarm
	}
	alarm, err := hw.NewAlarm()
	if err != nil {
		return d, err
	}
	o.closing = append(o.closing, func() { alarm.Close() })
	d.Alarm = alarm
	return d, nil
}

// openScreens draws on the displays. The table is open when the judge's has shown its first picture, or could not.
func (o *open) openScreens() {
	o.judge = func(referee.Picture) {}
	if o.Panel != nil {
		report := o.Health.Of("display", games.Text{Word: "no_display"})
		judge := newScreen(o.Phrases, o.Panel, o.config.OLED.Height, byte(o.config.OLED.Contrast), report, sync.OnceFunc(o.ready))
		o.judge = judge.show
		if o.Told != nil {
			o.judge = func(p referee.Picture) { o.Told(p); judge.show(p) }
		}
		o.beside(judge.run)
	}
	if o.Box.Public != nil {
		report := o.Health.Of("display for all", games.Text{Word: "no_public"})
		public := newScreen(o.Phrases, o.Box.Public, o.config.Public.Height, byte(o.config.Public.Contrast), report, func() {})
		o.public = public.show
		o.beside(public.run)
	}
}

// powerOff asks for the machine to be shut down.
func powerOff(runtime string) error {
	if runtime == "" {
		return games.Refuse(games.Text{Word: "no_power_off"},
			errors.New("only as a service of systemd can arbitre shut the machine down"))
	}
	return systemd.PowerOff(runtime)
}

// seed is what a game's random draws come from: 53 bits, so that every JSON reader keeps it.
func seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// statusLine says in one line what works and what does not.
func statusLine(broken []string) string {
	if len(broken) == 0 {
		return "The table is open."
	}
	return fmt.Sprintf("The table is open; not working: %s.", strings.Join(broken, ", "))
}
