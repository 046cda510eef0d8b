package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/disk"
	"arbitre/games/journal"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/sounds"
	"arbitre/systemd"

	"golang.org/x/sys/unix"
)

// A box is the hardware that a referee works with, real or virtual. What is nil is not there.
type box struct {
	seats   []games.Seat // that have a button
	buttons buttons
	typed   <-chan hw.Event // of keyboards
	lamps   map[hw.Button]func() (hw.Output, error)
	panel   panel
	public  panel                 // for all
	told    func(referee.Picture) // what the panel shows, for whoever can't see it
	web     net.Listener          // of the pages for phones; nil where they are served as configured
	buzzer  func() (hw.ToneOutput, error)
}

// buttons are the switches of a box, on real lines or virtual.
type buttons interface {
	Events() <-chan hw.Event
	CatchUp(pass func(hw.Event)) time.Duration
	Down() ([]hw.Button, error)
}

// A service is what of the daemon lasts longer than one configuration.
type service struct {
	log        *slog.Logger
	health     *referee.Health
	supervisor systemd.Supervisor
	reload     <-chan config.Config
	runtime    string // a folder that only a reboot empties; "" where there is none
	folder     *journal.Folder
}

// run runs the table on a box until the context ends, or until another configuration is to be taken, which it returns.
// All wiring is here.
func (b box) run(ctx context.Context, c config.Config, s service) (next *config.Config, err error) {
	log, health := s.log, s.health
	language, err := display.ParseLanguage(c.Language)
	if err != nil {
		return nil, err
	}
	if kept, ok := keptLanguage(c.Journals); ok {
		language = kept
	}
	s.folder.Move(c.Journals)
	lamps := hw.NewLamps(b.lamps, func(lamp hw.Button, err error) {
		health.Of(fmt.Sprint("lamp of ", lamp), games.Text{Word: "no_lamp", Seat: games.Seat(lamp)})(err)
	})
	defer lamps.Close()

	var cues []func(games.Cue)
	if b.buzzer != nil {
		buzzer := newBuzzer(c, b.buzzer, health.Of("buzzer", games.Text{Word: "no_buzzer"}))
		defer buzzer.Close()
		cues = append(cues, func(cue games.Cue) { buzzer.Play(notes(cue)) })
	}
	if c.Speaker.Enabled {
		set, err := loadSounds(c.Speaker.Folder)
		if err != nil {
			log.Warn("some recorded sounds can't be used", "err", err)
		}
		speaker := sounds.NewSpeaker(set, sounds.Aplay(c.Speaker.Card), health.Of("speaker", games.Text{Word: "no_speaker"}))
		defer speaker.Close()
		cues = append(cues, speaker.Play)
	}

	opened := sync.OnceFunc(func() {
		s.supervisor.Status(statusLine(health.Parts()))
		s.supervisor.Ready()
	})
	show := func(referee.Picture) {}
	var showAll func(referee.Picture)
	var drawing sync.WaitGroup
	drawingCtx, stopDrawing := context.WithCancel(context.Background())
	defer drawing.Wait()
	defer stopDrawing()
	if b.panel != nil {
		report := health.Of("display", games.Text{Word: "no_display"})
		judge := newScreen(b.panel, c.OLED.Height, byte(c.OLED.Contrast), report, opened)
		show = judge.show
		if b.told != nil {
			show = func(p referee.Picture) { b.told(p); judge.show(p) }
		}
		drawing.Go(func() { judge.run(drawingCtx) })
	}
	if b.public != nil {
		report := health.Of("display for all", games.Text{Word: "no_public"})
		all := newScreen(b.public, c.Public.Height, byte(c.Public.Contrast), report, func() {})
		showAll = all.show
		drawing.Go(func() { all.run(drawingCtx) })
	}

	var pages *web.Server
	var served atomic.Pointer[web.Server]
	book := results.Open(c.Journals, all.Games(), machineClock(), health.Of("results", games.Text{}), func() {
		if pages := served.Load(); pages != nil {
			pages.Refresh()
		}
	})
	defer book.Close()
	if c.Web.Listen != "" || b.web != nil {
		listen := c.Web.Listen
		if b.web != nil {
			listen = b.web.Addr().String()
		}
		if pages, err = openPages(c, sparing(log), listen, book, health.Of("paired phones", games.Text{})); err != nil {
			return nil, err
		}
		defer pages.Close()
		served.Store(pages)
		var serving sync.WaitGroup
		defer serving.Wait()
		servingCtx, stopServing := context.WithCancel(context.Background())
		defer stopServing()
		report := health.Of("pages", games.Text{Word: "no_web"})
		serving.Go(func() { serve(servingCtx, b.web, listen, pages, report) })
	}

	tie := func() time.Duration { return c.Race.Tie.Duration }
	if c.Race.Tie.Auto() {
		measuring, stopMeasuring := context.WithCancel(ctx)
		defer stopMeasuring()
		tie = measureTie(measuring, log, wakeups)
	}
	houses, wrong := houses(all.Games(), c, tie)
	if len(wrong) > 0 {
		return nil, refuse("%s", wrong[0].What)
	}

	watch := hw.DefaultWatch()
	watch.Held = c.Buttons.Stuck.Duration

	r := referee.New(referee.Options{
		Rules:        all.Games(),
		Seats:        b.seats,
		Houses:       houses,
		Shortcuts:    c.Shortcuts,
		Down:         b.buttons.Down,
		Contacts:     hw.NewContacts(c.Contacts(), watch, hw.Detent(c.Encoder.Edges), s.health.Button),
		Long:         c.Judge.Long.Duration,
		Shutdown:     c.Judge.Shutdown.Duration,
		KeyClicks:    c.Sounds.KeyClick,
		Rows:         c.OLED.Height,
		Rest:         display.Rest{Dim: c.OLED.Dim.Duration, Blank: c.OLED.Blank.Duration},
		Language:     language,
		KeepLanguage: func(l display.Language) error { return keepLanguage(c.Journals, l) },
		Folder:       s.folder,
		Pages:        pages,
		Began:        book.Began,
		PutAway:      book.Look,
		Today:        time.Now,
		Seed:         seed,
		Health:       health,
		Log:          log,
		Busy:         s.supervisor.Busy,
		PowerOff:     func() error { return powerOff(s.runtime) },
	}, hw.Clock{}.Now())
	if b.panel == nil {
		opened()
	}
	return r.Run(ctx, referee.Devices{
		Clock:   hw.Clock{}.Now,
		Events:  b.buttons.Events(),
		CatchUp: b.buttons.CatchUp,
		Typed:   b.typed,
		Reload:  s.reload,
		Judge:   show,
		Public:  showAll,
		Lamp:    lamps.Set,
		Play:    func(cue games.Cue) { each(cues, cue) },
		Alive:   s.supervisor.Alive,
		Within:  s.supervisor.Within,
		Status:  func(broken []string) { s.supervisor.Status(statusLine(broken)) },
	}), nil
}

// newService has the folder of the journals; whoever makes it closes that.
func newService(log *slog.Logger, supervisor systemd.Supervisor, runtime string) service {
	health := referee.NewHealth(log)
	folder := journal.NewFolder("", all.Games(), journal.FolderOptions{
		Runtime: runtime, Log: log, Report: health.Of(journals, games.Text{Word: "disk_full"}), Busy: supervisor.Busy,
	})
	return service{log: log, health: health, supervisor: supervisor, runtime: runtime, folder: folder}
}

// powerOff asks for the machine to be shut down.
func powerOff(runtime string) error {
	if runtime == "" {
		return games.Refuse(games.Text{Word: "no_power_off"},
			errors.New("only as a service of systemd can arbitre shut the machine down"))
	}
	return systemd.PowerOff(runtime)
}

func each(cues []func(games.Cue), cue games.Cue) {
	for _, play := range cues {
		play(cue)
	}
}

func newBuzzer(c config.Config, open func() (hw.ToneOutput, error), warn func(error)) *hw.Buzzer {
	if c.Buzzer.Kind == "active" {
		return hw.NewActiveBuzzer(func() (hw.Output, error) { return open() }, warn)
	}
	return hw.NewPassiveBuzzer(open, warn)
}

// notes is a cue's tune for the buzzer.
func notes(cue games.Cue) []hw.Note {
	var tune []hw.Note
	for _, n := range sounds.Tune(cue) {
		tune = append(tune, hw.Note(n))
	}
	return tune
}

// machineClock is the time as the machine knows it (clock_gettime(2)). The unit names the start of the machine, for the
// service does not see the file of random(4) that has the same, with dashes. Without it the clock on the wall is all there is.
func machineClock() results.Clock {
	boot := os.Getenv("ARBITRE_BOOT")
	if boot == "" {
		id, _ := disk.Read("/proc/sys/kernel/random/boot_id", 100)
		boot = strings.ReplaceAll(strings.TrimSpace(string(id)), "-", "")
	}
	return results.Clock{
		Wall: time.Now,
		Boot: boot,
		Up: func() time.Duration {
			var up unix.Timespec
			_ = unix.ClockGettime(unix.CLOCK_BOOTTIME, &up) // never fails, for the clock and the address are good
			return time.Duration(up.Nano())
		},
	}
}

// seed is what a game's random draws come from: 53 bits, so that every JSON reader keeps it.
func seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// readConfig reads the file that is named, else that of the service, else that of the machine, else none.
func readConfig(w world, path string, also ...func(config.Config) []config.Complaint) (config.Config, error) {
	if path == "" {
		for _, folder := range []string{w.env("CONFIGURATION_DIRECTORY"), "/etc/arbitre"} {
			file := filepath.Join(folder, "arbitre.toml")
			if _, err := os.Stat(file); folder != "" && err == nil {
				path = file
				break
			}
		}
	}
	c, err := config.Load(path, all.Games(), w.env, also...)
	if err != nil {
		return c, badInput{err}
	}
	return c, nil
}

// statusLine says in one line what works and what does not.
func statusLine(broken []string) string {
	if len(broken) == 0 {
		return "The table is open."
	}
	return fmt.Sprintf("The table is open; not working: %s.", strings.Join(broken, ", "))
}
