package main

import (
	"context"
	"flag"
	"log/slog"
	"os/signal"
	"syscall"

	"arbitre/cmd/arbitre/config"
	"arbitre/cmd/arbitre/doctor"
	"arbitre/cmd/arbitre/referee"
	"arbitre/cmd/arbitre/words"
	"arbitre/hw"
	"arbitre/systemd"
)

func doctorCommand() command {
	return command{
		name: "doctor", args: "[--press] [--race] [--json] [--config FILE]",
		about: "look at every device of the table and say what is missing and what to type to mend it",
		details: `
  --press        press every button once, as it asks: bounce, swapped wires, noise;
                 ends when all were pressed, or with Ctrl-C
  --race         measure how well this machine can tell presses apart
  --json         print one JSON document, and what --press says on standard error
  --config FILE  look at this configuration instead of /etc/arbitre/arbitre.toml

It changes nothing and takes nothing, so that it may run beside the referee; only
--press and the presses of --race need the buttons for themselves (sudo systemctl
stop arbitre).

Each line begins with ok, off (not configured), warning (it works, but not as well
as it should) or MISSING (what the configuration names is not there, or does not
work). The exit status is 0 even if there are warnings, 1 if something is missing,
2 if the command line or the configuration is wrong.`,
		example: "arbitre doctor\nsudo systemctl stop arbitre\narbitre doctor --press\nsudo systemctl start arbitre",
		run:     runDoctor,
	}
}

func runDoctor(w world, args []string) error {
	set := flag.NewFlagSet("doctor", flag.ContinueOnError)
	path := set.String("config", "", "")
	var asked doctor.Asked
	set.BoolVar(&asked.Press, "press", false, "")
	set.BoolVar(&asked.Race, "race", false, "")
	set.BoolVar(&asked.JSON, "json", false, "")
	if _, err := flags(set, args, 0, 0, "no argument"); err != nil {
		return err
	}
	service := doctor.Service()
	c, err := readConfig(w.beside(service), *path)
	if err != nil {
		return err
	}
	d, err := doctor.New(c, service, "/")
	if err != nil {
		return err
	}
	d.Say, d.Version, d.Lamps = words.In(w.language(c)), version(), seatLamps(c)
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	return d.Examine(ctx, asked, w.out, w.err)
}

// beside is the world of a person's command beside the service: the journals are where that has them.
func (w world) beside(service systemd.Unit) world {
	w.env = service.Env(w.env)
	return w
}

// seatLamps opens the lamps of a table, and nothing else of it.
func seatLamps(c config.Config) func(func(hw.Button, error)) (set func(hw.Button, hw.Light), shut func(), err error) {
	return func(report func(hw.Button, error)) (func(hw.Button, hw.Light), func(), error) {
		c.OLED.Enabled, c.Public.Enabled, c.Buzzer.Enabled = false, false, false
		var b box
		shut, err := b.openOutputs(c, referee.NewHealth(slog.New(slog.DiscardHandler)))
		if err != nil {
			shut()
			return nil, nil, err
		}
		lamps := hw.NewLamps(b.lamps, report)
		return lamps.Set, func() { lamps.Close(); shut() }, nil
	}
}
