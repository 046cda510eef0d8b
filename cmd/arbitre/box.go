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
	"arbitre/display"
	"arbitre/display/web"
	"arbitre/games"
	"arbitre/games/all"
	"arbitre/games/disk"
	"arbitre/games/journal"
	"arbitre/games/motus"
	"arbitre/games/race"
	"arbitre/games/results"
	"arbitre/hw"
	"arbitre/sounds"

	"golang.org/x/sys/unix"
)

// A box is the hardware that a referee works with, real or virtual. What is nil is not there.
type box struct {
	seats   []games.Seat // that have a button
	buttons buttons
	typed   <-chan hw.Event // of keyboards
	lamps   map[hw.Button]func() (hw.Output, error)
	panel   panel
	public  panel        // for all
	told    func(frame)  // what the panel shows, for whoever can't see it
	web     net.Listener // of the pages for phones; nil where they are served as configured
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
	troubles   *troubles
	supervisor supervisor
	reload     <-chan config.Config
	runtime    string // a folder that only a reboot empties; "" where there is none
	folder     *journal.Folder
}

// referee runs the table on a box until the context ends, or until another configuration is to be taken, which it returns.
// All wiring is here.
func (b box) referee(ctx context.Context, c config.Config, s service) (next *config.Config, err error) {
	log, troubles := s.log, s.troubles
	language, err := display.ParseLanguage(c.Language)
	if err != nil {
		return nil, err
	}
	if kept, ok := keptLanguage(c.Journals); ok {
		language = kept
	}
	s.folder.Move(c.Journals)
	lamps := hw.NewLamps(b.lamps, func(lamp hw.Button, err error) {
		troubles.of(fmt.Sprint("lamp of ", lamp), games.Text{Word: "no_lamp", Seat: games.Seat(lamp)})(err)
	})
	defer lamps.Close()

	var cues []func(games.Cue)
	if b.buzzer != nil {
		buzzer := newBuzzer(c, b.buzzer, troubles.of("buzzer", games.Text{Word: "no_buzzer"}))
		defer buzzer.Close()
		cues = append(cues, func(cue games.Cue) { buzzer.Play(notes(cue)) })
	}
	if c.Speaker.Enabled {
		set, err := loadSounds(c.Speaker.Folder)
		if err != nil {
			log.Warn("some recorded sounds can't be used", "err", err)
		}
		speaker := sounds.NewSpeaker(set, sounds.Aplay(c.Speaker.Card), troubles.of("speaker", games.Text{Word: "no_speaker"}))
		defer speaker.Close()
		cues = append(cues, speaker.Play)
	}

	opened := sync.OnceFunc(func() {
		s.supervisor.status(statusLine(troubles.parts()))
		s.supervisor.ready()
	})
	show := func(frame) {}
	var showAll func(frame)
	var drawing sync.WaitGroup
	drawingCtx, stopDrawing := context.WithCancel(context.Background())
	defer drawing.Wait()
	defer stopDrawing()
	if b.panel != nil {
		report := troubles.of("display", games.Text{Word: "no_display"})
		judge := newScreen(b.panel, c.OLED.Height, byte(c.OLED.Contrast), report, opened)
		show = judge.show
		if b.told != nil {
			show = func(f frame) { b.told(f); judge.show(f) }
		}
		drawing.Go(func() { judge.run(drawingCtx) })
	}
	if b.public != nil {
		report := troubles.of("display for all", games.Text{Word: "no_public"})
		all := newScreen(b.public, c.Public.Height, byte(c.Public.Contrast), report, func() {})
		showAll = all.show
		drawing.Go(func() { all.run(drawingCtx) })
	}

	var pages *web.Server
	var served atomic.Pointer[web.Server]
	book := results.Open(c.Journals, all.Games(), machineClock(), troubles.of("results", games.Text{}), func() {
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
		if pages, err = openPages(c, sparing(log), listen, book, troubles.of("paired phones", games.Text{})); err != nil {
			return nil, err
		}
		defer pages.Close()
		served.Store(pages)
		var serving sync.WaitGroup
		defer serving.Wait()
		servingCtx, stopServing := context.WithCancel(context.Background())
		defer stopServing()
		report := troubles.of("pages", games.Text{Word: "no_web"})
		serving.Go(func() { serve(servingCtx, b.web, listen, pages, report) })
	}

	known, err := readWords(c.Motus.Words)
	if err != nil {
		return nil, badInput{err}
	}

	watch := hw.DefaultWatch()
	watch.Held = c.Buttons.Stuck.Duration

	r := &referee{
		clock:        hw.Clock{}.Now,
		events:       b.buttons.Events(),
		catchUp:      b.buttons.CatchUp,
		typed:        b.typed,
		down:         b.buttons.Down,
		log:          log,
		folder:       s.folder,
		today:        time.Now,
		seed:         seed,
		rules:        all.Games(),
		seats:        b.seats,
		known:        known,
		showWords:    c.Motus.ShowWords,
		options:      func(game string) []games.Field { return houseRules(c, game) },
		rest:         display.Rest{Dim: c.OLED.Dim.Duration, Blank: c.OLED.Blank.Duration},
		show:         show,
		showAll:      showAll,
		phones:       pages,
		began:        book.Began,
		putAway:      book.Look,
		dialogue:     display.Dialogue{Rows: c.OLED.Height},
		lamp:         lamps.Set,
		hearing:      newHearing(hw.Clock{}.Now, func(cue games.Cue) { each(cues, cue) }, c.Sounds.KeyClick),
		contacts:     hw.NewContacts(c.Contacts(), watch, hw.Detent(c.Encoder.Edges), faults(troubles)),
		shortcuts:    c.Shortcuts,
		troubles:     troubles,
		supervisor:   s.supervisor,
		reload:       s.reload,
		powerOff:     func() error { return powerOff(s.runtime) },
		keys:         keypad{long: c.Judge.Long.Duration, shut: c.Judge.Shutdown.Duration},
		language:     language,
		keepLanguage: func(l display.Language) error { return keepLanguage(c.Journals, l) },
	}
	if b.panel == nil {
		opened()
	}
	return r.run(ctx), nil
}

// newService has the folder of the journals; whoever makes it closes that.
func newService(log *slog.Logger, supervisor supervisor, runtime string) service {
	troubles := newTroubles(log)
	folder := journal.NewFolder("", all.Games(), journal.FolderOptions{
		Runtime: runtime, Log: log, Report: troubles.of(journals, games.Text{Word: "disk_full"}), Busy: supervisor.busy,
	})
	return service{log: log, troubles: troubles, supervisor: supervisor, runtime: runtime, folder: folder}
}

// faults tells everyone which button is left out, and why.
func faults(t *troubles) func(hw.Button, error) {
	return func(b hw.Button, fault error) {
		said := games.Text{Word: "button_noisy", Extra: b.String()}
		if fault == hw.Stuck {
			said.Word = "button_stuck"
		}
		if _, isShortcut := b.Shortcut(); b > 0 && !isShortcut {
			said.Seat, said.Extra = games.Seat(b), ""
		}
		t.of(b.String(), said)(fault)
	}
}

// powerOff asks systemd to shut the machine down, by a file that arbitre-poweroff.path waits for: the daemon itself may not.
func powerOff(runtime string) error {
	if runtime == "" {
		return games.Refuse(games.Text{Word: "no_power_off"},
			errors.New("only as a service of systemd can arbitre shut the machine down"))
	}
	return os.WriteFile(filepath.Join(runtime, "poweroff"), nil, 0o600)
}

// readWords reads a dictionary, one word a line. Without one every word is known.
func readWords(path string) (known func(word string) bool, err error) {
	if path == "" {
		return func(string) bool { return true }, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("motus.words: %w", err)
	}
	defer file.Close()
	words, err := motus.ReadDictionary(file)
	if err != nil {
		return nil, fmt.Errorf("motus.words: %s: %w", path, err)
	}
	return words.Knows, nil
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

// houseRules are the options that the configuration gives to every game of a name.
func houseRules(c config.Config, game string) []games.Field {
	var options []games.Field
	switch {
	case game == "mog" && len(c.Mog.Attributes) > 0:
		options = append(options, games.Field{Key: "attributes", Value: games.List(c.Mog.Attributes)})
	case game == "mastermind" && len(c.Mastermind.Colours) > 0:
		options = append(options, games.Field{Key: "colours", Value: games.List(c.Mastermind.Colours)})
	}
	limits := race.Limits{
		Tie:      c.Race.Tie.Duration,
		Settle:   c.Race.Settle.Duration,
		Timeout:  c.Race.Timeout.Duration,
		Lookback: c.Race.Lookback.Duration,
		Quiet:    c.Race.Quiet.Duration,
		Burst:    c.Race.Burst.Duration,
		Declare:  c.Race.Declare.Duration,
	}
	return append(options, games.Field{Key: "race", Value: limits.Value()})
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
	c, err := config.Load(path, w.env, also...)
	if err != nil {
		return c, badInput{err}
	}
	return c, nil
}
