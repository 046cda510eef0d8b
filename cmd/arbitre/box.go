package main

import (
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"arbitre/display"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/sounds"
)

// A box is the hardware that a referee works with, real or virtual. What is nil is not there.
type box struct {
	seats  []games.Seat // that have a button
	events <-chan hw.Event
	down   func() ([]hw.Button, error)
	lamps  map[hw.Button]hw.Output
	panel  panel
	buzzer hw.ToneOutput
}

// referee runs the table on a box until the context ends. All wiring is here.
func (b box) referee(ctx context.Context, c Config, log *slog.Logger) error {
	language, err := display.ParseLanguage(c.Language)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(c.Journals, 0o700); err != nil {
		return fmt.Errorf("the journals have no place: %w; choose another folder with journals = \"…\"", err)
	}
	warn := func(part string) func(error) {
		return func(err error) { log.Warn(part+" failed; the game goes on without", "err", err) }
	}

	lamps := hw.NewLamps(b.lamps, warn("lamp"))
	defer lamps.Close()

	var cues []func(games.Cue)
	if b.buzzer != nil {
		buzzer := newBuzzer(c, b.buzzer, warn("buzzer"))
		defer buzzer.Close()
		cues = append(cues, func(cue games.Cue) { buzzer.Play(notes(cue)) })
	}
	if c.Speaker.Enabled {
		set, err := loadSounds(c.Speaker.Folder)
		if err != nil {
			log.Warn("some recorded sounds can't be used", "err", err)
		}
		speaker := sounds.NewSpeaker(set, sounds.Aplay(c.Speaker.Card), warn("speaker"))
		defer speaker.Close()
		cues = append(cues, speaker.Play)
	}

	show := func(frame) {}
	var drawing sync.WaitGroup
	drawingCtx, stopDrawing := context.WithCancel(context.Background())
	defer drawing.Wait()
	defer stopDrawing()
	if b.panel != nil {
		s := newScreen(b.panel, byte(c.OLED.Contrast), warn("display"))
		show = s.show
		drawing.Go(func() { s.run(drawingCtx) })
	}

	contacts := hw.DefaultDebounce()
	contacts.Glitch, contacts.Lockout = c.Buttons.Glitch.Duration, c.Buttons.Lockout.Duration
	contacts.Bounce = min(contacts.Bounce, contacts.Lockout-contacts.Glitch)

	r := &referee{
		clock:    hw.Clock{}.Now,
		events:   b.events,
		down:     b.down,
		log:      log,
		shelf:    shelf{c.Journals},
		today:    time.Now,
		seed:     seed,
		seats:    b.seats,
		options:  raceOptions(c),
		rest:     display.Rest{Dim: c.OLED.Dim.Duration, Blank: c.OLED.Blank.Duration},
		show:     show,
		lamp:     lamps.Set,
		sound:    func(cue games.Cue) { each(cues, cue) },
		contacts: hw.NewDebouncer(contacts),
		keys:     keypad{long: c.Judge.Long.Duration},
		language: language,
	}
	r.run(ctx)
	return nil
}

func each(cues []func(games.Cue), cue games.Cue) {
	for _, play := range cues {
		play(cue)
	}
}

func newBuzzer(c Config, pin hw.ToneOutput, warn func(error)) *hw.Buzzer {
	if c.Buzzer.Kind == "active" {
		return hw.NewActiveBuzzer(pin, warn)
	}
	return hw.NewPassiveBuzzer(pin, warn)
}

// notes is a cue's tune for the buzzer.
func notes(cue games.Cue) []hw.Note {
	var tune []hw.Note
	for _, n := range sounds.Tune(cue) {
		tune = append(tune, hw.Note(n))
	}
	return tune
}

// raceOptions are those of the configuration, for the start line of every game; none where they are the defaults.
func raceOptions(c Config) []games.Field {
	if c.Race == defaultConfig(os.Getenv).Race {
		return nil
	}
	spans := fmt.Sprintf(`{"tie":%q,"settle":%q,"timeout":%q,"lookback":%q,"quiet":%q}`,
		c.Race.Tie.Duration, c.Race.Settle.Duration, c.Race.Timeout.Duration, c.Race.Lookback.Duration, c.Race.Quiet.Duration)
	return []games.Field{{Key: "race", Value: games.Value(spans)}}
}

// seed is what a game's random draws come from: 53 bits, so that every JSON reader keeps it.
func seed() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.LittleEndian.Uint64(b[:]) >> 11
}

// readConfig reads the file that is named, else that of the service, else that of the machine, else none.
func readConfig(w world, path string) (Config, error) {
	if path == "" {
		for _, folder := range []string{w.env("CONFIGURATION_DIRECTORY"), "/etc/arbitre"} {
			file := filepath.Join(folder, "arbitre.toml")
			if _, err := os.Stat(file); folder != "" && err == nil {
				path = file
				break
			}
		}
	}
	c, err := loadConfig(path, w.env)
	if err != nil {
		return c, badInput{err}
	}
	return c, nil
}

// newLog writes to standard error, which systemd takes for the journal of the system.
func newLog(w world, c Config) *slog.Logger {
	var level slog.Level
	if err := level.UnmarshalText([]byte(c.Log.Level)); err != nil {
		level = slog.LevelInfo
	}
	return slog.New(slog.NewTextHandler(w.err, &slog.HandlerOptions{Level: level}))
}
