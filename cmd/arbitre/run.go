package main

import (
	"context"
	"errors"
	"maps"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/referee"
	"arbitre/games"
	"arbitre/hw"
	"arbitre/hw/keyboard"
	"arbitre/systemd"

	"github.com/spf13/cobra"
	"golang.org/x/sys/unix"
	"periph.io/x/conn/v3/i2c"
)

func runCommand(w world) *cobra.Command {
	var file string
	c := &cobra.Command{
		Use: "run", Short: "referee the table on this machine's buttons, lamps and display",
		Long: `Without --config it reads /etc/arbitre/arbitre.toml where that exists. Only the
buttons must be there; without display, lamps or buzzer it warns and plays on.`,
		Example:           "arbitre run",
		Args:              takes(0, 0, "no argument"),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(*cobra.Command, []string) error { return runTable(w, file) },
	}
	c.Flags().StringVar(&file, "config", "", "play as the configuration in `FILE` has it")
	return c
}

func runTable(w world, file string) error {
	supervisor, err := systemd.Notify()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return supervisor.Patiently(ctx, hw.Clock{}.Now, func(s systemd.Supervisor) error { return openTable(ctx, w, file, s) })
}

// openTable referees as the configuration in a file has it, until the context ends.
func openTable(ctx context.Context, w world, path string, supervisor systemd.Supervisor) error {
	c, err := readConfig(w, path)
	if err != nil {
		return err
	}
	log, closeLog := openLog(w, c)
	defer closeLog()
	s := newService(log, supervisor, w.env("RUNTIME_DIRECTORY"))
	defer s.folder.Close()
	judged := s.health.Of(configuration, games.Text{Word: "bad_config"})
	s.reload = reloads(ctx, func() (config.Config, error) { return readConfig(w, path) }, judged)

	return inTurn(c, func(c config.Config) (*config.Config, error) { return refereeOn(ctx, c, s) }, judged)
}

// inTurn referees with one configuration after the other. One with which that is not possible is judged, and the last goes on.
func inTurn(c config.Config, referee func(config.Config) (next *config.Config, err error), judged func(error)) error {
	next, err := referee(c)
	for next != nil {
		last := c
		c = *next
		if next, err = referee(c); err != nil && !errors.Is(err, hw.ErrGone) { // lines that have gone were there: it was possible
			judged(err)
			c = last
			next, err = referee(c)
		}
	}
	return err
}

// The parts of the box that outlive a configuration: what a bad file is a trouble of, and a full disk.
const (
	configuration = "configuration"
	journals      = "journal"
)

// reloads reads the configuration anew at each SIGHUP. One that can't be read is judged, and not taken.
func reloads(ctx context.Context, read func() (config.Config, error), judged func(error)) <-chan config.Config {
	hangups := make(chan os.Signal, 1)
	signal.Notify(hangups, syscall.SIGHUP)
	configs := make(chan config.Config)
	go func() {
		defer signal.Stop(hangups)
		for {
			select {
			case <-ctx.Done():
				return
			case <-hangups:
			}
			c, err := read()
			judged(err)
			if err != nil {
				continue
			}
			select {
			case <-ctx.Done():
			case configs <- c:
			}
		}
	}()
	return configs
}

// refereeOn referees on this machine's hardware, as a configuration has it, until another is to be taken, which it returns.
func refereeOn(ctx context.Context, c config.Config, s service) (next *config.Config, err error) {
	systemd.Settle(ctx, func() bool { return usable(c) })
	s.health.Forget(configuration, journals)
	var b box
	for i := range c.Buttons.Seats {
		b.seats = append(b.seats, games.Seat(i+1))
	}
	buttons, err := hw.OpenButtons(c.Lines())
	if err != nil {
		return nil, err
	}
	defer buttons.Close()
	b.buttons = buttons
	ctx, gone := context.WithCancel(ctx)
	defer gone()
	go func() {
		<-buttons.Done()
		gone()
	}()
	shut, err := b.openOutputs(c, s.health)
	defer shut()
	if err != nil {
		return nil, err
	}
	if c.Keyboard.Enabled {
		layout, err := keyboard.ParseLayout(c.Keyboard.Layout)
		if err != nil {
			return nil, badInput{err}
		}
		report := s.health.Of("keyboard", games.Text{Word: "no_keyboard"})
		keyboards, err := keyboard.Open(layout, report)
		if err != nil {
			report(err)
		} else {
			defer keyboards.Close()
			b.typed = keyboards.Events()
		}
	}
	if next, err = b.run(ctx, c, s); err == nil {
		err = buttons.Err()
	}
	return next, err
}

// usable tells whether this user may use the chip of the buttons and the buses of the displays.
func usable(c config.Config) bool {
	lines := slices.Collect(maps.Values(c.Lines()))
	survey, err := hw.SurveyLines(lines)
	if err != nil || len(survey.Lines) < len(lines) {
		return false
	}
	for _, d := range []config.Panel{c.OLED.Panel, c.Public} {
		node, err := hw.I2CNode(d.Bus)
		if d.Enabled && err == nil && unix.Access(node, unix.R_OK|unix.W_OK) != nil {
			return false
		}
	}
	return true
}

// openOutputs is what the table can do without. Each part opens itself, and again when it has failed.
func (b *box) openOutputs(c config.Config, health *referee.Health) (shut func(), err error) {
	var board *hw.Board
	var oled, public *hw.OLED
	shut = func() {
		if board != nil {
			board.Close()
		}
		if oled != nil {
			oled.Close()
		}
		if public != nil {
			public.Close()
		}
	}
	b.lamps = map[hw.Button]func() (hw.Output, error){}
	for i, line := range c.Buttons.Lamps {
		open := func() (hw.Output, error) { return hw.OpenPin(line) }
		if strings.HasPrefix(line, "PCA") {
			if board == nil {
				bus := func() (i2c.BusCloser, error) { return hw.OpenI2C(c.Board.Bus) }
				board, err = hw.NewBoard(bus, uint16(c.Board.Address), health.Of("lamp board", games.Text{Word: "no_lamps"}))
				if err != nil {
					return shut, badInput{err}
				}
			}
			open = func() (hw.Output, error) { return board.Output(line) }
		}
		b.lamps[hw.Button(i+1)] = open
	}
	if c.Buzzer.Enabled && c.Buzzer.Kind == "active" {
		b.buzzer = func() (hw.ToneOutput, error) { return hw.OpenPin(c.Buzzer.Pin) }
	} else if c.Buzzer.Enabled {
		b.buzzer = func() (hw.ToneOutput, error) { return hw.OpenPWM(c.Buzzer.Pin) }
	}
	if c.OLED.Enabled {
		bus := func() (i2c.BusCloser, error) { return hw.OpenI2C(c.OLED.Bus) }
		if oled, err = hw.NewOLED(bus, uint16(c.OLED.Address), c.OLED.Height); err != nil {
			return shut, badInput{err}
		}
		oled.Rotated = c.OLED.Rotate
		b.panel = oled
	}
	if c.Public.Enabled {
		bus := func() (i2c.BusCloser, error) { return hw.OpenI2C(c.Public.Bus) }
		if public, err = hw.NewOLED(bus, uint16(c.Public.Address), c.Public.Height); err != nil {
			return shut, badInput{err}
		}
		public.Rotated = c.Public.Rotate
		b.public = public
	}
	return shut, nil
}
