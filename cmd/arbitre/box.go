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
	"arbitre/games/motus"
	"arbitre/games/race"
	"arbitre/hw"
	"arbitre/sounds"
)

// A box is the hardware that a referee works with, real or virtual. What is nil is not there.
type box struct {
	seats   []games.Seat // that have a button
	buttons buttons
	typed   <-chan hw.Event // of keyboards
	lamps   map[hw.Button]hw.Output
	panel   panel
	buzzer  hw.ToneOutput
}

// buttons are the switches of a box, on real lines or virtual.
type buttons interface {
	Events() <-chan hw.Event
	CatchUp(pass func(hw.Event)) time.Duration
	Down() ([]hw.Button, error)
}

// referee runs the table on a box until the context ends; ready is called when it is about to. All wiring is here.
func (b box) referee(ctx context.Context, c Config, log *slog.Logger, ready func()) error {
	language, err := display.ParseLanguage(c.Language)
	if err != nil {
		return err
	}
	if err := (shelf{c.Journals}).check(); err != nil {
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

	known, err := readWords(c.Motus.Words)
	if err != nil {
		return badInput{err}
	}

	contacts := hw.DefaultDebounce()
	contacts.Glitch, contacts.Lockout = c.Buttons.Glitch.Duration, c.Buttons.Lockout.Duration
	contacts.Bounce = min(contacts.Bounce, contacts.Lockout-contacts.Glitch)
	if err := contacts.Check(); err != nil {
		return badInput{err}
	}

	r := &referee{
		clock:    hw.Clock{}.Now,
		events:   b.buttons.Events(),
		catchUp:  b.buttons.CatchUp,
		typed:    b.typed,
		down:     b.buttons.Down,
		log:      log,
		shelf:    shelf{c.Journals},
		today:    time.Now,
		seed:     seed,
		seats:    b.seats,
		known:    known,
		options:  func(game string) []games.Field { return houseRules(c, game) },
		rest:     display.Rest{Dim: c.OLED.Dim.Duration, Blank: c.OLED.Blank.Duration},
		show:     show,
		lamp:     lamps.Set,
		sound:    func(cue games.Cue) { each(cues, cue) },
		contacts: hw.NewDebouncer(contacts),
		keys:     keypad{long: c.Judge.Long.Duration},
		language: language,
	}
	ready()
	r.run(ctx)
	return nil
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

// houseRules are the options that the configuration gives to every game of a name; none where it says nothing.
func houseRules(c Config, game string) []games.Field {
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
	}
	if limits != race.DefaultLimits() {
		options = append(options, games.Field{Key: "race", Value: games.Value(fmt.Sprintf(
			`{"tie":%q,"settle":%q,"timeout":%q,"lookback":%q,"quiet":%q}`,
			limits.Tie, limits.Settle, limits.Timeout, limits.Lookback, limits.Quiet))})
	}
	return options
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
