package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os/signal"
	"syscall"

	"arbitre/games"
	"arbitre/hw"

	"periph.io/x/conn/v3/gpio/gpioreg"
	"periph.io/x/conn/v3/i2c/i2creg"
	"periph.io/x/host/v3"
)

func runCommand() command {
	return command{
		name: "run", args: "[--config FILE]",
		about: "referee the table on this machine's buttons, lamps and display",
		details: `
Without --config it reads /etc/arbitre/arbitre.toml where that exists. Only the
buttons must be there; without display, lamps or buzzer it warns and plays on.`,
		example: "arbitre run",
		run:     runTable,
	}
}

func runTable(w world, args []string) error {
	set := flag.NewFlagSet("run", flag.ContinueOnError)
	path := set.String("config", "", "")
	if _, err := flags(set, args, 0, "no argument"); err != nil {
		return err
	}
	c, err := readConfig(w, *path)
	if err != nil {
		return err
	}
	log := newLog(w, c)

	lines := map[hw.Button]string{
		hw.KeyPrevious: c.Judge.Previous,
		hw.KeyNext:     c.Judge.Next,
		hw.KeyOK:       c.Judge.OK,
	}
	if c.Judge.Back != "" {
		lines[hw.KeyBack] = c.Judge.Back
	}
	var b box
	for i, line := range c.Buttons.Seats {
		lines[hw.Button(i+1)] = line
		b.seats = append(b.seats, games.Seat(i+1))
	}
	buttons, err := hw.OpenButtons(lines)
	if err != nil {
		return err
	}
	defer buttons.Close()
	b.buttons = buttons
	b.openOutputs(c, log)
	if c.Keyboard.Enabled {
		layout, err := hw.ParseLayout(c.Keyboard.Layout)
		if err != nil {
			return badInput{err}
		}
		keyboards, err := hw.OpenKeyboards(layout, func(err error) { log.Warn("no keyboard", "err", err) })
		if err != nil {
			log.Warn("no keyboard", "err", err)
		} else {
			defer keyboards.Close()
			b.typed = keyboards.Events()
		}
	}

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return b.referee(ctx, c, log, func() { log.Info("the table is open") })
}

// openOutputs opens what the table can do without; what is missing is a warning.
func (b *box) openOutputs(c Config, log *slog.Logger) {
	if _, err := host.Init(); err != nil {
		log.Warn("no outputs: the machine's drivers don't start", "err", err)
		return
	}
	b.lamps = map[hw.Button]hw.Output{}
	for i, line := range c.Buttons.Lamps {
		if pin := gpioreg.ByName(line); pin != nil {
			b.lamps[hw.Button(i+1)] = pin
		} else {
			log.Warn("no lamp: there is no such line", "seat", i+1, "line", line)
		}
	}
	if c.Buzzer.Enabled {
		if pin := gpioreg.ByName(c.Buzzer.Pin); pin != nil {
			b.buzzer = pin
		} else {
			log.Warn("no buzzer: there is no such line", "line", c.Buzzer.Pin)
		}
	}
	if c.OLED.Enabled {
		oled, err := openOLED(c)
		if err != nil {
			log.Warn("no display", "err", err)
			return
		}
		b.panel = oled
	}
}

func openOLED(c Config) (*hw.OLED, error) {
	bus, err := i2creg.Open(c.OLED.Bus)
	if err != nil {
		return nil, errors.Join(err, fmt.Errorf("switch I²C on with dtparam=i2c_arm=on in /boot/firmware/config.txt"))
	}
	oled, err := hw.NewOLED(bus, uint16(c.OLED.Address))
	if err != nil {
		return nil, err
	}
	oled.Rotated = c.OLED.Rotate
	return oled, nil
}
